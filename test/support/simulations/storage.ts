/**
 * A store against a model of it: writers commit random changes that often conflict, while time passes and records expire. What a commit
 * promised is what reads, pages, indexes, logs, counters, a dump and a restored copy show. One seed is one run.
 */
import assert from 'node:assert/strict';
import { Change, Conflict } from '../../../src/kernel/change.ts';
import { collection } from '../../../src/kernel/collection.ts';
import type { Store } from '../../../src/kernel/ports/store.ts';
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';
import { Random } from '../simulated-time.ts';

interface Thing {
  n: number;
  kind: string;
  expiresAt?: number;
}

const things = collection<Thing>('test.things', { indexes: { kind: ({ kind }) => [kind] }, expiresAt: ({ expiresAt }) => expiresAt });
const ACCOUNTS = ['a', 'b'];
const KEYS = ['k1', 'k2', 'k2/x', 'k2/y', 'k\uffff', 'ké', '🙂'];
const KINDS = ['red', 'green'];
const LOG = 'log';
const ROUNDS = 12;
const WRITERS = 4;

/** What the store must hold. */
class Model {
  readonly records = new Map<string, Thing>();
  readonly logs = new Map<string, number[]>(ACCOUNTS.map((account) => [account, []]));
  readonly counts = new Map<string, number>();
}

export async function simulateStore(seed: number): Promise<void> {
  const random = new Random(seed);
  let now = Date.UTC(2026, 0, 15);
  const store = await openSqlite({ now: () => now });
  const model = new Model();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(
        Array.from({ length: WRITERS }, (_, writer) => commitOne(store, model, random, () => now, round * WRITERS + writer)),
      );
      now += random.pick([0, 0, 500, 5000]);
      if (random.chance(0.2)) await store.sweep(random.integer(1, 5));
    }
    await check(store, model, now);
    const copy = await openSqlite({ now: () => now });
    try {
      await copy.load(store.dump());
      await check(copy, model, now);
      assert.deepEqual(await copy.problems(), []);
    } finally {
      await copy.close();
    }
    assert.deepEqual(await store.problems(), []);
  } finally {
    await store.close();
  }
}

const placeOf = (account: string, key: string): string => `${account} ${key}`;

/** Reads, waits for others, and commits what relied on the reading. The model changes only with the commit. */
async function commitOne(store: Store, model: Model, random: Random, now: () => number, n: number): Promise<void> {
  const account = random.pick(ACCOUNTS);
  const change = new Change();
  const effects: (() => void)[] = [];
  const used = new Set<string>();
  for (let parts = random.integer(1, 3); parts > 0; parts--) {
    const key = random.pick(KEYS);
    if (used.has(key)) continue;
    used.add(key);
    const place = placeOf(account, key);
    const read = await store.get(things, account, key);
    const value: Thing = { n, kind: random.pick(KINDS), ...(random.chance(0.3) && { expiresAt: now() + random.pick([1, 400, 4000]) }) };
    const action = random.integer(0, 3);
    if (action === 0 && read) {
      change.delete(things, account, read);
      effects.push(() => model.records.delete(place));
      continue;
    }
    if (action === 1) change.put(things, account, key, value);
    else if (read) change.replace(things, account, read, value);
    else change.create(things, account, key, value);
    effects.push(() => model.records.set(place, value));
  }
  if (random.chance(0.1)) {
    const prefix = 'k2/';
    if (![...used].some((key) => key.startsWith(prefix))) {
      change.clear(things, account, prefix);
      effects.push(() => KEYS.filter((key) => key.startsWith(prefix)).forEach((key) => model.records.delete(placeOf(account, key))));
    }
  }
  change.append(account, LOG, n).count(account, 'calls', '2026-01', 1).audit(account, { n });
  effects.push(() => {
    model.logs.get(account)!.push(n);
    model.counts.set(account, (model.counts.get(account) ?? 0) + 1);
  });
  // Acknowledged changes of one batch are applied in the order of the calls, which is the order in which they resolve.
  await store.commit(change).then(
    () => effects.forEach((apply) => apply()),
    (error: unknown) => assert.ok(error instanceof Conflict, String(error)),
  );
}

async function check(store: Store, model: Model, now: number): Promise<void> {
  for (const account of ACCOUNTS) {
    const expected = [...model.records]
      .filter(([place, { expiresAt = Infinity }]) => place.startsWith(`${account} `) && expiresAt > now)
      .map(([place, value]): [string, Thing] => [place.slice(account.length + 1), value])
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const paged: [string, Thing][] = [];
    for (let after: string | undefined; ;) {
      const page = await store.page(things, account, { limit: 2, ...(after !== undefined && { after }) });
      paged.push(...page.map(({ key, value }): [string, Thing] => [key, value]));
      if (page.length < 2) break;
      after = page.at(-1)!.key;
    }
    assert.deepEqual(paged, expected, 'pages show every record once, in order');
    assert.equal(await store.count(things, account), expected.length);
    for (const kind of KINDS) {
      const found = await store.find(things, account, 'kind', { from: kind, to: kind, limit: 100 });
      assert.deepEqual(
        found.map(({ key }) => key).sort(),
        expected
          .filter(([, thing]) => thing.kind === kind)
          .map(([key]) => key)
          .sort(),
        `the index finds ${kind}`,
      );
    }
    const events = await store.readEvents<number>(account, LOG, 0, 1000);
    assert.deepEqual(
      events.map(({ position, value }) => [position, value]),
      model.logs.get(account)!.map((n, i) => [i + 1, n]),
      'the log has every commit once, in order',
    );
    assert.equal((await store.counters(account)).find(({ name }) => name === 'calls')?.total ?? 0, model.counts.get(account) ?? 0);
    assert.equal(await store.lastAudit(account), model.logs.get(account)!.length);
  }
}
