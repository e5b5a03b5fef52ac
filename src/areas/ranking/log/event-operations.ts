import { operation, reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Static } from 'typebox';
import type { LogEntry } from '../model.ts';
import { headOf, rulesOf } from '../model.ts';
import type { Decided, LoggedEvent } from './event-log.ts';
import { decidedIn, decisionViews, decisionsBackFrom, joined } from './event-log.ts';
import { rankingFailure } from '../failures.ts';
import { EventsQuery, LoggedEventList, LoggedEventPath, LoggedEventView } from '../schemas.ts';
import type { LoggedEventRow } from '../schemas.ts';
import { LOG, loopToChange, positionAt } from '../store.ts';

const versions = ['v1.1-preview.3'];

function row(event: LoggedEvent): Static<typeof LoggedEventRow> {
  const { position, at, entry: { eventId, mode, model }, state } = event;
  return { position, eventId, time: new Date(at).toISOString(), learningMode: mode, modelPosition: model, state, decisions: decisionViews(event) };
}

export const listEvents = operation({
  id: 'ranking.listEvents',
  summary: 'List events of the log, newest first: what was shown, how likely it was, and what it earned. A call looks through a part of the log; nextBefore leads on',
  route: 'GET /logs/events',
  versions,
  needs: 'authoring',
  query: EventsQuery,
  replies: { 200: LoggedEventList },
  async run({ account, query: { top, before, eventId, actionId, startDate, endDate } }, services) {
    const { loop } = await loopToChange(services, account.id);
    const first = await positionAt(services, account.id, Math.max(loop.logsFrom, startDate === undefined ? 0 : Date.parse(startDate)));
    const end = endDate === undefined ? await services.records.lastPosition(account.id, LOG) : await positionAt(services, account.id, Date.parse(endDate)) - 1;
    const wanted = ({ entry: { decisions, request } }: Decided): boolean => actionId === undefined || decisions.some(({ chosen }) => request.actions[chosen]!.id === actionId);
    const { events, before: nextBefore, oldestAt } = await decisionsBackFrom(services, account.id, { first, last: Math.min(end, (before ?? Infinity) - 1), limit: top, eventId, wanted });
    const value = (await joined(services, account.id, events, { rules: rulesOf(loop.settings) })).map(row);
    return reply(200, { value, ...nextBefore !== undefined && { nextBefore }, ...oldestAt !== undefined && { oldestTime: new Date(oldestAt).toISOString() } });
  },
});

export const getEvent = operation({
  id: 'ranking.getEvent',
  summary: 'Get an event of the log: its context and actions, the probability of each, and the rewards that came',
  route: 'GET /logs/events/{position}',
  versions,
  needs: 'authoring',
  params: LoggedEventPath,
  badInput: 'InvalidRequest',
  replies: { 200: LoggedEventView },
  fails: ['ResourceNotFound'],
  async run({ account, params: { position } }, services) {
    const { loop } = await loopToChange(services, account.id);
    const decided = await decidedAt(services, account.id, Number(position), loop.logsFrom);
    if (!decided) throw rankingFailure('ResourceNotFound');
    const [event] = await joined(services, account.id, [decided], { rules: rulesOf(loop.settings), whole: true });
    const { entry: { request, decisions }, given, activatedAt } = event!;
    const { contextFeatures, actions, excludedActions, slots } = request;
    return reply(200, {
      ...row(event!),
      contextFeatures: contextFeatures ?? [], actions, excludedActions: excludedActions ?? [], ...slots && { slots },
      probabilities: decisions.map(({ probabilities }) => probabilities),
      rewards: given.map(({ at, ...reward }) => ({ time: new Date(at).toISOString(), ...reward })),
      ...decided.entry.deferred && { deferred: true }, ...activatedAt !== undefined && { activatedTime: new Date(activatedAt).toISOString() },
    });
  },
});

async function decidedAt({ records }: Pick<Ports, 'records'>, account: string, position: number, logsFrom: number): Promise<Decided | undefined> {
  const [event] = await records.readEvents<LogEntry>(account, LOG, position - 1, 1);
  return event?.position === position && event.at >= logsFrom && headOf(event.text).kind === 'rank' ? decidedIn(event) : undefined;
}
