import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../kit/api.ts';
import { deleteExamples } from './delete-examples.ts';
import { isAsEvaluated, stretchesOf, wrongIn } from './entity-outcomes.ts';
import type { EvaluatedUtterance, Stretch } from './entity-outcomes.ts';

const TEXT = 'fly from new york to rome on monday';
const at = (entityName: string, said: string): Stretch => ({ entityName, startCharIndex: TEXT.indexOf(said), endCharIndex: TEXT.indexOf(said) + said.length - 1 });
const outcome = (entityLabels: Stretch[], entityPredictions: Stretch[]): EvaluatedUtterance => ({ text: TEXT, intentLabel: 'Fly', predictedIntent: 'Fly', score: 1, entityLabels, entityPredictions });

test('what went wrong with entities is told once, in the words of the text', () => {
  const labels = [at('City', 'new york'), at('City', 'rome')];
  assert.deepEqual(wrongIn(outcome(labels, labels)), []);
  assert.deepEqual(wrongIn(outcome(labels, [at('City', 'york'), at('Country', 'rome'), at('City', 'monday')])), ['City “new york” found as “york”', 'City “rome” taken for Country', '“monday” taken for City']);
  assert.deepEqual(wrongIn(outcome(labels, [at('City', 'new york')])), ['City “rome” missed']);
  assert.deepEqual(wrongIn(outcome(labels, [at('City', 'new york'), at('Country', 'rome')]), 'Country'), ['“rome” taken for Country'], 'of one entity alone');
});

test('labels are compared with those of the evaluation, parts by their full names', () => {
  const labels = [{ entity: 'Trip', start: 9, end: 25, children: [{ entity: 'From', start: 9, end: 17 }] }];
  assert.deepEqual(stretchesOf(labels), [{ entityName: 'Trip', startCharIndex: 9, endCharIndex: 24 }, { entityName: 'Trip::From', startCharIndex: 9, endCharIndex: 16 }]);
  assert.equal(isAsEvaluated(labels, outcome(stretchesOf(labels), [])), true);
  assert.equal(isAsEvaluated([{ entity: 'Trip', start: 9, end: 25 }], outcome(stretchesOf(labels), [])), false);
  assert.equal(isAsEvaluated([], { text: TEXT, intentLabel: 'Fly', predictedIntent: 'Fly', score: 1 }), false, 'entities were not evaluated');
});

/** Answers with the utterances that are there, and notes what is deleted; refuses one number. */
function fakeClient(texts: readonly string[], refused?: number): { client: Client; deleted: string[] } {
  const deleted: string[] = [];
  const client = {
    get: async () => await Promise.resolve(texts.map((text, id) => ({ id, text }))),
    delete: async (path: string) => {
      if (path.endsWith(`/${refused}`)) throw new Error('refused');
      await Promise.resolve(deleted.push(path));
    },
  };
  return { client: client as unknown as Client, deleted };
}

const MODELS = [{ id: 'i', name: 'Fly', typeId: 0 }];
const utterances = ['One', 'two', 'three', 'gone'].map((text) => ({ text, intent: 'Fly', labels: [] }));

test('utterances are deleted one after the other; what is gone is told, also where it is stopped or refused', async () => {
  const gone: string[] = [];
  const tell = (texts: ReadonlySet<string>): void => void gone.push(...texts);
  const all = fakeClient(['one', 'two', 'other', 'three']);
  await deleteExamples(all.client, '/v', MODELS, utterances, { tell });
  assert.deepEqual([all.deleted, gone], [['/v/examples/0', '/v/examples/1', '/v/examples/3'], ['One', 'two', 'three', 'gone']]);
  gone.length = 0;
  const some = fakeClient(['one', 'two', 'three'], 1);
  await assert.rejects(deleteExamples(some.client, '/v', MODELS, utterances, { tell }), /refused/);
  assert.deepEqual(gone, ['One']);
  gone.length = 0;
  await assert.rejects(deleteExamples(fakeClient(['one']).client, '/v', MODELS, utterances, { tell, signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.deepEqual(gone, []);
});
