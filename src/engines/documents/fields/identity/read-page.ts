/** Finds the type and the values of one page. */
import type { ExtractOptions } from '../field-model.ts';
import type { CaptionMatch } from '../captions/caption-matches.ts';
import { createCaptionMatcher } from '../captions/caption-matches.ts';
import type { Rows } from '../captions/phrase-index.ts';
import { gapBefore } from '../captions/phrase-index.ts';
import type { CaptionPage } from '../captions/caption-values.ts';
import { captionPage, valueWordsOf, wordsBelow } from '../captions/caption-values.ts';
import type { PageText, PlacedWord } from '../captions/page-text.ts';
import { rowsOfLines, textOf } from '../captions/page-text.ts';
import { normalizeWord } from '../../../shared/text/fold-text.ts';
import { editDistance } from '../text/similar-texts.ts';
import { datesIn } from '../values/dates.ts';
import { detectType } from './document-type.ts';
import type { CaptionedDraft, Draft, Drafts } from '../captions/draft.ts';
import { assignDrafts, captionedDraft, derivedDraft } from '../captions/draft.ts';
import type { Heading } from '../captions/phrase-index.ts';
import { createHeadingFinder } from '../captions/phrase-index.ts';
import { addDiscriminator, addNumber, addPhysicalValues, addSexAlone } from './license-values.ts';
import { findHolderAddress } from './holder-address.ts';
import { addDatesByOrder, checkDateOrder } from './holder-dates.ts';
import { completeNames } from './holder-names.ts';
import type { IdOptions, IdValue } from './id-values.ts';
import { idValue } from './id-values.ts';
import { northAmericanCountry } from './issuing-country.ts';
import type { IdKind } from './lexicon.ts';
import { ID_LEXICON } from './lexicon.ts';
import type { LicenseLine, Zone } from './mrz.ts';
import { readLicenseLine, readZone } from './mrz.ts';
import { findMisreadCaptions } from './misread-captions.ts';
import { orderNames } from './name-order.ts';
import type { NumberedMatch } from './number-captions.ts';
import { findNumberCaptions } from './number-captions.ts';
import { piecesOf } from '../captions/pieces.ts';
import { addBirthOfNumber, addPassportPlaces, personalNumber } from './page-order.ts';
import { findPlaces } from './places.ts';
import { socialSecurityDrafts } from './social-security.ts';
import { splitColumn, splitWords } from './split-words.ts';
import { mergeDrafts, usePrintedNames, zoneDrafts } from './zone-fields.ts';

const findCaptions = createCaptionMatcher(ID_LEXICON.captions);
const findHeadings = createHeadingFinder(ID_LEXICON.headings);

export interface ReadPage {
  type: { name: string; score: number; margin: number };
  drafts: Drafts;
  zone: Zone | undefined;
}

/** A page with more words is no identity document; its first words are read. */
const MAX_WORDS = 450;
/** Two-digit years from this one on belong to the 1900s. */
const BIRTH_PIVOT = 15;
const OTHER_PIVOT = 70;

type Match = CaptionMatch<IdKind>;

const pivotOf = (field: string): number => (field === 'DateOfBirth' ? BIRTH_PIVOT : OTHER_PIVOT);

