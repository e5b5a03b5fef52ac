import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateRangesIn, monthsIn } from './date-ranges.ts';

const CASES: readonly [text: string, from: string, to: string, locale?: string][] = [
  ['July 1 - July 31, 2014', '2014-07-01', '2014-07-31'],
  ['July 1-31, 2014', '2014-07-01', '2014-07-31'],
  ['1 July - 31 July 2014', '2014-07-01', '2014-07-31'],
  ['1.-31. Juli 2014', '2014-07-01', '2014-07-31', 'de'],
  ['01.07. bis 31.07.2014', '2014-07-01', '2014-07-31', 'de'],
  ['01.07.2014 - 31.07.2014', '2014-07-01', '2014-07-31', 'de'],
  ['du 01/07/2014 au 31/07/2014', '2014-07-01', '2014-07-31', 'fr'],
  ['2014-07-01 to 2014-07-31', '2014-07-01', '2014-07-31'],
  ['01-07-2014 t/m 31-07-2014', '2014-07-01', '2014-07-31', 'nl'],
];

test('reads periods whose first date may lack the year or month', () => {
  for (const [text, from, to, locale] of CASES) {
    const [range] = dateRangesIn(text, { locale });
    assert.deepEqual([range?.from.value, range?.to.value], [from, to], text);
  }
});

test('reads no period where dates are not joined or in the wrong order', () => {
  assert.deepEqual(dateRangesIn('Order 01.07.2014, delivery 31.07.2014', { locale: 'de' }), []);
  assert.deepEqual(dateRangesIn('31.07.2014 - 01.07.2014', { locale: 'de' }), []);
});

test('reads whole months', () => {
  assert.deepEqual(
    monthsIn('Februar 2016').map(({ from, to }) => [from.value, to.value]),
    [['2016-02-01', '2016-02-29']],
  );
  assert.deepEqual(
    monthsIn('07/2014').map(({ from, to }) => [from.value, to.value]),
    [['2014-07-01', '2014-07-31']],
  );
});
