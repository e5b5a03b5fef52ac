/** Packs the faces of a gallery into a block and a roster, page by page, with room for other work between the pages. */
import type { KeyObject } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Ports } from '../../../kernel/ports.ts';
import { BlockWriter } from '../../../engines/faces/search/block.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { memberKey, persistedFaces, persons } from '../store.ts';
import { openTemplate, placeOf, templateKey } from '../templates.ts';
import { Roster, packIds } from './roster.ts';

export interface Packed { roster: Roster; block: Uint8Array; owners: number }

export interface Packing {
  account: string;
  uid: string;
  /** Whether the faces belong to persons. */
  ofPersons: boolean;
  /** Only rows that are in it; without, all faces that there are. */
  only?: Roster;
  signal?: AbortSignal;
  /** From 0 to 1. */
  onProgress?: (done: number) => Promise<void>;
}

const PAGE = 250;
/** More than are counted may come while they are packed. */
const LATECOMERS = 1000;

export async function packFaces(packing: Packing, services: Pick<Ports, 'records' | 'keyring'>): Promise<Packed> {
  const { account, uid, only } = packing;
  for (;;) {
    const expected = only?.rows ?? await countFaces(account, uid, packing.ofPersons, services.records);
    const most = only ? expected : expected + LATECOMERS;
    const packed = await packUpTo(most, expected, packing, services);
    if (packed) return packed;
  }
}

/** Undefined where there are more. */
async function packUpTo(most: number, expected: number, { account, uid, ofPersons, only, signal, onProgress }: Packing, { records, keyring }: Pick<Ports, 'records' | 'keyring'>): Promise<Packed | undefined> {
  const writer = new BlockWriter(most);
  const ids: Buffer[] = [];
  const width = ofPersons ? 2 : 1;
  let key: KeyObject | undefined;
  let owners = 0;
  let last: string | undefined;
  for await (const { place, value } of pages(records, account, uid, signal)) {
    if (only && !only.has(place)) continue;
    if (writer.rows === most) return undefined;
    key ??= await templateKey(account, { records, keyring });
    if (place[0] !== last) owners++;
    last = place[0];
    writer.add({ owner: owners - 1, template: openTemplate(key!, value.template, placeOf(persistedFaces, account, memberKey(uid, ...place))) });
    ids.push(packIds(place));
    if (writer.rows % PAGE === 0) await onProgress?.(writer.rows / Math.max(1, expected));
  }
  return { roster: new Roster(Buffer.concat(ids), width), block: writer.finish(), owners };
}

/** All faces of a gallery in the order of their keys; `place` is the ids under which one lies. */
async function* pages(records: Records, account: string, uid: string, signal?: AbortSignal): AsyncGenerator<{ place: string[]; value: { template: string } }> {
  const prefix = memberKey(uid, '');
  for (let after = prefix; ;) {
    signal?.throwIfAborted();
    const page = await records.page(persistedFaces, account, { prefix, after, limit: PAGE });
    for (const { key, value } of page) yield { place: key.slice(prefix.length).split('/'), value };
    if (page.length < PAGE) return;
    after = page.at(-1)!.key;
    await otherWork();
  }
}

async function countFaces(account: string, uid: string, ofPersons: boolean, records: Records): Promise<number> {
  const prefix = memberKey(uid, '');
  let count = 0;
  for (let after = prefix; ;) {
    const page = ofPersons ? await records.page(persons, account, { prefix, after, limit: PAGE }) : await records.page(persistedFaces, account, { prefix, after, limit: PAGE });
    for (const { value } of page) count += 'faces' in value ? value.faces.length : 1;
    if (page.length < PAGE) return count;
    after = page.at(-1)!.key;
    await otherWork();
  }
}
