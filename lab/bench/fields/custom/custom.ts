/**
 * Bench of custom models: leave-one-out on the sample containers, generated form families in five variants and with
 * individual layouts, forms unlike the training forms, training cost, and classifiers. Baseline in the same run: the
 * words at the positions of the first form's labels. Options: --data FOLDER (or PERENNIAL_BENCH_DATA; ../shared/data) ·
 * --families 6 · --seed 1000 · --only w8,invoice,irs,layouts,parts,sets,editions,variants,shuffled,unseen,scans,signatures,classifier,
 * none · --modes template,neural · --forms NAMES of IRS forms · --verbose. Seeds below 1000 were used in development; quote figures
 * for seeds from 1000 on.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FoundDocument } from '../../../../src/engines/documents/fields/field.ts';
import { extract } from '../../../../src/engines/documents/forms/extract.ts';
import { classifyForm } from '../../../../src/engines/documents/forms/classifier/classify.ts';
import { trainClassifier } from '../../../../src/engines/documents/forms/classifier/train.ts';
import { formFromLayout } from '../../../../src/engines/documents/forms/form/form.ts';
import type { Form } from '../../../../src/engines/documents/forms/form/form.ts';
import type { Mode } from '../../../../src/engines/documents/forms/model.ts';
import { trainForms } from '../../../../src/engines/documents/forms/train.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import { loadReader } from '../../../../src/engines/loaders/reading/load-reader.ts';
import { cachedReader } from '../real/cached-reader.ts';
import { createFamily } from './form-family.ts';
import { benchIrsForms } from './irs-forms.ts';
import { benchLayouts, benchParts } from './irs-layouts.ts';
import { benchEditions, benchSets } from './irs-sets.ts';
import { benchSignatures } from './signatures.ts';
import { benchUnknownTypes } from './unknown-types.ts';
import { readArchive, cpuSeconds, layoutOf, readSamples, simulateScan } from './read-samples.ts';
import type { Raw, Sample, Samples } from './read-samples.ts';
import { add, countMatches, f1, emptyCounts, extractAtSamePositions, figures, flattenValues } from './score.ts';
import type { Counts } from './score.ts';

export interface CustomBenchOptions {
  data?: string;
  families?: number;
  seed?: number;
  only?: readonly string[];
  modes?: readonly Mode[];
  /** Names of IRS forms; all by default. */
  forms?: readonly string[];
  verbose?: boolean;
}

const MODES: readonly Mode[] = ['template', 'neural'];
let measured: readonly Mode[] = MODES;

export async function benchCustom({
  data = process.env['PERENNIAL_BENCH_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data'),
  families = 6,
  seed = 1000,
  only = [],
  modes = measured,
  forms = [],
  verbose = false,
}: CustomBenchOptions = {}): Promise<void> {
  measured = modes;
  const wanted = (part: string): boolean => only.length === 0 || only.includes(part);
  const cache = process.env['PERENNIAL_BENCH_CACHE'];
  const reader = cache === undefined ? await loadReader() : cachedReader(cache, loadReader);
  try {
    for (const [part, title, archive, folder] of [
      ['w8', 'W-8BEN, 6 forms, one of them handwritten', 'w8-training-data.zip', 'w8-training-data/'],
      ['invoice', 'invoices, 5 forms', 'invoice-sample_data_with_labels.zip', 'sample_data_with_labels/v2_1_preview/Train/'],
    ] as const) {
      const path = join(data, 'document/custom', archive);
      if (!wanted(part)) continue;
      if (!existsSync(path)) console.log(`${title}: skipped, ${path} not found`);
      else await benchContainer(title, readArchive(path, folder), reader, verbose);
    }
    if (wanted('irs')) await benchIrsForms(data, reader, { modes, verbose, ...(forms.length > 0 && { forms }) });
    if (wanted('layouts')) await benchLayouts(data, reader, { modes, verbose });
    if (wanted('parts')) await benchParts(data, reader, { modes, verbose });
    if (wanted('sets')) await benchSets(data, reader, { modes, forms, verbose });
    if (wanted('editions')) await benchEditions(data, reader, { modes, forms, verbose });
    if (wanted('variants')) await benchFamilies('five variants', false, families, seed, reader, verbose);
    if (wanted('scans')) await benchScans(seed, reader, verbose);
    if (wanted('signatures')) await benchSignatures(families, seed, reader, verbose);
    if (wanted('classifier')) await benchClassifier(families, seed, reader);
    if (wanted('none')) await benchUnknownTypes(data, reader);
    if (wanted('shuffled')) await benchFamilies('individual layout for every form', true, families, seed, reader, verbose);
    if (wanted('unseen')) for (const unseen of UNSEEN_CASES) await benchUnseen(unseen, families, seed, reader, verbose);
  } finally {
    await reader.close();
  }
}

