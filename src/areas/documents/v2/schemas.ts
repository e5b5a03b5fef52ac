import { Type } from '../../../kernel/schema.ts';
import { MAX_NAME_LENGTH } from './model.ts';

const DateTime = Type.String({ format: 'date-time' });
const AnyObject = Type.Object({}, { additionalProperties: true });
const ModelId = Type.String({ maxLength: 64 });
const ModelName = Type.String({ maxLength: MAX_NAME_LENGTH });
const PageList = Type.Union([Type.String(), Type.Array(Type.String())]);

export const FormSource = Type.Object({ source: Type.String({ minLength: 1, maxLength: 2048 }) });

export const LayoutQuery = Type.Object({
  pages: Type.Optional(PageList),
  language: Type.Optional(Type.String()),
  readingOrder: Type.Optional(Type.Enum(['basic', 'natural'])),
});
export const PrebuiltQuery = Type.Object({
  includeTextDetails: Type.Optional(Type.Boolean()),
  locale: Type.Optional(Type.String()),
  pages: Type.Optional(PageList),
});
export const CustomQuery = Type.Object({ includeTextDetails: Type.Optional(Type.Boolean()), pages: Type.Optional(PageList) });

const ErrorInformation = Type.Object({ code: Type.String(), message: Type.String() });
const operation = {
  status: Type.Enum(['notStarted', 'running', 'succeeded', 'failed']),
  createdDateTime: DateTime,
  lastUpdatedDateTime: DateTime,
};

export const FormAnalysisView = Type.Object({ ...operation, analyzeResult: Type.Optional(AnyObject) });

export const TrainRequest = Type.Object({
  source: Type.String({ minLength: 1, maxLength: 2048 }),
  sourceFilter: Type.Optional(
    Type.Object({ prefix: Type.Optional(Type.String({ maxLength: 1024 })), includeSubFolders: Type.Optional(Type.Boolean()) }),
  ),
  useLabelFile: Type.Optional(Type.Boolean()),
  modelName: Type.Optional(ModelName),
});

const ModelInfo = Type.Object({
  modelId: Type.String(),
  modelName: Type.Optional(Type.String()),
  attributes: Type.Optional(Type.Object({ isComposed: Type.Boolean() })),
  status: Type.Enum(['creating', 'ready', 'invalid']),
  createdDateTime: DateTime,
  lastUpdatedDateTime: DateTime,
});
const TrainResultView = Type.Object({
  modelId: Type.Optional(Type.String()),
  averageModelAccuracy: Type.Optional(Type.Number()),
  trainingDocuments: Type.Array(
    Type.Object({
      documentName: Type.String(),
      pages: Type.Integer(),
      status: Type.Enum(['succeeded', 'partiallySucceeded', 'failed']),
      errors: Type.Optional(Type.Array(ErrorInformation)),
    }),
  ),
  fields: Type.Optional(Type.Array(Type.Object({ fieldName: Type.String(), accuracy: Type.Number() }))),
  errors: Type.Array(ErrorInformation),
});

export const FormModelView = Type.Object({
  modelInfo: ModelInfo,
  keys: Type.Optional(Type.Object({ clusters: Type.Record(Type.String(), Type.Array(Type.String())) })),
  trainResult: Type.Optional(TrainResultView),
  composedTrainResults: Type.Optional(Type.Array(TrainResultView)),
});
export const FormModelQuery = Type.Object({ includeKeys: Type.Optional(Type.Boolean()) });
export const FormModelsQuery = Type.Object({
  op: Type.Optional(Type.Enum(['full', 'summary'])),
  after: Type.Optional(Type.String({ maxLength: 64 })),
});
export const FormModelsView = Type.Object({
  summary: Type.Optional(Type.Object({ count: Type.Integer(), limit: Type.Integer(), lastUpdatedDateTime: DateTime })),
  modelList: Type.Optional(Type.Array(ModelInfo)),
  nextLink: Type.Optional(Type.String()),
});

export const ComposeFormsRequest = Type.Object({ modelIds: Type.Array(ModelId), modelName: Type.Optional(ModelName) });

export const FormCopyAuthorization = Type.Object({
  modelId: ModelId,
  accessToken: Type.String({ minLength: 1, maxLength: 8192 }),
  expirationDateTimeTicks: Type.Integer(),
});
export const CopyFormRequest = Type.Object({
  targetResourceId: Type.String({ minLength: 1, maxLength: 1024 }),
  targetResourceRegion: Type.String({ minLength: 1, maxLength: 200 }),
  copyAuthorization: FormCopyAuthorization,
});
export const FormCopyView = Type.Object({
  ...operation,
  copyResult: Type.Object({ modelId: Type.String(), errors: Type.Optional(Type.Array(ErrorInformation)) }),
});
export const ReceivedFormView = Type.Object({ modelId: Type.String(), createdDateTime: DateTime });
