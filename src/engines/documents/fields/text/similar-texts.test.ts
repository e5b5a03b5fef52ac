import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance, SimilarTexts } from './similar-texts.ts';

test('finds texts with as many wrong letters as their length allows', () => {
  const texts = new SimilarTexts(
    ['total', 'totals', 'date', '合計金額です'].map((text) => [text, text.length] as const),
    (length) => (length < 5 ? 0 : 1),
  );
  const find = (read: string): string[] => texts.find(read).map(({ text, of, edits }) => `${text} ${String(of)} ${String(edits)}`);
  assert.deepEqual(find('total'), ['total 5 0', 'totals 6 1']);
  assert.deepEqual([find('tolal'), find('tctols'), find('dale'), find('date')], [['total 5 1'], [], [], ['date 4 0']]);
  assert.deepEqual(find('合計金額てす'), ['合計金額です 6 1']);
});

test('counts edits up to the limit', () => {
  assert.deepEqual([editDistance('rechnung', 'rechnvng', 2), editDistance('date', 'dates', 2), editDistance('date', 'data', 0)], [1, 1, 1]);
  assert.ok(editDistance('invoice', 'receipt', 2) > 2);
});
