/**
 * Roles of paragraphs, decided over the whole document: repeated text in the margins is a header or footer, text larger or
 * bolder than the body is a heading, and the largest heading on the first page is the title.
 */
import { overlap } from '../model/geometry.ts';
import type { PageBlock, PageLayout, PageParagraph } from '../model/page-layout.ts';
import type { Role } from '../model/structure.ts';

export interface RoleAssignment {
  role: Role;
  level?: number;
}

const MARGIN = 0.12;
/** Pages with more blocks than any printed page are skipped. */
const MAX_BLOCKS = 2000;
const PAGE_NUMBER =
  /^(?:page|seite|página|pagina|p\.?)?\s*[-–—|]?\s*(?:\d{1,4}|[ivxl]{1,6})\s*[-–—|]?\s*(?:(?:of|von|de|di|sur|\/)\s*\d{1,4})?$/i;
const FOOTNOTE = /^(?:\d{1,2}|[*†‡§¹²³⁴-⁹]+)[.)\]]?\s*\S/u;

interface Candidate {
  paragraph: PageParagraph;
  page: PageLayout;
  index: number;
  text: string;
  words: number;
  size: number;
  measured: boolean;
}

export function assignRoles(pages: readonly PageLayout[]): Map<PageParagraph, RoleAssignment> {
  const roles = new Map<PageParagraph, RoleAssignment>();
  const candidates = pages.flatMap((page, index) =>
    page.blocks.length > MAX_BLOCKS
      ? []
      : page.blocks
          .filter((block) => block.kind === 'paragraph')
          .map((paragraph): Candidate => ({
            paragraph,
            page,
            index,
            text: paragraphText(page, paragraph),
            words: paragraph.to - paragraph.from,
            size: paragraph.font?.size ?? paragraph.height,
            measured: paragraph.font === undefined,
          })),
  );
  assignMarginRoles(candidates, pages, roles);
  const body = findBodyStyle(
    candidates.filter(({ paragraph }) => !roles.has(paragraph)),
    pages,
  );
  assignFootnotes(candidates, body.size, roles);
  assignHeadings(candidates, body, roles);
  return roles;
}

const paragraphText = (page: PageLayout, { from, to }: PageParagraph): string =>
  page.items
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');

/** Page numbers and dates may change in text that repeats otherwise. */
const normalizeText = (text: string): string => text.toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ');

function assignMarginRoles(
  candidates: readonly Candidate[],
  pages: readonly PageLayout[],
  roles: Map<PageParagraph, RoleAssignment>,
): void {
  const repeated = new Map<string, Set<number>>();
  const zoneOf = ({ paragraph, page }: Candidate): 'top' | 'bottom' | undefined => {
    const { height } = page.upright;
    if (paragraph.turn !== 0) return undefined;
    if (paragraph.box.bottom < MARGIN * height) return 'top';
    return paragraph.box.top > (1 - MARGIN) * height ? 'bottom' : undefined;
  };
  const keyOf = (one: Candidate, zone: string): string =>
    `${zone} ${Math.round((20 * one.paragraph.box.top) / one.page.upright.height)} ${normalizeText(one.text)}`;
  for (const one of candidates) {
    const zone = zoneOf(one);
    if (zone === undefined) continue;
    const key = keyOf(one, zone);
    repeated.set(key, (repeated.get(key) ?? new Set()).add(one.index));
  }
  for (const one of candidates) {
    const zone = zoneOf(one);
    if (zone === undefined || one.words > 40) continue;
    const outermost = isOutermost(one, zone);
    if (PAGE_NUMBER.test(one.text.trim()) && /\d|[ivxl]/i.test(one.text) && outermost) roles.set(one.paragraph, { role: 'pageNumber' });
    else if ((repeated.get(keyOf(one, zone))?.size ?? 0) >= Math.max(2, 0.3 * Math.min(pages.length, 10)))
      roles.set(one.paragraph, { role: zone === 'top' ? 'pageHeader' : 'pageFooter' });
    else if (pages.length === 1 || zone === 'bottom') {
      const role = isolatedMarginRole(one, zone);
      if (role !== undefined && outermost) roles.set(one.paragraph, { role });
    }
  }
}

