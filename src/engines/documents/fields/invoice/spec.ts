/** Scoring spec of invoices: fields by kind, labels, line items, checks of sums. */
import type { Kind } from '../candidates/candidates.ts';
import { isBic, isIban } from '../candidates/bank-numbers.ts';
import { tableLineItems } from '../line-items/table-lines.ts';
import type { Label, Phrases } from '../text/lexicon.ts';
import type { SegmentedText } from '../text/segmented-text.ts';
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

const BANK_WORD =
  /(?<![\p{L}])(?:\p{L}*bank\p{L}*|banco|banca|banque|iban|swift|bic|ifsc?|bsb|sort code|branch|routing|beneficiary|giro|конто|банк\p{L}*)(?!\p{L})/iu;
/** Rows, and text heights to the sides and up and down around a label. */
const BANK_ROWS = 4;
const BANK_REACH = { x: 12, y: 6 };

/** "Account number" is that of a bank where the lines around it are about a bank, and else that of the customer. */
function settleAccounts(labels: readonly Label[], { rows, height }: SegmentedText): readonly Label[] {
  const isNearBank = ({ segment: { row, box, page } }: Label): boolean =>
    rows
      .slice(Math.max(0, row - BANK_ROWS), row + BANK_ROWS + 1)
      .some((own) =>
        own.segments.some(
          (other) =>
            other.page === page &&
            Math.abs(other.box.left - box.left) < BANK_REACH.x * height &&
            Math.abs(other.box.top - box.top) < BANK_REACH.y * height &&
            BANK_WORD.test(other.text),
        ),
      );
  return labels.map((label) => {
    const fields = new Set(label.meanings.map(({ field }) => field));
    if (!fields.has('CustomerId') || !fields.has('BankAccountNumber')) return label;
    const other = isNearBank(label) ? 'CustomerId' : 'BankAccountNumber';
    return { ...label, meanings: label.meanings.filter(({ field }) => field !== other) };
  });
}

const CELLS: CellNames = { quantity: 'Quantity', price: 'UnitPrice', description: 'Description', amount: 'Amount' };

export const INVOICE: ScoringSpec = {
  fields: FIELDS,
  lexicon: buildLexicon({ ...(labels.fields as Phrases), ...PARTY_CAPTIONS }, labels.expansions as Phrases, labels.compounds),
  mayShare: [
    ['InvoiceTotal', 'AmountDue'],
    ['ServiceStartDate', 'ServiceEndDate'],
  ],
  settle: settleAccounts,
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
