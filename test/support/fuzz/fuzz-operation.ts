/** Sends generated requests to one operation in one version and checks every reply. */
import type { Area, Mount } from '../../../src/kernel/area.ts';
import { Bytes } from '../../../src/kernel/operation.ts';
import type { Operation } from '../../../src/kernel/operation.ts';
import { bodyCheck } from '../../../src/kernel/validation.ts';
import type { Check } from '../../../src/kernel/validation.ts';
import { vendorSchema } from '../../../src/kernel/aliases.ts';
import { errorMessageOf } from '../error-message.ts';
import type { TestApp, TestResponse } from '../memory-app.ts';
import { mountsOf } from '../mounts.ts';
import { prepareCall } from '../prepared-calls.ts';
import type { PreparedCall } from '../prepared-call.ts';
import { Random } from '../simulated-time.ts';
import { generateRequest } from './requests.ts';
import type { GeneratedRequest } from './requests.ts';

/** What no reply may contain: places in the code, of the machine, or in libraries. */
const LEAK = /node_modules|node:internal|\bat [\w.]+ \(|\/src\/|SQLITE_|\.ts:\d+/;
/** Deleting operations use up what was prepared. */
const CASES_BEFORE_NEW_ACCOUNT = { DELETE: 25, other: 200 } as const;
const MAX_KNOWN = 60;
const MAX_HANG_MS = 60_000;
/** On a machine that is busy with other work every call is slow: a slow one takes longer than this number of cheap ones. */
const SLOW_IN_CHEAP_CALLS = 100;

export interface FuzzTarget {
  area: Area;
  operation: Operation;
  mount: Mount;
}

export interface FuzzProblem {
  problem: string;
  request: string;
}

export interface FuzzResult {
  cases: number;
  /** Cases by status. */
  statuses: Map<number, number>;
  /** Calls that took longer than the limit twice. */
  slow: FuzzProblem[];
  problems: FuzzProblem[];
}

export interface FuzzOptions {
  cases: number;
  seed: number;
  slowMs?: number;
  /** Returns a call that succeeds; a new account has what it needs. */
  prepare?(): Promise<PreparedCall>;
}

export function targetsOf(areas: readonly Area[]): FuzzTarget[] {
  return areas.flatMap((area) =>
    area.operations.flatMap((operation) => mountsOf(area, operation).map((mount) => ({ area, operation, mount }))),
  );
}

/** A number that differs between targets, so that each has requests of its own. */
function seedOf(seed: number, { operation: { id }, mount: { version } }: FuzzTarget): number {
  let hash = seed;
  for (const character of `${id} ${version}`) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
  return hash;
}

export async function fuzzOperation(
  app: TestApp,
  target: FuzzTarget,
  { cases, seed, slowMs = Infinity, prepare = () => prepareCall(app, target.operation) }: FuzzOptions,
): Promise<FuzzResult> {
  const { operation, mount } = target;
  const random = new Random(seedOf(seed, target));
  const token = operation.needs === 'manager' ? await app.token() : undefined;
  const checks = checksOf(operation);
  const casesBeforeNewAccount = CASES_BEFORE_NEW_ACCOUNT[operation.method === 'DELETE' ? 'DELETE' : 'other'];
  const result: FuzzResult = { cases: 0, statuses: new Map(), slow: [], problems: [] };
  let known: string[] = [];
  let prepared: PreparedCall | undefined;
  for (; result.cases < cases; result.cases++) {
    if (result.cases % casesBeforeNewAccount === 0 || !prepared) {
      prepared = await prepare();
      known = Object.values(prepared.params);
    }
    const { key, params, headers, body } = prepared;
    const request = generateRequest(random, { operation, mount, params, headers, body, known });
    const call = async (): Promise<{ answer?: TestResponse; ms: number }> => {
      const startedAt = performance.now();
      const answer = await send(app, request, token === undefined ? { key } : { token });
      return { answer, ms: performance.now() - startedAt };
    };
    const { answer, ms } = await call();
    if (!answer) {
      result.problems.push({ problem: `no reply within ${MAX_HANG_MS} ms`, request: describeRequest(request) });
      continue;
    }
    if (ms > slowMs) {
      const again = await call();
      const startedAt = performance.now();
      await app.call({ method: 'GET', url: '/health' });
      const cheapMs = performance.now() - startedAt;
      if (again.ms > Math.max(slowMs, SLOW_IN_CHEAP_CALLS * cheapMs))
        result.slow.push({ problem: `took ${ms.toFixed(0)} and ${again.ms.toFixed(0)} ms`, request: describeRequest(request) });
    }
    result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1);
    const problem = problemOf(target, request, answer, checks);
    if (problem !== undefined) result.problems.push({ problem, request: describeRequest(request) });
    else if (answer.status < 300 && random.chance(0.2)) learn(random, known, answer.text);
  }
  return result;
}

