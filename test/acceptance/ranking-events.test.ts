/** Events of a ranking loop as the log tells them, over HTTP. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RankingClient, actions, failureOf } from '../support/ranking.ts';
import { ManagementClient, startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';

interface Row { position: number; eventId: string; time: string; state: string; decisions: { actionId: string; probability: number; isBaseline: boolean; reward?: number }[] }
interface View extends Row { contextFeatures: unknown[]; actions: { id: string }[]; probabilities: number[][]; rewards: { value: number; counted: boolean }[] }
interface List { value: Row[]; nextBefore?: number; oldestTime?: string }

describe('events of a ranking loop', () => {
  let server: Server;
  let manager: ManagementClient;
  before(async () => {
    server = await startServer({ args: ['--dev'] });
    manager = await ManagementClient.connect(server);
  });
  after(async () => await server.stop());

  const list = async (caller: RankingClient, query = ''): Promise<List> => await caller.ok<List>(`GET /logs/events${query}`);

  test('are listed newest first, by parts, by id, by action and by time; of an account alone', async () => {
    const caller = await RankingClient.of(manager, 'events');
    const other = await RankingClient.of(manager, 'events-other');
    assert.deepEqual(await list(caller), { value: [] });
    const shown: string[] = [];
    for (let i = 0; i < 7; i++) shown.push((await caller.rank({ eventId: `visit ${i}`, actions: actions('a', 'b', 'c') })).rewardActionId);
    await caller.reward('visit 3', 0.5);
    const { value } = await list(caller);
    assert.deepEqual(value.map(({ eventId, decisions: [decision] }) => [eventId, decision!.actionId]), shown.map((id, i) => [`visit ${i}`, id]).reverse());
    assert.deepEqual(value.map(({ state, decisions: [decision] }) => [state, decision!.reward]), Array.from({ length: 7 }, (_, i) => i === 3 ? ['Rewarded', 0.5] : ['Waiting', undefined]));
    assert.deepEqual(value.map(({ decisions: [decision] }) => decision!.isBaseline), shown.map((id) => id === 'a').reverse());
    const first = await list(caller, '?top=4');
    const second = await list(caller, `?top=4&before=${first.nextBefore}`);
    assert.deepEqual([...first.value, ...second.value], value);
    assert.equal(second.nextBefore, undefined);
    assert.deepEqual((await list(caller, '?eventId=visit%203')).value, [value[3]]);
    assert.deepEqual((await list(caller, `?actionId=${shown[0]}`)).value, value.filter(({ decisions: [decision] }) => decision!.actionId === shown[0]));
    assert.deepEqual((await list(caller, `?endDate=${value[4]!.time}`)).value, value.filter(({ time }) => time < value[4]!.time));
    assert.deepEqual((await list(caller, `?startDate=${value[4]!.time}`)).value, value.filter(({ time }) => time >= value[4]!.time));
    assert.deepEqual(await list(other), { value: [] });
    assert.equal(failureOf(await other.send(`GET /logs/events/${value[0]!.position}`)).code, 'ResourceNotFound');
  });

  test('are opened with what was asked, how likely each action was, and every reward', async () => {
    const caller = await RankingClient.of(manager, 'event');
    const contextFeatures = [{ weather: { kind: 'cold' } }];
    const { ranking } = await caller.rank({ eventId: 'one', contextFeatures, actions: actions('a', 'b') });
    for (const value of [1, -1]) await caller.reward('one', value);
    const [{ position }] = (await list(caller)).value as [Row];
    const view = await caller.ok<View>(`GET /logs/events/${position}`);
    assert.deepEqual([view.contextFeatures, view.actions, view.state, view.decisions[0]!.reward], [contextFeatures, actions('a', 'b'), 'Rewarded', 1]);
    assert.deepEqual(view.probabilities, [['a', 'b'].map((id) => ranking.find((one) => one.id === id)!.probability)]);
    assert.deepEqual(view.rewards.map(({ value, counted }) => [value, counted]), [[1, true], [-1, false]]);
    for (const no of [position + 1, 9999, 1]) assert.equal(failureOf(await caller.send(`GET /logs/events/${no}`)).code, 'ResourceNotFound', String(no));
    for (const wrong of ['/0', '/-1', '/1.5', '/first', '/99999999999999999999', '?top=0', '?top=1001', '?before=0', '?startDate=yesterday', `?eventId=${'x'.repeat(257)}`]) {
      assert.deepEqual([(await caller.send(`GET /logs/events${wrong}`)).status, failureOf(await caller.send(`GET /logs/events${wrong}`)).code], [400, 'InvalidRequest'], wrong);
    }
  });

  test('are gone with the log', async () => {
    const caller = await RankingClient.of(manager, 'events-gone');
    await caller.rank({ eventId: 'old', actions: actions('a') });
    const [{ position }] = (await list(caller)).value as [Row];
    await caller.ok('DELETE /logs');
    assert.deepEqual((await list(caller)).value, []);
    assert.equal(failureOf(await caller.send(`GET /logs/events/${position}`)).code, 'ResourceNotFound');
  });
});
