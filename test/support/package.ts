/** The npm package: packed from the checkout, and installed into an empty folder with the versions of the lock file. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const isWindows = process.platform === 'win32';

interface Manifest {
  version: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}
interface Lock {
  packages: Record<string, { dev?: boolean }>;
}

export const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** Runs npm; rejects with its output when it fails. */
export async function npm(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const cli = process.env.npm_execpath;
  const child = cli?.endsWith('.js')
    ? spawn(process.execPath, [cli, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn('npm', args, { cwd, env, shell: isWindows, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  const code = await promise;
  if (code !== 0) throw new Error(`npm ${args.join(' ')} exited with ${code}: ${output.stderr}${output.stdout}`);
  return output.stdout;
}

/** `npm pack`, which builds dist/ first. Returns the path of the tarball. */
export async function pack(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await npm(['pack', '--loglevel=error', '--pack-destination', folder], ROOT);
  return join(folder, `perennial-${manifest.version}.tgz`);
}

/** Installs the tarball from the npm cache, or from the registry where the cache lacks a package. No install scripts run. */
export async function install(tarball: string, folder: string): Promise<void> {
  const dependencies = { perennial: `file:${basename(tarball)}` };
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const released = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const { version, bin, dependencies: required, optionalDependencies } = manifest;
  const own = { version, resolved: dependencies.perennial, bin, dependencies: required, optionalDependencies };
  mkdirSync(folder, { recursive: true });
  copyFileSync(tarball, join(folder, basename(tarball)));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', dependencies }));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      name: 'empty',
      lockfileVersion: 3,
      packages: { '': { name: 'empty', dependencies }, 'node_modules/perennial': own, ...Object.fromEntries(released) },
    }),
  );
  await npm(['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder);
}

/** The program that npm links for the command `perennial`. */
export function installedProgram(folder: string): string {
  return join(folder, 'node_modules', 'perennial', manifest.bin.perennial!);
}

/** The bytes of all files in a folder. */
export function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
