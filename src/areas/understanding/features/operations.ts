import { understandingFailure } from '../failures.ts';
import { VERSION3 } from '../model.ts';
import type { PatternFeature, PhraseList } from '../model.ts';
import {
  BareNumber, Features, NewPatternFeature, NewPhraseList, OperationStatus, Paging, PatternFeatureInfo, PatternFeatureUpdate, PatternFeatures, PhraseListInfo, PhraseListUpdate, PhraseLists,
} from '../schemas.ts';
import type { VersionContext } from '../store.ts';
import { removeRelations, renameInRelations } from '../schema/relations.ts';
import { parseRegex, slicePage, replaceById, editSchema, versionOperation, removeById } from '../version-operation.ts';

function feature<T extends { id: number }>(list: readonly T[], id: string | undefined): T {
  const one = list.find((item) => String(item.id) === id);
  if (!one) throw understandingFailure('FeatureNotFound');
  return one;
}

function checkName({ version }: VersionContext, name: string, except?: number): void {
  const { phraseLists, patternFeatures } = version.value.schema;
  if ([...phraseLists, ...patternFeatures].some((other) => other.id !== except && other.name.toLowerCase() === name.toLowerCase())) throw understandingFailure('NameTaken', { name });
}

/** v3.0-preview says whether all models look at a feature; unless it was said otherwise, they do. */
function info<T extends PhraseList | PatternFeature>({ enabledForAllModels, ...feature }: T & { enabledForAllModels?: boolean }, version: string): object {
  return version === VERSION3 ? { ...feature, enabledForAllModels: enabledForAllModels ?? true } : feature;
}

export const addPhraseList = versionOperation({
  id: 'understanding.addPhraseList', summary: 'Add a phrase list', route: 'POST /phraselists',
  body: NewPhraseList, example: { body: { name: 'Cities', phrases: 'paris,london,rome', isExchangeable: true } }, replies: { 201: BareNumber }, fails: ['NameTaken'],
  run(on, { body: { name, phrases, isExchangeable, enabledForAllModels } }) {
    checkName(on, name);
    const { schema, lastNumber } = on.version.value;
    const made: PhraseList = { id: lastNumber + 1, name, phrases, isExchangeable: isExchangeable ?? false, isActive: true, ...enabledForAllModels !== null && enabledForAllModels !== undefined && { enabledForAllModels } };
    return { status: 201, body: made.id, update: { lastNumber: made.id, schema: { ...schema, phraseLists: [...schema.phraseLists, made] } } };
  },
});

export const listPhraseLists = versionOperation({
  id: 'understanding.listPhraseLists', summary: 'List the phrase lists', route: 'GET /phraselists',
  query: Paging, replies: { 200: PhraseLists },
  run: ({ version }, call) => ({ status: 200, body: slicePage(version.value.schema.phraseLists, call.query).map((list) => info(list, call.version)) }),
});

export const getPhraseList = versionOperation({
  id: 'understanding.getPhraseList', summary: 'Get a phrase list', route: 'GET /phraselists/{featureId}', hasEtag: true,
  replies: { 200: PhraseListInfo }, fails: ['FeatureNotFound'],
  run: ({ version }, call) => ({ status: 200, body: info(feature(version.value.schema.phraseLists, call.params.featureId), call.version) }),
});

export const updatePhraseList = versionOperation({
  id: 'understanding.updatePhraseList', summary: 'Update a phrase list', route: 'PUT /phraselists/{featureId}', hasEtag: true,
  body: PhraseListUpdate, bodyOptional: true, example: { body: { phrases: 'paris,london,rome,oslo', isActive: true } }, replies: { 200: OperationStatus }, fails: ['FeatureNotFound', 'NameTaken'],
  run(on, { params: { featureId }, body }) {
    const { schema } = on.version.value;
    const before = feature(schema.phraseLists, featureId);
    const { name, phrases, isActive, isExchangeable, enabledForAllModels } = body ?? {};
    if (name) checkName(on, name, before.id);
    const next: PhraseList = {
      ...before, name: name ?? before.name, phrases: phrases ?? before.phrases, isActive: isActive ?? before.isActive, isExchangeable: isExchangeable ?? before.isExchangeable,
      ...enabledForAllModels !== null && enabledForAllModels !== undefined && { enabledForAllModels },
    };
    return editSchema(on, renameInRelations({ ...schema, phraseLists: replaceById(schema.phraseLists, next) }, 'featureName', before.name, next.name));
  },
});

