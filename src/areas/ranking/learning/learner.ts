/**
 * The learner of a loop: a function of its log.
 *
 * It reads the log entry by entry, joins decisions with their rewards (engines/ranking/learning/join.ts) and trains the model with the
 * joined events. Its state depends only on the entries up to its position, so a learner that is restored from a checkpoint and one that
 * reads the log from the start are identical, bit for bit. A settings entry starts a new model, trained with the new rules on the two days
 * of log before it, or the days that it says; a model entry replaces the model.
 *
 * Waiting events are identified by their log position. The decision is read again when the event is trained, usually from the recently
 * read entries. An event whose entry was deleted from the log is not trained.
 */
import type { Ports } from '../../../kernel/ports.ts';
import { completeSums } from '../../../engines/ranking/evaluation/value.ts';
import { readCheckpoint, writeCheckpoint } from '../../../engines/ranking/checkpoint.ts';
import { Example, readExample } from '../../../engines/ranking/features/example.ts';
import type { Allowed } from '../../../engines/ranking/decisions/explore.ts';
import { FeatureReader } from '../../../engines/ranking/features/features.ts';
import { Joiner } from '../../../engines/ranking/learning/join.ts';
import type { JoinRules, JoinState, Joined } from '../../../engines/ranking/learning/join.ts';
import { Model } from '../../../engines/ranking/model.ts';
import { parsePolicy } from '../../../engines/ranking/policy.ts';
import { openPerSlot } from '../../../engines/ranking/decisions/slots.ts';
import type { Event } from '../../../kernel/ports/store.ts';
import { allowedActions } from '../rank/decide.ts';
import { RecentDecisions } from './recent-decisions.ts';
import { DAY_MS, DEFAULT_RETRAIN_DAYS, WINDOW_MS, findBaseline, parseHead } from '../model.ts';
import { countDecision, newWindow } from '../log/learning-window.ts';
import type { CountedDecision, OpenWindow } from '../log/learning-window.ts';
import type { LearningMode, LearningWindow, LogEntry, ModelEntry, RankEntry, SettingsEntry } from '../model.ts';
import { LOG, findPosition } from '../store.ts';

/** Stored in a checkpoint next to the weights. */
interface CheckpointNote {
  position: number;
  generation: number;
  rules: JoinRules;
  join: JoinState;
  window?: LearningWindow;
  nowMs: number;
}

const BATCH_SIZE = 100;
/** Of a checkpoint, between which other work runs. */
const SLICE_SIZE = 1000;

/** Learning is synchronous, so all learners share one reader and one example. */
const reader = new FeatureReader();
const example = new Example();

export class Learner {
  readonly #account: string;
  readonly #services: Ports;
  readonly #recent: RecentDecisions;
  #model: Model;
  #rules: JoinRules;
  #joiner: Joiner;
  #generation: number;
  #position = 0;
  #nowMs = 0;
  /** The model is of an earlier version's learner. */
  #isOutdated = false;
  #window: OpenWindow | undefined;
  #closedWindows: LearningWindow[] = [];
  /** Events trained or counted since the learner was created. */
  joinedCount = 0;

  /** A learner at the start of the log, with the rules that apply until a settings entry. */
  constructor(account: string, services: Ports, { generation, rules, policy }: Omit<SettingsEntry, 'kind' | 'retrainDays'>) {
    this.#account = account;
    this.#services = services;
    this.#recent = new RecentDecisions(account, services);
    this.#generation = generation;
    this.#rules = rules;
    this.#model = new Model(parsePolicy(policy));
    this.#joiner = new Joiner(rules, { isEarly: this.#model.automatic !== null });
  }

  /** With `isRebuilt`, a model of an earlier version's learner is trained anew on the recent log. */
  static restore(account: string, services: Ports, checkpoint: Uint8Array, isRebuilt = false): Learner {
    const { model, note } = readCheckpoint(checkpoint);
    const { position, generation, rules, join, window, nowMs } = JSON.parse(note) as CheckpointNote;
    const learner = new Learner(account, services, { generation, rules, policy: model.policy.arguments });
    learner.#isOutdated = isRebuilt && model.automatic === null && learner.#model.automatic !== null;
    learner.#model = model;
    learner.#joiner = new Joiner(rules, { state: join, isEarly: model.automatic !== null });
    learner.#position = position;
    // A window of an older version stays unchanged; another one is started for the same five minutes.
    if (window?.baselineSums === undefined) learner.#closedWindows = window ? [window] : [];
    else learner.#window = { ...window, baselineSums: completeSums(window.baselineSums) };
    learner.#nowMs = nowMs;
    return learner;
  }

