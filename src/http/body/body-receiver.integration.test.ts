import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import type { Area } from '../../kernel/area.ts';
import type { Failure } from '../../kernel/failures.ts';
import { plainDialect } from '../../kernel/failures.ts';
import { operation, reply } from '../../kernel/operation.ts';
import { Type } from '../../kernel/schema.ts';
import { readUploadedBody, toUploadedBody } from './body.ts';
import { BodyReceiver } from './body-receiver.ts';
import type { BodyRequest, HeldBody } from './body-receiver.ts';
import { FairBudget } from '../admission/fair-budget.ts';
import { MAX_MEMORY_BYTES } from '../admission/limits.ts';
import { UploadFolder } from './upload-folder.ts';
import { testApp } from '../../../test/support/memory-app.ts';

const MEGABYTE = 2 ** 20;
const PATTERN = Buffer.from(Array.from({ length: 251 }, (_, i) => i));

interface Fixture {
  path: string;
  memory: FairBudget;
  disk: FairBudget;
  folder: UploadFolder;
  errors: unknown[];
  receive(
    payload: Readable,
    options: { maxBytes: number; announced?: number; account?: string },
  ): Promise<{ held: HeldBody | undefined; bytes: Buffer }>;
}

function fixture(t: TestContext): Fixture {
  const path = mkdtempSync(join(tmpdir(), 'perennial-uploads-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  const parts = {
    memory: new FairBudget(4 * MEGABYTE),
    disk: new FairBudget(16 * MEGABYTE),
    folder: new UploadFolder(join(path, 'uploads')),
  };
  const errors: unknown[] = [];
  const receiver = new BodyReceiver({ ...parts, onError: (error) => errors.push(error) });
  return {
    path: join(path, 'uploads'),
    ...parts,
    errors,
    async receive(payload, { maxBytes, announced, account = 'a' }) {
      const headers = announced === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(announced) };
      const exchange = { request: payload, headers, maxBytes, admitted: { account: { id: account } } } as unknown as BodyRequest;
      receiver.admit(exchange);
      try {
        const body = await receiver.receive(exchange);
        return { held: exchange.held, bytes: await readUploadedBody(toUploadedBody(body)!) };
      } catch (error) {
        exchange.held?.release();
        throw error;
      }
    },
  };
}

const chunksOf = (bytes: Buffer, size: number): Readable =>
  Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size)));
const isKind =
  (kind: string) =>
  (error: Failure): boolean =>
    error.kind === kind;

test('frees the memory of what has arrived, and takes no more than what was announced', async (t) => {
  const { receive } = fixture(t);
  for (const length of [3 * 65_536, 2 * MEGABYTE]) {
    const chunks = Array.from({ length: length / 65_536 }, () => Buffer.alloc(65_536, 'x'));
    const { bytes, held } = await receive(Readable.from(chunks), { maxBytes: length, announced: length });
    assert.equal(bytes.length, length);
    assert.equal(bytes.buffer.byteLength, length);
    assert.ok(
      chunks.every(({ buffer }) => buffer.byteLength === 0),
      `${length} bytes`,
    );
    held?.release();
  }
});

test('writes one chunk of an account at a time', async (t) => {
  const { receive, folder } = fixture(t);
  const create = folder.create.bind(folder);
  let [running, most] = [0, 0];
  t.mock.method(folder, 'create', async () => {
    const file = await create();
    const write = file.write.bind(file);
    file.write = async (chunk) => {
      most = Math.max(most, ++running);
      await write(chunk).finally(() => running--);
    };
    return file;
  });
  const send = (account: string): ReturnType<Fixture['receive']> =>
    receive(chunksOf(Buffer.alloc(2 * MEGABYTE), 65_536), { maxBytes: 2 * MEGABYTE, announced: 2 * MEGABYTE, account });
  await Promise.all([send('a'), send('a'), send('a')]);
  assert.equal(most, 1);
  await Promise.all([send('b'), send('c')]);
  assert.equal(most, 2);
});

test('receives bodies of any size in chunks of any size, and lets go of them', async (t) => {
  const { receive, memory, disk, path } = fixture(t);
  for (const [length, size] of [
    [6, 2],
    [5000, 7],
    [MAX_MEMORY_BYTES, 65_536],
    [MAX_MEMORY_BYTES + 1, 65_536],
    [3_000_001, 999],
    [3_000_000, 200_000],
  ] as const) {
    const bytes = Buffer.alloc(length, PATTERN);
    for (const announced of [undefined, length]) {
      const received = await receive(chunksOf(bytes, size), { maxBytes: length, announced });
      assert.ok(received.bytes.equals(bytes), `${length} ${size}`);
      assert.equal(disk.held, length > MAX_MEMORY_BYTES ? length : 0);
      if (length > MAX_MEMORY_BYTES) assert.equal(statSync(join(path, readdirSync(path)[0]!)).mode & 0o777, 0o600);
      else assert.equal(memory.held, length);
      await received.held!.file?.delete();
      received.held!.release();
      assert.deepEqual([memory.held, disk.held], [0, 0]);
    }
  }
  assert.deepEqual(readdirSync(path), []);
});