export const deletePhraseList = versionOperation({
  id: 'understanding.deletePhraseList', summary: 'Delete a phrase list', route: 'DELETE /phraselists/{featureId}', hasEtag: true,
  replies: { 200: OperationStatus }, fails: ['FeatureNotFound'],
  run(on, { params: { featureId } }) {
    const { schema } = on.version.value;
    const gone = feature(schema.phraseLists, featureId);
    return editSchema(on, removeRelations({ ...schema, phraseLists: removeById(schema.phraseLists, gone) }, 'featureName', gone.name));
  },
});

export const addPatternFeature = versionOperation({
  id: 'understanding.addPatternFeature', summary: 'Add a pattern feature: a regular expression that utterances are looked through for', route: 'POST /patterns',
  body: NewPatternFeature, example: { body: { name: 'AirportCodes', pattern: '[a-z]{3}' } }, replies: { 201: BareNumber }, fails: ['NameTaken', 'RegexInvalid'],
  run(on, { body: { name, pattern } }) {
    checkName(on, name);
    const { schema, lastNumber } = on.version.value;
    const made: PatternFeature = { id: lastNumber + 1, name, pattern: parseRegex(pattern), isActive: true };
    return { status: 201, body: made.id, update: { lastNumber: made.id, schema: { ...schema, patternFeatures: [...schema.patternFeatures, made] } } };
  },
});

export const listPatternFeatures = versionOperation({
  id: 'understanding.listPatternFeatures', summary: 'List the pattern features', route: 'GET /patterns',
  query: Paging, replies: { 200: PatternFeatures },
  run: ({ version }, { query }) => ({ status: 200, body: slicePage(version.value.schema.patternFeatures, query) }),
});

export const getPatternFeature = versionOperation({
  id: 'understanding.getPatternFeature', summary: 'Get a pattern feature', route: 'GET /patterns/{featureId}', hasEtag: true,
  replies: { 200: PatternFeatureInfo }, fails: ['FeatureNotFound'],
  run: ({ version }, { params: { featureId } }) => ({ status: 200, body: feature(version.value.schema.patternFeatures, featureId) }),
});

export const updatePatternFeature = versionOperation({
  id: 'understanding.updatePatternFeature', summary: 'Update a pattern feature', route: 'PUT /patterns/{featureId}', hasEtag: true,
  body: PatternFeatureUpdate, example: { body: { pattern: '[a-z]{3,4}', isActive: false } }, replies: { 200: OperationStatus }, fails: ['FeatureNotFound', 'NameTaken', 'RegexInvalid'],
  run(on, { params: { featureId }, body: { name, pattern, isActive } }) {
    const { schema } = on.version.value;
    const before = feature(schema.patternFeatures, featureId);
    if (name) checkName(on, name, before.id);
    const next = { ...before, name: name ?? before.name, pattern: pattern ? parseRegex(pattern) : before.pattern, isActive: isActive ?? before.isActive };
    return editSchema(on, renameInRelations({ ...schema, patternFeatures: replaceById(schema.patternFeatures, next) }, 'featureName', before.name, next.name));
  },
});

export const deletePatternFeature = versionOperation({
  id: 'understanding.deletePatternFeature', summary: 'Delete a pattern feature', route: 'DELETE /patterns/{featureId}', hasEtag: true,
  replies: { 200: OperationStatus }, fails: ['FeatureNotFound'],
  run(on, { params: { featureId } }) {
    const { schema } = on.version.value;
    const gone = feature(schema.patternFeatures, featureId);
    return editSchema(on, removeRelations({ ...schema, patternFeatures: removeById(schema.patternFeatures, gone) }, 'featureName', gone.name));
  },
});

export const listFeatures = versionOperation({
  id: 'understanding.listFeatures', summary: 'List the phrase lists and the pattern features', route: 'GET /features',
  query: Paging, replies: { 200: Features },
  run: ({ version: { value: { schema } } }, { query, version }) => ({
    status: 200,
    body: { phraselistFeatures: slicePage(schema.phraseLists, query).map((list) => info(list, version)), patternFeatures: slicePage(schema.patternFeatures, query).map((one) => info(one, version)) },
  }),
});
