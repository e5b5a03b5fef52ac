/**
 * Addresses that end with state and code: United States, Canada, Australia. If road and city are not separated by comma
 * or line break, the last road type, unit or PO box separates them.
 */
import type { Address } from '../field.ts';
import { cutBox, cutUnit, joinUnits, lower, cleanPart } from './address-parts.ts';
import { STATE_NAMES, STATES } from '../../../shared/text/states.ts';
import { DIRECTIONS, NUMBERED_ROADS, ROAD_ENDINGS, WEAK_ENDINGS } from './address-words.ts';

const names = STATE_NAMES.map((name) => name.replace(/ /gu, '\\s+')).join('|');
const abbreviations = [...new Set(Object.values(STATES).flat())].map((code) => [...code].join('\\.?')).join('|');
const CODE = String.raw`(\d{5}(?:\s?-\s?\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d|\d{4})`;
const ENDING = new RegExp(`(?:^|[\\s,])(?:(${abbreviations})\\.?|(${names}))[\\s,.]+${CODE}\\s*$`, 'iu');
const ZIP_ONLY = /[\s,](\d{5}(?:-\d{4})?)\s*$/u;
const STATE_ONLY = new RegExp(`,\\s*(${abbreviations})\\s*$`, 'u');

export function americanAddress(text: string): Address | undefined {
  const ending = ENDING.exec(text);
  if (ending !== null) {
    const [, code, name, postal] = ending;
    if (code !== undefined && code !== code.toUpperCase() && !/[.,]/u.test(code) && code.length > 2) return undefined;
    if (/^\d{4}$/u.test(postal!) && !STATES['AU']!.includes((code ?? '').toUpperCase().replace(/\./gu, '')) && name === undefined)
      return undefined;
    return {
      ...streetAndCity(text.slice(0, ending.index)),
      state: cleanPart(code?.replace(/\./gu, '').toUpperCase() ?? name!),
      postalCode: postal!.replace(/\s?-\s?/u, '-'),
    };
  }
  const bare = STATE_ONLY.exec(text);
  if (bare !== null) {
    const parts = streetAndCity(text.slice(0, bare.index));
    return parts.houseNumber !== undefined || parts.poBox !== undefined ? { ...parts, state: bare[1]!.replace(/\./gu, '') } : undefined;
  }
  const zip = ZIP_ONLY.exec(text);
  if (zip === null) return undefined;
  const parts = streetAndCity(text.slice(0, zip.index));
  return parts.houseNumber !== undefined && parts.city !== undefined && endsRoad(parts.road ?? '')
    ? { ...parts, postalCode: zip[1] }
    : undefined;
}

/** A street without city and code. */
export function americanStreet(text: string): Address | undefined {
  const parts = street(cleanPart(text));
  return parts.poBox !== undefined || (parts.houseNumber !== undefined && endsRoad(parts.road ?? '')) ? parts : undefined;
}

const endsRoad = (road: string): boolean =>
  road.split(' ').some((word, i) => i > 0 && ROAD_ENDINGS.has(lower(word))) || /^\d+(?:st|nd|rd|th)$/iu.test(road);

function streetAndCity(head: string): Address {
  const segments = joinUnits(head)
    .split(/[,\n;]+/u)
    .map(cleanPart)
    .filter((segment) => segment !== '');
  const last = segments.at(-1);
  if (last === undefined) return {};
  if (segments.length > 1 && isCity(last)) return { ...street(segments.slice(0, -1).join(', ')), city: last };
  const words = last.split(' ');
  const cutAt = cityStart(words);
  const own = words.slice(0, cutAt).join(' ');
  const city = words.slice(cutAt).join(' ');
  const road = [...segments.slice(0, -1), own].filter((part) => part !== '').join(', ');
  return { ...(road === '' ? {} : street(road)), ...(city === '' ? {} : { city }) };
}

const isCity = (segment: string): boolean =>
  !/\d/u.test(segment) && cutUnit(segment) === undefined && !/^(?:suite|apt|unit|floor|attn|c\/o)\b/iu.test(segment);

/** Index of the first word of the city. */
function cityStart(words: readonly string[]): number {
  const text = words.join(' ');
  const marker = cutBox(text) ?? cutUnit(text);
  if (marker !== undefined && marker.after !== '' && !/\d/u.test(marker.after)) return words.length - marker.after.split(' ').length;
  let lastFigure = -1;
  words.forEach((word, i) => {
    if (/\d/u.test(word)) lastFigure = i;
  });
  if (lastFigure < 0) return 0;
  const afterNumber = lastFigure + (/\d(?:st|nd|rd|th)$/iu.test(words[lastFigure]!) ? 0 : 1);
  const ends = (i: number): boolean => ROAD_ENDINGS.has(lower(words[i]!)) && (i > afterNumber || !WEAK_ENDINGS.has(lower(words[i]!)));
  const strong = (i: number): boolean => ends(i) && (!WEAK_ENDINGS.has(lower(words[i]!)) || lower(words[i]!) === 'st');
  for (const fits of [strong, ends]) {
    let at = words.findIndex((_, i) => i > lastFigure && i < words.length - 1 && fits(i));
    if (at < 0) continue;
    while (at + 2 < words.length && strong(at + 1) && lower(words[at + 1]!) !== 'st') at++;
    const next = lower(words[at + 1]!);
    return at + (DIRECTIONS.has(next) && next.length <= 2 && at + 2 < words.length ? 2 : 1);
  }
  const numbered = lastFigure > 0 && (NUMBERED_ROADS.has(lower(words[lastFigure - 1]!)) || /(?:st|nd|rd|th)$/iu.test(words[lastFigure]!));
  if (numbered) return lastFigure + 1;
  return Math.max(lastFigure + 2, words.length - 1);
}

/** Street number, road, unit and PO box. Text before the number is the name of the building. */
function street(text: string): Address {
  const box = cutBox(text);
  const unit = cutUnit(box?.rest ?? text);
  const rest = unit?.rest ?? box?.rest ?? text;
  const match = /(?:^|[\s,])(\d+(?:-\d+)?[A-Z]?(?:\s1\/2)?|One|Two|Three)\s+(?!(?:st|nd|rd|th)\b)(\S.*)$/u.exec(rest);
  const house = match === null ? (box === undefined ? undefined : rest) : rest.slice(0, match.index);
  return {
    ...(house === undefined || cleanPart(house) === '' ? {} : { house: cleanPart(house) }),
    ...(match === null ? (box === undefined && rest !== '' ? { road: rest } : {}) : { houseNumber: match[1], road: cleanPart(match[2]!) }),
    ...(unit === undefined ? {} : { unit: unit.value }),
    ...(box === undefined ? {} : { poBox: box.value }),
    streetAddress: cleanPart(text),
  };
}
