/**
 * Name and address of a receipt's merchant. Both are in the head, above the first priced line: the name is the best of its lines by
 * legal form, place and size; the address is the run of lines from the first street to the last place.
 */
import type { ConfidenceEvidence } from '../confidence.ts';
import { confidenceOf } from '../confidence.ts';
import type { Field } from '../field.ts';
import type { SegmentedText, TextPart } from '../text/segmented-text.ts';
import { typedValue } from '../values/value.ts';
import { isBuildingLike } from './address-lines.ts';
import { isBeforePlace, isContinuedBy, trimName } from './groups.ts';
import { findHeadings } from './headings.ts';
import { hasLegalForm, isNameLike, isPersonLike, isDescription, isTradeLike, nameKey } from './names.ts';
import { parseOneLine } from './one-line.ts';
import type { PartyLine } from './party-lines.ts';
import { partConfidence, partItems, partText, toLine } from './party-lines.ts';
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
}

export type MerchantObserver = (name: string, field: Field, kind: string, evidence: ConfidenceEvidence) => void;

export interface NameCandidate {
  parts: readonly TextPart[];
  features: Readonly<Record<string, number>>;
}

const MAX_HEAD = 22;
const PRICE = /\d+[.,]\d{2}\s?\p{L}{0,3}\s*$/u;

/** Lines above the first priced line; a receipt without one has all its first lines as head. */
export function headLines(segmented: SegmentedText, ignored: ReadonlySet<number>): PartyLine[] {
  const headings = findHeadings(segmented);
  const lines: PartyLine[] = [];
  for (const { page, segments } of segmented.rows) {
    if (page > 0 || lines.length >= MAX_HEAD) break;
    const isPriced = segments.some(({ text, words }) => PRICE.test(text) || words.every(({ item }) => ignored.has(item)));
    if (isPriced && lines.length > 0) break;
    for (const segment of segments) {
      const line = toLine(segment, headings, segmented);
      if (line !== undefined) lines.push(line);
    }
  }
  return lines;
}

const isAddressPart = ({ kind }: PartyLine): boolean => kind === 'street' || kind === 'place' || kind === 'both';
/** A branch behind the address: "(CITY MALL)", "1245-CITY MALL". */
const BRANCH = /^\(.{3,40}\)?$|^\d{2,5}-\p{L}/u;

export function merchantAddress(lines: readonly PartyLine[]): TextPart[] | undefined {
  let best: { parts: PartyLine[]; score: number } | undefined;
  for (let from = 0; from < lines.length; from++) {
    if (!isAddressPart(lines[from]!)) continue;
    const end = endOfRun(lines, from);
    let start = from;
    while (start > 0 && start > from - 2 && isContinuation(lines, start - 1)) start -= 1;
    const parts = lines.slice(start, end + 1);
    const kinds = new Set(parts.map(({ kind }) => kind));
    const hasPlace = kinds.has('place') || kinds.has('both') || kinds.has('region');
    const score =
      Number(hasPlace) * 3 + Number(kinds.has('street') || kinds.has('both')) * 2 + Math.min(parts.length, 4) * 0.3 - 0.1 * from;
    if (best === undefined || score > best.score) best = { parts, score };
    from = end;
  }
  if (best === undefined || (best.score < 4 && best.parts.length < 2)) return undefined;
  const [only] = best.parts;
  const inline = best.parts.length === 1 ? parseOneLine(only!) : undefined;
  return inline !== undefined ? [inline.address] : best.parts.map(withBrackets);
}

/** A line above the street that names a building or ends with a comma. */
const isContinuation = (lines: readonly PartyLine[], at: number): boolean =>
  at > 0 &&
  lines[at]!.kind === 'plain' &&
  !hasLegalForm(lines[at]!.text) &&
  isBuildingLike(lines[at]!.text) &&
  !isTradeLike(lines[at]!.text);

function withBrackets(line: PartyLine): TextPart {
  const { segment, start, end } = line;
  return { segment, start, end: /^[)\]]/u.test(segment.text.slice(end)) ? end + 1 : end };
}

