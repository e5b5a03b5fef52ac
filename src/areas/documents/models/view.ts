/** Models and operations as the interface writes them. */
import type { FieldType } from '../../../engines/documents/fields/field.ts';
import { classifierView } from './classifier-view.ts';
import { GENERAL_DOCUMENT_MODEL, LAYOUT_MODEL, READ_MODEL } from '../model.ts';
import type { DocType, DocumentModel, ModelOperation, RecordedError } from '../model.ts';
import { NEVER, dateTime, tagsField } from '../replies.ts';
import type { Version } from '../versions.ts';
import type { WorkStatus } from '../work-status.ts';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  [READ_MODEL]: 'Extracts lines, words and paragraphs of printed text from a document, with its languages.',
  [LAYOUT_MODEL]: 'Extracts text, tables, selection marks and the structure of a document.',
  [GENERAL_DOCUMENT_MODEL]: 'Extracts text, tables, selection marks and pairs of labels and values from a document.',
};

/** Imports the field models, a tenth of all modules, when they are first needed. */
export async function prebuiltView(modelId: string, version: Version): Promise<object> {
  const { fieldModel, isFieldModel } = await import('../../../engines/documents/fields/extract.ts');
  const fields = isFieldModel(modelId) ? fieldModel(modelId) : undefined;
  return {
    modelId,
    description: fields?.description ?? DESCRIPTIONS[modelId],
    createdDateTime: `${version.version.slice(0, 10)}T00:00:00Z`,
    apiVersion: version.version,
    docTypes: docTypesView(prebuiltTypes(fields?.docTypes ?? {}, version), version, modelId),
  };
}

function prebuiltTypes(docTypes: Readonly<Record<string, DocType>>, { prebuiltType }: Version): Record<string, DocType> {
  return Object.fromEntries(
    Object.entries(docTypes).map(([name, { fieldSchema, description }]) => [
      name,
      { fieldSchema, ...(prebuiltType === 'buildMode' ? { buildMode: 'template' } : { description }) },
    ]),
  );
}

function docTypesView(docTypes: Readonly<Record<string, DocType>>, version: Version, modelId: string): object {
  return Object.fromEntries(
    Object.entries(docTypes).map(([name, { fieldSchema, ...rest }]) => [
      name,
      { ...rest, fieldSchema: schemaView(fieldSchema, version, modelId) },
    ]),
  );
}

/** With the fields of the version. */
export function modelView(
  {
    modelId,
    description,
    createdAt,
    expiresAt,
    version,
    tags,
    buildMode,
    classifierId,
    split,
    docTypes,
  }: Omit<DocumentModel, 'artefact' | 'arrivedWith'>,
  inVersion: Version,
): object {
  const has = (field: Version['modelFields'][number]): boolean => inVersion.modelFields.includes(field);
  return {
    modelId,
    description,
    createdDateTime: dateTime(createdAt),
    ...(has('expirationDateTime') && { expirationDateTime: dateTime(expiresAt ?? NEVER) }),
    ...(has('modifiedDateTime') && { modifiedDateTime: dateTime(createdAt) }),
    apiVersion: version,
    ...tagsField(tags),
    ...(has('buildMode') && { buildMode }),
    ...(classifierId !== undefined && { classifierId, split }),
    docTypes: docTypesView(docTypes, inVersion, modelId),
  };
}

export function operationView(
  operationId: string,
  operation: ModelOperation,
  { status, percentCompleted, updatedAt, error }: WorkStatus,
  version: Version,
): object {
  const { createdAt, kind, resourceLocation, tags, result, classifier } = operation;
  return {
    operationId,
    status,
    percentCompleted,
    createdDateTime: dateTime(createdAt),
    lastUpdatedDateTime: dateTime(updatedAt),
    kind,
    resourceLocation,
    ...tagsField(tags),
    error: error && errorView(error, version),
    ...(status === 'succeeded' && result && { result: modelView(result, version) }),
    ...(status === 'succeeded' && classifier && { result: classifierView(classifier, version) }),
  };
}

function errorView({ innererror, ...error }: RecordedError, { operationCause }: Version): object {
  if (!innererror) return error;
  return operationCause === 'details' ? { ...error, details: [innererror] } : { ...error, innererror };
}

interface Schema {
  type: FieldType | 'selectionGroup';
  description?: string;
  example?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** Field schemas with the types of the version. */
function schemaView<T extends Schema>(schema: Readonly<Record<string, T>>, version: Version, modelId: string): Record<string, Schema> {
  const { strings, numbersOf } = version.values;
  const typeView = (type: Schema['type']): Schema['type'] => {
    if (type === 'currency' && numbersOf.includes(modelId)) return 'number';
    return (strings as readonly string[]).includes(type) ? 'string' : type;
  };
  const fieldView = ({ type, items, properties, ...rest }: Schema): Schema => ({
    type: typeView(type),
    ...rest,
    ...(items && { items: fieldView(items) }),
    ...(properties && { properties: schemaView(properties, version, modelId) }),
  });
  return Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, fieldView(field)]));
}
