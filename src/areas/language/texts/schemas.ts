import type { Static, TSchema } from 'typebox';
import { Type } from '../../../kernel/schema.ts';
import { JobStatus, ProjectOptions } from '../projects/schemas.ts';
import { PREBUILT_LISTS } from './model.ts';

const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

const Name = Type.String({ maxLength: 100 });
const Offset = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** A name, in the field of the later versions or of the oldest. */
const Named = Type.Object({ category: orNull(Name), name: orNull(Name), classifierName: orNull(Name) });
const Label = Type.Object({ category: orNull(Name), extractorName: orNull(Name), offset: Offset, length: Offset });
const Region = Type.Object({ regionOffset: orNull(Offset), regionLength: orNull(Offset), labels: orNull(Type.Array(Label)) });
const Document = Type.Object({
  location: Type.String({ minLength: 1, maxLength: 1024 }),
  language: orNull(Type.String({ maxLength: 35 })),
  dataset: orNull(Type.String({ maxLength: 35 })),
  text: orNull(Type.String()),
  class: orNull(Named),
  classes: orNull(Type.Array(Named)),
  classifiers: orNull(Type.Array(Named)),
  entities: orNull(Type.Array(Region)),
  extractors: orNull(Type.Array(Region)),
});

/** An exported project of any version. */
export const ExportedProject = Type.Object({
  projectFileVersion: orNull(Type.String()),
  'api-version': orNull(Type.String()),
  stringIndexType: orNull(Type.String({ maxLength: 35 })),
  metadata: ProjectOptions,
  assets: orNull(
    Type.Object({
      projectKind: orNull(Type.String({ maxLength: 60 })),
      classes: orNull(Type.Array(Named)),
      classifiers: orNull(Type.Array(Named)),
      entities: orNull(Type.Array(Named)),
      extractors: orNull(Type.Array(Named)),
      documents: orNull(Type.Array(Document)),
    }),
  ),
});
export type ExportedProject = Static<typeof ExportedProject>;
export type ExportedDocument = Static<typeof Document>;
export type ExportedRegion = Static<typeof Region>;
export type ExportedName = Static<typeof Named>;

const STRING_INDEX_TYPES = ['TextElements_v8', 'UnicodeCodePoint', 'Utf16CodeUnit'] as const;
const StringIndexType = Type.Union(STRING_INDEX_TYPES.map((unit) => Type.Literal(unit)));

const Parameters = Type.Object({
  projectName: Type.Optional(Type.String({ maxLength: 100 })),
  deploymentName: Type.Optional(Type.String({ maxLength: 128 })),
  'project-name': Type.Optional(Type.String({ maxLength: 100 })),
  'deployment-name': Type.Optional(Type.String({ maxLength: 128 })),
  stringIndexType: Type.Optional(StringIndexType),
  loggingOptOut: Type.Optional(Type.Boolean()),
});
const TaskParts = { taskName: Type.Optional(Type.String({ maxLength: 500 })), parameters: Type.Optional(Parameters) };
const AnalysisInput = Type.Object({
  documents: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 512 }),
      text: Type.String(),
      language: orNull(Type.String({ maxLength: 35 })),
    }),
  ),
});
const displayName = Type.Optional(Type.String({ maxLength: 500 }));
export type RequestedTask = Static<ReturnType<typeof Type.Object<typeof TaskParts>>>;
export type RequestedDocument = Static<typeof AnalysisInput>['documents'][number];

/** A job with a list of tasks, each with its kind. */
export const JobRequest = Type.Object({
  displayName,
  defaultLanguage: Type.Optional(Type.String({ maxLength: 35 })),
  analysisInput: AnalysisInput,
  tasks: Type.Array(Type.Object({ kind: Type.String({ maxLength: 60 }), ...TaskParts })),
});
/** A job of the oldest version, with a list of tasks for each kind. */
export const FormerJobRequest = Type.Object({
  displayName,
  analysisInput: AnalysisInput,
  tasks: Type.Record(Type.String(), Type.Array(Type.Object(TaskParts))),
});

export const JobQuery = Type.Object({
  showStats: Type.Boolean({ default: false }),
  top: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  skip: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 }),
});

/** The same in the runtime of text analytics. */
export const AnalyticsJobQuery = Type.Object({
  showStats: Type.Boolean({ default: false }),
  $top: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
  $skip: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 }),
});

const DateTime = Type.String({ format: 'date-time' });
const Count = Type.Integer();
const RequestStatistics = Type.Object({
  documentsCount: Count,
  validDocumentsCount: Count,
  erroneousDocumentsCount: Count,
  transactionsCount: Count,
});
const InnerError = Type.Object({ code: Type.String(), message: Type.String() });
const WireError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  target: Type.Optional(Type.String()),
  innererror: Type.Optional(InnerError),
});
const Classification = Type.Object({ category: Type.String(), confidenceScore: Type.Number() });
const DocumentResult = Type.Object({
  id: Type.String(),
  entities: Type.Optional(
    Type.Array(Type.Object({ text: Type.String(), category: Type.String(), offset: Count, length: Count, confidenceScore: Type.Number() })),
  ),
  class: Type.Optional(Type.Array(Classification)),
  classification: Type.Optional(Classification),
  classifications: Type.Optional(Type.Array(Classification)),
  warnings: Type.Array(InnerError),
  detectedLanguage: Type.Optional(Type.Object({ name: Type.String(), iso6391Name: Type.String(), confidenceScore: Type.Number() })),
  isLanguageDefaulted: Type.Optional(Type.Boolean()),
  statistics: Type.Optional(Type.Object({ charactersCount: Count, transactionsCount: Count })),
});
const TaskResult = Type.Object({
  kind: Type.Optional(Type.String()),
  taskName: Type.Optional(Type.String()),
  lastUpdateDateTime: DateTime,
  status: Type.String(),
  results: Type.Optional(
    Type.Object({
      documents: Type.Array(DocumentResult),
      errors: Type.Array(Type.Object({ id: Type.String(), error: WireError })),
      statistics: Type.Optional(RequestStatistics),
      projectName: Type.String(),
      deploymentName: Type.String(),
    }),
  ),
});
const TaskResults = Type.Optional(Type.Array(TaskResult));
const JobParts = {
  jobId: Type.String(),
  displayName: Type.Optional(Type.String()),
  createdDateTime: DateTime,
  lastUpdatedDateTime: Type.Optional(DateTime),
  lastUpdateDateTime: Type.Optional(DateTime),
  expirationDateTime: DateTime,
  status: JobStatus,
  errors: Type.Array(WireError),
};
const TaskCounts = {
  completed: Count,
  failed: Count,
  inProgress: Count,
  total: Count,
};
const CustomLists = {
  customEntityRecognitionTasks: TaskResults,
  customSingleClassificationTasks: TaskResults,
  customMultiClassificationTasks: TaskResults,
};
/** The state of a job; in the oldest version with its tasks by kind. */
export const JobState = Type.Object({
  ...JobParts,
  nextLink: Type.Optional(Type.String()),
  tasks: Type.Object({ ...TaskCounts, items: TaskResults, ...CustomLists }),
});
/** The state of a job in the runtime of text analytics. */
export const AnalyticsJobState = Type.Object({
  ...JobParts,
  '@nextLink': Type.Optional(Type.String()),
  tasks: Type.Object({
    ...TaskCounts,
    ...CustomLists,
    ...Object.fromEntries(PREBUILT_LISTS.map((list) => [list, TaskResults])),
  }),
});

/** A call of a prebuilt service, none of which is supported. */
export const PrebuiltRequest = Type.Object({ kind: Type.String({ maxLength: 60 }) });
