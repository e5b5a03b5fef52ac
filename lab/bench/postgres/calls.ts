/** What is measured: calls of the store that every size of database must answer at the same cost. */
import { Change } from '../../../src/kernel/change.ts';
import { SYSTEM, collection } from '../../../src/kernel/collection.ts';
import { DUE, dueTerm, jobs } from '../../../src/kernel/job.ts';
import type { Job } from '../../../src/kernel/job.ts';
import type { Store } from '../../../src/kernel/ports/store.ts';
import { ACCOUNTS, GROUP, accountOf, keyOf } from './fill.ts';
import type { Filled } from './fill.ts';

interface Thing {
  n: number;
  tag: string;
  until?: number;
}
const things = collection<Thing>('bench.things', { indexes: { tag: ({ tag }) => [tag] }, expiresAt: ({ until }) => until });

export interface MeasuredCall {
  name: string;
  calls: number;
  run(n: number): Promise<unknown>;
  /** Not measured. */
  prepare?(n: number): Promise<unknown>;
}

const PAGE = 100;

/** A fixed sequence of places all over the data. */
const scattered = (n: number, below: number): number => Math.floor((n * 0.6180339887 * below) % below);

export function measuredCalls(store: Store, { records, positions }: Filled): MeasuredCall[] {
  const perAccount = records / ACCOUNTS;
  const at = (n: number): [string, number] => [accountOf(n % ACCOUNTS), scattered(n, Math.max(1, perAccount - PAGE))];
  const position = (n: number): number => scattered(n, positions - PAGE);
  const small = (n: number): string => `small-${records}-${n}`;
  let made = 0;
  const newJob = (n: number): Job => ({
    id: `${records}-${made++}`,
    account: accountOf(n % ACCOUNTS),
    kind: 'bench.job',
    input: {},
    state: 'notStarted',
    progress: 0,
    attempt: 0,
    dueAt: 1,
    createdAt: 1,
    updatedAt: 1,
    expiresAt: Date.now() + 3600_000,
    errors: [],
  });
  return [
    { name: 'read a record', calls: 2000, run: (n) => store.get(things, at(n)[0], keyOf(at(n)[1])) },
    { name: 'page of 100 records', calls: 300, run: (n) => store.page(things, at(n)[0], { after: keyOf(at(n)[1]), limit: PAGE }) },
    {
      name: 'page of a prefix that 10 records have',
      calls: 1000,
      run: (n) => store.page(things, at(n)[0], { prefix: keyOf(at(n)[1]).split('/')[0], limit: PAGE }),
    },
    { name: 'count of a prefix that 10 have', calls: 1000, run: (n) => store.count(things, at(n)[0], keyOf(at(n)[1]).split('/')[0]) },
    {
      name: 'look up by index',
      calls: 1000,
      run: (n) => store.find(things, at(n)[0], 'tag', { from: `t${at(n)[1]}`, to: `t${at(n)[1]}`, limit: PAGE }),
    },
    { name: 'read 100 events, anywhere', calls: 300, run: (n) => store.readEvents(at(n)[0], 'log', position(n), PAGE) },
    { name: 'read the newest event', calls: 1000, run: (n) => store.readEvents(at(n)[0], 'log', positions - 1, 1) },
    { name: 'append an event', calls: 1000, run: (n) => store.commit(new Change().append(at(n)[0], `new-${records}`, { n })) },
    {
      name: 'replace a record and its index entry',
      calls: 1000,
      run: (n) => store.commit(new Change().put(things, at(n)[0], keyOf(at(n)[1]), { n, tag: `t${at(n)[1]}` })),
    },
    { name: 'count a call', calls: 1000, run: (n) => store.commit(new Change().count(at(n)[0], `operation-${n % 20}`, '2026-11', 1)) },
    { name: 'read the counts of a month', calls: 1000, run: (n) => store.counters(at(n)[0], '2026-11') },
    {
      name: 'write an audit entry',
      calls: 1000,
      run: (n) => store.commit(new Change().count(at(n)[0], 'a', 'b', 1).audit(at(n)[0], { n })),
    },
    {
      name: 'job: enqueue, find, claim, complete',
      calls: 500,
      async run(n) {
        const job = newJob(n);
        await store.commit(new Change().create(jobs, SYSTEM, `${job.account}/${job.id}`, job));
        const [read] = await store.find(jobs, SYSTEM, DUE, { to: dueTerm(Date.now()), limit: 64 });
        const running = new Change().replace(jobs, SYSTEM, read!, {
          ...read!.value,
          state: 'running',
          attempt: 1,
          dueAt: Date.now() + 60_000,
        });
        await store.commit(running);
        const claimed = { key: read!.key, version: running.puts[0]!.version, value: read!.value };
        await store.commit(new Change().replace(jobs, SYSTEM, claimed, { ...read!.value, state: 'succeeded' }));
      },
    },
    {
      name: 'sweep 100 expired records',
      calls: 5,
      async prepare(n) {
        const change = new Change();
        for (let i = 0; i < 100; i++) change.put(things, small(n), `e${i}`, { n, tag: 'expiring', until: 1 });
        await store.commit(change);
      },
      run: () => store.sweep(100),
    },
    {
      name: 'drop 1,000 old events of a log of 2,000',
      calls: 5,
      async prepare(n) {
        const change = new Change();
        for (let i = 0; i < 2000; i++) change.append(small(n), 'log', { i });
        await store.commit(change);
        await new Promise((resolve) => setTimeout(resolve, 5));
      },
      run: (n) => store.dropEvents(small(n), 'log', Date.now()),
    },
    {
      name: `erase an account of 1,000 records and 2,000 events`,
      calls: 5,
      async prepare(n) {
        const change = new Change();
        for (let i = 0; i < 1000; i++) change.put(things, small(n), keyOf(i), { n, tag: `t${i % GROUP}` });
        for (let i = 0; i < 2000; i++) change.append(small(n), 'other', { i });
        await store.commit(change);
      },
      run: (n) => store.erase(small(n)),
    },
  ];
}
