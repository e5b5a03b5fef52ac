import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Metrics } from './metrics.ts';
import type { GaugeSources } from './gauges.ts';

function metricsOf(sources: Partial<GaugeSources> = {}): Metrics {
  const metrics = new Metrics();
  metrics.addGauges({
    background: { jobsRunning: 1, tasksHeld: 2 },
    queueDelays: { read: () => Promise.resolve(new Map([['faces.train', 12.5]])) },
    damage: { count: 0 },
    admission: { isOverloaded: false, callsInFlight: 0 },
    bodies: { memory: { held: 0 }, disk: { held: 0 } },
    cache: { maxBytes: 100, counts: () => [{ collection: 'models', entries: 1, bytes: 50, hits: 3, misses: 1, evictions: 2 }] },
    connections: () => ({ busy: 3, idle: 4, waiting: 5, max: 10 }),
    storedSizes: () => Promise.resolve({ blobBytes: 7, blobCount: 1 }),
    ...sources,
  });
  return metrics;
}

async function printed(metrics: Metrics): Promise<Map<string, number>> {
  const lines = (await metrics.registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

test('prints what is asked for at each request', async () => {
  const found = await printed(metricsOf());
  const expected = {
    'perennial_job_queue_delay_seconds{kind="faces.train"}': 12.5,
    perennial_singleton_tasks_held: 2,
    'perennial_cache_reads_total{collection="models",result="hit"}': 3,
    'perennial_cache_reads_total{collection="models",result="miss"}': 1,
    'perennial_cache_evictions_total{collection="models"}': 2,
    'perennial_cache_bytes{collection="models"}': 50,
    perennial_cache_max_bytes: 100,
    'perennial_postgres_connections{state="busy"}': 3,
    'perennial_postgres_connections{state="idle"}': 4,
    perennial_postgres_waiting: 5,
    perennial_postgres_connections_max: 10,
    perennial_blob_stored_bytes: 7,
    perennial_blobs_stored: 1,
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(found.get(name), value, name);
  assert.ok(!found.has('perennial_database_bytes'));
});

test('does not count twice what is read twice', async () => {
  const metrics = metricsOf();
  for (const _ of [1, 2]) assert.equal((await printed(metrics)).get('perennial_cache_reads_total{collection="models",result="hit"}'), 3);
});

test('answers without what the store cannot say', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const never = Promise.withResolvers<never>().promise;
  for (const read of [() => Promise.reject(new Error('down')), () => never]) {
    const metrics = metricsOf({ queueDelays: { read }, storedSizes: () => never, connections: () => undefined });
    const reading = printed(metrics);
    await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(1000);
    const found = await reading;
    for (const [name] of found) assert.doesNotMatch(name, /queue_delay|postgres|stored/);
    assert.equal(found.get('perennial_jobs_running'), 1);
  }
});

test('counts work by what it was and how it ended', async () => {
  const metrics = metricsOf();
  metrics.report({ work: 'commit', outcome: 'conflict' }, 1000, 1500);
  metrics.report({ work: 'blob', adapter: 's3', operation: 'put', bytes: 10, outcome: 'done' }, 0, 1);
  metrics.report({ work: 'blob', adapter: 's3', operation: 'get', bytes: 4, outcome: 'done' }, 0, 1);
  metrics.report({ work: 'blob', adapter: 's3', operation: 'put', bytes: 99, outcome: 'failed' }, 0, 1);
  metrics.report({ work: 'task', pool: 'thread', task: 'predict', outcome: 'done' }, 0, 1);
  metrics.report({ work: 'fetch', method: 'GET', outcome: 'failed' }, 0, 1);
  metrics.failed('RateExceeded');
  metrics.failed('ModelExists');
  metrics.lease('job', 'lost');
  metrics.jobClaimed('faces.train', 2);
  const found = await printed(metrics);
  const expected = {
    'perennial_commit_seconds_sum{outcome="conflict"}': 0.5,
    'perennial_blob_seconds_count{adapter="s3",operation="put",outcome="failed"}': 1,
    'perennial_blob_transferred_bytes_total{adapter="s3",direction="written"}': 10,
    'perennial_blob_transferred_bytes_total{adapter="s3",direction="read"}': 4,
    'perennial_task_seconds_count{pool="thread",task="predict",outcome="done"}': 1,
    'perennial_fetch_seconds_count{outcome="failed"}': 1,
    'perennial_limits_refused_total{reason="RateExceeded"}': 1,
    'perennial_limits_refused_total{reason="QuotaExceeded"}': 0,
    'perennial_leases_total{of="job",event="lost"}': 1,
    'perennial_job_wait_seconds_sum{kind="faces.train"}': 2,
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(found.get(name), value, name);
  assert.ok(![...found.keys()].some((name) => name.includes('ModelExists')));
});
