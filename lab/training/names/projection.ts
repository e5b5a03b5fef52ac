/**
 * Labeled sentences in other languages, without labels in them: pairs of sentences (Tatoeba, CC BY 2.0 FR) whose English side the English
 * tagger reads. A name of the English side counts where the other side has it too, unchanged or as the country is called there; a pair with
 * a name that the other side does not have is left out. Most names in the pairs are Tom, Mary and Boston, so each sentence is also written
 * with other names in their places.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Random } from '../../../src/engines/shared/random.ts';
import { tagNames } from '../../../src/engines/language/names/find-names.ts';
import type { NameKind, NamedText } from './corpora.ts';
import type { NameLists } from './queries.ts';
import { fullName } from './queries.ts';

/** The languages that are trained, with the codes that the pairs of sentences have. */
export const PAIRED_LANGUAGES = { pt: 'por', es: 'spa', fr: 'fra', de: 'deu', it: 'ita', nl: 'nld', da: 'dan', sv: 'swe' } as const;
export type PairedLanguage = keyof typeof PAIRED_LANGUAGES;

/** Given names that are translated. */
const TRANSLATED: Readonly<Record<string, readonly string[]>> = {
  Mary: ['Maria', 'María', 'Marie'],
  Tom: ['Tomás', 'Tomaso', 'Thomas', 'Tomasz'],
  John: ['João', 'Juan', 'Jean', 'Johann', 'Giovanni', 'Jan'],
};

const LETTER = /[\p{L}\p{N}]/u;

/** The pairs from `from` to `to` are read. */
export function projectNames(folder: string, language: PairedLanguage, from: number, to: number): NamedText[] {
  const countries = countryNames(language);
  const rows = gunzipSync(readFileSync(join(folder, 'corpora', 'tatoeba-challenge', `eng-${PAIRED_LANGUAGES[language]}.tsv.gz`)))
    .toString('utf8')
    .split('\n')
    .slice(from, to);
  return rows.flatMap((row) => {
    const [english, text] = row.split('\t');
    if (english === undefined || text === undefined || text.length > 300) return [];
    const names: { kind: NameKind; start: number; end: number }[] = [];
    for (const { kind, start, end } of tagNames(english, 'en')) {
      const name = english.slice(start, end);
      const found = [name, ...(TRANSLATED[name] ?? []), ...(countries.get(name) ?? [])]
        .map((form) => ({ form, at: findWord(text, form, names) }))
        .find(({ at }) => at >= 0);
      if (!found) return [];
      names.push({ kind, start: found.at, end: found.at + found.form.length });
    }
    return [{ text, names: names.sort((a, b) => a.start - b.start) }];
  });
}

/** Where a name stands as words of its own, besides the names that were found before. */
function findWord(text: string, form: string, taken: readonly { start: number; end: number }[]): number {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const isWhole = !LETTER.test(text[at - 1] ?? ' ') && !LETTER.test(text[at + form.length] ?? ' ');
    if (isWhole && !taken.some(({ start, end }) => start < at + form.length && at < end)) return at;
  }
  return -1;
}

function countryNames(language: string): Map<string, string[]> {
  const [from, to] = ['en', language].map((one) => new Intl.DisplayNames([one], { type: 'region', fallback: 'none' })) as [
    Intl.DisplayNames,
    Intl.DisplayNames,
  ];
  const names = new Map<string, string[]>();
  for (const a of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    for (const b of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
      const [name, other] = [from.of(a + b), to.of(a + b)];
      if (name !== undefined && other !== undefined) names.set(name, [other]);
    }
  return names;
}

/** The sentence with other names in the places of its own. */
export function exchangeNames({ text, names }: NamedText, lists: NameLists, random: Random): NamedText {
  const anyOf = (list: readonly string[]): string => list[Math.floor(random.next() * list.length)]!;
  const valueOf = (kind: NameKind, before: string): string => {
    if (kind === 'organization') return before;
    if (kind === 'place')
      return random.next() < 0.3 ? anyOf(lists.country) : lists.city[Math.floor(random.next() ** 2 * lists.city.length)]!;
    const chance = random.next();
    return chance < 0.3 ? anyOf(lists.given) : chance < 0.55 ? anyOf(lists.surname) : fullName(lists, random);
  };
  let changed = '';
  let at = 0;
  const moved = names.map(({ kind, start, end }) => {
    changed += text.slice(at, start);
    const from = changed.length;
    changed += valueOf(kind, text.slice(start, end));
    at = end;
    return { kind, start: from, end: changed.length };
  });
  return { text: changed + text.slice(at), names: moved };
}
