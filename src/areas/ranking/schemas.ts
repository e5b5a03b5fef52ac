import type { TSchema } from 'typebox';
import { Type } from '../../kernel/schema.ts';
import { LEARNING_MODES } from './model.ts';

const id = Type.String({ minLength: 1, maxLength: 256 });
const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
/** Checked when they are read (rank/decide.ts): objects of scalars, arrays of numbers and one level of namespaces. */
const features = Type.Array(Type.Unknown());
const dateTime = Type.String({ format: 'date-time' });
/** As the service reads them: also a date alone, and a time without a zone, which is UTC. Checked when it is parsed. */
const time = Type.String({ minLength: 1, maxLength: 64 });

export const EventPath = Type.Object({ eventId: Type.String({ maxLength: 256 }) });

const actions = Type.Array(Type.Object({ id, features }), { minItems: 1, maxItems: 50 });
const eventId = orNull(Type.String({ maxLength: 256 }));
const deferActivation = orNull(Type.Boolean());

export const RankBody = Type.Object({
  contextFeatures: orNull(features),
  actions,
  excludedActions: orNull(Type.Array(Type.String())),
  eventId,
  deferActivation,
});
export const RankReply = Type.Object({
  ranking: Type.Array(Type.Object({ id: Type.String(), probability: Type.Number() })),
  eventId: Type.String(),
  rewardActionId: Type.String(),
  inferenceExplanation: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), features: Type.Array(Type.Object({ name: Type.String(), score: Type.Number() })) })),
  ),
});

export const MultiSlotRankBody = Type.Object({
  contextFeatures: orNull(features),
  actions,
  slots: Type.Array(
    Type.Object({
      id,
      features: orNull(features),
      positionFeatures: orNull(features),
      excludedActions: orNull(Type.Array(Type.String())),
      baselineAction: Type.String(),
    }),
    { minItems: 1, maxItems: 50 },
  ),
  eventId,
  deferActivation,
});
export const MultiSlotRankReply = Type.Object({
  slots: Type.Array(Type.Object({ id: Type.String(), rewardActionId: Type.String() })),
  eventId: Type.String(),
});

const rewardValue = Type.Number({ minimum: -1, maximum: 1 });
export const RewardBody = Type.Object({ value: rewardValue });
export const MultiSlotRewardBody = Type.Object({
  reward: Type.Array(Type.Object({ slotId: id, value: rewardValue }), { minItems: 1, maxItems: 50 }),
});

export const ConfigurationBody = Type.Object({
  rewardWaitTime: Type.String(),
  defaultReward: rewardValue,
  rewardAggregation: Type.String({ maxLength: 256 }),
  explorationPercentage: Type.Number({ minimum: 0, maximum: 1 }),
  modelExportFrequency: Type.String(),
  logMirrorEnabled: orNull(Type.Boolean()),
  logMirrorSasUri: orNull(Type.String()),
  logRetentionDays: Type.Integer({ minimum: -1, maximum: 2_147_483_647 }),
  learningMode: orNull(Type.Enum([...LEARNING_MODES])),
  isAutoOptimizationEnabled: orNull(Type.Boolean()),
  autoOptimizationFrequency: orNull(Type.String()),
  autoOptimizationStartDate: orNull(time),
  isInferenceExplainabilityEnabled: orNull(Type.Boolean()),
  modelRetrainDays: orNull(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
});
export const Configuration = Type.Object({
  rewardWaitTime: Type.String(),
  defaultReward: Type.Number(),
  rewardAggregation: Type.String(),
  explorationPercentage: Type.Number(),
  modelExportFrequency: Type.String(),
  logMirrorEnabled: Type.Optional(Type.Boolean()),
  logMirrorSasUri: Type.Optional(Type.String()),
  logRetentionDays: Type.Integer(),
  lastConfigurationEditDate: Type.String(),
  learningMode: Type.String(),
  isAutoOptimizationEnabled: Type.Boolean(),
  autoOptimizationFrequency: Type.String(),
  autoOptimizationStartDate: Type.String(),
  modelRetrainDays: Type.Optional(Type.Integer()),
  isInferenceExplainabilityEnabled: Type.Optional(Type.Boolean()),
});

export const PolicyContract = Type.Object({
  name: Type.String({ maxLength: 256 }),
  arguments: Type.String({ minLength: 1, maxLength: 1024 }),
});
export const PolicyReference = Type.Object({ evaluationId: Type.String({ maxLength: 256 }), policyName: Type.String({ maxLength: 256 }) });

/** The exploration is an addition to the interface. */
const EvaluatedPolicy = Type.Object({
  ...PolicyContract.properties,
  explorationPercentage: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
});

export const EvaluationPath = Type.Object({ evaluationId: Type.String({ maxLength: 256 }) });
export const EvaluationContract = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 256 }),
  startTime: time,
  endTime: time,
  policies: Type.Array(EvaluatedPolicy, { maxItems: 20 }),
  enableOfflineExperimentation: orNull(Type.Boolean()),
});
const Summary = Type.Object({
  timeStamp: Type.String(),
  ipsEstimatorNumerator: Type.Number(),
  ipsEstimatorDenominator: Type.Number(),
  snipsEstimatorDenominator: Type.Number(),
  aggregateTimeWindow: Type.String(),
  nonZeroProbability: Type.Number(),
  sumOfSquares: Type.Number(),
  confidenceInterval: Type.Number(),
  averageReward: Type.Number(),
});
export const EvaluationView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  startTime: Type.String(),
  endTime: Type.String(),
  jobId: Type.String(),
  status: Type.String(),
  policyResults: Type.Array(
    Type.Object({
      name: Type.String(),
      arguments: Type.String(),
      policySource: Type.String(),
      summary: Type.Optional(Type.Array(Summary)),
      totalSummary: Type.Optional(Summary),
    }),
  ),
  featureImportance: Type.Array(Type.Array(Type.String())),
  evaluationType: Type.String(),
  optimalPolicy: Type.String(),
  creationTime: Type.String(),
});
export const EvaluationList = Type.Array(EvaluationView);

