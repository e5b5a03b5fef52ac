/**
 * Repairs OCR errors in machine-readable zones by what each position may contain (ICAO 9303), and tries lookalike
 * characters in a number whose check digit fails. One number in ten has a valid check digit by chance, so a repair is
 * accepted only if the check digit of the whole zone is valid.
 */

export type ZoneFormat = 'TD1' | 'TD2' | 'TD3';

export const LENGTHS: Readonly<Record<ZoneFormat, { lines: number; length: number }>> = {
  TD1: { lines: 3, length: 30 },
  TD2: { lines: 2, length: 36 },
  TD3: { lines: 2, length: 44 },
};

/** Keeps capitals, digits and fillers; other characters that stand for a filler become one. */
export function cleanZoneLine(text: string): string {
  return text
    .replace(/[\s'’`"“”.,_~-]/gu, '')
    .replace(/[«]/gu, '<<')
    .replace(/[‹({[⟨≤く]/gu, '<')
    .replace(/[»›)}\]]/gu, '<')
    .replace(/[c¢€kes](?=[<ckes])|(?<=<)[ckes¢€]/gu, '<')
    .toUpperCase()
    .replace(/[^A-Z0-9<]/gu, '<');
}

/** Whether an OCR line can belong to a zone by length and characters. */
export function looksLikeZone(text: string): boolean {
  const compact = text.replace(/\s/gu, '');
  if (compact.length < 24 || compact.length > 60) return false;
  const cleanedText = cleanZoneLine(text);
  const fillers = cleanedText.replace(/[^<]/gu, '').length;
  const figures = cleanedText.replace(/\D/gu, '').length;
  const small = compact.replace(/[^a-z]/gu, '').length;
  return small < compact.length / 4 && (fillers >= 3 || (figures >= 12 && fillers >= 1) || figures >= 20);
}

/** Trailing fillers of the name line are sometimes read as K, C, S, L or E. */
export function repairTrailingFillers(line: string): string {
  const tail = /[<KCSLEGXR4]{4,}$/u.exec(line)?.[0] ?? '';
  for (let start = 0; start < tail.length; start++) {
    const rest = tail.slice(start);
    const fillers = rest.replace(/[^<]/gu, '').length;
    if (rest.startsWith('<<') && fillers >= 0.5 * rest.length) return line.slice(0, line.length - rest.length) + '<'.repeat(rest.length);
  }
  return line;
}

/** Adds or removes fillers at the longest run to match the length. */
export function fitLength(line: string, length: number): string {
  if (line.length === length) return line;
  const runs = [...line.matchAll(/<+/gu)].sort((a, b) => b[0].length - a[0].length);
  const [run] = runs;
  const at = run === undefined ? line.length : run.index + run[0].length;
  if (line.length < length) return line.slice(0, at) + '<'.repeat(length - line.length) + line.slice(at);
  const extra = line.length - length;
  if (run !== undefined && run[0].length > extra) return line.slice(0, at - extra) + line.slice(at);
  return line.slice(0, length);
}

const TO_FIGURE: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  U: '0',
  I: '1',
  L: '1',
  J: '1',
  Z: '2',
  A: '4',
  S: '5',
  G: '6',
  B: '8',
  T: '7',
};
const TO_LETTER: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 4: 'A', 5: 'S', 6: 'G', 8: 'B' };

const figures = (text: string): string => text.replace(/[A-Z]/gu, (letter) => TO_FIGURE[letter] ?? letter);
const letters = (text: string): string => text.replace(/\d/gu, (figure) => TO_LETTER[figure] ?? figure);

const WEIGHTS = [7, 3, 1];

export function checkDigit(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const value = code >= 48 && code <= 57 ? code - 48 : code >= 65 && code <= 90 ? code - 55 : 0;
    sum += value * WEIGHTS[i % 3]!;
  }
  return String(sum % 10);
}

const SWAPS: Readonly<Record<string, string>> = {
  O: '0',
  0: 'OQD',
  Q: '0',
  D: '0',
  I: '1',
  1: 'IL',
  L: '1',
  Z: '2',
  2: 'Z',
  S: '5',
  5: 'S',
  B: '8',
  8: 'B',
  G: '6',
  6: 'G',
  A: '4',
  4: 'A',
  T: '7',
  7: 'T',
  K: '<',
  C: '<',
  '<': 'K',
};

