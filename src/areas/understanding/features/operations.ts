/** Phrase lists and pattern features. */
import { inVersions } from '../../../kernel/operation.ts';
import { understandingFailure } from '../failures.ts';
import { VERSION2, VERSION3, isSameName } from '../model.ts';
import type { PatternFeature, PhraseList } from '../model.ts';
import { removeRelations, renameInRelations } from '../schema/relations.ts';
import {
  BareNumber,
  Features,
  NewPatternFeature,
  NewPhraseList,
  Paging,
  PatternFeatureInfo,
  PatternFeatureUpdate,
  PatternFeatures,
  PhraseListInfo,
  PhraseListUpdate,
  PhraseLists,
} from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import type { VersionContext } from '../store.ts';
import { editSchema, parseRegex, removeById, replaceById, slicePage, versionOperation } from '../version-operation.ts';
import { featureRelationOperations } from './relation-operations.ts';

function requireFeature<T extends { id: number }>(list: readonly T[], id: string | undefined): T {
  const feature = list.find((item) => String(item.id) === id);
  if (!feature) throw understandingFailure('FeatureNotFound');
  return feature;
}

/** Names are unique among the phrase lists and pattern features of a version. */
function checkFeatureName({ version }: VersionContext, name: string, exceptId?: number): void {
  const { phraseLists, patternFeatures } = version.value.schema;
  const isTaken = [...phraseLists, ...patternFeatures].some((other) => other.id !== exceptId && isSameName(other.name, name));
  if (isTaken) throw understandingFailure('NameTaken', { name });
}

/** v3.0-preview also says whether all models use a feature; by default they do. */
function describeFeature(
  { enabledForAllModels, ...feature }: (PhraseList | PatternFeature) & { enabledForAllModels?: boolean },
  version: string,
): object {
  return version === VERSION3 ? { ...feature, enabledForAllModels: enabledForAllModels ?? true } : feature;
}

const phraseListOperations: readonly UnderstandingOperation[] = [
  versionOperation({
    id: 'understanding.addPhraseList',
    summary: 'Add a phrase list',
    route: 'POST /phraselists',
    body: NewPhraseList,
    example: { body: { name: 'Cities', phrases: 'paris,london,rome', isExchangeable: true } },
    replies: { 201: BareNumber },
    fails: ['NameTaken'],
    run(context, { body: { name, phrases, isExchangeable, enabledForAllModels } }) {
      checkFeatureName(context, name);
      const { schema, lastNumber } = context.version.value;
      const list: PhraseList = {
        id: lastNumber + 1,
        name,
        phrases,
        isExchangeable: isExchangeable ?? false,
        isActive: true,
        ...(enabledForAllModels !== null && enabledForAllModels !== undefined && { enabledForAllModels }),
      };
      return {
        status: 201,
        body: list.id,
        update: { lastNumber: list.id, schema: { ...schema, phraseLists: [...schema.phraseLists, list] } },
      };
    },
  }),
  versionOperation({
    id: 'understanding.listPhraseLists',
    summary: 'List the phrase lists',
    route: 'GET /phraselists',
    query: Paging,
    replies: { 200: PhraseLists },
    read: ({ version }, call) => slicePage(version.value.schema.phraseLists, call.query).map((list) => describeFeature(list, call.version)),
  }),
  versionOperation({
    id: 'understanding.getPhraseList',
    summary: 'Get a phrase list',
    route: 'GET /phraselists/{featureId}',
    hasEtag: true,
    replies: { 200: PhraseListInfo },
    fails: ['FeatureNotFound'],
    read: ({ version }, call) => describeFeature(requireFeature(version.value.schema.phraseLists, call.params.featureId), call.version),
  }),
  versionOperation({
    id: 'understanding.updatePhraseList',
    summary: 'Update a phrase list',
    route: 'PUT /phraselists/{featureId}',
    hasEtag: true,
    body: PhraseListUpdate,
    bodyOptional: true,
    example: { body: { phrases: 'paris,london,rome,oslo', isActive: true } },
    fails: ['FeatureNotFound', 'NameTaken'],
    run(context, { params, body }) {
      const { schema } = context.version.value;
      const before = requireFeature(schema.phraseLists, params.featureId);
      const { name, phrases, isActive, isExchangeable, enabledForAllModels } = body ?? {};
      if (name) checkFeatureName(context, name, before.id);
      const next: PhraseList = {
        ...before,
        name: name ?? before.name,
        phrases: phrases ?? before.phrases,
        isActive: isActive ?? before.isActive,
        isExchangeable: isExchangeable ?? before.isExchangeable,
        ...(enabledForAllModels !== null && enabledForAllModels !== undefined && { enabledForAllModels }),
      };
      const updated = { ...schema, phraseLists: replaceById(schema.phraseLists, next) };
      return editSchema(context, renameInRelations(updated, 'featureName', before.name, next.name));
    },
  }),
  versionOperation({
    id: 'understanding.deletePhraseList',
    summary: 'Delete a phrase list',
    route: 'DELETE /phraselists/{featureId}',
    hasEtag: true,
    fails: ['FeatureNotFound'],
    run(context, { params }) {
      const { schema } = context.version.value;
      const list = requireFeature(schema.phraseLists, params.featureId);
      return editSchema(
        context,
        removeRelations({ ...schema, phraseLists: removeById(schema.phraseLists, list) }, 'featureName', list.name),
      );
    },
  }),
];

