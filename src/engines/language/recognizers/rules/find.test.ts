import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recognize } from '../recognize.ts';
import { RULE_KINDS } from '../entity.ts';
import type { RuleKind } from '../entity.ts';
import { RULE_LANGUAGES } from './languages.ts';

/** Wednesday, half past ten. */
const when = { referenceMs: Date.UTC(2026, 10, 18, 10, 30) };
const found = (text: string, kind: RuleKind, culture: string): unknown[] =>
  recognize(text, [kind], culture, when).map((one) => [one.text, one.resolution]);
const values = (text: string, kind: RuleKind, culture: string): unknown[] =>
  recognize(text, [kind], culture, when).map(({ text: span, resolution }) => {
    if (resolution.is === 'number') return [span, resolution.value];
    if (resolution.is === 'quantity') return [span, resolution.value, resolution.iso ?? resolution.unit];
    if (resolution.is === 'ordinal') return [span, resolution.relativeTo, resolution.offset];
    return resolution.is === 'datetime' ? [span, resolution.subtype, resolution.values[0]!.timex] : [span, resolution];
  });

test('answers with the resolutions of English', () => {
  assert.deepEqual(found('quero 2,5 quilos', 'number', 'pt-br'), [
    ['2,5', { is: 'number', value: 2.5, written: '2.5', numberKind: 'Decimal' }],
  ]);
  assert.deepEqual(found('yüzde yirmi', 'percentage', 'tr-tr'), [
    ['yüzde yirmi', { is: 'number', value: 20, written: '20%', numberKind: 'Percent' }],
  ]);
  assert.deepEqual(found('5月5日', 'datetimeV2', 'ja-jp'), [
    [
      '5月5日',
      {
        is: 'datetime',
        subtype: 'date',
        values: [
          { timex: 'XXXX-05-05', type: 'date', value: '2026-05-05' },
          { timex: 'XXXX-05-05', type: 'date', value: '2027-05-05' },
        ],
      },
    ],
  ]);
  assert.deepEqual(found('vor 17 Uhr', 'datetimeV2', 'de-de'), [
    [
      'vor 17 Uhr',
      { is: 'datetime', subtype: 'timerange', values: [{ timex: 'T17', type: 'timerange', end: '17:00:00', modifier: 'before' }] },
    ],
  ]);
  assert.deepEqual(found('la prossima settimana', 'datetimeV2', 'it-it'), [
    [
      'prossima settimana',
      { is: 'datetime', subtype: 'daterange', values: [{ timex: '2026-W48', type: 'daterange', start: '2026-11-23', end: '2026-11-30' }] },
    ],
  ]);
  assert.deepEqual(found('drie dagen', 'datetimeV2', 'nl-nl'), [
    ['drie dagen', { is: 'datetime', subtype: 'duration', values: [{ timex: 'P3D', type: 'duration', value: '259200' }] }],
  ]);
});

test('resolves relative dates by the wall clock of the caller', () => {
  const at = (timezoneOffsetMinutes: number): unknown =>
    recognize('morgen', ['datetimeV2'], 'de-de', { referenceMs: Date.UTC(2026, 10, 18, 23), timezoneOffsetMinutes }).map(
      (one) => one.resolution,
    );
  const tomorrow = (value: string): unknown => [{ is: 'datetime', subtype: 'date', values: [{ timex: value, type: 'date', value }] }];
  assert.deepEqual(at(0), tomorrow('2026-11-19'));
  assert.deepEqual(at(120), tomorrow('2026-11-20'));
});

test('reads numbers of every way of writing', () => {
  assert.deepEqual(values('neunzehnhundertvierundachtzig', 'number', 'de-de'), [['neunzehnhundertvierundachtzig', 1984]]);
  assert.deepEqual(values('quatre-vingt-onze et 1 234 567,5', 'number', 'fr-fr'), [
    ['quatre-vingt-onze', 91],
    ['1 234 567,5', 1234567.5],
  ]);
  assert.deepEqual(values('一百五，二〇二六，3万5千', 'number', 'zh-cn'), [
    ['一百五', 150],
    ['二〇二六', 2026],
    ['3万5千', 35000],
  ]);
  assert.deepEqual(values('サンプル１２３', 'number', 'ja-jp'), [['１２３', 123]]);
  assert.deepEqual(values('१२,३४,५६७ और 1,00,000', 'number', 'hi-in'), [
    ['१२,३४,५६७', 1234567],
    ['1,00,000', 100000],
  ]);
  assert.deepEqual(values('مئة وخمسة وعشرون', 'number', 'ar-ar'), [['مئة وخمسة وعشرون', 125]]);
  assert.deepEqual(values('이만 삼천오백 원', 'currency', 'ko-kr'), [['이만 삼천오백 원', 23500, 'KRW']]);
  assert.deepEqual(values('modelo A4 y b2b', 'number', 'es-es'), []);
});

