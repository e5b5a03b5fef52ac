/** Invoices with structured data (ZUGFeRD and Factur-X): which of their values are printed, and which issuers may be fitted on. */
import { readFileSync } from 'node:fs';
import type { SearchedPage } from './evaluation/value-search.ts';
import { isRead, toSearchedPage } from './evaluation/value-search.ts';
import { union } from '../../../src/engines/documents/layout/model/geometry.ts';
import type { DocumentLayout } from '../../../src/engines/documents/layout/model/structure.ts';
import type { Box } from '../../../src/engines/documents/reading/model/page.ts';

interface StructuredAddress {
  line1: string | null;
  line2: string | null;
  postcode: string | null;
  city: string | null;
  country: string | null;
}

export interface EInvoice {
  InvoiceId?: string | null;
  InvoiceDate?: string | null;
  DueDate?: string | null;
  VendorName?: string | null;
  VendorAddress?: StructuredAddress | null;
  VendorTaxId?: string | null;
  CustomerName?: string | null;
  CustomerAddress?: StructuredAddress | null;
  CustomerTaxId?: string | null;
  PurchaseOrder?: string | null;
  SubTotal?: string | null;
  TotalTax?: string | null;
  InvoiceTotal?: string | null;
  AmountDue?: string | null;
  IBAN?: string | null;
  Items?: { Description?: string | null; Quantity?: string | null; UnitPrice?: string | null; Amount?: string | null }[];
}

export const readEInvoice = (file: string): EInvoice => JSON.parse(readFileSync(file, 'utf8')) as EInvoice;

/** The issuer: capitals and legal forms do not make another one. */
export function issuerOf({ VendorName }: EInvoice): string {
  return (VendorName ?? '')
    .toLowerCase()
    .replace(/^.*\bmusterlieferant\b.*$/u, 'musterlieferant')
    .replace(/[^\p{L} ]/gu, '')
    .replace(/\b(?:gmbh|ag|co|kg|ltd)\b/gu, '')
    .trim();
}

const FITTED_ISSUERS = new Set(['lieferant', 'musterlieferant', 'global supplies', 'test company']);
/** Nothing is fitted on invoices of these issuers, and nobody looks at them while developing: their counts are the measure. */
export const isHeldOut = (invoice: EInvoice): boolean => !FITTED_ISSUERS.has(issuerOf(invoice));

export interface PrintedFields {
  fields: Record<string, string | number>;
  /** Parts of the addresses that are printed. */
  addresses: Record<string, string[]>;
  items: Record<string, string | number>[];
}

const TEXTS = ['InvoiceId', 'VendorName', 'VendorTaxId', 'CustomerName', 'CustomerTaxId', 'PurchaseOrder'] as const;
const DATES = ['InvoiceDate', 'DueDate'] as const;
const AMOUNTS = ['SubTotal', 'TotalTax', 'InvoiceTotal', 'AmountDue'] as const;

/** The values of the structured data that can be read on the page. */
export function printedFields(invoice: EInvoice, layout: DocumentLayout): PrintedFields {
  const pages = searchedPages(layout);
  const isPrinted = (value: string | number): boolean => isRead({ path: '', value }, pages);
  const fields: Record<string, string | number> = {};
  for (const name of TEXTS) {
    const value = invoice[name]?.replace(/\s+/gu, ' ').trim() ?? '';
    if (value !== '' && !/^(?:GLN|Lief)/u.test(value) && isPrinted(value)) fields[name] = value;
  }
  for (const name of DATES) {
    const date = invoice[name]?.replace(/^(\d{4})(\d\d)(\d\d).*$/u, '$1-$2-$3') ?? '';
    if (/^\d{4}-\d\d-\d\d$/u.test(date) && isPrinted(date)) fields[name] = date;
  }
  for (const name of AMOUNTS) {
    const amount = Number(invoice[name] ?? Number.NaN);
    if (Number.isFinite(amount) && amount !== 0 && isPrinted(amount)) fields[name] = amount;
  }
  // One printed amount cannot say that nothing was paid before.
  if (fields.AmountDue === fields.InvoiceTotal) delete fields.AmountDue;
  const iban = invoice.IBAN ?? '';
  if (iban !== '' && isPrinted(iban)) fields['PaymentDetails[0].IBAN'] = iban;
  const addresses: Record<string, string[]> = {};
  for (const name of ['VendorAddress', 'CustomerAddress'] as const) {
    const { line1, postcode, city } = invoice[name] ?? {};
    const parts = [line1, postcode, city].filter((part): part is string => part !== null && part !== undefined && part !== '');
    if (parts.length === 3 && parts.every(isPrinted)) addresses[name] = parts;
  }
  const items = (invoice.Items ?? []).map((item) => {
    const own: Record<string, string | number> = {};
    const description = item.Description?.split('\n')[0]?.trim() ?? '';
    if (description !== '' && isPrinted(description)) own.Description = description;
    for (const name of ['Quantity', 'UnitPrice', 'Amount'] as const) {
      const value = Number(item[name] ?? Number.NaN);
      if (Number.isFinite(value) && isPrinted(value)) own[name] = value;
    }
    return own;
  });
  return { fields, addresses, items: items.every((item) => item.Amount !== undefined) ? items : [] };
}

function searchedPages({ pages, lines, items }: DocumentLayout): SearchedPage[] {
  return pages.map(({ lines: { from, to } }) =>
    toSearchedPage(
      lines.slice(from, to).flatMap((line) => {
        const words = line.items.map((i) => items[i]!).filter((item) => item.kind === 'word');
        const boxes = words.flatMap(({ box }): Box[] => (box === undefined ? [] : [box]));
        return boxes.length === 0 ? [] : [{ text: words.map(({ text }) => text).join(' '), box: union(boxes) }];
      }),
    ),
  );
}
