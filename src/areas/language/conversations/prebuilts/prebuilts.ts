/** The prebuilt entities of conversation projects. */
import { UNSUPPORTED, isRecognized, kindOf } from '../../../../engines/language/recognizers/kinds.ts';
import type { Kind } from '../../../../engines/language/recognizers/entity.ts';
import prebuilts from './prebuilts.json' with { type: 'json' };

export const PREBUILTS = prebuilts;

/** The recognizer of a category; ordinals include relative ones. */
export function prebuiltKind(category: string): Kind | undefined {
  const kind = kindOf(category.toLowerCase() === 'datetime' ? 'DateTime' : category);
  return kind === 'ordinal' ? 'ordinalV2' : kind;
}

/** Whether a project can use it. Prebuilts that this server has no model for are accepted, and find nothing. */
export function isPrebuilt(category: string): boolean {
  return prebuiltKind(category) !== undefined || UNSUPPORTED.some((known) => known.toLowerCase() === category.toLowerCase());
}

/** The prebuilts that are recognized in a language, or in any. */
export function listPrebuilts(culture: string | undefined): readonly (typeof PREBUILTS)[number][] {
  return culture === undefined ? PREBUILTS : PREBUILTS.filter(({ category }) => isRecognized(prebuiltKind(category)!, culture));
}
