/** Receipts: document type, scored fields, line items, taxes and payments. */
import type { Field, FoundDocument } from '../field.ts';
import type { Label } from '../text/lexicon.ts';
import type { FieldModel } from '../field-model.ts';
import { toCell } from '../line-items/line-items.ts';
import type { FieldPaths } from '../schema.ts';
import { buildSchema } from '../schema.ts';
import type { Evidence } from '../scoring/confidence.ts';
import { evidenceOf } from '../scoring/confidence.ts';
import type { Prepared } from '../scoring/score-fields.ts';
import { scoreFields, prepare } from '../scoring/score-fields.ts';
import type { Weights } from '../scoring/weights.ts';
import type { FieldObserver } from '../scoring/field-writer.ts';
import { FieldWriter, arrayField, meanConfidence, objectField } from '../scoring/field-writer.ts';
import { wordsIn } from '../text/segmented-text.ts';
import type { SegmentedText } from '../text/segmented-text.ts';
import { findMerchant } from '../parties/merchant.ts';
import { splitDocuments } from '../split-documents/split-documents.ts';
import type { SplitSpec } from '../split-documents/split-spec.ts';
import { alpha3Of } from '../values/countries.ts';
import { countryOf, localeOf } from '../values/locale.ts';
import { detectReceiptType } from './receipt-type.ts';
import { buildReceiptLines } from './lines.ts';
import { fixTip } from './tip.ts';
import { addUnlabeledTotal } from './unlabeled-total.ts';
import { addTaxes } from './taxes.ts';
import { HOTEL_FIELDS, RECEIPT_FIELDS } from './schema.ts';
import { RECEIPT } from './spec.ts';
import learned from '../../../../../weights/fields/receipt.json' with { type: 'json' };

const WEIGHTS: Weights = learned;
/** Minimum confidence of a returned value. */
const MIN_CONFIDENCE = 0.3;

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  receipt: 'Other receipt',
  'receipt.retailMeal': 'Retail or restaurant receipt',
  'receipt.creditCard': 'Credit card slip',
  'receipt.gas': 'Gas station receipt',
  'receipt.parking': 'Parking receipt',
  'receipt.hotel': 'Hotel bill',
};

const schemaFor = (docType: string): FieldPaths => (docType === 'receipt.hotel' ? HOTEL_FIELDS : RECEIPT_FIELDS);

const SPLIT: SplitSpec = {
  lexicon: RECEIPT.lexicon,
  numbers: new Set(['Other.receiptNumber']),
  totals: new Set(['Total', 'Balance']),
  mayShareAPage: true,
};

export const receiptModel: FieldModel = {
  modelId: 'prebuilt-receipt',
  description:
    'Extracts merchant, date, time, totals, taxes, payments and line items of retail, restaurant, hotel, gas station and parking receipts.',
  docTypes: Object.fromEntries(
    Object.entries(DESCRIPTIONS).map(([docType, description]) => [docType, { description, fieldSchema: buildSchema(schemaFor(docType)) }]),
  ),
  extract: (layout, { locale }) =>
    layout.items.length === 0
      ? []
      : splitDocuments(layout, SPLIT).map((part) => ({
          ...extractReceipt(prepare(part.layout, RECEIPT, locale), WEIGHTS),
          pages: part.pages,
        })),
};

