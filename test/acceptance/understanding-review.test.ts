/** Review of logged queries, and the effects of deleting and renaming on them. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import { ManagementClient, eventually } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { travelApp } from '../support/travel-app.ts';
import type { TravelIds } from '../support/travel-app.ts';

describe('understanding: review', () => {
  let server: SharedServer;
  let author: Author;
  let ids: TravelIds;
  before(async () => {
    server = await sharedServer();
    author = new Author(
      server,
      (await (await ManagementClient.connect(server)).createAccount('author', { kind: 'Understanding.Authoring' })).key1,
    );
    ids = await travelApp(author);
  });

  const suggested = async (noun: 'intents' | 'entities', id: string, query = ''): Promise<string[]> =>
    (await author.suggest(noun, id, query)).map(({ text }) => text).sort();
  const log = async (): Promise<string[]> => {
    const { status, text, headers } = await author.send(`GET ${author.app('/querylogs')}`);
    assert.equal(status, 200, text);
    assert.match(headers['content-type']!, /octet-stream/);
    const [heading, ...lines] = text.trimEnd().split('\r\n');
    assert.equal(heading, '"Query","UTC DateTime","Response"');
    return lines;
  };

  test('goes from an empty app to a suggested query', async () => {
    assert.deepEqual(await author.suggest('intents', ids.bookFlight), [], 'nothing before it is trained');
    assert.deepEqual(await author.status(), []);
    assert.equal((await author.send(`POST ${author.app('/publish')}`, { json: { versionId: '0.1', isStaging: false } })).status, 400);
    const started = await author.send<{ statusId: number; status: string }>(`POST ${author.path('/train')}`);
    assert.deepEqual([started.status, started.body], [202, { statusId: 9, status: 'Queued' }]);
    const models = await author.train();
    const { details } = models.find(({ modelId }) => modelId === ids.bookFlight)!;
    assert.deepEqual(
      [details.status, details.statusId, details.exampleCount, typeof details.trainingDateTime],
      ['Success', 0, 15, 'string'],
    );
    assert.deepEqual((await author.send(`POST ${author.path('/train')}`)).body, { statusId: 2, status: 'UpToDate' });
    await author.publish();
    assert.deepEqual(await author.suggest('intents', ids.bookFlight), [], 'no suggestions before the first query');
    await author.ask2('could you fly me over to Berlin');
    await author.ask3('a flight to Athens if you can');
    const suggestions = await author.suggest('intents', ids.bookFlight);
    assert.deepEqual(suggestions.map(({ text }) => text).sort(), ['a flight to Athens if you can', 'could you fly me over to Berlin']);
    const berlin = suggestions.find(({ text }) => text.includes('Berlin'))!;
    assert.deepEqual(berlin.tokenizedText, ['could', 'you', 'fly', 'me', 'over', 'to', 'berlin']);
    assert.equal(berlin.intentPredictions[0]!.name, 'BookFlight');
    assert.ok(Math.abs(berlin.intentPredictions.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-5);
    const athens = (await author.suggest('entities', ids.city)).find(({ text }) => text.includes('Athens'))!;
    assert.deepEqual(athens.entityPredictions, [{ entityName: 'City', startTokenIndex: 3, endTokenIndex: 3, phrase: 'athens' }]);
    assert.equal((await author.suggest('intents', ids.bookFlight, '?take=1')).length, 1);
    assert.deepEqual(await author.suggest('intents', ids.bookFlight, '?take=0'), []);
  });

  test('suggests a repeated query once and unlogged queries never', async () => {
    await author.ask2('could you fly me over to Berlin');
    await author.ask2('please fly me to Quito quietly', '&log=false');
    await author.ask3('please fly me to Lima quietly', {}, { query: '?log=false' });
    assert.deepEqual(await suggested('intents', ids.bookFlight), ['a flight to Athens if you can', 'could you fly me over to Berlin']);
    const lines = await log();
    assert.ok(!lines.some((line) => line.includes('quietly')));
    assert.equal(lines.filter((line) => line.startsWith('"could you fly me over to Berlin",')).length, 2, 'the log has every call');
  });

  test('quotes queries and answers in the log', async () => {
    await author.ask2('say "fly", please\r\nnow');
    const { text } = await author.send(`GET ${author.app('/querylogs')}`);
    const [, time, answer] = /"say ""fly"", please\r\nnow",([^,]+),"((?:[^"]|"")*)"\r\n/.exec(text)!;
    assert.ok(Math.abs(Date.parse(time!) - Date.now()) < 60_000);
    assert.equal((JSON.parse(answer!.replaceAll('""', '"')) as { query: string }).query, 'say "fly", please\r\nnow');
  });

  test('never suggests labeled or ignored queries again', async () => {
    await author.label('BookFlight', 'a flight to [City.to:Athens] if you can');
    const ignored = await author.send(`DELETE ${author.path('/suggest')}`, { json: 'could you fly me over to Berlin' });
    assert.deepEqual([ignored.status, ignored.body], [200, { code: 'Success', message: 'Operation Successful' }]);
    await author.ask2('a flight to Athens if you can');
    await author.ask2('could you fly me over to Berlin');
    const left = await suggested('intents', ids.bookFlight);
    assert.ok(!left.some((text) => /Athens|Berlin/.test(text)), left.join('; '));
    assert.equal((await author.send(`DELETE ${author.path('/suggest')}`, { json: 'never asked' })).status, 200);
  });

  test('does not suggest queries that are already labeled', async () => {
    await author.ask2('check me in');
    await author.ask2('CHECK me in');
    assert.ok(!(await suggested('intents', ids.checkIn)).some((text) => /^check me in$/i.test(text)));
  });

  test('counts queries that are not logged', async () => {
    const hits = async (): Promise<number> => (await author.ok<{ endpointHitsCount: number }>(`GET ${author.app()}`)).endpointHitsCount;
    const before = await hits();
    await author.ask2('hello', '&log=false');
    assert.equal(await hits(), before + 1);
  });

  test('empties the log and the suggestions immediately', async () => {
    await author.ask2('fly me to some place or other');
    assert.ok((await log()).length > 0);
    assert.deepEqual((await author.send(`DELETE ${author.app('/querylogs')}`)).body, { code: 'Success', message: 'Operation Successful' });
    assert.deepEqual(await log(), []);
    assert.deepEqual(await author.suggest('intents', ids.bookFlight), []);
    await author.ask2('fly me somewhere else now');
    assert.equal((await log()).length, 1);
    assert.deepEqual(await suggested('intents', ids.bookFlight), ['fly me somewhere else now']);
  });

  test('8: take is 10 by default and at most 500 (4.5)', async () => {
    const cities = ['Rome', 'Oslo', 'Lima', 'Cairo', 'Quito', 'Porto', 'Delhi', 'Paris', 'Tokyo', 'Milan', 'Dakar', 'Hanoi'];
    for (const city of cities) await author.ask2(`please fly me to ${city} some day`);
    const count = async (query: string): Promise<number> => (await author.suggest('entities', ids.city, query)).length;
    const all = await count('?take=500');
    assert.ok(all > 10, `${all} suggested`);
    assert.deepEqual([await count(''), await count('?take=10'), await count('?take=11'), await count('?take=1')], [10, 10, 11, 1]);
    const tooMany = await author.send(`GET ${author.path(`/entities/${ids.city}/suggest?take=501`)}`);
    assert.equal(tooMany.status, 400, tooMany.text);
  });

  describe('renames', () => {
    test('renames an entity in labels, patterns, composites and the trained model', async () => {
      const mine = new Author(server, author.key);
      const { city, hotel, trip } = await travelApp(mine, 'Renamed');
      await mine.ok(`PUT ${mine.path(`/entities/${city}`)}`, { name: 'Ville-$&' });
      await mine.ok(`PUT ${mine.path(`/patternanyentities/${hotel}`)}`, { name: 'Inn (any)' });
      const [example] = await mine.ok<{ entityLabels: { entityName: string; role: string }[] }[]>(`GET ${mine.path('/examples')}?take=1`);
      assert.deepEqual(
        example!.entityLabels.map(({ entityName, role }) => [entityName, role]),
        [
          ['Ville-$&', 'from'],
          ['Ville-$&', 'to'],
        ],
      );
      const patterns = await mine.ok<{ pattern: string }[]>(`GET ${mine.path('/patternrules')}`);
      assert.ok(
        patterns.some(({ pattern }) => pattern === 'book a room at {Inn (any)}[ please]'),
        JSON.stringify(patterns),
      );
      const { children } = await mine.ok<{ children: { name: string }[] }>(`GET ${mine.path(`/compositeentities/${trip}`)}`);
      assert.deepEqual(
        children.map(({ name }) => name),
        ['Ville-$&', 'number'],
      );
      await mine.train();
      await mine.publish();
      assert.deepEqual(
        (await mine.ask2('fly from rome to oslo')).entities.map(({ type }) => type),
        ['Ville-$&', 'Ville-$&'],
      );
      assert.deepEqual((await mine.ask3('book a room at the grand budapest')).entities['Inn (any)'], ['the grand budapest']);
    });

    test('renames a version in slots and training, and rejects an existing name', async () => {
      await author.train();
      await author.publish(true);
      await author.ok(`POST ${author.path('/clone')}`, { version: 'other' });
      assert.equal((await author.send(`PUT ${author.path('/')}`, { json: { version: 'other' } })).status, 400);
      await author.ok(`PUT ${author.path('/')}`, { version: 'renamed' });
      const { endpoints } = await author.ok<{ endpoints: Record<string, { versionId: string }> }>(`GET ${author.app()}`);
      assert.deepEqual([endpoints.PRODUCTION!.versionId, endpoints.STAGING!.versionId], ['renamed', 'renamed']);
      assert.equal((await author.send(`GET ${author.path('/')}`)).status, 400, 'the old name is unknown');
      author.version = 'renamed';
      const { trainingStatus, intentsCount } = await author.ok<{ trainingStatus: string; intentsCount: number }>(`GET ${author.path('/')}`);
      assert.deepEqual([trainingStatus, intentsCount], ['Trained', 4]);
      assert.equal((await author.ok<object[]>(`GET ${author.path('/examples')}?take=500`)).length, 36);
      assert.equal((await author.ask3('check me in', {}, { at: 'versions/renamed' })).topIntent, 'CheckIn');
    });
  });

  describe('deletion', () => {
    test('keeps a published version and deletes another with everything it has', async () => {
      const refused = await author.send(`DELETE ${author.path('/')}`);
      assert.equal(refused.status, 400, refused.text);
      author.version = 'other';
      await author.ok(`DELETE ${author.path('/')}`);
      assert.equal((await author.send(`GET ${author.path('/examples')}`)).status, 400);
      assert.equal((await author.send3({ query: 'x' }, { at: 'versions/other' })).status, 404);
      author.version = 'renamed';
      assert.equal((await author.ask2('check me in')).topScoringIntent.intent, 'CheckIn');
    });

    test('deletes an app for authors and callers immediately', async () => {
      const deleted = await author.send(`DELETE ${author.app()}`);
      assert.deepEqual([deleted.status, deleted.body], [200, { code: 'Success', message: 'Operation Successful' }]);
      for (const [route, status] of [
        [`GET ${author.app()}`, 400],
        [`GET ${author.path('/intents')}`, 400],
        [`GET ${author.app('/querylogs')}`, 400],
        [`DELETE ${author.app()}`, 400],
      ] as const) {
        assert.equal((await author.send(route)).status, status, route);
      }
      assert.equal((await author.send2('check me in')).status, 404);
      assert.equal((await author.send3({ query: 'check me in' })).status, 404);
      assert.equal((await author.ok<{ id: string }[]>('GET /apps/')).filter(({ id }) => id === author.appId).length, 0);
      const again = await new Author(server, author.key).create('Travel');
      assert.notEqual(again.appId, author.appId, 'its name is free');
    });

    test('deletes an app during training', async () => {
      const mine = new Author(server, author.key);
      await travelApp(mine, 'Short-lived');
      await mine.ok(`POST ${mine.path('/train')}`);
      await mine.ok(`DELETE ${mine.app()}`);
      assert.equal((await mine.send(`GET ${mine.path('/train')}`)).status, 400);
      const manager = await ManagementClient.connect(server);
      const jobs = async (): Promise<{ status: string }[]> =>
        (await manager.call<{ value: { status: string }[] }>(`GET ${ManagementClient.accountPath('author', '/jobs')}`)).body.value;
      await eventually(
        jobs,
        (all) => all.length > 0 && all.every(({ status }) => !['notStarted', 'running', 'cancelling'].includes(status)),
      );
      assert.ok(!(await jobs()).some(({ status }) => status === 'failed'));
    });
  });
});
