/**
 * What a caller names, and what strangers send, against GETs of another account: hostile listings of containers, sources that stall, floods
 * without a valid key whatever header they send, floods of /metrics, JSON with very many fields, and guesses to keep operators out.
 */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ManagementClient, call, startServer, temporaryFolder } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { compareGets, latencyFigures } from '../bystander.ts';
import type { GetTarget } from '../bystander.ts';
import { PAGE_ELEMENTS, startStorage } from '../hostile-storage.ts';
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
const SLOW_REQUESTS = 200;
/** As documented, and how much later the last may be closed. */
const [HEADERS_SECONDS, BODY_SECONDS, MAX_LATE] = [15, 30, 1.2];
const MIN_SECONDS = 8;
/** Of a flood: an attacker that got no processor proves nothing. */
const MIN_PER_SECOND = 100;
const ANALYZE = 'POST /documentintelligence/documentModels/prebuilt-read:analyze?api-version=2024-11-30';
const BATCH = 'POST /documentintelligence/documentModels/prebuilt-read:analyzeBatch?api-version=2024-11-30';
const GROUPS = '/face/v1.0/persongroups';
/** 22,000 fields that no schema knows, in 225 KB. */
const MANY_FIELDS = JSON.stringify(Object.fromEntries(Array.from({ length: 22_000 }, (_, i) => [`n${i}`, 0])));

export const scene: Scene = {
  summary: 'hostile listings, stalled sources, floods of strangers, costly JSON, guesses and slow requests against GETs of another account',
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
      const only = process.env.ATTACKS_ONLY ?? '';
      const figures: Figure[] = [];
      for (const [name, attack] of [...attacks, ...floods]) if (name.includes(only)) figures.push(...(await attack(parts)));
      return figures;
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

type Attack = (parts: Parts) => Promise<Figure[]>;

const attacks: readonly [name: string, attack: Attack][] = [
  ['hostile listings', attackByListings],
  ['stalled sources', attackBySources],
  ['guesses', guessSecrets],
  ['slow requests', sendSlowly],
];

const stranger = (name: string, ...headers: string[]): LoadSource => ({ name, key: '', headers, part: 1 });
const LIST = { route: `GET ${GROUPS}`, body: '', connections: CONNECTIONS };
const MANAGE = { ...LIST, route: 'GET /accounts' };
const floods: readonly [name: string, attack: Attack][] = [
  floodBy({ ...LIST, source: stranger('no header') }),
  floodBy({ ...MANAGE, source: stranger('a cookie', 'cookie: a=b') }),
  floodBy({ ...MANAGE, source: stranger('a token', 'authorization: Bearer x.y.z') }),
  floodBy({ ...LIST, source: { name: 'a wrong key', key: 'wrong', part: 1 } }),
  floodBy({ ...LIST, route: 'GET /metrics', source: stranger('/metrics') }),
  floodBy({ route: 'POST /sessions', body: MANY_FIELDS.slice(0, 16_000), source: stranger('costly sign-ins'), connections: 4 }),
  floodBy({
    route: `PUT ${GROUPS}/many`,
    body: MANY_FIELDS,
    source: { name: 'JSON with 22,000 fields', key: '', part: 1 },
    connections: 4,
  }),
];

async function attackByListings({ server, storage, attacker, target, seconds, log }: Parts): Promise<Figure[]> {
  const containerUrl = `${storage.address}/account/letters?sig=x`;
  const json = { azureBlobSource: { containerUrl }, resultContainerUrl: containerUrl };
  const gets = await compareGets(target, seconds, async (signal) => {
    while (!signal.aborted) {
      await Promise.all(Array.from({ length: BATCHES }, () => call(server, BATCH, { key: attacker, json })));
      await wait(1000);
    }
  });
  log(`${storage.counts.pages} pages of ${PAGE_ELEMENTS} elements`);
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

/** A flood of calls; `attacker` sends those of JSON, strangers all others. */
function floodBy({
  source,
  ...load
}: Pick<Load, 'route' | 'body' | 'connections'> & { source: LoadSource }): [name: string, attack: Attack] {
  const { name } = source;
  const attack: Attack = async ({ server, attacker, target, seconds, log }) => {
    const port = Number(new URL(server.address).port);
    const key = load.route.startsWith('PUT') ? attacker : source.key;
    let sent = 0;
    const gets = await compareGets(target, seconds, async () => {
      const { sources } = await runLoad({ ...load, sources: [{ ...source, key }], port, seconds, isAttack: true });
      sent = sources[name]!.sent;
      log(`${name}: ${JSON.stringify(sources[name]!.byStatus)}`);
    });
    return [
      ...latencyFigures(`a flood, ${name}`, gets, MAX_RATIO),
      atLeast(`calls of that flood, ${name}`, sent, MIN_PER_SECOND * seconds),
    ];
  };
  return [name, attack];
}

/** Requests that trickle in are ended soon after the documented time, however many there are. */
async function sendSlowly({ server, attacker }: Parts): Promise<Figure[]> {
  const port = Number(new URL(server.address).port);
  const put = `PUT ${GROUPS}/slow HTTP/1.1\r\nhost: a\r\nocp-apim-subscription-key: ${attacker}\r\ncontent-type: application/json`;
  const [headers, bodies] = await Promise.all([
    slowestEnd(port, `GET ${GROUPS} HTTP/1.1\r\nhost: a\r\nx-slow: `),
    slowestEnd(port, `${put}\r\ncontent-length: 1000\r\n\r\n{`),
  ]);
  return [
    atMost(`${SLOW_REQUESTS} requests with slow headers, the last closed after`, headers, HEADERS_SECONDS * MAX_LATE, 's'),
    atMost(`${SLOW_REQUESTS} requests with slow bodies, the last closed after`, bodies, BODY_SECONDS * MAX_LATE, 's'),
  ];
}

async function slowestEnd(port: number, begin: string): Promise<number> {
  const seconds = await Promise.all(
    Array.from({ length: SLOW_REQUESTS }, async () => {
      const startedAt = performance.now();
      const socket = connect({ port, host: '127.0.0.1' })
        .on('error', () => undefined)
        .resume();
      socket.write(begin);
      const trickle = setInterval(() => socket.write(' '), 1000);
      await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
      clearInterval(trickle);
      socket.destroy();
      return (performance.now() - startedAt) / 1000;
    }),
  );
  return Math.max(...seconds);
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
