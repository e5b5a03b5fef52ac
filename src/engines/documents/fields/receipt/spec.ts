/** Scoring spec of receipts: fields by kind, labels, line items, checks of sums. */
import type { Kind } from '../candidates/candidates.ts';
import { tableLineItems } from '../line-items/table-lines.ts';
import { COLUMNS } from '../line-items/column-headings.ts';
import type { Phrases } from '../text/lexicon.ts';
import { buildLexicon } from '../text/lexicon.ts';
import type { PricedLineSpec } from '../line-items/priced-lines.ts';
import { chooseLineItems } from '../line-items/choose-items.ts';
import { knownSums } from '../line-items/known-sums.ts';
import { pricedLineItems } from '../line-items/priced-lines.ts';
import type { LineItems } from '../line-items/line-items.ts';
import { NO_LINE_ITEMS } from '../line-items/line-items.ts';
import type { ScoringSpec } from '../scoring/score-fields.ts';
import { CHECKED, checkReceipt } from './checks.ts';
import labels from './labels.json' with { type: 'json' };

const FIELDS: Readonly<Record<string, Kind>> = {
  MerchantPhoneNumber: 'phone',
  TransactionDate: 'date',
  TransactionTime: 'time',
  ArrivalDate: 'date',
  DepartureDate: 'date',
  Total: 'money',
  Subtotal: 'money',
  TotalTax: 'money',
  Tip: 'money',
  Balance: 'money',
};

const SUMS = new Set([
  'Total',
  'Subtotal',
  'TotalTax',
  'Tip',
  'Balance',
  'Payment',
  'Other.change',
  'Other.tendered',
  'Other.rounding',
  'Other.count',
]);

export const PRICED: PricedLineSpec = {
  ends: SUMS,
  others: new Set([
    'TransactionDate',
    'TransactionTime',
    'MerchantPhoneNumber',
    'ArrivalDate',
    'DepartureDate',
    'Other.discount',
    'Other.entry',
    'Other.fuel',
  ]),
  minWhole: 1,
  names: {
    total: 'TotalPrice',
    price: 'Price',
    quantity: 'Quantity',
    description: 'Description',
    code: 'ProductCode',
    unit: 'QuantityUnit',
    date: 'Date',
  },
};

/** Invoice column names to receipt cell names. */
const NAMES: Readonly<Record<string, string>> = { Amount: 'TotalPrice', UnitPrice: 'Price', Unit: 'QuantityUnit' };

function renameColumns(lineItems: LineItems): LineItems {
  return {
    ...lineItems,
    rows: lineItems.rows.map(({ cells, amount }) => ({
      amount,
      cells: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [NAMES[name] ?? name, cell])),
    })),
  };
}

export const RECEIPT: ScoringSpec = {
  fields: FIELDS,
  lexicon: buildLexicon(labels.fields as Phrases),
  mayShare: [
    ['TransactionDate', 'DepartureDate'],
    ['TransactionDate', 'ArrivalDate'],
    ['Total', 'Balance'],
    ['TransactionDate', 'TransactionTime'],
    ['ArrivalDate', 'TransactionTime'],
    ['DepartureDate', 'TransactionTime'],
  ],
  labeledOnly: new Set(),
  expected: new Set(['TransactionDate', 'TransactionTime', 'MerchantPhoneNumber']),
  checked: CHECKED,
  check: checkReceipt,
  extras: new Set(['Other.fee', 'Other.discount', 'Other.rounding']),
  parts: new Set(['TotalTax']),
  lineItems(segmented, found, locale) {
    const sums = knownSums(segmented, found, SUMS, locale);
    const sumLabels = found.filter(({ meanings }) => meanings.some(({ field }) => SUMS.has(field)));
    const table = (): LineItems => {
      const lines = renameColumns(tableLineItems(segmented, { columns: COLUMNS, sums, sumLabels }, locale));
      const rows = lines.rows.filter(({ cells, amount }) => cells.TotalPrice !== undefined && (amount ?? 0) >= 0);
      // Without names it is the table of the taxes.
      if (!rows.some(({ cells }) => cells.Description !== undefined || cells.TaxRate === undefined)) return NO_LINE_ITEMS;
      const isNamed = rows.some(({ cells }) => /\p{L}/u.test(cells.Description?.text ?? ''));
      const counted = rows.filter(({ cells }) => /\d/u.test(cells.Quantity?.text ?? ''));
      return { ...lines, rows, hasHeading: isNamed && counted.length >= rows.length / 2 };
    };
    const priced = (): LineItems => pricedLineItems(segmented, found, PRICED, locale, sums);
    const lines = table();
    return chooseLineItems(
      segmented,
      lines.hasHeading ? [() => lines, priced] : [priced, () => lines],
      sums,
      { quantity: 'Quantity', price: 'Price', description: 'Description', amount: 'TotalPrice' },
      locale,
    );
  },
};
