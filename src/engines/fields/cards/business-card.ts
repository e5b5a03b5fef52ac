/**
 * Business cards. Lines are classified by pattern first (email, website, phone, address), then titles and departments by
 * keyword. Of the remaining lines, the one that matches the email address best is the name, and the one with company
 * keywords or the website's name is the company.
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Field, FoundDocument } from '../field.ts';
import type { ExtractOptions } from '../field-model.ts';
import { normalizeWord } from '../captions/word-similarity.ts';
import { editDistance } from '../text/edit-distance.ts';
import { arrayField, buildField, buildStringField } from '../captions/build-field.ts';
import type { PageText, PlacedLine, PlacedWord } from '../captions/page-text.ts';
import { pageText, textOf } from '../captions/page-text.ts';
import { addressOf } from '../values/addresses.ts';
import { countryOf, localeOf } from '../values/locale.ts';
import { phonesIn } from '../values/phones.ts';
import data from './business-card.json' with { type: 'json' };

const EMAIL = /^(?:[a-z-]+:)?([\w.+-]+@[\w-]+(?:\.[\w-]+)+)[,;.]?$/iu;
const SITE =
  /^(?:[a-z-]+:)?((?:https?:\/\/)?(?:www\.)[\w-]+(?:\.[\w-]+)+(?:\/\S*)?|(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|io|co|de|fr|es|it|nl|eu|uk|us|info|biz|ai|dev|health|example)(?:\/\S*)?)$/iu;

const set = (words: readonly string[]): ReadonlySet<string> => new Set(words);
const TITLES = set(data.jobTitles);
const DEPARTMENTS = set(data.departments);
const COMPANIES = set(data.companyWords);
const DEGREES = set(data.degrees);
const LEGAL = set(data.legalForms);

interface Card {
  page: PageText;
  free: PlacedLine[];
  fields: Record<string, Field[]>;
}

export function extractBusinessCards(layout: DocumentLayout, { locale }: ExtractOptions): FoundDocument[] {
  return layout.pages.flatMap((_, index) => readCard(pageText(layout, index), locale) ?? []);
}

/** A page with more lines is not a card. */
const MAX_LINES = 40;

function readCard(page: PageText, locale: string | undefined): FoundDocument | undefined {
  if (page.lines.length === 0) return undefined;
  const card: Card = { page, free: page.lines.slice(0, MAX_LINES), fields: {} };
  takePatterns(card, countryOf(localeOf(locale)) ?? 'US');
  takeAddress(card, locale);
  takeTitles(card);
  takeNameAndCompany(card);
  const fields = Object.fromEntries(
    Object.keys(data.fields)
      .filter((name) => (card.fields[name]?.length ?? 0) > 0)
      .map((name) => [name, arrayField(card.fields[name]!)]),
  );
  if (Object.keys(fields).length === 0) return undefined;
  return { docType: data.docType, pages: [page.page], fields, confidence: Math.min(0.98, 0.4 + 0.12 * Object.keys(fields).length) };
}

const add = (card: Card, name: string, field: Field): void => void (card.fields[name] ??= []).push(field);
const removeLines = (card: Card, lines: readonly PlacedLine[]): void =>
  void (card.free = card.free.filter((line) => !lines.includes(line)));

/** Email addresses, websites and phone numbers; a line may have several. */
function takePatterns(card: Card, country: string): void {
  const taken: PlacedLine[] = [];
  for (const line of card.free) {
    const before = Object.values(card.fields).flat().length;
    for (const word of line.words) {
      const email = EMAIL.exec(word.text)?.[1];
      const site = email === undefined ? SITE.exec(word.text)?.[1] : undefined;
      if (email !== undefined) add(card, 'Emails', buildStringField([word], 0.97, email));
      else if (site !== undefined) add(card, 'Websites', buildStringField([word], 0.95, site));
    }
    takePhones(card, line, country);
    if (Object.values(card.fields).flat().length > before) taken.push(line);
  }
  removeLines(card, taken);
}

