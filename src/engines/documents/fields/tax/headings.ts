/** Head and foot of a form: year, variant and copy. */
import type { Field } from '../field.ts';
import type { FoundCaption } from '../captions/captions.ts';
import type { PageText, PlacedWord } from '../captions/page-text.ts';
import { centerY } from '../captions/page-text.ts';
import type { Box } from '../../reading/model/page.ts';
import type { FieldWriter } from './field-writer.ts';

const FULL_YEAR = /^(?:19[89]\d|20\d\d)$/u;
/** Words before the year that follows the tax year: a period beginning January to March. */
const NEXT_PERIOD = /(?:January|March|Jan\.?|Mar\.?)[-–—]?$/iu;

/** The head extends a few lines above the first caption. */
const isInside = ({ box }: { box: Box }, limits: Box, frame: Box, height: number): boolean =>
  centerY(box) > Math.max(limits.top, frame.top - 5 * height) &&
  centerY(box) < Math.max(limits.bottom, frame.bottom + 3 * height) &&
  box.left >= limits.left - 2 * height &&
  box.left < limits.right;

/** The year in the largest print; years in sentences are small, and a year after `Rev.` is the revision. */
export function findYear(
  page: PageText,
  captions: readonly FoundCaption[],
  limits: Box,
  frame: Box,
  asNumber: boolean,
  writer: FieldWriter,
): Field | undefined {
  const captionWords = new Set(captions.flatMap(({ words }) => [...words]));
  const following = page.words.findIndex(
    (word, i) =>
      i > 0 && FULL_YEAR.test(word.text) && NEXT_PERIOD.test(page.words[i - 1]!.text) && isInside(word, limits, frame, page.height),
  );
  const yearCaption = captions.find(({ id }) => id === 'year');
  const years = page.words
    .map((word, i) => ({ word, i }))
    .filter(
      ({ word, i }) =>
        i !== following && FULL_YEAR.test(word.text) && isInside(word, limits, frame, page.height) && !captionWords.has(word),
    );
  const score = ({ word, i }: { word: PlacedWord; i: number }): number => {
    const height = (word.box.bottom - word.box.top) / page.height;
    const line = page.lines[word.line]!;
    const revised = /^\(?rev/iu.test(page.words[i - 1]?.text ?? '') || /^\(?rev/iu.test(page.words[i - 2]?.text ?? '');
    const near =
      yearCaption === undefined
        ? 0
        : 3 / (1 + Math.hypot(word.box.left - yearCaption.box.right, word.box.top - yearCaption.box.bottom) / page.height);
    return height + near - (revised ? 3 : 0) - 0.3 * Math.min(6, line.words.length - 1);
  };
  const ranked = years.map((year) => ({ ...year, score: score(year) })).sort((a, b) => b.score - a.score);
  const split = ranked[0] === undefined ? splitYear(page, yearCaption) : undefined;
  if (split !== undefined) return writeYear(split.text, split.words, { alone: true, shape: true }, asNumber, writer);
  const [first, second] = ranked;
  if (first === undefined) {
    const titled = yearOfTitle(page, limits, frame);
    if (titled !== undefined) return writeYear(titled.text, [titled], { alone: true, shape: true }, asNumber, writer);
    const later = page.words[following];
    return later === undefined
      ? undefined
      : writeYear(String(Number(later.text) - 1), [later], { alone: true, shape: false }, asNumber, writer);
  }
  const sole = second === undefined || second.word.text === first.word.text || first.score - second.score > 0.5;
  const inText = page.lines[first.word.line]!.words.length > 3 && yearCaption === undefined;
  return writeYear(first.word.text, [first.word], { alone: sole, shape: !inText }, asNumber, writer);
}

const FORM_NAME = /^(?:W-?2|1098(?:-?[ET])?)$/u;
/** Heights of text between the title of a substitute form and its boxes, and between the title and the year. */
const MAX_TITLE_GAP = 12;
const MAX_YEAR_GAP = 3;

/** The year in the area of the form's name, which substitute forms may print above their boxes. */
function yearOfTitle(page: PageText, limits: Box, frame: Box): PlacedWord | undefined {
  const isNear = ({ box }: PlacedWord): boolean =>
    centerY(box) > frame.top - MAX_TITLE_GAP * page.height &&
    centerY(box) < frame.bottom + MAX_TITLE_GAP * page.height &&
    box.left >= limits.left - 2 * page.height &&
    box.left < limits.right;
  const near = page.words.filter(isNear);
  const names = near.filter(({ text }) => FORM_NAME.test(text));
  const distance = ({ box }: PlacedWord): number => Math.min(...names.map((name) => Math.abs(centerY(name.box) - centerY(box))));
  const [year] = near
    .filter((word) => FULL_YEAR.test(word.text) && distance(word) < MAX_YEAR_GAP * page.height)
    .sort((a, b) => distance(a) - distance(b));
  return year;
}

function writeYear(
  text: string,
  words: readonly PlacedWord[],
  evidence: { alone: boolean; shape: boolean },
  asNumber: boolean,
  writer: FieldWriter,
): Field {
  const own = { kind: 'year', ...evidence };
  return asNumber ? writer.write({ type: 'number', value: Number(text) }, words, own) : writer.text(words, own, text);
}

/** 20 and 24 as two words after `For calendar year`. */
function splitYear(page: PageText, yearCaption: FoundCaption | undefined): { text: string; words: PlacedWord[] } | undefined {
  for (let i = 0; i + 1 < page.words.length; i++) {
    const [century, year] = [page.words[i]!, page.words[i + 1]!];
    const close =
      yearCaption === undefined
        ? century.box.bottom - century.box.top > 1.3 * page.height
        : Math.abs(centerY(century.box) - centerY(yearCaption.box)) < 3 * page.height;
    if (century.text === '20' && /^\d\d$/u.test(year.text) && close) return { text: `20${year.text}`, words: [century, year] };
  }
  return undefined;
}

const TERRITORIES = [
  { variant: 'W-2AS', words: /^samoa$/iu },
  { variant: 'W-2GU', words: /^guam$/iu },
  { variant: 'W-2VI', words: /^(?:v\.?i\.?|virgin)$/iu },
  { variant: 'W-2CM', words: /^(?:cnmi|mariana)$/iu },
] as const;

/** The largest print of the form's name; if it was not read, what the title and captions say. */
export function findVariant(page: PageText, limits: Box, frame: Box, writer: FieldWriter): Record<string, Field> {
  const inside = page.words.filter((one) => isInside(one, limits, frame, page.height));
  const [word] = inside
    .filter(({ text }) => /^W-?2(?:AS|CM|GU|VI|c)?$/u.test(text))
    .sort((a, b) => b.box.bottom - b.box.top - (a.box.bottom - a.box.top));
  const territory = TERRITORIES.find(({ words }) => inside.some(({ text }) => words.test(text)))?.variant;
  if (word !== undefined) {
    const read = word.text.replace(/^W2/u, 'W-2');
    return { W2FormVariant: writer.text([word], { kind: 'variant' }, read === 'W-2' ? (territory ?? read) : read) };
  }
  const title = inside.filter(({ text }) => /^(?:wage|statement)$/iu.test(text));
  return { W2FormVariant: writer.text(title, { kind: 'variant', shape: false }, territory ?? 'W-2') };
}

/** The line that starts with `Copy` and a letter or digit, and its continuation. */
export function findCopyName(page: PageText, limits: Box, frame: Box, writer: FieldWriter): Record<string, Field> {
  for (const [i, line] of page.lines.entries()) {
    const at = line.words.findIndex(({ text }, k) => /^copy$/iu.test(text) && /^[ABCD12][-—–:,.]*/u.test(line.words[k + 1]?.text ?? ''));
    if (at < 0 || !isInside(line, limits, frame, page.height)) continue;
    const words = [...line.words.slice(at)];
    const beside = page.lines.find(
      ({ box }) =>
        Math.abs(centerY(box) - centerY(line.box)) < 0.4 * page.height &&
        box.left >= line.box.right - 0.2 * page.height &&
        box.left - line.box.right < 2 * page.height,
    );
    if (beside !== undefined && !/[.]$/u.test(line.text)) words.push(...beside.words);
    const next = page.lines
      .slice(i + 1)
      .find(
        ({ box }) =>
          box.top > line.box.top + 0.3 * page.height &&
          box.top - line.box.top < 1.8 * page.height &&
          Math.abs(box.left - words[0]!.box.left) < 2 * page.height,
      );
    if (next !== undefined && !/[.]$/u.test(line.text) && !/^(?:OMB|[a-f]\b|\d)/u.test(next.text)) words.push(...next.words);
    return { W2Copy: writer.text(words, { kind: 'copy' }) };
  }
  return {};
}
