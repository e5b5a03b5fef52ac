/** Interface section 4.2 with the record of 2.2, the failures of 7.2 and the limits of 8; also create, get, update and delete. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ManagementClient, call } from '../support/server.ts';
import type { HttpResponse, CallOptions } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

interface PersonGroup {
  personGroupId: string;
  name: string;
  userData?: string;
  recognitionModel?: string;
}

const GROUPS = '/face/v1.0/persongroups';
const DENIED =
  'Access denied due to invalid subscription key. Make sure you are subscribed to an API you are trying to call and provide the right key.';

const badArgument = (message: string, statusCode = 400): object => ({ error: { code: 'BadArgument', statusCode, message } });
const named = (code: string, message: string): object => ({ error: { code, message } });
const NOT_FOUND = named('PersonGroupNotFound', 'Person group is not found.');
const ID_INVALID = named('PersonGroupNotFound', 'Person group ID is invalid.');

describe('person groups', () => {
  let server: SharedServer;
  let manager: ManagementClient;
  before(async () => {
    server = await sharedServer();
    manager = await ManagementClient.connect(server);
  });

  function assertRejected({ status, body, headers }: HttpResponse<unknown>, expected: number, shape: object): void {
    assert.deepEqual({ status, body }, { status: expected, body: shape });
    assert.match(headers['content-type'] ?? '', /^application\/json/);
  }

  /** A client of a new account without groups. */
  async function caller(name: string): Promise<{
    key: string;
    send: <T = unknown>(route: string, options?: CallOptions) => Promise<HttpResponse<T>>;
    ids: (query?: string) => Promise<string[]>;
    make: (...ids: string[]) => Promise<void>;
  }> {
    const { key1: key } = await manager.createAccount(name, { kind: 'Face' });
    const send = <T = unknown>(route: string, options: CallOptions = {}): Promise<HttpResponse<T>> =>
      call<T>(server, route, { key, ...options });
    return {
      key,
      send,
      async ids(query = '') {
        const { status, body, text } = await send<PersonGroup[]>(`GET ${GROUPS}${query}`);
        assert.equal(status, 200, text);
        return body.map(({ personGroupId }) => personGroupId);
      },
      async make(...ids) {
        const made = await Promise.all(ids.map((id) => send(`PUT ${GROUPS}/${id}`, { json: { name: `Group ${id}` } })));
        assert.deepEqual(
          made.filter(({ status }) => status !== 200),
          [],
        );
      },
    };
  }

  describe('list', () => {
    test('returns an empty list for an account without groups', async () => {
      const { send } = await caller('empty');
      const { status, text } = await send(`GET ${GROUPS}`);
      assert.deepEqual([status, text], [200, '[]']);
    });

    test('returns the example of the interface with five groups', async () => {
      const { ids, make } = await caller('five');
      await make('group3', 'group1', 'group5', 'group2', 'group4');
      assert.deepEqual(await ids(), ['group1', 'group2', 'group3', 'group4', 'group5']);
      assert.deepEqual(await ids('?start='), ['group1', 'group2', 'group3', 'group4', 'group5']);
      assert.deepEqual(await ids('?start=&top=2'), ['group1', 'group2']);
      assert.deepEqual(await ids('?start=group2&top=3'), ['group3', 'group4', 'group5']);
    });

    test('returns every group once when paging by the last id', async () => {
      const { ids, make } = await caller('paged');
      const all = Array.from({ length: 11 }, (_, i) => `g${String(i).padStart(2, '0')}`);
      await make(...all);
      const seen: string[] = [];
      for (let page = await ids('?top=4'); page.length > 0; page = await ids(`?top=4&start=${page.at(-1)}`)) seen.push(...page);
      assert.deepEqual(seen, all);
    });

    test('orders and compares by code unit; start need not exist and is excluded', async () => {
      const { ids, make } = await caller('ordered');
      const all = ['a', '-', '_', '0', '10', '9', 'a-1', 'a0', 'a_', 'ab', 'b', 'z'];
      await make(...all);
      const sorted = [...all].sort();
      assert.deepEqual(await ids(), sorted);
      for (const start of ['-', '0', '05', 'A', 'Z', 'a', 'a-', 'a-1', 'a_', 'aa', 'é', '~', 'z', 'zz']) {
        assert.deepEqual(
          await ids(`?start=${encodeURIComponent(start)}`),
          sorted.filter((id) => id > start),
          `after ${start}`,
        );
      }
    });

    test('returns the properties of a group, the recognition model only when requested', async () => {
      const { send } = await caller('shown');
      assert.equal((await send(`PUT ${GROUPS}/plain`, { json: { name: 'Plain' } })).status, 200);
      assert.equal(
        (await send(`PUT ${GROUPS}/rich`, { json: { name: 'Rich 😀', userData: '{"a":"\\u0000"}', recognitionModel: 'recognition_04' } }))
          .status,
        200,
      );
      const plain = { personGroupId: 'plain', name: 'Plain' };
      const rich = { personGroupId: 'rich', name: 'Rich 😀', userData: '{"a":"\\u0000"}' };
      for (const query of ['', '?returnRecognitionModel=false', '/?returnRecognitionModel=false', '?unknown=1'])
        assert.deepEqual((await send(`GET ${GROUPS}${query}`)).body, [plain, rich]);
      assert.deepEqual((await send(`GET ${GROUPS}?returnRecognitionModel=true`)).body, [
        { ...plain, recognitionModel: 'recognition_01' },
        { ...rich, recognitionModel: 'recognition_04' },
      ]);
    });

    test('8: returns at most 1000 groups per call, also without top', async () => {
      const { ids, make } = await caller('many');
      const all = Array.from({ length: 1001 }, (_, i) => `n${String(i).padStart(4, '0')}`);
      for (let at = 0; at < all.length; at += 200) await make(...all.slice(at, at + 200));
      assert.deepEqual(await ids(), all.slice(0, 1000));
      assert.deepEqual(await ids('?top=1000'), all.slice(0, 1000));
      assert.deepEqual(await ids('?start=n0999'), ['n1000']);
      assert.deepEqual(await ids('?top=1&start=n0500'), ['n0501']);
    });

    test('accepts an empty body with a JSON content type', async () => {
      const answer = await call(server, `GET ${GROUPS}`, {
        key: server.key1,
        headers: { 'content-type': 'application/json; charset=utf-8' },
      });
      assert.equal(answer.status, 200);
    });

    test('7.2 and 8: 400 BadArgument for top outside 1 to 1000 or not a number', async () => {
      const invalid = badArgument("'top' is invalid. The valid range is 1 to 1000.");
      for (const top of ['0', '-1', '1001', '999999999999999999999', '1.5', 'ten', '', 'NaN', '1;2'])
        assertRejected(await call(server, `GET ${GROUPS}?top=${top}`, { key: server.key1 }), 400, invalid);
      assertRejected(await call(server, `GET ${GROUPS}?top=1&top=2`, { key: server.key1 }), 400, invalid);
    });

    test('7.2: 400 BadArgument for top in a notation that is not an integer', async () => {
      for (const top of ['1e2', '0x10', '%2010'])
        assertRejected(
          await call(server, `GET ${GROUPS}?top=${top}`, { key: server.key1 }),
          400,
          badArgument("'top' is invalid. The valid range is 1 to 1000."),
        );
    });

    test('8: 400 BadArgument for start of more than 64 characters', async () => {
      const { ids } = await caller('long');
      assert.deepEqual(await ids(`?start=${'a'.repeat(64)}`), []);
      assertRejected(
        await call(server, `GET ${GROUPS}?start=${'a'.repeat(65)}`, { key: server.key1 }),
        400,
        badArgument("'start' is too long."),
      );
      assertRejected(await call(server, `GET ${GROUPS}?start=a&start=b`, { key: server.key1 }), 400, badArgument("'start' is invalid."));
    });

    test('rejects returnRecognitionModel that is neither true nor false with 400 BadArgument', async () => {
      for (const value of ['yes', '', '2', 'null'])
        assertRejected(
          await call(server, `GET ${GROUPS}?returnRecognitionModel=${value}`, { key: server.key1 }),
          400,
          badArgument("'returnRecognitionModel' is invalid."),
        );
    });

    test('7.2: 401 Unspecified for a missing or invalid key', async () => {
      for (const key of [undefined, '', 'wrong', server.adminSecret]) {
        const answer = await call(server, `GET ${GROUPS}`, { key });
        assertRejected(answer, 401, named('Unspecified', DENIED));
        assert.ok(answer.headers['www-authenticate']);
      }
    });

    test('7.2: 401 Unspecified for a blocked account, another kind or region, and prediction keys', async () => {
      const denied = async (name: string, settings: Parameters<ManagementClient['createAccount']>[1], message: string): Promise<void> => {
        const { key1, key2 } = await manager.createAccount(name, settings);
        for (const key of [key1, key2]) assertRejected(await call(server, `GET ${GROUPS}`, { key }), 401, named('Unspecified', message));
      };
      await denied(
        'blocked',
        { properties: { blocked: true } },
        'Access denied: the account that the subscription key belongs to is blocked.',
      );
      await denied(
        'documents',
        { kind: 'DocumentAnalysis' },
        'Access denied: the subscription key belongs to an account of kind DocumentAnalysis, which does not include this API.',
      );
      await denied(
        'prediction',
        { kind: 'Understanding' },
        'Access denied: the subscription key belongs to an account of kind Understanding, which does not include this API.',
      );
      await denied(
        'far',
        { kind: 'Face', location: 'elsewhere' },
        'Access denied: the subscription key belongs to an account in region elsewhere; this endpoint serves region local.',
      );
    });

    test('7.2 and 8: 403 over the quota, with the time until it is replenished', async () => {
      const { key1, key2 } = await manager.createAccount('poor', { properties: { limits: { callsPerMonth: 2 } } });
      for (const key of [key1, key2]) assert.equal((await call(server, `GET ${GROUPS}`, { key })).status, 200);
      const now = new Date();
      const { status, body } = await call<{ error: { message: string } }>(server, `GET ${GROUPS}`, { key: key1 });
      const [, days] = /^Out of call volume quota\. Quota will be replenished in (\d+\.\d\d) days\.$/.exec(body.error.message) ?? [];
      assert.deepEqual([status, body], [403, { error: { statusCode: 403, message: body.error.message } }]);
      assert.ok(
        Math.abs(Number(days) - (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 86_400_000) < 0.02,
        body.error.message,
      );
      const none = await manager.createAccount('none', { properties: { limits: { callsPerMonth: 0 } } });
      assert.equal((await call(server, `GET ${GROUPS}`, { key: none.key1 })).status, 403);
    });

    test('7.2 and 8: 429 over the rate, with the seconds to wait', async () => {
      const { key1, key2 } = await manager.createAccount('slow', { properties: { limits: { callsPerSecond: 0.01 } } });
      assert.equal((await call(server, `GET ${GROUPS}`, { key: key1 })).status, 200);
      for (const key of [key1, key2]) {
        const answer = await call(server, `GET ${GROUPS}`, { key });
        const seconds = Number(answer.headers['retry-after']);
        assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 100, String(seconds));
        assertRejected(answer, 429, { error: { statusCode: 429, message: `Rate limit is exceeded. Try again in ${seconds} seconds.` } });
      }
      assert.equal((await manager.putAccount('slow')).status, 200);
      assert.equal((await call(server, `GET ${GROUPS}`, { key: key1 })).status, 200);
    });

    test('allows a burst of one second of calls, then rejects with 429', async () => {
      const { key1: key } = await manager.createAccount('burst', { properties: { limits: { callsPerSecond: 5 } } });
      const statuses = (await Promise.all(Array.from({ length: 40 }, () => call(server, `GET ${GROUPS}`, { key })))).map(
        ({ status }) => status,
      );
      const served = statuses.filter((status) => status === 200).length;
      assert.ok(served >= 5 && served < 40, `${served} served`);
      assert.deepEqual([...new Set(statuses)].sort(), [200, 429]);
    });
  });

  describe('create', () => {
    test('creates groups with ids, names and data of every allowed length, with an empty response', async () => {
      const { send } = await caller('creator');
      const ids = ['a', '0', '-', '_', 'x'.repeat(64)];
      for (const id of ids) {
        const { status, text } = await send(`PUT ${GROUPS}/${id}`, {
          json: { name: 'n'.repeat(128), userData: 'u'.repeat(16_384), recognitionModel: 'recognition_03', other: 'ignored' },
        });
        assert.deepEqual([status, text], [200, '']);
      }
      const { body } = await send(`GET ${GROUPS}/a?returnRecognitionModel=true`);
      assert.deepEqual(body, {
        personGroupId: 'a',
        name: 'n'.repeat(128),
        userData: 'u'.repeat(16_384),
        recognitionModel: 'recognition_03',
      });
    });

    test('rejects an id that is too long or has other characters with 400 BadArgument', async () => {
      const { send, ids } = await caller('ids');
      for (const id of ['x'.repeat(65), 'Upper', 'a.b', 'a%20b', 'a%2Fb', '%C3%A9', 'a:b'])
        assertRejected(await send(`PUT ${GROUPS}/${id}`, { json: { name: 'Group' } }), 400, badArgument('Person group ID is invalid.'));
      assert.deepEqual(await ids(), []);
    });

    test('rejects name, userData or recognitionModel outside the limits with 400 BadArgument', async () => {
      const { send, ids } = await caller('limits');
      const cases: [body: unknown, message: string][] = [
        [{}, "'name' is empty."],
        [{ userData: 'only' }, "'name' is empty."],
        [{ name: '' }, "'name' is empty."],
        [{ name: 'n'.repeat(129) }, "'name' is too long."],
        [{ name: 5 }, "'name' is invalid."],
        [{ name: 'Group', userData: 'u'.repeat(16_385) }, "'userData' is too long."],
        [{ name: 'Group', userData: {} }, "'userData' is invalid."],
        [{ name: 'Group', recognitionModel: 'recognition_05' }, "'recognitionModel' is invalid."],
        [{ name: 'Group', recognitionModel: '' }, "'recognitionModel' is invalid."],
        [[], 'JSON parsing error.'],
        ['text', 'JSON parsing error.'],
      ];
      for (const [json, message] of cases) assertRejected(await send(`PUT ${GROUPS}/limits`, { json }), 400, badArgument(message));
      assert.deepEqual(await ids(), []);
    });

    test('rejects a body that cannot be parsed or is missing with 400 BadArgument', async () => {
      const route = `PUT ${GROUPS}/parsed`;
      const headers = { 'content-type': 'application/json' };
      assertRejected(await call(server, route, { key: server.key1, body: '{"name":', headers }), 400, badArgument('JSON parsing error.'));
      assertRejected(await call(server, route, { key: server.key1, body: '', headers }), 400, badArgument('Request body is invalid.'));
      assertRejected(await call(server, route, { key: server.key1 }), 400, badArgument('Request body is invalid.'));
    });

    test('rejects an existing id with 409 PersonGroupExists and leaves the group unchanged', async () => {
      const { send } = await caller('twice');
      assert.equal((await send(`PUT ${GROUPS}/twice`, { json: { name: 'First' } })).status, 200);
      assertRejected(
        await send(`PUT ${GROUPS}/twice`, { json: { name: 'Second' } }),
        409,
        named('PersonGroupExists', 'Person group already exists.'),
      );
      assert.deepEqual((await send(`GET ${GROUPS}/twice`)).body, { personGroupId: 'twice', name: 'First' });
    });

    test('creates a group once when many clients create it concurrently', async () => {
      const { send } = await caller('race');
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(`PUT ${GROUPS}/race`, { json: { name: `Racer ${i}` } })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 409)]);
      const winner = answers.findIndex(({ status }) => status === 200);
      assert.deepEqual((await send(`GET ${GROUPS}/race`)).body, { personGroupId: 'race', name: `Racer ${winner}` });
    });

    test('rejects a body that is too large with 413 and another content type with 415', async () => {
      const route = `PUT ${GROUPS}/typed`;
      assertRejected(
        await call(server, route, { key: server.key1, headers: { 'content-type': 'application/json', 'content-length': 1_048_577 } }),
        413,
        badArgument('The request body is larger than 1048576 bytes.', 413),
      );
      assertRejected(
        await call(server, route, { key: server.key1, body: '<name/>', headers: { 'content-type': 'application/xml' } }),
        415,
        badArgument('The content type application/xml is not supported by this operation.', 415),
      );
    });
  });

  describe('get', () => {
    test('returns the group, with its recognition model when requested', async () => {
      const { send } = await caller('getter');
      await send(`PUT ${GROUPS}/one`, { json: { name: 'One', userData: '' } });
      assert.deepEqual((await send(`GET ${GROUPS}/one`)).body, { personGroupId: 'one', name: 'One', userData: '' });
      assert.deepEqual((await send(`GET ${GROUPS}/one/?returnRecognitionModel=true`)).body, {
        personGroupId: 'one',
        name: 'One',
        userData: '',
        recognitionModel: 'recognition_01',
      });
    });

    test('rejects an invalid returnRecognitionModel with 400 BadArgument', async () => {
      assertRejected(
        await call(server, `GET ${GROUPS}/one?returnRecognitionModel=maybe`, { key: server.key1 }),
        400,
        badArgument("'returnRecognitionModel' is invalid."),
      );
    });

    test('rejects an id that does not or cannot exist with 404 PersonGroupNotFound', async () => {
      assertRejected(await call(server, `GET ${GROUPS}/missing`, { key: server.key1 }), 404, NOT_FOUND);
      assertRejected(await call(server, `GET ${GROUPS}/Missing`, { key: server.key1 }), 404, ID_INVALID);
    });
  });

  describe('update', () => {
    test('updates the given properties, with an empty response', async () => {
      const { send } = await caller('updater');
      await send(`PUT ${GROUPS}/one`, { json: { name: 'One', userData: 'data', recognitionModel: 'recognition_02' } });
      const update = async (json: object): Promise<unknown> => {
        const { status, text } = await send(`PATCH ${GROUPS}/one`, { json });
        assert.deepEqual([status, text], [200, '']);
        return (await send(`GET ${GROUPS}/one?returnRecognitionModel=true`)).body;
      };
      const one = { personGroupId: 'one', name: 'One', userData: 'data', recognitionModel: 'recognition_02' };
      assert.deepEqual(await update({ name: 'Two' }), { ...one, name: 'Two' });
      assert.deepEqual(await update({ userData: '' }), { ...one, name: 'Two', userData: '' });
      assert.deepEqual(await update({}), { ...one, name: 'Two', userData: '' });
      assert.deepEqual(await update({ recognitionModel: 'recognition_04', name: 'Three' }), { ...one, name: 'Three', userData: '' });
    });

    test('7.2: 409 ConcurrentOperationConflict is the only refusal of concurrent updates', async () => {
      const { send } = await caller('crowd');
      await send(`PUT ${GROUPS}/crowd`, { json: { name: 'Start' } });
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          send<{ error: { code: string; message: string } }>(`PATCH ${GROUPS}/crowd`, { json: { name: `Update ${i}` } }),
        ),
      );
      for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
        assert.deepEqual([status, body], [409, named('ConcurrentOperationConflict', body.error.message)]);
        assert.match(body.error.message, /^There is a conflict operation on resource .+, please try later\.$/);
      }
      const { body } = await send<PersonGroup>(`GET ${GROUPS}/crowd`);
      assert.equal(answers[Number(body.name.replace('Update ', ''))]!.status, 200);
    });

    test('rejects name, userData or body outside the limits with 400 BadArgument', async () => {
      const { send, make } = await caller('bounds');
      await make('one');
      const cases: [body: unknown, message: string][] = [
        [{ name: '' }, "'name' is empty."],
        [{ name: 'n'.repeat(129) }, "'name' is too long."],
        [{ name: null }, "'name' is invalid."],
        [{ userData: 'u'.repeat(16_385) }, "'userData' is too long."],
        [{ userData: 1 }, "'userData' is invalid."],
        [7, 'JSON parsing error.'],
      ];
      for (const [json, message] of cases) assertRejected(await send(`PATCH ${GROUPS}/one`, { json }), 400, badArgument(message));
      assertRejected(
        await send(`PATCH ${GROUPS}/one`, { headers: { 'content-type': 'application/json' } }),
        400,
        badArgument('Request body is invalid.'),
      );
    });

    test('rejects an unknown group with 404 PersonGroupNotFound', async () => {
      assertRejected(await call(server, `PATCH ${GROUPS}/missing`, { key: server.key1, json: { name: 'New' } }), 404, NOT_FOUND);
      assertRejected(await call(server, `PATCH ${GROUPS}/${'x'.repeat(65)}`, { key: server.key1, json: { name: 'New' } }), 404, ID_INVALID);
    });
  });

  describe('delete', () => {
    test('deletes the group, with an empty response; it can be created again', async () => {
      const { send, ids, make } = await caller('deleter');
      await make('one', 'two');
      const { status, text } = await send(`DELETE ${GROUPS}/one`, { headers: { 'content-type': 'application/json' } });
      assert.deepEqual([status, text], [200, '']);
      assert.deepEqual(await ids(), ['two']);
      assertRejected(await send(`GET ${GROUPS}/one`), 404, NOT_FOUND);
      await make('one');
      assert.deepEqual(await ids(), ['one', 'two']);
    });

    test('rejects an unknown group with 404 PersonGroupNotFound', async () => {
      assertRejected(await call(server, `DELETE ${GROUPS}/missing`, { key: server.key1 }), 404, NOT_FOUND);
      assertRejected(await call(server, `DELETE ${GROUPS}/MISSING`, { key: server.key1 }), 404, ID_INVALID);
    });
  });

  test('rejects control characters in the path with 400 BadArgument', async () => {
    for (const route of [`GET ${GROUPS}?start=%00`, `PUT ${GROUPS}/a%00`, `GET ${GROUPS}/a%7F`]) {
      const { status, body } = await call<{ error: { message: string } }>(server, route, {
        key: server.key1,
        ...(route.startsWith('PUT') && { json: { name: 'Group' } }),
      });
      assert.deepEqual([status, body], [400, badArgument(body.error.message)]);
    }
  });

  test('rejects unknown paths with 404 and unknown methods with 405', async () => {
    assertRejected(await call(server, 'GET /face/v1.0/persongroup', { key: server.key1 }), 404, named('404', 'Resource not found'));
    assertRejected(await call(server, 'GET /face/v9.9/persongroups', { key: server.key1 }), 404, named('404', 'Resource not found'));
    for (const [route, allow] of [
      [`POST ${GROUPS}`, ['GET']],
      [`POST ${GROUPS}/one`, ['DELETE', 'GET', 'PATCH', 'PUT']],
    ] as const) {
      const { status, headers, body } = await call<{ error: { message: string } }>(server, route, { key: server.key1 });
      assert.deepEqual([status, body.error.message], [405, 'The requested HTTP method is not allowed.']);
      assert.deepEqual(
        (headers.allow ?? '')
          .split(', ')
          .filter((method) => method !== 'HEAD')
          .sort(),
        allow,
      );
    }
  });
});
