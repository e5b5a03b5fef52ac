/**
 * npm run bench -- suites --python FOLDER: the tests that the vendor ships with its Python clients, run live against a server of ours with
 * the clients as released. FOLDER (or PERENNIAL_SUITES) has a folder for each client, as in the vendor's repository, with its `tests`; the
 * clients themselves, pytest and the vendor's test tools are installed for PROGRAM (--program, by default python3). What is not there is
 * skipped and counted. Other variables of the tests, such as containers of training documents, are taken from the environment as they
 * are. The counts go to results.json, which docs/clients.md shows.
 *
 * Options: --python FOLDER · --program PROGRAM · --only CLIENT,… · --write (results.json)
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPython } from '../../../test/support/python.ts';
import type { Python } from '../../../test/support/python.ts';
import { MAIN, startServer, stopServer } from '../http/servers.ts';
import type { RunningServer } from '../http/servers.ts';

export interface SuiteResult {
  client: string;
  version: string;
  passed: number;
  failed: number;
  skipped: number;
  /** The day. */
  on: string;
}

/**
 * Environment variables in which the tests of a client look for a resource, endpoint and key. Those that end in `_MULTI_SLOT` are of
 * another resource, since a loop of several slots has another policy.
 */
const SUITES: Readonly<Record<string, readonly [endpoint: string, key: string][]>> = {
  'azure-ai-documentintelligence': [['DOCUMENTINTELLIGENCE_ENDPOINT', 'DOCUMENTINTELLIGENCE_API_KEY']],
  'azure-ai-formrecognizer': [['FORMRECOGNIZER_TEST_ENDPOINT', 'FORMRECOGNIZER_TEST_API_KEY']],
  'azure-ai-language-conversations': [
    ['AZURE_CONVERSATIONS_ENDPOINT', 'AZURE_CONVERSATIONS_KEY'],
    ['AZURE_CONVERSATIONS_WORKFLOW_ENDPOINT', 'AZURE_CONVERSATIONS_WORKFLOW_KEY'],
    ['CONVERSATIONS_ENDPOINT', 'CONVERSATIONS_KEY'],
  ],
  'azure-ai-language-conversations-authoring': [['AUTHORING_ENDPOINT', 'AUTHORING_KEY']],
  'azure-ai-personalizer': [
    ['PERSONALIZER_ENDPOINT_SINGLE_SLOT', 'PERSONALIZER_API_KEY_SINGLE_SLOT'],
    ['PERSONALIZER_ENDPOINT_MULTI_SLOT', 'PERSONALIZER_API_KEY_MULTI_SLOT'],
  ],
  'azure-ai-textanalytics': [
    ['TEXTANALYTICS_TEST_ENDPOINT', 'TEXTANALYTICS_TEST_API_KEY'],
    ['TEXTANALYTICS_CUSTOM_TEXT_ENDPOINT', 'TEXTANALYTICS_CUSTOM_TEXT_KEY'],
  ],
  'azure-ai-textanalytics-authoring': [
    ['AUTHORING_ENDPOINT', 'AUTHORING_KEY'],
    ['AZURE_TEXT_AUTHORING_ENDPOINT', 'AZURE_TEXT_AUTHORING_KEY'],
  ],
  'azure-ai-vision-face': [['AZURE_FACE_API_ENDPOINT', 'AZURE_FACE_API_ACCOUNT_KEY']],
};
const RESULTS = new URL('results.json', import.meta.url);

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      python: { type: 'string', default: process.env['PERENNIAL_SUITES'] ?? '' },
      program: { type: 'string' },
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const clients = Object.keys(SUITES).filter((client) => values.only?.split(',').includes(client) ?? true);
  const python = findPython([...clients, 'pytest'], values.program === undefined ? undefined : [values.program]);
  const reasonToSkip = (client: string): string | undefined => {
    if (values.python === '' || !existsSync(join(values.python, client, 'tests'))) return 'no tests in the folder';
    if (!python) return 'no Python';
    return python.packages.has(client) ? undefined : `not installed for ${python.program}`;
  };
  const skipped = clients.filter((client) => reasonToSkip(client) !== undefined);
  for (const client of skipped) console.log(`skipped ${client}: ${reasonToSkip(client)!}`);
  console.log(`${clients.length - skipped.length} suites, ${skipped.length} skipped`);
  const data = mkdtempSync(join(tmpdir(), 'perennial-suites-'));
  const results: SuiteResult[] = [];
  try {
    for (const client of clients.filter((one) => !skipped.includes(one))) {
      const start = (name: string): Promise<RunningServer> =>
        startServer([MAIN, 'serve', '--port', '0', '--data', join(data, name), '--json', '--log-level', 'warn']);
      const servers = [await start(client), await start(`${client}-2`)] as const;
      try {
        results.push(await runSuite(client, join(values.python, client), python!, servers));
      } finally {
        for (const server of servers) await stopServer(server);
      }
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  if (values.write && results.length > 0) writeFileSync(RESULTS, `${JSON.stringify(merge(results), null, 2)}\n`);
}

async function runSuite(
  client: string,
  folder: string,
  { program, packages }: Python,
  [first, second]: readonly [RunningServer, RunningServer],
): Promise<SuiteResult> {
  const version = packages.get(client)!;
  const report = join(mkdtempSync(join(tmpdir(), 'suite-')), 'report.xml');
  const named = SUITES[client]!.flatMap(([endpoint, key]) => {
    const { port, key: value } = key.endsWith('_MULTI_SLOT') ? second : first;
    return [
      [endpoint, `http://127.0.0.1:${port}`],
      [key, value],
    ];
  });
  const child = spawn(program, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', `--junitxml=${report}`, 'tests'], {
    cwd: folder,
    env: { ...process.env, AZURE_TEST_RUN_LIVE: 'true', AZURE_SKIP_LIVE_RECORDING: 'true', ...(Object.fromEntries(named) as object) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
  const counts = existsSync(report) ? readCounts(readFileSync(report, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
  console.log(`${client} ${version}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return { client, version, ...counts, on: new Date().toISOString().slice(0, 10) };
}

/** The counts of a report in the format of JUnit. */
export function readCounts(xml: string): Pick<SuiteResult, 'passed' | 'failed' | 'skipped'> {
  let [tests, failed, skipped] = [0, 0, 0];
  for (const [suite] of xml.matchAll(/<testsuite\b[^>]*>/g)) {
    const of = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
    tests += of('tests');
    failed += of('failures') + of('errors');
    skipped += of('skipped');
  }
  return { passed: tests - failed - skipped, failed, skipped };
}

/** Results of clients that were not run this time stay. */
function merge(results: readonly SuiteResult[]): SuiteResult[] {
  const known = JSON.parse(readFileSync(RESULTS, 'utf8')) as SuiteResult[];
  const all = new Map([...known, ...results].map((one) => [one.client, one]));
  return [...all.values()].sort((a, b) => (a.client < b.client ? -1 : 1));
}
