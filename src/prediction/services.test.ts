import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ports } from '../kernel/ports.ts';
import type { PoolOptions } from '../kernel/ports/workers.ts';
import { startPrediction } from './services.ts';

async function warmUps(warmThreads: number, answersCalls = true): Promise<{ kept: number[]; options: PoolOptions }> {
  const kept: number[] = [];
  let options: PoolOptions | undefined;
  const pool = { keepWarm: (count: number) => kept.push(count), close: () => Promise.resolve() };
  const workers = { start: (_kind: string, given: PoolOptions) => ((options = given), pool) };
  const started = startPrediction({ workers } as unknown as Ports, { recognizerMs: 250, warmThreads });
  assert.deepEqual(kept, [], 'nothing is started before the server listens');
  started.warmUp!({ answersCalls, runsJobs: true });
  await started.stop!();
  return { kept, options: options! };
}

test('keeps as many threads warm as configured, in processes that answer calls', async () => {
  assert.deepEqual((await warmUps(2)).kept, [2]);
  assert.deepEqual((await warmUps(0)).kept, []);
  assert.deepEqual((await warmUps(2, false)).kept, []);
});

test('warms up a thread by a function of its module, and leaves one to other accounts', async () => {
  const { options } = await warmUps(1);
  const { module, function: name, input } = options.warmUp!;
  assert.equal(typeof ((await import(module.href)) as Record<string, unknown>)[name], 'function');
  assert.equal(input, 'en-us');
  assert.equal(options.perAccount, options.count - 1);
});
