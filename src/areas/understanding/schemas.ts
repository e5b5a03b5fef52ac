import type { TObject, TProperties, TSchema } from 'typebox';
import { Type } from '../../kernel/schema.ts';
import { VERSION_LIMITS, MAX_QUERY_CHARACTERS } from './model.ts';
import { Warnings } from '../../prediction/warnings.ts';
import { MAX_DEPTH } from './schema/parts.ts';

const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const text = Type.String();

/** The reply of operations that return no data. */
export const OperationStatus = Type.Object({ code: text, message: text });
/** Ids and version names are replied as JSON strings, ids of features and list items as JSON numbers. */
export const BareId = Type.String();
export const BareNumber = Type.Integer();

export const Paging = Type.Object({
  skip: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 }),
  take: Type.Integer({ minimum: 0, maximum: 500, default: 100 }),
});
/** Whether labels of parts are nested in those of their wholes. */
const enableNestedChildren = Type.Boolean({ default: false });
export const ExamplesQuery = Type.Object({ ...Paging.properties, enableNestedChildren });
export const SuggestQuery = Type.Object({ take: Type.Integer({ minimum: 0, maximum: 500, default: 10 }), enableNestedChildren });

const MAX_CHILDREN = 200;
/** An object with a list of similar objects, nested as deeply as parts may be: schemas and bodies are finite. */
const nested = <T extends TProperties>(properties: T, optional: (list: TSchema) => TSchema, depth = MAX_DEPTH): TObject<T> => {
  const children =
    depth === 0
      ? Type.Array(Type.Unknown(), { maxItems: 0 })
      : Type.Array(nested(properties, optional, depth - 1), { maxItems: MAX_CHILDREN });
  return Type.Object({ ...properties, children: optional(children) }) as TObject<T>;
};

const name = Type.String({ minLength: 1, maxLength: 100 });
const description = orNull(Type.String({ maxLength: 10_000 }));
export const NewApp = Type.Object({
  name,
  culture: Type.String({ minLength: 1, maxLength: 20 }),
  description,
  domain: orNull(text),
  initialVersionId: orNull(Type.String({ maxLength: 10, pattern: '^([A-Za-z0-9_-][A-Za-z0-9._-]*)?$' })),
  usageScenario: orNull(text),
});
export const AppUpdate = Type.Object({ name: orNull(name), description });
const EndpointInfo = Type.Object({
  versionId: text,
  isStaging: Type.Boolean(),
  endpointUrl: text,
  region: nullable(text),
  assignedEndpointKey: nullable(text),
  endpointRegion: text,
  failedRegions: nullable(text),
  publishedDateTime: text,
});
export const AppInfo = Type.Object({
  id: text,
  name: text,
  description: text,
  culture: text,
  usageScenario: text,
  domain: text,
  versionsCount: Type.Integer(),
  createdDateTime: text,
  endpoints: Type.Record(text, EndpointInfo),
  endpointHitsCount: Type.Integer(),
  activeVersion: text,
});
export const AppList = Type.Array(AppInfo);
export const AppSettings = Type.Object({ id: text, public: Type.Boolean() });
export const AppSettingsUpdate = Type.Object({ public: Type.Optional(Type.Boolean()) });
export const PublishSettings = Type.Object({
  id: text,
  sentimentAnalysis: Type.Boolean(),
  speech: Type.Boolean(),
  spellChecker: Type.Boolean(),
});
export const PublishSettingsUpdate = Type.Object({
  sentimentAnalysis: Type.Optional(Type.Boolean()),
  speech: Type.Optional(Type.Boolean()),
  spellChecker: Type.Optional(Type.Boolean()),
});
export const PublishRequest = Type.Object({ versionId: orNull(text), isStaging: orNull(Type.Boolean()) });
export const PublishAnswer = EndpointInfo;
export const Endpoints = Type.Record(text, text);
export const Texts = Type.Array(text);
export const Cultures = Type.Array(Type.Object({ name: text, code: text }));
export const Assistants = Type.Object({ endpointKeys: Type.Array(text), endpointUrls: Type.Record(text, text) });

