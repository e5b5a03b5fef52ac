import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
import { extractDocuments } from '../extract.ts';
import type { Field } from '../field.ts';

/** A first line with `=` is in large letters. */
function merchantOf(...lines: string[]): { name?: string; address?: string } {
  const isLarge = lines[0]!.startsWith('=');
  const layout = typedPage(
    [lines[0]!.replace('=', ''), ...lines.slice(1), '', 'Tea          2.50', 'Bread        1.50', 'TOTAL        4.00'].join('\n'),
  );
  if (isLarge) for (const { box } of layout.items.filter((item) => item.box!.top === 0)) Object.assign(box!, { top: -0.8 });
  const { fields } = extractDocuments('prebuilt-receipt', layout)[0]!;
  const text = (field: Field | undefined): string | undefined =>
    field?.items.map((item) => (layout.items[item] as { text: string }).text).join(' ');
  return { name: text(fields.MerchantName), address: text(fields.MerchantAddress) };
}

test('ends name and address before phone and tax numbers', () => {
  assert.deepEqual(merchantOf('Kauppa Oy 1234567-8', 'Esimerkkikatu 7 Turku   010 1234567'), {
    name: 'Kauppa Oy',
    address: 'Esimerkkikatu 7 Turku',
  });
  assert.deepEqual(merchantOf('Pazar Gida A.Ş', 'Deniz Mah. Orman Cad.', 'No:5/A Kadıköy / İstanbul', 'VKN: 1234567890', 'FİŞ NO : 0012'), {
    name: 'Pazar Gida A.Ş',
    address: 'Deniz Mah. Orman Cad. No:5/A Kadıköy / İstanbul',
  });
});

test('takes the text after the label of an address', () => {
  assert.equal(merchantOf('SIA Veikals', 'Jur. adrese: Rīga, Liepu iela 16', 'Kase Nr. 02').address, 'Rīga, Liepu iela 16');
});

test('prefers the trade name to rules, labels and slogans', () => {
  assert.equal(merchantOf('XXXXXXXXXXXX', 'BLUE HARBOUR', '5 Bay Road').name, 'BLUE HARBOUR');
  assert.equal(merchantOf('Corner Books #2937', 'for people who read', '12 Main Street', 'Fairfax, VA 22033').name, 'Corner Books');
  assert.equal(merchantOf('분식집', '영수증').name, '분식집');
});

test('keeps captions with their numbers and a second address out of the address', () => {
  assert.equal(merchantOf('CITY GARAGE', '45 OAK ST SPRINGFIELD IL', 'COMPUTER 3 OPERATOR 12').address, '45 OAK ST SPRINGFIELD IL');
  assert.equal(merchantOf('Corner Drug', 'STORE #418 50 W MAIN ST', 'SPRINGFIELD, IL 62701').address, '50 W MAIN ST SPRINGFIELD, IL 62701');
  assert.equal(
    merchantOf('MINTA KFT.', '6720 Szeged, Tisza utca 7.', 'MINTA ABC', '6724 Szeged, Alma utca 42.').address,
    '6724 Szeged, Alma utca 42.',
  );
  assert.equal(merchantOf('SIÊU THỊ MẪU', 'Số 5 Lê Lai, P. Tân Định, Q.1').address, 'Số 5 Lê Lai, P. Tân Định, Q.1');
});

test('gives no greeting as the name', () => {
  assert.equal(merchantOf('毎度ありがとうございます', '見本商店', '横浜市中区本町4-41').name, '見本商店');
});

test('leaves the owner out of the name and the address', () => {
  assert.equal(merchantOf('Kaufhaus am Tor', 'Inh. Petra Sommer e.K.', 'Lindenstr. 14', '04177 Leipzig').name, 'Kaufhaus am Tor');
  assert.equal(merchantOf('SPICE GARDEN', '(A unit of Lotus Hotels Pvt. Ltd.)', '5 Lake Road', 'Pune - 411001').name, 'SPICE GARDEN');
  assert.equal(merchantOf('Gasthof Ochsen', 'Familie M. Frei', 'Hauptstrasse 3, 4450 Sissach').address, 'Hauptstrasse 3, 4450 Sissach');
});

test('joins a name and a legal form of several words', () => {
  assert.equal(
    merchantOf('YILDIZ GIDA PAZARLAMA', 'SAN. VE TIC. LTD. ŞTİ.', 'DENİZ CAD. NO:45/A KADIKÖY').name,
    'YILDIZ GIDA PAZARLAMA SAN. VE TIC. LTD. ŞTİ.',
  );
});

