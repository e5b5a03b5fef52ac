/** Driver licences: inline captions first, then fields without captions: names above the address, dates by their order. */
import type { Field } from '../field.ts';
import { buildField, buildStringField } from '../captions/build-field.ts';
import type { PageText, PlacedLine, PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import { STATE_NAMES, STATES } from '../values/address-words.ts';
import { addressOf } from '../values/addresses.ts';
import { dateOf } from '../values/dates.ts';
import { idValue } from './id-values.ts';
import { createInlineCaptionFinder } from '../captions/inline-captions.ts';
import type { IdOptions } from './id-values.ts';
import { ID_LEXICON } from './lexicon.ts';

const find = createInlineCaptionFinder(ID_LEXICON.driverLicense);

export function licenceFields(page: PageText, options: IdOptions): Record<string, Field> {
  const fields: Record<string, Field> = {};
  const used = new Set<number>();
  for (const {
    caption: { field, kind },
    words,
    key,
    phrase,
    below,
  } of find(page)) {
    const certainty = (below ? 0.88 : 0.95) * (/^\d/u.test(phrase) && !phrase.includes(' ') ? 0.93 : 1);
    const value = idValue(kind, words, certainty, options);
    if (value === undefined || (fields[field] !== undefined && fields[field].confidence >= value.confidence)) continue;
    fields[field] = value;
    for (const item of value.items) used.add(item);
    for (const { item } of key) used.add(item);
  }
  const address = findAddress(page);
  if (address !== undefined) {
    fields['Address'] = address.field;
    if (fields['LastName'] === undefined && fields['FirstName'] === undefined)
      Object.assign(fields, findNamesAbove(page, address.first, used));
  }
  Object.assign(fields, assignDatesByOrder(page, fields, options));
  const region = findRegion(page);
  if (region !== undefined) {
    fields['Region'] = region;
    fields['CountryRegion'] = { type: 'countryRegion', value: 'USA', items: [], confidence: region.confidence };
  }
  return fields;
}

/** A line that starts with a house number and the following line with state and postal code; of several, the shortest. */
function findAddress(page: PageText): { field: Field; first: number } | undefined {
  let best: { field: Field; first: number } | undefined;
  for (const [i, line] of page.lines.entries()) {
    const words = removeCaption(line.words);
    if (words.length < 2 || !/^(?:\d+[A-Z]?|P\.?O\.?)$/iu.test(words[0]!.text) || !/[A-Za-z]{2}/u.test(textOf(words.slice(1)))) continue;
    const below = page.lines
      .slice(i + 1, i + 6)
      .filter(
        ({ box }) =>
          box.top > line.box.top + 0.3 * page.height &&
          box.top - line.box.bottom < 4 * page.height &&
          Math.abs(box.left - line.box.left) < 6 * page.height,
      );
    for (let count = 0; count <= Math.min(2, below.length); count++) {
      const rows = [words, ...below.slice(0, count).map((other) => other.words)];
      const value = addressOf(rows.map(textOf).join('\n'), { locale: 'en-US' });
      if (value?.state === undefined || value.postalCode === undefined || (value.houseNumber ?? value.poBox) === undefined) continue;
      const field = buildField({ type: 'address', value }, rows.flat(), 0.95);
      if (best === undefined || field.items.length < best.field.items.length) best = { field, first: i };
      break;
    }
  }
  return best;
}

const removeCaption = (words: readonly PlacedWord[]): readonly PlacedWord[] => {
  let from = 0;
  if (/^8\.?$/u.test(words[0]?.text ?? '') && /^\d/u.test(words[1]?.text ?? '')) from = 1;
  if (/^ADD(?:R(?:ESS)?)?:?$/iu.test(words[from]?.text ?? '')) from++;
  return words.slice(from);
};

const NAME = /^[A-Z][A-Z'’.,-]*(?:\s[A-Z][A-Z'’.,-]*){0,3}$/u;
const HEADING = /LICEN|IDENTIF|DRIVER|STATE|USA|CLASS|DEPARTMENT|MOTOR|VEHICLE|REAL ID|DONOR|VETERAN/iu;

