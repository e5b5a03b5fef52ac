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

const pairsOf = (...given: Parameters<typeof parsePasted>): string[][] =>
  parsePasted(...given).texts.map(({ text, intent }) => [intent, text]);

test('decides for all lines together which column has the intents', () => {
  const known = pairsOf('how is the ivy\tCheck\nis the palm well\tCheck\t7\nsow it\tSow\n\twater it\n', KNOWN);
  const pairs = [
    ['Check', 'how is the ivy'],
    ['Check', 'is the palm well'],
    ['Sow', 'sow it'],
    ['Water', 'water it'],
  ];
  assert.deepEqual(known, pairs);
  assert.deepEqual(pairsOf(`${pairs.map((cells) => cells.join('\t')).join('\n')}\n`, KNOWN), pairs);
});

test('takes the column with fewer values as intents where none is known, and the shorter one of as many', () => {
  const bank = [
    ['Balance', 'show my balance'],
    ['Balance', 'how much is left'],
    ['Block', 'block my card'],
  ];
  const turned = bank.map(([intent, text]) => `${text}\t${intent}`).join('\n');
  assert.deepEqual(pairsOf(turned, { ...KNOWN, intents: ['None'] }), bank);
  assert.deepEqual(pairsOf('block my card\tBlock', { ...KNOWN, intents: ['None'] }), [['Block', 'block my card']]);
  assert.deepEqual(
    pairsOf(turned, { ...KNOWN, intents: ['None'] }, true).map(([, text]) => text),
    ['Balance', 'Block'],
  );
});

test('uses a line of headings and counts a text once', () => {
  const { texts, hasColumns } = parsePasted('Utterance\tIntent\nsow peas\tSow\nSow peas\tCheck', KNOWN);
  assert.deepEqual(texts, [{ text: 'Sow peas', labels: [], intent: 'Check' }]);
  assert.equal(hasColumns, true);
  assert.equal(parsePasted('sow peas', KNOWN).hasColumns, false);
});

test('lists what does not exist yet, once each', () => {
  const { newIntents, newEntities, roles } = parsePasted('Sow\tsow {Seed=peas} {Bed:in=here}\nSow\tsow {Seed=beans}', KNOWN);
  assert.deepEqual([newIntents, newEntities, roles], [['Sow'], ['Seed', 'Bed'], ['Bed:in']]);
});
