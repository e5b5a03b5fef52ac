/**
 * Searches a gallery for the members nearest to a template. Deleted members may still be in the model, so each match is looked up
 * before it is returned.
 */
import type { Ports } from '../../../kernel/ports.ts';
import type { Block } from '../../../engines/faces/search/block.ts';
import type { SearchedSize } from '../../../engines/faces/search/calibration.ts';
import { distanceBetween } from '../../../engines/faces/search/distance.ts';
import { nearestToEach } from '../../../engines/faces/search/scan.ts';
import type { Neighbor } from '../../../engines/faces/search/scan.ts';
import type { Stored } from '../../../kernel/change.ts';
import { tallyKey } from '../limits.ts';
import type { Gallery, GalleryKind } from '../model.ts';
import { memberKey, persistedFaces } from '../store.ts';
import { readPersonTemplates } from '../templates.ts';
import type { Roster } from '../training/roster.ts';
import { MAX_INLINE_ROWS, faceListModel, trainedModel } from '../training/search-model.ts';
import type { SearchModel } from '../training/search-model.ts';

/** A person of a group, or a face of a list, and its distance. */
export interface Match {
  id: string;
  distance: number;
}

export interface Matches {
  /** For each template, the nearest first. */
  candidates: Match[][];
  /** Size of the searched model; in a list each face counts as a person. */
  searched: SearchedSize;
}

const THREAD_MODULE = new URL('../../../engines/faces/search/thread.ts', import.meta.url);

/** The nearest members to each template; undefined if the gallery is not trained or a face list is empty. */
export async function searchGallery(
  kind: GalleryKind,
  { value: { uid } }: Stored<Gallery>,
  account: string,
  templates: readonly Float32Array[],
  { max, within }: { max: number; within?: number },
  services: Ports,
): Promise<Matches | undefined> {
  const { cache } = services;
  const model = await (kind.needsTraining ? cache.get(trainedModel, account, uid) : cache.get(faceListModel, account, tallyKey(uid, 0)));
  if (!model) return undefined;
  return {
    candidates: await searchModel({ model }, { account, uid }, templates, { max, within }, services),
    searched: { persons: model.owners, faces: model.block.rows },
  };
}

/** A model, or some of its rows. */
export interface SearchedRows {
  model: SearchModel;
  rows?: Uint32Array;
}

/** For each template the nearest members that still exist, the nearest first. */
export async function searchModel(
  { model: { block, roster }, rows }: SearchedRows,
  gallery: { account: string; uid: string },
  templates: readonly Float32Array[],
  { max, within }: { max: number; within?: number | undefined },
  services: Ports,
): Promise<Match[][]> {
  for (let count = max; ;) {
    const options = { count, perOwner: roster.width === 2, ...(within !== undefined && { within }), ...(rows && { rows }) };
    const neighbors = await searchBlock(block, { queries: templates, ...options }, services);
    const lookups = await Promise.all(neighbors.map((found, i) => lookUpMatches(found, templates[i]!, roster, gallery, services)));
    // Deleted or changed members have displaced others: search again with a larger count, unless there are no more.
    const displaced = Math.max(...lookups.map(({ changed }, i) => (neighbors[i]!.length === count ? changed : 0)), 0);
    if (count - displaced >= max) return lookups.map(({ existing }) => existing.slice(0, max));
    count = max + 2 * displaced;
  }
}

/** The matches that still exist, the nearest first, and how many differ from the model. */
async function lookUpMatches(
  neighbors: readonly Neighbor[],
  template: Float32Array,
  roster: Roster,
  { account, uid }: { account: string; uid: string },
  services: Ports,
): Promise<{ existing: Match[]; changed: number }> {
  const existing: Match[] = [];
  let changed = 0;
  for (const { row, distance } of neighbors) {
    const ids = roster.idsAt(row);
    if (await services.records.get(persistedFaces, account, memberKey(uid, ...ids))) {
      existing.push({ id: ids[0]!, distance });
      continue;
    }
    changed++;
    // The person may have other faces.
    const others = roster.width === 2 ? await readPersonTemplates(account, uid, ids[0]!, services) : [];
    if (others.length > 0) existing.push({ id: ids[0]!, distance: Math.min(...others.map((other) => distanceBetween(template, other))) });
  }
  return { existing: existing.sort((a, b) => a.distance - b.distance), changed };
}

async function searchBlock(
  block: Block,
  input: { queries: readonly Float32Array[]; count: number; perOwner: boolean; within?: number; rows?: Uint32Array },
  { threads }: Ports,
): Promise<Neighbor[][]> {
  const { queries, ...options } = input;
  if ((input.rows?.length ?? block.rows) <= MAX_INLINE_ROWS) return nearestToEach(block, queries, options);
  return await threads.run({ module: THREAD_MODULE, function: 'searchBlock', input: { block, ...input } });
}
