/**
 * Identity documents. The type of a page is scored from all evidence; values are found by captions, numbers, position and order, and
 * combined with the machine-readable zone.
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { ConfidenceWeights } from '../confidence.ts';
import { confidenceOf } from '../confidence.ts';
import type { Address, Field, FieldType, FoundDocument } from '../field.ts';
import type { ExtractOptions } from '../field-model.ts';
import type { PageText } from '../captions/page-text.ts';
import { pageText } from '../captions/page-text.ts';
import weights from '../../../../../weights/fields/identity.json' with { type: 'json' };
import type { Drafts } from '../captions/draft.ts';
import { toField } from '../captions/draft.ts';
import type { CardBarcode } from './card-barcode.ts';
import { mergeBarcode, readCardBarcode } from './card-barcode.ts';
import { ID_LEXICON } from './lexicon.ts';
import { readPage } from './read-page.ts';
import { zoneDrafts } from './zone-fields.ts';
import type { Zone } from './mrz.ts';

interface IdentityWeights {
  fields: ConfidenceWeights;
  type: ConfidenceWeights;
}

const WEIGHTS: IdentityWeights = weights;

export function extractIdentityDocuments(layout: DocumentLayout, options: ExtractOptions): FoundDocument[] {
  return layout.pages.flatMap(({ barcodes }, index) => readDocument(pageText(layout, index), readCardBarcode(barcodes), options) ?? []);
}

/** Fields of one side only, such as the country, do not make a document. */
const MIN_FIELDS = 2;
const MIN_FIELDS_OF_UNKNOWN_TYPE = 3;
const SURE_TYPE = 4;

function readDocument(page: PageText, barcode: CardBarcode | undefined, options: ExtractOptions): FoundDocument | undefined {
  if (page.words.length === 0 && barcode === undefined) return undefined;
  const { type: printed, drafts: seen, zone } = readPage(page, options);
  const drafts = barcode === undefined ? seen : mergeBarcode(barcode, seen);
  const type = barcode === undefined ? printed : { name: barcode.docType, score: 10, margin: 5 };
  const schema = ID_LEXICON.docTypes[type.name]!;
  const fields: Record<string, Field> = {};
  for (const name of Object.keys(schema)) {
    if (name.includes('.') || drafts[name] === undefined) continue;
    fields[name] = convertType(toField(drafts[name], WEIGHTS.fields), schema[name]![0]);
  }
  const count = Object.keys(fields).filter((name) => name !== 'CountryRegion' && name !== 'Region').length;
  if (count < (type.name === 'idDocument' ? MIN_FIELDS_OF_UNKNOWN_TYPE : type.score >= SURE_TYPE ? 1 : MIN_FIELDS)) return undefined;
  if (type.name === 'idDocument.passport' && zone !== undefined) fields['MachineReadableZone'] = zoneObject(zone, zoneDrafts(zone));
  const evidence = {
    score: Math.min(1, type.score / 10),
    margin: Math.min(1, type.margin / 5),
    fields: Math.min(1, count / 8),
    ...(zone !== undefined && { zone: 1 }),
  };
  return { docType: type.name, pages: [page.page], fields, confidence: confidenceOf(WEIGHTS.type, evidence) };
}

function zoneObject(zone: Zone, drafts: Drafts): Field {
  const value = Object.fromEntries(Object.entries(drafts).map(([name, draft]) => [name, toField(draft, WEIGHTS.fields)]));
  return {
    type: 'object',
    value,
    items: [],
    confidence: confidenceOf(WEIGHTS.fields, { zone: 1, ...(zone.valid.whole && { zoneChecked: 1 }) }),
  };
}

/** Converts an address to text if the schema says so. */
function convertType(field: Field, type: FieldType): Field {
  if (field.type === type || type !== 'string' || field.type !== 'address') return field;
  const { streetAddress, city, state, postalCode }: Address = field.value ?? {};
  return {
    type: 'string',
    value: [streetAddress, city, state, postalCode].filter((part) => part !== undefined).join(' '),
    items: field.items,
    confidence: field.confidence,
  };
}
