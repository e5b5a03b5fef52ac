import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyAddressLine, isBuildingLike } from './address-lines.ts';
import { hasLegalForm, isNameLike, isPersonLike } from './names.ts';

test('classifies address lines of many countries', () => {
  const kinds: Record<string, string> = {
    '123 456th St': 'street',
    'New York, NY, 10001': 'place',
    'Hauptstraße 12a': 'street',
    'D-37073 Göttingen': 'place',
    'GB SW1B 3BN London': 'place',
    '12 bis, rue de la Paix': 'street',
    '3511 AB Utrecht': 'place',
    'Via Roma, 7': 'street',
    'C/ del Sol, 5': 'street',
    'ul. Marszałkowska 5/7': 'street',
    '00-950 Warszawa': 'place',
    '1200-195 Lisboa': 'place',
    'SE-111 22 Stockholm': 'place',
    '2100 København Ø': 'place',
    'P.O. Box 4411': 'street',
    'PO BOX 441188': 'street',
    'PMB 41200': 'street',
    'Lindengasse 3/2/14': 'street',
    '6200 Kisfalu, Petőfi tér 12.': 'both',
    'Singapore 068912': 'place',
    '17B Tai Ho Chung': 'street',
    'Tai Po, N.T.': 'region',
    'Hong Kong': 'region',
    'Kanpur 208001 Uttar Pradesh': 'place',
    '2400 Lakeside Pkway': 'street',
    '153 Victoria Street': 'street',
    'Bahnhofstrasse 71, 8034 Zürich': 'both',
    '5 Main Street, Springfield, IL 62701': 'both',
    東京都新宿区中町13: 'both',
    第2田中ビル5F: 'region',
    'Kalyan (W) - 421301': 'place',
    'YENİ MAH. ATATÜRK': 'street',
    'гр. Пловдив, р-н Тракия': 'region',
    'Tel. 030 123456': 'other',
    'Total 12.00': 'other',
    '15 Days': 'other',
    'Net 30': 'other',
    'op 21 april 2015': 'other',
    'Quality since 1968': 'other',
    'Hans Muster': 'plain',
    'Gül Mah. 12. Cadde No:7': 'street',
    '34710 Kadıköy/İstanbul': 'place',
    'ул. Садовая, д. 5': 'street',
    '101000, г. Москва': 'place',
    'Kossuth u. 12.': 'street',
    'Jl. Melati No 20, Bandung': 'both',
    'Jakarta Selatan': 'region',
    广东省广州市中山路12号: 'both',
    '서울시 강남구 테헤란로 12': 'both',
    '发票号码:12345678': 'other',
    'CEP: 20000-100 - Niterói': 'place',
    'AV. CENTRAL, 1500 - BELA VISTA - NITEROI - RJ': 'both',
    'Indore - 452001 (M.P.)': 'place',
    'CNPJ 11.222.333/0001-81': 'other',
  };
  for (const [text, kind] of Object.entries(kinds)) assert.equal(classifyAddressLine(text), kind, text);
});

test('knows legal forms, persons and buildings', () => {
  for (const name of [
    'Acme GmbH & Co. KG',
    'Acme Sp. z o.o.',
    'Acme S.r.l.',
    'ACME SDN BHD',
    'Acme A/S',
    'Acme Pvt. Ltd.',
    '88 PANTRY S/B',
    'ООО "Ромашка"',
    'UAB Medis',
    'PT Maju Jaya',
    'Medus Kft',
    '株式会社さくら',
    '广州红叶贸易有限公司',
    '(주)한빛',
    'Acme S.A. de C.V.',
  ])
    assert.ok(hasLegalForm(name), name);
  for (const name of ['Den Haag', '1012 AB Amsterdam', 'Hans Becker']) assert.ok(!hasLegalForm(name), name);
  assert.ok(isPersonLike('Jan de Vries'));
  assert.ok(isBuildingLike('Rose House'));
  assert.ok(!isBuildingLike('Everything for your office'));
});

test('does not take titles, totals and sentences for names', () => {
  for (const text of [
    'INVOICE',
    'TAX INVOICE',
    'Rechnung',
    'Total',
    'Thank you for your business',
    'Payment Terms',
    '12.00',
    'Page 1',
    'SAS au capital de 10 000 €',
  ])
    assert.ok(!isNameLike(text), text);
  for (const text of ['Contoso', 'Kunden AG Mitte', 'Ma jolie boutique', 'K.L.T. CYCLE ( BATU GAJAH ) SDN. BHD.'])
    assert.ok(isNameLike(text), text);
});
