/**
 * Damage to a data folder with things of every area: single flipped bits in rows, blobs and the raw database file, and edits of the audit
 * by someone who can write to the database but has no master key. All of it must be noticed.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { FileBlobs } from '../../../src/storage/blobs/files/blobs.ts';
import { openSqliteReadOnly } from '../../../src/storage/records/sqlite/store.ts';
import { verifyStore } from '../../../src/storage/integrity/verify.ts';
import { SqliteRows, STORED_TABLES } from '../../../test/support/row-flips.ts';
import { ManagementClient, call, run, startServer, temporaryFolder } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { Random } from '../../../test/support/simulated-time.ts';
import { registers } from '../registers.ts';
import type { Target } from '../registers.ts';
import { atLeast, none } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { Ledger, writeUntil } from '../traffic.ts';

/** A folder that an earlier version has filled in every area, with trained models and their blobs. */
const ARCHIVE = fileURLToPath(new URL('../../../test/upgrade/fixtures/data-0.1.0.tar.gz', import.meta.url));
const KEY = '5f339f510f28438b63500ae311b21388bd72d0aec5051f0cfd6151bbced910a2';
const ROW_FLIPS = 1000;
const BLOB_FLIPS = 100;
const FILE_FLIPS = 100;
const REPAIRED_FLIPS = 30;
const MIN_AUDIT_EDITS = 10;
const MAX_SHOWN = 8;
const ARGS = ['--log-level', 'silent'];

export const scene: Scene = {
  summary: 'flipped bits in rows, blobs and the file; edits, cuts, removals and roll-backs of audits: all noticed, and repaired',
  async run({ minutes, seed, log }) {
    const folder = temporaryFolder();
    try {
      const data = join(folder.path, 'data');
      await restoreArchive(folder.path, data);
      await addTraffic(data, seed, Math.min(10_000, (minutes * 60_000) / 6));
      const random = new Random(seed);
      const rows = await flipRows(data, random);
      log(`${rows.flips} bits flipped in rows`);
      const blobs = await flipBlobs(data, random);
      const raw = await flipFile(data, join(folder.path, 'raw'), random);
      const audits = await alterAudits(data, join(folder.path, 'audits'));
      const repaired = await repairAll(data, join(folder.path, 'backup'), random);
      for (const problems of [rows.unnoticed, blobs.unnoticed, raw.unnoticed, audits.unnoticed, repaired])
        for (const problem of problems.slice(0, MAX_SHOWN)) log(problem);
      return [
        atLeast('bits flipped in rows of every table, each checked alone', rows.flips, ROW_FLIPS),
        none('of them not noticed', rows.unnoticed.length),
        atLeast('bits flipped in blobs', blobs.flips, BLOB_FLIPS),
        none('of them not noticed', blobs.unnoticed.length),
        atLeast('bits flipped in the text of rows in the raw file', raw.flips, FILE_FLIPS),
        none('of them not noticed', raw.unnoticed.length),
        atLeast('edits, cuts, removals, replacements and roll-backs of audits', audits.count, MIN_AUDIT_EDITS),
        none('of them not noticed', audits.unnoticed.length),
        none('problems left by verify --repair with a backup', repaired.length),
      ];
    } finally {
      folder.remove();
    }
  },
};

function connect({ address }: Server, data: string): Promise<ManagementClient> {
  return ManagementClient.connect({ address, adminSecret: readFileSync(join(data, 'secrets', 'admin.secret'), 'utf8').trim() });
}

/** By way of a backup, so that rows of the earlier version get checksums. */
async function restoreArchive(folder: string, data: string): Promise<void> {
  const old = join(folder, 'old');
  const backup = join(folder, 'old-backup');
  mkdirSync(old);
  execFileSync('tar', ['-xzf', ARCHIVE, '-C', old]);
  for (const args of [
    ['backup', backup, '--data', join(old, 'data')],
    ['restore', backup, '--data', data],
  ]) {
    const { code, stdout, stderr } = await run(args);
    if (code !== 0) throw new Error(`${args[0]} failed: ${stdout}${stderr}`);
  }
}

async function addTraffic(data: string, seed: number, ms: number): Promise<void> {
  const server = await startServer({ data, args: ARGS });
  try {
    const target: Target = { address: server.address, key: KEY, token: (await connect(server, data)).token };
    const ledger = new Ledger();
    const stop = AbortSignal.timeout(Math.round(ms));
    await writeUntil(stop, { ledger, registers, writers: 3, seed, prefix: `i${seed}`, target: () => target });
    for (let n = 0; n < 20; n++)
      await call(server, 'POST /ranking/v1.1-preview.3/rank', {
        key: KEY,
        json: {
          actions: [
            { id: 'a', features: [{ n }] },
            { id: 'b', features: [{ n }] },
          ],
        },
      });
  } finally {
    await server.stop();
  }
  const verified = await run(['verify', '--data', data]);
  if (verified.code !== 0) throw new Error(`The folder is not intact before it is damaged: ${verified.stdout}`);
}

