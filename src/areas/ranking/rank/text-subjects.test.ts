import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeatureReader } from '../../../engines/ranking/features/features.ts';
import { readExample } from '../../../engines/ranking/features/example.ts';
import { SUBJECTS } from '../../../engines/language/subjects/subjects.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { RankRequest } from '../model.ts';
import { addTextSubjects } from './text-subjects.ts';

/** Threads that find the subjects given for a text, and remember what they were asked. */
function fakeThreads(subjects: Record<string, string[]>) {
  const asked: string[][] = [];
  const warnings: string[] = [];
  const run = (task: { input: unknown }): Promise<unknown> => {
    asked.push(task.input as string[]);
    return Promise.resolve((task.input as string[]).map((text) => subjects[text]!));
  };
  const services = { threads: { run }, log: { warn: (_: object, message: string) => warnings.push(message) } };
  return { asked, warnings, services: services as unknown as Pick<Ports, 'threads' | 'log'> };
}

const request: RankRequest = {
  contextFeatures: [{ device: 'phone', read: 'a guide to pasta' }],
  actions: [
    { id: 'a', features: [{ topic: 'food' }, { page: { title: 'bread you can bake', _note: 'left out of it' } }] },
    { id: 'b', features: [{ title: 'two words' }] },
    { id: 'c', features: [{ title: '東京の天気予報' }] },
  ],
};
const found = {
  'a guide to pasta': ['pizza and pasta'],
  'bread you can bake': ['baking bread and cakes', 'pizza and pasta'],
  東京の天気予報: ['weather forecast, rain and sunshine'],
};

test('adds the subjects of texts of three words, or of six letters without spaces, as flags', async () => {
  const { services, asked } = fakeThreads(found);
  const { contextFeatures, actions } = await addTextSubjects(request, 'first', services);
  assert.deepEqual(asked, [Object.keys(found)]);
  assert.deepEqual(contextFeatures, [...request.contextFeatures!, { subjects: { 'pizza-and-pasta': true } }]);
  assert.deepEqual(actions[0]!.features.at(-1), { subjects: { 'baking-bread-and-cakes': true, 'pizza-and-pasta': true } });
  assert.deepEqual(actions[1], request.actions[1]);
  assert.deepEqual(actions[2]!.features.at(-1), { subjects: { 'weather-forecast-rain-and-sunshine': true } });
});

test('asks for the subjects of a text once an account', async () => {
  const { services, asked } = fakeThreads(found);
  await addTextSubjects(request, 'second', services);
  const again = await addTextSubjects(request, 'second', services);
  assert.equal(asked.length, 1);
  assert.ok('subjects' in (again.contextFeatures!.at(-1) as object));
  await addTextSubjects(request, 'third', services);
  assert.equal(asked.length, 2);
});

test('decides without subjects when they cannot be found, and logs it', async () => {
  const { services, warnings } = fakeThreads({});
  services.threads.run = () => Promise.reject(new Error('the thread ended'));
  assert.deepEqual(await addTextSubjects(request, 'fourth', services), request);
  assert.deepEqual(warnings, ['the subjects of texts could not be found']);
});

test('does not wait for a thread that loads its encoder, and has the subjects the next time', async () => {
  const { services } = fakeThreads({});
  const loading = Promise.withResolvers<unknown>();
  services.threads.run = () => loading.promise as Promise<never>;
  assert.deepEqual(await addTextSubjects(request, 'loading', services), request);
  loading.resolve(Object.values(found));
  await loading.promise;
  const { contextFeatures } = await addTextSubjects(request, 'loading', services);
  assert.deepEqual(contextFeatures!.at(-1), { subjects: { 'pizza-and-pasta': true } });
});

test('encodes at most a hundred new texts of a request', async () => {
  const texts = Array.from({ length: 150 }, (_, n) => `text of number ${n}`);
  const { services, asked } = fakeThreads(Object.fromEntries(texts.map((text) => [text, ['golf']])));
  await addTextSubjects({ actions: [{ id: 'a', features: texts.map((text) => ({ text })) }] }, 'fifth', services);
  assert.deepEqual(
    asked.map((list) => list.length),
    [100],
  );
});

test('forgets texts of the account that has the most first', async () => {
  const few = fakeThreads(found);
  await addTextSubjects(request, 'few', few.services);
  const texts = Array.from({ length: 25_000 }, (_, n) => `text of number ${n}`);
  const { services, asked } = fakeThreads(Object.fromEntries(texts.map((text) => [text, ['golf']])));
  const rank = (from: number): Promise<RankRequest> =>
    addTextSubjects({ actions: [{ id: 'a', features: texts.slice(from, from + 100).map((text) => ({ text })) }] }, 'many', services);
  for (let from = 0; from < texts.length; from += 100) await rank(from);
  await addTextSubjects(request, 'few', few.services);
  assert.equal(few.asked.length, 1);
  const before = asked.length;
  await rank(0);
  await rank(texts.length - 100);
  assert.equal(asked.length, before + 1);
});

test('leaves features that are invalid to be refused', async () => {
  const { services } = fakeThreads({});
  const invalid = { actions: [{ id: 'a', features: ['three words here', 7, null] }] };
  assert.deepEqual(await addTextSubjects(invalid, 'sixth', services), invalid);
});

test('gives every subject a name that features may have', async () => {
  const { services } = fakeThreads({ 'all of them': [...SUBJECTS] });
  const all = await addTextSubjects({ actions: [{ id: 'a', features: [{ text: 'all of them' }] }] }, 'seventh', services);
  assert.doesNotThrow(() => readExample(new FeatureReader(), all));
});
