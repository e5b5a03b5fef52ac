import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ports } from '../../kernel/ports.ts';
import type { PoolOptions } from '../../kernel/ports/workers.ts';
import { startDocuments } from './services.ts';

const SETTINGS = { analysisSeconds: 3600, pageSeconds: 60, analysisMemoryMb: 1536, ocrWeights: '/weights' } as const;

async function warmUps(warmReaders: number): Promise<{ kept: number[]; options: PoolOptions }> {
  const kept: number[] = [];
  let options: PoolOptions | undefined;
  const pool = { keepWarm: (count: number) => kept.push(count), close: () => Promise.resolve() };
  const workers = { concurrency: 2, start: (_kind: string, given: PoolOptions) => ((options = given), pool) };
  const started = startDocuments({ workers, maxUploadBytes: 1 } as unknown as Ports, { ...SETTINGS, warmReaders });
  assert.deepEqual(kept, [], 'nothing is loaded before the server listens');
  started.warmUp!({ answersCalls: true, runsJobs: true });
  await started.stop!();
  return { kept, options: options! };
}

test('keeps one process warm when configured, with the configured reader', async () => {
  const { kept, options } = await warmUps(1);
  const { module, function: name, input } = options.warmUp!;
  assert.deepEqual([kept, input], [[1], { weights: '/weights' }]);
  assert.equal(typeof ((await import(module.href)) as Record<string, unknown>)[name], 'function');
  assert.deepEqual((await warmUps(0)).kept, [0]);
});
