import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PERSON_GROUP } from '../../../src/areas/faces/model.ts';
import type { Gallery } from '../../../src/areas/faces/model.ts';
import { galleries, galleryKey } from '../../../src/areas/faces/store.ts';
import { galleryOperations } from '../../../src/areas/faces/galleries/operations.ts';
import type { Call } from '../../../src/kernel/operation.ts';
import type { FaceServices } from '../../../src/areas/faces/services.ts';
import { Change } from '../../../src/kernel/change.ts';
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';
import { cpuMicros, median, spread } from './statistics.ts';

const MILLION = 1_000_000;
const PAGE = 1000;
const CHUNK = 5000;
const ACCOUNT = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const PAGES = 60;

const idOf = (n: number): string => `group-${String(n).padStart(9, '0')}`;
const groupOf = (n: number): Gallery => ({
  // As long as a real uid: the JSON parser interns strings of up to ten characters, which takes longer.
  uid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  count: 0,
  name: `Group number ${n}`,
  userData: `department=${n % 97};site=${'x'.repeat(120)}`,
  recognitionModel: 'recognition_04',
});

export interface PagingFigures {
  ratios: Record<'first' | 'middle' | 'last', number[]>;
  lastToFirst: number;
}

/** A page of 1,000 of 1,000,000 groups: what the list operation returns, compared with the same page as raw rows. */
export async function measurePaging({ rounds, groups = MILLION }: { rounds: number; groups?: number }): Promise<PagingFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const store = await openSqlite({ folder, now: Date.now });
  const raw = new DatabaseSync(join(folder, 'raw.db'));
  raw.exec(`pragma journal_mode = wal;
    create table groups (account text, id text, name text, user_data text, recognition_model text,
      primary key (account, id)) without rowid`);
  const insert = raw.prepare('insert into groups values (?, ?, ?, ?, ?)');
  for (let start = 0; start < groups; start += CHUNK) {
    const change = new Change();
    raw.exec('begin');
    for (let n = start; n < start + CHUNK; n++) {
      const group = groupOf(n);
      change.put(galleries, ACCOUNT, galleryKey(PERSON_GROUP, idOf(n)), group);
      insert.run(ACCOUNT, idOf(n), group.name, group.userData!, group.recognitionModel);
    }
    raw.exec('commit');
    await store.commit(change);
  }
  const select = raw.prepare('select id, name, user_data, recognition_model from groups where account = ? and id > ? order by id limit ?');
  const listPersonGroups = galleryOperations.find(({ id }) => id === 'faces.listPersonGroups')!;
  const services = { records: store } as unknown as FaceServices;
  const ours = (start: string): unknown => {
    const query = { start, top: PAGE, returnRecognitionModel: true };
    return listPersonGroups.run({ account: { id: ACCOUNT }, query } as unknown as Call, services);
  };
  console.log(`\nA page of ${PAGE} of ${groups} person groups, CPU µs, ${rounds} rounds of ${PAGES} pages, interleaved`);
  const medians: number[] = [];
  const all = { first: [] as number[], middle: [] as number[], last: [] as number[] };
  for (const [place, from] of [
    ['first', 0],
    ['middle', groups / 2],
    ['last', groups - PAGE * PAGES - 1],
  ] as const) {
    const start = (page: number): string => idOf(from + page * PAGE);
    const results = { raw: [] as number[], ours: [] as number[] };
    for (let round = -1; round < rounds; round++) {
      const rawMicros = await cpuMicros(PAGES, (page) => select.all(ACCOUNT, start(page), PAGE));
      const oursMicros = await cpuMicros(PAGES, (page) => ours(start(page)));
      if (round < 0) continue;
      results.raw.push(rawMicros);
      results.ours.push(oursMicros);
    }
    const ratios = (all[place] = results.ours.map((micros, round) => micros / results.raw[round]!));
    medians.push(median(results.ours));
    const cost = `raw SQLite ${spread(results.raw, 0)}  Perennial ${spread(results.ours, 0)}`;
    console.log(`  ${place.padEnd(6)}  ${cost}  ratio ${spread(ratios)}`);
  }
  raw.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  return { ratios: all, lastToFirst: medians[2]! / medians[0]! };
}
