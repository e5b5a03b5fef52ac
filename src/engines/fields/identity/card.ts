/** Passports, identity cards and permits: captions above values in many languages, and the machine-readable zone. */
import type { Field } from '../field.ts';
import { findCaptionBoxes } from '../captions/caption-boxes.ts';
import type { Caption } from '../captions/captions.ts';
import { createCaptionFinder } from '../captions/captions.ts';
import { splitCopies } from '../captions/form-copies.ts';
import { buildField, buildStringField } from '../captions/build-field.ts';
import type { PageText } from '../captions/page-text.ts';
import { rowsOf, textOf } from '../captions/page-text.ts';
import { addressOf } from '../values/addresses.ts';
import type { IdOptions } from './id-values.ts';
import { idValue } from './id-values.ts';
import { ID_LEXICON } from './lexicon.ts';
import type { Zone } from './mrz.ts';

const byField = new Map(ID_LEXICON.card.map((caption) => [caption.field, caption]));
const find = createCaptionFinder(
  ID_LEXICON.card.map(({ field, phrases }): Caption => ({ id: field, phrases: withBilingualPhrases(phrases) })),
);

/** Documents print captions in two languages, in any order. */
function withBilingualPhrases(phrases: readonly string[]): string[] {
  const single = phrases.filter((phrase) => !phrase.includes('/'));
  return [...phrases, ...single.flatMap((one) => single.filter((other) => other !== one).map((other) => `${one}/${other}`))];
}

/** Fields printed above the zone, by captions. */
export function printedFields(page: PageText, zone: Zone | undefined, options: IdOptions): Record<string, Field> {
  const zoneWords = new Set(zone?.lines.flat() ?? []);
  const visible: PageText = { ...page, words: page.words.filter((word) => !zoneWords.has(word)), lines: page.lines };
  const found = find(visible);
  const [copy] = splitCopies(
    found,
    found.map(({ id }) => id),
  );
  if (copy === undefined) return {};
  const bottom = Math.min(copy.frame.bottom + 6 * page.height, ...[...zoneWords].map(({ box }) => box.top));
  const boxes = findCaptionBoxes(visible, copy.captions, {
    left: copy.frame.left - page.height,
    top: copy.frame.top,
    right: Infinity,
    bottom,
  });
  const fields: Record<string, Field> = {};
  for (const [
    field,
    {
      words,
      caption: { score },
    },
  ] of boxes) {
    const { kind } = byField.get(field)!;
    const certainty = 0.94 * (0.75 + 0.25 * score);
    const rows = rowsOf(words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)));
    if (kind === 'address') {
      const own = rows.flat();
      const value = addressOf(rows.map(textOf).join('\n'), options);
      if (value !== undefined) fields[field] = buildField({ type: 'address', value }, own, certainty);
      continue;
    }
    for (const row of rows.slice(0, 2)) {
      const value = idValue(kind, row, certainty, options);
      if (value === undefined) continue;
      fields[field] = value;
      break;
    }
  }
  return fields;
}

/** Fields of the zone; their words are the zone line they are on. */
export function zoneFields(zone: Zone): Record<string, Field> {
  const { format, lines, valid } = zone;
  const [first, second, third] = lines;
  const names = format === 'TD1' ? third! : first!;
  const numbers = format === 'TD1' ? first! : second!;
  const dates = second!;
  const sure = (checked: boolean): number => (checked ? 0.99 : 0.6);
  const out: Record<string, Field | undefined> = {
    FirstName: text(zone.firstName, names, valid.whole ? 0.97 : 0.85),
    LastName: text(zone.lastName, names, valid.whole ? 0.97 : 0.85),
    DocumentNumber: text(zone.documentNumber, numbers, sure(valid.number)),
    CountryRegion: findIssuer(zone),
    Nationality: zone.nationality === undefined ? undefined : buildField({ type: 'countryRegion', value: zone.nationality }, dates, 0.97),
    DateOfBirth: zone.birthDate === undefined ? undefined : buildField({ type: 'date', value: zone.birthDate }, dates, sure(valid.birth)),
    DateOfExpiration:
      zone.expirationDate === undefined
        ? undefined
        : buildField({ type: 'date', value: zone.expirationDate }, dates, sure(valid.expiration)),
    Sex: text(zone.sex, dates, 0.97),
  };
  // If the check digits are valid, the zone was read correctly, whatever the OCR confidence of its fillers.
  return Object.fromEntries(
    Object.entries(out)
      .filter((one): one is [string, Field] => one[1] !== undefined)
      .map(([name, field]) => [
        name,
        {
          ...field,
          confidence:
            valid.whole && (name !== 'CountryRegion' || zone.issuer !== undefined) ? Math.max(field.confidence, 0.96) : field.confidence,
        },
      ]),
  );
}

/** The issuing country; if that line is missing, most likely the holder's nationality. */
function findIssuer({ issuer, nationality, lines }: Zone): Field | undefined {
  const value = issuer ?? nationality;
  return value === undefined
    ? undefined
    : buildField({ type: 'countryRegion', value }, lines[issuer === undefined ? 1 : 0]!, issuer === undefined ? 0.8 : 0.97);
}

const text = (value: string | undefined, words: Parameters<typeof buildStringField>[0], certainty: number): Field | undefined =>
  value === undefined ? undefined : buildStringField(words, certainty, value);
