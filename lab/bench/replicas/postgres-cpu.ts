/** CPU time of a PostgreSQL server with all its processes, those that have ended included. */
import { readFileSync, readdirSync } from 'node:fs';
import pg from 'pg';

const TICKS_PER_SECOND = 100;

/** Field numbers after the name of the process: parent, own user and system time, and those of children that have ended. */
interface Stat {
  parent: number;
  own: number;
  children: number;
}

export async function postgresCpuSeconds(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readStat(String(rows[0]!.pid))!.parent;
  const server = readStat(String(postmaster))!;
  let ticks = server.own + server.children;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined;
    if (stat?.parent === postmaster) ticks += stat.own;
  }
  await client.end();
  return ticks / TICKS_PER_SECOND;
}

/** Undefined when the process has ended meanwhile. */
function readStat(pid: string): Stat | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, children: fields[13]! + fields[14]! };
  } catch {
    return undefined;
  }
}
