/**
 * The standing work of a loop: its learner follows the log, exports the model as often as the settings say,
 * writes checkpoints, drops what the log need not keep and starts automatic optimisation when it is due.
 *
 * Exports and checkpoints are committed on condition that this process still has the duty (jobs/duties.ts),
 * and an export also that the loop is still of the generation it was learned in. A learner that finds
 * nothing to do for a while is let go from memory; the log's end tells when it is wanted again.
 */
import type { SingletonTaskContext, SingletonTaskHandler } from '../../../kernel/singleton-task.ts';
import { Change, Conflict } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { Learner } from './learner.ts';
import { durationMs, rulesOf } from '../model.ts';
import type { LearningWindow, Loop } from '../model.ts';
import { startAutomaticEvaluation } from '../evaluations/job.ts';
import { LOG, ONLY, checkpoints, entry, loops, windowKey, windows } from '../store.ts';

/** The log is followed at least so often while there is anything to learn, and looked at when there is not. */
const FOLLOW_MS = 5000;
const IDLE_LOOK_MS = 60_000;
const IDLE_MS = 600_000;
const CHECKPOINT_MS = 10_000;
/** A checkpoint may take this share of the time at most. */
const CHECKPOINT_SHARE = 0.05;
const RETENTION_CHECK_MS = 3600_000;
const NOTHING_EXPORTED = -1;
const DAY_MS = 24 * 3600_000;

export const learning: SingletonTaskHandler = {
  wokenBy: loops.name,
  async perform(account, context) {
    const work = new Learning(account, context);
    while (!context.signal.aborted) await context.pause(await work.step());
    await work.end();
  },
};

class Learning {
  readonly #account: string;
  readonly #context: SingletonTaskContext;
  #learner: Learner | undefined;
  #exportedJoined = 0;
  #exportedGeneration = 0;
  #checkpointPosition = 0;
  #superseded: string | undefined;
  #lastExportMs = 0;
  #nextCheckpointMs = 0;
  #nextRetentionMs = 0;
  #lastWorkMs = 0;

  constructor(account: string, context: SingletonTaskContext) {
    this.#account = account;
    this.#context = context;
  }

