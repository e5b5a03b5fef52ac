import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { packBlock, randomTemplate } from '../../../../test/support/random-templates.ts';
import { WorkerPool } from '../../../workers/pool.ts';
import { startThread } from '../../../workers/thread.ts';
import { Random } from '../../shared/random.ts';
import { openBlock, planesOf } from './block.ts';
import { searchBlock } from './thread.ts';
import type { BlockSearch } from './thread.ts';

const threads = new WorkerPool(startThread, { count: 2, memoryMb: 64 });
after(() => threads.close());
const search = (input: BlockSearch): Promise<unknown> =>
  threads.run({ module: new URL('./thread.ts', import.meta.url), function: 'searchBlock', input });

test('two threads scan one block concurrently with equal results', async () => {
  const random = new Random(3);
  const block = openBlock(
    packBlock(
      Array.from({ length: 5_000 }, (_, i) => ({ owner: i >> 2, template: randomTemplate(random) })),
      5_000,
    ),
  );
  const searches = Array.from({ length: 12 }, (_, i): BlockSearch => ({
    block,
    queries: [randomTemplate(random), randomTemplate(random)],
    count: 1 + 20 * i,
    perOwner: i % 2 === 1,
  }));
  assert.deepEqual(await Promise.all(searches.map(search)), searches.map(searchBlock));
});

test('a thread shares the memory of the block', async () => {
  const block = openBlock(packBlock([{ owner: 1, template: randomTemplate(new Random(1)) }], 1));
  planesOf(block.memory, 0, 1).owners[0] = 77;
  const found = (await search({ block, queries: [randomTemplate(new Random(2))], count: 1 })) as { owner: number }[][];
  assert.equal(found[0]![0]!.owner, 77);
});
