import { Type } from '../../kernel/schema.ts';
import { BUILD_MODES, MODEL_ID_PATTERN, SPLIT_MODES } from './model.ts';

const ModelId = Type.String({ pattern: MODEL_ID_PATTERN });
const SetId = Type.String({ pattern: MODEL_ID_PATTERN });
const DateTime = Type.String({ format: 'date-time' });
const AnyObject = Type.Object({}, { additionalProperties: true });
const Tags = Type.Record(Type.String(), Type.String());

export const ModelParams = Type.Object({ modelId: ModelId });
export const ResultParams = Type.Object({ modelId: ModelId, resultId: Type.String() });
export const FigureParams = Type.Object({ modelId: ModelId, resultId: Type.String(), figureId: Type.String() });

/** The copy operation through which a source reads a model or classifier that belongs to the target account. */
export const OriginQuery = Type.Object({ operation: Type.Optional(Type.String()) });

/** The item that a page of a list follows, as in the `nextLink` of the page before. */
export const Paging = Type.Object({ after: Type.Optional(Type.String({ maxLength: 200 })) });

export const BatchPaging = Type.Object({ after: Type.Optional(Type.String({ pattern: '^[0-9]{14}_[0-9a-f-]{36}$' })) });

const TextList = Type.Union([Type.String(), Type.Array(Type.String())]);

export const AnalyzeQuery = Type.Object({
  pages: Type.Optional(Type.String()),
  locale: Type.Optional(Type.String()),
  stringIndexType: Type.Optional(Type.Enum(['textElements', 'unicodeCodePoint', 'utf16CodeUnit'])),
  features: Type.Optional(TextList),
  queryFields: Type.Optional(TextList),
  outputContentFormat: Type.Optional(Type.Enum(['text', 'markdown'])),
  output: Type.Optional(TextList),
  keepDocument: Type.Optional(Type.Boolean()),
});

export const AnalyzeRequest = Type.Object({
  urlSource: Type.Optional(Type.String({ maxLength: 8192 })),
  base64Source: Type.Optional(Type.String()),
});

const ErrorView = Type.Object({
  code: Type.String(),
  message: Type.String(),
  innererror: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  details: Type.Optional(Type.Array(Type.Object({ code: Type.String(), message: Type.String() }))),
});

export const AnalyzeOperationView = Type.Object({
  status: Type.Enum(['notStarted', 'running', 'failed', 'succeeded', 'canceled']),
  createdDateTime: DateTime,
  lastUpdatedDateTime: DateTime,
  error: Type.Optional(ErrorView),
  analyzeResult: Type.Optional(AnyObject),
});

const batchSummary = {
  resultId: Type.String(),
  status: Type.Enum(['notStarted', 'running', 'failed', 'succeeded', 'canceled']),
  createdDateTime: DateTime,
  lastUpdatedDateTime: DateTime,
  percentCompleted: Type.Integer(),
  error: Type.Optional(ErrorView),
};

export const BatchView = Type.Object({ ...batchSummary, result: Type.Optional(AnyObject) });
export const BatchListView = Type.Object({ value: Type.Array(Type.Object(batchSummary)), nextLink: Type.Optional(Type.String()) });

const modelSummary = {
  modelId: Type.String(),
  description: Type.Optional(Type.String()),
  createdDateTime: DateTime,
  expirationDateTime: Type.Optional(DateTime),
  modifiedDateTime: Type.Optional(DateTime),
  apiVersion: Type.String(),
  tags: Type.Optional(Tags),
  buildMode: Type.Optional(Type.Enum([...BUILD_MODES])),
};

export const ModelView = Type.Object({
  ...modelSummary,
  classifierId: Type.Optional(Type.String()),
  split: Type.Optional(Type.Enum([...SPLIT_MODES])),
  docTypes: AnyObject,
});
export const ModelListView = Type.Object({ value: Type.Array(Type.Object(modelSummary)), nextLink: Type.Optional(Type.String()) });

const operationSummary = {
  operationId: Type.String(),
  status: Type.Enum(['notStarted', 'running', 'failed', 'succeeded', 'canceled']),
  percentCompleted: Type.Integer(),
  createdDateTime: DateTime,
  lastUpdatedDateTime: DateTime,
  kind: Type.String(),
  resourceLocation: Type.String(),
  tags: Type.Optional(Tags),
};

/** Sources by name, so that an alias can rename them; a document type of a model has none. */
const DocTypesView = Type.Record(
  Type.String(),
  Type.Object(
    { cloudBlobSource: Type.Optional(AnyObject), cloudBlobFileListSource: Type.Optional(AnyObject) },
    { additionalProperties: true },
  ),
  { additionalProperties: true },
);

