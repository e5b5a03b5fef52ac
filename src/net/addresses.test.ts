import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalAddress, isPublicAddress } from './addresses.ts';

const refused = {
  'this network': ['0.0.0.0', '0.0.0.1', '0.255.255.255', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  'link-local': ['169.254.0.1', '169.254.169.254', '169.254.170.2', 'fe80::1', 'fe80::1%lo', 'febf::1'],
  'cloud metadata': ['168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254', '::ffff:168.63.129.16'],
  'reserved and documentation': [
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '255.255.255.254',
  ],
  'broadcast and multicast': ['255.255.255.255', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'unique and site local': ['fc00::1', 'fd12:3456::1', 'fdff::1', 'fec0::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a00:1', '::ffff:169.254.169.254', '::ffff:0:0'],
  'IPv4-compatible and translated': ['::127.0.0.1', '::7f00:1', '::808:808', '::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::8.8.8.8', '64:ff9b:1::7f00:1'],
  '6to4 and Teredo': ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1', '2001::1', '2001:0:7f00:1::'],
  'IPv6 without a holder': [
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '4000::1',
    '5f00::1',
    '8000::1',
    'e000::1',
  ],
  'not an address': ['', 'localhost', '127.1', '0x7f.0.0.1', '017700000001', '2130706433', '1.2.3', '8.8.8.8.8', ' 8.8.8.8', '[::1]'],
};

for (const [kind, addresses] of Object.entries(refused)) {
  test(`refused: ${kind}`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
  });
}

test('accepts public addresses, the edges of private ranges and public IPv4 inside IPv6', () => {
  const passed = [
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '168.63.129.15',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82a::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ];
  for (const address of passed) assert.equal(isPublicAddress(address), true, address);
});

test('canonicalizes addresses', () => {
  assert.equal(canonicalAddress('::ffff:7f00:1'), '127.0.0.1');
  assert.equal(canonicalAddress('64:ff9b::7f00:1'), '127.0.0.1');
  assert.equal(canonicalAddress('0:0:0:0:0:0:0:1'), '::1');
  assert.equal(canonicalAddress('FE80::1%eth0'), 'fe80::1');
  assert.equal(canonicalAddress('localhost'), undefined);
});
