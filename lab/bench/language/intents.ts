/**
 * Intents: our engine with and without sentence vectors compared with NLP.js, on the same splits in the same run.
 * Accuracy and macro F1 count None like any other intent; `closed` is the accuracy where only intents of the
 * training set are allowed, as in most published figures; `outside` is the share of texts of other sets that get None. Few-shot rows
 * are draws from the pool of SNIPS. Times are CPU times of this process, except for the set of generated texts, which is trained with all
 * processors. Our learner does not depend on the order of rows; NLP.js does, so it gets them shuffled.
 */
import { createRequire } from 'node:module';
import { embedTexts, vectorSizeFor } from '../../../src/engines/loaders/language/sentence-encoder.ts';
import { readIntentModel, writeIntentModel } from '../../../src/engines/language/intents/checkpoint.ts';
import { calibrationError, evaluate } from '../../../src/engines/language/intents/evaluation/evaluate.ts';
import type { IntentModel } from '../../../src/engines/language/intents/model.ts';
import { trainIntents } from '../../../src/engines/language/intents/training/train.ts';
import { drawPerIntent, generateUtterances, hasUtterances, readUtterances, shuffled, splits } from './data.ts';
import type { Split, Utterance } from './data.ts';

/** The best intent, and all intents, best first. */
interface Answer {
  readonly intent: string;
  readonly score: number;
  readonly ranking: readonly string[];
}
interface Learner {
  readonly name: string;
  train(rows: readonly Utterance[]): Promise<{ answer(text: string): Answer | Promise<Answer>; megabytes: number | null; note: string }>;
}
interface Row {
  readonly learner: string;
  readonly accuracy: number;
  readonly closed: number;
  readonly macroF1: number;
  readonly error: number;
  readonly outside: number;
  readonly trainS: number;
  readonly wallS: number;
  readonly queryMs: number;
  readonly slowMs: number;
  readonly megabytes: number | null;
  readonly right: number;
  readonly tests: number;
  readonly note: string;
}

const SMALL = ['chatbot', 'askubuntu'];
const FEW = [5, 10, 20];
const SEEDS = [1, 2, 3];

export async function intents(folder: string): Promise<void> {
  if (hasUtterances(folder)) await printSplits(folder);
  else console.log(`No utterances under ${folder}/nlu; only the generated set is run.`);
  await printGenerated();
}

async function printSplits(folder: string): Promise<void> {
  const learners = [ours('words', false), ours('with sentences', true), nlpJs()];
  const rows: { split: string; row: Row }[] = [];
  console.log('Intents on held-out tests; CPU times');
  console.log(
    `${'set (train / test)'.padEnd(32)}${'learner'.padEnd(18)}${['accuracy', 'closed', 'macro F1', 'cal. err', 'outside', 'train s', 'query ms', 'slow ms', 'MB'].map((name) => name.padStart(10)).join('')}`,
  );
  const travel = SMALL.flatMap((name) => readUtterances(folder, `${name}.test`)).filter(({ intent }) => intent !== 'None');
  const snips = readUtterances(folder, 'snips.test');
  for (const split of [...splits(folder), ...fewShotSplits(folder)]) {
    for (const learner of learners) {
      const row = await measure(learner, split, SMALL.includes(split.name) ? snips : travel);
      rows.push({ split: split.name, row });
      const numbers = [
        row.accuracy.toFixed(3),
        row.closed.toFixed(3),
        row.macroF1.toFixed(3),
        row.error.toFixed(3),
        row.outside.toFixed(3),
        row.trainS.toFixed(2),
        row.queryMs.toFixed(2),
        row.slowMs.toFixed(2),
        row.megabytes?.toFixed(1) ?? '-',
      ];
      console.log(
        `${`${split.name} (${split.train.length} / ${split.test.length})`.padEnd(32)}${row.learner.padEnd(18)}${numbers.map((text) => text.padStart(10)).join('')}  ${row.note}`,
      );
    }
  }
  const of = (learner: string, names?: readonly string[]): Row[] =>
    rows.filter(({ split, row }) => row.learner === learner && (names === undefined || names.includes(split))).map(({ row }) => row);
  const overall = (found: readonly Row[]): number =>
    found.reduce((sum, { right }) => sum + right, 0) / found.reduce((sum, { tests }) => sum + tests, 0);
  const peer = learners[2]!.name;
  console.log();
  for (const { name } of learners.slice(0, 2)) {
    const small = overall(of(name, SMALL));
    const peerSmall = overall(of(peer, SMALL));
    console.log(
      `${name}: small sets ${small.toFixed(3)}, ${peer} ${peerSmall.toFixed(3)}, ratio ${(small / peerSmall).toFixed(3)}; all sets ${overall(of(name)).toFixed(3)} against ${overall(of(peer)).toFixed(3)}, ratio ${(overall(of(name)) / overall(of(peer))).toFixed(3)}`,
    );
    verdict(`${name}, small sets, accuracy`, small, 0.93, 'at least');
    verdict(`${name}, calibration error over all answers`, overallError(of(name)), 0.03, 'at most');
    verdict(
      `${name}, query at the median, slowest set`,
      Math.max(...of(name).map(({ queryMs }) => queryMs)),
      name === 'words' ? 3 : 10,
      'at most',
    );
    for (const count of FEW) {
      const found = of(
        name,
        SEEDS.map((seed) => fewShotName(count, seed)),
      );
      const mean = (field: 'accuracy' | 'closed' | 'error' | 'outside'): string =>
        (found.reduce((sum, row) => sum + row[field], 0) / found.length).toFixed(3);
      console.log(
        `${name}, SNIPS ${count} an intent, mean of ${found.length}: accuracy ${mean('accuracy')}, closed ${mean('closed')}, calibration error ${mean('error')}, outside ${mean('outside')}`,
      );
    }
  }
}

