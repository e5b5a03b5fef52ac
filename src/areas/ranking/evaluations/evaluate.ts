/**
 * Runs an evaluation in a thread: joins the log entries that arrive through a port, replays every candidate policy on them and reports what
 * each would have earned.
 */
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { writeCheckpoint } from '../../../engines/ranking/checkpoint.ts';
import { Example, readExample } from '../../../engines/ranking/features/example.ts';
import { FeatureReader } from '../../../engines/ranking/features/features.ts';
import { ImportanceMeter } from '../../../engines/ranking/evaluation/importance.ts';
import { Joiner } from '../../../engines/ranking/learning/join.ts';
import type { JoinRules, Joined } from '../../../engines/ranking/learning/join.ts';
import { parsePolicy, withExploration } from '../../../engines/ranking/policy.ts';
import { Replay } from '../../../engines/ranking/evaluation/replay.ts';
import type { LoggedEvent, Track } from '../../../engines/ranking/evaluation/replay.ts';
import { isImprovement, searchCandidates } from '../../../engines/ranking/evaluation/search.ts';
import {
  differenceToEarned,
  earnedValue,
  mergeValueSums,
  missingEvents,
  noValueSums,
  policyValue,
} from '../../../engines/ranking/evaluation/value.ts';
import type { Interval, ValueSums } from '../../../engines/ranking/evaluation/value.ts';
import type { Candidate } from '../../../engines/ranking/evaluation/replay.ts';
import { openPerSlot } from '../../../engines/ranking/decisions/slots.ts';
import type { Event } from '../../../kernel/ports/store.ts';
import { allowedActions } from '../rank/decide.ts';
import { findBaseline } from '../model.ts';
import type {
  EvaluatedPolicy,
  FeatureScore,
  LearningSettings,
  LogEntry,
  PolicyResult,
  PolicySource,
  RankEntry,
  Summary,
} from '../model.ts';

export interface EvaluationTask {
  /** Receives batches of log entries, then null; a message is sent after each batch is processed. */
  port: MessagePort;
  rules: JoinRules;
  share: number;
  fromMs: number;
  toMs: number;
  /** Events whose wait time has not ended by now are left out, unless nearly all of them have their rewards. */
  nowMs: number;
  online: LearningSettings;
  custom: EvaluatedPolicy[];
  searches: boolean;
  /** Feature importance is measured on every nth event; 0 for none. */
  importanceEvery: number;
}

export interface EvaluationOutcome {
  events: number;
  policyResults: PolicyResult[];
  /** In the order of the results. */
  summaries: Summary[][];
  models: Record<string, Uint8Array>;
  optimalPolicy: string;
  /** The candidate that should replace the active settings, if any. */
  improvement?: string;
  featureScores: FeatureScore[];
}

export async function evaluate({
  port,
  rules,
  share,
  fromMs,
  toMs,
  nowMs,
  online,
  custom,
  searches,
  importanceEvery,
}: EvaluationTask): Promise<EvaluationOutcome> {
  const searched = searches ? searchCandidates(share, parsePolicy(online.arguments)) : [];
  const replay = new Replay([
    ...custom.map(({ name, arguments: text, explorationPercentage = share }): Candidate => ({
      name,
      policy: withExploration(parsePolicy(text), explorationPercentage),
    })),
    ...searched,
  ]);
  const meter = new ImportanceMeter(withExploration(parsePolicy(online.arguments), share));
  const replayer = new EventReplayer(replay, importanceEvery > 0 ? { meter, every: importanceEvery } : undefined);
  const joiner = new Joiner(rules);
  const ranks = new Map<number, { value: RankEntry; at: number }>();
  const join = (joined: readonly Joined[]): void => {
    for (const { position, rewards } of joined) {
      const ranked = ranks.get(position);
      ranks.delete(position);
      if (ranked && ranked.at >= fromMs && ranked.at <= toMs) replayer.add(ranked.value, ranked.at, rewards);
    }
  };
  for (;;) {
    const [batch] = (await once(port, 'message')) as [Pick<Event, 'position' | 'at' | 'text'>[] | null];
    if (!batch) break;
    for (const { position, at, text } of batch) {
      const value = JSON.parse(text) as LogEntry;
      if (value.kind === 'rank') {
        ranks.set(position, { value, at });
        join(joiner.ranked({ eventId: value.eventId, position, atMs: at, deferred: value.deferred ?? false, slots: value.slotIds }));
      } else if (value.kind === 'reward')
        for (const { slotId, value: reward } of value.rewards) join(joiner.rewarded(value.eventId, reward, at, slotId));
      else if (value.kind === 'activate') join(joiner.activated(value.eventId, at));
      else join(joiner.advance(at));
    }
    port.postMessage(joiner.waiting);
  }
  join(joiner.advance(nowMs));
  // In a loop that has just started none has ended: its first results are those so far.
  if (replayer.events === 0 || isMostlyRewarded(joiner)) join(joiner.advance(Number.MAX_SAFE_INTEGER));
  port.close();
  return summarizeReplay(replay, {
    online,
    toMs,
    custom,
    events: replayer.events,
    featureScores: importanceEvery > 0 ? toFeatureScores(meter) : [],
  });
}

