/**
 * Machine-readable zones of travel documents: what every position may hold and which check digits cover it.
 * ICAO 9303 parts 4 to 7 (passports, cards of two sizes, visas), the French identity card issued until 2021,
 * and the line of European driving licenses.
 */

/** Digits and letters in the order of their values in check digits; the filler, worth nothing, is last. */
export const ZONE_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
export const FILLER = '<';

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const WEIGHTS = [7, 3, 1];

export interface Segment {
  /** For each position the characters it may hold. */
  positions: readonly string[];
  /**
   * Surname and given names, separated by two fillers; names of one kind; or a number without fillers. Behind their end only
   * fillers follow.
   */
  text?: 'full name' | 'names' | 'number';
  isDate?: boolean;
  /** The kind of document: mostly one letter. */
  isCode?: boolean;
  /** Whether a check digit of the segment follows it; `optional` if a filler may stand for it. */
  check?: 'required' | 'optional';
  /** Whether the last check digit of the zone covers the segment with its check digit. */
  inComposite?: boolean;
  /** The check digit of all segments that are `inComposite`. */
  isComposite?: boolean;
}

export interface ZoneFormat {
  name: 'TD1' | 'TD2' | 'TD3' | 'visa A' | 'visa B' | 'French card' | 'driving license';
  length: number;
  lines: readonly (readonly Segment[])[];
}

/** What a character adds to a check digit at this index of the text it covers. */
export const checkValue = (character: number, index: number): number => (character === 36 ? 0 : character) * WEIGHTS[index % 3]!;

export function checkDigit(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += checkValue(ZONE_CHARACTERS.indexOf(text[i]!), i);
  return String(sum % 10);
}

const literal = (text: string): Segment => ({ positions: [...text] });
const positions = (count: number, allowed: string): string[] => Array<string>(count).fill(allowed);
const names = (count: number, text: Segment['text'] = 'full name'): Segment => ({ positions: positions(count, LETTERS + FILLER), text });
const number = (count: number): Segment => ({ positions: [DIGITS + LETTERS, ...positions(count - 1, ZONE_CHARACTERS)], text: 'number' });
const free = (count: number): Segment => ({ positions: positions(count, ZONE_CHARACTERS) });
const covered = (segment: Segment): Segment => ({ ...segment, inComposite: true });
const checked = (segment: Segment, check: Segment['check'] = 'required'): Segment => ({ ...segment, check });

const COUNTRY: Segment = { positions: [LETTERS, LETTERS + FILLER, LETTERS + FILLER] };
const SEX: Segment = { positions: ['MFX<'] };
/** yymmdd; unknown parts are fillers. */
const DATE: Segment = {
  positions: [DIGITS + FILLER, DIGITS + FILLER, '01<', DIGITS + FILLER, '0123<', DIGITS + FILLER],
  isDate: true,
  check: 'required',
  inComposite: true,
};
/** Numbers of French departments; two of them have letters. */
const DEPARTMENT = `${DIGITS}AB`;
const COMPOSITE: Segment = { positions: [DIGITS], isComposite: true };
/** No code ends with a K, which is what a filler is often taken for. */
const code = (letters: string): Segment => ({ positions: [letters, LETTERS.replace('K', '') + FILLER], isCode: true });

const secondLine = (...rest: Segment[]): Segment[] => [covered(checked(number(9), 'optional')), COUNTRY, DATE, SEX, DATE, ...rest];

export const ZONE_FORMATS: readonly ZoneFormat[] = [
  {
    name: 'TD3',
    length: 44,
    lines: [[code('P'), COUNTRY, names(39)], secondLine(covered(checked(free(14), 'optional')), COMPOSITE)],
  },
  { name: 'visa A', length: 44, lines: [[code('V'), COUNTRY, names(39)], secondLine(free(16))] },
  { name: 'TD2', length: 36, lines: [[code('ACIP'), COUNTRY, names(31)], secondLine(covered(free(7)), COMPOSITE)] },
  { name: 'visa B', length: 36, lines: [[code('V'), COUNTRY, names(31)], secondLine(free(8))] },
  {
    name: 'French card',
    length: 36,
    lines: [
      [covered(literal('IDFRA')), covered(names(25, 'names')), covered({ positions: positions(6, `${DEPARTMENT}<`) })],
      [
        covered(checked({ positions: [...positions(4, DIGITS), ...positions(3, DEPARTMENT), ...positions(5, DIGITS)] })),
        covered(names(14, 'names')),
        DATE,
        covered(SEX),
        COMPOSITE,
      ],
    ],
  },
  {
    name: 'TD1',
    length: 30,
    lines: [
      [code('ACIP'), COUNTRY, covered(checked(number(9), 'optional')), covered(free(15))],
      [DATE, SEX, DATE, COUNTRY, covered(free(11)), COMPOSITE],
      [names(30)],
    ],
  },
  {
    name: 'driving license',
    length: 30,
    lines: [[covered({ positions: ['D', '123456789<'] }), covered(COUNTRY), covered(free(24)), COMPOSITE]],
  },
];
