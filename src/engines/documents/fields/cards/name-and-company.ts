/** The name of the person and of the company on a business card. Mail addresses and websites are evidence for both. */
import type { Draft } from '../captions/draft.ts';
import { derivedDraft } from '../captions/draft.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import type { Piece } from '../captions/pieces.ts';
import { isBelow, isSize, pieceOf } from '../captions/pieces.ts';
import { foldWord, normalizeWord } from '../../../shared/text/fold-text.ts';
import { classifyAddressLine } from '../parties/address-lines.ts';
import type { Card, ContactName } from './card.ts';
import data from './business-card.json' with { type: 'json' };
import { matchHost } from './match-host.ts';
import { PARTICLE, SUFFIXES, splitName } from '../identity/split-name.ts';
import { hasDepartment, hasLegalForm, hasTitle } from './titles.ts';
import hosts from './hosts.json' with { type: 'json' };

const COMPANIES: ReadonlySet<string> = new Set(data.companyWords.map(foldWord));
const DEGREES: ReadonlySet<string> = new Set(data.degrees.map(foldWord));
const PERSON = /^\p{Lu}[\p{L}\p{M}'’-]*\.?$/u;
/** A word of a script without capitals. */
const UNCASED = /^[\p{Lo}\p{M}ー々・·'’-]+$/u;
const EAST_ASIAN_NAME = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー々・]{1,8}$/u;
/** Capitals inside a word, but for names such as McLee and DeVito. */
const BRAND = /^(?!(?:Mac?|Mc|De|Di|La|Le|Van|Fitz|O['’])\p{Lu})\p{Lu}\p{Ll}+\p{Lu}\p{Ll}/u;
const PUBLIC_HOSTS: ReadonlySet<string> = new Set(hosts.publicHosts);

const isDegree = ({ text }: PlacedWord): boolean => DEGREES.has(foldWord(text)) && !SUFFIXES.has(foldWord(text));

/** Letters in brackets belong to a degree: `Dipl.-Ing. (FH)`. */
const LETTERS_IN_BRACKETS = /^\(\p{Lu}{1,4}\)$/u;

/** `Robert "Bob" Lee`. */
const NICKNAME = /^["“”„]\p{L}+["“”]$/u;

/** Behind two words and a comma come letters of a profession, such as `CIC`. */
function withoutLetters(words: readonly PlacedWord[]): readonly PlacedWord[] {
  const comma = words.findIndex(({ text }, i) => i > 0 && text.endsWith(','));
  const isLetters = ({ text }: PlacedWord): boolean => /^(?:\p{Lu}[.-]?){2,6},?$/u.test(text);
  return comma > 0 && words.slice(comma + 1).every((word) => isLetters(word) || isDegree(word)) ? words.slice(0, comma + 1) : words;
}

/** Words of a name without degrees and forms of address. */
const personWords = (words: readonly PlacedWord[]): PlacedWord[] =>
  withoutLetters(words)
    .filter((word) => !isDegree(word) && !LETTERS_IN_BRACKETS.test(word.text) && !NICKNAME.test(word.text) && /\p{L}/u.test(word.text))
    .map((word) => ({ ...word, text: word.text.replace(/^[(]|[;)]+$/gu, '') }));

const isCompanyWord = ({ text }: PlacedWord): boolean => COMPANIES.has(foldWord(text));
const hasCompanyWord = (words: readonly PlacedWord[]): boolean =>
  words.some(isCompanyWord) || hasLegalForm(words) || data.companyParts.some((part) => textOf(words).includes(part));

const isNameWord = ({ text }: PlacedWord): boolean => {
  const own = text.replace(/,$/u, '');
  return PERSON.test(own) || UNCASED.test(own) || PARTICLE.test(own) || SUFFIXES.has(foldWord(own));
};

/** Whether words may be the name of a person: two to five with capitals, or a short text of a script without them. */
function isName(words: readonly PlacedWord[], isKnown: boolean): boolean {
  const own = personWords(words);
  const text = textOf(words);
  if (/\d|@/u.test(text) || own.length > 5 || own.length === 0 || hasTitle(own) || hasDepartment(own)) return false;
  if (hasCompanyWord(own) || own.some((word) => BRAND.test(word.text))) return false;
  if (own.every((word) => EAST_ASIAN_NAME.test(word.text))) {
    const { length } = [...own.map((word) => word.text).join('')];
    return length >= 2 && length <= (own.length > 1 || /[\p{sc=Katakana}]/u.test(text) ? 12 : 5);
  }
  return own.length >= 2 && (own.every(isNameWord) || (isKnown && own.every((word) => /^\p{L}[\p{L}\p{M}'’.-]*$/u.test(word.text))));
}

/** What counts as a name: full names, then single words above a title, then what is left when titles are taken. */
export type Chance = 'full' | 'single' | 'loose';

/** The best name over one or two lines. */
export function findName(card: Card, hosts: readonly string[], chance: Chance): ContactName | undefined {
  const people = (card.drafts['Emails'] ?? []).map(({ value }) => normalizeWord(String(value.value).split('@')[0]!));
  let best: { pieces: Piece[]; score: number; mail: number } | undefined;
  for (const pieces of nameCandidates(card.free, people, chance)) {
    const words = pieces.flatMap((piece) => [...piece.words]);
    const own = personWords(words);
    const mail = matchPerson(own, people);
    const size = pieceOf(words).height / card.height;
    const score =
      1.5 * mail -
      1.2 * Math.min(1, matchHost(words, hosts)) * (mail > 1 ? 0.3 : 1) +
      0.5 * Math.min(2.5, size) +
      (isFirst(pieces[0]!, card) ? 0.2 : 0) -
      0.15 * (pieces.length - 1) -
      (own.length === 1 && [...own[0]!.text].length > 5 ? 0.5 : 0) -
      (classifyAddressLine(textOf(words)) === 'region' && mail === 0 ? 0.6 : 0) +
      (words.some(isDegree) ? 0.6 : 0) +
      (hasTitleBelow(pieces.at(-1)!, card.free) ? 0.6 : 0) -
      (mail === 0 && hasCompanyBelow(pieces.at(-1)!, card.free) ? 0.6 : 0);
    if (best === undefined || score > best.score) best = { pieces, score, mail };
  }
  if (best === undefined || (best.mail === 0 && best.score < 0)) return undefined;
  const { pieces } = best;
  card.free = card.free.filter((piece) => !pieces.includes(piece));
  return nameDrafts(card, best, people);
}

function nameDrafts(
  { country }: Card,
  { pieces, score, mail }: { pieces: readonly Piece[]; score: number; mail: number },
  people: readonly string[] = [],
): ContactName {
  const own = personWords(pieces.flatMap((piece) => [...piece.words]));
  const surname = surnameOfMail(own, people);
  const parts = surname > 0 ? { first: own.slice(0, surname), last: own.slice(surname) } : splitName(own, country);
  const draft = (words: readonly PlacedWord[], text = textOf(words).replace(/,/gu, '')): Draft => {
    const base = derivedDraft({ type: 'string', value: text }, words, mail > 0 ? 'mail' : 'position', Math.min(1, Math.max(0, score / 3)));
    return pieces.length > 1 ? { ...base, evidence: { ...base.evidence, twoLines: 1 } } : base;
  };
  return {
    ...(parts.first.length > 0 && { first: draft(parts.first, parts.texts?.first) }),
    ...(parts.last.length > 0 && { last: draft(parts.last, parts.texts?.last) }),
  };
}

/** The first of two surnames, if it stands behind the first name or its initial in a mail address: `r.vega` of Rosa Vega Luna. */
function surnameOfMail(words: readonly PlacedWord[], people: readonly string[]): number {
  const [first, ...rest] = words.map(({ text }) => normalizeWord(text));
  if (first === undefined || SUFFIXES.has(rest.at(-1) ?? '')) return -1;
  return (
    1 +
    rest
      .slice(0, -1)
      .findIndex((part) => part.length > 2 && people.some((person) => person === first[0]! + part || person === first + part))
  );
}

/** The same name in another script, as on cards in two languages. */
export function findOtherName(card: Card, name: readonly PlacedWord[]): ContactName | undefined {
  const script = scriptOf(name);
  const other = card.free.find(({ words, height }) => scriptOf(words) !== script && height > 0.8 * card.height && isName(words, false));
  if (other === undefined) return undefined;
  card.free = card.free.filter((piece) => piece !== other);
  return nameDrafts(card, { pieces: [other], score: 1, mail: 0 });
}

const scriptOf = (words: readonly PlacedWord[]): string => {
  const text = textOf(words);
  return SCRIPTS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
};
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['latin', /\p{sc=Latin}/u],
  ['cyrillic', /\p{sc=Cyrillic}/u],
  ['greek', /\p{sc=Greek}/u],
  ['arabic', /\p{sc=Arabic}/u],
];

const isFirst = (piece: Piece, { free }: Card): boolean => free[0] === piece;

/** Whether a title is directly below the name. */
const hasTitleBelow = (piece: Piece, pieces: readonly Piece[]): boolean =>
  pieces.some((other) => isBelow(other, piece, 1.2) && hasTitle(other.words));

/** Whether a logo continues below. */
const hasCompanyBelow = (piece: Piece, pieces: readonly Piece[]): boolean =>
  pieces.some((other) => isBelow(other, piece, 0.6) && hasCompanyWord(other.words) && !hasTitle(other.words));

function nameCandidates(pieces: readonly Piece[], people: readonly string[], chance: Chance): Piece[][] {
  const isKnown = (words: readonly PlacedWord[]): boolean => matchPerson(personWords(words), people) >= 1;
  const out: Piece[][] = pieces
    .filter(
      ({ words }) =>
        isName(words, isKnown(words)) ||
        (chance === 'single' && isSingleName(words, pieces)) ||
        (chance === 'loose' && isLooseName(words, isKnown(words))),
    )
    .map((piece) => [piece]);
  for (const piece of pieces) {
    if (personWords(piece.words).length > 2 || !piece.words.every((word) => isNameWord(word) || isDegree(word))) continue;
    const next = pieces.find(
      (other) => isBelow(other, piece, 0.9) && isSize(other, piece, 0.7, 1.5) && areAligned(other, piece) && other.words.length <= 2,
    );
    if (next === undefined || (piece.words.length > 1 && next.words.length > 1)) continue;
    const both = [...piece.words, ...next.words];
    if (scriptOf(piece.words) === scriptOf(next.words) && isName(both, isKnown(both))) out.push([piece, next]);
  }
  return out;
}

/** At the left, in the middle or at the right. */
const areAligned = ({ box, height }: Piece, { box: other }: Piece): boolean =>
  Math.min(
    Math.abs(box.left - other.left),
    Math.abs(box.left + box.right - other.left - other.right) / 2,
    Math.abs(box.right - other.right),
  ) <
  0.8 * height;

const isLooseName = (words: readonly PlacedWord[], isKnown: boolean): boolean => {
  const own = personWords(words);
  return own.length === 2 && own.every(({ text }) => PERSON.test(text)) && (isKnown || !hasCompanyWord(own)) && !hasTitle(own.slice(1));
};

/** One word with a title directly below it. */
function isSingleName(words: readonly PlacedWord[], pieces: readonly Piece[]): boolean {
  const own = personWords(words);
  if (own.length !== 1 || words.length > 2 || !/^\p{Lu}\p{L}{2,}$/u.test(own[0]!.text) || hasCompanyWord(own) || hasTitle(own))
    return false;
  return hasTitleBelow(pieceOf(words), pieces);
}

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

/** "Acme Pte Ltd (Reg. No. 200901234K)". */
function withoutRegistration(words: readonly PlacedWord[]): readonly PlacedWord[] {
  const at = words.findIndex(({ text }) => text.startsWith('('));
  return at > 0 && /\d{4}/u.test(textOf(words.slice(at))) ? words.slice(0, at) : words;
}

export function findCompany(card: Card, hosts: readonly string[]): Draft | undefined {
  let best: { pieces: Piece[]; score: number; host: number; keyword: boolean } | undefined;
  for (const piece of card.free) {
    const isWhole = matchHost(piece.words, hosts) > 1;
    for (const pieces of [[piece], ...companyPairs(piece, card.free, isWhole, hosts)]) {
      const words = withoutRegistration(pieces.flatMap((own) => [...own.words]));
      const text = textOf(words);
      if (!/\p{L}{2}/u.test(text) || /@|\d{4}/u.test(text)) continue;
      const host = matchHost(words, hosts);
      const keyword = hasCompanyWord(words);
      const score =
        2 * host +
        (hasLegalForm(words) ? 1.5 : keyword ? 0.8 : 0) +
        0.5 * Math.min(3, piece.height / card.height) -
        (words.length > 6 ? 1 : 0) -
        (/[.!?]$/u.test(text) && words.length > 3 ? 1 : 0) -
        (['street', 'place', 'both'].includes(classifyAddressLine(text)) ? 0.8 : 0) -
        (words.length > 2 && /^\p{Ll}/u.test(words[1]!.text) && /^\p{Ll}/u.test(words.at(-1)!.text) ? 0.6 : 0) -
        0.1 * (pieces.length - 1);
      if (best === undefined || score > best.score) best = { pieces, score, host, keyword };
    }
  }
  if (best === undefined) return undefined;
  const { pieces, score, host, keyword } = best;
  card.free = card.free.filter((piece) => !pieces.includes(piece));
  const words = withoutRegistration(pieces.flatMap((own) => [...own.words]));
  const source = host >= 1 ? 'host' : host > 0 ? 'partOfHost' : keyword ? 'keyword' : 'position';
  return derivedDraft({ type: 'string', value: textOf(words) }, words, source, Math.min(1, score / 3));
}

/**
 * The piece with the one below it, for names over two lines; one that is the host name alone is continued in the same size only, and a
 * logo in a smaller one if the line has a legal form and the host name both lines.
 */
function companyPairs(piece: Piece, pieces: readonly Piece[], isWhole: boolean, hosts: readonly string[]): Piece[][] {
  const [min, max] = isWhole ? [0.93, 1.07] : [0.7, 1.4];
  const isNamed = ({ words }: Piece): boolean =>
    hasLegalForm(words) && matchHost([...piece.words, ...words], hosts) > Math.max(matchHost(piece.words, hosts), matchHost(words, hosts));
  const next = pieces.find(
    (other) => isBelow(other, piece, 0.7) && (isSize(other, piece, min, max) || (isSize(other, piece, 0.3, 1) && isNamed(other))),
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