/** Whether no other block is further out, apart from blocks in the same row. */
function isOutermost({ paragraph, page }: Candidate, zone: 'top' | 'bottom'): boolean {
  return !page.blocks.some(
    (other) =>
      other !== paragraph &&
      (zone === 'top'
        ? other.box.bottom < paragraph.box.top - 0.5 * page.textHeight
        : other.box.top > paragraph.box.bottom + 0.5 * page.textHeight),
  );
}

/** The role of a line at the page edge that is far from all other blocks and not larger than the body text. */
function isolatedMarginRole({ paragraph, page, size, measured }: Candidate, zone: 'top' | 'bottom'): Role | undefined {
  const { height } = page.upright;
  const far = 2 * page.textHeight;
  if (paragraph.lines > 2 || page.blocks.length < 4) return undefined;
  const usual = findBodyStyle(
    page.blocks
      .filter((block) => block.kind === 'paragraph')
      .map((other) => ({ size: other.font?.size ?? other.height, words: other.to - other.from, paragraph: other })),
    [page],
  ).size;
  if (size > (measured ? 1.15 : 1.02) * usual || paragraph.bold === true) return undefined;
  const clear = (distance: (block: PageBlock) => number): boolean =>
    page.blocks.every(
      (other) =>
        other === paragraph ||
        overlap(other.box.top, other.box.bottom, paragraph.box.top, paragraph.box.bottom) > 0 ||
        distance(other) > far ||
        distance(other) < 0,
    );
  if (zone === 'top')
    return paragraph.box.bottom < 0.07 * height && clear((other) => other.box.top - paragraph.box.bottom) ? 'pageHeader' : undefined;
  return paragraph.box.top > 0.93 * height && clear((other) => paragraph.box.top - other.box.bottom) ? 'pageFooter' : undefined;
}

interface BodyStyle {
  size: number;
  bold: boolean;
}

/** The median text size by words, and whether most words are bold. */
function findBodyStyle(
  candidates: readonly { size: number; words: number; paragraph: PageParagraph }[],
  pages: readonly PageLayout[],
): BodyStyle {
  const sorted = [...candidates].sort((one, other) => one.size - other.size);
  const total = sorted.reduce((sum, { words }) => sum + words, 0);
  let seen = 0;
  const size = sorted.find(({ words }) => (seen += words) >= 0.5 * total)?.size ?? pages[0]?.textHeight ?? 1;
  const bold = candidates.filter(({ paragraph }) => paragraph.bold === true).reduce((sum, { words }) => sum + words, 0);
  return { size, bold: bold > 0.5 * total };
}

function assignFootnotes(candidates: readonly Candidate[], body: number, roles: Map<PageParagraph, RoleAssignment>): void {
  const blocked = new Set<number>();
  for (let i = candidates.length - 1; i >= 0; i--) {
    const { paragraph, page, index, text, size, measured } = candidates[i]!;
    if (roles.has(paragraph)) continue;
    const small = size < (measured ? 0.85 : 0.93) * body;
    if (
      !blocked.has(index) &&
      small &&
      paragraph.box.top > 0.6 * page.upright.height &&
      FOOTNOTE.test(text) &&
      !page.blocks.some((block) => block.kind === 'table' && block.box.top > paragraph.box.bottom)
    )
      roles.set(paragraph, { role: 'footnote' });
    else blocked.add(index);
  }
}

