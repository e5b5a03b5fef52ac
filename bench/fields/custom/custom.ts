/**
 * Bench of custom models: leave-one-out on the sample containers, generated form families in five variants and with
 * individual layouts, forms unlike the training forms, training cost, and classifiers. Baseline in the same run: the
 * words at the positions of the first form's labels. Options: --data FOLDER (or PERENNIAL_BENCH_DATA; ../shared/data) ·
 * --families 6 · --seed 1000 · --only w8,invoice,variants,shuffled,unseen,scans,signatures,classifier · --verbose. Seeds
 * below 1000 were used in development; quote figures for seeds from 1000 on.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { extract } from '../../../src/engines/forms/extract.ts';
import { classifyForm } from '../../../src/engines/forms/classifier/classify.ts';
import { trainClassifier } from '../../../src/engines/forms/classifier/train.ts';
import { formFromLayout } from '../../../src/engines/forms/form/form.ts';
import type { Form } from '../../../src/engines/forms/form/form.ts';
import type { Mode } from '../../../src/engines/forms/model.ts';
import { trainForms } from '../../../src/engines/forms/train.ts';
import type { Reader } from '../../../src/engines/reading/ocr/reader.ts';
import { loadReader } from '../../../src/engines/runtime/reading/load-reader.ts';
import { familyOf } from './form-family.ts';
import { benchSignatures } from './signatures.ts';
import { archived, cpuSeconds, layoutOf, readSamples, scanned } from './read-samples.ts';
import type { Raw, Sample, Samples } from './read-samples.ts';
import { add, countsOf, f1, none, samePlaces, flattenValues } from './score.ts';
import type { Counts } from './score.ts';

export interface CustomBenchOptions { data?: string; families?: number; seed?: number; only?: readonly string[]; tell?: boolean }

const MODES: readonly Mode[] = ['template', 'neural'];

export async function customBench({ data = process.env['PERENNIAL_BENCH_DATA'] ?? join(import.meta.dirname, '../../../../shared/data'), families = 6, seed = 1000, only = [], tell = false }: CustomBenchOptions = {}): Promise<void> {
  const wanted = (part: string): boolean => only.length === 0 || only.includes(part);
  const reader = await loadReader();
  try {
    for (const [part, title, archive, folder] of [
      ['w8', 'W-8BEN, 6 forms, one of them handwritten', 'w8-training-data.zip', 'w8-training-data/'],
      ['invoice', 'invoices, 5 forms', 'invoice-sample_data_with_labels.zip', 'sample_data_with_labels/v2_1_preview/Train/'],
    ] as const) {
      const path = join(data, 'document/custom', archive);
      if (!wanted(part)) continue;
      if (!existsSync(path)) console.log(`${title}: not measured, there is no ${path}`);
      else await benchContainer(title, archived(path, folder), reader, tell);
    }
    if (wanted('variants')) await benchFamilies('five variants', false, families, seed, reader, tell);
    if (wanted('scans')) await benchScans(seed, reader, tell);
    if (wanted('signatures')) await benchSignatures(families, seed, reader, tell);
    if (wanted('classifier')) await benchClassifier(families, seed, reader);
    if (wanted('shuffled')) await benchFamilies('a layout of its own for every form', true, families, seed, reader, tell);
    if (wanted('strange')) for (const strange of STRANGE) await benchStrange(strange, families, seed, reader, tell);
  } finally {
    await reader.close();
  }
}

async function benchContainer(title: string, { fields, forms }: { fields: Uint8Array; forms: Raw[] }, reader: Reader, tell: boolean): Promise<void> {
  const samples = await readSamples(fields, forms, reader);
  console.log(`${title}: read in ${samples.cpuSeconds.toFixed(1)} CPU s`);
  for (const mode of MODES) {
    const { counts, each } = leaveOneOut(samples, samples.all, mode, tell);
    console.log(`  ${mode}, leave-one-out: ${figures(counts)}`);
    const digital = none();
    each.forEach((one, i) => samples.all[i]!.name.endsWith('.pdf') && add(digital, one));
    if (digital.labelled < counts.labelled) console.log(`    PDF files alone: ${figures(digital)}`);
    console.log(`    ${samples.all.map(({ name }, i) => `${name} ${f1(each[i]!, each[i]!.right).toFixed(2)}`).join(' · ')}`);
    buildCost(samples, mode);
  }
  console.log(`  baseline: ${figures(baselineOf(samples))}`);
}

function leaveOneOut(samples: Samples, all: readonly Sample[], mode: Mode, tell: boolean): { counts: Counts; each: Counts[] } {
  const counts = none();
  const each = all.map((held) => {
    const model = trainForms(all.filter((one) => one !== held).map(({ labelled }) => labelled), samples.schema, mode, { minForms: 2 });
    const own = scored(samples, held, extract(model, held.layout)[0]!, tell, `${mode} ${held.name}`);
    add(counts, own);
    return own;
  });
  return { counts, each };
}

function scored({ tags }: Samples, { labelled }: Sample, document: ReturnType<typeof extract>[number], tell: boolean, name: string): Counts {
  return countsOf(labelled, tags, flattenValues(document), tell ? (line) => console.log(`      ${name} ${line}`) : undefined);
}

function buildCost(samples: Samples, mode: Mode): void {
  const before = cpuSeconds();
  trainForms(samples.all.map(({ labelled }) => labelled), samples.schema, mode, { minForms: 2 });
  console.log(`    a build of ${samples.all.length} forms: ${(cpuSeconds() - before).toFixed(1)} CPU s`);
}

function baselineOf({ tags, all }: Samples): Counts {
  const counts = none();
  for (const held of all) add(counts, countsOf(held.labelled, tags, samePlaces(all.find((one) => one !== held)!.labelled, tags, held.labelled)));
  return counts;
}

/** Six labelled forms of a family: each extracted by a model of the other five, and five new forms by a model of all six. */
async function benchFamilies(title: string, shuffled: boolean, families: number, seed: number, reader: Reader, tell: boolean): Promise<void> {
  const [left, fresh] = [{ template: none(), neural: none() }, { template: none(), neural: none() }];
  const [plain, cost] = [none(), { template: 0, neural: 0 }];
  let read = 0;
  for (let i = 0; i < families; i++) {
    const family = familyOf(seed + i, shuffled);
    const raw = async (variants: readonly number[], from: number): Promise<Raw[]> => (await family.forms(variants, from)).map(({ bytes, labels }, n) => ({ name: `${seed + i}-${from}-${n}`, bytes, labels }));
    const samples = await readSamples(family.fields, await raw([0, 1, 2, 3, 4, 0], (seed + i) * 10), reader);
    const others = await readSamples(family.fields, await raw([0, 1, 2, 3, 4], (seed + i) * 10 + 1), reader);
    read += samples.cpuSeconds;
    for (const mode of MODES) {
      add(left[mode], leaveOneOut(samples, samples.all, mode, tell).counts);
      const before = cpuSeconds();
      const model = trainForms(samples.all.map(({ labelled }) => labelled), samples.schema, mode);
      cost[mode] += cpuSeconds() - before;
      for (const other of others.all) add(fresh[mode], scored(samples, other, extract(model, other.layout)[0]!, tell, `new ${mode} ${other.name}`));
    }
    add(plain, baselineOf(samples));
  }
  console.log(`made-up families, ${title}: ${families} families of 6 labelled forms, reading ${(read / families).toFixed(1)} CPU s a family`);
  for (const mode of MODES) {
    console.log(`  ${mode}, leave-one-out: ${figures(left[mode])}`);
    console.log(`  ${mode}, five other forms: ${figures(fresh[mode])} · a build ${(cost[mode] / families).toFixed(1)} CPU s`);
  }
  console.log(`  baseline: ${figures(plain)}`);
}

