/**
 * A blob storage of somebody hostile, in a process of its own: listings without an end, and files of which the last megabyte never comes.
 * It has the lowest priority, as an attacker's own machine takes nothing from the processors of the server.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Of a page: as many as are accepted, and the rest is read in vain. */
export const PAGE_ELEMENTS = 20_000;
const PAGE_BLOBS = 500;
const MEGABYTE = 2 ** 20;

interface Counts {
  port: number;
  /** Of listings, that were asked for. */
  pages: number;
  /** Files of which all but the last megabyte was taken. */
  stalled: number;
}

export interface HostileStorage {
  host: string;
  address: string;
  readonly counts: Counts;
  close(): void;
}

export async function startStorage(): Promise<HostileStorage> {
  const child = fork(new URL(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let [counts] = (await once(child, 'message')) as [Counts];
  child.on('message', (message) => (counts = message as Counts));
  const host = `127.0.0.1:${counts.port}`;
  return {
    host,
    address: `http://${host}`,
    get counts() {
      return counts;
    },
    close: () => void child.kill(),
  };
}

async function serve(): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  const blobs = Array.from({ length: PAGE_ELEMENTS }, (_, i) => {
    const element = i < PAGE_BLOBS ? 'Blob' : 'Bulk';
    return `<${element}><Name>${i}</Name><Properties/></${element}>`;
  }).join('');
  const page = Buffer.from(`<EnumerationResults><Blobs>${blobs}</Blobs><NextMarker>more</NextMarker></EnumerationResults>`);
  const counts: Counts = { port: 0, pages: 0, stalled: 0 };
  const count = (name: 'pages' | 'stalled'): void => {
    counts[name]++;
    process.send!(counts);
  };
  const server = createServer((request, response) => {
    if (request.url!.includes('comp=list')) {
      count('pages');
      response.writeHead(200, { 'content-type': 'application/xml', 'content-length': page.length }).end(page);
    } else
      stall(response).then(
        () => count('stalled'),
        () => undefined,
      );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  counts.port = (server.address() as AddressInfo).port;
  process.send!(counts);
}

async function stall(response: ServerResponse): Promise<void> {
  const piece = Buffer.alloc(MEGABYTE, 'x');
  response.on('error', () => undefined).writeHead(200, { 'content-type': 'application/pdf', 'content-length': 50 * MEGABYTE });
  response.write('%PDF-1.7\n');
  await pipeline(Readable.from(Array<Buffer>(49).fill(piece)), response, { end: false });
}

if (process.send && process.argv[1] === new URL(import.meta.url).pathname) void serve();
