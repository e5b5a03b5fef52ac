/** The person directory over HTTP with real networks: identified without training, in groups and after kill -9, and erased when deleted. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { GROUP_PHOTO, GROUP_PHOTO_VARIANT, STRANGER_PHOTOS, sortLeftToRight } from '../support/people.ts';
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
interface OperationResult {
  operationId: string;
  status: string;
  createdTime: string;
  finishedTime?: string;
  message: string | null;
}

const NAMES = ['Ada', 'Bob', 'Cyd', 'Dan'];
const VERSION = '/face/v1.1-preview.1';
const MODEL = 'recognition_04';
const BYTES = { 'content-type': 'application/octet-stream' };

describe('person directory', () => {
  const folder = temporaryFolder();
  let server: Server;
  let key: string;
  let rectangles: Rectangle[];
  /** In the order of the photo, from left to right. */
  const persons: string[] = [];
  const start = (): Promise<Server> => startServer({ data: folder.path, args: ['--log-level', 'error', '--job-lease-ms', '300'] });
  before(async () => {
    server = await start();
    key = (await (await ManagementClient.connect(server)).createAccount('directory', { kind: 'Face' })).key1;
    rectangles = (await detect(GROUP_PHOTO)).map(({ faceRectangle }) => faceRectangle);
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  const send = <T>(route: string, body?: unknown): Promise<HttpResponse<T>> => {
    const [method, path] = route.split(' ');
    return call<T>(server, `${method} ${VERSION}/${path}`, {
      key,
      ...(Buffer.isBuffer(body) ? { body, headers: BYTES } : body !== undefined && { json: body }),
    });
  };
  const expectStatus = async <T>(status: number, route: string, body?: unknown): Promise<HttpResponse<T>> => {
    const response = await send<T>(route, body);
    assert.equal(response.status, status, `${route}: ${response.text}`);
    return response;
  };
  const get = async <T>(path: string): Promise<T> => (await expectStatus<T>(200, `GET ${path}`)).body;
  const detect = async (image: Buffer): Promise<Detected[]> =>
    sortLeftToRight((await expectStatus<Detected[]>(200, `POST detect?recognitionModel=${MODEL}`, image)).body);
  /** The path of an address below the version; the port may have changed since. */
  const pathOf = (address: unknown): string => new URL(String(address)).pathname.replace(`${VERSION}/`, '');
  const succeed = async ({ headers }: HttpResponse<unknown>): Promise<void> => {
    const path = pathOf(headers['operation-location']);
    const { status, message } = await eventually(
      () => get<OperationResult>(path),
      (operation) => !['notStarted', 'running'].includes(operation.status),
    );
    assert.deepEqual([status, message], ['succeeded', null]);
  };
  const identify = async (faces: readonly Detected[], scope: object): Promise<string[][]> => {
    const { body } = await expectStatus<Identified[]>(200, 'POST identify', { faceIds: faces.map(({ faceId }) => faceId), ...scope });
    return body.map(({ candidates }) => candidates.map(({ personId }) => personId));
  };
  const addFace = (person: number): Promise<HttpResponse<{ persistedFaceId: string }>> => {
    const { left, top, width, height } = rectangles[person]!;
    const query = `targetFace=${left},${top},${width},${height}&detectionModel=detection_03&userData=${NAMES[person]}`;
    return expectStatus(202, `POST persons/${persons[person]}/recognitionModels/${MODEL}/persistedfaces?${query}`, GROUP_PHOTO);
  };

  test('adds persons and faces, which are found without training', async () => {
    for (const name of NAMES) {
      const created = await expectStatus<{ personId: string }>(202, 'POST persons', { name, userData: `user data of ${name}` });
      persons.push(created.body.personId);
      assert.equal(pathOf(created.headers.location), `persons/${created.body.personId}`);
      await succeed(created);
    }
    const added = await Promise.all([0, 1, 2].map(addFace));
    for (const [person, response] of added.entries()) {
      await succeed(response);
      const { persistedFaceId } = response.body;
      assert.deepEqual(await get(pathOf(response.headers.location)), { persistedFaceId, userData: NAMES[person] });
      const faces = await get(`persons/${persons[person]}/recognitionModels/${MODEL}/persistedfaces`);
      assert.deepEqual(faces, { personId: persons[person], persistedFaceIds: [persistedFaceId] });
    }
    // Mirrored: the order is the reverse.
    const variant = (await detect(GROUP_PHOTO_VARIANT)).reverse();
    assert.deepEqual(await identify(variant, { personIds: ['*'] }), [[persons[0]], [persons[1]], [persons[2]], []]);
    assert.deepEqual(await identify(variant, { personIds: [persons[1], persons[3]] }), [[], [persons[1]], [], []]);
    assert.deepEqual(await identify(await detect(STRANGER_PHOTOS[0]!), { personIds: ['*'] }), [[]]);
  });

  test('verifies a face with a person', async () => {
    const variant = (await detect(GROUP_PHOTO_VARIANT)).reverse();
    const verify = async (face: number, person: number): Promise<boolean> => {
      const body = { faceId: variant[face]!.faceId, personId: persons[person] };
      return (await expectStatus<{ isIdentical: boolean }>(200, 'POST verify', body)).body.isIdentical;
    };
    assert.deepEqual([await verify(0, 0), await verify(1, 0)], [true, false]);
  });

  test('identifies in dynamic groups, which refer to persons', async () => {
    const [ada, bob, cyd] = persons;
    await succeed(await expectStatus(202, 'PUT dynamicpersongroups/office', { name: 'Office', addPersonIds: [ada, bob] }));
    await expectStatus(200, 'PUT dynamicpersongroups/club', { name: 'Club' });
    await succeed(await expectStatus(202, 'PATCH dynamicpersongroups/club', { addPersonIds: [ada, cyd] }));
    const variant = (await detect(GROUP_PHOTO_VARIANT)).reverse();
    assert.deepEqual(await identify(variant, { dynamicPersonGroupId: 'office' }), [[ada], [bob], [], []]);
    assert.deepEqual(await identify(variant, { dynamicPersonGroupId: 'club' }), [[ada], [], [cyd], []]);
    await expectStatus(202, 'PATCH dynamicpersongroups/office', { addPersonIds: [cyd], removePersonIds: [ada] });
    assert.deepEqual(await identify(variant, { dynamicPersonGroupId: 'office' }), [[], [bob], [cyd], []]);
    assert.deepEqual(await get('dynamicpersongroups/office/persons'), { personIds: [bob, cyd].sort() });
    assert.deepEqual(await get(`persons/${cyd}/dynamicPersonGroupReferences`), { dynamicPersonGroupIds: ['club', 'office'] });
  });

  test('loses nothing that was acknowledged when the server is killed', async () => {
    const added = await addFace(3);
    await expectStatus(202, 'PATCH dynamicpersongroups/club', { addPersonIds: [persons[3]] });
    server.signal('SIGKILL');
    await server.exited;
    server = await start();
    await succeed(added);
    const variant = (await detect(GROUP_PHOTO_VARIANT)).reverse();
    assert.deepEqual(await identify(variant, { dynamicPersonGroupId: 'club' }), [[persons[0]], [], [persons[2]], [persons[3]]]);
  });

  test('erases a deleted person everywhere', async () => {
    const [ada, bob, cyd, dan] = persons;
    const deleted = await expectStatus(202, `DELETE persons/${ada}`);
    const variant = (await detect(GROUP_PHOTO_VARIANT)).reverse();
    assert.deepEqual(await identify(variant, { personIds: ['*'] }), [[], [bob], [cyd], [dan]]);
    await succeed(deleted);
    assert.equal((await send(`GET persons/${ada}`)).status, 404);
    assert.deepEqual(await get('dynamicpersongroups/club/persons'), { personIds: [cyd, dan].sort() });
    await succeed(await expectStatus(202, 'DELETE dynamicpersongroups/club'));
    assert.equal((await get<object[]>('persons')).length, 3);
    assert.deepEqual(await get(`persons/${dan}/dynamicPersonGroupReferences`), { dynamicPersonGroupIds: [] });
  });

  test('refuses liveness sessions', async () => {
    const { status, body } = await send<{ error: { code: string } }>('POST detectLiveness/singleModal/sessions', {
      livenessOperationMode: 'Passive',
    });
    assert.deepEqual([status, body.error.code], [400, 'UnsupportedFeature']);
  });
});
