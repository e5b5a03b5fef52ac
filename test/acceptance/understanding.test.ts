/** An app from creation to prediction, as its authors and callers see it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import type { Prediction2, Prediction3 } from '../support/author.ts';
import { ManagementClient, call, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { travelApp } from '../support/travel-app.ts';

type Found = Prediction2['entities'][number];
const DENIED = /Access denied/;

describe('understanding', () => {
  const folder = temporaryFolder();
  let server: Server;
  let manager: ManagementClient;
  let author: Author;
  before(async () => {
    server = await startServer({ data: folder.path });
    manager = await ManagementClient.connect(server);
    author = new Author(server, (await manager.createAccount('author', { kind: 'Understanding.Authoring' })).key1);
    await travelApp(author);
    await author.train();
    await author.publish();
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  const find = ({ entities }: Prediction2, type: string): Found => {
    const found = entities.find((entity) => entity.type === type);
    assert.ok(found, `${type} is not among ${JSON.stringify(entities)}`);
    return found;
  };
  /** Without the score, which depends on the engine. */
  const plain = ({ score: _score, ...rest }: Found): object => rest;
  type Instances = Record<string, Record<string, unknown>[]>;
  const instances = ({ entities }: Prediction3['prediction']): Instances => entities.$instance as Instances;

  describe('prediction v2.0', () => {
    test('returns the top intent, or all intents when verbose', async () => {
      const short = await author.ask2('fly from rome to oslo');
      assert.equal(short.query, 'fly from rome to oslo');
      assert.equal(short.topScoringIntent.intent, 'BookFlight');
      assert.ok(short.topScoringIntent.score > 0.5 && short.topScoringIntent.score <= 1);
      assert.equal(short.intents, undefined);
      const { intents } = await author.ask2('fly from rome to oslo', '&verbose=true');
      assert.deepEqual(intents!.map(({ intent }) => intent).sort(), ['BookFlight', 'BookRoom', 'CheckIn', 'None']);
      assert.ok(Math.abs(intents!.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-5);
      assert.deepEqual(
        intents!.map(({ score }) => score),
        intents!.map(({ score }) => score).sort((a, b) => b - a),
      );
    });

    test('returns a learned entity with its role, score and inclusive indexes', async () => {
      const answer = await author.ask2('Fly from Rome to Oslo');
      const cities = answer.entities.filter(({ type }) => type === 'City');
      assert.deepEqual(cities.map(plain), [
        { entity: 'rome', type: 'City', startIndex: 9, endIndex: 12, role: 'from' },
        { entity: 'oslo', type: 'City', startIndex: 17, endIndex: 20, role: 'to' },
      ]);
      assert.ok(cities.every(({ score }) => score! > 0 && score! <= 1));
    });

    test('names a child of a hierarchical entity Parent::Child', async () => {
      assert.deepEqual(plain(find(await author.ask2('give me a window seat'), 'Seat::Window')), {
        entity: 'window seat',
        type: 'Seat::Window',
        startIndex: 10,
        endIndex: 20,
      });
    });

    test('returns a composite in both lists with its children', async () => {
      const answer = await author.ask2('get 7 tickets to lisbon');
      assert.deepEqual(answer.compositeEntities, [
        {
          parentType: 'Trip',
          value: '7 tickets to lisbon',
          children: [
            { type: 'City', value: 'lisbon' },
            { type: 'builtin.number', value: '7' },
          ],
        },
      ]);
      assert.deepEqual(plain(find(answer, 'Trip')), { entity: '7 tickets to lisbon', type: 'Trip', startIndex: 4, endIndex: 22 });
    });

    test('resolves list entities to their canonical form', async () => {
      for (const [words, canonical] of [
        ['standard class', 'economy'],
        ['COACH', 'economy'],
        ['business', 'business'],
      ] as const) {
        assert.deepEqual(plain(find(await author.ask2(`a seat in ${words}`), 'Class')), {
          entity: words.toLowerCase(),
          type: 'Class',
          startIndex: 10,
          endIndex: 9 + words.length,
          resolution: { values: [canonical] },
        });
      }
    });

    test('finds regex and Pattern.Any entities', async () => {
      assert.deepEqual(find(await author.ask2('check in booking CD5678'), 'Booking'), {
        entity: 'cd5678',
        type: 'Booking',
        startIndex: 17,
        endIndex: 22,
      });
      const room = await author.ask2('book a room at The Grand Budapest please');
      assert.equal(room.topScoringIntent.intent, 'BookRoom');
      assert.deepEqual(plain(find(room, 'Hotel')), {
        entity: 'the grand budapest',
        type: 'Hotel',
        startIndex: 15,
        endIndex: 32,
        role: '',
      });
      assert.equal(find(await author.ask2('book a room at the inn at night please'), 'Hotel').entity, 'the inn at night');
    });

    test('resolves prebuilt entities to text', async () => {
      const of = async (text: string, type: string): Promise<object> => find(await author.ask2(text), `builtin.${type}`).resolution!;
      assert.deepEqual(await of('forty two of them', 'number'), { subtype: 'integer', value: '42' });
      assert.deepEqual(await of('the third one', 'ordinal'), { value: '3' });
      assert.deepEqual(await of('it was 20%', 'percentage'), { value: '20%' });
      assert.deepEqual(await of('for 15 dollars', 'currency'), { unit: 'Dollar', value: '15' });
      assert.deepEqual(await of('she is 30 years old', 'age'), { unit: 'Year', value: '30' });
      assert.deepEqual(await of('at 30 degrees celsius', 'temperature'), { unit: 'C', value: '30' });
      assert.deepEqual(await of('mail to a.b@example.com', 'email'), { value: 'a.b@example.com' });
      assert.deepEqual(await of('on may 3rd 2031', 'datetimeV2.date'), {
        values: [{ timex: '2031-05-03', type: 'date', value: '2031-05-03' }],
      });
    });

    test('finds a role that only a pattern has', async () => {
      const { entities, topScoringIntent } = await author.ask2('i arrive on 2031-05-03 and leave on 2031-05-09');
      assert.equal(topScoringIntent.intent, 'BookRoom');
      assert.deepEqual(
        entities.filter(({ type }) => type === 'builtin.datetimeV2.date').map(({ role }) => role),
        ['arrival', 'departure'],
      );
    });

    test('accepts the query as a JSON string in the body', async () => {
      const posted = await call<Prediction2>(server, `POST /luis/v2.0/apps/${author.appId}`, {
        key: author.key,
        json: 'fly from rome to oslo',
      });
      assert.equal(posted.status, 200, posted.text);
      assert.deepEqual(posted.body, await author.ask2('fly from rome to oslo'));
    });

    test('resolves dates in the time zone of the caller', async () => {
      const today = async (offset: number): Promise<string> =>
        (
          find(await author.ask2('today', `&timezoneOffset=${offset}`), 'builtin.datetimeV2.date').resolution as {
            values: { value: string }[];
          }
        ).values[0]!.value;
      const [west, east] = [await today(-720), await today(720)];
      assert.equal(Date.parse(east) - Date.parse(west), 24 * 3600_000);
    });
  });

  describe('prediction v3.0', () => {
    test('answers by slot and by version under all base paths', async () => {
      const bodies = await Promise.all(
        [
          `/luis/prediction/v3.0/apps/${author.appId}/slots/production`,
          `/luis/v3.0/apps/${author.appId}/slots/production`,
          `/luis/v3.0-preview/apps/${author.appId}/slots/Production`,
          `/luis/prediction/v3.0/apps/${author.appId}/versions/0.1`,
        ].flatMap((path) => [
          call(server, `GET ${path}/predict?query=check%20me%20in`, { key: author.key }),
          call(server, `POST ${path}/predict`, { key: author.key, json: { query: 'check me in' } }),
        ]),
      );
      for (const { status, body, text } of bodies) {
        assert.equal(status, 200, text);
        const {
          query,
          prediction: { topIntent, intents, entities },
        } = body as Prediction3;
        assert.deepEqual({ query, prediction: { topIntent, intents, entities } }, bodies[0]!.body);
      }
      const { query, prediction } = bodies[0]!.body as Prediction3;
      assert.equal(query, 'check me in');
      assert.deepEqual([prediction.topIntent, Object.keys(prediction.intents), prediction.entities], ['CheckIn', ['CheckIn'], {}]);
    });

    test('returns all intents on request', async () => {
      const { intents } = await author.ask3('check me in', {}, { query: '?show-all-intents=true' });
      assert.deepEqual(Object.keys(intents).sort(), ['BookFlight', 'BookRoom', 'CheckIn', 'None']);
    });

    test('returns entities by role with their instances', async () => {
      const { entities } = await author.ask3('Fly from Rome to Oslo');
      assert.deepEqual([entities.from, entities.to, entities.City], [['Rome'], ['Oslo'], undefined]);
      const { score, ...rest } = instances({ entities } as Prediction3['prediction']).from![0]!;
      assert.ok((score as number) > 0);
      assert.deepEqual(rest, {
        type: 'City',
        role: 'from',
        text: 'Rome',
        startIndex: 9,
        length: 4,
        modelTypeId: 1,
        modelType: 'Entity Extractor',
        recognitionSources: ['model'],
      });
      assert.equal((await author.ask3('Fly from Rome to Oslo', {}, { query: '' })).entities.$instance, undefined);
    });

    test('returns the children of a composite by name', async () => {
      const prediction = await author.ask3('get 7 tickets to Lisbon');
      const [{ $instance, ...parts }] = prediction.entities.Trip as [Record<string, unknown>];
      assert.deepEqual(parts, { number: [7], to: ['Lisbon'] });
      assert.deepEqual(Object.keys($instance as object), ['number', 'to']);
      assert.deepEqual(
        [instances(prediction).Trip![0]!.modelTypeId, prediction.entities.number, prediction.entities.to],
        [4, undefined, undefined],
      );
    });

    test('returns typed values and kinds of all entities', async () => {
      const cases: [text: string, entity: string, value: unknown, typeId: number][] = [
        ['a seat in coach', 'Class', ['economy'], 5],
        ['check in booking cd5678', 'Booking', 'cd5678', 8],
        ['book a room at the grand budapest', 'Hotel', 'the grand budapest', 7],
        ['give me an aisle seat', 'Seat::Aisle', 'aisle seat', 3],
        ['forty two of them', 'number', 42, 2],
        ['the third one', 'ordinal', 3, 2],
        ['it was 20%', 'percentage', 20, 2],
        ['for 15 dollars', 'money', { number: 15, unit: 'Dollar' }, 2],
        ['she is 30 years old', 'age', { number: 30, unit: 'Year' }, 2],
        ['at 30 degrees celsius', 'temperature', { number: 30, unit: 'C' }, 2],
        ['mail to a.b@example.com', 'email', 'a.b@example.com', 2],
        ['on may 3rd 2031', 'datetimeV2', { type: 'date', values: [{ timex: '2031-05-03', resolution: [{ value: '2031-05-03' }] }] }, 2],
      ];
      for (const [text, entity, value, typeId] of cases) {
        const prediction = await author.ask3(text);
        assert.deepEqual(
          (prediction.entities[entity] as unknown[] | undefined)?.[0],
          value,
          `${text}: ${JSON.stringify(prediction.entities)}`,
        );
        assert.equal(instances(prediction)[entity]![0]!.modelTypeId, typeId, text);
      }
    });

    test('resolves dates relative to datetimeReference', async () => {
      for (const datetimeReference of ['2031-05-03T23:30:00.000Z', '2031-05-03T23:30:00-08:00', '2031-05-03T23:30:00']) {
        const { entities } = await author.ask3('tomorrow', { options: { datetimeReference } });
        assert.deepEqual(
          entities.datetimeV2,
          [{ type: 'date', values: [{ timex: '2031-05-04', resolution: [{ value: '2031-05-04' }] }] }],
          datetimeReference,
        );
      }
      for (const datetimeReference of ['yesterday', '2031-13-45T12:00:00Z', '']) {
        assert.equal((await author.send3({ query: 'x', options: { datetimeReference } })).status, 400, datetimeReference);
      }
    });

    test('merges external entities with its own', async () => {
      const text = 'fly from rome to oslo';
      const external = (more: object): object => ({
        externalEntities: [{ entityName: 'Airport', startIndex: 9, entityLength: 4, resolution: { code: 'FCO' }, score: 0.9 }],
        ...more,
      });
      const { entities } = await author.ask3(text, external({}));
      assert.deepEqual(entities.Airport, [{ code: 'FCO' }]);
      assert.deepEqual(instances({ entities } as Prediction3['prediction']).Airport, [
        { type: 'Airport', text: 'rome', startIndex: 9, length: 4, score: 0.9, recognitionSources: ['externalEntities'] },
      ]);
      const own = { externalEntities: [{ entityName: 'Class', startIndex: 10, entityLength: 5, resolution: 'mine' }] };
      assert.deepEqual((await author.ask3('a seat in coach', own)).entities.Class, [['economy']]);
      assert.deepEqual((await author.ask3('a seat in coach', { ...own, options: { preferExternalEntities: true } })).entities.Class, [
        'mine',
      ]);
      for (const place of [
        { startIndex: -1, entityLength: 2 },
        { startIndex: 20, entityLength: 2 },
        { startIndex: 3, entityLength: 0 },
      ]) {
        const { status, text: answer } = await author.send3({ query: text, externalEntities: [{ entityName: 'Airport', ...place }] });
        assert.equal(status, 400, answer);
      }
    });

    test('extends a list entity by the dynamic lists of a call', async () => {
      const lists = {
        dynamicLists: [{ listEntityName: 'Class', requestLists: [{ canonicalForm: 'first', synonyms: ['royal class', 'palace'] }] }],
      };
      assert.deepEqual((await author.ask3('a seat in royal class', lists)).entities.Class, [['first']]);
      assert.equal((await author.ask3('a seat in royal class')).entities.Class, undefined);
      const { status, text } = await author.send3({ query: 'x', dynamicLists: [{ listEntityName: 'City', requestLists: [] }] });
      assert.deepEqual([status, /City/.test(text)], [400, true]);
    });
  });

  describe('slots', () => {
    test('answers with different versions at staging and production', async () => {
      const mine = await new Author(server, author.key).create('Slots');
      await mine.add('intents', { name: 'Greet' });
      await mine.label('Greet', 'hello there', 'good morning', 'hi');
      assert.equal((await mine.send3({ query: 'hello' })).status, 404);
      await mine.train();
      await mine.publish(true);
      assert.equal((await mine.send2('hello')).status, 404, 'production is empty');
      assert.equal((await mine.ask2('hello there', '&staging=true')).topScoringIntent.intent, 'Greet');
      assert.equal(await mine.ok(`POST ${mine.path('/clone')}`, { version: '0.2' }), '0.2');
      mine.version = '0.2';
      await mine.add('intents', { name: 'Leave' });
      await mine.label('Leave', 'good bye', 'see you later', 'bye');
      await mine.train();
      await mine.publish(false);
      assert.equal((await mine.ask2('good bye')).topScoringIntent.intent, 'Leave');
      assert.ok(!('Leave' in (await mine.ask3('good bye', {}, { at: 'slots/staging' })).intents));
      const { endpoints, activeVersion } = await mine.ok<{
        endpoints: Record<string, { versionId: string; isStaging: boolean; endpointUrl: string }>;
        activeVersion: string;
      }>(`GET ${mine.app()}`);
      assert.deepEqual([endpoints.PRODUCTION!.versionId, endpoints.STAGING!.versionId, activeVersion], ['0.2', '0.1', '0.2']);
      assert.equal(
        (await call(server, `GET ${new URL(endpoints.PRODUCTION!.endpointUrl).pathname}?q=hi`, { key: mine.key })).status,
        200,
        'the address that is announced answers',
      );
    });

    test('publishes without failing a query', async () => {
      const mine = await new Author(server, author.key).create('Swap');
      await mine.add('intents', { name: 'First' });
      await mine.label('First', 'one fish', 'two fish', 'red fish');
      await mine.train();
      await mine.publish();
      await mine.ok(`POST ${mine.path('/clone')}`, { version: '0.2' });
      mine.version = '0.2';
      const [first] = (await mine.ok<{ id: string; name: string }[]>(`GET ${mine.path('/intents')}`)).filter(
        ({ name }) => name === 'First',
      );
      await mine.ok(`PUT ${mine.path(`/intents/${first!.id}`)}`, { name: 'Second' });
      await mine.train();
      let over = false;
      const seen = new Set<string>();
      const queries = Array.from({ length: 3 }, async () => {
        for (let n = 0; !over; n++) {
          const { status, body, text } = await mine.send3({ query: 'one fish' }, { query: '?log=false' });
          assert.equal(status, 200, text);
          seen.add(body.prediction.topIntent);
        }
      });
      for (let swap = 0; swap < 10; swap++) await mine.publish(false, swap % 2 ? '0.1' : '0.2');
      over = true;
      await Promise.all(queries);
      await mine.publish(false, '0.2');
      assert.equal((await mine.ask3('one fish')).topIntent, 'Second', 'the answer to publish means that it answers');
      assert.ok(
        [...seen].every((intent) => ['First', 'Second'].includes(intent)),
        [...seen].join(),
      );
    });

    test('applies fifty concurrent edits', async () => {
      const mine = await new Author(server, author.key).create('Concurrent');
      const names = Array.from({ length: 50 }, (_, i) => `Intent${i}`);
      const ids = await Promise.all(names.map((name) => mine.add('intents', { name })));
      const listed = await mine.ok<{ id: string; name: string }[]>(`GET ${mine.path('/intents')}`);
      assert.deepEqual(
        listed
          .filter(({ name }) => name !== 'None')
          .map(({ id }) => id)
          .sort(),
        ids.sort(),
      );
    });

    test('keeps published versions after a restart', async () => {
      const before = await author.ask2('fly from rome to oslo', '&verbose=true');
      await server.stop();
      const { adminSecret } = server;
      server = await startServer({ data: folder.path });
      manager = await ManagementClient.connect({ address: server.address, adminSecret });
      author = author.with({ server });
      assert.deepEqual(await author.ask2('fly from rome to oslo', '&verbose=true'), before);
    });
  });

  test('finds an entity only if it contains what it requires', async () => {
    const mine = await new Author(server, author.key).create('Shop');
    await mine.add('intents', { name: 'Buy' });
    const item = await mine.add('entities', { name: 'Item' });
    await mine.add('closedlists', {
      name: 'Color',
      subLists: [
        { canonicalForm: 'red', list: [] },
        { canonicalForm: 'blue', list: ['azure'] },
      ],
    });
    await mine.label(
      'Buy',
      'i want a [Item:red shirt]',
      'i want a [Item:warm shirt]',
      'give me a [Item:blue hat]',
      'give me a [Item:small hat]',
      'buy a [Item:red scarf] now',
      'buy a [Item:long scarf] now',
      'i need a [Item:big coat]',
      'i need a [Item:red coat]',
    );
    await mine.label('None', 'how are you', 'good morning to you', 'thanks a lot');
    const items = async (text: string): Promise<unknown> => (await mine.ask3(text, {}, { at: 'versions/0.1', query: '' })).entities.Item;
    await mine.train();
    assert.deepEqual([await items('i want a blue coat'), await items('i want a warm coat')], [['blue coat'], ['warm coat']]);
    const related = await call(server, `POST /luis/authoring/v3.0-preview${mine.path(`/entities/${item}/features`)}`, {
      key: mine.key,
      json: { modelName: 'Color', isRequired: true },
    });
    assert.equal(related.status, 200, related.text);
    assert.deepEqual(await items('i want a warm coat'), ['warm coat'], 'not before it is trained');
    await mine.train();
    await mine.publish();
    assert.deepEqual([await items('i want a blue coat'), await items('i want a warm coat')], [['blue coat'], undefined]);
    assert.deepEqual((await mine.ask2('i want a warm coat')).entities, []);
    assert.equal((await mine.ask2('i want a red coat')).entities.filter(({ type }) => type === 'Item').length, 1);
  });

  describe('permissions', () => {
    test('7.3: 401 for private apps of other accounts; public ones can be queried', async () => {
      const stranger = author.with({ key: (await manager.createAccount('stranger', { kind: 'Understanding.Authoring' })).key1 });
      for (const { status, text } of [
        await stranger.send(`GET ${stranger.app()}`),
        await stranger.send(`DELETE ${stranger.app()}`),
        await stranger.send(`POST ${stranger.path('/intents')}`, { json: { name: 'Mine' } }),
        await stranger.send2('hello'),
        await stranger.send3({ query: 'hello' }),
      ]) {
        assert.equal(status, 401, text);
        assert.match(text, DENIED);
      }
      assert.deepEqual(await stranger.ok('GET /apps/'), []);
      await author.ok(`PUT ${author.app('/settings')}`, { public: true });
      assert.equal((await stranger.send2('hello')).status, 200);
      assert.equal((await stranger.send(`GET ${stranger.app()}`)).status, 401);
      const asked = 'a secret of the stranger';
      assert.equal((await stranger.send2(asked)).status, 200);
      assert.equal((await author.send2('a question of my own')).status, 200);
      const { text: log } = await author.send(`GET ${author.app('/querylogs')}`);
      assert.deepEqual([log.includes('a question of my own'), log.includes(asked)], [true, false]);
      await author.ok(`PUT ${author.app('/settings')}`, { public: false });
      assert.equal((await stranger.send2('hello')).status, 401);
    });

    test('7.3: 401 for a key of another region and for a wrong key', async () => {
      const elsewhere = author.with({
        key: (await manager.createAccount('elsewhere', { kind: 'Understanding.Authoring', location: 'elsewhere' })).key1,
      });
      for (const caller of [elsewhere, author.with({ key: 'f'.repeat(32) })]) {
        for (const { status, text } of [
          await caller.send('GET /apps/'),
          await caller.send2('hello'),
          await caller.send3({ query: 'hello' }),
        ]) {
          assert.equal(status, 401, text);
        }
      }
      assert.match((await elsewhere.send2('hello')).text, /region elsewhere/);
    });

    test('lets a collaborator edit the app', async () => {
      const { body } = await manager.putAccount('friend', { kind: 'Understanding.Authoring' });
      const friend = author.with({ key: (await manager.listKeys('friend')).key1 });
      assert.equal((await friend.send(`GET ${friend.app()}`)).status, 401);
      await manager.putAccount('author', { kind: 'Understanding.Authoring', properties: { collaborators: [body.properties.accountId] } });
      assert.equal((await friend.send(`GET ${friend.app()}`)).status, 200);
      const id = await friend.add('intents', { name: 'OfAFriend' });
      assert.equal((await author.send(`GET ${author.path(`/intents/${id}`)}`)).status, 200);
      assert.equal((await author.send(`DELETE ${author.path(`/intents/${id}`)}`)).status, 200);
      assert.equal((await friend.send2('check me in')).status, 200);
    });

    test('7.3: 401 for a prediction key, except to query apps while they are assigned to its account', async () => {
      const bot = author.with({ key: (await manager.createAccount('bot', { kind: 'Understanding' })).key1 });
      const account = { cloudSubscriptionId: 'sub', resourceGroup: 'tests', accountName: 'bot' };
      const { token } = manager;
      assert.equal((await bot.send2('check me in')).status, 401);
      assert.equal((await author.send(`POST ${author.app('/cloudaccounts')}`, { json: account })).status, 401, 'without a token');
      const unknown = await author.send(`POST ${author.app('/cloudaccounts')}`, { json: { ...account, accountName: 'nobody' }, token });
      assert.deepEqual([unknown.status, /nobody/.test(unknown.text)], [400, true]);
      const assigned = await author.send(`POST ${author.app('/cloudaccounts')}`, { json: account, token });
      assert.deepEqual([assigned.status, assigned.body], [201, { code: 'Success', message: 'Operation Successful' }]);
      assert.deepEqual((await author.send(`GET ${author.app('/cloudaccounts')}`, { token })).body, [account]);
      assert.equal((await bot.send2('check me in')).status, 200);
      assert.equal((await bot.send3({ query: 'check me in' })).status, 200);
      for (const { status, text } of [
        await bot.send('GET /apps/'),
        await bot.send(`GET ${bot.app()}`),
        await bot.send(`POST ${bot.path('/train')}`),
      ]) {
        assert.equal(status, 401, text);
        assert.match(text, DENIED);
      }
      assert.equal(
        (await author.send(`DELETE ${author.app('/cloudaccounts?includeResponse=perhaps')}`, { json: account, token })).status,
        400,
        'includeResponse',
      );
      const removed = await author.send(`DELETE ${author.app('/cloudaccounts?includeResponse=true')}`, { json: account, token });
      assert.deepEqual([removed.status, removed.body], [200, { code: 'Success', message: 'Operation Successful' }]);
      assert.equal((await bot.send2('check me in')).status, 401, 'from the answer on');
      assert.equal((await author.send(`DELETE ${author.app('/cloudaccounts')}`, { json: account, token })).status, 400);
    });
  });
});