  get position(): number {
    return this.#position;
  }

  get generation(): number {
    return this.#generation;
  }

  get waiting(): number {
    return this.#joiner.waiting;
  }

  /** When the log needs a tick, because the wait time of an event ends and no later entry shows it. */
  get tickDueMs(): number | undefined {
    return this.#joiner.nextExpiryMs;
  }

  /** The windows that changed since the last call; the open one is last. */
  takeWindows(): LearningWindow[] {
    const changed = [...this.#closedWindows, ...(this.#window ? [this.#window] : [])];
    this.#closedWindows = [];
    return changed;
  }

  /** The complete state, from which `restore` resumes. Nothing may be learned until it is there. */
  async checkpoint(): Promise<Uint8Array> {
    const { waiting, ...join } = this.#joiner.state();
    const events: string[] = [];
    // There may be hundreds of thousands, and others wait for this thread.
    for (let i = 0; i < waiting.length; i += SLICE_SIZE) {
      if (i > 0) await yieldToOtherWork();
      events.push(JSON.stringify(waiting.slice(i, i + SLICE_SIZE)).slice(1, -1));
    }
    const note: CheckpointNote = {
      position: this.#position,
      generation: this.#generation,
      rules: this.#rules,
      join: { ...join, waiting: [] },
      window: this.#window,
      nowMs: this.#nowMs,
    };
    return writeCheckpoint(
      this.#model,
      JSON.stringify(note).replace('"waiting":[]', () => `"waiting":[${events.join(',')}]`),
    );
  }

  /** The model alone, for rank. */
  exportModel(): Uint8Array {
    return writeCheckpoint(this.#model);
  }

  /** Reads the log to its end, or up to a position. */
  async catchUp(signal?: AbortSignal, upTo = Infinity): Promise<void> {
    if (this.#isOutdated) await this.#rebuild(signal);
    while (!signal?.aborted && this.#position < upTo) {
      const entries = await this.#services.records.readEvents<LogEntry>(
        this.#account,
        LOG,
        this.#position,
        Math.min(BATCH_SIZE, upTo - this.#position),
      );
      for (const event of entries) {
        // Most entries are decisions that wait for their rewards: nothing to wait for here.
        const applied = this.#applyEntry(event, signal);
        if (applied) await applied;
        this.#position = event.position;
      }
      if (entries.length < BATCH_SIZE) return;
      await yieldToOtherWork();
    }
  }

  #applyEntry(event: Event<LogEntry>, signal?: AbortSignal): Promise<void> | undefined {
    const head = parseHead(event.text);
    if (head.kind === 'settings') return this.#retrain(head, event, signal);
    if (head.kind === 'model') return this.#replaceModel(head);
    return this.#observe(event, head, true);
  }

  /** Starts a new model with new rules, trained on the recent log. */
  async #retrain(
    { generation, rules, policy, retrainDays }: SettingsEntry,
    { position, at }: Pick<Event, 'position' | 'at'>,
    signal?: AbortSignal,
  ): Promise<void> {
    this.#generation = generation;
    this.#rules = rules;
    this.#model = new Model(parsePolicy(policy));
    this.#joiner = new Joiner(rules, { isEarly: this.#model.automatic !== null });
    const from = at - (retrainDays ?? DEFAULT_RETRAIN_DAYS) * DAY_MS;
    for (let after = (await findPosition(this.#services, this.#account, from)) - 1; ;) {
      signal?.throwIfAborted();
      const entries = (await this.#services.records.readEvents<LogEntry>(this.#account, LOG, after, BATCH_SIZE)).filter(
        (event) => event.position < position,
      );
      for (const event of entries) {
        const head = parseHead(event.text);
        if (head.kind !== 'settings' && head.kind !== 'model') await this.#observe(event, head, false);
      }
      if (entries.length < BATCH_SIZE) return;
      after = entries.at(-1)!.position;
      await yieldToOtherWork();
    }
  }

  async #rebuild(signal?: AbortSignal): Promise<void> {
    const settings: SettingsEntry = {
      kind: 'settings',
      generation: this.#generation,
      rules: this.#rules,
      policy: this.#model.policy.arguments,
    };
    await this.#retrain(settings, { position: this.#position + 1, at: this.#nowMs }, signal);
    this.#isOutdated = false;
    this.joinedCount++;
  }

  async #replaceModel({ generation, policy, blob }: ModelEntry): Promise<void> {
    const bytes = blob === undefined ? undefined : await this.#services.blobs.get(this.#account, blob);
    this.#generation = generation;
    // If the blob is gone, a later entry has replaced the model.
    this.#model = bytes ? readCheckpoint(bytes).model : new Model(parsePolicy(policy));
    this.#joiner.isEarly = this.#model.automatic !== null;
  }

  #observe(
    { position, at, text }: Event,
    head: Exclude<ReturnType<typeof parseHead>, SettingsEntry | ModelEntry>,
    counted: boolean,
  ): Promise<void> | undefined {
    if (at > this.#nowMs) this.#nowMs = at;
    if (head.kind === 'rank') this.#recent.remember(position, text);
    const joined = this.#join(head, position, at);
    return joined.length > 0 ? this.#train(joined, counted) : undefined;
  }

  /** What an entry makes ready to learn. */
  #join(head: Exclude<ReturnType<typeof parseHead>, SettingsEntry | ModelEntry>, position: number, atMs: number): readonly Joined[] {
    switch (head.kind) {
      case 'rank':
        return this.#joiner.ranked({ eventId: head.eventId, position, atMs, deferred: head.deferred ?? false, slots: head.slotIds });
      case 'reward':
        return head.rewards.flatMap(({ slotId, value }) => this.#joiner.rewarded(head.eventId, value, atMs, slotId));
      case 'activate':
        return this.#joiner.activated(head.eventId, atMs);
      default:
        return this.#joiner.advance(atMs);
    }
  }

  async #train(joined: readonly Joined[], counted: boolean): Promise<void> {
    for (const event of joined) {
      const ranked = await this.#recent.get(event.position, this.#position);
      if (ranked !== undefined) this.#learn(JSON.parse(ranked) as RankEntry, event, counted && event.isDone);
    }
  }