  /** Does what is due; answers how long nothing will be. */
  async step(): Promise<number> {
    const { services, signal } = this.#context;
    const { records, clock } = services;
    const read = await records.get(loops, this.#account, ONLY);
    if (!read) {
      // With its account the loop is gone, and with it the duty: this says so, and ends it here.
      await this.#context.commit(new Change());
      return IDLE_LOOK_MS;
    }
    const { settings } = read.value;
    const exportMs = durationMs(settings.modelExportFrequency)!;
    await this.#keepLog(settings.logRetentionDays);
    await startAutomaticEvaluation(read, this.#account, this.#context);
    if (!this.#learner && await records.lastPosition(this.#account, LOG) === this.#checkpointPosition) return Math.min(IDLE_LOOK_MS, exportMs);

    const learner = this.#learner ??= await this.#open(read);
    const before = learner.position;
    await learner.catchUp(signal);
    const now = clock.now();
    if (learner.position > before) this.#lastWorkMs = now;
    if (signal.aborted) return 0;
    if (learner.tickDueMs !== undefined && learner.tickDueMs <= now) {
      await this.#context.commit(entry(new Change(), this.#account, { kind: 'tick' }));
      await learner.catchUp(signal);
    }
    if (now >= this.#lastExportMs + exportMs && (learner.joined > this.#exportedJoined || learner.generation !== this.#exportedGeneration)) {
      await this.#export(learner);
      this.#lastExportMs = now;
    }
    if (now >= this.#nextCheckpointMs && learner.position > this.#checkpointPosition) await this.#checkpoint(learner);
    if (learner.waiting === 0 && now - this.#lastWorkMs > IDLE_MS) await this.#letGo(learner);
    const untilTick = learner.tickDueMs === undefined ? Infinity : Math.max(1, learner.tickDueMs - now);
    return Math.min(FOLLOW_MS, exportMs, untilTick);
  }

  /** Leaves a checkpoint for the process that goes on. */
  async end(): Promise<void> {
    if (this.#learner && this.#learner.position > this.#checkpointPosition) await this.#checkpoint(this.#learner);
  }

  async #open({ value: { generation, settings, policy, model } }: Stored<Loop>): Promise<Learner> {
    const { services } = this.#context;
    const checkpoint = await services.records.get(checkpoints, this.#account, ONLY);
    this.#lastWorkMs = services.clock.now();
    if (!checkpoint) return new Learner(this.#account, services, { generation, rules: rulesOf(settings), policy: policy.arguments });
    const bytes = await services.blobs.get(this.#account, checkpoint.value.blob);
    if (!bytes) throw new Error(`The checkpoint ${checkpoint.value.blob} is missing.`);
    const learner = Learner.restored(this.#account, services, bytes);
    this.#checkpointPosition = learner.position;
    this.#exportedGeneration = learner.generation;
    if ((model?.position ?? 0) < learner.position) this.#exportedJoined = NOTHING_EXPORTED;
    return learner;
  }

  async #export(learner: Learner): Promise<void> {
    const { services } = this.#context;
    const { joined, generation, position } = learner;
    const blob = await services.blobs.put(this.#account, learner.exported());
    for (let spans: LearningWindow[] | undefined; ;) {
      const read = await services.records.get(loops, this.#account, ONLY);
      if (read?.value.generation !== generation) return;
      spans ??= learner.takeWindows();
      const change = new Change().replace(loops, this.#account, read, { ...read.value, model: { blob, position, exportedAt: services.clock.now() } });
      for (const window of spans) change.put(windows, this.#account, windowKey(window.startMs, window.position), window);
      try {
        await this.#context.commit(change);
      } catch (error) {
        if (error instanceof Conflict) continue;
        throw error;
      }
      this.#exportedJoined = joined;
      this.#exportedGeneration = generation;
      await this.#supersede(read.value.model?.blob);
      return;
    }
  }

  /** The model before the last stays until the next export: a process may be about to read it. */
  async #supersede(blob: string | undefined): Promise<void> {
    const { records, blobs } = this.#context.services;
    const older = this.#superseded;
    this.#superseded = blob;
    if (older !== undefined && !await records.isBlobUsed(this.#account, older)) await blobs.delete(this.#account, older);
  }

  async #checkpoint(learner: Learner): Promise<void> {
    const { services } = this.#context;
    const begun = performance.now();
    const { position } = learner;
    const before = await services.records.get(checkpoints, this.#account, ONLY);
    const blob = await services.blobs.put(this.#account, learner.checkpoint());
    const change = new Change().put(checkpoints, this.#account, ONLY, { blob, position });
    for (const window of learner.takeWindows()) change.put(windows, this.#account, windowKey(window.startMs, window.position), window);
    await this.#context.commit(change);
    if (before) await services.blobs.delete(this.#account, before.value.blob);
    this.#checkpointPosition = position;
    this.#nextCheckpointMs = services.clock.now() + Math.max(CHECKPOINT_MS, (performance.now() - begun) / CHECKPOINT_SHARE);
  }

  async #letGo(learner: Learner): Promise<void> {
    if (learner.position > this.#checkpointPosition) await this.#checkpoint(learner);
    this.#learner = undefined;
    this.#exportedJoined = 0;
  }

  async #keepLog(days: number): Promise<void> {
    const { services } = this.#context;
    const now = services.clock.now();
    if (days < 0 || now < this.#nextRetentionMs) return;
    this.#nextRetentionMs = now + RETENTION_CHECK_MS;
    await services.records.dropEvents(this.#account, LOG, now - days * DAY_MS);
  }
}
