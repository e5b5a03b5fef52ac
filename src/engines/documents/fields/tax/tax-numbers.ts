/** US tax numbers: repairs misread digits and checks the format. */
import { repairDigits } from '../values/dates.ts';

export interface TaxNumber {
  text: string;
  /** Whether it is complete and in an assigned range. */
  whole: boolean;
}

const HIDDEN = '[*Xx•#]';

/** 123-45-6789, also without dashes or with masked digits. */
export function socialSecurityNumber(read: string): TaxNumber | undefined {
  const text = repairDigits(read.replace(/[–—_.]/gu, '-').replace(/\s/gu, ''));
  if (/^\d{3}-?\d{2}-?\d{4}$/u.test(text)) return { text, whole: isAssigned(text.replace(/-/gu, '')) };
  if (
    new RegExp(`^(?:\\d|${HIDDEN}){3}-?(?:\\d|${HIDDEN}){2}-?(?:\\d|${HIDDEN}){4}$`, 'u').test(text) &&
    new RegExp(HIDDEN, 'u').test(text)
  )
    return { text, whole: false };
  return /^\d{2}-\d{7}$/u.test(text) ? { text, whole: true } : undefined;
}

/** Areas 000 and 666, group 00 and serial 0000 are not assigned; areas from 900 on are other kinds of numbers. */
const isAssigned = (figures: string): boolean => !/^(?:000|666)/u.test(figures) && !/^\d{3}00/u.test(figures) && !/0000$/u.test(figures);

/** 12-3456789, also without the dash; an individual employer may have a social security number. */
export function employerNumber(read: string): TaxNumber | undefined {
  const text = repairDigits(read.replace(/[–—_.]/gu, '-').replace(/\s/gu, ''));
  if (/^\d{2}-?\d{7}$/u.test(text)) return { text, whole: !/^(?:00|07|08|09|17|18|19|28|29|49|69|70|78|79|89|96|97)/u.test(text) };
  return socialSecurityNumber(read);
}
