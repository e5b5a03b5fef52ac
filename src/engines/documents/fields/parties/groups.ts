/** Groups of lines that name a party: its name, its address, and where they were found. */
import { heightOf } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Segment, SegmentedText, TextPart } from '../text/segmented-text.ts';
import { parseCountryRegion } from '../values/countries.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import { hasStreetWord, isBuildingLike, isOnlyCode, isShortCode, isAddressPart } from './address-lines.ts';
import type { Heading, Headings, Role } from './headings.ts';
import {
  endOfLegalForm,
  hasLegalForm,
  isDepartment,
  hasPersonTitle,
  isDocumentTitle,
  isLegalForm,
  isNameLike,
  isPersonTitle,
  wordsBeforeLegalForm,
} from './names.ts';
import { parseOneLine } from './one-line.ts';
import type { PartyLine } from './party-lines.ts';
import { linesOf, partBox, partText, seatIn, toLine, toLines, toPart } from './party-lines.ts';

export interface PartyGroup {
  /** From its heading. */
  role?: Role;
  source: 'heading' | 'block' | 'line' | 'name';
  name?: readonly TextPart[];
  address?: readonly TextPart[];
  /** The name printed with the address, if it is not the name of the party. */
  recipient?: readonly TextPart[];
  page: number;
  box: Box;
  /** Segments of the whole part, including phone and tax numbers. */
  segments: readonly Segment[];
  /** One line with separators, as above the recipient of a letter. */
  isSenderLine: boolean;
  /** The name follows a caption such as "Name:". */
  isCaptioned?: boolean;
}

interface Parsed {
  name?: readonly TextPart[];
  address?: readonly TextPart[];
  isSenderLine?: boolean;
  isCaptioned?: boolean;
}

const CONTACT =
  /@|www\.|https?:|\b(?:tel|phone|fax|telefon|mobile?|e-?mail|iban|bic|vat|ust|gst|btw|tva|nif|p\.? ?iva|hrb|kvk|siret|abn)\b/iu;
export const isContactLine = (text: string): boolean => CONTACT.test(text);

/** Without registration numbers in brackets and text behind the legal form that is no name. */
export function trimName(part: TextPart): TextPart {
  const text = partText(part);
  const bracket = /\s*[([{][^)\]}]*\d{3,}[^)\]}]*[)\]}]?.*$/u.exec(text);
  let end = bracket !== null && bracket.index >= 3 ? part.start + bracket.index : part.end;
  const kept = part.segment.text.slice(part.start, end);
  const legal = endOfLegalForm(kept);
  if (
    legal !== undefined &&
    /^[\s,;–-]*(?:\(?(?:r\.\s?m\.|inscri|cif|nif|c\.i\.f|n\.i\.f|reg|co|company|roc|gst|vat|hrb|fka|f\.k\.a)\b|\d{5,}|[A-Z]{0,2}\d{5,})/iu.test(
      kept.slice(legal),
    )
  )
    end = part.start + legal;
  const tail = /[\s,;:|·•*–-]+$/u.exec(part.segment.text.slice(part.start, end));
  return { ...part, end: tail === null ? end : end - tail[0].length };
}

const canBeName = ({ kind, text }: PartyLine): boolean => kind !== 'other' || (hasLegalForm(text) && isNameLike(text));
/** A code was taken for a place if another place follows soon: "Lot PT 20415, Bandar Utara, 31200 Chemor". */
export const isBeforePlace = (lines: readonly PartyLine[], at: number): boolean =>
  !hasLegalForm(lines[at]!.text) &&
  lines.slice(at + 1, at + 3).some(({ kind }, i) => kind === 'place' && (i === 0 || lines[at + 1]!.kind === 'plain'));

/** "90210 Oak Village Suite 4": a house number of five figures. */
const isUnitLine = (text: string): boolean => /^\d{3,5}\s.*\s\d{1,4}[A-Z]?$/u.test(text);

