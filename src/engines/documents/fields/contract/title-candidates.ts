/** Headings on the first pages, over one to four lines, and the name that the first sentence gives the contract, as possible titles. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { ContractParts } from './contract-parts.ts';
import type { ContractText, TextRange } from './contract-text.ts';
import data from './contract.json' with { type: 'json' };
import { addSigns, compileSigns } from './ranking.ts';

export interface TitleCandidate extends TextRange {
  key: string;
  features: Record<string, number>;
}

const MAX_LINES = 90;
const MAX_LINE_WORDS = 14;
const MAX_LINES_OF_TITLE = 4;
const TITLE_WORD = new RegExp(`\\b(?:${data.titleWords.join('|')})s?\\b`, 'iu');
const SIGNS = compileSigns(data.signs.title);
/** What follows a title on its line. */
const CUT = /,?\s+(?:by\s+and\s+)?(?:between|among)\b|,?\s+dated\b/iu;
const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

interface Line extends TextRange {
  words: number;
  startsParagraph: boolean;
  item: number;
}

export function findTitleCandidates(layout: DocumentLayout, contractText: ContractText, parts: ContractParts): TitleCandidate[] {
  const lines = linesOf(contractText);
  const named = nameInPreamble(contractText, parts);
  const titleItems = new Set(layout.paragraphs.filter(({ role }) => role === 'title').flatMap(({ items }) => [...items]));
  const headingItems = new Set(
    layout.paragraphs
      .slice(0, 200)
      .filter(({ role }) => role === 'sectionHeading')
      .flatMap(({ items }) => [...items]),
  );
  const heights = heightsOf(layout, lines);
  const out: TitleCandidate[] = [];
  let order = 0;
  const add = (range: TextRange, first: number, count: number, extra: Record<string, number>): void => {
    const text = contractText.text.slice(range.start, range.end);
    const features: Record<string, number> = {
      ...describe(contractText, parts, text, lines.slice(first, first + count), lines[first + count]),
      ...extra,
    };
    features[`order ${String(Math.min(4, order))}`] = 1;
    if (named !== undefined) {
      const name = contractText.text.slice(named.start, named.end);
      features[fold(name) === fold(text) ? 'equals name' : fold(text).includes(fold(name)) ? 'contains name' : 'other than name'] = 1;
    }
    if (titleItems.has(lines[first]!.item)) features['role title'] = 1;
    if (headingItems.has(lines[first]!.item)) features['role heading'] = 1;
    const height = heights[first];
    if (height !== undefined) features[height > 1.3 ? 'larger' : 'ordinary size'] = 1;
    if (count > 1 && height !== undefined && Math.abs((heights[first + count - 1] ?? height) - height) > 0.1) features['sizes differ'] = 1;
    out.push({ ...range, key: fold(text), features });
  };
  for (let first = 0; first < lines.length; first++) {
    for (let count = 1; count <= MAX_LINES_OF_TITLE && first + count <= lines.length; count++) {
      const last = lines[first + count - 1]!;
      if (last.words > MAX_LINE_WORDS) break;
      const range = { start: lines[first]!.start, end: last.end };
      const text = contractText.text.slice(range.start, range.end);
      if (!TITLE_WORD.test(text) || text.length > 200) continue;
      const cut = CUT.exec(text);
      if (cut !== null && TITLE_WORD.test(text.slice(0, cut.index)))
        add({ start: range.start, end: range.start + cut.index }, first, count, { 'cut at between': 1 });
      add(range, first, count, {});
    }
    if (TITLE_WORD.test(contractText.text.slice(lines[first]!.start, lines[first]!.end))) order++;
  }
  if (named !== undefined) {
    const text = contractText.text.slice(named.start, named.end);
    out.push({
      ...named,
      key: fold(text),
      features: { bias: 1, 'in sentence': 1, [`sentence words ${String(Math.min(6, text.split(' ').length))}`]: 1 },
    });
  }
  return out;
}

