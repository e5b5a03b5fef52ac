/**
 * Decides who is the vendor and who is the customer. Groups with the same name or address are one party. Every party has a score for
 * each role from its headings, its place and its company; the best pair of different parties wins, "none" being one of the choices.
 */
import { heightOf, overlap } from '../../layout/model/geometry.ts';
import type { Segment, SegmentedText } from '../text/segmented-text.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import type { PartyGroup } from './groups.ts';
import { isContactLine } from './groups.ts';
import type { Role } from './headings.ts';
import { hasLegalForm, isPersonLike, isTradeLike, nameKey } from './names.ts';
import { partText } from './party-lines.ts';
import { hasTaxLabel } from './tax-ids.ts';

export interface Party {
  groups: readonly PartyGroup[];
  name: string;
}

export type RoleWeights = Readonly<Record<string, number>>;
export interface RoleScores {
  vendor: RoleWeights;
  customer: RoleWeights;
}

export interface Decision {
  vendor?: Party;
  customer?: Party;
  /** How far the chosen pair is ahead of the best pair with another vendor or customer. */
  margins: { vendor: number; customer: number };
  scores: { vendor: number; customer: number };
}

const textKey = (text: string): string => foldText(text).replace(/[^\p{L}\d]/gu, '');
const addressKey = ({ address }: PartyGroup): string => textKey((address ?? []).map(partText).join(' '));
export const groupName = ({ name }: PartyGroup): string => (name ?? []).map(partText).join(' ');

/** A logo may lack the legal form; two companies with different legal names are different parties. */
export const isSameName = (one: string, other: string, mayBeShort: boolean): boolean => {
  const [a, b] = [nameKey(one), nameKey(other)];
  if (a.length < 3 || b.length < 3) return false;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short === long || (mayBeShort && short.length >= 5 && long.startsWith(short) && !(hasLegalForm(one) && hasLegalForm(other)));
};

/** "Dr. Ann Miller" and "Dr. A. Miller". */
const lastWord = (name: string): string => foldText(name).split(/\s+/u).at(-1)!;

const ROLE_OF_PARTY: Readonly<Record<Role, 'vendor' | 'customer' | undefined>> = {
  vendor: 'vendor',
  customer: 'customer',
  billing: 'customer',
  shipping: undefined,
  remittance: undefined,
  service: undefined,
};

/** Vendor and customer first, then addresses, then bare names, then addresses of other roles, which may have another name. */
const clusterRank = ({ role, source }: PartyGroup): number =>
  role === undefined ? (source === 'name' ? 2 : 1) : ROLE_OF_PARTY[role] === undefined ? 3 : 0;

/** Groups of one party: same heading for vendor and customer, same name, or same address. */
export function toParties(groups: readonly PartyGroup[]): Party[] {
  const clusters: PartyGroup[][] = [];
  for (const group of [...groups].sort((a, b) => clusterRank(a) - clusterRank(b))) {
    const own = groupName(group);
    const place = addressKey(group);
    const role = group.role === undefined ? undefined : ROLE_OF_PARTY[group.role];
    const cluster = clusters.find((others) =>
      others.some((other) => {
        const otherRole = other.role === undefined ? undefined : ROLE_OF_PARTY[other.role];
        if (role !== undefined && otherRole !== undefined) return role === otherRole;
        const isSamePlace = place.length >= 8 && place === addressKey(other);
        if (own !== '' && other.name !== undefined)
          return (
            isSameName(own, groupName(other), place === '' || other.address === undefined || isSamePlace) ||
            (isSamePlace && !hasLegalForm(own) && lastWord(own) === lastWord(groupName(other)))
          );
        return isSamePlace;
      }),
    );
    if (cluster === undefined) clusters.push([group]);
    else cluster.push(group);
  }
  return clusters.map((own) => ({ groups: own, name: groupName(own.find(({ name }) => name !== undefined) ?? own[0]!) }));
}

/** What the page says beside the groups. */
export interface PageSigns {
  /** Names in mail addresses and web addresses. */
  domains: readonly string[];
  /** Large texts at the top or bottom of the first page. */
  logos: readonly string[];
  /** Folded text of all segments, to count mentions. */
  texts: readonly string[];
}