test('ends an address before tax offices, tables and numbers of tills', () => {
  assert.equal(
    merchantOf('Liman Market', 'Gül Mah. Deniz Cd. No:4', 'Konak / İzmir', 'Konak V.D. 123').address,
    'Gül Mah. Deniz Cd. No:4 Konak / İzmir',
  );
  assert.equal(merchantOf('Hill Store', '12 OAK ST', 'AKRON OH 44301', 'ST# 0012 OP# 003 TE# 4').address, '12 OAK ST AKRON OH 44301');
  assert.equal(
    merchantOf('ООО "Ясень"', '420000, Казань,', 'ул. Лесная, д. 5', '#0012 ЧЕК 0034').address,
    '420000, Казань, ул. Лесная, д. 5',
  );
});

test('takes a unit number, a city without a code and a street below its place as parts of the address', () => {
  assert.equal(merchantOf('Hill Store', '12 Oak Blvd #40', 'Akron, OH', '(330) 555-0100').address, '12 Oak Blvd #40 Akron, OH');
  assert.equal(merchantOf('Sklep Sp. z o.o.', '00-100 Warszawa', 'ul. Leśna 5', 'NIP 1234567890').address, '00-100 Warszawa ul. Leśna 5');
});

test('does not join a shop with the company that runs it', () => {
  assert.equal(merchantOf('АО "Ветер"', 'магазин "Парус"', 'г. Казань, ул. Лесная, д. 5').name, 'АО "Ветер"');
});

test('reads addresses beside the name, with a dash, a labeled code, a building and a code in two parts', () => {
  assert.equal(merchantOf('HILL STORE', 'HILL STORE - 12 OAK ST', 'AKRON, OH 44301').address, '12 OAK ST AKRON, OH 44301');
  assert.equal(
    merchantOf('Frituur De Eik', 'Grote Baan 9 - 9300 Aalst', 'BTW BE 0999.111.222 053/11.22.33').address,
    'Grote Baan 9 - 9300 Aalst',
  );
  assert.equal(merchantOf('ΚΑΦΕ ΗΛΙΟΣ', 'ΛΕΥΚΗΣ 12 - ΒΟΛΟΣ', 'Τ.Κ. 38222 ΤΗΛ. 24210 11223').address, 'ΛΕΥΚΗΣ 12 - ΒΟΛΟΣ Τ.Κ. 38222');
  assert.equal(
    merchantOf('LOTUS TIFFINS', 'No.5, 2nd Main, 3rd Cross', 'Opp. City Hospital, Palm Layout', 'Mysuru 570 001').address,
    'No.5, 2nd Main, 3rd Cross Opp. City Hospital, Palm Layout Mysuru 570 001',
  );
  assert.equal(
    merchantOf('seifenland', 'Filiale 31', '1080 Wien, Lindauer Straße 7', 'seifenland GmbH, 4020 Linz').address,
    '1080 Wien, Lindauer Straße 7',
  );
});

test('takes a till for neither a name nor a street', () => {
  assert.deepEqual(merchantOf('UAB "BERŽAS"', 'Kasa Nr.2', 'Liepų g. 4, Alytus'), { name: 'UAB "BERŽAS"', address: 'Liepų g. 4, Alytus' });
});

test('prefers a logo in large letters to the company below', () => {
  assert.equal(merchantOf('=BLUE PIER', 'HARBOUR FOODS LTD', '5 Bay Road', 'Dover CT16 1AA').name, 'BLUE PIER');
  assert.equal(merchantOf('BLUE PIER', 'HARBOUR FOODS LTD', '5 Bay Road', 'Dover CT16 1AA').name, 'HARBOUR FOODS LTD');
});

test('leaves the name of who owns the shop out', () => {
  assert.equal(merchantOf('LIMAN BALIK LOKANTASI', 'MEHMET KORKMAZ', 'Sahil Cad. No:4', '35400 İZMİR').name, 'LIMAN BALIK LOKANTASI');
  assert.equal(merchantOf('LOTUS KITCHEN', 'A UNIT OF RIVER HOTELS PVT LTD', '5 Lake Road', 'Pune - 411001').name, 'LOTUS KITCHEN');
  assert.equal(merchantOf('HARBOR HOTEL', 'Owned by', 'BAY RESORT', 'HOLDINGS CORP.', '5 Sea Road', 'Cebu 6000').name, 'HARBOR HOTEL');
});

test('takes the host name of a shop on the web', () => {
  assert.equal(merchantOf('"SNACKBOX24.COM"', 'КПП 770101001', 'Касса № 2').name, '"SNACKBOX24.COM"');
});

