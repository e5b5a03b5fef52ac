/** Listing and reading the events of a ranking loop. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RankingClient, actions, failureOf } from '../support/ranking.ts';
import { ManagementClient, startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';

interface Row {
  position: number;
  eventId: string;
  time: string;
  state: string;
  decisions: { actionId: string; probability: number; isBaseline: boolean; reward?: number }[];
}
interface View extends Row {
  contextFeatures: unknown[];
  actions: { id: string }[];
  probabilities: number[][];
  rewards: { value: number; counted: boolean }[];
}
interface List {
  value: Row[];
  nextBefore?: number;
  oldestTime?: string;
}

describe('events of a ranking loop', () => {
  let server: Server;
  let manager: ManagementClient;
  before(async () => {
    server = await startServer({ args: ['--dev'] });
    manager = await ManagementClient.connect(server);
  });
  after(async () => await server.stop());

  const list = async (client: RankingClient, query = ''): Promise<List> => await client.ok<List>(`GET /logs/events${query}`);

  test('lists events newest first, in pages and filtered by id, action and time', async () => {
    const client = await RankingClient.of(manager, 'events');
    const other = await RankingClient.of(manager, 'events-other');
    assert.deepEqual(await list(client), { value: [] });
    const shown: string[] = [];
    for (let i = 0; i < 7; i++) shown.push((await client.rank({ eventId: `visit ${i}`, actions: actions('a', 'b', 'c') })).rewardActionId);
    await client.reward('visit 3', 0.5);
    const { value } = await list(client);
    assert.deepEqual(
      value.map(({ eventId, decisions: [decision] }) => [eventId, decision!.actionId]),
      shown.map((id, i) => [`visit ${i}`, id]).reverse(),
    );
    assert.deepEqual(
      value.map(({ state, decisions: [decision] }) => [state, decision!.reward]),
      Array.from({ length: 7 }, (_, i) => (i === 3 ? ['Rewarded', 0.5] : ['Waiting', undefined])),
    );
    assert.deepEqual(
      value.map(({ decisions: [decision] }) => decision!.isBaseline),
      shown.map((id) => id === 'a').reverse(),
    );
    const first = await list(client, '?top=4');
    const second = await list(client, `?top=4&before=${first.nextBefore}`);
    assert.deepEqual([...first.value, ...second.value], value);
    assert.equal(second.nextBefore, undefined);
    assert.deepEqual((await list(client, '?eventId=visit%203')).value, [value[3]]);
    assert.deepEqual(
      (await list(client, `?actionId=${shown[0]}`)).value,
      value.filter(({ decisions: [decision] }) => decision!.actionId === shown[0]),
    );
    assert.deepEqual(
      (await list(client, `?endDate=${value[4]!.time}`)).value,
      value.filter(({ time }) => time < value[4]!.time),
    );
    assert.deepEqual(
      (await list(client, `?startDate=${value[4]!.time}`)).value,
      value.filter(({ time }) => time >= value[4]!.time),
    );
    assert.deepEqual(await list(other), { value: [] });
    assert.equal(failureOf(await other.send(`GET /logs/events/${value[0]!.position}`)).code, 'ResourceNotFound');
  });

  test('returns an event with its request, probabilities and rewards', async () => {
    const client = await RankingClient.of(manager, 'event');
    const contextFeatures = [{ weather: { kind: 'cold' } }];
    const { ranking } = await client.rank({ eventId: 'one', contextFeatures, actions: actions('a', 'b') });
    for (const value of [1, -1]) await client.reward('one', value);
    const [{ position }] = (await list(client)).value as [Row];
    const view = await client.ok<View>(`GET /logs/events/${position}`);
    assert.deepEqual(
      [view.contextFeatures, view.actions, view.state, view.decisions[0]!.reward],
      [contextFeatures, actions('a', 'b'), 'Rewarded', 1],
    );
    assert.deepEqual(view.probabilities, [['a', 'b'].map((id) => ranking.find((action) => action.id === id)!.probability)]);
    assert.deepEqual(
      view.rewards.map(({ value, counted }) => [value, counted]),
      [
        [1, true],
        [-1, false],
      ],
    );
    for (const missing of [position + 1, 9999, 1])
      assert.equal(failureOf(await client.send(`GET /logs/events/${missing}`)).code, 'ResourceNotFound', String(missing));
    for (const wrong of [
      '/0',
      '/-1',
      '/1.5',
      '/first',
      '/99999999999999999999',
      '?top=0',
      '?top=1001',
      '?before=0',
      '?startDate=yesterday',
      `?eventId=${'x'.repeat(257)}`,
    ]) {
      assert.deepEqual(
        [(await client.send(`GET /logs/events${wrong}`)).status, failureOf(await client.send(`GET /logs/events${wrong}`)).code],
        [400, 'InvalidRequest'],
        wrong,
      );
    }
  });

  test('returns no events after the log is deleted', async () => {
    const client = await RankingClient.of(manager, 'events-gone');
    await client.rank({ eventId: 'old', actions: actions('a') });
    const [{ position }] = (await list(client)).value as [Row];
    await client.ok('DELETE /logs');
    assert.deepEqual((await list(client)).value, []);
    assert.equal(failureOf(await client.send(`GET /logs/events/${position}`)).code, 'ResourceNotFound');
  });
});
