/**
 * Name and address of a receipt's merchant. Both are in the head, above the first priced line: the name is the best of its lines by
 * legal form, place and size; the address is the run of lines from the first street to the last place. What follows a label, a phone
 * number or a long number is neither. Without an address in the head, the foot is searched.
 */
import type { ConfidenceEvidence } from '../confidence.ts';
import { confidenceOf } from '../confidence.ts';
import type { Field } from '../field.ts';
import { isGivenName } from './given-names.ts';
import type { Label } from '../text/lexicon.ts';
import type { Row, Segment, SegmentedText, TextPart } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import { STATES } from '../../../shared/text/states.ts';
import { localeOf } from '../values/locale.ts';
import { typedValue } from '../values/value.ts';
import type { AddressLineKind } from './address-lines.ts';
import { classifyAddressLine, contactStart, hasStreetWord, isBuildingLike, isAddressPart } from './address-lines.ts';
import { isBeforePlace, isContinuedBy, trimName } from './groups.ts';
import { findHeadings } from './headings.ts';
import {
  endOfLegalForm,
  hasFormWord,
  hasLegalForm,
  isNameLike,
  isPersonLike,
  isDescription,
  isDocumentTitle,
  isTradeLike,
  nameKey,
  wordsBeforeLegalForm,
} from './names.ts';
import type { PartyLine } from './party-lines.ts';
import { partConfidence, partItems, partText, toLine } from './party-lines.ts';
import { hasTurkishLetters, repairWords } from './repair-words.ts';
import type { RoleWeights } from './roles.ts';
import { pageSigns, scoreOf } from './roles.ts';
import learned from '../../../../../weights/fields/parties.json' with { type: 'json' };

