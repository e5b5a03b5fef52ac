import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDuration } from './durations.ts';
import { regionAt, regionBefore, regionName } from './regions.ts';
import { findWordedDates } from './worded-dates.ts';

const datesOf = (text: string): string[] =>
  findWordedDates(text, 'en-US').map(({ value, start, end }) => `${value} ${text.slice(start, end)}`);

test('reads dates with days and years in words', () => {
  assert.deepEqual(datesOf('as of this 15 day of October, 2022 by'), ['2022-10-15 15 day of October, 2022']);
  assert.deepEqual(datesOf('this first (1st) day of May, 1999, by'), ['1999-05-01 first (1st) day of May, 1999']);
  assert.deepEqual(datesOf('the 27 th day of March, 2017'), ['2017-03-27 27 th day of March, 2017']);
  assert.equal(datesOf('the twenty-first day of June, two thousand twenty-one')[0]?.slice(0, 10), '2021-06-21');
});

test('gives no date where a part is blank', () => {
  assert.deepEqual(datesOf('this ___ day of April, 2013'), []);
  assert.deepEqual(datesOf('April __, 2005'), []);
});

test('reads names of regions as printed', () => {
  const at = (text: string): string | undefined => {
    const region = regionAt(text, 0);
    return region && text.slice(region.start, region.end);
  };
  assert.equal(at('the State of New York, without'), 'New York');
  assert.equal(at('England and Wales.'), 'England and Wales');
  assert.equal(at('the Republic of Korea.'), 'Republic of Korea');
  assert.equal(at('Ontario, Canada and'), 'Ontario, Canada');
  assert.equal(at('the parties'), undefined);
  const law = 'governed by English law';
  const region = regionBefore(law, law.indexOf(' law'))!;
  assert.equal(regionName(law.slice(region.start, region.end)), 'England');
});

test('moves a date by a duration', () => {
  assert.equal(addDuration('2015-12-21', 20, 'year'), '2035-12-21');
  assert.equal(addDuration('2020-01-31', 1, 'month'), '2020-02-29');
  assert.equal(addDuration('2020-12-30', 2, 'week'), '2021-01-13');
  assert.equal(addDuration('2190-01-01', 100, 'year'), undefined);
});
