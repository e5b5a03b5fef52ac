/** The parties of an invoice as fields: vendor, customer, billing, shipping, remittance and service, decided together. */
import { heightOf, overlap } from '../../layout/model/geometry.ts';
import type { ConfidenceEvidence, ConfidenceWeights } from '../confidence.ts';
import { confidenceOf } from '../confidence.ts';
import type { Field } from '../field.ts';
import type { Label } from '../text/lexicon.ts';
import type { Segment, SegmentedText, TextPart } from '../text/segmented-text.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import { typedValue } from '../values/value.ts';
import { classifyAddressLine, isBuildingLike } from './address-lines.ts';
import type { PartyGroup } from './groups.ts';
import { MAX_NAME_GAP, headedGroups, nameOf, openGroups } from './groups.ts';
import type { Headings, Role } from './headings.ts';
import { findHeadings } from './headings.ts';
import { hasLegalForm, isPersonLike, nameKey } from './names.ts';
import { partBox, partConfidence, partItems, partText } from './party-lines.ts';
import { hasTurkishLetters, repairWords } from './repair-words.ts';
import type { Decision, PageSigns, Party, RoleScores } from './roles.ts';
import { decideRoles, groupName, isSameName, scoreOf, pageSigns, partyFeatures, toParties } from './roles.ts';
import type { TaxId } from './tax-ids.ts';
import { findTaxIds, isPersonalTaxId } from './tax-ids.ts';
import learned from '../../../../../weights/fields/parties.json' with { type: 'json' };

export interface PartyWeights {
  roles: RoleScores;
  /** By kind of field. */
  confidence: Readonly<Record<string, ConfidenceWeights>>;
}

const PARTY_WEIGHTS: PartyWeights = learned;

export interface PartyOptions {
  locale?: string;
  /** Layout items of line items: no party is among them. */
  ignored?: ReadonlySet<number>;
  /** Labels of other fields. */
  labels?: readonly Label[];
}

/** Called with every field and its evidence; used in training. */
export type PartyObserver = (name: string, field: Field, kind: string, evidence: ConfidenceEvidence) => void;

export interface FoundParties {
  groups: readonly PartyGroup[];
  parties: readonly Party[];
  features: readonly Readonly<Record<string, number>>[];
  taxIds: readonly TaxId[];
}

/** All parties of a document and what is known about them, before roles are decided. */
export function collectParties(segmented: SegmentedText, { ignored = new Set(), labels, locale }: PartyOptions = {}): FoundParties {
  const headings = findHeadings(segmented, labels, ignored, locale?.slice(0, 2));
  const named = headedGroups(segmented, headings);
  const used = new Set(named.flatMap(({ segments }) => segments));
  const open = openGroups(segmented, headings, used, ignored).map((group) => withNameAbove(group, segmented, headings, used));
  const headed = withoutShippers(named, open);
  const taken = new Set([
    ...used,
    ...open.flatMap(({ name, address }) => [...(name ?? []), ...(address ?? [])].map(({ segment }) => segment)),
  ]);
  for (const { segment } of headings.headings) taken.add(segment);
  for (const segment of [...headings.captions.keys(), ...headings.labels]) taken.add(segment);
  const signs = pageSigns(segmented);
  const groups = [...headed, ...open, ...nameGroups(segmented, taken, ignored, signs)];
  const parties = toParties(groups);
  return {
    groups,
    parties,
    features: parties.map((party) => partyFeatures(party, segmented, signs, groups)),
    taxIds: findTaxIds(segmented),
  };
}

const SHIPPER =
  /^\P{L}*(?:shipper|consignor|sender|(?:ab|ver)sender|afzender|afsender|avsender|avsändare|expéditeur|mittente|remitente|remetente|expeditor|nadawca|odesílatel|odosielateľ|pošiljatelj|feladó|lähettäjä|gönderen|(?:грузо)?отправитель|відправник)(?!\p{L})/iu;

/** On the invoice of a carrier, which has its own address above, the shipper is the customer or another company. */
function withoutShippers(groups: readonly PartyGroup[], open: readonly PartyGroup[]): PartyGroup[] {
  const buyers = groups.filter(({ role, name }) => (role === 'customer' || role === 'billing') && name !== undefined);
  const isBuyer = (group: PartyGroup): boolean => buyers.some((buyer) => isSameName(groupName(group), groupName(buyer), false));
  const isBelowHead = ({ segments, page, box }: PartyGroup): boolean =>
    SHIPPER.test(segments[0]!.text) &&
    open.some((own) => own.page === page && own.name !== undefined && own.address !== undefined && own.box.bottom < box.top);
  return groups.filter((group) => group.role !== 'vendor' || !(isBuyer(group) || (buyers.length > 0 && isBelowHead(group))));
}

