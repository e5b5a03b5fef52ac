/** What the scorer is told of receipts: fields by kind, labels, how lines are found, which sums must hold. */
import type { Kind } from '../candidates.ts';
import type { Phrases } from '../lexicon.ts';
import { lexiconOf } from '../lexicon.ts';
import type { PricedSpec } from '../priced-lines.ts';
import { pricedLines } from '../priced-lines.ts';
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

export const RECEIPT: ScoredSpec = {
  fields: FIELDS,
  lexicon: lexiconOf(labels.fields as Phrases),
  mayShare: [['TransactionDate', 'DepartureDate'], ['TransactionDate', 'ArrivalDate'], ['Total', 'Balance'], ['TransactionDate', 'TransactionTime'], ['ArrivalDate', 'TransactionTime'], ['DepartureDate', 'TransactionTime']],
  checked: CHECKED,
  check: checkReceipt,
  extras: new Set(['Other.fee', 'Other.discount', 'Other.rounding']),
  purchases: (sheet, found, locale) => pricedLines(sheet, found, PRICED, locale),
};
