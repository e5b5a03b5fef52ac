/**
 * Events read from the log: decisions and their rewards. A reward can be anywhere after its decision, so a page of decisions is read
 * backwards, and then joined with rewards by reading forwards, with the current settings. Each direction reads at most MAX_ENTRIES_READ
 * entries per call, however long the log is.
 */
import { setImmediate as yieldToOtherWork } from 'node:timers/promises';
import { addReward, totalReward } from '../../../engines/ranking/learning/join.ts';
import type { JoinRules, RewardSum } from '../../../engines/ranking/learning/join.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Event } from '../../../kernel/ports/store.ts';
import { allowedActions } from '../rank/decide.ts';
import { findBaseline, parseHead } from '../model.ts';
import type { LogEntry, RankEntry } from '../model.ts';
import { LOG } from '../store.ts';

export interface LoggedDecision {
  position: number;
  at: number;
  entry: RankEntry;
}

export interface ReceivedReward {
  at: number;
  slotId?: string;
  value: number;
  counted: boolean;
}

/** `Repeated`: an earlier event with its id was still waiting. `Unknown`: its reward may be after the entries that one call reads. */
export type EventState = 'Waiting' | 'Rewarded' | 'DefaultReward' | 'NotActivated' | 'Repeated' | 'Unknown';

export interface LoggedEvent extends LoggedDecision {
  state: EventState;
  /** One per decision; undefined while there is none. */
  rewards: (number | undefined)[];
  receivedRewards: ReceivedReward[];
  activatedAt?: number;
}

export interface DecisionPage {
  events: LoggedDecision[];
  /** There may be more before this position. */
  before?: number;
  /** Time of the oldest entry that was read. */
  oldestAt?: number;
}

const BATCH_SIZE = 500;
export const MAX_ENTRIES_READ = 20_000;

/**
 * The wanted decisions between two positions, newest first, up to a limit. With an event id, only the heads of other decisions are
 * parsed.
 */
export async function readDecisions(
  { records }: Pick<Ports, 'records'>,
  account: string,
  {
    first,
    last,
    limit,
    eventId,
    isWanted,
  }: { first: number; last: number; limit: number; eventId?: string; isWanted: (decision: LoggedDecision) => boolean },
): Promise<DecisionPage> {
  const events: LoggedDecision[] = [];
  let oldestAt: number | undefined;
  let to = last;
  for (let read = 0; to >= first && read < MAX_ENTRIES_READ; await yieldToOtherWork()) {
    const from = Math.max(first, to - BATCH_SIZE + 1);
    const entries = await records.readEvents<LogEntry>(account, LOG, from - 1, to - from + 1);
    read += to - from + 1;
    // If entries were deleted meanwhile, the store returns later ones instead, which are not part of this range.
    for (const event of entries.filter(({ position }) => position <= to).reverse()) {
      oldestAt = event.at;
      const head = parseHead(event.text);
      if (head.kind !== 'rank' || (eventId !== undefined && head.eventId !== eventId)) continue;
      const decision = toDecision(event);
      if (!isWanted(decision)) continue;
      events.push(decision);
      if (events.length === limit) return { events, oldestAt, ...(event.position > first && { before: event.position }) };
    }
    to = from - 1;
  }
  return { events, oldestAt, ...(to >= first && { before: to + 1 }) };
}

export function toDecision({ position, at, value }: Event<LogEntry>): LoggedDecision {
  return { position, at, entry: value as RankEntry };
}

/** Joins decisions with their rewards; with `allRewards` also with those that do not count but came within the wait time. */
export async function joinOutcomes(
  { records, clock }: Pick<Ports, 'records' | 'clock'>,
  account: string,
  decisions: readonly LoggedDecision[],
  { rules, allRewards = false }: { rules: JoinRules; allRewards?: boolean },
): Promise<LoggedEvent[]> {
  const joiner = new OutcomeJoiner(decisions, rules, allRewards);
  let after = Math.min(...decisions.map(({ position }) => position)) - 1;
  for (let read = 0; joiner.waiting > 0; await yieldToOtherWork()) {
    if (read >= MAX_ENTRIES_READ) return joiner.events(decisions, undefined);
    const entries = await records.readEvents<LogEntry>(account, LOG, after, BATCH_SIZE);
    for (const event of entries) joiner.read(event);
    if (entries.length < BATCH_SIZE) break;
    read += entries.length;
    after = entries.at(-1)!.position;
  }
  return joiner.events(decisions, clock.now());
}

interface Outcome {
  decision: LoggedDecision;
  endsAt: number;
  receivedRewards: ReceivedReward[];
  rewards: (RewardSum | undefined)[];
  activatedAt?: number;
  repeated: boolean;
}

class OutcomeJoiner {
  readonly #rules: JoinRules;
  readonly #allRewards: boolean;
  /** Decisions that have not been read yet, by position. */
  readonly #pending: Map<number, LoggedDecision>;
  readonly #all = new Map<number, Outcome>();
  /** Outcomes whose wait time has not ended, by event id, in the order of their decisions. */
  readonly #open = new Map<string, Outcome>();