export function readPage(page: PageText, { locale }: ExtractOptions): ReadPage {
  const zone = readZone(page);
  const line = zone === undefined ? readLicenseLine(page) : undefined;
  const zoneItems = new Set([...(zone?.lines.flat() ?? []), ...(line?.words ?? [])].map(({ item }) => item));
  const words = page.words.slice(0, MAX_WORDS).filter(({ item }) => !zoneItems.has(item));
  const country = northAmericanCountry(rowsOfLines(words));
  const american = country !== undefined;
  const split = rowsOfLines(splitWords(words, zone === undefined && american));
  const rows = american || zone !== undefined ? split : splitColumn(split);
  const { headings, matches: found } = separateHeadings(
    findHeadings(rows),
    findCaptions(rows).filter((match) => startsAddress(match, rows)),
  );
  const matches = withoutGeneral(found);
  const options: IdOptions = { locale: locale ?? localeOf(country, words) };
  const numbers = fittingNumbers(rows, matches, american, options);
  const type = detectType({ rows, headings, matches, numbers: numbers.length, zone, licenseLine: line !== undefined });
  if (type.name === 'idDocument.usSocialSecurityCard') return { type, zone, drafts: socialSecurityDrafts(rows) };
  const isLicense = type.name === 'idDocument.driverLicense' || (american && zone === undefined);
  const own = isLicense ? numbers : [];
  const captions = captionPage<IdKind>(rows, [...matches, ...own]);
  const headingWords = [...headings.values()].flatMap(({ words }) => [...words]);
  const known: CaptionPage<IdKind> = { ...captions, taken: new Set([...captions.taken, ...headingWords]) };
  const { drafts, used } = assignDrafts([...matches, ...own].flatMap((match) => draftsOf(match, known, options)));
  if (american && zone === undefined) addMisread(drafts, used, known, options);
  addBefore(drafts, used, [...matches, ...own], known, options);
  // A name in capitals may resemble a caption; it is one if a value was found for it.
  const unsure = matches.filter(({ caption, quality }) => quality < 0.8 && drafts[caption.field] === undefined);
  const pieces = piecesOf(rows, new Set([...known.taken].filter((word) => !unsure.some(({ words }) => words.includes(word)))));
  const address = findHolderAddress(
    known,
    [...matches, ...own].filter(({ caption }) => caption.field === 'Address'),
    [...matches.filter(({ numbered }) => numbered), ...own],
    pieces,
    american ? 'en-US' : locale,
    used,
  );
  if (address !== undefined) {
    drafts['Address'] = address.draft;
    if (drafts['DocumentNumber']?.words.every((word) => address.draft.words.includes(word)) === true) delete drafts['DocumentNumber'];
    for (const word of address.draft.words) used.add(word);
  }
  splitNameBlock(drafts, matches, known);
  if (zone === undefined) takeNamesAbove(drafts, matches, known);
  if (isLicense || zone === undefined) completeNames(drafts, pieces, address?.first, used, american);
  else delete drafts['Name'];
  if (!american) addPlaceOfBirth(drafts, rows, isLicense, new Set([...known.taken, ...used]));
  checkDateOrder(drafts);
  for (const draft of Object.values(drafts)) for (const word of draft.words) used.add(word);
  if (american && zone === undefined) addPhysicalValues(drafts, pieces, used);
  else addSexAlone(drafts, pieces, used);
  const { country: named, region } = findPlaces(
    rows,
    address === undefined ? undefined : { value: address.value, words: address.draft.words },
    isLicense,
  );
  if (region !== undefined) drafts['Region'] = region;
  if (named !== undefined) drafts['CountryRegion'] ??= named;
  if (line?.country !== undefined)
    drafts['CountryRegion'] = derivedDraft({ type: 'countryRegion', value: line.country }, line.words, 'zone');
  if (line !== undefined) addNameOfLine(drafts, line);
  const merged = zone === undefined ? drafts : mergeDrafts(zoneDrafts(zone), drafts);
  if (zone !== undefined) usePrintedNames(merged, zoneDrafts(zone), rows);
  if (!american && zone === undefined) addBirthOfNumber(merged, pieces, options);
  addDatesByOrder(merged, pieces, used, { ...options, pivot: OTHER_PIVOT }, isLicense ? undefined : 0);
  checkDateOrder(merged);
  const personal = american ? undefined : personalNumber(merged, pieces, used, options);
  addNumber(merged, pieces, new Set([...used, ...(personal?.words ?? [])]));
  if (isLicense && american && merged['DocumentNumber']?.evidence['position'] !== 1) addDiscriminator(merged, pieces, used);
  addSeries(merged, rows);
  if (personal !== undefined) merged[merged['DocumentNumber'] === undefined ? 'DocumentNumber' : 'PersonalNumber'] = personal;
  orderNames(merged, words);
  if (type.name === 'idDocument.passport') {
    if (zone !== undefined) addPassportPlaces(merged, pieces, used, options);
    completePassport(merged, zone);
  } else joinMiddleName(merged);
  return { type, drafts: merged, zone };
}

