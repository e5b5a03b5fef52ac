import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateRangesIn, monthsIn } from './date-ranges.ts';

const CASES: readonly [text: string, from: string, to: string, locale?: string][] = [
  ['May 1 - May 31, 2022', '2022-05-01', '2022-05-31'],
  ['May 1-31, 2022', '2022-05-01', '2022-05-31'],
  ['1 May - 31 May 2022', '2022-05-01', '2022-05-31'],
  ['1.-31. Mai 2022', '2022-05-01', '2022-05-31', 'de'],
  ['01.05. bis 31.05.2022', '2022-05-01', '2022-05-31', 'de'],
  ['01.05.2022 - 31.05.2022', '2022-05-01', '2022-05-31', 'de'],
  ['du 01/05/2022 au 31/05/2022', '2022-05-01', '2022-05-31', 'fr'],
  ['2022-05-01 to 2022-05-31', '2022-05-01', '2022-05-31'],
  ['01-05-2022 t/m 31-05-2022', '2022-05-01', '2022-05-31', 'nl'],
];

test('reads periods whose first date may lack the year or month', () => {
  for (const [text, from, to, locale] of CASES) {
    const [range] = dateRangesIn(text, { locale });
    assert.deepEqual([range?.from.value, range?.to.value], [from, to], text);
  }
});

test('reads no period where dates are not joined or in the wrong order', () => {
  assert.deepEqual(dateRangesIn('Order 01.05.2022, delivery 31.05.2022', { locale: 'de' }), []);
  assert.deepEqual(dateRangesIn('31.05.2022 - 01.05.2022', { locale: 'de' }), []);
});

test('reads whole months', () => {
  assert.deepEqual(
    monthsIn('Februar 2016').map(({ from, to }) => [from.value, to.value]),
    [['2016-02-01', '2016-02-29']],
  );
  assert.deepEqual(
    monthsIn('05/2022').map(({ from, to }) => [from.value, to.value]),
    [['2022-05-01', '2022-05-31']],
  );
});
