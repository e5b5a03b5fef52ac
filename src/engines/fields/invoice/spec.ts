/** What the scorer is told of invoices: fields by kind, labels, how lines are found, which sums must hold. */
import type { Kind } from '../candidates/candidates.ts';
import { purchasesInGrid } from '../line-items/table-lines.ts';
import type { Phrases } from '../text/lexicon.ts';
import { lexiconOf } from '../text/lexicon.ts';
import { pricedLines } from '../line-items/priced-lines.ts';
import type { PricedSpec } from '../line-items/priced-lines.ts';
import type { ScoredSpec } from '../scoring/find.ts';
import { CHECKED, checkInvoice } from './checks.ts';
import { COLUMNS } from './column-headings.ts';
import labels from './labels.json' with { type: 'json' };

const FIELDS: Readonly<Record<string, Kind>> = {
  InvoiceId: 'id', CustomerId: 'id', PurchaseOrder: 'id', VendorTaxId: 'id', CustomerTaxId: 'id', KVKNumber: 'id', IBAN: 'id', SWIFT: 'id', BankAccountNumber: 'id', BPayBillerCode: 'id', BPayReference: 'id',
  InvoiceDate: 'date', DueDate: 'date', ServiceStartDate: 'date', ServiceEndDate: 'date',
  VendorName: 'text', CustomerName: 'text', PaymentTerm: 'text',
  SubTotal: 'money', TotalDiscount: 'money', TotalTax: 'money', InvoiceTotal: 'money', AmountDue: 'money', PreviousUnpaidBalance: 'money',
  VendorAddress: 'address', CustomerAddress: 'address', BillingAddress: 'address', ShippingAddress: 'address', RemittanceAddress: 'address', ServiceAddress: 'address',
};

const SUMS = new Set(['SubTotal', 'TotalDiscount', 'TotalTax', 'InvoiceTotal', 'AmountDue', 'PreviousUnpaidBalance', 'Other.freight', 'Other.paid']);

const PRICED: PricedSpec = {
  ends: SUMS, others: new Set(Object.keys(labels.fields).filter((field) => !SUMS.has(field) && field !== 'Other.title')),
  names: { total: 'Amount', price: 'UnitPrice', quantity: 'Quantity', description: 'Description', code: 'ProductCode', unit: 'Unit', date: 'Date' },
};

export const INVOICE: ScoredSpec = {
  fields: FIELDS,
  lexicon: lexiconOf(labels.fields as Phrases),
  mayShare: [['InvoiceTotal', 'AmountDue'], ['VendorName', 'IBAN']],
  checked: CHECKED,
  check: checkInvoice,
  extras: new Set(['Other.freight', 'Other.paid']),
  purchases(sheet, found, locale) {
    const grid = purchasesInGrid(sheet, found, { columns: COLUMNS, amounts: ['Amount', 'UnitPrice'], description: 'Description', ends: SUMS }, locale);
    return grid.rows.length > 0 ? grid : pricedLines(sheet, found, PRICED, locale);
  },
};