export const OperationView = Type.Object({
  ...operationSummary,
  error: Type.Optional(ErrorView),
  result: Type.Optional(Type.Object({ docTypes: Type.Optional(DocTypesView) }, { additionalProperties: true })),
});
export const OperationListView = Type.Object({ value: Type.Array(Type.Object(operationSummary)), nextLink: Type.Optional(Type.String()) });

export const InfoView = Type.Object({
  customDocumentModels: Type.Object({ count: Type.Integer(), limit: Type.Integer() }),
  customNeuralDocumentModelBuilds: Type.Optional(
    Type.Object({ used: Type.Integer(), quota: Type.Integer(), quotaResetDateTime: DateTime }),
  ),
});

const ContainerUrl = Type.String({ minLength: 1, maxLength: 8192 });
const BlobName = Type.String({ maxLength: 1024 });

const contentSources = {
  cloudBlobSource: Type.Optional(Type.Object({ containerUrl: ContainerUrl, prefix: Type.Optional(BlobName) })),
  cloudBlobFileListSource: Type.Optional(Type.Object({ containerUrl: ContainerUrl, fileList: BlobName })),
};

export const BuildRequest = Type.Object({
  modelId: ModelId,
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  buildMode: Type.Enum([...BUILD_MODES]),
  ...contentSources,
  tags: Type.Optional(Tags),
  allowOverwrite: Type.Optional(Type.Boolean()),
});

export const AnalyzeBatchRequest = Type.Object({
  ...contentSources,
  resultContainerUrl: ContainerUrl,
  resultPrefix: Type.Optional(BlobName),
  overwriteExisting: Type.Optional(Type.Boolean()),
});

const DocTypeSources = Type.Object({ ...contentSources, trainingSetSource: Type.Optional(Type.Object({ trainingSetId: SetId })) });

export const BuildClassifierRequest = Type.Object({
  classifierId: ModelId,
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  baseClassifierId: Type.Optional(ModelId),
  docTypes: Type.Record(Type.String({ minLength: 2, maxLength: 64 }), DocTypeSources),
  allowOverwrite: Type.Optional(Type.Boolean()),
});

export const ClassifierParams = Type.Object({ classifierId: ModelId });
export const ClassifierResultParams = Type.Object({ classifierId: ModelId, resultId: Type.String() });
export const ClassifyQuery = Type.Object({
  pages: Type.Optional(Type.String()),
  stringIndexType: Type.Optional(Type.Enum(['textElements', 'unicodeCodePoint', 'utf16CodeUnit'])),
  split: Type.Optional(Type.Enum([...SPLIT_MODES])),
  keepDocument: Type.Optional(Type.Boolean()),
});

export const ClassifierView = Type.Object({
  classifierId: Type.String(),
  description: Type.Optional(Type.String()),
  createdDateTime: DateTime,
  expirationDateTime: Type.Optional(DateTime),
  modifiedDateTime: Type.Optional(DateTime),
  apiVersion: Type.String(),
  baseClassifierId: Type.Optional(Type.String()),
  docTypes: DocTypesView,
});
export const ClassifierListView = Type.Object({ value: Type.Array(ClassifierView), nextLink: Type.Optional(Type.String()) });

const FileName = Type.String({ minLength: 1, maxLength: 255 });
const PageNumber = Type.String({ pattern: '^[1-9][0-9]{0,4}$' });

export const TrainingSetParams = Type.Object({ setId: SetId });
export const TrainingFileParams = Type.Object({ setId: SetId, fileName: FileName });
export const TrainingPageParams = Type.Object({ setId: SetId, fileName: FileName, pageNumber: PageNumber });
export const ResultPageParams = Type.Object({ modelId: ModelId, resultId: Type.String(), pageNumber: PageNumber });
export const ClassifiedPageParams = Type.Object({ classifierId: ModelId, resultId: Type.String(), pageNumber: PageNumber });
export const PageImageQuery = Type.Object({ width: Type.Integer({ minimum: 16, maximum: 2000, default: 1000 }) });

const trainingSet = {
  setId: Type.String(),
  createdDateTime: DateTime,
  lastUpdatedDateTime: DateTime,
  fileCount: Type.Integer(),
  bytes: Type.Integer(),
};
const TrainingFileView = Type.Object({ name: Type.String(), bytes: Type.Integer(), lastUpdatedDateTime: DateTime });

