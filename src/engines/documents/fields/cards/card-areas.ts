/** Several business cards on one page: separate areas, each with its own contact data. */
import type { Piece } from '../captions/pieces.ts';
import { textOf } from '../captions/page-text.ts';

const MAX_CARDS = 12;
/** A gap between cards in text heights. */
const MIN_GAP = 2.5;
const CONTACT = /@|\bwww\.|\d{3}[\s.)-]{1,2}\d{3,4}|\+\d{2}/iu;

export function splitCards(pieces: readonly Piece[], height: number): (readonly Piece[])[] {
  const areas: (readonly Piece[])[] = [];
  const pending: (readonly Piece[])[] = [pieces];
  while (pending.length > 0) {
    const area = pending.pop()!;
    const parts =
      areas.length + pending.length < MAX_CARDS ? (cut(area, 'top', 'bottom', height) ?? cut(area, 'left', 'right', height)) : undefined;
    if (parts === undefined) areas.push(area);
    else pending.push(parts[1], parts[0]);
  }
  return areas;
}

/** Cuts at the widest gap that leaves a card on either side. */
function cut(
  pieces: readonly Piece[],
  start: 'top' | 'left',
  end: 'bottom' | 'right',
  height: number,
): [readonly Piece[], readonly Piece[]] | undefined {
  const sorted = [...pieces].sort((a, b) => a.box[start] - b.box[start]);
  let reach = -Infinity;
  let best: { at: number; gap: number } | undefined;
  sorted.forEach((piece, i) => {
    const gap = piece.box[start] - reach;
    if (i > 0 && gap > MIN_GAP * height && (best === undefined || gap > best.gap) && isCard(sorted.slice(0, i)) && isCard(sorted.slice(i)))
      best = { at: i, gap };
    reach = Math.max(reach, piece.box[end]);
  });
  return best === undefined ? undefined : [inOrder(sorted.slice(0, best.at)), inOrder(sorted.slice(best.at))];
}

const inOrder = (pieces: readonly Piece[]): Piece[] => [...pieces].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);

/** A card has contact data, and an email address and a phone number or a name in addition. */
function isCard(pieces: readonly Piece[]): boolean {
  const texts = pieces.map(({ words }) => textOf(words));
  const emails = texts.filter((text) => text.includes('@')).length;
  const contacts = texts.filter((text) => CONTACT.test(text)).length;
  const names = texts.filter((text) => /^(?:\p{Lu}[\p{L}'’.-]+\s){1,3}\p{Lu}[\p{L}'’-]+$/u.test(text)).length;
  return pieces.length >= 4 && contacts >= 2 && names >= 1 && emails >= 1;
}
