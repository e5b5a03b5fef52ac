/**
 * Corrects the confidences that models give, which are fitted mostly on generated documents, by what real documents showed: a logistic
 * function of the given confidence, the field, the certainty of the reading and whether the amounts add up
 * (lab/training/documents/fit-calibration.ts).
 */
import calibration from '../../../../weights/fields/calibration.json' with { type: 'json' };
import type { DocumentLayout } from '../layout/model/structure.ts';
import type { ConfidenceEvidence, ConfidenceWeights } from './confidence.ts';
import { confidenceOf } from './confidence.ts';
import type { Field, FoundDocument } from './field.ts';

type Fields = Readonly<Record<string, Field>>;

/** Undefined if nothing was fitted for the model. */
export const calibrationOf = (modelId: string): ConfidenceWeights | undefined =>
  (calibration as Readonly<Record<string, ConfidenceWeights>>)[modelId];

/** A document with corrected confidences. */
export function calibrate(document: FoundDocument, layout: DocumentLayout, weights: ConfidenceWeights): FoundDocument {
  const evidenceOf = calibrationEvidence(document.fields, layout);
  const corrected = (path: string, field: Field): Field => {
    const confidence = confidenceOf(weights, evidenceOf(path, field));
    if (field.type === 'array') return { ...field, confidence, value: field.value.map((entry) => corrected(path, entry)) };
    if (field.type !== 'object') return { ...field, confidence };
    const parts = Object.entries(field.value).map(([name, part]) => [name, corrected(`${path}.${name}`, part)]);
    return { ...field, confidence, value: Object.fromEntries(parts) as Fields };
  };
  const fields = Object.fromEntries(Object.entries(document.fields).map(([name, field]) => [name, corrected(name, field)]));
  return { ...document, fields };
}

/** The evidence on each field of a document, by its path without indexes, such as `Items.Amount`. */
export function calibrationEvidence(fields: Fields, layout: DocumentLayout): (path: string, field: Field) => ConfidenceEvidence {
  const sums = sumEvidence(fields);
  return (path, field) => ({
    logit: Math.log(field.confidence / (1 - Math.min(field.confidence, 0.999))),
    reading: 1 - lowestWordConfidence(field, layout),
    ...((field.type === 'currency' || path.startsWith('Items')) && sums),
    [`field ${path}`]: 1,
  });
}

function lowestWordConfidence(field: Field, { items }: DocumentLayout): number {
  let lowest = 1;
  for (const index of field.items) {
    const item = items[index];
    if (item?.kind === 'word') lowest = Math.min(lowest, item.confidence);
  }
  return lowest;
}

/** Half a unit of rounding for each of two tax rates. */
const TOLERANCE = 0.011;

/** Whether subtotal, tax, tip and line items give the total. */
function sumEvidence(fields: Fields): ConfidenceEvidence {
  const amount = (...names: readonly string[]): number | undefined => {
    for (const name of names) {
      const field = fields[name];
      if (field?.type === 'currency' && field.value !== undefined) return field.value.amount;
    }
    return undefined;
  };
  const [total, subtotal, tax] = [amount('InvoiceTotal', 'Total', 'AmountDue'), amount('SubTotal', 'Subtotal'), amount('TotalTax')];
  if (total === undefined) return {};
  const equals = (sum: number): boolean => Math.abs(sum - total) <= TOLERANCE;
  const hasSum = subtotal !== undefined && tax !== undefined && (equals(subtotal + tax) || equals(subtotal + tax + (amount('Tip') ?? 0)));
  const items = itemSum(fields);
  const hasItems = items !== undefined && (equals(items) || equals(items + (tax ?? 0)));
  const isContradicted = !hasSum && !hasItems && ((subtotal !== undefined && tax !== undefined) || items !== undefined);
  return { ...(hasSum && { sum: 1 }), ...(hasItems && { itemSum: 1 }), ...(isContradicted && { noSum: 1 }) };
}

function itemSum({ Items: items }: Fields): number | undefined {
  if (items?.type !== 'array' || items.value.length === 0) return undefined;
  let sum = 0;
  for (const item of items.value) {
    const part = item.type === 'object' ? (item.value['Amount'] ?? item.value['TotalPrice']) : undefined;
    if (part?.type !== 'currency' || part.value === undefined) return undefined;
    sum += part.value.amount;
  }
  return sum;
}