test('distinguishes ordinals, parts and dates', () => {
  assert.deepEqual(values('der 2. Versuch am 3. Mai', 'ordinal', 'de-de').slice(0, 1), [['2.', 'start', 2]]);
  assert.deepEqual(values('la última semana', 'ordinalV2', 'es-es'), []);
  assert.deepEqual(values('1/2 litro', 'number', 'it-it'), [['1/2', 0.5]]);
  assert.deepEqual(values('24/12', 'datetimeV2', 'it-it'), [['24/12', 'date', 'XXXX-12-24']]);
  assert.deepEqual(values('hace 10 años', 'age', 'es-es'), []);
});

test('combines days, times and parts of the day', () => {
  assert.deepEqual(values('vom 5. bis 8. Mai', 'datetimeV2', 'de-de'), [['vom 5. bis 8. Mai', 'daterange', '(XXXX-05-05,XXXX-05-08,P3D)']]);
  assert.deepEqual(values('jeden Tag um 8 Uhr', 'datetimeV2', 'de-de'), [['jeden Tag um 8 Uhr', 'set', 'T08']]);
  assert.deepEqual(values('le vendredi 5 mai 2028 à 18h30', 'datetimeV2', 'fr-fr'), [
    ['vendredi 5 mai 2028 à 18h30', 'datetime', '2028-05-05T18:30'],
  ]);
  assert.deepEqual(values('las próximas 3 horas', 'datetimeV2', 'es-es'), [
    ['próximas 3 horas', 'datetimerange', '(2026-11-18T10:30:00,2026-11-18T13:30:00,PT3H)'],
  ]);
});

test('reads the other end of a range by the first, and a part of the day for both', () => {
  assert.deepEqual(values('8月3日から10日まで', 'datetimeV2', 'ja-jp'), [
    ['8月3日から10日まで', 'daterange', '(XXXX-08-03,XXXX-08-10,P7D)'],
  ]);
  assert.deepEqual(values('3 से 10 अगस्त', 'datetimeV2', 'hi-in'), [['3 से 10 अगस्त', 'daterange', '(XXXX-08-03,XXXX-08-10,P7D)']]);
  assert.deepEqual(values('entre las 2 y las 4 de la tarde', 'datetimeV2', 'es-es'), [
    ['entre las 2 y las 4 de la tarde', 'timerange', '(T14,T16,PT2H)'],
  ]);
  assert.deepEqual(values('entre 14h et 16h', 'datetimeV2', 'fr-fr'), [['entre 14h et 16h', 'timerange', '(T14,T16,PT2H)']]);
});

test('takes an hour and a half for a time span unless it is a time', () => {
  assert.deepEqual(values('dura una hora y media', 'datetimeV2', 'es-es'), [['una hora y media', 'duration', 'PT1.5H']]);
  assert.deepEqual(values('会議は1時間半です', 'datetimeV2', 'ja-jp'), [['1時間半', 'duration', 'PT1.5H']]);
  assert.deepEqual(values('بعد ساعة', 'datetimeV2', 'ar-ar'), [['بعد ساعة', 'datetime', '2026-11-18T11:30:00']]);
  assert.deepEqual(values('六点四十五分', 'datetimeV2', 'zh-cn'), [['六点四十五分', 'time', 'T06:45']]);
});

test('finds no numbers within other words', () => {
  assert.deepEqual(values('周六 第三 一起', 'number', 'zh-cn'), []);
  assert.deepEqual(values('onu altında gördüm', 'number', 'tr-tr'), []);
  assert.deepEqual(values('이번 사과', 'number', 'ko-kr'), []);
});

test('never throws, and every entity is within the text and in order', () => {
  const words =
    "ein und zwei halb vor 5. mai 2027 um : / % € $ - une demi quatre vingt à h de la 三 点 半 第 周 一 万 년 시 이 천 전 साढ़े सात बजे ٣ و من الساعة \ud800 😀 İ ½ ª \u0301 12 999999999999999999999 saat yüzde 24.12. '";
  const piece = fc.constantFrom(...words.split(' '), ' ', '\n');
  fc.assert(
    fc.property(
      fc.constantFrom(...RULE_LANGUAGES),
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.array(piece, { maxLength: 24 }).map((parts) => parts.join(' ')),
        fc.array(piece, { maxLength: 24 }).map((parts) => parts.join('')),
      ),
      (language, text) => {
        for (const kind of RULE_KINDS) {
          let last = 0;
          for (const one of recognize(text, [kind], language, when)) {
            assert.ok(one.start >= last && one.end > one.start && one.end <= text.length);
            assert.equal(one.text, text.slice(one.start, one.end));
            last = one.end;
          }
        }
      },
    ),
    { numRuns: 400 },
  );
});
