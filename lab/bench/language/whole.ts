/**
 * The language engine end to end, one model for all of SNIPS: a text goes through prebuilts, intents and entities
 * as in the server. Intent accuracy counts None as an error; slots count by exact type and span;
 * `both` are texts with the right intent and all slots right. Times are CPU times; memory is what loading a further
 * copy of the trained project adds to the process.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { scoreEntities } from '../../../src/engines/language/entities/evaluation/scores.ts';
import type { Definition, LanguageRow } from '../../../src/engines/language/models/definition.ts';
import { readLanguageModel, writeLanguageModel } from '../../../src/engines/language/models/checkpoint.ts';
import type { LanguageModel } from '../../../src/engines/language/models/model.ts';
import { trainLanguage } from '../../../src/engines/language/models/train.ts';
import { drawPerIntent, hasUtterances, readUtterances } from './data.ts';
import type { Utterance } from './data.ts';

/** Prebuilt entities that an author of such an app would add. */
const PREBUILTS = ['datetimeV2', 'number', 'ordinal'] as const;
const WHEN = { referenceMs: Date.UTC(2020, 0, 1, 12) };
const SEEDS = [1, 2, 3];
const COPIES = 10;

type Labeled = { readonly labels: readonly { readonly entity: string }[] };

/** A project with the learned entities of the rows and the prebuilt ones. */
export function definitionOf(rows: readonly Labeled[], intents: readonly string[] = []): Definition {
  const learned = [...new Set(rows.flatMap(({ labels }) => labels.map(({ entity }) => entity)))].sort();
  return {
    culture: 'en-us',
    intents,
    noneIntent: 'None',
    phraseLists: [],
    regexFeatures: [],
    patterns: [],
    anys: [],
    entities: [...learned.map((name) => ({ name, learned: true })), ...PREBUILTS.map((kind) => ({ name: kind, prebuilts: [kind] }))],
  };
}

export async function whole(folder: string): Promise<void> {
  if (!hasUtterances(folder)) return;
  const [pool, full, test] = [
    readUtterances(folder, 'snips.train300'),
    readUtterances(folder, 'snips.train'),
    readUtterances(folder, 'snips.test'),
  ];
  console.log('\nThe language engine end to end on SNIPS, one model, words only');
  console.log(
    '| rows | intent accuracy | slot F1 | both | train s cpu | ms cpu a query, median / 95 % | MB stored | MB loaded |\n|---|---|---|---|---|---|---|---|',
  );
  for (const count of [10, 70, 300]) {
    const runs: number[][] = [];
    for (const seed of count === 300 ? SEEDS.slice(0, 1) : SEEDS) runs.push(await measure(drawPerIntent(pool, count, seed), test));
    print(
      `${count} an intent, mean of ${runs.length}`,
      runs[0]!.map((_, i) => runs.reduce((sum, run) => sum + run[i]!, 0) / runs.length),
    );
  }
  print('all', await measure(full, test));
}

function print(name: string, [accuracy, f1, both, seconds, median, slowest, stored, loaded]: readonly number[]): void {
  console.log(
    `| ${name} | ${accuracy!.toFixed(3)} | ${f1!.toFixed(3)} | ${both!.toFixed(3)} | ${seconds!.toFixed(1)} | ${median!.toFixed(2)} / ${slowest!.toFixed(2)} | ${stored!.toFixed(1)} | ${loaded!.toFixed(1)} |`,
  );
}

async function measure(train: readonly Utterance[], test: readonly Utterance[]): Promise<number[]> {
  const rows = train.map(({ text, intent, entities }): LanguageRow => ({ text, intents: [intent], labels: entities }));
  const learned = new Set(rows.flatMap(({ labels }) => labels.map(({ entity }) => entity)));
  const started = cpuMs();
  const { model } = await trainLanguage(definitionOf(rows, [...new Set(train.map(({ intent }) => intent))].sort()), rows);
  const trained = cpuMs();
  const times: number[] = [];
  const answers = test.map(({ text }) => {
    const startedMs = cpuMs();
    const answer = model.predict(text, { when: WHEN });
    times.push(cpuMs() - startedMs);
    return answer;
  });
  times.sort((a, b) => a - b);
  const judged = test.map(({ entities }, i) => ({
    labels: entities,
    found: answers[i]!.entities.filter(({ entity }) => learned.has(entity)),
  }));
  const isRight = test.map(({ intent }, i) => answers[i]!.intents[0]?.intent === intent);
  const both = judged.filter(
    (one, i) => isRight[i] && one.found.length === one.labels.length && scoreEntities([one]).micro.right === one.labels.length,
  ).length;
  return [
    isRight.filter(Boolean).length / test.length,
    scoreEntities(judged).micro.f1,
    both / test.length,
    (trained - started) / 1000,
    times[Math.floor(times.length / 2)]!,
    times[Math.floor(times.length * 0.95)]!,
    ...memoryOf(model),
  ];
}

/** Size of a trained project in MB, stored and loaded. */
function memoryOf(model: LanguageModel): [stored: number, loaded: number] {
  const bytes = writeLanguageModel(model);
  // Memory of the training is freed gradually: copies are loaded until it is freed.
  for (let i = 0; i < 3; i++) readLanguageModel(bytes);
  const before = usedBytes();
  const copies = Array.from({ length: COPIES }, () => readLanguageModel(bytes));
  const after = usedBytes();
  return [bytes.length / 1e6, (after - before) / copies.length / 1e6];
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 3; i++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
