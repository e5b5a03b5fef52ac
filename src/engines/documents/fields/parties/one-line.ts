/** Name and address on one line, separated by commas, dots or dashes: "Acme GmbH · Hauptstr. 5 · 10115 Berlin". */
import { classifyAddressLine, isBuildingLike, isAddressPart } from './address-lines.ts';
import type { AddressLineKind } from './address-lines.ts';
import { endOfLegalForm, hasLegalForm, isNameLike } from './names.ts';
import type { TextPart } from '../text/segmented-text.ts';

interface Piece {
  start: number;
  end: number;
  text: string;
  kind: AddressLineKind;
}

export interface OneLineParty {
  name?: TextPart;
  address: TextPart;
  /** Separated by dots, bars or dashes, as in the sender's line of a letter. */
  hasSeparators: boolean;
}

const STRONG_SEPARATOR = /\s*[·•●▪|¦‧∙]\s*|\s+[*–—-]+\s+|\s{3,}/gu;
const COMMA = /\s*[,;]\s*/gu;
/** "д. 5", "кв. 12": house, floor or flat. */
const UNIT = /^\p{L}{1,4}\.?\s?[№#]?\s?\d{1,4}\p{L}?(?:\/\d+)?$/u;
const MAX_PIECES = 24;

function split({ segment, start, end }: TextPart, separator: RegExp): Piece[] {
  const text = segment.text.slice(start, end);
  const pieces: Piece[] = [];
  let from = 0;
  const add = (to: number): void => {
    const own = text.slice(from, to).trim();
    const at = start + from + (text.slice(from, to).length - text.slice(from, to).trimStart().length);
    const last = pieces.at(-1);
    // "India - 570004": a bare number belongs to the piece before it, a code behind tax numbers to the city behind it.
    if (last?.kind === 'other' && /^\d{5,6}$/u.test(own)) pieces.push({ start: at, end: at + own.length, text: own, kind: 'place' });
    else if (last !== undefined && (/^\d{1,6}[a-z]?$/iu.test(own) || UNIT.test(own))) {
      last.end = at + own.length;
      last.text = segment.text.slice(last.start, last.end);
      last.kind = classifyAddressLine(last.text);
    } else if (own !== '') pieces.push({ start: at, end: at + own.length, text: own, kind: classifyAddressLine(own) });
  };
  for (const match of text.matchAll(separator)) {
    add(match.index);
    from = match.index + match[0].length;
  }
  add(text.length);
  return pieces.slice(0, MAX_PIECES);
}

export function parseOneLine(part: TextPart): OneLineParty | undefined {
  const strong = split(part, STRONG_SEPARATOR);
  const hasSeparators = strong.length >= 3 || (strong.length === 2 && strong.some(({ kind }) => kind === 'both'));
  const all = splitAfterLegalForm(part, hasSeparators ? strong : split(part, COMMA));
  // "CIF A12345678 - C/ Mayor 4 - 28001 Madrid".
  const pieces = all.slice(
    Math.max(
      0,
      all.findIndex(({ kind, text }) => kind !== 'other' || hasLegalForm(text)),
    ),
  );
  let first = pieces.findIndex(isAddressPart);
  if (first < 0) return undefined;
  let name: TextPart | undefined;
  if (first > 0) {
    const legal = pieces.slice(0, first).findLastIndex(({ text, kind }) => kind !== 'other' && hasLegalForm(text));
    const numbers = pieces.slice(0, first).findIndex(({ kind }) => kind === 'other');
    const last =
      numbers > 0
        ? numbers - 1
        : legal >= 0
          ? legal
          : hasSeparators && first > 1 && !isBuildingLike(pieces[first - 1]!.text)
            ? first - 1
            : 0;
    const whole = { segment: part.segment, start: pieces[0]!.start, end: pieces[last]!.end };
    const text = part.segment.text.slice(whole.start, whole.end);
    if (legal < 0 && (!isNameLike(text) || (isBuildingLike(text) && !hasSeparators))) {
      // Text before the street that is no name is part of the address only if it is a building.
      if (!pieces.slice(0, first).every(({ text }) => isBuildingLike(text))) return undefined;
      first = 0;
    } else {
      name = whole;
      if (numbers <= 0) first = last + 1;
    }
  }
  let end = first;
  let hasPlace = false;
  for (let i = first; i < pieces.length; i++) {
    const { kind } = pieces[i]!;
    // Behind a code come the city and the street.
    const isCodeFirst = isCodeBeforeStreet(pieces.slice(first));
    if (kind === 'other' || (hasPlace && kind === 'street' && !isCodeFirst)) break;
    if (kind === 'plain' && hasPlace && !isCodeFirst && !isFollowedByPart(pieces, i)) break;
    if (kind === 'place' || kind === 'both') hasPlace = true;
    end = i;
  }
  if (!hasPlace && !pieces.slice(first, end + 1).some(({ kind }) => kind === 'region')) return undefined;
  // A piece without an inner separator: "Acme Ltd 5 High Street" is not split.
  const address = { segment: part.segment, start: pieces[first]!.start, end: pieces[end]!.end };
  return { ...(name !== undefined && { name }), address, hasSeparators };
}

/** "Acme GmbH Hauptstr. 5": bars between name and street are drawn rules. */
function splitAfterLegalForm({ segment }: TextPart, pieces: readonly Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  const at = first === undefined || !isAddressPart(first) ? undefined : endOfLegalForm(first.text);
  if (first === undefined || at === undefined || at >= first.text.length) return [...pieces];
  const start = first.start + at + /^[\s,;]*/u.exec(first.text.slice(at))![0].length;
  const text = segment.text.slice(start, first.end);
  const kind = classifyAddressLine(text);
  if (kind === 'plain' || kind === 'other' || kind === 'region') return [...pieces];
  return [
    { start: first.start, end: first.start + at, text: first.text.slice(0, at), kind: 'plain' },
    { start, end: first.end, text, kind },
    ...rest,
  ];
}

const isCodeBeforeStreet = ([first, ...rest]: readonly Piece[]): boolean =>
  /^\d{5,6}$/u.test(first!.text) ||
  (/^(?:[A-Z]{1,2}-)?\d{4,6}\s/u.test(first!.text) && first!.kind === 'place' && !rest.some(({ kind }) => kind === 'place'));

const isFollowedByPart = (pieces: readonly Piece[], at: number): boolean =>
  pieces[at + 1] !== undefined && (isAddressPart(pieces[at + 1]!) || pieces[at + 1]!.kind === 'region');
