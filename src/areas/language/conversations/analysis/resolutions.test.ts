import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toResolutions, subtypeOf } from './resolutions.ts';

const plain = { spanTimex: false };

test('resolves ordinals with their reference', () => {
  const value = (offset: number, relativeTo: 'start' | 'end' | 'current'): unknown =>
    (toResolutions('ordinalV2', { is: 'ordinal', offset, relativeTo }, plain)[0] as { value: string }).value;
  assert.deepEqual([value(3, 'start'), value(0, 'end'), value(-1, 'end'), value(1, 'current')], ['3', 'end', 'end - 1', 'current + 1']);
});

test('resolves quantities by their unit; without a number or a published unit there is no resolution', () => {
  assert.deepEqual(toResolutions('dimension', { is: 'quantity', value: 3, written: '3', unit: 'Kilometer per hour' }, plain), [
    { resolutionKind: 'SpeedResolution', value: 3, unit: 'KilometersPerHour' },
  ]);
  assert.deepEqual(toResolutions('age', { is: 'quantity', value: 3, written: '3', unit: 'Year' }, plain), [
    { resolutionKind: 'AgeResolution', value: 3, unit: 'Year' },
  ]);
  assert.deepEqual(toResolutions('currency', { is: 'quantity', value: null, written: null, unit: 'Dollar' }, plain), []);
  assert.deepEqual(toResolutions('dimension', { is: 'quantity', value: 3, written: '3', unit: 'Smoot' }, plain), []);
  assert.equal(subtypeOf('dimension', { is: 'quantity', value: 3, written: '3', unit: 'Mile' }), 'quantity.length');
});

test('resolves each value of a date; ranges are spans, with TIMEX in the versions that have it', () => {
  const dates = {
    is: 'datetime',
    subtype: 'date',
    values: [
      { timex: 'XXXX-05-03', type: 'date', value: '2025-05-03' },
      { timex: 'XXXX-05-03', type: 'date', value: '2026-05-03' },
    ],
  } as const;
  assert.deepEqual(
    toResolutions('datetimeV2', dates, plain).map((one) => (one as { value: string }).value),
    ['2025-05-03', '2026-05-03'],
  );
  const range = {
    is: 'datetime',
    subtype: 'daterange',
    values: [{ timex: '(2026-05-03,2026-05-05,P2D)', type: 'daterange', start: '2026-05-03', end: '2026-05-05', modifier: 'before-start' }],
  } as const;
  const span = {
    resolutionKind: 'TemporalSpanResolution',
    begin: '2026-05-03',
    end: '2026-05-05',
    duration: 'P2D',
    modifier: 'BeforeStart',
  };
  assert.deepEqual(toResolutions('datetimeV2', range, plain), [span]);
  assert.deepEqual(toResolutions('datetimeV2', range, { spanTimex: true }), [{ ...span, timex: range.values[0].timex }]);
  const set = { is: 'datetime', subtype: 'set', values: [{ timex: 'P1D', type: 'set' }] } as const;
  assert.deepEqual(toResolutions('datetimeV2', set, plain), [
    { resolutionKind: 'DateTimeResolution', dateTimeSubKind: 'Set', timex: 'P1D', value: 'not resolved' },
  ]);
});
