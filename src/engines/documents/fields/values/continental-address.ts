/**
 * Addresses of continental Europe: road and number in either order, then code and city. The number precedes the road in
 * France and Luxembourg; road words tell the country if nothing else does.
 */
import type { Address } from '../field.ts';
import { cutBox, cleanPart } from './address-parts.ts';
import { JOINED_ENDINGS, ROAD_BEGINNINGS } from './address-words.ts';
import postalCodes from './postal-codes.json' with { type: 'json' };

const CODES: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries(postalCodes).map(([country, pattern]) => [country, new RegExp(pattern, 'u')]),
);

/** Tried in this order if the country is unknown. */
const UNKNOWN: readonly RegExp[] = [/\d{4}\s?[A-Z]{2}(?=\s)/u, /\d{2}-\d{3}/u, /\d{5}/u, /\d{4}/u];

interface Placed {
  before: string;
  code: string;
  after: string;
}

/** The last code that is followed by a city. */
function place(text: string, code: RegExp): Placed | undefined {
  const pattern = new RegExp(`(?:^|[\\s,])(?:[A-Z]{1,2}[-–]\\s?)?(${code.source})(?=[\\s,]+\\p{L})`, 'gu');
  const match = [...text.matchAll(pattern)].at(-1);
  if (match === undefined) return undefined;
  const after = cleanPart(text.slice(match.index + match[0].length));
  return /\p{L}/u.test(after) && !/\d{3}/u.test(after) ? { before: text.slice(0, match.index), code: match[1]!, after } : undefined;
}

/** The country (alpha-2) whose road words occur in the text. */
function countryByRoad(text: string): string | undefined {
  const words = text.toLowerCase().split(/[\s,]+/u);
  for (const [country, endings] of Object.entries(JOINED_ENDINGS))
    if (words.some((word) => endings.some((ending) => word.length > ending.length + 1 && word.endsWith(ending)))) return country;
  for (const [country, paragraphStarts] of Object.entries(ROAD_BEGINNINGS))
    if (words.some((word) => paragraphStarts.includes(word))) return country;
  return undefined;
}

export function continentalAddress(text: string, hint: string | undefined): Address | undefined {
  const known = hint !== undefined && hint in CODES ? hint : undefined;
  const placed =
    known === undefined
      ? UNKNOWN.map((code) => place(text, code)).find((found) => found !== undefined)
      : (place(text, CODES[known]!) ?? place(text, /\d{5}/u));
  if (placed === undefined) return undefined;
  const road = streetOf(placed.before, known ?? countryByRoad(placed.before));
  if (road.houseNumber === undefined && road.poBox === undefined && known === undefined && countryByRoad(placed.before) === undefined)
    return undefined;
  return { ...road, ...cityOf(placed.after), postalCode: placed.code };
}

/** City, then a province in parentheses, after a comma, or as two capitals. */
function cityOf(text: string): Address {
  const province = /^(.*?)\s*(?:\(([^)]+)\)|,\s*([^,]+)|\s([A-Z]{2}))$/u.exec(text);
  if (province === null) return { city: text };
  const state = cleanPart((province[2] ?? province[3] ?? province[4])!);
  return { city: cleanPart(province[1]!), ...(state === '' ? {} : { state }) };
}

function streetOf(head: string, country: string | undefined): Address {
  const box = cutBox(head);
  const parts: Address = { ...(box === undefined ? {} : { poBox: box.value }) };
  const segments = (box?.rest ?? cleanPart(head.replace(/[\n;]+/gu, ', ')))
    .split(/,\s*/u)
    .map(cleanPart)
    .filter((segment) => segment !== '');
  if (cleanPart(head) !== '') parts.streetAddress = cleanPart(head.replace(/[\n;]+/gu, ', '));
  const numberFirst = country === 'FR' || country === 'LU';
  const leading = /^(\d+(?:\s?[-/]\s?\d+)?(?:\s?(?:bis|ter|quater|[A-Da-d]))?)[\s,]+(?=\p{L})(.*)$/u;
  const trailing =
    /^(.*?\p{L}[^\d]*?)\s*,?\s*(?:n[º°o.]*\s*)?(\d+(?:\s?[a-zA-Z](?![\p{L}\d]))?(?:\s?[-–/]\s?\d*\s?[a-zA-Z]?)?)(?:\s+(.+))?$/u;
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]!;
    const first = leading.exec(segment);
    const next = segments[i + 1];
    // Calle Mayor, 5 and 12, rue de la Paix: the number is separated by a comma.
    if (!numberFirst && next !== undefined && /^(?:n[º°o.]*\s*)?\d+[a-zA-Z]?$/u.test(next) && !/\d/u.test(segment)) {
      const unit = segments.slice(i + 2).join(', ');
      return {
        ...parts,
        ...named(segments.slice(0, i)),
        road: segment,
        houseNumber: next.replace(/^\D+/u, ''),
        ...(unit === '' ? {} : { unit }),
      };
    }
    if (numberFirst && next !== undefined && /^\d+(?:\s?(?:bis|ter|[A-D]))?$/iu.test(segment))
      return { ...parts, ...named(segments.slice(0, i)), houseNumber: segment, road: next };
    if (first !== null && (numberFirst || country === undefined))
      return { ...parts, ...named(segments.slice(0, i)), houseNumber: first[1], road: first[2] };
    const last = trailing.exec(segment);
    if (last !== null && !numberFirst) {
      const unit = [last[3] ?? '', ...segments.slice(i + 1)].filter((part) => part !== '').join(', ');
      return {
        ...parts,
        ...named(segments.slice(0, i)),
        road: cleanPart(last[1]!),
        houseNumber: cleanPart(last[2]!),
        ...(unit === '' ? {} : { unit }),
      };
    }
    if (first !== null) return { ...parts, ...named(segments.slice(0, i)), houseNumber: first[1], road: first[2] };
  }
  return box === undefined && segments.length > 0
    ? { ...parts, ...named(segments.slice(0, -1)), road: segments.at(-1) }
    : { ...parts, ...named(segments) };
}

const named = (segments: readonly string[]): Address => (segments.length === 0 ? {} : { house: segments.join(', ') });
