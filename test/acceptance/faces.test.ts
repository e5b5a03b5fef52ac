/** Persons from their making to their end over HTTP, with the networks at work: found after training, also after a restart; and nothing is left of who was deleted. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { GROUP_PHOTO, GROUP_PHOTO_VARIANT, cutOut, sortLeftToRight, serveFiles } from '../support/people.ts';
import type { Rectangle } from '../support/people.ts';
import { ManagementClient, call, eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

interface Detected { faceId: string; faceRectangle: Rectangle }
interface Identified { faceId: string; candidates: { personId: string; confidence: number }[] }

const NAMES = ['mark-of-ada', 'mark-of-bob', 'mark-of-cyd', 'mark-of-dan'];
const BYTES = { 'content-type': 'application/octet-stream' };

describe('faces', () => {
  const folder = temporaryFolder();
  let server: Server;
  let files: Awaited<ReturnType<typeof serveFiles>>;
  let key: string;
  let adminSecret: string;
  let four: Detected[];
  let portraits: Buffer[];
  const persons: string[] = [];
  const start = (): Promise<Server> => startServer({ data: folder.path, args: ['--log-level', 'error', '--fetch-allow', files.host] });
  before(async () => {
    files = await serveFiles({ 'four.jpg': GROUP_PHOTO });
    server = await start();
    ({ adminSecret } = server);
    key = (await (await ManagementClient.connect(server)).createAccount('faces', { kind: 'Face' })).key1;
    const found = await send<Detected[]>('POST detect', GROUP_PHOTO);
    assert.equal(found.status, 200, found.text);
    four = sortLeftToRight(found.body);
    portraits = await Promise.all(four.map(({ faceRectangle }) => cutOut(GROUP_PHOTO, faceRectangle)));
  });
  after(async () => {
    await server.stop();
    files.close();
    folder.remove();
  });

  const send = <T>(route: string, body?: unknown): Promise<HttpResponse<T>> => {
    const [method, path] = route.split(' ');
    return call<T>(server, `${method} /face/v1.0/${path}`, { key, ...Buffer.isBuffer(body) ? { body, headers: BYTES } : body !== undefined && { json: body } });
  };
  const ok = async <T>(route: string, body?: unknown): Promise<T> => {
    const answer = await send<T>(route, body);
    assert.ok(answer.status === 200 || answer.status === 202, `${route}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const train = async (gallery: string): Promise<void> => {
    await ok(`POST ${gallery}/train`);
    const { status, message } = await eventually(() => ok<{ status: string; message?: string }>(`GET ${gallery}/training`), (one) => !['notstarted', 'running'].includes(one.status));
    assert.equal(status, 'succeeded', message);
  };
  const identifiedAgain = async (): Promise<(string | undefined)[]> => {
    // The other picture is mirrored: who stood on the left stands on the right.
    const again = sortLeftToRight(await ok<Detected[]>('POST detect', GROUP_PHOTO_VARIANT)).reverse();
    const found = await ok<Identified[]>('POST identify', { personGroupId: 'friends', faceIds: again.map(({ faceId }) => faceId) });
    return again.map(({ faceId }) => found.find((one) => one.faceId === faceId)!.candidates[0]?.personId);
  };
  /** Files in which the text is found, by their names. */
  const filesWith = (text: string): string[] => readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder.path, name);
    return statSync(path).isFile() && readFileSync(path).includes(text);
  });
  const sealedTemplates = (): string[] => {
    const db = new DatabaseSync(join(folder.path, 'perennial.db'), { readOnly: true });
    const rows = db.prepare("select value from records where collection = 'faces.persistedFaces'").all() as { value: string }[];
    db.close();
    return rows.map(({ value }) => (JSON.parse(value) as { template: string }).template);
  };
  const blobs = (): string[] => readdirSync(join(folder.path, 'blobs'), { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder.path, 'blobs', name)).isFile());

  test('four people are added, from bytes and by address, trained, and known again', async () => {
    assert.equal(four.length, 4);
    await ok('PUT persongroups/friends', { name: 'Friends' });
    for (const [i, portrait] of portraits.entries()) {
      const { personId } = await ok<{ personId: string }>('POST persongroups/friends/persons', { name: NAMES[i], userData: `data-${NAMES[i]}` });
      persons.push(personId);
      await ok(`POST persongroups/friends/persons/${personId}/persistedfaces?userData=face-${NAMES[i]}`, portrait);
    }
    const { left, top, width, height } = four[0]!.faceRectangle;
    await ok(`POST persongroups/friends/persons/${persons[0]}/persistedfaces?targetFace=${left},${top},${width},${height}`, { url: files.urlOf('four.jpg') });
    const several = await send(`POST persongroups/friends/persons/${persons[0]}/persistedfaces`, { url: files.urlOf('four.jpg') });
    assert.deepEqual([several.status, several.body], [400, { error: { code: 'InvalidImage', message: 'There is more than 1 face in the image.' } }]);
    await train('persongroups/friends');
    assert.deepEqual(await identifiedAgain(), persons);
  });

  test('what was trained is there after a restart', async () => {
    await server.stop();
    server = await start();
    assert.deepEqual(await identifiedAgain(), persons);
  });

  test('a deleted person is known no more, and nothing of him is left in the files', async () => {
    const [before, blob] = [sealedTemplates(), blobs()];
    for (const mark of [NAMES[1]!, `face-${NAMES[1]}`, before[0]!]) assert.notDeepEqual(filesWith(mark), [], mark);
    await ok(`DELETE persongroups/friends/persons/${persons[1]}`);
    assert.deepEqual(await identifiedAgain(), persons.map((personId, i) => i === 1 ? undefined : personId));
    await eventually(() => Promise.resolve(blobs()), (now) => !now.includes(blob[0]!));
    await server.stop();
    const gone = before.filter((template) => !sealedTemplates().includes(template));
    assert.equal(gone.length, 1);
    for (const mark of [NAMES[1]!, `data-${NAMES[1]}`, `face-${NAMES[1]}`, ...gone]) assert.deepEqual(filesWith(mark), [], mark);
    server = await start();
    assert.deepEqual(await identifiedAgain(), persons.map((personId, i) => i === 1 ? undefined : personId));
  });

  test('a deleted group takes its persons, templates and blocks with it; a deleted account everything', async () => {
    await ok('PUT facelists/kept', { name: 'mark-of-list' });
    await ok('POST facelists/kept/persistedfaces?userData=face-in-list', portraits[3]);
    const templates = sealedTemplates();
    await ok('DELETE persongroups/friends');
    await eventually(() => Promise.resolve(blobs()), (now) => now.length === 0);
    const { status } = await (await ManagementClient.connect({ address: server.address, adminSecret })).call(`DELETE ${ManagementClient.accountPath('faces')}`);
    assert.ok(status < 300);
    await eventually(() => Promise.resolve(sealedTemplates()), (now) => now.length === 0);
    await server.stop();
    for (const mark of [...NAMES, 'mark-of-list', 'face-in-list', ...templates]) assert.deepEqual(filesWith(mark), [], mark);
    server = await start();
  });
});
