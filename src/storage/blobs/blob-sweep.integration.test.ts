/** Blobs go with their last record, on every store. */
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import { storeFixtures } from '../../../test/support/stores.ts';
import type { StoreFixture } from '../../../test/support/stores.ts';
import { stopPostgres } from '../../../test/support/postgres.ts';
import { Change } from '../../kernel/change.ts';
import { collection } from '../../kernel/collection.ts';
import type { Store } from '../../kernel/ports/store.ts';
import { deleteReleasedBlobs, sweepOrphans } from './blob-sweep.ts';
import { MemoryBlobs } from './memory/blobs.ts';

interface Photo {
  blobs: string[];
  until?: number;
}
const photos = collection<Photo>('test.photos', { blobs: (photo) => photo.blobs, expiresAt: ({ until }) => until });
const notes = collection<{ text: string }>('test.notes', { indexes: { text: ({ text }) => [text] } });

after(stopPostgres);

for (const [name, makeFixture] of Object.entries(storeFixtures)) {
  describe(`blobs of deleted records: ${name}`, () => {
    let fixture: StoreFixture;
    let store: Store;
    let blobs: MemoryBlobs;
    let now: number;
    beforeEach(async () => {
      now = 1000;
      fixture = await makeFixture();
      store = await fixture.open(() => now);
      blobs = new MemoryBlobs(() => now);
    });
    afterEach(async () => {
      await store.close();
      fixture.remove();
    });

    const put = (text: string): Promise<string> => blobs.put('a', Buffer.from(text));
    const pass = (): Promise<number> => deleteReleasedBlobs(store, blobs, 0);
    const left = async (...ids: string[]): Promise<boolean[]> =>
      await Promise.all(ids.map(async (id) => (await blobs.get('a', id)) !== undefined));

    test('go when the record is deleted, cleared, replaced, swept or erased', async () => {
      const ids = await Promise.all(['deleted', 'cleared', 'replaced', 'expired', 'kept', 'next'].map(put));
      const [deleted, cleared, replaced, expired, kept, next] = ids as [string, string, string, string, string, string];
      await store.commit(
        new Change()
          .put(photos, 'a', 'deleted', { blobs: [deleted, kept] })
          .put(photos, 'a', 'cleared/1', { blobs: [cleared] })
          .put(photos, 'a', 'replaced', { blobs: [replaced, kept] })
          .put(photos, 'a', 'expired', { blobs: [expired], until: 2000 })
          .put(notes, 'a', 'note', { text: 'blob' }),
      );
      assert.equal(await pass(), 0);
      const [read] = await store.page(photos, 'a', { prefix: 'deleted', limit: 1 });
      const note = await store.get(notes, 'a', 'note');
      await store.commit(
        new Change()
          .delete(photos, 'a', read!)
          .delete(notes, 'a', note!)
          .clear(photos, 'a', 'cleared/')
          .put(photos, 'a', 'replaced', { blobs: [next, kept] }),
      );
      now = 3000;
      assert.equal(await store.sweep(10), 1);
      assert.equal(await pass(), 4);
      assert.deepEqual(await left(...ids), [false, false, false, false, true, true]);
      assert.deepEqual(await store.releasedBlobs(0, 10), []);
      await store.erase('a');
      assert.equal(await pass(), 2);
      assert.deepEqual(await left(kept, next), [false, false]);
    });

    test('stay while another record names them', async () => {
      const shared = await put('shared');
      await store.commit(new Change().put(photos, 'a', '1', { blobs: [shared] }).put(photos, 'a', '2', { blobs: [shared] }));
      await store.commit(new Change().clear(photos, 'a', '1'));
      assert.equal(await pass(), 0);
      assert.deepEqual(await left(shared), [true]);
      await store.commit(new Change().clear(photos, 'a', '2'));
      assert.equal(await pass(), 1);
    });

    test('stay for those who have just read the record', async () => {
      const blob = await put('read');
      await store.commit(new Change().put(photos, 'a', '1', { blobs: [blob] }));
      await store.commit(new Change().clear(photos, 'a', '1'));
      assert.equal(await deleteReleasedBlobs(store, blobs, 60_000), 0);
      assert.equal(await pass(), 1);
    });

    test('stay on the list when deleting fails, and when they were released again', async () => {
      const blob = await put('again');
      await store.commit(new Change().put(photos, 'a', '1', { blobs: [blob] }));
      await store.commit(new Change().clear(photos, 'a', '1'));
      await assert.rejects(deleteReleasedBlobs(store, { delete: () => Promise.reject(new Error('disk')) }, 0), /disk/);
      const [listed] = await store.releasedBlobs(0, 10);
      await store.forgetReleased([{ ...listed!, released: listed!.released - 1 }]);
      assert.equal(await pass(), 1);
    });

    test('a rejected change releases nothing', async () => {
      const blob = await put('rejected');
      await store.commit(new Change().put(photos, 'a', '1', { blobs: [blob] }));
      await assert.rejects(store.commit(new Change().expectAbsent(photos, 'a', '1').clear(photos, 'a', '1')));
      assert.equal(await pass(), 0);
    });

    test('those that never got a record are found with one question for many', async () => {
      const ids = await Promise.all(Array.from({ length: 1200 }, (_, n) => put(`${n}`)));
      await blobs.put('b', Buffer.from('of another account'));
      await store.commit(new Change().put(photos, 'a', '1', { blobs: ids.slice(0, 700) }));
      let questions = 0;
      const counting = { usedBlobs: (...args: Parameters<Store['usedBlobs']>) => (questions++, store.usedBlobs(...args)) };
      assert.equal(await sweepOrphans(counting, blobs, 2000), 501);
      assert.equal(questions, 4);
      assert.deepEqual(await left(ids[0]!, ids[699]!, ids[700]!, ids[1199]!), [true, true, false, false]);
    });

    test('those that never got a record are found by their age', async () => {
      const [named, orphan] = [await put('named'), await put('orphan')];
      await store.commit(new Change().put(photos, 'a', '1', { blobs: [named] }));
      now = 2000;
      const young = await put('young');
      assert.equal(await sweepOrphans(store, blobs, 1000), 0);
      assert.equal(await sweepOrphans(store, blobs, 2000), 1);
      assert.deepEqual(await left(named, orphan, young), [true, false, true]);
    });
  });
}
