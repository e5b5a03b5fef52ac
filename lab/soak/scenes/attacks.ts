/**
 * What a caller names, and what strangers send, against GETs of another account: hostile listings of containers, sources that stall, floods
 * without a valid key whatever header they send, floods of /metrics, JSON with very many fields, and guesses to keep operators out.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ManagementClient, call, startServer, temporaryFolder } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { compareGets, latencyFigures } from '../bystander.ts';
import type { GetTarget } from '../bystander.ts';
import { PAGE_BLOBS, startStorage } from '../hostile-storage.ts';
import type { HostileStorage } from '../hostile-storage.ts';
import { runLoad } from '../load-generator.ts';
import type { Load, LoadSource } from '../load-generator.ts';
import { residentMb, settledMb } from '../memory.ts';
import { atLeast, atMost, none } from '../scene.ts';
import type { Figure, Scene } from '../scene.ts';

const MAX_RATIO = 3;
const CONNECTIONS = 600;
const STALLED_SOURCES = 100;
const MAX_GROWTH_MB = 100;
const BATCHES = 4;
const MIN_SECONDS = 8;
/** Of a flood: an attacker that got no processor proves nothing. */
const MIN_PER_SECOND = 100;
const ANALYZE = 'POST /documentintelligence/documentModels/prebuilt-read:analyze?api-version=2024-11-30';
const BATCH = 'POST /documentintelligence/documentModels/prebuilt-read:analyzeBatch?api-version=2024-11-30';
const GROUPS = '/face/v1.0/persongroups';
/** 22,000 fields that no schema knows, in 225 KB. */
const MANY_FIELDS = JSON.stringify(Object.fromEntries(Array.from({ length: 22_000 }, (_, i) => [`n${i}`, 0])));

export const scene: Scene = {
  summary: 'hostile listings, stalled sources, floods of strangers, costly JSON and guesses against GETs of another account',
  share: 3,
  async run({ minutes, log }) {
    const folder = temporaryFolder();
    const storage = await startStorage();
    const server = await startServer({ data: folder.path, args: ['--log-level', 'warn'], env: { PERENNIAL_FETCH_ALLOW: storage.host } });
    try {
      const manager = await ManagementClient.connect(server);
      const keyOf = async (name: string): Promise<string> => (await manager.createAccount(name, { kind: 'MultiService' })).key1;
      const [attacker, bystander] = [await keyOf('attacker'), await keyOf('bystander')];
      const target: GetTarget = { address: server.address, key: bystander, path: GROUPS };
      const seconds = Math.max(MIN_SECONDS, (minutes * 60) / 30);
      const parts = { server, storage, attacker, target, seconds, log };
      return [
        ...(await attackByListings(parts)),
        ...(await attackBySources(parts)),
        ...(await attackByFloods(parts)),
        ...(await guessSecrets(parts)),
      ];
    } finally {
      await server.stop();
      storage.close();
      folder.remove();
    }
  },
};

interface Parts {
  server: Server;
  storage: HostileStorage;
  attacker: string;
  target: GetTarget;
  seconds: number;
  log: (line: string) => void;
}

async function attackByListings({ server, storage, attacker, target, seconds, log }: Parts): Promise<Figure[]> {
  const containerUrl = `${storage.address}/account/letters?sig=x`;
  const json = { azureBlobSource: { containerUrl }, resultContainerUrl: containerUrl };
  const gets = await compareGets(target, seconds, async (signal) => {
    while (!signal.aborted) {
      await Promise.all(Array.from({ length: BATCHES }, () => call(server, BATCH, { key: attacker, json })));
      await wait(1000);
    }
  });
  log(`${storage.counts.pages} pages of ${PAGE_BLOBS} names`);
  return [...latencyFigures('hostile listings', gets, MAX_RATIO), atLeast('pages of listings that were read', storage.counts.pages, 10)];
}

