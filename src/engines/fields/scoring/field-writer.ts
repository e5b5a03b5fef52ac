/** Writes fields from what was found: typed values, items in order, confidences by the weights. Training looks on. */
import type { Field, FieldType, FieldValue } from '../field.ts';
import type { Evidence } from './confidence.ts';
import { confidenceOf } from './confidence.ts';
import type { Weights } from './weights.ts';
import type { SimpleType } from '../values/value.ts';
import { typedValue } from '../values/value.ts';

export interface Said { text: string; items: readonly number[] }

/** Is told of every field that is written with the evidence for it. */
export type Onlooker = (field: Field, sort: string, evidence: Evidence) => void;

export class Scribe {
  readonly locale: string | undefined;
  readonly #weights: Weights;
  readonly #onlooker: Onlooker | undefined;

  constructor(weights: Weights, locale?: string, onlooker?: Onlooker) {
    this.#weights = weights;
    this.locale = locale;
    this.#onlooker = onlooker;
  }

  /** `sort` names the weights of confidence: a kind of candidate, or a part such as `line`. */
  field(type: FieldType, said: Said, sort: string, evidence: Evidence): Field {
    return this.value(typedValue(type as SimpleType, said.text, { locale: this.locale }), said, sort, evidence);
  }

  value(value: FieldValue, { items }: Said, sort: string, evidence: Evidence): Field {
    const field: Field = { ...value, items: [...new Set(items)].sort((a, b) => a - b), confidence: rounded(confidenceOf(this.#weights.confidence[sort], evidence)) };
    this.#onlooker?.(field, sort, evidence);
    return field;
  }
}

export const objectField = (value: Record<string, Field>): Field => ({ type: 'object', value, items: [], confidence: meanOf(Object.values(value)) });

export const arrayField = (value: readonly Field[]): Field => ({ type: 'array', value, items: [], confidence: meanOf(value) });

export function meanOf(fields: readonly Field[]): number {
  return fields.length === 0 ? 0 : rounded(fields.reduce((sum, { confidence }) => sum + confidence, 0) / fields.length);
}

export const rounded = (confidence: number): number => Math.round(Math.min(1, Math.max(0, confidence)) * 1000) / 1000;
