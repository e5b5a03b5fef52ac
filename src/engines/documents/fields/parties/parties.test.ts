import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
import type { TestLine } from '../../../../../test/support/test-layout.ts';
import { createTestLayout } from '../../../../../test/support/test-layout.ts';
import type { Field } from '../field.ts';
import { segmentText } from '../text/segmented-text.ts';
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { findParties } from './find-parties.ts';
import { findMerchant } from './merchant.ts';
import { findTaxIds } from './tax-ids.ts';

function texts(layout: DocumentLayout, fields: Readonly<Record<string, Field>>): Record<string, string> {
  const textOf = ({ items }: Field): string =>
    items
      .map((i) => layout.items[i]!)
      .map((item) => (item.kind === 'word' ? item.text : ''))
      .join(' ');
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, textOf(field)]));
}

function parties(layout: DocumentLayout): Record<string, string> {
  return texts(layout, findParties(segmentText(layout)));
}

const letter = (lines: readonly (readonly [string, number, number, number?])[]): DocumentLayout =>
  createTestLayout(lines.map(([text, left, top, height]): TestLine => ({ text, left, top, ...(height !== undefined && { height }) })));

test('takes the sender of a letter from the line above the recipient', () => {
  const found = parties(
    letter([
      ['Nordwind GmbH · Hafenstraße 20 · 20457 Hamburg', 40, 110, 6],
      ['Kestrel AG', 40, 122],
      ['Frau Petra Vogel', 40, 133],
      ['Gartenweg 5', 40, 144],
      ['50667 Köln', 40, 155],
      ['Rechnung', 40, 220, 14],
      ['Rechnungsnr.: 20210044', 380, 122],
      ['Beratung', 40, 260],
      ['100,00', 480, 260],
      ['Nordwind GmbH', 40, 740, 6],
      ['Hafenstraße 20', 40, 748, 6],
      ['20457 Hamburg', 40, 756, 6],
      ['USt-IdNr. DE 123 456 789', 200, 740, 6],
    ]),
  );
  assert.equal(found.VendorName, 'Nordwind GmbH');
  assert.match(found.VendorAddress ?? '', /^Hafenstraße 20 .*20457 Hamburg$/u);
  assert.equal(found.VendorTaxId, 'DE 123 456 789');
  assert.equal(found.CustomerName, 'Kestrel AG');
  assert.equal(found.CustomerAddress, 'Gartenweg 5 50667 Köln');
});

test('gives blocks under headings their role, also side by side', () => {
  const found = parties(
    typedPage(
      [
        'Bluebird Supplies Inc.                    INVOICE',
        '500 Market St                             No: 1234',
        'Portland, OR 97201',
        '',
        'Bill To:                Ship To:                Remit To:',
        'Anna Bell               Carl Dorn               Bluebird Finance',
        '1 Main Street           2 Park Lane             P.O. Box 77',
        'Boston, MA 02108        Denver, CO 80014        Austin, TX 78701',
      ].join('\n'),
    ),
  );
  assert.equal(found.VendorName, 'Bluebird Supplies Inc.');
  assert.equal(found.VendorAddress, '500 Market St Portland, OR 97201');
  assert.equal(found.CustomerName, 'Anna Bell');
  assert.equal(found.BillingAddress, '1 Main Street Boston, MA 02108');
  assert.equal(found.CustomerAddress, '1 Main Street Boston, MA 02108');
  assert.equal(found.ShippingAddress, '2 Park Lane Denver, CO 80014');
  assert.equal(found.ShippingAddressRecipient, 'Carl Dorn');
  assert.equal(found.RemittanceAddress, 'P.O. Box 77 Austin, TX 78701');
});

test('never takes a block under a customer heading as the vendor', () => {
  for (const heading of [
    'Bill to',
    'Rechnungsempfänger',
    'Facturé à',
    'Facturar a',
    'Intestatario',
    'Factuuradres',
    'Nabywca',
    'Faktureras till',
    'Kunde:',
  ]) {
    const found = parties(typedPage(`${heading}\nAcme Ltd\n5 Oak Avenue\nAustin, TX 73301`));
    assert.equal(found.CustomerName, 'Acme Ltd', heading);
    assert.equal(found.VendorName, undefined, heading);
  }
});