const PUBLIC_DOMAINS =
  /^(?:gmail|googlemail|yahoo|hotmail|outlook|live|icloud|aol|gmx|web|t-online|orange|free|wanadoo|libero|paypal|facebook|instagram|twitter|linkedin|google)$/u;
const HOST = /(?:@|www\.|https?:\/\/(?:www\.)?)([a-z\d-]+(?:\.[a-z\d-]+)*)\.[a-z]{2,}/giu;
const MAX_DOMAINS = 20;

export function pageSigns(segmented: SegmentedText): PageSigns {
  const domains = new Set<string>();
  for (const { text } of segmented.segments) {
    if (domains.size >= MAX_DOMAINS) break;
    for (const [, host] of text.matchAll(HOST)) {
      const label = host!
        .toLowerCase()
        .split('.')
        .filter((part) => !/^(?:co|com|www|mail|shop|info)$/u.test(part))
        .at(-1);
      if (label !== undefined && label.length >= 3 && !PUBLIC_DOMAINS.test(label)) domains.add(label.replaceAll('-', ''));
    }
  }
  const page = segmented.pages[0]!;
  const logos = segmented.segments
    .filter(
      ({ page: at, size, box }) =>
        at === 0 && size >= 1.5 && (box.top - page.top < 0.3 * heightOf(page) || box.top - page.top > 0.8 * heightOf(page)),
    )
    .slice(0, 12)
    .map(({ text }) => nameKey(text))
    .filter((key) => key.length >= 3);
  return { domains: [...domains], logos, texts: segmented.segments.slice(0, 3000).map(({ text }) => textKey(text)) };
}

const isLike = (one: string, other: string): boolean =>
  one.length >= 4 && other.length >= 4 && (one.includes(other) || other.includes(one));

export function partyFeatures(
  { groups, name }: Party,
  segmented: SegmentedText,
  signs: PageSigns,
  all: readonly PartyGroup[],
): Record<string, number> {
  const key = nameKey(name);
  const roles = new Set(groups.map(({ role }) => role));
  const page = (group: PartyGroup): { top: number; left: number } => {
    const box = segmented.pages[group.page]!;
    return {
      top: (group.box.top - box.top) / Math.max(1e-9, heightOf(box)),
      left: (group.box.left - box.left) / Math.max(1e-9, box.right - box.left),
    };
  };
  const open = groups.filter(({ role }) => role === undefined);
  const first = open.filter((group) => group.page === 0).map(page);
  const isSender = open.some((group) => group.isSenderLine && page(group).top < 0.45);
  const mentions = key.length < 4 ? 0 : signs.texts.filter((text) => text.includes(key)).length;
  const isTop = (group: PartyGroup): boolean =>
    !all.some(
      (other) =>
        other.page === group.page &&
        other !== group &&
        other.source !== 'name' &&
        other.box.top < group.box.top - 0.5 * segmented.height &&
        !groups.includes(other),
    );
  return {
    bias: 1,
    'vendor heading': Number(roles.has('vendor')),
    'customer heading': Number(roles.has('customer')),
    'billing heading': Number(roles.has('billing')),
    'shipping heading': Number(roles.has('shipping') || roles.has('service')),
    'remittance heading': Number(roles.has('remittance')),
    'sender line': Number(isSender),
    'below sender line': Number(open.some((group) => isBelowSender(group, all, segmented, groups))),
    footer: Number(open.some((group) => page(group).top > 0.84)),
    head: Number(first.some(({ top }) => top < 0.12)),
    topmost: Number(open.some((group) => group.page === 0 && isTop(group) && page(group).top < 0.45)),
    'left window': Number(first.some(({ top, left }) => top > 0.06 && top < 0.5 && left < 0.3)),
    second: Number(open.some((group) => group.page === 0 && page(group).top < 0.7 && countAbove(group, all, groups) === 1)),
    right: Number(first.some(({ top, left }) => top < 0.42 && left > 0.45)),
    contact: Number(open.some((group) => hasContacts(group))),
    domain: Number(signs.domains.some((domain) => isLike(domain, key))),
    logo: Number(signs.logos.some((logo) => isLike(logo, key))),
    'legal form': Number(hasLegalForm(name)),
    trade: Number(isTradeLike(name)),
    person: Number(isPersonLike(name)),
    mentions: Math.min(1, Math.max(0, mentions - groups.length) / 2),
    address: Number(groups.some(({ address }) => address !== undefined)),
    'no name': Number(name === ''),
    'name only': Number(groups.every(({ source }) => source === 'name')),
    registered: Number(open.some(isRegistered)),
    captioned: Number(open.some(({ isCaptioned }) => isCaptioned === true)),
    'captioned second': Number(
      open.some(
        (group) =>
          group.isCaptioned === true &&
          all.some(
            (other) => other.isCaptioned === true && other.role === undefined && !groups.includes(other) && other.box.top < group.box.top,
          ),
      ),
    ),
    lower: Number(open.some((group) => page(group).top > 0.6 && page(group).top <= 0.84)),
  };
}

