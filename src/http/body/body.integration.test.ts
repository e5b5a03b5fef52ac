import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Type } from '../../kernel/schema.ts';
import type { Area } from '../../kernel/area.ts';
import type { Failure } from '../../kernel/failures.ts';
import { fail, plainDialect } from '../../kernel/failures.ts';
import { operation, reply } from '../../kernel/operation.ts';
import { testApp } from '../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../test/support/memory-app.ts';
import { parseJson } from './body.ts';

const Anything = Type.Unknown();
const Echo = Type.Object({ echoed: Anything });
const common = { summary: '', needs: 'nothing', replies: { 200: Echo } } as const;
const echo: Area = {
  name: 'echo',
  title: 'Echo',
  kinds: [],
  dialect: plainDialect,
  mounts: [{ base: '/echo', version: 'v1', marker: 'path' }],
  operations: [
    operation({ ...common, id: 'echo.json', route: 'POST /json', body: Anything, run: ({ body }) => reply(200, { echoed: body }) }),
    operation({
      ...common,
      id: 'echo.optional',
      route: 'POST /optional',
      body: Anything,
      bodyOptional: true,
      run: ({ body }) => reply(200, { echoed: body ?? 'nothing' }),
    }),
    operation({
      ...common,
      id: 'echo.form',
      route: 'POST /form',
      accepts: 'form',
      body: Anything,
      run: ({ body }) => reply(200, { echoed: body }),
    }),
    operation({
      ...common,
      id: 'echo.either',
      route: 'POST /either',
      accepts: 'jsonOrText',
      body: Anything,
      run: ({ body }) => reply(200, { echoed: body }),
    }),
    operation({
      ...common,
      id: 'echo.document',
      route: 'POST /document',
      accepts: 'jsonOrBytes',
      mediaTypes: ['image/*', 'application/pdf'],
      maxBytes: 'upload',
      body: Type.Object({ a: Type.Integer() }),
      run: ({ body }) => reply(200, { echoed: body instanceof Uint8Array ? body.length : body }),
    }),
    operation({
      ...common,
      id: 'echo.guarded',
      route: 'POST /guarded',
      body: Anything,
      async admit({ headers }) {
        if (headers['x-pass'] !== 'yes') throw fail('TokenForbidden', { details: 'no pass' });
      },
      run: ({ body }) => reply(200, { echoed: body }),
    }),
    operation({
      ...common,
      id: 'echo.file',
      route: 'POST /file',
      body: Anything,
      run: ({ body }) => reply(200, Buffer.from('a,b'), body === 'typed' ? { headers: { 'content-type': 'text/csv' } } : {}),
    }),
    operation({
      ...common,
      id: 'echo.small',
      route: 'POST /small',
      maxBytes: 10,
      body: Anything,
      run: ({ body }) => reply(200, { echoed: body }),
    }),
    operation({ ...common, id: 'echo.none', route: 'DELETE /none', run: ({ body }) => reply(200, { echoed: body ?? 'nothing' }) }),
  ],
};