/** The end of a line that did not fit: "40599-" and "0142", "LS4" and "2AB", "4º" and "C". */
const isRestOfLine = (above: PartyLine, { text, caption }: PartyLine): boolean =>
  caption === undefined &&
  ((/[\d-]-$/u.test(above.segment.text) && /^\d{3,4}$/u.test(text)) ||
    (/[ºª,]$/u.test(above.segment.text) && /^\p{Lu}$/u.test(text)) ||
    (/\s[A-Z]{1,2}\d[A-Z\d]?$/u.test(above.text) && /^\d[A-Z]{2}$/u.test(text)));

/** "IN", "DE" below the city. */
const isCountryCode = ({ text }: PartyLine): boolean => /^[A-Z]{2}$/u.test(text) && parseCountryRegion(text) !== undefined;

const isCode = (text: string): boolean => /^\P{L}+$/u.test(text);

/** Where the address ends that starts with line `from`. */
function endOfAddress(lines: readonly PartyLine[], from: number): number {
  let last = from;
  const isHouseNumber = lines[from + 1]?.kind === 'place' && (isShortCode(foldText(lines[from]!.text)) || isUnitLine(lines[from]!.text));
  let hasPlace = (lines[from]!.kind === 'place' && !isHouseNumber) || lines[from]!.kind === 'both';
  let plain = 0;
  for (let i = from + 1; i < lines.length; i++) {
    const { kind, caption } = lines[i]!;
    if (caption === 'attention' && !hasPlace) continue;
    if (last === i - 1 && (isRestOfLine(lines[last]!, lines[i]!) || (hasPlace && isCountryCode(lines[i]!)))) {
      last = i;
      continue;
    }
    if (kind === 'other' || caption === 'name' || caption === 'attention') break;
    if (kind === 'plain') {
      if ((hasPlace && !isBeforePlace(lines, i)) || ++plain > 2) break;
      continue;
    }
    // A Hungarian address has the city first.
    const isCityFirst =
      (kind === 'street' || (kind === 'both' && isCode(lines[from]!.text))) && last === from && lines[from]!.kind === 'place';
    // Of two places below each other, the first one is a part of the second one's town.
    const isPlaceGoingOn = kind === 'place' && i === last + 1 && (lines[last]!.kind === 'place' || lines[last]!.kind === 'region');
    if (hasPlace && plain === 0 && kind !== 'region' && !isCityFirst && !isPlaceGoingOn) break;
    plain = 0;
    hasPlace ||= kind === 'place' || kind === 'both';
    last = i;
  }
  return last;
}

/** A place without a code is the line below the street, if nothing but contacts follows. */
function withCity(lines: readonly PartyLine[], end: number, from: number): number {
  const next = lines[end + 1];
  const hasPlace = lines.slice(from, end + 1).some(({ kind }) => kind !== 'street' && kind !== 'plain');
  const isCity =
    next?.kind === 'plain' &&
    next.caption === undefined &&
    !hasLegalForm(next.text) &&
    isNameLike(next.text) &&
    next.text.split(/\s+/u).length <= 6;
  return !hasPlace && isCity && hasStreetWord(lines[end]!.text) && (lines[end + 2]?.kind ?? 'other') === 'other' ? end + 1 : end;
}

/** "Church Lane, Little Marden, Chichester, PO18 9ZZ" below each other. */
const isStreetWithoutNumber = (lines: readonly PartyLine[], at: number): boolean => {
  const { kind, text, caption } = lines[at]!;
  if (kind !== 'plain' || caption !== undefined || hasLegalForm(text) || hasPersonTitle(text) || !hasStreetWord(text)) return false;
  if (!lines.slice(0, at).some((line) => canBeName(line) && isNameLike(line.text))) return false;
  const place = lines.slice(at + 1, at + 4).findIndex((line) => isAddressPart(line));
  return (
    place >= 0 &&
    lines[at + 1 + place]!.kind === 'place' &&
    lines.slice(at + 1, at + 1 + place).every((line) => line.kind === 'plain' || line.kind === 'region')
  );
};