/** Names are above the address: last name first, given names below, or both on one line, separated by a comma. */
function findNamesAbove(page: PageText, address: number, used: ReadonlySet<number>): Record<string, Field> {
  const { box } = page.lines[address]!;
  const over = page.lines
    .filter(
      (line) =>
        line.box.bottom <= box.top + 0.4 * page.height &&
        box.top - line.box.bottom < 5 * page.height &&
        Math.abs(line.box.left - box.left) < 4 * page.height,
    )
    .sort((a, b) => a.box.top - b.box.top);
  const names = over
    .map((line) => line.words.filter(({ text, item }) => !used.has(item) && !/^\d{1,2}\.?$/u.test(text)))
    .filter((words) => words.length > 0 && NAME.test(textOf(words)) && !HEADING.test(textOf(words)))
    .slice(-2);
  const [first, second] = names;
  if (first === undefined) return {};
  const comma = first.findIndex(({ text }) => text.endsWith(','));
  if (second === undefined || comma >= 0) {
    const all = names.flat();
    const cut = comma >= 0 ? comma + 1 : all.length - 1;
    const [head, tail] = [all.slice(0, cut), all.slice(cut)];
    const [last, given] = comma >= 0 ? [head, tail] : [tail, head];
    return {
      ...(last.length > 0 ? { LastName: buildStringField(last, 0.75, textOf(last).replace(/,$/u, '')) } : {}),
      ...(given.length > 0 ? { FirstName: buildStringField(given, 0.75) } : {}),
    };
  }
  return { LastName: buildStringField(first, 0.8, textOf(first).replace(/,$/u, '')), FirstName: buildStringField(second, 0.8) };
}

/** Assigns dates without a caption to the missing fields in order: birth, issue, expiration. */
function assignDatesByOrder(page: PageText, fields: Readonly<Record<string, Field>>, options: IdOptions): Record<string, Field> {
  const knownDates = new Set(
    ['DateOfBirth', 'DateOfIssue', 'DateOfExpiration'].flatMap((name) => (fields[name]?.value as string | undefined) ?? []),
  );
  const dated = page.lines
    .flatMap((line: PlacedLine) => line.words.map((word) => ({ word, value: dateOf(word.text, options) })))
    .filter((one): one is { word: PlacedWord; value: string } => one.value !== undefined && !knownDates.has(one.value))
    .sort((a, b) => a.value.localeCompare(b.value));
  const missing = ['DateOfBirth', 'DateOfIssue', 'DateOfExpiration'].filter((name) => fields[name] === undefined);
  if (dated.length === 0 || missing.length === 0 || dated.length !== missing.length) return {};
  return Object.fromEntries(missing.map((name, i) => [name, buildField({ type: 'date', value: dated[i]!.value }, [dated[i]!.word], 0.7)]));
}

const TITLES = new Map(STATE_NAMES.map((name) => [name, name.replace(/\b(?!of\b|and\b)\p{L}/gu, (letter) => letter.toUpperCase())]));

/** The state named in the heading. */
function findRegion(page: PageText): Field | undefined {
  for (const line of page.lines.slice(0, 12)) {
    for (let i = 0; i < line.words.length; i++) {
      for (const count of [3, 2, 1]) {
        const own = line.words.slice(i, i + count);
        const name = textOf(own)
          .toLowerCase()
          .replace(/[^a-z ]/gu, '')
          .trim();
        if (own.length === count && TITLES.has(name) && !/\d/u.test(line.text)) return buildStringField(own, 0.93, TITLES.get(name)!);
      }
    }
  }
  const code = page.lines
    .slice(0, 3)
    .flatMap(({ words }) => [...words])
    .find(({ text }) => STATES['US']!.includes(text));
  return code === undefined ? undefined : buildStringField([code], 0.7);
}