  constructor(decisions: readonly LoggedDecision[], rules: JoinRules, allRewards: boolean) {
    this.#pending = new Map(decisions.map((decision) => [decision.position, decision]));
    this.#rules = rules;
    this.#allRewards = allRewards;
  }

  get waiting(): number {
    return this.#pending.size + this.#open.size;
  }

  read({ position, at, text }: Event<LogEntry>): void {
    for (const [id, { endsAt }] of this.#open) {
      if (endsAt > at) break;
      this.#open.delete(id);
    }
    const decision = this.#pending.get(position);
    if (decision) return this.#startWaiting(decision);
    const head = parseHead(text);
    if (head.kind !== 'reward' && head.kind !== 'activate') return;
    const outcome = this.#open.get(head.eventId);
    if (!outcome) return;
    if (head.kind === 'activate') outcome.activatedAt ??= at;
    else for (const { slotId, value } of head.rewards) this.#reward(outcome, { at, slotId, value });
    if (!this.#allRewards && this.#rules.aggregation === 'earliest' && !isInactive(outcome) && !outcome.rewards.includes(undefined))
      this.#open.delete(head.eventId);
  }

  #startWaiting(decision: LoggedDecision): void {
    const { position, at } = decision;
    const { eventId, decisions } = decision.entry;
    const outcome: Outcome = {
      decision,
      endsAt: at + this.#rules.waitMs,
      receivedRewards: [],
      rewards: decisions.map(() => undefined),
      repeated: this.#open.has(eventId),
    };
    this.#pending.delete(position);
    this.#all.set(position, outcome);
    if (!outcome.repeated) this.#open.set(eventId, outcome);
  }

  #reward({ decision, receivedRewards, rewards }: Outcome, { at, slotId, value }: Omit<ReceivedReward, 'counted'>): void {
    const { slotIds } = decision.entry;
    const slot = slotId === undefined ? (slotIds ? -1 : 0) : (slotIds?.indexOf(slotId) ?? -1);
    const total = slot < 0 ? undefined : addReward(rewards[slot], value, this.#rules.aggregation);
    receivedRewards.push({ at, ...(slotId !== undefined && { slotId }), value, counted: total !== undefined });
    if (total) rewards[slot] = total;
  }

  /** `now` is undefined if entries that may matter were not read. */
  events(decisions: readonly LoggedDecision[], now: number | undefined): LoggedEvent[] {
    return decisions.map((decision) => {
      // A decision that was deleted from the log meanwhile has no outcome.
      const outcome = this.#all.get(decision.position);
      if (!outcome) return { ...decision, state: 'Unknown', rewards: decision.entry.decisions.map(() => undefined), receivedRewards: [] };
      const { receivedRewards, rewards, activatedAt } = outcome;
      const state = eventState(outcome, now);
      const fallback =
        state === 'DefaultReward' || (state === 'Rewarded' && rewards.includes(undefined)) ? this.#rules.defaultReward : undefined;
      return {
        ...decision,
        state,
        receivedRewards,
        ...(activatedAt !== undefined && { activatedAt }),
        rewards: rewards.map((reward) => (reward ? totalReward(reward, this.#rules.aggregation) : fallback)),
      };
    });
  }
}

function isInactive({ decision: { entry }, activatedAt }: Outcome): boolean {
  return entry.deferred === true && activatedAt === undefined;
}

function eventState(outcome: Outcome, now: number | undefined): EventState {
  const { repeated, rewards, endsAt } = outcome;
  if (repeated) return 'Repeated';
  if (!isInactive(outcome) && !rewards.includes(undefined)) return 'Rewarded';
  if (now === undefined) return 'Unknown';
  if (endsAt > now) return 'Waiting';
  if (isInactive(outcome)) return 'NotActivated';
  return rewards.every((reward) => reward === undefined) ? 'DefaultReward' : 'Rewarded';
}

export interface DecisionView {
  slotId?: string;
  actionId: string;
  probability: number;
  explored: boolean;
  isBaseline: boolean;
  /** Probability of showing the baseline; 0 if it could not be shown. */
  baselineProbability: number;
  reward?: number;
}

/** The action shown in each slot, or the only one, and its reward. */
export function decisionViews({ entry: { request, decisions }, rewards }: LoggedEvent): DecisionView[] {
  const allowed = allowedActions(request);
  return decisions.map(({ chosen, probabilities }, slot) => {
    const baseline = findBaseline(request, allowed[slot]!, slot);
    return {
      ...(request.slots && { slotId: request.slots[slot]!.id }),
      actionId: request.actions[chosen]!.id,
      probability: probabilities[chosen]!,
      explored: probabilities[chosen]! < Math.max(...probabilities),
      isBaseline: baseline === chosen,
      baselineProbability: probabilities[baseline] ?? 0,
      ...(rewards[slot] !== undefined && { reward: rewards[slot] }),
    };
  });
}