/** A name in larger letters above an address is not in the same block, and the line below it may be a slogan. */
function withNameAbove(group: PartyGroup, segmented: SegmentedText, headings: Headings, used: ReadonlySet<Segment>): PartyGroup {
  const hasName = group.name !== undefined;
  if (
    group.address === undefined ||
    group.source === 'line' ||
    (group.name !== undefined && (hasLegalForm(groupName(group)) || group.name[0]!.segment.row === 0))
  )
    return group;
  const first = (group.name ?? group.address)[0]!.segment;
  const reach = (hasName ? 2.2 : 4.5) * segmented.height;
  for (let row = first.row - 1; row >= 0 && row >= first.row - 4; row--) {
    const { page, segments, box } = segmented.rows[row]!;
    if (page !== group.page || group.box.top - box.bottom > reach) break;
    for (const segment of segments) {
      if (used.has(segment) || headings.captions.has(segment) || headings.bySegment.has(segment) || headings.labels.has(segment)) continue;
      if (overlap(segment.box.left, segment.box.right, group.box.left, group.box.right) <= 0) continue;
      const name = nameOf(segment);
      if (name === undefined && classifyAddressLine(segment.text) === 'other') continue;
      const isNear = group.box.top - segment.box.bottom < MAX_NAME_GAP * segmented.height;
      const isName =
        name !== undefined && (!hasName || (isNear && (row === 0 || hasLegalForm(partText(name)) || segment.size > 1.2 * first.size)));
      if (!isName || group.box.top - segment.box.bottom >= reach) return group;
      const building = group.name?.filter((part) => isBuildingLike(partText(part))) ?? [];
      const recipient = building.length > 0 ? undefined : group.name;
      const box = partBox([name, ...building, ...group.address]);
      return { ...group, box, name: [name], address: [...building, ...group.address], ...(recipient !== undefined && { recipient }) };
    }
  }
  return group;
}

const MAX_NAMES = 24;

/** Names without an address: large text, the first lines, lines with a legal form, and the name of a domain. */
function nameGroups(
  segmented: SegmentedText,
  taken: ReadonlySet<Segment>,
  ignored: ReadonlySet<number>,
  { domains }: PageSigns,
): PartyGroup[] {
  const page = segmented.pages[0]!;
  const found: PartyGroup[] = [];
  let seen = 0;
  for (const segment of segmented.segments) {
    if (found.length >= MAX_NAMES || segment.page > 0) break;
    if (taken.has(segment) || segment.words.every(({ item }) => ignored.has(item))) continue;
    const top = (segment.box.top - page.top) / Math.max(1e-9, heightOf(page));
    const name = nameOf(segment);
    if (name === undefined) continue;
    const isLegal = hasLegalForm(partText(name)) && segment.text.split(' ').length <= 8;
    const isFirst = top < 0.15 && ++seen <= 2 && (segment.row === 0 || !isPersonLike(partText(name)));
    const isDomain = domains.some((domain) => domain.length >= 4 && domain === nameKey(partText(name)));
    if (!isLegal && !isFirst && !isDomain && !((segment.size >= 1.35 && top < 0.35) || segment.size >= 2.2)) continue;
    found.push({ source: 'name', name: [name], page: 0, box: partBox([name]), segments: [segment], isSenderLine: false });
  }
  return found;
}

export function findParties(
  segmented: SegmentedText,
  options: PartyOptions = {},
  weights: PartyWeights = PARTY_WEIGHTS,
  observer?: PartyObserver,
): Record<string, Field> {
  const found = collectParties(segmented, options);
  const decision = withVendorAddress(decideRoles(found.parties, found.features, weights.roles), found, weights.roles);
  const writer = new PartyWriter(segmented, options.locale, weights, observer);
  const { vendor, customer } = decision;
  if (vendor !== undefined) writeParty('Vendor', vendor, decision, found, writer);
  if (customer !== undefined) writeParty('Customer', customer, decision, found, writer);
  for (const [role, field] of HEADED_FIELDS) {
    const group = found.groups.find((own) => own.role === role && own.address !== undefined);
    if (group !== undefined) writeAddress(field, group, writer, { headed: 1, margin: 1 });
  }
  writeTaxIds(found, vendor, customer, segmented, writer);
  return writer.fields;
}