  #learn({ request, decisions, mode }: RankEntry, { position, eventId, rewards, part, isDone }: Joined, counted: boolean): void {
    const model = this.#model;
    readExample(reader, request, example);
    const chosen = decisions.map((decision) => decision.chosen);
    const allowed = request.slots ? openPerSlot(allowedActions(request), chosen) : allowedActions(request);
    if (request.slots) example.shown = chosen;
    const isTrained = mode !== 'LoggingOnly' && model.policy.multiSlot === (request.slots !== undefined);
    decisions.forEach(({ chosen: shown, probabilities }, s) => {
      const slot = request.slots ? s : -1;
      const reward = rewards[s]!;
      const slotAllowed = allowed[s]!;
      const baseline = findBaseline(request, slotAllowed, s);
      if (counted) {
        const predictions = model.scores(example, slot);
        const matched = model.count > 0 && bestAction(predictions, slotAllowed) === baseline;
        this.#count(mode, position, { chosen: shown, probabilities, reward, baseline, predictions, matched });
      }
      if (!isTrained) return;
      if (mode !== 'Apprentice')
        model.learn(example, {
          eventId,
          slot,
          chosen: shown,
          probability: probabilities[shown]!,
          reward,
          allowed: slotAllowed,
          ...(part && { part: { share: part.share, target: part.targets[s]!, isFirst: part.isFirst } }),
        });
      else if (isDone) model.imitate(example, baseline, slotAllowed, slot);
    });
    this.joinedCount++;
  }

  #count(mode: LearningMode, position: number, decision: CountedDecision): void {
    const startMs = Math.floor(this.#nowMs / WINDOW_MS) * WINDOW_MS;
    if (this.#window && (this.#window.startMs !== startMs || this.#window.mode !== mode)) {
      this.#closedWindows.push(this.#window);
      this.#window = undefined;
    }
    countDecision((this.#window ??= newWindow({ startMs, position, mode })), decision);
  }
}

/** The allowed action with the highest score. */
function bestAction(scores: ArrayLike<number>, allowed: Allowed): number {
  let best = -1;
  for (let k = 0; k < scores.length; k++) if (allowed[k] && (best < 0 || scores[k]! > scores[best]!)) best = k;
  return best;
}

/** Lets waiting requests run first. */
function yieldToOtherWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
