/**
 * Identity documents: which type a page is, and its fields. The type follows from the zone, then from headings. Where
 * zone and print both say a field, the zone's value stands if its check digit holds; agreement makes it surer.
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Field, FoundDocument } from '../field.ts';
import type { ExtractOptions } from '../field-model.ts';
import { asTyped } from './as-typed.ts';
import { distance } from '../captions/word-similarity.ts';
import type { PageText } from '../captions/page-text.ts';
import { pageText } from '../captions/page-text.ts';
import { stringField } from '../captions/build-field.ts';
import { plain } from '../values/months.ts';
import { printedFields, zoneFields } from './card.ts';
import { LEXICON } from './lexicon.ts';
import { licenceFields } from './licence.ts';
import type { Zone } from './mrz.ts';
import { zoneOf } from './mrz.ts';
import { socialSecurityFields } from './social-security.ts';

export function identityDocuments(layout: DocumentLayout, options: ExtractOptions): FoundDocument[] {
  return layout.pages.flatMap((_, index) => documentOn(pageText(layout, index), options) ?? []);
}

/** Holders are born before 2030: a short year from 30 on is of the last century. */
const PIVOT = 50;

function documentOn(page: PageText, { locale }: ExtractOptions): FoundDocument | undefined {
  if (page.words.length === 0) return undefined;
  const zone = zoneOf(page);
  const type = typeOf(page, zone);
  const fields = fieldsFor(type.name, page, zone, locale);
  const schema = LEXICON.docTypes[type.name]!;
  const own = Object.fromEntries(Object.keys(schema).filter((path) => !path.includes('.') && fields[path] !== undefined).map((name) => [name, asTyped(fields[name]!, schema[name]![0])]));
  const least = type.name === 'idDocument' ? 3 : 2;
  if (Object.keys(own).filter((name) => name !== 'CountryRegion' && name !== 'Region').length < least) return undefined;
  return { docType: type.name, pages: [page.page], fields: own, confidence: type.confidence };
}

function fieldsFor(type: string, page: PageText, zone: Zone | undefined, locale: string | undefined): Record<string, Field> {
  if (type === 'idDocument.usSocialSecurityCard') return socialSecurityFields(page);
  if (type === 'idDocument.driverLicense') return licenceFields(page, { locale: locale ?? 'en-US', pivot: PIVOT });
  const day = locale ?? 'en-GB';
  const printed = printedFields(page, zone, { locale: type === 'idDocument.passport' ? day : locale ?? dayOrder(page), pivot: PIVOT });
  if (zone === undefined) return type === 'idDocument' || type === 'idDocument.nationalIdentityCard' ? { ...licenceFields(page, { locale, pivot: PIVOT }), ...printed } : printed;
  const fields = merged(zoneFields(zone), printed);
  if (zone.personalNumber !== undefined && fields['PersonalNumber'] === undefined && zone.format === 'TD3') fields['PersonalNumber'] = stringField(zone.lines[1]!, zone.valid.whole ? 0.9 : 0.6, zone.personalNumber);
  if (type === 'idDocument.passport') {
    fields['MachineReadableZone'] = { type: 'object', value: zoneFields(zone), items: [], confidence: zone.valid.whole ? 0.98 : 0.7 };
    fields['DocumentType'] = stringField(zone.lines[0]!.slice(0, 1), 0.95, zone.documentCode.slice(0, 1));
    splitGiven(fields);
  }
  return fields;
}

/** Cards of the United States have the month first, those of other countries the day. */
const dayOrder = (page: PageText): string => page.lines.some(({ text }) => /UNITED STATES|\bUSCIS\b|\bUSA\b/u.test(text)) ? 'en-US' : 'en-GB';

/** The zone's value with the printed words where both agree; else the surer one. */
function merged(zone: Readonly<Record<string, Field>>, printed: Readonly<Record<string, Field>>): Record<string, Field> {
  const fields: Record<string, Field> = { ...printed };
  for (const [name, field] of Object.entries(zone)) {
    const seen = printed[name];
    if (seen === undefined || seen.type !== field.type) fields[name] = field;
    else if (same(seen, field)) fields[name] = { ...field, items: seen.items, confidence: Math.min(0.995, Math.max(seen.confidence, field.confidence) + 0.02) } as Field;
    else fields[name] = field.confidence >= 0.9 ? { ...field, confidence: Math.min(field.confidence, 0.95) } : seen.confidence > field.confidence ? seen : field;
  }
  return fields;
}

/** Names differ by accents that the zone has not, and by letters that were read wrongly. */
function same(a: Field, b: Field): boolean {
  if (a.type !== 'string' || b.type !== 'string') return a.value === b.value;
  const [one, other] = [a.value, b.value].map((text) => plain(text ?? '').replace(/[^a-z0-9]/gu, ''));
  return one === other || distance(one!, other!, 1) <= (one!.length > 7 ? 1 : 0);
}

/** A passport's first given name, and the others as middle names. */
function splitGiven(fields: Record<string, Field>): void {
  const given = fields['FirstName'];
  if (given?.type !== 'string' || given.value === undefined) return;
  const [first, ...rest] = given.value.split(/\s+/u);
  if (rest.length === 0) return;
  fields['FirstName'] = { ...given, value: first!, items: given.items.slice(0, 1) };
  fields['MiddleName'] = { ...given, value: rest.join(' '), items: given.items.slice(1) };
}

function typeOf(page: PageText, zone: Zone | undefined): { name: string; confidence: number } {
  const text = plain(page.lines.map((line) => line.text).join('\n')).replace(/[^\p{L}\p{N}\n' ]+/gu, ' ');
  const has = (type: string): boolean => LEXICON.headings[type]!.some((heading) => text.includes(plain(heading)));
  if (zone?.format === 'TD3' || (zone !== undefined && zone.documentCode.startsWith('P'))) return { name: 'idDocument.passport', confidence: 0.99 };
  if (zone !== undefined) return { name: has('idDocument.residencePermit') || /^(?:AR|IR|RP|C1|C2|CA)/u.test(zone.documentCode) ? 'idDocument.residencePermit' : 'idDocument.nationalIdentityCard', confidence: 0.97 };
  for (const type of ['idDocument.driverLicense', 'idDocument.usSocialSecurityCard', 'idDocument.residencePermit', 'idDocument.nationalIdentityCard', 'idDocument.passport']) if (has(type)) return { name: type, confidence: 0.93 };
  if (/\b(?:4d|dl|class|hgt|eyes|restr?)\b/u.test(text) && /\b(?:dob|exp|iss)\b/u.test(text)) return { name: 'idDocument.driverLicense', confidence: 0.8 };
  return { name: 'idDocument', confidence: 0.5 };
}
