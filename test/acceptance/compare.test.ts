/** `perennial compare` with a log, stored answers and a live resource, against an app that is imported, trained and published. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import { run, temporaryFolder } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const SAMPLE = join(import.meta.dirname, '../../docs/samples/app.json');
const FLIGHT = 'book a flight from turin to lima on friday';
const ROOM = 'is there a room in cairo tonight';

interface Report {
  questions: { total: number; same: number };
  intents: Record<string, { total: number; same: number }>;
  parts: Record<string, { total: number; same: number; added: number }>;
  differences: { question: string; what: string; before?: string; now?: string }[];
}

describe('perennial compare', () => {
  const folder = temporaryFolder();
  let server: SharedServer;
  let author: Author;
  before(async () => {
    server = await sharedServer();
    author = new Author(server, server.key1);
    author.appId = await author.ok<string>('POST /apps/import', JSON.parse(readFileSync(SAMPLE, 'utf8')));
    await author.train();
    await author.publish();
  });
  after(() => folder.remove());

  const compare = async (...args: string[]): Promise<Report> => {
    const { code, stdout, stderr } = await run([
      'compare',
      '--url',
      server.address,
      '--key',
      server.key1,
      '--app',
      author.appId,
      '--json',
      ...args,
    ]);
    assert.equal(code, 0, stdout + stderr);
    return JSON.parse(stdout) as Report;
  };

  test('finds no differences from its own answers, and those from others', async () => {
    const flight = await author.ask2(FLIGHT);
    const room = { ...(await author.ask2(ROOM)), topScoringIntent: { intent: 'BookFlight', score: 0.9 }, entities: [] };
    const quote = (answer: unknown): string => JSON.stringify(answer).replaceAll('"', '""');
    const log = join(folder.path, 'log.csv');
    writeFileSync(log, `"Query","UTC DateTime","Response"\n"${FLIGHT}","1","${quote(flight)}"\n"${ROOM}","2","${quote(room)}"\n`);
    const { questions, intents, parts, differences } = await compare('--from', log);
    assert.deepEqual(questions, { total: 2, same: 1 });
    assert.deepEqual(intents, { BookFlight: { total: 2, same: 1 } });
    assert.deepEqual([parts['from'], parts['to']], Array(2).fill({ total: 1, same: 1, added: 0 }));
    assert.deepEqual(differences[0], { question: ROOM, what: 'intent', before: 'BookFlight', now: 'BookRoom' });
    assert.ok(differences.some(({ what, now }) => what === 'City' && now === 'cairo'));
  });

  test('asks a live resource the queries of a file', async () => {
    const queries = join(folder.path, 'queries.txt');
    writeFileSync(queries, `${FLIGHT}\n${ROOM}\n`);
    const { questions } = await compare('--from', server.address, '--from-key', server.key1, '--questions', queries);
    assert.deepEqual(questions, { total: 2, same: 2 });
  });

  test('exits with 2 and one line where something is missing', async () => {
    const at = ['compare', '--url', server.address, '--key', server.key1];
    for (const [args, message] of [
      [[], /needs --from/],
      [['--from', server.address, '--app', 'x'], /--questions/],
      [['--from', join(folder.path, 'nothing.csv'), '--app', 'x'], /cannot be read/],
    ] as const) {
      const { code, stderr } = await run([...at, ...args]);
      assert.equal(code, 2);
      assert.match(stderr, message);
    }
  });
});
