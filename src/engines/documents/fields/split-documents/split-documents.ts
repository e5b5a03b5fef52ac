/**
 * Several documents in one file: invoices one after the other, or receipts beside and below each other on a page. Pages start a
 * document by their number ("page 1 of 2") or by another document number; a long document with pages to follow is never split.
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Label } from '../text/lexicon.ts';
import { findLabels } from '../text/lexicon.ts';
import type { SegmentedText } from '../text/segmented-text.ts';
import { segmentText } from '../text/segmented-text.ts';
import { partOfLayout } from './part-of-layout.ts';
import { splitPage } from './split-page.ts';
import type { SplitSpec } from './split-spec.ts';
import { hasAmount } from './split-spec.ts';

export interface DocumentPart {
  /** The lines of the document only; numbers of items are those of the file. */
  layout: DocumentLayout;
  /** Indexes of its pages in the file. */
  pages: readonly number[];
}

const MAX_PAGES = 500;

export function splitDocuments(layout: DocumentLayout, spec: SplitSpec): DocumentPart[] {
  const whole: DocumentPart[] = [{ layout, pages: layout.pages.map((_, page) => page) }];
  const hasPositions = layout.items.some(({ box }) => box !== undefined);
  if (!hasPositions || layout.pages.length > MAX_PAGES || (layout.pages.length === 1 && !spec.mayShareAPage)) return whole;
  const segmented = segmentText(layout);
  const labels = findLabels(segmented, spec.lexicon);
  const ranges = layout.pages.length === 1 ? [{ from: 0, to: 1 }] : splitPages(segmented, labels, spec);
  const parts = ranges.flatMap(({ from, to }): DocumentPart[] => {
    const blocks = spec.mayShareAPage && to === from + 1 ? splitPage(segmented, labels, from, spec) : undefined;
    if (blocks !== undefined) return blocks.map((lines) => ({ layout: partOfLayout(layout, from, to, lines), pages: [from] }));
    return [{ layout: partOfLayout(layout, from, to), pages: Array.from({ length: to - from }, (_, i) => from + i) }];
  });
  return parts.length === 1 ? whole : parts;
}

interface PageSummary {
  /** Number of the page within its document, if it says so. */
  page?: number;
  numbers: ReadonlySet<string>;
  hasTotal: boolean;
  hasDate: boolean;
}

function splitPages(segmented: SegmentedText, labels: readonly Label[], spec: SplitSpec): { from: number; to: number }[] {
  const pages = segmented.layout.pages.map((_, page) => summarize(segmented, labels, page, spec));
  const starts: number[] = [0];
  let numbers = new Set(pages[0]!.numbers);
  let hasTotal = pages[0]!.hasTotal;
  for (let at = 1; at < pages.length; at++) {
    const page = pages[at]!;
    if (startsDocument(page, pages, starts.at(-1)!, at, numbers, hasTotal, spec)) {
      starts.push(at);
      numbers = new Set();
      hasTotal = false;
    }
    for (const number of page.numbers) numbers.add(number);
    hasTotal ||= page.hasTotal;
  }
  const ranges = starts.map((from, i) => ({ from, to: starts[i + 1] ?? pages.length }));
  // Pages without an amount of their own, such as terms, belong to the document before.
  return ranges.reduce<{ from: number; to: number }[]>((all, range) => {
    const own = pages.slice(range.from, range.to);
    const last = all.at(-1);
    if (last === undefined || own.some((page) => page.hasTotal)) return [...all, range];
    return [...all.slice(0, -1), { from: last.from, to: range.to }];
  }, []);
}

function startsDocument(
  page: PageSummary,
  pages: readonly PageSummary[],
  start: number,
  at: number,
  numbers: ReadonlySet<string>,
  hasTotal: boolean,
  { mayShareAPage }: SplitSpec,
): boolean {
  const isKnown = [...page.numbers].some((number) => numbers.has(number));
  if (page.page !== undefined) {
    if (page.page > 1) return false;
    return !isKnown || pages.slice(start, at).some((other) => other.page === 1);
  }
  if (!hasTotal || !page.hasTotal) return false;
  if (page.numbers.size > 0 && numbers.size > 0) return !isKnown;
  return mayShareAPage && page.hasDate && page.numbers.size === 0 && !isKnown && pages[start]!.hasDate;
}

const PAGE_NUMBER =
  /(?<!\p{L})(?:page|seite|blatt|p[aá]gina|pagina|p[aá]g\.|strona|str\.|sida|side)\s?(?:no\.?|nr\.?)?\s*:?\s*(\d{1,3})(?:\s*(?:of|von|de|di|van|sur|z|av|af|\/)\s*(\d{1,3}))?(?![\d.,])/iu;
const SHORT_PAGE_NUMBER = /^[-–\s]*(\d{1,3})\s*(?:of|von|de|di|van|sur|z|av|af|\/)\s*(\d{1,3})[-–\s]*$/iu;
const DATE =
  /(?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{1,2}-\d{1,2}|\d{4}\s?年)(?!\d)|\d{1,2}\.?\s\p{L}{3,10}\.?,?\s\d{4}|\p{L}{3,9}\.?\s\d{1,2},?\s\d{4}/u;

function summarize(segmented: SegmentedText, labels: readonly Label[], page: number, spec: SplitSpec): PageSummary {
  const segments = segmented.segments.filter((segment) => segment.page === page);
  const own = labels.filter(({ segment }) => segment.page === page);
  const box = segmented.pages[page]!;
  const height = box.bottom - box.top;
  let number: number | undefined;
  for (const { text, box: place } of segments) {
    const isMargin = place.bottom < box.top + 0.35 * height || place.top > box.bottom - 0.12 * height;
    const match = PAGE_NUMBER.exec(text) ?? (isMargin ? SHORT_PAGE_NUMBER.exec(text) : null);
    if (match === null || !isMargin || (match[2] !== undefined && Number(match[1]) > Number(match[2]))) continue;
    number = Number(match[1]);
    break;
  }
  return {
    ...(number !== undefined && { page: number }),
    numbers: new Set(own.flatMap((label) => documentNumber(label, segmented, spec))),
    hasTotal: own.some((label) => hasAmount(label, segmented, spec)),
    hasDate: segments.some(({ text }) => DATE.test(text)),
  };
}

/** The number after a label, beside it or below it. */
function documentNumber({ meanings, segment, end }: Label, { rows }: SegmentedText, { numbers }: SplitSpec): string[] {
  if (!meanings.some(({ field }) => numbers.has(field))) return [];
  const row = rows[segment.row]!;
  const beside = row.segments[row.segments.indexOf(segment) + 1];
  const below = rows[segment.row + 1]?.segments.find(
    ({ box, page }) => page === segment.page && box.left < segment.box.right && box.right > segment.box.left,
  );
  const rest = segment.text.slice(end).trim();
  for (const text of rest === '' ? [beside?.text, below?.text] : [rest]) {
    const token = /^[\s:#№.-]*([\p{L}\d][\p{L}\d/._-]*)/u.exec(text ?? '')?.[1];
    if (token === undefined || !/\d{2}/u.test(token) || DATE.test(token)) continue;
    return [token.toUpperCase().replace(/[^\p{L}\d]/gu, '')];
  }
  return [];
}
