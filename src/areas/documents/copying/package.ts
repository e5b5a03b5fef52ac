/**
 * The file in which a model or classifier is uploaded to another account: its description and its trained data. It is read as hostile
 * input.
 */
import { MAX_ARTIFACT_BYTES } from '../artifact.ts';
import { JsonCursor } from '../../../shared/json-cursor.ts';
import { Reader } from '../../../engines/shared/bytes/reader.ts';
import { Writer } from '../../../engines/shared/bytes/writer.ts';
import { documentFailure } from '../failures.ts';
import { BUILD_MODES, FIELD_TYPES, SPLIT_MODES } from '../model.ts';
import type { BuildMode, DocType, DocTypeSource, DocumentClassifier, DocumentModel, FieldSchema } from '../model.ts';

export type PackedModel = Pick<DocumentModel, 'version' | 'buildMode' | 'docTypes' | 'expiresAt' | 'classifierId' | 'split'>;
export type PackedClassifier = Pick<DocumentClassifier, 'version' | 'docTypes' | 'description' | 'baseClassifierId'>;

const MODEL_SIGNATURE = 'perennial document model';
const CLASSIFIER_SIGNATURE = 'perennial document classifier';
const FORMAT = 1;
export const MAX_DETAIL_BYTES = 2 * 2 ** 20;
export const MAX_PACKAGE_BYTES = MAX_ARTIFACT_BYTES + MAX_DETAIL_BYTES;

const MAX_DOC_TYPES = 500;
const MAX_FIELDS = 1000;
const MAX_FEATURES = 20;
const MAX_NAME_LENGTH = 256;
const MAX_TEXT_LENGTH = 4096;
const MAX_URL_LENGTH = 8192;
/** A field, the columns of its rows, and the values in columns. */
const MAX_DEPTH = 4;

export function packModel({ version, buildMode, docTypes, expiresAt, classifierId, split }: PackedModel, artifact: Uint8Array): Uint8Array {
  return writePackage(MODEL_SIGNATURE, { version, buildMode, docTypes, expiresAt, classifierId, split }, artifact);
}

export function packClassifier({ version, docTypes, description, baseClassifierId }: PackedClassifier, artifact: Uint8Array): Uint8Array {
  return writePackage(CLASSIFIER_SIGNATURE, { version, docTypes, description, baseClassifierId }, artifact);
}

export function unpackModel(bytes: Uint8Array): { detail: PackedModel; artifact: Uint8Array } {
  const { detail, artifact } = readPackage(bytes, MODEL_SIGNATURE);
  return { detail: parseModel(detail), artifact };
}

export function unpackClassifier(bytes: Uint8Array): { detail: PackedClassifier; artifact: Uint8Array } {
  const { detail, artifact } = readPackage(bytes, CLASSIFIER_SIGNATURE);
  return {
    detail: {
      version: detail.field('version').text(40),
      docTypes: parseMap(detail.field('docTypes'), MAX_DOC_TYPES, parseDocTypeSource),
      ...detail.optional('description', longText),
      ...detail.optional('baseClassifierId', name),
    },
    artifact,
  };
}

export function writePackage(signature: string, detail: object, artifact: Uint8Array): Uint8Array {
  const writer = new Writer();
  writer.text(signature);
  writer.u32(FORMAT);
  writer.text(JSON.stringify(detail));
  writer.bytes(artifact);
  return writer.finish();
}

export function invalidPackage(details: string): Error {
  return documentFailure('UnsupportedContent', { details: `the package is invalid: ${details}.` });
}

