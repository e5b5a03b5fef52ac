import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { moneyIn, moneyOf } from './money.ts';
import { foldDigits, integerOf, numberOf, numbersIn } from './numbers.ts';

const NUMBERS: readonly [text: string, value: number | undefined, locale?: string][] = [
  ['1,234.56', 1234.56],
  ['1.234,56', 1234.56],
  ['1 234,56', 1234.56],
  ['1\u00a0234,56', 1234.56],
  ["1'234.50", 1234.5],
  ['12,34,567.00', 1234567],
  ['1.234.567', 1234567],
  ['1,234,567', 1234567],
  ['1.234.567,89', 1234567.89],
  ['1.234', 1.234],
  ['1.234', 1234, 'de-DE'],
  ['1,234', 1234, 'id'],
  ['1.234', 1234, 'en-KR'],
  ['1,234', 1234],
  ['1,234', 1.234, 'fr'],
  ['1.234', 1.234, 'de-CH'],
  ['0,125', 0.125],
  ['0.125', 0.125, 'de'],
  ['12,5', 12.5],
  ['.50', 0.5],
  ['1 234, 56', 1234.56],
  ['12 .50', 12.5],
  ['(12.00)', -12],
  ['12.50-', -12.5],
  ['-5', -5],
  ['− 5', -5],
  ['50 %', 50],
  ['5 kg', 5],
  ['$ 12.50', 12.5],
  ['l2.5O', 12.5],
  ['12 34', undefined],
  ['abc', undefined],
  ['', undefined],
  ['2 x 4', undefined],
  ['1.2.3', undefined],
  ['a long sentence with 5 in it', undefined],
];

test('parses numbers in many formats', () => {
  for (const [text, value, locale] of NUMBERS) assert.equal(numberOf(text, { locale }), value, `${text} ${locale ?? ''}`);
});

test('rejects integers with a fraction', () => {
  assert.equal(integerOf('1,200'), 1200);
  assert.equal(integerOf('12.00'), 12);
  assert.equal(integerOf('12.5'), undefined);
});

test('parses back formatted numbers of several locales', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999_99, max: 99_999_999_99 }),
      fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'de-CH', 'en-IN', 'sv-SE'),
      (cents, locale) => {
        const value = cents / 100;
        const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
        assert.equal(numberOf(text, { locale }), value, `${text} ${locale}`);
      },
    ),
  );
});

const MONEY: readonly [text: string, amount: number | undefined, symbol?: string, code?: string, locale?: string][] = [
  ['$1,234.56', 1234.56, '$', 'USD'],
  ['1.234,56 €', 1234.56, '€', 'EUR'],
  ['EUR 12,00', 12, undefined, 'EUR'],
  ['12.00 CAD', 12, undefined, 'CAD'],
  ['$5', 5, '$', 'CAD', 'en-CA'],
  ['¥500', 500, '¥', 'JPY'],
  ['¥500', 500, '¥', 'CNY', 'zh'],
  ['5,00', 5, undefined, 'EUR', 'de'],
  ['5.00', 5],
  ['kr 100', 100, 'kr', 'NOK', 'nb'],
  ['RM12.50', 12.5, 'RM', 'MYR'],
  ['R$ 10,00', 10, 'R$', 'BRL'],
  ["CHF 1'200.00", 1200, undefined, 'CHF'],
  ['5 zł', 5, 'zł', 'PLN'],
  ['10 euros', 10, undefined, 'EUR'],
  ['S$10', 10, 'S$', 'SGD'],
  ['£ 10', 10, '£', 'GBP'],
  ['US$ 5.00', 5, 'US$', 'USD'],
  ['usd 5', 5, undefined, 'USD'],
  ['-$5.00', -5, '$', 'USD'],
  ['($5.00)', -5, '$', 'USD'],
  ['$-5.00', -5, '$', 'USD'],
  ['$(5.00)', -5, '$', 'USD'],
  ['5.00 CR', -5],
  ['€ 12,50-', -12.5, '€', 'EUR'],
  ['12,50- €', -12.5, '€', 'EUR'],
  ['- € 3,00', -3, '€', 'EUR'],
  ['Total $12.00 of 3', 12, '$', 'USD'],
  ['no money', undefined],
  ['12 of 13', undefined],
];

test('parses amounts with currency by symbol, code and country', () => {
  for (const [text, amount, symbol, code, locale] of MONEY) {
    const expected =
      amount === undefined ? undefined : { amount, ...(symbol === undefined ? {} : { symbol }), ...(code === undefined ? {} : { code }) };
    assert.deepEqual(moneyOf(text, { locale }), expected, `${text} ${locale ?? ''}`);
  }
});

test('uses the given currency for amounts without one', () =>
  assert.deepEqual(moneyOf('5.00', { currency: 'USD' }), { amount: 5, code: 'USD' }));

test('finds numbers and amounts in any text quickly, with valid positions', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      for (const { value, start, end } of numbersIn(text))
        assert.ok(Number.isFinite(value) && start >= 0 && start < end && end <= text.length);
      for (const { value, start, end } of moneyIn(text))
        assert.ok(Number.isFinite(value.amount) && start >= 0 && start < end && end <= text.length);
    }),
  );
  for (const piece of ['1 ', '1,', '1.', '(', '- ', '000 ']) numbersIn(piece.repeat(50_000));
});

test('knows countries whose amounts have three decimals or none', () => {
  assert.equal(numberOf('120,000', { locale: 'vi' }), 120_000);
  assert.equal(numberOf('120.000', { locale: 'vi' }), 120_000);
  assert.equal(numberOf('12,500', { locale: 'fr-TN' }), 12.5);
  assert.equal(numberOf('1,52,300.00', { locale: 'en-IN' }), 152_300);
});

test('reads digits of other scripts', () => {
  assert.equal(foldDigits('١٢٣٫٥٠ ４２：०१ ๑๒'), '123.50 42:01 12');
});
