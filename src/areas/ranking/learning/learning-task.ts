/**
 * The singleton task of a loop: its learner follows the log, exports the model at the configured frequency, writes checkpoints, deletes
 * expired log entries and starts automatic optimization when it is due.
 *
 * Exports and checkpoints are committed only while this process holds the lease of the task, and an export only if the loop is still in the
 * generation that it was learned in. An idle learner is released from memory, and opened again when the log grows or a wait time ends;
 * after a restart only loops with such work are opened. So memory depends on the active loops, not on all that there are.
 */
import type { SingletonTaskContext, SingletonTaskHandler } from '../../../kernel/singleton-task.ts';
import { Change, Conflict } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { Learner } from './learner.ts';
import { DAY_MS, currentModel, durationMs, toJoinRules } from '../model.ts';
import type { LearningWindow, Loop, Settings } from '../model.ts';
import { startAutomaticEvaluation } from '../evaluations/job.ts';
import { CHECKPOINT_KEY, LOG, LOOP_KEY, checkpoints, appendEntry, loops, windowKey, windows } from '../store.ts';

/** Polling interval of the log while the learner is open, and while it is released. */
const FOLLOW_MS = 5000;
const IDLE_POLL_MS = 60_000;
/** A learner without new log entries for this long is released; one that has no events at all, immediately. */
const IDLE_MS = 120_000;
const CHECKPOINT_MS = 10_000;
/** Maximum share of the time that is spent on checkpoints. */
const CHECKPOINT_SHARE = 0.05;
const RETENTION_CHECK_MS = 3600_000;
const NOTHING_EXPORTED = -1;

export const learningTask: SingletonTaskHandler = {
  wokenBy: loops.name,
  async perform(account, context) {
    const learning = new LearningLoop(account, context);
    while (!context.signal.aborted) await context.pause(await learning.step());
    await learning.finish();
  },
};

class LearningLoop {
  readonly #account: string;
  readonly #context: SingletonTaskContext;
  #learner: Learner | undefined;
  #exportedJoined = 0;
  #exportedGeneration = 0;
  /** Undefined until it has been read. */
  #checkpoint: { readonly position: number; readonly tickDueMs?: number | null } | undefined;
  /** While the learner is released: how often the log is polled, and when the loop's settings are read again. */
  #pollMs = 0;
  #nextSettingsMs = 0;
  #lastExportMs = 0;
  #nextCheckpointMs = 0;
  #nextRetentionMs = 0;
  #lastWorkMs = 0;

  constructor(account: string, context: SingletonTaskContext) {
    this.#account = account;
    this.#context = context;
  }

