/**
 * Bad images, sequentially and concurrently: each gets the documented reply, the server keeps running, nothing is stored, and the memory of
 * the server and its processes stops growing.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import * as bad from '../support/bad-images.ts';
import { GROUP_PHOTO, STRANGER_PHOTOS, serveFiles } from '../support/people.ts';
import { call, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

const CONCURRENCY = 3;
/** At first memory grows without a leak: processes start, caches fill, garbage is not yet collected. A leak grows until the end. */
const MAX_ROUNDS = 30;
/** Steady memory grows by less than this many bytes per image over this many rounds. A round sends every bad image once. */
const STEADY_ROUNDS = 4;
const STEADY_BYTES = 2 ** 16;

const DETECT = 'POST /face/v1.0/detect';
const GROUP = '/face/v1.0/persongroups/bad';
const BYTES = { 'content-type': 'application/octet-stream' };

interface Case {
  name: string;
  route: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  expected: [status: number, code: string, message: string];
}

const UNREADABLE: Case['expected'] = [400, 'InvalidImage', 'Decoding error, image format unsupported.'];
const TOO_SMALL: Case['expected'] = [400, 'InvalidImageSize', 'Image size is too small.'];
const TOO_BIG: Case['expected'] = [400, 'InvalidImageSize', 'Image size is too big.'];
const BAD_URL: Case['expected'] = [400, 'InvalidURL', 'Invalid image URL.'];

