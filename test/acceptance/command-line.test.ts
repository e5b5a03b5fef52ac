/** Every command, run next to a running server, with text and JSON output. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { ManagementClient, call, run, startServer, temporaryFolder } from '../support/server.ts';
import type { Account, Keys, CommandResult, Server, TokenReply } from '../support/server.ts';

const TEST_SETS = {
  value: [
    {
      name: 'tests.tsv',
      content: 'BookFlight\tfly me to oslo\n',
      count: 1,
      addedDateTime: '2026-11-17T08:00:00Z',
      runs: [{ model: 'production', runDateTime: '2026-11-17T08:00:00Z', share: 1 }],
    },
  ],
};

const GROUPS = '/face/v1.0/persongroups';
const COMMANDS = ['serve', 'accounts', 'token', 'understanding', 'ranking', 'migrate', 'backup', 'restore', 'verify', 'doctor'];

interface Manifest {
  format: number;
  version: string;
  createdDateTime: string;
  rows: number;
  rowsSha256: string;
  blobs: number;
  blobsGone: number;
}
interface Verdict {
  records: number;
  events: number;
  auditEntries: number;
  auditChains: number;
  blobs: number;
  problems: string[];
}
interface Finding {
  check: string;
  ok: boolean;
  found: string;
  remedy?: string;
}

/** A port on which unreadable listens. */
async function closedPort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return String(port);
}