function linesOf({ words }: ContractText): Line[] {
  const lines: { start: number; end: number; words: number; startsParagraph: boolean; item: number }[] = [];
  for (const { start, end, startsLine, startsParagraph, item } of words) {
    const last = lines.at(-1);
    if (startsLine || last === undefined) {
      if (lines.length >= MAX_LINES) break;
      lines.push({ start, end, words: 1, startsParagraph, item });
    } else {
      last.end = end;
      last.words++;
    }
  }
  return lines;
}

/** Heights relative to the median, where the layout has positions. */
function heightsOf({ items }: DocumentLayout, lines: readonly Line[]): (number | undefined)[] {
  const heights = lines.map(({ item }) => {
    const box = items[item]?.box;
    return box === undefined ? undefined : box.bottom - box.top;
  });
  const known = heights.filter((height): height is number => height !== undefined).sort((a, b) => a - b);
  const median = known[known.length >> 1];
  return heights.map((height) => (height === undefined || median === undefined ? undefined : height / median));
}

/** `This Supply Agreement (the "Agreement") is …` → Supply Agreement. */
function nameInPreamble({ text }: ContractText, { preamble }: ContractParts): TextRange | undefined {
  const head = text.slice(preamble.start, preamble.start + 300);
  const match =
    /^.{0,120}?\b(?:this|the)\s+((?:(?!\b(?:is|are|between|among|dated|made|entered)\b)[^\s(,";]+\s+){0,9}?(?:agreement|contract|lease|deed|memorandum|amendment|addendum|licen[cs]e)(?:\s+no\.?\s*\d+)?)\b/iu.exec(
      head,
    );
  if (match === null || !/^\p{Lu}/u.test(match[1]!) || /^agreement$/iu.test(match[1]!)) return undefined;
  const start = preamble.start + match.index + match[0].length - match[1]!.length;
  return { start, end: start + match[1]!.length };
}

const kindOf = (word: string): string =>
  TITLE_WORD.test(word) ? 'title' : /^(?:of|and|for|the|to|by|with|between)$/iu.test(word) ? 'open' : 'other';

function describe(
  { text: all }: ContractText,
  { preamble }: ContractParts,
  text: string,
  lines: readonly Line[],
  next: Line | undefined,
): Record<string, number> {
  const features: Record<string, number> = { bias: 1, [`lines ${String(lines.length)}`]: 1 };
  const words = text.split(/\s+/u);
  features[`words ${String(words.length <= 4 ? words.length : words.length <= 8 ? 6 : 10)}`] = 1;
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters === letters.toUpperCase()) features['capitals'] = 1;
  else if (words.every((word) => !/^\p{Ll}{4,}/u.test(word))) features['title case'] = 1;
  else features['lower case'] = 1;
  const line = (range: TextRange): string => all.slice(range.start, range.end);
  if (!TITLE_WORD.test(line(lines[0]!))) features['first line without title word'] = 1;
  if (!TITLE_WORD.test(line(lines.at(-1)!))) features['last line without title word'] = 1;
  const letteredCase = lines.map((one) => line(one) === line(one).toUpperCase());
  if (letteredCase.some((value) => value !== letteredCase[0])) features['cases differ'] = 1;
  if (lines.slice(1).some(({ startsParagraph }) => startsParagraph)) features['several paragraphs'] = 1;
  if (/[.;:]$/u.test(text)) features[`ends ${text.at(-1)!}`] = 1;
  const following = next === undefined ? '' : line(next);
  addSigns(features, SIGNS, { text, next: following });
  for (const [name, range] of [
    ['first', lines[0]!],
    ['last', lines.at(-1)!],
  ] as const)
    if (range.words === 1) features[`${name} line one word`] = 1;
  features[`last word ${kindOf(words.at(-1)!.replace(/[^a-z]/giu, ''))}`] = 1;
  features[`first word ${kindOf(words[0]!)}`] = 1;
  if (next !== undefined && TITLE_WORD.test(following) && next.words <= 8) features['title word follows'] = 1;
  const distance = preamble.start - lines.at(-1)!.end;
  features[
    distance < 0
      ? 'after preamble start'
      : distance < 60
        ? 'just before preamble'
        : distance < 400
          ? 'before preamble'
          : 'far before preamble'
  ] = 1;
  return features;
}