async function problemsOf(data: string): Promise<string[]> {
  const store = openSqliteReadOnly({ folder: data, now: Date.now });
  try {
    return (await verifyStore(store, new FileBlobs(join(data, 'blobs')))).problems.map(({ text }) => text);
  } finally {
    await store.close();
  }
}

async function flipRows(data: string, random: Random): Promise<{ flips: number; unnoticed: string[] }> {
  const rows = new SqliteRows(join(data, 'perennial.db'));
  const unnoticed: string[] = [];
  let flips = 0;
  while (flips < ROW_FLIPS) {
    const flip = await rows.flip(random);
    if (!flip) continue;
    flips++;
    if ((await problemsOf(data)).length === 0) unnoticed.push(`not noticed: ${flip.text}`);
    await flip.undo();
  }
  await rows.close();
  if ((await problemsOf(data)).length > 0) throw new Error('Some flipped bits were not restored.');
  return { flips, unnoticed };
}

async function flipBlobs(data: string, random: Random): Promise<{ flips: number; unnoticed: string[] }> {
  const files = namedBlobs(data);
  const unnoticed: string[] = [];
  for (let n = 0; n < BLOB_FLIPS; n++) {
    const file = random.pick(files);
    const before = readFileSync(file);
    writeFileSync(file, flipIn(before, random.integer(0, before.length * 8 - 1)));
    if ((await problemsOf(data)).length === 0) unnoticed.push(`not noticed: a bit of ${file}`);
    writeFileSync(file, before);
  }
  return { flips: BLOB_FLIPS, unnoticed };
}

/** The files of blobs that records name. */
function namedBlobs(data: string): string[] {
  const db = new DatabaseSync(join(data, 'perennial.db'));
  const rows = db.prepare(`select distinct account, term from terms where name = 'blob'`).all() as { account: string; term: string }[];
  db.close();
  return rows.map(({ account, term }) => join(data, 'blobs', account, term));
}

/** Of everything that SQLite reads, whatever it holds. */
function contentOf(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true });
  const hash = createHash('sha256');
  try {
    for (const { name, texts, numbers } of STORED_TABLES) {
      const columns = new Set([...texts.map((text) => `hex(${text})`), ...numbers.map((number) => `${number}`)]);
      const rows = db.prepare(`select ${[...columns].map((column) => `quote(${column})`).join(` || ',' || `)} as row from ${name}`);
      for (const { row } of rows.iterate() as Iterable<{ row: string }>) hash.update(row);
    }
    return hash.digest('hex');
  } catch (error) {
    return String(error);
  } finally {
    db.close();
  }
}

/** Bits of values in the file itself, which SQLite does not see being changed. */
async function flipFile(data: string, copy: string, random: Random): Promise<{ flips: number; unnoticed: string[] }> {
  const db = new DatabaseSync(join(data, 'perennial.db'));
  db.exec('pragma wal_checkpoint(truncate)');
  const values = [
    ...db.prepare('select value as text from records').all(),
    ...db.prepare('select value as text from events').all(),
    ...db.prepare('select entry as text from audit').all(),
  ].map((row) => Buffer.from((row as { text: string }).text));
  db.close();
  cpSync(data, copy, { recursive: true });
  const file = join(copy, 'perennial.db');
  const before = readFileSync(file);
  const content = contentOf(file);
  const unnoticed: string[] = [];
  let flips = 0;
  while (flips < FILE_FLIPS) {
    // Long values are split over pages: their first bytes are together.
    const value = random.pick(values).subarray(0, 100);
    const at = before.indexOf(value);
    if (at < 0) continue;
    const bit = at * 8 + random.integer(0, value.length * 8 - 1);
    writeFileSync(file, flipIn(before, bit));
    // Not part of any row: what is left of one that was moved.
    if (contentOf(file) === content) continue;
    flips++;
    if ((await problemsOf(copy)).length === 0) unnoticed.push(`not noticed: bit ${bit} of the file, in ${value.toString()}`);
  }
  rmSync(copy, { recursive: true });
  return { flips, unnoticed };
}

interface Entry {
  account: string;
  sequence: number;
  entry: string;
  hash: string;
}