function assignHeadings(paragraphs: readonly Candidate[], body: BodyStyle, roles: Map<PageParagraph, RoleAssignment>): void {
  const candidates = paragraphs.filter((one) => !roles.has(one.paragraph) && isHeadingLike(one));
  const standsOut = ({ size, measured }: Candidate, by: number): boolean => size > (1 + (measured ? 2.2 : 1) * by) * body.size;
  const top = candidates.filter((one) => one.index === 0 && one.paragraph.box.top < 0.45 * one.page.upright.height && standsOut(one, 0.2));
  const largest = top.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || one.size > 1.02 * best.size ? one : best),
    undefined,
  );
  if (largest !== undefined) roles.set(largest.paragraph, { role: 'title', level: 1 });
  const headings = candidates.filter(
    (one) =>
      one !== largest &&
      hasContentBelow(one) &&
      (standsOut(one, 0.1) ||
        (one.paragraph.bold === true && !body.bold && one.size > 0.97 * body.size) ||
        isNumberedHeading(one) ||
        isUpperCaseHeading(one)),
  );
  const sizes: number[] = [];
  for (const { size, measured } of [...headings].sort((one, other) => other.size - one.size))
    if (sizes.length === 0 || size < (measured ? 0.8 : 0.95) * sizes.at(-1)!) sizes.push(size);
  for (const heading of headings) {
    const rank = sizes.findIndex((size) => heading.size >= (heading.measured ? 0.8 : 0.95) * size);
    const depth = /^(\d{1,2}(?:\.\d{1,2})*)\.?\s/.exec(heading.text)?.[1]?.split('.').length;
    roles.set(heading.paragraph, {
      role: 'sectionHeading',
      level: Math.min(6, (largest === undefined ? 0 : 1) + (depth === undefined || depth < 2 ? rank + 1 : Math.max(rank + 1, depth))),
    });
  }
}

/** Short, alone in its row, mostly letters, and not a label with a colon. */
function isHeadingLike({ paragraph, page, text, words }: Candidate): boolean {
  if (paragraph.turn !== 0 || paragraph.lines > 3 || words > 16 || /[.,;:]$|\S:\s/.test(text) || !/\p{L}{2}/u.test(text)) return false;
  if (page.items.slice(paragraph.from, paragraph.to).some(({ state }) => state !== undefined)) return false;
  const letters = text.replace(/\P{L}/gu, '').length;
  if (letters < 0.5 * text.replace(/\s/g, '').length) return false;
  return !page.blocks.some(
    (other) =>
      other !== paragraph &&
      other.kind === 'paragraph' &&
      overlap(other.box.top, other.box.bottom, paragraph.box.top, paragraph.box.bottom) > 0.5 * paragraph.height &&
      Math.max(0, -overlap(other.box.left, other.box.right, paragraph.box.left, paragraph.box.right)) < 10 * page.textHeight &&
      other.lines <= paragraph.lines + 1,
  );
}

/** A heading has content below it. */
function hasContentBelow({ paragraph, page, index }: Candidate): boolean {
  return index >= 0 && page.blocks.some((other) => other !== paragraph && other.box.top > paragraph.box.bottom - 0.2 * paragraph.height);
}

const isNumberedHeading = ({ text, words, paragraph }: Candidate): boolean =>
  words >= 2 && words <= 9 && paragraph.lines === 1 && /^\d{1,2}(?:\.\d{1,2})*\.?\s\p{Lu}/u.test(text) && paragraph.bold !== false;

/** Upper-case words with space above, where the font weight is unknown. */
function isUpperCaseHeading({ paragraph, page, text, words }: Candidate): boolean {
  if (paragraph.bold !== undefined || words > 7 || words < 2 || paragraph.lines > 1 || text !== text.toUpperCase()) return false;
  const at = page.blocks.indexOf(paragraph);
  const [before, after] = [page.blocks[at - 1], page.blocks[at + 1]];
  if (before !== undefined && paragraph.box.top - before.box.bottom < 0.7 * page.textHeight) return false;
  return after?.kind === 'paragraph' && after.to - after.from >= 8;
}
