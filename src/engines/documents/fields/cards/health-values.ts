/** Reads values of health insurance cards from words. `shape` says how well they fit the kind of value, from 0 to 1. */
import type { FieldValue } from '../field.ts';
import { gapBefore } from '../captions/caption-matches.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import { dateOf } from '../values/dates.ts';
import { phonesIn } from '../values/phones.ts';

export type HealthKind = 'name' | 'names' | 'id' | 'code' | 'issuer' | 'text' | 'date' | 'sex' | 'phone' | 'address';

export interface HealthValue {
  value: FieldValue;
  words: readonly PlacedWord[];
  shape: number;
}

const string = (words: readonly PlacedWord[], shape: number, value = textOf(words)): HealthValue => ({
  value: { type: 'string', value },
  words,
  shape,
});

const NAME_WORD = /^\p{Lu}[\p{L}'’.,-]*$/u;

export function healthValue(kind: HealthKind, words: readonly PlacedWord[]): HealthValue | undefined {
  switch (kind) {
    case 'name':
      return nameValue(words);
    case 'code':
      return codeValue(words);
    case 'id':
      return idValue(words);
    case 'issuer': {
      const at = words.findIndex(({ text }) => /\d{3}/u.test(text) && !/80840/u.test(text));
      return at < 0 || at > 1 ? undefined : string([words[at]!], 1, `(80840) ${words[at]!.text}`);
    }
    case 'text': {
      const own = words.filter(({ text }, i) => i > 0 || /[\p{L}\p{N}]/u.test(text)).slice(0, 8);
      return own.length === 0 || !/\p{L}{2}|\d{3}/u.test(textOf(own)) || /\d{3}[-\s]\d{4}/u.test(textOf(own))
        ? undefined
        : string(own, 0.7);
    }
    case 'date': {
      for (let end = 1; end <= Math.min(4, words.length); end++) {
        const value = dateOf(textOf(words.slice(0, end)), { locale: 'en-US' });
        if (value !== undefined) return { value: { type: 'date', value }, words: words.slice(0, end), shape: 1 };
      }
      return undefined;
    }
    case 'sex':
      return /^(?:M|F|X|male|female)$/iu.test(words[0]?.text ?? '') ? string(words.slice(0, 1), 1) : undefined;
    case 'phone': {
      const [found] = phonesIn(textOf(words));
      return found === undefined
        ? undefined
        : { value: { type: 'phoneNumber', value: found.value }, words: words.filter(({ text }) => /\d/u.test(text)), shape: 1 };
    }
    case 'names':
    case 'address':
      return undefined;
  }
}

/** Numbers before or after a name are suffixes of the member. */
function nameValue(words: readonly PlacedWord[]): HealthValue | undefined {
  const first = /^\d{1,2}$/u.test(words[0]?.text ?? '') ? 1 : 0;
  const end = words.findIndex(({ text }, i) => i >= first && !NAME_WORD.test(text));
  const own = words.slice(first, end < 0 ? words.length : end).slice(0, 6);
  const letters = own.filter(({ text }) => text.replace(/[^\p{L}]/gu, '').length > 1).length;
  if (own.length < 2 || letters < 1) return undefined;
  return string(own, own.every(({ text }) => text === text.toUpperCase()) ? 1 : 0.8, textOf(own).replace(/,$/u, ''));
}

/** Capitals and digits, in groups that stand close together. */
function codeValue(words: readonly PlacedWord[]): HealthValue | undefined {
  const at = words.findIndex(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const [word] = words.slice(at < 0 ? words.length : at);
  if (word === undefined || at > 1) return undefined;
  const own = [word];
  for (let i = at + 1; i < Math.min(words.length, at + 4) && gapBefore(words, i) < 0.9 && /^\d[\d-]*$/u.test(words[i]!.text); i++)
    own.push(words[i]!);
  const value = textOf(own).replace(/^[#:]+|[.,;]+$/gu, '');
  if (!/^[A-Z0-9][A-Z0-9 */-]*$/u.test(value) || value.replace(/[^A-Z0-9]/gu, '').length < 2) return undefined;
  if (/^\d{3}[-. ]\d{3}[-. ]\d{4}$/u.test(value) || /^\d{1,2}\/\d{1,2}\/\d{2,4}$/u.test(value)) return undefined;
  return string(own, /\d/u.test(value) ? 1 : value.length > 2 ? 0.6 : 0.3, value);
}

function idValue(words: readonly PlacedWord[]): HealthValue | undefined {
  const at = words.findIndex(({ text }) => /\d/u.test(text) && /^[#:]*[A-Z0-9*][A-Z0-9*-]*[.,]?$/u.test(text));
  if (at < 0 || at > 1) return undefined;
  const lead = at === 1 && /^[A-Z]{2,4}$/u.test(words[0]!.text) ? [words[0]!] : [];
  const own = [...lead, words[at]!];
  for (let i = at + 1; i < Math.min(words.length, at + 5) && gapBefore(words, i) < 1.2 && /^[A-Z]?\d[\dA-Z-]*$/u.test(words[i]!.text); i++)
    own.push(words[i]!);
  const value = textOf(own).replace(/^[#:]+|[.,]+$/gu, '');
  if (
    value.replace(/[^A-Z0-9]/gu, '').length < 5 ||
    /^\d{1,2}[/-]\d{1,2}[/-]\d{2,4}$/u.test(value) ||
    /^1?[-\s]?\(?8(?:00|88|77|66|55|44|33)\b/u.test(value)
  )
    return undefined;
  return string(own, 1, value);
}