const CorrectionsView = Type.Object({
  forms: Type.Integer(),
  fields: Type.Record(Type.String(), Type.Object({ right: Type.Integer(), corrected: Type.Integer() })),
});

export const RetrainingRequest = Type.Object({
  modelId: ModelId,
  buildMode: Type.Optional(Type.Enum([...BUILD_MODES])),
  after: Type.Integer({ minimum: 0, maximum: 1000 }),
});

export const TrainingSetView = Type.Object({
  ...trainingSet,
  files: Type.Array(TrainingFileView),
  corrections: Type.Optional(CorrectionsView),
  previousCorrections: Type.Optional(CorrectionsView),
  retraining: Type.Optional(RetrainingRequest),
});

export const CorrectedValue = Type.Object({
  type: Type.Optional(
    Type.Enum(['string', 'date', 'time', 'phoneNumber', 'number', 'integer', 'currency', 'address', 'selectionMark', 'countryRegion']),
  ),
  content: Type.Optional(Type.String({ maxLength: 10_000 })),
  boundingRegions: Type.Array(
    Type.Object({
      pageNumber: Type.Integer({ minimum: 1, maximum: 100_000 }),
      polygon: Type.Array(Type.Number({ minimum: 0, maximum: 1_000_000 }), { minItems: 8, maxItems: 8 }),
    }),
    { maxItems: 100 },
  ),
});
const CorrectedObject = Type.Object({
  valueObject: Type.Record(Type.String({ minLength: 1, maxLength: 256 }), CorrectedValue, { maxProperties: 100 }),
});
/** All entries or rows that the document has. */
const CorrectedList = Type.Object({
  valueArray: Type.Array(Type.Union([CorrectedObject, CorrectedValue]), { maxItems: 1000 }),
});
const Correction = Type.Union([CorrectedList, CorrectedObject, CorrectedValue]);

export const AddResultRequest = Type.Object({
  modelId: ModelId,
  resultId: Type.String({ maxLength: 100 }),
  fileName: FileName,
  /** By name, what differs from the result; null for a field that the document does not have. */
  fields: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 256 }), Type.Union([Correction, Type.Null()]))),
});
export const AddedResult = Type.Object({ labels: Type.Integer(), operationLocation: Type.Optional(Type.String()) });
export const TrainingSetListView = Type.Object({ value: Type.Array(Type.Object(trainingSet)), nextLink: Type.Optional(Type.String()) });

export const SetBuildRequest = Type.Object({
  trainingSetId: SetId,
  allowOverwrite: Type.Optional(Type.Boolean()),
  buildMode: Type.Optional(Type.Enum([...BUILD_MODES])),
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  tags: Type.Optional(Tags),
});

export const ArchiveBuildQuery = Type.Object({
  buildMode: Type.Optional(Type.Enum([...BUILD_MODES])),
  description: Type.Optional(Type.String({ maxLength: 4096 })),
});

const ComposedType = Type.Object({
  modelId: Type.Optional(ModelId),
  confidenceThreshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  features: Type.Optional(Type.Array(Type.String())),
  queryFields: Type.Optional(Type.Array(Type.String())),
  maxDocumentsToAnalyze: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
});

export const ComposeRequest = Type.Object({
  modelId: ModelId,
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  componentModels: Type.Optional(Type.Array(Type.Object({ modelId: ModelId }))),
  docTypes: Type.Optional(Type.Record(Type.String({ minLength: 2, maxLength: 64 }), ComposedType)),
  classifierId: Type.Optional(ModelId),
  split: Type.Optional(Type.Enum([...SPLIT_MODES])),
  tags: Type.Optional(Tags),
});

const authorizeCopy = { description: Type.Optional(Type.String({ maxLength: 4096 })), tags: Type.Optional(Tags) };

export const AuthorizeCopyRequest = Type.Object({ modelId: ModelId, ...authorizeCopy });
export const AuthorizeClassifierCopyRequest = Type.Object({ classifierId: ModelId, ...authorizeCopy });

const target = { targetResourceId: Type.String({ maxLength: 1000 }), targetResourceRegion: Type.String({ maxLength: 200 }) };
const TargetLocation = Type.String({ maxLength: 4096 });
const token = { accessToken: Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]*$' }), expirationDateTime: DateTime };

/** The reply of a target, which the source's `copyTo` sends back. */
export const CopyAuthorizationBody = Type.Object({ ...target, targetModelId: ModelId, targetModelLocation: TargetLocation, ...token });
export const ClassifierCopyAuthorizationBody = Type.Object({
  ...target,
  targetClassifierId: ModelId,
  targetClassifierLocation: TargetLocation,
  ...token,
});
