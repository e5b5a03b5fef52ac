import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress, readProxies } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string, proxies: string[] = []): string =>
  clientAddress(
    { socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } } as never,
    readProxies(proxies),
  );

test('is the address of whoever is connected', () => {
  assert.equal(from('192.0.2.1'), '192.0.2.1');
  assert.equal(from('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(from('192.0.2.1', '198.51.100.1'), '192.0.2.1');
  assert.equal(from('2001:db8:1:2:3:4:5:6'), from('2001:db8:1:2:ffff::'));
});

test('is what a trusted proxy says, not what the client says', () => {
  const proxies = ['10.0.0.0/8', '2001:db8::1'];
  assert.equal(from('10.1.2.3', '203.0.113.9, 198.51.100.1', proxies), '198.51.100.1');
  assert.equal(from('2001:db8::1', '198.51.100.1', proxies), '198.51.100.1');
  assert.equal(from('192.0.2.1', '198.51.100.1', proxies), '192.0.2.1');
  for (const forwarded of [undefined, '', 'unknown', '198.51.100.1, x']) assert.equal(from('10.1.2.3', forwarded, proxies), '10.1.2.3');
});

test('reads addresses and networks only', () => {
  for (const entry of ['', 'proxy', '10.0.0.0/33', '10.0.0.0/x', '10.0.0', '::1/129']) assert.equal(readProxies([entry]), undefined, entry);
  assert.ok(readProxies([]));
});
