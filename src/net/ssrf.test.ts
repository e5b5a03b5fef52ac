import assert from 'node:assert/strict';
import { FetchRefused } from '../kernel/ports/fetch.ts';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { GuardedFetchSettings } from './guarded-fetch.ts';
import { listen, simulateInternet } from '../../test/support/simulated-internet.ts';

const caps = { maxBytes: 1000, timeMs: 2000 };
const site = '93.184.216.34';

type Names = Record<string, string[]>;
const resolver = (names: Names) => (host: string) =>
  host in names ? Promise.resolve(names[host]!.map((address) => ({ address }))) : Promise.reject(new Error('ENOTFOUND 10.0.0.53'));

function guarded(names: Names = {}, settings: Partial<GuardedFetchSettings> = {}) {
  return createGuardedFetch({ allow: [], own: () => [], lookup: resolver(names), ...settings });
}

async function refused(fetching: Promise<unknown>, reason: FetchRefused['reason'], of: string): Promise<void> {
  const error = await fetching.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof FetchRefused, `${of}: ${String(error)}`);
  assert.equal(error.reason, reason, of);
  assert.doesNotMatch(error.message, /\d+\.\d+|::|E[A-Z]{4}|canary/, of);
}

/** One canary at each loopback address of the machine, at ports that pass the port rule; the test ends with 0 connections seen. */
async function canaries(t: TestContext) {
  const four = await listen(t);
  const six = await listen(t, undefined, '::1').catch(() => four);
  return { port: four.port, port6: six.port, assertUnseen: () => assert.deepEqual([four.connections, six.connections], [0, 0]) };
}

test('rejects literal private hosts in every spelling', async (t) => {
  const { port, port6, assertUnseen } = await canaries(t);
  const reached = simulateInternet(t, {});
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '0x7f.1',
    '127.0.0.1.',
    '127.255.255.254',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '0x0',
    '10.0.0.1',
    '0xa000001',
    '012.0.0.1',
    '167772161',
    '172.16.0.1',
    '192.168.1.1',
    '3232235777',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
  ];
  for (const host of hosts) await refused(guarded()(`http://${host}:${port}/`, caps), 'address', host);
  for (const host of ['[::1]', '[0:0:0:0:0:0:0:1]', '[::0001]'])
    await refused(guarded()(`http://${host}:${port6}/`, caps), 'address', host);
  for (const host of ['[fe80::1%25lo]', '256.256.256.256', '127.0.0.1:99999', 'a b', ''])
    await refused(guarded()(`http://${host}/`, caps), 'url', host);
  assert.deepEqual(reached, []);
  assertUnseen();
});