test('reads captions in a column before their values', () => {
  const found = parties(
    typedPage(
      [
        'Verkäufer',
        'Name:          Kestrel GmbH',
        'Anschrift:     Ringweg 3',
        '               DE 80333 München',
        'USt.-Id.-Nr.:  DE123456789',
        '',
        'Käufer',
        'Nummer:        4711',
        'Name:          Altona AG',
        'Anschrift:     Postfach 12',
        '               DE 60311 Frankfurt',
      ].join('\n'),
    ),
  );
  assert.deepEqual(
    [found.VendorName, found.VendorAddress, found.VendorTaxId, found.CustomerName, found.CustomerAddress],
    ['Kestrel GmbH', 'Ringweg 3 DE 80333 München', 'DE123456789', 'Altona AG', 'Postfach 12 DE 60311 Frankfurt'],
  );
});

test('reads a vendor behind "Sold by" with its address on the next line', () => {
  const found = parties(
    typedPage(
      [
        'Sold By: Lotus Retail Pvt. Ltd.,',
        'Address: No. 42/1, Gandhi Nagar, Anekal Taluk, Mysore, Karnataka, India - 570004',
        'GSTIN: 29ABCDE1234F1Z5',
        '',
        'Billing Address',
        'Anil Kumar',
        '3/64, Tagore Enclave,',
        'near City Mall',
        'Kanpur 208001 Uttar Pradesh',
        'Phone: 9000012345',
      ].join('\n'),
    ),
  );
  assert.equal(found.VendorName, 'Lotus Retail Pvt. Ltd.,');
  assert.match(found.VendorAddress ?? '', /^No\. 42\/1.*570004$/u);
  assert.equal(found.VendorTaxId, '29ABCDE1234F1Z5');
  assert.equal(found.BillingAddress, '3/64, Tagore Enclave, near City Mall Kanpur 208001 Uttar Pradesh');
});

test('keeps a postal code that wrapped below its city', () => {
  const found = parties(
    letter([
      ['Bill to:', 40, 122],
      ['Kestrel Supplies Inc.', 40, 134],
      ['410 Harbor Street, Suite 12', 40, 146],
      ['Springfield, OR', 40, 158],
      ['97477', 40, 170],
      ['Invoice number', 380, 122],
      ['20210044', 480, 122],
    ]),
  );
  assert.match(found.BillingAddress ?? found.CustomerAddress ?? '', /Springfield, OR 97477$/u);
});

test('takes the vendor from a footer, and its name from a logo', () => {
  const found = parties(
    letter([
      ['Halcyon', 400, 20, 22],
      ['Bill to:', 40, 120],
      ['Mary Stone', 40, 131],
      ['12 High Street', 40, 142],
      ['Leeds LS1 4DY', 40, 153],
      ['Cleaning', 40, 260],
      ['100.00', 480, 260],
      ['Halcyon Services Ltd, 8 Mill Lane, York YO1 7HH, Tel. 01904 496 000, info@halcyon.example', 40, 770, 6],
    ]),
  );
  assert.match(found.VendorName ?? '', /^Halcyon/u);
  assert.match(found.VendorAddress ?? '', /^8 Mill Lane, York YO1 7HH/u);
  assert.equal(found.CustomerName, 'Mary Stone');
});

test('gives no party where a page has none', () => {
  assert.deepEqual(
    parties(typedPage('Terms: Net 30\nPayment due in 15 Days\n12 ft cable    12.00\n27 inch monitor    99.00\nTotal    111.00')),
    {},
  );
});

test('distinguishes tax numbers of customer and vendor', () => {
  const found = parties(typedPage('Ihre USt-IdNr.: DE987654321\n\nUnsere USt-IdNr.: DE123456789\nIBAN: DE89370400440532013000'));
  assert.equal(found.CustomerTaxId, 'DE987654321');
  assert.equal(found.VendorTaxId, 'DE123456789');
});

