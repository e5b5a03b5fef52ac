/** SIGTERM with 100 calls and some jobs in progress: every call is answered, jobs go back to the queue, and the process ends. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startServer, temporaryFolder } from '../../../test/support/server.ts';
import { send } from '../registers.ts';
import type { Target } from '../registers.ts';
import { atLeast, atMost, none } from '../scene.ts';
import type { Scene } from '../scene.ts';

const SERVER = fileURLToPath(new URL('../../../test/faults/server.ts', import.meta.url));
const CALLS = 100;
const JOBS = 4;
const MAX_EXIT_MS = 10_000;

export const scene: Scene = {
  summary: 'SIGTERM with 100 calls in flight: none dropped, jobs handed back, exit within 10 s',
  share: 1,
  async run({ minutes, log }) {
    const folder = temporaryFolder();
    const endsAt = Date.now() + minutes * 60_000;
    const exitMs: number[] = [];
    const dropped: string[] = [];
    let jobsLost = 0;
    let badExits = 0;
    let jobs: string[] = [];
    let key = '';
    try {
      for (let round = 0; round < 2 || Date.now() < endsAt; round++) {
        const server = await startServer({ data: folder.path, args: ['--log-level', 'error'], program: SERVER });
        key ||= server.key1;
        const target: Target = { address: server.address, key, token: '' };
        jobsLost += await countLost(target, jobs);
        jobs = [];
        for (let i = 0; i < JOBS; i++)
          jobs.push((JSON.parse((await send(target, 'POST /faults/jobs', { n: 2000 })).text) as { id: string }).id);
        const calls = await Promise.all(Array.from({ length: CALLS }, (_, i) => HalfSentCall.open(target, `r${round}-${i}`)));
        const startedAt = performance.now();
        server.signal('SIGTERM');
        for (const reply of await Promise.all(calls.map((half) => half.finish())))
          if (!reply.startsWith('HTTP/1.1 200')) dropped.push(reply);
        const answeredMs = performance.now() - startedAt;
        const { code } = await server.exited;
        log(`answered after ${answeredMs.toFixed(0)} ms, exited after ${(performance.now() - startedAt).toFixed(0)} ms`);
        exitMs.push(performance.now() - startedAt);
        if (code !== 0) badExits++;
      }
    } finally {
      folder.remove();
    }
    for (const problem of dropped.slice(0, 5)) log(problem);
    return [
      atLeast('shutdowns with 100 calls and 4 jobs in progress', exitMs.length, 3),
      none('calls dropped', dropped.length),
      none('jobs lost, stuck or repeated', jobsLost),
      none('exit codes other than 0', badExits),
      atMost('slowest exit', Math.max(...exitMs), MAX_EXIT_MS, 'ms'),
    ];
  },
};

/** A call whose header has been read by the server, which asked for the body. */
class HalfSentCall {
  readonly #socket: Socket;
  readonly #body: string;

  private constructor(socket: Socket, body: string) {
    this.#socket = socket;
    this.#body = body;
  }

  static async open({ address, key }: Target, id: string): Promise<HalfSentCall> {
    const { hostname, port, host } = new URL(address);
    const body = JSON.stringify({ name: id, userData: 'y'.repeat(3000) });
    const socket = connect(Number(port), hostname);
    const lines = [
      `PUT /face/v1.0/persongroups/${id} HTTP/1.1`,
      `host: ${host}`,
      `ocp-apim-subscription-key: ${key}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'expect: 100-continue',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (!answer.toString().startsWith('HTTP/1.1 100')) throw new Error(answer.toString());
    return new HalfSentCall(socket, body);
  }

  /** Sends the body; the start of the reply, or what went wrong. */
  async finish(): Promise<string> {
    this.#socket.write(this.#body);
    try {
      const [answer] = (await Promise.race([
        once(this.#socket, 'data'),
        once(this.#socket, 'close').then(() => ['closed without a reply']),
      ])) as [Buffer | string];
      return answer.toString().slice(0, 300);
    } catch (error) {
      return String(error);
    } finally {
      this.#socket.destroy();
    }
  }
}

/** Of the jobs that were interrupted by the last shutdown. */
async function countLost(target: Target, jobs: readonly string[]): Promise<number> {
  let lost = 0;
  for (const id of jobs) {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const { state, effects } = JSON.parse((await send(target, `GET /faults/jobs/${id}`)).text) as { state: string; effects: number };
      if (state === 'succeeded' && effects === 1) break;
      if (Date.now() > deadline) {
        lost++;
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return lost;
}