export function readPackage(bytes: Uint8Array, signature: string): { detail: JsonCursor; artifact: Uint8Array } {
  const reader = new Reader(bytes, invalidPackage);
  reader.check();
  if (reader.text() !== signature || reader.u32() !== FORMAT) throw invalidPackage('it is in a format that this server does not support');
  const text = reader.bytes();
  if (text.length > MAX_DETAIL_BYTES) throw invalidPackage('its description is too long');
  const artifact = reader.bytes();
  if (artifact.length > MAX_ARTIFACT_BYTES) throw invalidPackage('it is too large');
  reader.end();
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text).toString('utf8'));
  } catch {
    throw invalidPackage('its description is not JSON');
  }
  return {
    detail: new JsonCursor(parsed, (path, details) =>
      documentFailure('UnsupportedContent', { details: `the package is invalid, ${path}: ${details}` }),
    ),
    artifact,
  };
}

const name = (cursor: JsonCursor): string => cursor.text(MAX_NAME_LENGTH);
const longText = (cursor: JsonCursor): string => cursor.text(MAX_TEXT_LENGTH, 0);
const buildMode = (cursor: JsonCursor): BuildMode => cursor.oneOf(BUILD_MODES);
const count = (cursor: JsonCursor): number => cursor.count();
const share = (cursor: JsonCursor): number => cursor.share();

function parseModel(cursor: JsonCursor): PackedModel {
  return {
    version: cursor.field('version').text(40),
    ...cursor.optional('buildMode', buildMode),
    ...cursor.optional('expiresAt', count),
    ...cursor.optional('classifierId', name),
    ...cursor.optional('split', (split) => split.oneOf(SPLIT_MODES)),
    docTypes: parseMap(cursor.field('docTypes'), MAX_DOC_TYPES, parseDocType),
  };
}

function parseDocTypeSource(cursor: JsonCursor): DocTypeSource {
  const set = cursor.field('trainingSetId');
  if (!set.isAbsent) return { trainingSetId: name(set) };
  const containerUrl = cursor.field('containerUrl').text(MAX_URL_LENGTH);
  return { containerUrl, ...cursor.optional('prefix', longText), ...cursor.optional('fileList', longText) };
}

function parseDocType(cursor: JsonCursor): DocType {
  return {
    ...cursor.optional('description', longText),
    ...cursor.optional('buildMode', buildMode),
    fieldSchema: parseMap(cursor.field('fieldSchema'), MAX_FIELDS, (field) => parseField(field, MAX_DEPTH)),
    ...cursor.optional('fieldConfidence', (confidence) => parseMap(confidence, MAX_FIELDS, share)),
    ...parseRoute(cursor),
  };
}

/** What a type of a composed model has beside its fields. */
function parseRoute(cursor: JsonCursor): Partial<DocType> {
  return {
    ...cursor.optional('modelId', name),
    ...cursor.optional('confidenceThreshold', share),
    ...cursor.optional('features', (features) => features.items(MAX_FEATURES).map(name)),
    ...cursor.optional('queryFields', (fields) => fields.items(MAX_FEATURES).map(name)),
    ...cursor.optional('maxDocumentsToAnalyze', count),
  };
}

function parseField(cursor: JsonCursor, levels: number): FieldSchema {
  if (levels === 0) throw cursor.failure('its fields are nested too deep.');
  const nested = (field: JsonCursor): FieldSchema => parseField(field, levels - 1);
  return {
    type: cursor.field('type').oneOf(FIELD_TYPES),
    ...cursor.optional('description', longText),
    ...cursor.optional('example', longText),
    ...cursor.optional('items', nested),
    ...cursor.optional('properties', (properties) => parseMap(properties, MAX_FIELDS, nested)),
  };
}

function parseMap<T>(cursor: JsonCursor, max: number, read: (cursor: JsonCursor) => T): Record<string, T> {
  const { value } = cursor;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw cursor.failure('it must be an object.');
  const names = Object.keys(value);
  if (names.length > max) throw cursor.failure(`it must have at most ${max} entries.`);
  if (names.some((one) => one.length > MAX_NAME_LENGTH)) throw cursor.failure('one of its names is too long.');
  return Object.fromEntries(names.map((one) => [one, read(cursor.field(one))]));
}
