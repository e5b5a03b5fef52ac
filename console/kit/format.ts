/** Formats numbers, sizes and times for display. */
import { language } from '../i18n/language.ts';
import { t } from '../i18n/messages.ts';
import type { Completed } from './api.ts';

const locale = { en: 'en-US', de: 'de-DE', es: 'es-ES' }[language];

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

export function formatBytes(formatCount: number): string {
  let value = formatCount;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value < 10 ? formatNumber(value, 1) : Math.round(value)} ${UNITS[unit]}`;
}

const counted = new Intl.NumberFormat(locale);

/** 12,345 */
export function formatCount(value: number): string {
  return counted.format(value);
}

const decimals = new Map<number, Intl.NumberFormat>();

/** With this many digits after the decimal point, or comma. */
export function formatNumber(value: number, digits: number): string {
  let format = decimals.get(digits);
  if (!format) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    decimals.set(digits, format);
  }
  return format.format(value);
}

/** "3 apps", "1 app": each form is a text of its own. */
export function plural(value: number, one: string, several = `${one}s`): string {
  return t(`{count} ${value === 1 ? one : several}`, { count: formatCount(value) });
}

const COMPLETED: Readonly<Record<string, string>> = {
  pages: t('{count} of {of} pages'),
  documents: t('{count} of {of} documents'),
  tasks: t('{count} of {of} tasks'),
};

/** "3 of 40 pages" */
export function formatCompleted({ count, of, unit }: Completed): string {
  return t(COMPLETED[unit] ?? `{count} of {of} ${unit}`, { count: formatCount(count), of: formatCount(of) });
}

export function formatPercent(share: number, digits = 0): string {
  return `${formatNumber(share * 100, digits)} %`;
}

const moments = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Local time as the language writes it; in English 2026-01-15 10:30:05, which is read alike in all countries. */
export function formatTime(at: string | number): string {
  return language === 'en' ? isoTime(at) : moments.format(new Date(at)).replace(',', '');
}

/** An amount with the decimals of its currency: "USD 1,262.90". */
export function formatMoney(amount: number, code: string | undefined, symbol = ''): string {
  if (code === undefined || !/^[A-Z]{3}$/.test(code)) return `${symbol} ${formatNumber(amount, 2)}`.trim();
  return new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay: 'code' })
    .format(amount)
    .replaceAll('\u00a0', ' ');
}

/** 2026-01-15 10:30:05 in local time. */
export function isoTime(at: string | number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return (
    `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ` +
    `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  );
}

const SPANS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const;

/** The largest units, two by default: "2 d 3 h". */
export function formatDuration(ms: number, units = 2): string {
  const first = SPANS.findIndex(([size]) => ms >= size);
  if (first < 0) return ms < 0 ? '0 s' : `${Math.round(ms)} ms`;
  let rest = ms;
  return SPANS.slice(first, first + units)
    .map(([size, unit]) => {
      const number = Math.floor(rest / size);
      rest -= number * size;
      return number === 0 && unit !== SPANS[first]![1] ? '' : `${number} ${unit}`;
    })
    .filter(Boolean)
    .join(' ');
}

export function formatAge(at: string | number, now = Date.now()): string {
  const ms = now - new Date(at).getTime();
  return ms < 5000 ? t('just now') : t('{duration} ago', { duration: formatDuration(ms, 1) });
}

/** Rows as CSV; cells that a spreadsheet would run as formulas are escaped. */
export function toCsv(rows: readonly (readonly (string | number | boolean | undefined)[])[]): string {
  const cell = (value: string | number | boolean | undefined): string => {
    const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}
