/** Multi-slot ranking: several slots of a page in one call. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { RankingClient, SLOTS, actions, failureOf } from '../support/ranking.ts';
import { ManagementClient, eventually } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

interface SlotsReply {
  slots: { id: string; rewardActionId: string }[];
  eventId: string;
}

const slots = [
  { id: 'top', features: [{ size: 'large' }], baselineAction: 'a' },
  { id: 'side', excludedActions: ['a'], baselineAction: 'b' },
];

describe('multi-slot ranking', () => {
  let server: SharedServer;
  let manager: ManagementClient;
  let client: RankingClient;
  before(async () => {
    server = await sharedServer();
    manager = await ManagementClient.connect(server);
    client = await RankingClient.of(manager, 'slots');
    await client.multiSlot();
  });
  const rank = (body: object = {}): Promise<SlotsReply> =>
    client.ok('POST /multislot/rank', {
      json: { contextFeatures: [{ user: { kind: 'one' } }], actions: actions('a', 'b', 'c'), slots, ...body },
    });

  test('chooses a different allowed action for each slot, the same for the same event id', async () => {
    const seen = new Set<string>();
    for (let i = 0; i < 30; i++) {
      const {
        slots: [top, side],
        eventId,
      } = await rank({ eventId: `e${i}` });
      assert.deepEqual([top!.id, side!.id, eventId], ['top', 'side', `e${i}`]);
      assert.ok(top!.rewardActionId !== side!.rewardActionId && side!.rewardActionId !== 'a');
      seen.add(top!.rewardActionId + side!.rewardActionId);
      assert.deepEqual(await rank({ eventId: `e${i}` }), { slots: [top, side], eventId });
    }
    assert.deepEqual([...seen].sort(), ['ab', 'ac', 'bc', 'cb']);
  });

  test('accepts as many slots as actions, and generates a missing event id', async () => {
    const { slots: filled, eventId } = await rank({ slots: ['a', 'b', 'c'].map((id) => ({ id: `for-${id}`, baselineAction: id })) });
    assert.equal(new Set(filled.map(({ rewardActionId }) => rewardActionId)).size, 3);
    assert.ok(eventId.length > 10);
  });

  test('accepts rewards and activations of known and unknown events', async () => {
    const { eventId } = await rank({ deferActivation: true });
    for (const [id, reward] of [
      [eventId, [{ slotId: 'top', value: 1 }]],
      [
        eventId,
        [
          { slotId: 'side', value: -1 },
          { slotId: 'top', value: 0.5 },
        ],
      ],
      ['unknown', [{ slotId: 'x', value: 0 }]],
    ] as const) {
      const { status, text } = await client.send(`POST /multislot/events/${id}/reward`, { json: { reward } });
      assert.deepEqual([status, text], [204, '']);
    }
    for (const id of [eventId, 'unknown']) {
      const { status, text } = await client.send(`POST /multislot/events/${id}/activate`);
      assert.deepEqual([status, text], [204, '']);
    }
  });

  test('rejects invalid requests with 400 and logs nothing', async () => {
    const before = await client.ok('GET /logs/properties');
    const many = Array.from({ length: 51 }, (_, i) => `a${i}`);
    const page = { contextFeatures: [], actions: actions('a', 'b', 'c'), slots };
    for (const [body, target, details] of [
      [{ ...page, slots: [] }, 'slots', /fewer than 1/],
      [{ ...page, slots: undefined }, 'slots', /required/],
      [{ ...page, slots: ['a', 'b', 'c', 'a'].map((id, i) => ({ id: `s${i}`, baselineAction: id })) }, 'slots', /more slots than actions/],
      [{ ...page, actions: actions(...many) }, 'actions', /50/],
      [{ ...page, slots: many.map((id) => ({ id, baselineAction: 'a' })) }, 'slots', /50/],
      [{ ...page, slots: [slots[0], slots[0]] }, 'slots', /twice/],
      [{ ...page, slots: [{ id: 's', baselineAction: 'x' }] }, 'slots', /not one of the actions/],
      [{ ...page, slots: [{ id: 's' }] }, 'slots.0.baselineAction', /required/],
      [{ ...page, slots: [{ id: 's', baselineAction: 'a', excludedActions: ['a'] }] }, 'slots', /is excluded/],
      [
        {
          ...page,
          slots: [
            { id: 's', baselineAction: 'a' },
            { id: 't', baselineAction: 'a' },
          ],
        },
        'slots',
        /same baselineAction/,
      ],
      [{ ...page, slots: [{ id: 'x'.repeat(257), baselineAction: 'a' }] }, 'slots.0.id', /256/],
      [{ ...page, slots: [{ id: 's', baselineAction: 'a', features: ['x'] }] }, 'slots[0].features[0]', /must be an object/],
      [{ ...page, actions: actions('a', 'a') }, 'actions', /twice/],
    ] as const) {
      const failure = failureOf(await client.send('POST /multislot/rank', { json: body }));
      assert.deepEqual([failure.status, failure.code, failure.target], [400, 'InvalidRankRequest', target], JSON.stringify(failure));
      assert.match(failure.details!, details);
    }
    for (const json of [
      { reward: [] },
      {},
      { value: 1 },
      { reward: [{ slotId: 'top', value: 1.0001 }] },
      { reward: [{ value: 1 }] },
      { reward: [{ slotId: '', value: 1 }] },
    ]) {
      const failure = failureOf(await client.send('POST /multislot/events/e/reward', { json }));
      assert.deepEqual([failure.status, failure.code], [400, 'InvalidRewardRequest'], JSON.stringify(json));
    }
    assert.equal(failureOf(await client.send(`POST /multislot/events/${'e'.repeat(257)}/activate`)).code, 'InvalidEventIdToActivate');
    assert.deepEqual(await client.ok('GET /logs/properties'), before);
  });

  test('rejects multi-slot calls to a single-slot loop and vice versa', async () => {
    assert.deepEqual([failureOf(await client.send('POST /rank', { json: { actions: actions('a') } })).code], ['InvalidApiAccess']);
    const single = await RankingClient.of(manager, 'single');
    for (const [route, json] of [
      ['POST /multislot/rank', { actions: actions('a', 'b'), slots: [slots[0]] }],
      ['POST /multislot/events/e/reward', { reward: [{ slotId: 'top', value: 1 }] }],
      ['POST /multislot/events/e/activate', undefined],
    ] as const) {
      const failure = failureOf(await single.send(route, { json }));
      assert.deepEqual([failure.status, failure.code], [400, 'InvalidMultiSlotApiAccess'], route);
    }
    assert.equal((await single.send('GET /logs/properties')).status, 404, 'nothing was logged');
    assert.equal(
      failureOf(await single.send('PUT /configurations/policy', { json: { name: 'slots', arguments: SLOTS } })).code,
      'ProblemTypeIncompatibleWithAutoOptimization',
    );
    await single.multiSlot();
    assert.equal(
      failureOf(
        await single.send('PUT /configurations/service', { json: { ...(await single.settings()), isAutoOptimizationEnabled: true } }),
      ).code,
      'ProblemTypeIncompatibleWithAutoOptimization',
    );
    await single.ok('POST /multislot/rank', { json: { actions: actions('a', 'b'), slots: [slots[0]] } });
    await single.ok('DELETE /configurations/policy');
    await single.rank({ actions: actions('a', 'b') });
  });

  test('learns for each slot separately', async () => {
    const learner = await RankingClient.of(manager, 'slots-learn');
    await learner.multiSlot();
    await learner.configure({ modelExportFrequency: 'PT0.05S', rewardWaitTime: 'PT5S' });
    const page = {
      contextFeatures: [{ user: { kind: 'one' } }],
      actions: actions('a', 'b', 'c', 'd'),
      slots: [
        { id: 'top', baselineAction: 'a' },
        { id: 'side', baselineAction: 'b' },
      ],
    };
    const wanted: Record<string, string> = { top: 'c', side: 'd' };
    for (let i = 0; i < 15; i++)
      await Promise.all(
        Array.from({ length: 10 }, async (_, k) => {
          const { slots: filled, eventId } = await learner.ok<SlotsReply>('POST /multislot/rank', {
            json: { ...page, eventId: `e${i}-${k}` },
          });
          await learner.ok(`POST /multislot/events/${eventId}/reward`, {
            json: { reward: filled.map(({ id, rewardActionId }) => ({ slotId: id, value: rewardActionId === wanted[id] ? 1 : 0 })) },
          });
        }),
      );
    await eventually(
      async () => {
        const asked = await Promise.all(
          Array.from({ length: 20 }, () => learner.ok<SlotsReply>('POST /multislot/rank', { json: { ...page, deferActivation: true } })),
        );
        return asked.filter(({ slots: filled }) => filled.every(({ id, rewardActionId }) => rewardActionId === wanted[id])).length;
      },
      (right) => right >= 14,
    );
  });

  test('returns the baseline of each slot in Apprentice mode', async () => {
    const apprentice = await RankingClient.of(manager, 'slots-apprentice');
    await apprentice.multiSlot();
    await apprentice.configure({ learningMode: 'Apprentice' });
    const { slots: filled } = await apprentice.ok<SlotsReply>('POST /multislot/rank', { json: { actions: actions('a', 'b', 'c'), slots } });
    assert.deepEqual(filled, [
      { id: 'top', rewardActionId: 'a' },
      { id: 'side', rewardActionId: 'b' },
    ]);
  });
});
