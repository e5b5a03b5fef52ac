/** Responses of the ranking operations, as far as used here. */
export const BASE = '/ranking/v1.1-preview.3';
export const IMPORTANCES = '/ranking/featureImportances';
export const IMPORTANCES_VERSION = '2022-09-01-preview';

export interface Settings {
  rewardWaitTime: string;
  defaultReward: number;
  rewardAggregation: string;
  explorationPercentage: number;
  modelExportFrequency: string;
  logRetentionDays: number;
  learningMode: string;
  isAutoOptimizationEnabled: boolean;
  autoOptimizationFrequency: string;
  autoOptimizationStartDate: string;
  isInferenceExplainabilityEnabled?: boolean;
  lastConfigurationEditDate: string;
}

export interface Policy {
  name: string;
  arguments: string;
}

/** Whether the learning settings are multi-slot. */
export function isMultiSlot({ arguments: text }: Policy): boolean {
  return /(^|\s)--ccb_explore_adf(\s|$)/.test(text);
}

/** Five minutes of learning. */
export interface Span {
  learningMode: string;
  startDate: string;
  endDate: string;
  numberOfEvents: number;
  sumOfRewards: number;
  sumOfSquaredRewards: number;
  numberOfExploredEvents: number;
  numberOfMatchedEvents: number;
  baselineWeight: number;
  baselineReward: number;
  baselineSquares: number;
  /** Older spans have none. */
  baselineWeightSquares?: number;
  baselineCross?: number;
  baselineRewardSquares?: number;
  baselineRarity?: number;
  baselineUnseen?: number;
  leastReward?: number;
  mostReward?: number;
}

export interface Decision {
  slotId?: string;
  actionId: string;
  probability: number;
  explored: boolean;
  isBaseline: boolean;
  /** Probability of showing the baseline; 0 if it could not be shown. */ baselineProbability: number;
  reward?: number;
}

export interface EventRow {
  position: number;
  eventId: string;
  time: string;
  learningMode: string;
  modelPosition: number;
  state: string;
  decisions: Decision[];
}

export interface EventList {
  value: EventRow[];
  nextBefore?: number;
  oldestTime?: string;
}

export interface RankedAction {
  id: string;
  features: unknown[];
}
export interface Slot {
  id: string;
  features?: unknown[] | null;
  excludedActions?: string[] | null;
  baselineAction: string;
}

export interface EventView extends EventRow {
  contextFeatures: unknown[];
  actions: RankedAction[];
  excludedActions: string[];
  slots?: Slot[];
  probabilities: number[][];
  rewards: { time: string; slotId?: string; value: number; counted: boolean }[];
  deferred?: boolean;
  activatedTime?: string;
}

export interface Summary {
  timeStamp: string;
  ipsEstimatorNumerator: number;
  ipsEstimatorDenominator: number;
  confidenceInterval: number;
  averageReward: number;
  nonZeroProbability: number;
}

export interface PolicyResult {
  name: string;
  arguments: string;
  policySource: string;
  summary?: Summary[];
  totalSummary?: Summary;
}

export interface Evaluation {
  id: string;
  name: string;
  startTime: string;
  endTime: string;
  jobId: string;
  status: string;
  policyResults: PolicyResult[];
  featureImportance: string[][];
  evaluationType: string;
  optimalPolicy: string;
  creationTime: string;
}

export interface Importance {
  id: string;
  name: string;
  startTime: string;
  endTime: string;
  creationTime: string;
  status: string;
  featureScores?: { namespace: string; featureName: string; score: number }[];
}
