import type { Ports } from '../../../kernel/ports.ts';
import { rankingFailure } from '../failures.ts';
import { formatTime, parseTime } from '../model.ts';
import { MAX_LOG_ENTRIES, findLogRange } from './job.ts';

export interface TimeRange {
  startTime: string;
  endTime: string;
}

type InvalidKind = 'InvalidEvaluationContract' | 'InvalidContract' | 'InvalidRequest';

const NOT_A_TIME = 'must be a date or a date and time.';

/** The range with both times in UTC; fails for texts that are no times, and for an end that is not after the start. */
export function checkRange({ startTime, endTime }: TimeRange, kind: InvalidKind): TimeRange {
  const [startMs, endMs] = [parseTime(startTime), parseTime(endTime)];
  if (startMs === undefined) throw rankingFailure(kind, { target: 'startTime', details: NOT_A_TIME });
  if (endMs === undefined) throw rankingFailure(kind, { target: 'endTime', details: NOT_A_TIME });
  if (startMs >= endMs) throw rankingFailure(kind, { target: 'endTime', details: 'must be later than startTime.' });
  return { startTime: formatTime(startMs), endTime: formatTime(endMs) };
}

/** Fails if the log has no entries in the range, or too many. */
export async function checkLog(services: Ports, account: string, range: TimeRange): Promise<void> {
  const { first, last } = await findLogRange(services, account, range);
  if (last < first) throw rankingFailure('NoLogsExistInDateRange');
  if (last - first >= MAX_LOG_ENTRIES) throw rankingFailure('LogsSizeExceedAllowedLimit');
}
