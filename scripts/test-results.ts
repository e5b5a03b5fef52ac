/** A reporter of node:test for scripts/test.ts: one JSON line for each test that passed, failed or was skipped. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestEvent } from 'node:test/reporters';

export interface TestResult {
  outcome: 'passed' | 'failed' | 'skipped';
  name: string;
  file: string;
  durationMs: number;
  /** Why it was skipped. */
  reason?: string;
  /** The first lines of what it failed with. */
  error?: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const ERROR_LINES = 12;

/** node:test wraps what was thrown. */
type TestError = Error & { failureType?: string };

export default async function* testResults(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, file = '', skip, todo, details } = event.data;
    const error: TestError | undefined = event.type === 'test:fail' ? event.data.details.error : undefined;
    const isSkipped = skip !== undefined || todo !== undefined;
    const hasOwnFailure = error !== undefined && error.failureType !== 'subtestsFailed';
    // The tests of a suite are reported individually, unless the whole suite is skipped or a hook of it fails.
    if (details.type === 'suite' && !isSkipped && !hasOwnFailure) continue;
    const result: TestResult = {
      outcome: isSkipped ? 'skipped' : error ? 'failed' : 'passed',
      name,
      file: relative(root, file),
      durationMs: details.duration_ms,
    };
    if (isSkipped) result.reason = [skip, todo].find((text) => typeof text === 'string') ?? 'no reason given';
    else if (error) result.error = firstLines(error);
    yield `${JSON.stringify(result)}\n`;
  }
}

function firstLines(error: TestError): string {
  const thrown = error.cause instanceof Error ? error.cause : error;
  const lines = thrown.message.trim().split('\n');
  const place = thrown.stack?.split('\n').find((line) => /^ +at .*file:/.test(line) && !line.includes('/node_modules/'));
  if (lines.length > ERROR_LINES) lines.splice(ERROR_LINES, Infinity, '…');
  if (place) lines.push(place.trim().replaceAll(new URL('..', import.meta.url).href, ''));
  return lines.join('\n');
}
