/** What a release is made of that can be computed: whether it is ready, its notes, and the licenses of its packages. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { releasedPackages, root } from './locked-packages.ts';
import type { LockedPackage } from './locked-packages.ts';

const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i;

export interface ReleaseState {
  version: string;
  lock: { version: string; packages: { '': { version: string } } };
  changelog: string;
  /** Chart.yaml of the Helm chart. */
  chart: string;
  /** As `git status --porcelain` lists them. */
  changedFiles: readonly string[];
  /** Tags with the name of this version's tag. */
  tags: readonly string[];
}

export function tagOf(version: string): string {
  return `v${version}`;
}

export function releaseProblems({ version, lock, changelog, chart, changedFiles, tags }: ReleaseState): string[] {
  const problems: string[] = [];
  if (!VERSION.test(version)) problems.push(`${version} is not a version`);
  if (lock.version !== version || lock.packages[''].version !== version)
    problems.push(`package-lock.json has version ${lock.version}, package.json ${version}`);
  for (const key of ['version', 'appVersion']) {
    const found = new RegExp(`^${key}: '?([^'\\n]+)`, 'm').exec(chart)?.[1];
    if (found !== version) problems.push(`the chart has ${key} ${found}, package.json ${version}`);
  }
  const heading = headings(changelog)[0];
  if (heading?.version !== version)
    problems.push(`CHANGELOG.md starts with ${heading?.version ?? 'no version'}, not with ${version}: cut it first`);
  else if (heading.date === undefined) problems.push(`CHANGELOG.md has no date for ${version}`);
  if (!releaseNotes(changelog, version)) problems.push(`CHANGELOG.md says nothing about ${version}`);
  if (changedFiles.length > 0) problems.push(`${changedFiles.length} files have changes that are not committed`);
  if (tags.length > 0) problems.push(`the tag ${tags[0]} exists`);
  return problems;
}

/** The section of a version, without its heading. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`${version} - `));
  const notes = section?.slice(section.indexOf('\n')).trim();
  return notes ? `${notes}\n` : undefined;
}

/** `## 1.0.0 - 2026-11-17`; `## Unreleased` has no date. */
function headings(changelog: string): { version: string; date?: string }[] {
  return [...changelog.matchAll(/^## (\S+)(?: - (\d{4}-\d{2}-\d{2}))?$/gm)].map(([, version, date]) => ({ version: version!, date }));
}

/** What of a CycloneDX list is used here. */
export interface Sbom {
  metadata: { component: { name: string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * What npm lists of all packages, without those that only tests use. `npm sbom --omit dev` would also leave out what both use, such as
 * `pg`, and all that it needs.
 */
export function releasedSbom(all: Sbom, packages: readonly Pick<LockedPackage, 'name' | 'version'>[] = releasedPackages()): Sbom {
  const released = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const components = all.components.filter((component) => released.has(component['bom-ref']));
  const missing = [...released].filter((ref) => !components.some((component) => component['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`The list of packages lacks ${missing.join(', ')}.`);
  const [own, ...others] = all.dependencies;
  return {
    ...all,
    // npm gives it the name of the folder.
    metadata: { ...all.metadata, component: { ...all.metadata.component, name: 'perennial' } },
    components,
    dependencies: [own!, ...others.filter(({ ref }) => released.has(ref))].map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((one) => released.has(one)),
    })),
  };
}

/** Each package that an installation has on some platform; the text of its license where it is installed here. */
export function licenseTexts(): string {
  const sections = releasedPackages().map(({ name, version, license, path }) => {
    const folder = join(root, path);
    const files = existsSync(folder) ? readdirSync(folder).filter((file) => LICENSE_FILE.test(file)) : [];
    const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version}`, `License: ${license}`, ...texts].join('\n\n');
  });
  return `${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
