/** Rows between line items that are none: sums, payments, deductions, sums carried over, page numbers, and headers and footers of pages. */
import type { Label, Phrases, PhraseMatch } from '../text/lexicon.ts';
import { buildLexicon, createPhraseFinder } from '../text/lexicon.ts';
import type { Row, SegmentedText } from '../text/segmented-text.ts';
import wordings from './row-wordings.json' with { type: 'json' };

const LEXICON = buildLexicon(wordings as Phrases);
/** Languages that are written without spaces: a row starts with the phrase. Single characters must stand alone. */
const UNSPACED = Object.entries(wordings as Phrases).flatMap(([field, languages]) =>
  ['ja', 'zh', 'ko', 'th'].flatMap((language) =>
    (languages[language] ?? []).map((phrase) => ({ field, phrase: phrase.replaceAll(' ', '') })),
  ),
);
const PAGE_NUMBER =
  /^(?:page|seite|blatt|p[aá]gina|pagina|p[aá]g\.?|str(?:ona|\.)|sida|side)?\s?(?:no\.?|nr\.?)?\s*:?\s*\d{1,3}\s*(?:(?:of|von|de|di|van|sur|z|av|af|\/)\s*\d{1,3})?$/iu;

export type RowKind = 'sum' | 'deduction' | 'carried' | 'ignored' | 'other';

export interface RowKinds {
  kindOf(row: number): RowKind;
  /** Whether the row starts with a word for sums, whatever follows. */
  startsWithSum(row: number): boolean;
  /** Whether a label of a sum of the document begins any of its segments. */
  hasSumLabel(row: number): boolean;
}

/** `sums` are labels of sums of the document, `headings` rows of column headings. */
export function classifyRows(
  segmented: SegmentedText,
  sums: readonly Label[],
  language: string,
  headings: ReadonlySet<number> = new Set(),
): RowKinds {
  const find = createPhraseFinder(LEXICON);
  const ignored = findPageFurniture(segmented);
  const labeled = new Set(
    sums
      .filter((label) => label.start <= 2 && isTrusted(label, label.segment.text, language) && isAlone(label.segment.text, label))
      .map(({ segment }) => segment),
  );
  const inColumns = valuesOfSums(segmented, sums, headings);
  const cache = new Map<number, RowKind>();
  const classify = (at: number): RowKind => {
    const row = segmented.rows[at]!;
    if (ignored.has(at) || isRule(row) || isColumnNumbers(row) || PAGE_NUMBER.test(row.segments.map(({ text }) => text).join(' ')))
      return 'ignored';
    if (inColumns.has(at)) return 'sum';
    const first = row.segments.find(({ text }) => /\p{L}{2}/u.test(text));
    const unspaced = unspacedFields(row);
    if (first === undefined && unspaced.length === 0) return 'other';
    if (
      first !== undefined &&
      labeled.has(first) &&
      row.segments.length <= 3 &&
      /\d[.,]\d{2}(?!\d)/u.test(row.segments.at(-1)!.text) &&
      row.segments.length > 1
    )
      return 'sum';
    const match =
      first && find(first.text).find((one) => !/\p{L}{2}/u.test(first.text.slice(0, one.start)) && isTrusted(one, first.text, language));
    const fields = match === undefined ? unspaced : match.meanings.map(({ field }) => field);
    if (fields.length === 0) return 'other';
    if (fields.includes('formerPrice')) return 'ignored';
    // A line for transport has more cells than a sum that is carried over.
    if (fields.includes('carriedForward')) return row.segments.length > 3 ? 'other' : 'carried';
    if (match !== undefined && !isAlone(first!.text, match)) return 'other';
    return fields.every((field) => field === 'discount') ? 'deduction' : 'sum';
  };
  return {
    hasSumLabel: (at) => segmented.rows[at]!.segments.some((segment) => labeled.has(segment)),
    startsWithSum: (at) => {
      const text = segmented.rows[at]!.segments.find((segment) => /\p{L}{2}/u.test(segment.text))?.text ?? '';
      return find(text).some((one) => one.start === 0 && one.edits === 0 && one.meanings.some(({ field }) => field === 'sum'));
    },
    kindOf: (at) => {
      let kind = cache.get(at);
      if (kind === undefined) cache.set(at, (kind = classify(at)));
      return kind;
    },
  };
}

const AMOUNTS = /\d[.,]\d{2}(?!\d)/gu;

/** Rows of labels of net amount, tax and total side by side, and the amounts below them. */
function valuesOfSums({ rows }: SegmentedText, sums: readonly Label[], headings: ReadonlySet<number>): Set<number> {
  const found = new Set<number>();
  for (const [at, labels] of Map.groupBy(sums, ({ segment }) => segment.row)) {
    const fields = new Set(labels.flatMap(({ meanings }) => meanings.map(({ field }) => field)));
    const [own, below] = [rows[at]!, rows[at + 1]];
    const isRow = ['InvoiceTotal', 'TotalTax'].every((field) => fields.has(field)) && !headings.has(at);
    if (!isRow || below === undefined || own.segments.some(({ text }) => text.search(AMOUNTS) >= 0)) continue;
    const values = below.segments.map(({ text }) => text).join(' ');
    if ((values.match(AMOUNTS)?.length ?? 0) >= 3 && !/\p{L}{4}/u.test(values)) found.add(at).add(at + 1);
  }
  return found;
}

