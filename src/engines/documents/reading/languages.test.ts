import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectLanguages } from './languages.ts';

test('assigns lines to their languages', () => {
  const runs = detectLanguages([
    'The quarterly figures were better than anyone had expected.',
    'Sales grew in every region of the country.',
    '12,345.00',
    'Die Zahlen des letzten Quartals waren besser als erwartet.',
    'Der Umsatz ist in allen Regionen gewachsen.',
    'Les chiffres du dernier trimestre étaient meilleurs que prévu.',
  ]);
  assert.deepEqual(
    runs.map(({ locale }) => locale),
    ['en', 'de', 'fr'],
  );
  assert.deepEqual(
    runs[0]!.lines.filter((line) => line !== 2),
    [0, 1],
  );
  assert.deepEqual(
    runs[1]!.lines.filter((line) => line !== 2),
    [3, 4],
  );
  assert.deepEqual(runs[2]!.lines, [5]);
  assert.ok(runs.every(({ confidence }) => confidence > 0.8 && confidence <= 1));
});

test('assigns an ambiguous word to its neighbors’ language', () => {
  const runs = detectLanguages([
    'Bitte überweisen Sie den Betrag innerhalb von vierzehn Tagen.',
    'Total',
    'Vielen Dank für Ihren Einkauf in unserem Geschäft.',
  ]);
  assert.deepEqual(
    runs.map(({ locale, lines }) => [locale, lines]),
    [['de', [0, 1, 2]]],
  );
});

test('assigns no language to numbers', () => {
  assert.deepEqual(detectLanguages(['12.50', '', '#-/']), []);
});

test('does not yield a third language between two', () => {
  const [english, german] = ['Goods sold cannot be returned.', 'Vielen Dank und auf Wiedersehen.'];
  const alone = [...detectLanguages([english]), ...detectLanguages([german])].map(({ locale }) => locale);
  const together = detectLanguages([english, german]).map(({ locale }) => locale);
  assert.ok(
    together.every((locale) => alone.includes(locale)),
    together.join(),
  );
});

test('assigns Han characters to Chinese, and to Japanese beside kana', () => {
  const locales = (lines: readonly string[]): string[] => detectLanguages(lines).map(({ locale }) => locale);
  assert.deepEqual(locales(['東京都新宿区中町', '生ビール お釣り', '合計金額']), ['ja']);
  assert.deepEqual(locales(['上海东方电子有限公司', '合计金额']), ['zh']);
  assert.deepEqual(locales(['서울특별시 강남구', '합계금액']), ['ko']);
});

test('assigns no language to a machine-readable zone', () => {
  assert.deepEqual(detectLanguages(['I<PRTXR88042174<<<<<<<<<<<<<<<', 'FERREIRA<<JOSE<LUIS<<<<<<<<<<<']), []);
});
