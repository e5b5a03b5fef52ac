/**
 * Searches of a gallery. What is searched is kept in memory as long as there is room: what training has packed, or, of a face list, what is
 * packed of its faces when it is first asked. What was deleted since is left out: whoever is found is looked up before he is told of.
 */
import type { CachedView } from '../../../kernel/record-cache.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { openBlock, sizeInBytes } from '../../../engines/faces/search/block.ts';
import type { Block } from '../../../engines/faces/search/block.ts';
import type { SearchedSize } from '../../../engines/faces/search/calibration.ts';
import { distanceBetween } from '../../../engines/faces/search/distance.ts';
import { nearestToEach } from '../../../engines/faces/search/scan.ts';
import type { Neighbour } from '../../../engines/faces/search/scan.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { Gallery, GalleryKind, Trained } from '../model.ts';
import { templatesOfPerson } from '../persons/face-templates.ts';
import { memberKey, persistedFaces, tallies, trained } from '../store.ts';
import { tallyKey } from '../galleries/limits.ts';
import type { Tally } from '../galleries/limits.ts';
import { placeOf, templateKey } from '../templates.ts';
import { packFaces } from '../training/pack.ts';
import { Roster } from '../training/roster.ts';
import { openParts } from '../training/sealed-parts.ts';

export interface SearchModel { block: Block; roster: Roster; owners: number }

/** A person of a group, or a face of a list, and how far it is. */
export interface Match { id: string; distance: number }

export interface Matches {
  /** For each template, the nearest first. */
  found: Match[][];
  /** What was searched; in a list each face counts as a person. */
  searched: SearchedSize;
}

const weigh = (model: SearchModel | undefined): number => model ? sizeInBytes(model.block) + model.roster.bytes.length : 0;

/** What training has made, by the uid of the gallery. */
export const trainedModel: CachedView<Trained, SearchModel | undefined> = {
  collection: trained,
  async load(read, context) {
    if (!read) return undefined;
    const { account, ports } = context;
    const { value: { blob, width, owners } } = read;
    const file = await ports.blobs.get(account, blob);
    if (!file) {
      // Trained anew, or deleted, since the record was read.
      const now = await ports.records.get(trained, account, read.key);
      if (now?.version === read.version) throw new Error(`The trained block ${blob} is missing.`);
      return await trainedModel.load(now, context);
    }
    const [ids, block] = await openParts((await templateKey(account, ports))!, file, placeOf(trained, account, read.key));
    return { block: await opened(block!, read.value.rows, ports), roster: new Roster(ids!, width), owners };
  },
  sizeOf: weigh,
};

/** Of a face list, by the key of its count, which changes with every face. */
const listModel: CachedView<Tally, SearchModel | undefined> = {
  collection: tallies,
  async load(read, { account, key, ports }) {
    if (!read || read.value.count === 0) return undefined;
    const { roster, block, owners } = await packFaces({ account, uid: key.slice(0, key.lastIndexOf('/')), ofPersons: false }, ports);
    return { block: openBlock(block), roster, owners };
  },
  sizeOf: weigh,
};

/** Blocks up to this size are opened and searched at once; larger ones in a thread, so that no other call waits. */
const ROWS_AT_ONCE = 4096;
const THREAD = new URL('../../../engines/faces/search/thread.ts', import.meta.url);
const BLOCK = new URL('../../../engines/faces/search/block.ts', import.meta.url);

/** The nearest in a gallery to each of some templates; undefined where the gallery is not trained, or a face list has no face. */
export async function nearestIn(kind: GalleryKind, { value: { uid } }: Stored<Gallery>, account: string, templates: readonly Float32Array[], { most, within }: { most: number; within?: number }, services: Ports): Promise<Matches | undefined> {
  const model = await (kind.isTrained ? services.cache.get(trainedModel, account, uid) : services.cache.get(listModel, account, tallyKey(uid, 0)));
  if (!model) return undefined;
  for (let asked = most; ;) {
    const rows = await search(model.block, { queries: templates, count: asked, perOwner: kind.holds === 'persons', ...within !== undefined && { within } }, services);
    const looked = await Promise.all(rows.map((neighbours, number) => lookUp(neighbours, templates[number]!, model.roster, { account, uid }, services)));
    // Who is gone, or farther than was packed, has taken the place of others, unless there are none.
    const short = Math.max(...looked.map(({ changed }, number) => rows[number]!.length === asked ? changed : 0), 0);
    if (asked - short >= most) return { found: looked.map(({ live }) => live.slice(0, most)), searched: { persons: model.owners, faces: model.block.rows } };
    asked = most + 2 * short;
  }
}

/** Those among the found who still are there, the nearest first, and how many are not as they were packed. */
async function lookUp(neighbours: readonly Neighbour[], template: Float32Array, roster: Roster, { account, uid }: { account: string; uid: string }, services: Ports): Promise<{ live: Match[]; changed: number }> {
  const live: Match[] = [];
  let changed = 0;
  for (const { row, distance } of neighbours) {
    const ids = roster.at(row);
    const isThere = await services.records.get(persistedFaces, account, memberKey(uid, ...ids)) !== undefined;
    if (isThere) live.push({ id: ids[0]!, distance });
    else {
      changed++;
      // The person may have other faces.
      const others = roster.width === 2 ? await templatesOfPerson(account, uid, ids[0]!, services) : [];
      if (others.length > 0) live.push({ id: ids[0]!, distance: Math.min(...others.map((other) => distanceBetween(template, other))) });
    }
  }
  return { live: live.sort((a, b) => a.distance - b.distance), changed };
}

async function opened(bytes: Buffer, rows: number, { threads }: Ports): Promise<Block> {
  if (rows <= ROWS_AT_ONCE) return openBlock(bytes);
  return await threads.run({ module: BLOCK, function: 'openBlock', input: bytes, transfer: [bytes.buffer as ArrayBuffer] });
}

async function search(block: Block, input: { queries: readonly Float32Array[]; count: number; perOwner: boolean; within?: number }, { threads }: Ports): Promise<Neighbour[][]> {
  const { queries, ...options } = input;
  if (block.rows <= ROWS_AT_ONCE) return nearestToEach(block, queries, options);
  return await threads.run({ module: THREAD, function: 'searchBlock', input: { block, ...input } });
}
