import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Directory } from './directory/directory.ts';
import { MasterKeyring } from './keys/keyring.ts';
import { LocalRateLimiter } from './limits/limiter.ts';
import { Meter } from './limits/meter.ts';
import type { Account, AccountKind } from '../kernel/account.ts';
import { newAccount } from './store.ts';
import { Tokens } from './keys/tokens.ts';
import type { Area } from '../kernel/area.ts';
import { plainDialect } from '../kernel/failures.ts';
import type { Failure } from '../kernel/failures.ts';
import { operation, reply } from '../kernel/operation.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Need, Operation } from '../kernel/operation.ts';
import { Change } from '../kernel/change.ts';
import type { Store } from '../kernel/ports/store.ts';
import { openSqlite } from '../storage/records/sqlite/store.ts';
import type { Admitted } from '../kernel/access.ts';
import { AccountAccess } from './access.ts';

const keyring = new MasterKeyring(Buffer.alloc(32, 7));
const operations = Object.fromEntries(
  (['authoring', 'prediction', 'manager', 'nothing'] as const).map((needs) => [
    needs,
    operation({ id: `test.${needs}`, summary: '', route: 'GET /', needs, replies: { 200: null }, run: () => reply(200) }),
  ]),
) as Record<Need, Operation<Ports>>;
const area: Area = {
  name: 'test',
  title: '',
  mounts: [],
  kinds: ['Understanding.Authoring', 'Understanding'],
  dialect: plainDialect,
  operations: Object.values(operations),
};

