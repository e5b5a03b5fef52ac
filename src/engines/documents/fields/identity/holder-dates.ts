/** Dates without a caption, by their order: birth before issue before expiration. */
import type { PlacedWord } from '../captions/page-text.ts';
import type { Draft, Drafts } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import type { IdOptions } from './id-values.ts';
import { dateValue } from './id-values.ts';
import type { Piece } from '../captions/pieces.ts';

const ORDER = ['DateOfBirth', 'DateOfIssue', 'DateOfExpiration'] as const;
/** Years between issue and expiration at most, and between birth and issue at least on a license. */
const MAX_VALIDITY = 16;
/** Few cards are valid longer. */
const MAX_VALIDITY_OF_CARD = 20;
const MIN_AGE = 14;
const MIN_YEARS_AFTER_BIRTH = 11;

/** First two-digit year of the 1900s: a short date without a caption is mostly the one of birth, beside a small portrait. */
const FREE_PIVOT = 40;

const valueOf = (draft: Draft | undefined): string | undefined => (typeof draft?.value.value === 'string' ? draft.value.value : undefined);
const yearsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 31_557_600_000;

/** Removes dates that contradict the order, keeping the better founded. A date of issue many years before the expiration is the birth. */
export function checkDateOrder(drafts: Drafts): void {
  const [birth, issue, expiration] = ORDER.map((name) => valueOf(drafts[name]));
  if (birth === undefined && issue !== undefined && expiration !== undefined && yearsBetween(issue, expiration) > MAX_VALIDITY_OF_CARD) {
    drafts['DateOfBirth'] = drafts['DateOfIssue']!;
    delete drafts['DateOfIssue'];
  }
  for (const [i, before] of ORDER.entries())
    for (const after of ORDER.slice(i + 1)) {
      const [a, b] = [valueOf(drafts[before]), valueOf(drafts[after])];
      if (a === undefined || b === undefined || a < b) continue;
      const isFirstBetter = drafts[before]!.rank >= drafts[after]!.rank;
      delete drafts[isFirstBetter ? after : before];
    }
  const dates = ORDER.flatMap((name) => (drafts[name] === undefined ? [] : [name]));
  if (dates.length > 1) for (const name of dates) drafts[name] = { ...drafts[name]!, evidence: { ...drafts[name]!.evidence, ordered: 1 } };
}

export function addDatesByOrder(
  drafts: Drafts,
  pieces: readonly Piece[],
  used: ReadonlySet<PlacedWord>,
  options: IdOptions,
  minAge = MIN_AGE,
): void {
  const free = freeDates(drafts, pieces, used, options);
  for (const { value, draft } of free) {
    const [birth, issue, expiration] = ORDER.map((name) => valueOf(drafts[name]));
    const latest = free.at(-1)!.value;
    if (birth === undefined && isBirth(value, issue, expiration, free)) drafts['DateOfBirth'] = draft;
    else if (birth !== undefined && yearsBetween(birth, value) < minAge) continue;
    else if (
      issue === undefined &&
      (expiration === undefined
        ? free.length > 1 && value !== latest && yearsBetween(value, latest) < MAX_VALIDITY
        : value < expiration && yearsBetween(value, expiration) < MAX_VALIDITY)
    )
      drafts['DateOfIssue'] = draft;
    else if (
      expiration === undefined &&
      value === latest &&
      (issue !== undefined ? value > issue && yearsBetween(issue, value) < MAX_VALIDITY : false)
    )
      drafts['DateOfExpiration'] = draft;
  }
}

/** The earliest date, many years before the others. */
function isBirth(value: string, issue: string | undefined, expiration: string | undefined, free: readonly { value: string }[]): boolean {
  const next = issue ?? expiration ?? free[1]?.value;
  return (
    value === free[0]!.value && next !== undefined && yearsBetween(value, next) >= MIN_YEARS_AFTER_BIRTH && yearsBetween(value, next) < 105
  );
}

function freeDates(
  drafts: Drafts,
  pieces: readonly Piece[],
  used: ReadonlySet<PlacedWord>,
  options: IdOptions,
): { value: string; draft: Draft }[] {
  const known = new Set(ORDER.flatMap((name) => valueOf(drafts[name]) ?? []));
  const found = new Map<string, Draft>();
  for (const { words } of pieces.slice(0, 300))
    for (let i = 0; i < words.length; i++) {
      if (used.has(words[i]!) || !/\d/u.test(words[i]!.text)) continue;
      const read = dateValue(words.slice(i), { ...options, pivot: FREE_PIVOT });
      if (read === undefined || read.words[0] !== words[i] || read.words.some((word) => used.has(word))) continue;
      const value = read.value.value as string;
      if (!known.has(value) && !found.has(value)) found.set(value, derivedDraft(read.value, read.words, 'position', read.shape));
      i += read.words.length - 1;
    }
  return [...found]
    .map(([value, draft]) => ({ value, draft }))
    .sort((a, b) => a.value.localeCompare(b.value))
    .slice(0, 6);
}