/** v3.0-preview has no operations on pattern features. */
const versions = [VERSION2];

const patternFeatureOperations: readonly UnderstandingOperation[] = inVersions(versions, [
  versionOperation({
    id: 'understanding.addPatternFeature',
    summary: 'Add a pattern feature: a regular expression that is searched for in utterances',
    route: 'POST /patterns',
    body: NewPatternFeature,
    example: { body: { name: 'AirportCodes', pattern: '[a-z]{3}' } },
    replies: { 201: BareNumber },
    fails: ['NameTaken', 'RegexInvalid'],
    run(context, { body: { name, pattern } }) {
      checkFeatureName(context, name);
      const { schema, lastNumber } = context.version.value;
      const feature: PatternFeature = { id: lastNumber + 1, name, pattern: parseRegex(pattern), isActive: true };
      return {
        status: 201,
        body: feature.id,
        update: { lastNumber: feature.id, schema: { ...schema, patternFeatures: [...schema.patternFeatures, feature] } },
      };
    },
  }),
  versionOperation({
    id: 'understanding.listPatternFeatures',
    summary: 'List the pattern features',
    route: 'GET /patterns',
    query: Paging,
    replies: { 200: PatternFeatures },
    read: ({ version }, { query }) => slicePage(version.value.schema.patternFeatures, query),
  }),
  versionOperation({
    id: 'understanding.getPatternFeature',
    summary: 'Get a pattern feature',
    route: 'GET /patterns/{featureId}',
    hasEtag: true,
    replies: { 200: PatternFeatureInfo },
    fails: ['FeatureNotFound'],
    read: ({ version }, { params }) => requireFeature(version.value.schema.patternFeatures, params.featureId),
  }),
  versionOperation({
    id: 'understanding.updatePatternFeature',
    summary: 'Update a pattern feature',
    route: 'PUT /patterns/{featureId}',
    hasEtag: true,
    body: PatternFeatureUpdate,
    example: { body: { pattern: '[a-z]{3,4}', isActive: false } },
    fails: ['FeatureNotFound', 'NameTaken', 'RegexInvalid'],
    run(context, { params, body: { name, pattern, isActive } }) {
      const { schema } = context.version.value;
      const before = requireFeature(schema.patternFeatures, params.featureId);
      if (name) checkFeatureName(context, name, before.id);
      const next = {
        ...before,
        name: name ?? before.name,
        pattern: pattern ? parseRegex(pattern) : before.pattern,
        isActive: isActive ?? before.isActive,
      };
      const updated = { ...schema, patternFeatures: replaceById(schema.patternFeatures, next) };
      return editSchema(context, renameInRelations(updated, 'featureName', before.name, next.name));
    },
  }),
  versionOperation({
    id: 'understanding.deletePatternFeature',
    summary: 'Delete a pattern feature',
    route: 'DELETE /patterns/{featureId}',
    hasEtag: true,
    fails: ['FeatureNotFound'],
    run(context, { params }) {
      const { schema } = context.version.value;
      const feature = requireFeature(schema.patternFeatures, params.featureId);
      return editSchema(
        context,
        removeRelations({ ...schema, patternFeatures: removeById(schema.patternFeatures, feature) }, 'featureName', feature.name),
      );
    },
  }),
]);

export const featureOperations: readonly UnderstandingOperation[] = [
  ...phraseListOperations,
  ...patternFeatureOperations,
  versionOperation({
    id: 'understanding.listFeatures',
    summary: 'List the phrase lists and the pattern features',
    route: 'GET /features',
    query: Paging,
    replies: { 200: Features },
    read({ version }, call) {
      const { phraseLists, patternFeatures } = version.value.schema;
      const page = (list: readonly (PhraseList | PatternFeature)[]): object[] =>
        slicePage(list, call.query).map((feature) => describeFeature(feature, call.version));
      return { phraselistFeatures: page(phraseLists), patternFeatures: page(patternFeatures) };
    },
  }),
  ...featureRelationOperations,
];
