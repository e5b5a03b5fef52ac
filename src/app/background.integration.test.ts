import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/support/memory-app.ts';
import { defineArea } from '../kernel/area.ts';
import type { ProcessRole } from '../kernel/area.ts';
import { plainDialect } from '../kernel/failures.ts';
import type { Ports } from '../kernel/ports.ts';

/** What happens to the services of an area, in order. */
async function lifeOf(role: 'all' | 'api' | 'worker'): Promise<string[]> {
  const life: string[] = [];
  const area = defineArea({
    name: 'example',
    title: 'Example',
    mounts: [],
    kinds: [],
    dialect: plainDialect,
    operations: [],
    settings: {},
    start(ports: Ports) {
      life.push('started');
      return {
        services: ports,
        warmUp: ({ answersCalls, runsJobs }: ProcessRole) =>
          void life.push(`warmed up for ${[answersCalls && 'calls', runsJobs && 'jobs'].filter(Boolean).join(' and ')}`),
        stop: () => Promise.resolve(void life.push('stopped')),
      };
    },
  });
  const app = await testApp({ areas: [area] }, ['--role', role]);
  life.push('created');
  await app.listen();
  await app.close();
  return life;
}

test('warms up the services of areas once the server listens, for what it does', async () => {
  assert.deepEqual(await lifeOf('all'), ['started', 'created', 'warmed up for calls and jobs', 'stopped']);
  assert.deepEqual(await lifeOf('api'), ['started', 'created', 'warmed up for calls', 'stopped']);
  assert.deepEqual(await lifeOf('worker'), ['started', 'created', 'warmed up for jobs', 'stopped']);
});
