/** Addresses of the United Kingdom: flat or house, road, localities from small to large, postcode. */
import type { Address } from '../field.ts';
import { cutBox, cutUnit, lower, cleanPart } from './address-parts.ts';
import { ROAD_ENDINGS, UK_COUNTIES } from './address-words.ts';

const POSTCODE = /(?:^|[\s,])([A-Z]{1,2}\d[A-Z\d]?)\s?(\d[ABD-HJLNP-UW-Z]{2})\s*$/iu;

export function britishAddress(text: string): Address | undefined {
  const match = POSTCODE.exec(text);
  if (match === null) return undefined;
  const postalCode = `${match[1]!} ${match[2]!}`.toUpperCase();
  const segments = text
    .slice(0, match.index)
    .split(/[,\n;]+/u)
    .map(cleanPart)
    .filter((segment) => segment !== '');
  let state: string | undefined;
  if (segments.length > 1 && UK_COUNTIES.has(lower(segments.at(-1)!))) state = segments.pop();
  if (segments.length === 1) segments.splice(0, 1, ...splitAfterRoad(segments[0]!));
  const city = segments.length > 1 || (segments.length === 1 && !/\d/u.test(segments[0]!)) ? segments.pop() : undefined;
  return { ...street(segments), ...(city === undefined ? {} : { city }), ...(state === undefined ? {} : { state }), postalCode };
}

/** Splits a line without commas after the last road type. */
function splitAfterRoad(line: string): string[] {
  const words = line.split(' ');
  for (let i = words.length - 2; i > 0; i--)
    if (ROAD_ENDINGS.has(lower(words[i]!)) && words.slice(i + 1).every((word) => !/\d/u.test(word)))
      return [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')];
  return /\d/u.test(line) && words.length > 2 ? [words.slice(0, -1).join(' '), words.at(-1)!] : [line];
}

function street(segments: readonly string[]): Address {
  const whole = segments.join(', ');
  if (whole === '') return {};
  const box = cutBox(whole);
  const numbered = segments.findIndex(
    (segment) => /^\d+[A-Z]?(?:\s?[-–]\s?\d+[A-Z]?)?\s+\S/iu.test(segment) && cutBox(segment) === undefined,
  );
  const roadAt = numbered >= 0 ? numbered : segments.findIndex((segment) => ROAD_ENDINGS.has(lower(segment.split(' ').at(-1)!)));
  // Without the suburb.
  const local = segments.filter((segment, i) => roadAt < 0 || i <= roadAt || cutUnit(segment) !== undefined);
  const parts: Address = { streetAddress: local.join(', '), ...(box !== undefined && { poBox: box.value }) };
  segments.forEach((segment, i) => {
    const unit = cutUnit(segment);
    if (unit !== undefined && i !== roadAt) parts.unit = unit.value;
    else if (i < roadAt) parts.house = parts.house === undefined ? segment : `${parts.house}, ${segment}`;
    else if (i > roadAt && roadAt >= 0) parts.suburb = parts.suburb === undefined ? segment : `${parts.suburb}, ${segment}`;
  });
  if (roadAt >= 0) {
    const unit = cutUnit(segments[roadAt]!);
    if (unit !== undefined && /^\d/u.test(unit.rest)) parts.unit = unit.value;
    const match = /^(\d+[A-Z]?(?:\s?[-–]\s?\d+[A-Z]?)?)\s+(.*)$/iu.exec(
      unit !== undefined && /^\d/u.test(unit.rest) ? unit.rest : segments[roadAt]!,
    );
    if (match === null) parts.road = segments[roadAt];
    else {
      parts.houseNumber = match[1];
      parts.road = match[2];
    }
  }
  return parts;
}
