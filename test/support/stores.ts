import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../src/storage/records/postgres/store.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { newDatabase } from './postgres.ts';

export interface StoreFixture {
  /** Opens the store; a second call opens the same data again. */
  open(now?: () => number): Promise<Store>;
  remove(): void;
}

/** A fixture for each store adapter, by name. */
export const storeFixtures: Record<string, () => Promise<StoreFixture>> = {
  'sqlite file': async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perennial-store-'));
    return { open: (now = Date.now) => openSqlite({ folder, now }), remove: () => rmSync(folder, { recursive: true, force: true }) };
  },
  'sqlite memory': async () => ({ open: (now = Date.now) => openSqlite({ now }), remove: () => {} }),
  postgres: async () => {
    const url = await newDatabase();
    return { open: (now = Date.now) => openPostgres({ url, now, onError: () => {} }), remove: () => {} };
  },
};
