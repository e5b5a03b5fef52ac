/**
 * Intents from few examples: 1, 3, 5, 10 and 30 a label, on English utterances that the encoder never saw: bots, and labels of other bots,
 * that a hash of their names keeps apart (lab/training/sentences/utterances.ts), and SNIPS divided by intent and slots. The engine is
 * trained with the encoder of 1.0.0-rc.1 and with that in use, on the same draws. Only intents of the training set may be answered.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { trainIntents } from '../../../src/engines/language/intents/training/train.ts';
import { JOINED_SIZE, embedTexts } from '../../../src/engines/loaders/language/sentence-encoder.ts';
import type { WeightsVersion } from '../../../src/engines/loaders/language/sentence-weights.ts';
import { readLabeled } from '../../training/sentences/utterances.ts';
import { hasUtterances, readUtterances, shuffled } from './data.ts';

export type FewRow = { readonly text: string; readonly label: string };

const EXAMPLES = [1, 3, 5, 10, 30];
const DRAWS = 2;
const MIN_LABELS = 6;
const MAX_TESTS = 20;
const VERSIONS: readonly WeightsVersion[] = ['former', 'current'];
const CHUNK = 300;

export async function few(folder: string): Promise<void> {
  const sets = fewSets(folder);
  if (sets.size === 0) return console.log(`No utterances under ${folder}/corpora/intents and ${folder}/nlu; few examples are skipped.`);
  console.log(`\nFew examples, closed, mean of ${DRAWS} draws: the encoder of 1.0.0-rc.1 and that in use`);
  console.log(`| set (labels) | ${EXAMPLES.join(' | ')} |\n|---|${EXAMPLES.map(() => '---').join('|')}|`);
  const totals = EXAMPLES.map(() => VERSIONS.map((): number[] => []));
  for (const [name, rows] of sets) {
    const vectors = await Promise.all(VERSIONS.map(async (version) => await createVectors(rows, version)));
    const cells: string[] = [];
    for (const [i, examples] of EXAMPLES.entries()) {
      const draws = Array.from({ length: DRAWS }, (_, seed) => draw(rows, examples, seed + 1)).filter(({ tests }) => tests.length > 0);
      const scores: number[] = [];
      for (const [v, own] of vectors.entries()) {
        const found: number[] = [];
        for (const { train, tests } of draws) found.push(await accuracy(train, tests, own));
        scores.push(mean(found));
        if (draws.length > 0) totals[i]![v]!.push(mean(found));
      }
      cells.push(draws.length > 0 ? scores.map((score) => score.toFixed(3)).join(' → ') : '–');
    }
    console.log(`| ${name} (${new Set(rows.map(({ label }) => label)).size}) | ${cells.join(' | ')} |`);
  }
  console.log(`| mean | ${totals.map((pair) => pair.map((scores) => mean(scores).toFixed(3)).join(' → ')).join(' | ')} |`);
}

/** By name. */
export function fewSets(folder: string): Map<string, FewRow[]> {
  return new Map([...apartSets(folder), ...snipsBySlots(folder)]);
}

export function apartSets(folder: string, isWanted = (language: string): boolean => language === 'en'): [string, FewRow[]][] {
  if (!existsSync(join(folder, 'corpora', 'intents'))) return [];
  const apart = readLabeled(folder, new URL('none/', import.meta.url)).filter(({ isApart, language }) => isApart && isWanted(language));
  const rows = apart.flatMap(({ text, bot, label }) => (label === undefined ? [] : [{ text, bot, label }]));
  return [...Map.groupBy(rows, ({ bot }) => bot)].filter(([, own]) => new Set(own.map(({ label }) => label)).size >= MIN_LABELS);
}

function snipsBySlots(folder: string): [string, FewRow[]][] {
  if (!hasUtterances(folder)) return [];
  const rows = readUtterances(folder, 'snips.train300').map(({ text, intent, entities }) => ({
    text,
    label: `${intent} ${[...new Set(entities.map(({ entity }) => entity))].sort().join(' ')}`,
  }));
  const wanted = [...Map.groupBy(rows, ({ label }) => label).values()].filter(({ length }) => length >= 20);
  return [['SNIPS by slots', wanted.flat()]];
}

/** Examples of each label that has more, and tests. */
function draw(rows: readonly FewRow[], examples: number, seed: number): { train: FewRow[]; tests: FewRow[] } {
  const split = [...Map.groupBy(rows, ({ label }) => label).values()]
    .filter(({ length }) => length >= examples + 3)
    .map((own) => shuffled(own, seed))
    .map((own) => ({ train: own.slice(0, examples), tests: own.slice(examples, examples + MAX_TESTS) }));
  return split.length < MIN_LABELS
    ? { train: [], tests: [] }
    : { train: split.flatMap(({ train }) => train), tests: split.flatMap(({ tests }) => tests) };
}

export type Vectors = (texts: readonly string[]) => Promise<Float32Array[]>;

/** Vectors of the rows, computed ahead, and of other texts. */
export async function createVectors(rows: readonly FewRow[], version: WeightsVersion, size = JOINED_SIZE): Promise<Vectors> {
  const vectors = new Map<string, Float32Array>();
  const embed: Vectors = async (texts) => {
    const missing = [...new Set(texts)].filter((text) => !vectors.has(text));
    for (let i = 0; i < missing.length; i += CHUNK)
      (await embedTexts(missing.slice(i, i + CHUNK), size, version)).forEach((vector, k) => vectors.set(missing[i + k]!, vector));
    return texts.map((text) => vectors.get(text)!);
  };
  await embed(rows.map(({ text }) => text));
  return embed;
}

async function accuracy(train: readonly FewRow[], tests: readonly FewRow[], embed: Vectors): Promise<number> {
  const examples = train.map(({ text, label }) => ({ text, intents: [label] }));
  const { model } = await trainIntents(examples, { embed });
  const vectors = await embed(tests.map(({ text }) => text));
  const right = tests.filter(({ text, label }, i) => {
    const sentence = model.sentenceSize > 0 ? vectors[i] : undefined;
    return model.predict(text, { sentence }).intents[0]!.intent === label;
  });
  return right.length / tests.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
