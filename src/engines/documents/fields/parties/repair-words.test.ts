import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repairWords } from './repair-words.ts';

test('gives Turkish capitals their dots by vowel harmony', () => {
  const repaired = (text: string): string => repairWords(text, 'tr-TR', true);
  assert.equal(repaired('DENIZLI PEYNIRCILIK TIC. LTD. ŞTI.'), 'DENİZLİ PEYNİRCİLİK TİC. LTD. ŞTİ.');
  assert.equal(repaired('KADIKÖY / ISTANBUL, INÖNÜ, YILDIZ'), 'KADIKÖY / İSTANBUL, İNÖNÜ, YILDIZ');
  assert.equal(repaired('WINKLER LIMITED ŞIRKETI'), 'WINKLER LİMİTED ŞİRKETİ');
  assert.equal(repairWords('DENIZLI', 'tr-TR', false), 'DENIZLI');
  assert.equal(repairWords('DENIZLI', 'it-IT', true), 'DENIZLI');
});

test('reads the abbreviation of an Indonesian street and a Russian legal form', () => {
  assert.equal(repairWords('JI. Melati No. 20', 'id-ID', false), 'Jl. Melati No. 20');
  assert.equal(repairWords('000 "Ромашка"', 'ru-RU', false), 'ООО "Ромашка"');
  assert.equal(repairWords('000 "Lotus"', 'en-US', false), '000 "Lotus"');
});
