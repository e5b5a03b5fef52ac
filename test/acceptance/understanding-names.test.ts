/** Prebuilt entities that are found by models of this server: persons, places and key phrases. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import { ManagementClient } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

describe('persons, places and key phrases', () => {
  let server: SharedServer;
  let author: Author;
  before(async () => {
    server = await sharedServer();
    const manager = await ManagementClient.connect(server);
    author = new Author(server, (await manager.createAccount('author', { kind: 'Understanding.Authoring' })).key1);
    await author.create('Visits');
    for (const name of ['Visit', 'Report']) await author.add('intents', { name });
    const added = await author.add<{ id: string; name: string }[]>('prebuilts', ['personName', 'geographyV2', 'keyPhrase']);
    assert.deepEqual(
      added.map(({ name }) => name),
      ['personName', 'geographyV2', 'keyPhrase'],
    );
    const geography = added.find(({ name }) => name === 'geographyV2')!;
    for (const role of ['from', 'to']) await author.add(`prebuilts/${geography.id}/roles`, { name: role });
    await author.add('patternrule', { pattern: 'go from {geographyV2:from} to {geographyV2:to}', intent: 'Visit' });
    await author.label('Visit', 'visit anna in rome', 'i will visit john smith', 'go to oslo', 'a trip to paris');
    await author.label('Report', 'send the monthly report', 'where is the sales report', 'write the report', 'print my report');
    await author.train();
    await author.publish();
  });

  test('are listed as available in English', async () => {
    const listed = await author.ok<{ name: string }[]>(`GET ${author.path('/listprebuilts')}`);
    const names = listed.map(({ name }) => name);
    for (const name of ['personName', 'geographyV2', 'keyPhrase']) assert.ok(names.includes(name), name);
  });

  test('are found in v2.0, places with their sort', async () => {
    const { entities } = await author.ask2('Visit John Smith in Paris');
    assert.deepEqual(
      entities.filter(({ type }) => type !== 'builtin.keyPhrase'),
      [
        { entity: 'john smith', type: 'builtin.personName', startIndex: 6, endIndex: 15 },
        { entity: 'paris', type: 'builtin.geographyV2.city', startIndex: 20, endIndex: 24 },
      ],
    );
  });

  test('are found in v3.0 with values, types and roles', async () => {
    const { entities } = await author.ask3('visit john smith in germany');
    const { personName, geographyV2, $instance } = entities as Record<string, unknown> & { $instance: Record<string, { type: string }[]> };
    assert.deepEqual([personName, geographyV2], [['john smith'], [{ value: 'germany', type: 'countryRegion' }]]);
    assert.equal($instance['geographyV2']![0]!.type, 'builtin.geographyV2.countryRegion');
    assert.equal($instance['personName']![0]!.type, 'builtin.personName');
    const roles = (await author.ask3('go from london to texas')).entities;
    assert.deepEqual([roles['from'], roles['to']], [[{ value: 'london', type: 'city' }], [{ value: 'texas', type: 'state' }]]);
    const phrases = (await author.ask3('where is the quarterly sales report')).entities;
    assert.deepEqual(phrases['keyPhrase'], ['quarterly sales report']);
  });

  test('cannot be added in a language in which they are not found', async () => {
    const korean = new Author(server, author.key);
    await korean.create('Korean', 'ko-kr');
    const reply = await korean.send(`POST ${korean.path('/prebuilts')}`, { json: ['personName'] });
    assert.equal(reply.status, 400);
  });
});