/** Evaluations of 2022-09-01-preview. */
export const ChosenEvaluationPath = Type.Object({ evaluationId: id });
export const ChosenEvaluationContract = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 256 }),
  startTime: time,
  endTime: time,
  policies: Type.Array(PolicyContract, { maxItems: 20 }),
  enablePolicyOptimization: orNull(Type.Boolean()),
});
export const TimeSeriesQuery = Type.Object({
  startTime: time,
  endTime: time,
  intervalInMinutes: Type.Optional(Type.Integer()),
  window: Type.Optional(Type.Enum(['Expanding', 'Rolling'])),
});
const details = {
  id: Type.String(),
  name: Type.String(),
  startTime: Type.String(),
  endTime: Type.String(),
  creationTime: Type.String(),
  status: Type.String(),
  evaluationType: Type.String(),
};
const estimate = { expectedReward: Type.Number(), confidenceInterval: Type.Array(Type.Number()) };
export const EvaluationTimeSeries = Type.Object({
  startTime: Type.String(),
  endTime: Type.String(),
  intervalInMinutes: Type.Integer(),
  value: Type.Array(
    Type.Object({
      name: Type.String(),
      slotId: Type.String(),
      arguments: Type.Optional(Type.String()),
      policySource: Type.String(),
      summary: Type.Object(estimate),
      timeseries: Type.Object({ data: Type.Array(Type.Object({ timeStamp: Type.String(), ...estimate })) }),
    }),
  ),
});
export const EvaluationWithTimeSeries = Type.Object({
  ...details,
  optimalPolicy: Type.Optional(Type.String()),
  content: EvaluationTimeSeries,
});
export const EvaluationPage = Type.Object({ value: Type.Array(Type.Object(details)), nextLink: Type.Optional(Type.String()) });

export const LogsProperties = Type.Object({ dateRange: Type.Optional(Type.Object({ from: Type.String(), to: Type.String() })) });

export const SignedQuery = Type.Object({ signed: Type.Boolean({ default: false }) });
export const ModelProperties = Type.Object({ creationTime: Type.String(), lastModifiedTime: Type.String() });

export const FeatureImportancePath = Type.Object({ featureImportanceId: Type.String({ minLength: 1, maxLength: 256 }) });
export const FeatureImportanceContract = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 256 }),
  startTime: time,
  endTime: time,
});
export const FeatureImportanceView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  startTime: Type.String(),
  endTime: Type.String(),
  creationTime: Type.String(),
  status: Type.String(),
  featureScores: Type.Optional(Type.Array(Type.Object({ namespace: Type.String(), featureName: Type.String(), score: Type.Number() }))),
});
const MAX_INT = 2_147_483_647;
const paging = {
  top: Type.Integer({ minimum: 0, maximum: MAX_INT, default: MAX_INT }),
  skip: Type.Integer({ minimum: 0, maximum: MAX_INT, default: 0 }),
  maxpagesize: Type.Integer({ minimum: 1, maximum: MAX_INT, default: 100 }),
};
export const PagingQuery = Type.Object(paging);
export const EvaluationsQuery = Type.Object({ ...paging, filter: Type.Optional(Type.String({ maxLength: 256 })) });
export const FeatureImportanceList = Type.Object({ value: Type.Array(FeatureImportanceView), nextLink: Type.Optional(Type.String()) });

/** An estimate with its 95 % interval. */
const Interval = Type.Object({ value: Type.Number(), low: Type.Number(), high: Type.Number() });

