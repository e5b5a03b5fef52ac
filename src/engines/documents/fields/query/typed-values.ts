/** The type and value of words that were found for a name: by what they are, and by what the name asks for. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { ocrConfidenceOf } from '../captions/build-field.ts';
import type { Field, FieldValue } from '../field.ts';
import { addressOf } from '../values/addresses.ts';
import { datesIn } from '../values/dates.ts';
import type { Found } from '../values/dates.ts';
import { countryOf, localeOf } from '../values/locale.ts';
import { moneyIn } from '../values/money.ts';
import { numbersIn } from '../values/numbers.ts';
import { phonesIn } from '../values/phones.ts';
import { timesIn } from '../values/times.ts';
import type { Kind } from './names.ts';

export interface TypedValue {
  value: FieldValue;
  items: readonly number[];
  content: string;
  /** Of the reading of its words. */
  reading: number;
  /** Whether the text is what the name asks for; undefined if the name does not say. */
  fits?: boolean;
}

interface Part {
  value: FieldValue;
  start: number;
  end: number;
}

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
const WEBSITE =
  /(?:https?:\/\/|www\.)\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|org|net|edu|gov|io|eu|info|[a-z]{2})(?:\/\S*)?(?!\S)/iu;
const DURATION = /(?:\p{L}+\s*\(\s*)?\d{1,3}\s*\)?\s*\p{L}{3,}|\p{L}+\s+\p{L}{3,}/u;
const MAX_VALUE_WORDS = 200;
const MAX_PLACE_WORDS = 6;

export function typeValue(
  layout: DocumentLayout,
  own: readonly number[],
  kind: Kind | undefined,
  locale: string | undefined,
): TypedValue | undefined {
  const items = own.slice(0, MAX_VALUE_WORDS).map((index) => ({ index, item: layout.items[index]! }));
  const mark = items.find(({ item }) => item.kind === 'mark');
  if (mark?.item.kind === 'mark' && (kind === 'mark' || items.length === 1))
    return {
      value: { type: 'selectionMark', value: mark.item.state },
      items: [mark.index],
      content: '',
      reading: mark.item.confidence,
      fits: true,
    };
  let text = '';
  const words = items.flatMap(({ index, item }) => {
    if (item.kind !== 'word') return [];
    const start = text === '' ? 0 : text.length + 1;
    text = text === '' ? item.text : `${text} ${item.text}`;
    return [{ item: index, start, end: text.length, confidence: item.confidence, text: item.text }];
  });
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const asked = kind === undefined ? undefined : partOf(text, kind, locale);
  const part = asked ?? wholeOf(text, kind, locale);
  const used = words.filter(({ start, end }) => start < part.end && end > part.start);
  if (used.length === 0) return undefined;
  return {
    value: part.value,
    items: used.map(({ item }) => item),
    content: text.slice(part.start, part.end),
    reading: ocrConfidenceOf(used),
    ...(kind !== undefined && CHECKED.has(kind) && { fits: asked !== undefined }),
  };
}

/** Kinds that a text is or is not; any text may be a name or a code. */
const CHECKED: ReadonlySet<Kind> = new Set([
  'date',
  'time',
  'money',
  'phone',
  'email',
  'website',
  'percent',
  'count',
  'mark',
  'id',
  'place',
]);

/** The part of a text that is of a kind. */
function partOf(text: string, kind: Kind, locale: string | undefined): Part | undefined {
  const first = <T>(found: readonly Found<T>[], write: (value: T) => FieldValue): Part | undefined =>
    found[0] && { value: write(found[0].value), start: found[0].start, end: found[0].end };
  const matched = (pattern: RegExp): Part | undefined => {
    const match = pattern.exec(text);
    return match === null
      ? undefined
      : { value: { type: 'string', value: match[0] }, start: match.index, end: match.index + match[0].length };
  };
  const options = locale === undefined ? {} : { locale };
  switch (kind) {
    case 'date':
      return first(datesIn(text, options), (value) => ({ type: 'date', value }));
    case 'time':
      return first(timesIn(text), (value) => ({ type: 'time', value }));
    case 'money': {
      const amounts = moneyIn(text, options).filter(({ end }) => !/^\s?%/u.test(text.slice(end)));
      return first(
        amounts.toSorted((a, b) => Number(b.value.symbol !== undefined) - Number(a.value.symbol !== undefined)),
        (value) => ({ type: 'currency', value }),
      );
    }
    case 'phone':
      return first(phonesIn(text, { country: countryOf(localeOf(locale)) ?? 'US' }), (value) => ({ type: 'phoneNumber', value }));
    case 'percent':
    case 'count':
      return first(numbersIn(text, options), (value) => ({ type: 'number', value }));
    case 'email':
      return matched(EMAIL);
    case 'website':
      return matched(WEBSITE);
    case 'duration':
      return matched(DURATION);
    case 'address': {
      const address = addressOf(text, options);
      return address && { value: { type: 'address', value: address }, start: 0, end: text.length };
    }
    case 'id':
      return matched(/[\p{L}\p{N}#./-]*\p{N}[\p{L}\p{N}./-]*(?:\s[\p{L}\p{N}./-]*\p{N}[\p{L}\p{N}./-]*)*/u);
    case 'place':
      return text.split(' ').length <= MAX_PLACE_WORDS ? { value: { type: 'string', value: text }, start: 0, end: text.length } : undefined;
    case 'mark':
      return undefined;
  }
}

/** A text that is a date, an amount with a currency, a phone number, a number or an address as a whole; a string otherwise. */
function wholeOf(text: string, kind: Kind | undefined, locale: string | undefined): Part {
  const trimmed = text.replace(/[\s,;]+$/u, '');
  const whole = { start: 0, end: trimmed.length };
  if (kind === undefined)
    for (const one of ['date', 'money', 'phone', 'count', 'address'] as const) {
      const part = partOf(trimmed, one, locale);
      if (part === undefined || part.end - part.start < 0.8 * trimmed.length) continue;
      if (one === 'money' && !(part.value.type === 'currency' && part.value.value?.symbol !== undefined)) continue;
      if (one === 'phone' && !/^\+|\(/u.test(trimmed)) continue;
      if (one === 'count' && /^0\d|\d{7}/u.test(trimmed)) continue;
      return part;
    }
  return { value: { type: 'string', value: trimmed }, ...whole };
}

/** A field of a prebuilt model as a field that was asked for: an object is the text of its parts. */
export function flattenField(layout: DocumentLayout, field: Field): Field {
  if (field.type === 'array') return { ...field, value: field.value.map((entry) => flattenField(layout, entry)) };
  if (field.type !== 'object') return field;
  const items = [...new Set(Object.values(field.value).flatMap((part) => flattenField(layout, part).items))].sort((a, b) => a - b);
  const text = items
    .map((index) => layout.items[index]!)
    .map((item) => (item.kind === 'word' ? item.text : ''))
    .join(' ');
  return { type: 'string', value: text, items, confidence: field.confidence };
}