/**
 * Fields of which the label differs from what the page says, seen by eye: a misread or truncated word, a missing comma, a
 * value without a label.
 */
const WRONG_LABELS: Readonly<Record<string, readonly string[]>> = {
  'fw8ben_1.pdf': ['PermanentCityState', 'AdditionialConditions', 'TypeOfIncome'],
  'fw8ben_handwritten.jpg': ['PermanentCityState', 'ArticleParagraph', 'Rate'],
};

async function benchContainer(
  title: string,
  { fields, forms }: { fields: Uint8Array; forms: Raw[] },
  reader: Reader,
  verbose: boolean,
): Promise<void> {
  const samples = await readSamples(fields, forms, reader);
  console.log(`${title}: read in ${samples.cpuSeconds.toFixed(1)} CPU s`);
  for (const mode of measured) {
    const { counts, each, documents } = leaveOneOut(samples, samples.all, mode, verbose);
    console.log(`  ${mode}, leave-one-out: ${figures(counts)}`);
    const digital = emptyCounts();
    each.forEach((single, i) => samples.all[i]!.name.endsWith('.pdf') && add(digital, single));
    const agreeing = emptyCounts();
    samples.all.forEach((sample, i) => add(agreeing, scoreWithout(samples, sample, documents[i]!, WRONG_LABELS[sample.name] ?? [])));
    if (agreeing.labeled < counts.labeled) console.log(`    where labels agree with the page: ${figures(agreeing)}`);
    if (digital.labeled < counts.labeled) console.log(`    PDF files alone: ${figures(digital)}`);
    console.log(`    ${samples.all.map(({ name }, i) => `${name} ${f1(each[i]!, each[i]!.right).toFixed(2)}`).join(' · ')}`);
    printBuildCost(samples, mode);
  }
  console.log(`  baseline: ${figures(scoreBaseline(samples))}`);
}

interface LeaveOneOut {
  counts: Counts;
  each: Counts[];
  documents: FoundDocument[];
}

function leaveOneOut(samples: Samples, all: readonly Sample[], mode: Mode, verbose: boolean): LeaveOneOut {
  const counts = emptyCounts();
  const documents: FoundDocument[] = [];
  const each = all.map((held) => {
    const model = trainForms(
      all.filter((single) => single !== held).map(({ labeled }) => labeled),
      samples.schema,
      mode,
      { minForms: 2 },
    );
    const document = extract(model, held.layout)[0]!;
    const own = scored(samples, held, document, verbose, `${mode} ${held.name}`);
    documents.push(document);
    add(counts, own);
    return own;
  });
  return { counts, each, documents };
}

/** Counts of a form without some of its fields. */
function scoreWithout({ tags }: Samples, { labeled }: Sample, document: FoundDocument, fields: readonly string[]): Counts {
  const labels = labeled.labels.filter(({ tag }) => !fields.includes(tags[tag]!.path[0]!));
  const values = new Map([...flattenValues(document)].filter(([name]) => !fields.includes(name)));
  return countMatches({ ...labeled, labels }, tags, values);
}

function scored(
  { tags }: Samples,
  { labeled }: Sample,
  document: ReturnType<typeof extract>[number],
  verbose: boolean,
  name: string,
): Counts {
  return countMatches(labeled, tags, flattenValues(document), verbose ? (line) => console.log(`      ${name} ${line}`) : undefined);
}

function printBuildCost(samples: Samples, mode: Mode): void {
  const before = cpuSeconds();
  trainForms(
    samples.all.map(({ labeled }) => labeled),
    samples.schema,
    mode,
    { minForms: 2 },
  );
  console.log(`    training on ${samples.all.length} forms: ${(cpuSeconds() - before).toFixed(1)} CPU s`);
}

function scoreBaseline({ tags, all }: Samples): Counts {
  const counts = emptyCounts();
  for (const held of all)
    add(
      counts,
      countMatches(held.labeled, tags, extractAtSamePositions(all.find((single) => single !== held)!.labeled, tags, held.labeled)),
    );
  return counts;
}

