import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { localCertificate } from './certificate.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

const dayMs = 86_400_000;

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'perennial-certificate-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function serve(t: TestContext, pair: { cert: string; key: string }): Promise<number> {
  const server = https.createServer(pair, (_, response) => response.end('ok'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

function get(port: number, options: https.RequestOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = https.get({ host: '127.0.0.1', port, agent: false, ...options }, (response) => resolve(response.resume().statusCode));
    request.on('error', reject);
  });
}

test('serves clients that trust the certificate, and no others', async (t) => {
  const certificate = await localCertificate(await temporaryFolder(t), ['perennial.test']);
  const port = await serve(t, certificate);
  assert.equal(await get(port, { ca: certificate.cert }), 200);
  assert.equal(await get(port, { ca: certificate.cert, servername: 'perennial.test' }), 200);
  await assert.rejects(get(port, {}), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  await assert.rejects(get(port, { ca: certificate.cert, servername: 'other.test' }), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});

test('is trusted through NODE_EXTRA_CA_CERTS', async (t) => {
  const certificate = await localCertificate(await temporaryFolder(t), []);
  const port = await serve(t, certificate);
  const script = `process.stdout.write(await (await fetch('https://127.0.0.1:${port}/')).text())`;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate.certFile };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
  assert.equal(stdout, 'ok');
});

test('lets the server fetch from itself', async (t) => {
  const certificate = await localCertificate(await temporaryFolder(t), []);
  const own = `https://127.0.0.1:${await serve(t, certificate)}`;
  const other = `127.0.0.1:${await serve(t, certificate)}`;
  const fetching = createGuardedFetch({ allow: [other], own: () => [own], ownCertificate: certificate.cert });
  const caps = { maxBytes: 100, timeMs: 2000 };
  assert.equal((await fetching(own, caps)).bytes.toString(), 'ok');
  assert.equal((await fetching(own.replace('127.0.0.1', 'localhost'), caps)).bytes.toString(), 'ok');
  await assert.rejects(fetching(`https://${other}/`, caps), { reason: 'network' });
});

test('stores the certificate with a private key only the owner can read', async (t) => {
  const folder = join(await temporaryFolder(t), 'tls');
  const first = await localCertificate(folder, ['Perennial.Test', '192.168.1.5', '[fd00::5]', 'bücher.example', 'localhost']);
  const second = await localCertificate(folder, ['xn--bcher-kva.example', 'fd00:0::5', '192.168.1.5', 'perennial.test']);
  assert.deepEqual(second, first);
  assert.equal(await readFile(first.certFile, 'utf8'), first.cert);
  assert.deepEqual((await readdir(folder)).sort(), ['certificate-key.pem', 'certificate.pem']);
  assert.equal((await stat(join(folder, 'certificate-key.pem'))).mode & 0o777, 0o600);

  const certificate = new X509Certificate(first.cert);
  assert.equal(certificate.ca, true);
  assert.equal(certificate.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
  for (const name of ['localhost', 'perennial.test', 'xn--bcher-kva.example']) assert.ok(certificate.checkHost(name), name);
  for (const address of ['127.0.0.1', '::1', '192.168.1.5', 'fd00::5']) assert.ok(certificate.checkIP(address), address);
});

test('renews the certificate when it expires soon, hosts change, or the pair is damaged', async (t) => {
  const folder = await temporaryFolder(t);
  const now = new Date('2030-01-01T00:00:00Z');
  const later = (days: number) => new Date(now.getTime() + days * dayMs);
  const first = await localCertificate(folder, [], now);
  assert.equal((await localCertificate(folder, [], later(366))).cert, first.cert);
  const renewed = await localCertificate(folder, [], later(368));
  assert.notEqual(renewed.cert, first.cert);
  assert.notEqual((await localCertificate(folder, ['added.test'], later(368))).cert, renewed.cert);

  const { cert } = await localCertificate(folder, [], later(368));
  await writeFile(join(folder, 'certificate-key.pem'), first.key);
  const repaired = await localCertificate(folder, [], later(368));
  assert.notEqual(repaired.cert, cert);
  await writeFile(repaired.certFile, 'damaged');
  assert.ok(new X509Certificate((await localCertificate(folder, [], later(368))).cert));
});

test('rejects an invalid host', async (t) => {
  const folder = await temporaryFolder(t);
  for (const host of ['', 'a b', 'http://x', 'a,DNS:b', 'x:80']) await assert.rejects(localCertificate(folder, [host]), TypeError, host);
});