const privateAnswers: Names = {
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  localhost: ['::1', '127.0.0.1'],
  'sub.localhost': ['127.0.0.1'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'zone.example': ['fe80::1%lo'],
  'any.example': ['0.0.0.0'],
  'mixed.example': [site, '127.0.0.1'],
  'mixed6.example': ['::1', site],
  'nonsense.example': ['not an address'],
};

test('rejects names with any private address', async (t) => {
  const { port, assertUnseen } = await canaries(t);
  for (const host of Object.keys(privateAnswers)) await refused(guarded(privateAnswers)(`http://${host}:${port}/`, caps), 'address', host);
  await refused(guarded(privateAnswers)(`http://localhost.:${port}/`, caps), 'dns', 'final dot');
  await refused(guarded()(`http://absent.example:${port}/`, caps), 'dns', 'absent');
  await refused(guarded({ 'empty.example': [] })(`https://empty.example/`, caps), 'dns', 'empty');
  assertUnseen();
});

test('rejects the same names over https', async (t) => {
  const { port, assertUnseen } = await canaries(t);
  for (const host of Object.keys(privateAnswers)) await refused(guarded(privateAnswers)(`https://${host}:${port}/`, caps), 'address', host);
  assertUnseen();
});

test('is safe from DNS rebinding', async (t) => {
  const { port, assertUnseen } = await canaries(t);
  const publicSite = await listen(t, (request, response) => {
    if (request.url === '/again') response.writeHead(302, { location: '/' });
    response.end('public');
  });
  const reached = simulateInternet(t, { [site]: publicSite.port });
  let lookups = 0;
  const changing = guarded({}, { lookup: () => Promise.resolve([{ address: lookups++ === 0 ? site : '127.0.0.1' }]) });
  const { bytes } = await changing(`http://rebind.example:${port}/`, caps);
  assert.equal(bytes.toString(), 'public');
  assert.equal(lookups, 1, 'connects to the address that was checked');
  await refused(changing(`http://rebind.example:${port}/`, caps), 'address', 'second fetch');
  lookups = 0;
  await refused(changing(`http://rebind.example:${port}/again`, caps), 'address', 'second hop');
  assert.deepEqual(reached, [site, site]);
  assertUnseen();
});

test('rejects redirects from a public site to a private address', async (t) => {
  const { port, port6, assertUnseen } = await canaries(t);
  const targets = {
    address: [
      `http://127.0.0.1:${port}/`,
      `http://[::1]:${port6}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://2130706433:${port}/`,
      `//0x7f.1:${port}/`,
      `http://loopback.example:${port}/`,
      `https://localhost:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
    ],
    scheme: ['file:///etc/passwd', 'gopher://127.0.0.1/', 'data:text/plain,canary', 'ftp://site.example/'],
    credentials: [`http://canary:secret@site.example/`],
    port: ['http://site.example:6379/', 'http://site.example:22/'],
    url: ['http://', 'http://[canary/'],
  } as const;
  let location = '';
  const publicSite = await listen(t, (_, response) => response.writeHead(302, { location }).end());
  const reached = simulateInternet(t, { [site]: publicSite.port });
  const fetching = guarded({ ...privateAnswers, 'site.example': [site] });
  for (const [reason, locations] of Object.entries(targets)) {
    for (location of locations) await refused(fetching('http://site.example/', caps), reason as keyof typeof targets, location);
  }
  location = '/';
  await refused(fetching('http://site.example/', caps), 'redirects', 'loop');
  assert.deepEqual(new Set(reached), new Set([site]));
  assertUnseen();
});

test('rejects other schemes, credentials and ports', async (t) => {
  const reached = simulateInternet(t, {});
  const fetching = guarded({ 'site.example': [site] });
  for (const url of [
    'file:///etc/passwd',
    'ftp://site.example/',
    'gopher://site.example/',
    'data:,x',
    'blob:http://site.example/x',
    'unix:/run/docker.sock',
    'ws://site.example/',
  ]) {
    await refused(fetching(url, caps), 'scheme', url);
  }
  for (const url of ['http://user@site.example/', 'http://:word@site.example/', 'http://site.example@127.0.0.1/'])
    await refused(fetching(url, caps), 'credentials', url);
  for (const url of ['', 'site.example', '/etc/passwd', 'http://', '//site.example/']) await refused(fetching(url, caps), 'url', url);
  for (const port of [0, 1, 22, 23, 25, 53, 110, 143, 389, 445, 1023, 2375, 3306, 5432, 6379, 9200, 10250, 11211, 27017]) {
    await refused(fetching(`http://site.example:${port}/`, caps), 'port', String(port));
  }
  assert.deepEqual(reached, []);
});

test('rejects a public address of this machine', async (t) => {
  const { port, assertUnseen } = await canaries(t);
  const reached = simulateInternet(t, { [site]: port });
  const fetching = guarded({ 'site.example': [site] }, { machine: () => [site] });
  await refused(fetching('http://site.example/', caps), 'address', 'name');
  await refused(fetching(`http://[::ffff:${site}]/`, caps), 'address', 'literal');
  assert.deepEqual(reached, []);
  assertUnseen();
});

test('rejects neighbors of an allowed or own host:port', async (t) => {
  const { port, assertUnseen } = await canaries(t);
  const allowed = await listen(t);
  const settings = {
    allow: [`127.0.0.1:${allowed.port}`, 'named.example'],
    own: () => ['http://127.0.0.1:8080', 'https://public.example'],
  };
  const fetching = guarded({ ...privateAnswers, 'public.example': ['127.0.0.1'], 'named.example': ['127.0.0.1'] }, settings);
  assert.equal((await fetching(`http://127.0.0.1:${allowed.port}/`, caps)).status, 200);
  for (const host of ['127.0.0.1', 'localhost', 'loopback.example', 'public.example', 'x.named.example']) {
    await refused(fetching(`http://${host}:${port}/`, caps), host === 'x.named.example' ? 'dns' : 'address', host);
  }
  await refused(fetching(`http://loopback.example:${allowed.port}/`, caps), 'address', 'another name of an allowed address');
  await refused(fetching('http://named.example:6379/', caps), 'port', 'service port of a host allowed without port');
  assertUnseen();
});
