/**
 * Rows of a wage statement: codes with amounts (box 12), states and localities (boxes 15 to 20). States and localities
 * are columns below their captions, or above on some forms; a column extends to the next caption, and values on one row
 * belong together.
 */
import type { Field } from '../field.ts';
import type { FoundCaption } from '../captions/captions.ts';
import type { PageText, PlacedWord } from '../captions/page-text.ts';
import { centerY, rowsOf, textOf } from '../captions/page-text.ts';
import type { Box } from '../../reading/model/page.ts';
import { STATES } from '../../../shared/text/states.ts';
import { arrayField, objectField } from '../captions/build-field.ts';
import type { ValueCell } from './cells.ts';
import type { FieldWriter } from './field-writer.ts';
import type { Grid } from './form-grid.ts';
import { cellAround } from './form-grid.ts';
import { findAmounts } from './readers.ts';

const CODES = new Set('A B C D E F G H J K L M N P Q R S T V W Y Z AA BB DD EE FF GG HH II'.split(' '));

/** A code of one or two capitals and its amount. Captions print C, o, d, e below each other, smaller than the values. */
export function readCodedAmount({ words, caption, ruled }: ValueCell, writer: FieldWriter): Field | undefined {
  const joined = words.find(({ text }) => CODES.has(JOINED.exec(text)?.[1] ?? ''));
  if (joined !== undefined) return readJoinedCode(joined, { caption: caption.score, ruled }, writer);
  const [amount] = findAmounts(words).filter(({ cents, words: own }) => cents || textOf(own).length > 2);
  const letters = withoutCodeLetters(words).filter(({ text }) => CODES.has(text.replace(/[^A-Z]/gu, '')) && /^[^a-z\d]{1,4}$/u.test(text));
  const letter = amount === undefined ? letters[0] : nearestTo(letters, amount.words[0]!);
  if (amount === undefined && letter === undefined) return undefined;
  const source = { caption: caption.score, ruled };
  const value: Record<string, Field> = {};
  if (letter !== undefined)
    value['LetterCode'] = writer.text(
      [letter],
      { kind: 'letter', ...source, alone: letters.length === 1, shape: amount !== undefined },
      letter.text.replace(/[^A-Z]/gu, ''),
    );
  if (amount !== undefined)
    value['Amount'] = writer.write({ type: 'number', value: amount.value }, amount.words, {
      kind: 'coded',
      ...source,
      shape: letter !== undefined,
    });
  return objectField(value);
}

/** A code that is printed or read without a gap before its amount. */
const JOINED = /^([A-Z]{1,2})[:|.-]?\$?(\d[\d,]*\.\d\d)$/u;

function readJoinedCode(word: PlacedWord, source: { caption: number; ruled: boolean }, writer: FieldWriter): Field {
  const [, letter, amount] = JOINED.exec(word.text) as unknown as [string, string, string];
  return objectField({
    LetterCode: writer.text([word], { kind: 'letter', ...source, alone: false }, letter),
    Amount: writer.write({ type: 'number', value: Number(amount.replaceAll(',', '')) }, [word], { kind: 'coded', ...source }),
  });
}

/** Drops the letters of Code, which are printed below each other: three or more single letters, or small ones. */
function withoutCodeLetters(words: readonly PlacedWord[]): PlacedWord[] {
  const single = words.filter(({ text }) => /^[Ccode0]$/iu.test(text));
  const heightOf = ({ box }: PlacedWord): number => box.bottom - box.top;
  const tallest = Math.max(...words.map(heightOf));
  const isStacked = (word: PlacedWord): boolean => {
    const below = single.filter(
      (other) =>
        other !== word &&
        Math.abs(word.box.left - other.box.left) < 0.7 * heightOf(word) &&
        Math.abs(centerY(word.box) - centerY(other.box)) < 4.5 * heightOf(word),
    );
    return below.length >= 2 || (below.length === 1 && heightOf(word) < 0.75 * tallest);
  };
  return words.filter((word) => !single.includes(word) || !isStacked(word));
}