test('finds tax numbers of many countries behind, beside and below their labels', () => {
  const numbers: Record<string, string> = {
    'NIP: 123-456-32-18': '123-456-32-18',
    'CNPJ 11.222.333/0001-81 / INSC. ESTADUAL 062.1': '11.222.333/0001-81',
    'CIF.: B-12345678': 'B-12345678',
    'R.F.C. ABC010203XY1': 'ABC010203XY1',
    'ИНН/КПП 7701234567/770101001': '7701234567/770101001',
    'VKN(Tax Number): 1234567890': '1234567890',
    'Steuernummer 12/345/67890': '12/345/67890',
    '纳税人识别号: 91440300123456789J': '91440300123456789J',
    '사업자등록번호 123-45-67890': '123-45-67890',
    'GSTIN    29ABCDE1234F1Z5': '29ABCDE1234F1Z5',
    'Date    CNPJ / CPF\n1.1.20   11.222.333/0001-81': '11.222.333/0001-81',
  };
  for (const [text, number] of Object.entries(numbers)) assert.equal(parties(typedPage(text)).VendorTaxId, number, text);
  for (const text of ['TAX Invoice No: R/23-24/071932', 'VAT 20% 1234567', 'Total tax: 1234567.00', 'IVA 10 04/05/2025'])
    assert.equal(parties(typedPage(text)).VendorTaxId, undefined, text);
});

test('gives a tax number to the party above it', () => {
  const found = parties(
    typedPage(
      [
        'Sprzedawca                        Nabywca',
        'Kestrel Sp. z o.o.                Altona S.A.',
        'ul. Polna 3                       ul. Leśna 4',
        '00-950 Warszawa                   60-480 Poznań',
        'NIP: 1234563218                   NIP: 5260250274',
      ].join('\n'),
    ),
  );
  assert.deepEqual([found.VendorTaxId, found.CustomerTaxId], ['1234563218', '5260250274']);
});

test('reads names and addresses of forms whose captions stand above the values', () => {
  const found = parties(
    typedPage(
      [
        'LOJA SOL SA',
        'CNPJ 44.555.666/0001-99',
        '',
        'DESTINATÁRIO / REMETENTE',
        'NOME / RAZÃO SOCIAL                     CNPJ / CPF',
        'PADARIA LUA LTDA                        11.222.333/0001-81',
        'ENDEREÇO                                CEP',
        'RUA DAS FLORES, 100                     20000-100',
        'MUNICÍPIO                               UF',
        'FORTALEZA                               CE',
      ].join('\n'),
    ),
  );
  assert.deepEqual([found.CustomerName, found.CustomerTaxId], ['PADARIA LUA LTDA', '11.222.333/0001-81']);
});

test('reads a line with name, tax numbers and address', () => {
  const found = parties(
    typedPage(
      [
        'Поставщик: ООО "Ромашка", ИНН 7701234567, КПП 770101001, 101000, г. Москва, ул. Садовая, д. 5, тел.: +7 495 1234567',
        'Покупатель: ООО "Василек"',
      ].join('\n'),
    ),
  );
  assert.deepEqual([found.VendorName, found.CustomerName, found.VendorTaxId], ['ООО "Ромашка",', 'ООО "Василек"', '7701234567,']);
  assert.match(found.VendorAddress ?? '', /^101000, г\. Москва, ул\. Садовая, д\. 5,?$/u);
});

test('takes the addressee from words of respect, and columns of captions without colons', () => {
  assert.equal(parties(typedPage('さくら商事株式会社 御中\n青空株式会社')).CustomerName, 'さくら商事株式会社');
  const found = parties(
    typedPage(
      [
        '공급자                                 공급받는자',
        '등록번호    123-45-67890               등록번호    987-65-43210',
        '상호        (주)한빛전자               상호        주식회사 푸른바다',
        '사업장주소  서울시 강남구 테헤란로 12  사업장주소  부산시 해운대구 센텀로 5',
      ].join('\n'),
    ),
  );
  assert.deepEqual([found.VendorName, found.CustomerName, found.CustomerTaxId], ['(주)한빛전자', '주식회사 푸른바다', '987-65-43210']);
});

