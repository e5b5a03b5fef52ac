/**
 * What the loop earned beside what the baseline would have earned, as intervals: of the newest events, which are replayed here with a
 * reward model of their own, or of a range of time, from the sums of the learning windows.
 */
import { Example, readExample } from '../../../engines/ranking/features/example.ts';
import { FeatureReader } from '../../../engines/ranking/features/features.ts';
import { RewardModel, evidenceOfAction } from '../../../engines/ranking/evaluation/reward-model.ts';
import {
  addEvidence,
  differenceToEarned,
  earnedValue,
  mergeValueSums,
  missingEvents,
  noValueSums,
  policyValue,
} from '../../../engines/ranking/evaluation/value.ts';
import type { Interval, ValueSums } from '../../../engines/ranking/evaluation/value.ts';
import { openPerSlot } from '../../../engines/ranking/decisions/slots.ts';
import { allowedActions } from '../rank/decide.ts';
import { findBaseline } from '../model.ts';
import type { LoggedEvent } from './event-log.ts';
import { isExplored } from './learning-window.ts';

/** Counts of a part of the log; `baseline` is what the baseline would have earned in it. */
export interface Span {
  startMs: number;
  endMs: number;
  events: number;
  explored: number;
  /** Events in which the model agreed with the baseline; unknown for single events. */
  matched?: number;
  baseline: ValueSums;
}

export interface Intervals {
  averageReward?: Interval;
  baselineReward?: Interval;
  differenceToBaseline?: Interval;
}

/** The three intervals of a part of the log. */
export function intervalsOf(sums: ValueSums): Intervals {
  const difference = differenceToEarned(sums);
  return {
    averageReward: earnedValue(sums),
    baselineReward: policyValue(sums),
    differenceToBaseline: difference && { value: -difference.value, low: -difference.high, high: -difference.low },
  };
}

function mergeSpans(a: Span, b: Span): Span {
  return {
    startMs: Math.min(a.startMs, b.startMs),
    endMs: Math.max(a.endMs, b.endMs),
    events: a.events + b.events,
    explored: a.explored + b.explored,
    ...(a.matched !== undefined && b.matched !== undefined && { matched: a.matched + b.matched }),
    baseline: mergeValueSums(a.baseline, b.baseline),
  };
}

function spanView({ events, explored, matched, baseline }: Span) {
  return {
    numberOfEvents: events,
    numberOfExploredEvents: explored,
    ...(matched !== undefined && { numberOfMatchedEvents: matched }),
    ...intervalsOf(baseline),
  };
}

/** Totals and points of spans, which are in order. */
export function summarizeSpans(spans: readonly Span[]) {
  const total = spans.length > 0 ? spans.reduce(mergeSpans) : undefined;
  const difference = total && intervalsOf(total.baseline).differenceToBaseline;
  let soFar: Span | undefined;
  return {
    ...(total ? spanView(total) : { numberOfEvents: 0, numberOfExploredEvents: 0 }),
    missingEvents: difference && missingEvents(total.events, difference),
    points: spans.map((span) => {
      soFar = soFar ? mergeSpans(soFar, span) : span;
      return {
        ...spanView(span),
        startDate: new Date(span.startMs).toISOString(),
        endDate: new Date(span.endMs).toISOString(),
        cumulativeNumberOfEvents: soFar.events,
        cumulativeBaselineReward: policyValue(soFar.baseline),
      };
    }),
  };
}

/** Merges spans into at most `points` spans of equal length in time, aligned to that length. */
export function mergeByTime(spans: Iterable<Span>, { fromMs, toMs, points }: { fromMs: number; toMs: number; points: number }): Span[] {
  const stepMs = 5 * 60_000;
  const widthMs = Math.max(1, Math.ceil((toMs - fromMs) / points / stepMs)) * stepMs;
  const merged = new Map<number, Span>();
  for (const span of spans) {
    const startMs = Math.floor(span.startMs / widthMs) * widthMs;
    const previous = merged.get(startMs);
    merged.set(startMs, { ...(previous ? mergeSpans(previous, span) : span), startMs, endMs: startMs + widthMs });
  }
  return [...merged.values()];
}

const MIN_EVENTS_PER_POINT = 10;

/** Merges the spans of single events into at most `points` spans of about equally many events. */
function mergeByCount(spans: readonly Span[], points: number): Span[] {
  const each = Math.max(MIN_EVENTS_PER_POINT, Math.ceil(spans.length / points));
  const merged: Span[] = [];
  for (let from = 0; from < spans.length; from += each) merged.push(spans.slice(from, from + each).reduce(mergeSpans));
  return merged;
}

interface ActionSums {
  shown: number;
  explored: number;
  earned: ValueSums;
  always: ValueSums;
}

