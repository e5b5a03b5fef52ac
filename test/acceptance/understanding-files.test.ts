/** Import and export of apps with the command line. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { call, run, startServer, temporaryFolder } from '../support/server.ts';
import type { CommandResult, Server } from '../support/server.ts';

const APPS = '/luis/api/v2.0/apps';
const LU = '> !# @app.name = Stables\n# Ride\n- ride {@horse=comet} today\n- saddle {@horse}\n';

describe('understanding from the command line', () => {
  const folder = temporaryFolder();
  const file = (name: string): string => join(folder.path, name);
  let server: Server;
  before(async () => {
    server = await startServer({ data: file('data') });
    writeFileSync(file('stables.lu'), LU);
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  const command = (...args: string[]): Promise<CommandResult> =>
    run(['understanding', ...args, '--data', file('data'), '--url', server.address]);
  const printed = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await command(...args);
    assert.deepEqual([code, stderr], [0, ''], `${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };

  test('imports a .lu file, exports it as JSON and imports that', async () => {
    const id = (await printed('import', file('stables.lu'))).trim();
    assert.equal((await call<{ name: string }>(server, `GET ${APPS}/${id}`, { key: server.key1 })).body.name, 'Stables');
    assert.equal((await printed('export', id, '0.1', '--out', file('stables.json'))).trim(), file('stables.json'));
    const written = readFileSync(file('stables.json'), 'utf8');
    const second = JSON.parse(await printed('import', file('stables.json'), '--name', 'Second', '--key', server.key1, '--json')) as {
      app: string;
    };
    assert.deepEqual(JSON.parse(await printed('export', second.app, '0.1')), { ...(JSON.parse(written) as object), name: 'Second' });
    assert.match(await printed('export', second.app, '0.1', '--lu'), /^# Ride\n- ride \{@horse=comet\} today\n- saddle \{@horse\}$/m);
    assert.deepEqual(JSON.parse(await printed('import', file('stables.lu'), '--app', id, '--version', '0.2', '--json')), {
      app: id,
      version: '0.2',
    });
  });

  test('reports errors in one line', async () => {
    writeFileSync(file('broken.lu'), '# Ride\n- ride {@horse=comet\n');
    const cases: [string[], RegExp][] = [
      [['import', file('broken.lu')], /line 2: a \{ is not closed/],
      [['import', file('none.json')], /none\.json cannot be read \(ENOENT\)/],
      [['import'], /needs a file/],
      [['export', 'x'], /needs the id of an app and a version/],
      [['export', 'x', '0.1'], /Cannot find an application/],
      [['import', file('stables.lu'), '--key', 'wrong'], /Access denied/],
      [['constructor'], /unknown action constructor/],
      [[], /needs import or export/],
    ];
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await command(...args);
      assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [2, '', 1], `${args.join(' ')}: ${stderr}`);
      assert.match(stderr, message);
    }
  });
});