/** Six labeled forms of a family: each extracted by a model of the other five, and five new forms by a model of all six. */
async function benchFamilies(
  title: string,
  shuffled: boolean,
  families: number,
  seed: number,
  reader: Reader,
  verbose: boolean,
): Promise<void> {
  const [left, newForms] = [
    { template: emptyCounts(), neural: emptyCounts() },
    { template: emptyCounts(), neural: emptyCounts() },
  ];
  const [plain, cost] = [emptyCounts(), { template: 0, neural: 0 }];
  let read = 0;
  for (let i = 0; i < families; i++) {
    const family = createFamily(seed + i, shuffled);
    const raw = async (variants: readonly number[], from: number): Promise<Raw[]> =>
      (await family.forms(variants, from)).map(({ bytes, labels }, n) => ({ name: `${seed + i}-${from}-${n}`, bytes, labels }));
    const samples = await readSamples(family.fields, await raw([0, 1, 2, 3, 4, 0], (seed + i) * 10), reader);
    const others = await readSamples(family.fields, await raw([0, 1, 2, 3, 4], (seed + i) * 10 + 1), reader);
    read += samples.cpuSeconds;
    for (const mode of measured) {
      add(left[mode], leaveOneOut(samples, samples.all, mode, verbose).counts);
      const before = cpuSeconds();
      const model = trainForms(
        samples.all.map(({ labeled }) => labeled),
        samples.schema,
        mode,
      );
      cost[mode] += cpuSeconds() - before;
      for (const other of others.all)
        add(newForms[mode], scored(samples, other, extract(model, other.layout)[0]!, verbose, `new ${mode} ${other.name}`));
    }
    add(plain, scoreBaseline(samples));
  }
  console.log(
    `generated families, ${title}: ${families} families of 6 labeled forms, OCR ${(read / families).toFixed(1)} CPU s per family`,
  );
  for (const mode of measured) {
    console.log(`  ${mode}, leave-one-out: ${figures(left[mode])}`);
    console.log(`  ${mode}, five new forms: ${figures(newForms[mode])} · training ${(cost[mode] / families).toFixed(1)} CPU s`);
  }
  console.log(`  baseline: ${figures(plain)}`);
}

/** Test forms that differ from the six training forms, by index of the family. */
interface UnseenCase {
  title: string;
  shuffled: boolean;
  trained: (i: number) => number[];
  others: (i: number) => number[];
  wordings: readonly [trained: readonly (0 | 1 | 2)[], others: readonly (0 | 1 | 2)[]];
}

const UNSEEN_CASES: readonly UnseenCase[] = [
  {
    title: 'trained on four variants, five forms of the fifth',
    shuffled: false,
    trained: (i) => [1, 2, 3, 4, 1, 2].map((step) => (i + step) % 5),
    others: (i) => Array.from({ length: 5 }, () => i % 5),
    wordings: [[0], [0]],
  },
  {
    title: 'trained on one variant, five forms with all fields moved',
    shuffled: false,
    trained: (i) => Array.from({ length: 6 }, () => i % 5),
    others: (i) => [5, 10, 15, 20, 25].map((step) => (i % 5) + step),
    wordings: [[0], [0]],
  },
  {
    title: 'captions in two wordings, five forms with a third',
    shuffled: true,
    trained: () => [0, 1, 2, 3, 4, 0],
    others: () => [0, 1, 2, 3, 4],
    wordings: [[0, 1], [2]],
  },
];

async function benchUnseen(
  { title, shuffled, trained, others, wordings }: UnseenCase,
  families: number,
  seed: number,
  reader: Reader,
  verbose: boolean,
): Promise<void> {
  const counts = { template: emptyCounts(), neural: emptyCounts() };
  for (let i = 0; i < families; i++) {
    const family = createFamily(seed + i, shuffled);
    const read = async (variants: readonly number[], from: number, pickWording: readonly (0 | 1 | 2)[]): Promise<Samples> =>
      readSamples(
        family.fields,
        (await family.forms(variants, from, pickWording)).map(({ bytes, labels }, n) => ({ name: `${seed + i}-${n}`, bytes, labels })),
        reader,
      );
    const samples = await read(trained(i), (seed + i) * 10, wordings[0]);
    const unseen = await read(others(i), (seed + i) * 10 + 1, wordings[1]);
    for (const mode of measured) {
      const model = trainForms(
        samples.all.map(({ labeled }) => labeled),
        samples.schema,
        mode,
      );
      for (const other of unseen.all)
        add(counts[mode], scored(samples, other, extract(model, other.layout)[0]!, verbose, `unseen ${mode} ${other.name}`));
    }
  }
  console.log(`generated families, ${title}: ${families} families`);
  for (const mode of measured) console.log(`  ${mode}: ${figures(counts[mode])}`);
}

