import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Kind } from './entity.ts';
import { KINDS } from './entity.ts';
import { UNSUPPORTED, isRecognized, kindOf } from './kinds.ts';
import { prefilterFor } from './prefilters.ts';
import { recognize, warm } from './recognize.ts';
import { languageUnit } from './units.ts';
import { splitWindows } from './windows.ts';

const when = { referenceMs: Date.UTC(2020, 4, 6, 12) };
const found = (text: string, kind: Kind, culture = 'en-us'): unknown[] =>
  recognize(text, [kind], culture, when).map((hit) => [hit.text, hit.resolution]);

test('recognizes numbers, percentages and quantities with units', () => {
  assert.deepEqual(found('twelve eggs and 3.5 pints', 'number'), [
    ['twelve', { is: 'number', value: 12, written: '12', numberKind: 'Integer' }],
    ['3.5', { is: 'number', value: 3.5, written: '3.5', numberKind: 'Decimal' }],
  ]);
  assert.deepEqual(found('it grew by 30% this year', 'percentage'), [
    ['30%', { is: 'number', value: 30, written: '30%', numberKind: 'Percent' }],
  ]);
  assert.deepEqual(found('send anna 12 euros please', 'currency'), [
    ['12 euros', { is: 'quantity', value: 12, written: '12', unit: 'Euro', iso: 'EUR' }],
  ]);
  assert.deepEqual(found('She is 30 years old', 'age'), [['30 years old', { is: 'quantity', value: 30, written: '30', unit: 'Year' }]]);
  assert.deepEqual(found('heat to 40 F now', 'temperature'), [['40 F', { is: 'quantity', value: 40, written: '40', unit: 'F' }]]);
});

test('resolves dates relative to the given instant and offset', () => {
  const value = (text: string, timezoneOffsetMinutes: number): unknown =>
    recognize(text, ['datetimeV2'], 'en-us', { ...when, timezoneOffsetMinutes })[0]?.resolution;
  assert.deepEqual(value('remind me tomorrow at 5pm', 0), {
    is: 'datetime',
    subtype: 'datetime',
    values: [{ timex: '2020-05-07T17', type: 'datetime', value: '2020-05-07 17:00:00' }],
  });
  assert.deepEqual(value('remind me tomorrow', 0), {
    is: 'datetime',
    subtype: 'date',
    values: [{ timex: '2020-05-07', type: 'date', value: '2020-05-07' }],
  });
  assert.deepEqual(value('remind me tomorrow', 13 * 60), {
    is: 'datetime',
    subtype: 'date',
    values: [{ timex: '2020-05-08', type: 'date', value: '2020-05-08' }],
  });
  assert.deepEqual(value('before 5pm', 0), {
    is: 'datetime',
    subtype: 'timerange',
    values: [{ timex: 'T17', type: 'timerange', end: '17:00:00', modifier: 'before' }],
  });
});

test('drops known library errors and keeps what resembles them', () => {
  assert.deepEqual(found('wake me at 5pm', 'dimension'), []);
  assert.equal(found('a gap of 5 picometers', 'dimension').length, 1);
  assert.deepEqual(found('come at 3 in the morning', 'dimension'), []);
  assert.deepEqual(found('we may go home', 'datetimeV2'), []);
  assert.equal(found('we go home in may', 'datetimeV2').length, 1);
});

test('recognizes ordinals, and in ordinalV2 also those relative to the end or current item', () => {
  const offsets = (text: string, kind: Kind): unknown[] =>
    recognize(text, [kind], 'en-us', when).map(({ resolution }) =>
      resolution.is === 'ordinal' ? [resolution.offset, resolution.relativeTo] : [],
    );
  assert.deepEqual(offsets('take the third and the last', 'ordinal'), [[3, 'start']]);
  assert.deepEqual(offsets('take the third and the last', 'ordinalV2'), [
    [3, 'start'],
    [0, 'end'],
  ]);
  assert.deepEqual(offsets('the second to last, then the previous one and the next', 'ordinalV2'), [
    [-1, 'end'],
    [-1, 'current'],
    [1, 'current'],
  ]);
  assert.deepEqual(offsets('open it last week', 'ordinalV2'), []);
});

test('recognizes other languages, and nothing in unsupported ones', () => {
  assert.deepEqual(found('quiero veinte euros', 'currency', 'es-es')[0], [
    'veinte euros',
    { is: 'quantity', value: 20, written: '20', unit: 'Euro', iso: 'EUR' },
  ]);
  assert.equal(found('demain à 17h', 'datetimeV2', 'fr-fr').length, 1);
  assert.deepEqual((found('明天下午五点', 'datetimeV2', 'zh-cn')[0] as unknown[])[0], '明天下午五点');
  assert.equal(found('三百円ください', 'number', 'ja-jp').length, 1);
  assert.equal(found('ich habe zwei Hunde', 'number', 'de-de').length, 1);
  assert.deepEqual(found('mam dwa psy i 3 koty', 'number', 'pl-pl'), []);
  assert.equal(found('schreib an eva@example.com', 'email', 'de-de').length, 1);
  assert.equal(isRecognized('datetimeV2', 'pt-br'), true);
  assert.equal(isRecognized('datetimeV2', 'pl-pl'), false);
});

test('recognizes phone numbers, emails, URLs and booleans', () => {
  assert.deepEqual(found('mail Bob@Example.com', 'email'), [['Bob@Example.com', { is: 'text', value: 'Bob@Example.com' }]]);
  assert.equal(found('see http://www.example.com/a?b=1', 'url').length, 1);
  assert.deepEqual(found('call 425-555-0123', 'phonenumber'), [['425-555-0123', { is: 'text', value: '425-555-0123', score: 0.9 }]]);
  assert.equal(found('फोन ४२५-५५५-०१२३', 'phonenumber', 'hi-in').length, 1);
  assert.deepEqual(found('yes', 'boolean'), [['yes', { is: 'boolean', value: true }]]);
});