const versionName = Type.String({ minLength: 1, maxLength: 10, pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]*$' });
export const VersionName = Type.Object({ version: versionName });
export const VersionInfo = Type.Object({
  version: text,
  createdDateTime: text,
  lastModifiedDateTime: text,
  lastTrainedDateTime: nullable(text),
  lastPublishedDateTime: nullable(text),
  endpointUrl: nullable(text),
  assignedEndpointKey: Type.Record(text, text),
  externalApiKeys: nullable(Type.Record(text, text)),
  intentsCount: Type.Integer(),
  entitiesCount: Type.Integer(),
  endpointHitsCount: Type.Integer(),
  trainingStatus: text,
});
export const VersionList = Type.Array(VersionInfo);
export const VersionSettings = Type.Array(Type.Object({ name: text, value: text }));
export const VersionSettingsUpdate = Type.Array(
  Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }), value: Type.String({ maxLength: 100 }) }),
  { maxItems: 20 },
);

export const ModelName = Type.Object({ name });
export const FeatureUses = Type.Array(
  Type.Object({ modelName: Type.Optional(text), featureName: Type.Optional(text), isRequired: Type.Optional(Type.Boolean()) }),
);
const features = Type.Optional(FeatureUses);
/** Names either a model or a feature. */
export const FeatureUseBody = Type.Object({
  modelName: orNull(Type.String({ maxLength: 100 })),
  featureName: orNull(Type.String({ maxLength: 100 })),
  isRequired: orNull(Type.Boolean()),
});
export const FeatureUsesBody = Type.Array(FeatureUseBody, { maxItems: 500 });
export const NewPart = nested({ name, instanceOf: orNull(Type.String({ maxLength: 100 })) }, orNull, MAX_DEPTH - 1);
export const NewEntity = Type.Object({ name, children: orNull(Type.Array(NewPart, { maxItems: 100 })) });
export const EntityUpdate = Type.Object({ name: orNull(name), instanceOf: orNull(Type.String({ maxLength: 100 })) });
const origin = { customPrebuiltDomainName: Type.Optional(text), customPrebuiltModelName: Type.Optional(text) };
const modelInfo = { id: text, name: text, typeId: Type.Integer(), readableType: text };
export const IntentInfo = Type.Object({ ...modelInfo, ...origin, features });
export const IntentList = Type.Array(IntentInfo);
export const RoleInfo = Type.Object({ id: text, name: text });
export const RoleList = Type.Array(RoleInfo);
const SubListInfo = Type.Object({ id: Type.Integer(), canonicalForm: text, list: Texts });
export const ExplicitItemInfo = Type.Object({ id: Type.Integer(), explicitListItem: text });
export const ExplicitItems = Type.Array(ExplicitItemInfo);
/** v2.0 has only ids and names. */
export const ChildInfo = nested(
  { id: text, name: text, instanceOf: orNull(text), typeId: Type.Optional(Type.Integer()), readableType: Type.Optional(text) },
  Type.Optional,
);
/** Entities of all kinds; each kind has fields of its own. */
export const EntityInfo = Type.Object({
  ...modelInfo,
  ...origin,
  roles: Type.Optional(RoleList),
  children: Type.Optional(Type.Array(ChildInfo)),
  subLists: Type.Optional(Type.Array(SubListInfo)),
  regexPattern: Type.Optional(text),
  explicitList: Type.Optional(ExplicitItems),
  features,
});
export const EntityList = Type.Array(EntityInfo);

