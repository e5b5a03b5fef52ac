/**
 * Bad pictures, one after the other and several at once: each gets the documented answer, the server goes on, nothing is stored, and the memory
 * of the server and its processes does not grow. `PERENNIAL_BAD_PICTURES` says how many are sent (60).
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import * as bad from '../support/bad-images.ts';
import { GROUP_PHOTO, STRANGER_PHOTOS, serveFiles } from '../support/people.ts';
import { call, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

const COUNT = Number(process.env.PERENNIAL_BAD_PICTURES ?? 60);
const AT_ONCE = 3;
/** Memory may become so much more: what is freed is not given back at once. */
const MOST_GROWTH = 1.4;

const DETECT = 'POST /face/v1.0/detect';
const GROUP = '/face/v1.0/persongroups/bad';
const BYTES = { 'content-type': 'application/octet-stream' };

interface Case { name: string; route: string; headers?: Record<string, string>; body?: Buffer | string; expected: [status: number, code: string, message: string] }

const UNREADABLE: Case['expected'] = [400, 'InvalidImage', 'Decoding error, image format unsupported.'];
const TOO_SMALL: Case['expected'] = [400, 'InvalidImageSize', 'Image size is too small.'];
const TOO_BIG: Case['expected'] = [400, 'InvalidImageSize', 'Image size is too big.'];
const BAD_URL: Case['expected'] = [400, 'InvalidURL', 'Invalid image URL.'];

