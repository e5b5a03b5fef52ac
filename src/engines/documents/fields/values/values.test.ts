import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countryAtEnd, parseCountryRegion } from './countries.ts';
import { booleanOf, selectionOf, signatureOf } from './marks.ts';
import { localPhonesIn, phoneOf, phonesIn } from './phones.ts';
import { timeOf, timesIn } from './times.ts';
import { typedValue } from './value.ts';

test('parses times with and without AM and PM', () => {
  const cases: Record<string, string | undefined> = {
    '7:45 PM': '19:45:00',
    '19:45:12': '19:45:12',
    '19h45': '19:45:00',
    '19.45 Uhr': '19:45:00',
    noon: '12:00:00',
    '12:00 am': '00:00:00',
    '12:15 p.m.': '12:15:00',
    '7pm': '19:00:00',
    '8 a.m.': '08:00:00',
    '10:15:30 AM': '10:15:30',
    'on 01/02/2020 9:05': '09:05:00',
    '25:00': undefined,
    '12:61': undefined,
    '12.50': undefined,
    'Zeit:12:53': '12:53:00',
    '03:46P': '15:46:00',
    '12.46:24': '12:46:24',
    'kl. 14.05': '14:05:00',
    'Ora: 14-05': '14:05:00',
    'Ora: 14-05-33': '14:05:33',
    '05.03.2024 14.05': '14:05:00',
    '05.03.2024/14:05': '14:05:00',
    '오후 3:45': '15:45:00',
    '08:35 م': '20:35:00',
    '8:05 μ.μ.': '20:05:00',
    '07:30 CH': '19:30:00',
    下午3时20分: '15:20:00',
    '': undefined,
  };
  for (const [text, value] of Object.entries(cases)) assert.equal(timeOf(text), value, text);
});

test('parses phone numbers as E.164 by country code or country', () => {
  const cases: readonly [string, string | undefined, string?][] = [
    ['(555) 234-5678', '+15552345678'],
    ['1-800-123-4567', '+18001234567'],
    ['1-800-FLOWERS', '+18003569377'],
    ['555.234.5678 ext 12', '+15552345678'],
    ['+1 425 555 0100', '+14255550100'],
    ['+49 (0)30 1234567', '+49301234567'],
    ['030 1234567', '+49301234567', 'DE'],
    ['020 7946 0958', '+442079460958', 'GB'],
    ['00442079460958', '+442079460958'],
    ['+33 1 23 45 67 89', '+33123456789'],
    ['01 23 45 67 89', '+33123456789', 'FR'],
    ['912 345 678', '+34912345678', 'ES'],
    ['02 1234 5678', '+390212345678', 'IT'],
    ['020-1234567', '+31201234567', 'NL'],
    ['984-512-3067', '+919845123067', 'IN'],
    ['987 6543210', undefined, 'IN'],
    ['Fone (11) 3333-2222', '+551133332222', 'BR'],
    ['(11) 3333-2222', undefined, 'BR'],
    ['503-555-0123', undefined, 'GB'],
    ['12345', undefined],
    ['123-45-6789', undefined],
    ['2024-01-01', undefined],
    ['12.50', undefined],
    ['1234567890123456', undefined],
  ];
  for (const [text, value, country] of cases) assert.equal(phoneOf(text, country === undefined ? {} : { country }), value, text);
});

test('finds phone numbers side by side and behind the number of a shop', () => {
  const numbersOf = (text: string, country: string): string[] => phonesIn(text, { country }).map(({ value }) => value);
  assert.deepEqual(numbersOf('Ph: 020-26120000 / 9822000000', 'IN'), ['+912026120000', '+919822000000']);
  assert.deepEqual(numbersOf('Store #0417 (615) 555-0100', 'US'), ['+16155550100']);
  assert.deepEqual(localPhonesIn('Tel: 05.11.2022'), []);
  assert.deepEqual(numbersOf('GST NO. : 002062000000', 'MY'), []);
  assert.deepEqual(numbersOf('VAT REG TIN: 008-611-700-000', 'PH'), []);
  assert.deepEqual(numbersOf('#004 017 09:42 2025-03-11', 'PL'), []);
});

test('parses countries by code and by name in many languages', () => {
  const cases: Record<string, string | undefined> = {
    USA: 'USA',
    us: 'USA',
    'U.S.A.': 'USA',
    Deutschland: 'DEU',
    D: 'DEU',
    'D<<': 'DEU',
    'United Kingdom': 'GBR',
    GBN: 'GBR',
    Allemagne: 'DEU',
    España: 'ESP',
    'PAYS-BAS': 'NLD',
    Italia: 'ITA',
    Utopia: 'UTO',
    Atlantis: undefined,
    XX: undefined,
    '': undefined,
  };
  for (const [text, value] of Object.entries(cases)) assert.equal(parseCountryRegion(text), value, text);
  assert.deepEqual(countryAtEnd('Paris, France'), { value: 'FRA', start: 7 });
  assert.equal(countryAtEnd('Redmond WA'), undefined);
});

test('parses booleans, selection marks and signatures', () => {
  assert.equal(booleanOf('Ja'), true);
  assert.equal(booleanOf('non.'), false);
  assert.equal(booleanOf('perhaps'), undefined);
  assert.equal(selectionOf('[X]'), 'selected');
  assert.equal(selectionOf(':unselected: Yes'), 'unselected');
  assert.equal(selectionOf('[ ]'), 'unselected');
  assert.equal(selectionOf('perhaps'), undefined);
  assert.equal(signatureOf('J. Doe'), 'signed');
  assert.equal(signatureOf('______'), 'unsigned');
});

test('parses a value as the given type or leaves it undefined', () => {
  assert.deepEqual(typedValue('date', '05.03.2024', { locale: 'de' }), { type: 'date', value: '2024-03-05' });
  assert.deepEqual(typedValue('integer', 'none'), { type: 'integer', value: undefined });
  assert.deepEqual(typedValue('phoneNumber', '030 1234567', { locale: 'de-DE' }), { type: 'phoneNumber', value: '+49301234567' });
});

test('parses any text quickly and without throwing', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (text) => {
      for (const type of [
        'string',
        'date',
        'time',
        'phoneNumber',
        'countryRegion',
        'number',
        'integer',
        'boolean',
        'selectionMark',
        'signature',
        'currency',
        'address',
      ] as const)
        assert.equal(typedValue(type, text).type, type);
    }),
  );
  for (const piece of ['1 ', '(1', '-', '1:', '+1', '00 ', 'a ', '12 St ']) {
    phonesIn(piece.repeat(20_000));
    timesIn(piece.repeat(20_000));
    typedValue('address', piece.repeat(20_000));
  }
});
