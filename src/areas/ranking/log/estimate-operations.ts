/** Estimates with intervals: an addition to the interface that the console displays. */
import { operation, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { WINDOW_MS, toJoinRules } from '../model.ts';
import { Estimates, EstimatesQuery } from '../schemas.ts';
import { LOG, findPosition, readLoop } from '../store.ts';
import { ADDITIONS } from '../versions.ts';
import { estimateEvents, mergeByTime, summarizeSpans } from './estimates.ts';
import type { Span } from './estimates.ts';
import { joinOutcomes, readDecisions } from './event-log.ts';
import { readWindows } from './operations.ts';

const DEFAULT_EVENTS = 1000;

const getEstimates = operation({
  id: 'ranking.getEstimates',
  summary:
    'Estimate the reward of the loop, of the baseline and their difference, each with its 95 % interval: of the newest events, or of a time range',
  route: 'GET /estimates',
  versions: ADDITIONS,
  inThread: 'largeBody',
  query: EstimatesQuery,
  replies: { 200: Estimates },
  async run({ account, query: { events, startDate, endDate, points } }, services) {
    const range = {
      fromMs: startDate === undefined ? undefined : Date.parse(startDate),
      toMs: endDate === undefined ? services.clock.now() : Date.parse(endDate),
    };
    if (events === undefined && (startDate !== undefined || endDate !== undefined)) {
      const spans = await readSpans(services, account.id, range);
      const merged = mergeByTime(spans, { fromMs: range.fromMs ?? spans[0]?.startMs ?? range.toMs, toMs: range.toMs, points });
      return reply(200, { ...summarizeSpans(merged), numberOfWaitingEvents: 0, actions: [] });
    }
    const loop = await readLoop(services, account.id);
    const first = await findPosition(services, account.id, Math.max(loop.logsFrom, range.fromMs ?? 0));
    const last =
      endDate === undefined
        ? await services.records.lastPosition(account.id, LOG)
        : (await findPosition(services, account.id, range.toMs)) - 1;
    const found = await readDecisions(services, account.id, { first, last, limit: events ?? DEFAULT_EVENTS, isWanted: () => true });
    const joined = await joinOutcomes(services, account.id, found.events, { rules: toJoinRules(loop.settings) });
    return reply(200, estimateEvents(joined, points));
  },
});

/** Windows of older versions have no sums of the baseline and are left out. */
async function readSpans(
  { records }: Ports,
  account: string,
  { fromMs, toMs }: { fromMs: number | undefined; toMs: number },
): Promise<Span[]> {
  const spans: Span[] = [];
  for await (const { startMs, events, explored, matched, baselineSums } of readWindows(records, account, { startMs: fromMs, endMs: toMs }))
    if (baselineSums) spans.push({ startMs, endMs: startMs + WINDOW_MS, events, explored, matched, baseline: baselineSums });
  return spans;
}

export const estimateOperations: Operation<Ports>[] = [getEstimates];
