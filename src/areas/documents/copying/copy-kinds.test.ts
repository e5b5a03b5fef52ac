import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArtifact, writeArtifact } from '../artifact.ts';
import { MODEL_COPY } from './copy-kinds.ts';

const LEARNED = Buffer.from('learned');
const nameOf = (docTypes: object, parts: string[]): [string[], string[]] => {
  const model = { version: '2024-11-30', docTypes: Object.fromEntries(Object.keys(docTypes).map((name) => [name, { fieldSchema: {} }])) };
  const artifact = writeArtifact(parts.map((docType) => ({ docType, learned: LEARNED })));
  const { thing, artifact: renamed } = MODEL_COPY.rename!(model, artifact, 'source', 'copy');
  return [Object.keys(thing.docTypes), readArtifact(renamed).map(({ docType }) => docType)];
};

test('names the document type of a copied model after the copy', () => {
  assert.deepEqual(nameOf({ source: {} }, ['source']), [['copy'], ['copy']]);
});

test('keeps the document types of a composed model', () => {
  assert.deepEqual(nameOf({ source: {}, other: {} }, ['source', 'other']), [
    ['source', 'other'],
    ['source', 'other'],
  ]);
  assert.deepEqual(nameOf({ form: {} }, ['form']), [['form'], ['form']]);
});