test('takes a block without a heading as the customer if the vendor is known', () => {
  const found = parties(
    letter([
      ['Norr Trä AB', 40, 20],
      ['Lindströms Bygg AB', 380, 120],
      ['Storgatan 5', 380, 131],
      ['903 26 Umeå', 380, 142],
      ['Norr Trä AB', 40, 740, 6],
      ['info@norrtra.example', 200, 740, 6],
    ]),
  );
  assert.deepEqual([found.VendorName, found.CustomerName], ['Norr Trä AB', 'Lindströms Bygg AB']);
});

test('takes neither a carrier for the customer nor a salesperson for the vendor', () => {
  const found = parties(
    typedPage(
      [
        'LOJA SOL SA',
        'RUA DO MAR, 12',
        'FORTALEZA - CE',
        '',
        'NOME / RAZÃO SOCIAL',
        'PADARIA LUA LTDA',
        '',
        '',
        'TRANSPORTADOR / VOLUMES TRANSPORTADOS',
        'NOME / RAZÃO SOCIAL',
        'CARGA RAPIDA LTDA',
        '',
        'VENDEDOR: RAFAEL',
      ].join('\n'),
    ),
  );
  assert.deepEqual([found.VendorName, found.CustomerName], ['LOJA SOL SA', 'PADARIA LUA LTDA']);
});

test('bounds the work on a page full of headings and addresses', () => {
  const text = Array.from({ length: 900 }, (_, i) => `Bill to: Acme ${String(i)} Ltd, 5 Oak Avenue, Austin, TX 73301`).join('\n');
  assert.ok(Object.keys(parties(typedPage(text))).length > 0);
});

function merchant(text: string): Record<string, string> {
  const layout = typedPage(text);
  return texts(layout, findMerchant(segmentText(layout)));
}

test('reads name and address of a receipt without registration numbers', () => {
  assert.deepEqual(
    merchant(
      'LUCKY MART SDN BHD (204816-K)\nLOT 12, JALAN TTR 4,\nKAWASAN PERINDUSTRIAN,\n31200 CHEMOR, PERAK\nGST ID : 000123456780\nBread    4.00',
    ),
    {
      MerchantName: 'LUCKY MART SDN BHD',
      MerchantAddress: 'LOT 12, JALAN TTR 4, KAWASAN PERINDUSTRIAN, 31200 CHEMOR, PERAK',
    },
  );
});

test('joins a merchant over two lines, and leaves out what it sells', () => {
  assert.equal(
    merchant('GOLDEN LOTUS VEGETARIAN\nRESTAURANT SDN BHD\n38, JALAN PJU 7/2\n47400 PETALING JAYA').MerchantName,
    'GOLDEN LOTUS VEGETARIAN RESTAURANT SDN BHD',
  );
  assert.equal(merchant('THREE FRIENDS\nBISTRO & CAFE\n109 Main Street\nRedmond, WA 98052').MerchantName, 'THREE FRIENDS');
});

test('takes a street above phone numbers for an address', () => {
  const found = parties(
    letter([
      ['Kestrel Heating', 40, 30],
      ['Jl. Kenanga No 12', 40, 41],
      ['Tel. 555 014 220', 40, 52],
      ['INVOICE', 400, 30, 14],
      ['Bill to', 40, 120],
      ['Anna Stone', 40, 131],
      ['14 High Street', 40, 142],
      ['Leeds LS1 4DY', 40, 153],
    ]),
  );
  assert.equal(found.VendorAddress, 'Jl. Kenanga No 12');
});

