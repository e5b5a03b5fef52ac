/**
 * The npm package: sizes, and the time from a fresh folder to the first answer by `npx` from the tarball, with the packages in the npm
 * cache and with an empty cache, that is from the registry.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderBytes, npm, pack } from '../../../test/support/package.ts';

const START_MS = 600_000;

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-package-'));
  try {
    const tarball = await pack(join(folder, 'packed'));
    console.log(`Tarball: ${(statSync(tarball).size / 1e6).toFixed(1)} MB`);
    const warm = join(folder, 'warm');
    mkdirSync(warm);
    symlinkSync(
      join((await npm(['config', 'get', 'cache', '--loglevel=error'], folder)).trim(), '_cacache'),
      join(warm, '_cacache'),
      'dir',
    );
    for (const [name, cache] of [
      ['packages in the npm cache', warm],
      ['packages from the registry', join(folder, 'cold')],
    ] as const)
      console.log(`${name}: ${await firstAnswer(tarball, cache, join(folder, `fresh-${name.at(-1)}${cache.length}`))}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seconds from `npx` in a fresh folder to the answer of a call. */
async function firstAnswer(tarball: string, cache: string, folder: string): Promise<string> {
  mkdirSync(folder);
  const startedAt = performance.now();
  const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const child = spawn(
    'npm',
    ['exec', '--yes', '--cache', cache, '--package', tarball, '--', 'perennial', '--port', '0', '--data', join(folder, 'data'), '--json'],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], shell: process.platform === 'win32', detached: true },
  );
  const exited = once(child, 'close');
  const timer = setTimeout(() => child.kill(), START_MS);
  try {
    let output = '';
    for await (const text of child.stderr.setEncoding('utf8')) {
      output += text;
      const line = /^\{.*\}$/m.exec(output)?.[0];
      if (line === undefined) continue;
      const { address, key1 } = JSON.parse(line) as { address: string; key1: string };
      const listening = seconds();
      const { status } = await fetch(`${address}/face/v1.0/persongroups/family`, {
        method: 'PUT',
        headers: { 'ocp-apim-subscription-key': key1, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Family' }),
      });
      const installed = (folderBytes(join(cache, '_npx')) / 1e6).toFixed(0);
      return `${seconds()} to the first answer (${status}), listening after ${listening}, ${installed} MB installed`;
    }
    throw new Error(`npx ended: ${output}`);
  } finally {
    clearTimeout(timer);
    // The whole group: npm, its shell and the server.
    if (child.exitCode === null) process.kill(process.platform === 'win32' ? child.pid! : -child.pid!, 'SIGTERM');
    await exited;
  }
}