/** A rule that is printed as dashes. */
const isRule = ({ segments }: Row): boolean => segments.every(({ text }) => !/[\p{L}\d]/u.test(text));

/** "1 2 3 4 5 (3×4)" below the headings of official forms; the first columns may have letters. */
function isColumnNumbers({ segments }: Row): boolean {
  const words = segments
    .flatMap(({ text }) =>
      text
        .replace(/\((?:\d+|(?=[^)]*[x×*+=])[^)]*)\)|=\s?[\dx×*+\s]+/giu, (own) => (/^\(\d+\)$/u.test(own) ? own.slice(1, -1) : ' '))
        .split(/\s+/u),
    )
    .filter((text) => text !== '' && !/^\p{L}$/u.test(text));
  const numbers = words.map((text) => Number.parseInt(text, 10));
  return (
    words.length >= 4 &&
    words.every((text, i) => /^\d{1,2}\p{L}?$/u.test(text) && (i === 0 || numbers[i]! - numbers[i - 1]! <= 1) && numbers[i]! >= numbers[0]!)
  );
}

function unspacedFields({ segments }: Row): string[] {
  const text = segments
    .map((segment) => segment.text)
    .join('')
    .replace(/[\s()（）[\]【】*※·:：]/gu, '');
  if (!/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(text)) return [];
  const letters = text.replace(/[^\p{L}].*$/u, '');
  return UNSPACED.filter(({ phrase }) => (phrase.length > 1 ? text.startsWith(phrase) : letters === phrase)).map(({ field }) => field);
}

/** Misspelled or short words count in the language of the document only: item names resemble words of some other language. */
function isTrusted({ meanings, edits, start, end }: PhraseMatch, text: string, language: string): boolean {
  const isOwn = meanings.some((meaning) => meaning.language === language);
  const letters = text.slice(start, end).replace(/[^\p{L}]/gu, '').length;
  const isAll = text.replace(/[^\p{L}]/gu, '').length === letters && meanings.some(({ field }) => !/payment|tendered|change/iu.test(field));
  return isOwn || (isAll && edits === 0) || (edits === 0 && (letters > 4 || meanings.some((meaning) => meaning.language === 'en')));
}

/** Whether a label names the row: what follows it in its segment is at most `slack` times as long. */
export function namesRow(label: Label, language: string, slack: number): boolean {
  const { segment, start, end } = label;
  if (!isTrusted(label, segment.text, language)) return false;
  const letters = (text: string): number => text.replace(/[^\p{L}]/gu, '').length;
  return letters(segment.text.slice(end)) <= slack * letters(segment.text.slice(start, end)) + 2;
}

/** Whether the label is most of the text beside figures: "Total 3 %" is a sum, "Total station rental" is not. */
function isAlone(text: string, { start, end, colon }: PhraseMatch): boolean {
  const rest = text
    .slice(end)
    .replace(/(?:EUR|USD|GBP|CHF|SEK|DKK|PLN|INR)(?!\p{L})|\([^)]*\)/gu, '')
    .replace(/[^\p{L}]/gu, '');
  const own = text.slice(start, end).replace(/[^\p{L}]/gu, '');
  return (
    colon ||
    rest.length <= Math.max(4, 0.8 * own.length) ||
    /^[^\p{L}]*(?:excl|incl|inkl|exkl|ohne|zzgl|von|auf|of|at|inc|ex|on|sur|sobre|su)(?!\p{L})/iu.test(text.slice(end))
  );
}

/** Rows of page headers and footers, and rows that several pages have at the same place. */
function findPageFurniture({ rows, layout, pages, height }: SegmentedText): Set<number> {
  const items = new Set<number>();
  for (const { role, items: own } of layout.paragraphs)
    if (role === 'pageFooter' || role === 'pageNumber' || role === 'pageHeader') for (const item of own) items.add(item);
  const found = new Set<number>();
  const seen = new Map<string, number[]>();
  rows.forEach(({ segments, page, box }, at) => {
    if (segments.every(({ words }) => words.every(({ item }) => items.has(item)))) found.add(at);
    if (pages.length < 2) return;
    const text = segments.map((segment) => segment.text.replace(/\d+/gu, '0')).join(' ');
    if (!/\p{L}{2}/u.test(text)) return;
    const key = `${text} ${String(Math.round(box.top / height))}`;
    const others = seen.get(key) ?? [];
    if (others.length > 0 && rows[others.at(-1)!]!.page !== page && !/\d[.,]\d{2}(?!\d)/u.test(segments.map((one) => one.text).join(' ')))
      for (const other of [...others, at]) found.add(other);
    seen.set(key, [...others.slice(-3), at]);
  });
  return found;
}