test('finds names and addresses without postal codes below lines about the company', () => {
  const found = parties(
    typedPage(
      [
        'Maderas Sur Limitada                   R.U.T.: 76.543.210-3',
        'Giro: venta de madera                  FACTURA',
        'Camino a Lago km 3 - Villa Alta        No 8841',
        'Tel. 65 2 411 222',
        '',
        'Señor(es)       : INVERSIONES CANELO S.A.C.',
        'RUC             : 20601112223',
        'Dirección       : JR. LIMA 442 CUSCO',
        'Tipo de moneda  : SOLES',
      ].join('\n'),
    ),
  );
  assert.equal(found.VendorName, 'Maderas Sur Limitada');
  assert.match(found.VendorAddress ?? '', /^Camino a Lago km 3 - Villa Alta$/u);
  assert.equal(found.CustomerName, 'INVERSIONES CANELO S.A.C.');
  assert.match(found.CustomerAddress ?? '', /JR\. LIMA 442 CUSCO$/u);
});

test('takes no number of an invoice for a tax number', () => {
  const found = parties(
    typedPage(['FAKTURA VAT NR FS 418/MAG/10/2023', 'Nordwind GmbH', 'Hafenstraße 20', '20457 Hamburg', 'NIP: 554-02-88-119'].join('\n')),
  );
  assert.equal(found.VendorTaxId, '554-02-88-119');
});

test('reads headings with one letter below the other', () => {
  const stack = (text: string, left: number): [string, number, number][] => [...text].map((letter, i) => [letter, left, 100 + 12 * i]);
  const found = parties(
    letter([
      ...stack('购买方', 40),
      ['名称：杭州青松有限公司', 60, 100],
      ['纳税人识别号：91330100MA2ABCDE1X', 60, 124],
      ...stack('销售方', 300),
      ['名称：上海白云有限公司', 320, 100],
      ['纳税人识别号：91310100MA1FGHJK2Y', 320, 124],
    ]),
  );
  assert.match(found.CustomerName ?? '', /青松/u);
  assert.match(found.VendorName ?? '', /白云/u);
});

test('finds tax numbers of many countries by their shape', () => {
  for (const number of ['744718820RT0001', 'W10-1808-31020044', 'P051440027K', 'ABC990304TX1'])
    assert.equal(findTaxIds(segmentText(letter([[`${number}`, 40, 100]])))[0]?.text, number);
});

test('joins a name that did not fit into its column', () => {
  const found = parties(
    letter([
      ['Bill to:', 40, 100],
      ['Northern Industrial', 40, 112],
      ['Equipment Rental Ltd', 40, 123],
      ['Unit 4, 220 Long Meadow Road', 40, 134],
      ['Springfield, IL 62701', 40, 145],
    ]),
  );
  assert.equal(found.CustomerName, 'Northern Industrial Equipment Rental Ltd');
});

test('keeps a logo above the addressee apart, and gives the second tax number to the customer', () => {
  const layout = typedPage(
    [
      'NORDLICHT',
      '',
      'Werft Kestrel                                     Nordlicht Yachtbau GmbH',
      'Gartenweg 5                                       Hafenstraße 20',
      '50667 Köln                                        20457 Hamburg',
      'USt-IdNr. DE123456789                             USt-IdNr. DE987654321',
      '',
      'Rechnung Nr. 117',
    ].join('\n'),
  );
  assert.partialDeepStrictEqual(parties(layout), { CustomerName: 'Werft Kestrel', CustomerAddress: 'Gartenweg 5 50667 Köln' });
  assert.notEqual(parties(layout).VendorTaxId, parties(layout).CustomerTaxId);
});

test('finds the shop, not its owner or its branch, and streets named by a date', () => {
  const merchant = (text: string): Record<string, string> => {
    const layout = typedPage(text);
    return texts(layout, findMerchant(segmentText(layout)));
  };
  assert.equal(
    merchant('TRATTORIA DA GINO\ndi Rossi Mario & C. S.n.c.\nVia Roma 94\n80138 NAPOLI (NA)\nTel. 081 455 2098').MerchantName,
    'TRATTORIA DA GINO',
  );
  assert.equal(
    merchant('Ferretería Sol\nAv. 18 de Julio 1455\nMontevideo\nTel. 2900 1234').MerchantAddress,
    'Av. 18 de Julio 1455 Montevideo',
  );
});

