/**
 * Active learning: accuracy by the number of labels, where the texts to label are those that the server suggests, beside texts drawn at
 * random. Both begin with the same text of each label and learn the label of every text they ask for, as many at a time as there are
 * labels. Only intents of the training set may be answered; the tests are the same in all rounds.
 */
import { suggest } from '../../../src/engines/language/intents/evaluation/suggest.ts';
import { wordVector } from '../../../src/engines/language/intents/features/word-vector.ts';
import { trainIntents } from '../../../src/engines/language/intents/training/train.ts';
import { createVectors, fewSets } from './few.ts';
import type { FewRow, Vectors } from './few.ts';
import { shuffled } from './data.ts';

const ROUNDS = 4;
const DRAWS = 2;
const MAX_TESTS = 600;
const CULTURE = 'en-us';

type Choose = (pool: readonly FewRow[], taught: readonly FewRow[], model: Model, wanted: number) => Promise<FewRow[]>;
type Model = Awaited<ReturnType<typeof trainIntents>>['model'];

export async function active(folder: string): Promise<void> {
  console.log(`\nActive learning, closed, mean of ${DRAWS} draws: texts at random → texts that the server suggests`);
  console.log(`| set (labels) | ${Array.from({ length: ROUNDS + 1 }, (_, i) => `${i + 1} a label`).join(' | ')} |`);
  console.log(`|---|${'---|'.repeat(ROUNDS + 1)}`);
  for (const [name, rows] of fewSets(folder)) {
    const labels = new Set(rows.map(({ label }) => label)).size;
    const embed = await createVectors(rows, 'current');
    const runs: number[][][] = [];
    for (let seed = 1; seed <= DRAWS; seed++)
      runs.push([await learn(rows, seed, embed, atRandom), await learn(rows, seed, embed, bySuggestion(embed))]);
    const mean = (strategy: number, round: number): string =>
      (runs.reduce((sum, run) => sum + run[strategy]![round]!, 0) / runs.length).toFixed(3);
    console.log(`| ${name} (${labels}) | ${Array.from({ length: ROUNDS + 1 }, (_, i) => `${mean(0, i)} → ${mean(1, i)}`).join(' | ')} |`);
  }
}

/** The accuracy after each round. */
async function learn(rows: readonly FewRow[], seed: number, embed: Vectors, choose: Choose): Promise<number[]> {
  const mixed = shuffled(rows, seed);
  const tests = mixed.slice(0, Math.min(MAX_TESTS, mixed.length >> 1));
  let pool = mixed.slice(tests.length);
  let taught = [...Map.groupBy(pool, ({ label }) => label).values()].map((own) => own[0]!);
  const asked = taught.length;
  const accuracies: number[] = [];
  for (let round = 0; ; round++) {
    pool = pool.filter((row) => !taught.includes(row));
    const { model } = await trainIntents(
      taught.map(({ text, label }) => ({ text, intents: [label] })),
      { embed },
    );
    accuracies.push(await accuracy(model, tests, embed));
    if (round === ROUNDS) return accuracies;
    taught = [...taught, ...(await choose(pool, taught, model, asked))];
  }
}

async function atRandom(pool: readonly FewRow[], _taught: readonly FewRow[], _model: Model, wanted: number): Promise<FewRow[]> {
  return pool.slice(0, wanted);
}

function bySuggestion(embed: Vectors): Choose {
  return async (pool, taught, model, wanted) => {
    const vectors = await embed(pool.map(({ text }) => text));
    const log = pool.map(({ text }, i) => ({
      text,
      culture: CULTURE,
      scores: predict(model, text, vectors[i]!).map(({ score }) => score),
      vector: wordVector(text, CULTURE),
    }));
    const examples = taught.map(({ text }) => wordVector(text, CULTURE));
    return suggest(log, examples, wanted).map(({ index }) => pool[index]!);
  };
}

function predict(model: Model, text: string, vector: Float32Array): ReturnType<Model['predict']>['intents'] {
  return model.predict(text, { sentence: model.sentenceSize > 0 ? vector : undefined }).intents;
}

async function accuracy(model: Model, tests: readonly FewRow[], embed: Vectors): Promise<number> {
  const vectors = await embed(tests.map(({ text }) => text));
  return tests.filter(({ text, label }, i) => predict(model, text, vectors[i]!)[0]!.intent === label).length / tests.length;
}