async function attackBySources({ server, storage, attacker, target, seconds, log }: Parts): Promise<Figure[]> {
  const before = await settledMb(server);
  let [highest, refused, sent] = [before, 0, 0];
  const gets = await compareGets(target, seconds, async (signal) => {
    const calls = Array.from({ length: STALLED_SOURCES }, async (_, i) => {
      const { status } = await call(server, ANALYZE, { key: attacker, json: { urlSource: `${storage.address}/${i}` } }).catch(() => ({
        status: 0,
      }));
      sent++;
      if (status === 429 || status === 503) refused++;
    });
    while (!signal.aborted) {
      highest = Math.max(highest, await residentMb(server));
      await wait(200);
    }
    await Promise.all(calls);
  });
  highest = Math.max(highest, await residentMb(server));
  log(`${sent} sources, ${storage.counts.stalled} stalled, ${refused} refused`);
  return [
    ...latencyFigures('stalled sources', gets, MAX_RATIO),
    atLeast('sources that stalled with 49 MB', storage.counts.stalled, 10),
    atMost(`memory during ${STALLED_SOURCES} stalled sources of 50 MB, grown by`, highest - before, MAX_GROWTH_MB, 'MB'),
  ];
}

async function attackByFloods({ server, attacker, target, seconds, log }: Parts): Promise<Figure[]> {
  const port = Number(new URL(server.address).port);
  const stranger = (name: string, ...headers: string[]): LoadSource => ({ name, key: '', headers, part: 1 });
  const floods: Omit<Load, 'port' | 'seconds'>[] = [
    { route: `GET ${GROUPS}`, body: '', sources: [stranger('no header')], connections: CONNECTIONS },
    { route: 'GET /accounts', body: '', sources: [stranger('a cookie', 'cookie: a=b')], connections: CONNECTIONS },
    { route: 'GET /accounts', body: '', sources: [stranger('a token', 'authorization: Bearer x.y.z')], connections: CONNECTIONS },
    { route: `GET ${GROUPS}`, body: '', sources: [{ name: 'a wrong key', key: 'wrong', part: 1 }], connections: CONNECTIONS },
    { route: 'GET /metrics', body: '', sources: [stranger('/metrics')], connections: CONNECTIONS },
    { route: 'POST /sessions', body: MANY_FIELDS.slice(0, 16_000), sources: [stranger('costly sign-ins')], connections: 4 },
    {
      route: `PUT ${GROUPS}/many`,
      body: MANY_FIELDS,
      sources: [{ name: 'JSON with 22,000 fields', key: attacker, part: 1 }],
      connections: 4,
    },
  ];
  const figures: Figure[] = [];
  for (const flood of floods) {
    const [{ name }] = flood.sources as [LoadSource];
    let sent = 0;
    const gets = await compareGets(target, seconds, async () => {
      const { sources } = await runLoad({ ...flood, port, seconds, isAttack: true });
      sent = sources[name]!.sent;
      log(`${name}: ${JSON.stringify(sources[name]!.byStatus)}`);
    });
    figures.push(
      ...latencyFigures(`a flood of strangers, ${name}`, gets, MAX_RATIO),
      atLeast(`calls of that flood, ${name}`, sent, MIN_PER_SECOND * seconds),
    );
  }
  return figures;
}

/** The right person comes in from a browser that was here before, while others guess; few guesses are looked at. */
async function guessSecrets({ server, seconds, log }: Parts): Promise<Figure[]> {
  const signIn = (secret: string, cookie = ''): ReturnType<typeof call> =>
    call(server, 'POST /sessions', { json: { secret }, headers: { cookie } });
  const cookies = (await signIn(server.adminSecret)).headers['set-cookie'] ?? [];
  const device = cookies.map((cookie) => cookie.split(';')[0]).find((cookie) => cookie?.startsWith('perennial-device='));
  let [guesses, looked, keptOut, right] = [0, 0, 0, 0];
  const end = performance.now() + seconds * 1000;
  const guess = async (): Promise<void> => {
    while (performance.now() < end) {
      const { status } = await signIn(`guess ${guesses++}`);
      if (status !== 429) looked++;
    }
  };
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      right++;
      if ((await signIn(server.adminSecret, device)).status !== 201) keptOut++;
      await wait(200);
    }
  };
  await Promise.all([...Array.from({ length: 8 }, guess), work()]);
  log(`${guesses} guesses, ${looked} looked at; ${right} sign-ins of the right person`);
  return [
    atLeast('guesses of the admin secret', guesses, 100),
    atMost('of them looked at', looked, 5 + Math.ceil(Math.log2(seconds + 1)) + 1),
    none('sign-ins of the right person that were refused meanwhile', keptOut),
  ];
}
