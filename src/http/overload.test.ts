import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Overload } from './overload.ts';

const SAMPLE_MS = 10;
const ENOUGH_CALLS = 96;
const MANY_CALLS = 256;
const SOCKETS = 10;

interface Fixture {
  overload: Overload;
  /** Samples of the loop, each late by so much. */
  turns(count: number, lateMs: number): void;
  /** Time within a turn. */
  pass(ms: number): void;
  causes: (string | undefined)[];
}

function fixture(t: TestContext): Fixture {
  let at = 1000;
  t.mock.timers.enable({ apis: ['setInterval'] });
  const causes: (string | undefined)[] = [];
  const overload = new Overload({ now: () => at, acceptedInTurn: SOCKETS, onChange: (cause) => causes.push(cause) });
  t.after(() => overload.close());
  const turns = (count: number, lateMs: number): void => {
    for (let i = 0; i < count; i++) {
      at += SAMPLE_MS + lateMs;
      t.mock.timers.tick(SAMPLE_MS);
    }
  };
  overload.arrival();
  return { overload, turns, pass: (ms) => void (at += ms), causes };
}

test('sheds when turns of the loop are long for an interval, and enough calls are in progress', async (t) => {
  const { overload, turns, causes } = fixture(t);
  turns(4, 110);
  assert.equal(overload.isOverloaded, false, 'few calls on a slow machine');
  for (let i = 0; i < MANY_CALLS; i++) overload.started();
  turns(1, 500);
  assert.equal(overload.isOverloaded, false, 'one long turn');
  turns(10, 5);
  turns(4, 110);
  assert.deepEqual([overload.isOverloaded, overload.arrival()], [true, 'loop']);
  for (let i = MANY_CALLS; i >= ENOUGH_CALLS; i--) overload.ended();
  await endOfTurn();
  assert.deepEqual([overload.arrival(), causes], [undefined, ['loop']]);
});

test('sheds at once when very many calls are in progress and turns grow', (t) => {
  const { overload, turns } = fixture(t);
  for (let i = 0; i < 2 * MANY_CALLS; i++) overload.started();
  turns(1, 20);
  assert.equal(overload.isOverloaded, false, 'calls that wait for something else');
  turns(1, 30);
  assert.deepEqual([overload.isOverloaded, overload.arrival()], [true, 'loop']);
});

/** How many of so many calls are admitted, if each takes a millisecond when it is, and a fifth of it when it is not. */
function admit({ overload, pass }: Fixture, calls: number): number {
  let admitted = 0;
  for (let i = 0; i < calls; i++) {
    const isAdmitted = overload.arrival() === undefined;
    if (isAdmitted) admitted++;
    pass(isAdmitted ? 1 : 0.2);
  }
  return admitted;
}

test('sheds within the turn in which too many calls arrive', async (t) => {
  const { overload, pass } = fixture(t);
  await endOfTurn();
  for (let i = 0; i < MANY_CALLS; i++) assert.equal(overload.arrival(), undefined);
  pass(30);
  assert.equal(overload.arrival(), 'loop');
});

test('admits less while turns are long, and more while they are short', async (t) => {
  const parts = fixture(t);
  for (let i = 0; i < 2 * MANY_CALLS; i++) parts.overload.arrival();
  parts.turns(1, 30);
  await endOfTurn();
  const inLongTurn = admit(parts, 1000);
  assert.ok(inLongTurn > 0 && inLongTurn < 100, `${inLongTurn} in a turn that does not end`);
  for (let i = 0; i < 100; i++) {
    await endOfTurn();
    admit(parts, 30);
  }
  let later = 0;
  for (let i = 0; i < 33; i++) {
    await endOfTurn();
    later += admit(parts, 30);
  }
  assert.ok(later > 2 * inLongTurn, `${later} of 990 in short turns, ${inLongTurn} of 1000 in a long one`);
});

test('admits all calls in short turns while the server recovers', async (t) => {
  const parts = fixture(t);
  for (let i = 0; i < 2 * MANY_CALLS; i++) parts.overload.arrival();
  parts.turns(1, 30);
  for (let i = 0; i < 50; i++) {
    await endOfTurn();
    assert.equal(admit(parts, 4), 4);
    parts.turns(1, 0);
  }
});

test('sheds when every turn accepts as many connections as it can', async (t) => {
  const { overload, pass } = fixture(t);
  const acceptIn = async (count: number): Promise<void> => {
    for (let i = 0; i < 8; i++) {
      await endOfTurn();
      for (let connection = 0; connection < count; connection++) overload.connected();
      pass(30);
    }
    await endOfTurn();
  };
  await acceptIn(SOCKETS / 2);
  assert.equal(overload.isOverloaded, false);
  await acceptIn(SOCKETS);
  assert.equal(overload.isOverloaded, true);
});

test('counts reads that are answered within the turn in which they arrive', (t) => {
  const { overload, turns } = fixture(t);
  for (let i = 0; i < 2 * MANY_CALLS; i++) overload.arrival();
  turns(1, 30);
  assert.equal(overload.isOverloaded, true);
});

test('sheds until the waits are short and few calls too many arrive', async (t) => {
  const { overload, turns, causes } = fixture(t);
  for (let i = 0; i < MANY_CALLS; i++) overload.started();
  turns(5, 110);
  for (let i = 0; i < 300; i++) {
    for (let call = 0; call < 10; call++) overload.arrival();
    overload.shed();
    await endOfTurn();
    turns(1, 5);
  }
  assert.equal(overload.isOverloaded, true);
  for (let i = 0; i < 300; i++) {
    for (let call = 0; call < 10; call++) overload.arrival();
    await endOfTurn();
    turns(1, 5);
  }
  assert.deepEqual([overload.isOverloaded, causes], [false, ['loop', undefined]]);
});

test('sheds when commits queue, compared with what they take without a queue', async (t) => {
  const { overload, turns, causes } = fixture(t);
  for (let i = 0; i < MANY_CALLS; i++) overload.started();
  const stuck = Promise.withResolvers<void>();
  const commit = overload.commit(stuck.promise);
  turns(20, 0);
  assert.equal(overload.isOverloaded, false, 'one large commit');
  turns(60, 0);
  assert.deepEqual([overload.isOverloaded, overload.commitMs, causes], [true, 800, ['commit']]);
  stuck.resolve();
  await commit;
  turns(150, 0);
  assert.deepEqual([overload.isOverloaded, overload.commitMs], [false, 0]);
});

test('rejects a commit with its error', async (t) => {
  const { overload } = fixture(t);
  await assert.rejects(overload.commit(Promise.reject(new Error('full'))), /full/);
  assert.equal(overload.commitMs, 0);
});

test('protects an account that uses less than its share, and forgets what was used', (t) => {
  const { overload, turns } = fixture(t);
  assert.equal(overload.isAboveShare('a'), false);
  for (let i = 0; i < 90; i++) overload.use('a', 1);
  assert.equal(overload.isAboveShare('a'), true);
  for (let i = 0; i < 10; i++) overload.use('b', 1);
  assert.deepEqual([overload.isAboveShare('a'), overload.isAboveShare('b'), overload.isAboveShare('c')], [true, false, false]);
  turns(200, 0);
  for (let i = 0; i < 90; i++) overload.use('b', 1);
  assert.deepEqual([overload.isAboveShare('a'), overload.isAboveShare('b')], [false, true]);
});
