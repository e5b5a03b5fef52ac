/** Searches the person directory, all of it or some persons, for those nearest to faces. */
import type { SearchedSize } from '../../../engines/faces/search/calibration.ts';
import type { CachedView, Ports } from '../../../kernel/ports.ts';
import type { DynamicGroup, RecognitionModel } from '../model.ts';
import { searchModel } from '../search/search-gallery.ts';
import type { Match, Matches, SearchedRows } from '../search/search-gallery.ts';
import { directoryUid, dynamicGroups, groupMembers, idFromKey } from '../store.ts';
import { readPages } from '../training/pack.ts';
import { ID_BYTES, packIds } from '../training/roster.ts';
import { trainedModel } from '../training/search-model.ts';
import type { SearchModel } from '../training/search-model.ts';
import { recentKey } from './index-jobs.ts';

/** Sorted ids of persons, each of ID_BYTES. */
export interface PersonIds {
  readonly bytes: Buffer;
}

export function toPersonIds(ids: Iterable<string>): PersonIds {
  return { bytes: packIds([...new Set(ids)].sort()) };
}

/** The persons of a dynamic group, by its id. */
export const groupPersons: CachedView<DynamicGroup, PersonIds | undefined> = {
  collection: dynamicGroups,
  async load(group, { account, ports: { records } }) {
    if (!group) return undefined;
    const parts: Buffer[] = [];
    for await (const page of readPages(records, groupMembers, account, group.value.uid))
      parts.push(packIds(page.map(({ key }) => idFromKey(key))));
    return { bytes: Buffer.concat(parts) };
  },
  sizeOf: (persons) => persons?.bytes.length ?? 0,
};

/** The rows of both models that a search compares with. */
interface Selection {
  parts: SearchedRows[];
  searched: SearchedSize;
}

/** The nearest persons to each template; of all persons if `persons` is omitted. */
export async function searchDirectory(
  account: string,
  model: RecognitionModel,
  templates: readonly Float32Array[],
  { persons, max }: { persons?: PersonIds | undefined; max: number },
  services: Ports,
): Promise<Matches> {
  const uid = directoryUid(model);
  // In this order: a merge adds faces to the main model before the recent one loses them.
  const recent = await services.cache.get(trainedModel, account, recentKey(uid));
  const main = await services.cache.get(trainedModel, account, uid);
  const { parts, searched } = persons ? selectPersons(persons, main, recent) : selectAll(main, recent);
  const found = await Promise.all(parts.map((part) => searchModel(part, { account, uid }, templates, { max }, services)));
  return { candidates: templates.map((_, i) => nearestOfEach(found.map((matches) => matches[i]!)).slice(0, max)), searched };
}

/** One match per person, the nearest first. */
function nearestOfEach(lists: readonly Match[][]): Match[] {
  const byId = new Map<string, Match>();
  for (const match of lists.flat()) {
    const other = byId.get(match.id);
    if (!other || match.distance < other.distance) byId.set(match.id, match);
  }
  return [...byId.values()].sort((a, b) => a.distance - b.distance);
}

/** The last selection for a list of persons or, for all persons, for a recent model: the same until one of the models changes. */
const selections = new WeakMap<object, { main: SearchModel | undefined; recent: SearchModel | undefined; selection: Selection }>();

function remember(key: object, main: SearchModel | undefined, recent: SearchModel | undefined, select: () => Selection): Selection {
  const last = selections.get(key);
  if (last && last.main === main && last.recent === recent) return last.selection;
  const selection = select();
  selections.set(key, { main, recent, selection });
  return selection;
}

function selectAll(main: SearchModel | undefined, recent: SearchModel | undefined): Selection {
  const parts = [recent, main].filter((model) => model !== undefined).map((model) => ({ model }));
  if (!main || !recent) return { parts, searched: { persons: parts[0]?.model.owners ?? 0, faces: parts[0]?.model.block.rows ?? 0 } };
  return remember(recent, main, recent, () => {
    let [persons, faces] = [main.owners, main.roster.rows];
    let last: string | undefined;
    for (let row = 0; row < recent.roster.rows; row++) {
      const ids = recent.roster.idsAt(row);
      if (!main.roster.has(ids)) faces++;
      if (ids[0] !== last && isEmpty(main.roster.rowsOf(packIds([ids[0]!])))) persons++;
      last = ids[0];
    }
    return { parts, searched: { persons, faces } };
  });
}

function selectPersons(persons: PersonIds, main: SearchModel | undefined, recent: SearchModel | undefined): Selection {
  return remember(persons, main, recent, () => {
    const [mainRows, recentRows]: [number[], number[]] = [[], []];
    const searched = { persons: 0, faces: 0 };
    for (let at = 0; at < persons.bytes.length; at += ID_BYTES) {
      const personId = persons.bytes.subarray(at, at + ID_BYTES);
      const inMain = main ? pushRows(main, personId, mainRows) : 0;
      const inRecent = recent ? pushRows(recent, personId, recentRows) : 0;
      if (inMain + inRecent > 0) searched.persons++;
      searched.faces += inMain;
    }
    for (const row of recentRows) if (!main?.roster.has(recent!.roster.idsAt(row))) searched.faces++;
    const parts = [
      { model: recent, rows: recentRows },
      { model: main, rows: mainRows },
    ].flatMap(({ model, rows }) => (model && rows.length > 0 ? [{ model, rows: toShared(rows) }] : []));
    return { parts, searched };
  });
}

/** Adds the rows of a person; returns how many there are. */
function pushRows({ roster }: SearchModel, personId: Uint8Array, rows: number[]): number {
  const [first, end] = roster.rowsOf(personId);
  for (let row = first; row < end; row++) rows.push(row);
  return end - first;
}

/** In shared memory, so that a thread gets it by reference. */
function toShared(rows: readonly number[]): Uint32Array {
  const shared = new Uint32Array(new SharedArrayBuffer(4 * rows.length));
  shared.set(rows);
  return shared;
}

function isEmpty([first, end]: readonly [number, number]): boolean {
  return first === end;
}
