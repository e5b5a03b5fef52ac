/** Email addresses, websites and phone numbers on a business card. */
import type { Draft } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { boundingBox, textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { phonesIn } from '../values/phones.ts';
import data from './business-card.json' with { type: 'json' };

const EMAIL = /(?:^|[:\s(|•·])([\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})/iu;
const TLDS =
  'com|org|net|edu|gov|mil|int|io|co|de|fr|es|it|nl|be|lu|at|ch|pt|pl|se|dk|no|fi|ie|cz|sk|hu|ro|gr|eu|uk|us|ca|mx|br|ar|cl|au|nz|jp|cn|in|sg|hk|my|ae|za|il|tr|ru|info|biz|ai|dev|app|tech|me|tv|law|health|studio|design|agency|cloud|online|store|consulting|solutions|group|realtor|example';
const SITE = new RegExp(
  `^(?:(?:web|www|w|url|site|website|internet|homepage):)?((?:https?://)?(?:www\\.)?[\\w-]+(?:\\.[\\w-]+)*\\.(?:${TLDS})(?:/[\\w./?=&%-]*)?)[,;.]?$`,
  'iu',
);

export interface Contact {
  field: string;
  draft: Draft;
}

/** Words that belong to an address of a mail or site, with blanks that reading put into it removed. */
function joinedWords(words: readonly PlacedWord[]): PlacedWord[] {
  const out: PlacedWord[] = [];
  for (const word of words) {
    const last = out.at(-1);
    const glued =
      last !== undefined &&
      (/@$|\w\.$/u.test(last.text)
        ? /@/u.test(last.text) || /^www\.$/iu.test(last.text)
        : /^@|^\.(?:com|org|net|de|fr|io|co)\b/iu.test(word.text) && (/^@/u.test(word.text) || /@|^www\./iu.test(last.text)));
    if (glued)
      out[out.length - 1] = {
        ...last,
        text: last.text + word.text,
        box: boundingBox([last.box, word.box]),
        confidence: Math.min(last.confidence, word.confidence),
      };
    else out.push(word);
  }
  return out;
}

export function findAddresses(piece: Piece): Contact[] {
  const found: Contact[] = [];
  for (const word of joinedWords(piece.words)) {
    const own = piece.words.filter(({ box }) => box.left >= word.box.left - 1e-6 && box.right <= word.box.right + 1e-6);
    const email = EMAIL.exec(word.text)?.[1];
    const site = email === undefined && !word.text.includes('@') ? SITE.exec(word.text)?.[1] : undefined;
    if (email !== undefined) found.push({ field: 'Emails', draft: derivedDraft({ type: 'string', value: email }, own, 'pattern') });
    else if (site !== undefined && /\p{L}{2}/u.test(site))
      found.push({
        field: 'Websites',
        draft: derivedDraft({ type: 'string', value: site }, own, 'pattern', /^(?:https?:|www)/iu.test(site) ? 1 : 0.7),
      });
  }
  return found;
}

/** `country` is the country of numbers without a country code; `labelBefore` is text left of or above the piece. */
export function findPhones(piece: Piece, country: string, labelBefore: string): Contact[] {
  const text = textOf(piece.words);
  const found: Contact[] = [];
  let from = 0;
  let previous: string | undefined;
  for (const { value, start, end } of numbersIn(text, country)) {
    if (/\b[A-Z]{2}\.? \d{5}/u.test(text.slice(0, end)) && !text.slice(start, end).includes('-') && start > 10) continue;
    const before = text.slice(from, start);
    const field = labelOf(before, text.slice(end, end + 14)) ?? (from === 0 ? labelOf(labelBefore, '') : previous);
    previous = field;
    from = end;
    const words = wordsInRange(piece.words, start, end);
    const draft = derivedDraft({ type: 'phoneNumber', value }, words, field === undefined ? 'unlabelled' : 'labelled');
    found.push({ field: field ?? 'OtherPhones', draft });
  }
  return found;
}

/** Numbers of ten digits in American groups are American in any country. */
function numbersIn(text: string, country: string): ReturnType<typeof phonesIn> {
  const found = phonesIn(text, { country });
  const american =
    country === 'US'
      ? []
      : phonesIn(text).filter(({ start, end }) =>
          /^(?:1[\s.-])?\(?\d{3}\)?[\s.-]{0,2}\d{3}[\s.-]\d{4}$/u.test(text.slice(start, end).trim()),
        );
  return [...found, ...american.filter(({ start, end }) => !found.some((other) => other.start < end && start < other.end))].sort(
    (a, b) => a.start - b.start,
  );
}

/** The kind of phone by the words before it, or by a word in parentheses or alone after it. */
export function labelOf(before: string, behind: string): string | undefined {
  const after = /^\s*\(?(\p{L}+)\)?\s*$/u.exec(behind)?.[1];
  const words = [...before.split(/[\s:|/()•·]+/u).reverse(), ...(after === undefined ? [] : [after])]
    .map((word) => word.toLowerCase().replace(/[.,+]+$/u, ''))
    .filter((word) => word !== '');
  for (const word of words) for (const { field, phrases } of data.phoneLabels) if (phrases.includes(word)) return field;
  return undefined;
}

function wordsInRange(words: readonly PlacedWord[], start: number, end: number): PlacedWord[] {
  let at = 0;
  return words.filter(({ text }) => {
    const from = at;
    at += text.length + 1;
    return from < end && from + text.length > start;
  });
}
