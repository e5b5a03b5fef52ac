/**
 * npm run bench -- examples: sends the published examples of the interface and compares the answers with theirs. The specifications
 * are not part of this repository: PERENNIAL_SPECS names a folder with them. What they fix is asserted without them by test/contract.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export async function run(args: string[]): Promise<void> {
  const specs = process.env.PERENNIAL_SPECS;
  if (specs === undefined || !existsSync(specs)) throw new Error('PERENNIAL_SPECS must name a folder with the specifications.');
  const files = ['documents', 'faces', 'understanding'].map((name) => fileURLToPath(new URL(`${name}.ts`, import.meta.url)));
  const { status } = spawnSync(process.execPath, ['--test', ...args, ...files], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