/** Months come first in the United States, unless all dates that can be read in one way only say otherwise. */
function localeOf(country: string | undefined, words: readonly PlacedWord[]): string {
  const dates = words.flatMap(({ text }) => /(?<!\d)(\d\d?)[/.-](\d\d?)[/.-](?:19|20)?\d\d(?!\d)/u.exec(text) ?? []);
  const pairs = dates.flatMap((_, i) => (i % 3 === 0 ? [[Number(dates[i + 1]), Number(dates[i + 2])] as const] : []));
  const [dayFirst, monthFirst] = [pairs.some(([a, b]) => a > 12 && b <= 12), pairs.some(([a, b]) => b > 12 && a <= 12)];
  if (dayFirst !== monthFirst) return monthFirst ? 'en-US' : 'en-GB';
  return country === 'USA' ? 'en-US' : country === 'CAN' ? 'en-CA' : 'en-GB';
}

/** Behind other words, `address` is part of a value. */
const startsAddress = ({ caption, row, from, numbered, colon }: Match, rows: Rows): boolean =>
  caption.field !== 'Address' || numbered || colon || from === 0 || gapBefore(rows[row]!, from) > 0.9;

const foldAll = (phrases: readonly string[]): ReadonlySet<string> => new Set(phrases.map(normalizeWord));
const [LONE_NAMES, GENERAL_NUMBERS] = [foldAll(ID_LEXICON.loneNames), foldAll(ID_LEXICON.generalNumbers)];

/** `Name` alone is the full name, beside a caption of the surname the given names; a card number yields to that of the license. */
function withoutGeneral(matches: readonly Match[]): Match[] {
  const hasLast = matches.some(({ caption }) => caption.field === 'LastName');
  const isGeneral = ({ caption, words, numbered }: Match): boolean =>
    caption.field === 'DocumentNumber' && !numbered && GENERAL_NUMBERS.has(normalizeWord(textOf(words)));
  const hasNumber = matches.some((match) => match.caption.field === 'DocumentNumber' && !isGeneral(match));
  return matches
    .filter((match) => !hasNumber || !isGeneral(match))
    .map((match) =>
      !hasLast && match.caption.field === 'FirstName' && LONE_NAMES.has(normalizeWord(textOf(match.words)))
        ? { ...match, caption: { ...match.caption, field: 'Name' } }
        : match,
    );
}

/** Drops headings that are read better as a caption or are part of a longer one, and captions that are a misread heading. */
function separateHeadings(
  found: ReadonlyMap<string, Heading>,
  captions: readonly Match[],
): { headings: Map<string, Heading>; matches: Match[] } {
  const headings = new Map<string, Heading>();
  const dropped = new Set<Match>();
  for (const [type, heading] of found) {
    const own = new Set(heading.words);
    const touching = captions.filter(({ words }) => words.some((word) => own.has(word)));
    if (
      touching.some(
        ({ words, quality }) =>
          (quality > heading.quality || (quality === heading.quality && words.length > heading.words.length)) &&
          heading.words.every((word) => words.includes(word)),
      )
    )
      continue;
    headings.set(type, heading);
    for (const match of touching) if (match.words.every((word) => own.has(word)) || match.quality < 1) dropped.add(match);
  }
  return { headings, matches: captions.filter((match) => !dropped.has(match)) };
}

/** Kinds whose values look like captions. */
const PROSE: ReadonlySet<IdKind> = new Set(['name', 'text', 'country', 'code']);

