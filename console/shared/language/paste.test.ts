import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePasted } from './paste.ts';

const KNOWN = { intent: 'Water', intents: ['None', 'Water', 'Check'], entities: ['Plant'] };

test('reads a line each, with inline labels, into the given intent', () => {
  const { texts, newIntents, newEntities } = parsePasted('water the {Plant=fern}\r\n\n  sprinkle the lawn  \n', KNOWN);
  assert.deepEqual(texts, [
    { text: 'water the fern', labels: [{ entity: 'Plant', start: 10, end: 14 }], intent: 'Water' },
    { text: 'sprinkle the lawn', labels: [], intent: 'Water' },
  ]);
  assert.deepEqual([newIntents, newEntities], [[], []]);
});

test('takes intents from a column of either order', () => {
  const { texts } = parsePasted('Check\thow is the ivy\nis the palm well\tCheck\t7\n\twater it\n', KNOWN);
  assert.deepEqual(
    texts.map(({ text, intent }) => [intent, text]),
    [
      ['Check', 'how is the ivy'],
      ['Check', 'is the palm well'],
      ['Water', 'water it'],
    ],
  );
});

test('lists what does not exist yet, once each', () => {
  const { newIntents, newEntities, roles } = parsePasted('Sow\tsow {Seed=peas} {Bed:in=here}\nSow\tsow {Seed=beans}', KNOWN);
  assert.deepEqual([newIntents, newEntities, roles], [['Sow'], ['Seed', 'Bed'], ['Bed:in']]);
});
