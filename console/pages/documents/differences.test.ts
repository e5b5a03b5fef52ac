import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareFields } from './differences.ts';
import type { AnalyzeResult, Field } from './result.ts';

const answer = (...documents: Record<string, Field>[]): AnalyzeResult => ({ modelId: 'x', content: '', pages: [], documents: documents.map((fields) => ({ docType: 'x', confidence: 1, fields })) });
const text = (valueString: string): Field => ({ type: 'string', valueString });
const told = (one: AnalyzeResult, other: AnalyzeResult): unknown[] => compareFields(one, other).map(({ name, differs }) => [name, differs]);

test('reports equal fields, differing ones, and those only one side has', () => {
  assert.deepEqual(told(answer({ Same: text('a'), Other: text('b'), Mine: text('c'), None: { type: 'date' } }), answer({ Same: text('a'), Other: text('x'), Yours: text('d') })), [['Same', false], ['Other', true], ['Mine', true], ['Yours', true]]);
  assert.deepEqual(told({ modelId: 'x', content: '', pages: [] }, answer({ A: text('a') })), [['A', true]]);
});

test('compares tables cell by cell, and several documents one by one', () => {
  const table = (value: string): Record<string, Field> => ({ Items: { type: 'array', valueArray: [{ type: 'object', valueObject: { Price: text(value) } }] } });
  assert.deepEqual(told(answer(table('1')), answer(table('2'))), [['Items, Row 1, Price', true]]);
  assert.deepEqual(told(answer({ A: text('a') }, { A: text('b') }), answer({ A: text('a') }, { A: text('b') })), [['Document 1, A', false], ['Document 2, A', false]]);
});
