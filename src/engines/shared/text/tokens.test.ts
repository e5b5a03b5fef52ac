import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normalize, tokenize } from './tokens.ts';

const texts = (text: string, culture?: string): string[] => tokenize(text, culture).map((token) => token.text);

test('joins letters and digits, and separates other characters', () => {
  assert.deepEqual(texts('Wake me at 5pm, please!'), ['Wake', 'me', 'at', '5pm', ',', 'please', '!']);
  assert.deepEqual(
    tokenize('  a b').map(({ start, end }) => [start, end]),
    [
      [2, 3],
      [4, 5],
    ],
  );
  assert.deepEqual(texts(''), []);
  assert.deepEqual(texts(' \t\n '), []);
});

test('attaches an apostrophe to the shorter side', () => {
  assert.deepEqual(texts("John's dog doesn't bark"), ['John', "'s", 'dog', 'doesn', "'t", 'bark']);
  assert.deepEqual(texts('quelle heure est-il à l’hôtel', 'fr-fr'), ['quelle', 'heure', 'est', '-', 'il', 'à', 'l’', 'hôtel']);
  assert.deepEqual(texts("'quoted'"), ["'", 'quoted', "'"]);
  assert.deepEqual(texts("İstanbul'da", 'tr-tr'), ['İstanbul', "'", 'da']);
});

test('splits scripts without spaces into words', () => {
  assert.deepEqual(texts('我想订一张票', 'zh-cn').join('|').replaceAll('|', ''), '我想订一张票');
  assert.ok(texts('我想订一张票', 'zh-cn').length >= 4);
  assert.ok(texts('東京の天気はどうですか', 'ja-jp').includes('東京'));
  assert.ok(texts('สวัสดีครับ', 'th-th').length >= 2);
  assert.deepEqual(texts('iPhoneを買う', 'ja')[0], 'iPhone');
});

test('keeps combining marks with their letters', () => {
  assert.deepEqual(texts('मुझे दिल्ली जाना है', 'hi-in'), ['मुझे', 'दिल्ली', 'जाना', 'है']);
  assert.deepEqual(texts('أُرِيدُ حَجْزًا', 'ar'), ['أُرِيدُ', 'حَجْزًا']);
  assert.deepEqual(texts('ok 👩‍👩‍👧🇫🇷 é'), ['ok', '👩‍👩‍👧', '🇫🇷', 'é']);
});

test('folds width, case and apostrophes, and keeps accents', () => {
  assert.equal(normalize('ＦＵＬＬ Größe it’s'), "full größe it's");
  assert.equal(normalize('IĞDIR', 'tr-tr'), 'ığdır');
});

test('ignores an unknown culture', () => {
  for (const culture of ['', 'x', 'zz-zz', '../../..', 'en-us-posix-and-more'])
    assert.deepEqual(texts('東京 tower', culture).at(-1), 'tower');
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        'a',
        "'",
        '’',
        's',
        ' ',
        '中',
        'の',
        'ก',
        'ำ',
        '́',
        '\u200d',
        '👩',
        '🇫',
        '🇷',
        '\r\n',
        '5',
        '.',
        'ि',
        'क',
        '्',
        '\ud800',
        '\ufe0f',
      ),
    )
    .map((parts) => parts.join('')),
);

test('puts every visible character in exactly one token and splits no grapheme cluster', () => {
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  fc.assert(
    fc.property(anyText, fc.constantFrom('', 'en-us', 'ja-jp', 'th-th'), (text, culture) => {
      const tokens = tokenize(text, culture);
      const edges = new Set([...graphemes.segment(text)].map(({ index }) => index)).add(text.length);
      let at = 0;
      for (const { start, end, text: part } of tokens) {
        assert.ok(start >= at && end > start);
        assert.match(text.slice(at, start), /^[\s\u200b]*$/);
        assert.equal(part, text.slice(start, end));
        assert.ok(edges.has(start) && edges.has(end), `${JSON.stringify(text)} is cut at ${start} or ${end}`);
        at = end;
      }
      assert.match(text.slice(at), /^[\s\u200b]*$/);
    }),
    { numRuns: 2000 },
  );
});
