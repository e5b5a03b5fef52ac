import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasEvaluatedLabels, toSpans, describeErrors } from './entity-outcomes.ts';
import type { EvaluatedUtterance, EvaluatedSpan } from './entity-outcomes.ts';

const TEXT = 'fly from new york to rome on monday';
const at = (entityName: string, said: string): EvaluatedSpan => ({ entityName, startCharIndex: TEXT.indexOf(said), endCharIndex: TEXT.indexOf(said) + said.length - 1 });
const outcome = (entityLabels: EvaluatedSpan[], entityPredictions: EvaluatedSpan[]): EvaluatedUtterance => ({ text: TEXT, intentLabel: 'Fly', predictedIntent: 'Fly', score: 1, entityLabels, entityPredictions });

test('describes each error of an entity once, with the text', () => {
  const labels = [at('City', 'new york'), at('City', 'rome')];
  assert.deepEqual(describeErrors(outcome(labels, labels)), []);
  assert.deepEqual(describeErrors(outcome(labels, [at('City', 'york'), at('Country', 'rome'), at('City', 'monday')])), ['City “new york” found as “york”', 'City “rome” predicted as Country', '“monday” wrongly predicted as City']);
  assert.deepEqual(describeErrors(outcome(labels, [at('City', 'new york')])), ['City “rome” missed']);
  assert.deepEqual(describeErrors(outcome(labels, [at('City', 'new york'), at('Country', 'rome')]), 'Country'), ['“rome” wrongly predicted as Country'], 'of one entity only');
});

test('compares labels with those of the evaluation, parts by their full names', () => {
  const labels = [{ entity: 'Trip', start: 9, end: 25, children: [{ entity: 'From', start: 9, end: 17 }] }];
  assert.deepEqual(toSpans(labels), [{ entityName: 'Trip', startCharIndex: 9, endCharIndex: 24 }, { entityName: 'Trip::From', startCharIndex: 9, endCharIndex: 16 }]);
  assert.equal(hasEvaluatedLabels(labels, outcome(toSpans(labels), [])), true);
  assert.equal(hasEvaluatedLabels([{ entity: 'Trip', start: 9, end: 25 }], outcome(toSpans(labels), [])), false);
  assert.equal(hasEvaluatedLabels([], { text: TEXT, intentLabel: 'Fly', predictedIntent: 'Fly', score: 1 }), false, 'entities were not evaluated');
});
