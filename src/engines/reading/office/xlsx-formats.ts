/**
 * Numbers as a spreadsheet shows them: digits, thousands, percent, currencies, dates and times by the cell's number
 * format. Fractions, and what a format asks to fill or to skip, are shown as plain numbers and nothing.
 */

/** Formats that have a number but stand in no file. */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General', 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 5: '$#,##0', 6: '$#,##0', 7: '$#,##0.00', 8: '$#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: 'General', 13: 'General',
  14: 'm/d/yyyy', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss', 22: 'm/d/yyyy h:mm',
  37: '#,##0 ;(#,##0)', 38: '#,##0 ;(#,##0)', 39: '#,##0.00;(#,##0.00)', 40: '#,##0.00;(#,##0.00)', 41: '#,##0', 42: '$#,##0', 43: '#,##0.00', 44: '$#,##0.00',
  45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0', 48: '##0.0E+0', 49: '@',
};

export const builtInFormat = (id: number): string => BUILT_IN[id] ?? 'General';

const LONGEST_FORMAT = 255;

export function formatted(value: number, format: string, date1904: boolean): string {
  if (!Number.isFinite(value) || format.length > LONGEST_FORMAT) return general(value);
  const sections = split(format);
  const chosen = value < 0 && sections.length > 1 ? sections[1]! : value === 0 && sections.length > 2 ? sections[2]! : sections[0]!;
  const tokens = tokensOf(chosen);
  if (tokens.some(({ kind }) => kind === 'date')) return dated(value, tokens, date1904);
  // A section of its own for negative numbers says itself how the sign is shown.
  const shown = value < 0 && sections.length > 1 ? -value : value;
  return tokens.some(({ kind }) => kind === 'digits' || kind === 'general') ? numbered(shown, tokens) : literal(tokens) || general(shown);
}

/** Eleven digits, as spreadsheets show a number without a format. */
export function general(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e11) return String(value);
  const text = String(Number(value.toPrecision(10)));
  return text.includes('e') ? text.replace('e', 'E') : text;
}

interface Token { kind: 'text' | 'date' | 'digits' | 'percent' | 'exponent' | 'general' | 'elapsed'; text: string }

/** Sections are parted by semicolons outside of quotes. */
function split(format: string): string[] {
  return (format.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\[])+/g) ?? ['General']).slice(0, 4);
}

const PATTERNS: readonly (readonly [RegExp, Token['kind'] | 'skip'])[] = [
  [/^"([^"]*)"/, 'text'], [/^\\(.)/, 'text'], [/^\[\$([^\]-]*)[^\]]*\]/, 'text'], [/^\[(h+|m+|s+)\]/i, 'elapsed'], [/^\[[^\]]*\]/, 'skip'], [/^[_*]./, 'skip'],
  [/^General/i, 'general'], [/^AM\/PM|^A\/P/i, 'date'], [/^E[+-]0+/i, 'exponent'], [/^%/, 'percent'],
  [/^[#0?][#0?,]*(?:\.[#0?]*,*)?|^\.[#0?]+,*/, 'digits'], [/^(?:y+|m+|d+|h+|s+(?:\.0+)?)/i, 'date'], [/^@/, 'general'], [/^[^]/, 'text'],
];

function tokensOf(section: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < section.length;) {
    const rest = section.slice(at);
    for (const [pattern, kind] of PATTERNS) {
      const found = pattern.exec(rest);
      if (found === null) continue;
      if (kind !== 'skip') tokens.push({ kind: kind === 'elapsed' ? 'date' : kind, text: kind === 'elapsed' ? `[${found[1]!}]` : found[1] ?? found[0] });
      at += found[0].length;
      break;
    }
  }
  return tokens;
}

const literal = (tokens: readonly Token[]): string => tokens.filter(({ kind }) => kind === 'text').map(({ text }) => text).join('').trim();

function numbered(value: number, tokens: readonly Token[]): string {
  const percent = tokens.filter(({ kind }) => kind === 'percent').length;
  const exponent = tokens.some(({ kind }) => kind === 'exponent');
  const sign = value < 0 ? '-' : '';
  const size = Math.abs(value) * 100 ** percent;
  let used = false;
  const text = tokens.map(({ kind, text: own }) => {
    if (kind === 'percent') return '%';
    if (kind === 'general') return general(size);
    if (kind === 'exponent') return '';
    if (kind !== 'digits') return own;
    if (used) return '';
    used = true;
    return exponent ? scientific(size, own) : digits(size, own);
  }).join('').trim();
  return sign + text;
}