/** A tax number or an entry in a register among the lines. */
const isRegistered = ({ segments, name, address }: PartyGroup): boolean => {
  const own = new Set<Segment>([...(name ?? []), ...(address ?? [])].map(({ segment }) => segment));
  return segments.some((segment) => !own.has(segment) && hasTaxLabel(segment.text));
};

const hasContacts = ({ segments, name, address }: PartyGroup): boolean => {
  const own = new Set<Segment>([...(name ?? []), ...(address ?? [])].map(({ segment }) => segment));
  return segments.some((segment) => !own.has(segment) && isContactLine(segment.text));
};

/** How many addresses of other parties without a heading are above the group. */
const countAbove = (group: PartyGroup, all: readonly PartyGroup[], own: readonly PartyGroup[]): number =>
  new Set(
    all
      .filter(
        (other) =>
          !own.includes(other) &&
          other.page === group.page &&
          other.source !== 'name' &&
          other.role === undefined &&
          other.box.top < group.box.top,
      )
      .map(groupName),
  ).size;

function isBelowSender(group: PartyGroup, all: readonly PartyGroup[], { height }: SegmentedText, own: readonly PartyGroup[]): boolean {
  return all.some(
    (other) =>
      other.isSenderLine &&
      !own.includes(other) &&
      other.page === group.page &&
      group.box.top >= other.box.bottom - 0.5 * height &&
      group.box.top - other.box.bottom < 12 * height &&
      overlap(group.box.left, group.box.right, other.box.left, other.box.right) > 0,
  );
}

export const scoreOf = (weights: RoleWeights, features: Readonly<Record<string, number>>): number =>
  Object.entries(features).reduce((sum, [name, value]) => sum + (weights[name] ?? 0) * value, 0);

const MAX_PARTIES = 24;
/** Scores of "none": an invoice without its vendor is rare, one without its customer less so. */
const NONE = { vendor: -4, customer: -3 };

export function decideRoles(
  parties: readonly Party[],
  features: readonly Readonly<Record<string, number>>[],
  weights: RoleScores,
): Decision {
  const vendor = features.map((own) => scoreOf(weights.vendor, own));
  const customer = features.map((own) => scoreOf(weights.customer, own));
  const indexes = [-1, ...parties.keys()].slice(0, MAX_PARTIES + 1);
  let best = { score: -Infinity, v: -1, c: -1 };
  const pairs: { score: number; v: number; c: number }[] = [];
  for (const v of indexes)
    for (const c of indexes) {
      if (v >= 0 && v === c) continue;
      const pair = { score: (v < 0 ? NONE.vendor : vendor[v]!) + (c < 0 ? NONE.customer : customer[c]!), v, c };
      pairs.push(pair);
      if (pair.score > best.score) best = pair;
    }
  const margin = (isOther: (pair: { v: number; c: number }) => boolean): number =>
    best.score - Math.max(-Infinity, ...pairs.filter(isOther).map(({ score }) => score));
  return {
    ...(best.v >= 0 && { vendor: parties[best.v]! }),
    ...(best.c >= 0 && { customer: parties[best.c]! }),
    margins: { vendor: margin(({ v }) => v !== best.v), customer: margin(({ c }) => c !== best.c) },
    scores: { vendor: best.v < 0 ? 0 : vendor[best.v]!, customer: best.c < 0 ? 0 : customer[best.c]! },
  };
}