function takePhones(card: Card, { words, text }: PlacedLine, country: string): void {
  let from = 0;
  for (const { value, start, end } of phonesIn(text, { country })) {
    if (/\b[A-Z]{2}\.? \d{5}/u.test(text.slice(0, end)) && !text.slice(start, end).includes('-') && start > 10) continue;
    const label = text.slice(from, start);
    from = end;
    const own = wordsInRange(words, start, end);
    add(card, phoneFieldName(label, text.slice(end, end + 12)), buildField({ type: 'phoneNumber', value }, own, 0.95));
  }
}

/** The kind of phone by the words before it, or by a word in parentheses after it. */
function phoneFieldName(before: string, behind: string): string {
  const words = [...before.split(/[\s:|/()]+/u).reverse(), ...(/^\s*\((\p{L}+)\)/u.exec(behind)?.slice(1) ?? [])].map((word) =>
    word.toLowerCase().replace(/[.,+]+$/u, ''),
  );
  for (const word of words) for (const { field, phrases } of data.phoneLabels) if (word !== '' && phrases.includes(word)) return field;
  return 'OtherPhones';
}

function wordsInRange(words: readonly PlacedWord[], start: number, end: number): PlacedWord[] {
  let at = 0;
  return words.filter(({ text }) => {
    const from = at;
    at += text.length + 1;
    return from < end && from + text.length > start;
  });
}

/** One to four adjacent lines that form an address, as many as possible. */
function takeAddress(card: Card, locale: string | undefined): void {
  for (let i = 0; i < card.free.length; i++) {
    for (const count of [4, 3, 2, 1]) {
      const own = card.free.slice(i, i + count);
      if (own.length < count || !own.every((line, k) => k === 0 || isNextLine(own[k - 1]!, line, card.page.height))) continue;
      if (
        /^\D*$/u.test(own[0]!.text) &&
        count > 1 &&
        !/^p\.?\s?o/iu.test(own[0]!.text) &&
        addressOf(
          own
            .slice(1)
            .map(({ text }) => text)
            .join('\n'),
          { locale },
        )?.postalCode !== undefined
      )
        continue;
      const value = addressOf(own.map(({ text }) => text).join('\n'), { locale });
      if (value?.postalCode === undefined || (value.road ?? value.poBox) === undefined) continue;
      add(
        card,
        'Addresses',
        buildField(
          { type: 'address', value },
          own.flatMap(({ words }) => [...words]),
          0.93,
        ),
      );
      removeLines(card, own);
      i--;
      break;
    }
  }
}

const isNextLine = (before: PlacedLine, line: PlacedLine, height: number): boolean =>
  line.box.top > before.box.top && line.box.top - before.box.bottom < 1.6 * height;

function takeTitles(card: Card): void {
  const hosts = findHosts(card);
  for (const line of [...card.free]) {
    const words = line.words.map(({ text }) => text.toLowerCase().replace(/[,&]+$/u, ''));
    if (matchHost(line, hosts) > 0) continue;
    const company = words.some((word) => LEGAL.has(word));
    if (words.some((word) => TITLES.has(word)) && words.length <= 8 && !company && !isName(line)) {
      const comma = line.words.findIndex(({ text }) => text.endsWith(','));
      const rest = line.words.slice(comma + 1);
      if (comma >= 0 && rest.some(({ text }) => DEPARTMENTS.has(text.toLowerCase()))) {
        add(
          card,
          'JobTitles',
          buildStringField(line.words.slice(0, comma + 1), 0.9, textOf(line.words.slice(0, comma + 1)).replace(/,$/u, '')),
        );
        add(card, 'Departments', buildStringField(rest, 0.85));
      } else add(card, 'JobTitles', buildStringField(line.words, 0.92));
      removeLines(card, [line]);
    } else if (words.some((word) => DEPARTMENTS.has(word)) && !company && words.length > 1) {
      add(card, 'Departments', buildStringField(line.words, 0.85));
      removeLines(card, [line]);
    }
  }
}

