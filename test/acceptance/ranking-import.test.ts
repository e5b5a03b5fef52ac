/** `perennial ranking import`: a log of the retired service teaches a loop of a running server. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { call, run, startServer, temporaryFolder } from '../support/server.ts';
import type { CommandResult, Server } from '../support/server.ts';

interface Interval {
  value: number;
  low: number;
  high: number;
}
interface Report {
  events: number;
  passedOver: number;
  invalidCount: number;
  invalid: { line: number; reason: string }[];
  earned: Interval;
  loop: Interval;
  difference: Interval;
  isImported: boolean;
}

const RANK = '/ranking/v1.1-preview.3/rank';
const tastes = ['sweet', 'sour'];
const request = (time: string): object => ({
  contextFeatures: [{ time }],
  actions: tastes.map((taste) => ({ id: taste, features: [{ taste }] })),
});

/** Uniform choice between two actions; mornings like the first one, evenings the second one. */
function logLine(n: number): string {
  const [chosen, time] = [(n >> 1) % 2, n % 2 === 0 ? 'morning' : 'evening'];
  return JSON.stringify({
    _label_cost: chosen === n % 2 ? -1 : 0,
    _label_probability: 0.5,
    _label_Action: chosen + 1,
    _labelIndex: chosen,
    Timestamp: '2026-03-01T10:00:00Z',
    EventId: `e${n}`,
    a: [chosen + 1, 2 - chosen],
    p: [0.5, 0.5],
    c: { FromUrl: [{ time }], _multi: tastes.map((taste) => ({ i: { constant: 1, id: taste }, j: [{ taste }] })) },
  });
}

describe('ranking import', () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const log = join(folder.path, 'log.json');
  let server: Server;
  before(async () => {
    server = await startServer({ data });
    const lines = Array.from({ length: 1200 }, (_, n) => logLine(n));
    writeFileSync(log, [...lines, '{"EventId":"e1","RewardValue":1}', '{', `"${'x'.repeat(2 ** 21)}"`, ''].join('\n'));
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  const command = (...args: string[]): Promise<CommandResult> =>
    run(['ranking', ...args, '--data', data, '--port', new URL(server.address).port, '--json']);
  const jsonOf = async (...args: string[]): Promise<Report> => {
    const { code, stdout, stderr } = await command(...args);
    assert.deepEqual([code, stderr], [0, ''], stdout);
    return JSON.parse(stdout) as Report;
  };
  const probabilityOf = async (time: string, taste: string): Promise<number> => {
    const { body } = await call<{ ranking: { id: string; probability: number }[] }>(server, `POST ${RANK}`, {
      key: server.key1,
      json: { ...request(time), deferActivation: true },
    });
    return body.ranking.find(({ id }) => id === taste)!.probability;
  };

  test('estimates what the loop would have earned, with an interval, and changes nothing', async () => {
    const { events, passedOver, invalidCount, invalid, earned, loop, difference, isImported } = await jsonOf(
      'import',
      log,
      '--estimate-only',
    );
    assert.deepEqual([events, passedOver, invalidCount, isImported], [1200, 1, 2, false]);
    assert.deepEqual(invalid, [
      { line: 1202, reason: 'it is not JSON' },
      { line: 1203, reason: 'it is longer than 1048576 bytes' },
    ]);
    assert.equal(earned.value, 0.5);
    assert.ok(loop.low > 0.8 && loop.low < loop.value && loop.value <= loop.high, JSON.stringify(loop));
    assert.ok(difference.low > 0.3, JSON.stringify(difference));
  });

  test('the loop then answers by what the log taught it', async () => {
    assert.equal((await jsonOf('import', log)).isImported, true);
    assert.ok((await probabilityOf('morning', 'sweet')) > 0.9);
    assert.ok((await probabilityOf('evening', 'sour')) > 0.9);
  });

  test('a loop with events of its own is refused without --replace', async () => {
    const refused = await command('import', log);
    assert.equal(refused.code, 2);
    assert.match(refused.stdout, /--replace/);
    assert.equal((await jsonOf('import', log, '--replace')).isImported, true);
  });

  test('says what is wrong with a file', async () => {
    const empty = join(folder.path, 'empty.json');
    writeFileSync(empty, 'shared |User a\n');
    for (const [file, message] of [
      [empty, /no decision to learn from: line 1, it is not JSON/],
      [join(folder.path, 'none.json'), /cannot be read/],
    ] as const) {
      const { code, stdout } = await command('import', file, '--replace');
      assert.equal(code, 2);
      assert.match(stdout, message);
    }
  });
});