test('refuses a body over the limit, announced or not', async (t) => {
  const { receive, memory, disk } = fixture(t);
  await assert.rejects(receive(chunksOf(Buffer.alloc(10), 4), { maxBytes: 9 }), isKind('BodyTooLarge'));
  await assert.rejects(receive(chunksOf(Buffer.alloc(10), 4), { maxBytes: 9, announced: 10 }), isKind('BodyTooLarge'));
  await assert.rejects(receive(chunksOf(Buffer.alloc(2 * MEGABYTE), 4096), { maxBytes: 2 * MEGABYTE - 1 }), isKind('BodyTooLarge'));
  assert.deepEqual([memory.held, disk.held], [0, 0]);
});

test('refuses a body without room for it: 429 for the account, 503 for the process', async (t) => {
  const { receive, memory, disk } = fixture(t);
  const never = new PassThrough();
  const limits = { maxBytes: 16 * MEGABYTE };
  const stalled = receive(never, { ...limits, announced: 8 * MEGABYTE });
  await assert.rejects(
    receive(never, { ...limits, announced: MEGABYTE + 1 }),
    (error: Failure) => error.kind === 'TooManyBytes' && error.retryAfter! > 0,
  );
  await assert.rejects(receive(chunksOf(Buffer.alloc(2 * MEGABYTE), 4096), limits), isKind('TooManyBytes'));
  await assert.rejects(receive(never, { ...limits, announced: 9 * MEGABYTE, account: 'b' }), isKind('Overloaded'));
  (await receive(chunksOf(Buffer.alloc(4 * MEGABYTE), 65_536), { ...limits, announced: 4 * MEGABYTE, account: 'b' })).held!.release();
  never.destroy(new Error('aborted'));
  await assert.rejects(stalled, isKind('BodyInvalid'));
  assert.deepEqual([memory.held, disk.held], [0, 0]);
});

test('answers 503 when the disk fails', async (t) => {
  const { receive, disk, path, errors } = fixture(t);
  writeFileSync(path, 'a file instead of the folder');
  const unavailable = (error: Failure): boolean => error.kind === 'Unavailable' && error.retryAfter! > 0;
  await assert.rejects(receive(chunksOf(Buffer.alloc(2 * MEGABYTE), 65_536), { maxBytes: 2 * MEGABYTE }), unavailable);
  rmSync(path);
  (await receive(chunksOf(Buffer.alloc(2 * MEGABYTE), 65_536), { maxBytes: 2 * MEGABYTE })).held!.release();
  assert.deepEqual([errors.length, disk.held], [1, 0]);
});

test('clears what an ended process has left: all of it, or what is old where the folder is shared', async (t) => {
  const { folder, path } = fixture(t);
  await folder.clear({ isShared: true });
  for (let i = 0; i < 2; i++) await (await folder.create()).close();
  utimesSync(join(path, readdirSync(path)[0]!), new Date(0), new Date(0));
  await folder.clear({ isShared: true });
  assert.equal(readdirSync(path).length, 1);
  await folder.clear({ isShared: false });
  assert.throws(() => readdirSync(path), /ENOENT/);
  await (await folder.create()).close();
});

const area: Area = {
  name: 'uploads',
  title: 'Uploads',
  kinds: ['MultiService'],
  dialect: plainDialect,
  mounts: [{ base: '/uploads', version: 'v1', marker: 'path' }],
  operations: [
    operation({
      id: 'uploads.send',
      summary: '',
      needs: 'authoring',
      route: 'POST /send',
      accepts: 'jsonOrBytes',
      mediaTypes: ['image/*'],
      maxBytes: 'upload',
      body: Type.Object({ text: Type.String() }),
      replies: { 200: Type.Object({ bytes: Type.Integer() }) },
      run: ({ body }) => reply(200, { bytes: body instanceof Uint8Array ? body.length : body.text.length }),
    }),
  ],
};

test('serves other accounts while uploads of one are stalled', async (t) => {
  const app = await testApp({ areas: [area] }, ['--upload-mb', '4', '--upload-space-mb', '16']);
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const [a, b] = [await app.createAccount('a'), await app.createAccount('b')];
  const port = Number(new URL(await app.listen()).port);
  const stall = async (key: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    await once(socket, 'connect');
    const headers = [`ocp-apim-subscription-key: ${key}`, 'content-type: image/png', `content-length: ${4 * MEGABYTE}`, 'host: a'];
    socket.write(`POST /uploads/send HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    socket.write(Buffer.alloc(1000));
    return socket;
  };
  await stall(a.key);
  await stall(a.key);
  const [refusal] = (await once(await stall(a.key), 'data')) as [Buffer];
  assert.match(String(refusal), /^HTTP\/1.1 429 .*connection: close.*retry-after: 1.*"code":"429"/is);
  const send = (key: string, body: Buffer | object, type: string): Promise<{ status: number; text: string }> =>
    app.call({ method: 'POST', url: '/uploads/send', key, body, headers: { 'content-type': type } });
  for (let i = 0; i < 3; i++) {
    const sent = await send(b.key, Buffer.alloc(2 * MEGABYTE), 'image/png');
    assert.deepEqual([sent.status, sent.text], [200, `{"bytes":${2 * MEGABYTE}}`]);
    const json = await send(b.key, { text: 'x'.repeat(2 * MEGABYTE) }, 'application/json');
    assert.deepEqual([json.status, json.text], [200, `{"bytes":${2 * MEGABYTE}}`]);
  }
  for (const socket of sockets) socket.destroy();
  let status = 429;
  while (status === 429) {
    await setImmediate();
    ({ status } = await send(a.key, Buffer.alloc(4 * MEGABYTE), 'image/png'));
  }
  assert.equal(status, 200);
});
