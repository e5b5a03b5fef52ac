/** Names that have no caption, or one caption for all of them. */
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import type { Draft, Drafts } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import type { Piece } from '../captions/pieces.ts';
import { pieceOf } from '../captions/pieces.ts';
import { splitName } from './split-name.ts';
import { normalizeWord } from '../../../shared/text/fold-text.ts';
import { ID_LEXICON } from './lexicon.ts';
import { cut } from './split-words.ts';

const SUFFIX = /^(?:JR|SR|II|III|IV|V)\.?$/iu;
/** Words before a surname that belong to it. */
const PARTICLE = /^(?:de|del|della|di|da|dos|la|le|van|von|der|den|ter|zu|bin|al|el|st\.?|mac)$/iu;
const NAME = /^\p{Lu}[\p{L}'’.,-]*(?:\s\p{Lu}[\p{L}'’.,-]*){0,4}$/u;
const NOT_A_NAME =
  /licen[cs]e|identif|driver|\bstate\b|\busa\b|class|department|motor|vehicle|real id|donor|veteran|federal|limits|permis|republi|signature|valid|\bcard\b|not for|purpose|commercial|organ|permit|under 21|until/iu;

/** Nationalities and peoples stand alone on cards. */
const NOT_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(ID_LEXICON.nationalities).map(normalizeWord),
  ...Object.values(ID_LEXICON.regions['AUS'] ?? {}).map((name) => normalizeWord(`${name} Australia`)),
]);

