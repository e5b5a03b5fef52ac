import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareAnswers, pathPattern } from './answers.ts';
import type { AnswerPair } from './answers.ts';

const ID = '430b06c2-ea13-4e8c-8901-e8866455295e';

function pair(recorded: Partial<AnswerPair['recorded']>, ours: Partial<AnswerPair['ours']>): AnswerPair {
  return {
    group: 'GET x',
    isSameInput: false,
    recorded: { status: 200, headers: {}, response: null, ...recorded },
    ours: { status: 200, headers: {}, body: undefined, bytes: Buffer.alloc(0), ...ours },
  };
}
const differences = (...pairs: AnswerPair[]): string[] =>
  compareAnswers(pairs).map(({ kind, path, detail, count }) => `${kind} ${path}: ${detail} (${count})`);

describe('answers of recordings', () => {
  test('differ by status, counted once for the same difference', () => {
    assert.deepEqual(differences(pair({ status: 404 }, { status: 405 }), pair({ status: 404 }, { status: 405 })), [
      'status : 404, ours 405 (2)',
    ]);
  });

  test('do not differ by the ids of an operation-location, but by its path', () => {
    const at = (path: string): string => `https://host/${path}/operations/12_${ID}?api-version=1`;
    const headers = { 'operation-location': at('forms').replace('12_', '') };
    assert.deepEqual(differences(pair({ headers: { 'Operation-Location': at('forms') } }, { headers })), []);
    assert.deepEqual(differences(pair({ headers: { 'Operation-Location': at('letters') } }, { headers })), [
      'header operation-location: /letters/operations/{id}?api-version=1, ours /forms/operations/{id}?api-version=1 (1)',
    ]);
  });

  test('differ by a header that only one side sends', () => {
    assert.deepEqual(differences(pair({ headers: { 'apim-request-id': 'x' } }, { headers: { location: 'y' } })), [
      'header location: none, ours one (1)',
      'header apim-request-id: one, ours none (1)',
    ]);
  });

  test('differ by the text of an error', () => {
    const body = (message: string): object => ({ error: { code: 'NotFound', message } });
    assert.deepEqual(differences(pair({ response: body('Gone.') }, { body: body('Lost.'), bytes: Buffer.from('x') })), [
      'value error.message: "Gone.", ours "Lost." (1)',
    ]);
  });

  test('differ by a body where the recording has none', () => {
    assert.deepEqual(differences(pair({}, { body: {}, bytes: Buffer.from('{}') })), ['extra : a body (1)']);
  });

  test('are grouped by a path without ids and tokens', () => {
    assert.equal(pathPattern(`{endpoint}/models/${ID}:analyze?a=1&nextLink=2!x`), '/models/{id}:analyze?a=1&nextLink={token}');
  });
});