  /** Does what is due; returns the time until the next step. */
  async step(): Promise<number> {
    const { services, signal } = this.#context;
    const { records, clock } = services;
    if (!this.#learner && clock.now() < this.#nextSettingsMs && !(await this.#hasWork())) return this.#pollMs;
    const read = await records.get(loops, this.#account, LOOP_KEY);
    if (!read) {
      // The account was deleted, and the task with it: this commit fails and ends the task.
      await this.#context.commit(new Change());
      return IDLE_POLL_MS;
    }
    const { settings } = read.value;
    const exportMs = durationMs(settings.modelExportFrequency)!;
    await this.#deleteExpiredEntries(settings.logRetentionDays);
    await startAutomaticEvaluation(read, this.#account, this.#context);
    if (!this.#learner && !(await this.#hasWork(read.value))) {
      this.#pollMs = Math.min(IDLE_POLL_MS, exportMs);
      this.#nextSettingsMs = clock.now() + IDLE_POLL_MS;
      return this.#pollMs;
    }

    const learner = (this.#learner ??= await this.#open(read));
    const before = learner.position;
    await learner.catchUp(signal);
    const now = clock.now();
    if (learner.position > before) this.#lastWorkMs = now;
    if (signal.aborted) return 0;
    if (learner.tickDueMs !== undefined && learner.tickDueMs <= now) {
      await this.#context.commit(appendEntry(new Change(), this.#account, { kind: 'tick' }));
      await learner.catchUp(signal);
    }
    if (this.#isExportDue(settings) && (learner.joinedCount > this.#exportedJoined || learner.generation !== this.#exportedGeneration)) {
      await this.#export(learner);
      this.#lastExportMs = now;
    }
    if (now >= this.#nextCheckpointMs) await this.#writeCheckpoint(learner);
    const isExported = learner.joinedCount <= this.#exportedJoined && learner.generation === this.#exportedGeneration;
    const isEmpty = learner.waiting === 0 && learner.joinedCount === 0;
    if ((isEmpty && isExported) || now - this.#lastWorkMs > IDLE_MS) await this.#release(learner);
    const untilTick = learner.tickDueMs === undefined ? Infinity : Math.max(1, learner.tickDueMs - now);
    return Math.min(FOLLOW_MS, exportMs, untilTick);
  }

  /** Writes a checkpoint for the process that takes over. */
  async finish(): Promise<void> {
    if (this.#learner) await this.#writeCheckpoint(this.#learner);
  }

  /** Whether a released learner must be opened: the log has grown, a wait time has ended, or the export of its model is due. */
  async #hasWork(loop?: Loop): Promise<boolean> {
    const { records, clock } = this.#context.services;
    this.#checkpoint ??= (await records.get(checkpoints, this.#account, CHECKPOINT_KEY))?.value ?? { position: 0 };
    const { position, tickDueMs } = this.#checkpoint;
    if (tickDueMs === undefined || (tickDueMs !== null && tickDueMs <= clock.now())) return true;
    if (loop && (currentModel(loop)?.position ?? 0) < position && this.#isExportDue(loop.settings)) return true;
    return (await records.lastPosition(this.#account, LOG)) !== position;
  }

  #isExportDue({ modelExportFrequency }: Settings): boolean {
    return this.#context.services.clock.now() >= this.#lastExportMs + durationMs(modelExportFrequency)!;
  }

  async #open({ value: loop }: Stored<Loop>): Promise<Learner> {
    const { generation, settings, policy, base } = loop;
    const { services } = this.#context;
    const [own, earlier] = await Promise.all(
      [CHECKPOINT_KEY, LOOP_KEY].map((key) => services.records.get(checkpoints, this.#account, key)),
    );
    const checkpoint = own ?? earlier;
    this.#lastWorkMs = services.clock.now();
    if (!checkpoint) return new Learner(this.#account, services, { generation, rules: toJoinRules(settings), policy: policy.arguments });
    const bytes = await services.blobs.get(this.#account, checkpoint.value.blob);
    if (!bytes) throw new Error(`The checkpoint ${checkpoint.value.blob} is missing.`);
    const learner = Learner.restore(this.#account, services, bytes, base === undefined);
    this.#checkpoint = { ...checkpoint.value, position: learner.position };
    this.#exportedGeneration = learner.generation;
    if ((currentModel(loop)?.position ?? 0) < learner.position) this.#exportedJoined = NOTHING_EXPORTED;
    return learner;
  }

  async #export(learner: Learner): Promise<void> {
    const { services } = this.#context;
    const { joinedCount: joined, generation, position } = learner;
    const blob = await services.blobs.put(this.#account, learner.exportModel());
    for (let changedWindows: LearningWindow[] | undefined; ;) {
      const read = await services.records.get(loops, this.#account, LOOP_KEY);
      if (read?.value.generation !== generation) return;
      changedWindows ??= learner.takeWindows();
      const change = new Change().replace(loops, this.#account, read, {
        ...read.value,
        trained: { blob, position, exportedAt: services.clock.now() },
      });
      for (const window of changedWindows) change.put(windows, this.#account, windowKey(window.startMs, window.position), window);
      try {
        await this.#context.commit(change);
      } catch (error) {
        if (error instanceof Conflict) continue;
        throw error;
      }
      this.#exportedJoined = joined;
      this.#exportedGeneration = generation;
      return;
    }
  }

  async #writeCheckpoint(learner: Learner): Promise<void> {
    const { position } = learner;
    if (position <= (this.#checkpoint?.position ?? 0)) return;
    const { services } = this.#context;
    const startedAt = performance.now();
    const value = {
      blob: await services.blobs.put(this.#account, await learner.checkpoint()),
      position,
      tickDueMs: learner.tickDueMs ?? null,
    };
    const change = new Change().put(checkpoints, this.#account, CHECKPOINT_KEY, value);
    for (const window of learner.takeWindows()) change.put(windows, this.#account, windowKey(window.startMs, window.position), window);
    await this.#context.commit(change);
    this.#checkpoint = value;
    this.#nextCheckpointMs = services.clock.now() + Math.max(CHECKPOINT_MS, (performance.now() - startedAt) / CHECKPOINT_SHARE);
  }

  async #release(learner: Learner): Promise<void> {
    await this.#writeCheckpoint(learner);
    this.#learner = undefined;
    this.#exportedJoined = 0;
  }

  async #deleteExpiredEntries(days: number): Promise<void> {
    const { services } = this.#context;
    const now = services.clock.now();
    if (days < 0 || now < this.#nextRetentionMs) return;
    this.#nextRetentionMs = now + RETENTION_CHECK_MS;
    await services.records.dropEvents(this.#account, LOG, now - days * DAY_MS, { isRetention: true });
  }
}