function fewShotName(count: number, seed: number): string {
  return `snips ${count}, draw ${seed}`;
}

function fewShotSplits(folder: string): Split[] {
  const [pool, test] = [readUtterances(folder, 'snips.train300'), readUtterances(folder, 'snips.test')];
  return FEW.flatMap((count) => SEEDS.map((seed) => ({ name: fewShotName(count, seed), train: drawPerIntent(pool, count, seed), test })));
}

/** Mean over sets, weighted by their tests. */
function overallError(rows: readonly Row[]): number {
  return rows.reduce((sum, { error, tests }) => sum + error * tests, 0) / rows.reduce((sum, { tests }) => sum + tests, 0);
}

async function printGenerated(): Promise<void> {
  const all = generateUtterances(11_000, 1);
  const split: Split = { name: 'generated, 77 intents', train: all.slice(0, 10_000), test: all.slice(10_000) };
  console.log('\nTraining time: 10,000 generated texts in 77 intents, wall time with all processors');
  for (const learner of [ours('words', false), ours('with sentences', true)]) {
    const { trainS, wallS, queryMs, slowMs, megabytes, accuracy, note } = await measure(learner, split, []);
    console.log(
      `${learner.name.padEnd(18)} accuracy ${accuracy.toFixed(3)}, training ${trainS.toFixed(1)} s of CPU, query ${queryMs.toFixed(2)} ms, 95 % ${slowMs.toFixed(2)} ms, model ${megabytes!.toFixed(1)} MB  ${note}`,
    );
    verdict(`${learner.name}, training, s`, wallS, 30, 'at most');
  }
}

async function measure(learner: Learner, { train, test }: Split, others: readonly Utterance[]): Promise<Row> {
  const [started, startedMs] = [cpuMs(), performance.now()];
  const model = await learner.train(train);
  const [trainS, wallS] = [(cpuMs() - started) / 1000, (performance.now() - startedMs) / 1000];
  const answers: Answer[] = [];
  const times: number[] = [];
  for (const { text } of test) {
    const before = cpuMs();
    answers.push(await model.answer(text));
    times.push(cpuMs() - before);
  }
  const quality = evaluate(test.map(({ intent }, i) => ({ expected: [intent], predicted: [answers[i]!.intent] })));
  const top = test.map(({ intent }, i) => ({ score: answers[i]!.score, right: answers[i]!.intent === intent }));
  const known = new Set(train.map(({ intent }) => intent));
  const closed = test.filter(({ intent }, i) => answers[i]!.ranking.find((one) => known.has(one)) === intent).length / test.length;
  times.sort((a, b) => a - b);
  let outside = 0;
  for (const { text } of others) if ((await model.answer(text)).intent === 'None') outside++;
  return {
    learner: learner.name,
    accuracy: quality.accuracy,
    closed,
    macroF1: quality.macro.f1,
    error: calibrationError(top),
    outside: outside / Math.max(1, others.length),
    trainS,
    wallS,
    queryMs: times[Math.floor(times.length / 2)]!,
    slowMs: times[Math.floor(times.length * 0.95)]!,
    megabytes: model.megabytes,
    right: top.filter(({ right }) => right).length,
    tests: test.length,
    note: model.note,
  };
}