/** The word nearest in the row of another one. */
function nearestTo(words: readonly PlacedWord[], to: PlacedWord): PlacedWord | undefined {
  const height = to.box.bottom - to.box.top;
  return words
    .filter(({ box }) => Math.abs(centerY(box) - centerY(to.box)) < 0.9 * height && box.left < to.box.left)
    .sort((a, b) => b.box.left - a.box.left)[0];
}

export interface Rows {
  fields: Record<string, Field>;
  used: Set<PlacedWord>;
}

interface Column {
  name: string;
  left: number;
  right: number;
  score: number;
  ruled: boolean;
}

const ARRAYS = {
  StateTaxInfos: ['State', 'StateWagesTipsEtc', 'StateIncomeTax'],
  LocalTaxInfos: ['LocalWagesTipsEtc', 'LocalIncomeTax', 'LocalityName'],
} as const;

/** Captions of states and localities are in one row or in two. */
export function readRows(
  page: PageText,
  captions: readonly FoundCaption[],
  all: readonly FoundCaption[],
  names: Readonly<Record<string, string>>,
  limits: Box,
  grid: Grid | undefined,
  writer: FieldWriter,
): Rows {
  const used = new Set<PlacedWord>();
  const parts: Record<string, EntryPart[]> = { StateTaxInfos: [], LocalTaxInfos: [] };
  for (const [captionRow, own] of captionRows(captions, page.height).entries()) {
    const columns = columnsOf(own, names, limits, page.height, grid);
    const slope = slopeOf(own);
    const words = findRowWords(page, own, all, columns, limits, slope).filter((word) => !used.has(word));
    for (const row of rowsOf(words.map((word) => ({ word, box: level(word.box, slope) }))).map((entries) =>
      entries.map(({ word }) => word),
    )) {
      for (const [array, wanted] of Object.entries(ARRAYS)) {
        const value = readEntry(
          row,
          columns.filter(({ name }) => (wanted as readonly string[]).includes(name)),
          used,
          writer,
        );
        const height = Math.max(...row.map(({ box }) => box.bottom - box.top));
        const at = Math.min(...row.map(({ box }) => level(box, slope).top));
        if (Object.keys(value).length > 0) parts[array]!.push({ value, at, height, captionRow });
      }
    }
  }
  return {
    fields: Object.fromEntries(
      Object.entries(parts)
        .map(([array, own]) => [array, entriesOf(own)] as const)
        .filter(([, own]) => own.length > 0)
        .map(([array, own]) => [array, arrayField(own)]),
    ),
    used,
  };
}

/** Values of one row of words. */
interface EntryPart {
  value: Record<string, Field>;
  at: number;
  height: number;
  captionRow: number;
}

/** How far values of one entry are above or below each other at most, in their height. */
const MAX_SHIFT = 1.3;

/** Joins parts that are nearly in one row, then boxes that are printed below each other instead of beside each other. */
function entriesOf(parts: readonly EntryPart[]): Field[] {
  const areDisjoint = (one: EntryPart, other: EntryPart): boolean => Object.keys(one.value).every((name) => !(name in other.value));
  const rows: EntryPart[] = [];
  for (const part of [...parts].sort((a, b) => a.captionRow - b.captionRow || a.at - b.at)) {
    const last = rows.at(-1);
    if (
      last?.captionRow === part.captionRow &&
      part.at - last.at < MAX_SHIFT * Math.max(last.height, part.height) &&
      areDisjoint(last, part)
    )
      last.value = { ...last.value, ...part.value };
    else rows.push({ ...part });
  }
  const groups = [...Map.groupBy(rows, ({ captionRow }) => captionRow).values()];
  const entries: EntryPart[] = [];
  for (const group of groups) {
    const start = entries.length - group.length;
    const above = entries.slice(Math.max(0, start));
    if (start >= 0 && group.every((part, i) => areDisjoint(above[i]!, part)))
      for (const [i, part] of group.entries()) entries[start + i]!.value = { ...above[i]!.value, ...part.value };
    else entries.push(...group);
  }
  return entries
    .map(({ value }) => value)
    .filter((value) => Object.keys(value).some((name) => name !== 'EmployerStateIdNumber'))
    .map((value) => objectField(value));
}

