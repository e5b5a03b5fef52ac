/**
 * node test/upgrade/make-fixture.ts FILE.tar.gz: writes a data folder with things of every area, made by this version of the server, and
 * what later versions must read from it. Run it in the checkout of a release and keep the file under fixtures/.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { registers } from '../../lab/soak/registers.ts';
import type { Target } from '../../lab/soak/registers.ts';
import { RankingClient } from '../support/ranking.ts';
import { ManagementClient, startServer, temporaryFolder } from '../support/server.ts';

const THINGS = 3;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write.');
const folder = temporaryFolder();
const server = await startServer({ data: join(folder.path, 'data') });
const manager = await ManagementClient.connect(server);
const target: Target = { address: server.address, key: server.key1, token: manager.token };
const things: Record<string, Record<string, string>> = {};
for (const register of registers) {
  for (let i = 0; i < THINGS; i++) {
    const { status, text } = await register.put(target, `thing-${i}`, `v${i}`, false);
    if (status >= 300) throw new Error(`${register.name}: ${status} ${text}`);
  }
  things[register.name] = Object.fromEntries(await register.read(target));
}
await (await RankingClient.of(manager, 'loop')).play(20);
await server.stop();
writeFileSync(join(folder.path, 'expected.json'), JSON.stringify({ key: server.key1, adminSecret: server.adminSecret, things }, null, 2));
// The space that is kept for deletions is made anew.
execFileSync('tar', ['-czf', resolve(file), '-C', folder.path, '--exclude=data/reserve', 'data', 'expected.json']);
folder.remove();