/** Estimates of single events, newest first, as the log returns them. */
export function estimateEvents(newestFirst: readonly LoggedEvent[], points: number) {
  const events = newestFirst.toReversed();
  const waiting = events.filter(isWaiting);
  const complete = selectComplete(events, waiting);
  const replay = new EventReplay();
  for (const event of complete) replay.add(event);
  const shownActions = [...replay.actions].sort(([a, x], [b, y]) => y.shown - x.shown || (a < b ? -1 : 1));
  return {
    ...summarizeSpans(mergeByCount(replay.spans, points)),
    learningMode: newestFirst[0]?.entry.mode,
    numberOfWaitingEvents: waiting.length,
    actions: shownActions
      .filter(([, { shown }]) => shown > 0)
      .map(([id, { shown, explored, earned, always }]) => ({
        id,
        numberOfDecisions: shown,
        numberOfExploredDecisions: explored,
        averageReward: earnedValue(earned),
        rewardIfAlwaysShown: policyValue(always),
      })),
  };
}

/** A deferred event that was not activated is not shown, so no reward is expected. */
function isWaiting({ state, entry, activatedAt }: LoggedEvent): boolean {
  return state === 'Waiting' && !(entry.deferred && activatedAt === undefined);
}

/** Silence counts once it lasts longer than this many times the median time to a reward. */
const SILENT_LAGS = 3;
const SILENT_MS = 1000;
const MAX_SILENT_SHARE = 0.02;

/**
 * The events whose reward is final. If every outcome is reported, those are the ones with a reward. If many are silent for longer than
 * rewards usually take, probably only successes are reported; then counting rewarded events before their wait time ends would count
 * successes only, so events count when it has ended.
 */
function selectComplete(events: readonly LoggedEvent[], waiting: readonly LoggedEvent[]): LoggedEvent[] {
  const final = events.filter(({ state }) => state === 'Rewarded' || state === 'DefaultReward');
  const lags = final.flatMap(({ at, receivedRewards: [first] }) => (first ? [first.at - at] : [])).sort((a, b) => a - b);
  const silentMs = SILENT_LAGS * (lags[Math.floor(lags.length / 2)] ?? 0) + SILENT_MS;
  const nowMs = Math.max(...events.map(({ at }) => at));
  const silent = waiting.filter(({ at }) => nowMs - at > silentMs);
  if (silent.length <= MAX_SILENT_SHARE * (final.length + silent.length)) return final;
  const firstWaiting = Math.min(...waiting.map(({ position }) => position));
  return final.filter(({ position }) => position < firstWaiting);
}

/** Replays events in the order of the log. */
class EventReplay {
  readonly spans: Span[] = [];
  readonly actions = new Map<string, ActionSums>();
  readonly #rewards = new RewardModel();
  readonly #reader = new FeatureReader();
  readonly #example = new Example();

  add({ at, entry: { eventId, request, decisions }, rewards }: LoggedEvent): void {
    readExample(this.#reader, request, this.#example);
    const shown = decisions.map(({ chosen }) => chosen);
    if (request.slots) this.#example.shown = shown;
    const allowed = request.slots ? openPerSlot(allowedActions(request), shown) : allowedActions(request);
    decisions.forEach(({ chosen, probabilities }, s) => {
      const reward = rewards[s];
      if (reward === undefined) return;
      const slot = request.slots ? s : -1;
      const predictions = this.#rewards.predict(this.#example, slot);
      const judged = { chosen, probabilities, reward };
      const baseline = noValueSums();
      addEvidence(baseline, evidenceOfAction(findBaseline(request, allowed[s]!, s), judged, predictions));
      const explored = isExplored(chosen, probabilities);
      this.spans.push({ startMs: at, endMs: at, events: 1, explored: explored ? 1 : 0, baseline });
      request.actions.forEach(({ id }, k) => {
        if (!probabilities[k]) return;
        const sums = this.#actionSums(id);
        addEvidence(sums.always, evidenceOfAction(k, judged, predictions));
        if (k !== chosen) return;
        sums.shown++;
        if (explored) sums.explored++;
        addEvidence(sums.earned, { reward, prediction: 0, weight: 1, expected: 0, rarity: 1, unseen: 0 });
      });
      this.#rewards.learn(this.#example, { eventId, slot, chosen, probability: probabilities[chosen]!, reward, allowed: allowed[s]! });
    });
  }

  #actionSums(id: string): ActionSums {
    let sums = this.actions.get(id);
    if (!sums) this.actions.set(id, (sums = { shown: 0, explored: 0, earned: noValueSums(), always: noValueSums() }));
    return sums;
  }
}
