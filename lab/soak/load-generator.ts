/**
 * A load generator in a process of its own. Closed loop: each connection sends its next call when the last is answered. Open loop: calls
 * are sent at a rate, whether earlier ones are answered or not. The time of a call counts from when it is sent, its connection included;
 * how late an open loop sends is measured too, so that a slow generator shows.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { summarize } from './bystander.ts';
import type { Latencies } from './bystander.ts';

export interface LoadSource {
  name: string;
  /** Empty for none. */
  key: string;
  /** Further headers, such as `cookie: a=b`. */
  headers?: readonly string[];
  /** Its part of all calls. */
  part: number;
}

export interface Load {
  port: number;
  /** Method and path; `{n}` in the body is the number of the call. */
  route: string;
  body: string;
  sources: LoadSource[];
  seconds: number;
  /** Calls per second of an open loop; omitted for a closed one. */
  rate?: number;
  /** Of a closed loop, and the most of an open one. */
  connections: number;
  /** A new connection for each call. */
  isUnpooled?: boolean;
  /** With the lowest priority, as an attacker's own machine takes nothing from the processors of the server. */
  isAttack?: boolean;
}

export interface SourceResult {
  sent: number;
  byStatus: Record<string, number>;
  /** Of calls answered with 2xx. */
  admitted: Latencies;
  refused: Latencies;
}

export interface LoadResult {
  seconds: number;
  sources: Record<string, SourceResult>;
  /** Connections that failed, and calls without an answer at the end. */
  failed: number;
  unanswered: number;
  /** Calls that were not sent because all connections were busy. */
  unsent: number;
  /** How much later than due the calls of an open loop were sent. */
  late: Latencies;
}

/** How long an open loop waits for the last answers. */
const DRAIN_MS = 5000;

export async function runLoad(load: Load): Promise<LoadResult> {
  const child = fork(new URL(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(load);
  const [result] = (await once(child, 'message')) as [LoadResult];
  child.kill();
  return result;
}

class Measurement {
  readonly sent: Record<string, number> = {};
  readonly times: Record<string, { admitted: number[]; refused: number[] }> = {};
  readonly statuses: Record<string, Record<string, number>> = {};
  readonly late: number[] = [];
  failed = 0;
  unsent = 0;
  open = 0;

  constructor(sources: readonly LoadSource[]) {
    for (const { name } of sources) {
      this.sent[name] = 0;
      this.times[name] = { admitted: [], refused: [] };
      this.statuses[name] = {};
    }
  }

  answered(name: string, status: number, ms: number): void {
    this.open--;
    this.times[name]![status >= 200 && status < 300 ? 'admitted' : 'refused'].push(ms);
    this.statuses[name]![status] = (this.statuses[name]![status] ?? 0) + 1;
  }

  result(seconds: number): LoadResult {
    const sources = Object.keys(this.sent).map((name) => [
      name,
      {
        sent: this.sent[name]!,
        byStatus: this.statuses[name]!,
        admitted: summarize(this.times[name]!.admitted),
        refused: summarize(this.times[name]!.refused),
      },
    ]);
    return {
      seconds,
      sources: Object.fromEntries(sources) as Record<string, SourceResult>,
      failed: this.failed,
      unanswered: this.open,
      unsent: this.unsent,
      late: summarize(this.late),
    };
  }
}

/** One connection with at most one call under way. */
class Client {
  readonly #port: number;
  #socket: Socket | undefined;
  #received = '';
  #answered: ((status: number) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** 0 when the connection fails. */
  send(request: string, isLast: boolean): Promise<number> {
    const socket = (this.#socket ??= this.#connect());
    const answer = new Promise<number>((resolve) => (this.#answered = resolve));
    socket.write(request);
    return isLast ? answer.finally(() => this.close()) : answer;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#received = '';
    const ended = (): void => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#answer(0);
    };
    return socket
      .setEncoding('latin1')
      .on('data', (text: string) => this.#read(text))
      .on('error', ended)
      .on('close', ended);
  }

  #read(text: string): void {
    this.#received += text;
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1] ?? 0);
    if (this.#received.length < head + 4 + length) return;
    const status = Number(this.#received.slice(9, 12));
    this.#received = this.#received.slice(head + 4 + length);
    this.#answer(status);
  }

  #answer(status: number): void {
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.(status);
  }
}

function requestsOf({ route, body, isUnpooled }: Load): (source: LoadSource) => string {
  const [method, path] = route.split(' ', 2);
  let calls = 0;
  return ({ key, headers = [] }) => {
    const text = body.replaceAll('{n}', `${process.pid}-${++calls}`);
    const head = [`${method} ${path} HTTP/1.1`, 'host: a', ...headers];
    if (key !== '') head.push(`ocp-apim-subscription-key: ${key}`);
    if (isUnpooled) head.push('connection: close');
    if (text !== '') head.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
    return `${head.join('\r\n')}\r\n\r\n${text}`;
  };
}

/** Sources in turn, by their parts. */
function sourcesOf({ sources }: Load): () => LoadSource {
  const due = sources.map(() => 0);
  return () => {
    for (const [i, { part }] of sources.entries()) due[i]! += part;
    const next = due.indexOf(Math.max(...due));
    due[next]! -= sources.reduce((sum, { part }) => sum + part, 0);
    return sources[next]!;
  };
}

async function closedLoop(load: Load): Promise<LoadResult> {
  const measured = new Measurement(load.sources);
  const [request, source] = [requestsOf(load), sourcesOf(load)];
  const startedAt = performance.now();
  const end = startedAt + load.seconds * 1000;
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const client = new Client(load.port);
      while (performance.now() < end) {
        const from = source();
        measured.sent[from.name]!++;
        measured.open++;
        const sentAt = performance.now();
        const status = await client.send(request(from), load.isUnpooled ?? false);
        if (status === 0) measured.failed++;
        measured.answered(from.name, status, performance.now() - sentAt);
      }
      client.close();
    }),
  );
  return measured.result((performance.now() - startedAt) / 1000);
}

async function openLoop(load: Load & { rate: number }): Promise<LoadResult> {
  const measured = new Measurement(load.sources);
  const [request, source] = [requestsOf(load), sourcesOf(load)];
  const idle: Client[] = [];
  let clients = 0;
  const send = async (dueAt: number): Promise<void> => {
    const from = source();
    if (idle.length === 0 && clients >= load.connections) return void measured.unsent++;
    const free = idle.pop();
    const client = free ?? new Client(load.port);
    if (!free) clients++;
    measured.sent[from.name]!++;
    measured.open++;
    const sentAt = performance.now();
    measured.late.push(sentAt - dueAt);
    const status = await client.send(request(from), load.isUnpooled ?? false);
    if (status === 0) measured.failed++;
    measured.answered(from.name, status, performance.now() - sentAt);
    idle.push(client);
  };
  const startedAt = performance.now();
  let call = 0;
  for (;;) {
    const seconds = (performance.now() - startedAt) / 1000;
    for (; call < Math.min(seconds, load.seconds) * load.rate; call++) void send(startedAt + (call / load.rate) * 1000);
    if (seconds >= load.seconds) break;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const end = performance.now() + DRAIN_MS; measured.open > 0 && performance.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const client of idle) client.close();
  return measured.result(load.seconds);
}

if (process.send && process.argv[1] === new URL(import.meta.url).pathname) {
  process.once('message', (load: Load) => {
    if (load.isAttack) setPriority(constants.priority.PRIORITY_LOW);
    const running = load.rate === undefined ? closedLoop(load) : openLoop({ ...load, rate: load.rate });
    void running.then((result) => process.send!(result));
  });
}
