/**
 * Entities on the development data: exact type and span, compared with published figures; training time, time per
 * query, calibration, and size of the model. Few-shot draws come from the pool of 300 an intent, one model an
 * intent, tested on the test file, mean of the seeds; F1 of a slot, mean over slots and weighted by how often a
 * slot occurs, without and with the prebuilt kinds that an author of such an app would add, and with the vectors of words. The other
 * rows train on the train file and test on the test file, with the labeled intent given for neither.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../src/engines/shared/random.ts';
import { writeEntities } from '../../../src/engines/language/entities/checkpoint.ts';
import type { EntityModel, ModelRow } from '../../../src/engines/language/entities/model.ts';
import { trainEntities } from '../../../src/engines/language/entities/model.ts';
import type { Scores } from '../../../src/engines/language/entities/evaluation/scores.ts';
import { scoreEntities } from '../../../src/engines/language/entities/evaluation/scores.ts';
import type { Span } from '../../../src/engines/language/entities/tagging/tagger.ts';
import { Finders } from '../../../src/engines/language/models/finders.ts';
import { encodeTexts } from '../../../src/engines/loaders/language/sentence-encoder.ts';
import { definitionOf } from './whole.ts';

type Row = ModelRow & { readonly topic: string };
type Judged = { readonly labels: ModelRow['labels']; readonly found: readonly Span[] };

const SEEDS = [1, 2, 3];
const WHEN = { referenceMs: Date.UTC(2020, 0, 1, 12) };

export async function entities(data: string): Promise<void> {
  const read = (name: string): Row[] =>
    readFileSync(join(data, 'nlu', name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => {
        const row = JSON.parse(line) as { text: string; intent: string; entities: ModelRow['labels'] };
        return { text: row.text, topic: row.intent, labels: row.entities };
      });
  const withWords = async (rows: readonly Row[]): Promise<Row[]> => {
    const encoded = await encodeTexts(rows.map(({ text }) => text));
    return rows.map((row, i) => ({ ...row, words: encoded[i]!.words }));
  };
  trainEntities(read('askubuntu.train.jsonl'));

  console.log('\nEntities, exact type and span, micro-F1');
  table(['set', 'train', 'test', 'F1', 'precision', 'recall', 'train s cpu', 'ms a query', 'calibration error', 'model KB', 'anchor']);
  for (const [set, anchor, prepare] of [
    ['chatbot', 'Rasa 0.927', same],
    ['chatbot', 'with vectors', withWords],
    ['askubuntu', 'Snips 0.794', same],
    ['askubuntu', 'with vectors', withWords],
    ['snips', '(one model for all intents)', same],
  ] as const) {
    const [train, test] = [await prepare(read(`${set}.train.jsonl`)), await prepare(read(`${set}.test.jsonl`))];
    const [model, seconds] = timed(() => trainEntities(train));
    const { judged, milliseconds } = judge(model, test);
    const { micro } = scoreEntities(judged);
    table([
      set,
      train.length,
      test.length,
      micro.f1.toFixed(3),
      micro.precision.toFixed(3),
      micro.recall.toFixed(3),
      seconds.toFixed(1),
      milliseconds.toFixed(2),
      calibrationError(judged).toFixed(3),
      Math.round(writeEntities(model).length / 1024),
      anchor,
    ]);
  }

  console.log('\nSNIPS slots, one model per intent, mean of slots / weighted');
  table(['rows an intent', 'F1', 'train s cpu', 'calibration error', 'LUIS', 'API.ai', 'Snips']);
  const [pool, full, test] = [read('snips.train300.jsonl'), read('snips.train.jsonl'), read('snips.test.jsonl')];
  fewRows(pool, test, '');
  const run = perIntent(test, (topic) => full.filter((row) => row.topic === topic));
  table([
    'all',
    `${run.mean.toFixed(3)} / ${run.weighted.toFixed(3)}`,
    run.seconds.toFixed(1),
    calibrationError(run.judged).toFixed(3),
    '-',
    '-',
    '0.907 / 0.943',
  ]);
  const finders = new Finders(definitionOf(full));
  const withHits = (rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, hits: finders.find(row.text, 'en-us', WHEN).hits }));
  const [poolWithHits, testWithHits] = [withHits(pool), withHits(test)];
  fewRows(poolWithHits, testWithHits, ', prebuilts');
  fewRows(await withWords(poolWithHits), await withWords(testWithHits), ', prebuilts, vectors');
}

function same(rows: Row[]): Promise<Row[]> {
  return Promise.resolve(rows);
}

function fewRows(pool: readonly Row[], test: readonly Row[], note: string): void {
  for (const [count, luis, api, snips] of [
    [10, '0.266 / 0.387', '0.459 / 0.599', '0.473 / 0.606'],
    [50, '0.493 / 0.673', '0.598 / 0.703', '0.699 / 0.802'],
    [70, '0.547 / 0.716', '0.636 / 0.759', '0.740 / 0.838'],
  ] as const) {
    const runs = SEEDS.map((seed) =>
      perIntent(test, (topic) =>
        draw(
          pool.filter((row) => row.topic === topic),
          count,
          seed,
        ),
      ),
    );
    const mean = (field: 'mean' | 'weighted' | 'seconds'): number => runs.reduce((sum, run) => sum + run[field], 0) / runs.length;
    table([
      `${count}${note}`,
      `${mean('mean').toFixed(3)} / ${mean('weighted').toFixed(3)}`,
      mean('seconds').toFixed(1),
      calibrationError(runs.flatMap(({ judged }) => judged)).toFixed(3),
      luis,
      api,
      snips,
    ]);
  }
}

function perIntent(
  test: readonly Row[],
  trainRows: (topic: string) => readonly Row[],
): { mean: number; weighted: number; seconds: number; judged: Judged[] } {
  const judged: Judged[] = [];
  const slots: Scores['micro'][] = [];
  let seconds = 0;
  for (const topic of new Set(test.map((row) => row.topic))) {
    const [model, spent] = timed(() => trainEntities(trainRows(topic)));
    seconds += spent;
    const part = judge(
      model,
      test.filter((row) => row.topic === topic),
    ).judged;
    judged.push(...part);
    slots.push(...Object.values(scoreEntities(part).entities).filter(({ labeled }) => labeled > 0));
  }
  const labeled = slots.reduce((sum, slot) => sum + slot.labeled, 0);
  return {
    mean: slots.reduce((sum, { f1 }) => sum + f1, 0) / slots.length,
    weighted: slots.reduce((sum, slot) => sum + slot.f1 * slot.labeled, 0) / labeled,
    seconds,
    judged,
  };
}

function judge(model: EntityModel, rows: readonly Row[]): { judged: Judged[]; milliseconds: number } {
  for (const row of rows) model.find(row.text, row);
  const times: number[] = [];
  const judged = rows.map((row) => {
    const start = performance.now();
    const found = model.find(row.text, row);
    times.push(performance.now() - start);
    return { labels: row.labels, found };
  });
  return { judged, milliseconds: times.sort((a, b) => a - b)[times.length >> 1]! };
}

/** Mean gap between confidence and accuracy, in ten bins. */
function calibrationError(judged: readonly Judged[]): number {
  const bins = Array.from({ length: 10 }, () => 0);
  let count = 0;
  for (const { labels, found } of judged) {
    for (const { entity, start, end, score } of found) {
      const right = labels.some((label) => label.entity === entity && label.start === start && label.end === end);
      bins[Math.min(9, Math.floor(score * 10))]! += score - (right ? 1 : 0);
      count++;
    }
  }
  return bins.reduce((sum, gap) => sum + Math.abs(gap), 0) / Math.max(1, count);
}

function draw(rows: readonly Row[], count: number, seed: number): Row[] {
  const random = new Random(seed);
  return rows
    .map((row) => ({ row, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ row }) => row);
}

function timed<T>(run: () => T): [T, number] {
  const before = process.cpuUsage();
  const result = run();
  const spent = process.cpuUsage(before);
  return [result, (spent.user + spent.system) / 1e6];
}

function table(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}