export const MetricsQuery = Type.Object({ startDate: Type.Optional(dateTime), endDate: Type.Optional(dateTime) });
/** Runs of one learning mode, each a list of windows of five minutes. */
export const LearningMetrics = Type.Array(
  Type.Array(
    Type.Object({
      learningMode: Type.String(),
      startDate: Type.String(),
      endDate: Type.String(),
      numberOfEvents: Type.Integer(),
      sumOfRewards: Type.Number(),
      numberOfMatchedEvents: Type.Integer(),
      sumOfImitatedRewards: Type.Number(),
      cumulativeNumberOfEvents: Type.Integer(),
      cumulativeSumOfRewards: Type.Number(),
      cumulativeNumberOfMatchedEvents: Type.Integer(),
      cumulativeSumOfImitatedRewards: Type.Number(),
      sumOfSquaredRewards: Type.Number(),
      numberOfExploredEvents: Type.Integer(),
      averageReward: Type.Optional(Interval),
      baselineReward: Type.Optional(Interval),
      differenceToBaseline: Type.Optional(Interval),
    }),
  ),
);

export const EstimatesQuery = Type.Object({
  events: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  startDate: Type.Optional(dateTime),
  endDate: Type.Optional(dateTime),
  points: Type.Integer({ minimum: 1, maximum: 200, default: 15 }),
});
const estimates = {
  numberOfEvents: Type.Integer(),
  numberOfExploredEvents: Type.Integer(),
  numberOfMatchedEvents: Type.Optional(Type.Integer()),
  averageReward: Type.Optional(Interval),
  baselineReward: Type.Optional(Interval),
  differenceToBaseline: Type.Optional(Interval),
};
export const Estimates = Type.Object({
  ...estimates,
  /** Of the newest event; omitted for a time range. */
  learningMode: Type.Optional(Type.String()),
  /** Until the interval of the difference excludes 0, at the present difference. */
  missingEvents: Type.Optional(Type.Integer()),
  /** Events that are not counted, because their reward may still arrive. */
  numberOfWaitingEvents: Type.Integer(),
  points: Type.Array(
    Type.Object({
      ...estimates,
      startDate: Type.String(),
      endDate: Type.String(),
      cumulativeNumberOfEvents: Type.Integer(),
      /** Of all events up to the end of this point. */
      cumulativeBaselineReward: Type.Optional(Interval),
    }),
  ),
  actions: Type.Array(
    Type.Object({
      id: Type.String(),
      numberOfDecisions: Type.Integer(),
      numberOfExploredDecisions: Type.Integer(),
      averageReward: Type.Optional(Interval),
      /** If it were shown in all events that offer it. */
      rewardIfAlwaysShown: Type.Optional(Interval),
    }),
  ),
});

export const PolicyEstimates = Type.Object({
  value: Type.Array(
    Type.Object({
      name: Type.String(),
      arguments: Type.String(),
      policySource: Type.String(),
      explorationPercentage: Type.Optional(Type.Number()),
      averageReward: Type.Optional(Interval),
      /** To what the current settings earned. */
      difference: Type.Optional(Interval),
      missingEvents: Type.Optional(Type.Integer()),
      points: Type.Array(Type.Object({ timeStamp: Type.String(), averageReward: Interval })),
    }),
  ),
});

export const EventsQuery = Type.Object({
  top: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  eventId: Type.Optional(Type.String({ maxLength: 256 })),
  actionId: Type.Optional(Type.String({ maxLength: 256 })),
  startDate: Type.Optional(dateTime),
  endDate: Type.Optional(dateTime),
});
export const LoggedEventPath = Type.Object({ position: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) });
const loggedEvent = {
  /** Its position in the log; later events have greater positions. */
  position: Type.Integer(),
  eventId: Type.String(),
  time: Type.String(),
  learningMode: Type.String(),
  /** Log position of the model that decided; 0 if there was none. */
  modelPosition: Type.Integer(),
  state: Type.String(),
  decisions: Type.Array(
    Type.Object({
      slotId: Type.Optional(Type.String()),
      actionId: Type.String(),
      probability: Type.Number(),
      explored: Type.Boolean(),
      isBaseline: Type.Boolean(),
      /** Probability of showing the baseline; 0 if it could not be shown. */ baselineProbability: Type.Number(),
      reward: Type.Optional(Type.Number()),
    }),
  ),
};
export const LoggedEventRow = Type.Object(loggedEvent);
export const LoggedEventList = Type.Object({
  value: Type.Array(LoggedEventRow),
  nextBefore: Type.Optional(Type.Integer()),
  oldestTime: Type.Optional(Type.String()),
});
export const LoggedEventView = Type.Object({
  ...loggedEvent,
  contextFeatures: features,
  actions: Type.Array(Type.Object({ id: Type.String(), features })),
  excludedActions: Type.Array(Type.String()),
  slots: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        features: orNull(features),
        excludedActions: orNull(Type.Array(Type.String())),
        baselineAction: Type.String(),
      }),
    ),
  ),
  /** For each decision, the probability of each action in the order of the actions. */
  probabilities: Type.Array(Type.Array(Type.Number())),
  rewards: Type.Array(
    Type.Object({ time: Type.String(), slotId: Type.Optional(Type.String()), value: Type.Number(), counted: Type.Boolean() }),
  ),
  deferred: Type.Optional(Type.Boolean()),
  activatedTime: Type.Optional(Type.String()),
});
