import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { listen } from '../../test/support/simulated-internet.ts';
import { eventually } from '../../test/support/server.ts';
import { FairBudget } from '../http/admission/fair-budget.ts';
import { BodyReceiver } from '../http/body/body-receiver.ts';
import { UploadFolder } from '../http/body/upload-folder.ts';
import { Failure } from '../kernel/failures.ts';
import { FetchRefused } from '../kernel/ports/fetch.ts';
import type { FetchedFile, FetchFile } from '../kernel/ports/fetch.ts';
import { createGuardedFetch } from '../net/guarded-fetch.ts';
import { createFetchFile } from './fetched-files.ts';

const MB = 2 ** 20;
const OPTIONS = { account: 'a', maxBytes: 8 * MB, timeMs: 60_000 };

interface Sources {
  fetchFile: FetchFile;
  address: string;
  folder: string;
  memory: FairBudget;
  disk: FairBudget;
}

/** `/N` sends N megabytes, `/N/stalled` all of them but one, `/N/chunked` does not announce them. */
async function start(t: TestContext): Promise<Sources> {
  const folder = await mkdtemp(join(tmpdir(), 'perennial-fetched-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { port } = await listen(t, ({ url = '' }, response) => {
    const [, megabytes, how] = url.split('/');
    const bytes = Number(megabytes) * MB;
    if (how !== 'chunked') response.setHeader('content-length', bytes);
    if (how === 'stalled') response.write(Buffer.alloc(bytes - MB, 'x'));
    else response.end(Buffer.alloc(bytes, 'x'));
  });
  const [memory, disk] = [new FairBudget(4 * MB), new FairBudget(12 * MB)];
  const receiver = new BodyReceiver({ memory, disk, folder: new UploadFolder(folder), onError: (error) => assert.fail(String(error)) });
  const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: () => [] });
  return { fetchFile: createFetchFile(fetch, receiver), address: `http://127.0.0.1:${port}`, folder, memory, disk };
}

async function lengthOf(file: FetchedFile): Promise<number> {
  const content = file.content();
  if (content instanceof Uint8Array) return content.length;
  let length = 0;
  for await (const chunk of content) length += chunk.length;
  return length;
}

test('keeps small files in memory and large ones on disk, until they were used', async (t) => {
  const { fetchFile, address, folder, memory, disk } = await start(t);
  for (const [path, megabytes] of [
    ['/1', 1],
    ['/5', 5],
    ['/5/chunked', 5],
  ] as const) {
    const seen = await fetchFile(address + path, OPTIONS, async (file) => {
      assert.equal((await readdir(folder)).length, megabytes > 1 ? 1 : 0);
      return { status: file.status, length: file.length, start: (await file.start()).length, content: await lengthOf(file) };
    });
    assert.deepEqual(seen, { status: 200, length: megabytes * MB, start: MB, content: megabytes * MB });
    await eventually(
      () => readdir(folder),
      (names) => names.length === 0,
    );
    assert.deepEqual([memory.held, disk.held], [0, 0]);
  }
});

test('reads a file into memory when there is room', async (t) => {
  const { fetchFile, address, memory, disk } = await start(t);
  assert.equal(memory.take('b', 2 * MB), undefined);
  const bytes = fetchFile(`${address}/4`, OPTIONS, (file) => file.bytes());
  await eventually(
    () => disk.held,
    (held) => held === 4 * MB,
  );
  memory.release('b', 2 * MB);
  assert.equal((await bytes).length, 4 * MB);
  assert.equal(memory.held, 0);
});

test('counts what stalls, and refuses more of the account, not of others', async (t) => {
  const { fetchFile, address, folder, disk } = await start(t);
  const stop = new AbortController();
  const stalled = fetchFile(`${address}/6/stalled`, { ...OPTIONS, signal: stop.signal }, () => assert.fail('It is not complete.'));
  const ended = assert.rejects(stalled, /stopped/);
  const writtenBytes = async (): Promise<number> => {
    const [name] = await readdir(folder);
    return name === undefined ? 0 : (await stat(join(folder, name))).size;
  };
  await eventually(writtenBytes, (bytes) => bytes > 4 * MB);
  assert.equal(disk.held, 6 * MB);
  await assert.rejects(
    fetchFile(`${address}/5`, OPTIONS, () => assert.fail('There is no room.')),
    (error) => error instanceof Failure && error.kind === 'TooManyBytes',
  );
  assert.equal(await fetchFile(`${address}/5`, { ...OPTIONS, account: 'b' }, lengthOf), 5 * MB);
  stop.abort(new Error('stopped'));
  await ended;
  assert.equal(disk.held, 0);
  await eventually(
    () => readdir(folder),
    (names) => names.length === 0,
  );
});

test('refuses what is too large, announced or not', async (t) => {
  const { fetchFile, address, memory, disk } = await start(t);
  for (const path of ['/9', '/9/chunked'])
    await assert.rejects(
      fetchFile(address + path, OPTIONS, () => assert.fail('It is too large.')),
      (error) => error instanceof FetchRefused && error.reason === 'size',
      path,
    );
  assert.deepEqual([memory.held, disk.held], [0, 0]);
});
