/**
 * The interface's own examples of faces, where its specifications are at hand: each call is made on prepared galleries, with the
 * example's body where that names nothing of its own, and is answered with the example's status and shape. `PERENNIAL_SPECS`
 * is the folder of the specifications; without one nothing is checked.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { faces } from '../../../src/areas/faces/area.ts';
import { shapeOf } from '../../../src/kernel/routes.ts';
import { testApp } from '../../../test/support/memory-app.ts';
import type { TestApp } from '../../../test/support/memory-app.ts';
import { prepareCall } from '../../../test/support/prepared-calls.ts';
import { sameShape } from './shapes.ts';

const SPECS = join(process.env.PERENNIAL_SPECS ?? '', 'face');

interface Spec {
  paths: Methods;
  'x-ms-paths'?: Methods;
}
type Methods = Record<string, Record<string, { operationId: string; 'x-ms-examples'?: Record<string, { $ref: string }> }>>;
interface Example {
  parameters: Record<string, unknown>;
  responses: Record<string, { body?: unknown; headers?: object }>;
}

/** Refused by design. */
const REFUSED = /^\/detectLiveness/;
/** Their bodies name faces, persons and galleries by ids of their own. */
const OWN_BODIES = /\/(identify|verify|findsimilars|group|detect)$|\/persistedfaces$/;
/** Examples of v1.0 that ask for attributes which the vendor retired, or have them in the answer. */
const DETECT_QUERY = 'returnFaceLandmarks=true&returnFaceAttributes=headPose,blur,exposure,noise&returnRecognitionModel=true';
const RETIRED = new Set([
  'age',
  'gender',
  'smile',
  'facialHair',
  'glasses',
  'emotion',
  'hair',
  'makeup',
  'occlusion',
  'accessories',
  'mask',
  'qualityForRecognition',
]);

/** Fields of examples that an answer does not have, with why. */
const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['Face_Group', 'messyGroup'], // only where a face is like no other
  ['FaceRecognitionOperations_FindSimilarFromFaceList', 'faceId'], // a kept face has no such id
  ['FaceRecognitionOperations_FindSimilarFromLargeFaceList', 'faceId'],
]);

function without(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.has(name))
      .map(([name, one]) => [name, without(one, names)]),
  );
}

/** The persons of an example do not exist: the body names those that were prepared. */
function withOwnPersons(body: unknown, own: unknown): unknown {
  if (!(typeof body === 'object' && body !== null && 'addPersonIds' in body)) return body;
  return { ...body, addPersonIds: (own as { addPersonIds: string[] }).addPersonIds };
}

for (const version of ['v1.0', 'v1.1-preview.1']) {
  const file = join(SPECS, `Face-${version}.json`);
  describe(`the examples of ${version}`, { skip: existsSync(file) ? false : 'there is no specification' }, () => {
    const spec = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Spec) : { paths: {} };
    let app: TestApp;
    before(async () => {
      app = await testApp();
    });
    after(() => app.close());

    for (const [given, methods] of Object.entries({ ...spec.paths, ...spec['x-ms-paths'] }))
      for (const [method, { operationId, 'x-ms-examples': examples = {} }] of Object.entries(methods)) {
        const path = given.split('?')[0]!;
        if (REFUSED.test(path) && version !== 'v1.0') continue;
        for (const { $ref } of Object.values(examples))
          test(`${operationId} ${$ref.split('/').at(-1)}`, async () => {
            const example = JSON.parse(readFileSync(join(SPECS, 'examples', version, $ref.split('/').at(-1)!), 'utf8')) as Example;
            const operation = faces.operations.find(
              (one) =>
                one.method === method.toUpperCase() && shapeOf(one.path) === shapeOf(path) && (one.versions ?? [version]).includes(version),
            );
            assert.ok(operation, `${method} ${path} is not served`);
            const { key, params, headers, body: own } = await prepareCall(app, operation);
            const url = `/face/${version}${operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'x')}`;
            const query =
              path === '/detect'
                ? DETECT_QUERY
                : Object.entries(example.parameters)
                    .filter(([name]) => ['top', 'returnRecognitionModel', 'userData', 'detectionModel'].includes(name))
                    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
                    .join('&');
            const body = OWN_BODIES.test(path) ? own : withOwnPersons(example.parameters.body, own);
            const answer = await app.call({ method: operation.method, url: `${url}?${query}`, key, headers, body });
            if (version === 'v1.0' && /^\/(snapshots|operations)/.test(path)) {
              assert.equal(answer.status, 410, answer.text);
              return;
            }
            const [status, expected] = Object.entries(example.responses).find(([code]) => code.startsWith('2'))!;
            assert.equal(answer.status, Number(status), answer.text);
            for (const name of Object.keys(expected.headers ?? {}))
              // The specification has no location of what is deleted.
              if (!(method === 'delete' && name === 'location')) assert.ok(answer.headers[name.toLowerCase()], name);
            if (expected.body === undefined) assert.equal(answer.text, '');
            else sameShape(answer.json(), [without(expected.body, new Set([...RETIRED, LEFT_OUT.get(operationId) ?? '']))], operationId);
            if (Array.isArray(expected.body)) assert.ok(answer.json<unknown[]>().length > 0, 'what was prepared is in the list');
          });
      }
  });
}
