/** A model or classifier on its way to another account: what callers see of it, and the bytes of what was learned. What arrives is checked as from an enemy. */
import { Place } from '../../../kernel/json-cursor.ts';
import { Reader } from '../../../engines/bytes/reader.ts';
import { Writer } from '../../../engines/bytes/writer.ts';
import { documentFailure } from '../failures.ts';
import { BUILD_MODES, FIELD_TYPES } from '../model.ts';
import type { DocType, DocTypeSource, DocumentClassifier, DocumentModel, FieldSchema } from '../model.ts';

export type PackedModel = Pick<DocumentModel, 'version' | 'buildMode' | 'docTypes' | 'expiresAt'>;
export type PackedClassifier = Pick<DocumentClassifier, 'version' | 'docTypes'>;

const MODEL = 'perennial document model';
const CLASSIFIER = 'perennial document classifier';
const FORMAT = 1;
export const MOST_ARTEFACT_BYTES = 64 * 2 ** 20;
const MOST_DETAIL_BYTES = 2 * 2 ** 20;
export const MOST_PACKAGE_BYTES = MOST_ARTEFACT_BYTES + MOST_DETAIL_BYTES;

const MOST_DOC_TYPES = 500;
const MOST_FIELDS = 1000;
const MOST_NAME = 256;
const MOST_TEXT = 4096;
const MOST_ADDRESS = 8192;
/** A field, the columns of its rows, and one more for what columns may hold. */
const MOST_LEVELS = 4;

export function packModel({ version, buildMode, docTypes, expiresAt }: PackedModel, artefact: Uint8Array): Uint8Array {
  return packed(MODEL, { version, buildMode, docTypes, expiresAt }, artefact);
}

export function packClassifier({ version, docTypes }: PackedClassifier, artefact: Uint8Array): Uint8Array {
  return packed(CLASSIFIER, { version, docTypes }, artefact);
}

export function unpackModel(bytes: Uint8Array): { detail: PackedModel; artefact: Uint8Array } {
  const { detail, artefact } = unpacked(bytes, MODEL);
  return { detail: modelIn(detail), artefact };
}

export function unpackClassifier(bytes: Uint8Array): { detail: PackedClassifier; artefact: Uint8Array } {
  const { detail, artefact } = unpacked(bytes, CLASSIFIER);
  return { detail: { version: detail.field('version').text(40), docTypes: mapped(detail.field('docTypes'), MOST_DOC_TYPES, typeSourceIn) }, artefact };
}

function packed(mark: string, detail: object, artefact: Uint8Array): Uint8Array {
  const writer = new Writer();
  writer.text(mark);
  writer.u32(FORMAT);
  writer.text(JSON.stringify(detail));
  writer.bytes(artefact);
  return writer.finish();
}

function refused(details: string): Error {
  return documentFailure('UnsupportedContent', { details: `what is copied is not whole: ${details}.` });
}

function unpacked(bytes: Uint8Array, mark: string): { detail: Place; artefact: Uint8Array } {
  const reader = new Reader(bytes, refused);
  reader.check();
  if (reader.text() !== mark || reader.u32() !== FORMAT) throw refused('it is of a format that this server does not know');
  const text = reader.bytes();
  if (text.length > MOST_DETAIL_BYTES) throw refused('its description is too long');
  const artefact = reader.bytes();
  if (artefact.length > MOST_ARTEFACT_BYTES) throw refused('it is too large');
  reader.end();
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text).toString('utf8'));
  } catch {
    throw refused('its description is not JSON');
  }
  return { detail: new Place(parsed, (path, details) => documentFailure('UnsupportedContent', { details: `what is copied is not whole, ${path}: ${details}` })), artefact };
}

function modelIn(whole: Place): PackedModel {
  const [buildMode, expiresAt] = [whole.field('buildMode'), whole.field('expiresAt')];
  return {
    version: whole.field('version').text(40),
    ...!buildMode.isAbsent && { buildMode: buildMode.oneOf(BUILD_MODES) },
    ...!expiresAt.isAbsent && { expiresAt: expiresAt.count() },
    docTypes: mapped(whole.field('docTypes'), MOST_DOC_TYPES, docTypeIn),
  };
}

function typeSourceIn(place: Place): DocTypeSource {
  const [set, prefix, fileList] = [place.field('trainingSetId'), place.field('prefix'), place.field('fileList')];
  if (!set.isAbsent) return { trainingSetId: set.text(MOST_NAME) };
  return {
    containerUrl: place.field('containerUrl').text(MOST_ADDRESS),
    ...!prefix.isAbsent && { prefix: prefix.text(MOST_TEXT, 0) }, ...!fileList.isAbsent && { fileList: fileList.text(MOST_TEXT, 0) },
  };
}

function docTypeIn(place: Place): DocType {
  const [description, buildMode, confidence] = [place.field('description'), place.field('buildMode'), place.field('fieldConfidence')];
  return {
    ...!description.isAbsent && { description: description.text(MOST_TEXT, 0) },
    ...!buildMode.isAbsent && { buildMode: buildMode.oneOf(BUILD_MODES) },
    fieldSchema: mapped(place.field('fieldSchema'), MOST_FIELDS, (field) => fieldIn(field, MOST_LEVELS)),
    ...!confidence.isAbsent && { fieldConfidence: mapped(confidence, MOST_FIELDS, shareIn) },
  };
}

function fieldIn(place: Place, levels: number): FieldSchema {
  if (levels === 0) throw place.refused('its fields are nested too deep.');
  const [description, example, items, properties] = [place.field('description'), place.field('example'), place.field('items'), place.field('properties')];
  return {
    type: place.field('type').oneOf(FIELD_TYPES),
    ...!description.isAbsent && { description: description.text(MOST_TEXT, 0) },
    ...!example.isAbsent && { example: example.text(MOST_TEXT, 0) },
    ...!items.isAbsent && { items: fieldIn(items, levels - 1) },
    ...!properties.isAbsent && { properties: mapped(properties, MOST_FIELDS, (field) => fieldIn(field, levels - 1)) },
  };
}

function shareIn(place: Place): number {
  const { value } = place;
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) throw place.refused('it must be a number from 0 to 1.');
  return value;
}

function mapped<T>(place: Place, most: number, read: (place: Place) => T): Record<string, T> {
  const { value } = place;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw place.refused('it must be an object.');
  const names = Object.keys(value);
  if (names.length > most) throw place.refused(`it may have ${most} entries at most.`);
  if (names.some((name) => name.length > MOST_NAME)) throw place.refused('one of its names is too long.');
  return Object.fromEntries(names.map((name) => [name, read(place.field(name))]));
}
