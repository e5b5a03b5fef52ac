/** The holder's address: behind its caption or number, or without one as a line with a house number above a line with state and code. */
import type { Address } from '../field.ts';
import type { CaptionMatch } from '../captions/caption-matches.ts';
import type { CaptionPage } from '../captions/caption-values.ts';
import { valueWordsOf } from '../captions/caption-values.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import { classifyAddressLine } from '../parties/address-lines.ts';
import { addressOf } from '../values/addresses.ts';
import type { Draft } from '../captions/draft.ts';
import { captionedDraft, derivedDraft } from '../captions/draft.ts';
import { dateValue } from './id-values.ts';
import type { IdKind } from './lexicon.ts';
import type { Piece } from '../captions/pieces.ts';
import { pieceOf, piecesBelow } from '../captions/pieces.ts';
import { cut } from './split-words.ts';

export interface HolderAddress {
  draft: Draft;
  value: Address;
  first: Piece;
}

const MAX_LINES = 5;
/** A code at the end, behind two letters that are no state, or without any. */
const MISREAD_STATE = /(?<=[\s,])(?:([A-Za-z\d]{2})\s)?(?=\d{5}(?:-\d{4})?$)/u;

export function findHolderAddress(
  page: CaptionPage<IdKind>,
  captions: readonly CaptionMatch<IdKind>[],
  numbers: readonly CaptionMatch<IdKind>[],
  pieces: readonly Piece[],
  locale: string | undefined,
  used: ReadonlySet<PlacedWord>,
): HolderAddress | undefined {
  const free = pieces.filter(({ words }) => !words.some((word) => used.has(word)));
  let best: HolderAddress | undefined;
  const keep = (found: HolderAddress | undefined): void => {
    if (found !== undefined && (best === undefined || completeness(found) > completeness(best))) best = found;
  };
  for (const caption of captions)
    for (const own of valueWordsOf(caption, page)) {
      const start = withoutNumber(pieceOf(own.words), numbers, pieces);
      const read = readLines(start, free, locale, caption.box.left, true);
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
    const start = withHouseCaption(withoutNumber(piece, numbers, pieces), page);
    const isStart = STREET_START.test(start.words[0]!.text) || (locale === 'en-US' && isAboveCode(start, pieces));
    if (!isStart || dateValue(start.words, {}) !== undefined || !/\p{L}{2}/u.test(textOf(start.words.slice(1)))) continue;
    const read = readLines(start, pieces, locale, start.box.left, false);
    if (read !== undefined)
      keep({ ...read, first: start, draft: derivedDraft({ type: 'address', value: read.value }, read.words, 'position') });
  }
  return best;
}

/** "NO" of "NO 8 JALAN …" may have been taken for a caption. */
function withHouseCaption(piece: Piece, { rows }: CaptionPage<IdKind>): Piece {
  const [first] = piece.words;
  const row = rows.find((own) => own.includes(first!));
  const before = row?.[row.indexOf(first!) - 1];
  return /^\d/u.test(first!.text) && before !== undefined && /^no\.?$/iu.test(before.text) ? pieceOf([before, ...piece.words]) : piece;
}

const STREET_START = /^(?:\d+[A-Z]?(?:-\d+)?|P\.?O\.?|UNIT|APT|FLAT|LOT|NO\.?|JL\.?|JALAN|CALLE|RUA|RUE|AV\.?|AVENIDA)$/iu;

/** Whether the next line ends with a state and a code; a street has a number anywhere. */
const isAboveCode = (start: Piece, pieces: readonly Piece[]): boolean =>
  /\d/u.test(textOf(start.words)) &&
  piecesBelow(start, pieces, 1).some(({ words }) => /\p{L}{3}.*\s[A-Z]{2},?\s\d{5}(?:-\d{4})?$/u.test(textOf(words)));

const completeness = ({ value, draft }: HolderAddress): number =>
  Number(value.postalCode !== undefined) * 2 +
  Number(value.city !== undefined) +
  Number((value.houseNumber ?? value.poBox ?? value.road) !== undefined) -
  0.02 * draft.words.length -
  0.5 * (draft.evidence['lower'] ?? 0);

function readLines(
  start: Piece,
  pieces: readonly Piece[],
  locale: string | undefined,
  left: number,
  captioned: boolean,
): { value: Address; words: PlacedWord[] } | undefined {
  const lines = [start, ...piecesBelow(start, pieces, MAX_LINES - 1, left)];
  for (let count = 1; count <= lines.length; count++) {
    const own = lines.slice(0, count);
    const text = own.map(({ words }) => textOf(words)).join('\n');
    const value = addressOf(text, { locale }) ?? (locale === 'en-US' && count > 1 ? withMisreadState(text) : undefined);
    const words = own.flatMap((line) => [...line.words]);
    if (value === undefined) continue;
    if (
      value.postalCode !== undefined &&
      (captioned ||
        ((value.state ?? (locale === undefined ? value.city : undefined)) !== undefined &&
          (value.houseNumber ?? value.poBox ?? (isAboveCode(start, pieces) ? value.state : undefined)) !== undefined))
    ) {
      // The state or province below the code.
      const region = locale === 'en-US' ? undefined : lines[count];
      const isRegion = region !== undefined && classifyAddressLine(textOf(region.words)) === 'region';
      return { value, words: isRegion ? [...words, ...region.words] : words };
    }
  }
  const words = lines.flatMap((line) => [...line.words]);
  const text = lines.map((line) => textOf(line.words)).join('\n');
  return captioned && /\p{L}{2}/u.test(text)
    ? { value: addressOf(text, { locale }) ?? { streetAddress: text.replaceAll('\n', ' ') }, words }
    : undefined;
}

function withMisreadState(text: string): Address | undefined {
  const state = MISREAD_STATE.exec(text);
  const value = state === null ? undefined : addressOf(text.replace(MISREAD_STATE, 'NY '), { locale: 'en-US' });
  return value === undefined ? undefined : { ...value, state: state![1] ?? '' };
}

/** The caption 8 may be glued to the house number: such a line starts left of the line below it; if misread, where other numbers do. */
function withoutNumber(piece: Piece, numbers: readonly CaptionMatch<IdKind>[], pieces: readonly Piece[]): Piece {
  const [first, second] = piece.words;
  const isCaption = /^[8B&S][.,]?$/iu.test(first!.text) ? /^\d/u : /^\d$/u.test(first!.text) ? /^\d{2,}$/u : undefined;
  if (isCaption?.test(second?.text ?? '') === true) return pieceOf(piece.words.slice(1));
  const rest = (): Piece => pieceOf([cut(first!, 1, first!.text.length), ...piece.words.slice(1)]);
  if (/^[B&S$]\d{2,}$/u.test(first!.text)) return rest();
  if (!/^[368][1-9]\d*$/u.test(first!.text) || numbers.some(({ caption, words }) => caption.field === 'Address' && words[0] !== first))
    return piece;
  const inColumn = numbers.some(
    ({ box, caption }) => caption.field !== 'Address' && Math.abs(box.left - piece.box.left) < 0.6 * piece.height,
  );
  const below = pieces.find(
    ({ box }) =>
      box.top > piece.box.top + 0.5 * piece.height &&
      box.top < piece.box.bottom + piece.height &&
      Math.abs(box.left - piece.box.left) < 3 * piece.height,
  );
  const indent = ((below?.box.left ?? -Infinity) - piece.box.left) / piece.height;
  if (indent < 0.3 || indent > 1.5 || !(inColumn || (first!.text.startsWith('8') && indent > 0.5))) return piece;
  return rest();
}
