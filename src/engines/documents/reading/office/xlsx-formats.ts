/** Numbers as a spreadsheet displays them, by the cell's number format (SheetJS SSF). */
import SSF from 'ssf';
import data from './xlsx-formats.json' with { type: 'json' };

/** Built-in formats that SSF lacks or that Excel displays differently with US settings; SSF has the others. */
const BUILT_IN: Readonly<Record<number, string>> = data.builtIn;

const GENERAL = 'General';
const MAX_FORMAT_LENGTH = 255;

export const builtInFormat = (id: number): string => BUILT_IN[id] ?? SSF.get_table()[id] ?? GENERAL;

/** Falls back to the plain number where the format is invalid or cannot display it, such as a negative date. */
export function formatNumber(value: number, format: string, date1904: boolean): string {
  if (!Number.isFinite(value)) return String(value);
  const shown = format.length > MAX_FORMAT_LENGTH ? '' : tryFormat(value, format, date1904);
  return shown === '' ? SSF.format(GENERAL, value) : shown;
}

function tryFormat(value: number, format: string, date1904: boolean): string {
  try {
    return SSF.format(format, value, { date1904 }).trim();
  } catch {
    return '';
  }
}
