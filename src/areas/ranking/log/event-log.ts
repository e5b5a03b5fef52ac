/**
 * Events as the log tells them: what was decided, and what came of it. Rewards lie anywhere after their decision, so
 * that a page of events is found going back, and then joined going forward, by the rules that hold now. Either way at
 * most so many entries are read for a call, however long the log is.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { JoinRules } from '../../../engines/bandits/learning/join.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Event } from '../../../kernel/ports/store.ts';
import { allowedIn } from '../rank/decide.ts';
import { baselineOf, headOf } from '../model.ts';
import type { LogEntry, RankEntry } from '../model.ts';
import { LOG } from '../store.ts';

export interface Decided { position: number; at: number; entry: RankEntry }

export interface GivenReward { at: number; slotId?: string; value: number; counted: boolean }

/** `Repeated`: its id was waiting already. `Unknown`: what came of it lies further on than is read for one call. */
export type EventState = 'Waiting' | 'Rewarded' | 'DefaultReward' | 'NotActivated' | 'Repeated' | 'Unknown';

export interface LoggedEvent extends Decided {
  state: EventState;
  /** One for each decision; undefined as long as it has none. */
  rewards: (number | undefined)[];
  given: GivenReward[];
  activatedAt?: number;
}

export interface Found { events: Decided[]; /** Before this position there may be more. */ before?: number; /** When the oldest entry was logged that was looked at. */ oldestAt?: number }

const READ_AT_ONCE = 500;
export const MOST_READ = 20_000;

/** Decisions of a stretch of the log, newest first: those wanted, at most so many. With an event id the others are not even read whole. */
export async function decisionsBackFrom({ records }: Pick<Ports, 'records'>, account: string, { first, last, limit, eventId, wanted }: { first: number; last: number; limit: number; eventId?: string; wanted: (decided: Decided) => boolean }): Promise<Found> {
  const events: Decided[] = [];
  let oldestAt: number | undefined;
  let to = last;
  for (let read = 0; to >= first && read < MOST_READ; await turn()) {
    const from = Math.max(first, to - READ_AT_ONCE + 1);
    const entries = await records.readEvents<LogEntry>(account, LOG, from - 1, to - from + 1);
    read += to - from + 1;
    // Entries that were dropped meanwhile are not there: the next ones in their place are not of this stretch.
    for (const event of entries.filter(({ position }) => position <= to).reverse()) {
      oldestAt = event.at;
      const head = headOf(event.text);
      if (head.kind !== 'rank' || (eventId !== undefined && head.eventId !== eventId)) continue;
      const decided = decidedIn(event);
      if (!wanted(decided)) continue;
      events.push(decided);
      if (events.length === limit) return { events, oldestAt, ...event.position > first && { before: event.position } };
    }
    to = from - 1;
  }
  return { events, oldestAt, ...to >= first && { before: to + 1 } };
}

export function decidedIn({ position, at, value }: Event<LogEntry>): Decided {
  return { position, at, entry: value as RankEntry };
}

/** The events with what came of them; `whole`: with rewards that came too late to count, as long as the wait time lasts. */
export async function joined({ records, clock }: Pick<Ports, 'records' | 'clock'>, account: string, decided: readonly Decided[], { rules, whole = false }: { rules: JoinRules; whole?: boolean }): Promise<LoggedEvent[]> {
  const join = new Outcomes(decided, rules, whole);
  let after = Math.min(...decided.map(({ position }) => position)) - 1;
  for (let read = 0; join.waiting > 0; await turn()) {
    if (read >= MOST_READ) return join.events(decided, undefined);
    const entries = await records.readEvents<LogEntry>(account, LOG, after, READ_AT_ONCE);
    for (const event of entries) join.follow(event);
    if (entries.length < READ_AT_ONCE) break;
    read += entries.length;
    after = entries.at(-1)!.position;
  }
  return join.events(decided, clock.now());
}

interface Outcome { decided: Decided; endsAt: number; given: GivenReward[]; rewards: (number | undefined)[]; activatedAt?: number; repeated: boolean }

class Outcomes {
  readonly #rules: JoinRules;
  readonly #whole: boolean;
  readonly #toCome: Map<number, Decided>;
  readonly #all = new Map<number, Outcome>();
  /** Those whose time has not come, by event id, in the order of their decisions. */
  readonly #open = new Map<string, Outcome>();