async function send(
  app: TestApp,
  { method, url, headers, body }: GeneratedRequest,
  credentials: { key?: string; token?: string },
): Promise<TestResponse | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), MAX_HANG_MS)));
  try {
    return await Promise.race([app.call({ method, url, headers, body, ...credentials }), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

type Checks = ReadonlyMap<number, readonly Check[] | 'bytes' | 'empty'>;

/** By status; a reply has the names of the path that was called, neutral or the vendor's. */
function checksOf({ replies }: Operation): Checks {
  return new Map(
    Object.entries(replies).map(([status, schema]) => [
      Number(status),
      schema === null ? 'empty' : schema === Bytes ? 'bytes' : [bodyCheck(schema), bodyCheck(vendorSchema(schema))],
    ]),
  );
}

function problemOf(
  { area, operation }: FuzzTarget,
  { method, url }: GeneratedRequest,
  answer: TestResponse,
  checks: Checks,
): string | undefined {
  const { status, text } = answer;
  if (status >= 500) return `${status} ${text.slice(0, 500)}`;
  const leak = LEAK.exec(text.length > 20_000 ? text.slice(0, 20_000) : text);
  if (leak && !url.includes(encodeURIComponent(leak[0]))) return `leaks ${leak[0]}: ${text.slice(0, 500)}`;
  if (Object.keys(Object.prototype).length > 0 || ({} as { polluted?: true }).polluted) return 'Object.prototype has changed';
  if (method !== operation.method) return undefined;
  // A changed path may belong to another operation.
  if (status >= 400)
    return text === '' || errorMessageOf(area, parse(text)) !== undefined || /%2F|%5C|%3A/i.test(url)
      ? undefined
      : `no message: ${text.slice(0, 500)}`;
  const check = checks.get(status);
  if (check === undefined)
    return status === 302 || /%2F|%5C|%3A|\.\./i.test(url) ? undefined : `${status} is not among the replies: ${text.slice(0, 300)}`;
  if (check === 'empty') return text === '' ? undefined : `a body where none is declared: ${text.slice(0, 300)}`;
  if (check === 'bytes' || !String(answer.headers['content-type']).startsWith('application/json')) return undefined;
  return check.some((fits) => isAccepted(fits, text)) ? undefined : `the reply does not match its schema: ${text.slice(0, 500)}`;
}

function isAccepted(check: Check, text: string): boolean {
  try {
    check(JSON.parse(text));
    return true;
  } catch {
    return false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Adds short texts of a reply to those that later requests use. */
function learn(random: Random, known: string[], text: string): void {
  if (text.length > 50_000) return;
  for (const [, found] of text.matchAll(/"([^"\\]{1,64})"(?!:)/g)) {
    if (known.length < MAX_KNOWN) known.push(found!);
    else if (random.chance(0.1)) known[random.integer(0, MAX_KNOWN - 1)] = found!;
  }
}

function describeRequest({ method, url, headers, body }: GeneratedRequest): string {
  const text = Buffer.isBuffer(body) ? `base64:${body.toString('base64').slice(0, 2000)}` : JSON.stringify(body?.slice(0, 2000));
  return `${method} ${url.slice(0, 2000)} ${JSON.stringify(headers).slice(0, 500)} ${text ?? ''}`;
}
