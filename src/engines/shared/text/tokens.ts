/**
 * Text as tokens with offsets, for every script.
 *
 * A token is a run of letters and digits, or one other visible character. Scripts that are written without
 * spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) are split into words by the dictionaries of
 * Intl.Segmenter. An apostrophe between letters goes with the short side, so that a name can be labeled
 * without its ending: John|'s, don|'t, l'|heure.
 *
 * Invariants: offsets are UTF-16, ascending and without overlap; every character that is not white space is
 * in exactly one token; no token starts or ends inside a grapheme cluster, so vowel signs stay with their
 * letters and emoji stay whole. Cost: linear; text of ASCII alone takes one regular expression.
 */

/** One token; `end` is exclusive, `norm` is the text as features see it: NFKC, lower case, plain apostrophe. */
export interface Token {
  start: number;
  end: number;
  text: string;
  norm: string;
}

type Kind = 'word' | 'joined' | 'mark';
type Piece = { start: number; end: number; kind: Kind };

const ASCII = /^[\x00-\x7f]*$/;
const ASCII_TOKEN = /[A-Za-z0-9]+|[^\sA-Za-z0-9]/g;
const ASCII_WORD = /[A-Za-z0-9]/;
const SPACE = /^[\s\u200b]+$/;
const WORD = /[\p{L}\p{N}]|^\p{M}/u;
const WITHOUT_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const LETTERS = /^[\p{L}\p{M}]+$/u;
/** English contractions after an apostrophe, which stays with them. */
const SHORTENED = new Set(['s', 'm', 'd', 't', 'll', 're', 've']);
/** Maximum length of an elided article or pronoun before an apostrophe (qu', all', dell'). */
const ELIDED_LENGTH = 4;
const OWN_CASE_RULES = new Set(['tr', 'az', 'lt']);

/** Made when it is needed: loading its tables would take a part of the start of the server. */
let graphemes: Intl.Segmenter | undefined;
const segmenters = new Map<string, Intl.Segmenter>();

/** The tokens of a text; the culture (`en-us`, `ja`) helps with case and with scripts that have no spaces. */
export function tokenize(text: string, culture = ''): Token[] {
  const pieces = ASCII.test(text) ? asciiPieces(text) : anyPieces(text, culture);
  const joined = joinApostrophes(text, pieces);
  return joined.map(({ start, end }) => {
    const part = text.slice(start, end);
    return { start, end, text: part, norm: normalize(part, culture) };
  });
}

/** Normalized text for features. */
export function normalize(text: string, culture = ''): string {
  const language = languageOf(culture);
  const whole = text.normalize('NFKC').replaceAll('’', "'");
  return OWN_CASE_RULES.has(language) ? whole.toLocaleLowerCase(language) : whole.toLowerCase();
}

/** The language of a culture name such as `en-us`. */
export function languageOf(culture: string): string {
  return culture.split(/[-_]/, 1)[0]!.toLowerCase();
}

function asciiPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { 0: part, index } of text.matchAll(ASCII_TOKEN)) {
    pieces.push({ start: index, end: index + part.length, kind: ASCII_WORD.test(part) ? 'word' : 'mark' });
  }
  return pieces;
}

function anyPieces(text: string, culture: string): Piece[] {
  const pieces: Piece[] = [];
  const edges = new Set<number>();
  let last: Piece | undefined;
  for (const { segment, index } of (graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })).segment(text)) {
    edges.add(index);
    if (SPACE.test(segment)) {
      last = undefined;
      continue;
    }
    const kind: Kind = !WORD.test(segment) ? 'mark' : WITHOUT_SPACES.test(segment) ? 'joined' : 'word';
    const end = index + segment.length;
    if (last !== undefined && last.kind === kind && kind !== 'mark') last.end = end;
    else pieces.push((last = { start: index, end, kind }));
  }
  return pieces.flatMap((piece) => (piece.kind === 'joined' ? cut(text, piece, edges, culture) : [piece]));
}

/** Words of a span without spaces; boundaries inside a grapheme cluster are skipped. */
function cut(text: string, piece: Piece, edges: ReadonlySet<number>, culture: string): Piece[] {
  const words: Piece[] = [];
  for (const { index } of segmenterOf(culture).segment(text.slice(piece.start, piece.end))) {
    const start = piece.start + index;
    if (!edges.has(start)) continue;
    const before = words.at(-1);
    if (before) before.end = start;
    words.push({ start, end: piece.end, kind: 'joined' });
  }
  return words;
}

function segmenterOf(culture: string): Intl.Segmenter {
  const language = languageOf(culture);
  let segmenter = segmenters.get(language);
  if (!segmenter) {
    const known = /^[a-z]{2,3}$/.test(language) ? language : undefined;
    segmenter = new Intl.Segmenter(known, { granularity: 'word' });
    if (segmenters.size < 200) segmenters.set(language, segmenter);
  }
  return segmenter;
}

function joinApostrophes(text: string, pieces: Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    const before = joined.at(-1);
    const after = pieces[i + 1];
    if (
      !isApostrophe(text, piece) ||
      !before ||
      !after ||
      before.end !== piece.start ||
      after.start !== piece.end ||
      !isLetters(text, before) ||
      !isLetters(text, after)
    ) {
      joined.push(piece);
    } else if (SHORTENED.has(text.slice(after.start, after.end).toLowerCase())) {
      joined.push({ start: piece.start, end: after.end, kind: 'word' });
      i++;
    } else if (before.end - before.start <= ELIDED_LENGTH) before.end = piece.end;
    else joined.push(piece);
  }
  return joined;
}

function isApostrophe(text: string, { start, end }: Piece): boolean {
  return end - start === 1 && (text[start] === "'" || text[start] === '’');
}

function isLetters(text: string, { start, end, kind }: Piece): boolean {
  return kind === 'word' && LETTERS.test(text.slice(start, end));
}