test('joins a legal form or a title on a line of its own with the name', () => {
  const found = parties(
    typedPage(`
DISTRIBUIDORA DEL SUR               Factura 0003-12
S.R.L.
Av. Belgrano 2450
1096 Buenos Aires

Cliente:
Herr und Frau
Beat und Ursula Frei
Sonnenweg 3
6206 Neuenkirch`),
  );
  assert.equal(found['VendorName'], 'DISTRIBUIDORA DEL SUR S.R.L.');
  assert.equal(found['CustomerName'], 'Herr und Frau Beat und Ursula Frei');
});

test('reads an Australian business number, and no account number of a bank', () => {
  const ids = (text: string): string[] => findTaxIds(segmentText(typedPage(text))).map((id) => id.text);
  assert.deepEqual(ids('ABN 53 004 085 616'), ['53 004 085 616']);
  assert.deepEqual(ids('ABN AMRO 41 71 64 300'), []);
});

test('continues an address on one line that ends with an abbreviation', () => {
  const found = parties(
    typedPage(`
Поставщик: ООО "Север", ИНН 7701234567, 125009, г. Москва, ул.
Тверская, д. 12, оф. 5

Покупатель: АО "Прогресс", ИНН 6312012345, 443022, г. Самара, пр. Кирова, д. 24`),
  );
  assert.equal(found['VendorAddress'], '125009, г. Москва, ул. Тверская, д. 12, оф. 5');
  assert.equal(found['CustomerAddress'], '443022, г. Самара, пр. Кирова, д. 24');
});

test('reads an address down to the code of its country and lines that were broken', () => {
  const found = parties(
    typedPage(
      [
        'Billing Address :',
        'Nilima Rao',
        'Flat 7C, Orchid Towers, 3rd Cross Street',
        'COIMBATORE, TAMIL NADU, 641001',
        'IN',
        'State Code: 33',
      ].join('\n'),
    ),
  );
  assert.equal(found.BillingAddress, 'Flat 7C, Orchid Towers, 3rd Cross Street COIMBATORE, TAMIL NADU, 641001 IN');
});

test('takes the block below a heading before the heading of the next column', () => {
  const found = parties(
    typedPage(
      [
        'Billed to                     Plan             Extra',
        'Oriane Petit                  Yearly           7',
        '12 rue des Acacias            Team             8',
        '31000 Toulouse',
      ].join('\n'),
    ),
  );
  assert.equal(found.CustomerName, 'Oriane Petit');
  assert.equal(found.BillingAddress, '12 rue des Acacias 31000 Toulouse');
});

test('takes the company on whose behalf an invoice is issued', () => {
  const found = parties(
    typedPage('Factura emitida por Ruedo B.V. en nombre de:\nTraslados Olmo SLU\nCalle del Olmo 4\n08002 Barcelona\n\nFactura'),
  );
  assert.equal(found.VendorName, 'Traslados Olmo SLU');
});

test('keeps streets without a number above the city', () => {
  const found = parties(typedPage('Customer:\nParish of Marden\nMill Lane\nLower Marden\nWexcombe\nWX1 9ZZ'));
  assert.equal(found.CustomerAddress, 'Mill Lane Lower Marden Wexcombe WX1 9ZZ');
});

test('takes no name for a street because of its ending', () => {
  const found = parties(typedPage('Lieferadresse:\nGLN 4012345000009\nBLUMEN-MARKT\nGARTENSTRASSE 44\n31999 NEUHEIM'));
  assert.equal(found.ShippingAddress, 'GARTENSTRASSE 44 31999 NEUHEIM');
});

test('reads towns with the code on a line of its own, below a street or a name', () => {
  const found = parties(
    letter([
      ['Kopje Pumps CC', 40, 40],
      ['Tax Invoice', 400, 40],
      ['Bill to', 40, 90],
      ['Vaalbank Farms (Pty) Ltd', 40, 102],
      ['Private Bag 12', 40, 113],
      ['Kroonstad', 40, 124],
      ['9499', 40, 135],
      ['Ship to', 300, 90],
      ['Marlow Orchards', 300, 102],
      ['Glebe Yard', 300, 113],
      ['Little Stoke', 300, 124],
      ['HR9 7XW', 300, 135],
    ]),
  );
  assert.equal(found.BillingAddress, 'Private Bag 12 Kroonstad 9499');
  assert.equal(found.ShippingAddress, 'Glebe Yard Little Stoke HR9 7XW');
});

