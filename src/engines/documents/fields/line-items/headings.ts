/**
 * Column headings of line items: rows of words from the heading lexicon above the lines. A heading may take several rows ("Unit" over
 * "price"), and one piece of text may hold several headings ("Quantity Unit").
 */
import { overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import type { Lexicon, PhraseMatch } from '../text/lexicon.ts';
import { createPhraseFinder } from '../text/lexicon.ts';
import type { Row, Segment, SegmentedText, SegmentWord } from '../text/segmented-text.ts';

export interface Column {
  /** Field of the lexicon; empty if the heading is unknown. */
  field: string;
  box: Box;
  /** Whether the heading says that tax is included. */
  isGross: boolean;
}

export interface Heading {
  /** First and last row. */
  from: number;
  to: number;
  page: number;
  columns: readonly Column[];
  items: readonly number[];
}

const MAX_SEGMENTS = 40;
const MAX_COLUMNS = 16;
/** Rows that a heading may have above and below its main row. */
const MAX_STACKED = 3;
/** "excl. VAT" and similar say what kind of price it is; the word for the tax is no heading of its own. */
const TAX_WORD =
  '(?:vat|tax(?:es)?|gst|mwst|ust|tva|iva|b\\.?t\\.?w|moms|podatku|mva|dph|pdv|ddv|áfa|pvm|pvn|km|alv|φπα|ндс|пдв|ддс|kdv|ədv|ққс|taxe?s?)';
const EXCLUDED =
  '(?:excl|excluding|exkl|exclusief|exclusive|ohne|zzgl|without|before|sans|hors|senza|sin|sem|zonder|bez|uden|utan|ex|net of|w/o|s/|u/|без|fără|fara|be|χωρίς|ekskl|eks|ilman|brez)';
const INCLUDED =
  '(?:incl|including|inkl|inc|inclusief|inclusive|inklusive|mit|with|avec|con|com|met|z|med|after|plus|c/|m/|s|sa|vč|včetně|vrátane|cu|su|ar|με|с|з|са|sis)';
const QUALIFIER = new RegExp(
  `(?:(?<!\\p{L})(?:${EXCLUDED}|${INCLUDED})\\.?\\s{0,2}(?:de\\s|of\\s)?${TAX_WORD}(?!\\p{L})\\.?)|\\([^)]*\\p{L}{2}[^)]*\\)|\\((?:€|\\$|£)\\)|(?<!\\p{L})(?:in\\s)?(?:EUR|USD|GBP|CHF|SEK|DKK|PLN|INR|Rs|kr|zł)(?!\\p{L})\\.?|[€$£₹]`,
  'giu',
);
const GROSS = new RegExp(`(?<!\\p{L})${INCLUDED}\\.?\\s{0,2}${TAX_WORD}|brutto|gross|(?<!\\p{L})ttc(?!\\p{L})|lordo|ivato`, 'iu');
/** Says more about a price, but is a heading if it is alone. */
const ADJECTIVE = /^(?:net|netto|brutto|gross|each|base|ttc|total|per|neto)$/iu;

export type FindPhrases = (text: string) => PhraseMatch[];

interface HeadingPiece {
  words: readonly SegmentWord[];
  segments: readonly Segment[];
}

export function findHeadings(segmented: SegmentedText, lexicon: Lexicon, language: string): Heading[] {
  const find = createPhraseFinder(lexicon);
  const found: Heading[] = [];
  for (let at = 0; at < segmented.rows.length; at++) {
    const heading = headingAt(segmented, at, find, lexicon, language);
    if (heading === undefined) continue;
    found.push(heading);
    at = heading.to;
  }
  return found;
}

function headingAt(segmented: SegmentedText, at: number, find: FindPhrases, lexicon: Lexicon, language: string): Heading | undefined {
  const { rows, height } = segmented;
  const main = rows[at]!;
  if (!mayBeHeading(main)) return undefined;
  const next = rows[at + 1];
  let from = at;
  let to = at;
  const alone = columnsOf([main], find, language);
  const text = isComplete(alone) ? undefined : textColumn(alone, rows.slice(at + 1, at + 4), height);
  if (text !== undefined) return { from, to, page: main.page, columns: [text, ...alone].slice(0, MAX_COLUMNS), items: itemsOf([main]) };
  if (!isComplete(alone)) {
    if (next === undefined || !isStacked(main, next, height) || !mayBeHeading(next)) return undefined;
    if (!isComplete(columnsOf([main, next], find, language)) || !isHeadingText(next, lexicon)) return undefined;
    // A row without any heading is the text above.
    if (alone.every(({ field }) => field === '') && isComplete(columnsOf([next], find, language))) return undefined;
    to = at + 1;
  }
  while (from > 0 && at - from < MAX_STACKED && isStacked(rows[from - 1]!, rows[from]!, height) && isHeadingText(rows[from - 1]!, lexicon))
    from -= 1;
  while (
    to + 1 < rows.length &&
    to - at < MAX_STACKED &&
    isStacked(rows[to]!, rows[to + 1]!, height) &&
    isHeadingText(rows[to + 1]!, lexicon)
  )
    to += 1;
  const own = rows.slice(from, to + 1);
  const stacked = columnsOf(own, find, language, main);
  const columns = isComplete(stacked) ? stacked : columnsOf([main], find, language);
  if (!isComplete(columns)) return undefined;
  return {
    from,
    to,
    page: main.page,
    columns: columns.slice(0, MAX_COLUMNS),
    items: itemsOf(own),
  };
}

const FIGURE = /^[^\p{L}\d]*\d[\d.,\s'’]*[^\d\s]{0,4}$/u;
/** Rows below a heading that are searched for figures. */
const GUESS_ROWS = 4;

/** Rows of words right above columns of figures: headings in words that no list has. */
export function guessHeadings({ rows, height }: SegmentedText, lexicon: Lexicon, language: string): Heading[] {
  const find = createPhraseFinder(lexicon);
  return rows.flatMap((row, at): Heading[] => {
    const { segments, page } = row;
    const words = segments.filter(({ text }) => /\p{L}{2}/u.test(text));
    if (words.length < 3 || segments.length > MAX_COLUMNS || !mayBeHeading(row)) return [];
    const isTable = rows.slice(at + 1, at + 1 + GUESS_ROWS).some((below) => {
      const isNear = below.page === page && below.box.top - row.box.bottom < 6 * height;
      const figures = below.segments.filter(({ text }) => FIGURE.test(text));
      const under = figures.map(({ box }) =>
        segments.findIndex((other) => overlap(other.box.left - height, other.box.right + height, box.left, box.right) > 0),
      );
      return isNear && new Set(under.filter((index) => index >= 0)).size >= 2 && figures.some(({ text }) => /\d[.,]?\d{2}/u.test(text));
    });
    return isTable ? [{ from: at, to: at, page, columns: columnsOf([row], find, language), items: itemsOf([row]) }] : [];
  });
}

const itemsOf = (rows: readonly Row[]): number[] =>
  rows.flatMap(({ segments }) => segments.flatMap(({ words }) => words.map(({ item }) => item)));

/** The column of names, if it has no heading: figures are named, and rows below start with text left of them. */
function textColumn(columns: readonly Column[], below: readonly Row[], height: number): Column | undefined {
  const figures = new Set(columns.map(({ field }) => field).filter((field) => /^(?:Quantity|UnitPrice|Amount|GrossAmount)$/u.test(field)));
  const first = columns[0];
  if (
    first === undefined ||
    figures.size < 2 ||
    (isTaxTable(columns) && !figures.has('UnitPrice')) ||
    columns.some(({ field }) => !/^(?:Quantity|UnitPrice|Unit|Amount|GrossAmount|Tax|TaxRate)$/u.test(field))
  )
    return undefined;
  const texts = below.flatMap(({ segments }) => {
    const [start] = segments;
    const isName = segments.length > 1 && start!.box.right < first.box.left - height && /\p{L}{3}/u.test(start!.text);
    return isName && !/%/u.test(start!.text) && segments.slice(1).every(({ text }) => /\d/u.test(text)) ? [start!.box] : [];
  });
  return texts.length < 2 ? undefined : { field: 'Description', box: union(texts), isGross: false };
}

const mayBeHeading = ({ segments }: Row): boolean =>
  segments.length <= MAX_SEGMENTS && !segments.some(({ text }) => /\d[.,]\d{2}(?!\d)|\d{3}/u.test(text) || text.length > 80);

const isStacked = (above: Row, below: Row, height: number): boolean =>
  above.page === below.page && below.box.top - above.box.bottom < 0.75 * height;

/** Every word is one that headings use. */
function isHeadingText(row: Row, { vocabulary }: Lexicon): boolean {
  if (!mayBeHeading(row)) return false;
  const tokens = row.segments.flatMap(({ text }) =>
    [...text.replace(QUALIFIER, ' ').matchAll(/[\p{L}\p{M}]+|\d+/gu)].map(([token]) => token),
  );
  return tokens.every(
    (token) =>
      vocabulary.has(foldText(token)) ||
      /^(?:in|of|je|per|par|por|pr|à|a|ohne|inkl|incl|excl|exkl|zzgl|hors|sans|senza|sin|sem|zonder|bez|inc|ex|mit|con|com|med|uden|utan)$/iu.test(
        token,
      ),
  );
}

function columnsOf(rows: readonly Row[], find: FindPhrases, language: string, main = rows[0]!): Column[] {
  const pieces: HeadingPiece[] = [];
  for (const segment of rows.flatMap(({ segments }) => segments)) {
    const at = pieces.findIndex(({ segments }) =>
      segments.some(
        (other) => other.row !== segment.row && overlap(other.box.left, other.box.right, segment.box.left, segment.box.right) > 0,
      ),
    );
    if (at < 0) pieces.push({ words: segment.words, segments: [segment] });
    else pieces[at] = { words: [...pieces[at]!.words, ...segment.words], segments: [...pieces[at]!.segments, segment] };
  }
  return pieces.flatMap((piece) => columnsOfPiece(piece, main, find, language)).sort((a, b) => a.box.left - b.box.left);
}

function columnsOfPiece({ words, segments }: HeadingPiece, main: Row, find: FindPhrases, language: string): Column[] {
  const box = union(segments.map((segment) => segment.box));
  const isGross = GROSS.test(words.map(({ text }) => text).join(' '));
  const single = segments.length === 1 ? segments[0]!.words : undefined;
  const matched = matchWords(words, find, language);
  if (single !== undefined)
    return matched.length === 0
      ? [{ field: qualifiedAmount(words, isGross), box, isGross }]
      : matched.map((one, i) => ({ ...one, isGross: isGross && i === matched.length - 1 }));
  // A stack is one heading unless its main row has several.
  const inMain = segments
    .filter((segment) => main.segments.includes(segment))
    .flatMap((segment) => matchWords(segment.words, find, language));
  if (inMain.length > 1) return inMain.map((one) => ({ ...one, isGross }));
  const longest = matched.reduce<Match | undefined>((best, one) => (best === undefined || one.words > best.words ? one : best), undefined);
  const hyphenated = hyphenatedField(words, find, language);
  const field = hyphenated ?? (longest !== undefined && longest.words > 1 ? longest : (inMain[0] ?? longest))?.field ?? '';
  return [{ field, box, isGross }];
}

/** "Excl. VAT" alone is an amount. */
function qualifiedAmount(words: readonly SegmentWord[], isGross: boolean): string {
  const text = words.map((word) => word.text).join(' ');
  if (!new RegExp(`(?:${EXCLUDED}|${INCLUDED})\\.?\\s{0,2}${TAX_WORD}`, 'iu').test(text)) return '';
  return /\p{L}/u.test(text.replace(QUALIFIER, '')) ? '' : isGross ? 'GrossAmount' : 'Amount';
}

/** A heading that is hyphenated over two rows. */
function hyphenatedField(words: readonly SegmentWord[], find: FindPhrases, language: string): string | undefined {
  const text = words
    .map((word) => word.text)
    .join(' ')
    .replace(QUALIFIER, ' ');
  const joined = text.replace(/-\s+(?=\p{Ll})/gu, '');
  const [match] = joined === text ? [] : find(joined);
  return match === undefined ? undefined : fieldOf(match, language);
}

const fieldOf = ({ meanings }: PhraseMatch, language: string): string =>
  (meanings.find((meaning) => meaning.language === language) ?? meanings[0]!).field;

interface Match {
  field: string;
  box: Box;
  words: number;
}

/** The headings among the words, if they cover most of the text. */
function matchWords(words: readonly SegmentWord[], find: FindPhrases, language: string): Match[] {
  let offset = 0;
  const placed = words.map((word) => {
    const start = offset;
    offset += word.text.length + 1;
    return { word, start, end: offset - 1 };
  });
  const text = words
    .map((word) => word.text)
    .join(' ')
    .replace(QUALIFIER, (part) => ' '.repeat(part.length));
  const found = IDEOGRAPHS.test(text) ? findUnspaced(text, find) : find(text);
  const letters = (part: string): number => part.replace(/[^\p{L}\d#%]/gu, '').length;
  const covered = found.reduce((sum, { start, end }) => sum + letters(text.slice(start, end)), 0);
  if (found.length === 0 || covered < 0.55 * letters(text)) return [];
  const matches = found.map((match) => ({
    field: fieldOf(match, language),
    box: union(placed.filter((one) => one.start < match.end && one.end > match.start).map((one) => cutBox(one, match))),
    words: match.words,
    text: text.slice(match.start, match.end).trim(),
  }));
  const named = matches.filter(({ text: own }, i) => matches.length === 1 || !ADJECTIVE.test(own) || isApart(matches, i));
  return (named.length === 0 ? matches.slice(0, 1) : named).filter(
    ({ field }, i, all) => all.findIndex((one) => one.field === field) === i,
  );
}

/** The part of a word that a heading covers: another heading may be glued to it. */
function cutBox({ word: { text, box }, start, end }: { word: SegmentWord; start: number; end: number }, match: PhraseMatch): Box {
  const at = (position: number): number => box.left + ((box.right - box.left) * (position - start)) / Math.max(1, end - start);
  const [from, to] = [Math.max(start, match.start), Math.min(end, match.end)];
  const isGlued = (rest: string): boolean => /\p{L}{2}/u.test(rest);
  return {
    ...box,
    left: isGlued(text.slice(0, from - start)) ? at(from) : box.left,
    right: isGlued(text.slice(to - start)) ? at(to) : box.right,
  };
}

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hangul}]{3}/u;
const MAX_IDEOGRAPHS = 8;

/** Headings that are glued to each other, the longest first: "单位数量" are two. */
function findUnspaced(text: string, find: FindPhrases): PhraseMatch[] {
  const found: PhraseMatch[] = [];
  for (let start = 0; start < text.length; start++) {
    if (!/\p{L}/u.test(text[start]!)) continue;
    for (let end = Math.min(text.length, start + MAX_IDEOGRAPHS); end > start; end--) {
      const match = find(text.slice(start, end)).find((one) => one.start === 0 && one.end === end - start && one.edits === 0);
      if (match === undefined) continue;
      found.push({ ...match, start, end });
      start = end - 1;
      break;
    }
  }
  return found.length === 0 ? find(text) : found;
}

/** Whether wide gaps separate a heading from its neighbors. */
function isApart(matches: readonly { box: Box }[], at: number): boolean {
  const height = matches[at]!.box.bottom - matches[at]!.box.top;
  const before = matches[at - 1]?.box.right ?? -Infinity;
  const after = matches[at + 1]?.box.left ?? Infinity;
  return matches[at]!.box.left - before > 0.8 * height && after - matches[at]!.box.right > 0.8 * height;
}

/** Whether these can be the headings of line items: a description and a figure, or figures that belong together. */
function isComplete(columns: readonly Column[]): boolean {
  const fields = new Set(columns.map(({ field }) => field));
  const named = columns.filter(({ field }) => field !== '').length;
  if (named < 2 || named < 0.5 * columns.length) return false;
  const figures = ['Quantity', 'UnitPrice', 'Amount', 'GrossAmount'].filter((field) => fields.has(field)).length;
  const hasText = fields.has('Description') || fields.has('ProductCode');
  if (!fields.has('Description') && isTaxTable(columns)) return false;
  return (fields.has('Description') && figures >= 1) || (hasText && figures >= 2) || figures >= 3;
}

/** "Code, rate, total, tax" without a quantity is a table of taxes. */
const isTaxTable = (columns: readonly Column[]): boolean =>
  columns.some(({ field }) => field.startsWith('Tax')) && !columns.some(({ field }) => field === 'Quantity');

/** Whether two headings name the same columns, as those of the next page do. */
export function hasSameColumns(one: readonly Column[], other: readonly Column[]): boolean {
  const [a, b] = [one, other].map((columns) => columns.map(({ field }) => field).filter((field) => field !== '')) as [string[], string[]];
  const shared = a.filter((field) => b.includes(field)).length;
  return shared >= 2 && shared >= 0.75 * Math.max(a.length, b.length);
}

/** Headings of taxes by rate: a rate beside a tax or a net amount, and no quantity or price. */
export function findTaxHeadings(segmented: SegmentedText, lexicon: Lexicon, language: string): Heading[] {
  const find = createPhraseFinder(lexicon);
  return segmented.rows.flatMap((row, at) => {
    if (!mayBeHeading(row)) return [];
    const columns = columnsOf([row], find, language);
    const fields = new Set(columns.map(({ field }) => field));
    const isTax = fields.has('TaxRate') || fields.has('Tax');
    const others = ['TaxRate', 'Tax', 'Amount', 'GrossAmount'].filter((field) => fields.has(field)).length;
    if (!isTax || others < 2 || fields.has('Quantity') || fields.has('UnitPrice') || fields.has('Description')) return [];
    return [{ from: at, to: at, page: row.page, columns, items: row.segments.flatMap(({ words }) => words.map(({ item }) => item)) }];
  });
}