function parseLines(lines: readonly PartyLine[], isHeaded: boolean): Parsed {
  const captioned = lines.findIndex(({ caption, kind }) => caption === 'address' && kind !== 'other');
  const named = lines.find((line) => line.caption === 'name' && canBeName(line) && /\p{L}{2}/u.test(line.text));
  if (captioned >= 0 || named !== undefined) return parseCaptioned(lines, captioned, named);
  const from = lines.findIndex((line, i) => isAddressPart(line) || isStreetWithoutNumber(lines, i));
  const packed = packedLine(lines, from < 0 ? lines.length : from);
  if (packed !== undefined) return packed;
  if (from < 0) {
    const first = lines.findIndex((line) => canBeName(line) && line.caption !== 'attention' && isNameLike(line.text));
    const at = first >= 0 ? first : lines.findIndex(({ caption }) => caption === 'attention');
    const region = lines.findIndex(({ kind }, i) => kind === 'region' && i > at + 1);
    const end = lines.findIndex(({ kind }, i) => i > region && kind !== 'region');
    const address = lines.slice(at + 1, end < 0 ? lines.length : end);
    const isAddress =
      isHeaded || (at >= 0 && hasLegalForm(lines[at]!.text) && address.length <= 5 && address.every(({ kind }) => kind !== 'other'));
    return {
      ...(at >= 0 && { name: [trimName(lines[at]!)] }),
      ...(isAddress && at >= 0 && region > 0 && { address }),
    };
  }
  const owner = nameBeforeSeat(lines[from]!);
  if (owner !== undefined) return { name: [owner], address: [lines[from]!] };
  const inline = parseOneLine(lines[from]!);
  if (inline?.name !== undefined && (from === 0 || inline.hasSeparators || !isNameLike(lines[from - 1]!.text)))
    return {
      name: [trimName(inline.name)],
      address: [inline.address, ...restOfLine(inline.address, lines[from + 1])],
      isSenderLine: inline.hasSeparators || inline.address.segment.size < 0.92,
    };
  const end = withCity(lines, endOfAddress(lines, from), from);
  // Street, town and county may be above a code of their own without a number.
  const isCodeAlone = isOnlyCode(lines[from]!.text);
  const { name, next } = nameAbove(lines, from, isHeaded || isCodeAlone);
  // Lines between the name and the street are part of the address if they name a building.
  const isCityAbove = (i: number): boolean =>
    i === from - 1 && lines[i]!.kind === 'region' && !lines.slice(from, end + 1).some(({ kind }) => kind === 'place' || kind === 'both');
  const start = lines.findIndex(
    (_, i) => i >= next && i <= from && (i === from || isCodeAlone || isBuildingLine(lines, i, from) || isCityAbove(i)),
  );
  const address = lines
    .slice(Math.max(start, 0), end + 1)
    .filter((line, i, own) => line.caption !== 'attention' && (line.kind !== 'other' || (i > 0 && isRestOfLine(own[i - 1]!, line))));
  const cut = inline === undefined || inline.name !== undefined || address.length > 1 ? address : [inline.address];
  const hasPlace = address.some(({ kind }) => kind === 'place' || kind === 'both' || kind === 'region');
  // Below a name and above phone numbers, a street is an address without a known place.
  const isClosed =
    name !== undefined &&
    (lines[end + 1] === undefined || lines[end + 1]!.kind === 'other') &&
    address.some(({ text }) => hasStreetWord(text) || /\d.*,.*,/u.test(text));
  if (!isHeaded && !hasPlace && !isClosed) return { name };
  return { ...(name !== undefined && { name }), address: cut };
}

/** "Vellum Ltd. Registered office: 55 Quay Street, York YO1 6EG": the name in front of the address. */
function nameBeforeSeat({ segment, start }: PartyLine): TextPart | undefined {
  const head = segment.text.slice(0, start);
  const seat = seatIn(head);
  const end = seat === undefined ? undefined : endOfLegalForm(head.slice(0, seat));
  return end !== undefined && isNameLike(head.slice(0, end)) ? trimName({ segment, start: 0, end }) : undefined;
}

