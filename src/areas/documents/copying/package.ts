/** A model or classifier on its way to another account: what callers see of it, and the bytes of what was learned. What arrives is checked as from an enemy. */
import { JsonCursor } from '../../../kernel/json-cursor.ts';
import { Reader } from '../../../engines/bytes/reader.ts';
import { Writer } from '../../../engines/bytes/writer.ts';
import { documentFailure } from '../failures.ts';
import { BUILD_MODES, FIELD_TYPES } from '../model.ts';
import type { DocType, DocTypeSource, DocumentClassifier, DocumentModel, FieldSchema } from '../model.ts';

export type PackedModel = Pick<DocumentModel, 'version' | 'buildMode' | 'docTypes' | 'expiresAt'>;
export type PackedClassifier = Pick<DocumentClassifier, 'version' | 'docTypes'>;

const MODEL_SIGNATURE = 'perennial document model';
const CLASSIFIER_SIGNATURE = 'perennial document classifier';
const FORMAT = 1;
export const MAX_ARTIFACT_BYTES = 64 * 2 ** 20;
const MAX_DETAIL_BYTES = 2 * 2 ** 20;
export const MAX_PACKAGE_BYTES = MAX_ARTIFACT_BYTES + MAX_DETAIL_BYTES;

const MAX_DOC_TYPES = 500;
const MAX_FIELDS = 1000;
const MAX_NAME_LENGTH = 256;
const MAX_TEXT_LENGTH = 4096;
const MAX_URL_LENGTH = 8192;
/** A field, the columns of its rows, and one more for what columns may hold. */
const MAX_DEPTH = 4;

export function packModel({ version, buildMode, docTypes, expiresAt }: PackedModel, artefact: Uint8Array): Uint8Array {
  return writePackage(MODEL_SIGNATURE, { version, buildMode, docTypes, expiresAt }, artefact);
}

export function packClassifier({ version, docTypes }: PackedClassifier, artefact: Uint8Array): Uint8Array {
  return writePackage(CLASSIFIER_SIGNATURE, { version, docTypes }, artefact);
}

export function unpackModel(bytes: Uint8Array): { detail: PackedModel; artefact: Uint8Array } {
  const { detail, artefact } = readPackage(bytes, MODEL_SIGNATURE);
  return { detail: parseModel(detail), artefact };
}

export function unpackClassifier(bytes: Uint8Array): { detail: PackedClassifier; artefact: Uint8Array } {
  const { detail, artefact } = readPackage(bytes, CLASSIFIER_SIGNATURE);
  return { detail: { version: detail.field('version').text(40), docTypes: parseMap(detail.field('docTypes'), MAX_DOC_TYPES, parseDocTypeSource) }, artefact };
}

function writePackage(mark: string, detail: object, artefact: Uint8Array): Uint8Array {
  const writer = new Writer();
  writer.text(mark);
  writer.u32(FORMAT);
  writer.text(JSON.stringify(detail));
  writer.bytes(artefact);
  return writer.finish();
}

function invalidPackage(details: string): Error {
  return documentFailure('UnsupportedContent', { details: `what is copied is not whole: ${details}.` });
}

function readPackage(bytes: Uint8Array, mark: string): { detail: JsonCursor; artefact: Uint8Array } {
  const reader = new Reader(bytes, invalidPackage);
  reader.check();
  if (reader.text() !== mark || reader.u32() !== FORMAT) throw invalidPackage('it is of a format that this server does not know');
  const text = reader.bytes();
  if (text.length > MAX_DETAIL_BYTES) throw invalidPackage('its description is too long');
  const artefact = reader.bytes();
  if (artefact.length > MAX_ARTIFACT_BYTES) throw invalidPackage('it is too large');
  reader.end();
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text).toString('utf8'));
  } catch {
    throw invalidPackage('its description is not JSON');
  }
  return { detail: new JsonCursor(parsed, (path, details) => documentFailure('UnsupportedContent', { details: `what is copied is not whole, ${path}: ${details}` })), artefact };
}

function parseModel(whole: JsonCursor): PackedModel {
  const [buildMode, expiresAt] = [whole.field('buildMode'), whole.field('expiresAt')];
  return {
    version: whole.field('version').text(40),
    ...!buildMode.isAbsent && { buildMode: buildMode.oneOf(BUILD_MODES) },
    ...!expiresAt.isAbsent && { expiresAt: expiresAt.count() },
    docTypes: parseMap(whole.field('docTypes'), MAX_DOC_TYPES, parseDocType),
  };
}

function parseDocTypeSource(place: JsonCursor): DocTypeSource {
  const [set, prefix, fileList] = [place.field('trainingSetId'), place.field('prefix'), place.field('fileList')];
  if (!set.isAbsent) return { trainingSetId: set.text(MAX_NAME_LENGTH) };
  return {
    containerUrl: place.field('containerUrl').text(MAX_URL_LENGTH),
    ...!prefix.isAbsent && { prefix: prefix.text(MAX_TEXT_LENGTH, 0) }, ...!fileList.isAbsent && { fileList: fileList.text(MAX_TEXT_LENGTH, 0) },
  };
}

function parseDocType(place: JsonCursor): DocType {
  const [description, buildMode, confidence] = [place.field('description'), place.field('buildMode'), place.field('fieldConfidence')];
  return {
    ...!description.isAbsent && { description: description.text(MAX_TEXT_LENGTH, 0) },
    ...!buildMode.isAbsent && { buildMode: buildMode.oneOf(BUILD_MODES) },
    fieldSchema: parseMap(place.field('fieldSchema'), MAX_FIELDS, (field) => parseField(field, MAX_DEPTH)),
    ...!confidence.isAbsent && { fieldConfidence: parseMap(confidence, MAX_FIELDS, parseConfidence) },
  };
}

function parseField(place: JsonCursor, levels: number): FieldSchema {
  if (levels === 0) throw place.refused('its fields are nested too deep.');
  const [description, example, items, properties] = [place.field('description'), place.field('example'), place.field('items'), place.field('properties')];
  return {
    type: place.field('type').oneOf(FIELD_TYPES),
    ...!description.isAbsent && { description: description.text(MAX_TEXT_LENGTH, 0) },
    ...!example.isAbsent && { example: example.text(MAX_TEXT_LENGTH, 0) },
    ...!items.isAbsent && { items: parseField(items, levels - 1) },
    ...!properties.isAbsent && { properties: parseMap(properties, MAX_FIELDS, (field) => parseField(field, levels - 1)) },
  };
}

function parseConfidence(place: JsonCursor): number {
  const { value } = place;
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) throw place.refused('it must be a number from 0 to 1.');
  return value;
}

function parseMap<T>(place: JsonCursor, most: number, read: (place: JsonCursor) => T): Record<string, T> {
  const { value } = place;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw place.refused('it must be an object.');
  const names = Object.keys(value);
  if (names.length > most) throw place.refused(`it may have ${most} entries at most.`);
  if (names.some((name) => name.length > MAX_NAME_LENGTH)) throw place.refused('one of its names is too long.');
  return Object.fromEntries(names.map((name) => [name, read(place.field(name))]));
}
