/** Composes custom models into one. Nothing is trained: the parts of the models, and the classifier, are copied into the new model. */
import type { Static } from 'typebox';
import { Change } from '../../../kernel/change.ts';
import { fail } from '../../../kernel/failures.ts';
import { parseOptions } from '../analysis/options.ts';
import { MAX_ARTIFACT_BYTES, MAX_PARTS, UnknownArtifact, readArtifact, writeArtifact } from '../artifact.ts';
import type { ModelPart } from '../artifact.ts';
import { acceptedReply, checkModelName } from './build-operations.ts';
import { documentFailure } from '../failures.ts';
import { RETENTION_MS } from '../model.ts';
import type { DocType, DocumentModel, ModelOperation } from '../model.ts';
import { ComposeRequest } from '../schemas.ts';
import { operation } from '../services.ts';
import type { DocumentServices } from '../services.ts';
import { classifiers, models, newOperationId, operations } from '../store.ts';
import { getVersion } from '../versions.ts';
import type { Version } from '../versions.ts';

type Route = Pick<DocType, 'confidenceThreshold' | 'features' | 'queryFields' | 'maxDocumentsToAnalyze'>;

/** A component, with the name of its document type in the composed model where the request gives one. */
interface Component {
  /** A prebuilt model has no file. */
  model: Pick<DocumentModel, 'modelId' | 'docTypes' | 'classifierId'> & Partial<Pick<DocumentModel, 'artefact'>>;
  name?: string;
  route: Route;
}

/** The parts and document types of all component models. */
async function joinComponents(
  components: readonly Component[],
  account: string,
  { blobs }: DocumentServices,
): Promise<{ parts: ModelPart[]; docTypes: Record<string, DocType> }> {
  const parts: ModelPart[] = [];
  const docTypes: Record<string, DocType> = {};
  for (const {
    model: { modelId, artefact, docTypes: componentTypes, classifierId },
    name,
    route,
  } of components) {
    if (classifierId !== undefined) throw documentFailure('ModelComposeError', { details: `${modelId} is composed with a classifier.` });
    const bytes = artefact === undefined ? undefined : await blobs.get(account, artefact);
    if (artefact !== undefined && !bytes) throw documentFailure('ModelNotFound');
    const own = bytes ? readParts(modelId, bytes) : [];
    if (name !== undefined) {
      parts.push(...own.map((part) => ({ ...part, docType: name })));
      docTypes[name] = { ...joinTypes(Object.values(componentTypes)), modelId, ...route };
    } else if (own.some(({ docType }) => Object.hasOwn(docTypes, docType))) {
      throw documentFailure('ModelComposeError', { details: 'two of the models have the same document type.' });
    } else {
      parts.push(...own);
      Object.assign(docTypes, componentTypes);
    }
  }
  return { parts, docTypes };
}

/** Of a component with several types: the fields of all. */
function joinTypes([first, ...others]: readonly DocType[]): DocType {
  if (!first || others.length === 0) return first ?? { fieldSchema: {} };
  return { fieldSchema: Object.assign({}, first.fieldSchema, ...others.map(({ fieldSchema }) => fieldSchema)) as DocType['fieldSchema'] };
}

/** The types of a prebuilt model, which must have fields. */
async function prebuiltModel(modelId: string): Promise<Component['model']> {
  const { docTypesOf, isFieldModel } = await import('../../../engines/documents/fields/extract.ts');
  if (!isFieldModel(modelId)) throw documentFailure('ModelComposeError', { details: `${modelId} has no fields.` });
  return {
    modelId,
    docTypes: Object.fromEntries(Object.entries(docTypesOf(modelId)).map(([name, { fieldSchema }]) => [name, { fieldSchema }])),
  };
}

function readParts(modelId: string, bytes: Uint8Array): ModelPart[] {
  try {
    return readArtifact(bytes);
  } catch (problem) {
    if (!(problem instanceof UnknownArtifact)) throw problem;
    throw documentFailure('ModelComposeError', { details: `the file of ${modelId} cannot be used: ${problem.message}.` });
  }
}

type ComposeBody = Static<typeof ComposeRequest>;

/** The component models that a request names, in a list or by document type; a type without a model is not analyzed. */
function requestedComponents(
  { componentModels = [], docTypes = {}, classifierId }: ComposeBody,
  version: Version,
): { modelId: string; name?: string; route: Route }[] {
  const byType = Object.entries(docTypes).flatMap(([name, { modelId, ...route }]) =>
    modelId === undefined ? [] : [{ modelId, name, route: checkRoute(route, modelId, version) }],
  );
  const components = [...componentModels.map(({ modelId }) => ({ modelId, route: {} })), ...byType];
  const isOnce = new Set(components.map(({ modelId }) => modelId)).size === components.length;
  if (byType.length > 0 && componentModels.length === 0 && classifierId === undefined)
    throw fail('ParameterMissing', { parameter: 'classifierId' });
  if (components.length === 0 || (!isOnce && classifierId === undefined) || (componentModels.length > 0 && byType.length > 0)) {
    const details = 'it must name at least one model, and each model once; or docTypes must.';
    throw fail('ParameterInvalid', { parameter: 'componentModels', details });
  }
  return components;
}