/** Test forms that differ from the six training forms, by index of the family. */
interface Strange { title: string; shuffled: boolean; built: (i: number) => number[]; others: (i: number) => number[]; wordings: readonly [built: readonly (0 | 1 | 2)[], others: readonly (0 | 1 | 2)[]] }

const STRANGE: readonly Strange[] = [
  { title: 'built of four variants, five forms of the fifth', shuffled: false, built: (i) => [1, 2, 3, 4, 1, 2].map((step) => (i + step) % 5), others: (i) => Array.from({ length: 5 }, () => i % 5), wordings: [[0], [0]] },
  { title: 'built of one variant, five forms with all fields elsewhere', shuffled: false, built: (i) => Array.from({ length: 6 }, () => i % 5), others: (i) => [5, 10, 15, 20, 25].map((step) => (i % 5) + step), wordings: [[0], [0]] },
  { title: 'captions in two wordings, five forms with a third', shuffled: true, built: () => [0, 1, 2, 3, 4, 0], others: () => [0, 1, 2, 3, 4], wordings: [[0, 1], [2]] },
];

async function benchStrange({ title, shuffled, built, others, wordings }: Strange, families: number, seed: number, reader: Reader, tell: boolean): Promise<void> {
  const counts = { template: none(), neural: none() };
  for (let i = 0; i < families; i++) {
    const family = familyOf(seed + i, shuffled);
    const read = async (variants: readonly number[], from: number, worded: readonly (0 | 1 | 2)[]): Promise<Samples> => readSamples(family.fields, (await family.forms(variants, from, worded)).map(({ bytes, labels }, n) => ({ name: `${seed + i}-${n}`, bytes, labels })), reader);
    const samples = await read(built(i), (seed + i) * 10, wordings[0]);
    const strange = await read(others(i), (seed + i) * 10 + 1, wordings[1]);
    for (const mode of MODES) {
      const model = trainForms(samples.all.map(({ labelled }) => labelled), samples.schema, mode);
      for (const other of strange.all) add(counts[mode], scored(samples, other, extract(model, other.layout)[0]!, tell, `strange ${mode} ${other.name}`));
    }
  }
  console.log(`made-up families, ${title}: ${families} families`);
  for (const mode of MODES) console.log(`  ${mode}: ${figures(counts[mode])}`);
}

