/** Bytes on a socket that are almost HTTP: every reply is a 2xx or 4xx or a closed connection, and the server goes on answering. */
import { connect } from 'node:net';
import { call } from '../../test/support/server.ts';
import type { Server } from '../../test/support/server.ts';
import { Random } from '../../test/support/simulated-time.ts';
import { hostileText } from '../../test/support/fuzz/values.ts';

export interface BrokenHttpResult {
  connections: number;
  problems: string[];
}

const CONCURRENCY = 8;
/** Longer than any reply, shorter than the limits on slow requests. */
const SILENCE_MS = 3000;
const LINE_ENDS = ['\r\n', '\n', '\r', '\r\n\r\n', '\n\r', ''];
const TARGETS = [
  '/health',
  '/face/v1.0/persongroups/a',
  '/language/:analyze-conversations?api-version=2022-05-01',
  '/luis/api/v2.0/apps/',
  '/ranking/v1.1-preview.3/rank',
  '*',
  'http://evil.example/face/v1.0/persongroups',
  '//evil.example/x',
  '/%',
  '/%00',
  '/..%2f..%2f',
  '/face/v1.0/\u0000',
  `/${'a/'.repeat(3000)}`,
  `/${'a'.repeat(20_000)}`,
  '/\\..\\..',
  '/?%zz&a[b]=1&__proto__[x]=1',
  '',
];
const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'PRI',
  'get',
  'G\u0000T',
  '',
  'X'.repeat(300),
];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', '', 'HTTP/1.1 x'];
const CHUNKS = [
  '0\r\n\r\n',
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '-1\r\n',
  '5;a=b\r\nhello\r\n0\r\nx: y\r\n\r\n',
  'zz\r\n',
  '1\r\n',
  '0x5\r\nhello\r\n',
];

export async function sendBrokenHttp(server: Server, { seed, endsAt }: { seed: number; endsAt: number }): Promise<BrokenHttpResult> {
  const random = new Random(seed);
  const result: BrokenHttpResult = { connections: 0, problems: [] };
  const { hostname, port } = new URL(server.address);
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (Date.now() < endsAt) {
        const bytes = brokenRequest(random, server.key1);
        const problem = checkReplies(await exchange(hostname, Number(port), bytes, random.chance(0.2)));
        result.connections++;
        if (problem !== undefined) result.problems.push(`${problem} ← ${JSON.stringify(bytes.toString('latin1').slice(0, 600))}`);
      }
    }),
  );
  if ((await call(server, 'GET /health')).status !== 200) result.problems.push('/health does not answer 200 afterward');
  if (/unexpected error/.test(server.logs())) result.problems.push(`logged: ${server.logs().slice(0, 1000)}`);
  return result;
}

function brokenRequest(random: Random, key: string): Buffer {
  const requests = Array.from({ length: random.pick([1, 1, 1, 2, 5]) }, () => oneRequest(random, key)).join('');
  const bytes = Buffer.from(requests, random.chance(0.9) ? 'latin1' : 'utf8');
  for (let flips = random.pick([0, 0, 1, 3, 20]); flips > 0; flips--) bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255);
  return random.chance(0.2) ? bytes.subarray(0, random.integer(1, bytes.length)) : bytes;
}

function oneRequest(random: Random, key: string): string {
  const mostly = <T>(usual: T, others: readonly T[]): T => (random.chance(0.7) ? usual : random.pick(others));
  const end = mostly('\r\n', LINE_ENDS);
  const body = random.chance(0.5) ? JSON.stringify({ name: hostileText(random) }) : '';
  const headers = [`host: ${mostly('localhost', ['', 'a b', 'x'.repeat(2000)])}`, `ocp-apim-subscription-key: ${key}`];
  const framings = [
    `content-length: ${Buffer.byteLength(body)}`,
    'content-length: 5, 6',
    'content-length: -1',
    'content-length: 99999999999999999999',
    `content-length: ${body.length + 10}`,
    'transfer-encoding: chunked',
    'transfer-encoding: chunked, identity',
    'Transfer-Encoding:\u000bchunked',
    `content-length: ${body.length}\r\ntransfer-encoding: chunked`,
    `content-length: ${body.length}\r\ncontent-length: 0`,
  ];
  const framing = mostly(framings[0]!, framings);
  headers.push(framing);
  if (random.chance(0.3)) headers.push('content-type: application/json');
  if (random.chance(0.1)) headers.push('expect: 100-continue', 'connection: upgrade', 'upgrade: websocket');
  if (random.chance(0.1)) headers.push(`${hostileText(random)}: ${hostileText(random)}`);
  if (random.chance(0.03)) headers.push(...Array.from({ length: 3000 }, (_, i) => `h${i}: x`));
  if (random.chance(0.03)) headers.push(` folded`, ':', 'no colon');
  const payload = framing.includes('chunked') ? random.pick(CHUNKS) : body;
  const start = `${mostly('PUT', METHODS)} ${mostly('/face/v1.0/persongroups/a', TARGETS)} ${mostly('HTTP/1.1', VERSIONS)}`;
  return [start, ...headers].join(end) + end + end + payload;
}

interface Exchange {
  text: string;
  end: 'closed' | 'silent';
}

async function exchange(host: string, port: number, bytes: Buffer, inPieces: boolean): Promise<Exchange> {
  return await new Promise((resolve) => {
    const socket = connect(port, host);
    let text = '';
    const finish = (end: Exchange['end']): void => {
      socket.destroy();
      resolve({ text, end });
    };
    socket.setTimeout(SILENCE_MS, () => finish('silent'));
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => finish('closed'));
    socket.on('close', () => finish('closed'));
    const size = inPieces ? Math.ceil(bytes.length / 4) : bytes.length;
    for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size));
    socket.end();
  });
}

function checkReplies({ text }: Exchange): string | undefined {
  for (const [, status] of text.matchAll(/^HTTP\/1\.\d (\d{3})/gm)) if (Number(status) >= 500) return `${status}: ${text.slice(0, 500)}`;
  if (text !== '' && !text.startsWith('HTTP/1.')) return `not HTTP: ${text.slice(0, 200)}`;
  return /node_modules|node:internal|\/src\//.test(text) ? `leaks: ${text.slice(0, 500)}` : undefined;
}