describe('bad pictures', () => {
  const folder = temporaryFolder();
  let server: Server;
  let files: Awaited<ReturnType<typeof serveFiles>>;
  let cases: Case[];
  const send = <T>(route: string, options: { json?: unknown; body?: Buffer | string; headers?: Record<string, string> } = {}): Promise<HttpResponse<T>> => call<T>(server, route, { key: server.key1, ...options });
  before(async () => {
    files = await serveFiles({ 'text.jpg': Buffer.alloc(2000, 'text'), 'large.jpg': Buffer.alloc(7 * 2 ** 20, 1) });
    server = await startServer({ data: folder.path, env: { PERENNIAL_FETCH_ALLOW: files.host } });
    assert.equal((await send(`PUT ${GROUP}`, { json: { name: 'Bad' } })).status, 200);
    const { body: { personId } } = await send<{ personId: string }>(`POST ${GROUP}/persons`, { json: { name: 'Nobody' } });
    const add = `POST ${GROUP}/persons/${personId}/persistedfaces`;
    const detect = (name: string, body: Buffer, expected: Case['expected']): Case => ({ name, route: DETECT, headers: BYTES, body, expected });
    const fetch = (name: string, url: string, expected: Case['expected']): Case => ({ name, route: DETECT, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ url }), expected });
    cases = [
      { name: 'nobody in it', route: add, headers: BYTES, body: await bad.noiseImage(), expected: [400, 'InvalidImage', 'No face detected in the image.'] },
      { name: 'several people, none of them meant', route: add, headers: BYTES, body: GROUP_PHOTO, expected: [400, 'InvalidImage', 'There is more than 1 face in the image.'] },
      { name: 'a target outside', route: `${add}?targetFace=0,0,9000,10`, headers: BYTES, body: STRANGER_PHOTOS[0]!, expected: [400, 'BadArgument', 'Argument targetFace out of range.'] },
      { name: 'a target that is none', route: `${add}?targetFace=1,2,3`, headers: BYTES, body: STRANGER_PHOTOS[0]!, expected: [400, 'BadArgument', 'Invalid argument targetFace.'] },
      detect('one pixel', bad.onePixel(), TOO_SMALL),
      detect('a few bytes', STRANGER_PHOTOS[0]!.subarray(0, 500), TOO_SMALL),
      detect('30,000 by 30,000 pixels', bad.blackPng30000(), TOO_BIG),
      detect('a PNG that promises four billion billion pixels', bad.fakeHugePng(), UNREADABLE),
      detect('a JPEG that promises four billion pixels', await bad.hugeJpeg(), TOO_BIG),
      detect('a GIF that promises four billion pixels', bad.hugeGif(), TOO_BIG),
      detect('a BMP that promises ten billion pixels', bad.hugeBmp(), TOO_BIG),
      detect('a JPEG that is cut off', GROUP_PHOTO.subarray(0, GROUP_PHOTO.length / 2), UNREADABLE),
      detect('text', Buffer.alloc(2000, 'This is no picture. '), UNREADABLE),
      detect('zeros', Buffer.alloc(4000), UNREADABLE),
      { name: 'more bytes than a picture may have', route: DETECT, headers: { ...BYTES, 'content-length': String(7 * 2 ** 20) }, body: Buffer.alloc(10), expected: TOO_BIG },
      { name: 'nothing', route: DETECT, headers: BYTES, body: Buffer.alloc(0), expected: [400, 'BadArgument', 'Request body is invalid.'] },
      { name: 'another kind of body', route: DETECT, headers: { 'content-type': 'text/plain' }, body: GROUP_PHOTO, expected: [415, 'BadArgument', 'The content type text/plain is not supported by this operation.'] },
      fetch('an address of the host itself', 'http://127.0.0.1:1/face.jpg', BAD_URL),
      fetch('an address of a cloud\'s metadata', 'http://169.254.169.254/latest/meta-data', BAD_URL),
      fetch('an address of another kind', 'file:///etc/passwd', BAD_URL),
      fetch('an address that is none', 'face', BAD_URL),
      fetch('an address with text behind it', files.urlOf('text.jpg'), UNREADABLE),
      fetch('an address with too much behind it', files.urlOf('large.jpg'), TOO_BIG),
      fetch('an address with nothing behind it', files.urlOf('none.jpg'), [400, 'InvalidURL', 'Invalid image URL or error downloading from target server. Remote server error returned: "404"']),
    ];
  });
  after(async () => {
    await server.stop();
    files.close();
    folder.remove();
  });

  async function sendBad({ name, route, headers, body, expected }: Case): Promise<void> {
    const { status, text, body: answer } = await send<{ error?: { code: string; message: string } }>(route, { headers, body });
    assert.deepEqual([status, answer?.error?.code, answer?.error?.message], expected, `${name}: ${status} ${text.slice(0, 300)}`);
  }

  test('each is answered as documented', async () => {
    for (const one of cases) await sendBad(one);
  });

  test('of a picture that is stuffed with what no face needs the rest is looked at', async () => {
    for (const body of [bad.pngWithCompressedBombs(), bad.pngWithExcessPixels()]) {
      const { status, text } = await send(DETECT, { headers: BYTES, body });
      assert.deepEqual([status, text], [200, '[]']);
    }
  });

  test('memory does not grow, and good pictures are looked at afterwards', { skip: process.platform !== 'linux' && 'reads /proc' }, async (t) => {
    const many = async (count: number): Promise<void> => {
      let sent = 0;
      await Promise.all(Array.from({ length: AT_ONCE }, async () => {
        while (sent < count) await sendBad(cases[sent++ % cases.length]!);
      }));
    };
    await many(2 * cases.length);
    const begin = memoryOf(descendantsOf(process.pid));
    await many(COUNT);
    const end = memoryOf(descendantsOf(process.pid));
    t.diagnostic(`${COUNT} bad pictures: ${megabytes(begin)} MB before, ${megabytes(end)} MB after`);
    assert.ok(end < begin * MOST_GROWTH, `${megabytes(begin)} MB became ${megabytes(end)} MB`);
    const { status, body } = await send<object[]>(DETECT, { headers: BYTES, body: STRANGER_PHOTOS[0] });
    assert.deepEqual([status, body.length], [200, 1]);
    const { body: [person] } = await send<{ persistedFaceIds: string[] }[]>(`GET ${GROUP}/persons`);
    assert.deepEqual(person!.persistedFaceIds, []);
    assert.doesNotMatch(server.logs(), /unexpected error/);
  });
});

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** Processes that a process has started, and those that they have. */
function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map((name) => [Number(name), parentOf(name)] as const);
  const found = [pid];
  for (const one of found) found.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child));
  return found.slice(1);
}

function parentOf(pid: string): number | undefined {
  return Number(/^PPid:\s+(\d+)$/m.exec(statusOf(pid))?.[1]);
}

/** Memory that belongs to the processes, in bytes. */
function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(statusOf(String(pid)))?.[1] ?? 0), 0);
}

/** Nothing where it has ended. */
function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
