/** Numbers, dates and amounts of invoices in many languages, and amounts that only arithmetic identifies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
import { extractDocuments } from '../extract.ts';

function valuesOf(text: string, ...names: string[]): unknown[] {
  const { fields } = extractDocuments('prebuilt-invoice', typedPage(text))[0]!;
  return names.map((name) => {
    const field = fields[name];
    return field?.type === 'currency' ? field.value?.amount : field?.value;
  });
}

/** Number, date, due date, net, tax, total. */
const NAMES = ['InvoiceId', 'InvoiceDate', 'DueDate', 'SubTotal', 'TotalTax', 'InvoiceTotal'];

const write = (labels: readonly string[], values: readonly string[]): string =>
  labels.map((label, i) => `${`${label}:`.padEnd(46)}${values[i]!}`).join('\n\n');

test('reads the captions of many languages', () => {
  const european = ['4711/24', '05.03.2024', '19.03.2024', '1 000,00', '200,00', '1 200,00'];
  const pages: Readonly<Record<string, readonly string[]>> = {
    cs: ['Faktura č', 'Datum vystavení', 'Datum splatnosti', 'Základ daně', 'DPH', 'Celkem s DPH'],
    hu: ['Számla sorszáma', 'Számla kelte', 'Fizetési határidő', 'Nettó összesen', 'ÁFA összesen', 'Bruttó végösszeg'],
    fi: ['Laskun numero', 'Laskun päiväys', 'Eräpäivä', 'Veroton yhteensä', 'ALV yhteensä', 'Laskun loppusumma'],
    ru: ['Счет №', 'Дата счета', 'Срок оплаты', 'Итого без НДС', 'Сумма НДС', 'Всего с НДС'],
    el: ['Αριθμός τιμολογίου', 'Ημερομηνία έκδοσης', 'Πληρωτέο έως', 'Καθαρή αξία', 'ΦΠΑ', 'Γενικό σύνολο'],
    tr: ['Fatura No', 'Fatura Tarihi', 'Vade Tarihi', 'Ara Toplam', 'Hesaplanan KDV', 'Genel Toplam'],
    lt: ['Sąskaitos Nr', 'Išrašymo data', 'Apmokėti iki', 'Suma be PVM', 'PVM suma', 'Suma su PVM'],
  };
  for (const [language, labels] of Object.entries(pages))
    assert.deepEqual(valuesOf(write(labels, european), ...NAMES), ['4711/24', '2024-03-05', '2024-03-19', 1000, 200, 1200], language);
  const asian: Readonly<Record<string, readonly string[]>> = {
    ja: ['請求書番号', '発行日', 'お支払期限', '小計', '消費税', 'ご請求金額'],
    zh: ['发票号码', '开票日期', '付款期限', '不含税金额', '税额', '价税合计'],
    ko: ['송장 번호', '작성일자', '납부기한', '공급가액', '세액', '합계금액'],
    th: ['เลขที่ใบแจ้งหนี้', 'วันที่', 'วันครบกำหนดชำระ', 'มูลค่าก่อนภาษี', 'ภาษีมูลค่าเพิ่ม', 'จำนวนเงินรวมทั้งสิ้น'],
  };
  const values = ['A-4711', '2024-03-05', '2024-03-19', '1,000.00', '100.00', '1,100.00'];
  for (const [language, labels] of Object.entries(asian))
    assert.deepEqual(valuesOf(write(labels, values), ...NAMES), ['A-4711', '2024-03-05', '2024-03-19', 1000, 100, 1100], language);
});

test('finds net amount and tax without labels by what they add up to', () => {
  const page = `
Invoice no: 4711

VAT 20%

Total         410.00          82.00          492.00`;
  assert.deepEqual(valuesOf(page, 'SubTotal', 'TotalTax', 'InvoiceTotal'), [410, 82, 492]);
});

test('finds a BIC without a label by the country of the IBAN', () => {
  const { fields } = extractDocuments(
    'prebuilt-invoice',
    typedPage('IBAN: DE89 3704 0044 0532 0130 00\n\nMusterbank, CUSTOMER, COBADEFF'),
  )[0]!;
  const [details] = fields.PaymentDetails!.value as { value: Record<string, { value: string }> }[];
  assert.equal(details?.value.SWIFT?.value, 'COBADEFF');
});

test('gives no amount due without its label', () => {
  const page = 'Invoice no: 4711\n\nSubtotal: 410.00\n\nVAT 20%: 82.00\n\nTotal: 492.00';
  assert.deepEqual(valuesOf(page, 'TotalTax', 'InvoiceTotal', 'AmountDue'), [82, 492, undefined]);
});

test('reads values to the left of Arabic captions', () => {
  const page = `
4711                                       رقم الفاتورة
05/03/2024                                 تاريخ الفاتورة
2,300.00                                   الإجمالي شامل الضريبة`;
  assert.deepEqual(valuesOf(page, 'InvoiceId', 'InvoiceDate', 'InvoiceTotal'), ['4711', '2024-03-05', 2300]);
});

test('gives number, date and bank account of an invoice without labels', () => {
  const page = 'Blue Lake LLC\n\nA-4711\n\n05.03.2024\n\nDE89 3704 0044 0532 0130 00\n\nTotal: 492.00';
  const [date, details] = valuesOf(page, 'InvoiceDate', 'PaymentDetails');
  assert.equal(date, '2024-03-05');
  assert.equal((details as { value: Record<string, { value: string }> }[])[0]?.value.IBAN?.value, 'DE89 3704 0044 0532 0130 00');
});
