/** Invoices: scored fields, parties, lines, taxes by rate, accounts and installments. */
import type { Field, FoundDocument } from '../field.ts';
import { bicFor, isBic, isIban } from '../candidates/bank-numbers.ts';
import type { FieldModel } from '../field-model.ts';
import { buildSchema } from '../schema.ts';
import type { FoundField, Prepared } from '../scoring/score-fields.ts';
import { scoreFields, prepare } from '../scoring/score-fields.ts';
import { evidenceOf } from '../scoring/confidence.ts';
import type { Weights } from '../scoring/weights.ts';
import type { FieldObserver } from '../scoring/field-writer.ts';
import { FieldWriter, arrayField, meanConfidence, objectField } from '../scoring/field-writer.ts';
import type { SegmentedText } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { splitDocuments } from '../split-documents/split-documents.ts';
import type { SplitSpec } from '../split-documents/split-spec.ts';
import { isSumOf } from '../line-items/choose-items.ts';
import type { LineItems } from '../line-items/line-items.ts';
import { findParties } from '../parties/find-parties.ts';
import { findInstallments } from './installments.ts';
import { buildInvoiceLines } from './lines.ts';
import { INVOICE_FIELDS } from './schema.ts';
import { INVOICE } from './spec.ts';
import { amountOf } from './sums.ts';
import { addTaxes } from './taxes.ts';
import learned from '../../../../../weights/fields/invoice.json' with { type: 'json' };

const WEIGHTS: Weights = learned;
/** Parts of PaymentDetails entries, which are scored like fields. */
const PAYMENT = ['IBAN', 'SWIFT', 'BankAccountNumber', 'BPayBillerCode', 'BPayReference'];
/** Bank data are within this many lines. */
const MAX_BANK_LINES = 12;
/** What an IBAN with wrong check digits loses of its score: letters were read wrong, or some are missing. */
const WRONG_CHECK_DIGITS = 6;
/** Minimum confidence of a returned value. */
const MIN_CONFIDENCE = 0.3;

const SPLIT: SplitSpec = {
  lexicon: INVOICE.lexicon,
  numbers: new Set(['InvoiceId']),
  totals: new Set(['InvoiceTotal', 'AmountDue']),
  mayShareAPage: false,
};

export const invoiceModel: FieldModel = {
  modelId: 'prebuilt-invoice',
  description: 'Extracts vendor, customer, dates, totals, taxes and line items of invoices in several languages.',
  docTypes: { invoice: { description: 'Invoice', fieldSchema: buildSchema(INVOICE_FIELDS) } },
  extract: (layout, { locale }) =>
    layout.items.length === 0
      ? []
      : splitDocuments(layout, SPLIT).map((part) => ({
          ...extractInvoice(prepare(part.layout, INVOICE, locale), WEIGHTS),
          pages: part.pages,
        })),
};

export function extractInvoice(prepared: Prepared, weights: Weights, observer?: FieldObserver): FoundDocument {
  const { locale, segmented, lineItems, labels } = prepared;
  const writer = new FieldWriter(weights, locale, observer);
  const fields: Record<string, Field> = {};
  const payment: Record<string, Field> = {};
  for (const [name, found] of withEndOfPeriod(scoreFields(prepared, INVOICE, weights), prepared)) {
    if (found.confidence < MIN_CONFIDENCE && !INVOICE.expected.has(name)) continue;
    if (PAYMENT.includes(name)) payment[name] = paymentField(name, found, writer);
    else fields[name] = writer.found(INVOICE_FIELDS[name]![0], found);
  }
  addIban(payment, prepared, writer);
  if (payment.SWIFT === undefined && payment.IBAN !== undefined) addBic(payment, segmented, writer);
  for (const [name, field] of Object.entries(findParties(segmented, { locale, ignored: lineItems.items, labels })))
    if (field.confidence >= MIN_CONFIDENCE) fields[name] = field;
  if (Object.keys(payment).length > 0) fields.PaymentDetails = arrayField([objectField(payment)]);
  addTaxes(fields, prepared, writer);
  const lines = buildInvoiceLines(withSum(lineItems, fields), writer);
  if (lines.length > 0) fields.Items = arrayField(lines);
  const installments = findInstallments(segmented, writer);
  if (installments.length > 0) fields.PaidInFourInstallements = arrayField(installments);
  return {
    docType: 'invoice',
    pages: segmented.layout.pages.map((_, page) => page),
    fields,
    confidence: meanConfidence(Object.values(fields)),
  };
}

