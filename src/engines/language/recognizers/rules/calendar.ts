/** Days as numbers counted from 1970-01-01, and how TIMEX writes them. */
const DAY_MS = 86_400_000;

/** The caller's wall clock when the text was written. */
export interface Now {
  readonly day: number;
  readonly secondOfDay: number;
}

export const toDay = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / DAY_MS;

export function fieldsOf(day: number): { year: number; month: number; day: number; weekday: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay() || 7 };
}

export const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

export function formatDay(day: number): string {
  const { year, month, day: ofMonth } = fieldsOf(day);
  return `${pad(year, 4)}-${pad(month)}-${pad(ofMonth)}`;
}

export function formatSeconds(second: number): string {
  return `${pad(Math.floor(second / 3600))}:${pad(Math.floor(second / 60) % 60)}:${pad(second % 60)}`;
}

export function isDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && fieldsOf(toDay(year, month, day)).month === month;
}

export const mondayOf = (day: number): number => day - fieldsOf(day).weekday + 1;

export function isoWeek(day: number): string {
  const thursday = mondayOf(day) + 3;
  const { year } = fieldsOf(thursday);
  return `${year}-W${pad(Math.floor((thursday - toDay(year, 1, 1)) / 7) + 1)}`;
}

/** The same day of another month, or its last day. */
export function addMonths(day: number, months: number): number {
  const { year, month, day: ofMonth } = fieldsOf(day);
  const first = toDay(year, month + months, 1);
  const { year: newYear, month: newMonth } = fieldsOf(first);
  return first + Math.min(ofMonth, toDay(newYear, newMonth + 1, 1) - first) - 1;
}

/** The last and the next such day of a year, today counting as next. */
export function aroundToday(month: number, day: number, today: number): number[] {
  const { year } = fieldsOf(today);
  const isThere = (inYear: number): boolean => isDate(inYear, month, day);
  let next = year;
  while (next < year + 8 && (!isThere(next) || toDay(next, month, day) < today)) next++;
  let last = year;
  while (last > year - 8 && (!isThere(last) || toDay(last, month, day) >= today)) last--;
  return [toDay(last, month, day), toDay(next, month, day)];
}
