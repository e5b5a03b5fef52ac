/**
 * A process of the scene `fuzz`: sends generated requests to one operation and version after the other until its time is over. Jobs that
 * the requests start run too, and an unexpected error of one counts as a problem.
 */
import { areas } from '../../src/areas.ts';
import { fuzzOperation, targetsOf } from '../../test/support/fuzz/fuzz-operation.ts';
import type { FuzzTarget } from '../../test/support/fuzz/fuzz-operation.ts';
import { management } from '../../test/support/management.ts';
import { testApp } from '../../test/support/memory-app.ts';
import type { TestApp } from '../../test/support/memory-app.ts';
import { Random } from '../../test/support/simulated-time.ts';

export interface FuzzTask {
  seed: number;
  endsAt: number;
  /** Of how many processes this one is which: each has its own part of the operations. */
  part: number;
  parts: number;
  /** A part of the name of an operation; all when empty. */
  only: string;
}

export interface FuzzReport {
  target: string;
  cases: number;
  statuses: [status: number, cases: number][];
  problems: string[];
  slow: string[];
}

/** Each operation is visited soon, and then for longer: what a call needs is prepared once in a visit. */
const CASES_OF_FIRST_VISIT = 50;
const CASES_OF_A_VISIT = 200;
/** It writes everything that the other requests have left. */
const CASES_OF_BACKUP = 2;
/** A new application after this number of visits: the accounts of the earlier ones would fill the memory. */
const VISITS_OF_AN_APP = 120;
const SLOW_MS = 2000;

const { seed, endsAt, part, parts, only } = JSON.parse(process.argv[2]!) as FuzzTask;
const targets = targetsOf([management, ...areas]).filter((target, i) => i % parts === part && target.operation.id.includes(only));
const random = new Random(seed + part);
let app: TestApp | undefined;
let jobProblems: string[] = [];
for (let visit = 0; Date.now() < endsAt; visit++) {
  if (visit % targets.length === 0) shuffle();
  if (!app || visit % VISITS_OF_AN_APP === 0) app = await nextApp();
  const target = targets[visit % targets.length]!;
  const { cases, statuses, problems, slow } = await fuzzOperation(app, target, {
    cases: casesOf(target, visit),
    seed: seed + Math.floor(visit / targets.length),
    slowMs: SLOW_MS,
  });
  const name = `${target.operation.id} ${target.mount.version}`;
  const describe = ({ problem, request }: { problem: string; request: string }): string => `${name}: ${problem} ← ${request}`;
  report({ target: name, cases, statuses: [...statuses], problems: problems.map(describe), slow: slow.map(describe) });
}
await app?.close().catch((error: unknown) => jobProblems.push(String(error)));
report({ target: 'jobs', cases: 0, statuses: [], problems: jobProblems, slow: [] });
process.disconnect();

function casesOf({ operation }: FuzzTarget, visit: number): number {
  if (operation.id === 'accounts.backup') return CASES_OF_BACKUP;
  return visit < targets.length ? CASES_OF_FIRST_VISIT : CASES_OF_A_VISIT;
}

function report(message: FuzzReport): void {
  process.send!(message);
}

function shuffle(): void {
  for (let i = targets.length - 1; i > 0; i--) {
    const j = random.integer(0, i);
    [targets[i], targets[j]] = [targets[j]!, targets[i]!];
  }
}

async function nextApp(): Promise<TestApp> {
  await app?.close().catch((error: unknown) => jobProblems.push(String(error)));
  if (jobProblems.length > 0) report({ target: 'jobs', cases: 0, statuses: [], problems: jobProblems, slow: [] });
  jobProblems = [];
  const logTo = { write: (line: string) => void jobProblems.push(line.slice(0, 2000)) };
  const next = await testApp({ logTo }, ['--log-level', 'error']);
  // Before secrets are guessed.
  await next.token();
  // One process runs jobs; the others send more requests in the same time.
  if (part === 0) await next.listen();
  return next;
}