/** Name, address and phone numbers on one line, as in footers. */
function packedLine(lines: readonly PartyLine[], until: number): Parsed | undefined {
  for (const [i, line] of lines.slice(0, until).entries()) {
    if (line.kind !== 'other' || line.text.length < 30 || line.caption === 'name') continue;
    const inline = parseOneLine(line);
    if (inline?.name !== undefined)
      return {
        name: [trimName(inline.name)],
        address: [inline.address, ...restOfLine(inline.address, lines[i + 1])],
        isSenderLine: inline.hasSeparators || inline.address.segment.size < 0.92,
      };
  }
  return undefined;
}

/** The next line if the address ends its line with an abbreviation or a comma: "..., 125009, г. Москва, ул." */
function restOfLine({ segment, end }: TextPart, next: PartyLine | undefined): PartyLine[] {
  const rest = segment.text.slice(end).trim();
  const isOpen = /^[.,]*$/u.test(rest) && (rest.includes(',') || /(?<=[\s,])\p{L}{1,5}\.$/u.test(segment.text.trimEnd()));
  return isOpen && next !== undefined && isAddressPart(next) && next.caption === undefined ? [next] : [];
}

const isBuildingLine = (lines: readonly PartyLine[], at: number, from: number): boolean =>
  lines[at]!.kind === 'plain' &&
  !isDepartment(lines[at]!.text) &&
  (isBuildingLike(lines[at]!.text) ||
    /,\s*$/u.test(lines[at]!.segment.text) ||
    (!hasLegalForm(lines[at]!.text) &&
      !hasPersonTitle(lines[at]!.text) &&
      (/\d/u.test(lines[at]!.text) || (lines[from]!.kind === 'place' && hasStreetWord(lines[at]!.text)))));

function parseCaptioned(lines: readonly PartyLine[], captioned: number, named: PartyLine | undefined): Parsed {
  let name: TextPart[] | undefined;
  if (named !== undefined) {
    const own = lines.filter((line) => line.caption === 'name' && canBeName(line));
    const [first, after] = [own[0]!, lines[lines.indexOf(own[0]!) + 1]];
    const isContinued =
      after?.caption === undefined && after !== undefined && isContinuedBy({ ...first, caption: undefined }, after, lines);
    name = (isContinued ? [first, after] : own.slice(0, hasLegalForm(first.text) ? 1 : 3)).map(trimName);
  } else {
    const above = lines.slice(0, captioned).filter((line) => (canBeName(line) && isNameLike(line.text)) || isLegalForm(line.text));
    if (above[0] !== undefined)
      name = (above[1] !== undefined && isContinuedBy(above[0], above[1], lines) ? above.slice(0, 2) : above.slice(0, 1)).map(trimName);
  }
  if (captioned < 0) {
    const rest = parseLines(
      lines.filter((line) => line.caption !== 'name').map(({ caption: _, ...line }) => line),
      true,
    );
    return { ...(rest.address !== undefined && { address: rest.address }), ...(name !== undefined && { name, isCaptioned: true }) };
  }
  let end = captioned;
  let hasPlace = false;
  for (; end + 1 < lines.length; end++) {
    const { kind, caption } = lines[end + 1]!;
    hasPlace ||= /^(?:place|both|region)$/u.test(lines[end]!.kind);
    if (kind === 'other' || caption === 'name' || caption === 'attention' || (hasPlace && kind === 'plain' && caption === undefined)) break;
  }
  let address: TextPart[] = lines.slice(captioned, end + 1);
  const inline = address.length === 1 && !IDEOGRAPHIC.test(partText(address[0]!)) ? parseOneLine(address[0]!) : undefined;
  if (inline !== undefined) {
    address = [inline.address];
    if (inline.name !== undefined) {
      if (name === undefined) name = [trimName(inline.name)];
      // After a caption the whole line is the address; without another name its first part is the name.
      else address = [{ ...inline.address, start: inline.name.start }];
    }
  }
  return { ...(name !== undefined && { name }), address, isCaptioned: named !== undefined };
}

