/** A light load generator: keep-alive sockets that send the next request as soon as a response has arrived. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  port: number;
  request: (call: number) => Buffer;
  connections: number;
  /** When to end: after a time, or after a number of calls, which is the same work on any machine. */
  ms?: number;
  calls?: number;
  /** Calls a second at most, evenly spread; as many as are answered when omitted. */
  perSecond?: number;
  /** The status of success, 200 when omitted. */
  status?: number | ((status: number) => boolean);
}
export interface LoadResult {
  calls: number;
  perSecond: number;
  p99Ms: number;
  failures: number;
}

export async function load({
  port,
  request,
  connections,
  ms = Infinity,
  calls: maxCalls = Infinity,
  perSecond,
  status: expected = 200,
}: Load): Promise<LoadResult> {
  const isExpected = typeof expected === 'function' ? expected : (status: number): boolean => status === expected;
  let calls = 0;
  let failures = 0;
  const times: number[] = [];
  const end = performance.now() + ms;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      const responses = responseReader(socket);
      const gapMs = perSecond === undefined ? 0 : (1000 * connections) / perSecond;
      for (let due = start + (gapMs * connection) / connections; performance.now() < end && calls < maxCalls; due += gapMs) {
        const earlyMs = due - performance.now();
        if (gapMs > 0 && earlyMs > 0) await sleep(earlyMs);
        const sent = performance.now();
        socket.write(request(calls++));
        const status = await responses.next();
        times.push(performance.now() - sent);
        if (!isExpected(status)) failures++;
      }
      socket.destroy();
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  return { calls: times.length, perSecond: times.length / seconds, p99Ms: times[Math.floor(times.length * 0.99)]!, failures };
}

/** Reads one status per response: the head, then as many bytes as content-length gives. */
function responseReader(socket: Socket): { next(): Promise<number> } {
  let buffered = Buffer.alloc(0);
  let waiting: ((status: number) => void) | undefined;
  const deliver = (): void => {
    if (!waiting) return;
    const head = buffered.indexOf('\r\n\r\n');
    if (head < 0) return;
    const text = buffered.toString('latin1', 0, head);
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (buffered.length < head + 4 + length) return;
    buffered = buffered.subarray(head + 4 + length);
    const resolve = waiting;
    waiting = undefined;
    resolve(Number(text.slice(9, 12)));
  };
  socket.on('data', (chunk) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    deliver();
  });
  return {
    next: () =>
      new Promise((resolve) => {
        waiting = resolve;
        deliver();
      }),
  };
}
