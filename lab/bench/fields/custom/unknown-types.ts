/**
 * Documents that are of none of a classifier's types. Classifiers are trained with a few kinds of real documents and asked about new
 * documents of those kinds and of others. Kinds of the open half were used to choose the threshold; the blind half is only counted.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NONE_THRESHOLD, classifyForm } from '../../../../src/engines/documents/forms/classifier/classify.ts';
import { trainClassifier } from '../../../../src/engines/documents/forms/classifier/train.ts';
import { formFromLayout } from '../../../../src/engines/documents/forms/form/form.ts';
import type { Form } from '../../../../src/engines/documents/forms/form/form.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import { SeededRandom } from '../../../training/documents/seeded-random.ts';
import { filledCopy, readBlank } from './fill-irs-form.ts';
import { layoutOf } from './read-samples.ts';

type Kinds = Record<string, Form[]>;

/** Kinds with fewer documents are only asked about. */
const MIN_DOCUMENTS = 8;
const MAX_DOCUMENTS = 24;
const COPIES = 10;
const PAGES = '1-2';
const ROUNDS = 30;
const HALVES: Readonly<Record<string, { folders: Readonly<Record<string, string>>; receipts: boolean; forms: readonly string[] }>> = {
  open: {
    folders: { invoice: 'corpora/einvoice/ferd-*/*.pdf', agreement: 'corpora/queryfields-nda/pdf/*.pdf' },
    receipts: false,
    forms: ['f1099msc', 'fw9', 'f1099int', 'fw4', 'f1098', 'fw2g'],
  },
  blind: {
    folders: { bill: 'corpora/einvoice/{horstoeko,other-corpus}/*.pdf', contract: 'corpora/cuad/**/*.{pdf,PDF}' },
    receipts: true,
    forms: ['f1099div', 'f1099r', 'f1095a', 'f5498', 'fw4v'],
  },
};

async function readKinds(data: string, half: string, reader: Reader): Promise<Kinds> {
  const { folders, receipts, forms } = HALVES[half]!;
  const kinds: Kinds = {};
  for (const [kind, pattern] of Object.entries(folders)) {
    kinds[kind] = [];
    for (const file of globSync(pattern, { cwd: data }).sort().slice(0, MAX_DOCUMENTS)) {
      const form = formFromLayout(await layoutOf(readFileSync(join(data, file)), reader, PAGES));
      if (form.tokens.length > 0) kinds[kind].push(form);
    }
  }
  if (receipts) {
    const files = globSync('document/sroie/*.csv', { cwd: data }).sort().slice(0, MAX_DOCUMENTS);
    kinds.receipt = files.map((file) => receiptForm(readFileSync(join(data, file), 'utf8')));
  }
  for (const name of forms) {
    const blank = readBlank(join(data, 'corpora/irs-forms'), name);
    kinds[name] = [];
    for (let n = 0; n < COPIES; n++) kinds[name].push((await filledCopy(blank, n, 9000 + n, 'clean', reader)).labeled.form);
  }
  return kinds;
}

/** Lines with their corners, as the corpus has them; the words of a line share its box. */
function receiptForm(csv: string): Form {
  const lines = csv.split(/\r?\n/).flatMap((line) => {
    const [left, top, , , right, bottom, , , ...text] = line.split(',');
    return text.length === 0
      ? []
      : [{ left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom), text: text.join(',') }];
  });
  const [width, height] = [Math.max(...lines.map(({ right }) => right)), Math.max(...lines.map(({ bottom }) => bottom))];
  const tokens = lines.flatMap(({ text, left, top, right, bottom }) =>
    text.split(/\s+/).map((word, item) => ({
      page: 0,
      text: word,
      box: { left: left / height, top: top / height, right: right / height, bottom: bottom / height },
      confidence: 1,
      item,
    })),
  );
  const aspect = width / height;
  return { pages: [{ number: 1, aspect, fromFractions: { a: aspect, b: 0, c: 0, d: 1, e: 0, f: 0 } }], tokens };
}

interface Judged {
  /** Undefined for a document of none of the types. */
  docType: string | undefined;
  found: string;
  confidence: number;
}

/** Classifiers of two to four kinds with five to ten documents each, asked about documents that they were not trained with. */
function judge(kinds: Kinds, seed: number, rounds = ROUNDS): Judged[] {
  const judged: Judged[] = [];
  for (let round = 0; round < rounds; round++) {
    const random = new SeededRandom(seed + round);
    const names = random.sample(Object.keys(kinds), Infinity);
    const known = names.filter((name) => kinds[name]!.length >= MIN_DOCUMENTS).slice(0, 2 + (round % 3));
    const docTypes: Record<string, Form[]> = {};
    const asked: { docType: string | undefined; form: Form }[] = [];
    for (const name of names) {
      const forms = random.sample(kinds[name]!, Infinity);
      const trained = known.includes(name) ? Math.min(5 + (round % 6), forms.length - 3) : 0;
      if (trained > 0) docTypes[name] = forms.slice(0, trained);
      for (const form of forms.slice(trained, trained + 4)) asked.push({ docType: trained > 0 ? name : undefined, form });
    }
    const model = trainClassifier(docTypes);
    for (const { docType, form } of asked) {
      const { docType: found, confidence } = classifyForm(model, form, 'none')[0]!;
      judged.push({ docType, found, confidence });
    }
  }
  return judged;
}

export async function benchUnknownTypes(data: string, reader: Reader): Promise<void> {
  if (!existsSync(join(data, 'corpora/irs-forms'))) {
    console.log(`documents of no type: skipped, ${data} has no corpora`);
    return;
  }
  for (const half of Object.keys(HALVES)) {
    const judged = judge(await readKinds(data, half, reader), half === 'open' ? 1 : 1001);
    const [own, other] = [judged.filter(({ docType }) => docType !== undefined), judged.filter(({ docType }) => docType === undefined)];
    const kept = own.filter(({ docType, found, confidence }) => docType === found && confidence >= NONE_THRESHOLD).length;
    const refused = other.filter(({ confidence }) => confidence < NONE_THRESHOLD).length;
    const share = (count: number, of: readonly unknown[]): string => `${(count / of.length).toFixed(3)} of ${of.length}`;
    console.log(
      `classifiers of two to four kinds, ${half} half: ${share(kept, own)} documents of their types right and at least ${NONE_THRESHOLD}, ${share(refused, other)} documents of no type below it`,
    );
  }
}
