/** What the scorer is told of receipts: fields by kind, labels, how lines are found, which sums must hold. */
import type { Kind } from '../candidates/candidates.ts';
import { purchasesInGrid } from '../line-items/table-lines.ts';
import { COLUMNS } from '../invoice/column-headings.ts';
import type { Phrases } from '../text/lexicon.ts';
import { lexiconOf } from '../text/lexicon.ts';
import type { PricedSpec } from '../line-items/priced-lines.ts';
import { pricedLines } from '../line-items/priced-lines.ts';
import type { Purchases } from '../line-items/line-items.ts';
import type { ScoredSpec } from '../scoring/find.ts';
import { CHECKED, checkReceipt } from './checks.ts';
import labels from './labels.json' with { type: 'json' };

const FIELDS: Readonly<Record<string, Kind>> = {
  MerchantName: 'text', MerchantAddress: 'address', MerchantPhoneNumber: 'phone', TransactionDate: 'date', TransactionTime: 'time', ArrivalDate: 'date', DepartureDate: 'date',
  Total: 'money', Subtotal: 'money', TotalTax: 'money', Tip: 'money', Balance: 'money',
};

const SUMS = new Set(['Total', 'Subtotal', 'TotalTax', 'Tip', 'Balance', 'Payment', 'Other.change', 'Other.tendered', 'Other.rounding', 'Other.count']);

export const PRICED: PricedSpec = {
  ends: SUMS, others: new Set(['TransactionDate', 'TransactionTime', 'MerchantPhoneNumber', 'ArrivalDate', 'DepartureDate', 'Other.fee', 'Other.discount', 'Other.entry', 'Other.fuel']),
  names: { total: 'TotalPrice', price: 'Price', quantity: 'Quantity', description: 'Description', code: 'ProductCode', unit: 'QuantityUnit', date: 'Date' },
};

/** Columns have the words of invoices, and the names that cells have on receipts. */
const NAMES: Readonly<Record<string, string>> = { Amount: 'TotalPrice', UnitPrice: 'Price', Unit: 'QuantityUnit' };

function renamed(purchases: Purchases): Purchases {
  return { ...purchases, rows: purchases.rows.map(({ cells, amount }) => ({ amount, cells: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [NAMES[name] ?? name, cell])) })) };
}

export const RECEIPT: ScoredSpec = {
  fields: FIELDS,
  lexicon: lexiconOf(labels.fields as Phrases),
  mayShare: [['TransactionDate', 'DepartureDate'], ['TransactionDate', 'ArrivalDate'], ['Total', 'Balance'], ['TransactionDate', 'TransactionTime'], ['ArrivalDate', 'TransactionTime'], ['DepartureDate', 'TransactionTime']],
  checked: CHECKED,
  check: checkReceipt,
  extras: new Set(['Other.fee', 'Other.discount', 'Other.rounding']),
  purchases(sheet, found, locale) {
    const priced = pricedLines(sheet, found, PRICED, locale);
    const grid = renamed(purchasesInGrid(sheet, found, { columns: COLUMNS, amounts: ['Amount'], description: 'Description', ends: SUMS }, locale));
    // Headings are believed where they name prices of units or counts and leave no priced row out.
    return grid.rows.length >= priced.rows.length && grid.rows.some(({ cells }) => cells.Quantity !== undefined && cells.Price !== undefined) ? grid : priced;
  },
};
