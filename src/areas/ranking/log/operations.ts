/** The log of a loop: its range, its events, the learning metrics, deletion. */
import type { Static } from 'typebox';
import { setImmediate as yieldToOtherWork } from 'node:timers/promises';
import { Bytes, operation, reply } from '../../../kernel/operation.ts';
import type { Operation, OperationParts } from '../../../kernel/operation.ts';
import type { JobHandlers } from '../../../kernel/job-handler.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Event, Records } from '../../../kernel/ports/store.ts';
import { completeSums } from '../../../engines/ranking/evaluation/value.ts';
import { rankingFailure } from '../failures.ts';
import { WINDOW_MS, parseHead, toJoinRules } from '../model.ts';
import type { LearningWindow, LogEntry } from '../model.ts';
import {
  EventsQuery,
  LearningMetrics,
  LoggedEventList,
  LoggedEventPath,
  LoggedEventView,
  LogsProperties,
  MetricsQuery,
} from '../schemas.ts';
import type { LoggedEventRow } from '../schemas.ts';
import { LOG, findPosition, readLoop, readLoopToChange, windowKey, windows } from '../store.ts';
import { ADDITIONS, PREVIEWS } from '../versions.ts';
import { intervalsOf } from './estimates.ts';
import { decisionViews, joinOutcomes, readDecisions, toDecision } from './event-log.ts';
import type { LoggedDecision, LoggedEvent } from './event-log.ts';

const DROP_LOGS_JOB = 'ranking.dropLogs';
const BATCH_SIZE = 100;
const WINDOWS_PER_PAGE = 1000;

const getLogProperties = operation({
  id: 'ranking.getLogProperties',
  summary: 'Get the time range of the log; it is absent after the log was deleted',
  route: 'GET /logs/properties',
  inThread: 'largeBody',
  replies: { 200: LogsProperties },
  fails: ['LogsPropertiesNotFound'],
  async run({ account }, services) {
    const { logsFrom } = await readLoop(services, account.id);
    const { records } = services;
    let first: Event<LogEntry> | undefined;
    for (let after = (await findPosition(services, account.id, logsFrom)) - 1; !first;) {
      const entries = await records.readEvents<LogEntry>(account.id, LOG, after, BATCH_SIZE);
      first = entries.find(({ value: { kind } }) => kind === 'rank' || kind === 'reward' || kind === 'activate');
      if (entries.length < BATCH_SIZE) break;
      after = entries.at(-1)!.position;
    }
    if (!first && logsFrom > 0) return reply(200, {});
    if (!first) throw rankingFailure('LogsPropertiesNotFound');
    const [last = first] = await records.readEvents<LogEntry>(account.id, LOG, (await records.lastPosition(account.id, LOG)) - 1, 1);
    return reply(200, { dateRange: { from: new Date(first.at).toISOString(), to: new Date(last.at).toISOString() } });
  },
});

/** The entries are hidden from all readers immediately; a job removes them from the store. */
const deleteLogs = operation({
  id: 'ranking.deleteLogs',
  summary: 'Delete the log; the model is unchanged',
  route: 'DELETE /logs',
  replies: { 204: null },
  async run({ account }, services) {
    const { loop, replaceLoop } = await readLoopToChange(services, account.id);
    const before = services.clock.now() + 1;
    const change = replaceLoop({ ...loop, logsFrom: before });
    services.jobs.enqueue(change, { account: account.id, kind: DROP_LOGS_JOB, input: { before } });
    return reply(204, undefined, { change });
  },
});

export const logJobs: JobHandlers = {
  async [DROP_LOGS_JOB]({ account, input }, { services }) {
    await services.records.dropEvents(account, LOG, (input as { before: number }).before);
    return { state: 'succeeded' };
  },
};

