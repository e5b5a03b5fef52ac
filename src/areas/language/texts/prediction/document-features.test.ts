import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areDocuments, startHints } from './document-start.ts';
import { documentVectorSize, embedDocuments } from './document-vectors.ts';

const SENTENCE = 'The committee met in the old town hall. ';

test('gives hints for the start of long documents alone', () => {
  const hints = startHints(`Supply Agreement\n${SENTENCE.repeat(100)}`, 'en');
  assert.ok(hints.includes('start supply') && hints.includes('start supply agreement'));
  assert.deepEqual(startHints('Supply Agreement', 'en'), []);
});

test('uses sentences of long documents where several languages or the advanced mode ask for them', () => {
  const [short, long] = [[SENTENCE], [SENTENCE.repeat(100)]];
  const project = { language: 'de', multilingual: false };
  assert.equal(areDocuments(long), true);
  assert.equal(documentVectorSize(long, project, undefined), 0);
  assert.equal(documentVectorSize(short, project, 'standard'), 0);
  assert.ok(documentVectorSize(short, project, undefined) > 0);
  assert.ok(documentVectorSize(long, project, 'advanced') > 0);
  assert.ok(documentVectorSize(long, { ...project, multilingual: true }, 'standard') > 0);
});

test('pools the sentences of a document into one vector that its end counts in', async () => {
  const start = SENTENCE.repeat(20);
  const texts = [start + 'Bananas are yellow. '.repeat(20), start + 'The engine needs oil. '.repeat(20), ''];
  const [first, second, empty] = await embedDocuments(texts, 'en', 384);
  assert.equal(first!.length, 384);
  assert.ok(Math.abs(Math.hypot(...first!) - 3) < 1e-4);
  assert.notDeepEqual(first, second);
  assert.ok(empty!.every((value) => value === 0));
});
