/** Packs the faces of a gallery into a block and a roster, one page at a time, yielding to other work between pages. */
import type { KeyObject } from 'node:crypto';
import { setImmediate as yieldToOtherWork } from 'node:timers/promises';
import type { Ports } from '../../../kernel/ports.ts';
import { BlockWriter } from '../../../engines/faces/search/block.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { Collection } from '../../../kernel/collection.ts';
import { memberKey, pendingFaces, persistedFaces } from '../store.ts';
import { openTemplate, readTemplateKey, sealContext } from '../templates.ts';
import { Roster, packIds } from './roster.ts';

export interface PackedFaces {
  roster: Roster;
  block: Uint8Array;
  owners: number;
}

export interface PackOptions {
  account: string;
  uid: string;
  /** Whether the faces belong to persons. */
  ofPersons: boolean;
  /** Packs only faces that are in this roster; all faces if omitted. */
  onlyRows?: Roster;
  /** Packs only pending faces, of the person directory. */
  onlyPending?: boolean;
  signal?: AbortSignal;
  /** From 0 to 1. */
  onProgress?: (done: number) => Promise<void>;
}

const PAGE_SIZE = 250;
/** Room for faces that are added while the gallery is packed. */
const SPARE_ROWS = 1000;

export async function packFaces(options: PackOptions, services: Pick<Ports, 'records' | 'keyring'>): Promise<PackedFaces> {
  const { account, uid, onlyRows, onlyPending } = options;
  for (;;) {
    const expected = onlyRows?.rows ?? (await countFaces(services.records, account, uid, onlyPending));
    const maxRows = onlyRows ? expected : expected + SPARE_ROWS;
    const packed = await packUpTo(maxRows, expected, options, services);
    if (packed) return packed;
  }
}

/** Returns undefined if there are more than `maxRows` faces. */
async function packUpTo(
  maxRows: number,
  expected: number,
  { account, uid, ofPersons, onlyRows, onlyPending, signal, onProgress }: PackOptions,
  { records, keyring }: Pick<Ports, 'records' | 'keyring'>,
): Promise<PackedFaces | undefined> {
  const writer = new BlockWriter(maxRows);
  const packedIds: Buffer[] = [];
  const width = ofPersons ? 2 : 1;
  let key: KeyObject | undefined;
  let owners = 0;
  let lastOwner: string | undefined;
  const faces = onlyPending ? readPendingFaces(records, account, uid, signal) : readFaces(records, account, uid, signal);
  for await (const { ids, template } of faces) {
    if (onlyRows && !onlyRows.has(ids)) continue;
    if (writer.rows === maxRows) return undefined;
    key ??= await readTemplateKey(account, { records, keyring });
    if (ids[0] !== lastOwner) owners++;
    lastOwner = ids[0];
    writer.add({ owner: owners - 1, template: openTemplate(key!, template, sealContext(persistedFaces, account, memberKey(uid, ...ids))) });
    packedIds.push(packIds(ids));
    if (writer.rows % PAGE_SIZE === 0) await onProgress?.(writer.rows / Math.max(1, expected));
  }
  return { roster: new Roster(Buffer.concat(packedIds), width), block: writer.finish(), owners };
}

function countFaces(records: Records, account: string, uid: string, onlyPending = false): Promise<number> {
  const prefix = memberKey(uid, '');
  return onlyPending ? records.count(pendingFaces, account, prefix) : records.count(persistedFaces, account, prefix);
}

interface StoredFace {
  /** Of the person, if any, and the face. */
  ids: string[];
  template: string;
}

/** All faces of a gallery in key order. */
async function* readFaces(records: Records, account: string, uid: string, signal?: AbortSignal): AsyncGenerator<StoredFace> {
  for await (const page of readPages(records, persistedFaces, account, uid, signal))
    for (const { key, value } of page) yield { ids: idsFromKey(key), template: value.template };
}

/** The pending faces in key order. */
async function* readPendingFaces(records: Records, account: string, uid: string, signal?: AbortSignal): AsyncGenerator<StoredFace> {
  for await (const page of readPages(records, pendingFaces, account, uid, signal)) {
    const faces = await Promise.all(page.map(({ key }) => records.get(persistedFaces, account, key)));
    for (const face of faces) if (face) yield { ids: idsFromKey(face.key), template: face.value.template };
  }
}

/** All records of a gallery in key order, yielding to other work between pages. */
export async function* readPages<T>(
  records: Records,
  collection: Collection<T>,
  account: string,
  uid: string,
  signal?: AbortSignal,
): AsyncGenerator<Stored<T>[]> {
  const prefix = memberKey(uid, '');
  for (let after = prefix; ;) {
    signal?.throwIfAborted();
    const page = await records.page(collection, account, { prefix, after, limit: PAGE_SIZE });
    yield page;
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)!.key;
    await yieldToOtherWork();
  }
}

/** The ids of the person, if any, and the face. */
export function idsFromKey(key: string): string[] {
  return key.split('/').slice(1);
}