describe('command line', () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const backup = join(folder.path, 'backup');
  const restored = join(folder.path, 'restored');
  let server: Server;
  let port: string;
  let testSets: string;
  before(async () => {
    server = await startServer({ data });
    port = new URL(server.address).port;
    for (const id of ['first', 'second'])
      assert.equal((await call(server, `PUT ${GROUPS}/${id}`, { key: server.key1, json: { name: id } })).status, 200);
    // The console's test sets, which are a row and a blob.
    const app = await call<string>(server, 'POST /luis/api/v2.0/apps/', { key: server.key1, json: { name: 'Trips', culture: 'en-us' } });
    testSets = `/luis/authoring/v3.0-preview/apps/${app.body}/testsets`;
    assert.equal((await call(server, `PUT ${testSets}`, { key: server.key1, json: TEST_SETS })).status, 204);
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  /** Runs a command with the port and data folder of the server. */
  const command = (...args: string[]): Promise<CommandResult> => run([...args, '--data', data, '--port', port]);

  /** The JSON output of a command that succeeds. */
  async function jsonOf<T>(...args: string[]): Promise<T> {
    const { code, stdout, stderr } = await command(...args, '--json');
    assert.deepEqual([code, stderr], [0, ''], `${args.join(' ')}: ${stdout}${stderr}`);
    return JSON.parse(stdout) as T;
  }

  function assertFailed({ code, stdout, stderr }: CommandResult, expected: number, message: string): void {
    assert.deepEqual({ code, stderr, stdout: JSON.parse(stdout) as unknown }, { code: expected, stderr: '', stdout: { error: message } });
  }

  test('--help lists every command, and each command has its own help', async () => {
    const overview = await run(['--help']);
    assert.deepEqual([overview.code, overview.stderr], [0, '']);
    for (const name of COMMANDS) assert.match(overview.stdout, new RegExp(`^  ${name} +\\S`, 'm'));
    for (let at = 0; at < COMMANDS.length; at += 2) {
      await Promise.all(
        COMMANDS.slice(at, at + 2).map(async (name) => {
          const { code, stdout, stderr } = await run([name, '--help']);
          assert.deepEqual([code, stderr], [0, '']);
          assert.ok(stdout.startsWith(`Usage: perennial ${name} `), name);
          for (const flag of ['--json', '--data', '--port']) assert.match(stdout, new RegExp(`^  ${flag} +\\S`, 'm'), `${name} ${flag}`);
        }),
      );
    }
  });

  test('exits with 2 and one line on a usage error', async () => {
    const closed = await closedPort();
    const [noCommand, noFlag, noServer] = await Promise.all([
      run(['remember']),
      run(['verify', '--color', '--json']),
      run(['accounts', 'list', '--data', data, '--port', closed, '--json']),
    ]);
    assert.equal(noCommand.code, 2);
    assert.match(noCommand.stderr, /^Unknown command remember\.\n/);
    assertFailed(noFlag, 2, 'verify: unknown flag --color; see --help');
    assertFailed(noServer, 2, `No server responds at http://127.0.0.1:${closed} (ECONNREFUSED). Start it, or set --url.`);
  });

  test('accounts creates, shows, lists and deletes accounts and rotates keys', async () => {
    const path = '/subscriptions/default/resourceGroups/default/accounts/team';
    const created = await jsonOf<Account & Keys>('accounts', 'create', 'team');
    assert.deepEqual([created.id, created.kind, created.location], [path, 'MultiService', 'local']);
    const status = async (key: string): Promise<number> => (await call(server, `GET ${GROUPS}`, { key })).status;
    assert.deepEqual([await status(created.key1), await status(created.key2)], [200, 200]);

    const [keys, shown] = await Promise.all([jsonOf<Keys>('accounts', 'keys', 'team'), jsonOf<Account>('accounts', 'show', 'team')]);
    assert.deepEqual(keys, { key1: created.key1, key2: created.key2 });
    assert.deepEqual({ ...shown, ...keys }, created);

    const [rotated, listed] = await Promise.all([jsonOf<Keys>('accounts', 'rotate', 'team', 'key2'), command('accounts', 'list')]);
    assert.equal(rotated.key1, created.key1);
    assert.deepEqual([await status(created.key1), await status(created.key2), await status(rotated.key2)], [200, 401, 200]);
    assert.deepEqual(listed.stdout.trim().split('\n'), [
      '/subscriptions/default/resourceGroups/default/accounts/default  MultiService  local',
      `${path}  MultiService  local`,
    ]);

    assert.deepEqual(await jsonOf('accounts', 'delete', 'team'), { deleted: path });
    assert.equal(await status(created.key1), 401);
    assertFailed(await command('accounts', 'show', 'team', '--json'), 2, `There is no account ${path}.`);
  });

  test('accounts uses the server of --url and creates an account from flags', async () => {
    const { code, stdout } = await run([
      'accounts',
      'create',
      'flagged',
      '--data',
      data,
      '--url',
      server.address,
      '--kind',
      'Face',
      '--subscription',
      'sub',
      '--group=tests',
      '--location',
      'elsewhere',
      '--json',
    ]);
    const { id, kind, location, error } = JSON.parse(stdout) as Partial<Account> & { error?: string };
    assert.deepEqual(
      { code, error, id, kind, location },
      { code: 0, error: undefined, id: ManagementClient.accountPath('flagged'), kind: 'Face', location: 'elsewhere' },
    );
  });

  test('token prints a token that the management plane accepts', async () => {
    const { access_token, token_type, expires_in } = await jsonOf<TokenReply>('token');
    assert.deepEqual([token_type, expires_in], ['Bearer', 3600]);
    assert.equal((await call(server, 'GET /accounts', { token: access_token })).status, 200);
  });

  test('doctor finds no problems next to a running server', async () => {
    const { findings } = await jsonOf<{ findings: Finding[] }>('doctor');
    assert.deepEqual(
      findings.filter(({ ok }) => !ok),
      [],
    );
    for (const check of ['Node', 'Data folder', 'Free space', 'Durable write', 'Master key', 'Embedded database', 'Port'])
      assert.ok(
        findings.some((finding) => finding.check === check),
        check,
      );
    assert.match(findings.find(({ check }) => check === 'Port')!.found, /running Perennial/);
  });

  test('backup writes a complete backup while the server is writing', async () => {
    let writing = true;
    const writer = (async () => {
      for (let i = 0; writing; i++)
        assert.equal((await call(server, `PUT ${GROUPS}/during${i}`, { key: server.key1, json: { name: 'During' } })).status, 200);
    })();
    const manifest = await jsonOf<Manifest>('backup', backup).finally(() => (writing = false));
    await writer;
    assert.ok(manifest.rows > 5);
    assert.match(manifest.rowsSha256, /^[0-9a-f]{64}$/);
    assert.ok(Math.abs(Date.parse(manifest.createdDateTime) - Date.now()) < 60_000);
    assert.deepEqual(
      ['manifest.json', 'rows.ndjson', 'secrets'].filter((name) => !readdirSync(backup).includes(name)),
      [],
    );
    if (process.platform !== 'win32') assert.equal(statSync(backup).mode & 0o077, 0);
  });

  test('restore fills an empty folder that then serves the same keys', async () => {
    const { code, stdout } = await run(['restore', backup, '--data', restored, '--json']);
    assert.equal(code, 0, stdout);
    assert.equal((JSON.parse(stdout) as { secrets: boolean }).secrets, true);
    const second = await startServer({ data: restored });
    try {
      assert.equal(second.announced.key1, undefined);
      for (const key of [server.key1, server.key2]) {
        const { status, body } = await call<{ personGroupId: string }[]>(second, `GET ${GROUPS}`, { key });
        assert.equal(status, 200);
        for (const id of ['first', 'second']) assert.ok(body.some(({ personGroupId }) => personGroupId === id));
      }
      assert.deepEqual((await call(second, `GET ${testSets}`, { key: server.key1 })).body, TEST_SETS);
      const manager = await ManagementClient.connect({ ...second, adminSecret: server.adminSecret });
      assert.deepEqual((await manager.call('POST /subscriptions/default/resourceGroups/default/accounts/default/listKeys')).body, {
        key1: server.key1,
        key2: server.key2,
      });
      assert.equal((await call(second, `PUT ${GROUPS}/later`, { key: server.key1, json: { name: 'Later' } })).status, 200);
    } finally {
      await second.stop();
    }
  });

  test('backup and restore reject a target that is not empty and a source that cannot be read', async () => {
    const absent = join(folder.path, 'absent');
    const [notEmpty, storeNotEmpty, unreadable] = await Promise.all([
      command('backup', backup, '--json'),
      run(['restore', backup, '--data', restored, '--json']),
      run(['restore', absent, '--data', join(folder.path, 'unused'), '--json']),
    ]);
    assertFailed(notEmpty, 2, `The folder ${backup} is not empty.`);
    assertFailed(storeNotEmpty, 2, 'The store is not empty: a backup is restored into an empty one.');
    assertFailed(unreadable, 2, `${absent} is not a whole backup: its manifest cannot be read.`);
    assert.ok(!existsSync(join(folder.path, 'unused')));
  });

  test('verify exits with 0 without problems, with 1 when an audit entry was changed', async () => {
    const whole = await run(['verify', '--data', restored, '--json']);
    const verdict = JSON.parse(whole.stdout) as Verdict;
    assert.deepEqual([whole.code, verdict.problems], [0, []]);
    assert.ok(verdict.records >= 6 && verdict.auditEntries >= 4 && verdict.auditChains >= 2);

    const database = new DatabaseSync(join(restored, 'perennial.db'));
    const [row] = database.prepare("select account, entry from audit where account <> '' and sequence = 2").all() as unknown as [
      { account: string; entry: string },
    ];
    database
      .prepare('update audit set entry = ? where account = ? and sequence = 2')
      .run(row.entry.replace('"second"', '"another"'), row.account);
    database.close();
    const broken = await run(['verify', '--data', restored, '--json']);
    assert.deepEqual(
      [broken.code, (JSON.parse(broken.stdout) as Verdict).problems],
      [1, [`the audit of account ${row.account} is broken at entry 2`]],
    );
  });

  test('migrate prepares a data folder without serving, and refuses one in use', async () => {
    const fresh = join(folder.path, 'migrated');
    const migrate = async (path: string): Promise<CommandResult> => await run(['migrate', '--data', path, '--json']);
    const first = await migrate(fresh);
    assert.equal(first.code, 0, first.stderr);
    assert.equal((JSON.parse(first.stdout) as { createdDefaultAccount: boolean }).createdDefaultAccount, true);
    const { code, stdout, stderr } = await migrate(fresh);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal((JSON.parse(stdout) as { createdDefaultAccount: boolean }).createdDefaultAccount, false);
    assert.equal((await migrate(data)).code, 1);
  });
});
