/**
 * The server with an additional area whose operations reveal lost or partial writes: a change of two records
 * that must stay equal, and a slow job that counts its effects.
 */
import { Type } from '../../src/kernel/schema.ts';
import { createApp } from '../../src/app.ts';
import { areas } from '../../src/areas.ts';
import { readConfig } from '../../src/config.ts';
import { defineArea } from '../../src/kernel/area.ts';
import { plainDialect } from '../../src/kernel/failures.ts';
import { operation, reply } from '../../src/kernel/operation.ts';
import { Change } from '../../src/kernel/change.ts';
import { collection } from '../../src/kernel/collection.ts';
import { sabotage } from './sabotage.ts';

const halves = collection<{ n: number }>('faults.halves');
const effects = collection<{ times: number }>('faults.effects');
const Count = Type.Object({ n: Type.Integer() });
const JOB = 'faults.slow';
/** The jobs that run in this process. */
const running = new Set<string>();

const faults = defineArea({
  name: 'faults',
  title: 'Faults',
  kinds: [],
  dialect: plainDialect,
  mounts: [{ base: '/faults', version: 'v1', marker: 'path' }],
  operations: [
    operation({
      id: 'faults.putPair',
      summary: '',
      route: 'PUT /pairs/{id}',
      needs: 'authoring',
      body: Count,
      replies: { 200: null },
      run: ({ account, params, body }) =>
        reply(200, undefined, {
          change: new Change().put(halves, account.id, `${params.id}/left`, body).put(halves, account.id, `${params.id}/right`, body),
        }),
    }),
    operation({
      id: 'faults.getPair',
      summary: '',
      route: 'GET /pairs/{id}',
      needs: 'authoring',
      replies: { 200: Type.Object({ left: Type.Integer(), right: Type.Integer() }) },
      async run({ account, params }, { records }) {
        const half = async (side: string): Promise<number> =>
          (await records.get(halves, account.id, `${params.id}/${side}`))?.value.n ?? -1;
        return reply(200, { left: await half('left'), right: await half('right') });
      },
    }),
    operation({
      id: 'faults.startJob',
      summary: '',
      route: 'POST /jobs',
      needs: 'authoring',
      body: Count,
      replies: { 202: Type.Object({ id: Type.String() }) },
      run({ account, body }, { jobs }) {
        const change = new Change();
        const { id } = jobs.enqueue(change, { account: account.id, kind: JOB, input: { ms: body.n } });
        return reply(202, { id }, { change });
      },
    }),
    operation({
      id: 'faults.getJob',
      summary: '',
      route: 'GET /jobs/{id}',
      needs: 'authoring',
      replies: { 200: Type.Object({ state: Type.String(), attempt: Type.Integer(), effects: Type.Integer() }) },
      async run({ account, params }, { jobs, records }) {
        const job = await jobs.get(account.id, params.id!);
        const effect = await records.get(effects, account.id, params.id!);
        return reply(200, { state: job?.value.state ?? 'absent', attempt: job?.value.attempt ?? 0, effects: effect?.value.times ?? 0 });
      },
    }),
    operation({
      id: 'faults.listRunning',
      summary: '',
      route: 'GET /running',
      needs: 'authoring',
      replies: { 200: Type.Object({ jobs: Type.Array(Type.String()) }) },
      run: () => reply(200, { jobs: [...running] }),
    }),
  ],
  jobs: {
    async [JOB]({ id, account, input }, { services, signal, progress }) {
      const end = performance.now() + (input as { ms: number }).ms;
      running.add(id);
      try {
        while (performance.now() < end) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          signal.throwIfAborted();
          await progress(0.5);
        }
      } finally {
        running.delete(id);
      }
      const read = await services.records.get(effects, account, id);
      const change = new Change();
      if (read) change.replace(effects, account, read, { times: read.value.times + 1 });
      else change.create(effects, account, id, { times: 1 });
      return { state: 'succeeded', change };
    },
  },
});

const { config } = readConfig({ argv: process.argv.slice(2), env: process.env });
const app = await createApp(config, { areas: [...areas, faults] });
if (process.env.PERENNIAL_SABOTAGE) sabotage(app.store, process.env.PERENNIAL_SABOTAGE, config.data);
const address = await app.listen();
process.stderr.write(`${JSON.stringify({ address, ...app.newKeys, adminSecret: app.adminSecret })}\n`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
