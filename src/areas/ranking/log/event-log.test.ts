import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { ACCOUNT, RULES, RankingLog, START, request } from '../../../../test/support/ranking-log.ts';
import type { JoinRules } from '../../../engines/ranking/learning/join.ts';
import { Change } from '../../../kernel/change.ts';
import { MAX_ENTRIES_READ, decisionViews, readDecisions, joinOutcomes } from './event-log.ts';
import type { DecisionPage, LoggedEvent } from './event-log.ts';

const all: Parameters<typeof readDecisions>[2] = { first: 1, last: Number.MAX_SAFE_INTEGER, limit: 1000, isWanted: () => true };

describe('event log', () => {
  let log: RankingLog;
  beforeEach(async () => {
    log = await RankingLog.open();
  });
  afterEach(() => log.store.close());

  const readBack = async (part: Partial<typeof all> = {}): Promise<DecisionPage> =>
    await readDecisions(log.services, ACCOUNT, { ...all, last: await log.store.lastPosition(ACCOUNT, 'ranking'), ...part });
  const events = async (rules: JoinRules = RULES, allRewards = false): Promise<LoggedEvent[]> =>
    await joinOutcomes(log.services, ACCOUNT, (await readBack()).events, { rules, allRewards });
  const states = async (rules?: JoinRules): Promise<unknown[]> =>
    (await events(rules)).map(({ entry: { eventId }, state, rewards }) => [eventId, state, ...rewards]);

  test('returns decisions newest first, in pages, each once', async () => {
    const ids = Array.from({ length: 1100 }, (_, i) => `e${i}`);
    for (const [i, id] of ids.entries()) {
      await log.rank(id);
      if (i % 3 === 0) await log.reward(id, 1);
    }
    const results: string[] = [];
    for (let last = await log.store.lastPosition(ACCOUNT, 'ranking'); ;) {
      const { events: part, before } = await readBack({ last, limit: 400 });
      results.push(...part.map(({ entry: { eventId } }) => eventId));
      if (before === undefined) break;
      last = before - 1;
    }
    assert.deepEqual(results, ids.toReversed());
    assert.deepEqual(
      (await readBack({ isWanted: ({ entry: { eventId } }) => eventId === 'e8' || eventId === 'e900' })).events.map(
        ({ entry: { eventId } }) => eventId,
      ),
      ['e900', 'e8'],
    );
    assert.deepEqual(
      (await readBack({ eventId: 'e7' })).events.map(({ entry: { eventId } }) => eventId),
      ['e7'],
    );
  });

  test('returns the reward that counts, or the default reward after the wait time', async () => {
    await log.rank('early');
    await log.rank('none');
    await log.at(1000).reward('early', 1);
    await log.reward('early', -1);
    await log.at(9999).rank('young');
    assert.deepEqual(await states(), [
      ['young', 'Waiting', undefined],
      ['none', 'Waiting', undefined],
      ['early', 'Rewarded', 1],
    ]);
    await log.at(10_000).reward('none', 1);
    assert.deepEqual(await states({ ...RULES, defaultReward: -0.5 }), [
      ['young', 'Waiting', undefined],
      ['none', 'DefaultReward', -0.5],
      ['early', 'Rewarded', 1],
    ]);
    assert.deepEqual(await states({ ...RULES, aggregation: 'sum' }), [
      ['young', 'Waiting', undefined],
      ['none', 'DefaultReward', 0],
      ['early', 'Rewarded', 0],
    ]);
    const received = (await events(RULES, true)).find(({ entry }) => entry.eventId === 'early')!.receivedRewards;
    assert.deepEqual(received, [
      { at: START + 1000, value: 1, counted: true },
      { at: START + 1000, value: -1, counted: false },
    ]);
  });

  test('counts deferred events after activation', async () => {
    await log.rank('shown', { deferred: true });
    await log.rank('hidden', { deferred: true });
    await log.reward('shown', 1);
    assert.deepEqual(await states(), [
      ['hidden', 'Waiting', undefined],
      ['shown', 'Waiting', 1],
    ]);
    await log.at(500).activate('shown');
    await log.at(10_000).tick();
    assert.deepEqual(await states(), [
      ['hidden', 'NotActivated', undefined],
      ['shown', 'Rewarded', 1],
    ]);
  });

  test('limits the entries read for searching and joining', async () => {
    await log.rank('old');
    const idle = new Change();
    for (let i = 0; i < MAX_ENTRIES_READ; i++) idle.append(ACCOUNT, 'ranking', { kind: 'tick' });
    await log.store.commit(idle);
    await log.reward('old', 1);
    const first = await readBack();
    assert.deepEqual([first.events, first.before], [[], 3]);
    const { events: results, before } = await readBack({ last: first.before! - 1 });
    assert.deepEqual([results.length, before], [1, undefined]);
    const [event] = await joinOutcomes(log.services, ACCOUNT, results, { rules: RULES });
    assert.deepEqual([event!.state, event!.rewards], ['Unknown', [undefined]]);
  });

  test('marks an event as repeated while an earlier one with its id waits', async () => {
    await log.reward('twice', 0.25);
    await log.rank('twice');
    await log.at(100).rank('twice');
    await log.reward('twice', 1);
    await log.at(20_000).rank('twice');
    await log.reward('twice', -1);
    assert.deepEqual(await states(), [
      ['twice', 'Rewarded', -1],
      ['twice', 'Repeated', undefined],
      ['twice', 'Rewarded', 1],
    ]);
  });

  test('returns the action of each slot, and whether it was explored or the baseline', async () => {
    const slots = [
      { id: 'top', baselineAction: 'b' },
      { id: 'side', baselineAction: 'a' },
    ];
    await log.append({
      kind: 'rank',
      eventId: 'page',
      request: request('one', { slots }),
      decisions: [
        { chosen: 1, probabilities: [0.2, 0.3, 0.5] },
        { chosen: 2, probabilities: [0.1, 0, 0.9] },
      ],
      mode: 'Online',
      model: 0,
    });
    await log.append({
      kind: 'reward',
      eventId: 'page',
      rewards: [
        { slotId: 'side', value: 1 },
        { slotId: 'nowhere', value: 1 },
      ],
    });
    await log.reward('page', -1);
    await log.at(10_000).tick();
    const [event] = await events();
    assert.equal(event!.state, 'Rewarded');
    assert.deepEqual(decisionViews(event!), [
      { slotId: 'top', actionId: 'b', probability: 0.3, explored: true, isBaseline: true, baselineProbability: 0.3, reward: 0 },
      { slotId: 'side', actionId: 'c', probability: 0.9, explored: false, isBaseline: false, baselineProbability: 0.1, reward: 1 },
    ]);
    assert.deepEqual(
      event!.receivedRewards.map(({ counted }) => counted),
      [true, false, false],
    );
  });
});