/** Trains on six PDF files and extracts five scans. */
async function benchScans(seed: number, reader: Reader, verbose: boolean): Promise<void> {
  const family = createFamily(seed, false);
  const named = ({ bytes, labels }: { bytes: Uint8Array; labels: object }, n: number): Raw => ({ name: `scan-${n}`, bytes, labels });
  const samples = await readSamples(family.fields, (await family.forms([0, 1, 2, 3, 4, 0], seed * 10)).map(named), reader);
  const generatedForms = await family.forms([0, 1, 2, 3, 4], seed * 10 + 2);
  const scans = await readSamples(
    family.fields,
    await Promise.all(
      generatedForms.map(async ({ bytes, labels }, n) => named({ bytes: await simulateScan(bytes, 0.4 * (n - 2)), labels }, n)),
    ),
    reader,
  );
  console.log(
    `generated family, five variants, trained on 6 PDF files, five scans rotated by up to 0.8 degrees: OCR ${(scans.cpuSeconds / 5).toFixed(1)} CPU s per page`,
  );
  for (const mode of measured) {
    const model = trainForms(
      samples.all.map(({ labeled }) => labeled),
      samples.schema,
      mode,
    );
    const counts = emptyCounts();
    for (const scan of scans.all) add(counts, scored(samples, scan, extract(model, scan.layout)[0]!, verbose, `scan ${mode} ${scan.name}`));
    console.log(`  ${mode}: ${figures(counts)}`);
  }
}

/** Families as types: six training documents each, and five others joined into one file to split. */
async function benchClassifier(families: number, seed: number, reader: Reader): Promise<void> {
  const types: Record<string, Form[]> = {};
  const others: { docType: string; form: Form }[] = [];
  for (let i = 0; i < families; i++) {
    const family = createFamily(seed + 100 + i, true);
    const [own, newForms] = [await family.forms([0, 1, 2, 3, 4, 5], seed * 7 + i), await family.forms([0, 1, 2, 3, 4], seed * 7 + 500 + i)];
    const forms: Form[] = [];
    for (const { bytes } of own) forms.push(formFromLayout(await layoutOf(bytes, reader)));
    types[`type${i}`] = forms;
    for (const { bytes } of newForms) others.push({ docType: `type${i}`, form: formFromLayout(await layoutOf(bytes, reader)) });
  }
  const before = cpuSeconds();
  const model = trainClassifier(types);
  const cost = cpuSeconds() - before;
  const right = others.filter(({ docType, form }) => classifyForm(model, form, 'none')[0]!.docType === docType).length;
  const file: Form = {
    pages: others.map(({ form }) => form.pages[0]!),
    tokens: others.flatMap(({ form }, page) => form.tokens.map((token) => ({ ...token, page }))),
  };
  const split = classifyForm(model, file, 'auto').filter(
    ({ docType, pages }) => pages.length === 1 && others[pages[0]!]!.docType === docType,
  ).length;
  console.log(
    `classifier of ${families} generated types, 6 documents each: ${right} of ${others.length} new documents correct, ${split} of ${others.length} found in one joined file; trained in ${cost.toFixed(1)} CPU s`,
  );
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      families: { type: 'string', default: '6' },
      seed: { type: 'string', default: '1000' },
      only: { type: 'string', default: '' },
      modes: { type: 'string', default: measured.join(',') },
      forms: { type: 'string', default: '' },
      verbose: { type: 'boolean', default: false },
    },
  });
  await benchCustom({
    ...(values.data === undefined ? {} : { data: values.data }),
    families: Number(values.families),
    seed: Number(values.seed),
    only: values.only === '' ? [] : values.only.split(','),
    modes: MODES.filter((mode) => values.modes.split(',').includes(mode)),
    forms: values.forms === '' ? [] : values.forms.split(','),
    verbose: values.verbose,
  });
}
