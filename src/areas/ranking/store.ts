/** The area's collections, and the loop of an account as operations read and change it. */
import type { CachedView, Ports } from '../../kernel/ports.ts';
import { readCheckpoint } from '../../engines/ranking/checkpoint.ts';
import { Model } from '../../engines/ranking/model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy, withExploration } from '../../engines/ranking/policy.ts';
import { assignSingletonTask } from '../../kernel/singleton-task.ts';
import { Change } from '../../kernel/change.ts';
import type { Stored } from '../../kernel/change.ts';
import { collection } from '../../kernel/collection.ts';
import { DEFAULT_RETRAIN_DAYS, currentModel, newLoop, toJoinRules } from './model.ts';
import type { Evaluation, FeatureImportance, LearningWindow, LogEntry, Loop } from './model.ts';

/** One record per account. */
export const loops = collection<Loop>('ranking.loops', {
  blobs: ({ trained, model, base }) => [trained?.blob, model?.blob, base].filter((blob) => blob !== undefined),
  announced: true,
});
/**
 * Where the learner resumes after a restart; one record per account. `tickDueMs`: when the wait time of an event ends next, null if none
 * waits; absent in records of older versions.
 */
export const checkpoints = collection<{ blob: string; position: number; tickDueMs?: number | null }>('ranking.checkpoints', {
  blobs: ({ blob }) => [blob],
});
export const evaluations = collection<Evaluation>('ranking.evaluations', {
  blobs: ({ summaries, models }) => [...(summaries === undefined ? [] : [summaries]), ...Object.values(models)],
});
export const featureImportances = collection<FeatureImportance>('ranking.featureImportances');

const WINDOW_RETENTION_MS = 90 * 24 * 3600_000;
/** By windowKey. */
export const windows = collection<LearningWindow>('ranking.windows', { expiresAt: ({ startMs }) => startMs + WINDOW_RETENTION_MS });

/** Key of the single loop record of an account, and of the checkpoint of versions before 1.0. */
export const LOOP_KEY = 'loop';
/** Key of the checkpoint of an account; earlier versions cannot read it, and resume from their own. */
export const CHECKPOINT_KEY = 'learner';
/** Name of the log of an account. */
export const LOG = 'ranking';
/** Name of the singleton task that learns. */
export const LEARNER_TASK = 'ranking.learner';

export function windowKey(startMs: number, position = 0): string {
  return [startMs, position].map((number) => String(number).padStart(15, '0')).join('-');
}

/** The loop and the model that rank uses. */
export interface ActiveLoop {
  /** Undefined before the first call of the account. */
  readonly stored: Stored<Loop> | undefined;
  readonly loop: Loop;
  /** Untrained until the first export. */
  readonly model: Model;
  readonly multiSlot: boolean;
  /** Whether the subjects of texts are added to the features. */
  readonly textSubjects: boolean;
}

export const activeLoop: CachedView<Loop, ActiveLoop> = {
  collection: loops,
  async load(stored, { account, ports }) {
    const loop = stored?.value ?? newLoop(DEFAULT_ARGUMENTS, ports.clock.now());
    const policy = withExploration(parsePolicy(loop.policy.arguments), loop.settings.explorationPercentage);
    const current = currentModel(loop);
    const exported = current && (await loadModel(ports, account, current.blob, loop.settings.explorationPercentage));
    const model = exported?.policy.multiSlot === policy.multiSlot ? exported : new Model(policy);
    return { stored, loop, model, multiSlot: policy.multiSlot, textSubjects: policy.textSubjects };
  },
  /** Rank keeps using the previous model while a regular export loads. */
  staleWhileRevalidate: ({ loop }, stored) =>
    currentModel(loop) !== undefined && loop.generation === stored?.value.generation && loop.editedAt === stored.value.editedAt,
  sizeOf: ({ model }) => model.bytes,
};

async function loadModel({ blobs }: Pick<Ports, 'blobs'>, account: string, blob: string, explorationShare: number): Promise<Model> {
  const bytes = await blobs.get(account, blob);
  if (!bytes) throw new Error(`The model ${blob} is missing.`);
  return readCheckpoint(bytes, explorationShare).model;
}

export function appendEntry(change: Change, account: string, entry: LogEntry): Change {
  return change.append(account, LOG, entry);
}

/** A change that creates the account's loop, its learner and the first log entry, unless they exist. */
export function ensureLoop({ stored, loop }: Pick<ActiveLoop, 'stored' | 'loop'>, account: string): Change {
  const change = new Change();
  if (stored) return change;
  assignSingletonTask(change.create(loops, account, LOOP_KEY, loop), account, LEARNER_TASK);
  return appendRetraining(change, account, loop);
}

/** The account's loop, or the default one before its first call. */
export async function readLoop({ records, clock }: Pick<Ports, 'records' | 'clock'>, account: string): Promise<Loop> {
  return (await records.get(loops, account, LOOP_KEY))?.value ?? newLoop(DEFAULT_ARGUMENTS, clock.now());
}

/** The account's loop, and a function that returns the change that replaces it. */
export async function readLoopToChange(
  { records, clock }: Pick<Ports, 'records' | 'clock'>,
  account: string,
): Promise<{ loop: Loop; replaceLoop: (next: Loop) => Change }> {
  const stored = await records.get(loops, account, LOOP_KEY);
  const loop = stored?.value ?? newLoop(DEFAULT_ARGUMENTS, clock.now());
  const replaceLoop = (next: Loop): Change =>
    stored ? new Change().replace(loops, account, stored, next) : ensureLoop({ stored, loop: next }, account);
  return { loop, replaceLoop };
}

/** Appends a settings entry, which makes the learner retrain the model with the loop's settings on the recent log. */
export function appendRetraining(change: Change, account: string, { generation, settings, policy }: Loop): Change {
  const retrainDays = settings.modelRetrainDays ?? DEFAULT_RETRAIN_DAYS;
  return appendEntry(change, account, {
    kind: 'settings',
    generation,
    rules: toJoinRules(settings),
    policy: policy.arguments,
    retrainDays,
  });
}

/** The position of the first existing entry at or after a time; the next position if there is none. */
export async function findPosition({ records }: Pick<Ports, 'records'>, account: string, timeMs: number): Promise<number> {
  const last = await records.lastPosition(account, LOG);
  const [first] = await records.readEvents(account, LOG, 0, 1);
  if (!first || first.at >= timeMs) return first?.position ?? last + 1;
  let before = first.position;
  let after = last + 1;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const [entry] = await records.readEvents(account, LOG, middle - 1, 1);
    if (entry && entry.at < timeMs) before = middle;
    else after = middle;
  }
  return after;
}