const stringOf = (words: readonly PlacedWord[]): string =>
  textOf(words)
    .replace(/(?<=['’])\s/gu, '')
    .replace(/[,.\s]+$/u, '');
const named = (words: readonly PlacedWord[], source: string, base?: Draft): Draft => ({
  ...derivedDraft({ type: 'string', value: stringOf(words) }, words, source),
  ...(base !== undefined && { evidence: { ...base.evidence, [source]: 1 }, rank: base.rank }),
});

/** Splits `Last, First Middle` or `First Middle Last`. */
export function splitFullName(words: readonly PlacedWord[], base?: Draft): Drafts {
  const comma = words.findIndex(({ text }) => text.endsWith(','));
  if (comma >= 0 && comma < words.length - 1)
    return { LastName: named(words.slice(0, comma + 1), 'split', base), FirstName: named(words.slice(comma + 1), 'split', base) };
  const own = words.filter(({ text }) => /\p{L}/u.test(text));
  const parts = own.length === 1 ? splitName(own, '').texts : undefined;
  if (parts !== undefined)
    return {
      LastName: { ...named(own, 'split', base), value: { type: 'string', value: parts.last } },
      FirstName: { ...named(own, 'split', base), value: { type: 'string', value: parts.first } },
    };
  if (own.length < 2) return own.length === 1 ? { LastName: named(own, 'split', base) } : {};
  let cut = own.length > 2 && SUFFIX.test(own.at(-1)!.text) ? own.length - 2 : own.length - 1;
  while (cut > 1 && (/['’]$/u.test(own[cut - 1]!.text) || PARTICLE.test(own[cut - 1]!.text))) cut--;
  return { FirstName: named(own.slice(0, cut), 'split', base), LastName: named(own.slice(cut), 'split', base) };
}

/** Completes names from the lines above the address or beside the other name. */
export function completeNames(
  drafts: Drafts,
  pieces: readonly Piece[],
  address: Piece | undefined,
  used: ReadonlySet<PlacedWord>,
  american: boolean,
): void {
  const { Name: name } = drafts;
  delete drafts['Name'];
  if (name !== undefined) {
    if (drafts['FirstName'] === undefined && drafts['LastName'] === undefined) Object.assign(drafts, splitFullName(name.words, name));
    else drafts['LastName'] ??= name;
  }
  splitCommaName(drafts);
  const isFree = ({ words }: Piece): boolean =>
    words.every((word) => !used.has(word)) &&
    NAME.test(textOf(words)) &&
    !NOT_A_NAME.test(textOf(words)) &&
    !NOT_NAMES.has(normalizeWord(textOf(words)));
  const free = pieces.map((piece) => withoutNumber(piece, address)).filter(isFree);
  const { LastName: last, FirstName: first } = drafts;
  if (last === undefined && first === undefined) {
    Object.assign(drafts, address === undefined ? namesTogether(free) : namesAbove(free, address));
    if (drafts['LastName'] === undefined) Object.assign(drafts, nameAboveBirth(drafts['DateOfBirth'], free));
  } else if (last === undefined) {
    const above = nextTo(first!, free, -1) ?? nextTo(first!, free, -1, 3.2);
    if (above !== undefined) drafts['LastName'] = named(above.words, 'position');
  } else if (first === undefined) {
    // Below a name in another script it is repeated in Latin letters.
    const isLatin = (words: readonly PlacedWord[]): boolean => /\p{Script=Latin}/u.test(textOf(words));
    const same = free.filter(({ words }) => isLatin(words) === isLatin(last.words));
    const below = nextTo(last, same, 1) ?? nextTo(last, same, 1, same.length < free.length ? 4.5 : 3.2);
    if (below !== undefined) drafts['FirstName'] = named(below.words, 'position');
  } else if (!american) {
    const known = new Set([...last.words, ...first.words]);
    const other = free.filter(({ words }) => !words.some((word) => known.has(word)));
    for (const field of ['FirstName', 'LastName']) {
      drafts[field] = withNextLine(
        drafts[field]!,
        other.filter(({ words }) => !drafts['FirstName']!.words.includes(words[0]!)),
      );
    }
  }
}

/** A second surname or further given names on the next line; only where both names are known. */
function withNextLine(draft: Draft, pieces: readonly Piece[]): Draft {
  const next = draft.words.every(({ text }) => text === text.toUpperCase()) ? nextTo(draft, pieces, 1) : undefined;
  if (next === undefined || next.words.some(({ text }) => text !== text.toUpperCase())) return draft;
  const words = [...draft.words, ...next.words];
  return { ...draft, words, value: { type: 'string', value: stringOf(words) } };
}

/** A full name above the date of birth, at its left side. */
function nameAboveBirth(birth: Draft | undefined, pieces: readonly Piece[]): Drafts {
  if (birth === undefined) return {};
  const { box, height } = pieceOf(birth.words);
  const above = pieces.filter(
    (piece) =>
      piece.words.length >= 2 &&
      piece.words.length <= 5 &&
      piece.box.bottom < box.top &&
      box.top - piece.box.bottom < 7 * height &&
      Math.abs(piece.box.left - box.left) < 8 * height &&
      piece.height > 0.7 * height,
  );
  const last = above.sort((a, b) => a.box.top - b.box.top).at(-1);
  return last === undefined ? {} : splitFullName(last.words);
}

/**
 * A number or a sign before a name is a caption that was not found as one. Glued to the name it may be read as a letter: such a line
 * starts left of the address.
 */
function withoutNumber(piece: Piece, address: Piece | undefined): Piece {
  const [first, ...rest] = piece.words;
  if (rest.length > 0 && /^(?:[^\p{L}]|[12][.,:]?)$/u.test(first!.text)) return pieceOf(rest);
  const indent = address === undefined ? 0 : (address.box.left - piece.box.left) / piece.height;
  if (indent < 0.4 || indent > 1.2 || !/^[Il|!tiZz](?=[A-Z]{3})/u.test(first!.text)) return piece;
  return pieceOf([cut(first!, 1, first!.text.length), ...rest]);
}

function splitCommaName(drafts: Drafts): void {
  const { LastName: last, FirstName: first } = drafts;
  const own = last ?? first;
  if (own === undefined || (last !== undefined && first !== undefined)) return;
  const commas = own.words.flatMap(({ text }, i) => (text.endsWith(',') && i < own.words.length - 1 ? [i] : []));
  // Given names may be a list.
  if (commas.length === 0 || SUFFIX.test(own.words[commas[0]! + 1]!.text) || (last === undefined && commas.length > 1)) return;
  Object.assign(drafts, splitFullName(own.words, own));
}

/** The line directly above (-1) or below (1) a value, at the same left side and of about the same size. */
function nextTo({ words }: Draft, pieces: readonly Piece[], side: -1 | 1, reach = 1.2): Piece | undefined {
  const [first] = words;
  if (first === undefined) return undefined;
  const height = first.box.bottom - first.box.top;
  const gap = ({ box }: Piece): number => (side < 0 ? first.box.top - box.bottom : box.top - first.box.bottom);
  return pieces
    .filter(
      (piece) =>
        gap(piece) > -0.5 * height &&
        gap(piece) < reach * height &&
        Math.abs(piece.box.left - first.box.left) < 1.5 * height &&
        piece.height > 0.72 * height &&
        piece.height < 1.5 * height,
    )
    .sort((a, b) => gap(a) - gap(b))[0];
}

/** Two lines of capitals below each other, at the same left side and of the same size: without an address the best guess. */
function namesTogether(pieces: readonly Piece[]): Drafts {
  const lines = pieces.filter(
    ({ words }) => words.length <= 3 && words.every(({ text, confidence }) => text === text.toUpperCase() && confidence > 0.6),
  );
  for (const reach of [1.2, 3.2])
    for (const first of lines) {
      const second = nextTo({ words: first.words } as Draft, lines, 1, reach);
      if (second === undefined || second === first) continue;
      // Two surnames below each other, and given names below an unread caption.
      const third = reach < 2 ? nextTo({ words: second.words } as Draft, lines, 1, 3.2) : undefined;
      const last = third === undefined ? first.words : [...first.words, ...second.words];
      return { LastName: named(last, 'position'), FirstName: named((third ?? second).words, 'position') };
    }
  return {};
}

/** Last name first, given names below, or all on one line. */
function namesAbove(pieces: readonly Piece[], address: Piece): Drafts {
  const above = pieces
    .filter(
      ({ box, height }) =>
        box.bottom <= address.box.top + 0.4 * height &&
        address.box.top - box.bottom < 5 * address.height &&
        Math.abs(box.left - address.box.left) < 4 * address.height,
    )
    .sort((a, b) => a.box.top - b.box.top)
    .slice(-2);
  const [first, second] = above;
  if (first === undefined) return {};
  if (second === undefined || first.words.some(({ text }) => text.endsWith(',')))
    return splitFullName(above.flatMap(({ words }) => [...words]));
  return { LastName: named(first.words, 'position'), FirstName: named(second.words, 'position') };
}