test('takes the payee of a payment slip for no customer, and a shipper for the customer', () => {
  const slip = parties(
    letter([
      ['Heron Cafe', 40, 60],
      ['12 Shore Street', 40, 71],
      ['PORT LINCOLN SA 5606', 40, 82],
      ['Gannet Refrigeration Pty Ltd', 360, 60],
      ['4 Foundry Road', 360, 71],
      ['PORT LINCOLN SA 5606', 360, 82],
      ['PAYMENT ADVICE', 40, 600, 14],
      ['To: Gannet Refrigeration Pty Ltd', 40, 625],
      ['4 Foundry Road', 60, 636],
      ['PORT LINCOLN SA 5606', 60, 647],
    ]),
  );
  assert.equal(slip.VendorName, 'Gannet Refrigeration Pty Ltd');
  assert.equal(slip.CustomerName, 'Heron Cafe');
  const freight = parties(
    letter([
      ['Stormkaap Freight Ltd', 40, 40],
      ['9 Harbour Road', 40, 51],
      ['York YO1 6EG', 40, 62],
      ['Bill to', 40, 110],
      ['Fynvale Wines Ltd', 40, 121],
      ['3 Cellar Lane', 40, 132],
      ['Leeds LS1 4AP', 40, 143],
      ['Shipper', 40, 200],
      ['Fynvale Wines Ltd', 40, 211],
    ]),
  );
  assert.equal(freight.VendorName, 'Stormkaap Freight Ltd');
  assert.equal(freight.CustomerName, 'Fynvale Wines Ltd');
});

test('reads the name and the registered office of a sentence', () => {
  const found = parties(
    letter([
      ['Bill to', 40, 90],
      ['Anna Webb', 40, 101],
      ['4 Shore Street', 40, 112],
      ['York YO1 6EG', 40, 123],
      [
        'Quillon Telecom plc. Registered office: Alder House, 8 Weir Lane, Leeds LS1 4AP. Registered in England and Wales no. 01928374.',
        40,
        760,
        7,
      ],
    ]),
  );
  assert.equal(found.VendorName, 'Quillon Telecom plc.');
  assert.equal(found.VendorAddress, 'Alder House, 8 Weir Lane, Leeds LS1 4AP.');
});

test('takes the head of a carrier for the vendor, not the shipper below', () => {
  const found = parties(
    letter([
      ['Otter Creek Haulers Inc', 40, 40],
      ['218 Quarry Rd', 40, 51],
      ['Salem, OR 97301 503.555.0199', 40, 62],
      ['MC# 118204 DOT# 4471902', 40, 73],
      ['BILL TO:', 40, 120],
      ['Fernhill Logistics LLC', 40, 131],
      ['60 Depot St', 40, 142],
      ['Boise, ID 83702', 40, 153],
      ['SHIPPER:', 300, 120],
      ['Granite Castings', 300, 131],
      ['7 Mill Rd', 300, 142],
      ['Reno, NV 89501', 300, 153],
    ]),
  );
  assert.equal(found.VendorName, 'Otter Creek Haulers Inc');
  assert.equal(found.VendorAddress, '218 Quarry Rd Salem, OR 97301');
  assert.equal(found.CustomerName, 'Fernhill Logistics LLC');
});

test('reads TO in a cell of its own, and floors with units of Singapore', () => {
  const found = parties(
    letter([
      ['Brisk Audit Pte Ltd', 40, 40],
      ['20 Cecil Road', 40, 51],
      ['Singapore 049705', 40, 62],
      ['TO', 40, 120],
      ['Tan Mei Ling', 100, 120],
      ['BLK 31 HAVELOCK AVENUE 2', 100, 131],
      ['#05-217', 100, 142],
      ['SINGAPORE 160031', 100, 153],
    ]),
  );
  assert.equal(found.CustomerName, 'Tan Mei Ling');
  assert.equal(found.CustomerAddress, 'BLK 31 HAVELOCK AVENUE 2 #05-217 SINGAPORE 160031');
});

