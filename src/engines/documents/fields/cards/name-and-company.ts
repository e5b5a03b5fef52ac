/** The name of the person and of the company on a business card. Mail addresses and websites are evidence for both. */
import type { Draft } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { pieceOf } from '../captions/pieces.ts';
import { normalizeWord } from '../captions/word-similarity.ts';
import type { Card } from './card.ts';
import data from './business-card.json' with { type: 'json' };
import { matchHost } from './match-host.ts';
import { hasDepartment, hasTitle } from './titles.ts';
import hosts from './hosts.json' with { type: 'json' };

const COMPANIES: ReadonlySet<string> = new Set(data.companyWords);
const DEGREES: ReadonlySet<string> = new Set(data.degrees);
const SUFFIXES: ReadonlySet<string> = new Set(['jr', 'jr.', 'sr', 'sr.', 'ii', 'iii', 'iv']);
const PERSON = /^\p{Lu}[\p{L}'’-]*\.?$/u;
const PARTICLE = /^(?:de|del|della|di|da|dos|la|le|van|von|der|den|ter|zu|bin|al|el)$/iu;
const PUBLIC_HOSTS: ReadonlySet<string> = new Set(hosts.publicHosts);

const lower = (text: string): string => text.toLowerCase().replace(/[,;]+$/u, '');

/** Words of a name without degrees and forms of address. */
const personWords = (words: readonly PlacedWord[]): PlacedWord[] =>
  words
    .filter(({ text }) => !DEGREES.has(lower(text)) || SUFFIXES.has(lower(text)))
    .filter(({ text }) => /\p{L}/u.test(text))
    .map((word) => ({ ...word, text: word.text.replace(/[,;]+$/u, '') }));

function isName(words: readonly PlacedWord[]): boolean {
  const own = personWords(words);
  return (
    own.length >= 2 &&
    own.length <= 5 &&
    own.every(({ text }) => PERSON.test(text) || PARTICLE.test(text) || SUFFIXES.has(text.toLowerCase())) &&
    !/\d|@/u.test(textOf(words)) &&
    !own.some(({ text }) => COMPANIES.has(text.toLowerCase())) &&
    !hasTitle(own) &&
    !hasDepartment(own)
  );
}

/** Names over one or two lines; `last` chance: lines with a keyword in them too. */
export function findName(card: Card, hosts: readonly string[], isLast = false): { first?: Draft; last: Draft } | undefined {
  const people = (card.drafts['Emails'] ?? []).map(({ value }) => normalizeWord(String(value.value).split('@')[0]!));
  let best: { pieces: Piece[]; score: number; mail: number } | undefined;
  for (const pieces of nameCandidates(card.free, isLast)) {
    const words = pieces.flatMap((piece) => [...piece.words]);
    const mail = matchPerson(personWords(words), people);
    const size = pieceOf(words).height / card.height;
    const score =
      1.5 * mail -
      1.2 * matchHost(words, hosts) +
      0.5 * Math.min(2.5, size) +
      (isFirst(pieces[0]!, card) ? 0.2 : 0) -
      0.15 * (pieces.length - 1) +
      (titleFollows(pieces.at(-1)!, card) ? 0.5 : 0);
    if (best === undefined || score > best.score) best = { pieces, score, mail };
  }
  if (best === undefined || (best.mail === 0 && best.score < 0)) return undefined;
  card.free = card.free.filter((piece) => !best.pieces.includes(piece));
  const own = personWords(best.pieces.flatMap((piece) => [...piece.words]));
  let cut = own.length > 2 && SUFFIXES.has(own.at(-1)!.text.toLowerCase()) ? own.length - 2 : own.length - 1;
  while (cut > 1 && PARTICLE.test(own[cut - 1]!.text)) cut--;
  const draft = (words: readonly PlacedWord[]): Draft => {
    const base = derivedDraft(
      { type: 'string', value: textOf(words) },
      words,
      best.mail > 0 ? 'mail' : 'position',
      Math.min(1, best.score / 3),
    );
    return best.pieces.length > 1 ? { ...base, evidence: { ...base.evidence, twoLines: 1 } } : base;
  };
  return { ...(cut > 0 && { first: draft(own.slice(0, cut)) }), last: draft(own.slice(cut)) };
}

const isFirst = (piece: Piece, { free }: Card): boolean => free[0] === piece;

function titleFollows(piece: Piece, { free }: Card): boolean {
  return free.some(
    ({ box, words }) =>
      box.top > piece.box.top &&
      box.top - piece.box.bottom < 1.2 * piece.height &&
      box.left < piece.box.right &&
      box.right > piece.box.left &&
      hasTitle(words),
  );
}

function nameCandidates(pieces: readonly Piece[], isLast: boolean): Piece[][] {
  const out: Piece[][] = pieces.filter(({ words }) => isName(words) || (isLast && isLooseName(words))).map((piece) => [piece]);
  for (const piece of pieces) {
    if (personWords(piece.words).length > 2 || !piece.words.every(({ text }) => PERSON.test(text.replace(/,$/u, '')))) continue;
    const next = pieces.find(
      ({ box, height, words }) =>
        box.top > piece.box.top + 0.5 * piece.height &&
        box.top - piece.box.bottom < 0.9 * piece.height &&
        Math.min(
          Math.abs(box.left - piece.box.left),
          Math.abs(box.left + box.right - piece.box.left - piece.box.right) / 2,
          Math.abs(box.right - piece.box.right),
        ) <
          0.8 * height &&
        height > 0.7 * piece.height &&
        height < 1.5 * piece.height &&
        words.length <= 2,
    );
    if (next !== undefined && (piece.words.length === 1 || next.words.length === 1) && isName([...piece.words, ...next.words]))
      out.push([piece, next]);
  }
  return out;
}

const isLooseName = (words: readonly PlacedWord[]): boolean => {
  const own = personWords(words);
  return (
    own.length === 2 &&
    own.every(({ text }) => PERSON.test(text)) &&
    !own.some(({ text }) => COMPANIES.has(text.toLowerCase())) &&
    !hasTitle(own.slice(1))
  );
};

/** Number of the words that occur in the first part of a mail address; initials count in part. */
function matchPerson(words: readonly PlacedWord[], people: readonly string[]): number {
  const parts = words.map(({ text }) => normalizeWord(text)).filter((part) => part.length > 1);
  const score = (person: string): number => {
    const found = parts.filter((part) => person.includes(part) || (part.length > 4 && person.includes(part.slice(0, -1)))).length;
    const initials = parts.map((part) => part[0]).join('');
    return found > 0 ? found : person.length > 1 && person === initials ? 0.8 : 0;
  };
  return Math.max(0, ...people.map(score));
}

export function findCompany(card: Card, hosts: readonly string[]): Draft | undefined {
  let best: { pieces: Piece[]; score: number; host: number; keyword: boolean } | undefined;
  for (const piece of card.free) {
    for (const pieces of [[piece], ...companyPairs(piece, card.free)]) {
      const words = pieces.flatMap((own) => [...own.words]);
      const text = textOf(words);
      if (!/\p{L}{2}/u.test(text) || /@|\d{4}/u.test(text)) continue;
      const host = matchHost(words, hosts);
      const keyword = words.some(({ text: word }) => COMPANIES.has(lower(word)));
      const score =
        2 * host +
        (keyword ? 1 : 0) +
        0.35 * Math.min(3, piece.height / card.height) -
        (words.length > 6 ? 1 : 0) -
        (/[.!?]$/u.test(text) && words.length > 3 ? 1 : 0) -
        0.1 * (pieces.length - 1);
      if (best === undefined || score > best.score) best = { pieces, score, host, keyword };
    }
  }
  if (best === undefined) return undefined;
  const words = best.pieces.flatMap((own) => [...own.words]);
  const source = best.host >= 1 ? 'host' : best.host > 0 ? 'partOfHost' : best.keyword ? 'keyword' : 'position';
  return derivedDraft({ type: 'string', value: textOf(words) }, words, source, Math.min(1, best.score / 3));
}

/** The piece with the one below it, for names over two lines. */
function companyPairs(piece: Piece, pieces: readonly Piece[]): Piece[][] {
  const next = pieces.find(
    ({ box, height }) =>
      box.top > piece.box.top + 0.5 * piece.height &&
      box.top - piece.box.bottom < 0.7 * piece.height &&
      box.left < piece.box.right &&
      box.right > piece.box.left &&
      height > 0.7 * piece.height &&
      height < 1.4 * piece.height,
  );
  return next === undefined || piece.words.length + next.words.length > 6 ? [] : [[piece, next]];
}

/** Host names of email addresses and websites, without the top-level domain and without public mail services. */
export function hostsOf({ drafts }: Card): string[] {
  const hosts = [
    ...(drafts['Emails'] ?? []).map(({ value }) => String(value.value).split('@')[1] ?? ''),
    ...(drafts['Websites'] ?? []).map(({ value }) =>
      String(value.value)
        .replace(/^https?:\/\//iu, '')
        .replace(/\/.*$/u, ''),
    ),
  ];
  return hosts
    .map((host) =>
      host
        .replace(/^www\./iu, '')
        .toLowerCase()
        .split('.'),
    )
    .map((parts) => parts.slice(0, parts.length > 2 && parts.at(-2)!.length <= 3 ? -2 : -1))
    .map((parts) => normalizeWord(parts.at(-1) ?? ''))
    .filter((host) => host.length > 1 && !PUBLIC_HOSTS.has(host));
}