/** The text if its check digit is valid, otherwise variants with one or two lookalikes replaced for which it is. */
export function alternativesWithCheckDigit(text: string, digit: string): string[] {
  if (checkDigit(text) === digit) return [text];
  const once = swapLookalikes(text);
  const fit = once.filter((tried) => checkDigit(tried) === digit);
  const twice = once
    .slice(0, 40)
    .flatMap(swapLookalikes)
    .filter((tried) => checkDigit(tried) === digit);
  return [...new Set([...fit, ...twice])].slice(0, MAX_TRIES);
}

/** Maximum number of variants tried. */
const MAX_TRIES = 40;

function swapLookalikes(text: string): string[] {
  const out: string[] = [];
  for (let i = 0; i < text.length; i++) for (const swap of SWAPS[text[i]!] ?? '') out.push(text.slice(0, i) + swap + text.slice(i + 1));
  return out;
}

interface ZoneRange {
  from: number;
  to: number;
  as: 'figures' | 'letters' | 'checked';
}

/** By format and line: what each range contains. `checked` ranges are followed by their check digit. */
const ZONE_LAYOUT: Readonly<Record<ZoneFormat, readonly (readonly ZoneRange[])[]>> = {
  TD3: [
    [
      { from: 0, to: 1, as: 'letters' },
      { from: 2, to: 44, as: 'letters' },
    ],
    [
      { from: 0, to: 9, as: 'checked' },
      { from: 10, to: 13, as: 'letters' },
      { from: 13, to: 19, as: 'figures' },
      { from: 20, to: 21, as: 'letters' },
      { from: 21, to: 27, as: 'figures' },
    ],
  ],
  TD2: [
    [
      { from: 0, to: 1, as: 'letters' },
      { from: 2, to: 36, as: 'letters' },
    ],
    [
      { from: 0, to: 9, as: 'checked' },
      { from: 10, to: 13, as: 'letters' },
      { from: 13, to: 19, as: 'figures' },
      { from: 20, to: 21, as: 'letters' },
      { from: 21, to: 27, as: 'figures' },
    ],
  ],
  TD1: [
    [
      { from: 0, to: 1, as: 'letters' },
      { from: 2, to: 5, as: 'letters' },
      { from: 5, to: 14, as: 'checked' },
    ],
    [
      { from: 0, to: 6, as: 'figures' },
      { from: 7, to: 8, as: 'letters' },
      { from: 8, to: 14, as: 'figures' },
      { from: 15, to: 18, as: 'letters' },
    ],
    [{ from: 0, to: 30, as: 'letters' }],
  ],
};

/** Lines of the format's length, repaired by position; the document number is left unchanged. */
export function repairZone(lines: readonly string[], format: ZoneFormat): string[] {
  const { length } = LENGTHS[format];
  return lines.map((line, i) => {
    const names = i === (format === 'TD1' ? 2 : 0);
    let out = fitLength(names ? repairNameSeparator(repairTrailingFillers(line), format) : line, length);
    for (const { from, to, as } of ZONE_LAYOUT[format][i]!) {
      const own = out.slice(from, to);
      if (as === 'letters') out = out.slice(0, from) + letters(own) + out.slice(to);
      else out = out.slice(0, from) + (as === 'figures' ? figures(own) : own) + figures(out[to]!) + out.slice(to + 1);
    }
    return i === 1 ? out.slice(0, -1) + figures(out.at(-1)!) : out;
  });
}

/** The lines with alternative document numbers whose check digit is valid. */
export function alternativeNumbers(lines: readonly string[], format: ZoneFormat): string[][] {
  const [row, from, to] = format === 'TD1' ? ([0, 5, 14] as const) : ([1, 0, 9] as const);
  const line = lines[row]!;
  const own = line.slice(from, to);
  return alternativesWithCheckDigit(own, line[to]!)
    .filter((number) => number !== own)
    .map((number) => lines.map((other, i) => (i === row ? line.slice(0, from) + number + line.slice(to) : other)));
}

/** Surname and given names are separated by two fillers; one of them may have been read as a letter. */
function repairNameSeparator(line: string, format: ZoneFormat): string {
  const start = format === 'TD1' ? 0 : 5;
  const names = line.slice(start).replace(/<+$/u, '');
  if (names.includes('<<') || names === '') return line;
  const misread = /<[KCLSE](?=[A-Z]{2})|[KCLSE]<(?=[A-Z])/u.exec(names);
  return misread === null ? line : line.slice(0, start + misread.index) + '<<' + line.slice(start + misread.index + 2);
}
