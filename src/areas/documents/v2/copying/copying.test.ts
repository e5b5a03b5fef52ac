import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormModel } from '../model.ts';
import { packForm, unpackForm } from './package.ts';
import { plainResourceId, readCopyToken, uploadAddress, writeCopyToken } from './token.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const MODEL: FormModel = {
  modelId: ID,
  version: 'v2.1',
  createdAt: 1,
  updatedAt: 2,
  kind: 'unlabelled',
  results: [
    {
      trainingDocuments: [
        { documentName: 'a.pdf', pages: 0, status: 'failed', errors: [{ code: '2005', message: 'Unable to read file.' }] },
        { documentName: 'b.pdf', pages: 2, status: 'succeeded', errors: [] },
      ],
      keys: { '0': ['Name:', 'Total'] },
    },
  ],
  errors: [],
};

test('a package has what the target needs and nothing of the account', () => {
  const { detail, artifact } = unpackForm(packForm(MODEL, Buffer.from('learned')));
  assert.deepEqual(detail, { version: 'v2.1', kind: 'unlabelled', results: MODEL.results });
  assert.equal(Buffer.from(artifact).toString(), 'learned');
});

test('rejects packages of other servers that are not in order', () => {
  const packed = (changes: object): Uint8Array => packForm({ ...MODEL, ...changes }, Buffer.from('learned'));
  assert.throws(() => unpackForm(packed({ version: 'v9' })), /version/);
  assert.throws(() => unpackForm(packed({ kind: 'other' })), /kind/);
  assert.throws(() => unpackForm(packed({ results: [{ trainingDocuments: [], keys: { __proto__x: [] } }] })), /clusters/);
  assert.throws(() => unpackForm(packed({ results: [{ trainingDocuments: [{ documentName: 1 }] }] })), /documentName/);
  assert.throws(() => unpackForm(packed({ results: [{ trainingDocuments: [], averageModelAccuracy: 2 }] })), /averageModelAccuracy/);
  assert.throws(() => unpackForm(packed({ modelName: 'x'.repeat(3000) })), /modelName/);
  assert.throws(() => unpackForm(Buffer.from('nothing')));
});

test('a token carries the address of the target', () => {
  const token = { secret: 'a1', region: 'local', location: `https://host/formrecognizer/v2.1/custom/models/${ID}` };
  assert.deepEqual(readCopyToken(writeCopyToken(token)), token);
  for (const text of [
    '',
    '0',
    'null',
    Buffer.from('[1,2,3]').toString('base64url'),
    Buffer.from('["a b","c","d"]').toString('base64url'),
  ]) {
    assert.equal(readCopyToken(text), undefined, text);
  }
});

test('uploads go to the model that is expected, and nowhere else', () => {
  const base = 'https://host:8443/prefix/formrecognizer/v2.1/custom/models';
  assert.equal(uploadAddress(`${base}/${ID}`, ID)!.href, `${base}/${ID}/receiveCopy`);
  for (const location of [`${base}/other`, `${base}/${ID}/x`, `ftp://host/v2.1/custom/models/${ID}`, 'nothing', `https://host/${ID}`]) {
    assert.equal(uploadAddress(location, ID), undefined, location);
  }
});

test('a resource has the same id with the provider of the vendor in it', () => {
  const plain = '/subscriptions/a/resourceGroups/b/accounts/c';
  assert.equal(plainResourceId('/subscriptions/a/resourceGroups/b/providers/Microsoft.CognitiveServices/accounts/c'), plain);
  assert.equal(plainResourceId(plain), plain);
});