const PERSON = /^\p{Lu}[\p{L}'’-]*\.?$/u;

/** Two to four capitalized words without company keywords. */
function isName({ words }: PlacedLine): boolean {
  const own = personWords(words);
  return (
    own.length >= 2 &&
    own.length <= 4 &&
    own.every(({ text }) => PERSON.test(text)) &&
    !own.some(({ text }) => COMPANIES.has(text.toLowerCase()) || TITLES.has(text.toLowerCase()) || DEPARTMENTS.has(text.toLowerCase()))
  );
}

const personWords = (words: readonly PlacedWord[]): PlacedWord[] =>
  words
    .filter(({ text }) => !DEGREES.has(text.toLowerCase().replace(/,$/u, '')))
    .map((word) => (word.text.endsWith(',') ? { ...word, text: word.text.slice(0, -1) } : word));

function takeNameAndCompany(card: Card): void {
  const emails = (card.fields['Emails'] ?? []).map(({ value }) => String(value));
  const people = emails.map((email) => normalizeWord(email.split('@')[0]!));
  const hosts = findHosts(card);
  const name = findBest(
    card.free.filter(isName),
    (line) => matchPerson(line, people) - matchHost(line, hosts) + (0.1 * (line.box.bottom - line.box.top)) / card.page.height,
  );
  if (name !== undefined) {
    const own = personWords(name.words);
    const certainty = matchPerson(name, people) > 0 ? 0.96 : 0.85;
    const value = { FirstName: buildStringField(own.slice(0, -1), certainty), LastName: buildStringField(own.slice(-1), certainty) };
    add(card, 'ContactNames', {
      type: 'object',
      value,
      items: [],
      confidence: Math.min(value.FirstName.confidence, value.LastName.confidence),
    });
    removeLines(card, [name]);
  }
  const company = findBest(
    card.free.filter(({ text }) => /\p{L}{2}/u.test(text)),
    (line) =>
      2 * matchHost(line, hosts) +
      (line.words.some(({ text }) => COMPANIES.has(text.toLowerCase().replace(/,$/u, ''))) ? 1 : 0) +
      (0.2 * (line.box.bottom - line.box.top)) / card.page.height -
      (line.words.length > 6 ? 1 : 0),
  );
  if (company !== undefined) add(card, 'CompanyNames', buildStringField(company.words, matchHost(company, hosts) > 0 ? 0.95 : 0.75));
}

/** Host names of email addresses and websites, without the top-level domain. */
function findHosts({ fields }: Card): string[] {
  const hostNames = [
    ...(fields['Emails'] ?? []).map(({ value }) => String(value).split('@')[1]!),
    ...(fields['Websites'] ?? []).map(({ value }) =>
      String(value)
        .replace(/^https?:\/\//iu, '')
        .replace(/\/.*$/u, ''),
    ),
  ];
  return hostNames.map((host) =>
    normalizeWord(
      host
        .replace(/^www\./iu, '')
        .split('.')
        .slice(0, -1)
        .join(''),
    ),
  );
}

function findBest(lines: readonly PlacedLine[], score: (line: PlacedLine) => number): PlacedLine | undefined {
  return lines.reduce<PlacedLine | undefined>((one, other) => (one === undefined || score(other) > score(one) ? other : one), undefined);
}

/** Number of the line's words that occur in an email address. */
function matchPerson({ words }: PlacedLine, people: readonly string[]): number {
  return Math.max(
    0,
    ...people.map((person) => words.filter(({ text }) => normalizeWord(text).length > 1 && person.includes(normalizeWord(text))).length),
  );
}

/** How well a host name matches the line: its words joined, or their initials. */
function matchHost({ words }: PlacedLine, hosts: readonly string[]): number {
  const parts = words
    .map(({ text }) => normalizeWord(text))
    .filter((part) => part !== '' && !['inc', 'llc', 'ltd', 'gmbh', 'corp', 'co', 'the'].includes(part));
  const whole = parts.join('');
  return hosts.some(
    (host) =>
      host.length > 2 &&
      (whole === host ||
        whole.startsWith(host) ||
        host.startsWith(whole) ||
        editDistance(whole, host, 2) <= 2 ||
        parts.map((part) => part[0]).join('') === host),
  ) && whole.length > 2
    ? 1
    : parts.some((part) => part.length > 4 && hosts.some((host) => host.includes(part)))
      ? 0.7
      : 0;
}
