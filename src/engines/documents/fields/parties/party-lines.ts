/** Lines of text that may belong to a party, and which lines follow a heading. */
import { heightOf, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Segment, SegmentedText, TextPart } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import type { AddressLineKind } from './address-lines.ts';
import { classifyAddressLine, contactStart } from './address-lines.ts';
import type { Caption, Heading, Headings } from './headings.ts';
import { hasLegalForm, isNameLike } from './names.ts';
import { parseOneLine } from './one-line.ts';
import { isTaxLabel } from './tax-ids.ts';

/** A part of a line. */
export interface PartyLine extends TextPart {
  text: string;
  kind: AddressLineKind;
  caption?: Caption;
}

export const partText = ({ segment, start, end }: TextPart): string => segment.text.slice(start, end);
export const partItems = (parts: readonly TextPart[]): number[] =>
  parts.flatMap(({ segment, start, end }) => wordsIn(segment, start, end).map(({ item }) => item));
export const partBox = (parts: readonly TextPart[]): Box =>
  union(parts.flatMap(({ segment, start, end }) => wordsIn(segment, start, end).map(({ box }) => box)));
export const partConfidence = (parts: readonly TextPart[]): number =>
  Math.min(1, ...parts.flatMap(({ segment, start, end }) => wordsIn(segment, start, end).map(({ confidence }) => confidence)));

/** Three pieces or more: name and address may be on one line. */
const SEPARATORS = /[,·•●|]|\s[–—*-]\s/gu;
const isSeparated = (text: string): boolean => text.length <= 300 && (text.match(SEPARATORS)?.length ?? 0) >= 2;

/** The line from `from` on, without its caption and outer punctuation; undefined if nothing is left. */
export function toLine(segment: Segment, headings: Headings, inherited?: Caption): PartyLine | undefined {
  const own = headings.captions.get(segment);
  const line = toPart(segment, own?.end ?? 0, segment.text.length, own?.caption ?? inherited);
  return line !== undefined && headings.labels.has(segment) ? { ...line, kind: 'other' } : line;
}

/** Lines of segments below each other. A caption alone on its line is that of the next one. */
export function toLines(segments: readonly Segment[], headings: Headings): PartyLine[] {
  const lines: PartyLine[] = [];
  let pending: Caption | undefined;
  for (const segment of segments) {
    const line = toLine(segment, headings, pending);
    pending = line === undefined ? headings.captions.get(segment)?.caption : undefined;
    if (line === undefined) continue;
    lines.push(isCodeBelow(lines, line) ? { ...line, kind: 'place' } : line);
  }
  return lines;
}

/** A postal code that did not fit on the line of its city, or that is printed below it, as in South Africa. */
function isCodeBelow(lines: readonly PartyLine[], { text }: PartyLine): boolean {
  const above = lines.at(-1);
  if (above === undefined || above.kind === 'other') return false;
  if (/,.*\p{L}\.?$/u.test(above.text)) return /^\d{5,6}(?:-\d{3,4})?$/u.test(text);
  return /^\d{4}$/u.test(text) && /^(?:plain|region)$/u.test(above.kind) && !/\d/u.test(above.text) && lines.some(isAddressStart);
}

