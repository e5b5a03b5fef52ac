/** Several processes on one PostgreSQL: one learner at a time, any number of servers that rank. */
import assert from 'node:assert/strict';
import { singletonTaskKey, singletonTasks } from '../../src/kernel/singleton-task.ts';
import { after, before, describe, test } from 'node:test';
import type { LogEntry, Loop } from '../../src/areas/ranking/model.ts';
import { CHECKPOINT_KEY, LEARNER_TASK, LOG, LOOP_KEY, checkpoints, loops } from '../../src/areas/ranking/store.ts';
import { readConfig } from '../../src/config.ts';
import type { Config } from '../../src/config.ts';
import { openPostgres } from '../../src/storage/records/postgres/store.ts';
import { SYSTEM } from '../../src/kernel/collection.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { RankingClient, actions } from '../support/ranking.ts';
import { ManagementClient, eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { checkLoop } from './ranking-check.ts';

/** Long enough that a process on a busy machine renews it in time. */
const LEASE_MS = 3000;
const EXPORT_MS = 500;

describe('ranking in several processes', () => {
  const folder = temporaryFolder();
  const running = new Set<Server>();
  let store: Store;
  let config: Config;
  let start: (role: 'all' | 'api' | 'worker') => Promise<Server>;
  let manager: ManagementClient;
  let worker: Server;
  let replica: Server;
  let account: string;
  let client: RankingClient;

  before(async () => {
    const url = await newDatabase();
    ({ config } = readConfig({ argv: ['--data', folder.path, '--database-url', url] }));
    store = await openPostgres({ url, now: Date.now, onError: () => {} });
    start = async (role) => {
      const server = await startServer({
        data: folder.path,
        args: ['--database-url', url, '--role', role, '--log-level', 'error', '--job-lease-ms', String(LEASE_MS)],
      });
      running.add(server);
      return server;
    };
    worker = await start('all');
    manager = await ManagementClient.connect(worker);
    account = (await manager.putAccount('shared', { kind: 'Ranking' })).body.properties.accountId;
    replica = await start('api');
    client = new RankingClient(replica, (await manager.listKeys('shared')).key1);
    await client.configure({ modelExportFrequency: `PT${EXPORT_MS / 1000}S`, rewardWaitTime: 'PT5S' });
    await eventually(readHolder, (id) => id !== '');
  });
  after(async () => {
    await Promise.all([...running].map((server) => server.stop()));
    await store.close();
    await stopPostgres();
    folder.remove();
  });

  const readHolder = async (): Promise<string> =>
    (await store.get(singletonTasks, SYSTEM, singletonTaskKey(account, LEARNER_TASK)))!.value.holder;
  const readLoop = async (): Promise<Loop> => (await store.get(loops, account, LOOP_KEY))!.value;
  const checkpointPosition = async (): Promise<number> => (await store.get(checkpoints, account, CHECKPOINT_KEY))?.value.position ?? 0;
  const kill = async (server: Server): Promise<void> => {
    running.delete(server);
    server.signal('SIGKILL');
    await server.exited;
  };
  /** The position of the model that a process ranks with, from its log entry. */
  const modelPosition = async (server: Server): Promise<number> => {
    const { eventId } = await client
      .at(server)
      .rank({ contextFeatures: [{ user: { kind: 'a' } }], actions: actions('a', 'b', 'c'), deferActivation: true });
    const last = await store.lastPosition(account, LOG);
    const entries = await store.readEvents<LogEntry>(account, LOG, Math.max(0, last - 50), 100);
    const entry = entries.map(({ value }) => value).findLast((value) => value.kind === 'rank' && value.eventId === eventId);
    return (entry as Extract<LogEntry, { kind: 'rank' }>).model;
  };
  const hasLearned = (preferences: number[]): boolean => preferences.every((probability) => probability > 0.6);

  test('accepts concurrent first calls at two processes', async () => {
    for (let i = 0; i < 10; i++) {
      const fresh = new RankingClient(worker, (await manager.createAccount(`first-${i}`, { kind: 'Ranking' })).key1);
      const responses = await Promise.all(
        [fresh, fresh.at(replica), fresh, fresh.at(replica)].map((target) =>
          target.send('POST /rank', { json: { actions: actions('a', 'b') } }),
        ),
      );
      assert.deepEqual(
        responses.map(({ status, text }) => (status === 201 ? status : text)),
        [201, 201, 201, 201],
      );
    }
  });

  test('uses a new model in a process that only ranks', async () => {
    await client.play(150);
    await eventually(() => client.preferences(), hasLearned);
    const before = (await readLoop()).trained!.position;
    await client.play(30, undefined, 'more');
    const { trained: model } = await eventually(readLoop, (now) => now.trained!.position > before);
    await eventually(
      () => modelPosition(replica),
      (position) => position >= model!.position,
    );
  });

  test('takes over a killed learner within two leases and resumes from the log', async () => {
    const second = await start('all');
    const first = await readHolder();
    await client.play(30, undefined, 'before-kill');
    assert.equal(await readHolder(), first, 'a process that starts later does not take over the task');
    await kill(worker);
    await eventually(readHolder, (id) => id !== first);
    const end = await store.lastPosition(account, LOG);
    await eventually(readLoop, ({ trained: model }) => model!.position >= end);
    worker = second;
    manager = new ManagementClient(second, manager.token);
  });

  test('hands over when a learner stops', async () => {
    const other = await start('worker');
    const before = await readHolder();
    running.delete(worker);
    assert.equal((await worker.stop()).code, 0);
    await eventually(readHolder, (id) => id !== before && id !== '');
    assert.equal((await checkpointPosition()) > 0, true);
    worker = other;
  });

  test('ranks with the last model without a learner, and loses no call', async () => {
    await kill(worker);
    for (let i = 0; i < 40; i++) {
      const { eventId } = await client.rank({
        eventId: `alone-${i}`,
        contextFeatures: [{ user: { kind: 'b' } }],
        actions: actions('a', 'b', 'c'),
      });
      await client.reward(eventId, 1);
    }
    assert.ok(hasLearned(await client.preferences()));
    const model = (await readLoop()).trained!.position;
    await eventually(
      () => modelPosition(replica),
      (position) => position === model,
    );
    const end = await store.lastPosition(account, LOG);
    worker = await start('worker');
    await eventually(readLoop, (now) => now.trained!.position > model && now.trained!.position >= end);
    await eventually(
      () => modelPosition(replica),
      (position) => position > model,
    );
  });

  test('has learned a replay of the log across all processes', async () => {
    running.delete(worker);
    await worker.stop();
    const { position, learned } = await checkLoop(store, config, account);
    assert.ok(position >= (await readLoop()).trained!.position, 'a stopping server writes a checkpoint');
    assert.ok(learned > 150, String(learned));
  });
});
