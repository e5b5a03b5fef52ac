/** Bodies of calls on projects, with the field names of the oldest version next to the later ones. */
import type { Static } from 'typebox';
import { VENDOR_FIELDS } from '../../../kernel/aliases.ts';
import { Type } from '../../../kernel/schema.ts';
import { PART_NAME, PROJECT_NAME } from './model.ts';

const DateTime = Type.String({ format: 'date-time' });
const Count = Type.Integer({ minimum: 0 });

export const ProjectPath = Type.Object({ projectName: Type.String({ pattern: PROJECT_NAME }) });

export const Paging = Type.Object({
  top: Type.Optional(Count),
  skip: Type.Optional(Count),
  maxpagesize: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** A page of a list; the last page has a null next link. */
export function listOf<T extends Parameters<typeof Type.Array>[0]>(item: T): ReturnType<typeof Type.Object> {
  return Type.Object({ value: Type.Array(item), nextLink: Type.Union([Type.String(), Type.Null()]) });
}

const Settings = Type.Object({
  confidenceThreshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  learnFromQueries: Type.Optional(Type.Boolean()),
});

/** The properties of a new project, in both namings. */
export const ProjectOptions = Type.Object({
  projectName: Type.Optional(Type.String({ maxLength: 100 })),
  name: Type.Optional(Type.String({ maxLength: 100 })),
  projectKind: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
  modelType: Type.Optional(Type.String()),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  multilingual: Type.Optional(Type.Boolean()),
  multiLingual: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  settings: Type.Optional(Settings),
  storageInputContainerName: Type.Optional(Type.String({ maxLength: 63 })),
});
export type ProjectOptions = Static<typeof ProjectOptions>;

export const ProjectMetadata = Type.Object({
  createdDateTime: DateTime,
  lastModifiedDateTime: DateTime,
  lastTrainedDateTime: Type.Optional(DateTime),
  lastDeployedDateTime: Type.Optional(DateTime),
  projectKind: Type.String(),
  type: Type.Optional(Type.String()),
  modelType: Type.Optional(Type.String()),
  settings: Type.Optional(Settings),
  storageInputContainerName: Type.Optional(Type.String()),
  projectName: Type.String(),
  name: Type.Optional(Type.String()),
  multilingual: Type.Boolean(),
  multiLingual: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String()),
  language: Type.String(),
});

export const JobStatus = Type.Union(
  ['unknown', 'notStarted', 'running', 'succeeded', 'failed', 'cancelled', 'cancelling', 'partiallyCompleted'].map((status) =>
    Type.Literal(status),
  ),
);

const JobParts = {
  jobId: Type.String(),
  createdDateTime: DateTime,
  lastUpdatedDateTime: DateTime,
  expirationDateTime: DateTime,
  status: JobStatus,
  errors: Type.Optional(Type.Array(Type.Object({ code: Type.String(), message: Type.String() }))),
  warnings: Type.Optional(Type.Array(Type.Object({ code: Type.String(), message: Type.String() }))),
};
export const JobRecord = Type.Object(JobParts);
export const ExportJobRecord = Type.Object({ ...JobParts, resultUrl: Type.Optional(Type.String()) });

const Step = Type.Object({
  percentComplete: Type.Integer(),
  startDateTime: Type.Optional(DateTime),
  endDateTime: Type.Optional(DateTime),
  status: JobStatus,
  elapsedTime: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export const TrainingJobRecord = Type.Object({
  ...JobParts,
  result: Type.Object({
    modelLabel: Type.String(),
    trainedModelLabel: Type.Optional(Type.String()),
    trainingConfigVersion: Type.String(),
    trainingMode: Type.Optional(Type.String()),
    dataGenerationStatus: Type.Optional(Step),
    trainingStatus: Step,
    trainStatus: Type.Optional(Step),
    evaluationStatus: Step,
    estimatedEndDateTime: Type.Optional(DateTime),
  }),
});
export const TrainingJobs = Type.Object({
  value: Type.Optional(Type.Array(TrainingJobRecord)),
  jobs: Type.Optional(Type.Array(TrainingJobRecord)),
  nextLink: Type.Union([Type.String(), Type.Null()]),
});

const Percentage = Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.String({ pattern: '^\\d{1,3}$' })]);
export const TrainingOptions = Type.Object({
  modelLabel: Type.String({ pattern: PART_NAME }),
  trainingConfigVersion: Type.Optional(Type.String({ maxLength: 30 })),
  trainingMode: Type.Optional(Type.Union([Type.Literal('standard'), Type.Literal('advanced')])),
  runValidation: Type.Optional(Type.Boolean()),
  RunVerification: Type.Optional(Type.Boolean()),
  evaluationOptions: Type.Optional(
    Type.Object({
      kind: Type.Optional(Type.Union([Type.Literal('percentage'), Type.Literal('manual')])),
      type: Type.Optional(Type.Union([Type.Literal('percentage'), Type.Literal('set'), Type.Literal('manual')])),
      trainingSplitPercentage: Type.Optional(Percentage),
      testingSplitPercentage: Type.Optional(Percentage),
    }),
  ),
});
export type TrainingOptions = Static<typeof TrainingOptions>;

const JobInfo = Type.Object({ status: JobStatus, startDateTime: DateTime, endDateTime: DateTime });
/** The oldest version's item of the list of models (interface 2.3). */
const TrainedModelInfo = Type.Object({
  trainingJobInfo: Type.Optional(JobInfo),
  evaluationJobInfo: Type.Optional(JobInfo),
  deploymentJobInfo: Type.Optional(JobInfo),
  label: Type.String(),
  modelId: Type.String(),
  lastTrainedDateTime: DateTime,
});
export const TrainedModelItem = Type.Object({
  label: Type.String(),
  modelId: Type.String(),
  lastTrainedDateTime: DateTime,
  lastTrainingDurationInSeconds: Type.Integer(),
  modelExpirationDate: Type.String(),
  modelTrainingConfigVersion: Type.String(),
  hasSnapshot: Type.Boolean(),
});
export const TrainedModels = Type.Object({
  trainingModelsInfo: Type.Optional(Type.Array(TrainedModelInfo)),
  value: Type.Optional(Type.Array(TrainedModelItem)),
  nextLink: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

export const DeploymentRequest = Type.Object({
  trainedModelLabel: Type.String({ pattern: PART_NAME }),
  assignedResourceIds: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  /** In the previews of 2025. */
  assignedResources: Type.Optional(
    Type.Array(
      Type.Object({
        resourceId: Type.Optional(Type.String({ maxLength: 500 })),
        [VENDOR_FIELDS.resourceId]: Type.Optional(Type.String({ maxLength: 500 })),
      }),
      { maxItems: 100 },
    ),
  ),
});
export type DeploymentRequest = Static<typeof DeploymentRequest>;
export const SwapRequest = Type.Object({
  firstDeploymentName: Type.String({ pattern: PART_NAME }),
  secondDeploymentName: Type.String({ pattern: PART_NAME }),
});
export const DeploymentItem = Type.Object({
  deploymentName: Type.String(),
  modelId: Type.String(),
  lastTrainedDateTime: DateTime,
  lastDeployedDateTime: DateTime,
  deploymentExpirationDate: Type.String(),
  modelTrainingConfigVersion: Type.String(),
  assignedResources: Type.Array(
    Type.Object({
      resourceId: Type.Optional(Type.String()),
      [VENDOR_FIELDS.resourceId]: Type.Optional(Type.String()),
      region: Type.String(),
    }),
  ),
});

const ResourcesToAssign = Type.Array(
  Type.Object({
    [VENDOR_FIELDS.resourceId]: Type.String({ maxLength: 500 }),
    customDomain: Type.Optional(Type.String({ maxLength: 255 })),
    region: Type.Optional(Type.String({ maxLength: 60 })),
  }),
  { minItems: 1, maxItems: 100 },
);
/** The newest preview has other names for these lists. */
export const AssignRequest = Type.Object({
  resourcesMetadata: Type.Optional(ResourcesToAssign),
  projectResources: Type.Optional(ResourcesToAssign),
});
const ResourceIdList = Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100 }));
export const ResourceIds = Type.Object({ assignedResourceIds: ResourceIdList, [VENDOR_FIELDS.resourceIds]: ResourceIdList });
export type ResourceIds = Static<typeof ResourceIds>;