/** CPU time of a query with words alone, relative to NLP.js on the same generated texts; one ratio per round. */
export async function queryTimeRatios(rounds: number): Promise<number[]> {
  const all = generateUtterances(1000, 1);
  const [train, texts] = [all.slice(0, 800), all.slice(800).map(({ text }) => text)];
  const models = [await ours('words', false).train(train), await nlpJs().train(train)] as const;
  const ratios: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const times: number[] = [];
    for (const { answer } of models) {
      const before = cpuMs();
      for (let pass = 0; pass < 4; pass++) for (const text of texts) await answer(text);
      times.push(cpuMs() - before);
    }
    if (round >= 0) ratios.push(times[0]! / times[1]!);
  }
  return ratios;
}

function ours(name: string, hasSentences: boolean): Learner {
  return {
    name,
    train: async (rows) => {
      const size = vectorSizeFor('en', false, rows.length);
      const { model, settings } = await trainIntents(
        rows.map(({ text, intent }) => ({ text, intents: [intent] })),
        { noneIntent: 'None', ...(hasSentences && { embed: (texts) => embedTexts(texts, size) }) },
      );
      const loaded = readIntentModel(writeIntentModel(model));
      const answer = async (text: string): Promise<Answer> => {
        const { intents } = loaded.predict(text, { sentence: loaded.sentenceSize > 0 ? (await embedTexts([text], size))[0] : undefined });
        return { ...intents[0]!, ranking: intents.map(({ intent }) => intent) };
      };
      return {
        answer,
        megabytes: sizeOf(loaded) / 1e6,
        note: `sentence ${settings.sentence}, blocks ${settings.blocks.slice(0, 3).join(' ')}, cost ${settings.cost}`,
      };
    },
  };
}

/** Size of the tables of a loaded model. */
function sizeOf({ parts: { columns, weights, none } }: IntentModel): number {
  const near = none?.neighbors;
  const tables = [
    columns.keys,
    columns.idf,
    weights.scales,
    weights.numbers,
    ...(near ? [near.sentences, near.lengths, near.wordColumns, near.wordValues, near.wordEnds, ...near.byClass] : []),
  ];
  return tables.reduce((sum, table) => sum + table.byteLength, 0);
}

interface Nlp {
  addDocument(locale: string, text: string, intent: string): void;
  train(): Promise<unknown>;
  process(locale: string, text: string): Promise<{ intent: string; score: number; classifications: { intent: string }[] }>;
}

function nlpJs(): Learner {
  return {
    name: 'NLP.js',
    train: async (rows) => {
      const { NlpManager } = createRequire(import.meta.url)('node-nlp') as { NlpManager: new (settings: object) => Nlp };
      const nlp = new NlpManager({ languages: ['en'], forceNER: false, autoSave: false, autoLoad: false, nlu: { log: false } });
      for (const { text, intent } of shuffled(rows, 1)) nlp.addDocument('en', text, intent);
      await nlp.train();
      return {
        answer: async (text) => {
          const { intent, score, classifications } = await nlp.process('en', text);
          return { intent, score, ranking: classifications.map((one) => one.intent) };
        },
        megabytes: null,
        note: '',
      };
    },
  };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function verdict(what: string, value: number, bar: number, side: 'at least' | 'at most'): void {
  const met = side === 'at least' ? value >= bar : value <= bar;
  console.log(`${met ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(3)}, ${side} ${bar}`);
}