function eventRow(event: LoggedEvent): Static<typeof LoggedEventRow> {
  const { position, at, state } = event;
  const { eventId, mode, model } = event.entry;
  return {
    position,
    eventId,
    time: new Date(at).toISOString(),
    learningMode: mode,
    modelPosition: model,
    state,
    decisions: decisionViews(event),
  };
}

const listEvents = operation({
  id: 'ranking.listEvents',
  summary:
    'List events of the log, newest first: the action shown, its probability and its reward. A call reads a part of the log; continue with nextBefore',
  route: 'GET /logs/events',
  versions: ADDITIONS,
  inThread: 'largeBody',
  query: EventsQuery,
  replies: { 200: LoggedEventList },
  async run({ account, query: { top, before, eventId, actionId, startDate, endDate } }, services) {
    const loop = await readLoop(services, account.id);
    const first = await findPosition(services, account.id, Math.max(loop.logsFrom, startDate === undefined ? 0 : Date.parse(startDate)));
    const last =
      endDate === undefined
        ? await services.records.lastPosition(account.id, LOG)
        : (await findPosition(services, account.id, Date.parse(endDate))) - 1;
    const isWanted = ({ entry: { decisions, request } }: LoggedDecision): boolean =>
      actionId === undefined || decisions.some(({ chosen }) => request.actions[chosen]!.id === actionId);
    const {
      events,
      before: nextBefore,
      oldestAt,
    } = await readDecisions(services, account.id, { first, last: Math.min(last, (before ?? Infinity) - 1), limit: top, eventId, isWanted });
    const value = (await joinOutcomes(services, account.id, events, { rules: toJoinRules(loop.settings) })).map(eventRow);
    return reply(200, {
      value,
      ...(nextBefore !== undefined && { nextBefore }),
      ...(oldestAt !== undefined && { oldestTime: new Date(oldestAt).toISOString() }),
    });
  },
});

const getEvent = operation({
  id: 'ranking.getEvent',
  summary: 'Get an event of the log: its context and actions, the probability of each, and the received rewards',
  route: 'GET /logs/events/{position}',
  versions: ADDITIONS,
  inThread: 'largeBody',
  params: LoggedEventPath,
  badInput: 'InvalidRequest',
  replies: { 200: LoggedEventView },
  fails: ['ResourceNotFound'],
  async run({ account, params: { position } }, services) {
    const loop = await readLoop(services, account.id);
    const decision = await readDecision(services, account.id, Number(position), loop.logsFrom);
    if (!decision) throw rankingFailure('ResourceNotFound');
    const [event] = await joinOutcomes(services, account.id, [decision], { rules: toJoinRules(loop.settings), allRewards: true });
    const {
      entry: { request, decisions },
      receivedRewards: given,
      activatedAt,
    } = event!;
    const { contextFeatures, actions, excludedActions, slots } = request;
    return reply(200, {
      ...eventRow(event!),
      contextFeatures: contextFeatures ?? [],
      actions,
      excludedActions: excludedActions ?? [],
      ...(slots && { slots }),
      probabilities: decisions.map(({ probabilities }) => probabilities),
      rewards: given.map(({ at, ...reward }) => ({ time: new Date(at).toISOString(), ...reward })),
      ...(decision.entry.deferred && { deferred: true }),
      ...(activatedAt !== undefined && { activatedTime: new Date(activatedAt).toISOString() }),
    });
  },
});

async function readDecision(
  { records }: Pick<Ports, 'records'>,
  account: string,
  position: number,
  logsFrom: number,
): Promise<LoggedDecision | undefined> {
  const [event] = await records.readEvents<LogEntry>(account, LOG, position - 1, 1);
  return event?.position === position && event.at >= logsFrom && parseHead(event.text).kind === 'rank' ? toDecision(event) : undefined;
}

type Route = OperationParts<Ports, undefined, undefined, undefined>['route'];

