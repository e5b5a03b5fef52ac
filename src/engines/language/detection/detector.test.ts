import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DETECTED_LANGUAGES } from './scripts.ts';
import { loadLanguageDetector, readTables, writeTables } from './tables.ts';

const detector = loadLanguageDetector();
const detect = (text: string): string | undefined => detector.detect(text)[0]?.language;

test('detects the languages of short requests', () => {
  const texts: Readonly<Record<string, string>> = {
    af: 'ek soek nog altyd my sleutels',
    ar: 'أين يمكنني شراء تذكرة القطار',
    cs: 'kde si můžu koupit jízdenku na vlak',
    da: 'hvor kan jeg købe en billet til toget',
    de: 'wo kann ich eine Fahrkarte kaufen',
    en: 'where can I buy a train ticket',
    es: 'dónde puedo comprar un billete de tren',
    fr: 'où puis-je acheter un billet de train',
    hu: 'hol vehetek vonatjegyet',
    id: 'di mana saya bisa membeli tiket kereta',
    it: 'dove posso comprare un biglietto del treno',
    nl: 'waar kan ik een treinkaartje kopen',
    pl: 'gdzie mogę kupić bilet na pociąg',
    pt: 'onde posso comprar um bilhete de comboio',
    ru: 'где можно купить билет на поезд',
    sv: 'var kan jag köpa en tågbiljett',
    tr: 'tren biletini nereden alabilirim',
    uk: 'де можна купити квиток на потяг',
    ur: 'میں ٹرین کا ٹکٹ کہاں سے خرید سکتا ہوں',
    vi: 'tôi có thể mua vé tàu ở đâu',
    zh: '我在哪里可以买火车票',
    ja: '切符はどこで買えますか',
    ko: '기차표는 어디에서 살 수 있나요',
    th: 'ซื้อตั๋วรถไฟได้ที่ไหน',
    ta: 'ரயில் டிக்கெட் எங்கே வாங்கலாம்',
  };
  assert.deepEqual(Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, detect(text)])), codesOf(texts));
});

function codesOf(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(texts).map((language) => [language, language]));
}

test('reads the language around names and titles of another script', () => {
  assert.equal(detect('播放 Seven Nation Army'), 'zh');
  assert.equal(detect('включи Smells Like Teen Spirit'), 'ru');
});

test('ignores case, digits and marks', () => {
  assert.equal(detect('WO IST MEINE BESTELLUNG???'), 'de');
  assert.deepEqual(detector.detect('12:30 – 😀 !!'), []);
  assert.deepEqual(detector.detect(''), []);
});

test('knows more than fifty languages', () => {
  assert.ok(DETECTED_LANGUAGES.length >= 50, DETECTED_LANGUAGES.join(' '));
});

test('accepts any text, and probabilities sum to 1', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string()), (text) => {
      const found = detector.detect(text);
      const sum = found.reduce((total, { probability }) => total + probability, 0);
      assert.ok(found.length === 0 || Math.abs(sum - 1) < 1e-6);
      assert.ok(found.every(({ language }) => DETECTED_LANGUAGES.includes(language)));
    }),
  );
});

test('rejects damaged tables', () => {
  const table = { bits: 1, step: 1, biases: new Float32Array(1), weights: new Int8Array(2) };
  const bytes = writeTables({ latin: table, cyrillic: table, arabic: table, devanagari: table, han: table });
  assert.equal(readTables(bytes).latin.bits, 1);
  bytes[12]! ^= 1;
  assert.throws(() => readTables(bytes), /damaged/);
});
