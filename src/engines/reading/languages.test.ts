import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectLanguages } from './languages.ts';

test('assigns lines to their languages', async () => {
  const runs = await detectLanguages([
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

test('assigns an ambiguous word to its neighbours’ language', async () => {
  const runs = await detectLanguages([
    'Bitte überweisen Sie den Betrag innerhalb von vierzehn Tagen.',
    'Total',
    'Vielen Dank für Ihren Einkauf in unserem Geschäft.',
  ]);
  assert.deepEqual(
    runs.map(({ locale, lines }) => [locale, lines]),
    [['de', [0, 1, 2]]],
  );
});

test('assigns no language to numbers', async () => {
  assert.deepEqual(await detectLanguages(['12.50', '', '#-/']), []);
});

test('does not yield a third language between two', async () => {
  const [english, german] = ['Goods sold cannot be returned.', 'Vielen Dank und auf Wiedersehen.'];
  const alone = [...(await detectLanguages([english])), ...(await detectLanguages([german]))].map(({ locale }) => locale);
  const together = (await detectLanguages([english, german])).map(({ locale }) => locale);
  assert.ok(
    together.every((locale) => alone.includes(locale)),
    together.join(),
  );
});

test('assigns Han characters to Chinese, and to Japanese beside kana', async () => {
  const locales = async (lines: readonly string[]): Promise<string[]> => (await detectLanguages(lines)).map(({ locale }) => locale);
  assert.deepEqual(await locales(['東京都新宿区中町', '生ビール お釣り', '合計金額']), ['ja']);
  assert.deepEqual(await locales(['上海东方电子有限公司', '合计金额']), ['zh']);
  assert.deepEqual(await locales(['서울특별시 강남구', '합계금액']), ['ko']);
});

test('assigns no language to a machine-readable zone', async () => {
  assert.deepEqual(await detectLanguages(['I<PRTXR88042174<<<<<<<<<<<<<<<', 'FERREIRA<<JOSE<LUIS<<<<<<<<<<<']), []);
});
