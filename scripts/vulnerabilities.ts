/** Known vulnerabilities of the packages of the release, as the registry answered last. */
import { createHash } from 'node:crypto';
import type { LockedPackage } from './locked-packages.ts';

export interface Vulnerabilities {
  checkedAt: string;
  /** Of the versions that were checked. */
  lockSha256: string;
  found: { name: string; severity: string }[];
}

/** What `npm audit --json` printed; throws when the registry did not answer, or refused the request, so that nothing was checked. */
export function readAudit(stdout: string, packages: readonly LockedPackage[], checkedAt: string): Vulnerabilities {
  let report: { statusCode?: number; metadata?: unknown; vulnerabilities?: Record<string, { severity: string }> };
  try {
    report = JSON.parse(stdout) as typeof report;
  } catch {
    report = {};
  }
  if (!report.metadata) {
    const answer = report.statusCode === undefined ? 'did not answer' : `refused the request (${report.statusCode})`;
    throw new Error(`known vulnerabilities: the registry ${answer}, so that nothing was checked`);
  }
  const found = Object.entries(report.vulnerabilities ?? {}).map(([name, { severity }]) => ({ name, severity }));
  return { checkedAt, lockSha256: lockSha256(packages), found };
}

/** How old the answer is, and whether it is about these versions, is in the note and no problem. */
export function checkVulnerabilities(packages: readonly LockedPackage[], known?: Vulnerabilities): { note: string; problems: string[] } {
  if (!known) return { note: 'known vulnerabilities: never checked; npm run audit asks the registry', problems: [] };
  const names = new Set(released(packages).map(({ name }) => name));
  const found = known.found.filter(({ name }) => names.has(name));
  const serious = found.filter(({ severity }) => severity === 'high' || severity === 'critical');
  const other = known.lockSha256 === lockSha256(packages) ? '' : ', for other versions of packages than these';
  return {
    note: `known vulnerabilities: as of ${known.checkedAt}${other}: ${serious.length}, and ${found.length - serious.length} less serious`,
    problems: serious.map(({ name, severity }) => `${name}: a known vulnerability, ${severity}`),
  };
}

function released(packages: readonly LockedPackage[]): LockedPackage[] {
  return packages.filter(({ isDev }) => !isDev);
}

function lockSha256(packages: readonly LockedPackage[]): string {
  const versions = released(packages).map(({ path, version }) => `${path}@${version}`);
  return createHash('sha256').update(versions.sort().join('\n')).digest('hex');
}