const childNames = Type.Array(name, { maxItems: 100 });
export const NewHierarchical = Type.Object({ name, children: childNames });
export const ParentUpdate = Type.Object({ name: Type.Optional(name), children: Type.Optional(childNames) });
const listed = Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20_000 });
export const SubListBody = Type.Object({ canonicalForm: Type.String({ minLength: 1, maxLength: 500 }), list: listed });
export const SubListUpdate = Type.Object({
  canonicalForm: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  list: Type.Optional(listed),
});
const subLists = Type.Array(SubListBody, { maxItems: 20_000 });
export const NewClosedList = Type.Object({ name, subLists: Type.Optional(subLists) });
export const ClosedListUpdate = Type.Object({ name: Type.Optional(name), subLists: Type.Optional(subLists) });
export const ClosedListPatch = Type.Object({ subLists });
const regexPattern = Type.String({ minLength: 1, maxLength: 500 });
export const NewRegex = Type.Object({ name, regexPattern });
export const RegexUpdate = Type.Object({ name: Type.Optional(name), regexPattern: Type.Optional(regexPattern) });
const exception = Type.String({ minLength: 1, maxLength: 500 });
export const NewPatternAny = Type.Object({ name, explicitList: Type.Optional(Type.Array(exception, { maxItems: 10_000 })) });
export const PatternAnyUpdate = Type.Object({
  name: Type.Optional(name),
  explicitList: Type.Optional(Type.Array(exception, { maxItems: 10_000 })),
});
export const ExplicitItemBody = Type.Object({ explicitListItem: exception });
export const PrebuiltNames = Type.Array(text, { minItems: 1, maxItems: 50 });
export const AvailablePrebuilts = Type.Array(Type.Object({ name: text, description: text, examples: text }));
export const DomainName = Type.Object({ domainName: Type.String({ minLength: 1, maxLength: 100 }) });
export const DomainModel = Type.Object({
  domainName: Type.String({ minLength: 1, maxLength: 100 }),
  modelName: Type.String({ minLength: 1, maxLength: 100 }),
});
export const DomainApp = Type.Object({
  domainName: Type.String({ minLength: 1, maxLength: 100 }),
  culture: Type.String({ minLength: 1, maxLength: 20 }),
});
const DomainItem = Type.Object({ name: text, description: text, examples: text });
export const Domains = Type.Array(
  Type.Object({
    name: text,
    culture: text,
    description: text,
    examples: text,
    intents: Type.Array(DomainItem),
    entities: Type.Array(DomainItem),
  }),
);
export const Ids = Type.Array(text);

export const DeleteIntentQuery = Type.Object({ deleteUtterances: Type.Boolean({ default: false }) });
export const DeleteAppQuery = Type.Object({ force: Type.Boolean({ default: false }) });

const phrases = Type.String({ minLength: 1, maxLength: 500_000 });
export const NewPhraseList = Type.Object({
  name,
  phrases,
  isExchangeable: orNull(Type.Boolean()),
  enabledForAllModels: orNull(Type.Boolean()),
});
export const PhraseListUpdate = Type.Object({
  name: orNull(name),
  phrases: orNull(phrases),
  isActive: orNull(Type.Boolean()),
  isExchangeable: orNull(Type.Boolean()),
  enabledForAllModels: orNull(Type.Boolean()),
});
export const PhraseListInfo = Type.Object({
  id: Type.Integer(),
  name: text,
  phrases: text,
  isExchangeable: Type.Boolean(),
  isActive: Type.Boolean(),
  enabledForAllModels: Type.Optional(Type.Boolean()),
});
export const PhraseLists = Type.Array(PhraseListInfo);
export const NewPatternFeature = Type.Object({ name, pattern: regexPattern });
export const PatternFeatureUpdate = Type.Object({ name: orNull(name), pattern: orNull(regexPattern), isActive: orNull(Type.Boolean()) });
export const PatternFeatureInfo = Type.Object({
  id: Type.Integer(),
  name: text,
  pattern: text,
  isActive: Type.Boolean(),
  enabledForAllModels: Type.Optional(Type.Boolean()),
});
export const PatternFeatures = Type.Array(PatternFeatureInfo);
export const Features = Type.Object({ phraselistFeatures: PhraseLists, patternFeatures: PatternFeatures });

