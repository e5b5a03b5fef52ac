/** Splits the lines of a page into captions and the texts between them, and finds the text that belongs to a caption. */
import { heightOf, overlap } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import { MAX_KEY_WORDS } from './model.ts';
import type { ValueSide } from './model.ts';
import { around, endsCaption, hasDigit } from './page-text.ts';
import type { FormPageText, PageWord } from './page-text.ts';

export interface Segment {
  /** Of a caption; undefined for other text. */
  keyId?: string;
  words: readonly PageWord[];
  box: Box;
  line: number;
  /** Whether the text follows a caption in its line. */
  isInline: boolean;
  inTable: boolean;
}

/** Distances in page heights, or in heights of the caption. */
const MAX_GAP_RIGHT = 0.35;
const MAX_GAP_BELOW = 2;
const MAX_GAP_CONTINUED = 0.9;
const MAX_LINES = 4;
const ALIGNED = 0.8;

export const keyId = (words: readonly PageWord[]): string => words.map(({ folded }) => folded).join(' ');

export const textOf = (words: readonly PageWord[]): string => words.map(({ text }) => text).join(' ');

/** The longest caption wins at each word. */
export function splitSegments({ lines }: FormPageText, isKey: (id: string) => boolean): Segment[] {
  return lines.flatMap(({ words, inTable }, line) => {
    const segments: Segment[] = [];
    const add = (from: number, to: number, id?: string): void => {
      if (from === to) return;
      const own = words.slice(from, to);
      const isInline = id === undefined && segments.at(-1)?.keyId !== undefined;
      segments.push({ ...(id !== undefined && { keyId: id }), words: own, box: around(own), line, isInline, inTable });
    };
    let start = 0;
    for (let at = 0; at < words.length;) {
      const match = longestKey(words, at, isKey);
      if (!match) at++;
      else {
        add(start, at);
        add(at, match.to, match.id);
        start = at = match.to;
      }
    }
    add(start, words.length);
    return segments;
  });
}

/** A text without a colon is a caption only where it is a whole line, or starts a line and a number follows: not within a sentence. */
function longestKey(words: readonly PageWord[], from: number, isKey: (id: string) => boolean): { id: string; to: number } | undefined {
  for (let to = Math.min(words.length, from + MAX_KEY_WORDS); to > from; to--) {
    const isSeparate = endsCaption(words[to - 1]!) || (from === 0 && (to === words.length || hasDigit(words[to]!)));
    if (!isSeparate) continue;
    const id = keyId(words.slice(from, to));
    if (isKey(id)) return { id, to };
  }
  return undefined;
}

function isOnRow(one: Box, other: Box): boolean {
  return overlap(one.top, one.bottom, other.top, other.bottom) > 0.5 * Math.min(heightOf(one), heightOf(other));
}

/** The texts of a caption's value on one side of it, in reading order; empty if there is none. */
export function valueAt(side: ValueSide, at: number, segments: readonly Segment[], used: ReadonlySet<number> = new Set()): number[] {
  const first = side === 'none' ? undefined : firstOfValue(side, at, segments, used);
  return first === undefined ? [] : [first, ...continuation(first, segments, new Set([...used, first]))];
}

function firstOfValue(
  side: Exclude<ValueSide, 'none'>,
  at: number,
  segments: readonly Segment[],
  used: ReadonlySet<number>,
): number | undefined {
  const caption = segments[at]!;
  if (side === 'inline') return segments[at + 1]?.isInline === true && segments[at + 1]!.line === caption.line ? at + 1 : undefined;
  const { box } = caption;
  const height = heightOf(box);
  const candidates = segments.flatMap((segment, n) => {
    if (n === at || segment.isInline || used.has(n)) return [];
    if (side === 'right') {
      const gap = segment.box.left - box.right;
      return isOnRow(box, segment.box) && gap > -height && gap < MAX_GAP_RIGHT ? [{ n, gap }] : [];
    }
    const gap = segment.box.top - box.bottom;
    const isBelow = overlap(box.left, box.right, segment.box.left, segment.box.right) > 0;
    return isBelow && gap > -0.3 * height && gap < MAX_GAP_BELOW * height ? [{ n, gap }] : [];
  });
  // The nearest one counts: where that is a caption, this one has no value on the side.
  const nearest = candidates.sort((a, b) => a.gap - b.gap || a.n - b.n)[0]?.n;
  return nearest === undefined || segments[nearest]!.keyId !== undefined ? undefined : nearest;
}

/** Lines below the first one of a value that start where it starts. */
function continuation(first: number, segments: readonly Segment[], used: ReadonlySet<number>): number[] {
  const found: number[] = [];
  let last = segments[first]!;
  const { left } = last.box;
  while (found.length < MAX_LINES) {
    const height = heightOf(last.box);
    const next = segments.findIndex(
      ({ box, keyId: id, isInline, inTable }, n) =>
        id === undefined &&
        !isInline &&
        !used.has(n) &&
        inTable === last.inTable &&
        Math.abs(box.left - left) < ALIGNED * height &&
        box.top - last.box.bottom > -0.3 * height &&
        box.top - last.box.bottom < MAX_GAP_CONTINUED * height,
    );
    if (next === -1 || last.inTable || found.includes(next)) return found;
    found.push(next);
    last = segments[next]!;
  }
  return found;
}
