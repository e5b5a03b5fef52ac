/** Stored types: loops and their settings, log entries, evaluations. Types and rules only. */
import type { ServiceSummary } from '../../engines/ranking/evaluation/service-estimate.ts';
import type { Interval, ValueSums } from '../../engines/ranking/evaluation/value.ts';
import type { JoinRules } from '../../engines/ranking/learning/join.ts';

export const LEARNING_MODES = ['Online', 'Apprentice', 'LoggingOnly'] as const;
export type LearningMode = (typeof LEARNING_MODES)[number];

export interface Settings {
  rewardWaitTime: string;
  defaultReward: number;
  rewardAggregation: string;
  explorationPercentage: number;
  modelExportFrequency: string;
  logRetentionDays: number;
  learningMode: LearningMode;
  isAutoOptimizationEnabled: boolean;
  autoOptimizationFrequency: string;
  autoOptimizationStartDate: string;
  isInferenceExplainabilityEnabled: boolean;
  /** Days of the log on which a model is retrained; absent in loops of older versions. */
  modelRetrainDays?: number;
}

export interface LearningSettings {
  name: string;
  arguments: string;
}

/** A model that was exported: its blob and the log position up to which it was trained. */
export interface ExportedModel {
  blob: string;
  position: number;
  exportedAt: number;
}

/**
 * The ranking loop of an account. A new generation starts when the model is replaced or retrained: on changed learning or reward settings,
 * reset, import, or applying an evaluation. A model of an older generation is never exported.
 */
export interface Loop {
  settings: Settings;
  policy: LearningSettings;
  generation: number;
  editedAt: number;
  /** When this generation started. */
  begunAt: number;
  /** As exported by this version. */
  trained?: ExportedModel;
  /** As exported by versions before 1.0, which cannot read later models and may still serve the same database. */
  model?: ExportedModel;
  /** Blob of the model that this generation started from, if it was imported or applied. */
  base?: string;
  /** Log entries before this time are deleted. */
  logsFrom: number;
  /** Time of the last automatic optimization. */
  optimizedAt?: number;
}

/** The model that rank uses: the newest one. */
export function currentModel({ trained, model }: Pick<Loop, 'trained' | 'model'>): ExportedModel | undefined {
  return trained && trained.exportedAt >= (model?.exportedAt ?? 0) ? trained : model;
}

export const DAY_MS = 24 * 3600_000;
/** Days of the log on which a model is retrained when its settings change, unless the configuration says otherwise. */
export const DEFAULT_RETRAIN_DAYS = 2;
export const MIN_WAIT_MS = 5000;
export const MAX_WAIT_MS = 2 * DAY_MS;

export function newLoop(policyArguments: string, now: number): Loop {
  return {
    settings: {
      rewardWaitTime: 'PT10M',
      defaultReward: 0,
      rewardAggregation: 'earliest',
      explorationPercentage: 0.2,
      modelExportFrequency: 'PT15S',
      logRetentionDays: 90,
      learningMode: 'Online',
      isAutoOptimizationEnabled: true,
      autoOptimizationFrequency: 'P7D',
      autoOptimizationStartDate: new Date(now + 7 * DAY_MS).toISOString(),
      isInferenceExplainabilityEnabled: false,
    },
    policy: { name: 'default', arguments: policyArguments },
    generation: 1,
    editedAt: now,
    begunAt: now,
    logsFrom: 0,
  };
}

/** The loop in its next generation, with other learning settings if given. */
export function startGeneration(loop: Loop, now: number, policy: LearningSettings = loop.policy): Loop {
  return { ...loop, policy, generation: loop.generation + 1, begunAt: now };
}

const DURATION =
  /^P(?=[\dT])(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?=\d)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds; undefined for any other text. */
