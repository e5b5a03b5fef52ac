/** Persons over HTTP with real networks: identified after training and after a restart, and erased from all files when deleted. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { GROUP_PHOTO, GROUP_PHOTO_VARIANT, cutOut, sortLeftToRight, serveFiles } from '../support/people.ts';
import type { Rectangle } from '../support/people.ts';
import { ManagementClient, call, eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

interface Detected {
  faceId: string;
  faceRectangle: Rectangle;
}
interface Identified {
  faceId: string;
  candidates: { personId: string; confidence: number }[];
}

const NAMES = ['mark-of-ada', 'mark-of-bob', 'mark-of-cyd', 'mark-of-dan'];
const BYTES = { 'content-type': 'application/octet-stream' };

describe('faces', () => {
  const folder = temporaryFolder();
  let server: Server;
  let files: Awaited<ReturnType<typeof serveFiles>>;
  let key: string;
  let adminSecret: string;
  let detected: Detected[];
  let portraits: Buffer[];
  const persons: string[] = [];
  const start = (): Promise<Server> =>
    startServer({ data: folder.path, args: ['--log-level', 'error', '--fetch-allow', files.host, '--erase-seconds', '3'] });
  before(async () => {
    files = await serveFiles({ 'four.jpg': GROUP_PHOTO });
    server = await start();
    ({ adminSecret } = server);
    key = (await (await ManagementClient.connect(server)).createAccount('faces', { kind: 'Face' })).key1;
    const found = await send<Detected[]>('POST detect', GROUP_PHOTO);
    assert.equal(found.status, 200, found.text);
    detected = sortLeftToRight(found.body);
    portraits = await Promise.all(detected.map(({ faceRectangle }) => cutOut(GROUP_PHOTO, faceRectangle)));
  });
  after(async () => {
    await server.stop();
    files.close();
    folder.remove();
  });

  const send = <T>(route: string, body?: unknown): Promise<HttpResponse<T>> => {
    const [method, path] = route.split(' ');
    return call<T>(server, `${method} /face/v1.0/${path}`, {
      key,
      ...(Buffer.isBuffer(body) ? { body, headers: BYTES } : body !== undefined && { json: body }),
    });
  };
  const ok = async <T>(route: string, body?: unknown): Promise<T> => {
    const response = await send<T>(route, body);
    assert.ok(response.status === 200 || response.status === 202, `${route}: ${response.status} ${response.text}`);
    return response.body;
  };
  const train = async (gallery: string): Promise<void> => {
    await ok(`POST ${gallery}/train`);
    const { status, message } = await eventually(
      () => ok<{ status: string; message?: string }>(`GET ${gallery}/training`),
      (training) => !['running'].includes(training.status),
    );
    assert.equal(status, 'succeeded', message);
  };
  const identifyVariant = async (): Promise<(string | undefined)[]> => {
    // The variant is mirrored.
    const again = sortLeftToRight(await ok<Detected[]>('POST detect', GROUP_PHOTO_VARIANT)).reverse();
    const found = await ok<Identified[]>('POST identify', { personGroupId: 'friends', faceIds: again.map(({ faceId }) => faceId) });
    return again.map(({ faceId }) => found.find((one) => one.faceId === faceId)!.candidates[0]?.personId);
  };
  /** Names of the files that contain the text. */
  const filesContaining = (text: string): string[] =>
    readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((name) => {
      const path = join(folder.path, name);
      return statSync(path).isFile() && readFileSync(path).includes(text);
    });
  const readTemplates = (): string[] => {
    const db = new DatabaseSync(join(folder.path, 'perennial.db'), { readOnly: true });
    const rows = db.prepare("select value from records where collection = 'faces.persistedFaces'").all() as { value: string }[];
    db.close();
    return rows.map(({ value }) => (JSON.parse(value) as { template: string }).template);
  };
  const listBlobs = (): string[] =>
    readdirSync(join(folder.path, 'blobs'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name !== 'store-id' && statSync(join(folder.path, 'blobs', name)).isFile(),
    );

  test('adds four persons from bytes and URLs, trains and identifies them', async () => {
    assert.equal(detected.length, 4);
    await ok('PUT persongroups/friends', { name: 'Friends' });
    for (const [i, portrait] of portraits.entries()) {
      const { personId } = await ok<{ personId: string }>('POST persongroups/friends/persons', {
        name: NAMES[i],
        userData: `data-${NAMES[i]}`,
      });
      persons.push(personId);
      await ok(`POST persongroups/friends/persons/${personId}/persistedfaces?userData=face-${NAMES[i]}`, portrait);
    }
    const { left, top, width, height } = detected[0]!.faceRectangle;
    await ok(`POST persongroups/friends/persons/${persons[0]}/persistedfaces?targetFace=${left},${top},${width},${height}`, {
      url: files.urlOf('four.jpg'),
    });
    const several = await send(`POST persongroups/friends/persons/${persons[0]}/persistedfaces`, { url: files.urlOf('four.jpg') });
    assert.deepEqual(
      [several.status, several.body],
      [400, { error: { code: 'InvalidImage', message: 'There is more than 1 face in the image.' } }],
    );
    await train('persongroups/friends');
    assert.deepEqual(await identifyVariant(), persons);
  });

  test('identifies persons after a restart', async () => {
    await server.stop();
    server = await start();
    assert.deepEqual(await identifyVariant(), persons);
  });

  test('does not identify a deleted person, and leaves no data in the files', async () => {
    const [before, blobsBefore] = [readTemplates(), listBlobs()];
    for (const mark of [NAMES[1]!, `face-${NAMES[1]}`, before[0]!]) assert.notDeepEqual(filesContaining(mark), [], mark);
    await ok(`DELETE persongroups/friends/persons/${persons[1]}`);
    assert.deepEqual(
      await identifyVariant(),
      persons.map((personId, i) => (i === 1 ? undefined : personId)),
    );
    await eventually(
      () => Promise.resolve(listBlobs()),
      (now) => !now.includes(blobsBefore[0]!),
    );
    await server.stop();
    const gone = before.filter((template) => !readTemplates().includes(template));
    assert.equal(gone.length, 1);
    for (const mark of [NAMES[1]!, `data-${NAMES[1]}`, `face-${NAMES[1]}`, ...gone]) assert.deepEqual(filesContaining(mark), [], mark);
    server = await start();
    assert.deepEqual(
      await identifyVariant(),
      persons.map((personId, i) => (i === 1 ? undefined : personId)),
    );
  });

  test('erases all data of a deleted group and a deleted account', async () => {
    await ok('PUT facelists/kept', { name: 'mark-of-list' });
    await ok('POST facelists/kept/persistedfaces?userData=face-in-list', portraits[3]);
    const templates = readTemplates();
    await ok('DELETE persongroups/friends');
    await eventually(
      () => Promise.resolve(listBlobs()),
      (now) => now.length === 0,
    );
    const { status } = await (
      await ManagementClient.connect({ address: server.address, adminSecret })
    ).call(`DELETE ${ManagementClient.accountPath('faces')}`);
    assert.ok(status < 300);
    await eventually(
      () => Promise.resolve(readTemplates()),
      (now) => now.length === 0,
    );
    await server.stop();
    for (const mark of [...NAMES, 'mark-of-list', 'face-in-list', ...templates]) assert.deepEqual(filesContaining(mark), [], mark);
    server = await start();
  });
});
