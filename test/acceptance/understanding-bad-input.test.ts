/** Bad input: the reported errors, and that nothing is partially written. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import type { Prediction3 } from '../support/author.ts';
import { ManagementClient, call } from '../support/server.ts';
import type { HttpResponse } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const NOWHERE = '00000000-0000-0000-0000-000000000000';

describe('understanding: bad input', () => {
  let server: SharedServer;
  let key: string;
  let author: Author;
  let greet: string;
  let thing: string;
  before(async () => {
    server = await sharedServer();
    key = (await (await ManagementClient.connect(server)).createAccount('author', { kind: 'Understanding.Authoring' })).key1;
    author = await new Author(server, key).create('Refusals');
    greet = await author.add('intents', { name: 'Greet' });
    thing = await author.add('entities', { name: 'Thing' });
    await author.label('Greet', 'hello [Thing:world]', 'hi [Thing:moon]');
    await author.train();
    await author.publish();
  });

  const bad = ({ status, body, text }: HttpResponse<unknown>, message?: RegExp): void => {
    assert.equal(status, 400, text);
    const { error } = body as { error: { code: string; message: string } };
    assert.deepEqual(Object.keys(body as object), ['error']);
    assert.equal(error.code, 'BadArgument');
    assert.equal(typeof error.message, 'string');
    if (message) assert.match(error.message, message);
  };
  const bad2 = ({ status, body, text }: HttpResponse<unknown>, expected: number): void => {
    assert.equal(status, expected, text);
    assert.deepEqual(Object.keys(body as object).sort(), ['message', 'statusCode']);
    assert.equal((body as { statusCode: string }).statusCode, String(expected));
  };
  /** The exported version: everything that the author has defined. */
  const exported = async (of = author): Promise<string> => (await of.send(`GET ${of.path('/export')}`)).text;

  test('answers 400 for unknown apps, versions, models, features, patterns and examples', async () => {
    const { app, path } = { app: author.app(), path: author.path() };
    for (const route of [
      `GET /apps/${NOWHERE}`,
      `DELETE /apps/${NOWHERE}`,
      `GET /apps/${NOWHERE}/versions/0.1/intents`,
      `GET /apps/no-guid/settings`,
    ]) {
      bad(await author.send(route), /Cannot find an application with the specified ID/);
    }
    for (const route of [`GET ${app}/versions/9.9`, `POST ${app}/versions/9.9/train`, `GET ${app}/versions/9.9/models`]) {
      bad(await author.send(route), /Cannot find a version with the specified ID/);
    }
    for (const noun of [
      'intents',
      'entities',
      'hierarchicalentities',
      'compositeentities',
      'closedlists',
      'regexentities',
      'patternanyentities',
      'prebuilts',
    ]) {
      for (const method of ['GET', 'DELETE']) {
        bad(await author.send(`${method} ${path}/${noun}/${NOWHERE}`), /Cannot find a model with the specified ID/);
      }
    }
    bad(await author.send(`GET ${path}/intents/${thing}`), /Cannot find a model/);
    bad(await author.send(`GET ${path}/entities/${greet}/roles`), /Cannot find a model/);
    bad(await author.send(`GET ${path}/entities/${thing}/roles/${NOWHERE}`), /Cannot find a model/);
    bad(await author.send(`GET ${path}/entities/${NOWHERE}/suggest`), /Cannot find a model/);
    for (const noun of ['phraselists', 'patterns']) bad(await author.send(`GET ${path}/${noun}/99`), /Cannot find a feature/);
    bad(await author.send(`DELETE ${path}/patternrules/${NOWHERE}`), /Cannot find a pattern/);
    for (const id of ['99', '-1', '0', 'x', '1e3', '9'.repeat(400)]) {
      bad(await author.send(`DELETE ${path}/examples/${id}`), /Cannot find an example/);
    }
  });

  test('answers 404 for predictions of unknown apps, slots and versions', async () => {
    bad2(await author.with({}).send2('x', '&staging=true'), 404);
    bad2(await call(server, `GET /luis/v2.0/apps/${NOWHERE}?q=x`, { key }), 404);
    for (const at of ['slots/staging', 'slots/other', 'versions/9.9']) {
      const { status, body } = await author.send3({ query: 'x' }, { at });
      assert.deepEqual([status, (body as unknown as { error: { code: string } }).error.code], [404, '404'], at);
    }
  });

  test('rejects empty, too long and missing queries, and spell checking', async () => {
    for (const text of ['', '   ']) {
      bad2(await author.send2(text), 400);
      bad(await author.send3({ query: text }));
    }
    assert.equal((await author.send2('x'.repeat(500))).status, 200);
    assert.equal((await author.send3({ query: '🙂'.repeat(500) })).status, 200, 'characters, not code units');
    bad2(await author.send2('x'.repeat(501)), 414);
    const { status, body } = await author.send3({ query: 'x'.repeat(501) });
    assert.deepEqual([status, (body as unknown as { error: { code: string } }).error.code], [414, 'BadArgument']);
    bad2(await call(server, `GET /luis/v2.0/apps/${author.appId}`, { key }), 400);
    bad2(await author.send2('x', '&spellCheck=true'), 400);
    bad2(await author.send2('x', '&verbose=perhaps'), 400);
    bad2(await author.send2('x', '&timezoneOffset=99999'), 400);
    for (const request of [
      {},
      [],
      null,
      { query: 5 },
      { query: 'x', externalEntities: {} },
      { query: 'x', dynamicLists: [{ listEntityName: 'x' }] },
    ]) {
      bad(await author.send3(request as object));
    }
    bad2(await call(server, `POST /luis/v2.0/apps/${author.appId}`, { key, json: { q: 'x' } }), 400);
  });

  test('answers 400 for labels outside of the text, overlapping labels and unknown entities', async () => {
    const before = await exported();
    const send = (entityLabels: unknown, more: object = {}): Promise<HttpResponse<unknown>> =>
      author.send(`POST ${author.path('/example')}`, { json: { text: 'hello big world', intentName: 'Greet', entityLabels, ...more } });
    const at = (startCharIndex: number, endCharIndex: number, entityName = 'Thing'): object => ({
      entityName,
      startCharIndex,
      endCharIndex,
    });
    for (const place of [at(-1, 2), at(3, 2), at(10, 15), at(15, 15), at(2 ** 31, 2 ** 31), at(5, 5)]) bad(await send([place]), /Thing/);
    bad(await send([at(0, 8), at(6, 14)]), /overlaps/);
    bad(await send([at(0, 4), at(0, 4)]), /overlaps/);
    bad(await send([at(0, 4, 'Later')]), /The entity Later does not exist/);
    bad(await send([{ ...at(0, 4), role: 'later' }]), /no role later/);
    bad(await send([], { intentName: 'Later' }), /The intent classifier Later does not exist/);
    for (const text of ['', '  ', 'x'.repeat(501)]) bad(await send([], { text }));
    for (const labels of ['x', 5, [5], [{ entityName: 'Thing' }], [at(0.5, 2)], [at('0' as never, 2)]]) bad(await send(labels));
    assert.equal(await exported(), before);
  });

  test('answers 207 and adds the valid examples of a batch', async () => {
    const mine = await new Author(server, key).create('Batch');
    const { status, body } = await mine.send<
      {
        hasError: boolean;
        value?: { UtteranceText: string; ExampleId: number };
        error?: { code: string; message: string };
      }[]
    >(`POST ${mine.path('/examples')}`, {
      json: [{ text: 'one', intentName: 'None' }, { text: 'two', intentName: 'Nowhere' }, { text: 'three' }],
    });
    assert.equal(status, 207);
    assert.deepEqual(
      body.map(({ hasError }) => hasError),
      [false, true, false],
    );
    assert.deepEqual(
      [body[1]!.error!.code, /Nowhere/.test(body[1]!.error!.message), body[2]!.value!.UtteranceText],
      ['FAILED', true, 'three'],
    );
    assert.equal((await mine.ok<object[]>(`GET ${mine.path('/examples')}`)).length, 2);
    bad(await mine.send(`POST ${mine.path('/examples')}`, { json: Array.from({ length: 101 }, (_, i) => ({ text: `text ${i}` })) }));
    bad(await mine.send(`POST ${mine.path('/examples')}`, { json: [] }));
    assert.equal((await mine.ok<object[]>(`GET ${mine.path('/examples')}`)).length, 2);
  });

  test('answers 400 for unknown entities, roles and intents in patterns and composites', async () => {
    const before = await exported();
    for (const [noun, body, message] of [
      ['patternrule', { pattern: 'see {Nothing}', intent: 'Greet' }, /The entity Nothing does not exist/],
      ['patternrule', { pattern: 'see {Thing:there}', intent: 'Greet' }, /no role there/],
      ['patternrule', { pattern: 'see {Thing}', intent: 'Nowhere' }, /Nowhere/],
      ['patternrule', { pattern: 'see {Thing', intent: 'Greet' }, /pattern is invalid/],
      ['patternrule', { pattern: `${'('.repeat(400)}x`, intent: 'Greet' }, /pattern is invalid/],
      [
        'patternrules',
        [
          { pattern: 'fine', intent: 'Greet' },
          { pattern: 'see {Nothing}', intent: 'Greet' },
        ],
        /Nothing/,
      ],
      ['compositeentities', { name: 'Whole', children: ['Thing', 'Nothing'] }, /Nothing/],
      ['hierarchicalentities', { name: 'Tree', children: ['a', 'A'] }, /already exists/],
      ['prebuilts', ['number', 'nonsense'], /nonsense/],
      ['intents', { name: 'GREET' }, /already exists/],
      ['entities', { name: 'greet' }, /already exists/],
      ['regexentities', { name: 'thing', regexPattern: 'x' }, /already exists/],
    ] as const)
      bad(await author.send(`POST ${author.path(`/${noun}`)}`, { json: body }), message);
    assert.equal(await exported(), before);
  });

  test('answers 400 for wrong types, sizes and bodies', async () => {
    const before = await exported();
    for (const body of [{}, { name: '' }, { name: 5 }, { name: null }, { name: 'x'.repeat(101) }, [], 'x', { name: ['a'] }]) {
      bad(await author.send(`POST ${author.path('/intents')}`, { json: body }));
    }
    for (const body of ['{', '', '[1,', 'null', '\u0000', `{"name":"x","a":${'['.repeat(5000)}${']'.repeat(5000)}}`]) {
      bad(await author.send(`POST ${author.path('/intents')}`, { body, headers: { 'content-type': 'application/json' } }));
    }
    for (const query of ['?take=501', '?take=-1', '?take=x', '?skip=-1', '?skip=99999999999']) {
      bad(await author.send(`GET ${author.path(`/intents${query}`)}`));
    }
    bad(await author.send('POST /apps/', { json: { name: 'x', culture: 'xx-yy' } }), /xx-yy/);
    bad(await author.send('POST /apps/', { json: { name: 'REFUSALS', culture: 'en-us' } }), /already exists/);
    for (const initialVersionId of ['a/b', '..', 'x'.repeat(11), ' ', '0.1\n']) {
      bad(await author.send('POST /apps/', { json: { name: 'Versioned', culture: 'en-us', initialVersionId } }));
    }
    for (const version of ['a/b', '..', '', 'x'.repeat(11)]) bad(await author.send(`POST ${author.path('/clone')}`, { json: { version } }));
    bad(await author.send(`PUT ${author.app('/publishsettings')}`, { json: { spellChecker: true } }));
    assert.equal(await exported(), before);
    assert.equal((await author.ok<object[]>(`GET ${author.app('/versions')}`)).length, 1);
  });

  test('keeps the None intent and entities that a pattern names', async () => {
    const none = (await author.ok<{ id: string; name: string }[]>(`GET ${author.path('/intents')}`)).find(({ name }) => name === 'None')!;
    bad(await author.send(`DELETE ${author.path(`/intents/${none.id}`)}`), /None intent/);
    bad(await author.send(`PUT ${author.path(`/intents/${none.id}`)}`, { json: { name: 'Some' } }), /None intent/);
    const { id } = await author.add<{ id: string }>('patternrule', { pattern: 'greet the {Thing}', intent: 'Greet' });
    bad(await author.send(`DELETE ${author.path(`/entities/${thing}`)}`), /used in the pattern/);
    await author.ok(`DELETE ${author.path(`/patternrules/${id}`)}`);
  });

  test('answers 400 when publishing an untrained or edited version', async () => {
    const mine = await new Author(server, key).create('Untrained');
    const publish = (): Promise<HttpResponse<unknown>> =>
      mine.send(`POST ${mine.app('/publish')}`, { json: { versionId: '0.1', isStaging: false } });
    bad(await publish(), /require training/);
    bad(await mine.send3({ query: 'x' }, { at: 'versions/0.1' }), /not been trained/);
    bad(await mine.send(`POST ${mine.app('/publish')}`, { json: { versionId: '0.2' } }), /Cannot find a version/);
    await mine.train();
    assert.equal((await publish()).status, 201);
    await mine.add('intents', { name: 'New' });
    bad(await publish(), /require training/);
    const { trainingStatus } = await mine.ok<{ trainingStatus: string }>(`GET ${mine.path('/')}`);
    assert.equal(trainingStatus, 'NeedsTraining');
    assert.equal((await mine.send2('x')).status, 200, 'what is published still answers');
  });

  test('joins concurrent trainings and trains an edit between them', async () => {
    const mine = await new Author(server, key).create('Twice');
    await mine.add('intents', { name: 'One' });
    await mine.label('One', 'one', 'first');
    const answers = await Promise.all(Array.from({ length: 6 }, () => mine.send<{ status: string }>(`POST ${mine.path('/train')}`)));
    for (const { status, body, text } of answers) assert.ok(status === 202 && ['Queued', 'UpToDate'].includes(body.status), text);
    const id = await mine.add('intents', { name: 'Two' });
    const models = await mine.train();
    assert.ok(models.some(({ modelId }) => modelId === id));
    await mine.publish();
    assert.ok('Two' in (await mine.ask3('second')).intents);
  });

  test('rejects malicious regular expressions or matches them in linear time', async () => {
    const mine = await new Author(server, key).create('Evil');
    const evil = '(a+)+$';
    const answers = await Promise.all([
      mine.send(`POST ${mine.path('/regexentities')}`, { json: { name: 'Nested', regexPattern: evil } }),
      mine.send(`POST ${mine.path('/regexentities')}`, { json: { name: 'Back', regexPattern: '(a)\\1' } }),
      mine.send(`POST ${mine.path('/regexentities')}`, { json: { name: 'Open', regexPattern: '(((' } }),
      mine.send(`POST ${mine.path('/regexentities')}`, { json: { name: 'Many', regexPattern: '((a{1000}){1000}){1000}' } }),
      mine.send(`POST ${mine.path('/patterns')}`, { json: { name: 'Feature', pattern: '(.*)*x' } }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status < 500),
      answers.map(() => true),
    );
    for (const i of [1, 2, 3]) bad(answers[i]!, /regular expression is invalid/);
    await mine.label('None', `${'a'.repeat(400)}!`);
    await mine.train();
    await mine.publish();
    const started = performance.now();
    assert.equal((await mine.send2(`${'a'.repeat(498)}!`)).status, 200);
    assert.ok(performance.now() - started < 5000);
  });

  test('accepts 500 intents and rejects more', async () => {
    const mine = await new Author(server, key).create('Large');
    for (let i = 1; i < 500; i++) await mine.add('intents', { name: `Intent${i}` });
    for (let from = 1; from < 500; from += 50)
      await mine.ok(
        `POST ${mine.path('/examples')}`,
        Array.from({ length: Math.min(50, 500 - from) }, (_, n) => ({
          text: `do the number ${from + n} thing now`,
          intentName: `Intent${from + n}`,
        })),
      );
    bad(await mine.send(`POST ${mine.path('/intents')}`, { json: { name: 'OneMore' } }), /500/);
    const models = await mine.train();
    assert.equal(models.length, 500);
    await mine.publish();
    assert.equal(Object.keys((await mine.ask3('do the number 77 thing now')).intents).length, 500);
  });

  test('handles names of object prototype properties', async () => {
    const mine = await new Author(server, key).create('__proto__');
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];
    for (const name of names) {
      await mine.add('intents', { name });
      await mine.add('closedlists', {
        name: `${name}`.toUpperCase() + 'S',
        subLists: [{ canonicalForm: name, list: ['__proto__', `${name} word`] }],
      });
    }
    const id = await mine.add('entities', { name: 'Part' });
    await mine.add(`entities/${id}/roles`, { name: '__proto__' });
    await mine.add('regexentities', { name: 'valueOf', regexPattern: 'zz\\d' });
    for (const name of names) await mine.label(name, `${name} please`, `give me ${name}`, `the [Part.__proto__:${name}]`);
    await mine.train();
    await mine.publish();
    const { status, text, body } = await mine.send3({ query: 'give me __proto__ zz1' });
    assert.equal(status, 200, text);
    assert.deepEqual(Object.keys((body as Prediction3).prediction.intents).sort(), [...names, 'None'].sort());
    assert.ok(text.includes('"valueOf":["zz1"]'), text);
    for (const name of names) assert.ok(text.includes(`"${name}":{"score"`), name);
    const asked = await mine.send2('the __proto__', '&verbose=true');
    assert.equal(asked.status, 200, asked.text);
    const external = await mine.send3({
      query: 'give me more',
      externalEntities: [{ entityName: '__proto__', startIndex: 0, entityLength: 4, resolution: { polluted: true } }],
      dynamicLists: [{ listEntityName: '__PROTO__S', requestLists: [{ canonicalForm: '__proto__', synonyms: ['more'] }] }],
    });
    assert.equal(external.status, 200, external.text);
    assert.ok(external.text.includes('"__proto__":[{"polluted":true}]'), external.text);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    await mine.ok(`PUT ${mine.path('/settings')}`, [{ name: '__proto__', value: 'x' }]);
    assert.deepEqual(await mine.ok(`GET ${mine.path('/settings')}`), [{ name: '__proto__', value: 'x' }]);
    assert.equal((await author.send2('hello world')).status, 200, 'others are not touched');
  });
});