test('reads the boxes of a Korean tax invoice, whose headings have one letter below the other', () => {
  const found = parties(
    letter([
      ['공', 30, 112, 8],
      ['급', 30, 124, 8],
      ['자', 30, 136, 8],
      ['상호', 50, 112, 8],
      ['(주)하늘소프트', 100, 112, 8],
      ['성명', 190, 112, 8],
      ['김민수', 220, 112, 8],
      ['사업장주소', 50, 124, 8],
      ['서울특별시 서초구 효령로 304', 100, 124, 8],
      ['공', 300, 100, 8],
      ['급', 300, 112, 8],
      ['받', 300, 124, 8],
      ['는', 300, 136, 8],
      ['자', 300, 148, 8],
      ['상호', 320, 112, 8],
      ['바다식품 주식회사', 370, 112, 8],
      ['사업장주소', 320, 124, 8],
      ['광주광역시 광산구 하남산단 107', 370, 124, 8],
    ]),
  );
  assert.deepEqual([found.VendorName, found.CustomerName], ['(주)하늘소프트', '바다식품 주식회사']);
});

test('takes captioned lines below a heading before the heading of the next column', () => {
  const found = parties(
    typedPage(
      [
        'Nordwind Supplies Ltd',
        '20 Harbour Road, London SE1 4AB',
        '',
        'CUSTOMER                                 DELIVERY DETAILS',
        'Code: 30.00.0412                         Reason: sale',
        'Name: Silver Pine Bakery Ltd             Dispatched from: our seat',
        'Address: 45 Station Road                 Time: 09:42',
        'London N1 9GU',
      ].join('\n'),
    ),
  );
  assert.equal(found.CustomerName, 'Silver Pine Bakery Ltd');
});

test('continues a name behind a caption, and knows a salesperson beside the caption', () => {
  const found = parties(
    letter([
      ['Cliente', 40, 100],
      ['Razón Social: MOLINOS DEL', 40, 112],
      ['NORTE SA', 40, 124],
      ['Domicilio: Ruta 11 Km 331, 2200 San Lorenzo', 40, 136],
      ['VENDEDOR:', 330, 112],
      ['R. Campos', 420, 112],
    ]),
  );
  assert.equal(found.CustomerName, 'Razón Social: MOLINOS DEL NORTE SA'.slice(14));
  assert.equal(found.VendorName, undefined);
});

test('takes no value of a label for a party', () => {
  const found = parties(
    typedPage(
      [
        'Sørheim Service AS',
        'Industriveien 9B',
        '4344 Bryne',
        '',
        'Lakeside Housing                         Invoice no    20911',
        'Field Road 112                           Your ref      Ann Miller',
        '4346 BRYNE                               Our ref       2024-117 Leak',
      ].join('\n'),
    ),
  );
  assert.notEqual(found.CustomerName, 'Ann Miller');
});

test('takes a person with a short and a long first name at one address for one party', () => {
  const found = parties(
    letter([
      ['Dr. med. Frieda Vogel', 200, 40],
      ['Seeplatz 7', 200, 52],
      ['79098 Freiburg', 200, 64],
      ['Dr. med. F. Vogel, Seeplatz 7, 79098 Freiburg', 40, 110, 6],
      ['Herrn', 40, 122],
      ['Joachim Riedel', 40, 133],
      ['Waldstraße 84', 40, 144],
      ['79117 Freiburg', 40, 155],
    ]),
  );
  assert.equal(found.VendorName, 'Dr. med. Frieda Vogel');
});

test('reads a Japanese address above the name of the addressee', () => {
  const found = parties(
    letter([
      ['〒530-0047', 40, 100],
      ['大阪府大阪市北区西天満5-9-3', 40, 112],
      ['株式会社あおい印刷 御中', 40, 124],
    ]),
  );
  assert.equal(found.CustomerAddress, '〒530-0047 大阪府大阪市北区西天満5-9-3');
});