/** Change of height per unit of length of a row in a photograph. */
const MAX_SLOPE = 0.05;

/** The slope of the row of captions, by least squares. */
function slopeOf(captions: readonly FoundCaption[]): number {
  if (captions.length < 3) return 0;
  const points = captions.map(({ words }) => ({ x: words[0]!.box.left, y: centerY(words[0]!.box) }));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const slope = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / Math.max(spread, 1e-9);
  return Math.abs(slope) < 2 * MAX_SLOPE ? slope : 0;
}

/** The box in a row that is turned level. */
function level(box: Box, slope: number): Box {
  const down = slope * box.left;
  return { ...box, top: box.top - down, bottom: box.bottom - down };
}

function captionRows(captions: readonly FoundCaption[], height: number): FoundCaption[][] {
  const rows: FoundCaption[][] = [];
  for (const caption of [...captions].sort((a, b) => a.box.top - b.box.top)) {
    const row = rows.at(-1);
    const isNear = ({ box }: FoundCaption): boolean =>
      Math.abs(caption.box.top - box.top) < 0.7 * height + MAX_SLOPE * Math.abs(caption.box.left - box.left);
    const isAboveOrBelow = ({ box }: FoundCaption): boolean => caption.box.left < box.right && caption.box.right > box.left;
    if (row?.some(isNear) === true && !row.some(isAboveOrBelow)) row.push(caption);
    else rows.push([caption]);
  }
  return rows;
}

/** Words below the captions up to the next ones; if there are none, words above. */
function findRowWords(
  page: PageText,
  own: readonly FoundCaption[],
  all: readonly FoundCaption[],
  columns: readonly Column[],
  limits: Box,
  slope: number,
): PlacedWord[] {
  const captionWords = new Set(all.flatMap(({ words }) => [...words]));
  const boxes = own.map(({ box }) => level(box, slope));
  const top = Math.max(...boxes.map(({ bottom }) => bottom));
  const left = Math.min(...columns.map((column) => column.left));
  const others = all.filter((caption) => !own.includes(caption) && caption.box.right > left).map(({ box }) => level(box, slope));
  const reach = Math.max(...boxes.map(({ right }) => right)) + 12 * page.height;
  const next = Math.min(
    limits.bottom - slope * left,
    ...others.filter((box) => box.top > top - 0.3 * page.height && box.left < reach).map((box) => box.top),
  );
  const free = page.words
    .filter((word) => !captionWords.has(word) && word.box.left >= left && word.box.left < limits.right && /[\p{L}\p{N}]/u.test(word.text))
    .map((word) => ({ word, at: centerY(level(word.box, slope)) }));
  const under = free.filter(({ at }) => at > top - 0.2 * page.height && at < next).map(({ word }) => word);
  if (under.some(({ text }) => /\d/u.test(text))) return under;
  const start = Math.min(...boxes.map((box) => box.top));
  const before = Math.max(limits.top - slope * left, ...others.filter((box) => box.bottom < start).map((box) => box.bottom));
  const above = free
    .filter(({ at }) => at < start + 0.2 * page.height && at > Math.max(before, start - 7 * page.height))
    .map(({ word }) => word);
  // Words above count only from the first row that starts with a state.
  const rows = rowsOf(above);
  const first = rows.findIndex((row) => isState(row[0]!.text));
  return first < 0 ? [] : rows.slice(first).flat();
}

/**
 * A column extends from its caption to the next. The state column starts at the left edge of the form, because its
 * caption may be split.
 */