const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hangul}]/u;

/** Heights of blank space between the lines of a name, which is not above another name. */
export const MAX_NAME_GAP = 1.2;

/** The name above line `at`: the nearest line with a legal form, or the first line of those directly above. */
function nameAbove(lines: readonly PartyLine[], at: number, isHeaded: boolean): { name?: TextPart[]; next: number } {
  const reach = isHeaded ? 6 : 3;
  let from = at;
  const isCandidate = (line: PartyLine): boolean =>
    isNameCandidate(line) || (isHeaded && line.kind === 'plain' && !isDocumentTitle(line.text));
  const isSkipped = ({ kind, text }: PartyLine): boolean =>
    isDepartment(text) || (kind === 'other' && (isHeaded || isContactLine(text) || /\d{5}/u.test(text)));
  const isFar = (i: number): boolean => {
    const [above, below] = [lines[i]!.segment, lines[i + 1]!.segment];
    return i + 1 < at && below.box.top - above.box.bottom > MAX_NAME_GAP * heightOf(below.box);
  };
  while (from > 0 && at - from < reach && (isCandidate(lines[from - 1]!) || isSkipped(lines[from - 1]!)) && !isFar(from - 1)) from -= 1;
  const above = lines.slice(from, at).filter(isCandidate);
  if (above.length === 0) return farNameAbove(lines, at);
  const plain = above.filter(
    ({ caption, text }) => caption !== 'attention' && !isDepartment(text) && (hasLegalForm(text) || !isBuildingLike(text)),
  );
  const pool = plain.length > 0 ? plain : above;
  const legal = pool.findIndex(({ text }) => hasLegalForm(text));
  const first = isPersonTitle(pool[0]!.text) && pool.length > 1 ? 1 : 0;
  const chosen = legal >= 0 ? pool[legal]! : pool[first]!;
  const index = lines.indexOf(chosen);
  const before = lines[index - 1];
  const isTitled = first === 1 && before === pool[0];
  const name =
    before !== undefined && index - 1 >= from && (isTitled || (legal > 0 && isContinuedBy(before, chosen, lines)))
      ? [before, chosen]
      : [chosen];
  const after = lines[index + 1];
  const goesOn = name.length === 1 && after !== undefined && index + 1 < at && isContinuedBy(chosen, after, lines);
  return { name: [...name, ...(goesOn ? [after] : [])].map(trimName), next: index + 1 + Number(goesOn) };
}

/** The name of a company or a line in large letters, above lines about what it does and where it is registered. */
function farNameAbove(lines: readonly PartyLine[], at: number): { name?: TextPart[]; next: number } {
  const found = lines
    .slice(Math.max(0, at - 5), at)
    .findLast((line) => isNameCandidate(line) && (hasLegalForm(line.text) || line.segment.size > 1.2 * lines[at]!.segment.size));
  return found === undefined ? { next: at } : { name: [trimName(found)], next: at };
}

/** The first word of the next line did not fit into the column any more. */
function isWrapped({ segment: { box, words } }: PartyLine, { segment: next }: PartyLine, lines: readonly PartyLine[]): boolean {
  const right = Math.max(...lines.map(({ segment }) => segment.box.right));
  const space = 0.3 * heightOf(words[0]!.box);
  const needed = box.right + space + next.words[0]!.box.right - next.words[0]!.box.left;
  return lines.length > 2 && box.right < right - space && needed > right;
}

