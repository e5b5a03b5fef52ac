import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { writeLanguageModel } from '../engines/language/models/checkpoint.ts';
import type { Definition } from '../engines/language/models/definition.ts';
import { trainLanguage } from '../engines/language/models/train.ts';
import { Failure } from '../kernel/failures.ts';
import type { PoolOptions } from '../kernel/ports/workers.ts';
import { WorkerEnded } from '../kernel/ports/workers.ts';
import { WorkerPool } from '../workers/pool.ts';
import type { TaskMessage } from '../workers/task.ts';
import { startThread } from '../workers/thread.ts';
import type { StartChannel } from '../workers/worker.ts';
import { Predictor } from './predictor.ts';
import { StoredModel } from './stored-model.ts';

const when = { referenceMs: Date.UTC(2024, 4, 1) };
const OPTIONS = { log: { warn: () => undefined }, threads: 2, modelBytes: 2 ** 28, recognizerMs: 10_000 };

const definition: Definition = {
  culture: 'en-us',
  intents: ['Book', 'None'],
  noneIntent: 'None',
  entities: [
    { name: 'number', prebuilts: ['number'] },
    { name: 'Class', list: [{ canonical: 'economy', synonyms: ['coach'] }] },
  ],
  phraseLists: [],
  regexFeatures: [],
  patterns: [{ template: 'off to {Place}', intent: 'Book' }],
  anys: [{ entity: 'Place' }],
};

describe('predictor', async () => {
  const rows = ['book a seat', 'two seats please', 'a coach seat'].map((text) => ({ text, intents: ['Book'], labels: [] }));
  const { model } = await trainLanguage(definition, [...rows, { text: 'hello', intents: ['None'], labels: [] }]);
  const bytes = writeLanguageModel(model);
  let reads = 0;
  const blobs = { get: async () => (reads++, bytes.slice()) };
  const predictor = new Predictor({ ...OPTIONS, workers: { start: (_, options) => new WorkerPool(startThread, options) } });
  after(() => predictor.close());

  it('answers as the model does', async () => {
    const stored = new StoredModel('a', 'blob', blobs);
    assert.deepEqual(await predictor.describe(stored), {
      entities: [
        { name: 'number', hasList: false, hasRegexes: false, hasPrebuilts: true },
        { name: 'Class', hasList: true, hasRegexes: false, hasPrebuilts: false },
      ],
      anys: ['Place'],
    });
    for (const text of ['2 coach seats', 'off to the sea', 'hello', '12 ☃ and 3']) {
      const { prediction, template } = await predictor.predict(stored, { account: 'a', text, when });
      assert.deepEqual(prediction, model.predict(text, { when }));
      assert.equal(template, text.startsWith('off') ? 'off to {Place}' : undefined);
      assert.equal(prediction.leftOut, undefined);
    }
  });

  it('loads a model once, and again after it was dropped', async () => {
    reads = 0;
    const ask = (stored: StoredModel): Promise<unknown> => predictor.predict(stored, { account: 'a', text: 'hello', when });
    const stored = new StoredModel('a', 'another', blobs);
    await ask(stored);
    await ask(stored);
    assert.equal(reads, 1);
    stored.drop();
    await ask(new StoredModel('a', 'another', blobs));
    assert.equal(reads, 2);
  });

  it('reports a model of another version as outdated', async () => {
    const stored = new StoredModel('a', 'old', { get: async () => Buffer.from('something else entirely') });
    assert.equal(await predictor.describe(stored), 'outdated');
  });

  it('refuses a dropped model whose blob is gone', async () => {
    const stored = new StoredModel('a', 'gone', { get: async () => undefined });
    stored.drop();
    await assert.rejects(predictor.predict(stored, { account: 'a', text: 'hello', when }), { kind: 'Conflicting' });
  });
});

/** Threads whose answers the test gives; one that answers with `WorkerEnded` ends. */
function fakeThreads(answer: (task: TaskMessage) => Promise<unknown>): { predictor: Predictor; posted: string[]; queries: () => string[] } {
  const posted: string[] = [];
  const startFake: StartChannel = (_, { onReply, onEnd }) => ({
    post(task) {
      posted.push(task.name);
      void (task.name === 'loadModel' ? Promise.resolve({}) : answer(task)).then((result) => {
        if (result instanceof WorkerEnded) onEnd(result);
        else onReply({ id: task.id, result });
      });
    },
    end: async () => onEnd(new WorkerEnded('ended')),
    setRef: () => undefined,
  });
  const workers = { start: (_: string, options: PoolOptions) => new WorkerPool(startFake, { ...options, warmUp: undefined }) };
  return { predictor: new Predictor({ ...OPTIONS, workers }), posted, queries: () => posted.filter((name) => name !== 'loadModel') };
}

const stored = new StoredModel('owner', 'blob', { get: async () => new Uint8Array(1) });
const ANSWER = { prediction: { intents: [], labels: [], entities: [] }, recognizerMs: 0 };

describe('queue of queries', () => {
  it('loads a model into a thread that was not sent it before it asks', async () => {
    const { predictor, posted } = fakeThreads(async () => ANSWER);
    for (let n = 0; n < 2; n++) await predictor.predict(stored, { account: 'a', text: 'hello', when });
    assert.deepEqual(posted, ['loadModel', 'predict', 'predict']);
  });

  it('leaves a thread to other accounts and limits the queries of one that wait', async () => {
    const held = Promise.withResolvers<void>();
    const { predictor, queries } = fakeThreads(async () => (await held.promise, ANSWER));
    const ask = (account: string): Promise<unknown> => predictor.predict(stored, { account, text: 'hello', when });
    const slow = Array.from({ length: 257 }, () => ask('slow'));
    await setImmediate();
    assert.equal(queries().length, 1);
    const other = ask('other');
    await setImmediate();
    assert.equal(queries().length, 2);
    await assert.rejects(ask('slow'), (error) => error instanceof Failure && error.kind === 'RateExceeded' && error.retryAfter === 1);
    held.resolve();
    await Promise.all([...slow, other]);
    assert.equal(queries().length, 258);
  });

  it('tries a query again whose thread ended, then refuses its model', async () => {
    let ends = 1;
    const { predictor, queries } = fakeThreads(async () => (ends-- > 0 ? new WorkerEnded('out of memory') : ANSWER));
    const ask = (): Promise<unknown> => predictor.predict(stored, { account: 'a', text: 'hello', when });
    await ask();
    assert.equal(queries().length, 2);
    ends = 2;
    await assert.rejects(ask(), { kind: 'QueryTooCostly' });
    assert.equal(queries().length, 4);
    await assert.rejects(ask(), { kind: 'QueryTooCostly' });
    assert.equal(queries().length, 4, 'without another try');
  });

  it('builds the tables that a query needs, and asks again', async () => {
    let isCold = true;
    const { predictor, posted } = fakeThreads(async ({ name }) => {
      if (name === 'warmModel') isCold = false;
      return isCold ? 'cold' : ANSWER;
    });
    assert.deepEqual(await predictor.predict(stored, { account: 'a', text: 'froid', when }), ANSWER);
    assert.deepEqual(posted, ['loadModel', 'predict', 'warmModel', 'predict']);
  });
});
