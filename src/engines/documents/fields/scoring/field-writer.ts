/** Creates fields with typed values, sorted items and confidences. */
import type { Field, FieldType, FieldValue } from '../field.ts';
import type { Evidence } from './confidence.ts';
import { candidateConfidence } from './confidence.ts';
import type { FoundField } from './score-fields.ts';
import type { Weights } from './weights.ts';
import type { SimpleType } from '../values/value.ts';
import { typedValue } from '../values/value.ts';

export interface SourceText {
  text: string;
  items: readonly number[];
}

/** Called with every field and its evidence; used in training. */
export type FieldObserver = (field: Field, weightsKey: string, evidence: Evidence) => void;

export class FieldWriter {
  readonly locale: string | undefined;
  readonly #weights: Weights;
  readonly #observer: FieldObserver | undefined;

  constructor(weights: Weights, locale?: string, observer?: FieldObserver) {
    this.#weights = weights;
    this.locale = locale;
    this.#observer = observer;
  }

  /** `weightsKey` selects the confidence weights: a candidate kind, or a part such as `line`. */
  field(type: FieldType, source: SourceText, weightsKey: string, evidence: Evidence): Field {
    return this.value(typedValue(type as SimpleType, source.text, { locale: this.locale }), source, weightsKey, evidence);
  }

  /** A scored candidate, whose date, time, phone number or amount is already known. */
  found(type: FieldType, { candidate, evidence }: FoundField): Field {
    const { kind, value, money, text } = candidate;
    if (type === 'phoneNumber') return { ...this.value({ type, value }, candidate, kind, evidence), content: text };
    if (type === 'date' || type === 'time') return this.value({ type, value }, candidate, kind, evidence);
    if (type === 'currency') return this.value({ type, value: money }, candidate, kind, evidence);
    return this.field(type, candidate, kind, evidence);
  }

  value(value: FieldValue, { items }: SourceText, weightsKey: string, evidence: Evidence): Field {
    const field: Field = {
      ...value,
      items: [...new Set(items)].sort((a, b) => a - b),
      confidence: roundConfidence(candidateConfidence(this.#weights.confidence[weightsKey], evidence)),
    };
    this.#observer?.(field, weightsKey, evidence);
    return field;
  }
}

export const objectField = (value: Record<string, Field>): Field => ({
  type: 'object',
  value,
  items: [],
  confidence: meanConfidence(Object.values(value)),
});

export const arrayField = (value: readonly Field[]): Field => ({ type: 'array', value, items: [], confidence: meanConfidence(value) });

export function meanConfidence(fields: readonly Field[]): number {
  return fields.length === 0 ? 0 : roundConfidence(fields.reduce((sum, { confidence }) => sum + confidence, 0) / fields.length);
}

const roundConfidence = (confidence: number): number => Math.round(Math.min(1, Math.max(0, confidence)) * 1000) / 1000;