/** The ids of resources in a request, under the name of any version. */
export function resourceIdsIn({ assignedResourceIds, [VENDOR_FIELDS.resourceIds]: vendorIds }: ResourceIds): string[] {
  return assignedResourceIds ?? vendorIds ?? [];
}
export const ResourceItem = Type.Object({ [VENDOR_FIELDS.resourceId]: Type.String(), region: Type.String() });
export const AssignedProject = Type.Object({
  projectName: Type.String(),
  deploymentsMetadata: Type.Array(
    Type.Object({ deploymentName: Type.String(), lastDeployedDateTime: DateTime, deploymentExpirationDate: Type.String() }),
  ),
});

export const LanguageItem = Type.Object({ languageName: Type.String(), languageCode: Type.String() });
export const ConfigVersionItem = Type.Object({ trainingConfigVersion: Type.String(), modelExpirationDate: Type.String() });

const ImportedItems = Type.Array(
  Type.Object({ what: Type.String(), from: Type.String(), to: Type.Optional(Type.String()), why: Type.Optional(Type.String()) }),
);
/** What an import would create: the size of each list of assets and, for files in another format, what was converted. */
export const ImportReport = Type.Object({
  projectName: Type.String(),
  projectKind: Type.String(),
  language: Type.String(),
  counts: Type.Record(Type.String(), Count),
  report: Type.Object({ kept: ImportedItems, changed: ImportedItems, dropped: ImportedItems }),
});

const ScoredName = { category: Type.String(), confidenceScore: Type.Number() };
/** A logged query with its latest prediction. `confidenceScore` is the lowest score of the prediction. */
export const LoggedQueryItem = Type.Object({
  id: Type.String(),
  text: Type.String(),
  language: Type.Optional(Type.String()),
  count: Count,
  lastAskedDateTime: DateTime,
  deploymentName: Type.String(),
  confidenceScore: Type.Number(),
  intents: Type.Optional(Type.Array(Type.Object(ScoredName))),
  classes: Type.Optional(Type.Array(Type.Object(ScoredName))),
  entities: Type.Optional(Type.Array(Type.Object({ ...ScoredName, offset: Count, length: Count }))),
});
export const IgnoreQueriesRequest = Type.Object({
  ids: Type.Array(Type.String({ pattern: '^[0-9a-f]{32}$' }), { minItems: 1, maxItems: 1000 }),
});

/** Any JSON value, written verbatim. */
export const Anything = Type.Unsafe<object>({});