type RequestedRoute = Omit<Route, 'features' | 'queryFields'> & { features?: string[]; queryFields?: string[] };

function checkRoute({ features = [], queryFields = [], ...route }: RequestedRoute, modelId: string, version: Version): Route {
  const options = parseOptions({ features, queryFields }, modelId, version);
  return {
    ...route,
    ...(features.length > 0 && { features: options.features }),
    ...(options.queryFields && { queryFields: options.queryFields }),
  };
}

/** The file of the classifier that the request names, which must have the types of the request. */
async function loadComposedClassifier(
  { classifierId, docTypes = {}, componentModels = [] }: ComposeBody,
  account: string,
  { records, blobs }: DocumentServices,
): Promise<Uint8Array | undefined> {
  if (classifierId === undefined) return undefined;
  const classifier = (await records.get(classifiers, account, classifierId))?.value;
  const bytes = classifier && (await blobs.get(account, classifier.artefact));
  if (!bytes) throw documentFailure('ModelNotFound');
  const unknown = Object.keys(docTypes).find((name) => !Object.hasOwn(classifier.docTypes, name));
  if (unknown !== undefined || componentModels.length > 0) {
    const details = unknown === undefined ? 'with a classifier it is required.' : `${unknown} is not a type of the classifier.`;
    throw fail('ParameterInvalid', { parameter: 'docTypes', details });
  }
  return bytes;
}

export const composeModel = operation({
  id: 'documents.composeModel',
  summary: 'Compose custom models into one; a classifier, or the similarity to their forms, decides which analyzes a document',
  route: 'POST /documentModels:compose',
  inThread: 'largeBody',
  body: ComposeRequest,
  replies: { 202: null },
  fails: ['ModelExists', 'ModelNotFound', 'DocumentModelLimit', 'DocumentModelLimitComposed', 'ModelComposeError'],
  example: { body: { modelId: 'my-desk', componentModels: [{ modelId: 'my-model' }] } },
  async run({ account, body, version, link }, services) {
    const { blobs, clock, ids } = services;
    const { modelId, description, classifierId, split = 'none', tags = {} } = body;
    await checkModelName(services, account.id, modelId);
    const requested = requestedComponents(body, getVersion(version));
    if (requested.length > MAX_PARTS) throw documentFailure('DocumentModelLimitComposed', { details: MAX_PARTS });
    const classifier = await loadComposedClassifier(body, account.id, services);
    const components = await Promise.all(
      requested.map(async ({ modelId: id, name, route }): Promise<Component> => {
        const named = name === undefined ? {} : { name };
        if (name !== undefined && getVersion(version).models.includes(id)) return { model: await prebuiltModel(id), ...named, route };
        const stored = await services.records.get(models, account.id, id);
        if (!stored) throw documentFailure('ModelNotFound');
        return { model: stored.value, ...named, route };
      }),
    );
    const { parts, docTypes } = await joinComponents(components, account.id, services);
    for (const name of Object.keys(body.docTypes ?? {})) docTypes[name] ??= { fieldSchema: {} };
    if (parts.length > MAX_PARTS) throw documentFailure('DocumentModelLimitComposed', { details: MAX_PARTS });
    const artifact = writeArtifact(parts, classifier);
    if (artifact.length > MAX_ARTIFACT_BYTES) throw documentFailure('ModelComposeError', { details: 'the composed model is too large.' });
    const at = clock.now();
    const operationId = newOperationId(at, ids.uuid());
    const result = {
      modelId,
      createdAt: at,
      version,
      tags,
      docTypes,
      ...(description !== undefined && { description }),
      ...(classifierId !== undefined && { classifierId, split }),
    };
    // Nothing is trained: the operation is completed when the reply is sent.
    const completed: ModelOperation = {
      kind: 'documentModelCompose',
      version,
      createdAt: at,
      expiresAt: at + RETENTION_MS,
      tags,
      resourceLocation: link('/documentModels/{modelId}', { modelId }),
      ended: { at },
      result,
    };
    const change = new Change()
      .create(models, account.id, modelId, { ...result, artefact: await blobs.put(account.id, artifact) }, () =>
        documentFailure('ModelExists'),
      )
      .create(operations, account.id, operationId, completed);
    return acceptedReply({ account, version, link }, operationId, change);
  },
});