/** Trains on six PDF files and extracts five scans. */
async function benchScans(seed: number, reader: Reader, tell: boolean): Promise<void> {
  const family = familyOf(seed, false);
  const named = ({ bytes, labels }: { bytes: Uint8Array; labels: object }, n: number): Raw => ({ name: `scan-${n}`, bytes, labels });
  const samples = await readSamples(family.fields, (await family.forms([0, 1, 2, 3, 4, 0], seed * 10)).map(named), reader);
  const drawn = await family.forms([0, 1, 2, 3, 4], seed * 10 + 2);
  const scans = await readSamples(family.fields, await Promise.all(drawn.map(async ({ bytes, labels }, n) => named({ bytes: await scanned(bytes, 0.4 * (n - 2)), labels }, n))), reader);
  console.log(`made-up family, five variants, built from 6 PDF files, five others as scans, turned by up to 0.8 degrees: read in ${(scans.cpuSeconds / 5).toFixed(1)} CPU s a page`);
  for (const mode of MODES) {
    const model = trainForms(samples.all.map(({ labelled }) => labelled), samples.schema, mode);
    const counts = none();
    for (const scan of scans.all) add(counts, scored(samples, scan, extract(model, scan.layout)[0]!, tell, `scan ${mode} ${scan.name}`));
    console.log(`  ${mode}: ${figures(counts)}`);
  }
}

/** Families as types: six training documents each, and five others joined into one file to split. */
async function benchClassifier(families: number, seed: number, reader: Reader): Promise<void> {
  const types: Record<string, Form[]> = {};
  const others: { docType: string; form: Form }[] = [];
  for (let i = 0; i < families; i++) {
    const family = familyOf(seed + 100 + i, true);
    const [own, fresh] = [await family.forms([0, 1, 2, 3, 4, 5], seed * 7 + i), await family.forms([0, 1, 2, 3, 4], seed * 7 + 500 + i)];
    const forms: Form[] = [];
    for (const { bytes } of own) forms.push(formFromLayout(await layoutOf(bytes, reader)));
    types[`type${i}`] = forms;
    for (const { bytes } of fresh) others.push({ docType: `type${i}`, form: formFromLayout(await layoutOf(bytes, reader)) });
  }
  const before = cpuSeconds();
  const model = trainClassifier(types);
  const cost = cpuSeconds() - before;
  const right = others.filter(({ docType, form }) => classifyForm(model, form, 'none')[0]!.docType === docType).length;
  const file: Form = { pages: others.map(({ form }) => form.pages[0]!), tokens: others.flatMap(({ form }, page) => form.tokens.map((token) => ({ ...token, page }))) };
  const split = classifyForm(model, file, 'auto').filter(({ docType, pages }) => pages.length === 1 && others[pages[0]!]!.docType === docType).length;
  console.log(`classifier of ${families} made-up types, 6 documents each: ${right} of ${others.length} others right, ${split} of ${others.length} found again in one file; built in ${cost.toFixed(1)} CPU s`);
}

function figures(counts: Counts): string {
  const confident = counts.confident === 0 ? '' : ` · given with 0.9 and more: ${counts.confident}, right ${(counts.sureRight / counts.confident).toFixed(3)}`;
  return `F1 ${f1(counts, counts.right).toFixed(3)} by text, ${f1(counts, counts.placed).toFixed(3)} by place (${counts.labelled} values)${confident}`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' }, families: { type: 'string', default: '6' }, seed: { type: 'string', default: '1000' }, only: { type: 'string', default: '' }, tell: { type: 'boolean', default: false } } });
  await customBench({ ...(values.data === undefined ? {} : { data: values.data }), families: Number(values.families), seed: Number(values.seed), only: values.only === '' ? [] : values.only.split(','), tell: values.tell });
}
