/** Writes fields with a confidence that follows from evidence; the weights are fitted by training/documents/fit-tax-confidence.ts. */
import weights from '../../../../../weights/fields/tax.json' with { type: 'json' };
import { confidenceOf } from '../confidence.ts';
import type { ConfidenceEvidence, ConfidenceWeights } from '../confidence.ts';
import type { Field, FieldValue } from '../field.ts';

export type Score = (evidence: ConfidenceEvidence) => number;

interface Source {
  item: number;
  confidence: number;
  text?: string;
}

/** How a value was read, such as `amount`, and what speaks for it, each from 0 to 1. */
export interface Evidence {
  kind: string;
  /** Share of the caption's letters that were found. */
  caption?: number;
  /** Whether rules enclose the cell. */
  ruled?: boolean;
  /** Whether there was nothing else in the cell that could be the value. */
  alone?: boolean;
  /** Whether the value has the shape of its kind. */
  shape?: boolean;
}

export interface FieldWriter {
  write<V extends FieldValue>(value: V, words: readonly Source[], evidence: Evidence): V & Pick<Field, 'items' | 'confidence'>;
  text(words: readonly (Source & { text: string })[], evidence: Evidence, value?: string): Field;
}

export const scoreWithWeights: Score = (evidence) => confidenceOf(weights as ConfidenceWeights, evidence);

export function createFieldWriter(score: Score): FieldWriter {
  const write: FieldWriter['write'] = (value, words, { kind, caption = 1, ruled = false, alone = true, shape = true }) => {
    const lettered = words.filter(({ text }) => text === undefined || /[\p{L}\p{N}]/u.test(text));
    const confidences = (lettered.length > 0 ? lettered : words).map(({ confidence }) => confidence);
    const least = Math.min(1, ...confidences);
    return {
      ...value,
      items: words.map(({ item }) => item).sort((a, b) => a - b),
      confidence: score({
        [kind]: 1,
        ocr: least,
        // A word that the reader doubts weighs more than the difference says.
        doubted: Number(least < 0.9),
        caption,
        ruled: Number(ruled),
        alone: Number(alone),
        shape: Number(shape),
        unseen: Number(words.length === 0),
      }),
    };
  };
  return {
    write,
    text: (words, evidence, value = words.map(({ text }) => text).join(' ')) => write({ type: 'string', value }, words, evidence),
  };
}
