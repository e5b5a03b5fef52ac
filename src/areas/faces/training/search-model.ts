/**
 * The model that a search reads, built by training or, for a face list, from its faces at the first search. Cached in memory by the
 * server.
 */
import type { Change, Stored } from '../../../kernel/change.ts';
import type { CachedView, Ports } from '../../../kernel/ports.ts';
import { openBlock, sizeInBytes } from '../../../engines/faces/search/block.ts';
import type { Block } from '../../../engines/faces/search/block.ts';
import type { Tally, Trained } from '../model.ts';
import { tallies, trained } from '../store.ts';
import { ensureTemplateKey, readTemplateKey, sealContext } from '../templates.ts';
import { packFaces } from './pack.ts';
import type { PackedFaces } from './pack.ts';
import { Roster } from './roster.ts';
import { openParts, sealParts } from './sealed-parts.ts';

export interface SearchModel {
  block: Block;
  roster: Roster;
  owners: number;
}

/** Blocks with more rows are opened and searched in a thread, so that other calls do not wait. */
export const MAX_INLINE_ROWS = 4096;
const BLOCK_MODULE = new URL('../../../engines/faces/search/block.ts', import.meta.url);

const sizeOf = (model: SearchModel | undefined): number => (model ? sizeInBytes(model.block) + model.roster.bytes.length : 0);

/** The trained model of a gallery, by its uid. */
export const trainedModel: CachedView<Trained, SearchModel | undefined> = {
  collection: trained,
  async load(stored, context) {
    if (!stored) return undefined;
    const { account, ports } = context;
    const { blob, width, owners } = stored.value;
    const file = await ports.blobs.get(account, blob);
    if (!file) {
      // The gallery was trained again or deleted since the record was read.
      const current = await ports.records.get(trained, account, stored.key);
      if (current?.version === stored.version) throw new Error(`The trained block ${blob} is missing.`);
      return await trainedModel.load(current, context);
    }
    const [ids, block] = await openParts((await readTemplateKey(account, ports))!, file, sealContext(trained, account, stored.key));
    return { block: await openPackedBlock(block!, stored.value.rows, ports), roster: new Roster(ids!, width), owners };
  },
  sizeOf,
};

/** The model of a face list, by the key of its tally, which changes with every face. */
export const faceListModel: CachedView<Tally, SearchModel | undefined> = {
  collection: tallies,
  async load(tally, { account, key, ports }) {
    if (!tally || tally.value.count === 0) return undefined;
    const { roster, block, owners } = await packFaces({ account, uid: key.slice(0, key.lastIndexOf('/')), ofPersons: false }, ports);
    return { block: openBlock(block), roster, owners };
  },
  sizeOf,
};

/** Replaces the trained model of a gallery as part of the change. */
export async function saveModel(
  change: Change,
  {
    account,
    uid,
    packed: { roster, block, owners },
    previous,
    trainedAt,
  }: { account: string; uid: string; packed: PackedFaces; previous: Stored<Trained> | undefined; trainedAt: number },
  services: Ports,
): Promise<void> {
  const sealed = await sealParts(
    await ensureTemplateKey(change, account, services),
    [roster.bytes, block],
    sealContext(trained, account, uid),
  );
  const value: Trained = { blob: await services.blobs.put(account, sealed), rows: roster.rows, owners, width: roster.width, trainedAt };
  if (!previous) {
    change.create(trained, account, uid, value);
    return;
  }
  change.replace(trained, account, previous, value);
}

async function openPackedBlock(bytes: Buffer, rows: number, { threads }: Ports): Promise<Block> {
  if (rows <= MAX_INLINE_ROWS) return openBlock(bytes);
  return await threads.run({ module: BLOCK_MODULE, function: 'openBlock', input: bytes, transfer: [bytes.buffer as ArrayBuffer] });
}
