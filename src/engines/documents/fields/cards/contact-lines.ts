/** Email addresses, websites and phone numbers on a business card, and the words between them. */
import type { Draft } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { pieceOf } from '../captions/pieces.ts';
import { alpha3Of } from '../values/countries.ts';
import { phonesIn } from '../values/phones.ts';
import data from './business-card.json' with { type: 'json' };
import { foldWord } from '../../../shared/text/fold-text.ts';

export interface Contact {
  field: string;
  draft: Draft;
}

/** What was found in a piece, and the pieces that are left of it. */
export interface Contacts {
  found: Contact[];
  rest: Piece[];
}

interface Range {
  start: number;
  end: number;
}
interface TextContact extends Range {
  field: string;
  value: string;
  shape: number;
}

const DOMAINS: ReadonlySet<string> = new Set([...data.domains, 'uk', 'eu', 'su']);
const ABBREVIATIONS: ReadonlySet<string> = new Set(data.abbreviations);
const LABELS: ReadonlySet<string> = new Set(data.contactLabels.map(foldWord));
const AT = String.raw`\s?(?:@|\(at\)|\[at\])\s?`;
/** The dot before the top-level domain may be lost at the end of the text. */
const MAIL = new RegExp(
  String.raw`([\p{L}\p{N}_][\p{L}\p{N}._+-]*)${AT}((?:[\p{L}\p{N}-]+\s?[.,]\s?)+(?:com\s[a-z]{2}$|[\p{L}-]{2,})|[\p{L}\p{N}-]{3,}\s(?:com|net|org|[a-z]{2})$)`,
  'giu',
);
const SITE =
  /(?<![\p{L}\p{N}@._+-])((?:https?\s?:\s?\/\/\s?)?(?:w{3}\s?[.,]\s?|www\s)?(?:[\p{L}\p{N}-]+\s?[.,]\s?)+(?:com?\s[a-z]{2}$|[\p{L}-]{2,}))((?<=\S)\/[\w./?=&%#@-]*)?/giu;
const PREFIX = /^(?:https?\s?:|www[\s.,])/iu;

const isDomain = (text: string): boolean => DOMAINS.has(text.toLowerCase()) || (text.length === 2 && alpha3Of(text) !== undefined);

/** The end of a host name that may have blanks and commas for dots in it: behind the last part that is a top-level domain. */
function hostEnd(text: string): number {
  const parts = [...text.matchAll(/[\p{L}\p{N}-]+/gu)];
  for (let i = parts.length - 1; i > 0; i--) {
    const end = parts[i]!.index + parts[i]![0].length;
    if (isDomain(parts[i]![0])) return end;
  }
  return 0;
}

const withoutBlanks = (text: string): string =>
  text
    .replace(/^(https?:\/\/)?www\s+(?=\p{L})/iu, '$1www.')
    .replace(/(?<=[\p{L}\p{N}])\s+(?=[a-z]{2,3}$)/giu, '.')
    .replace(/\s+/gu, '')
    .replace(/,/gu, '.');

function mailsIn(text: string): TextContact[] {
  return [...text.matchAll(MAIL)].flatMap((match) => {
    const [whole, local, host] = match as unknown as [string, string, string];
    const isBroken = /[\s,]/u.test(host);
    const length = hostEnd(host);
    if (length === 0 && isBroken) return [];
    const before = /(?<=^|\s)([\p{L}\p{N}]+[._-])\s$/u.exec(text.slice(0, match.index))?.[1] ?? '';
    const start = match.index - (before === '' ? 0 : before.length + 1);
    const end = match.index + whole.length - host.length + (length === 0 ? host.length : length);
    const domain = withoutBlanks(host.slice(0, length === 0 ? undefined : length));
    return [{ field: 'Emails', value: `${before}${local}@${domain}`, start, end, shape: isBroken ? 0.7 : 1 }];
  });
}

function sitesIn(text: string): TextContact[] {
  return [...text.matchAll(SITE)].flatMap((match) => {
    const [, host, path = ''] = match as unknown as [string, string, string?];
    const length = hostEnd(host);
    const isPrefixed = PREFIX.test(host);
    if (length === 0) return [];
    const value = withoutBlanks(host.slice(0, length));
    const labels = value.replace(/^https?:\/\//iu, '').split('.');
    const [tail, name] = [labels.at(-1)!, labels.find((label) => !/^www$/iu.test(label))!];
    const isBroken = /[\s,]/u.test(host.slice(0, length));
    const isSite =
      isPrefixed ||
      (!(isBroken && !/^\S+(?:\s?\.|,)(?:com|org|net|com?\s[a-z]{2})$/u.test(host.slice(0, length))) &&
        name.length > (tail.length === 2 ? 2 : 1) &&
        !ABBREVIATIONS.has(name.toLowerCase()) &&
        (tail === tail.toLowerCase() || value === value.toUpperCase()));
    const own = length === host.length ? path : '';
    return isSite && /\p{L}{2}/u.test(value)
      ? [{ field: 'Websites', value: value + own, start: match.index, end: match.index + length + own.length, shape: isPrefixed ? 1 : 0.7 }]
      : [];
  });
}

export function findAddresses({ words }: Piece): Contacts {
  const text = textOf(words);
  const mails = mailsIn(text);
  const sites = sitesIn(text).filter((site) => !mails.some((mail) => overlaps(site, mail)));
  const spots = [...mails, ...sites].sort((a, b) => a.start - b.start);
  const found = spots.map(({ field, value, shape, ...range }) => ({
    field,
    draft: derivedDraft({ type: 'string', value }, partsInRange(words, range), 'pattern', shape),
  }));
  return { found, rest: found.length === 0 ? [] : withoutRanges(words, spots) };
}

const overlaps = (a: Range, b: Range): boolean => a.start < b.end && b.start < a.end;

/** The label `o` before an American number, read as a figure. */
const LABEL_AS_FIGURE = /(?<![\d\p{L}+])0(?=(?:\(\d{3}\)\s?|\d{3}[.-])\d{3}[.-]\d{4}(?!\d))/gu;

/** Figures in groups that are written as a phone number, though no country has it. */
const LOOSE = /(?<![\d\p{L}.,])(?:\+\s?|00)?\(?\d[\d\s().\-–/·]{5,22}\d(?![\d\p{L}])/gu;
const GROUPED = /^(?:\+|\()|^\d{2,5}[\s.\-–/)]{1,2}\d{2,4}[\s.\-–/]\d{2,4}(?:[\s.\-–/]\d{2,4})*$/u;
const NO_NUMBER = /^\d{5}-\d{3,4}$|^\d{1,4}\s[-–]\s\d{5}$|^\d{1,2}([./-])\d{1,2}\1\d{2,4}$|^(?:19|20)\d\d\s?[-–]\s?(?:19|20)\d\d$/u;
const EXTENSION =
  /^[\s,]*(?:ext|extn|x|int|ramal|доб|вн|anexo|poste|dw|durchwahl|내선|内線|分机|分機|dahili|wew|wewn)\.?:?\s?\d{1,5}(?!\d)/iu;

/** `country` is the country of numbers without a country code; `labelBefore` is text left of or above the piece. */
export function findPhones({ words }: Piece, country: string, labelBefore: string): Contacts {
  const printed = textOf(words);
  const text = country === 'US' ? printed.replace(LABEL_AS_FIGURE, 'o') : printed;
  const found: Contact[] = [];
  const taken: Range[] = [];
  let [from, previous]: [number, string | undefined] = [0, undefined];
  const numbers = numbersIn(separated(text), country);
  const isBehind = areLabelsBehind(text, numbers);
  for (const [i, { value, start, end }] of numbers.entries()) {
    const own = isBehind
      ? labelOf(text.slice(end, numbers[i + 1]?.start), '')
      : labelOf(text.slice(from, start), text.slice(end, end + 14));
    const field: string | undefined = own ?? (from === 0 ? labelOf(labelBefore, '') : previous);
    if (field === undefined && value === undefined && !GROUPED.test(text.slice(start, end).trim())) continue;
    previous = field;
    const extension = EXTENSION.exec(text.slice(end))?.[0].length ?? 0;
    taken.push({ start: labelStart(text, from, start), end: end + extension });
    from = end + extension;
    if (field === '-') continue;
    const draft = derivedDraft(
      { type: 'phoneNumber', ...(value !== undefined && { value }) },
      partsInRange(words, { start, end }),
      field === undefined ? 'unlabelled' : 'labelled',
      value === undefined ? 0.5 : 1,
    );
    found.push({ field: field ?? 'OtherPhones', draft });
  }
  return { found, rest: taken.length === 0 ? [] : withoutRanges(words, taken) };
}

/** `555-0121 office | 555-0177 mobile`: no label before the first number, and one behind each. */
const areLabelsBehind = (text: string, numbers: readonly Range[]): boolean =>
  numbers.length > 1 &&
  labelOf(text.slice(0, numbers[0]!.start), '') === undefined &&
  numbers.every(({ end }, i) => labelOf(text.slice(end, numbers[i + 1]?.start), '') !== undefined);

/** A label glued to its number gets a blank in place of its last letter, so that positions stay. */
const separated = (text: string): string =>
  text.replace(/(?<![\p{L}\d])(\p{L}{1,9})(?=[+(]?\d)/gu, (label) =>
    fieldOf(foldWord(label)) === undefined ? label : `${label.slice(0, -1)} `,
  );

/** Numbers of ten digits in American groups are American in any country. A number of no country has no value. */
function numbersIn(text: string, country: string): (Range & { value?: string })[] {
  const isNumber = ({ start, end }: Range): boolean => !NO_NUMBER.test(text.slice(start, end).trim());
  const found: (Range & { value?: string })[] = phonesIn(text, { country }).filter(isNumber);
  const isFree = (range: Range): boolean => !found.some((other) => overlaps(range, other));
  if (country !== 'US')
    for (const one of phonesIn(text))
      if (isFree(one) && /^(?:1[\s.-])?\(?\d{3}\)?[\s.-]{0,2}\d{3}[\s.-]\d{4}$/u.test(text.slice(one.start, one.end).trim()))
        found.push(one);
  for (const match of text.matchAll(LOOSE)) {
    const range = { start: match.index, end: match.index + match[0].length };
    const digits = match[0].replace(/\D/gu, '').length;
    if (digits >= 7 && digits <= 15 && isNumber(range) && isFree(range)) found.push(range);
  }
  return found.sort((a, b) => a.start - b.start);
}

const PHRASES = new Map<string, string>();
for (const { field, phrases } of [...data.phoneLabels, { field: '-', phrases: data.ignoredNumbers }])
  for (const phrase of phrases) PHRASES.set(tokensOf(phrase).join(' '), field);
const MAX_LABEL_WORDS = 3;

function tokensOf(text: string): string[] {
  return text
    .split(/[\s:|/()[\]•·,;]+|(?<!\S)[-–—]+/u)
    .map(foldWord)
    .filter((word) => word !== '');
}
const fieldOf = (phrase: string): string | undefined => PHRASES.get(phrase);

/** The kind of phone by the last words before it, or by a word in parentheses or alone after it; `-` for numbers that are no phones. */
export function labelOf(before: string, behind: string): string | undefined {
  const after = /^\s*[([]?(\p{L}+)[)\]]?\.?\s*$|^\s*[([](\p{L}+)/u.exec(behind);
  const words = tokensOf(before);
  // Tel./Fax is first of all a phone.
  if (/\/\s?\S+$/u.test(before.trim()) && fieldOf(words.at(-2) ?? '') === 'WorkPhones' && fieldOf(words.at(-1)!) === 'Faxes')
    return 'WorkPhones';
  for (let end = words.length; end > Math.max(0, words.length - MAX_LABEL_WORDS); end--)
    for (let count = Math.min(end, MAX_LABEL_WORDS); count > 0; count--) {
      const phrase = words.slice(end - count, end).join(' ');
      const field = phrase.length > 1 || end === words.length ? fieldOf(phrase) : undefined;
      if (field !== undefined) return field;
    }
  return after === null ? undefined : fieldOf(foldWord((after[1] ?? after[2])!));
}

/** Where the words of the label before a number start. */
function labelStart(text: string, from: number, start: number): number {
  const words = [...text.slice(from, start).matchAll(/[^\s|•·]+/gu)];
  let at = start;
  for (const word of words.slice(-MAX_LABEL_WORDS).reverse()) {
    const own = tokensOf(word[0]);
    if (!own.every((token) => fieldOf(token) !== undefined || LABELS.has(token))) break;
    at = from + word.index;
  }
  return at;
}

function wordsInRange(words: readonly PlacedWord[], { start, end }: Range): PlacedWord[] {
  let at = 0;
  return words.filter(({ text }) => {
    const from = at;
    at += text.length + 1;
    return from < end && from + text.length > start;
  });
}

/** As `wordsInRange`, without a label that is joined with the first word and what follows the last. */
function partsInRange(words: readonly PlacedWord[], { start, end }: Range): PlacedWord[] {
  let at = 0;
  return words.flatMap((word) => {
    const from = at;
    at += word.text.length + 1;
    const text = word.text.slice(Math.max(0, start - from), Math.max(0, end - from));
    return text === '' ? [] : text === word.text ? [word] : [{ ...word, text, isPart: true }];
  });
}

/** The runs of words outside the ranges, without labels and separators at their ends. */
function withoutRanges(words: readonly PlacedWord[], ranges: readonly Range[]): Piece[] {
  const taken = new Set(ranges.flatMap((range) => wordsInRange(words, range)));
  const runs: PlacedWord[][] = [[]];
  for (const word of words) {
    if (taken.has(word)) runs.push([]);
    else runs.at(-1)!.push(word);
  }
  return runs.flatMap((run) => {
    const own = withoutLabels(run);
    return own.some(({ text }) => /[\p{L}\d]/u.test(text)) ? [pieceOf(own)] : [];
  });
}

const isLabel = ({ text }: PlacedWord): boolean => {
  const own = tokensOf(text);
  // The street of Spain: "C/ Mayor".
  if (/^c\/$/iu.test(text)) return false;
  return own.every((token) => ((fieldOf(token) !== undefined || LABELS.has(token)) && text.length > 1) || /^[^\p{L}\d]*$/u.test(token));
};

/** Without labels such as `Tel` and `Address:` at both ends. */
function withoutLabels(words: readonly PlacedWord[]): PlacedWord[] {
  const own = withoutFirstLabels(words);
  while (own.length > 0 && (isLabel(own.at(-1)!) || /^\p{L}{1,6}\.?:$/u.test(own.at(-1)!.text))) own.pop();
  return own;
}

export function withoutFirstLabels(words: readonly PlacedWord[]): PlacedWord[] {
  // `Office 1204` is a room.
  const isRoom = (i: number): boolean => /^\p{L}{5,}$/u.test(words[i]!.text) && /^\d{1,4},?$/u.test(words[i + 1]?.text ?? '');
  const first = words.findIndex((word, i) => !isLabel(word) || isRoom(i));
  return first < 0 ? [] : words.slice(first);
}
