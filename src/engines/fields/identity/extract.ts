/**
 * Identity documents: detects the type of a page by zone and headings, and reads its fields. If both zone and print have
 * a field, the zone wins if its check digit is valid; agreement raises the confidence.
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Field, FieldType, FoundDocument } from '../field.ts';
import type { ExtractOptions } from '../field-model.ts';
import { editDistance } from '../text/edit-distance.ts';
import type { PageText } from '../captions/page-text.ts';
import { pageText } from '../captions/page-text.ts';
import { buildStringField } from '../captions/build-field.ts';
import { foldText } from '../values/months.ts';
import { printedFields, zoneFields } from './card.ts';
import { ID_LEXICON } from './lexicon.ts';
import { licenceFields } from './licence.ts';
import type { Zone } from './mrz.ts';
import { readZone } from './mrz.ts';
import { socialSecurityFields } from './social-security.ts';

export function extractIdentityDocuments(layout: DocumentLayout, options: ExtractOptions): FoundDocument[] {
  return layout.pages.flatMap((_, index) => readDocument(pageText(layout, index), options) ?? []);
}

/** Two-digit years from this one on belong to the 1900s. */
const CENTURY_PIVOT = 50;

function readDocument(page: PageText, { locale }: ExtractOptions): FoundDocument | undefined {
  if (page.words.length === 0) return undefined;
  const zone = readZone(page);
  const type = detectType(page, zone);
  const fields = readFields(type.name, page, zone, locale);
  const schema = ID_LEXICON.docTypes[type.name]!;
  const own = Object.fromEntries(
    Object.keys(schema)
      .filter((path) => !path.includes('.') && fields[path] !== undefined)
      .map((name) => [name, convertType(fields[name]!, schema[name]![0])]),
  );
  const minFields = type.name === 'idDocument' ? 3 : 2;
  if (Object.keys(own).filter((name) => name !== 'CountryRegion' && name !== 'Region').length < minFields) return undefined;
  return { docType: type.name, pages: [page.page], fields: own, confidence: type.confidence };
}

function readFields(type: string, page: PageText, zone: Zone | undefined, locale: string | undefined): Record<string, Field> {
  if (type === 'idDocument.usSocialSecurityCard') return socialSecurityFields(page);
  if (type === 'idDocument.driverLicense') return licenceFields(page, { locale: locale ?? 'en-US', pivot: CENTURY_PIVOT });
  const day = locale ?? 'en-GB';
  const printed = printedFields(page, zone, {
    locale: type === 'idDocument.passport' ? day : (locale ?? detectDateLocale(page)),
    pivot: CENTURY_PIVOT,
  });
  if (zone === undefined)
    return type === 'idDocument' || type === 'idDocument.nationalIdentityCard'
      ? { ...licenceFields(page, { locale, pivot: CENTURY_PIVOT }), ...printed }
      : printed;
  const fields = mergeFields(zoneFields(zone), printed);
  if (zone.personalNumber !== undefined && fields['PersonalNumber'] === undefined && zone.format === 'TD3')
    fields['PersonalNumber'] = buildStringField(zone.lines[1]!, zone.valid.whole ? 0.9 : 0.6, zone.personalNumber);
  if (type === 'idDocument.passport') {
    fields['MachineReadableZone'] = { type: 'object', value: zoneFields(zone), items: [], confidence: zone.valid.whole ? 0.98 : 0.7 };
    fields['DocumentType'] = buildStringField(zone.lines[0]!.slice(0, 1), 0.95, zone.documentCode.slice(0, 1));
    splitGivenNames(fields);
  }
  return fields;
}

/** US cards have the month first, others the day. */
const detectDateLocale = (page: PageText): string =>
  page.lines.some(({ text }) => /UNITED STATES|\bUSCIS\b|\bUSA\b/u.test(text)) ? 'en-US' : 'en-GB';

/** The zone's value with the printed words if both agree, otherwise the more certain one. */
function mergeFields(zone: Readonly<Record<string, Field>>, printed: Readonly<Record<string, Field>>): Record<string, Field> {
  const fields: Record<string, Field> = { ...printed };
  for (const [name, field] of Object.entries(zone)) {
    const seen = printed[name];
    if (seen === undefined || seen.type !== field.type) fields[name] = field;
    else if (isSameValue(seen, field))
      fields[name] = {
        ...field,
        items: seen.items,
        confidence: Math.min(0.995, Math.max(seen.confidence, field.confidence) + 0.02),
      } as Field;
    else
      fields[name] =
        field.confidence >= 0.9
          ? { ...field, confidence: Math.min(field.confidence, 0.95) }
          : seen.confidence > field.confidence
            ? seen
            : field;
  }
  return fields;
}

/** Names may differ by accents, which the zone does not have, and by misread letters. */
function isSameValue(a: Field, b: Field): boolean {
  if (a.type !== 'string' || b.type !== 'string') return a.value === b.value;
  const [one, other] = [a.value, b.value].map((text) => foldText(text ?? '').replace(/[^a-z0-9]/gu, ''));
  return one === other || editDistance(one!, other!, 1) <= (one!.length > 7 ? 1 : 0);
}

/** Splits given names of a passport into first and middle names. */
function splitGivenNames(fields: Record<string, Field>): void {
  const given = fields['FirstName'];
  if (given?.type !== 'string' || given.value === undefined) return;
  const [first, ...rest] = given.value.split(/\s+/u);
  if (rest.length === 0) return;
  fields['FirstName'] = { ...given, value: first!, items: given.items.slice(0, 1) };
  fields['MiddleName'] = { ...given, value: rest.join(' '), items: given.items.slice(1) };
}

function detectType(page: PageText, zone: Zone | undefined): { name: string; confidence: number } {
  const text = foldText(page.lines.map((line) => line.text).join('\n')).replace(/[^\p{L}\p{N}\n' ]+/gu, ' ');
  const has = (type: string): boolean => ID_LEXICON.headings[type]!.some((heading) => text.includes(foldText(heading)));
  if (zone?.format === 'TD3' || (zone !== undefined && zone.documentCode.startsWith('P')))
    return { name: 'idDocument.passport', confidence: 0.99 };
  if (zone !== undefined)
    return {
      name:
        has('idDocument.residencePermit') || /^(?:AR|IR|RP|C1|C2|CA)/u.test(zone.documentCode)
          ? 'idDocument.residencePermit'
          : 'idDocument.nationalIdentityCard',
      confidence: 0.97,
    };
  for (const type of [
    'idDocument.driverLicense',
    'idDocument.usSocialSecurityCard',
    'idDocument.residencePermit',
    'idDocument.nationalIdentityCard',
    'idDocument.passport',
  ])
    if (has(type)) return { name: type, confidence: 0.93 };
  if (/\b(?:4d|dl|class|hgt|eyes|restr?)\b/u.test(text) && /\b(?:dob|exp|iss)\b/u.test(text))
    return { name: 'idDocument.driverLicense', confidence: 0.8 };
  return { name: 'idDocument', confidence: 0.5 };
}

/** Converts an address to text if the schema says so. */
function convertType(field: Field, type: FieldType): Field {
  if (field.type === type || type !== 'string' || field.type !== 'address') return field;
  const { streetAddress, city, state, postalCode } = field.value ?? {};
  return {
    type: 'string',
    value: [streetAddress, city, state, postalCode].filter((part) => part !== undefined).join(' '),
    items: field.items,
    confidence: field.confidence,
  };
}