/** A name over two lines: the second one is hardly more than the legal form that the first one lacks. */
export const isContinuedBy = (first: PartyLine, second: PartyLine, lines: readonly PartyLine[] = []): boolean =>
  isWrappedName(first, second, lines) ||
  (first.kind !== 'other' &&
    first.caption === undefined &&
    (endOfLegalForm(first.text) ?? 0) < first.text.length - 1 &&
    hasLegalForm(second.text) &&
    (isNameLike(second.text) || isLegalForm(second.text)) &&
    Math.abs(first.segment.size - second.segment.size) < 0.35 &&
    (wordsBeforeLegalForm(second.text) <= Number(!hasPersonTitle(first.text)) ||
      (wordsBeforeLegalForm(second.text) <= 3 && !hasPersonTitle(first.text) && isWrapped(first, second, lines)) ||
      /^(?:&|\p{Ll}+\s)/u.test(second.text) ||
      /[&-]$|\s(?:and|und|et|y|e|en|i|och|og)$/u.test(first.text)));

/** "Harrow County" and "Libraries" in a narrow column. */
const isWrappedName = (first: PartyLine, second: PartyLine, lines: readonly PartyLine[]): boolean =>
  first.kind === 'plain' &&
  second.kind === 'plain' &&
  first.caption === undefined &&
  second.caption === undefined &&
  !isPersonTitle(first.text) &&
  !hasLegalForm(first.text) &&
  !isDepartment(second.text) &&
  !isBuildingLike(second.text) &&
  second.text.length < first.text.length &&
  Math.abs(first.segment.size - second.segment.size) < 0.2 &&
  /^["'„“«]?\p{Lu}/u.test(first.text) &&
  (first.text === first.text.toUpperCase()) === (second.text === second.text.toUpperCase()) &&
  isWrapped(first, second, lines);

const isNameCandidate = ({ kind, text, caption }: PartyLine): boolean =>
  caption === 'attention' ||
  ((kind === 'plain' || kind === 'region' || hasLegalForm(text)) && isNameLike(trimBracket(text))) ||
  isLegalForm(text);

const trimBracket = (text: string): string => text.replace(/\s*\([^)]*\d{3,}[^)]*\)?\s*$/u, '');

function toGroup(parsed: Parsed, lines: readonly PartyLine[], source: PartyGroup['source'], role?: Role): PartyGroup | undefined {
  const parts = [...(parsed.name ?? []), ...(parsed.address ?? [])];
  if (parts.length === 0) return undefined;
  return {
    ...(role !== undefined && { role }),
    source,
    ...(parsed.name !== undefined && { name: parsed.name }),
    ...(parsed.address !== undefined && { address: parsed.address }),
    page: parts[0]!.segment.page,
    box: partBox(parts),
    segments: [...new Set(lines.map(({ segment }) => segment))],
    isSenderLine: parsed.isSenderLine ?? false,
    ...(parsed.isCaptioned === true && { isCaptioned: true }),
  };
}

const MAX_GROUPS = 60;
const MAX_HEADINGS = 200;

/** Words of respect behind the name of the addressee. */
const ADDRESSED = /^(.{2,40}?)\s*(?:御中|様|殿|귀하|귀중|台照|台啟)$/u;

const MAX_ADDRESS_ABOVE = 4;

/** A Japanese address is above the name. */
function addressAbove({ row, page, box }: Segment, { rows, height }: SegmentedText, headings: Headings): PartyLine[] {
  const found: PartyLine[] = [];
  let top = box.top;
  for (let at = row - 1; at >= 0 && found.length < MAX_ADDRESS_ABOVE; at--) {
    const own = rows[at]!.segments.find((other) => other.page === page && Math.abs(other.box.left - box.left) < 2 * height);
    if (own === undefined) continue;
    const line = top - own.box.bottom > 2 * height ? undefined : toLine(own, headings);
    if (line === undefined || !(isAddressPart(line) || (line.kind === 'region' && IDEOGRAPHIC.test(line.text)))) break;
    found.unshift(line);
    top = own.box.top;
  }
  return found.some(isAddressPart) ? found : [];
}

