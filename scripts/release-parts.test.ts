import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { licenseTexts, releaseNotes, releaseProblems } from './release-parts.ts';
import type { ReleaseState } from './release-parts.ts';

const CHANGELOG = `# Changelog

## 1.0.0-rc.1 - 2026-11-17

### Added
- A package.

## 0.9.0 - 2026-10-01

- Something older.
`;
const READY: ReleaseState = {
  version: '1.0.0-rc.1',
  lock: { version: '1.0.0-rc.1', packages: { '': { version: '1.0.0-rc.1' } } },
  changelog: CHANGELOG,
  chart: "name: perennial\nversion: 1.0.0-rc.1\nappVersion: '1.0.0-rc.1'\n",
  changedFiles: [],
  tags: [],
};

describe('a release', () => {
  test('is ready when versions agree, the changelog is cut and the tree is clean', () => assert.deepEqual(releaseProblems(READY), []));

  for (const [what, state, expected] of [
    ['a version that is none', { version: 'next' }, /^next is not a version$/],
    ['another version in the lock file', { lock: { version: '0.9.0', packages: { '': { version: '0.9.0' } } } }, /^package-lock\.json has/],
    ['another version in the chart', { chart: "version: 1.0.0-rc.1\nappVersion: '0.9.0'\n" }, /^the chart has appVersion 0\.9\.0/],
    ['unreleased changes', { changelog: `## Unreleased\n\n- More.\n\n${CHANGELOG}` }, /^CHANGELOG\.md starts with Unreleased/],
    ['no date', { changelog: CHANGELOG.replace(' - 2026-11-17', '') }, /^CHANGELOG\.md has no date/],
    ['no notes', { changelog: '## 1.0.0-rc.1 - 2026-11-17\n' }, /^CHANGELOG\.md says nothing/],
    ['changed files', { changedFiles: [' M README.md'] }, /^1 files have changes/],
    ['a tag', { tags: ['v1.0.0-rc.1'] }, /^the tag v1\.0\.0-rc\.1 exists$/],
  ] as const)
    test(`is not ready with ${what}`, () => {
      const problems = releaseProblems({ ...READY, ...state });
      assert.ok(
        problems.some((problem) => expected.test(problem)),
        problems.join('\n'),
      );
    });

  test('has the notes of its version only', () => {
    assert.equal(releaseNotes(CHANGELOG, '1.0.0-rc.1'), '### Added\n- A package.\n');
    assert.equal(releaseNotes(CHANGELOG, '1.0.0'), undefined);
  });

  test('names the license of every package, with its text where the package is installed', () => {
    const text = licenseTexts();
    assert.match(text, /^pino \S+\n\nLicense: MIT\n\n/m);
    assert.match(text, /Permission is hereby granted, free of charge/);
  });
});
