/** Reads values of health insurance cards from words; kinds that identity documents have too are read as there. */
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import { gapBefore } from '../captions/phrase-index.ts';
import type { IdValue } from '../identity/id-values.ts';
import { idValue, stringValue } from '../identity/id-values.ts';
import { phonesIn } from '../values/phones.ts';

export type HealthKind = 'name' | 'names' | 'number' | 'code' | 'issuer' | 'text' | 'date' | 'sex' | 'phone' | 'address';

const NAME_WORD = /^\p{Lu}[\p{L}'’.,-]*$/u;
const TOLL_FREE = /^1?[-\s]?\(?8(?:00|88|77|66|55|44|33)\b/u;
const PHONE = /\d{3}[-\s]\d{4}/u;

export function healthValue(kind: HealthKind, words: readonly PlacedWord[]): IdValue | undefined {
  switch (kind) {
    case 'name':
      return nameValue(words);
    case 'code':
      return codeValue(words);
    case 'issuer': {
      const at = words.findIndex(({ text }) => /\d{3}/u.test(text) && !/80840/u.test(text));
      return at < 0 || at > 1 ? undefined : stringValue([words[at]!], 1, `(80840) ${words[at]!.text}`);
    }
    case 'phone': {
      const [found] = phonesIn(textOf(words));
      return found === undefined
        ? undefined
        : { value: { type: 'phoneNumber', value: found.value }, words: words.filter(({ text }) => /\d/u.test(text)), shape: 1 };
    }
    case 'text':
      return PHONE.test(textOf(words)) ? undefined : idValue(kind, words.slice(0, 8), {});
    case 'number':
      return TOLL_FREE.test(textOf(words)) ? undefined : idValue(kind, words, {});
    case 'names':
      return undefined;
    default:
      return idValue(kind, words, { locale: 'en-US' });
  }
}

/** Numbers before or after a name are suffixes of the member. */
function nameValue(words: readonly PlacedWord[]): IdValue | undefined {
  const first = /^\d{1,2}$/u.test(words[0]?.text ?? '') ? 1 : 0;
  const end = words.findIndex(({ text }, i) => i >= first && !NAME_WORD.test(text));
  const own = words.slice(first, end < 0 ? words.length : end).slice(0, 6);
  const letters = own.filter(({ text }) => text.replace(/[^\p{L}]/gu, '').length > 1).length;
  if (own.length < 2 || letters < 1) return undefined;
  return stringValue(own, own.every(({ text }) => text === text.toUpperCase()) ? 1 : 0.8, textOf(own).replace(/,$/u, ''));
}

/** Capitals and digits, in groups that stand close together. */
function codeValue(words: readonly PlacedWord[]): IdValue | undefined {
  const at = words.findIndex(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const [word] = words.slice(at < 0 ? words.length : at);
  if (word === undefined || at > 1) return undefined;
  const own = [word];
  for (let i = at + 1; i < Math.min(words.length, at + 4) && gapBefore(words, i) < 0.9 && /^\d[\d-]*$/u.test(words[i]!.text); i++)
    own.push(words[i]!);
  const value = textOf(own).replace(/^[#:]+|[.,;]+$/gu, '');
  if (!/^[A-Z0-9][A-Z0-9 */-]*$/u.test(value) || value.replace(/[^A-Z0-9]/gu, '').length < 2) return undefined;
  if (/^\d{3}[-. ]\d{3}[-. ]\d{4}$/u.test(value) || /^\d{1,2}\/\d{1,2}\/\d{2,4}$/u.test(value)) return undefined;
  // A long word is the name of the group.
  return stringValue(own, /\d/u.test(value) ? 1 : value.length > 8 ? 0 : value.length > 2 ? 0.6 : 0.3, value);
}
