/**
 * Entities of the general document model of the oldest version, found by rules: dates, amounts, numbers, email addresses, URLs and phone
 * numbers.
 */
import type { Content, DocumentLayout } from '../../../engines/documents/layout/model/structure.ts';
import { recognize } from '../../../engines/language/recognizers/recognize.ts';
import type { Kind } from '../../../engines/language/recognizers/entity.ts';
import type { Entity } from './result.ts';

const CATEGORIES: Readonly<Partial<Record<Kind, readonly [category: string, subCategory?: string]>>> = {
  datetimeV2: ['DateTime'],
  currency: ['Quantity', 'Currency'],
  percentage: ['Quantity', 'Percentage'],
  dimension: ['Quantity', 'Dimension'],
  number: ['Quantity', 'Number'],
  phonenumber: ['PhoneNumber'],
  email: ['Email'],
  url: ['URL'],
};
const KINDS = Object.keys(CATEGORIES) as Kind[];
const DEFAULT_CULTURE = 'en-us';
/** A fixed value for every match of a rule, not a measured probability. */
const CONFIDENCE = 0.8;

export function findEntities({ lines }: DocumentLayout, { content, lines: spans }: Content, locale = DEFAULT_CULTURE): Entity[] {
  return lines.flatMap((_, n) => {
    const [span, ...more] = spans[n]!;
    return span && more.length === 0 ? entitiesIn(content.slice(span.offset, span.offset + span.length), span.offset, locale) : [];
  });
}

/** Of overlapping entities, keeps the one that starts first, or else the longest. */
function entitiesIn(text: string, offset: number, locale: string): Entity[] {
  let end = 0;
  // The reference time changes the values of relative dates, not their positions.
  return recognize(text, KINDS, locale, { referenceMs: 0 }).flatMap(({ kind, start, end: matchEnd }): Entity[] => {
    if (start < end) return [];
    end = matchEnd;
    const [category, subCategory] = CATEGORIES[kind]!;
    return [
      {
        category,
        ...(subCategory !== undefined && { subCategory }),
        start: offset + start,
        end: offset + matchEnd,
        confidence: CONFIDENCE,
      },
    ];
  });
}