/** Groups with a heading. */
export function headedGroups(segmented: SegmentedText, headings: Headings): PartyGroup[] {
  const found: PartyGroup[] = [];
  const add = ({ role, ...heading }: Heading): void => {
    if (role === 'none' || found.length >= MAX_GROUPS) return;
    const lines = linesOf({ role, ...heading }, segmented, headings);
    const group = toGroup(parseLines(lines, true), lines, 'heading', role);
    if (group !== undefined) found.push({ ...group, segments: [heading.segment, ...group.segments] });
  };
  for (const segment of segmented.segments) {
    const name = ADDRESSED.exec(segment.text)?.[1];
    const part = name === undefined || found.length >= MAX_GROUPS ? undefined : toPart(segment, 0, name.length);
    if (part === undefined || !isNameLike(part.text)) continue;
    const address = addressAbove(segment, segmented, headings);
    found.push({
      role: 'customer',
      source: 'heading',
      name: [part],
      ...(address.length > 0 && { address }),
      page: segment.page,
      box: partBox([...address, part]),
      segments: [...address.map((line) => line.segment), segment],
      isSenderLine: false,
    });
  }
  for (const heading of headings.headings.filter(({ role }) => role !== 'none').slice(0, MAX_HEADINGS)) add(heading);
  return found;
}

/** Reach of a label to the value beside it, in heights of the text. */
const MAX_VALUE_GAP = 8;

/** "Your reference   Ann Miller": the value of a label that is about no party. */
function isOtherValue(segment: Segment, { rows, height }: SegmentedText, headings: Headings): boolean {
  const before = rows[segment.row]!.segments.findLast(({ box }) => box.right <= segment.box.left);
  return (
    before !== undefined &&
    headings.labels.has(before) &&
    !headings.captions.has(before) &&
    segment.box.left - before.box.right < MAX_VALUE_GAP * height &&
    !hasLegalForm(segment.text)
  );
}

/** Addresses without a heading, in blocks of lines and on single lines. */
export function openGroups(
  segmented: SegmentedText,
  headings: Headings,
  used: ReadonlySet<Segment>,
  ignored: ReadonlySet<number>,
): PartyGroup[] {
  const found: PartyGroup[] = [];
  for (const { segments } of segmented.blocks) {
    const other = segments.find(
      (segment) => headings.bySegment.get(segment)?.some(({ role, isAlone }) => role === 'none' && isAlone) === true,
    );
    const lines = toLines(
      segments.filter(
        (segment) => !used.has(segment) && !headings.bySegment.has(segment) && !segment.words.every(({ item }) => ignored.has(item)),
      ),
      headings,
    ).map((line): PartyLine => (isOtherValue(line.segment, segmented, headings) ? { ...line, kind: 'other' } : line));
    let from = 0;
    while (from < lines.length && found.length < MAX_GROUPS) {
      const rest = lines.slice(from, from + 30);
      const parsed = parseLines(rest, false);
      if (parsed.address === undefined && parsed.isCaptioned !== true) break;
      // The part of a carrier or a bank.
      if (parsed.isCaptioned === true && other !== undefined && other.row < parsed.name![0]!.segment.row) break;
      const last = rest.findLastIndex(({ segment }) => segment === (parsed.address ?? parsed.name!).at(-1)!.segment);
      let end = last + 1;
      while (end < rest.length && rest[end]!.kind === 'other') end += 1;
      const group = toGroup(
        parsed,
        rest.slice(0, end),
        parsed.address?.length === 1 && parsed.name?.[0]?.segment === parsed.address[0]!.segment ? 'line' : 'block',
      );
      if (group !== undefined) found.push(group);
      from += Math.max(last + 1, 1);
    }
  }
  return found;
}

/** A text part of a whole segment, if it can be a name. */
export function nameOf(segment: Segment): TextPart | undefined {
  const part = toPart(segment, 0, segment.text.length);
  if (part === undefined) return undefined;
  const name = trimName(part);
  return isNameLike(partText(name)) ? name : undefined;
}