/** A vendor without an address has the one that has no name, or the name of no company. */
function withVendorAddress(decision: Decision, { parties, features }: FoundParties, weights: RoleScores): Decision {
  const { vendor, customer } = decision;
  if (vendor === undefined || vendor.groups.some(({ address }) => address !== undefined)) return decision;
  const best = (fits: (party: Party) => boolean, least: number): Party | undefined =>
    parties
      .map((party, i) => ({ party, score: scoreOf(weights.vendor, features[i]!) }))
      .filter(({ party, score }) => party !== vendor && party !== customer && score > least && isFree(party) && fits(party))
      .sort((a, b) => b.score - a.score)[0]?.party;
  const isFree = ({ groups }: Party): boolean =>
    groups.every(({ role }) => role === undefined) && groups.some(({ address }) => address !== undefined);
  const nameless = best(({ name }) => name === '', -1.5) ?? best(({ name }) => !hasLegalForm(name), 0);
  const more = nameless?.groups.map(({ name: _, ...group }) => group) ?? [];
  return { ...decision, vendor: { ...vendor, groups: [...vendor.groups, ...more] } };
}

const HEADED_FIELDS: readonly (readonly [Role, string])[] = [
  ['billing', 'BillingAddress'],
  ['shipping', 'ShippingAddress'],
  ['remittance', 'RemittanceAddress'],
  ['service', 'ServiceAddress'],
];

class PartyWriter {
  readonly fields: Record<string, Field> = {};
  readonly #hasTurkishLetters: boolean;
  readonly #locale: string | undefined;
  readonly #weights: PartyWeights;
  readonly #observer: PartyObserver | undefined;

  constructor(segmented: SegmentedText, locale: string | undefined, weights: PartyWeights, observer?: PartyObserver) {
    this.#hasTurkishLetters = hasTurkishLetters(segmented);
    this.#locale = locale;
    this.#weights = weights;
    this.#observer = observer;
  }

