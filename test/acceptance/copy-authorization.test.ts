/** Interface section 4.1, with the record of 2.1 and the errors of 7.1, under every path. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ManagementClient, call } from '../support/server.ts';
import type { HttpResponse, CallOptions } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

interface CopyAuthorization {
  targetResourceId: string;
  targetResourceRegion: string;
  targetModelId: string;
  targetModelLocation: string;
  accessToken: string;
  expirationDateTime: string;
}

const NEWER = '2024-02-29-preview';
const OLDER = '2022-01-30-preview';
const NEWER_KNOWN = '2024-02-29-preview, 2024-11-30, 2023-10-31-preview, 2024-07-31-preview';
const OLDER_KNOWN = '2022-01-30-preview, 2022-08-31, 2023-07-31, 2022-06-30-preview, 2023-02-28-preview';
const SERVED = [
  { name: 'newer version', prefix: '/documentanalysis', version: NEWER, known: NEWER_KNOWN },
  { name: "newer version under the vendor's path", prefix: '/documentintelligence', version: NEWER, known: NEWER_KNOWN },
  { name: 'older version', prefix: '/formanalysis', version: OLDER, known: OLDER_KNOWN },
  { name: "older version under the vendor's path", prefix: '/formrecognizer', version: OLDER, known: OLDER_KNOWN },
] as const;

const PATTERN = '^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$';
const KEY_MISSING = 'Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.';
const KEY_INVALID =
  'Access denied due to invalid subscription key or wrong API endpoint. ' +
  'Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.';

const failure = (code: string, message: string, innererror?: { code: string; message: string }): object => ({
  error: { code, message, ...(innererror && { innererror }) },
});
const invalidRequest = (details: string): object =>
  failure('InvalidRequest', 'Invalid request.', { code: 'InvalidParameter', message: `The parameter body is invalid: ${details}` });
const invalidArgument = (code: string, message: string): object => failure('InvalidArgument', 'Invalid argument.', { code, message });
const invalidParameter = (parameter: string, details: string): object =>
  invalidArgument('InvalidParameter', `The parameter ${parameter} is invalid: ${details}`);

describe('copy authorization', () => {
  let server: SharedServer;
  before(async () => {
    server = await sharedServer();
  });

  function assertRejected(answer: HttpResponse<unknown>, status: number, body: object): void {
    assert.deepEqual({ status: answer.status, body: answer.body }, { status, body });
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
  }

  for (const { name, prefix, version, known } of SERVED) {
    const path = `${prefix}/documentModels:authorizeCopy`;
    const route = `POST ${path}?api-version=${version}`;
    const send = (options: CallOptions): Promise<HttpResponse<CopyAuthorization>> =>
      call<CopyAuthorization>(server, route, { key: server.key1, ...options });
    const ask = (json: unknown): Promise<HttpResponse<CopyAuthorization>> => send({ json });
    const askText = (body: string): Promise<HttpResponse<CopyAuthorization>> =>
      send({ body, headers: { 'content-type': 'application/json' } });

    describe(name, () => {
      test('returns the authorization with exactly its fields', async () => {
        const { status, headers, body } = await ask({
          modelId: 'copied.model~1',
          description: 'From the test resource',
          tags: { source: 'test' },
        });
        assert.equal(status, 200);
        assert.match(headers['content-type'] ?? '', /^application\/json/);
        assert.deepEqual(Object.keys(body).sort(), [
          'accessToken',
          'expirationDateTime',
          'targetModelId',
          'targetModelLocation',
          'targetResourceId',
          'targetResourceRegion',
        ]);
        assert.equal(body.targetResourceId, ManagementClient.accountPath('default'));
        assert.equal(body.targetResourceRegion, 'local');
        assert.equal(body.targetModelId, 'copied.model~1');
        assert.match(body.targetModelId, new RegExp(PATTERN));
        assert.ok(body.accessToken.length >= 32);
        assert.match(body.expirationDateTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
        assert.ok(Date.parse(body.expirationDateTime) > Date.now());
      });

      test('returns the location with the prefix and host of the caller, and the version in the older version', async () => {
        const expected = `${prefix}/documentModels/located${version === OLDER ? `?api-version=${OLDER}` : ''}`;
        assert.equal((await ask({ modelId: 'located' })).body.targetModelLocation, server.address + expected);
        const elsewhere = await send({ json: { modelId: 'located' }, headers: { host: 'models.example:8443' } });
        assert.equal(elsewhere.body.targetModelLocation, `http://models.example:8443${expected}`);
        const nowhere = await send({ json: { modelId: 'located' }, headers: { host: 'models"example/path' } });
        assert.equal(nowhere.body.targetModelLocation, server.address + expected);
      });

      test('accepts a trailing slash, either key, and a missing content type', async () => {
        assert.equal(
          (await call(server, `POST ${path}/?api-version=${version}`, { key: server.key1, json: { modelId: 'slash' } })).status,
          200,
        );
        assert.equal((await send({ key: server.key2, json: { modelId: 'key2' } })).status, 200);
        assert.equal((await send({ body: '{"modelId":"untyped"}' })).status, 200);
        assert.equal(
          (await send({ body: '{"modelId":"charset"}', headers: { 'content-type': 'application/json; charset=utf-8' } })).status,
          200,
        );
      });

      test('8: modelId of 2 to 64 characters, description of at most 4096', async () => {
        for (const modelId of ['ab', '0-', 'A._~-', 'm'.repeat(64)]) {
          const { status, body } = await ask({ modelId });
          assert.deepEqual([status, body.targetModelId], [200, modelId]);
        }
        for (const description of ['', 'd'.repeat(4096)]) assert.equal((await ask({ modelId: 'described', description })).status, 200);
      });

      test('ignores unknown fields', async () => {
        assert.equal((await ask({ modelId: 'unknown', buildMode: 'neural', nested: { deep: [1, null] } })).status, 200);
      });

      test('accepts tags with any name', async () => {
        const { status, body } = await askText(
          '{"modelId":"tagged","tags":{"__proto__":"a","constructor":"b","toString":"c","":"d","ключ":"e"}}',
        );
        assert.equal(status, 200);
        assert.equal(Object.keys(body).length, 6);
        assert.equal((await ask({ modelId: 'tagged', tags: {} })).status, 200);
      });

      test('7.1: 400 InvalidRequest for a body that is not a JSON object', async () => {
        for (const text of ['{', '{"modelId":"cut', 'modelId=form', '{"modelId":"two"} {}', '\u0000']) {
          assertRejected(await askText(text), 400, invalidRequest('it cannot be parsed.'));
        }
        for (const value of [[], [{ modelId: 'listed' }], 'text', 7, true, null]) {
          assertRejected(await ask(value), 400, invalidRequest('must be object.'));
        }
        assertRejected(
          await askText(`${'['.repeat(500)}${']'.repeat(500)}`),
          400,
          invalidRequest('it is nested more than 64 levels deep.'),
        );
      });

      test('7.1: 400 InvalidRequest for a missing body', async () => {
        assertRejected(await askText(''), 400, invalidRequest('it is missing.'));
        assertRejected(await send({}), 400, invalidRequest('it is missing.'));
      });

      test('7.1 and 8: 400 InvalidArgument for a modelId that does not match the pattern', async () => {
        for (const modelId of ['', 'a', 'm'.repeat(65), '-a', '.a', '_a', 'a b', 'a/b', 'añ', 'ab\n', '../..']) {
          assertRejected(await ask({ modelId }), 400, invalidParameter('modelId', `must match pattern "${PATTERN}".`));
        }
        for (const modelId of [7, null, {}, ['ab']]) {
          assertRejected(await ask({ modelId }), 400, invalidParameter('modelId', 'must be string.'));
        }
        assertRejected(
          await ask({ modelId: 'prebuilt-mine' }),
          400,
          invalidParameter('modelId', 'names that start with prebuilt- are reserved.'),
        );
      });

      test('7.1: 400 InvalidArgument for a missing modelId', async () => {
        const missing = invalidArgument('ParameterMissing', 'The parameter modelId is required.');
        assertRejected(await ask({}), 400, missing);
        assertRejected(await ask({ description: 'only' }), 400, missing);
        assertRejected(await askText('{"__proto__":{"modelId":"inherited"}}'), 400, missing);
      });

      test('7.1 and 8: 400 InvalidArgument for description or tags of a wrong type or length', async () => {
        assertRejected(
          await ask({ modelId: 'described', description: 'd'.repeat(4097) }),
          400,
          invalidArgument('InvalidParameterLength', 'Parameter description length must not exceed 4096 characters.'),
        );
        assertRejected(await ask({ modelId: 'described', description: 5 }), 400, invalidParameter('description', 'must be string.'));
        for (const tags of [[], 'a=b', 1]) {
          assertRejected(await ask({ modelId: 'tagged', tags }), 400, invalidParameter('tags', 'must be object.'));
        }
        assertRejected(await ask({ modelId: 'tagged', tags: { size: 1 } }), 400, invalidParameter('tags.size', 'must be string.'));
        assertRejected(
          await askText('{"modelId":"tagged","tags":{"__proto__":{"polluted":"yes"}}}'),
          400,
          invalidParameter('tags.__proto__', 'must be string.'),
        );
      });

      test('7.1: 400 InvalidArgument for a missing or unknown api-version', async () => {
        const missing = invalidArgument('ParameterMissing', 'The parameter api-version is required.');
        for (const query of ['', '?', '?api-version=', '?api-version']) {
          assertRejected(await call(server, `POST ${path}${query}`, { key: server.key1, json: { modelId: 'versioned' } }), 400, missing);
        }
        const other = version === NEWER ? OLDER : NEWER;
        for (const requested of [other, '2099-01-01']) {
          assertRejected(
            await call(server, `POST ${path}?api-version=${requested}`, { key: server.key1, json: { modelId: 'versioned' } }),
            400,
            invalidParameter('api-version', `The api-version ${requested} is not supported for this path. Supported versions: ${known}.`),
          );
        }
      });

      test('rejects a missing or wrong key with 401', async () => {
        const missing = await call(server, route, { json: { modelId: 'closed' } });
        assertRejected(missing, 401, failure('401', KEY_MISSING));
        assertRejected(await send({ key: '', json: { modelId: 'closed' } }), 401, failure('401', KEY_MISSING));
        assertRejected(await send({ key: 'f'.repeat(64), json: { modelId: 'closed' } }), 401, failure('401', KEY_INVALID));
        assertRejected(await send({ key: server.adminSecret, body: '{' }), 401, failure('401', KEY_INVALID));
        assert.ok(missing.headers['www-authenticate']);
      });

      test('rejects an unknown path with 404', async () => {
        for (const unknown of [
          '/nothing',
          '/documentModels:authorizeCopies',
          '/documentModels:authorizeCopy/more',
          '/documentModels%3AauthorizeCopy/x',
        ]) {
          assertRejected(
            await call(server, `POST ${prefix}${unknown}?api-version=${version}`, { key: server.key1, json: {} }),
            404,
            failure('NotFound', 'Resource not found.'),
          );
        }
      });

      test('rejects another method with 405', async () => {
        for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
          const answer = await call(server, route.replace('POST', method), { key: server.key1 });
          assertRejected(answer, 405, failure('MethodNotAllowed', 'The requested HTTP method is not allowed.'));
          assert.equal(answer.headers.allow, 'POST');
        }
      });

      test('7.1: 409 ModelExists for the names of prebuilt models', async () => {
        const exists = failure('Conflict', 'The request could not be completed due to a conflict.', {
          code: 'ModelExists',
          message: 'A model with the provided name already exists.',
        });
        for (const modelId of [
          'prebuilt-read',
          'prebuilt-layout',
          'prebuilt-invoice',
          'prebuilt-receipt',
          'prebuilt-idDocument',
          'prebuilt-tax.us.w2',
        ]) {
          assertRejected(await ask({ modelId }), 409, exists);
        }
      });

      test('rejects a body over the limit with 413, with or without a content length', async () => {
        const tooLarge = failure('InvalidRequest', 'Invalid request.', {
          code: 'InvalidContentLength',
          message: 'The request body is larger than 1048576 bytes.',
        });
        assertRejected(await send({ headers: { 'content-type': 'application/json', 'content-length': 1_048_577 } }), 413, tooLarge);
        assertRejected(
          await send({ body: ' '.repeat(1_048_577), headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' } }),
          413,
          tooLarge,
        );
      });

      test('rejects other content types with 415', async () => {
        for (const type of ['application/xml', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
          assertRejected(
            await send({ body: '{"modelId":"typed"}', headers: { 'content-type': type } }),
            415,
            failure('UnsupportedMediaType', 'Request content type is not supported.'),
          );
        }
      });
    });
  }

  test('rejects an unknown method with 405', async () => {
    const answer = await call(server, `OPTIONS /documentanalysis/documentModels:authorizeCopy?api-version=${NEWER}`, { key: server.key1 });
    assertRejected(answer, 405, failure('MethodNotAllowed', 'The requested HTTP method is not allowed.'));
    assert.equal(answer.headers.allow, 'POST');
  });

  test('creates a different token for every authorization', async () => {
    const responses = Array.from({ length: 20 }, () =>
      call<CopyAuthorization>(server, `POST /documentanalysis/documentModels:authorizeCopy?api-version=${NEWER}`, {
        key: server.key1,
        json: { modelId: 'again' },
      }),
    );
    const tokens = (await Promise.all(responses)).map(({ body }) => body.accessToken);
    assert.equal(new Set(tokens).size, 20);
  });

  test('returns the account of the key', async () => {
    const { key1 } = await (await ManagementClient.connect(server)).createAccount('target', { kind: 'DocumentAnalysis' });
    const { body } = await call<CopyAuthorization>(server, `POST /documentanalysis/documentModels:authorizeCopy?api-version=${NEWER}`, {
      key: key1,
      json: { modelId: 'mine' },
    });
    assert.equal(body.targetResourceId, ManagementClient.accountPath('target'));
  });

  test('8: 403 over the quota, 429 over the rate, and 401, with the reason', async () => {
    const manager = await ManagementClient.connect(server);
    const ask = async (key: string): Promise<HttpResponse<{ error: { code: string; message: string } }>> =>
      await call(server, `POST /documentanalysis/documentModels:authorizeCopy?api-version=${NEWER}`, { key, json: { modelId: 'limited' } });

    const face = await manager.createAccount('face', { kind: 'Face' });
    assertRejected(
      await ask(face.key1),
      401,
      failure('401', 'Access denied: the subscription key belongs to an account of kind Face, which does not include this API.'),
    );
    const far = await manager.createAccount('far', { location: 'elsewhere' });
    assertRejected(
      await ask(far.key1),
      401,
      failure('401', 'Access denied: the subscription key belongs to an account in region elsewhere; this endpoint serves region local.'),
    );
    const blocked = await manager.createAccount('blocked', { properties: { blocked: true } });
    assertRejected(
      await ask(blocked.key1),
      401,
      failure('401', 'Access denied: the account that the subscription key belongs to is blocked.'),
    );

    const poor = await manager.createAccount('poor', { properties: { limits: { callsPerMonth: 1 } } });
    assert.equal((await ask(poor.key1)).status, 200);
    const empty = await ask(poor.key2);
    assert.deepEqual([empty.status, Object.keys(empty.body.error), empty.body.error.code], [403, ['code', 'message'], '403']);
    assert.match(empty.body.error.message, /^Out of call volume quota\. Quota will be replenished in \d+\.\d\d days\.$/);

    const slow = await manager.createAccount('slow', { properties: { limits: { callsPerSecond: 0.01 } } });
    assert.equal((await ask(slow.key1)).status, 200);
    const tooFast = await ask(slow.key1);
    const seconds = Number(tooFast.headers['retry-after']);
    assert.ok(seconds >= 1 && seconds <= 100);
    assertRejected(tooFast, 429, failure('429', `Rate limit is exceeded. Try again in ${seconds} seconds.`));
  });
});
