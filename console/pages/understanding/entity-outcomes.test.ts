import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAsEvaluated, stretchesOf, wrongIn } from './entity-outcomes.ts';
import type { EvaluatedUtterance, Stretch } from './entity-outcomes.ts';

const TEXT = 'fly from new york to rome on monday';
const at = (entityName: string, said: string): Stretch => ({ entityName, startCharIndex: TEXT.indexOf(said), endCharIndex: TEXT.indexOf(said) + said.length - 1 });
const outcome = (entityLabels: Stretch[], entityPredictions: Stretch[]): EvaluatedUtterance => ({ text: TEXT, intentLabel: 'Fly', predictedIntent: 'Fly', score: 1, entityLabels, entityPredictions });

test('describes each error of an entity once, with the text', () => {
  const labels = [at('City', 'new york'), at('City', 'rome')];
  assert.deepEqual(wrongIn(outcome(labels, labels)), []);
  assert.deepEqual(wrongIn(outcome(labels, [at('City', 'york'), at('Country', 'rome'), at('City', 'monday')])), ['City “new york” found as “york”', 'City “rome” predicted as Country', '“monday” wrongly predicted as City']);
  assert.deepEqual(wrongIn(outcome(labels, [at('City', 'new york')])), ['City “rome” missed']);
  assert.deepEqual(wrongIn(outcome(labels, [at('City', 'new york'), at('Country', 'rome')]), 'Country'), ['“rome” wrongly predicted as Country'], 'of one entity only');
});

test('compares labels with those of the evaluation, parts by their full names', () => {
  const labels = [{ entity: 'Trip', start: 9, end: 25, children: [{ entity: 'From', start: 9, end: 17 }] }];
  assert.deepEqual(stretchesOf(labels), [{ entityName: 'Trip', startCharIndex: 9, endCharIndex: 24 }, { entityName: 'Trip::From', startCharIndex: 9, endCharIndex: 16 }]);
  assert.equal(isAsEvaluated(labels, outcome(stretchesOf(labels), [])), true);
  assert.equal(isAsEvaluated([{ entity: 'Trip', start: 9, end: 25 }], outcome(stretchesOf(labels), [])), false);
  assert.equal(isAsEvaluated([], { text: TEXT, intentLabel: 'Fly', predictedIntent: 'Fly', score: 1 }), false, 'entities were not evaluated');
});
