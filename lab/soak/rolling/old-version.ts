/** An earlier version of the server, taken from the history of the repository. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The last version with one process a database in mind; its schema has no additions. */
const REVISION = 'f0b8e31d';
const PARTS = ['src', 'weights', 'console', 'package.json', 'package-lock.json'];

export interface OldVersion {
  folder: string;
  remove(): void;
}

/** Why it cannot be had, such as a clone without history; undefined if it can. */
export function whyNoOldVersion(): string | undefined {
  try {
    execFileSync('git', ['cat-file', '-e', `${REVISION}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
    return undefined;
  } catch {
    return `the revision ${REVISION} is not in the history of this clone`;
  }
}

export function openOldVersion(): OldVersion {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-old-'));
  const archive = execFileSync('git', ['archive', REVISION, ...PARTS], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  // Its own packages: some of them are not installed any more.
  execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
