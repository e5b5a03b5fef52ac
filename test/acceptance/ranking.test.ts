/** Rank, reward and activate: replies and rejected requests, which leave no trace in the log. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { RankingClient, actions, failureOf } from '../support/ranking.ts';
import type { Problem, RankReply } from '../support/ranking.ts';
import { ManagementClient, call } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const context = [{ user: { device: 'phone' } }, { timeOfDay: 'evening' }];

describe('ranking', () => {
  let server: SharedServer;
  let manager: ManagementClient;
  before(async () => {
    server = await sharedServer();
    manager = await ManagementClient.connect(server);
  });

  describe('rank', () => {
    let client: RankingClient;
    before(async () => {
      client = await RankingClient.of(manager, 'rank');
    });

    test('returns every action with its probability, and the action to show', async () => {
      const { status, body, headers } = await client.send<RankReply>('POST /rank', {
        json: {
          contextFeatures: context,
          actions: actions('a', 'b', 'c', 'd'),
          eventId: 'first',
          deferActivation: false,
          excludedActions: [],
        },
      });
      assert.equal(status, 201);
      assert.match(headers['content-type']!, /^application\/json/);
      assert.deepEqual(Object.keys(body).sort(), ['eventId', 'ranking', 'rewardActionId']);
      assert.deepEqual(
        body.ranking.toSorted((x, y) => (x.id < y.id ? -1 : 1)),
        ['a', 'b', 'c', 'd'].map((id) => ({ id, probability: 0.25 })),
        'nothing is learned yet',
      );
      assert.equal(body.eventId, 'first');
      assert.ok(['a', 'b', 'c', 'd'].includes(body.rewardActionId));
    });

    test('makes the same choice for the same event id, and varies between ids', async () => {
      const rankOnce = async (eventId: string): Promise<string> =>
        (await client.rank({ contextFeatures: context, actions: actions('a', 'b', 'c'), eventId })).rewardActionId;
      const choices = await Promise.all(Array.from({ length: 30 }, (_, i) => rankOnce(`spread-${i}`)));
      assert.deepEqual(new Set(choices), new Set(['a', 'b', 'c']));
      assert.deepEqual(await Promise.all(Array.from({ length: 30 }, (_, i) => rankOnce(`spread-${i}`))), choices);
    });

    test('generates a missing event id', async () => {
      for (const eventId of [undefined, null, '']) assert.match((await client.rank({ actions: actions('a'), eventId })).eventId, UUID);
    });

    test('keeps excluded actions at their position with probability 0', async () => {
      for (let i = 0; i < 10; i++) {
        const { ranking, rewardActionId } = await client.rank({
          contextFeatures: context,
          actions: actions('a', 'b', 'c'),
          excludedActions: ['b', 'unknown'],
          eventId: `excluded-${i}`,
        });
        assert.deepEqual(ranking[1], { id: 'b', probability: 0 });
        assert.equal(ranking[0]!.probability + ranking[2]!.probability, 1);
        assert.notEqual(rewardActionId, 'b');
      }
    });

    test('accepts omitted and null fields', async () => {
      await client.rank({ actions: [{ id: 'a', features: [] }] });
      await client.rank({ contextFeatures: null, excludedActions: null, deferActivation: null, actions: [{ id: 'a', features: [{}] }] });
      await client.rank({ contextFeatures: [], actions: actions('a'), unknownField: { a: [1] } });
    });

    test('accepts features of every kind, 50 actions and ids of 256 characters', async () => {
      const features = [
        { text: 'x', number: 1.5, yes: true, no: false, none: null, numbers: [1, 2, 3] },
        { namespace: { inner: 'y', list: [0.5] }, _skipped: { any: { thing: [] } } },
      ];
      await client.rank({
        contextFeatures: features,
        actions: [
          { id: 'a', features },
          { id: '__proto__', features },
        ],
      });
      const ids = Array.from({ length: 50 }, (_, i) => String(i).padStart(256, 'x'));
      const { ranking, eventId } = await client.rank({ actions: actions(...ids), eventId: 'é'.repeat(256) });
      assert.equal(ranking.length, 50);
      assert.equal(eventId, 'é'.repeat(256));
      assert.ok(Math.abs(ranking.reduce((sum, { probability }) => sum + probability, 0) - 1) < 1e-9);
    });

    test("serves both versions under our prefix and the vendor's", async () => {
      for (const area of ['ranking', 'personalizer', 'Personalizer'])
        for (const version of ['v1.0', 'v1.1-preview.3']) {
          const { status } = await call(server, `POST /${area}/${version}/rank`, { key: client.key, json: { actions: actions('a', 'b') } });
          assert.equal(status, 201, `${area} ${version}`);
        }
    });

    test('accepts concurrent first calls', async () => {
      const fresh = await RankingClient.of(manager, 'rank-at-once');
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          i % 2
            ? fresh.send('POST /rank', { json: { actions: actions('a', 'b') } })
            : fresh.send(`POST /events/e${i}/reward`, { json: { value: 1 } }),
        ),
      );
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201, 204]));
    });
  });

  describe('reward and activate', () => {
    let client: RankingClient;
    before(async () => {
      client = await RankingClient.of(manager, 'reward');
      await client.rank({ actions: actions('a', 'b'), eventId: 'known', deferActivation: true });
    });

    test('accepts rewards and activations of known and unknown events', async () => {
      for (const [id, value] of [
        ['known', 1],
        ['known', -1],
        ['unknown', 0],
        ['known', 0.123456789],
      ] as const) {
        const { status, text } = await client.send(`POST /events/${id}/reward`, { json: { value } });
        assert.deepEqual([status, text], [204, '']);
      }
      for (const id of ['known', 'unknown']) {
        const { status, text } = await client.send(`POST /events/${id}/activate`);
        assert.deepEqual([status, text], [204, '']);
      }
    });

    test('ignores the body of an activation', async () => {
      assert.equal((await client.send('POST /events/known/activate', { json: {} })).status, 204);
      assert.equal((await client.send('POST /events/known/activate', { headers: { 'content-type': 'application/json' } })).status, 204);
    });

    test('accepts event ids with any characters', async () => {
      for (const id of ['a b', 'a/b', 'ü', '%', '🙂', '__proto__', 'a'.repeat(256)]) {
        assert.equal((await client.send(`POST /events/${encodeURIComponent(id)}/reward`, { json: { value: 1 } })).status, 204, id);
      }
    });
  });

  describe('bad input', () => {
    const rankWith = (more: object): object => ({ contextFeatures: context, actions: actions('a', 'b'), ...more });
    const many = (count: number): { id: string; features: object[] }[] => actions(...Array.from({ length: count }, (_, i) => `a${i}`));
    const nested = { contextFeatures: [{ user: { profile: { age: 7 } } }] };
    const manyFeatures = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`feature-${i}`, i + 1]));
    const bodies: Record<string, [body: unknown, target: string | undefined, details: RegExp]> = {
      '51 actions': [rankWith({ actions: many(51) }), 'actions', /50/],
      'duplicate ids': [rankWith({ actions: actions('a', 'b', 'a') }), 'actions', /"a" occurs twice/],
      'an id of 257 characters': [rankWith({ actions: actions('a'.repeat(257)) }), 'actions.0.id', /256 characters/],
      'an empty id': [rankWith({ actions: actions('') }), 'actions.0.id', /required/],
      'an id that is not text': [rankWith({ actions: [{ id: 1, features: [] }] }), 'actions.0.id', /string/],
      'no actions': [rankWith({ actions: [] }), 'actions', /fewer than 1/],
      'actions missing': [{ contextFeatures: context }, 'actions', /required/],
      'actions that are null': [rankWith({ actions: null }), 'actions', /array/],
      'an action without features': [rankWith({ actions: [{ id: 'a' }] }), 'actions.0.features', /required/],
      'all actions excluded': [rankWith({ excludedActions: ['b', 'a'] }), 'excludedActions', /every action is excluded/],
      'context features that are an object': [rankWith({ contextFeatures: { device: 'phone' } }), 'contextFeatures', /array/],
      'features that are text': [rankWith({ contextFeatures: ['phone'] }), 'contextFeatures[0]', /must be an object/],
      'features that are a list': [rankWith({ actions: [{ id: 'a', features: [['x']] }] }), 'actions[0].features[0]', /must be an object/],
      'features that are null': [rankWith({ actions: [{ id: 'a', features: [null] }] }), 'actions[0].features[0]', /must be an object/],
      'nested namespaces': [rankWith(nested), 'contextFeatures.user.profile', /nested/],
      'a list of texts': [rankWith({ contextFeatures: [{ words: ['a', 'b'] }] }), 'contextFeatures.FromUrl.words', /numbers only/],
      'a name with a space': [rankWith({ contextFeatures: [{ 'day of week': 1 }] }), 'contextFeatures', /forbidden character/],
      'an event id of 257 characters': [rankWith({ eventId: 'e'.repeat(257) }), 'eventId', /256 characters/],
      'an event id that is not text': [rankWith({ eventId: 7 }), 'eventId', /string/],
      'deferActivation that is not a boolean': [rankWith({ deferActivation: 'yes' }), 'deferActivation', /boolean/],
      'too many features': [rankWith({ contextFeatures: [manyFeatures(1001)] }), 'contextFeatures', /at most 1000/],
      'nearly a megabyte of features': [rankWith({ contextFeatures: [manyFeatures(45_000)] }), 'contextFeatures', /at most 1000/],
      'too many pairs of features': [
        rankWith({
          contextFeatures: [manyFeatures(900)],
          actions: many(50)
            .map(({ id }) => ({ id, features: [manyFeatures(900)] }))
            .slice(0, 30),
        }),
        'actions',
        /pairs/,
      ],
      'a list': [[1], undefined, /object/],
      'a text': ['rank', undefined, /object/],
    };
    const texts: Record<string, [text: string, details: RegExp]> = {
      NaN: ['{"actions":[{"id":"a","features":[{"x":NaN}]}]}', /cannot be parsed/],
      Infinity: ['{"actions":[{"id":"a","features":[{"x":Infinity}]}]}', /cannot be parsed/],
      'a number too large for one': ['{"actions":[{"id":"a","features":[{"x":1e999}]}]}', /must be finite/],
      'half a body': ['{"actions":[{"id":"a",', /cannot be parsed/],
      'a body nested 70 deep': [`{"actions":[{"id":"a","features":[{"x":${'['.repeat(70)}${']'.repeat(70)}}]}]}`, /nested/],
      'no body': ['', /missing/],
    };
    const rewards: Record<string, [text: string, details: RegExp]> = {
      '1.0001': ['{"value":1.0001}', /-1 to 1/],
      '-1.0001': ['{"value":-1.0001}', /-1 to 1/],
      'a number too large for one': ['{"value":1e999}', /-1 to 1/],
      NaN: ['{"value":NaN}', /cannot be parsed/],
      'a text': ['{"value":"1"}', /-1 to 1|number/],
      null: ['{"value":null}', /-1 to 1|number/],
      nothing: ['{}', /required/],
      'no body': ['', /missing/],
    };

    async function assertAllRejected(client: RankingClient): Promise<void> {
      for (const [name, [body, target, details]] of Object.entries(bodies)) {
        const failure = failureOf(await client.send<Problem>('POST /rank', { json: body }));
        assert.deepEqual([failure.status, failure.code, failure.target], [400, 'InvalidRankRequest', target], name);
        assert.match(failure.details!, details, name);
      }
      for (const [name, [body, details]] of Object.entries(texts)) {
        const failure = failureOf(await client.send('POST /rank', { body, headers: { 'content-type': 'application/json' } }));
        assert.deepEqual([failure.status, failure.code], [400, 'InvalidRankRequest'], name);
        assert.match(failure.details!, details, name);
      }
      for (const [name, [body, details]] of Object.entries(rewards)) {
        const failure = failureOf(
          await client.send('POST /events/known/reward', { body, headers: { 'content-type': 'application/json' } }),
        );
        assert.deepEqual([failure.status, failure.code], [400, 'InvalidRewardRequest'], name);
        assert.match(failure.details!, details, name);
      }
      const large = failureOf(await client.send('POST /rank', { json: rankWith({ contextFeatures: [{ text: 'x'.repeat(2 ** 20) }] }) }));
      assert.deepEqual([large.status, large.code], [413, 'PayloadSizeExceeded']);
      const tooLong = 'e'.repeat(257);
      assert.deepEqual(failureOf(await client.send(`POST /events/${tooLong}/activate`)).code, 'InvalidEventIdToActivate');
      assert.deepEqual(failureOf(await client.send(`POST /events/${tooLong}/reward`, { json: { value: 1 } })).code, 'InvalidRewardRequest');
      assert.equal((await client.send('POST /rank', { body: 'x', headers: { 'content-type': 'text/plain' } })).status, 415);
      for (const route of ['POST /logs/interactions', 'POST /logs/observations']) {
        const failure = failureOf(
          await client.send(route, { body: Buffer.of(1, 2, 3), headers: { 'content-type': 'application/octet-stream' } }),
        );
        assert.deepEqual([failure.status, failure.code], [400, 'InvalidApiAccess']);
      }
    }

    test('rejects bad input with 400 and 413, the code and the position, and starts no loop', async () => {
      const client = await RankingClient.of(manager, 'bad-first');
      await assertAllRejected(client);
      assert.deepEqual(failureOf(await client.send('GET /logs/properties')), { status: 404, code: 'LogsPropertiesNotFound' });
    });

    test('does not log rejected requests of an active loop', async () => {
      const client = await RankingClient.of(manager, 'bad-later');
      await client.rank({ actions: actions('a', 'b'), eventId: 'known' });
      const before = await client.ok('GET /logs/properties');
      await assertAllRejected(client);
      assert.deepEqual(await client.ok('GET /logs/properties'), before);
      await client.reward('known', 1);
      assert.notDeepEqual(await client.ok('GET /logs/properties'), before, 'an accepted request is logged');
    });

    test('7.3: 400 for an invalid reward request, in the words of the interface (4.7)', async () => {
      const client = await RankingClient.of(manager, 'bad-words');
      const { body } = await client.send<Problem>('POST /events/e/reward', { json: { value: 2 } });
      assert.deepEqual(body, {
        error: {
          code: 'InvalidRewardRequest',
          message: 'Invalid reward request.',
          target: 'value',
          details: [{ code: 'InvalidRewardRequest', message: 'The parameter value is invalid: the valid range is -1 to 1.' }],
        },
      });
    });
  });

  describe('callers', () => {
    test('replies 401 without a valid key, 404 to unknown paths and 405 to other methods', async () => {
      const face = await manager.createAccount('face-only', { kind: 'Face' });
      assert.equal((await call(server, 'POST /ranking/v1.0/rank', { json: {} })).status, 401);
      assert.equal((await call(server, 'POST /ranking/v1.0/rank', { key: face.key1, json: {} })).status, 401);
      const client = await RankingClient.of(manager, 'callers');
      assert.deepEqual(failureOf(await client.send('GET /nothing')), { status: 404, code: 'ResourceNotFound' });
      const { status, headers } = await client.send('GET /rank');
      assert.deepEqual([status, headers.allow], [405, 'POST']);
      assert.equal((await call(server, 'POST /ranking/v1.0/multislot/rank', { key: client.key, json: {} })).status, 404, 'not in v1.0');
    });

    test('separates the loops of accounts', async () => {
      const [one, two] = [await RankingClient.of(manager, 'apart-1'), await RankingClient.of(manager, 'apart-2')];
      await one.policy('--cb_explore_adf --epsilon 0.7');
      await one.rank({ actions: actions('a') });
      assert.equal((await two.send('GET /logs/properties')).status, 404);
      assert.notEqual((await two.ok<{ arguments: string }>('GET /configurations/policy')).arguments, '--cb_explore_adf --epsilon 0.7');
    });
  });
});