export const NewPattern = Type.Object({
  pattern: Type.String({ minLength: 1, maxLength: 500 }),
  intent: Type.String({ minLength: 1, maxLength: 100 }),
});
export const NewPatterns = Type.Array(NewPattern, { minItems: 1, maxItems: 500 });
export const PatternUpdate = Type.Object({
  id: Type.Optional(text),
  pattern: Type.String({ minLength: 1, maxLength: 500 }),
  intent: Type.String({ minLength: 1, maxLength: 100 }),
});
export const PatternUpdates = Type.Array(PatternUpdate, { minItems: 1, maxItems: 500 });
export const PatternInfo = Type.Object({ id: text, pattern: text, intent: text });
export const Patterns = Type.Array(PatternInfo);
export const PatternChecks = Type.Array(
  Type.Object({
    pattern: text,
    intent: text,
    problem: Type.Optional(Type.String({ description: 'Why the pattern would be refused; absent if it can be added.' })),
  }),
);

export const Collaborator = Type.Object({ email: Type.String({ minLength: 1, maxLength: 320 }) });
export const Collaborators = Type.Object({ emails: Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { maxItems: 1000 }) });
export const AccessList = Type.Object({ owner: text, emails: Texts });

export const CloudAccountBody = Type.Object({
  cloudSubscriptionId: Type.String({ minLength: 1 }),
  resourceGroup: Type.String({ minLength: 1 }),
  accountName: Type.String({ minLength: 1 }),
});
export const CloudAccounts = Type.Array(CloudAccountBody);
/** Interface section 4.6 validates it; it has no effect. */
export const IncludeResponse = Type.Object({ includeResponse: Type.Optional(Type.Boolean()) });

