/**
 * The test sets of an app or project: files of texts with expected results, which the console runs against models, and the outcomes of
 * their last runs. All sets of one are read and replaced together; they are one blob, deleted with the app or project.
 */
import { Change } from '../kernel/change.ts';
import { collection } from '../kernel/collection.ts';
import type { Collection } from '../kernel/collection.ts';
import { etag, guard, writtenEtag } from '../kernel/conditions.ts';
import { reply } from '../kernel/operation.ts';
import type { Call, Reply } from '../kernel/operation.ts';
import type { Ports } from '../kernel/ports.ts';
import { Type } from '../kernel/schema.ts';

export const MAX_TEST_SET_BYTES = 8 * 2 ** 20;

const DateTime = Type.String({ format: 'date-time' });
const TestRun = Type.Object({
  model: Type.String({ maxLength: 500 }),
  runDateTime: DateTime,
  share: Type.Number({ minimum: 0, maximum: 1 }),
});
const TestSet = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 500 }),
  content: Type.String(),
  count: Type.Integer({ minimum: 0 }),
  addedDateTime: DateTime,
  runs: Type.Array(TestRun, { maxItems: 20 }),
});
export const TestSets = Type.Object({ value: Type.Array(TestSet, { maxItems: 100 }) });

export const EXAMPLE_TEST_SETS = {
  value: [
    {
      name: 'tests.tsv',
      content: 'BookFlight\tfly me to oslo\n',
      count: 1,
      addedDateTime: '2026-11-17T08:00:00Z',
      runs: [{ model: 'production', runDateTime: '2026-11-17T08:00:00Z', share: 1 }],
    },
  ],
};

export interface StoredTestSets {
  blob: string;
}

export function testSetCollection(name: string): Collection<StoredTestSets> {
  return collection<StoredTestSets>(name, { blobs: ({ blob }) => [blob], announced: true });
}

/** Where the test sets of an app or project are. */
export interface TestSetPlace {
  collection: Collection<StoredTestSets>;
  owner: string;
  key: string;
}

export async function readTestSets({ collection: from, owner, key }: TestSetPlace, { records, blobs }: Ports): Promise<Reply> {
  const stored = await records.get(from, owner, key);
  if (!stored) return reply(200, { value: [] });
  const bytes = await blobs.get(owner, stored.value.blob);
  if (!bytes) throw new Error(`The test sets ${stored.value.blob} are missing.`);
  return reply(200, JSON.parse(Buffer.from(bytes).toString('utf8')) as object, { headers: etag(stored) });
}

export async function replaceTestSets(
  { collection: to, owner, key }: TestSetPlace,
  call: Pick<Call, 'headers'> & { body: object },
  { records, blobs }: Ports,
): Promise<Reply> {
  const stored = await records.get(to, owner, key);
  const change = guard(call, new Change(), to, owner, key, stored);
  const blob = await blobs.put(owner, Buffer.from(JSON.stringify(call.body)));
  if (stored) change.replace(to, owner, stored, { blob });
  else change.create(to, owner, key, { blob });
  return reply(204, undefined, { change, headers: writtenEtag(change, to, owner, key) });
}
