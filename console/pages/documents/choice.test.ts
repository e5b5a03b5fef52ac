import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SELECTION, describeSelection } from './choice.ts';
import type { Token } from './labels.ts';

const token = (text: string, isMark = false): Token => ({ id: text, page: 1, text, isMark, corners: [] });

test('describes the selection by kind, or how to select something', () => {
  assert.match(describeSelection(NO_SELECTION, false), /^Click or drag/);
  assert.match(describeSelection(NO_SELECTION, true), /^Drag over a part/);
  assert.match(describeSelection({ tokens: [], region: { page: 1, corners: [] } }, true), /^A region is chosen/);
  assert.equal(describeSelection({ tokens: [token('Ada'), token('Moss')] }, false), '2 words selected: Ada Moss');
  assert.equal(describeSelection({ tokens: [token('selected', true)] }, false), '1 check box selected: selected');
  assert.equal(describeSelection({ tokens: [token('Ada'), token('selected', true), token('unselected', true)] }, false), '1 word and 2 check boxes selected: Ada selected unselected');
});
