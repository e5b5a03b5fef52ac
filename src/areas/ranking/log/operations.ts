import { Bytes, operation, reply } from '../../../kernel/operation.ts';
import type { Static } from 'typebox';
import type { Event } from '../../../kernel/ports/store.ts';
import { rankingFailure } from '../failures.ts';
import { DROP_LOGS_JOB } from '../evaluations/job.ts';
import type { LearningWindow, LogEntry } from '../model.ts';
import { WINDOW_MS } from '../model.ts';
import { LearningMetrics, LogsProperties, MetricsQuery } from '../schemas.ts';
import { LOG, loopToChange, positionAt, windowKey, windows } from '../store.ts';

const READ_AT_ONCE = 100;
const WINDOWS_LIMIT = 100_000;

export const getLogProperties = operation({
  id: 'ranking.getLogProperties',
  summary: 'Get the range of time that the log covers',
  route: 'GET /logs/properties',
  needs: 'authoring',
  replies: { 200: LogsProperties },
  fails: ['LogsPropertiesNotFound'],
  async run({ account }, services) {
    const { loop: { logsFrom } } = await loopToChange(services, account.id);
    const { records } = services;
    let from: Event<LogEntry> | undefined;
    for (let after = await positionAt(services, account.id, logsFrom) - 1; !from;) {
      const entries = await records.readEvents<LogEntry>(account.id, LOG, after, READ_AT_ONCE);
      from = entries.find(({ value: { kind } }) => kind === 'rank' || kind === 'reward' || kind === 'activate');
      if (entries.length < READ_AT_ONCE) break;
      after = entries.at(-1)!.position;
    }
    if (!from) throw rankingFailure('LogsPropertiesNotFound');
    const [to = from] = await records.readEvents<LogEntry>(account.id, LOG, await records.lastPosition(account.id, LOG) - 1, 1);
    return reply(200, { dateRange: { from: new Date(from.at).toISOString(), to: new Date(to.at).toISOString() } });
  },
});

/** Deleted for every reader from the answer on; a job removes the entries from the store. */
export const deleteLogs = operation({
  id: 'ranking.deleteLogs',
  summary: 'Delete the log; the model stays as it is',
  route: 'DELETE /logs',
  needs: 'authoring',
  replies: { 204: null },
  async run({ account }, services) {
    const { loop, replaced } = await loopToChange(services, account.id);
    const before = services.clock.now() + 1;
    const change = replaced({ ...loop, logsFrom: before });
    services.jobs.enqueue(change, { account: account.id, kind: DROP_LOGS_JOB, input: { before } });
    return reply(204, undefined, { change });
  },
});

/** The vendor's own client library sends these; its binary format is not public as part of the interface. */
function refusedIntake(name: 'Interactions' | 'Observations') {
  return operation({
    id: `ranking.log${name}`,
    summary: `Not served: binary ${name.toLowerCase()} of the vendor's embedded library`,
    route: `POST /logs/${name.toLowerCase() as 'interactions' | 'observations'}`,
    refusedBecause: 'The binary log format of the vendor\'s embedded library is not supported; use rank and reward.',
    versions: ['v1.1-preview.3'],
    needs: 'authoring',
    body: Bytes,
    accepts: 'bytes',
    bodyOptional: true,
    replies: { 204: null },
    fails: ['InvalidApiAccess'],
    run() {
      throw rankingFailure('InvalidApiAccess', { details: 'the binary log intake is for the vendor\'s embedded library, which this server does not speak; use rank and reward.' });
    },
  });
}

export const logInteractions = refusedIntake('Interactions');
export const logObservations = refusedIntake('Observations');

export const getLearningMetrics = operation({
  id: 'ranking.getLearningMetrics',
  summary: 'Get what was learned by spans of five minutes: events, rewards, matches with the baseline and its worth',
  route: 'GET /learningMetrics',
  versions: ['v1.1-preview.3'],
  needs: 'authoring',
  query: MetricsQuery,
  replies: { 200: LearningMetrics },
  async run({ account, query: { startDate, endDate } }, { records }) {
    const after = startDate === undefined ? undefined : windowKey(Math.max(0, Date.parse(startDate)));
    const before = endDate === undefined ? Infinity : Date.parse(endDate);
    const read = await records.page(windows, account.id, { after, limit: WINDOWS_LIMIT });
    return reply(200, runs(read.map(({ value }) => value).filter(({ startMs }) => startMs < before)));
  },
});

/** Neighbouring spans of one learning mode, with what they add up to. */
function runs(spans: readonly LearningWindow[]): Static<typeof LearningMetrics> {
  const found: Static<typeof LearningMetrics> = [];
  for (const span of spans) {
    const { startMs, mode, events, reward, matched, matchedReward } = span;
    const before = found.at(-1)?.at(-1);
    const same = before?.learningMode === mode ? before : undefined;
    if (!same) found.push([]);
    found.at(-1)!.push({
      learningMode: mode, startDate: new Date(startMs).toISOString(), endDate: new Date(startMs + WINDOW_MS).toISOString(),
      numberOfEvents: events, sumOfRewards: reward, numberOfMatchedEvents: matched, sumOfImitatedRewards: matchedReward,
      cumulativeNumberOfEvents: (same?.cumulativeNumberOfEvents ?? 0) + events,
      cumulativeSumOfRewards: (same?.cumulativeSumOfRewards ?? 0) + reward,
      cumulativeNumberOfMatchedEvents: (same?.cumulativeNumberOfMatchedEvents ?? 0) + matched,
      cumulativeSumOfImitatedRewards: (same?.cumulativeSumOfImitatedRewards ?? 0) + matchedReward,
      sumOfSquaredRewards: span.rewardSquares, numberOfExploredEvents: span.explored, leastReward: span.leastReward, mostReward: span.mostReward,
      baselineWeight: span.baselineWeight, baselineReward: span.baselineReward, baselineRewardSquares: span.baselineRewardSquares,
      baselineWeightSquares: span.baselineWeightSquares, baselineCross: span.baselineCross, baselineSquares: span.baselineSquares,
      baselineRarity: span.baselineRarity, baselineUnseen: span.baselineUnseen,
    });
  }
  return found;
}