function draftsOf(match: Match, page: CaptionPage<IdKind>, options: IdOptions): CaptionedDraft[] {
  const { field, kind } = match.caption;
  if (field === '-' || kind === 'address') return [];
  const pivot = pivotOf(field);
  const drafts = valueWordsOf(match, page).flatMap((own) => {
    const value =
      (field === 'DateOfExpiration' ? endOfRange(own.words, options) : undefined) ?? idValue(kind, own.words, { ...options, pivot });
    return value === undefined ? [] : [captionedDraft(field, match, own, value)];
  });
  // What stands behind a number alone belongs to it, whatever is below; so does what has the shape of the kind of value.
  const isUnlike = kind === 'codes' && (drafts[0]?.evidence['shape'] ?? 1) < 0.8;
  const isStrict = (match.caption.phrases.length === 0 && !isUnlike) || (!PROSE.has(kind) && (drafts[0]?.evidence['shape'] ?? 0) >= 0.9);
  return isStrict && drafts[0]?.evidence['right'] === 1 ? drafts.slice(0, 1) : drafts;
}

/** The second date of `03.10.2015-03.10.2025`. */
function endOfRange(words: readonly PlacedWord[], options: IdOptions): IdValue | undefined {
  const text = textOf(words);
  const [from, to] = datesIn(text.replace(/(?<=\d\s?)[-–]\s?(?=\d{1,2}[./]\d)/gu, ' - '), options);
  return from !== undefined && to !== undefined && from.value < to.value
    ? { value: { type: 'date', value: to.value }, words, shape: 1 }
    : undefined;
}

/** Values of captions with wrong letters, for fields that have none. */
function addMisread(drafts: Drafts, used: Set<PlacedWord>, page: CaptionPage<IdKind>, options: IdOptions): void {
  const misread = findMisreadCaptions(page.rows, new Set([...page.taken, ...used]), (field) => drafts[field] === undefined);
  const all = captionPage<IdKind>(page.rows, [...page.matches, ...misread]);
  const taken = new Set([...all.taken, ...page.taken]);
  const found = assignDrafts(
    misread
      .flatMap((match) => draftsOf(match, { ...all, taken }, options))
      .filter(({ words, evidence }) => evidence['shape']! > 0.7 && evidence['lower'] !== 1 && !words.some((word) => used.has(word))),
  );
  Object.assign(drafts, found.drafts);
  for (const word of found.used) used.add(word);
}

/** Values above or left of their captions, where nothing is behind or below them: a card is arranged so for at least two of them. */
function addBefore(
  drafts: Drafts,
  used: Set<PlacedWord>,
  matches: readonly Match[],
  { rows, taken }: CaptionPage<IdKind>,
  options: IdOptions,
): void {
  const missing = matches.filter(
    ({ caption: { field, kind } }) => field !== '-' && !PROSE.has(kind) && kind !== 'address' && drafts[field] === undefined,
  );
  const above = (match: Match): PlacedWord[] => wordsAbove(match, rows);
  const before = ({ row, from }: Match): PlacedWord[] => rows[row]!.slice(Math.max(0, from - 1), from);
  for (const wordsOf of [above, before]) {
    const found = missing.flatMap((match) => {
      const { field, kind } = match.caption;
      const words = wordsOf(match);
      const isFree = words.length > 0 && words.every((word) => !taken.has(word) && !used.has(word));
      const value = isFree ? idValue(kind, words, { ...options, pivot: pivotOf(field) }) : undefined;
      return value === undefined || value.shape < 0.8 ? [] : [captionedDraft(field, match, { route: 'lower', words, scale: 1 }, value)];
    });
    const { drafts: own, used: words } = assignDrafts(found);
    if (Object.keys(own).length < 2) continue;
    for (const [field, draft] of Object.entries(own)) drafts[field] ??= draft;
    for (const word of words) used.add(word);
  }
}