/** Lines prove each other only by a sum that the document was found to have. */
function withSum(lineItems: LineItems, fields: Readonly<Record<string, Field>>): LineItems {
  const [net, tax, discount, total] = ['SubTotal', 'TotalTax', 'TotalDiscount', 'InvoiceTotal'].map((name) => amountOf(fields[name]));
  if (lineItems.sum !== 'holds' || (net === undefined && total === undefined)) return lineItems;
  const sums = [net, total, total === undefined ? undefined : total - (tax ?? 0)].flatMap((sum) =>
    sum === undefined ? [] : [sum, sum + Math.abs(discount ?? 0)],
  );
  return isSumOf(lineItems.total, sums) ? lineItems : { ...lineItems, sum: 'fails' };
}

/** The day to which a period goes belongs to the day from which it goes. */
function withEndOfPeriod(found: ReadonlyMap<string, FoundField>, { candidates }: Prepared): ReadonlyMap<string, FoundField> {
  const start = found.get('ServiceStartDate');
  const end = candidates.find(
    ({ candidate }) =>
      candidate.period === 'end' && candidate.segment === start?.candidate.segment && candidate.start > start.candidate.start,
  );
  if (start?.candidate.period !== 'start' || end === undefined) return found;
  return new Map(found).set('ServiceEndDate', { ...start, candidate: end.candidate });
}

/** A number with the check digits of an IBAN needs no label. */
function addIban(payment: Record<string, Field>, { candidates }: Prepared, writer: FieldWriter): void {
  const found = candidates.find(({ candidate }) => candidate.kind === 'id' && isIban(candidate.text))?.candidate;
  const { IBAN: given } = payment;
  if (found === undefined || (given?.type === 'string' && isIban(given.value ?? ''))) return;
  payment.IBAN = writer.value({ type: 'string', value: found.text }, found, 'id', evidenceOf(3, found.confidence, { holds: true }));
}

/** A BIC without a label: it stands somewhere near the IBAN, and is of the same country. */
function addBic(payment: Record<string, Field>, { segments, segmentOf, height }: SegmentedText, writer: FieldWriter): void {
  const { IBAN: iban } = payment;
  const home = segmentOf.get(iban?.items[0] ?? -1);
  if (iban?.type !== 'string' || home === undefined) return;
  for (const segment of segments) {
    if (segment.page !== home.page || Math.abs(segment.box.top - home.box.top) > MAX_BANK_LINES * height) continue;
    const found = bicFor(iban.value ?? '', segment.text);
    if (found === undefined) continue;
    const words = wordsIn(segment, found.start, found.end);
    payment.SWIFT = writer.value(
      { type: 'string', value: segment.text.slice(found.start, found.end) },
      { text: '', items: words.map(({ item }) => item) },
      'id',
      evidenceOf(3, Math.min(...words.map(({ confidence }) => confidence)), { holds: true }),
    );
    return;
  }
}

function paymentField(name: string, { candidate, evidence }: FoundField, writer: FieldWriter): Field {
  const packed = candidate.text.replace(/\s/gu, '');
  const isConsistent = (name === 'IBAN' && isIban(packed)) || (name === 'SWIFT' && isBic(packed));
  const fails = name === 'IBAN' && !isConsistent;
  const score = fails ? evidence.score - WRONG_CHECK_DIGITS : evidence.score;
  return writer.value({ type: 'string', value: candidate.text }, candidate, candidate.kind, {
    ...evidence,
    score,
    fails,
    holds: isConsistent,
  });
}