export const NewExample = Type.Object({
  text: Type.String(),
  intentName: orNull(Type.String()),
  entityLabels: orNull(
    Type.Array(nested({ entityName: text, startCharIndex: Type.Integer(), endCharIndex: Type.Integer(), role: orNull(text) }, orNull), {
      maxItems: MAX_CHILDREN,
    }),
  ),
});
export const NewExamples = Type.Array(NewExample, { minItems: 1, maxItems: 100 });
export const ExampleAnswer = Type.Object({ UtteranceText: text, ExampleId: Type.Integer() });
export const BatchAnswer = Type.Array(
  Type.Object({ value: Type.Optional(ExampleAnswer), hasError: Type.Boolean(), error: Type.Optional(OperationStatus) }),
);
const utterancePage = {
  skip: Type.Integer({ minimum: 0, maximum: VERSION_LIMITS.utterances, default: 0 }),
  take: Type.Optional(Type.Integer({ minimum: 0, maximum: VERSION_LIMITS.utterances })),
};
const IntentPredictions = Type.Array(Type.Object({ name: text, score: Type.Number() }));
const EntityPredictions = Type.Array(
  nested({ entityName: text, startTokenIndex: Type.Integer(), endTokenIndex: Type.Integer(), phrase: text }, Type.Optional),
);
const EntityLabels = Type.Array(
  nested(
    {
      entityName: text,
      startTokenIndex: Type.Integer(),
      endTokenIndex: Type.Integer(),
      role: Type.Optional(text),
      roleId: Type.Optional(text),
    },
    Type.Optional,
  ),
);
export const ExampleList = Type.Array(
  Type.Object({
    id: Type.Integer(),
    text,
    tokenizedText: Texts,
    intentLabel: text,
    entityLabels: EntityLabels,
    intentPredictions: IntentPredictions,
    entityPredictions: EntityPredictions,
  }),
);
/** Selects a page, by default all utterances, or the one with a text. */
export const LabeledQuery = Type.Object({ ...utterancePage, text: Type.Optional(Type.String({ maxLength: MAX_QUERY_CHARACTERS * 2 })) });
const etag = Type.String({ maxLength: 100 });
export const ExampleCount = Type.Object({ count: Type.Integer() });
/** Utterances in the form in which they are written, with their ids and etags. */
export const LabeledExamples = Type.Array(
  Type.Object({
    id: Type.Integer(),
    etag,
    text,
    intentName: text,
    entityLabels: Type.Array(
      nested({ entityName: text, startCharIndex: Type.Integer(), endCharIndex: Type.Integer(), role: Type.Optional(text) }, Type.Optional),
    ),
  }),
);
const MAX_BULK_EXAMPLES = 1000;
/** Utterances to write and delete. With an etag only that state is replaced, with `etag: null` only a new utterance is written. */
export const ExampleChanges = Type.Object({
  put: Type.Optional(Type.Array(Type.Object({ ...NewExample.properties, etag: orNull(etag) }), { maxItems: MAX_BULK_EXAMPLES })),
  delete: Type.Optional(Type.Array(Type.Object({ id: Type.Integer(), etag: Type.Optional(etag) }), { maxItems: MAX_BULK_EXAMPLES })),
});
export const ChangedExamples = Type.Object({ put: Type.Array(Type.Object({ id: Type.Integer(), etag })), deleted: Type.Integer() });
export const Suggestions = Type.Array(
  Type.Object({ text, tokenizedText: Texts, intentPredictions: IntentPredictions, entityPredictions: EntityPredictions }),
);
export const ModelExamples = Type.Array(Type.Object({ id: Type.Integer(), text }));
export const Models = Type.Array(EntityInfo);
export const TrainAnswer = Type.Object({ statusId: Type.Integer(), status: text });
export const TrainStatus = Type.Array(
  Type.Object({
    modelId: text,
    details: Type.Object({
      statusId: Type.Integer(),
      status: text,
      exampleCount: Type.Integer(),
      /** An addition to the vendor's interface: the progress of a running training. */ percentCompleted: Type.Optional(Type.Integer()),
      trainingDateTime: Type.Optional(text),
      failureReason: Type.Optional(text),
    }),
  }),
);
const figures = { precision: Type.Number(), recall: Type.Number(), f1: Type.Number() };
const EntitySpan = Type.Object({ entityName: text, startCharIndex: Type.Integer(), endCharIndex: Type.Integer() });
/** The status of the evaluation of entities; notStarted until it is requested. */
export const EntityEvaluation = Type.Object({
  status: Type.Enum(['notStarted', 'running', 'succeeded', 'failed']),
  percentCompleted: Type.Integer(),
  message: Type.Optional(text),
});
/** Selects a page, by default all utterances. take=0 is for callers that only wait for completion. */
export const EvaluationQuery = Type.Object(utterancePage);
/** Cross-validation of intents, and of entities if requested. Empty for a version that was never trained. */
export const Evaluation = Type.Object({
  trainedDateTime: nullable(text),
  isCurrent: Type.Boolean(),
  accuracy: nullable(Type.Number()),
  intents: Type.Array(Type.Object({ name: text, utterances: Type.Integer(), ...figures })),
  entityEvaluation: EntityEvaluation,
  entities: Type.Array(Type.Object({ name: text, labels: Type.Integer(), ...figures })),
  entityAverages: nullable(Type.Object(figures)),
  utterances: Type.Array(
    Type.Object({
      id: Type.Integer(),
      text,
      intentLabel: text,
      predictedIntent: text,
      score: Type.Number(),
      entityLabels: Type.Optional(Type.Array(EntitySpan)),
      entityPredictions: Type.Optional(Type.Array(EntitySpan)),
    }),
  ),
});
export const BareText = Type.String({ maxLength: 10_000 });
export const BareTexts = Type.Array(BareText, { maxItems: MAX_BULK_EXAMPLES });