function endOfRun(lines: readonly PartyLine[], from: number): number {
  let last = from;
  let hasPlace = lines[from]!.kind === 'place' || lines[from]!.kind === 'both';
  for (let i = from + 1; i < lines.length && i < from + 7; i++) {
    const { kind, text, caption, segment } = lines[i]!;
    if (kind === 'other' || caption === 'name' || segment.page !== lines[from]!.segment.page) break;
    if (hasPlace && BRANCH.test(text)) {
      last = i;
      continue;
    }
    if (kind === 'plain' && hasPlace) {
      if (!isBeforePlace(lines, i)) break;
    } else if (kind === 'plain' && hasLegalForm(text)) break;
    else if (hasPlace && kind === 'street') break;
    hasPlace ||= kind === 'place' || kind === 'both';
    last = i;
  }
  // Without a place, plain lines count only if something else than items follows.
  if (!hasPlace && lines[last]!.kind === 'plain' && lines[last + 1]?.kind !== 'other')
    while (last > from && lines[last]!.kind === 'plain') last -= 1;
  return last;
}

export function merchantNames(
  lines: readonly PartyLine[],
  address: readonly TextPart[] | undefined,
  segmented: SegmentedText,
): NameCandidate[] {
  const inAddress = new Set((address ?? []).map(({ segment }) => segment));
  const firstOfAddress = lines.findIndex(({ segment }) => inAddress.has(segment));
  const { domains } = pageSigns(segmented);
  const found: NameCandidate[] = [];
  lines.forEach((line, i) => {
    if (inAddress.has(line.segment) || found.at(-1)?.parts[1]?.segment === line.segment) return;
    const part = trimName(line);
    const text = partText(part);
    if (!isNameLike(text)) return;
    const next = lines[i + 1];
    const isTwoLines = next !== undefined && !inAddress.has(next.segment) && isContinuedBy(line, next) && !/^\P{Lu}+$/u.test(text);
    const parts = isTwoLines ? [part, trimName(next)] : [part];
    const whole = parts.map(partText).join(' ');
    const above = firstOfAddress < 0 ? -1 : firstOfAddress - i - (isTwoLines ? 1 : 0);
    const isNumbered = lines.slice(i + 1, Math.max(i + 1, firstOfAddress)).every(({ kind }) => kind === 'other');
    const key = nameKey(whole);
    found.push({
      parts,
      features: {
        first: Number(found.length === 0),
        second: Number(found.length === 1),
        'legal form': Number(hasLegalForm(whole)),
        trade: Number(isTradeLike(whole)),
        'above address': Number(above === 1 || (above > 1 && isNumbered)),
        'below address': Number(firstOfAddress >= 0 && i > firstOfAddress),
        large: Math.max(0, Math.min(1, line.segment.size - 1.1)),
        'small letters': Number(/^\P{Lu}+$/u.test(whole)),
        person: Number(isPersonLike(whole) && whole !== whole.toUpperCase()),
        digits: Number(/\d/u.test(whole)),
        region: Number(line.kind === 'region'),
        street: Number(isAddressPart(line)),
        domain: Number(domains.some((domain) => key.length >= 4 && (domain.includes(key) || key.includes(domain)))),
        repeated: Number(key.length >= 4 && lines.some((other) => other !== line && nameKey(other.text).startsWith(key))),
        description: Number(isDescription(whole)),
        deep: Math.min(1, i / 12),
        'two lines': Number(isTwoLines),
      },
    });
  });
  return found;
}

export function findMerchant(
  segmented: SegmentedText,
  { locale, ignored = new Set() }: MerchantOptions = {},
  weights: MerchantWeights = MERCHANT_WEIGHTS,
  observer?: MerchantObserver,
): Record<string, Field> {
  const lines = headLines(segmented, ignored);
  const address = merchantAddress(lines);
  const fields: Record<string, Field> = {};
  const write = (
    name: string,
    type: 'string' | 'address',
    parts: readonly TextPart[],
    kind: string,
    evidence: ConfidenceEvidence,
  ): void => {
    const whole = { ...evidence, ocr: partConfidence(parts) };
    const field: Field = {
      ...typedValue(type, parts.map(partText).join(type === 'address' ? '\n' : ' '), { locale }),
      items: [...new Set(partItems(parts))].sort((a, b) => a - b),
      confidence: confidenceOf(weights.confidence[kind] ?? {}, whole),
    };
    fields[name] = field;
    observer?.(name, field, kind, whole);
  };
  const ranked = merchantNames(lines, address, segmented)
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
