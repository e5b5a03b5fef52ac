/** Data folders of earlier versions open in this one with everything in them; data of a newer version is refused in clear words. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { ManagementClient, run, startServer, temporaryFolder } from '../../../test/support/server.ts';
import { registers } from '../registers.ts';
import { atLeast, none } from '../scene.ts';
import type { Scene } from '../scene.ts';

const FIXTURES = fileURLToPath(new URL('../../../test/upgrade/fixtures/', import.meta.url));
const ARGS = ['--log-level', 'error'];

interface Expected {
  key: string;
  adminSecret: string;
  things: Record<string, Record<string, string>>;
}

export const scene: Scene = {
  summary: 'data folders of earlier versions: everything is there and verified; newer data is refused',
  share: 0.5,
  async run({ log }) {
    const problems: string[] = [];
    const fixtures = readdirSync(FIXTURES).filter((name) => name.endsWith('.tar.gz'));
    for (const name of fixtures) problems.push(...(await openFixture(join(FIXTURES, name))).map((problem) => `${name}: ${problem}`));
    const newer = await openNewerData();
    for (const problem of [...problems, ...newer]) log(problem);
    return [
      atLeast('data folders of earlier versions', fixtures.length, 3),
      none('differences after opening them', problems.length),
      none('newer data that is not refused in clear words', newer.length),
    ];
  },
};

async function openFixture(archive: string): Promise<string[]> {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const problems: string[] = [];
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder.path]);
    const server = await startServer({ data, args: ARGS });
    try {
      const file = join(folder.path, 'expected.json');
      if (existsSync(file)) {
        const { key, adminSecret, things } = JSON.parse(readFileSync(file, 'utf8')) as Expected;
        const { token } = await ManagementClient.connect({ address: server.address, adminSecret });
        for (const register of registers) {
          const found = JSON.stringify(
            Object.entries(Object.fromEntries(await register.read({ address: server.address, key, token }))).sort(),
          );
          const expected = JSON.stringify(Object.entries(things[register.name] ?? {}).sort());
          if (found !== expected) problems.push(`${register.name} is ${found}, expected ${expected}`);
        }
      }
    } finally {
      await server.stop();
    }
    const { code, stdout } = await run(['verify', '--json', '--data', data]);
    if (code !== 0) problems.push(`verify: ${stdout.slice(0, 500)}`);
    return problems;
  } finally {
    folder.remove();
  }
}

async function openNewerData(): Promise<string[]> {
  const folder = temporaryFolder();
  try {
    await (await startServer({ data: folder.path, args: ARGS })).stop();
    const database = new DatabaseSync(join(folder.path, 'perennial.db'));
    database.exec('pragma user_version = 100000');
    database.close();
    const { code, stdout, stderr } = await run(['serve', '--port', '0', '--data', folder.path]);
    const text = stdout + stderr;
    return code === 1 && /newer/i.test(text) && !/\bat \w+ \(/.test(text) ? [] : [`exit code ${code}: ${text.slice(0, 300)}`];
  } finally {
    folder.remove();
  }
}