/** What someone with write access to the database, but without the master key, may try. */
const ATTACKS: Readonly<Record<string, (db: DatabaseSync) => void>> = {
  'an edited entry': (db) =>
    db.exec(`update audit set entry = replace(entry, '"caller":"', '"caller":"x') where account <> '' and sequence = 2`),
  'an edited entry of the server': (db) => db.exec(`update audit set entry = entry || ' ' where account = '' and sequence = 1`),
  'an edited entry, and all hashes after it computed anew': (db) =>
    rewrite(db, 'account', (entries) => entries.map((one, i) => (i === 1 ? `${one} ` : one))),
  'a removed entry': (db) => db.exec(`delete from audit where account <> '' and sequence = 3`),
  'a removed entry, and the chain computed anew': (db) => rewrite(db, 'account', (entries) => entries.filter((_, i) => i !== 2)),
  'a cut end': (db) => db.exec(`delete from audit where account <> '' and sequence > 5`),
  'a cut end with its stored head': (db) => rewrite(db, 'account', (entries) => entries.slice(0, 5)),
  'a removed chain': (db) => db.exec(`delete from audit where account <> ''`),
  'a removed chain with its head and anchors': (db) => {
    for (const table of ['audit', 'audit_heads', 'audit_anchors']) db.exec(`delete from ${table} where account <> ''`);
  },
  'the removed chain of the server': (db) => {
    for (const table of ['audit', 'audit_heads']) db.exec(`delete from ${table} where account = ''`);
  },
  'a cut end of the server with its stored head': (db) => rewrite(db, 'server', (entries) => entries.slice(0, -1)),
  'a chain of the server without its anchors, computed anew': (db) => {
    rewrite(db, 'account', (entries) => entries.slice(0, 5));
    rewrite(db, 'server', (entries) => entries.filter((entry) => !entry.includes('anchorAudits')));
  },
  'all chains removed': (db) => {
    for (const table of ['audit', 'audit_heads', 'audit_anchors']) db.exec(`delete from ${table}`);
  },
  'a chain under another account': (db) => db.exec(`update audit set account = 'other' where account <> ''`),
};

/** Writes the entries of a chain anew, with hashes, heads and checksums that fit. */
function rewrite(db: DatabaseSync, whose: 'account' | 'server', change: (entries: string[]) => string[]): void {
  const rows = db
    .prepare(
      `select account, sequence, entry, hash from audit where account ${whose === 'server' ? '=' : '<>'} '' order by account, sequence`,
    )
    .all() as unknown as Entry[];
  const { account } = rows[0]!;
  const entries = change(rows.filter((row) => row.account === account).map(({ entry }) => entry));
  db.prepare('delete from audit where account = ?').run(account);
  let hash = '0'.repeat(64);
  entries.forEach((entry, i) => {
    hash = sha256(`${hash}\n${i + 1}\n${entry}`);
    db.prepare('insert into audit (account, sequence, entry, hash) values (?, ?, ?, ?)').run(account, i + 1, entry, hash);
  });
  const checksum = parseInt(sha256(`${account}\n${entries.length}\n${hash}`).slice(0, 8), 16);
  db.prepare('update audit_heads set sequence = ?, hash = ?, checksum = ? where account = ?').run(entries.length, hash, checksum, account);
}

async function alterAudits(data: string, copy: string): Promise<{ count: number; unnoticed: string[] }> {
  const unnoticed: string[] = [];
  const check = async (name: string, change: () => void | Promise<void>): Promise<void> => {
    cpSync(data, copy, { recursive: true });
    await change();
    const { code, stdout } = await run(['verify', '--data', copy]);
    if (code !== 1 || !/audit/.test(stdout)) unnoticed.push(`not noticed: ${name}`);
    rmSync(copy, { recursive: true });
  };
  for (const [name, attack] of Object.entries(ATTACKS))
    await check(name, () => {
      const db = new DatabaseSync(join(copy, 'perennial.db'));
      attack(db);
      db.close();
    });
  await check('the database of an earlier moment beside a newer anchor', async () => {
    const older = readFileSync(join(copy, 'perennial.db'));
    const server = await startServer({ data: copy, args: ARGS });
    await call(server, 'PUT /face/v1.0/persongroups/later', { key: KEY, json: { name: 'later' } });
    await server.stop();
    for (const name of readdirSync(copy)) if (name.startsWith('perennial.db-')) rmSync(join(copy, name));
    writeFileSync(join(copy, 'perennial.db'), older);
  });
  await check('an anchor that was edited', () => {
    const file = join(copy, 'audit-anchor.json');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/"sequence": (\d+)/, (_, n) => `"sequence": ${Number(n) - 1}`),
    );
  });
  return { count: Object.keys(ATTACKS).length + 2, unnoticed };
}

/** Damages many records and blobs, and repairs them from the backup that was taken before. */
async function repairAll(data: string, backup: string, random: Random): Promise<string[]> {
  const made = await run(['backup', backup, '--data', data]);
  if (made.code !== 0) throw new Error(`The backup failed: ${made.stdout}${made.stderr}`);
  const rows = new SqliteRows(join(data, 'perennial.db'));
  for (let n = 0; n < REPAIRED_FLIPS;) if (await rows.flip(random, STORED_TABLES.slice(0, 2))) n++;
  await rows.close();
  for (const file of namedBlobs(data).slice(0, 3)) rmSync(file, { force: true });
  const { stdout } = await run(['verify', '--repair', '--backup', backup, '--data', data, '--json']);
  const { problems, repaired } = JSON.parse(stdout) as { problems: string[]; repaired: unknown[] };
  return repaired.length === 0 ? ['nothing was repaired'] : problems.map((problem) => `left after the repair: ${problem}`);
}

function flipIn(bytes: Buffer, bit: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[bit >> 3]! ^= 1 << (bit & 7);
  return flipped;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
