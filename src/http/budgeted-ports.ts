/** Ports that stop a call which reads too much for the HTTP thread. */
import type { Ports, Records } from '../kernel/ports.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import { ReadBudget } from '../kernel/read-budget.ts';

/** About ten milliseconds of reading, converting and writing JSON. */
const BUDGET = 512 * 1024;

export function withReadBudget(services: Ports): Ports {
  const budget = new ReadBudget(BUDGET);
  return { ...services, records: budgetedRecords(services.records, budget), blobs: budgetedBlobs(services.blobs, budget) };
}

function budgetedRecords(records: Records, budget: ReadBudget): Records {
  return replaceMethods<Records>(records, {
    get: (collection, account, key) => records.get(collection, account, key, budget),
    page: (collection, account, page) => records.page(collection, account, { ...page, budget }),
    find: (collection, account, index, range) => records.find(collection, account, index, { ...range, budget }),
    async readEvents(account, log, after, limit) {
      const events = await records.readEvents<never>(account, log, after, limit);
      for (const { text } of events) budget.spend(text.length);
      return events;
    },
  });
}

function budgetedBlobs(blobs: Blobs, budget: ReadBudget): Blobs {
  return replaceMethods<Blobs>(blobs, {
    async get(account, id) {
      const bytes = await blobs.get(account, id);
      if (bytes) budget.spend(bytes.length);
      return bytes;
    },
    async read(account, id) {
      const stream = await blobs.read(account, id);
      if (stream) budget.spend(stream.size);
      return stream;
    },
  });
}

function replaceMethods<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof T];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