/** Numbers whose words fit their field; of several equal numbers the one that is in a column with most others. */
function fittingNumbers(rows: Rows, matches: readonly Match[], american: boolean, options: IdOptions): NumberedMatch[] {
  const taken = new Set(matches.flatMap(({ words }) => [...words]));
  const all = findNumberCaptions(rows, taken, american);
  const page = captionPage<IdKind>(rows, [...matches, ...all]);
  const fitting = all.filter((match) =>
    match.caption.kind === 'address'
      ? valueWordsOf(match, page).length > 0
      : draftsOf(match, page, options).some(
          ({ evidence }) => evidence['right'] === 1 || evidence['far'] === 1 || (match.words.length > 1 && evidence['below'] === 1),
        ),
  );
  const lefts = [...fitting, ...matches.filter(({ numbered }) => numbered)].map(({ box, words }) => ({ left: box.left, word: words[0]! }));
  const inColumn = ({ box, words }: Match): number =>
    lefts.filter(({ left, word }) => word !== words[0] && Math.abs(left - box.left) < 0.7 * (box.bottom - box.top)).length;
  const kept: NumberedMatch[] = [];
  for (const match of [...fitting].sort((a, b) => inColumn(b) + b.quality - inColumn(a) - a.quality || a.box.top - b.box.top))
    if (!kept.some(({ number, words }) => number === match.number || words[0] === match.words[0])) kept.push(match);
  const alone = kept.filter(({ quality }) => quality > 0.9).length;
  return alone + lefts.length - fitting.length >= 2 || kept.filter((match) => inColumn(match) > 0).length >= 2 ? kept : [];
}

/** `Nombre` above three lines: two surnames and the given names. */
function splitNameBlock(drafts: Drafts, matches: readonly Match[], page: CaptionPage<IdKind>): void {
  if (drafts['LastName'] !== undefined) return;
  const match = matches.find(({ words }) => normalizeWord(textOf(words)) === 'nombre');
  const rows = match === undefined ? [] : wordsBelow(match, page, 3);
  if (match === undefined || rows.length < 3 || !rows.every((row) => idValue('name', row, {})?.words.length === row.length)) return;
  const own = { route: 'below', words: rows[0]!, scale: 1 } as const;
  const draft = (words: readonly PlacedWord[]): Draft =>
    captionedDraft('', match, own, { value: { type: 'string', value: textOf(words) }, words, shape: 1 });
  drafts['LastName'] = draft([...rows[0]!, ...rows[1]!]);
  drafts['FirstName'] = draft(rows[2]!);
}

/** Names above their captions, where nothing is behind or below one of them. */
function takeNamesAbove(drafts: Drafts, matches: readonly Match[], { rows, taken }: CaptionPage<IdKind>): void {
  const names = ['LastName', 'FirstName'].map((field) => matches.find(({ caption }) => caption.field === field));
  if (drafts['LastName'] !== undefined && drafts['FirstName'] !== undefined) return;
  const pieces = piecesOf(rows, taken);
  const found = names.flatMap((match) => {
    const above = match === undefined ? [] : wordsAbove(match, rows);
    const words = pieces.find((piece) => piece.words.includes(above[0]!))?.words ?? [];
    const value = idValue('name', words, {});
    return match === undefined || value?.words.length !== words.length || value.shape < 1
      ? []
      : [captionedDraft(match.caption.field, match, { route: 'lower', words, scale: 1 }, value)];
  });
  if (found.length === 2) for (const { field, ...draft } of found) drafts[field] = draft;
}

const wordsAbove = ({ box: { left, right, top, bottom } }: Match, rows: Rows): PlacedWord[] =>
  rows.flat().filter(({ box }) => {
    const gap = (top - box.bottom) / (bottom - top);
    return gap > -0.4 && gap < 1.2 && box.right > left && box.left < right;
  });

/** On European licenses the place follows the date of birth; behind a caption for both it precedes the date. */
function addPlaceOfBirth(drafts: Drafts, rows: Rows, isLicense: boolean, taken: ReadonlySet<PlacedWord>): void {
  const birth = drafts['DateOfBirth'];
  const row = birth === undefined ? undefined : rows.find((own) => own.includes(birth.words.at(-1)!));
  if (birth === undefined || row === undefined || drafts['PlaceOfBirth'] !== undefined) return;
  const start = row.indexOf(birth.words[0]!);
  const before = row.slice(row.findLastIndex((word, i) => i < start && (taken.has(word) || gapBefore(row, i + 1) > 1.5)) + 1, start);
  const own = isLicense ? row.slice(row.indexOf(birth.words.at(-1)!) + 1) : before;
  const rest = own.filter(({ text }) => /\p{L}/u.test(text));
  const value = idValue('text', rest, {});
  if (value === undefined || rest.length > 6 || (!isLicense && !/\p{L}{3}/u.test(textOf(rest)))) return;
  const place = String(value.value.value).replace(/[,.]$/u, '');
  drafts['PlaceOfBirth'] = derivedDraft({ type: 'string', value: place }, value.words, 'position', value.shape);
}

