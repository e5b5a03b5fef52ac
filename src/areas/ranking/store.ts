import type { Ports } from '../../kernel/ports.ts';
import type { CachedView } from '../../kernel/record-cache.ts';
import { readCheckpoint } from '../../engines/bandits/checkpoint.ts';
import { Model } from '../../engines/bandits/model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy, withExploration } from '../../engines/bandits/policy.ts';
import { assignSingletonTask } from '../../kernel/singleton-task.ts';
import { Change } from '../../kernel/change.ts';
import type { Stored } from '../../kernel/change.ts';
import { collection } from '../../kernel/collection.ts';
import { newLoop, rulesOf } from './model.ts';
import type { Evaluation, FeatureImportance, LearningWindow, LogEntry, Loop } from './model.ts';

/** One record an account. */
export const loops = collection<Loop>('ranking.loops', { blobs: ({ model, base }) => [model?.blob, base].filter((blob) => blob !== undefined), announced: true });
/** Where the learner goes on after a restart; one record an account. */
export const checkpoints = collection<{ blob: string; position: number }>('ranking.checkpoints', { blobs: ({ blob }) => [blob] });
export const evaluations = collection<Evaluation>('ranking.evaluations', { blobs: ({ summaries, models }) => [...summaries === undefined ? [] : [summaries], ...Object.values(models)] });
export const featureImportances = collection<FeatureImportance>('ranking.featureImportances');

const WINDOWS_KEPT_MS = 90 * 24 * 3600_000;
/** By their start and position. */
export const windows = collection<LearningWindow>('ranking.windows', { expiresAt: ({ startMs }) => startMs + WINDOWS_KEPT_MS });

/** The key of what an account has one of. */
export const ONLY = 'loop';
export const LOG = 'ranking';
export const LEARNER = 'ranking.learner';

export function windowKey(startMs: number, position = 0): string {
  return [startMs, position].map((number) => String(number).padStart(15, '0')).join('-');
}

/** A loop as it ranks: its record, and its model once one was exported. */
export interface LoopInUse {
  readonly read: Stored<Loop> | undefined;
  readonly loop: Loop;
  /** Blank until the first export. */
  readonly model: Model;
  readonly multiSlot: boolean;
}

const WEIGHT_BYTES = 12;

export const loopInUse: CachedView<Loop, LoopInUse> = {
  collection: loops,
  async load(read, { account, ports }) {
    const loop = read?.value ?? newLoop(DEFAULT_ARGUMENTS, ports.clock.now());
    const policy = withExploration(parsePolicy(loop.policy.arguments), loop.settings.explorationPercentage);
    const exported = loop.model && await loadModel(ports, account, loop.model.blob, loop.settings.explorationPercentage);
    const model = exported?.policy.multiSlot === policy.multiSlot ? exported : new Model(policy);
    return { read, loop, model, multiSlot: policy.multiSlot };
  },
  /** While an ordinary export is loaded, the model before it goes on ranking. */
  staleWhileRevalidate: ({ loop }, read) => loop.model !== undefined && loop.generation === read?.value.generation && loop.editedAt === read.value.editedAt,
  sizeOf: ({ model }) => model.tables.reduce((sum, { weights }) => sum + weights.length * WEIGHT_BYTES, 0),
};

export async function loadModel({ blobs }: Pick<Ports, 'blobs'>, account: string, blob: string, share?: number): Promise<Model> {
  const bytes = await blobs.get(account, blob);
  if (!bytes) throw new Error(`The model ${blob} is missing.`);
  return readCheckpoint(bytes, share).model;
}

export function entry(change: Change, account: string, value: LogEntry): Change {
  return change.append(account, LOG, value);
}

/** A change that begins with what the first call of an account makes: its loop, its learner and the first entry of its log. */
export function begun({ read, loop }: Pick<LoopInUse, 'read' | 'loop'>, account: string): Change {
  const change = new Change();
  if (read) return change;
  assignSingletonTask(change.create(loops, account, ONLY, loop), account, LEARNER);
  return entry(change, account, { kind: 'settings', generation: loop.generation, rules: rulesOf(loop.settings), policy: loop.policy.arguments });
}

/** The loop to change, as it is now, and what puts another in its place. */
export async function loopToChange({ records, clock }: Ports, account: string): Promise<{ loop: Loop; replaced: (by: Loop) => Change }> {
  const read = await records.get(loops, account, ONLY);
  const loop = read?.value ?? newLoop(DEFAULT_ARGUMENTS, clock.now());
  return { loop, replaced: (by) => read ? new Change().replace(loops, account, read, by) : begun({ read, loop: by }, account) };
}

/** Adds to a change that the model is begun anew by the settings of the loop, on the log of the last days. */
export function retrained(change: Change, account: string, { generation, settings, policy }: Loop): Change {
  return entry(change, account, { kind: 'settings', generation, rules: rulesOf(settings), policy: policy.arguments });
}

/** The position of the first entry at or after a time, among those that there are. */
export async function positionAt({ records }: Pick<Ports, 'records'>, account: string, timeMs: number): Promise<number> {
  const last = await records.lastPosition(account, LOG);
  const [first] = await records.readEvents(account, LOG, 0, 1);
  if (!first || first.at >= timeMs) return first?.position ?? last + 1;
  let before = first.position;
  let after = last + 1;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const [found] = await records.readEvents(account, LOG, middle - 1, 1);
    if (found && found.at < timeMs) before = middle;
    else after = middle;
  }
  return after;
}
