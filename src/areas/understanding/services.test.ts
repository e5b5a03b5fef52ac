import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Ports } from '../../kernel/ports.ts';
import type { ThreadTask } from '../../kernel/ports/workers.ts';
import { startUnderstanding } from './services.ts';

async function warmUps(context: TestContext, warmThreads: number, answersCalls = true): Promise<string[]> {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const ran: string[] = [];
  const threads = {
    run: async ({ function: name, input }: Pick<ThreadTask, 'function' | 'input'>) => void ran.push(`${name} ${String(input)}`),
    close: () => Promise.resolve(),
  };
  const ports = { workers: { startThreads: () => threads } } as unknown as Ports;
  const started = startUnderstanding(ports, { recognizerMs: 250, warmThreads });
  started.warmUp!({ answersCalls, runsJobs: true });
  assert.deepEqual(ran, [], 'nothing is built while the server starts');
  context.mock.timers.tick(10_000);
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  await started.stop!();
  context.mock.timers.reset();
  return ran;
}

test('builds the tables of as many threads as configured, in processes that answer calls', async (context) => {
  assert.deepEqual(await warmUps(context, 2), ['warmCulture en-us', 'warmCulture en-us']);
  assert.deepEqual(await warmUps(context, 1), ['warmCulture en-us']);
  assert.deepEqual(await warmUps(context, 0), []);
  assert.deepEqual(await warmUps(context, 2, false), []);
});