  constructor(decided: readonly Decided[], rules: JoinRules, whole: boolean) {
    this.#toCome = new Map(decided.map((one) => [one.position, one]));
    this.#rules = rules;
    this.#whole = whole;
  }

  get waiting(): number {
    return this.#toCome.size + this.#open.size;
  }

  follow({ position, at, text }: Event<LogEntry>): void {
    for (const [id, { endsAt }] of this.#open) {
      if (endsAt > at) break;
      this.#open.delete(id);
    }
    const decided = this.#toCome.get(position);
    if (decided) return this.#begin(decided);
    const head = headOf(text);
    if (head.kind !== 'reward' && head.kind !== 'activate') return;
    const outcome = this.#open.get(head.eventId);
    if (!outcome) return;
    if (head.kind === 'activate') outcome.activatedAt ??= at;
    else for (const { slotId, value } of head.rewards) this.#reward(outcome, { at, slotId, value });
    if (!this.#whole && this.#rules.aggregation === 'earliest' && !isInactive(outcome) && !outcome.rewards.includes(undefined)) this.#open.delete(head.eventId);
  }

  #begin(decided: Decided): void {
    const { position, at, entry: { eventId, decisions } } = decided;
    const outcome: Outcome = { decided, endsAt: at + this.#rules.waitMs, given: [], rewards: decisions.map(() => undefined), repeated: this.#open.has(eventId) };
    this.#toCome.delete(position);
    this.#all.set(position, outcome);
    if (!outcome.repeated) this.#open.set(eventId, outcome);
  }

  #reward({ decided: { entry: { slotIds } }, given, rewards }: Outcome, { at, slotId, value }: Omit<GivenReward, 'counted'>): void {
    const slot = slotId === undefined ? slotIds ? -1 : 0 : slotIds?.indexOf(slotId) ?? -1;
    const counted = slot >= 0 && (rewards[slot] === undefined || this.#rules.aggregation === 'sum');
    given.push({ at, ...slotId !== undefined && { slotId }, value, counted });
    if (counted) rewards[slot] = (rewards[slot] ?? 0) + value;
  }

  /** `now` is undefined where not all was read that may matter. */
  events(decided: readonly Decided[], now: number | undefined): LoggedEvent[] {
    return decided.map((one) => {
      // One that was dropped from the log meanwhile has no outcome.
      const outcome = this.#all.get(one.position);
      if (!outcome) return { ...one, state: 'Unknown', rewards: one.entry.decisions.map(() => undefined), given: [] };
      const { given, rewards, activatedAt } = outcome;
      const state = stateOf(outcome, now);
      const missing = state === 'DefaultReward' || (state === 'Rewarded' && rewards.includes(undefined)) ? this.#rules.defaultReward : undefined;
      return { ...one, state, given, ...activatedAt !== undefined && { activatedAt }, rewards: rewards.map((reward) => reward ?? missing) };
    });
  }
}

function isInactive({ decided: { entry }, activatedAt }: Outcome): boolean {
  return entry.deferred === true && activatedAt === undefined;
}

function stateOf(outcome: Outcome, now: number | undefined): EventState {
  const { repeated, rewards, endsAt } = outcome;
  if (repeated) return 'Repeated';
  if (!isInactive(outcome) && !rewards.includes(undefined)) return 'Rewarded';
  if (now === undefined) return 'Unknown';
  if (endsAt > now) return 'Waiting';
  if (isInactive(outcome)) return 'NotActivated';
  return rewards.every((reward) => reward === undefined) ? 'DefaultReward' : 'Rewarded';
}

export interface DecisionView { slotId?: string; actionId: string; probability: number; explored: boolean; isBaseline: boolean; /** With which the baseline would have been shown; 0 where it could not be. */ baselineProbability: number; reward?: number }

/** What was shown in each slot, or at all, and what it earned. */
export function decisionViews({ entry: { request, decisions }, rewards }: LoggedEvent): DecisionView[] {
  const allowed = allowedIn(request);
  return decisions.map(({ chosen, probabilities }, slot) => {
    const baseline = baselineOf(request, allowed[slot]!, slot);
    return {
      ...request.slots && { slotId: request.slots[slot]!.id }, actionId: request.actions[chosen]!.id, probability: probabilities[chosen]!,
      explored: probabilities[chosen]! < Math.max(...probabilities), isBaseline: baseline === chosen, baselineProbability: probabilities[baseline] ?? 0,
      ...rewards[slot] !== undefined && { reward: rewards[slot] },
    };
  });
}