export function extractReceipt(prepared: Prepared, weights: Weights, observer?: FieldObserver): FoundDocument {
  const { segmented, lineItems, locale } = prepared;
  const { docType, receiptType, words, next } = detectReceiptType(segmented, lineItems.rows.length > 0);
  const schema = schemaFor(docType);
  const writer = new FieldWriter(weights, locale, observer);
  const fields: Record<string, Field> = {};
  const found = fixTip(addUnlabeledTotal(scoreFields(prepared, RECEIPT, weights), prepared), prepared);
  for (const [name, scored] of found) {
    if ((scored.confidence < MIN_CONFIDENCE && !RECEIPT.expected.has(name)) || schema[name] === undefined) continue;
    fields[name] = writer.found(schema[name][0], scored);
  }
  Object.assign(fields, findMerchant(segmented, { locale, labels: prepared.labels, ignored: lineItems.items }));
  const dated = found.get('TransactionDate') ?? found.get('DepartureDate') ?? found.get('ArrivalDate');
  const lines = buildReceiptLines(lineItems, schema, dated?.candidate.value?.slice(0, 4), writer);
  if (lines.length > 0) fields.Items = arrayField(lines);
  addTaxes(fields, prepared, found, writer);
  const payments = schema.Payments === undefined ? [] : buildPayments(prepared, writer);
  if (payments.length > 0) fields.Payments = arrayField(payments);
  if (receiptType !== undefined)
    fields.ReceiptType = writer.value(
      { type: 'string', value: receiptType },
      { text: '', items: [] },
      'sort',
      evidenceOf(Math.min(4, words - next), 1),
    );
  // With English text, a euro sign determines the date order but not the country.
  const country = locale === 'en-IE' ? undefined : countryOf(localeOf(locale));
  const code = country === undefined ? undefined : alpha3Of(country);
  if (code !== undefined)
    fields.CountryRegion = writer.value({ type: 'countryRegion', value: code }, { text: '', items: [] }, 'country', evidenceOf(2, 1));
  const aliases = docType === 'receipt.hotel' ? findAliases(segmented, writer) : [];
  if (aliases.length > 0) fields.MerchantAliases = arrayField(aliases);
  return { docType, pages: segmented.layout.pages.map((_, page) => page), fields, confidence: meanConfidence(Object.values(fields)) };
}

/** Rows with a payment method that end with an amount. */
function buildPayments({ segmented, labels, candidates: seen, lineItems }: Prepared, writer: FieldWriter): Field[] {
  const named = new Map<number, Label>();
  for (const label of labels)
    if (label.start <= 2 && label.meanings.some(({ field }) => field === 'Payment') && !named.has(label.segment.row))
      named.set(label.segment.row, label);
  const money = Map.groupBy(
    seen.filter(({ candidate }) => candidate.kind === 'money' && /[.,]\d{2}(?!\d)/u.test(candidate.text)),
    ({ candidate }) => candidate.segment.row,
  );
  return [...named].flatMap(([row, label]) => {
    const amount = (money.get(row) ?? []).filter(({ candidate }) => candidate.box.left > label.segment.box.left).at(-1)?.candidate;
    const first = segmented.rows[row]!.segments[0];
    if (amount === undefined || first !== label.segment || amount.items.some((item) => lineItems.items.has(item))) return [];
    const words = wordsIn(label.segment, label.start, label.end);
    const evidence = (ocrConfidence: number): Evidence => evidenceOf(2, ocrConfidence, { fails: label.edits > 0 });
    const method = toCell(words);
    return [
      objectField({
        Method: writer.field('string', { ...method, text: method.text.replace(/[\s:]+$/u, '') }, 'payment', evidence(method.confidence)),
        Amount: writer.field('currency', amount, 'payment', evidence(amount.confidence)),
      }),
    ];
  });
}

/** Aliases: text after "doing business as", "formerly" and similar. */
function findAliases(segmented: SegmentedText, writer: FieldWriter): Field[] {
  return segmented.segments.flatMap((segment) => {
    const match = /\b(?:d\/?b\/?a|doing business as|trading as|t\/a|formerly|also known as|a\.?k\.?a\.?)[:.]?\s+(.{3,60})$/iu.exec(
      segment.text,
    );
    if (match === null) return [];
    const start = segment.text.length - match[1]!.length;
    const words = wordsIn(segment, start, segment.text.length);
    return [
      writer.field(
        'string',
        { text: match[1]!, items: words.map(({ item }) => item) },
        'text',
        evidenceOf(2, Math.min(...words.map(({ confidence }) => confidence))),
      ),
    ];
  });
}