function columnsOf(
  own: readonly FoundCaption[],
  names: Readonly<Record<string, string>>,
  limits: Box,
  height: number,
  grid: Grid | undefined,
): Column[] {
  return [...own]
    .sort((a, b) => a.box.left - b.box.left)
    .map(({ id, box, score }) => {
      const beside = own.filter((other) => other.box.left > box.left + height).map((other) => other.box.left);
      const cell = grid === undefined ? {} : cellAround(grid, box, height);
      const before = own.filter((other) => other.box.right < box.left).map((other) => other.box.right);
      const wall = cell.left !== undefined && cell.left > Math.max(-Infinity, ...before) ? cell.left : undefined;
      return {
        name: names[id]!,
        left: names[id] === 'State' ? limits.left : (wall ?? box.left - 1.2 * height),
        right: Math.min(limits.right, cell.right ?? Infinity, ...beside) - (cell.right === undefined ? 0.5 * height : 0),
        score,
        ruled: wall !== undefined && cell.right !== undefined,
      };
    });
}

const states = new Set(STATES['US']);
const isState = (text: string): boolean =>
  states.has(text.replace(/[^A-Za-z]/gu, '').toUpperCase()) && text.replace(/[^A-Za-z]/gu, '').length === 2;

/** State and number without a space: PA1234567. */
const startsWithState = (text: string): boolean => /^[A-Z]{2}[^\p{L}]?\d[\d-]{4,}$/u.test(text) && isState(text.slice(0, 2));

/** Words with figures, and short words in capitals before them: `WTH 123 456`. */
const stateNumber = (words: readonly PlacedWord[]): PlacedWord[] =>
  words.filter(
    ({ text, box }, i) =>
      /\d/u.test(text) ||
      (/^[A-Z]{2,4}$/u.test(text) &&
        /\d/u.test(words[i + 1]?.text ?? '') &&
        words[i + 1]!.box.left - box.right < 1.2 * (box.bottom - box.top) &&
        !isState(text)),
  );

/** Without the rule between the boxes of state and number, which is read as 1. */
const withoutRule = (words: readonly PlacedWord[]): readonly PlacedWord[] =>
  words.length > 1 && words[0]!.text === '1' && words[1]!.text.length > 3 ? words.slice(1) : words;

function readEntry(
  row: readonly PlacedWord[],
  columns: readonly Column[],
  used: Set<PlacedWord>,
  writer: FieldWriter,
): Record<string, Field> {
  const value: Record<string, Field> = {};
  for (const { name, left, right, score, ruled } of columns) {
    const own = row.filter(({ box }) => (box.left + box.right) / 2 >= left && (ruled ? (box.left + box.right) / 2 : box.left) < right);
    const source = { caption: score, ruled };
    if (own.length === 0) continue;
    const take = (words: readonly PlacedWord[]): readonly PlacedWord[] => {
      for (const word of words) used.add(word);
      return words;
    };
    if (name === 'State') {
      const state = own.find(({ text }) => isState(text)) ?? own.find(({ text }) => startsWithState(text));
      const rest = state !== undefined && !isState(state.text) ? state.text.slice(2).replace(/^[^\p{L}\p{N}]+/u, '') : undefined;
      const id = withoutRule(stateNumber(own.filter((word) => word !== state && !/[.,]\d\d$/u.test(word.text))));
      if (state !== undefined)
        value['State'] = writer.text(take([state]), { kind: 'state', ...source }, state.text.replace(/[^A-Za-z]/gu, '').toUpperCase());
      if (rest !== undefined && id.length === 0)
        value['EmployerStateIdNumber'] = writer.text([state!], { kind: 'stateId', ...source, shape: false }, rest);
      // A rule before the number is read as a letter.
      const number = textOf(id).replace(/^[Il|](?=\d{6,})/u, '');
      if (id.length > 0)
        value['EmployerStateIdNumber'] = writer.text(take(id), { kind: 'stateId', ...source, alone: id.length === 1 }, number);
    } else if (name === 'LocalityName')
      value[name] = writer.text(take(own), { kind: 'locality', ...source }, textOf(own).replace(/[_|]+$/u, ''));
    else {
      const [amount] = findAmounts(own).filter(({ cents, words }) => cents || textOf(words).length > 1);
      if (amount !== undefined)
        value[name] = writer.write({ type: 'number', value: amount.value }, take(amount.words), {
          kind: 'rowAmount',
          ...source,
          shape: amount.cents,
        });
    }
  }
  return value;
}