export function durationMs(text: string): number | undefined {
  const parts = DURATION.exec(text);
  if (!parts) return undefined;
  const [weeks, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return ((weeks * 7 + days) * 24 + hours) * 3600_000 + minutes * 60_000 + seconds * 1000;
}

export function toJoinRules({ rewardWaitTime, rewardAggregation, defaultReward }: Settings): JoinRules {
  return {
    waitMs: durationMs(rewardWaitTime)!,
    aggregation: rewardAggregation === 'sum' || rewardAggregation === 'average' ? rewardAggregation : 'earliest',
    defaultReward,
  };
}

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/i;

/** Milliseconds of a date, or of a date and time; UTC unless it has a time zone. Undefined for any other text. */
export function parseTime(text: string): number | undefined {
  const parts = TIME.exec(text);
  if (!parts) return undefined;
  const timeMs = Date.parse(parts[1] === undefined && /T/i.test(text) ? `${text}Z` : text);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

/** A time in UTC, with fractions of a second only if it has them. */
export function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('.000Z', 'Z');
}

/** The minimum log retention for a reward wait time: the wait time rounded up, plus one day. */
export function minRetentionDays(waitMs: number): number {
  return Math.ceil(waitMs / DAY_MS) + 1;
}

export interface RankedSlot {
  id: string;
  features?: unknown[] | null;
  excludedActions?: string[] | null;
  baselineAction: string;
}

/** The parts of a rank request that determine its reply. */
export interface RankRequest {
  contextFeatures?: unknown[] | null;
  actions: { id: string; features: unknown[] }[];
  excludedActions?: string[] | null;
  slots?: RankedSlot[];
}

/** An entry of a loop's log. The learner is a function of the log, so everything that affects learning is an entry, in order of effect. */
export type LogEntry = RankEntry | RewardEntry | ActivateEntry | TickEntry | SettingsEntry | ModelEntry;

/** The part of a decision that joining rewards needs. It is written first, so that it can be parsed without the rest. */
export interface RankHead {
  kind: 'rank';
  eventId: string;
  deferred?: true;
  slotIds?: string[];
}
export interface RankEntry extends RankHead {
  request: RankRequest;
  /** One per slot, or a single one. */
  decisions: readonly { chosen: number; probabilities: readonly number[] }[];
  mode: LearningMode;
  /** Log position of the model that decided; 0 if there was none. */
  model: number;
}
export interface RewardEntry {
  kind: 'reward';
  eventId: string;
  rewards: { slotId?: string; value: number }[];
}
export interface ActivateEntry {
  kind: 'activate';
  eventId: string;
}
/** Records that time has passed without calls, so that the reward wait time of events can end. */
export interface TickEntry {
  kind: 'tick';
}
/** Changes the rules; the model is retrained with them on the preceding log. */
export interface SettingsEntry {
  kind: 'settings';
  generation: number;
  rules: JoinRules;
  policy: string;
  /** Days of the preceding log; absent in entries of older versions. */
  retrainDays?: number;
}
/** Replaces the model with the one in the blob, or with an untrained one. */
export interface ModelEntry {
  kind: 'model';
  generation: number;
  policy: string;
  blob?: string;
}

/** A rank entry with the properties of its head first. */
export function createRankEntry({
  eventId,
  deferred,
  request,
  decisions,
  mode,
  model,
}: Omit<RankEntry, 'kind' | 'deferred' | 'slotIds'> & { deferred?: boolean }): RankEntry {
  return {
    kind: 'rank',
    eventId,
    ...(deferred && { deferred }),
    ...(request.slots && { slotIds: request.slots.map(({ id }) => id) }),
    request,
    decisions,
    mode,
    model,
  };
}

const REST_OF_RANK = ',"request":';
/** A head that is the id of its event alone, as most are; an id with escaped characters is parsed. */
const PLAIN_HEAD = /^\{"kind":"rank","eventId":"([^"\\]*)","request":/;

/**
 * Parses an entry, of a decision only the head. No string of the head can contain REST_OF_RANK, since its quotation mark would be
 * escaped.
 */
export function parseHead(text: string): RankHead | Exclude<LogEntry, RankEntry> {
  const plain = PLAIN_HEAD.exec(text);
  // A copy: the part of a text keeps the whole text in memory, of each event that waits for its reward.
  if (plain) return { kind: 'rank', eventId: Buffer.from(plain[1]!).toString() };
  const rest = text.indexOf(REST_OF_RANK);
  return JSON.parse(rest < 0 ? text : `${text.slice(0, rest)}}`) as RankHead;
}

/** The action that the application would show without ranking: the first that is not excluded, or the slot's baselineAction. */
export function findBaseline({ actions, slots }: RankRequest, allowed: ArrayLike<number>, slot: number): number {
  return slots ? actions.findIndex(({ id }) => id === slots[slot]!.baselineAction) : Array.prototype.indexOf.call(allowed, 1);
}

/** Learning metrics of five minutes. */
export interface LearningWindow {
  startMs: number;
  /** Position of its first decision; a change of the learning mode starts another window in the same five minutes. */
  position: number;
  mode: LearningMode;
  events: number;
  reward: number;
  rewardSquares: number;
  /** Events in which an action other than the most likely one was shown. */
  explored: number;
  /** Events in which the model agreed with the baseline, and the sum of their rewards. */
  matched: number;
  matchedReward: number;
  /** From which the reward of the baseline is estimated; absent in windows of older versions. */
  baselineSums?: ValueSums;
}

export const WINDOW_MS = 5 * 60_000;

export type EvaluationStatus = 'completed' | 'pending' | 'failed' | 'optimalPolicyApplied' | 'onlinePolicyRetained';
export type PolicySource = 'Online' | 'Baseline' | 'Random' | 'Custom' | 'OfflineExperimentation';

export interface Summary extends ServiceSummary {
  timeStamp: string;
  aggregateTimeWindow: string;
  /** Estimate of all events up to this window; absent in results of older versions. */
  soFar?: Interval;
}

/** Learning settings to evaluate. */
export interface EvaluatedPolicy extends LearningSettings {
  /** Other than the loop's. */
  explorationPercentage?: number;
}

export interface PolicyResult extends EvaluatedPolicy {
  policySource: PolicySource;
  totalSummary?: Summary;
  /** Absent in results of older versions, and if nothing that the policy would show was shown. */
  estimate?: Interval;
  /** To what the current settings earned. */
  difference?: Interval;
  /** Until the interval of the difference excludes 0. */
  missingEvents?: number;
}

export interface Evaluation {
  id: string;
  name: string;
  startTime: string;
  endTime: string;
  jobId: string;
  status: EvaluationStatus;
  policyResults: PolicyResult[];
  featureImportance: string[][];
  evaluationType: 'Manual' | 'Auto';
  optimalPolicy: string;
  creationTime: string;
  /** Whether it searches for better learning settings. */
  searches: boolean;
  /** Blob of the results per five minutes, and blobs of the trained models by policy name. */
  summaries?: string;
  models: Record<string, string>;
}

export interface FeatureScore {
  namespace: string;
  featureName: string;
  score: number;
}

export interface FeatureImportance {
  id: string;
  name: string;
  startTime: string;
  endTime: string;
  creationTime: string;
  jobId: string;
  /** `NotStarted` in the record until the job has finished; callers see `Running`. */
  status: 'NotStarted' | 'Running' | 'Succeeded' | 'Failed';
  featureScores?: FeatureScore[];
}
