/** The numbers and bullets of Word's list items. */
import type { Archive } from './zip.ts';
import { walkXml } from './xml.ts';

interface Level {
  format: string;
  text: string;
  start: number;
}

export class ListNumbering {
  /** Levels of each list by id. */
  readonly #lists = new Map<string, Map<number, Level>>();
  readonly #counters = new Map<string, number[]>();

  constructor(archive: Archive, part: string | undefined) {
    const xml = part === undefined ? undefined : archive.text(part);
    if (xml === undefined) return;
    const templates = new Map<string, Map<number, Level>>();
    let levels: Map<number, Level> | undefined;
    let level: Level | undefined;
    let list: string | undefined;
    walkXml(xml, {
      open: ({ name, get }) => {
        const value = get('val') ?? '';
        if (name === 'abstractNum') templates.set(get('abstractNumId') ?? '', (levels = new Map()));
        else if (name === 'num') list = get('numId');
        else if (name === 'lvl') levels?.set(Number(get('ilvl') ?? 0), (level = { format: 'decimal', text: '', start: 1 }));
        else if (name === 'abstractNumId' && list !== undefined) this.#lists.set(list, templates.get(value) ?? new Map<number, Level>());
        else if (level !== undefined && name === 'numFmt') level.format = value;
        else if (level !== undefined && name === 'lvlText') level.text = value;
        else if (level !== undefined && name === 'start') level.start = Number(value) || 0;
      },
      close: (name) => {
        if (name === 'lvl') level = undefined;
        if (name === 'abstractNum') levels = undefined;
        if (name === 'num') list = undefined;
      },
    });
  }

  /** The marker of the next item of a list; empty if the list is unknown. */
  next(list: string, depth: number): string {
    const levels = this.#lists.get(list);
    const level = levels?.get(depth);
    if (levels === undefined || level === undefined || depth > 8) return '';
    if (level.format === 'bullet') return '•';
    if (level.format === 'none') return '';
    const counters = this.#counters.get(list) ?? [];
    this.#counters.set(list, counters);
    counters[depth] = counters[depth] === undefined ? level.start : counters[depth] + 1;
    counters.length = depth + 1;
    return level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      return numeral(counters[at] ?? levels.get(at)?.start ?? 1, levels.get(at)?.format ?? 'decimal');
    });
  }
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function numeral(value: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    case 'decimalZero':
      return String(value).padStart(2, '0');
    default:
      return String(value);
  }
}

/** a to z, then aa, bb, …, as Word counts. */
const letters = (value: number): string =>
  value < 1 || value > 26 * 50 ? String(value) : String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));

function roman(value: number): string {
  if (value < 1 || value > 4999) return String(value);
  let [left, text] = [value, ''];
  for (const [worth, sign] of ROMAN) {
    while (left >= worth) {
      text += sign;
      left -= worth;
    }
  }
  return text;
}
