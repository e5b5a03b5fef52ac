/** The container image: built, started non-root on a read-only root, and called. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { existsSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createVolume, Image, startContainer, whyNoContainers } from '../support/container.ts';
import type { Container } from '../support/container.ts';
import { DocumentCaller, pdfOf, renderPdf } from '../support/documents.ts';
import { call, eventually } from '../support/server.ts';
import type { Announcement } from '../support/server.ts';

/** The public base image (Debian slim with Node 24) has about 250 MB, of which this leaves 200 to spare for the whole. */
const MAX_OWN_BYTES = 300e6;
const MAX_BYTES = 700e6;
const UNWANTED = ['**/*.ts', 'test', 'bench', 'training', 'scripts', 'node_modules/typescript', 'node_modules/node-linux-*'];

describe('the container image', { skip: whyNoContainers() ?? false }, () => {
  let image: Image;
  let volume: string;
  let container: Container;
  let announced: Announcement;

  before(async () => {
    image = new Image();
    volume = createVolume(image);
    const env = { HOST: '127.0.0.1', PORT: String(await freePort()) };
    container = startContainer({ image, args: ['serve', '--json'], env, data: volume });
    const isDone = (text: string): boolean => /^\{.*\n/m.test(text);
    const exited = container.exited.then((code) => `exited with ${code}`);
    const started = eventually(async () => container.stderr(), isDone);
    const line = await Promise.race([started, exited]);
    assert.ok(isDone(line), `The server did not start: ${line} ${container.stderr()}`);
    announced = JSON.parse(/^\{.*$/m.exec(line)![0]) as Announcement;
  });
  after(async () => {
    container?.kill();
    await container?.exited;
    if (volume) rmSync(volume, { recursive: true, force: true });
    image?.remove();
  });

  test('is small, and holds nothing of development', (t) => {
    const own = image.bytes - image.baseBytes;
    t.diagnostic(`${own / 1e6} MB on top of a base of ${image.baseBytes / 1e6} MB`);
    assert.ok(own < MAX_OWN_BYTES, `${own / 1e6} MB`);
    assert.ok(image.bytes < MAX_BYTES);
    assert.deepEqual(globSync(UNWANTED, { cwd: join(image.rootfs, 'app') }), []);
  });

  test('declares its user, volume, port, health check and labels', () => {
    const { config } = image;
    assert.equal(config.User, '10001:10001');
    assert.deepEqual(Object.keys(config.Volumes), ['/data']);
    assert.deepEqual(Object.keys(config.ExposedPorts), ['8080/tcp']);
    assert.equal(config.StopSignal, 'SIGTERM');
    assert.equal(config.Labels['org.opencontainers.image.version'], '1.2.3');
    assert.deepEqual(config.Healthcheck.Test, ['CMD', 'node', 'deploy/healthcheck.mjs']);
    for (const line of ['HOST=0.0.0.0', 'PORT=8080', 'PERENNIAL_DATA=/data']) assert.ok(config.Env.includes(line), line);
  });

  test('is healthy and ready', async () => {
    assert.equal((await call(announced, 'GET /health')).status, 200);
    const ready = await call(announced, 'GET /ready');
    assert.equal(ready.status, 200, ready.text);
    assert.equal(container.exec(...image.config.Healthcheck.Test.slice(1)), 0);
    assert.equal(container.exec('/bin/sh', '-c', 'PORT=1 node deploy/healthcheck.mjs'), 1);
  });

  test('cannot change its own files', () => {
    assert.notEqual(container.exec('/bin/sh', '-c', ': > /app/package.json'), 0);
    assert.notEqual(container.exec('/bin/sh', '-c', ': > /etc/new-file'), 0);
    assert.equal(container.exec('/bin/sh', '-c', ': > /tmp/new-file'), 0);
  });

  test('answers calls, reads a document, and serves the console and the docs', async () => {
    const key = announced.key1!;
    const created = await call(announced, 'PUT /face/v1.0/persongroups/family', { key, json: { name: 'Family' } });
    assert.equal(created.status, 200, created.text);
    const page = await renderPdf(await pdfOf([['Delivery note 4711', 'Two boxes of apples']]));
    const { content } = await new DocumentCaller(announced, key).result('prebuilt-read', page);
    assert.match(content, /4711[^]*apples/);
    assert.equal(container.exec('node', 'bin/perennial.js', 'accounts', 'keys', 'default'), 0);
    const html = (await call(announced, 'GET /console')).text;
    const script = /<script type="module" src="([^"]+)"/.exec(html)![1]!;
    assert.equal((await call(announced, `GET ${script}`)).status, 200);
    const docs = await call(announced, 'GET /docs');
    assert.equal(docs.status, 200, docs.text);
  });

  test('completes on SIGTERM, and has written to its volume only', async () => {
    container.signal('SIGTERM');
    assert.equal(await container.exited, 0);
    assert.ok(existsSync(join(volume, 'secrets')));
    const problems = container
      .stdout()
      .split('\n')
      .filter((line) => /EROFS|EACCES|"level":(50|60)/.test(line));
    assert.deepEqual(problems, []);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
