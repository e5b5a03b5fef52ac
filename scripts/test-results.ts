/** A reporter of node:test for scripts/test.ts: one JSON line for each test that passed, failed or was skipped. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestEvent } from 'node:test/reporters';

export interface TestResult {
  outcome: 'passed' | 'failed' | 'skipped';
  name: string;
  file: string;
  reason?: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));

export default async function* testResults(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, file = '', skip, todo, details } = event.data;
    const isSkipped = skip !== undefined || todo !== undefined;
    // The tests of a suite are reported individually, unless the whole suite is skipped.
    if (details.type === 'suite' && !isSkipped) continue;
    const result: TestResult = {
      outcome: isSkipped ? 'skipped' : event.type === 'test:pass' ? 'passed' : 'failed',
      name,
      file: relative(root, file),
    };
    if (isSkipped) result.reason = [skip, todo].find((text) => typeof text === 'string') ?? 'no reason given';
    yield `${JSON.stringify(result)}\n`;
  }
}
