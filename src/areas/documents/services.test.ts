import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ports } from '../../kernel/ports.ts';
import type { ProcessTask } from '../../kernel/ports/workers.ts';
import { startDocuments } from './services.ts';

const SETTINGS = { analysisSeconds: 3600, pageSeconds: 60, analysisMemoryMb: 1536, ocrWeights: '/weights' } as const;

async function warmUps(warmReaders: number): Promise<Pick<ProcessTask, 'module' | 'function' | 'input'>[]> {
  const kept: Pick<ProcessTask, 'module' | 'function' | 'input'>[] = [];
  const processes = { keepWarm: (warmUp: (typeof kept)[number]) => kept.push(warmUp), close: () => Promise.resolve() };
  const ports = { workers: { concurrency: 2, startProcesses: () => processes }, maxUploadBytes: 1 } as unknown as Ports;
  const started = startDocuments(ports, { ...SETTINGS, warmReaders });
  assert.deepEqual(kept, [], 'nothing is loaded before the server listens');
  started.warmUp!({ answersCalls: true, runsJobs: true });
  await started.stop!();
  return kept;
}

test('keeps one process warm with the configured reader, unless it is turned off', async () => {
  const [warmUp, ...others] = await warmUps(1);
  assert.deepEqual([warmUp!.input, others], [{ weights: '/weights' }, []]);
  const module = (await import(warmUp!.module.href)) as Record<string, unknown>;
  assert.equal(typeof module[warmUp!.function], 'function');
  assert.deepEqual(await warmUps(0), []);
});
