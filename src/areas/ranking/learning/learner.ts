/**
 * The learner of a loop: a function of its log.
 *
 * It reads the log entry by entry, joins decisions with their rewards (engines/bandits/join.ts) and trains
 * the model with what is joined. Everything it knows is a function of the entries up to its position, so
 * that a learner restored from a checkpoint and one that reads the log from its beginning are equal, bit
 * for bit. A settings entry begins the model anew, trained on the two days of log before it under the new
 * rules; a model entry puts another model in its place.
 *
 * Waiting events are known by their position in the log; what was decided is read again when the event is
 * trained, mostly from the entries read last. An event whose entry was deleted from the log trains nothing.
 */
import type { Ports } from '../../../kernel/ports.ts';
import { readCheckpoint, writeCheckpoint } from '../../../engines/bandits/checkpoint.ts';
import { Example, readExample } from '../../../engines/bandits/features/example.ts';
import type { Allowed } from '../../../engines/bandits/decisions/explore.ts';
import { FeatureReader } from '../../../engines/bandits/features/features.ts';
import { Joiner } from '../../../engines/bandits/learning/join.ts';
import type { JoinRules, JoinState, Joined } from '../../../engines/bandits/learning/join.ts';
import { Model } from '../../../engines/bandits/model.ts';
import { parsePolicy } from '../../../engines/bandits/policy.ts';
import { openPerSlot } from '../../../engines/bandits/decisions/slots.ts';
import type { Event } from '../../../kernel/ports/store.ts';
import { allowedIn } from '../rank/decide.ts';
import { RETRAIN_MS, WINDOW_MS, baselineOf, headOf } from '../model.ts';
import type { LearningMode, LearningWindow, LogEntry, ModelEntry, RankEntry, SettingsEntry } from '../model.ts';
import { LOG, positionAt } from '../store.ts';

/** What a checkpoint holds beside the weights. */
interface Note { position: number; generation: number; rules: JoinRules; join: JoinState; window?: LearningWindow; nowMs: number }

/** A window that counts everything. */
type OpenWindow = Required<LearningWindow>;

const READ_AT_ONCE = 100;
const RECENT_ENTRIES = 20_000;

export class Learner {
  readonly #account: string;
  readonly #services: Ports;
  readonly #reader = new FeatureReader();
  readonly #example = new Example();
  /** Decisions read last, as they are stored, by position; the oldest go first. */
  readonly #recent = new Map<number, string>();
  #model: Model;
  #rules: JoinRules;
  #joiner: Joiner;
  #generation: number;
  #position = 0;
  #nowMs = 0;
  #window: OpenWindow | undefined;
  #closed: LearningWindow[] = [];
  /** Events trained or counted since the learner was opened. */
  joined = 0;

  /** A learner that has read nothing; the rules are those that hold until the log names others. */
  constructor(account: string, services: Ports, { generation, rules, policy }: Omit<SettingsEntry, 'kind'>) {
    this.#account = account;
    this.#services = services;
    this.#generation = generation;
    this.#rules = rules;
    this.#joiner = new Joiner(rules);
    this.#model = new Model(parsePolicy(policy));
  }

