import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repairWords } from './repair-words.ts';

test('gives Turkish capitals their dots by vowel harmony', () => {
  const repaired = (text: string): string => repairWords(text, 'tr-TR', true);
  assert.equal(repaired('TARIM KREDI MARKETÇILIK TIC. LTD. ŞTI.'), 'TARIM KREDİ MARKETÇİLİK TİC. LTD. ŞTİ.');
  assert.equal(repaired('KADIKÖY / ISTANBUL, NILÜFER, YILDIZ'), 'KADIKÖY / İSTANBUL, NİLÜFER, YILDIZ');
  assert.equal(repaired('PFISTER LIMITED ŞIRKETI'), 'PFISTER LİMİTED ŞİRKETİ');
  assert.equal(repairWords('KREDI', 'tr-TR', false), 'KREDI');
  assert.equal(repairWords('KREDI', 'it-IT', true), 'KREDI');
});

test('reads the abbreviation of an Indonesian street and a Russian legal form', () => {
  assert.equal(repairWords('JI. Melati No. 20', 'id-ID', false), 'Jl. Melati No. 20');
  assert.equal(repairWords('000 "Ромашка"', 'ru-RU', false), 'ООО "Ромашка"');
  assert.equal(repairWords('000 "Lotus"', 'en-US', false), '000 "Lotus"');
});
