/**
 * Labeled sets as people make them of filled IRS forms, leave-one-out: whole files of several pages with the same values on
 * all copies, single pages and scans of them, all boxes labeled, values over several boxes as one label, numbers with a
 * cell for each digit.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Mode } from '../../../../src/engines/documents/forms/model.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import type { Condition } from '../../../training/documents/irs-forms/read-filled.ts';
import { filledCopy, readBlank } from './fill-irs-form.ts';
import type { BlankForm } from './fill-irs-form.ts';
import { asOtherReader } from './other-reader.ts';
import { judge, named, relabel, schemaOf } from './irs-layouts.ts';
import type { Matcher } from './irs-layouts.ts';
import type { Sample } from './read-samples.ts';
import { add, emptyCounts, figures } from './score.ts';
import type { Counts } from './score.ts';
import { asOtherEdition } from './other-edition.ts';

/** A file of a set: the copy of the form that is labeled, how it was read, and whether the file has all pages. */
type SetFile = readonly [copy: number, condition: Condition, isWhole: boolean];

const W9_FIELDS: Readonly<Record<string, Matcher>> = {
  Name: named('.f1_01'),
  Business: named('.f1_02'),
  IsIndividual: ({ name }) => name.endsWith('.c1_1[0]'),
  IsCCorporation: ({ name }) => name.endsWith('.c1_1[1]'),
  IsSCorporation: ({ name }) => name.endsWith('.c1_1[2]'),
  IsPartnership: ({ name }) => name.endsWith('.c1_1[3]'),
  IsTrust: ({ name }) => name.endsWith('.c1_1[4]'),
  Exemption: named('.f1_05'),
  Address: named('.f1_07', '.f1_08'),
  Requester: named('.f1_09'),
  Accounts: named('.f1_10'),
  SocialSecurityNumber: named('.f1_11', '.f1_12', '.f1_13'),
  EmployerNumber: named('.f1_14', '.f1_15'),
};
const SETS: readonly { name: string; fields?: Readonly<Record<string, Matcher>>; files: readonly SetFile[] }[] = [
  {
    name: 'fw9',
    fields: W9_FIELDS,
    files: [
      [0, 'clean', true],
      [0, 'clean', true],
      [0, 'clean', false],
      [0, 'clean', true],
      [0, 'scan', false],
      [0, 'clean', false],
      [0, 'photo', false],
    ],
  },
  {
    name: 'f1099msc',
    files: [
      [0, 'clean', true],
      [0, 'clean', true],
      [2, 'clean', false],
      [0, 'clean', true],
      [1, 'scan', false],
      [0, 'clean', false],
    ],
  },
  {
    name: 'f1099nec',
    files: [
      [1, 'clean', true],
      [2, 'clean', true],
      [2, 'clean', false],
      [1, 'clean', false],
      [2, 'scan', false],
      [1, 'clean', true],
    ],
  },
];
const SEED = 11_000;

async function readSet({ files, fields }: (typeof SETS)[number], blank: BlankForm, reader: Reader): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const [i, [copy, condition, isWhole]] of files.entries()) {
    const filled = await filledCopy(blank, copy, SEED + i, condition, reader, isWhole);
    const sample = fields === undefined ? filled : relabel(filled, blank, fields);
    samples.push({ ...sample, name: `${i} ${sample.name}${isWhole ? ' whole' : ''}` });
  }
  return samples;
}

export async function benchSets(
  data: string,
  reader: Reader,
  { modes, forms, verbose }: { modes: readonly Mode[]; forms: readonly string[]; verbose: boolean },
): Promise<void> {
  const folder = join(data, 'corpora/irs-forms');
  if (!existsSync(folder)) return;
  for (const set of SETS.filter(({ name }) => forms.length === 0 || forms.includes(name))) {
    const blank = readBlank(folder, set.name);
    const samples = await readSet(set, blank, reader);
    const schema = set.fields === undefined ? blank.schema : schemaOf(set.fields);
    for (const [mode, isOwnReader] of modes.flatMap((one) => [[one, true] as const, [one, false] as const])) {
      const counts = emptyCounts();
      for (const held of samples) {
        const others = samples
          .filter((one) => one !== held)
          .map((one, i) => ({ ...one, labeled: isOwnReader ? one.labeled : asOtherReader(one.labeled, SEED + i) }));
        add(counts, judge([held], others, schema, mode, verbose));
      }
      console.log(
        `labeled set of ${set.name}, ${samples.length} files, leave-one-out, ${mode}${isOwnReader ? '' : ', labeled with another reader'}: ${figures(counts)}`,
      );
    }
  }
}

const EDITION_FORMS = ['fw9', 'f1099msc', 'f1099nec', 'f1099div', 'fw4', 'f1098'];
/** Copies of an edition to train on, and of another edition to judge. */
const EDITION_FILES: readonly Condition[] = ['clean', 'clean', 'clean', 'clean', 'scan'];
const OTHER_FILES: readonly Condition[] = ['clean', 'clean', 'scan'];

/** Trained on five copies of one edition of a form, three copies of another edition and three of the same. */
export async function benchEditions(
  data: string,
  reader: Reader,
  { modes, forms, verbose }: { modes: readonly Mode[]; forms: readonly string[]; verbose: boolean },
): Promise<void> {
  const folder = join(data, 'corpora/irs-forms');
  if (!existsSync(folder)) return;
  const totals = new Map<string, Counts>();
  for (const name of EDITION_FORMS.filter((one) => forms.length === 0 || forms.includes(one))) {
    const blank = readBlank(folder, name);
    const read = async (conditions: readonly Condition[], from: number): Promise<Sample[]> => {
      const samples: Sample[] = [];
      for (const [i, condition] of conditions.entries()) samples.push(await filledCopy(blank, 0, SEED + from + i, condition, reader));
      return samples;
    };
    const [trained, same] = [await read(EDITION_FILES, 100), await read(OTHER_FILES, 200)];
    for (const mode of modes)
      for (const [edition, samples] of [
        ['the same edition', same],
        ['another edition', same.map(asOtherEdition)],
      ] as const) {
        const counts = judge(samples, trained, blank.schema, mode, verbose);
        console.log(`  ${name}, ${mode}, ${edition}: ${figures(counts)}`);
        const total = totals.get(`${mode}, ${edition}`) ?? emptyCounts();
        add(total, counts);
        totals.set(`${mode}, ${edition}`, total);
      }
  }
  console.log('editions of IRS forms, trained on five copies of one, three copies judged:');
  for (const [title, counts] of totals) console.log(`  ${title}: ${figures(counts)}`);
}
