/** Checks everything a server needs and reports problems with their remedies. */
import { randomBytes } from 'node:crypto';
import {
  constants,
  accessSync,
  existsSync,
  mkdtempSync,
  openSync,
  fsyncSync,
  closeSync,
  rmSync,
  statSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { secretsFolder } from '../accounts/keys/secrets.ts';
import { BlobPlaces } from '../app/blobs.ts';
import type { Config } from '../config.ts';
import { unusableFolder } from '../storage/data-folder.ts';
import type { Command } from './command.ts';
import { trustLocalCertificate } from './management.ts';
import { openBlobsToRead, openToRead } from './stores.ts';

interface Finding {
  check: string;
  ok: boolean;
  found: string;
  remedy?: string;
}

export const doctor: Command = {
  summary: 'Check the machine, the data folder, the database and the port',
  usage: '',
  async run({ config, print }) {
    const findings = [
      runtime(),
      ...dataFolder(config),
      disk(config),
      secrets(config),
      await database(config),
      await storedBlobs(config),
      ...(await server(config)),
    ];
    print(
      { findings },
      findings.map(
        ({ check, ok, found, remedy }) => `${ok ? 'ok     ' : 'PROBLEM'}  ${check}: ${found}${!ok && remedy ? `\n         ${remedy}` : ''}`,
      ),
    );
    return findings.every(({ ok }) => ok) ? 0 : 1;
  },
};

function runtime(): Finding {
  return {
    check: 'Node',
    ok: Number(process.versions.node.split('.')[0]) >= 24,
    found: process.version,
    remedy: 'Start with npm, which installs Node 24, or install Node 24.',
  };
}

function dataFolder({ data }: Config): Finding[] {
  const path = resolve(data);
  const existing = nearestExisting(path);
  try {
    accessSync(existing, constants.W_OK);
    const { bavail, bsize } = statfsSync(existing);
    const free = (bavail * bsize) / 2 ** 30;
    return [
      { check: 'Data folder', ok: true, found: `${path}${existing === path ? '' : ' (will be created)'}` },
      { check: 'Free space', ok: free > 1, found: `${free.toFixed(1)} GiB`, remedy: 'Free some space, or move the data folder.' },
    ];
  } catch {
    return [
      {
        check: 'Data folder',
        ok: false,
        found: `${existing} cannot be written to`,
        remedy: 'Choose another with --data, or change its permissions.',
      },
    ];
  }
}

/** The median time of a durable write. */
function disk({ data }: Config): Finding {
  const check = 'Durable write';
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(nearestExisting(resolve(data)), '.doctor-'));
    const file = openSync(join(folder, 'probe'), 'w');
    const times = Array.from({ length: 21 }, () => {
      const start = performance.now();
      writeSync(file, randomBytes(4096));
      fsyncSync(file);
      return performance.now() - start;
    }).sort((a, b) => a - b);
    closeSync(file);
    return {
      check,
      ok: times[10]! < 100,
      found: `${times[10]!.toFixed(2)} ms`,
      remedy: 'The disk is slow to flush; every change waits for it.',
    };
  } catch (error) {
    return { check, ok: false, found: unusableFolder(error, data).message };
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function secrets({ data, masterKey }: Config): Finding {
  const path = join(secretsFolder(data), 'master.key');
  if (masterKey !== undefined) return { check: 'Master key', ok: true, found: 'from the configuration' };
  if (!existsSync(path)) return { check: 'Master key', ok: true, found: 'will be created on first start' };
  const open = (statSync(path).mode & 0o077) !== 0 && process.platform !== 'win32';
  return { check: 'Master key', ok: !open, found: open ? `${path} can be read by others` : path, remedy: `chmod 600 ${path}` };
}

async function database(config: Config): Promise<Finding> {
  const check = config.databaseUrl === undefined ? 'Embedded database' : 'PostgreSQL';
  if (config.databaseUrl === undefined && !existsSync(join(config.data, 'perennial.db')))
    return { check, ok: true, found: 'will be created on first start' };
  try {
    const store = await openToRead(config);
    const problems = await store.problems();
    await store.close();
    return {
      check,
      ok: problems.length === 0,
      found: problems[0] ?? 'no problems',
      remedy: '`verify --backup FOLDER` says what the last backup can restore.',
    };
  } catch (error) {
    return { check, ok: false, found: (error as Error).message, remedy: 'Check DATABASE_URL and that the database is running.' };
  }
}

/** Where the blobs are, and whether they can be read and written. */
async function storedBlobs(config: Config): Promise<Finding> {
  const check = 'Blobs';
  try {
    const places = new BlobPlaces(config);
    const place = await (await places.record()).read();
    await places.close();
    if (!place) return { check, ok: true, found: `${places.wanted} (from the first start)` };
    const blobs = await openBlobsToRead(config);
    try {
      await blobs.probe();
    } finally {
      await blobs.close();
    }
    if (place.from === undefined) return { check, ok: true, found: place.at };
    return {
      check,
      ok: false,
      found: `partly at ${place.from}, partly at ${place.at}`,
      remedy: '`perennial blobs move` completes the move; they can be used meanwhile.',
    };
  } catch (error) {
    return {
      check,
      ok: false,
      found: (error as Error).message,
      remedy: 'Check PERENNIAL_BLOBS, its credentials, and that the storage can be reached.',
    };
  }
}

/** The port, and whether the server on it can serve. */
async function server(config: Config): Promise<Finding[]> {
  const { port: number, host, tls } = config;
  const probe = createServer();
  const problem = await new Promise<string | undefined>((done) => {
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    probe.listen(number, host, () => done(undefined));
  });
  if (problem === undefined) {
    probe.close();
    return [{ check: 'Port', ok: true, found: `${host}:${number} is free` }];
  }
  if (tls) trustLocalCertificate(config);
  const read = (path: string): Promise<Response | undefined> =>
    fetch(`${tls ? 'https' : 'http'}://${host}:${number}${path}`).catch(() => undefined);
  if (!(await read('/live'))?.ok)
    return [{ check: 'Port', ok: false, found: `${host}:${number} is not available (${problem})`, remedy: 'Choose another with --port.' }];
  const ready = await read('/ready');
  const { checks = {} } = ((await ready?.json().catch(() => undefined)) ?? {}) as { checks?: Record<string, string> };
  const problems = Object.entries(checks).filter(([, result]) => result !== 'ok');
  return [
    { check: 'Port', ok: true, found: `${host}:${number} is served by a running Perennial` },
    {
      check: 'Ready',
      ok: ready?.ok ?? false,
      found: ready?.ok ? 'it can serve' : problems.map(([part, result]) => `${part}: ${result}`).join('; ') || 'it does not answer',
      remedy: 'See the log of the server.',
    },
  ];
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