describe('bodies', () => {
  let app: TestApp;
  before(async () => {
    app = await testApp({ areas: [echo] }, ['--upload-mb', '1']);
  });
  after(() => app.close());
  const post = (path: string, body: string | Buffer | undefined, type = 'application/json'): Promise<TestResponse> =>
    app.call({ method: 'POST', url: `/echo/${path}`, body, headers: { 'content-type': type } });
  const codeOf = (answer: TestResponse): string => answer.json<{ error: { code: string } }>().error.code;
  const echoed = (answer: TestResponse): unknown => answer.json<{ echoed: unknown }>().echoed;

  test('reads JSON of any JSON media type, with or without a byte order mark', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/merge-patch+json']) {
      for (const body of ['{"a":"ü"}', '\ufeff{"a":"ü"}']) assert.deepEqual(echoed(await post('json', body, type)), { a: 'ü' }, type);
    }
  });

  test('answers 415 to another content type before reading the body', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/jsonp', 'multipart/form-data; boundary=x'])
      assert.equal((await post('json', '{', type)).status, 415, type);
    assert.equal((await post('form', 'a=1')).status, 415);
  });

  test('reads a form', async () => {
    assert.deepEqual(echoed(await post('form', 'a=1+2&b=%C3%BC', 'application/x-www-form-urlencoded; charset=utf-8')), {
      a: '1 2',
      b: 'ü',
    });
  });

  test('reads text where the operation accepts it instead of JSON', async () => {
    for (const type of ['text/plain', 'Text/Markdown; charset=utf-8'])
      assert.equal(echoed(await post('either', '{"a": "ü"', type)), '{"a": "ü"', type);
    assert.deepEqual(echoed(await post('either', '{"a":1}')), { a: 1 });
    for (const type of ['text/html', 'text/plainer', 'application/xml']) assert.equal((await post('either', '{}', type)).status, 415, type);
    assert.equal((await post('json', '{}', 'text/plain')).status, 415);
  });

  test('reads a file of an accepted type, up to the upload limit', async () => {
    for (const type of ['image/png', 'Image/JPEG; q=1', 'application/pdf'])
      assert.equal(echoed(await post('document', Buffer.from([0, 1, 255]), type)), 3, type);
    assert.equal(echoed(await post('document', '{"a":1', 'image/png')), 6);
    assert.deepEqual(echoed(await post('document', '{"a":1}')), { a: 1 });
    assert.equal((await post('document', '{"a":"b"}')).status, 400);
    for (const type of ['text/plain', 'application/pdfx', 'imag/png']) assert.equal((await post('document', '{}', type)).status, 415, type);
    assert.equal(echoed(await post('document', Buffer.alloc(2 ** 20), 'application/pdf')), 2 ** 20);
    assert.equal((await post('document', Buffer.alloc(3 * 2 ** 20), 'application/pdf')).status, 413);
  });

  test('checks admission before the body', async () => {
    const send = (pass: string, body: string): Promise<TestResponse> =>
      app.call({ method: 'POST', url: '/echo/guarded', body, headers: { 'x-pass': pass } });
    assert.equal((await send('no', 'x'.repeat(2 * 2 ** 20))).status, 403);
    assert.equal((await send('yes', 'x'.repeat(2 * 2 ** 20))).status, 413);
    assert.equal(echoed(await send('yes', '1')), 1);
  });

  test('sends a file with its content type, or as bytes', async () => {
    const sent = async (body: string): Promise<unknown[]> => {
      const { headers, text } = await post('file', body);
      return [headers['content-type'], text];
    };
    assert.deepEqual(
      [await sent('"typed"'), await sent('"plain"')],
      [
        ['text/csv', 'a,b'],
        ['application/octet-stream', 'a,b'],
      ],
    );
  });

  test('treats an empty JSON body as no body', async () => {
    assert.equal(echoed(await post('optional', undefined)), 'nothing');
    const answer = await post('json', undefined);
    assert.deepEqual([answer.status, codeOf(answer)], [400, 'BodyMissing']);
  });

  test('ignores an unexpected body, also on DELETE', async () => {
    for (const body of ['{}', 'not json']) assert.equal(echoed(await app.call({ method: 'DELETE', url: '/echo/none', body })), 'nothing');
  });

  test('answers 400 to a body that cannot be parsed', async () => {
    for (const body of ['{', '{"a":}', 'undefined', "{'a':1}", '\u0000', Buffer.from([0xff, 0xfe, 0x00])]) {
      const answer = await post('json', body);
      assert.deepEqual([answer.status, codeOf(answer)], [400, 'BodyInvalid'], String(body));
    }
  });

  test("answers 413 to a body over the operation's limit, one mebibyte by default", async () => {
    const status = async (path: string, bytes: number): Promise<number> => (await post(path, `"${'x'.repeat(bytes - 2)}"`)).status;
    assert.deepEqual([await status('small', 10), await status('small', 11)], [200, 413]);
    assert.deepEqual([await status('json', 1024 * 1024), await status('json', 1024 * 1024 + 1)], [200, 413]);
  });

  test('answers 400 to a body with very many fields, which takes long to read', async () => {
    const object = (names: number): string => `{${Array.from({ length: names }, (_, i) => `"n${i}":0`).join()}}`;
    const fields = (names: number): string => `[${'{"a":0},'.repeat(names - 1)}{"a":0}]`;
    for (const body of [object(2000), fields(2000), `"${'a:'.repeat(10_000)}"`]) assert.equal((await post('json', body)).status, 200);
    for (const body of [object(2001), object(22_000), fields(2001)]) {
      const answer = await post('json', body);
      assert.deepEqual([answer.status, codeOf(answer)], [400, 'BodyInvalid']);
    }
  });

  test('treats __proto__ in a body as data', async () => {
    const { text } = await post('json', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    assert.match(text, /"__proto__":\{"polluted":true\}/);
  });

  test('accepts JSON nested 64 levels deep and rejects deeper nesting', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    parseJson(nested(64));
    parseJson(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`);
    for (const levels of [65, 400_000])
      assert.throws(
        () => parseJson(nested(levels)),
        (error) => (error as Failure).kind === 'BodyInvalid',
        String(levels),
      );
  });
});
