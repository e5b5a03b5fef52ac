import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dateOf, datesIn, repairDigits } from './dates.ts';

const CASES: readonly [text: string, value: string | undefined, locale?: string][] = [
  ['2024-03-05', '2024-03-05'],
  ['2024/3/5', '2024-03-05'],
  ['2024-03-05T10:00:00Z', '2024-03-05'],
  ['20240305', '2024-03-05'],
  ['2024年3月5日', '2024-03-05'],
  ['令和6年3月5日', '2024-03-05', 'ja'],
  ['R6.3.5', '2024-03-05', 'ja'],
  ['R6.3.5', undefined, 'en-GB'],
  ['本町5-8-10', undefined, 'ja'],
  ['民國113年3月5日', '2024-03-05', 'zh-TW'],
  ['5/3/2567', '2024-03-05', 'th'],
  ['5 ม.ค. 67', '2024-01-05', 'th'],
  ['ngày 5 tháng 3 năm 2024', '2024-03-05', 'vi'],
  ['12 сентября 2023 г.', '2023-09-12', 'ru'],
  ['2024. március 5.', '2024-03-05', 'hu'],
  ['03/04/2024', '2024-03-04'],
  ['03/04/2024', '2024-03-04', 'en-US'],
  ['03/04/2024', '2024-04-03', 'en-GB'],
  ['13/04/2024', '2024-04-13', 'en-US'],
  ['04/13/2024', '2024-04-13', 'en-GB'],
  ['3.4.24', '2024-04-03'],
  ['03.04.2024', '2024-04-03', 'de'],
  ['03.04.2024/13:41', '2024-04-03', 'de'],
  ['3-4-2024', '2024-04-03', 'nl'],
  ['24-03-05', '2024-03-05', 'sv-SE'],
  ['01 02 2020', '2020-02-01'],
  ['05.03 2024', '2024-03-05', 'de'],
  ['05/03/2024.11:40', '2024-03-05', 'en-GB'],
  ['5 March 2024', '2024-03-05'],
  ['March 5th, 2024', '2024-03-05'],
  ['Mar. 5 2024', '2024-03-05'],
  ['05-MAR-24', '2024-03-05'],
  ['15MAR2020', '2020-03-15'],
  ['Sept 3, 2020', '2020-09-03'],
  ['12 JAN/JAN 95', '1995-01-12'],
  ['5. März 2024', '2024-03-05'],
  ['1er mars 2024', '2024-03-01'],
  ['le 12 août 2021', '2021-08-12'],
  ['5 de marzo de 2024', '2024-03-05'],
  ['3 gennaio 2022', '2022-01-03'],
  ['5 maart 2024', '2024-03-05'],
  ['16 października 2020', '2020-10-16'],
  ['9 juin 99', '1999-06-09'],
  ['Tuesday, June 4, 2019 at 10:30', '2019-06-04'],
  ['O1/O2/2O2O', '2020-01-02'],
  ['I2/3l/2024', '2024-12-31'],
  ['31/02/2024', undefined],
  ['00/10/2024', undefined],
  ['2023-02-29', undefined],
  ['2024-02-29', '2024-02-29'],
  ['1.234.567', undefined],
  ['555-123-4567', undefined],
  ['March 2024', undefined],
  ['may 5', undefined],
  ['12:30', undefined],
  ['', undefined],
  ['Marchand 5, 2024', undefined],
];

test('parses dates in many formats and languages, and nothing else', () => {
  for (const [text, value, locale] of CASES) assert.equal(dateOf(text, { locale }), value, `${text} ${locale ?? ''}`);
});

test('finds all dates of a text with their positions', () => {
  const text = 'From 5 January 2020 until 01/31/2020.';
  const found = datesIn(text);
  assert.deepEqual(
    found.map(({ value }) => value),
    ['2020-01-05', '2020-01-31'],
  );
  assert.deepEqual(
    found.map(({ start, end }) => text.slice(start, end)),
    ['5 January 2020', '01/31/2020'],
  );
});

test('determines the century of two-digit years by the pivot', () => {
  assert.equal(dateOf('05/06/68'), '2068-05-06');
  assert.equal(dateOf('05/06/68', { pivot: 30 }), '1968-05-06');
});

test('repairs misread digits only in words made of digits', () => {
  assert.equal(repairDigits('SOLD 1O.5O to BOB'), 'SOLD 10.50 to BOB');
  assert.equal(repairDigits('9,00B'), '9,00B');
});

test('finds only real dates in any text, quickly', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (text) => {
      for (const { value, start, end } of datesIn(text)) {
        assert.ok(start < end && end <= text.length);
        assert.equal(new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10), value);
      }
    }),
  );
  assert.deepEqual(datesIn('1 '.repeat(50_000)), []);
  assert.deepEqual(datesIn('1/'.repeat(50_000)), []);
});

test('parses back formatted dates of several locales', () => {
  const date = fc
    .date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((value) => value.toISOString().slice(0, 10));
  fc.assert(
    fc.property(date, (iso) => {
      const [year, month, day] = iso.split('-') as [string, string, string];
      assert.equal(dateOf(`${month}/${day}/${year}`, { locale: 'en-US' }), iso);
      assert.equal(dateOf(`${day}.${month}.${year}`, { locale: 'de-DE' }), iso);
      for (const locale of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'])
        assert.equal(dateOf(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))), iso, locale);
    }),
  );
});

test('reads months and eras of other languages', () => {
  const dates: readonly (readonly [string, string, string?])[] = [
    ['5 марта 2024 г.', '2024-03-05'],
    ['5 มี.ค. 2567', '2024-03-05'],
    ['٥ مارس ٢٠٢٤', '2024-03-05'],
    ['令和6年3月5日', '2024-03-05'],
    ['民國113年3月5日', '2024-03-05'],
    ['ngày 05 tháng 03 năm 2024', '2024-03-05'],
    ['2024. gada 5. marts', '2024-03-05'],
    ['2024 m. kovo 5 d.', '2024-03-05'],
    ['12. listopada 2023.', '2023-10-12', 'hr'],
    ['12. listopadu 2023', '2023-11-12', 'cs'],
  ];
  for (const [text, date, locale] of dates) assert.equal(dateOf(text, { locale }), date, text);
});
