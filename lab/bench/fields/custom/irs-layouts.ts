/**
 * Two ways in which real labeled sets differ from copies of one blank, on filled IRS forms. Layouts: trained on one copy of
 * each of five kinds of information returns and judged on the other kinds, with the fields that all of them have; the
 * parties have other names on most of them (payer, lender, filer). Parts: values over several boxes, leave-one-out.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from '../../../../src/engines/documents/forms/extract.ts';
import type { Schema } from '../../../../src/engines/documents/forms/files/fields-file.ts';
import { valueText } from '../../../../src/engines/documents/forms/form/value-text.ts';
import { tagsFromSchema } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import type { PlacedLabel } from '../../../../src/engines/documents/forms/labels/labeled-form.ts';
import type { Mode } from '../../../../src/engines/documents/forms/model.ts';
import { trainForms } from '../../../../src/engines/documents/forms/train.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import type { Condition } from '../../../training/documents/irs-forms/read-filled.ts';
import { filledCopy, readBlank } from './fill-irs-form.ts';
import type { BlankForm, FormBox } from './fill-irs-form.ts';
import type { Sample } from './read-samples.ts';
import { add, countMatches, emptyCounts, figures, flattenValues } from './score.ts';
import type { Counts } from './score.ts';

export type Matcher = (box: FormBox) => boolean;

const captioned =
  (pattern: RegExp): Matcher =>
  ({ caption, type }) =>
    type === '/Tx' && pattern.test(caption ?? '');
const PAYERS = '(?:payer|filer|lender|creditor)';
const RECIPIENTS = '(?:recipient|payee|debtor|borrower|transferor)';
const SHARED_FIELDS: Readonly<Record<string, Matcher>> = {
  Payer: ({ type, rect: [left, bottom, right, top] }) => type === '/Tx' && top - bottom > 40 && right - left > 180 && left < 80,
  PayerTin: captioned(new RegExp(`^${PAYERS}\\S* TIN`, 'iu')),
  RecipientTin: captioned(new RegExp(`^${RECIPIENTS}\\S* TIN`, 'iu')),
  RecipientName: captioned(new RegExp(`^${RECIPIENTS}\\S* name`, 'iu')),
  Street: captioned(/^street address/iu),
  City: captioned(/^city or town/iu),
  Account: captioned(/^account number/iu),
  FederalTax: captioned(/federal income tax withheld/iu),
};
const KINDS = ['nec', 'int', 'div', 'g', 'k', 'msc', 'a', 'c', 'q', 'sa', 'oid', 'ptr', 's'];
/** The engine was developed on the first splits; the others, with other values, are only counted. */
const SPLITS = [
  {
    title: 'used in development',
    seed: 9000,
    trained: [
      ['nec', 'int', 'div', 'g', 'k'],
      ['a', 'q', 'oid', 'msc', 'ptr'],
      ['s', 'k', 'sa', 'int', 'c'],
    ],
  },
  {
    title: 'not used in development',
    seed: 9500,
    trained: [
      ['oid', 'g', 's', 'nec', 'q'],
      ['div', 'a', 'ptr', 'k', 'sa'],
      ['msc', 'c', 'int', 'g', 'q'],
    ],
  },
];

export const named =
  (...suffixes: string[]): Matcher =>
  ({ name }) =>
    suffixes.some((suffix) => name.endsWith(`${suffix}[0]`));
const VALUES_IN_PARTS: Readonly<Record<string, Readonly<Record<string, Matcher>>>> = {
  fw9: {
    Name: named('.f1_01'),
    Business: named('.f1_02'),
    Address: named('.f1_07', '.f1_08'),
    Requester: named('.f1_09'),
    Accounts: named('.f1_10'),
    SocialSecurityNumber: named('.f1_11', '.f1_12', '.f1_13'),
    EmployerNumber: named('.f1_14', '.f1_15'),
  },
  f1099msc: {
    Payer: named('.f1_2', '.f2_2'),
    PayerTin: named('.f1_3', '.f2_3'),
    RecipientTin: named('.f1_4', '.f2_4'),
    RecipientName: named('.f1_5', '.f2_5'),
    RecipientAddress: named('.f1_6', '.f1_7', '.f2_6', '.f2_7'),
    Account: named('.f1_8', '.f2_8'),
    FederalTax: named('.f1_12', '.f2_12'),
    StateTax: named('.f1_22', '.f1_23', '.f2_22', '.f2_23'),
    StateNumber: named('.f1_24', '.f1_25', '.f2_24', '.f2_25'),
  },
};
const PART_CONDITIONS: readonly Condition[] = ['clean', 'clean', 'scan', 'clean', 'clean', 'scan'];
const SEED = 9000;

