/** Receipts: their sort, fields by the scorer, lines by the column of prices, taxes and payments. */
import type { Field, FoundDocument } from '../field.ts';
import type { Label } from '../text/lexicon.ts';
import type { FieldModel } from '../field-model.ts';
import { cellOf } from '../line-items/line-items.ts';
import type { FieldPaths } from '../schema.ts';
import { schemaOf } from '../schema.ts';
import type { Evidence } from '../scoring/confidence.ts';
import type { Prepared } from '../scoring/find.ts';
import { find, prepare } from '../scoring/find.ts';
import type { Weights } from '../scoring/weights.ts';
import type { Onlooker } from '../scoring/field-writer.ts';
import { Scribe, arrayField, meanOf, objectField } from '../scoring/field-writer.ts';
import { wordsIn } from '../text/segmented-text.ts';
import type { Sheet } from '../text/segmented-text.ts';
import { taxRows } from '../line-items/tax-rows.ts';
import { alpha3Of } from '../values/countries.ts';
import { countryOf, localeOf } from '../values/locale.ts';
import { sortOf } from './receipt-type.ts';
import { receiptLines } from './lines.ts';
import { HOTEL_FIELDS, RECEIPT_FIELDS } from './schema.ts';
import { RECEIPT } from './spec.ts';
import learned from '../../../../weights/fields/receipt.json' with { type: 'json' };

const WEIGHTS: Weights = learned;
/** A value less likely than this is not given. */
const LEAST = 0.3;

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  receipt: 'A receipt of another sort', 'receipt.retailMeal': 'A receipt of a shop or a restaurant', 'receipt.creditCard': 'A slip of a payment by card', 'receipt.gas': 'A receipt of a filling station', 'receipt.parking': 'A receipt of a car park', 'receipt.hotel': 'A bill of a hotel',
};

const schemaFor = (docType: string): FieldPaths => docType === 'receipt.hotel' ? HOTEL_FIELDS : RECEIPT_FIELDS;

export const receiptModel: FieldModel = {
  modelId: 'prebuilt-receipt',
  description: 'Finds seller, day and time, sums, taxes, payments and lines of receipts of shops, restaurants, hotels, filling stations and car parks.',
  docTypes: Object.fromEntries(Object.entries(DESCRIPTIONS).map(([docType, description]) => [docType, { description, fieldSchema: schemaOf(schemaFor(docType)) }])),
  extract: (layout, { locale }) => layout.items.length === 0 ? [] : [receiptOf(prepare(layout, RECEIPT, locale), WEIGHTS)],
};

export function receiptOf(prepared: Prepared, weights: Weights, onlooker?: Onlooker): FoundDocument {
  const { sheet, purchases, locale } = prepared;
  const { docType, receiptType, words, next } = sortOf(sheet, purchases.rows.length > 0);
  const schema = schemaFor(docType);
  const scribe = new Scribe(weights, locale, onlooker);
  const fields: Record<string, Field> = {};
  const found = find(prepared, RECEIPT, weights);
  for (const [name, { candidate, evidence, confidence }] of found) {
    if (confidence < LEAST || schema[name] === undefined) continue;
    const type = schema[name][0];
    fields[name] = type === 'date' || type === 'time' || type === 'phoneNumber' ? scribe.value({ type, value: candidate.value }, candidate, candidate.kind, evidence) : scribe.field(type, candidate, candidate.kind, evidence);
  }
  const dated = found.get('TransactionDate') ?? found.get('DepartureDate') ?? found.get('ArrivalDate');
  const lines = receiptLines(purchases, schema, ['Total', 'Subtotal', 'Balance'].map((name) => found.get(name)?.candidate.amount), dated?.candidate.value?.slice(0, 4), scribe);
  if (lines.length > 0) fields.Items = arrayField(lines);
  const taxes = taxesOf(prepared, scribe);
  if (taxes.length > 0) fields.TaxDetails = arrayField(taxes);
  const payments = schema.Payments === undefined ? [] : paymentsOf(prepared, scribe);
  if (payments.length > 0) fields.Payments = arrayField(payments);
  const told: Evidence = { score: Math.min(4, words - next), next: 0, holds: false, fails: false, read: 1 };
  if (receiptType !== undefined) fields.ReceiptType = scribe.value({ type: 'string', value: receiptType }, { text: '', items: [] }, 'sort', told);
  // A sign of the euro below English words tells the order of dates, not the country.
  const country = locale === 'en-IE' ? undefined : countryOf(localeOf(locale));
  const code = country === undefined ? undefined : alpha3Of(country);
  if (code !== undefined) fields.CountryRegion = scribe.value({ type: 'countryRegion', value: code }, { text: '', items: [] }, 'country', { ...told, score: 2 });
  const aliases = docType === 'receipt.hotel' ? aliasesOf(sheet, scribe) : [];
  if (aliases.length > 0) fields.MerchantAliases = arrayField(aliases);
  return { docType, pages: sheet.layout.pages.map((_, page) => page), fields, confidence: meanOf(Object.values(fields)) };
}