describe('bad images', () => {
  const folder = temporaryFolder();
  let server: Server;
  let files: Awaited<ReturnType<typeof serveFiles>>;
  let cases: Case[];
  const send = <T>(
    route: string,
    options: { json?: unknown; body?: Buffer | string; headers?: Record<string, string> } = {},
  ): Promise<HttpResponse<T>> => call<T>(server, route, { key: server.key1, ...options });
  before(async () => {
    files = await serveFiles({ 'text.jpg': Buffer.alloc(2000, 'text'), 'large.jpg': Buffer.alloc(7 * 2 ** 20, 1) });
    server = await startServer({ data: folder.path, env: { PERENNIAL_FETCH_ALLOW: files.host } });
    assert.equal((await send(`PUT ${GROUP}`, { json: { name: 'Bad' } })).status, 200);
    const {
      body: { personId },
    } = await send<{ personId: string }>(`POST ${GROUP}/persons`, { json: { name: 'Nobody' } });
    const add = `POST ${GROUP}/persons/${personId}/persistedfaces`;
    const detect = (name: string, body: Buffer, expected: Case['expected']): Case => ({
      name,
      route: DETECT,
      headers: BYTES,
      body,
      expected,
    });
    const fetch = (name: string, url: string, expected: Case['expected']): Case => ({
      name,
      route: DETECT,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
      expected,
    });
    cases = [
      {
        name: 'no face',
        route: add,
        headers: BYTES,
        body: await bad.noiseImage(),
        expected: [400, 'InvalidImage', 'No face detected in the image.'],
      },
      {
        name: 'several faces without a target',
        route: add,
        headers: BYTES,
        body: GROUP_PHOTO,
        expected: [400, 'InvalidImage', 'There is more than 1 face in the image.'],
      },
      {
        name: 'a target outside the image',
        route: `${add}?targetFace=0,0,9000,10`,
        headers: BYTES,
        body: STRANGER_PHOTOS[0]!,
        expected: [400, 'BadArgument', 'Argument targetFace out of range.'],
      },
      {
        name: 'a malformed target',
        route: `${add}?targetFace=1,2,3`,
        headers: BYTES,
        body: STRANGER_PHOTOS[0]!,
        expected: [400, 'BadArgument', 'Invalid argument targetFace.'],
      },
      detect('one pixel', bad.onePixel(), TOO_SMALL),
      detect('a few bytes', STRANGER_PHOTOS[0]!.subarray(0, 500), TOO_SMALL),
      detect('30,000 by 30,000 pixels', bad.blackPng30000(), TOO_BIG),
      detect('a PNG header with four billion billion pixels', bad.fakeHugePng(), UNREADABLE),
      detect('a JPEG header with four billion pixels', await bad.hugeJpeg(), TOO_BIG),
      detect('a GIF header with four billion pixels', bad.hugeGif(), TOO_BIG),
      detect('a BMP header with ten billion pixels', bad.hugeBmp(), TOO_BIG),
      detect('a truncated JPEG', GROUP_PHOTO.subarray(0, GROUP_PHOTO.length / 2), UNREADABLE),
      detect('text', Buffer.alloc(2000, 'This is not an image. '), UNREADABLE),
      detect('zeros', Buffer.alloc(4000), UNREADABLE),
      {
        name: 'more bytes than allowed',
        route: DETECT,
        headers: { ...BYTES, 'content-length': String(7 * 2 ** 20) },
        body: Buffer.alloc(10),
        expected: TOO_BIG,
      },
      {
        name: 'an empty body',
        route: DETECT,
        headers: BYTES,
        body: Buffer.alloc(0),
        expected: [400, 'BadArgument', 'Request body is invalid.'],
      },
      {
        name: 'another content type',
        route: DETECT,
        headers: { 'content-type': 'text/plain' },
        body: GROUP_PHOTO,
        expected: [415, 'BadArgument', 'The content type text/plain is not supported by this operation.'],
      },
      fetch('a loopback URL', 'http://127.0.0.1:1/face.jpg', BAD_URL),
      fetch('a cloud metadata URL', 'http://169.254.169.254/latest/meta-data', BAD_URL),
      fetch('a file URL', 'file:///etc/passwd', BAD_URL),
      fetch('a malformed URL', 'face', BAD_URL),
      fetch('a URL that returns text', files.urlOf('text.jpg'), UNREADABLE),
      fetch('a URL that returns too much', files.urlOf('large.jpg'), TOO_BIG),
      fetch('a URL that returns 404', files.urlOf('none.jpg'), [
        400,
        'InvalidURL',
        'Invalid image URL or error downloading from target server. Remote server error returned: "404"',
      ]),
    ];
  });
  after(async () => {
    await server.stop();
    files.close();
    folder.remove();
  });

  async function sendBad({ name, route, headers, body, expected }: Case): Promise<void> {
    const { status, text, body: reply } = await send<{ error?: { code: string; message: string } }>(route, { headers, body });
    assert.deepEqual([status, reply?.error?.code, reply?.error?.message], expected, `${name}: ${status} ${text.slice(0, 300)}`);
  }

  test('replies to each bad image as documented', async () => {
    for (const badCase of cases) await sendBad(badCase);
  });

  test('reads an image with compressed bombs in its metadata', async () => {
    for (const body of [bad.pngWithCompressedBombs(), bad.pngWithExcessPixels()]) {
      const { status, text } = await send(DETECT, { headers: BYTES, body });
      assert.deepEqual([status, text], [200, '[]']);
    }
  });

  test('stops growing in memory, and detects faces afterward', { skip: process.platform !== 'linux' && 'reads /proc' }, async (t) => {
    const sendAll = async (): Promise<void> => {
      let sent = 0;
      await Promise.all(
        Array.from({ length: CONCURRENCY }, async () => {
          while (sent < cases.length) await sendBad(cases[sent++]!);
        }),
      );
    };
    const rounds = [memoryByProcess()];
    const growth = (): number => bytesGrown(rounds.at(-1 - STEADY_ROUNDS), rounds.at(-1)!) / (STEADY_ROUNDS * cases.length);
    while (growth() >= STEADY_BYTES) {
      const megabytes = rounds.map((round) => [...round.values()].map((bytes) => Math.round(bytes / 2 ** 20)).join('+'));
      assert.ok(rounds.length <= MAX_ROUNDS, `Memory grows without end, in MB after each round: ${megabytes.join(', ')}`);
      await sendAll();
      rounds.push(memoryByProcess());
    }
    t.diagnostic(`Memory was steady after ${rounds.length - 1} rounds of ${cases.length} bad images`);
    const { status, body } = await send<object[]>(DETECT, { headers: BYTES, body: STRANGER_PHOTOS[0] });
    assert.deepEqual([status, body.length], [200, 1]);
    const {
      body: [person],
    } = await send<{ persistedFaceIds: string[] }[]>(`GET ${GROUP}/persons`);
    assert.deepEqual(person!.persistedFaceIds, []);
    assert.doesNotMatch(server.logs(), /unexpected error/);
  });
});

/** By how much the processes that have been there since `from` have grown; without bound if there are more processes now. */
function bytesGrown(from: ReadonlyMap<number, number> = new Map(), to: ReadonlyMap<number, number>): number {
  if (to.size > from.size) return Infinity;
  return [...to].reduce((sum, [pid, bytes]) => sum + bytes - (from.get(pid) ?? bytes), 0);
}

/** All descendants of a process. */
function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const found = [pid];
  for (const one of found) found.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child));
  return found.slice(1);
}

function parentOf(pid: string): number | undefined {
  return Number(/^PPid:\s+(\d+)$/m.exec(statusOf(pid))?.[1]);
}

/** Resident memory of the server and its processes, in bytes. */
function memoryByProcess(): Map<number, number> {
  const bytesOf = (pid: number): number => 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(statusOf(String(pid)))?.[1] ?? 0);
  return new Map(descendantsOf(process.pid).map((pid) => [pid, bytesOf(pid)]));
}

/** Empty if the process has exited. */
function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