export const schemaOf = (fields: Readonly<Record<string, Matcher>>): Schema =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, { type: name.startsWith('Is') ? 'selectionMark' : 'string' }]));

/** A sample whose labels are those of the given fields; boxes of one field are one label. */
export function relabel({ labeled, ...rest }: Sample, blank: BlankForm, fields: Readonly<Record<string, Matcher>>): Sample {
  const tagOf = blank.fields.map((box) => Object.values(fields).findIndex((isField) => isField(box)));
  const kept = labeled.labels.filter(({ tag, tokens }) => tagOf[tag]! >= 0 && (tokens.length > 0 || blank.fields[tag]!.type === '/Btn'));
  const labels = [...Map.groupBy(kept, ({ tag }) => tagOf[tag]!)].map(([tag, own]): PlacedLabel => {
    const tokens = own.flatMap((label) => label.tokens).sort((a, b) => a - b);
    const text = own.length === 1 ? own[0]!.text : valueText(labeled.form, tokens);
    return { ...own[0]!, tag, tokens, text, boxes: own.flatMap(({ boxes }) => boxes) };
  });
  return { ...rest, labeled: { ...labeled, labels } };
}

interface Options {
  modes: readonly Mode[];
  verbose: boolean;
}

export function judge(samples: readonly Sample[], trained: readonly Sample[], schema: Schema, mode: Mode, verbose: boolean): Counts {
  const model = trainForms(
    trained.map(({ labeled }) => labeled),
    schema,
    mode,
  );
  const counts = emptyCounts();
  for (const { name, layout, labeled } of samples) {
    const report = verbose ? (line: string): void => console.log(`      ${mode} ${name} ${line}`) : undefined;
    add(counts, countMatches(labeled, tagsFromSchema(schema), flattenValues(extract(model, layout)[0]!), report));
  }
  return counts;
}

export async function benchLayouts(data: string, reader: Reader, { modes, verbose }: Options): Promise<void> {
  const folder = join(data, 'corpora/irs-forms');
  if (!existsSync(folder)) return;
  const schema = schemaOf(SHARED_FIELDS);
  console.log('kinds of IRS form 1099, trained on one copy of each of five kinds, two copies of each of the other eight:');
  for (const { title, seed, trained } of SPLITS) {
    const samples = new Map<string, Sample[]>();
    for (const [i, kind] of KINDS.entries())
      samples.set(kind, await filledCopies(readBlank(folder, `f1099${kind}`), seed + 10 * i, reader));
    for (const mode of modes) {
      const total = emptyCounts();
      for (const kinds of trained) {
        const others = KINDS.filter((kind) => !kinds.includes(kind)).flatMap((kind) => samples.get(kind)!);
        const training = kinds.map((kind) => samples.get(kind)![0]!);
        add(total, judge(others, training, schema, mode, verbose && seed === SPLITS[0]!.seed));
      }
      console.log(`  splits ${title}, ${mode}: ${figures(total)}`);
    }
  }
}

const filledCopies = (blank: BlankForm, seed: number, reader: Reader): Promise<Sample[]> =>
  Promise.all([0, 1].map(async (copy) => relabel(await filledCopy(blank, copy, seed + copy, 'clean', reader), blank, SHARED_FIELDS)));

export async function benchParts(data: string, reader: Reader, { modes, verbose }: Options): Promise<void> {
  const folder = join(data, 'corpora/irs-forms');
  if (!existsSync(folder)) return;
  for (const [name, fields] of Object.entries(VALUES_IN_PARTS)) {
    const blank = readBlank(folder, name);
    const samples: Sample[] = [];
    for (const [i, condition] of PART_CONDITIONS.entries())
      samples.push(relabel(await filledCopy(blank, i % 2, SEED + 10 + i, condition, reader), blank, fields));
    for (const mode of modes) {
      const counts = emptyCounts();
      for (const held of samples) {
        const others = samples.filter((one) => one !== held);
        add(counts, judge([held], others, schemaOf(fields), mode, verbose));
      }
      console.log(`filled ${name}, values over several boxes, leave-one-out of six, ${mode}: ${figures(counts)}`);
    }
  }
}