const flags2 = {
  verbose: Type.Boolean({ default: false }),
  staging: Type.Boolean({ default: false }),
  spellCheck: Type.Boolean({ default: false }),
  log: Type.Boolean({ default: true }),
  timezoneOffset: Type.Optional(Type.Number({ minimum: -1440, maximum: 1440 })),
};
export const PredictionQuery2 = Type.Object(flags2);
export const PredictionQuery2Get = Type.Object({ q: text, ...flags2 });
export const QueryText = Type.String();
const Intent2 = Type.Object({ intent: text, score: Type.Number() });
export const Prediction2 = Type.Object({
  query: text,
  topScoringIntent: Type.Optional(Intent2),
  intents: Type.Optional(Type.Array(Intent2)),
  entities: Type.Array(
    Type.Object({
      entity: text,
      type: text,
      startIndex: Type.Integer(),
      endIndex: Type.Integer(),
      score: Type.Optional(Type.Number()),
      resolution: Type.Optional(Type.Record(text, Type.Unknown())),
      role: Type.Optional(text),
    }),
  ),
  compositeEntities: Type.Optional(
    Type.Array(Type.Object({ parentType: text, value: text, children: Type.Array(Type.Object({ type: text, value: text })) })),
  ),
  warnings: Warnings,
});
const flags3 = {
  verbose: Type.Boolean({ default: false }),
  'show-all-intents': Type.Boolean({ default: false }),
  log: Type.Boolean({ default: true }),
};
export const PredictionQuery3 = Type.Object(flags3);
export const PredictionQuery3Get = Type.Object({ query: text, ...flags3 });
export const PredictionBody = Type.Object({
  query: text,
  options: orNull(
    Type.Object({
      datetimeReference: orNull(Type.String({ format: 'iso-date-time' })),
      preferExternalEntities: orNull(Type.Boolean()),
      overridePredictions: orNull(Type.Boolean()),
    }),
  ),
  externalEntities: orNull(
    Type.Array(
      Type.Object({
        entityName: Type.String({ minLength: 1 }),
        startIndex: Type.Integer(),
        entityLength: Type.Integer(),
        resolution: Type.Optional(Type.Unknown()),
        score: orNull(Type.Number()),
      }),
      { maxItems: 100 },
    ),
  ),
  dynamicLists: orNull(
    Type.Array(
      Type.Object({
        listEntityName: text,
        requestLists: Type.Array(
          Type.Object({
            name: orNull(text),
            canonicalForm: Type.String({ minLength: 1, maxLength: 500 }),
            synonyms: orNull(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 1000 })),
          }),
          { maxItems: 1000 },
        ),
      }),
      { maxItems: 20 },
    ),
  ),
});
export const Prediction3 = Type.Object({
  query: text,
  prediction: Type.Object({
    normalizedQuery: Type.Optional(text),
    topIntent: text,
    intents: Type.Record(text, Type.Object({ score: Type.Number() })),
    entities: Type.Record(text, Type.Unknown()),
  }),
  warnings: Warnings,
});

/** A prediction with its reasons. */
export const Question = Type.Object({ query: text });
export const Explanation = Type.Object({
  query: text,
  intents: Type.Array(Type.Object({ intent: text, score: Type.Number() })),
  pattern: Type.Optional(Type.Object({ pattern: text, intent: text, strength: Type.Number() })),
  entities: Type.Array(
    Type.Object({
      entity: text,
      role: Type.Optional(text),
      startIndex: Type.Integer(),
      length: Type.Integer(),
      score: Type.Optional(Type.Number()),
      foundBy: Type.Array(text),
      value: Type.Unknown(),
      within: Type.Optional(text),
    }),
  ),
});

/** An exported app as JSON, which files/app-json/read.ts checks, or a .lu file as text. */
export const ImportedApp = Type.Union([Type.Record(text, Type.Unknown()), text]);
export const ImportAppQuery = Type.Object({ appName: Type.Optional(name) });
export const ImportVersionQuery = Type.Object({ versionId: Type.Optional(versionName) });
/** What an import would create and what it would lose. */
export const ImportReport = Type.Object({
  name: text,
  culture: text,
  versionId: text,
  counts: Type.Object({
    intents: Type.Integer(),
    entities: Type.Integer(),
    utterances: Type.Integer(),
    labels: Type.Integer(),
    patterns: Type.Integer(),
    phraseLists: Type.Integer(),
    patternFeatures: Type.Integer(),
  }),
  losses: Type.Array(Type.Object({ what: text, name: text, details: text })),
});
export const ExportedApp = Type.Record(text, Type.Unknown());
export const ExportQuery = Type.Object({ format: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('lu')])) });
