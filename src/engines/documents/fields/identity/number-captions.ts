/**
 * Captions of driving licenses that are a number alone: `1. MARTIN`, `4b 31.12.2030`. They start a piece of text and are often misread;
 * a letter stands for a number only with a full stop. A number counts only if the words behind it fit its field.
 */
import type { CaptionMatch } from '../captions/caption-matches.ts';
import { gapBefore } from '../captions/caption-matches.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import type { IdKind } from './lexicon.ts';
import { ID_LEXICON } from './lexicon.ts';

/** What a number may be read as; those in `dotted` only before a full stop. */
const READINGS: Readonly<Record<string, { plain: readonly string[]; dotted: readonly string[] }>> = {
  1: { plain: ['1'], dotted: ['l', 'i', 't', '|', 'i1'] },
  2: { plain: ['2'], dotted: ['z'] },
  3: { plain: ['3', 'з', 'э'], dotted: ['ä', ''] },
  '4a': { plain: ['4a', '4а', 'aa', '4o'], dotted: ['4', '48', '4s', '4e', 'la', 'da'] },
  '4b': { plain: ['4b', '46', '4h', 'ab'], dotted: ['4', '4o', 'lb', 'db'] },
  '4c': { plain: ['4c', '4e', 'ac'], dotted: ['4'] },
  '4d': { plain: ['4d', 'ad'], dotted: ['4'] },
  5: { plain: ['5'], dotted: ['s', '§'] },
  8: { plain: ['8'], dotted: ['b', '&'] },
  9: { plain: ['9'], dotted: ['g', 'q'] },
  '9a': { plain: ['9a'], dotted: ['ga', 'qa'] },
  12: { plain: ['12'], dotted: ['l2', 'i2'] },
  15: { plain: ['15'], dotted: ['l5', 'i5'] },
  16: { plain: ['16'], dotted: ['l6', 'i6'] },
  17: { plain: ['17'], dotted: ['l7', 'i7'] },
  18: { plain: ['18'], dotted: ['l8', 'i8'] },
  19: { plain: ['19'], dotted: ['l9', 'i9'] },
};

const KINDS = new Map(ID_LEXICON.captions.map(({ field, kind }) => [field, kind]));

export interface NumberedMatch extends CaptionMatch<IdKind> {
  number: string;
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
      const [bare, dotted] = [text.replace(/[.,:]+$/u, ''), /[.,:]$/u.test(text)];
      for (const [number, { plain, dotted: misread }] of Object.entries(READINGS)) {
        const exact = plain.includes(bare);
        if (!exact && !(dotted && misread.includes(bare))) continue;
        const field = (american ? ID_LEXICON.americanNumbers[number] : undefined) ?? ID_LEXICON.numbers[number]!;
        found.push({
          caption: { field, kind: KINDS.get(field)!, phrases: [] },
          number,
          row: index,
          from: at,
          to: at + 1,
          words: [word],
          box: word.box,
          quality: (bare === number ? 0.8 : 0.4) + (dotted ? 0.2 : 0),
          numbered: true,
          colon: false,
        });
      }
    });
  });
  return found;
}