describe('access', () => {
  const time = { now: Date.UTC(2026, 0, 15) };
  const clock = { now: () => time.now };
  const tokens = new Tokens(keyring, clock);
  let store: Store;
  let access: AccountAccess;
  let accountCount = 0;
  before(async () => {
    store = await openSqlite(clock);
    access = new AccountAccess({
      directory: new Directory(store, keyring),
      tokens,
      meter: new Meter(store),
      limiter: new LocalRateLimiter(),
      clock,
      region: 'local',
    });
  });
  after(() => store.close());

  /** Creates an account and returns its key. */
  async function account(settings: Partial<Account> = {}): Promise<string> {
    const name = `a${++accountCount}`;
    const change = new Change();
    newAccount(
      change,
      {
        id: name,
        subscription: 's',
        resourceGroup: 'g',
        name,
        location: 'local',
        kind: 'MultiService',
        limits: {},
        collaborators: [],
        blocked: false,
        createdAt: 0,
        ...settings,
      },
      { key1: `${name}-1`, key2: `${name}-2` },
      keyring,
    );
    await store.commit(change);
    return `${name}-1`;
  }
  const admit = (key: string | undefined, need: Need = 'authoring'): Promise<Admitted> | Admitted =>
    access.admit(area, operations[need], key === undefined ? {} : { 'ocp-apim-subscription-key': key }, {});
  async function refusal(admission: Promise<Admitted> | Admitted): Promise<Failure> {
    return await Promise.resolve(admission).then(
      () => assert.fail('It was admitted.'),
      (error: Failure) => error,
    );
  }

  test('admits a key in the header or the query', async () => {
    const key = await account();
    assert.deepEqual((await admit(key)).caller, { kind: 'key', name: `a${accountCount}` });
    assert.equal((await access.admit(area, operations.authoring, {}, { 'subscription-key': key })).account?.id, `a${accountCount}`);
    assert.equal((await admit(`a${accountCount}-2`)).account?.id, `a${accountCount}`);
  });

  test('describes what is wrong with a key', async () => {
    for (const key of [undefined, '']) assert.equal((await refusal(admit(key))).kind, 'KeyMissing');
    assert.equal((await refusal(access.admit(area, operations.authoring, {}, { 'subscription-key': ['a', 'b'] }))).kind, 'KeyMissing');
    assert.equal((await refusal(admit('unknown'))).kind, 'KeyInvalid');
    assert.equal((await refusal(admit(await account({ blocked: true })))).kind, 'AccountBlocked');
    const elsewhere = await refusal(admit(await account({ location: 'elsewhere' })));
    assert.deepEqual(
      [elsewhere.kind, elsewhere.message],
      [
        'KeyOfOtherRegion',
        'Access denied: the subscription key belongs to an account in region elsewhere; this endpoint serves region local.',
      ],
    );
    const other = await refusal(admit(await account({ kind: 'Face' })));
    assert.deepEqual(
      [other.kind, other.message],
      ['KeyOfOtherKind', 'Access denied: the subscription key belongs to an account of kind Face, which does not include this API.'],
    );
  });

  test("admits accounts of the area's kinds, and prediction keys for prediction only", async () => {
    const outcome = async (kind: AccountKind, need: Need): Promise<string> =>
      await Promise.resolve(admit(await account({ kind }), need)).then(
        () => 'admitted',
        (error: Failure) => error.kind,
      );
    for (const kind of ['MultiService', 'Understanding.Authoring'] as const)
      assert.deepEqual([await outcome(kind, 'authoring'), await outcome(kind, 'prediction')], ['admitted', 'admitted'], kind);
    assert.deepEqual(
      [await outcome('Understanding', 'authoring'), await outcome('Understanding', 'prediction')],
      ['PredictionKey', 'admitted'],
    );
  });

  test('admits tokens to management, and keys to areas', async () => {
    const { token } = await tokens.issue('admin');
    const admitted = await access.admit(area, operations.manager, { authorization: `Bearer ${token}` }, {});
    assert.deepEqual([admitted.caller, admitted.account], [{ kind: 'manager', name: 'admin' }, undefined]);
    assert.equal((await refusal(admit(await account(), 'manager'))).kind, 'TokenInvalid');
    assert.equal((await refusal(access.admit(area, operations.authoring, { authorization: `Bearer ${token}` }, {}))).kind, 'KeyMissing');
    assert.deepEqual((await access.admit(area, operations.nothing, {}, {})).caller.kind, 'anyone');
  });

  test('limits calls per second and reports the seconds to wait', async () => {
    const key = await account({ limits: { callsPerSecond: 0.5 } });
    await admit(key);
    const { kind, retryAfter } = await refusal(admit(key));
    assert.deepEqual([kind, retryAfter], ['RateExceeded', 2]);
    time.now += 2000;
    await admit(key);
  });

  test('limits calls per month and reports the days until the next', async () => {
    time.now = Date.UTC(2026, 0, 29, 12);
    const key = await account({ limits: { callsPerMonth: 2 } });
    await admit(key);
    await admit(key);
    const { kind, message } = await refusal(admit(key));
    assert.deepEqual([kind, message], ['QuotaExceeded', 'Out of call volume quota. Quota will be replenished in 2.50 days.']);
    time.now = Date.UTC(2026, 1, 1);
    await admit(key);
  });

  test('does not count a rejected call', async () => {
    const key = await account({ limits: { callsPerSecond: 1, callsPerMonth: 2 } });
    await admit(key);
    for (let i = 0; i < 5; i++) await refusal(admit(key));
    time.now += 1000;
    await admit(key);
  });

  test('names the caller without looking anything up', async () => {
    const key = await account();
    const header = { 'ocp-apim-subscription-key': key };
    assert.equal(access.callerOf(header, '/'), 'unknown');
    await access.admit(area, operations.authoring, header, {});
    assert.equal(access.callerOf(header, '/'), `a${accountCount}`);
    assert.equal(access.callerOf({}, `/?a=1&subscription-key=${key}&b=2`), `a${accountCount}`);
  });

  test('takes whoever brings no valid token or session for a stranger, whatever it sends', async () => {
    const use = async (authorization: string): Promise<string> => {
      await Promise.resolve(access.admit(area, operations.manager, { authorization }, {})).catch(() => undefined);
      return access.callerOf({ authorization }, '/');
    };
    const { token } = await tokens.issue('admin');
    for (const headers of [{}, { authorization: 'Bearer x.y.z' }, { authorization: `Bearer ${token}` }, { cookie: 'a=b' }])
      assert.equal(access.callerOf(headers, '/'), 'unknown', JSON.stringify(headers));
    assert.deepEqual([await use('Bearer x.y.z'), await use(`Bearer ${token}`)], ['unknown', 'management']);
    time.now += 2 * 3600_000;
    assert.equal(await use(`Bearer ${token}`), 'unknown');
  });
});