test('keeps unit numbers and mall names in the address', () => {
  assert.equal(
    merchantOf('Bay Chemist', 'Shop 3, 120 Pacific Road', 'Bayside NSW 2450').address,
    'Shop 3, 120 Pacific Road Bayside NSW 2450',
  );
  assert.equal(
    merchantOf('VELD FOODS', 'SHOP 12 MALL OF THE WEST', 'BLOEMFONTEIN 9301').address,
    'SHOP 12 MALL OF THE WEST BLOEMFONTEIN 9301',
  );
  assert.equal(
    merchantOf('Home Mart', 'Harbour Mall', 'Eastside', 'Wellington, 6011', 'PH 09 555 0100').address,
    'Harbour Mall Eastside Wellington, 6011',
  );
});

test('ends the address before titles and captions', () => {
  assert.equal(
    merchantOf('PADARIA LUA LTDA', 'RUA DO SOL, 15, CENTRO, SANTOS, SP', 'DANFE NFC-e').address,
    'RUA DO SOL, 15, CENTRO, SANTOS, SP',
  );
  assert.equal(
    merchantOf('COMERCIAL LUNA SPA', 'AV. LIBERTAD 22, VIÑA,', 'SANTIAGO', 'BOLETA ELECTRONICA').address,
    'AV. LIBERTAD 22, VIÑA, SANTIAGO',
  );
  assert.equal(merchantOf('MART LTD', 'LAKE AVENUE, NAIROBI', 'TEL 0722 000 000').address, 'LAKE AVENUE, NAIROBI');
});

test('finds streets without a number and of other orders', () => {
  assert.equal(
    merchantOf('CORNER FOODS', 'LAKEVIEW,OH 43300', '120 MILL RD EAST', 'STORE 0012').address,
    'LAKEVIEW,OH 43300 120 MILL RD EAST',
  );
  assert.equal(merchantOf('焼鳥 見本', '大阪市北区曽根崎2-10-5', '電話 06-0000-0000').address, '大阪市北区曽根崎2-10-5');
  assert.equal(
    merchantOf('TS adı: Nümunə Market', 'TS ünvanı: AZ1005 BAKI ŞƏHƏRİ', 'NİZAMİ KÜÇ. EV 103', 'VÖEN 1700000001').name,
    'Nümunə Market',
  );
});

test('gives no order number as an address', () => {
  assert.equal(
    merchantOf('=Maple Goods', 'Order #MG-104482', 'Maple Goods, 310 Mill Street, Eugene, OR 97401').address,
    '310 Mill Street, Eugene, OR 97401',
  );
});

test('drops the number of a shop with its caption, and keeps a number that is part of a logo', () => {
  assert.equal(merchantOf('PEAK ROASTERS Store #11832', '410 Pine Street', 'Seattle, WA 98101').name, 'PEAK ROASTERS');
  assert.equal(merchantOf('=DAGLIG 1000', 'Sentrum', 'Bogveien 30, 0355 OSLO').name, 'DAGLIG 1000');
});

test('takes the address of the premises', () => {
  assert.equal(merchantOf('POTRAVINY LIPA', 'Prevádzka: Hlavná 15, 080 01 Prešov', 'IČO: 40000000').address, 'Hlavná 15, 080 01 Prešov');
  assert.equal(
    merchantOf('TRGOVINA LIPA D.O.O.', 'PE Lipa Center', 'Slovenska cesta 54, 1000 Ljubljana').address,
    'Slovenska cesta 54, 1000 Ljubljana',
  );
  assert.equal(merchantOf('HAPPY OX', 'G/F City North Mall, Quezon City', 'TIN 000-000-000').address, 'G/F City North Mall, Quezon City');
});

test('takes no caption for the name, and the name of the foot if the head has none', () => {
  assert.equal(merchantOf('TARİH 11.03.2025', 'SAAT 09:42', 'FİŞ NO : 0417').name, undefined);
  const text = '2 ESPRESSO   $15.00\n1 CANNOLI    $15.00\nTOTAL        $30.00\nVISIT US AT BLUE LAGOON\n136 MAIN STREET, SPRINGFIELD';
  const { MerchantName: name } = extractDocuments('prebuilt-receipt', typedPage(text))[0]!.fields;
  assert.equal(name?.type === 'string' && name.value, 'BLUE LAGOON');
});

test('ends an address before a name with its caption', () => {
  assert.equal(
    merchantOf('ООО "ПРИМЕР"', 'ИНН 5190000000', 'Тульская обл., г. Ефремов, пр. Мира, 8Б', 'Место расчетов: АЗС 27').address,
    'Тульская обл., г. Ефремов, пр. Мира, 8Б',
  );
});