function digits(value: number, pattern: string): string {
  // Commas at the end scale by thousands.
  const [whole = '', decimals = ''] = pattern.replace(/,+$/, '').split('.');
  const scale = /,*$/.exec(pattern)![0].length;
  const most = Math.min(20, decimals.length);
  const [left = '0', right = ''] = (value / 1000 ** scale).toFixed(most).split('.');
  const least = decimals.replace(/[#?]+$/, '').length;
  const kept = right.slice(0, least) + right.slice(least).replace(/0+$/, '');
  const padded = (left === '0' && !/[0?]/.test(whole) ? '' : left).padStart(whole.replace(/[^0]/g, '').length, '0');
  const grouped = /[#0?],[#0?]/.test(whole) ? padded.replace(/\B(?=(\d{3})+(?!\d))/g, ',') : padded;
  return kept === '' ? grouped : `${grouped}.${kept}`;
}

function scientific(value: number, pattern: string): string {
  const [mantissa = '0', power = '0'] = value.toExponential(Math.min(20, pattern.split('.')[1]?.length ?? 0)).split('e');
  const exponent = Number(power);
  return `${mantissa}E${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const DAY_MS = 86_400_000;

/** Days since the end of 1899, in which the year 1900 is wrongly a leap year, or since the beginning of 1904. */
function dated(serial: number, tokens: readonly Token[], date1904: boolean): string {
  if (serial < 0 || serial > 2_958_466) return general(serial);
  const days = date1904 ? serial + 1462 : serial;
  const rounded = Math.round(days * 86_400_000 / 10) * 10;
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + rounded);
  const half = tokens.some(({ text }) => /^A/i.test(text) && /\//.test(text));
  return tokens.map((token, index) => token.kind === 'date' ? part(token.text, date, serial, half, isMinute(tokens, index)) : token.kind === 'digits' || token.kind === 'general' ? '' : token.text).join('').trim();
}

/** An m stands for minutes after hours or before seconds. */
function isMinute(tokens: readonly Token[], index: number): boolean {
  const dates = (list: readonly Token[]): Token | undefined => list.find(({ kind }) => kind === 'date');
  return /h/i.test(dates(tokens.slice(0, index).reverse())?.text ?? '') || /s/i.test(dates(tokens.slice(index + 1))?.text ?? '');
}

function part(code: string, date: Date, serial: number, half: boolean, minute: boolean): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const pad = (value: number): string => code.length > 1 ? two(value) : String(value);
  const hours = date.getUTCHours();
  switch (code.toLowerCase()) {
    case 'yy': return two(date.getUTCFullYear() % 100);
    case 'm': case 'mm': return minute ? pad(date.getUTCMinutes()) : pad(date.getUTCMonth() + 1);
    case 'mmm': return MONTHS[date.getUTCMonth()]!.slice(0, 3);
    case 'mmmm': return MONTHS[date.getUTCMonth()]!;
    case 'mmmmm': return MONTHS[date.getUTCMonth()]!.slice(0, 1);
    case 'd': case 'dd': return pad(date.getUTCDate());
    case 'ddd': return DAYS[date.getUTCDay()]!.slice(0, 3);
    case 'dddd': return DAYS[date.getUTCDay()]!;
    case 'h': case 'hh': return pad(half ? (hours + 11) % 12 + 1 : hours);
    case 's': case 'ss': return pad(date.getUTCSeconds());
    case 'am/pm': case 'a/p': return hours < 12 ? code.split('/')[0]! : code.split('/')[1]!;
    case '[h]': case '[hh]': return String(Math.floor(Math.round(serial * DAY_MS / 1000) / 3600));
    case '[m]': case '[mm]': return String(Math.floor(Math.round(serial * DAY_MS / 1000) / 60));
    case '[s]': case '[ss]': return String(Math.round(serial * DAY_MS / 1000));
    default:
      if (/^y/i.test(code)) return String(date.getUTCFullYear());
      if (/^s/i.test(code)) return `${two(date.getUTCSeconds())}.${String(date.getUTCMilliseconds()).padStart(3, '0').slice(0, code.length - code.indexOf('.') - 1)}`;
      return '';
  }
}
