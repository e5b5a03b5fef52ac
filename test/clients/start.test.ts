/** docs/start.md, run from top to bottom as it is written, but for the address and the key of the server. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { GROUP_PHOTO, STRANGER_PHOTOS } from '../support/people.ts';
import { temporaryFolder } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { WAIT_MS } from '../support/slowness.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What the last call of each path prints. */
const PATHS: Readonly<Record<string, RegExp>> = {
  Documents: /"InvoiceId":\{[^}]*INV-2041/,
  Understanding: /"topIntent":"BookFlight".*"from":\["rome"\]|"topIntent":"BookFlight".*"to":\["oslo"\]/,
  Conversations: /"topIntent":"Water"/,
  Ranking: /"rewardActionId":"(pasta|ice-cream)"/,
  Faces: /"faceId":"[0-9a-f-]{36}","candidates":\[/,
};
const blocks = [...readFileSync(join(ROOT, 'docs/start.md'), 'utf8').matchAll(/^## (\w+).*|^```sh\n([\s\S]*?)^```$/gm)];
const hasCurl = spawnSync('bash', ['-c', 'command -v curl']).status === 0;

/** The commands of each path, after those that all paths start with. */
function readPaths(): { start: string; paths: Map<string, string> } {
  let name = '';
  let start = '';
  const paths = new Map<string, string>();
  for (const [, heading, code] of blocks) {
    if (heading !== undefined) name = heading;
    else if (name === '') start += code!;
    else paths.set(name, (paths.get(name) ?? '') + code!);
  }
  return { start, paths };
}

describe('docs/start.md', { skip: hasCurl ? undefined : 'bash or curl is not installed' }, () => {
  const folder = temporaryFolder();
  const { start, paths } = readPaths();
  let server: SharedServer;
  before(async () => {
    symlinkSync(join(ROOT, 'docs'), join(folder.path, 'docs'));
    writeFileSync(join(folder.path, 'party.jpg'), GROUP_PHOTO);
    writeFileSync(join(folder.path, 'ada.jpg'), STRANGER_PHOTOS[0]!);
    server = await sharedServer();
  });
  after(() => folder.remove());

  test('has a path for each area', () => assert.deepEqual([...paths.keys()], Object.keys(PATHS)));

  for (const [name, expected] of Object.entries(PATHS)) {
    test(name, { timeout: WAIT_MS }, async ({ signal }) => {
      const code = start.replace('http://127.0.0.1:8080', server.address).replace('perennial-dev-key-1', server.key1) + paths.get(name)!;
      const child = spawn('bash', ['-ec', code], { cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' });
      const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
      const [status, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
      assert.equal(status, 0, output + errors);
      assert.match(output, expected);
    });
  }
});