export interface MerchantWeights {
  merchant: RoleWeights;
  confidence: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const MERCHANT_WEIGHTS: MerchantWeights = learned;

export interface MerchantOptions {
  locale?: string;
  /** Layout items of line items. */
  ignored?: ReadonlySet<number>;
  /** Labels of receipts: a line with a label is neither name nor address, unless the label says that it is. */
  labels?: readonly Label[];
}

export type MerchantObserver = (name: string, field: Field, kind: string, evidence: ConfidenceEvidence) => void;

export interface NameCandidate {
  parts: readonly TextPart[];
  features: Readonly<Record<string, number>>;
}

/** Size of a logo's letters, relative to those of the text. */
const MIN_LOGO = 1.3;
/** The letters of a logo are often misread. */
const MIN_LOGO_CONFIDENCE = 0.9;
const MAX_HEAD = 22;
const MAX_FOOT = 10;
/** Priced lines that may come before the head. */
const MAX_PRICED = 2;
/** Not the end of "015/20.11.22". */
const PRICE = /(?:^|[^\d./])(?:\d{1,3}(?:[., ]\d{3})+|\d+)[.,]\d{2}\s?\p{L}{0,3}\s*$/u;
/** A phone number, tax number or web address at the end of a line. */
const NUMBER_TAIL =
  /[\s,;/(–-]+(?:(?:Ph|Tel|Mob|T|P|M)[.:]*\s?:?\s?)?(?:#\s?|(?:no|nr|n°)[.:]?\s?)?[+(]?\d[\d\s().\-–/]{5,}\d\)?$|(?:\s(?:store|branch|shop|restaurant|location))?\s+#\s?\d+$/iu;
/** A line of the head, and what a label says that it is. */
export interface HeadLine extends PartyLine {
  labeled?: 'name' | 'address';
  /** A label of something else, and nothing more. */
  isCaption?: boolean;
}

/** Lines above the first priced line; a receipt without one has all its first lines as head. */
export function headLines(segmented: SegmentedText, ignored: ReadonlySet<number>, labels: readonly Label[] = []): HeadLine[] {
  const lines: HeadLine[] = [];
  const read = lineReader(segmented, labels);
  let priced = 0;
  for (const row of segmented.rows) {
    if (row.page > 0 || lines.length >= MAX_HEAD) break;
    if (isPriced(row, ignored)) {
      if (lines.length > 0 || ++priced > MAX_PRICED) break;
      continue;
    }
    for (const line of read(row.segments)) lines.push(withoutName(line, lines));
  }
  return lines;
}

/** "HILL STORE - 12 OAK ST" below "HILL STORE". */
function withoutName(line: HeadLine, above: readonly HeadLine[]): HeadLine {
  const name = above.find(({ text }) => text.length >= 4 && isNameLike(text) && startsWithText(line.text, text))?.text;
  const rest =
    name === undefined ? null : /^(?:[\s\p{L}&]{0,25}\s[–-]\s|[\s,:]+)(?=.*\p{L}{3}.*\d|\d.*\p{L}{3})/u.exec(line.text.slice(name.length));
  if (rest === null) return line;
  const start = line.start + name!.length + rest[0].length;
  const text = line.text.slice(name!.length + rest[0].length);
  return { ...line, start, text, kind: kindOf(text, classifyAddressLine(text)) };
}

const startsWithText = (text: string, start: string): boolean => text.toLowerCase().startsWith(start.toLowerCase());

/** Lines below the last priced line. */
function footLines(
  segmented: SegmentedText,
  ignored: ReadonlySet<number>,
  labels: readonly Label[],
  head: readonly HeadLine[],
): HeadLine[] {
  const rows = segmented.rows.slice(segmented.rows.findLastIndex((row) => isPriced(row, ignored)) + 1).slice(0, MAX_FOOT);
  const read = lineReader(segmented, labels);
  return rows.flatMap(({ segments }) => read(segments)).map((line) => withoutName(line, head));
}

const isPriced = ({ segments }: Row, ignored: ReadonlySet<number>): boolean =>
  segments.some(({ text, words }) => PRICE.test(text) || words.every(({ item }) => ignored.has(item)));

/** Reads the lines of rows; a label says that its line is a name or an address. */
function lineReader(segmented: SegmentedText, labels: readonly Label[]): (segments: readonly Segment[]) => HeadLine[] {
  const headings = findHeadings(segmented);
  const named = new Map(
    labels
      .filter(({ start, meanings }) => start <= 2 && meanings.some(({ field }) => field === 'MerchantName' || field === 'MerchantAddress'))
      .map((label) => [label.segment, label]),
  );
  const phones = new Set(
    labels
      .filter(({ start, meanings }) => start <= 2 && meanings.some(({ field }) => field === 'MerchantPhoneNumber'))
      .map(({ segment }) => segment),
  );
  const references = new Map(
    labels
      .filter(({ edits, colon, meanings }) => (edits === 0 || colon) && meanings.every(({ field }) => !field.startsWith('Merchant')))
      .map((label) => [label.segment, label]),
  );
  return (segments) =>
    segments.flatMap((segment) => {
      const line = toLine(segment, headings);
      const label = named.get(segment);
      if (line === undefined) return [];
      if (phones.has(segment)) return [{ ...line, kind: 'other', isCaption: true }];
      if (label === undefined || !/\p{L}{2}/u.test(segment.text.slice(label.end))) {
        const reference = references.get(segment);
        return [reference === undefined ? shortened(line) : withoutReference(shortened(line), reference)];
      }
      const start = label.end + /^[^\p{L}\d]*/u.exec(segment.text.slice(label.end))![0].length;
      const isName = label.meanings.some(({ field }) => field === 'MerchantName');
      return [shortened({ ...line, start, end: segment.text.length, labeled: isName ? 'name' : 'address' })];
    });
}

/** A line that starts with a caption of something else and its number is no address; a street may follow: "STORE #12 40 MAIN ST". */
function withoutReference(line: HeadLine, { start, end, colon, segment: { text } }: Label): HeadLine {
  if (hasStreetWord(`${text.slice(line.start, start)} ${text.slice(end, line.end)}`)) {
    const number = /^\s?#?\s?\d{1,6}\s+(?=\d)/u.exec(text.slice(end));
    if (start > line.start + 2 || number === null) return line;
    const from = end + number[0].length;
    return { ...line, start: from, text: text.slice(from, line.end) };
  }
  const isCaption = colon && !/\p{L}{2}/u.test(text.slice(0, start));
  const isOnly = !/\p{L}{2}/u.test(text.slice(line.start, start) + text.slice(end, line.end));
  const isNumber = /^[\s#.:№]*\d/u.test(text.slice(end)) && !isPostal(line);
  return isCaption || isNumber ? { ...line, kind: 'other', isCaption: isOnly } : line;
}

/** A code and a city, or a line with several parts. */
const isPostal = ({ kind, text }: HeadLine): boolean => kind === 'both' || (kind === 'place' && /^\d|,/u.test(text));

/** Never part of an address: figures without a break, numbers of tills, tax offices, tables of a restaurant. */
const NO_ADDRESS =
  /\d{7,}|(?<!\p{L})(?:чека?|касс[аы]|смен[аы])(?!\p{L})|#\s?\d+.*#\s?\d|(?<!\p{L})V\.\s?D\.?(?!\p{L})|^(?:Bàn|Meja|Masa|Stůl|Stół|Стол|PE|Posl(?:ovalnica|ovnica)|Prodav(?:ao)?nica)(?:\s|:)/iu;
const TILL = /^(?:kas+[aeą]|till|caja|caisse|cassa|касса|каса)[\s.:]*(?:n[or]?|№|#)?[.:\s]*\d{1,4}$/iu;
/** The number of a branch before its address. */
const BRANCH_NUMBER =
  /^(?:Fil(?:iale)?|Markt|Store|Branch|Sklep|Tienda|Magasin|Toko|Магазин)\.?(?:\s(?:nr|no|#|№)\.?)?\s?#?\d{1,5}[\s,:-]+(?=.{5})/iu;
/** "G/F City Mall, …". */
const FLOOR = /^(?:[UL]?G|\d{1,2})\/F[\s,].*,/iu;
/** "Springfield, IL" without a code. */
const AMERICAN_CITY = new RegExp(String.raw`^\p{L}[\p{L} .'-]{2,25},\s?(?:${Object.values(STATES).flat().join('|')})$`, 'u');
/** "Số 12 Ngõ 34 …". */
const VIETNAMESE_STREET = /^(?:so|ngo|ngach|hem|kiet)\s\d/u;
/** "TP. Huế, …" */
const VIETNAMESE_PLACE = /^(?:TP|TX|TT|Q|P|H|X)\.\s?\p{L}.*,|^TP\.\s?\p{L}/u;
/** "T.K. 18533". */
const LABELED_CODE = /^(?:[TΤ]\.?\s?[KΚ]\.?|CEP|C\.?P\.?|PLZ|ZIP)\s?:?\s?\d{3}\s?\d{2}(?:-?\d{3})?$/u;
/** "Ponsonby, Auckland, 0632": four figures after a city. */
const CITY_AND_FOUR = /^\p{L}[\p{L}\s.,'’-]+,?\s\d{4}$/u;
/** "Ermou 15 - Athens". */
const STREET_AND_CITY = /^\p{L}[\p{L}\s.'’]{2,}\s\d{1,3}\p{L}?\s?[,–-]\s?[\p{Lu}\p{Lo}][\p{L}\s]{2,}$/u;

/** The line without the number at its end. */
function shortened(line: HeadLine): HeadLine {
  const branch = BRANCH_NUMBER.exec(line.segment.text.slice(line.start, line.end))?.[0].length ?? 0;
  const start = line.start + branch;
  const whole = line.segment.text.slice(start, line.end);
  const raw = whole.slice(0, line.labeled === undefined ? contactStart(whole) : undefined);
  const tail = NUMBER_TAIL.exec(raw);
  // A postal code stays, also before a phone number.
  const code = tail === null ? 0 : (/^[\s,-]*(?:\d{5}(?:-\d{3,4})?|\d{3}\s\d{3})(?=$|\s+[(\d])/u.exec(tail[0])?.[0].length ?? 0);
  const isUnit = tail !== null && /^\s+#/u.test(tail[0]) && hasStreetWord(raw.slice(0, tail.index));
  const isCut = tail !== null && tail.index >= 3 && !isUnit && /\p{L}{2}/u.test(raw.slice(0, tail.index));
  const end = start + (isCut ? tail.index + code : raw.length);
  const text = line.segment.text.slice(start, end).replace(/[\s:;,|·•*(–-]+$/u, '');
  const isSame = text === line.text && line.labeled !== 'address';
  const own = classifyAddressLine(text);
  const labeled = line.labeled === 'name' ? 'other' : line.labeled === 'address' && own !== 'place' ? 'both' : own;
  const kind = kindOf(text, line.labeled === undefined && isSame ? line.kind : labeled);
  return isSame ? { ...line, kind } : { ...line, start, end: start + text.length, text, kind };
}

function kindOf(text: string, kind: AddressLineKind): AddressLineKind {
  if (NO_ADDRESS.test(text) || TILL.test(text) || (kind === 'plain' && hasFormWord(text) && !hasStreetWord(text))) return 'other';
  if (kind === 'plain' && AMERICAN_CITY.test(text)) return 'region';
  if (kind === 'plain' && FLOOR.test(text)) return 'street';
  if (LABELED_CODE.test(text) || (kind === 'plain' && VIETNAMESE_PLACE.test(text))) return 'place';
  if (kind === 'street' && CITY_AND_FOUR.test(text) && !hasStreetWord(text)) return 'place';
  if (kind === 'plain' && STREET_AND_CITY.test(text) && !hasLegalForm(text)) return 'both';
  if (kind === 'region' && /,/u.test(text) && hasStreetWord(text.slice(0, text.lastIndexOf(',')))) return 'both';
  return VIETNAMESE_STREET.test(foldText(text)) ? 'street' : kind;
}

/** A shop in a building: #01-123. */
const UNIT_NUMBER = /(?:^|\s)#\s?[B\d]\d?-\d{1,3}/u;
/** A branch behind the address: "(CITY MALL)", "1245-CITY MALL". */
const BRANCH = /^\(.{3,40}\)?$|^\d{2,5}-\p{L}/u;

export function merchantAddress(lines: readonly HeadLine[]): TextPart[] | undefined {
  let best: { parts: HeadLine[]; score: number } | undefined;
  for (let from = 0; from < lines.length; from++) {
    if (!isAddressPart(lines[from]!) && !(from > 0 && isUnnumberedStreet(lines, from))) continue;
    // "MART 24" above a whole address is the name.
    const below = lines[from + 1];
    if (lines[from]!.kind === 'street' && !hasStreetWord(lines[from]!.text) && below?.kind === 'both' && /,/u.test(below.text)) continue;
    const end = endOfRun(lines, from);
    // The first line is the name if the lines below it are an address on their own.
    if (from === 0 && lines[0]!.kind !== 'both' && addressScore(lines.slice(1, end + 1), lines[end + 1]) >= 4) continue;
    let start = from;
    for (let at = from - 1; at > 0 && at >= from - 3 && mayContinue(lines, at); at--) if (isContinuation(lines, at)) start = at;
    const parts = lines.slice(start, end + 1);
    const score = addressScore(parts, lines[end + 1]) - 0.1 * from;
    if (best === undefined || score > best.score) best = { parts, score };
    from = end;
  }
  if (best === undefined || best.score < MIN_ADDRESS_SCORE) return undefined;
  return best.parts;
}

const MIN_ADDRESS_SCORE = 1.6;

function addressScore(parts: readonly HeadLine[], next: HeadLine | undefined): number {
  const kinds = new Set(parts.map(({ kind }) => kind));
  const hasPlace = kinds.has('place') || kinds.has('both') || kinds.has('region');
  const hasStreet = kinds.has('street') || kinds.has('both') || parts.some(({ text }) => hasStreetWord(text));
  // A phone or tax number follows an address.
  const isFollowed = next === undefined || next.kind === 'other' || isDocumentTitle(next.text);
  return (
    Number(hasPlace) * 3 +
    Number(hasStreet) * 2 +
    Math.min(parts.length, 4) * 0.3 +
    Number(parts.some(({ labeled }) => labeled === 'address')) * 4 -
    (isFollowed ? 0 : 0.5) -
    (hasPlace && !hasStreet && parts.length === 1 ? (isFollowed ? 1 : 2) : 0)
  );
}

function isUnnumberedStreet(lines: readonly HeadLine[], at: number): boolean {
  const { kind, text } = lines[at]!;
  return kind === 'plain' && hasStreetWord(text) && !hasLegalForm(text) && !OWNER.test(text) && !repeatsName(lines, at);
}

/** "FRUKT WAL" and "Corner shop FRUKT" below "FRUKT". */
const repeatsName = (lines: readonly HeadLine[], at: number): boolean =>
  lines.slice(0, at).some(({ text }) => text.length >= 4 && (startsWithText(lines[at]!.text, text) || isRepeated(lines[at]!.text, text)));

function mayContinue(lines: readonly HeadLine[], at: number): boolean {
  const { kind, text } = lines[at]!;
  return kind !== 'other' && !hasLegalForm(text) && !isTradeLike(text) && !OWNER.test(text) && !repeatsName(lines, at);
}

/** A line above the street that names a building, a street or a region, or ends with a comma. */
function isContinuation(lines: readonly HeadLine[], at: number): boolean {
  const { kind, text } = lines[at]!;
  if ((kind === 'region' && /[,/]/u.test(text)) || UNIT_NUMBER.test(text)) return true;
  return kind === 'plain' && (isBuildingLike(text) || hasStreetWord(text) || (/,/u.test(text) && !/[.!?]$/u.test(text)));
}

function endOfRun(lines: readonly HeadLine[], from: number): number {
  let last = from;
  let hasPlace = lines[from]!.kind === 'place' || lines[from]!.kind === 'both';
  // The place may come first.
  const hasStreet = (): boolean => lines.slice(from, last + 1).some((line) => line.kind !== 'place' && line.kind !== 'region');
  for (let i = from + 1; i < lines.length && i < from + 7; i++) {
    const { kind, text, caption, segment, end } = lines[i]!;
    // A postal code that did not fit.
    if (/^\d{5}(?:-\d{4})?$/u.test(text) && lines[last]!.kind !== 'plain' && !/\d{5}/u.test(lines[last]!.text)) {
      last = i;
      hasPlace = true;
      continue;
    }
    if (kind === 'other' || caption === 'name' || segment.page !== lines[from]!.segment.page) break;
    if (kind === 'plain' && end < segment.text.trimEnd().length - 2) break;
    const isWhole = !/[,/-]$/u.test(lines[last]!.segment.text) && !(isAddressPart(lines[i]!) && !hasStreetWord(lines[last]!.text));
    if (lines[from]!.labeled === 'address' && isWhole) break;
    if (hasPlace && BRANCH.test(text)) {
      last = i;
      continue;
    }
    const isOpen = /,$/u.test(lines[last]!.segment.text.trimEnd());
    // Another complete address: that of the company's seat.
    if (kind === 'both' && !isOpen && lines.slice(from, last + 1).some((line) => line.kind === 'both')) break;
    if (kind === 'plain' && hasPlace) {
      if (!isBeforePlace(lines, i) || (lines[from]!.kind === 'place' && hasStreet())) break;
    } else if (kind === 'plain' && (hasLegalForm(text) || (isTradeLike(text) && !isBuildingLike(text)))) break;
    else if (hasPlace && (hasLegalForm(text) || (kind === 'street' && hasStreet() && !isOpen))) break;
    hasPlace ||= kind === 'place' || kind === 'both';
    last = i;
  }
  // Without a place, plain lines count only if something else than items follows.
  if (!hasPlace && lines[last]!.kind === 'plain' && lines[last + 1]?.kind !== 'other')
    while (last > from && lines[last]!.kind === 'plain') last -= 1;
  return last;
}

/** What a name of several lines is made of; the first line decides where it is. */
interface NameDraft {
  parts: readonly TextPart[];
  at: number;
  last: number;
  kind: 'one line' | 'legal form below' | 'joined';
}

export function merchantNames(
  lines: readonly HeadLine[],
  address: readonly TextPart[] | undefined,
  segmented: SegmentedText,
): NameCandidate[] {
  const inAddress = new Set((address ?? []).map(({ segment }) => segment));
  const firstOfAddress = lines.findIndex(({ segment }) => inAddress.has(segment));
  const { domains } = pageSigns(segmented);
  const drafts = nameDrafts(lines, inAddress);
  const found: NameCandidate[] = [];
  const logo = logoOf(drafts);
  let count = 0;
  for (const { parts, at, last, kind } of drafts) {
    const line = lines[at]!;
    const whole = parts.map(partText).join(' ');
    const above = firstOfAddress < 0 ? -1 : firstOfAddress - last;
    const isNumbered = lines.slice(last + 1, Math.max(last + 1, firstOfAddress)).every((other) => other.kind === 'other');
    const key = nameKey(whole);
    const place = kind === 'joined' ? count - 1 : count;
    const isFirst = at === 0 || place === 0;
    found.push({
      parts,
      features: {
        first: Number(isFirst),
        second: Number(!isFirst && place === 1),
        'legal form': Number(hasLegalForm(whole)),
        trade: Number(isTradeLike(whole)),
        'above address': Number(above === 1 || (above > 1 && isNumbered)),
        'below address': Number(firstOfAddress >= 0 && at > firstOfAddress && !inAddress.has(line.segment)),
        large: Math.max(0, Math.min(1, line.segment.size - 1.1)),
        'small letters': Number(/^\P{Lu}*\p{Ll}\P{Lu}*$/u.test(whole)),
        person: Number(isPersonLike(whole) && whole !== whole.toUpperCase()),
        digits: Number(/\d/u.test(whole)),
        region: Number(line.kind === 'region' && (!isFirst || /,/u.test(whole))),
        street: Number(isAddressPart(line) && !inAddress.has(line.segment)),
        domain: Number(domains.some((domain) => key.length >= 4 && (domain.includes(key) || key.includes(domain)))),
        description: Number(isDescription(whole) || (kind === 'one line' && at > 0 && !isFirst && BRANCH_NAME.test(whole))),
        deep: Math.min(1, at / 12),
        'two lines': Number(kind === 'legal form below'),
        joined: Number(kind === 'joined'),
        slogan: Number(isSlogan(whole) && !hasLegalForm(whole)),
        labeled: Number(line.labeled === 'name'),
        logo: Number(logo !== undefined && logo.at === at),
      },
    });
    if (kind !== 'joined') count += 1;
  }
  return found;
}

/** The one name in large letters at the top: the company that runs the shop stands below in small ones. */
function logoOf(drafts: readonly NameDraft[]): NameDraft | undefined {
  const sizeOf = ({ parts }: NameDraft): number => Math.min(...parts.map(({ segment }) => segment.size));
  const isSure = ({ parts }: NameDraft): boolean => partConfidence(parts) >= MIN_LOGO_CONFIDENCE;
  const logo = drafts.find((draft) => draft.at <= 2 && sizeOf(draft) >= MIN_LOGO && isSure(draft));
  if (logo === undefined || /[.!?]$/u.test(partText(logo.parts[0]!)) || isSlogan(partText(logo.parts[0]!))) return undefined;
  return drafts.every((other) => other.at === logo.at || sizeOf(other) < 0.85 * sizeOf(logo)) ? logo : undefined;
}

/** Several words in small letters: a slogan or a greeting. */
function isSlogan(text: string): boolean {
  const words = text.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
  return /[!?]$/u.test(text) || (words.length >= 3 && words.filter((word) => /^\p{Ll}{2,}/u.test(word)).length >= words.length / 2);
}

/** Below the name of a shop: who runs it. */
const OWNER =
  /^\(?(?:di|by|provoz(?:ovatel)?[.:]*|(?:(?:Inh|Inhaber(?:in)?|Prop(?:rietor|riétaire)?|Owner|Titolare|Titular|Propietari[oa]|Gérante?|Eigenaar|Właściciel|Majitel|Innehavare|Indehaver|Familie|Fam|inh|inhaber(?:in)?|prop|titolare|gérante?)[.:]*)|(?:[Aa] )?(?:[Uu]nit|[Dd]ivision|[Bb]rand|UNIT|DIVISION|BRAND) (?:of|OF)|(?:(?:[Oo]wned|OWNED) (?:&|and|AND) )?(?:[Oo]perated|[Mm]anaged|[Oo]wned|[Rr]un|OPERATED|MANAGED|OWNED|RUN) (?:by|BY):?)\s/u;
const isOwnersName = (text: string): boolean => isPersonLike(text) && isGivenName(text.split(/\s+/u)[0]!);
/** A shop on the web. */
const HOST = /^["«„“]?[\p{L}\d-]{2,20}\.[a-z]{2,3}["»”“]?$/iu;
/** Above the name. */
const GREETING =
  /^(?:herzlich willkommen|bei (?:Ihre[rmn]?|uns)|in Ihre[rm]|(?:zu )?Gast bei|bienvenue|benvenuti|bienvenidos?|vítejte|witamy|vítáme|добро пожаловать|selamat datang)(?!\p{L})/iu;
/** Below the name of a chain: the branch. */
const BRANCH_NAME = /(?<![饭飯酒商书書药藥旅面])(?:店|支店|分店|門市)$|\p{L}점$/u;

function nameDrafts(lines: readonly HeadLine[], inAddress: ReadonlySet<Segment>): NameDraft[] {
  const drafts: NameDraft[] = [];
  let isOwned = false;
  lines.forEach((line, i) => {
    const before = drafts.at(-1);
    isOwned = before !== undefined && (OWNER.test(`${line.text} `) || (isOwned && line.kind !== 'other'));
    if (inAddress.has(line.segment) || isOwned) return;
    if (before?.kind === 'legal form below' && before.last === i) return;
    const part = trimName(line);
    const text = partText(part);
    // A logo may be a word of receipts: "NETTO", "TOTAL".
    const isLogo = i === 0 && line.segment.row === 0 && line.segment.size >= 1.4 && /^\p{L}{3,20}(?: \d{1,4})?$/u.test(text);
    const isHost = i <= 1 && HOST.test(text);
    const isName = isNameLike(text) || isLogo || isHost || (line.labeled === 'name' && /\p{L}{2}/u.test(text));
    if (!isName || TILL.test(text) || GREETING.test(text) || (line.isCaption === true && !isLogo)) return;
    if (before !== undefined && isOwnersName(text)) return;
    const next = lines[i + 1];
    const isFree = next !== undefined && !inAddress.has(next.segment);
    if (
      isFree &&
      !OWNER.test(next.text) &&
      isContinuedBy(line, next) &&
      line.segment.size < 1.3 * next.segment.size &&
      !isRepeated(text, next.text) &&
      !startsWithLegalForm(next.text) &&
      !/^\P{Lu}+$/u.test(text) &&
      !isSlogan(text)
    )
      drafts.push({ parts: [part, trimName(next)], at: i, last: i + 1, kind: 'legal form below' });
    else drafts.push({ parts: [part], at: i, last: i, kind: 'one line' });
    if (isFree && isJoined(line, next)) drafts.push({ parts: [part, trimName(next)], at: i, last: i + 1, kind: 'joined' });
  });
  return drafts;
}

/** "CAFE LANTERNA" above "LANTERNA Ltd": two names of the same. */
const isRepeated = (text: string, below: string): boolean => nameKey(below).length >= 4 && nameKey(text).includes(nameKey(below));

/** "SIA Company": the form comes first, so the line before is another name. */
const startsWithLegalForm = (text: string): boolean => wordsBeforeLegalForm(text) === 0 && (endOfLegalForm(text) ?? 0) < text.length - 3;

/** Two lines of a logo, side by side or below each other, in the same large letters; or a name and what it sells. */
function isJoined(line: HeadLine, next: HeadLine): boolean {
  if (!isNameLike(next.text) || next.kind === 'other' || hasLegalForm(next.text)) return false;
  const [one, other] = [line.segment, next.segment];
  const isAlike = Math.abs(one.size - other.size) < 0.2 * one.size;
  const isShort = [line, next].every(({ text }) => text.split(/\s+/u).length <= 2);
  if (one.row === other.row)
    return isAlike && isShort && one.size > 1.2 && other.box.left - one.box.right < 3 * (one.box.bottom - one.box.top);
  return isShort && ((isAlike && one.size >= 1.5) || (isTradeLike(next.text) && !isTradeLike(line.text) && !hasLegalForm(line.text)));
}

/** Short words of other languages, such as "CA", are no labels. */
const isOfLanguage = ({ meanings }: Label, own: string): boolean => meanings.some(({ language }) => language === own || language === 'en');

export function findMerchant(
  segmented: SegmentedText,
  { locale, ignored = new Set(), labels = [] }: MerchantOptions = {},
  weights: MerchantWeights = MERCHANT_WEIGHTS,
  observer?: MerchantObserver,
): Record<string, Field> {
  const own = labels.filter((label) => label.end - label.start > 3 || label.colon || isOfLanguage(label, localeOf(locale).language));
  const lines = headLines(segmented, ignored, own);
  const foot = footLines(segmented, ignored, own, lines);
  const address = merchantAddress(lines) ?? merchantAddress(foot.filter(({ text }) => !/^#\s?\d{5}/u.test(text)));
  const fields: Record<string, Field> = {};
  const hasTurkish = hasTurkishLetters(segmented);
  const write = (
    name: string,
    type: 'string' | 'address',
    parts: readonly TextPart[],
    kind: string,
    evidence: ConfidenceEvidence,
  ): void => {
    const whole = { ...evidence, ocr: partConfidence(parts) };
    const read = parts.map(partText).join(type === 'address' ? '\n' : ' ');
    const text = whole.ocr < 1 ? repairWords(read, locale, hasTurkish) : read;
    const words = parts.flatMap(({ segment, start, end }) => wordsIn(segment, start, end));
    const letters = (one: string): number => one.replace(/[^\p{L}\d]/gu, '').length;
    const field: Field = {
      ...typedValue(type, text, { locale }),
      items: [...new Set(partItems(parts))].sort((a, b) => a - b),
      confidence: confidenceOf(weights.confidence[kind] ?? {}, whole),
      // A caption may be one word with the value.
      ...((text !== read || letters(words.map((word) => word.text).join('')) > letters(text)) && { content: text }),
    };
    fields[name] = field;
    observer?.(name, field, kind, whole);
  };
  const named = merchantNames(lines, address, segmented);
  const inFoot = foot.filter(({ labeled }) => labeled === 'name');
  const ranked = (named.length > 0 ? named : merchantNames(inFoot, address, segmented))
    .map((candidate) => ({ candidate, score: scoreOf(weights.merchant, candidate.features) }))
    .sort((a, b) => b.score - a.score);
  const best = ranked[0];
  if (best !== undefined) {
    const { features, parts } = best.candidate;
    const key = nameKey(parts.map(partText).join(' '));
    const rival = ranked.find(({ candidate }) => !nameKey(candidate.parts.map(partText).join(' ')).startsWith(key.slice(0, 5)));
    const { first, 'legal form': legal, 'above address': above, domain, digits, large, 'two lines': two } = features;
    write('MerchantName', 'string', parts, 'merchant name', {
      margin: Math.max(0, Math.min(1, (best.score - (rival?.score ?? best.score - 4)) / 4)),
      first: first!,
      'legal form': legal!,
      'above address': above!,
      domain: domain!,
      digits: digits!,
      large: large!,
      'two lines': two!,
      'small letters': features['small letters']!,
    });
  }
  if (address !== undefined) {
    const kinds = new Set(lines.filter(({ segment }) => address.some((part) => part.segment === segment)).map(({ kind }) => kind));
    write('MerchantAddress', 'address', address, 'merchant address', {
      complete: Number(kinds.has('both') || (kinds.has('street') && kinds.has('place'))),
      code: Number(kinds.has('place') || kinds.has('both')),
      'many lines': Number(address.length > 4),
      'one line': Number(address.length === 1),
      plain: Number(kinds.has('plain')),
      named: Number(best !== undefined),
    });
  }
  return fields;
}