/** Intake of the vendor's embedded library, whose binary format is not part of the interface. */
function rejectedIntake(id: string, route: Route, summary: string): Operation<Ports> {
  return operation({
    id,
    summary,
    refusedBecause: "The binary log format of the vendor's embedded library is not supported; use rank and reward.",
    route,
    versions: PREVIEWS,
    body: Bytes,
    accepts: 'bytes',
    bodyOptional: true,
    replies: { 204: null },
    fails: ['InvalidApiAccess'],
    run() {
      throw rankingFailure('InvalidApiAccess', {
        details: "the binary log format of the vendor's embedded library is not supported; use rank and reward.",
      });
    },
  });
}

/** The learning windows between two times, in order, read from the store one page at a time. */
export async function* readWindows(
  records: Records,
  account: string,
  { startMs, endMs }: { startMs: number | undefined; endMs: number },
): AsyncGenerator<LearningWindow> {
  for (let after = startMs === undefined ? undefined : windowKey(Math.max(0, startMs)); ;) {
    const page = await records.page(windows, account, { after, limit: WINDOWS_PER_PAGE });
    for (const { value } of page) {
      if (value.startMs >= endMs) return;
      yield value.baselineSums ? { ...value, baselineSums: completeSums(value.baselineSums) } : value;
    }
    if (page.length < WINDOWS_PER_PAGE) return;
    after = page.at(-1)!.key;
    await yieldToOtherWork();
  }
}

const getLearningMetrics = operation({
  id: 'ranking.getLearningMetrics',
  summary: 'Get learning metrics per five minutes: events, rewards, agreement with the baseline and the estimated reward of the baseline',
  route: 'GET /learningMetrics',
  versions: ADDITIONS,
  inThread: 'largeBody',
  query: MetricsQuery,
  replies: { 200: LearningMetrics },
  async run({ account, query: { startDate, endDate } }, { records }) {
    const range = {
      startMs: startDate === undefined ? undefined : Date.parse(startDate),
      endMs: endDate === undefined ? Infinity : Date.parse(endDate),
    };
    const runs: Static<typeof LearningMetrics> = [];
    for await (const window of readWindows(records, account.id, range)) addWindow(runs, window);
    return reply(200, runs);
  },
});

/** Adds a window to the run of its learning mode, with the cumulative sums of that run. */
function addWindow(runs: Static<typeof LearningMetrics>, window: LearningWindow): void {
  const { startMs, mode, events, reward, matched, matchedReward } = window;
  const last = runs.at(-1)?.at(-1);
  const previous = last?.learningMode === mode ? last : undefined;
  if (!previous) runs.push([]);
  runs.at(-1)!.push({
    learningMode: mode,
    startDate: new Date(startMs).toISOString(),
    endDate: new Date(startMs + WINDOW_MS).toISOString(),
    numberOfEvents: events,
    sumOfRewards: reward,
    numberOfMatchedEvents: matched,
    sumOfImitatedRewards: matchedReward,
    cumulativeNumberOfEvents: (previous?.cumulativeNumberOfEvents ?? 0) + events,
    cumulativeSumOfRewards: (previous?.cumulativeSumOfRewards ?? 0) + reward,
    cumulativeNumberOfMatchedEvents: (previous?.cumulativeNumberOfMatchedEvents ?? 0) + matched,
    cumulativeSumOfImitatedRewards: (previous?.cumulativeSumOfImitatedRewards ?? 0) + matchedReward,
    sumOfSquaredRewards: window.rewardSquares,
    numberOfExploredEvents: window.explored,
    ...(window.baselineSums && intervalsOf(window.baselineSums)),
  });
}

export const logOperations: Operation<Ports>[] = [
  getLogProperties,
  deleteLogs,
  listEvents,
  getEvent,
  getLearningMetrics,
  rejectedIntake(
    'ranking.logInteractions',
    'POST /logs/interactions',
    "Not supported: binary interactions of the vendor's embedded library",
  ),
  rejectedIntake(
    'ranking.logObservations',
    'POST /logs/observations',
    "Not supported: binary observations of the vendor's embedded library",
  ),
];
