/**
 * The write-ahead log of a killed server, cut off or overwritten at any position: the database opens, and holds a prefix of what was
 * committed with no change half applied. An untouched log loses nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';
import { temporaryFolder } from '../../../test/support/server.ts';
import { Random } from '../../../test/support/simulated-time.ts';
import { ACCOUNT, KEYS, LOG, numberedChange, numbers } from '../log-writer.ts';
import { atLeast, depth, none } from '../scene.ts';
import type { Scene } from '../scene.ts';

const WRITER = fileURLToPath(new URL('../log-writer.ts', import.meta.url));
/** Frames of the log have 24 bytes and a page; the file has a header of 32. */
const FRAME_BYTES = 24 + 4096;
const HEADER_BYTES = 32;

export const scene: Scene = {
  summary: 'the write-ahead log of a killed server, cut or overwritten at any position: opens with a prefix of what was committed',
  share: 1,
  async run({ minutes, seed, log }) {
    const random = new Random(seed);
    const folder = temporaryFolder();
    const endsAt = Date.now() + minutes * 60_000;
    const problems: string[] = [];
    let cases = 0;
    let noticed = 0;
    let shorter = 0;
    try {
      while (cases === 0 || Date.now() < endsAt) {
        const killed = join(folder.path, 'killed');
        rmSync(killed, { recursive: true, force: true });
        mkdirSync(killed);
        const acknowledged = await writeAndKill(killed, random.integer(100, 600));
        const wal = readdirSync(killed).find((name) => name.endsWith('-wal'));
        if (wal === undefined) throw new Error('there is no write-ahead log');
        const bytes = readFileSync(join(killed, wal)).length;
        const whole = await inspect(killed, folder.path, () => undefined);
        if (whole.last < acknowledged || whole.problem !== undefined)
          problems.push(`untouched: ${whole.last} of ${acknowledged}, ${whole.problem}`);
        for (const position of positions(random, bytes)) {
          if (Date.now() > endsAt && cases > 20) break;
          const damage = random.pick(['cut', 'zero', 'noise'] as const);
          const result = await inspect(killed, folder.path, (copy) => damageLog(join(copy, wal), position, damage, random));
          cases++;
          if (result.problem !== undefined) problems.push(`${damage} at ${position} of ${bytes}: ${result.problem}`);
          if (result.last > whole.last) problems.push(`${damage} at ${position}: ${result.last} of ${whole.last}`);
          if (result.last < whole.last) shorter++;
          if (result.notices > 0) noticed++;
        }
      }
    } finally {
      folder.remove();
    }
    for (const problem of problems.slice(0, 10)) log(problem);
    return [
      atLeast('damaged logs opened', cases, 100),
      depth('of them with fewer changes, and reported by the store', `${shorter}, ${noticed}`),
      none('logs that do not open, or open with anything but a prefix', problems.length),
    ];
  },
};

async function writeAndKill(folder: string, ms: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, 'write', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (output === '') await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, ms));
  child.kill('SIGKILL');
  await once(child, 'close');
  return Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1));
}

/** Around the borders of frames, and anywhere. */
function positions(random: Random, bytes: number): number[] {
  const frames = Math.floor((bytes - HEADER_BYTES) / FRAME_BYTES);
  const borders = Array.from(
    { length: 60 },
    () => HEADER_BYTES + random.integer(0, frames) * FRAME_BYTES + random.pick([-1, 0, 1, 8, 24, 25]),
  );
  const anywhere = Array.from({ length: 60 }, () => random.integer(0, bytes - 1));
  return [0, 1, HEADER_BYTES - 1, ...borders, ...anywhere].filter((position) => position >= 0 && position < bytes);
}

function damageLog(file: string, position: number, damage: 'cut' | 'zero' | 'noise', random: Random): void {
  if (damage === 'cut') return truncateSync(file, position);
  const bytes = readFileSync(file);
  const length = random.pick([1, 8, 100, bytes.length]);
  for (let at = position; at < Math.min(bytes.length, position + length); at++) bytes[at] = damage === 'zero' ? 0 : random.integer(0, 255);
  writeFileSync(file, bytes);
}

interface Inspection {
  /** The last change that is there. */
  last: number;
  /** What is wrong: it does not open, or is no prefix. */
  problem?: string;
  /** How many problems the store reports itself. */
  notices: number;
}

/** Opens a damaged copy as a server would, checks it, and writes to it. */
async function inspect(killed: string, folder: string, damage: (copy: string) => void): Promise<Inspection> {
  const copy = join(folder, 'copy');
  rmSync(copy, { recursive: true, force: true });
  cpSync(killed, copy, { recursive: true });
  for (const name of readdirSync(copy)) if (name.endsWith('-shm') && existsSync(join(copy, name))) rmSync(join(copy, name));
  damage(copy);
  let last = 0;
  try {
    const store = await openSqlite({ folder: copy, now: Date.now });
    try {
      last = await store.lastPosition(ACCOUNT, LOG);
      const events = await store.readEvents<number>(ACCOUNT, LOG, 0, last + 1);
      if (events.some(({ value }, i) => value !== i + 1) || events.length !== last) throw new Error('the log has gaps');
      if ((await store.lastAudit(ACCOUNT)) !== last) throw new Error('the audit has another length than the log');
      for (let key = 0; key < KEYS; key++) {
        const n = last - ((last - key + KEYS) % KEYS);
        for (const side of ['left', 'right']) {
          const found = (await store.get(numbers, ACCOUNT, `${side}-${key}`))?.value.n ?? 0;
          if (found !== Math.max(0, n)) throw new Error(`${side}-${key} is ${found} after ${last} changes`);
        }
      }
      const notices = (await store.problems()).length;
      await store.commit(numberedChange(last + 1));
      return { last, notices };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { last, problem: String(error), notices: 0 };
  }
}