const MIN_REWARDED_SHARE = 0.98;

/** Whether the events that still wait have their rewards; otherwise only successes may be reported, and the rest is not known yet. */
function isMostlyRewarded(joiner: Joiner): boolean {
  const { waiting } = joiner.state();
  const rewarded = waiting.filter(({ rewards }) => rewards.every((reward) => reward !== null));
  return rewarded.length >= MIN_REWARDED_SHARE * waiting.length;
}

/** Adds joined events to the replay; for several slots only the first is evaluated. */
class EventReplayer {
  readonly #replay: Replay;
  readonly #importance: { meter: ImportanceMeter; every: number } | undefined;
  readonly #reader = new FeatureReader();
  readonly #example = new Example();
  events = 0;

  constructor(replay: Replay, importance: { meter: ImportanceMeter; every: number } | undefined) {
    this.#replay = replay;
    this.#importance = importance;
  }

  add({ eventId, request, decisions }: RankEntry, atMs: number, rewards: readonly number[]): void {
    const [{ chosen, probabilities }] = decisions as [RankEntry['decisions'][number]];
    const [allowed] = request.slots
      ? openPerSlot(
          allowedActions(request),
          decisions.map((decision) => decision.chosen),
        )
      : allowedActions(request);
    const event: LoggedEvent = {
      eventId,
      atMs,
      slot: request.slots ? 0 : -1,
      chosen,
      probability: probabilities[chosen]!,
      probabilities,
      reward: rewards[0]!,
      baseline: findBaseline(request, allowed!, 0),
      allowed: allowed!,
    };
    this.#replay.add(readExample(this.#reader, request, this.#example), event);
    if (this.#importance && this.events % this.#importance.every === 0)
      this.#importance.meter.add(readExample(this.#reader, request, new Example(true)), event);
    this.events++;
  }
}

function summarizeReplay(
  replay: Replay,
  {
    online,
    toMs,
    custom,
    events,
    featureScores,
  }: { online: LearningSettings; toMs: number; custom: readonly EvaluatedPolicy[]; events: number; featureScores: FeatureScore[] },
): EvaluationOutcome {
  const rows: (EvaluatedPolicy & { source: PolicySource; track: Track })[] = [
    { ...online, name: 'Online', source: 'Online', track: replay.online },
    { name: 'Baseline1', arguments: '', source: 'Baseline', track: replay.baseline },
    { name: 'BaselineRand', arguments: '', source: 'Random', track: replay.random },
    ...replay.candidates.map(({ candidate, track }, i) => ({
      name: candidate.name,
      arguments: candidate.policy.arguments,
      source: i < custom.length ? ('Custom' as const) : ('OfflineExperimentation' as const),
      explorationPercentage: custom[i]?.explorationPercentage,
      track,
    })),
  ];
  const best = (names: readonly (typeof rows)[number][]): (typeof rows)[number] | undefined =>
    names.toSorted((a, b) => (estimateOf(b.source, b.track.value)?.value ?? 0) - (estimateOf(a.source, a.track.value)?.value ?? 0))[0];
  const learning = rows.filter(({ source }) => source !== 'Baseline' && source !== 'Random');
  return {
    events,
    featureScores,
    policyResults: rows.map(({ name, arguments: text, source, explorationPercentage, track: { service, value } }) => ({
      name,
      arguments: text,
      policySource: source,
      explorationPercentage,
      totalSummary: { timeStamp: new Date(toMs).toISOString(), ...service.summary(), aggregateTimeWindow: 'PT0S' },
      estimate: estimateOf(source, value),
      ...(source !== 'Online' && compareToOnline(value)),
    })),
    summaries: rows.map(({ source, track }) => summarizeWindows(source, track)),
    models: Object.fromEntries(replay.candidates.map(({ candidate, model }) => [candidate.name, writeCheckpoint(model)])),
    optimalPolicy: best(learning)!.name,
    improvement: best(learning.filter(({ source, track }) => source !== 'Online' && isImprovement(track.value)))?.name,
  };
}

function estimateOf(source: PolicySource, value: ValueSums): Interval | undefined {
  return source === 'Online' ? earnedValue(value) : policyValue(value);
}

function compareToOnline(value: ValueSums): Pick<PolicyResult, 'difference' | 'missingEvents'> {
  const difference = differenceToEarned(value);
  return { difference, missingEvents: difference && missingEvents(value.events, difference) };
}

/** Results per five minutes as the interface reports them, and the estimate of all events up to each. */
function summarizeWindows(source: PolicySource, track: Track): Summary[] {
  let total = noValueSums();
  return [...track.windows]
    .sort(([a], [b]) => a - b)
    .map(([start, { service, value }]) => {
      total = mergeValueSums(total, value);
      return {
        timeStamp: new Date(start).toISOString(),
        ...service.summary(),
        aggregateTimeWindow: 'PT5M',
        soFar: estimateOf(source, total),
      };
    });
}

function toFeatureScores(meter: ImportanceMeter): FeatureScore[] {
  return meter.result().map(({ name, score }) => {
    const dot = name.indexOf('.');
    return { namespace: name.slice(0, dot), featureName: name.slice(dot + 1), score };
  });
}
