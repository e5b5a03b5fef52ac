import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { licenseTexts, releaseNotes, releaseProblems, releasedSbom } from './release-parts.ts';
import type { ReleaseState, Sbom } from './release-parts.ts';

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

  test('lists the packages that it installs, also those that tests use too', () => {
    const all: Sbom = {
      metadata: { component: { name: 'a-folder' } },
      components: ['server@1.0.0', 'shared@2.0.0', 'test-tool@3.0.0'].map((ref) => ({ 'bom-ref': ref })),
      dependencies: [
        { ref: 'perennial@1.0.0', dependsOn: ['server@1.0.0', 'test-tool@3.0.0'] },
        { ref: 'server@1.0.0', dependsOn: ['shared@2.0.0'] },
        { ref: 'test-tool@3.0.0', dependsOn: ['shared@2.0.0'] },
      ],
    };
    const released = [
      { name: 'server', version: '1.0.0' },
      { name: 'shared', version: '2.0.0' },
    ];
    assert.deepEqual(releasedSbom(all, released), {
      metadata: { component: { name: 'perennial' } },
      components: [{ 'bom-ref': 'server@1.0.0' }, { 'bom-ref': 'shared@2.0.0' }],
      dependencies: [
        { ref: 'perennial@1.0.0', dependsOn: ['server@1.0.0'] },
        { ref: 'server@1.0.0', dependsOn: ['shared@2.0.0'] },
      ],
    });
    assert.throws(() => releasedSbom(all, [...released, { name: 'lost', version: '1.0.0' }]), /lacks lost@1\.0\.0/);
  });

  test('names the license of every package, with its text where the package is installed', () => {
    const text = licenseTexts();
    assert.match(text, /^pino \S+\n\nLicense: MIT\n\n/m);
    assert.match(text, /Permission is hereby granted, free of charge/);
  });
});
