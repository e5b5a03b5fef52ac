/** Numbers of the United States' tax office, with letters read for figures put right and their shape checked. */
import { figuresRepaired } from '../values/dates.ts';

export interface TaxNumber {
  text: string;
  /** All figures are there, and the number is one that is given out. */
  whole: boolean;
}

const HIDDEN = '[*Xx•#]';

/** 123-45-6789, also without strokes, also with its first figures hidden. */
export function socialSecurityNumber(read: string): TaxNumber | undefined {
  const text = figuresRepaired(read.replace(/[–—_.]/gu, '-').replace(/\s/gu, ''));
  if (/^\d{3}-?\d{2}-?\d{4}$/u.test(text)) return { text, whole: isGiven(text.replace(/-/gu, '')) };
  if (new RegExp(`^(?:\\d|${HIDDEN}){3}-?(?:\\d|${HIDDEN}){2}-?(?:\\d|${HIDDEN}){4}$`, 'u').test(text) && new RegExp(HIDDEN, 'u').test(text)) return { text, whole: false };
  return /^\d{2}-\d{7}$/u.test(text) ? { text, whole: true } : undefined;
}

/** No area 000 or 666 and no group or serial number of noughts; areas from 900 on are of other kinds of numbers. */
const isGiven = (figures: string): boolean => !/^(?:000|666)/u.test(figures) && !/^\d{3}00/u.test(figures) && !/0000$/u.test(figures);

/** 12-3456789, also without the stroke; a person who employs may have a number of the other kind. */
export function employerNumber(read: string): TaxNumber | undefined {
  const text = figuresRepaired(read.replace(/[–—_.]/gu, '-').replace(/\s/gu, ''));
  if (/^\d{2}-?\d{7}$/u.test(text)) return { text, whole: !/^(?:00|07|08|09|17|18|19|28|29|49|69|70|78|79|89|96|97)/u.test(text) };
  return socialSecurityNumber(read);
}
