/** Scoring spec of invoices: fields by kind, labels, line items, checks of sums. */
import type { Kind } from '../candidates/candidates.ts';
import { isBic, isIban } from '../candidates/bank-numbers.ts';
import { tableLineItems } from '../line-items/table-lines.ts';
import type { Phrases } from '../text/lexicon.ts';
import { buildLexicon } from '../text/lexicon.ts';
import type { CellNames } from '../line-items/choose-items.ts';
import { checkProduct, chooseLineItems, isSumOf } from '../line-items/choose-items.ts';
import { knownSums } from '../line-items/known-sums.ts';
import type { LineItems } from '../line-items/line-items.ts';
import { NO_LINE_ITEMS } from '../line-items/line-items.ts';
import { pricedLineItems } from '../line-items/priced-lines.ts';
import type { PricedLineSpec } from '../line-items/priced-lines.ts';
import type { ScoringSpec } from '../scoring/score-fields.ts';
import { CHECKED, checkInvoice } from './checks.ts';
import { COLUMNS } from '../line-items/column-headings.ts';
import { PARTY_CAPTIONS } from '../parties/headings.ts';
import labels from './labels.json' with { type: 'json' };

const FIELDS: Readonly<Record<string, Kind>> = {
  InvoiceId: 'id',
  CustomerId: 'id',
  PurchaseOrder: 'id',
  KVKNumber: 'id',
  IBAN: 'id',
  SWIFT: 'id',
  BankAccountNumber: 'id',
  BPayBillerCode: 'id',
  BPayReference: 'id',
  InvoiceDate: 'date',
  DueDate: 'date',
  ServiceStartDate: 'date',
  ServiceEndDate: 'date',
  PaymentTerm: 'text',
  SubTotal: 'money',
  TotalDiscount: 'money',
  TotalTax: 'money',
  InvoiceTotal: 'money',
  AmountDue: 'money',
  PreviousUnpaidBalance: 'money',
};

const SUMS = new Set([
  'SubTotal',
  'TotalDiscount',
  'TotalTax',
  'InvoiceTotal',
  'AmountDue',
  'PreviousUnpaidBalance',
  'Other.freight',
  'Other.paid',
  'Other.rounding',
]);

const PRICED: PricedLineSpec = {
  ends: SUMS,
  others: new Set(
    [...Object.keys(labels.fields), ...Object.keys(PARTY_CAPTIONS)].filter((field) => !SUMS.has(field) && field !== 'Other.title'),
  ),
  minWhole: 3,
  names: {
    total: 'Amount',
    price: 'UnitPrice',
    quantity: 'Quantity',
    description: 'Description',
    code: 'ProductCode',
    unit: 'Unit',
    date: 'Date',
  },
};

const CELLS: CellNames = { quantity: 'Quantity', price: 'UnitPrice', description: 'Description', amount: 'Amount' };

export const INVOICE: ScoringSpec = {
  fields: FIELDS,
  lexicon: buildLexicon({ ...(labels.fields as Phrases), ...PARTY_CAPTIONS }, labels.expansions as Phrases, labels.compounds),
  mayShare: [
    ['InvoiceTotal', 'AmountDue'],
    ['ServiceStartDate', 'ServiceEndDate'],
  ],
  labeledOnly: new Set(['AmountDue', 'PreviousUnpaidBalance', 'TotalDiscount']),
  fits: (field, text) => {
    if (field === 'SWIFT') return isBic(text.replace(/\s/gu, '').toUpperCase());
    return field !== 'InvoiceId' || (/\d/u.test(text) && !isIban(text));
  },
  expected: new Set(['InvoiceId', 'InvoiceDate', 'InvoiceTotal']),
  checked: CHECKED,
  check: checkInvoice,
  extras: new Set(['Other.freight', 'Other.paid', 'Other.rounding']),
  lineItems(segmented, found, locale) {
    const sums = knownSums(segmented, found, SUMS, locale);
    // Freight and fees between the lines are lines.
    const sumLabels = found.filter(({ meanings }) => meanings.some(({ field }) => SUMS.has(field) && field !== 'Other.freight'));
    const priced = (): LineItems => {
      const lines = pricedLineItems(segmented, found, PRICED, locale, sums);
      const proven = lines.rows.filter((row) => checkProduct(row, CELLS, locale) === true).length;
      return sums.length === 0 || isSumOf(lines.total, sums) || proven >= 0.6 * lines.rows.length ? lines : NO_LINE_ITEMS;
    };
    return chooseLineItems(
      segmented,
      [() => tableLineItems(segmented, { columns: COLUMNS, sums, sumLabels }, locale), priced],
      sums,
      CELLS,
      locale,
    );
  },
};
