/** Two processes on one PostgreSQL: what is changed at one, or runs there, is known to the other, which has it in its caches. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { RankingClient } from '../support/ranking.ts';
import { ManagementClient, call, eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

const LIST = 'GET /face/v1.0/persongroups';

describe('caches of two processes', () => {
  const folder = temporaryFolder();
  /** Answers calls only. */
  let first: Server;
  let second: Server;
  let manager: ManagementClient;
  before(async () => {
    const url = await newDatabase();
    const start = (role: string): Promise<Server> =>
      startServer({ data: folder.path, args: ['--database-url', url, '--role', role, '--log-level', 'error'] });
    first = await start('api');
    second = await start('all');
    manager = await ManagementClient.connect(first);
  });
  after(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await stopPostgres();
    folder.remove();
  });

  const list = (key: string): Promise<HttpResponse<unknown>> => call(second, LIST, { key });
  const listEventually = (key: string, status: number): Promise<unknown> =>
    eventually(
      () => list(key),
      (answer) => answer.status === status,
    );

  test('a replaced key', async () => {
    const { key1, key2 } = await manager.createAccount('keys');
    for (const key of [key1, key2]) assert.equal((await list(key)).status, 200);
    const path = ManagementClient.accountPath('keys', '/regenerateKey');
    const { body } = await manager.call<{ key1: string }>(`POST ${path}`, { json: { keyName: 'key1' } });
    await listEventually(key1, 401);
    await listEventually(body.key1, 200);
    await listEventually(key2, 200);
  });

  test('limits, a blocked account and a deleted one', async () => {
    const { key1 } = await manager.createAccount('changing');
    assert.equal((await list(key1)).status, 200);
    await manager.putAccount('changing', { properties: { limits: { callsPerMonth: 0 } } });
    await listEventually(key1, 403);
    await manager.putAccount('changing', { properties: { limits: {} } });
    await listEventually(key1, 200);
    await manager.putAccount('changing', { properties: { blocked: true } });
    await eventually(
      () => list(key1),
      ({ status }) => status !== 200,
    );
    await manager.putAccount('changing', { properties: { blocked: false } });
    await listEventually(key1, 200);
    await manager.call(`DELETE ${ManagementClient.accountPath('changing')}`);
    await listEventually(key1, 401);
  });

  test('the configuration of a ranking loop', async () => {
    const { key1 } = await manager.createAccount('ranking', { kind: 'Ranking' });
    const [here, there] = [new RankingClient(first, key1), new RankingClient(second, key1)];
    const before = await there.settings();
    const explorationPercentage = before.explorationPercentage === 0.5 ? 0.25 : 0.5;
    await here.configure({ explorationPercentage });
    await eventually(
      () => there.settings(),
      (settings) => settings.explorationPercentage === explorationPercentage,
    );
  });

  test('an app that is trained, published again and deleted', async () => {
    const { key1 } = await manager.createAccount('author');
    const author = await new Author(first, key1).create('two');
    for (const name of ['Fly', 'Eat']) await author.add('intents', { name });
    await author.label('Fly', 'fly to rome', 'book a flight', 'take a plane');
    await author.label('Eat', 'order some soup', 'i am hungry', 'a table for two');
    // The process that gets these calls runs no jobs.
    await author.train();
    await author.publish();
    const there = author.with({ server: second });
    const names = async (): Promise<string[]> =>
      ((await there.ask2('fly to oslo', '&verbose=true')).intents ?? []).map(({ intent }) => intent);
    assert.ok((await names()).includes('Fly'));
    await author.add('intents', { name: 'Sleep' });
    await author.label('Sleep', 'good night', 'a room with a bed');
    await author.train();
    await author.publish();
    await eventually(names, (intents) => intents.includes('Sleep'));
    await author.ok(`DELETE ${author.app()}`);
    await eventually(
      () => there.send2('fly to oslo'),
      ({ status }) => status !== 200,
    );
  });
});
