import { setTimeout as wait } from 'node:timers/promises';
import { BlobPlaces } from '../app/blobs.ts';
import type { Config } from '../config.ts';
import { formatBlobLocation, parseBlobLocation, BLOB_LOCATIONS } from '../storage/blobs/blob-location.ts';
import { deleteMoved, moveBlobs, MoveRefused } from '../storage/blobs/move-blobs.ts';
import type { MoveProgress } from '../storage/blobs/move-blobs.ts';
import type { BlobPlaceRecord } from '../storage/blobs/blob-place.ts';
import { textFlag, UsageError } from './command.ts';
import type { Command, Invocation } from './command.ts';
import { openToRead } from './stores.ts';

const PRINT_MS = 2000;
/** Time for those who are reading from the old place. */
const GRACE_MS = 5000;

export const blobs: Command = {
  summary: 'Show where blobs are stored, or move them to another place while servers run',
  usage: '[move --to PLACE [--from PLACE] [--delete-source] [--except-damaged]]',
  flags: {
    to: { type: 'string', help: `where to move them: ${BLOB_LOCATIONS}; the setting --blobs when omitted` },
    from: { type: 'string', help: 'where they are now; the move is refused if they are elsewhere' },
    'delete-source': { type: 'boolean', help: 'delete them from the old place once all are in the new one' },
    'except-damaged': { type: 'boolean', help: 'complete the move without blobs that are damaged' },
  },
  async run({ config, args, flags, json, print }) {
    const places = new BlobPlaces(config);
    try {
      const record = await places.record();
      if (args[0] === undefined) return await show(places, record, print);
      if (args[0] !== 'move' || args.length > 1) throw new UsageError(`blobs: unknown command ${args.join(' ')}; see --help`);
      return await move({ config, places, record, flags, json, print });
    } catch (error) {
      if (error instanceof MoveRefused) throw new UsageError(error.message);
      throw error;
    } finally {
      await places.close();
    }
  },
};

async function show(places: BlobPlaces, record: BlobPlaceRecord, print: Invocation['print']): Promise<number> {
  const place = await record.read();
  if (!place) {
    print({ wanted: places.wanted }, [`There are no blobs yet; they will be at ${places.wanted}`]);
    return 0;
  }
  const opened = await places.open(place.at);
  const { count, bytes } = await opened.usage();
  await opened.close();
  print({ ...place, count, bytes }, [
    `${count} blobs of ${bytes} bytes at ${place.at}`,
    ...(place.from === undefined ? [] : [`Some are still at ${place.from}: "perennial blobs move --to ${place.at}" moves them`]),
  ]);
  return 0;
}

interface MoveCall extends Pick<Invocation, 'config' | 'flags' | 'json' | 'print'> {
  places: BlobPlaces;
  record: BlobPlaceRecord;
}

async function move({ config, places, record, flags, json, print }: MoveCall): Promise<number> {
  const to = locationFlag(flags, 'to') ?? config.blobs;
  if (to === undefined) throw new UsageError('blobs move needs --to, or the setting --blobs');
  const expected = locationFlag(flags, 'from');
  const place = await record.read();
  const current = place?.from ?? place?.at;
  if (expected !== undefined && expected !== current)
    throw new UsageError(`The blobs are not at ${expected}, but at ${current ?? 'no place yet'}.`);
  const identity = current === undefined ? undefined : await identityOf(config, places, current);
  const open = openOnce(places, identity);
  const parts = {
    record,
    to,
    open: (location: string) => open(location),
    claim: (location: string) => places.claim(location, identity!),
    exceptDamaged: flags['except-damaged'] === true,
    onProgress: json ? undefined : printProgress(),
  };
  const moved = await moveBlobs(parts);
  const isDeleting = flags['delete-source'] === true && moved.isComplete && moved.damaged.length === 0;
  if (isDeleting) await wait(GRACE_MS);
  const deleted = isDeleting ? await deleteMoved(parts, moved.from) : 0;
  await open.close();
  print({ ...moved, to, deleted }, [
    `${moved.copied} blobs (${moved.copiedBytes} bytes) copied from ${moved.from} to ${to} and verified; ${moved.present} were there already`,
    ...moved.damaged.map((blob) => `Damaged, not copied: ${blob}`),
    moved.isComplete
      ? isDeleting
        ? `${deleted} deleted from ${moved.from}`
        : `Nothing was deleted from ${moved.from}; --delete-source does that`
      : 'The move is not complete: repair the damaged blobs (verify --repair), or give --except-damaged',
  ]);
  return moved.damaged.length === 0 ? 0 : 1;
}

/** The id of the database, by which a place is marked. The embedded database cannot be written to beside a server; its place has the id. */
async function identityOf(config: Config, places: BlobPlaces, current: string): Promise<string> {
  const mark = await places.mark(current);
  if (config.databaseUrl === undefined) {
    if (mark === undefined)
      throw new UsageError(`The blobs at ${current} are not marked as those of this database. Start the server once.`);
    return mark;
  }
  const store = await openToRead(config);
  try {
    const identity = await store.identity(mark ?? crypto.randomUUID());
    if (mark !== undefined && mark !== identity) throw new UsageError(`The blobs at ${current} belong to another database.`);
    return identity;
  } finally {
    await store.close();
  }
}

function openOnce(places: BlobPlaces, identity: string | undefined) {
  const opened = new Map<string, ReturnType<BlobPlaces['open']>>();
  const open = (location: string): ReturnType<BlobPlaces['open']> => {
    if (!opened.has(location)) opened.set(location, places.open(location, { identity }));
    return opened.get(location)!;
  };
  return Object.assign(open, {
    async close() {
      for (const one of opened.values()) await (await one).close();
    },
  });
}

function locationFlag(flags: Invocation['flags'], name: string): string | undefined {
  if (flags[name] === undefined) return undefined;
  const location = parseBlobLocation(textFlag(flags, name, ''));
  if (!location) throw new UsageError(`--${name} must be ${BLOB_LOCATIONS}`);
  return formatBlobLocation(location);
}

function printProgress(): (progress: MoveProgress) => void {
  let printedAt = performance.now();
  return ({ total, copied, present, copiedBytes }) => {
    if (performance.now() - printedAt < PRINT_MS) return;
    printedAt = performance.now();
    console.error(`${copied + present} of about ${total} blobs, ${(copiedBytes / 1e6).toFixed(1)} MB copied`);
  };
}
