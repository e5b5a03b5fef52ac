/** Invoices: fields by the scorer, the names above addresses, lines, taxes by rate, accounts and instalments. */
import type { AddressBlock } from '../candidates/address-blocks.ts';
import type { Field, FoundDocument } from '../field.ts';
import { isBic, isIban } from '../candidates/bank-numbers.ts';
import type { FieldModel } from '../field-model.ts';
import { schemaOf } from '../schema.ts';
import type { FoundField, Prepared } from '../scoring/find.ts';
import { find, prepare } from '../scoring/find.ts';
import type { Weights } from '../scoring/weights.ts';
import type { Onlooker } from '../scoring/field-writer.ts';
import { Scribe, arrayField, meanOf, objectField } from '../scoring/field-writer.ts';
import { taxRows } from '../line-items/tax-rows.ts';
import { instalments } from './instalments.ts';
import { invoiceLines } from './lines.ts';
import { INVOICE_FIELDS } from './schema.ts';
import { INVOICE } from './spec.ts';
import learned from '../../../../weights/fields/invoice.json' with { type: 'json' };

const WEIGHTS: Weights = learned;
/** Parts of the entries of PaymentDetails, which the scorer finds like fields. */
const PAYMENT = ['IBAN', 'SWIFT', 'BankAccountNumber', 'BPayBillerCode', 'BPayReference'];
/** A value less likely than this is not given. */
const LEAST = 0.3;

export const invoiceModel: FieldModel = {
  modelId: 'prebuilt-invoice',
  description: 'Finds seller, customer, dates, sums, taxes and lines of invoices in several languages.',
  docTypes: { invoice: { description: 'An invoice', fieldSchema: schemaOf(INVOICE_FIELDS) } },
  extract: (layout, { locale }) => layout.items.length === 0 ? [] : [invoiceOf(prepare(layout, INVOICE, locale), WEIGHTS)],
};

export function invoiceOf(prepared: Prepared, weights: Weights, onlooker?: Onlooker): FoundDocument {
  const { locale, sheet, purchases } = prepared;
  const scribe = new Scribe(weights, locale, onlooker);
  const fields: Record<string, Field> = {};
  const payment: Record<string, Field> = {};
  for (const [name, found] of find(prepared, INVOICE, weights)) {
    if (found.confidence < LEAST) continue;
    if (PAYMENT.includes(name)) payment[name] = paymentField(name, found, scribe);
    else fields[name] = writtenField(name, found, scribe);
    const recipient = recipientOf(found, scribe);
    if (recipient !== undefined) fields[`${name}Recipient`] = recipient;
  }
  if (Object.keys(payment).length > 0) fields.PaymentDetails = arrayField([objectField(payment)]);
  addTaxes(fields, prepared, scribe);
  const lines = invoiceLines(purchases, scribe);
  if (lines.length > 0) fields.Items = arrayField(lines);
  const four = instalments(sheet, scribe);
  if (four.length > 0) fields.PaidInFourInstallements = arrayField(four);
  return { docType: 'invoice', pages: sheet.layout.pages.map((_, page) => page), fields, confidence: meanOf(Object.values(fields)) };
}

function paymentField(name: string, { candidate, evidence }: FoundField, scribe: Scribe): Field {
  const packed = candidate.text.replace(/\s/gu, '');
  const proven = (name === 'IBAN' && isIban(packed)) || (name === 'SWIFT' && isBic(packed));
  return scribe.value({ type: 'string', value: candidate.text }, candidate, candidate.kind, proven ? { ...evidence, holds: true } : evidence);
}

function writtenField(name: string, { candidate, evidence }: FoundField, scribe: Scribe): Field {
  const type = INVOICE_FIELDS[name]![0];
  return type === 'date' ? scribe.value({ type, value: candidate.value }, candidate, candidate.kind, evidence) : scribe.field(type, candidate, candidate.kind, evidence);
}

/** The name that stands with an address. */
function recipientOf({ candidate, evidence }: FoundField, scribe: Scribe): Field | undefined {
  const recipient = candidate.kind === 'address' ? (candidate as AddressBlock).recipient : undefined;
  if (recipient === undefined) return undefined;
  const { segment, start, end } = recipient;
  const words = segment.words.filter((word) => word.end > start && word.start < end);
  const said = { text: segment.text.slice(start, end).replace(/[\s,;:]+$/u, ''), items: words.map(({ item }) => item) };
  return scribe.field('string', said, 'recipient', { ...evidence, read: Math.min(...words.map(({ confidence }) => confidence)) });
}

/** Taxes by rate; where only they are said, their sum is the tax of the invoice. */
function addTaxes(fields: Record<string, Field>, { sheet, labels, purchases, locale }: Prepared, scribe: Scribe): void {
  const taxes = taxRows(sheet, labels, 'TotalTax', purchases.items, locale);
  if (taxes.length === 0) return;
  const evidence = (proven: boolean, read: number): FoundField['evidence'] => ({ score: proven ? 4 : 2, next: 0, holds: proven, fails: false, read });
  fields.TaxDetails = arrayField(taxes.map(({ rate, amount, proven }) => objectField({
    Amount: scribe.field('currency', amount, 'tax', evidence(proven, amount.confidence)), Rate: scribe.field('string', rate, 'tax', evidence(proven, rate.confidence)),
  })));
  if (fields.TotalTax !== undefined || taxes.length < 2) return;
  const amount = Math.round(taxes.reduce((total, { tax }) => total + tax, 0) * 100) / 100;
  const read = Math.min(...taxes.map((tax) => tax.amount.confidence));
  fields.TotalTax = scribe.value({ type: 'currency', value: { amount } }, { text: '', items: [] }, 'tax', evidence(false, read));
}
