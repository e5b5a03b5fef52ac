/**
 * npm run release -- [--dry-run] [--out FOLDER]: checks that the version can be released, makes its files, tags and publishes it.
 *
 * The files: the npm package, the SBOM of what it installs, the licenses of those packages, the notes of the version from CHANGELOG.md,
 * and the checksums of all of them. A dry run does everything but the tag and the publication, and reports what would stop them.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { folderBytes, install, installedProgram, npm, pack } from '../test/support/package.ts';
import { root } from './locked-packages.ts';
import { licenseTexts, releaseNotes, releaseProblems, releasedSbom, tagOf } from './release-parts.ts';
import type { Sbom } from './release-parts.ts';

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, out: { type: 'string', default: 'release' } } });
const isDryRun = values['dry-run'] ?? false;
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const tag = tagOf(version);

const problems = releaseProblems({
  version,
  lock: JSON.parse(read('package-lock.json')) as { version: string; packages: { '': { version: string } } },
  changelog: read('CHANGELOG.md'),
  chart: read('deploy/helm/perennial/Chart.yaml'),
  changedFiles: git('status', '--porcelain').split('\n').filter(Boolean),
  tags: git('tag', '--list', tag).split('\n').filter(Boolean),
});
for (const problem of problems) console.error(`Not ready: ${problem}`);
if (problems.length > 0 && !isDryRun) process.exit(1);

const temporary = mkdtempSync(join(tmpdir(), 'perennial-release-'));
try {
  await makeFiles(resolve(root, values.out));
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

async function makeFiles(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const tarball = await pack(folder);
  await checkInstalled(tarball);
  const all = await npm(['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--loglevel=error'], root);
  writeFileSync(join(folder, 'sbom.cdx.json'), JSON.stringify(releasedSbom(JSON.parse(all) as Sbom), null, 2));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licenseTexts());
  const notes = join(folder, 'RELEASE-NOTES.md');
  writeFileSync(notes, releaseNotes(read('CHANGELOG.md'), version) ?? '');
  const names = readdirSync(folder).sort();
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${sha256(join(folder, name))}  ${name}\n`).join(''));
  for (const name of [...names, 'SHA256SUMS']) console.log(`${join(values.out, name)} (${statSync(join(folder, name)).size} bytes)`);
  publish(tarball, notes);
}

/** Installed into an empty folder, the package runs and says its version. */
async function checkInstalled(tarball: string): Promise<void> {
  const folder = join(temporary, 'installed');
  await install(tarball, folder);
  const { stdout, stderr } = spawnSync(process.execPath, [installedProgram(folder), '--version'], { encoding: 'utf8' });
  if (stdout.trim() !== version) throw new Error(`The installed package does not print its version: ${stdout}${stderr}`);
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const [own, all] = [join(folder, 'node_modules', 'perennial'), join(folder, 'node_modules')].map(folderBytes) as [number, number];
  console.log(
    `Package: ${megabytes(statSync(tarball).size)} packed, ${megabytes(own)} unpacked, ${megabytes(all)} installed with its packages`,
  );
}

function publish(tarball: string, notes: string): void {
  const distTag = version.includes('-') ? 'next' : 'latest';
  const steps: readonly (readonly [string, ...string[]])[] = [
    ['git', 'tag', '--annotate', tag, '--file', notes],
    ['git', 'push', 'origin', tag],
    ['npm', 'publish', tarball, '--tag', distTag, '--access', 'public', '--ignore-scripts'],
  ];
  for (const [command, ...args] of steps) {
    console.log(`${isDryRun ? 'Would run' : 'Running'}: ${[command, ...args].join(' ')}`);
    if (isDryRun) continue;
    const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
    if (status !== 0) throw new Error(`${command} ${args[0]} exited with ${status}.`);
  }
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout;
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
