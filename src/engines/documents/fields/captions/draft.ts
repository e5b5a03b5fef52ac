/** A value of a field before its confidence is known, with the evidence for it. */
import type { ConfidenceWeights } from '../confidence.ts';
import { confidenceOf } from '../confidence.ts';
import type { Field, FieldValue } from '../field.ts';
import { ocrConfidenceOf } from './build-field.ts';
import type { CaptionMatch } from './caption-matches.ts';
import type { ValueWords } from './caption-values.ts';
import type { PlacedWord } from './page-text.ts';
import { textOf } from './page-text.ts';

export interface Draft {
  value: FieldValue;
  words: readonly PlacedWord[];
  evidence: Readonly<Record<string, number>>;
  /** Compares drafts of one field. */
  rank: number;
}

export type Drafts = Record<string, Draft>;

export interface CaptionedDraft extends Draft {
  field: string;
}

const ROUTE_RANKS = { right: 1, far: 0.6, below: 0.9, lower: 0.4 } as const;
/** Values are mostly larger than captions above them. */
const LARGER = 1.12;

export function captionedDraft(
  field: string,
  { quality, numbered, colon }: Pick<CaptionMatch, 'quality' | 'numbered' | 'colon'>,
  { route, scale }: ValueWords,
  { value, words, shape }: { value: FieldValue; words: readonly PlacedWord[]; shape: number },
): CaptionedDraft {
  const ocr = ocrConfidenceOf(words);
  const isSmall =
    route === 'right' && !colon && scale < LARGER && words.every(({ text }) => !/\d/u.test(text) && text !== text.toUpperCase());
  const rank =
    ROUTE_RANKS[route] +
    0.6 * quality +
    0.5 * ocr +
    0.6 * shape +
    (numbered ? 0.15 : 0) +
    (colon && (route === 'right' || route === 'far') ? 0.4 : 0) +
    (route === 'below' && scale > LARGER ? 0.25 : 0) -
    (isSmall ? 0.4 : 0);
  return {
    field,
    value,
    words,
    rank,
    evidence: { ocr, quality, shape, [route]: 1, ...(numbered && { numbered: 1 }), ...(colon && { colon: 1 }) },
  };
}

/** A value found without a caption, by `source`. */
export const derivedDraft = (value: FieldValue, words: readonly PlacedWord[], source: string, shape = 1): Draft => ({
  value,
  words,
  rank: 0.5,
  evidence: { ocr: ocrConfidenceOf(words), shape, [source]: 1 },
});

/** Best first; a word belongs to one value, a field has one value. */
export function assignDrafts(candidates: readonly CaptionedDraft[]): { drafts: Drafts; used: Set<PlacedWord> } {
  const drafts: Drafts = {};
  const used = new Set<PlacedWord>();
  for (const { field, ...draft } of [...candidates].sort((a, b) => b.rank - a.rank)) {
    if (drafts[field] !== undefined || draft.words.some((word) => used.has(word))) continue;
    drafts[field] = draft;
    for (const word of draft.words) used.add(word);
  }
  return { drafts, used };
}

/** Value and items, without a confidence. */
export const toValue = ({ value, words }: Draft): Field => ({
  ...value,
  items: [...new Set(words.flatMap(({ item, joined = [] }) => [item, ...joined]))].sort((a, b) => a - b),
  ...(words.some(({ isPart }) => isPart) && { content: textOf(words) }),
  confidence: 0,
});

export const toField = (draft: Draft, weights: ConfidenceWeights): Field => ({
  ...toValue(draft),
  confidence: confidenceOf(weights, draft.evidence),
});