  write(
    name: string,
    type: 'string' | 'address',
    parts: readonly TextPart[],
    kind: string,
    evidence: ConfidenceEvidence,
    text = parts.map(partText).join(type === 'address' ? '\n' : ' '),
  ): void {
    const whole = { ...evidence, ocr: partConfidence(parts) };
    const items = [...new Set(partItems(parts))];
    const isOrdered = items.every((item, i) => i === 0 || item > items[i - 1]!);
    const printed = whole.ocr < 1 ? repairWords(text, this.#locale, this.#hasTurkishLetters) : text;
    const field: Field = {
      ...typedValue(type, printed, { locale: this.#locale }),
      items: items.sort((a, b) => a - b),
      ...((printed !== text || !isOrdered) && { content: printed }),
      confidence: confidenceOf(this.#weights.confidence[kind] ?? {}, whole),
    };
    this.fields[name] = field;
    this.#observer?.(name, field, kind, whole);
  }
}

function writeParty(
  prefix: 'Vendor' | 'Customer',
  party: Party,
  { margins, scores }: Decision,
  { parties, features }: FoundParties,
  writer: PartyWriter,
): void {
  const key = prefix === 'Vendor' ? 'vendor' : 'customer';
  const { groups } = party;
  const known = features[parties.findIndex(({ name, groups: own }) => name === party.name && own[0] === party.groups[0])]!;
  const evidence: ConfidenceEvidence = {
    headed: Number(known[`${key} heading`] === 1 || (key === 'customer' && known['billing heading'] === 1)),
    margin: squash(margins[key], 6),
    score: squash(scores[key], 8),
    domain: known.domain!,
    logo: known.logo!,
    sender: known['sender line']!,
    window: known['below sender line']!,
    'legal form': known['legal form']!,
    mentions: known.mentions!,
    first: known.topmost!,
    second: known.second!,
    contact: known.contact!,
    parties: Math.min(1, parties.filter(({ groups: own }) => own.some(({ source }) => source !== 'name')).length / 6),
  };
  const named = byName(groups);
  if (named !== undefined) writer.write(`${prefix}Name`, 'string', named.name!, `${key} name`, { ...evidence, ...nameEvidence(named) });
  const ofName = groups.filter(
    (own) => own.name === undefined || named === undefined || isSameName(groupName(own), groupName(named), true),
  );
  const placed = byAddress(ofName) ?? byAddress(groups);
  if (placed !== undefined) writeAddress(`${prefix}Address`, placed, writer, evidence);
}

/** A heading's name, else one with a legal form before one without. */
const byName = (groups: readonly PartyGroup[]): PartyGroup | undefined => {
  const named = groups.filter(({ name }) => name !== undefined);
  if (named[0]?.role !== undefined && named[0].role !== 'remittance') {
    const [first] = named;
    const whole = (group: PartyGroup): boolean =>
      hasLegalForm(groupName(group)) && foldText(groupName(group)).startsWith(`${foldText(groupName(first!))} `);
    return hasLegalForm(groupName(first!)) ? first : (named.find(whole) ?? first);
  }
  return named.find((group) => group.role === undefined && hasLegalForm(groupName(group))) ?? named[0];
};

/** A block of its own before one under the heading of another role. */
const byAddress = (groups: readonly PartyGroup[]): PartyGroup | undefined => {
  const placed = groups.filter(({ address }) => address !== undefined);
  return (
    placed.find(({ role }) => role === 'vendor' || role === 'customer') ??
    placed.find(({ role }) => role === undefined) ??
    placed.find(({ role }) => role !== 'shipping') ??
    placed[0]
  );
};

const squash = (value: number, most: number): number => Math.max(0, Math.min(1, value / most));

const nameEvidence = (group: PartyGroup): ConfidenceEvidence => ({
  person: Number(isPersonLike(groupName(group))),
  placed: Number(group.address !== undefined),
  'two lines': Number((group.name?.length ?? 0) > 1),
  'other lines': Number(unusedLines(group).length > 0),
});

/** Lines of the part that could belong to the name or the address as well: a slogan, a person, a second line. */
function unusedLines({ name, address, segments }: PartyGroup): Segment[] {
  const used = new Set([...(name ?? []), ...(address ?? [])].map(({ segment }) => segment));
  const last = (address ?? name ?? []).at(-1)?.segment.row ?? Infinity;
  return segments.filter((segment) => !used.has(segment) && segment.row < last && nameOf(segment) !== undefined);
}

function writeAddress(field: string, group: PartyGroup, writer: PartyWriter, evidence: ConfidenceEvidence): void {
  const lines = group.address!;
  const kinds = new Set(lines.map((line) => classifyAddressLine(partText(line))));
  const isComplete = kinds.has('both') || (kinds.has('street') && kinds.has('place'));
  const own = {
    ...evidence,
    complete: Number(isComplete),
    code: Number(kinds.has('both') || kinds.has('place')),
    'many lines': Number(lines.length > 4),
    'one line': Number(lines.length === 1),
    'other lines': Number(unusedLines(group).length > 0),
    'person line': Number(unusedLines(group).some(({ text }) => isPersonLike(text))),
  };
  writer.write(field, 'address', lines, 'address', own);
  const recipient = group.recipient ?? group.name;
  if (recipient !== undefined) writer.write(`${field}Recipient`, 'string', recipient, 'recipient', { ...own, ...nameEvidence(group) });
}

/** A tax number further away than this, in line heights, belongs to no block. */
const MAX_TAX_ID_DISTANCE = 16;
const FOOTER = 0.86;

/** How far a tax number is from a group: below it is near, beside it is farther, above it is unlikely. */
function distanceOf({ segment, start, end }: TaxId, { box, page, segments, address }: PartyGroup, height: number): number {
  if (page !== segment.page) return Infinity;
  if (segments.includes(segment)) return 0;
  const own = partBox([{ segment, start, end }]);
  const below = Math.max(0, own.top - box.bottom) / height;
  const above = Math.max(0, box.top - own.bottom) / height;
  const aside = Math.max(0, own.left - box.right, box.left - own.right) / height;
  return below + 2.5 * above + 0.3 * aside + (address === undefined ? 1 : 0);
}

/** The party of the nearest group; a footer is the vendor's. */
function nearestParty(id: TaxId, groups: readonly PartyGroup[], { height, pages }: SegmentedText): PartyGroup | undefined {
  const page = pages[id.segment.page]!;
  const ranked = groups
    .map((group) => ({ group, distance: distanceOf(id, group, height) }))
    .filter(({ distance }) => distance < MAX_TAX_ID_DISTANCE)
    .sort((a, b) => a.distance - b.distance);
  const isFooter = id.segment.box.top > page.top + FOOTER * heightOf(page);
  return isFooter && (ranked[0]?.distance ?? 1) > 0 ? undefined : ranked[0]?.group;
}

const idKey = ({ text }: TaxId): string => text.replace(/[^A-Z\d]/gu, '');

interface OwnedTaxId {
  id: TaxId;
  owner: 'vendor' | 'customer';
  isInside: boolean;
  isSure: boolean;
}

const shapeOf = ({ text }: TaxId): string => text.replace(/\d/gu, '9').replace(/\p{L}/gu, 'A');

/** Of two different numbers of the same form only one is the vendor's; a person's number is no company's. */
function giveSecondToCustomer(owned: OwnedTaxId[], customer: Party | undefined): void {
  if (customer === undefined || owned.some(({ owner }) => owner === 'customer')) return;
  const first = owned.find(({ id }) => id.isVat) ?? owned[0];
  if (first === undefined) return;
  const isPersonal = ({ id }: OwnedTaxId): boolean => isPersonalTaxId(id.text) && !isPersonalTaxId(first.id.text);
  const isOther = ({ id }: OwnedTaxId): boolean => id.isVat && id.hasLabel && first.id.hasLabel && shapeOf(id) === shapeOf(first.id);
  const second = owned.find(
    (found) => idKey(found.id) !== idKey(first.id) && found.id.owner === undefined && (isPersonal(found) || isOther(found)),
  );
  if (second !== undefined) for (const found of owned) if (idKey(found.id) === idKey(second.id)) found.owner = 'customer';
}

/** A tax number belongs to the party of its label or of the nearest part of the page; otherwise to the vendor. */
function writeTaxIds(
  { taxIds, groups }: FoundParties,
  vendor: Party | undefined,
  customer: Party | undefined,
  segmented: SegmentedText,
  writer: PartyWriter,
): void {
  const isOf = (party: Party | undefined, group: PartyGroup | undefined): boolean =>
    group !== undefined && party?.groups.includes(group) === true;
  const known = groups.filter((group) => isOf(vendor, group) || isOf(customer, group));
  const owned = taxIds.map((id): OwnedTaxId => {
    const group = nearestParty(id, known, segmented);
    const owner = id.owner ?? (isOf(customer, group) ? ('customer' as const) : ('vendor' as const));
    const isInside = isOf(owner === 'vendor' ? vendor : customer, group);
    return { id, owner, isInside, isSure: id.owner !== undefined || (isInside && group!.segments.includes(id.segment)) };
  });
  // A vendor without a tax number is rare.
  if (owned.every(({ owner, id }) => owner === 'customer' || !id.isVat)) {
    const first = owned.find(({ owner, isSure, id }) => owner === 'customer' && !isSure && id.isVat);
    if (first !== undefined) for (const found of owned) if (idKey(found.id) === idKey(first.id)) found.owner = 'vendor';
  }
  giveSecondToCustomer(owned, customer);
  const rank = ({ id, isInside }: OwnedTaxId): number =>
    Number(!id.isVat) * 4 + Number(!(id.owner !== undefined || isInside)) * 2 + Number(!(id.hasShape && id.hasLabel));
  let taken = '';
  for (const owner of ['vendor', 'customer'] as const) {
    const own = owned.filter((found) => found.owner === owner && idKey(found.id) !== taken);
    const best = own.map((found) => ({ ...found, rank: rank(found) })).sort((a, b) => a.rank - b.rank)[0];
    if (best === undefined) continue;
    taken = idKey(best.id);
    const others = new Set(own.filter(({ id }) => id.isVat === best.id.isVat).map(({ id }) => idKey(id))).size;
    const evidence = {
      vat: Number(best.id.isVat),
      label: Number(best.id.hasLabel),
      shape: Number(best.id.hasShape),
      inside: Number(best.isInside),
      owner: Number(best.id.owner !== undefined),
      single: Number(others === 1),
      vendor: Number(owner === 'vendor'),
    };
    writer.write(owner === 'vendor' ? 'VendorTaxId' : 'CustomerTaxId', 'string', [best.id], 'tax id', evidence, best.id.text);
  }
}
