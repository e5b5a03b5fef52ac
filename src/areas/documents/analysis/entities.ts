/** Entities of the oldest version's general document model, as far as rules find them: dates, amounts, numbers, addresses of mail, web and telephone. */
import type { Content, DocumentLayout } from '../../../engines/layout/model/structure.ts';
import { recognise } from '../../../engines/recognizers/recognise.ts';
import type { Kind } from '../../../engines/recognizers/kinds.ts';
import type { Entity } from './result.ts';

const CATEGORIES: Readonly<Partial<Record<Kind, readonly [category: string, subCategory?: string]>>> = {
  datetimeV2: ['DateTime'], currency: ['Quantity', 'Currency'], percentage: ['Quantity', 'Percentage'], dimension: ['Quantity', 'Dimension'],
  number: ['Quantity', 'Number'], phonenumber: ['PhoneNumber'], email: ['Email'], url: ['URL'],
};
const KINDS = Object.keys(CATEGORIES) as Kind[];
const DEFAULT_CULTURE = 'en-us';
/** Of a rule that fits; how often it is right depends on the document. */
const CONFIDENCE = 0.8;

export function findEntities({ lines }: DocumentLayout, { content, lines: spans }: Content, locale = DEFAULT_CULTURE): Entity[] {
  return lines.flatMap((_, n) => {
    const [span, ...more] = spans[n]!;
    return span && more.length === 0 ? entitiesIn(content.slice(span.offset, span.offset + span.length), span.offset, locale) : [];
  });
}

/** Of what overlaps, what begins first, or else is longest, stands. */
function entitiesIn(text: string, offset: number, locale: string): Entity[] {
  let free = 0;
  // The moment that relative dates are reckoned from changes what they mean, not where they stand.
  return recognise(text, KINDS, locale, { referenceMs: 0 }).flatMap(({ kind, start, end }): Entity[] => {
    if (start < free) return [];
    free = end;
    const [category, subCategory] = CATEGORIES[kind]!;
    return [{ category, ...subCategory !== undefined && { subCategory }, start: offset + start, end: offset + end, confidence: CONFIDENCE }];
  });
}
