import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LockedPackage } from './locked-packages.ts';
import { checkVulnerabilities, readAudit } from './vulnerabilities.ts';

const locked = (name: string, isDev = false): LockedPackage => ({
  path: `node_modules/${name}`,
  name,
  version: '1.2.3',
  license: 'MIT',
  isDev,
  isOptional: false,
  hasInstallScript: false,
});
const PACKAGES = [locked('used'), locked('also-used'), locked('test-tool', true)];
const answer = (severities: Record<string, string>): string =>
  JSON.stringify({
    metadata: { vulnerabilities: { total: Object.keys(severities).length } },
    vulnerabilities: Object.fromEntries(Object.entries(severities).map(([name, severity]) => [name, { severity }])),
  });
const known = (severities: Record<string, string>) => readAudit(answer(severities), PACKAGES, '2026-01-05');

test('says that nothing was ever checked without a file', () => {
  const { note, problems } = checkVulnerabilities(PACKAGES);
  assert.match(note, /never checked/);
  assert.deepEqual(problems, []);
});

test('passes a file without findings', () => {
  assert.deepEqual(checkVulnerabilities(PACKAGES, known({})), {
    note: 'known vulnerabilities: as of 2026-01-05: 0, and 0 less serious',
    problems: [],
  });
});

test('fails for serious vulnerabilities of packages of the release', () => {
  const found = known({ used: 'critical', 'also-used': 'moderate', 'test-tool': 'high', 'no-longer-used': 'high' });
  assert.deepEqual(checkVulnerabilities(PACKAGES, found), {
    note: 'known vulnerabilities: as of 2026-01-05: 1, and 1 less serious',
    problems: ['used: a known vulnerability, critical'],
  });
});

test('says that a file is about other versions', () => {
  const updated = [{ ...PACKAGES[0]!, version: '1.2.4' }, ...PACKAGES.slice(1)];
  assert.match(checkVulnerabilities(updated, known({})).note, /for other versions/);
  assert.doesNotMatch(checkVulnerabilities([...PACKAGES].reverse(), known({})).note, /for other versions/);
});

test('takes no refusal of the registry for an answer', () => {
  const refusal = JSON.stringify({ statusCode: 405, error: { summary: '', detail: '' } });
  assert.throws(() => readAudit(refusal, PACKAGES, '2026-01-05'), /refused the request \(405\), so that nothing was checked/);
  assert.throws(() => readAudit('', PACKAGES, '2026-01-05'), /did not answer/);
});
