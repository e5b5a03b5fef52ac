import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedValues, isRead, toSearchedPage } from './value-search.ts';

/** A page of lines below each other; `|` separates texts beside each other. */
const pageOf = (...rows: string[]) =>
  toSearchedPage(
    rows.flatMap((row, y) =>
      row
        .split('|')
        .map((text, x) => ({ text, box: { left: 300 * x, right: 300 * x + 8 * text.length, top: 20 * y, bottom: 20 * y + 16 } })),
    ),
  );
const isOn = (value: string | number, ...rows: string[]): boolean => isRead({ path: '', value }, [pageOf(...rows)]);

test('flattens fields and leaves out what does not stand on the page', () => {
  const fields = {
    Name: 'Ann',
    'Items#': 2,
    Tax: null,
    IsFinal: 'true',
    TIN: '***',
    CountryRegion: 'USA',
    Infos: [{ Code: 'D', Amount: 5 }],
  };
  assert.deepEqual(expectedValues(fields), [
    { path: 'Name', value: 'Ann' },
    { path: 'Infos.0.Code', value: 'D' },
    { path: 'Infos.0.Amount', value: 5 },
  ]);
});

test('finds text whatever its case, spaces, punctuation and line ends', () => {
  assert.ok(isOn('Blue Lake Services, Inc.', 'BLUE Lake', 'Services Inc'));
  assert.ok(isOn('DE30 5075', 'IBAN|DE305075|2'));
  assert.ok(!isOn('Lakeside', 'Lakes1de'));
});

test('finds short text as whole words only', () => {
  assert.ok(isOn('M', 'Sex: M'));
  assert.ok(!isOn('M', 'Sum'));
});

test('finds an address in pieces near each other, not all over the page', () => {
  assert.ok(isOn('12 Main Street Oxford', '12 Main Street|Invoice 7', 'Oxford|June'));
  assert.ok(!isOn('12 Main Street Oxford', '12 Main Street', ...Array.from({ length: 30 }, () => 'and'), 'Oxford'));
});

test('finds dates in every usual spelling', () => {
  for (const text of [
    '2023-06-10',
    '6/10/2023',
    '06/10/23',
    '10.06.2023',
    '10 JUN 2023',
    'June 10, 2023',
    '10 06 2023',
    '2023年6月10日',
    '10th of June 2023',
    '06102023',
    '10-Jun-23',
    '10 JUIN/JUN 23',
    'June 10 - June 30, 2023',
  ])
    assert.ok(isOn('2023-06-10', `on ${text} at noon`), text);
  for (const text of ['6/11/2023', '16/10/2023', '06/10/231', 'June 2023']) assert.ok(!isOn('2023-06-10', text), text);
});

test('finds times with or without seconds and in twelve hours', () => {
  for (const text of ['14:37:00', '14:37', '2:37 PM', '14h37']) assert.ok(isOn('14:37:00', text), text);
  for (const text of ['14:36', '4:37 PM', '14:370']) assert.ok(!isOn('14:37:00', text), text);
});

test('finds amounts with any separators, but not within longer numbers', () => {
  for (const text of ['1,234.50', '$1234.5', '1.234,50 €', '1 234,50', "1'234.50"]) assert.ok(isOn(1234.5, text), text);
  for (const text of ['11234.50', '1234.55', '1,234.501', '1234', '123450', '2,001,234.50']) assert.ok(!isOn(1234.5, text), text);
  for (const text of ['319', 'Rs. 319.00', '319,-']) assert.ok(isOn(319, text), text);
  assert.ok(!isOn(319, '1,319.00'));
});
