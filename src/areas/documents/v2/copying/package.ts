/** The file in which a model of versions 2 is uploaded to another account. It is read as hostile input. */
import type { JsonCursor } from '../../../../shared/json-cursor.ts';
import { MAX_DETAIL_BYTES, invalidPackage, readPackage, writePackage } from '../../copying/package.ts';
import type { FormError, FormModel, TrainResult, TrainingDocument } from '../model.ts';
import { MAX_COMPONENTS, MAX_NAME_LENGTH } from '../model.ts';
import { FORM_VERSIONS } from '../../versions.ts';

export type PackedForm = Pick<FormModel, 'version' | 'kind' | 'modelName' | 'results'>;

const SIGNATURE = 'perennial form model';
const MAX_DOCUMENTS = 20_000;
const MAX_FIELDS = 1000;
const MAX_CLUSTERS = 1000;
const MAX_ERRORS = 10;
const MAX_TEXT_LENGTH = 4096;
const KINDS = ['labelled', 'unlabelled', 'composed'] as const;

export function packForm({ version, kind, modelName, results }: PackedForm, artifact: Uint8Array): Uint8Array {
  const detail = { version, kind, modelName, results };
  if (JSON.stringify(detail).length > MAX_DETAIL_BYTES) throw invalidPackage('its description is too long');
  return writePackage(SIGNATURE, detail, artifact);
}

export function unpackForm(bytes: Uint8Array): { detail: PackedForm; artifact: Uint8Array } {
  const { detail, artifact } = readPackage(bytes, SIGNATURE);
  return {
    artifact,
    detail: {
      version: detail.field('version').oneOf(FORM_VERSIONS.map(({ version }) => version)),
      kind: detail.field('kind').oneOf(KINDS),
      ...detail.optional('modelName', (name) => name.text(MAX_NAME_LENGTH, 0)),
      results: detail.field('results').items(MAX_COMPONENTS).map(readResult),
    },
  };
}

function readResult(cursor: JsonCursor): TrainResult {
  return {
    ...cursor.optional('modelId', (id) => id.text(64)),
    ...cursor.optional('averageModelAccuracy', (average) => average.share()),
    trainingDocuments: cursor.field('trainingDocuments').items(MAX_DOCUMENTS).map(readDocument),
    ...cursor.optional('fields', (fields) =>
      fields.items(MAX_FIELDS).map((field) => ({
        fieldName: field.field('fieldName').text(MAX_TEXT_LENGTH),
        accuracy: field.field('accuracy').share(),
      })),
    ),
    ...cursor.optional('keys', readKeys),
  };
}

function readKeys(cursor: JsonCursor): Record<string, string[]> {
  const { value } = cursor;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw cursor.failure('it must be an object.');
  const names = Object.keys(value);
  if (names.length > MAX_CLUSTERS || names.some((name) => !/^\d{1,4}$/.test(name))) throw cursor.failure('its clusters are invalid.');
  return Object.fromEntries(
    names.map((name) => [
      name,
      cursor
        .field(name)
        .items(MAX_FIELDS)
        .map((key) => key.text(MAX_TEXT_LENGTH, 0)),
    ]),
  );
}

function readDocument(cursor: JsonCursor): TrainingDocument {
  return {
    documentName: cursor.field('documentName').text(MAX_TEXT_LENGTH),
    pages: cursor.field('pages').count(),
    status: cursor.field('status').oneOf(['succeeded', 'failed'] as const),
    errors: cursor.field('errors').items(MAX_ERRORS).map(readError),
  };
}

function readError(cursor: JsonCursor): FormError {
  return { code: cursor.field('code').text(64), message: cursor.field('message').text(MAX_TEXT_LENGTH) };
}