/** `Seria XR nr 772104`: the letters of a series precede the number. */
function addSeries(drafts: Drafts, rows: Rows): void {
  const number = drafts['DocumentNumber'];
  const row = number === undefined ? undefined : rows.find((own) => own.includes(number.words[0]!));
  const at = row?.indexOf(number!.words[0]!) ?? 0;
  const [caption, series, sign] = row?.slice(Math.max(0, at - 3), at) ?? [];
  if (number === undefined || sign === undefined || !/^(?:seri[ae]|série|серия|серія)[.:]?$/iu.test(caption!.text)) return;
  if (!/^(?:nr|no|n°|№|nº)[.:]?$/iu.test(sign.text) || !/^(?:\p{Lu}{1,3}|\d{2,4})$/u.test(series!.text)) return;
  const words = [series!, ...number.words];
  drafts['DocumentNumber'] = { ...number, words, value: { type: 'string', value: textOf(words) } };
}

/** The line of a European license has the surname too. */
function addNameOfLine(drafts: Drafts, { lastName, words }: LicenseLine): void {
  if (lastName === undefined) return;
  const seen = drafts['LastName'];
  const printed = typeof seen?.value.value === 'string' ? normalizeWord(seen.value.value) : '';
  if (seen !== undefined && printed === normalizeWord(lastName))
    drafts['LastName'] = { ...seen, evidence: { ...seen.evidence, agrees: 1 } };
  else if (seen === undefined || ((seen.evidence['ocr'] ?? 0) < 0.8 && editDistance(printed, normalizeWord(lastName), 2) <= 2))
    drafts['LastName'] = derivedDraft({ type: 'string', value: lastName }, words, 'zone');
}

/** Given names of a passport are first and middle names. */
function completePassport(drafts: Drafts, zone: Zone | undefined): void {
  if (zone?.personalNumber !== undefined && zone.format === 'TD3')
    drafts['PersonalNumber'] ??= {
      ...derivedDraft({ type: 'string', value: zone.personalNumber }, zone.lines[1]!, 'zone'),
      evidence: { zone: 1, ...(zone.valid.whole && { zoneChecked: 1 }) },
    };
  if (zone !== undefined)
    drafts['DocumentType'] = {
      ...derivedDraft({ type: 'string', value: zone.documentCode.slice(0, 1) }, zone.lines[0]!.slice(0, 1), 'zone'),
      evidence: { zone: 1, zoneChecked: 1 },
    };
  const given = drafts['FirstName'];
  if (given?.value.type !== 'string' || given.value.value === undefined) return;
  const [first, ...rest] = given.value.value.split(/\s+/u);
  if (rest.length === 0) return;
  const isSplit = given.words.length === rest.length + 1;
  // The text is that of all given names.
  drafts['FirstName'] = { ...given, value: { type: 'string', value: isSplit ? first! : given.value.value } };
  drafts['MiddleName'] = {
    ...given,
    value: { type: 'string', value: rest.join(' ') },
    words: isSplit ? given.words.slice(1) : given.words,
  };
}

function joinMiddleName(drafts: Drafts): void {
  const [first, middle] = [drafts['FirstName'], drafts['MiddleName']];
  if (first?.value.type !== 'string' || middle?.value.type !== 'string') return;
  drafts['FirstName'] = {
    ...first,
    value: { type: 'string', value: `${first.value.value ?? ''} ${middle.value.value ?? ''}` },
    words: [...first.words, ...middle.words],
  };
}
