/**
 * Beginnings and ends of words that training labels leave out: in many languages what other languages write as a word of its own is
 * attached to a value, as in 서울에서 (from Seoul) and בלונדון (in London), and callers label the value alone. Words are split there, in
 * training and in queries, so that such labels can be learned and found.
 *
 * Invariant: nothing is split inside a grapheme cluster. An affix counts if labels left it out of two different words at least, and of half
 * of the words that have it: a single slip splits nothing, and neither does a letter that many words start with. An apostrophe among
 * the suffixes says that labels leave out what follows it (suffixes.ts).
 */
import { normalize } from '../../../shared/text/tokens.ts';
import type { FineToken } from '../../recognizers/fine-tokens.ts';
import { APOSTROPHE, cutsSuffixes } from './suffixes.ts';
import type { Labeled } from './suffixes.ts';

/** Normal forms. */
export type Affixes = { readonly prefixes: readonly string[]; readonly suffixes: readonly string[] };
export const NO_AFFIXES: Affixes = { prefixes: [], suffixes: [] };

const MIN_WORDS = 2;
const MAX_LENGTH = 12;
const MAX_AFFIXES = 100;
/** Share of the words with an affix that labels must split: splitting every word that starts with a common letter would only blur them. */
const MIN_SHARE = 0.5;
/** Characters that a prefix must leave of a word. */
const MIN_STEM = 2;
const LETTERS = /^[\p{L}\p{M}\p{N}]+$/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function learnAffixes(rows: readonly Labeled[]): Affixes {
  const [prefixes, suffixes] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const note = (affixes: Map<string, Set<string>>, affix: string, word: string): void => {
    if (affix === '' || affix.length > MAX_LENGTH || !LETTERS.test(affix)) return;
    affixes.set(affix, (affixes.get(affix) ?? new Set()).add(word));
  };
  const words = new Set<string>();
  for (const { pieces, labels } of rows) {
    for (const piece of pieces) if (piece.isJoined !== true) words.add(piece.norm);
    for (const { start, end } of labels) {
      for (const piece of pieces) {
        if (piece.start < start && start < piece.end && end > start) note(prefixes, part(piece, piece.start, start), piece.norm);
        if (piece.start < end && end < piece.end && end > start) note(suffixes, part(piece, end, piece.end), piece.norm);
      }
    }
  }
  const all = [...words];
  return {
    prefixes: select(prefixes, (affix) => all.filter((word) => word.length >= affix.length + MIN_STEM && word.startsWith(affix)).length),
    suffixes: [
      ...(cutsSuffixes(rows) ? [APOSTROPHE] : []),
      ...select(suffixes, (affix) => all.filter((word) => word.length > affix.length && word.endsWith(affix)).length),
    ],
  };
}

function part({ text, start }: FineToken, from: number, to: number): string {
  return normalize(text.slice(from - start, to - start));
}

function select(affixes: ReadonlyMap<string, ReadonlySet<string>>, countWords: (affix: string) => number): string[] {
  return [...affixes]
    .filter(([, words]) => words.size >= MIN_WORDS)
    .sort(([one, a], [other, b]) => b.size - a.size || (one < other ? -1 : 1))
    .slice(0, MAX_AFFIXES)
    .filter(([affix, words]) => words.size >= MIN_SHARE * countWords(affix))
    .map(([affix]) => affix)
    .sort();
}

/** The pieces with their affixes apart. */
export function splitAffixes(pieces: readonly FineToken[], { prefixes, suffixes }: Affixes, culture?: string): readonly FineToken[] {
  if (prefixes.length === 0 && suffixes.length === 0) return pieces;
  const [starts, ends] = [new Set(prefixes), new Set(suffixes)];
  return pieces.flatMap((piece) => {
    if (piece.isJoined === true || !LETTERS.test(piece.text)) return [piece];
    const edges = [...graphemes.segment(piece.text)].map(({ index }) => index);
    const cuts = new Set<number>();
    const norms = (from: number, to?: number): string => normalize(piece.text.slice(from, to), culture);
    const prefixEnd = edges.find((edge, n) => n > 0 && edges.length - n >= MIN_STEM && starts.has(norms(0, edge)));
    if (prefixEnd !== undefined) cuts.add(prefixEnd);
    const suffixStart = edges.find((edge, n) => n > 0 && edge > (prefixEnd ?? 0) && ends.has(norms(edge)));
    if (suffixStart !== undefined) cuts.add(suffixStart);
    if (cuts.size === 0) return [piece];
    const parts = [0, ...[...cuts].sort((a, b) => a - b)];
    return parts.map((from, n): FineToken => {
      const to = parts[n + 1] ?? piece.text.length;
      return {
        start: piece.start + from,
        end: piece.start + to,
        text: piece.text.slice(from, to),
        norm: norms(from, to),
        word: piece.word,
        isJoined: true,
        isInside: n > 0,
      };
    });
  });
}
