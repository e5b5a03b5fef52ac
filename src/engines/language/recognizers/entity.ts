/**
 * A prebuilt entity that was recognized, and the kinds there are.
 *
 * What a recognized span means, neutrally: every wire form can be written from it. Numbers are kept both as
 * a number and as the library writes them, because the oldest form answers text. Date values are the library's:
 * a TIMEX expression with what it may stand for, given the caller's reference time.
 */
import type { PlaceKind } from '../names/place-kind.ts';

const QUANTITY_KINDS = [
  'number',
  'ordinal',
  'ordinalV2',
  'percentage',
  'age',
  'dimension',
  'currency',
  'temperature',
  'datetimeV2',
] as const;
/** Addresses, which the library recognizes in every language. */
export const ADDRESS_KINDS = ['phonenumber', 'email', 'url'] as const;
/** Those that are recognized without the library. */
export const OWN_KINDS = ['personName', 'geographyV2', 'keyPhrase'] as const;
/** Those that the rules of languages other than English recognize. */
export const RULE_KINDS = [...QUANTITY_KINDS, 'boolean'] as const;
/** The prebuilt entities that are recognized. */
export const KINDS = [...QUANTITY_KINDS, ...ADDRESS_KINDS, 'boolean', ...OWN_KINDS] as const;
export type Kind = (typeof KINDS)[number];

export type RuleKind = (typeof RULE_KINDS)[number];
export type OwnKind = (typeof OWN_KINDS)[number];
export type LibraryKind = Exclude<Kind, OwnKind>;

export type NumberKind = 'Integer' | 'Decimal' | 'Power' | 'Fraction' | 'Percent';

export type DatetimeValue = {
  readonly timex: string;
  readonly type: string;
  readonly value?: string;
  readonly start?: string;
  readonly end?: string;
  /** before, after, since, until, … where the words say so. */
  readonly modifier?: string;
};

export type Resolution =
  | { readonly is: 'number'; readonly value: number; readonly written: string; readonly numberKind: NumberKind }
  | { readonly is: 'ordinal'; readonly offset: number; readonly relativeTo: 'start' | 'end' | 'current' }
  | {
      readonly is: 'quantity';
      readonly value: number | null;
      readonly written: string | null;
      readonly unit: string;
      readonly iso?: string;
    }
  | { readonly is: 'datetime'; readonly subtype: string; readonly values: readonly DatetimeValue[] }
  | { readonly is: 'text'; readonly value: string; readonly score?: number }
  | { readonly is: 'boolean'; readonly value: boolean }
  /** Persons and key phrases. */
  | { readonly is: 'phrase'; readonly value: string }
  | { readonly is: 'place'; readonly value: string; readonly placeKind: PlaceKind };

/** One recognized span; `end` is exclusive. */
export type RecognizedEntity = {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly resolution: Resolution;
};

/** What relative dates are computed relative to: an instant, and how far the caller's wall clock is ahead of UTC. */
export type ReferenceTime = { readonly referenceMs: number; readonly timezoneOffsetMinutes?: number };
