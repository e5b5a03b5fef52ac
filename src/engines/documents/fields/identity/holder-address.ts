/** The holder's address: behind its caption or number, or without one as a line with a house number above a line with state and code. */
import type { Address } from '../field.ts';
import type { CaptionMatch } from '../captions/caption-matches.ts';
import type { CaptionPage } from '../captions/caption-values.ts';
import { valueWordsOf } from '../captions/caption-values.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import { addressOf } from '../values/addresses.ts';
import type { Draft } from '../captions/draft.ts';
import { captionedDraft, derivedDraft } from '../captions/draft.ts';
import type { IdKind } from './lexicon.ts';
import type { Piece } from '../captions/pieces.ts';
import { pieceOf, piecesBelow } from '../captions/pieces.ts';
import { cut } from './split-words.ts';

export interface HolderAddress {
  draft: Draft;
  value: Address;
  first: Piece;
}

const MAX_LINES = 4;

export function findHolderAddress(
  page: CaptionPage<IdKind>,
  captions: readonly CaptionMatch<IdKind>[],
  numbers: readonly CaptionMatch<IdKind>[],
  pieces: readonly Piece[],
  locale: string | undefined,
): HolderAddress | undefined {
  let best: HolderAddress | undefined;
  const keep = (found: HolderAddress | undefined): void => {
    if (found !== undefined && (best === undefined || completeness(found) > completeness(best))) best = found;
  };
  for (const caption of captions)
    for (const own of valueWordsOf(caption, page)) {
      const start = pieceOf(own.words);
      const read = readLines(start, pieces, locale, caption.box.left, true);
      if (read === undefined) continue;
      const { value, words } = read;
      keep({
        value,
        first: start,
        draft: captionedDraft('Address', caption, own, {
          value: { type: 'address', value },
          words,
          shape: value.postalCode === undefined ? 0.4 : 1,
        }),
      });
    }
  if (best !== undefined && best.value.postalCode !== undefined) return best;
  for (const piece of pieces.slice(0, 400)) {
    const start = withoutNumber(piece, numbers, pieces);
    if (
      !/^(?:\d+[A-Z]?(?:-\d+)?|P\.?O\.?|UNIT|APT|FLAT|LOT)$/iu.test(start.words[0]!.text) ||
      !/\p{L}{2}/u.test(textOf(start.words.slice(1)))
    )
      continue;
    const read = readLines(start, pieces, locale, start.box.left, false);
    if (read !== undefined)
      keep({ ...read, first: start, draft: derivedDraft({ type: 'address', value: read.value }, read.words, 'position') });
  }
  return best;
}

const completeness = ({ value, draft }: HolderAddress): number =>
  Number(value.postalCode !== undefined) * 2 +
  Number(value.city !== undefined) +
  Number((value.houseNumber ?? value.poBox ?? value.road) !== undefined) -
  0.02 * draft.words.length;

function readLines(
  start: Piece,
  pieces: readonly Piece[],
  locale: string | undefined,
  left: number,
  captioned: boolean,
): { value: Address; words: PlacedWord[] } | undefined {
  const lines = [start, ...piecesBelow(start, pieces, MAX_LINES - 1, left)];
  let partial: { value: Address; words: PlacedWord[] } | undefined;
  for (let count = 1; count <= lines.length; count++) {
    const own = lines.slice(0, count);
    const value = addressOf(own.map(({ words }) => textOf(words)).join('\n'), { locale });
    const words = own.flatMap((line) => [...line.words]);
    if (value === undefined) continue;
    if (value.postalCode !== undefined && (captioned || (value.state !== undefined && (value.houseNumber ?? value.poBox) !== undefined)))
      return { value, words };
    if (captioned && partial === undefined) partial = { value, words };
  }
  return partial;
}

/** The caption 8 may be glued to the house number: such a line starts where other numbers do, left of the line below it. */
function withoutNumber(piece: Piece, numbers: readonly CaptionMatch<IdKind>[], pieces: readonly Piece[]): Piece {
  const [first] = piece.words;
  if (!/^8\d+$/u.test(first!.text) || numbers.some(({ caption }) => caption.field === 'Address')) return piece;
  const inColumn = numbers.filter(({ box }) => Math.abs(box.left - piece.box.left) < 0.6 * piece.height).length;
  const below = pieces.find(
    ({ box }) => box.top > piece.box.top + 0.5 * piece.height && Math.abs(box.left - piece.box.left) < 3 * piece.height,
  );
  if (inColumn === 0 || below === undefined || below.box.left - piece.box.left < 0.4 * piece.height) return piece;
  return pieceOf([cut(first!, 1, first!.text.length), ...piece.words.slice(1)]);
}