  static restored(account: string, services: Ports, checkpoint: Uint8Array): Learner {
    const { model, note } = readCheckpoint(checkpoint);
    const { position, generation, rules, join, window, nowMs } = JSON.parse(note) as Note;
    const learner = new Learner(account, services, { generation, rules, policy: model.policy.arguments });
    learner.#model = model;
    learner.#joiner = new Joiner(rules, join);
    learner.#position = position;
    // A window of before all of this was counted stays as it is; another goes on in the same span.
    if (window?.baselineRarity === undefined) learner.#closed = window ? [window] : [];
    else learner.#window = window as OpenWindow;
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

  /** When the log needs a tick because an event is done that no later entry shows to be. */
  get tickDueMs(): number | undefined {
    return this.#joiner.nextExpiryMs;
  }

  /** The windows that changed since they were last asked for, the one that is still open last. */
  takeWindows(): LearningWindow[] {
    const taken = [...this.#closed, ...this.#window ? [this.#window] : []];
    this.#closed = [];
    return taken;
  }

  /** Where to go on from, in bytes. */
  checkpoint(): Uint8Array {
    const note: Note = { position: this.#position, generation: this.#generation, rules: this.#rules, join: this.#joiner.state(), window: this.#window, nowMs: this.#nowMs };
    return writeCheckpoint(this.#model, JSON.stringify(note));
  }

  /** The model alone, in bytes, as it ranks. */
  exported(): Uint8Array {
    return writeCheckpoint(this.#model);
  }

  /** Reads the log to its end, or as far as the position given. */
  async catchUp(signal?: AbortSignal, upTo = Infinity): Promise<void> {
    while (!signal?.aborted && this.#position < upTo) {
      const entries = await this.#services.records.readEvents<LogEntry>(this.#account, LOG, this.#position, Math.min(READ_AT_ONCE, upTo - this.#position));
      for (const event of entries) {
        await this.#follow(event, signal);
        this.#position = event.position;
      }
      if (entries.length < READ_AT_ONCE) return;
      await turn();
    }
  }

  async #follow(event: Event<LogEntry>, signal?: AbortSignal): Promise<void> {
    const head = headOf(event.text);
    if (head.kind === 'settings') await this.#begin(head, event, signal);
    else if (head.kind === 'model') await this.#replace(head);
    else await this.#observe(event, head, true);
  }

  /** Other rules: a new model, trained by them on the log of the last days. */
  async #begin({ generation, rules, policy }: SettingsEntry, { position, at }: Event, signal?: AbortSignal): Promise<void> {
    this.#generation = generation;
    this.#rules = rules;
    this.#joiner = new Joiner(rules);
    this.#model = new Model(parsePolicy(policy));
    for (let after = await positionAt(this.#services, this.#account, at - RETRAIN_MS) - 1; ;) {
      signal?.throwIfAborted();
      const entries = (await this.#services.records.readEvents<LogEntry>(this.#account, LOG, after, READ_AT_ONCE)).filter((event) => event.position < position);
      for (const event of entries) {
        const head = headOf(event.text);
        if (head.kind !== 'settings' && head.kind !== 'model') await this.#observe(event, head, false);
      }
      if (entries.length < READ_AT_ONCE) return;
      after = entries.at(-1)!.position;
      await turn();
    }
  }

  async #replace({ generation, policy, blob }: ModelEntry): Promise<void> {
    const bytes = blob === undefined ? undefined : await this.#services.blobs.get(this.#account, blob);
    this.#generation = generation;
    // A model that is gone was replaced by a later entry.
    this.#model = bytes ? readCheckpoint(bytes).model : new Model(parsePolicy(policy));
  }

  async #observe({ position, at, text }: Event, head: Exclude<ReturnType<typeof headOf>, SettingsEntry | ModelEntry>, counted: boolean): Promise<void> {
    if (at > this.#nowMs) this.#nowMs = at;
    switch (head.kind) {
      case 'rank':
        this.#remember(position, text);
        await this.#train(this.#joiner.ranked({ eventId: head.eventId, position, atMs: at, deferred: head.deferred ?? false, slots: head.slotIds }), counted);
        break;
      case 'reward':
        for (const { slotId, value: reward } of head.rewards) await this.#train(this.#joiner.rewarded(head.eventId, reward, at, slotId), counted);
        break;
      case 'activate':
        await this.#train(this.#joiner.activated(head.eventId, at), counted);
        break;
      default:
        await this.#train(this.#joiner.advance(at), counted);
    }
  }

  async #train(joined: readonly Joined[], counted: boolean): Promise<void> {
    for (const { position, eventId, rewards } of joined) {
      const ranked = this.#recent.get(position) ?? await this.#read(position);
      this.#recent.delete(position);
      if (ranked !== undefined) this.#learn(JSON.parse(ranked) as RankEntry, { position, eventId, rewards }, counted);
    }
  }

  #learn({ request, decisions, mode }: RankEntry, { position, eventId, rewards }: Joined, counted: boolean): void {
    const model = this.#model;
    readExample(this.#reader, request, this.#example);
    const chosen = decisions.map((decision) => decision.chosen);
    const allowed = request.slots ? openPerSlot(allowedIn(request), chosen) : allowedIn(request);
    const learns = mode !== 'LoggingOnly' && model.policy.multiSlot === (request.slots !== undefined);
    decisions.forEach(({ chosen: shown, probabilities }, s) => {
      const slot = request.slots ? s : -1;
      const reward = rewards[s]!;
      const open = allowed[s]!;
      const baseline = baselineOf(request, open, s);
      if (counted) this.#count(mode, position, { shown, probabilities, reward, baseline, matched: this.#favourite(open, slot) === baseline });
      if (!learns) return;
      if (mode === 'Apprentice') model.imitate(this.#example, baseline, open, slot);
      else model.learn(this.#example, { eventId, slot, chosen: shown, probability: probabilities[shown]!, reward, allowed: open });
    });
    this.joined++;
  }

  /** The action that the model thinks best; none as long as it knows nothing. */
  #favourite(open: Allowed, slot: number): number {
    if (this.#model.count === 0) return -1;
    const scores = this.#model.scores(this.#example, slot);
    let best = -1;
    for (let k = 0; k < scores.length; k++) if (open[k] && (best < 0 || scores[k]! > scores[best]!)) best = k;
    return best;
  }

  #count(mode: LearningMode, position: number, { shown, probabilities, reward, baseline, matched }: { shown: number; probabilities: readonly number[]; reward: number; baseline: number; matched: boolean }): void {
    const startMs = Math.floor(this.#nowMs / WINDOW_MS) * WINDOW_MS;
    if (this.#window && (this.#window.startMs !== startMs || this.#window.mode !== mode)) {
      this.#closed.push(this.#window);
      this.#window = undefined;
    }
    const window = this.#window ??= { startMs, position, mode, events: 0, reward: 0, rewardSquares: 0, explored: 0, matched: 0, matchedReward: 0, baselineWeight: 0, baselineReward: 0, baselineSquares: 0, baselineWeightSquares: 0, baselineCross: 0, baselineRewardSquares: 0, baselineRarity: 0, baselineUnseen: 0, leastReward: reward, mostReward: reward };
    window.events++;
    window.reward += reward;
    window.rewardSquares += reward * reward;
    window.leastReward = Math.min(window.leastReward, reward);
    window.mostReward = Math.max(window.mostReward, reward);
    if (probabilities[shown]! < Math.max(...probabilities)) window.explored++;
    if (matched) {
      window.matched++;
      window.matchedReward += reward;
    }
    const chance = probabilities[baseline] ?? 0;
    if (chance > 0) window.baselineRarity += 1 / chance;
    else window.baselineUnseen++;
    if (shown !== baseline) return;
    const weight = 1 / chance;
    window.baselineWeight += weight;
    window.baselineReward += weight * reward;
    window.baselineSquares += (weight * reward) ** 2;
    window.baselineWeightSquares += weight * weight;
    window.baselineCross += weight * weight * reward;
    window.baselineRewardSquares += weight * reward * reward;
  }

  #remember(position: number, text: string): void {
    this.#recent.set(position, text);
    if (this.#recent.size > RECENT_ENTRIES) this.#recent.delete(this.#recent.keys().next().value!);
  }

  /** Events expire in the order of their ranks, so that the decisions after the one asked for are wanted next. */
  async #read(position: number): Promise<string | undefined> {
    const entries = await this.#services.records.readEvents<LogEntry>(this.#account, LOG, position - 1, READ_AT_ONCE);
    for (const event of entries) if (event.position < this.#position && headOf(event.text).kind === 'rank') this.#remember(event.position, event.text);
    const [first] = entries;
    return first?.position === position && headOf(first.text).kind === 'rank' ? first.text : undefined;
  }
}

/** Lets requests go first. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