/** A phone or permit number behind an American code: "York, PA 17401 | 717.555.0133". */
const BEHIND_CODE = /(?<=[\s,][A-Z]{2}[\s,]+\d{5}(?:-\d{4})?)[\s,|·•*–-]+(?=\S*[\d#]).*$/u;

export function toPart(segment: Segment, from: number, to: number, caption?: Caption): PartyLine | undefined {
  const raw = segment.text.slice(from, to);
  const start = from + /^[\s:;,.·•|*=>–-]*/u.exec(raw)![0].length;
  const behindCode = BEHIND_CODE.exec(raw);
  const end = behindCode === null ? to - /[\s:;,|·•*–-]*$/u.exec(raw)![0].length : from + behindCode.index;
  if (end <= start) return undefined;
  const text = segment.text.slice(start, end);
  const kind = classifyAddressLine(text);
  const cut = kind === 'other' ? (afterSeat(segment, start, end) ?? beforeContacts(segment, start, end)) : undefined;
  if (cut !== undefined) return { ...cut, ...(caption !== undefined && { caption }) };
  const isOneLine = kind !== 'other' && kind !== 'both' && isSeparated(text) && parseOneLine({ segment, start, end })?.name !== undefined;
  return { segment, start, end, text, kind: isOneLine ? 'both' : kind, ...(caption !== undefined && { caption }) };
}

/** "Registered office:" in a sentence about the company. */
const SEAT =
  /(?:domicilio (?:social|fiscal)|sede (?:social|legale)|siege social|registered (?:office|address)|regd\.? office|sitz der gesellschaft|firmensitz)[\s:–-]+/u;

/** Where "Registered office:" begins. */
export const seatIn = (text: string): number | undefined => SEAT.exec(foldText(text))?.index;

/** The next sentence of what a company says about itself. */
const NEXT_SENTENCE = /[.;]\s+(?:registered|reg\.?|company|vat|tax|incorporated|authori[sz]ed|tel)(?![\p{L}])/u;

/** The address behind "Registered office:" or a tax number. */
function afterSeat(segment: Segment, start: number, end: number): PartyLine | undefined {
  const folded = foldText(segment.text);
  const seat = folded.length === segment.text.length ? SEAT.exec(folded.slice(start, end)) : null;
  const from = start + (seat === null ? 0 : seat.index + seat[0].length);
  const next = seat === null ? null : NEXT_SENTENCE.exec(folded.slice(from, end));
  const inline = parseOneLine({ segment, start: from, end: next === null ? end : from + next.index });
  if (inline === undefined || inline.name !== undefined || (seat === null && inline.address.start === start)) return undefined;
  return { ...inline.address, text: partText(inline.address), kind: 'both' };
}

/** "5 High Street, York - Tel. 01904 ...": the line without phone and tax numbers, if a name or an address is left. */
function beforeContacts(segment: Segment, start: number, end: number): PartyLine | undefined {
  const text = segment.text.slice(start, end);
  const at = contactStart(text);
  if (at === undefined || at < 4) return undefined;
  const head = text.slice(0, at).replace(/[\s,;:|·•*(/–-]+$/u, '');
  const kind = classifyAddressLine(head);
  const part = { segment, start, end: start + head.length, text: head };
  if (parseOneLine({ segment, start, end })?.name !== undefined) return undefined;
  if (kind === 'place' || kind === 'both' || kind === 'street' || kind === 'region') return { ...part, kind };
  return hasLegalForm(head) && isNameLike(head) && !/\s\p{Ll}{1,3}$/u.test(head) ? { ...part, kind: 'plain' } : undefined;
}

/** Distances in heights of the document's text. */
const FIRST_GAP = 3.2;
const NEXT_GAP = 1.7;
const BLANK_LINE_GAP = 3;
const CAPTION_GAP = 6;
const RIGHT_GAP = 26;
const MAX_LINES = 12;

/** The lines below or beside a heading. */
export function linesOf(heading: Heading, segmented: SegmentedText, headings: Headings): PartyLine[] {
  const { segment } = heading;
  const captioned = heading.isStacked === true ? captionedBeside(heading, segmented, headings) : [];
  if (captioned.length > 1) return captioned;
  const behind = heading.isAlone ? undefined : toPart(segment, heading.end, nextHeadingStart(heading, headings));
  if (behind !== undefined) return [behind, ...toLines(segmentsBelow(behind, heading, segmented, headings), headings)];
  const below = firstBelow(heading, segmented, headings);
  const beside = firstBeside(heading, segmented, headings);
  const isAligned = below !== undefined && Math.abs(below.box.left - heading.box.left) < 2 * segmented.height;
  const isBeside = heading.isStacked === true || !(isAligned && isContent(below, headings));
  // The heading of the next column is beside it, too.
  if (isAligned && beside !== undefined && heading.isStacked !== true) {
    const own = linesFrom(below, heading, segmented, headings);
    const isParty = isNameLike(below.text) && !headings.captions.has(below) && own.some(isAddressStart);
    if (isParty || own.some(({ caption, segment }) => caption === 'name' && segment !== below)) return own;
  }
  if (beside !== undefined && (isBeside || isCaptionColumn(heading, below!, beside, segmented))) {
    return linesFrom(beside, heading, segmented, headings).map((line) => withOwnCaption(line, heading, segmented, headings));
  }
  const columns = captionColumns(heading, segmented, headings);
  if (columns !== undefined) return columns;
  return below === undefined ? [] : linesFrom(below, heading, segmented, headings);
}

/** Values of captions in the box right of stacked letters, up to the next stack. */
function captionedBeside({ segment, box }: Heading, { rows, height }: SegmentedText, headings: Headings): PartyLine[] {
  const next = headings.headings.filter(({ isStacked, box: other }) => isStacked === true && other.left > box.right);
  const limit = Math.min(
    Infinity,
    ...next.filter(({ box: { top, bottom } }) => overlap(top, bottom, box.top, box.bottom) > 0).map((one) => one.box.left),
  );
  const lines: PartyLine[] = [];
  for (let at = Math.max(0, segment.row - MAX_LINES); at < Math.min(rows.length, segment.row + MAX_LINES); at++) {
    const { page, box: own, segments } = rows[at]!;
    if (page !== segment.page || own.bottom < box.top - 3.5 * height || own.top > box.bottom + 2 * height) continue;
    segments.forEach((other, i) => {
      const caption = headings.captions.get(other);
      const value = segments[i + 1];
      if (other.box.left < box.right || other.box.left >= limit || caption === undefined || value === undefined) return;
      const line = caption.end < other.text.length - 1 || value.box.left >= limit ? undefined : toLine(value, headings, caption.caption);
      if (line !== undefined && !(caption.caption === 'name' && lines.some((one) => one.caption === 'name'))) lines.push(line);
    });
  }
  return lines;
}

/** The value of another caption in the heading's column is no part of the party, unless that caption says so. */
function withOwnCaption(line: PartyLine, heading: Heading, { rows, height }: SegmentedText, headings: Headings): PartyLine {
  const { row, box } = line.segment;
  const own =
    row === heading.segment.row
      ? undefined
      : rows[row]!.segments.find(
          (other) => other.box.right < box.left && Math.abs(other.box.left - heading.box.left) < height && !/\d{3}/u.test(other.text),
        );
  if (own === undefined || headings.bySegment.has(own)) return line;
  const caption = headings.captions.get(own)?.caption;
  return caption === undefined ? { ...line, kind: 'other' } : { ...line, caption };
}

/** Captions below each other, each with its value beside it. */
function isCaptionColumn(heading: Heading, below: Segment, beside: Segment, { rows, height }: SegmentedText): boolean {
  const isPair = (row: number): boolean =>
    [below, beside].every(({ box }) => rows[row]?.segments.some((other) => Math.abs(other.box.left - box.left) < height));
  return !hasLegalForm(below.text) && (isPair(below.row) || isPair(heading.segment.row - 1));
}

function linesFrom(first: Segment, heading: Heading, segmented: SegmentedText, headings: Headings): PartyLine[] {
  const start = toPart(first, 0, first.text.length);
  if (start === undefined) return [];
  return toLines([first, ...segmentsBelow(start, heading, segmented, headings)], headings);
}

function nextHeadingStart(heading: Heading, { bySegment }: Headings): number {
  const next = bySegment.get(heading.segment)?.find(({ start }) => start >= heading.end);
  return next?.start ?? heading.segment.text.length;
}

const isHeadingLine = (segment: Segment, { bySegment }: Headings): boolean =>
  bySegment.get(segment)?.some(({ start }) => start <= 1) === true;

function isContent(segment: Segment, headings: Headings): boolean {
  return headings.captions.has(segment) || !/[:：]/u.test(segment.text);
}

/** The left edge of the next heading in the row: its column is not ours. */
function rightLimit({ segment, box }: Heading, segmented: SegmentedText, headings: Headings): number {
  let limit = Infinity;
  for (const other of segmented.rows[segment.row]?.segments ?? [])
    for (const { box: own } of headings.bySegment.get(other) ?? []) if (own.left > box.right) limit = Math.min(limit, own.left);
  return limit;
}

function firstBelow(heading: Heading, segmented: SegmentedText, headings: Headings): Segment | undefined {
  const { height } = segmented;
  const isAligned = ({ box }: Segment): boolean =>
    Math.abs(box.left - heading.box.left) < 3 * height || overlap(box.left, box.right, heading.box.left, heading.box.right) > 0;
  return nearestBelow(heading, segmented, headings, isAligned);
}

function nearestBelow(
  heading: Heading,
  segmented: SegmentedText,
  headings: Headings,
  fits: (segment: Segment) => boolean,
): Segment | undefined {
  const { height, rows } = segmented;
  const limit = rightLimit(heading, segmented, headings);
  for (let row = heading.segment.row + 1; row < Math.min(rows.length, heading.segment.row + 6); row++) {
    const { page, segments, box } = rows[row]!;
    if (page !== heading.segment.page || box.top - heading.box.bottom > FIRST_GAP * height) return undefined;
    const own = segments
      .filter((segment) => segment.box.top - heading.box.bottom <= FIRST_GAP * height && segment.box.left < limit - height && fits(segment))
      .sort((a, b) => Math.abs(a.box.left - heading.box.left) - Math.abs(b.box.left - heading.box.left));
    if (own[0] !== undefined) return isHeadingLine(own[0], headings) ? undefined : own[0];
  }
  return undefined;
}

function firstBeside(heading: Heading, segmented: SegmentedText, headings: Headings): Segment | undefined {
  const { segment, box } = heading;
  const next = segmented.rows[segment.row]?.segments.find(
    (other) => other.box.left >= box.right - 0.2 * segmented.height && other !== segment,
  );
  if (
    next === undefined ||
    next.box.left - box.right > RIGHT_GAP * segmented.height ||
    isHeadingLine(next, headings) ||
    headings.labels.has(next)
  )
    return undefined;
  const isParty = isNameLike(next.text) || hasLegalForm(next.text) || classifyAddressLine(next.text) !== 'other';
  return isParty ? next : undefined;
}

/** Lines below the first one that share its edge or center. */
function segmentsBelow(first: PartyLine, heading: Heading, segmented: SegmentedText, headings: Headings): Segment[] {
  const { height, rows } = segmented;
  const limit = rightLimit(heading, segmented, headings);
  const found: Segment[] = [];
  const lines = [first];
  let last = partBox([first]);
  let step = NEXT_GAP * height;
  for (let row = first.segment.row + 1; row < rows.length && found.length < MAX_LINES; row++) {
    if (rows[row]!.page !== first.segment.page || rows[row]!.box.top - last.bottom > Math.max(step, BLANK_LINE_GAP * height)) break;
    const next = rows[row]!.segments.filter(({ box }) => box.left < limit - height && isAlignedWith(box, last, heading.box, height)).sort(
      (a, b) => Math.abs(a.box.left - last.left) - Math.abs(b.box.left - last.left),
    )[0];
    if (next === undefined) continue;
    if (isHeadingLine(next, headings)) break;
    const line = toLine(next, headings);
    // A blank line may separate the name from the address.
    const isSeparate = next.box.top - last.bottom > step;
    if (isSeparate && (line === undefined || !isAddressStart(line) || lines.some(isAddressStart))) break;
    if (line !== undefined) lines.push(line);
    found.push(next);
    if (found.length === 1) step = Math.max(step, 1.6 * (next.box.top - last.bottom) + 0.4 * height);
    last = next.box;
  }
  return found;
}

const isAddressStart = ({ kind, caption }: PartyLine): boolean =>
  kind === 'street' || kind === 'place' || kind === 'both' || caption === 'address';

function isAlignedWith(box: Box, last: Box, heading: Box, height: number): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 1.3 * height;
  if (near(box.left, last.left) || near(box.right, last.right) || near((box.left + box.right) / 2, (last.left + last.right) / 2))
    return true;
  // A line that did not fit behind a heading goes on below the heading.
  if (near(box.left, heading.left)) return box.right > last.left - 3 * height && box.left < last.right;
  return (
    overlap(box.left, box.right, last.left, last.right) > 0.6 * Math.min(box.right - box.left, last.right - last.left) &&
    box.left > last.left - 3 * height
  );
}

/** A part with captions in one column ("Name:", "Address:") and values in the next one. */
function captionColumns(heading: Heading, segmented: SegmentedText, headings: Headings): PartyLine[] | undefined {
  const { rows } = segmented;
  const height = Math.max(segmented.height, heightOf(heading.box));
  const isBareCaption = (segment: Segment): boolean =>
    (/[:：]\s*$/u.test(segment.text) && segment.text.length <= 40) ||
    (headings.captions.get(segment)?.end ?? 0) >= segment.text.length ||
    isTaxLabel(segment.text);
  const valueOf = (segment: Segment): Segment | undefined =>
    rows[segment.row]!.segments.find((other) => other.box.left > segment.box.right && !isBareCaption(other) && /\d|.{4}/u.test(other.text));
  let value: Segment | undefined;
  let bottom = heading.box.bottom;
  let captionLeft = heading.box.left;
  for (let row = heading.segment.row + 1; row < Math.min(rows.length, heading.segment.row + 8) && value === undefined; row++) {
    const own = rows[row]!.segments.find((segment) => Math.abs(segment.box.left - heading.box.left) < 3 * height);
    // A tax number below an address does not make its lines captions.
    if (
      own !== undefined &&
      !/[:：]/u.test(own.text) &&
      !isBareCaption(own) &&
      /^(?:street|place|both)$/u.test(classifyAddressLine(own.text))
    )
      return undefined;
    const caption = rows[row]!.segments.find(
      (segment) => isBareCaption(segment) && Math.abs(segment.box.left - heading.box.left) < 3 * height,
    );
    if (caption === undefined) continue;
    if (caption.box.top - bottom > CAPTION_GAP * height) break;
    bottom = caption.box.bottom;
    captionLeft = caption.box.left;
    value = valueOf(caption);
  }
  if (value === undefined || rows[value.row]!.page !== heading.segment.page) return undefined;
  const values: { segment: Segment; label?: Segment }[] = [];
  const inline = rows[heading.segment.row]!.segments.find(({ box }) => Math.abs(box.left - value.box.left) < 2 * height);
  const name = inline === undefined || inline.box.left < heading.box.right ? undefined : toLine(inline, headings, 'name');
  bottom = heading.box.bottom;
  let pending: Segment | undefined;
  for (let row = heading.segment.row + 1; row < rows.length && values.length < 2 * MAX_LINES; row++) {
    const { page, segments } = rows[row]!;
    const left = segments.find(({ box }) => Math.abs(box.left - captionLeft) < 3 * height);
    const right = segments.find(({ box }) => Math.abs(box.left - value.box.left) < 2 * height && box.left > captionLeft + height);
    if (left === undefined && right === undefined) continue;
    const top = Math.min(left?.box.top ?? Infinity, right?.box.top ?? Infinity);
    if (page !== heading.segment.page || top - bottom > CAPTION_GAP * height) break;
    const isNext =
      left !== undefined &&
      !headings.captions.has(left) &&
      headings.bySegment.get(left)?.[0]?.role !== 'none' &&
      isHeadingLine(left, headings);
    if (isNext || (left !== undefined && right === undefined && !isBareCaption(left))) break;
    bottom = Math.max(bottom, left?.box.bottom ?? -Infinity, right?.box.bottom ?? -Infinity);
    if (right === undefined) pending = left;
    else {
      const label = left ?? pending;
      values.push({ segment: right, ...(label !== undefined && { label }) });
      pending = undefined;
    }
  }
  const lines = labelValues(values).flatMap(({ segment, label }) => {
    const caption = label === undefined ? undefined : headings.captions.get(label)?.caption;
    const line = toLine(segment, headings, caption);
    return line === undefined ? [] : [label !== undefined && caption === undefined ? { ...line, kind: 'other' as const } : line];
  });
  return name === undefined ? lines : [name, ...lines];
}

/** A value without a label of its own continues the nearer of the values above and below. */
function labelValues(values: readonly { segment: Segment; label?: Segment }[]): { segment: Segment; label?: Segment }[] {
  const labels = values.map(({ label }) => label);
  const gap = (i: number): number =>
    values[i] === undefined || values[i - 1] === undefined ? Infinity : values[i]!.segment.box.top - values[i - 1]!.segment.box.bottom;
  const slack = 0.25 * heightOf(values[0]?.segment.box ?? { left: 0, top: 0, right: 0, bottom: 0 });
  for (let i = values.length - 1; i >= 0; i--) if (labels[i] === undefined && gap(i + 1) < gap(i) - slack) labels[i] = labels[i + 1];
  for (let i = 1; i < values.length; i++) labels[i] ??= labels[i - 1];
  return values.map(({ segment }, i) => ({ segment, ...(labels[i] !== undefined && { label: labels[i] }) }));
}
