/** Replays recordings against a running server, call by call. */
import { isDeepStrictEqual } from 'node:util';
import { call as send, eventually } from '../../../test/support/server.ts';
import type { HttpResponse } from '../../../test/support/server.ts';
import { pathPattern } from './answers.ts';
import type { AnswerPair } from './answers.ts';
import type { AreaReplay, Bench } from './area.ts';
import { Bindings } from './bindings.ts';
import { leftOutLength } from './recording.ts';
import type { RecordedCall, Recording } from './recording.ts';

export interface SkippedCall {
  recording: string;
  call: string;
  reason: string;
}
export interface ValueCount {
  recording: string;
  equal: number;
  total: number;
  unequal: string[];
}
export interface Replayed {
  pairs: AnswerPair[];
  skipped: SkippedCall[];
  /** Recorded polls of work that had not completed, of which ours had. */
  pendingPolls: number;
  values: ValueCount[];
}

const PENDING = /^(?:not_?started|running|pending|in_?progress|onlinepolicyretained|exporting)$/i;
const MAX_POLL_MS = 180_000;

export async function replayRecordings(recordings: readonly Recording[], area: AreaReplay, bench: Bench): Promise<Replayed> {
  const result: Replayed = { pairs: [], skipped: [], pendingPolls: 0, values: [] };
  for (const recording of recordings) await replayRecording(recording, area, bench, result);
  return result;
}

async function replayRecording(recording: Recording, area: AreaReplay, { server }: Bench, result: Replayed): Promise<void> {
  const bindings = new Bindings();
  const missingIds = new Set<string>();
  let isSameInput = true;
  for (const call of recording.calls) {
    const skip = (reason: string): void => {
      for (const location of idsIn(call)) missingIds.add(location);
      result.skipped.push({ recording: recording.name, call: `${call.method} ${pathPattern(call.uri)}`, reason });
    };
    if ([...missingIds].some((id) => call.uri.includes(id))) {
      skip('an earlier call of the recording was not replayed');
      continue;
    }
    const path = bindings.translatePath(call.uri.replace('{endpoint}', ''));
    const json = leftOutLength(call.request) === undefined ? bindings.translate(call.request) : undefined;
    const prepared = await area.prepare(call, { path, json }, recording);
    if ('skipped' in prepared) {
      skip(prepared.skipped);
      continue;
    }
    if (call.method !== 'GET') isSameInput = prepared.isSameInput === true;
    const once = async (): Promise<HttpResponse<unknown>> => await send(server, `${call.method} ${prepared.path}`, prepared);
    const isRecordedPending = isPending(call.response);
    const ours =
      call.method === 'GET' && !isRecordedPending ? await eventually(once, ({ body }) => !isPending(body), MAX_POLL_MS) : await once();
    if (isRecordedPending && !isPending(ours.body)) {
      result.pendingPolls++;
      continue;
    }
    for (const [name, value] of Object.entries(call.headers)) bindings.learn(value, ours.headers[name.toLowerCase()]);
    bindings.learn(call.response, ours.body);
    const name = area.group?.(call) ?? `${call.method} ${pathPattern(call.uri)}`;
    const group = call.status >= 400 ? `${name} (${recording.name.replace(/^.*?test_/, '').replace(/^.*?test_/, '')})` : name;
    result.pairs.push({ group, recorded: call, ours, isSameInput });
    if (isSameInput && area.values) countValues(recording.name, area.values(call.response), area.values(ours.body), result.values);
  }
}

/** Ids that a recorded answer introduced. */
function idsIn({ headers }: RecordedCall): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    /location$/i.test(name) ? [...value.matchAll(/(?:\d+_)?[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([id]) => id) : [],
  );
}

function isPending(body: unknown): boolean {
  const status = (body as { status?: unknown } | null | undefined)?.status;
  return typeof status === 'string' && PENDING.test(status);
}

function countValues(recording: string, theirs: Map<string, unknown>, ours: Map<string, unknown>, counts: ValueCount[]): void {
  if (theirs.size === 0) return;
  const unequal = [...theirs].filter(([name, value]) => !isDeepStrictEqual(ours.get(name), value));
  counts.push({
    recording,
    total: theirs.size,
    equal: theirs.size - unequal.length,
    unequal: unequal.map(([name, value]) => `${name}: ${JSON.stringify(value)}, ours ${JSON.stringify(ours.get(name)) ?? 'absent'}`),
  });
}
