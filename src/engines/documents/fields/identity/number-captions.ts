/**
 * Captions of driving licenses that are a number alone: `1. MARTIN`, `4b 31.12.2030`. They start a piece of text and are often misread;
 * a letter stands for a number only with a full stop. A number counts only if the words behind it fit its field.
 */
import type { CaptionMatch } from '../captions/caption-matches.ts';
import { captionMatch } from '../captions/caption-matches.ts';
import { gapBefore } from '../captions/phrase-index.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import type { IdKind } from './lexicon.ts';
import { ID_LEXICON } from './lexicon.ts';
import data from './number-readings.json' with { type: 'json' };

/** What a number may be read as; those in `dotted` only before a full stop. */
const READINGS: Readonly<Record<string, { plain: readonly string[]; dotted: readonly string[] }>> = data.readings;

const KINDS = new Map(ID_LEXICON.captions.map(({ field, kind }) => [field, kind]));

export interface NumberedMatch extends CaptionMatch<IdKind> {
  number: string;
}

/** Kinds of values that have digits: words without digits behind the number are a caption that was misread. */
const WITH_DIGITS: ReadonlySet<IdKind> = new Set(['date', 'number', 'height', 'weight']);

function endOfCaption(row: readonly PlacedWord[], from: number, kind: IdKind, taken: ReadonlySet<PlacedWord>): number {
  let to = from;
  const isCaption = (i: number): boolean => /^\p{L}[^\d]*$/u.test(row[i]!.text) && !taken.has(row[i]!) && gapBefore(row, i) < 1.2;
  while (WITH_DIGITS.has(kind) && to < Math.min(row.length, from + 2) && isCaption(to)) to++;
  return to;
}

export function findNumberCaptions(
  rows: readonly (readonly PlacedWord[])[],
  taken: ReadonlySet<PlacedWord>,
  american: boolean,
): NumberedMatch[] {
  const found: NumberedMatch[] = [];
  rows.forEach((row, index) => {
    row.forEach((word, at) => {
      if (taken.has(word) || word.text.length > 4 || (at > 0 && gapBefore(row, at) < 0.5 && !taken.has(row[at - 1]!))) return;
      const text = word.text.toLowerCase().replace(/^[([]|[)\]]$/gu, '');
      const [bare, dotted] = [text.replace(/[.,:-]+$/u, ''), /[.,:-]$/u.test(text)];
      for (const [number, { plain, dotted: misread }] of Object.entries(READINGS)) {
        const exact = plain.includes(bare);
        if (!exact && !(dotted && misread.includes(bare))) continue;
        const field = (american ? ID_LEXICON.americanNumbers[number] : undefined) ?? ID_LEXICON.numbers[number]!;
        const quality = (bare === number ? 0.8 : 0.4) + (dotted ? 0.2 : 0);
        const caption = { field, kind: KINDS.get(field)!, phrases: [] };
        const to = american && exact ? endOfCaption(row, at + 1, caption.kind, taken) : at + 1;
        found.push({ ...captionMatch(caption, row, [index, at, to], { quality, numbered: true, colon: false }), number });
      }
    });
  });
  return found;
}