test('finds persons, places and key phrases', () => {
  const text = 'book a flight to Paris for John Smith';
  assert.deepEqual(found(text, 'personName'), [['John Smith', { is: 'phrase', value: 'John Smith' }]]);
  assert.deepEqual(found(text, 'geographyV2'), [['Paris', { is: 'place', value: 'Paris', placeKind: 'city' }]]);
  assert.deepEqual(
    recognize(text, ['keyPhrase'], 'en-us', when).map((hit) => hit.text),
    ['flight', 'Paris', 'John Smith'],
  );
  assert.deepEqual(recognize(text, ['personName', 'geographyV2', 'keyPhrase'], 'ko-kr', when), []);
});

test('maps prebuilt names to kinds and units to names', () => {
  assert.equal(kindOf('Person.Name'), 'personName');
  assert.equal(kindOf('builtin.geographyV2'), 'geographyV2');
  assert.equal(kindOf('builtin.datetimeV2'), 'datetimeV2');
  assert.equal(kindOf('DateTime'), 'datetimeV2');
  assert.equal(kindOf('money'), 'currency');
  assert.equal(kindOf('Phone Number'), 'phonenumber');
  for (const name of UNSUPPORTED) assert.equal(kindOf(name), undefined, name);
  assert.deepEqual(languageUnit('dimension', 'Mile per hour'), { measure: 'Speed', unit: 'MilesPerHour' });
  assert.deepEqual(languageUnit('dimension', 'Cubic millimiter'), { measure: 'Volume', unit: 'CubicMillimeter' });
  assert.deepEqual(languageUnit('temperature', 'C'), { measure: 'Temperature', unit: 'Celsius' });
});

test('offsets stay correct after characters that grow in lower case, and in long texts', () => {
  const text = `İİİ ${'word '.repeat(100)}costs 12 euros. ${'1 '.repeat(300)} and 7 dollars`;
  const hits = recognize(text, ['currency'], 'en-us', when);
  assert.ok(hits.some((hit) => hit.text === '12 euros') && hits.some((hit) => hit.text.endsWith('7 dollars')));
  for (const hit of hits) assert.equal(text.slice(hit.start, hit.end), hit.text);
});

test('windows cover the text in order and respect their limits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('1 ', 'one ', 'word. ', '$', '😀', 'x', ' '), { maxLength: 600 }).map((parts) => parts.join('')),
      (text) => {
        const cuts = splitWindows(text);
        assert.equal(cuts.map(({ start, end }) => text.slice(start, end)).join(''), text);
        for (const { start, end } of cuts) {
          assert.ok(end > start && end - start <= 240);
          assert.ok(text.slice(start, end).isWellFormed());
        }
      },
    ),
  );
});

test('never throws, and every hit is inside the text', () => {
  warm(KINDS, 'en-us');
  const words = fc.constantFrom(
    '1',
    'one',
    'may',
    '5pm',
    '$',
    '%',
    '/',
    '-',
    ':',
    '31',
    '2020',
    'next',
    'week',
    'from',
    'to',
    '(',
    '@',
    '.com',
    '😀',
    'İ',
    '\ud800',
    '٣',
    '½',
    'half',
    'km',
    '\u0000',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(words, { maxLength: 14 }).map((parts) => parts.join(' ')),
        fc.array(words, { maxLength: 14 }).map((parts) => parts.join('')),
      ),
      (text) => {
        for (const hit of recognize(text, KINDS, 'en-us', when)) {
          assert.ok(hit.start >= 0 && hit.end > hit.start && hit.end <= text.length);
          assert.equal(hit.text, text.slice(hit.start, hit.end));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('prefilters accept many spellings', () => {
  const phrases: readonly (readonly [Kind, string, readonly string[]])[] = [
    [
      'datetimeV2',
      'en-us',
      [
        'tonight',
        'next fri',
        'half past six',
        'three weeks ago',
        'every day',
        'christmas eve',
        'asap',
        'in the evening',
        '2019-05-06',
        'last summer',
        'at noon',
        'mid july',
        'the day after tomorrow',
        'a few hours',
      ],
    ],
    ['currency', 'en-us', ['20 us dollars', '£5', '3 bucks and 1 euro', 'five pounds']],
    ['dimension', 'en-us', ['six feet', '3 square miles', '10 kg', '5"']],
    ['age', 'en-us', ['a five year old', '3 months old']],
    ['temperature', 'en-us', ['-3 degrees celsius', '20 °C', 'seventy degrees']],
    ['percentage', 'en-us', ['ten percent', '5 per cent']],
    ['ordinal', 'en-us', ['the twenty-first', '3rd']],
  ];
  for (const [kind, culture, texts] of phrases)
    for (const text of texts) assert.ok(found(text, kind, culture).length > 0, `${kind} ${text}`);
});

test('asks the library for units only where one is written as it reads them', () => {
  const opens = (kind: Kind, texts: readonly string[]): boolean[] => texts.map(prefilterFor(kind));
  assert.deepEqual(opens('dimension', ['a table in Rome for 4', '4 in', 'two feet', 'a tea', 'a tea spoon', 'a km']), [
    false,
    true,
    true,
    false,
    true,
    true,
  ]);
  assert.deepEqual(opens('currency', ['a week in Fiji', 'fiji $ 5', 'one dollar', 'try 5', '5 tries']), [false, true, true, true, false]);
  assert.deepEqual(opens('number', ['a song', 'a hundred songs']), [false, true]);
});
