/** Models and operations as the interface writes them. */
import type { FieldType } from '../../../engines/fields/field.ts';
import { classifierView } from './classifier-view.ts';
import { GENERAL_DOCUMENT_MODEL, LAYOUT_MODEL, READ_MODEL } from '../model.ts';
import type { DocType, DocumentModel, ModelOperation } from '../model.ts';
import { dateTime } from '../replies.ts';
import type { Version } from '../versions.ts';
import type { WorkStatus } from '../work-status.ts';

const PREBUILT_DATE = '2022-01-30T00:00:00.000Z';
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  [READ_MODEL]: 'Extracts lines, words and paragraphs of printed text from a document, with its languages.',
  [LAYOUT_MODEL]: 'Extracts text, tables, selection marks and the structure of a document.',
  [GENERAL_DOCUMENT_MODEL]: 'Extracts text, tables, selection marks and pairs of labels and values from a document.',
};

/** Imports the field models, a tenth of all modules, when they are first needed. */
export async function prebuiltView(modelId: string, version: Version): Promise<object> {
  const { fieldModel, isFieldModel } = await import('../../../engines/fields/extract.ts');
  const fields = isFieldModel(modelId) ? fieldModel(modelId) : undefined;
  return {
    modelId,
    description: fields?.description ?? DESCRIPTIONS[modelId],
    createdDateTime: PREBUILT_DATE,
    apiVersion: version.version,
    tags: {},
    docTypes: docTypesView(fields?.docTypes ?? {}, version),
  };
}

function docTypesView(docTypes: Readonly<Record<string, DocType>>, version: Version): object {
  return Object.fromEntries(
    Object.entries(docTypes).map(([name, { fieldSchema, ...rest }]) => [name, { ...rest, fieldSchema: schemaView(fieldSchema, version) }]),
  );
}

/** With the fields of the version. */
export function modelView(
  { modelId, description, createdAt, expiresAt, version, tags, buildMode, docTypes }: Omit<DocumentModel, 'artefact' | 'arrivedWith'>,
  inVersion: Version,
): object {
  const has = (field: Version['modelFields'][number]): boolean => inVersion.modelFields.includes(field);
  return {
    modelId,
    description,
    createdDateTime: dateTime(createdAt),
    ...(has('expirationDateTime') && expiresAt !== undefined && { expirationDateTime: dateTime(expiresAt) }),
    ...(has('modifiedDateTime') && { modifiedDateTime: dateTime(createdAt) }),
    apiVersion: version,
    tags,
    ...(has('buildMode') && { buildMode }),
    docTypes: docTypesView(docTypes, inVersion),
  };
}

export function operationView(
  operationId: string,
  operation: ModelOperation,
  { status, percentCompleted, updatedAt, error }: WorkStatus,
  version: Version,
): object {
  const { createdAt, kind, resourceLocation, version: apiVersion, tags, result, classifier } = operation;
  return {
    operationId,
    status,
    percentCompleted,
    createdDateTime: dateTime(createdAt),
    lastUpdatedDateTime: dateTime(updatedAt),
    kind,
    resourceLocation,
    apiVersion,
    tags,
    error,
    ...(status === 'succeeded' && result && { result: modelView(result, version) }),
    ...(status === 'succeeded' && classifier && { result: classifierView(classifier, version) }),
  };
}

interface Schema {
  type: FieldType | 'selectionGroup';
  description?: string;
  example?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** Field schemas with the types of the version. */
function schemaView<T extends Schema>(schema: Readonly<Record<string, T>>, version: Version): Record<string, Schema> {
  const fieldView = ({ type, items, properties, ...rest }: Schema): Schema => ({
    type: (version.values.strings as readonly string[]).includes(type) ? 'string' : type,
    ...rest,
    ...(items && { items: fieldView(items) }),
    ...(properties && { properties: schemaView(properties, version) }),
  });
  return Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, fieldView(field)]));
}
