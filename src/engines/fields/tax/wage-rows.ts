/**
 * Rows of a wage statement: codes with amounts (box 12), states and localities (boxes 15 to 20). States and localities
 * are columns below their captions, or above on some forms; a column extends to the next caption, and values on one row
 * belong together.
 */
import type { Field } from '../field.ts';
import type { CaptionBox } from '../captions/caption-boxes.ts';
import type { FoundCaption } from '../captions/captions.ts';
import type { PageText, PlacedWord } from '../captions/page-text.ts';
import { centerY, rowsOf, textOf } from '../captions/page-text.ts';
import type { Box } from '../../reading/model/page.ts';
import { STATES } from '../values/address-words.ts';
import { arrayField, buildField, objectField, buildStringField } from '../captions/build-field.ts';
import { findAmounts, captionCertainty } from './readers.ts';

const CODES = new Set('A B C D E F G H J K L M N P Q R S T V W Y Z AA BB DD EE FF GG HH II'.split(' '));

/** A code of one or two capitals and its amount. */
export function readCodedAmount({ words, caption }: CaptionBox): Field | undefined {
  const [amount] = findAmounts(words).filter(({ cents, words: own }) => cents || textOf(own).length > 2);
  const letter = words.find(({ text }) => CODES.has(text.replace(/[^A-Z]/gu, '')) && /^[^a-z\d]{1,4}$/u.test(text));
  if (amount === undefined && letter === undefined) return undefined;
  const value: Record<string, Field> = {};
  if (letter !== undefined)
    value['LetterCode'] = buildStringField([letter], 0.95 * captionCertainty(caption.score), letter.text.replace(/[^A-Z]/gu, ''));
  if (amount !== undefined)
    value['Amount'] = buildField({ type: 'number', value: amount.value }, amount.words, 0.96 * captionCertainty(caption.score));
  return objectField(value);
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
): Rows {
  const used = new Set<PlacedWord>();
  const entries: Record<string, Field[]> = { StateTaxInfos: [], LocalTaxInfos: [] };
  for (const own of captionRows(captions, page.height)) {
    const columns = columnsOf(own, names, limits, page.height);
    for (const row of rowsOf(findRowWords(page, own, all, columns, limits))) {
      for (const [array, wanted] of Object.entries(ARRAYS)) {
        const entry = buildEntry(
          row,
          columns.filter(({ name }) => (wanted as readonly string[]).includes(name)),
          used,
        );
        if (entry !== undefined) entries[array]!.push(entry);
      }
    }
  }
  return {
    fields: Object.fromEntries(
      Object.entries(entries)
        .filter(([, own]) => own.length > 0)
        .map(([array, own]) => [array, arrayField(own)]),
    ),
    used,
  };
}

function captionRows(captions: readonly FoundCaption[], height: number): FoundCaption[][] {
  const rows: FoundCaption[][] = [];
  for (const caption of [...captions].sort((a, b) => a.box.top - b.box.top)) {
    const row = rows.at(-1);
    if (row !== undefined && caption.box.top - row[0]!.box.top < 0.7 * height) row.push(caption);
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
): PlacedWord[] {
  const captionWords = new Set(all.flatMap(({ words }) => [...words]));
  const top = Math.max(...own.map(({ box }) => box.bottom));
  const left = Math.min(...columns.map((column) => column.left));
  const others = all.filter((caption) => !own.includes(caption) && caption.box.right > left);
  const reach = Math.max(...own.map(({ box }) => box.right)) + 12 * page.height;
  const next = Math.min(
    limits.bottom,
    ...others.filter(({ box }) => box.top > top - 0.3 * page.height && box.left < reach).map(({ box }) => box.top),
  );
  const free = page.words.filter(
    (word) => !captionWords.has(word) && word.box.left >= left && word.box.left < limits.right && /[\p{L}\p{N}]/u.test(word.text),
  );
  const under = free.filter(({ box }) => centerY(box) > top - 0.2 * page.height && centerY(box) < next);
  if (under.some(({ text }) => /\d/u.test(text))) return under;
  const start = Math.min(...own.map(({ box }) => box.top));
  const before = Math.max(limits.top, ...others.filter(({ box }) => box.bottom < start).map(({ box }) => box.bottom));
  const above = free.filter(
    ({ box }) => centerY(box) < start + 0.2 * page.height && centerY(box) > Math.max(before, start - 7 * page.height),
  );
  // Words above count only from the first row that starts with a state.
  const rows = rowsOf(above);
  const first = rows.findIndex((row) => isState(row[0]!.text));
  return first < 0 ? [] : rows.slice(first).flat();
}

/**
 * A column extends from its caption to the next. The state column starts at the left edge of the form, because its
 * caption may be split.
 */
function columnsOf(own: readonly FoundCaption[], names: Readonly<Record<string, string>>, limits: Box, height: number): Column[] {
  return [...own]
    .sort((a, b) => a.box.left - b.box.left)
    .map(({ id, box, score }) => {
      const beside = own.filter((other) => other.box.left > box.left + height).map((other) => other.box.left);
      return {
        name: names[id]!,
        left: names[id] === 'State' ? limits.left : box.left - 1.2 * height,
        right: Math.min(limits.right, ...beside) - 0.5 * height,
        score,
      };
    });
}

const states = new Set(STATES['US']);
const isState = (text: string): boolean =>
  states.has(text.replace(/[^A-Za-z]/gu, '').toUpperCase()) && text.replace(/[^A-Za-z]/gu, '').length === 2;

function buildEntry(row: readonly PlacedWord[], columns: readonly Column[], used: Set<PlacedWord>): Field | undefined {
  const value: Record<string, Field> = {};
  for (const { name, left, right, score } of columns) {
    const own = row.filter(({ box }) => (box.left + box.right) / 2 >= left && box.left < right);
    if (own.length === 0) continue;
    const take = (words: readonly PlacedWord[]): readonly PlacedWord[] => {
      for (const word of words) used.add(word);
      return words;
    };
    if (name === 'State') {
      const state = own.find(({ text }) => isState(text));
      const id = own.filter((word) => word !== state && /\d/u.test(word.text) && !/[.,]\d\d$/u.test(word.text));
      if (state !== undefined)
        value['State'] = buildStringField(
          take([state]),
          0.97 * captionCertainty(score),
          state.text.replace(/[^A-Za-z]/gu, '').toUpperCase(),
        );
      if (id.length > 0) value['EmployerStateIdNumber'] = buildStringField(take(id), 0.93 * captionCertainty(score));
    } else if (name === 'LocalityName')
      value[name] = buildStringField(take(own), 0.92 * captionCertainty(score), textOf(own).replace(/[_|]+$/u, ''));
    else {
      const [amount] = findAmounts(own).filter(({ cents, words }) => cents || textOf(words).length > 1);
      if (amount !== undefined)
        value[name] = buildField({ type: 'number', value: amount.value }, take(amount.words), 0.96 * captionCertainty(score));
    }
  }
  const names = Object.keys(value);
  return names.length === 0 || (names.length === 1 && names[0] === 'EmployerStateIdNumber') ? undefined : objectField(value);
}
