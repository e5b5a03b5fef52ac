/** What runs in a worker thread when faces are looked for: see `workers/thread.ts`. */
import type { Block } from './block.ts';
import { groupTemplates } from './grouping.ts';
import type { Grouping } from './grouping.ts';
import type { Neighbor, SearchOptions } from './scan.ts';
import { nearestToEach } from './scan.ts';

export interface BlockSearch extends SearchOptions {
  /** Its memory is shared, so that handing it over costs nothing. */
  block: Block;
  queries: readonly Float32Array[];
}

/** The nearest rows to each query, in the order of the queries. */
export function searchBlock({ block, queries, ...options }: BlockSearch): Neighbor[][] {
  return nearestToEach(block, queries, options);
}

/** The groups of more faces than a call groups itself. */
export function groupFaces(templates: readonly Float32Array[]): Grouping {
  return groupTemplates(templates);
}
