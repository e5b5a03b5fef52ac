/**
 * The steps of `npm run check`, `npm test` and the nightly lane, and which test file runs in which of them. The name of a file says it:
 * `x.test.ts` beside the source is a unit test, without servers, databases and real weights; `x.integration.test.ts` may use them;
 * `x.deep.test.ts` takes too long for every merge.
 */
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const cores = Math.min(availableParallelism(), 8);

/** `check` is for each change, `merge` for what is merged, `deep` for each night. */
export type Lane = 'check' | 'merge' | 'deep';

/** One process of a step. */
export interface Run {
  name: string;
  args: readonly string[];
  hasTests?: boolean;
  env?: Readonly<Record<string, string>>;
}
export interface Step {
  name: string;
  lane: Lane;
  runs: readonly Run[];
  /** Runs at the end, with nothing beside it: it measures. */
  isAlone?: boolean;
}

export const packageFile = (path: string): string => join(root, 'node_modules', path);
/** Version 7 checks in a third of the time; dependency-cruiser and scripts/check-messages.ts need the interface of version 6. */
const TYPESCRIPT = packageFile('typescript7/bin/tsc');
const SOURCES = ['src', 'console', 'test', 'lab', 'scripts', 'deploy'];
const SEED = 'scripts/test-seed.ts';
const SPECIAL = /\.(integration|deep)\.test\.ts$/;

function check(name: string, ...args: string[]): Step {
  return { name, lane: 'check', runs: [{ name, args }] };
}

function filesOf(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).sort();
}

function plainFilesOf(...patterns: string[]): string[] {
  return filesOf(...patterns).filter((file) => !SPECIAL.test(file));
}

/** Files that share processes, because loading the modules takes most of the time: as many processes as `shards`, each with the `first`. */
function together(name: string, lane: Lane, files: readonly string[], { shards = 1, first = [] as readonly string[] } = {}): Step {
  const runs = Array.from({ length: shards }, (_, shard) => ({
    name: shards === 1 ? name : `${name}-${shard + 1}`,
    args: ['--test', '--test-isolation=none', ...first, ...files.filter((_file, i) => i % shards === shard)],
    hasTests: true,
  }));
  return { name, lane, runs };
}

/** A process for each file. */
function apart(name: string, lane: Lane, files: readonly string[], env?: Run['env']): Step {
  return { name, lane, runs: files.map((file) => ({ name: file, args: [file], hasTests: true, env })) };
}

/** Files that use one server take turns in a few processes, the others have one each. */
function sharing(name: string, lane: Lane, files: readonly string[]): Step {
  const { shared = [], own = [] } = Object.groupBy(files, (file) =>
    readFileSync(join(root, file), 'utf8').includes('/shared-server.ts') ? 'shared' : 'own',
  );
  return { name, lane, runs: [...together(`${name}-shared`, lane, shared, { shards: cores }).runs, ...apart(name, lane, own).runs] };
}

/** More than 20 seconds of CPU each: they start before the others of their step. */
export const SLOW_FILES: readonly string[] = [
  ...Array.from({ length: cores }, (_, i) => `acceptance-shared-${i + 1}`),
  ...[
    ...['acceptance/forms-v2', 'acceptance/documents', 'acceptance/migration', 'acceptance/documents-building', 'acceptance/faces'],
    ...['acceptance/large-requests', 'acceptance/understanding'],
    ...['clients/documents-building', 'clients/documents', 'clients/snippets', 'clients/face'],
    ...['faults/projects-kill-sqlite', 'faults/faces-bad-input', 'faults/ranking-processes'],
  ].map((name) => `test/${name}.test.ts`),
];

/** In the order in which they start: the longest first. */
export const STEPS: readonly Step[] = [
  check('types', TYPESCRIPT),
  check('lint', packageFile('oxlint/bin/oxlint'), '--quiet'),
  together('unit', 'check', plainFilesOf('{src,console,lab,scripts,deploy}/**/*.test.ts'), {
    shards: Math.min(cores, 4),
    first: [SEED, 'scripts/test-limit.ts'],
  }),
  together('contract', 'check', plainFilesOf('test/contract/*.test.ts'), { shards: Math.min(cores, 4) }),
  check('format', packageFile('oxfmt/bin/oxfmt'), '--check'),
  check('imports', packageFile('dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', 'scripts/import-rules.mjs', ...SOURCES),
  check('unused', packageFile('knip/bin/knip.js'), '--no-progress'),
  check('console-types', TYPESCRIPT, '-p', 'console'),
  check('browser-types', TYPESCRIPT, '-p', 'test/browser'),
  check('docs-types', TYPESCRIPT, '-p', 'scripts/site/browser'),
  check('docs', 'scripts/docs.ts', '--check', '--no-examples'),
  check('folders', 'scripts/check-folders.ts'),
  check('messages', 'scripts/check-messages.ts'),
  check('language', 'scripts/check-language.ts'),
  check('promises', 'scripts/check-promises.ts'),
  check('dependencies', 'scripts/check-dependencies.ts'),
  { name: 'examples', lane: 'merge', runs: [{ name: 'examples', args: ['scripts/docs.ts', '--check'] }] },
  together('integration', 'merge', filesOf('{src,lab,scripts,test/contract}/**/*.integration.test.ts'), {
    shards: Math.min(cores, 4),
    first: [SEED],
  }),
  together('storage', 'merge', plainFilesOf('test/storage/*.test.ts')),
  apart('deploy', 'merge', plainFilesOf('test/deploy/*.test.ts')),
  together('browser', 'merge', plainFilesOf('test/browser/*.test.ts'), { shards: cores }),
  { name: 'guard', lane: 'merge', isAlone: true, runs: [{ name: 'guard', args: ['lab/bench/guard/main.ts', '--check'] }] },
  apart('faults', 'merge', plainFilesOf('test/faults/*.test.ts')),
  sharing('acceptance', 'merge', plainFilesOf('test/{acceptance,clients,upgrade}/*.test.ts')),
  ...['acceptance', 'browser', 'clients', 'deploy', 'faults', 'upgrade'].map((folder) =>
    apart(`deep-${folder}`, 'deep', filesOf(`test/${folder}/*.deep.test.ts`)),
  ),
  apart('kills', 'deep', plainFilesOf('test/faults/*kill*.test.ts'), { TEST_KILLS: '10' }),
];