function taxesOf({ sheet, labels, purchases, locale }: Prepared, scribe: Scribe): Field[] {
  return taxRows(sheet, labels, 'TotalTax', purchases.items, locale).map(({ rate, percent, amount, net, description, proven }) => {
    const evidence = (read: number): Evidence => ({ score: proven ? 4 : 2, next: 0, holds: proven, fails: false, read });
    const fields: Record<string, Field> = { Amount: scribe.field('currency', amount, 'tax', evidence(amount.confidence)), Rate: scribe.value({ type: 'number', value: percent }, rate, 'tax', evidence(rate.confidence)) };
    if (net !== undefined) fields.NetAmount = scribe.field('currency', net, 'tax', evidence(net.confidence));
    if (description !== undefined) fields.Description = scribe.field('string', description, 'tax', evidence(description.confidence));
    return objectField(fields);
  });
}

/** Rows that name a way of paying and end in an amount. */
function paymentsOf({ sheet, labels, seen, purchases }: Prepared, scribe: Scribe): Field[] {
  const named = new Map<number, Label>();
  for (const label of labels) if (label.start <= 2 && label.meanings.some(({ field }) => field === 'Payment') && !named.has(label.segment.row)) named.set(label.segment.row, label);
  const money = Map.groupBy(seen.filter(({ candidate }) => candidate.kind === 'money' && /[.,]\d{2}(?!\d)/u.test(candidate.text)), ({ candidate }) => candidate.segment.row);
  return [...named].flatMap(([row, label]) => {
    const amount = (money.get(row) ?? []).filter(({ candidate }) => candidate.box.left > label.segment.box.left).at(-1)?.candidate;
    const first = sheet.rows[row]!.segments[0];
    if (amount === undefined || first !== label.segment || amount.items.some((item) => purchases.items.has(item))) return [];
    const words = wordsIn(label.segment, label.start, label.end);
    const evidence: Evidence = { score: 2, next: 0, holds: false, fails: label.slips > 0, read: amount.confidence };
    const method = cellOf(words);
    return [objectField({ Method: scribe.field('string', { ...method, text: method.text.replace(/[\s:]+$/u, '') }, 'payment', { ...evidence, read: method.confidence }), Amount: scribe.field('currency', amount, 'payment', evidence) })];
  });
}

/** Other names: what follows "doing business as", "formerly" and the like. */
function aliasesOf(sheet: Sheet, scribe: Scribe): Field[] {
  return sheet.segments.flatMap((segment) => {
    const match = /\b(?:d\/?b\/?a|doing business as|trading as|t\/a|formerly|also known as|a\.?k\.?a\.?)[:.]?\s+(.{3,60})$/iu.exec(segment.text);
    if (match === null) return [];
    const start = segment.text.length - match[1]!.length;
    const words = wordsIn(segment, start, segment.text.length);
    return [scribe.field('string', { text: match[1]!, items: words.map(({ item }) => item) }, 'text', { score: 2, next: 0, holds: false, fails: false, read: Math.min(...words.map(({ confidence }) => confidence)) })];
  });
}
