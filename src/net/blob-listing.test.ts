import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_BLOBS, parseListing } from './blob-listing.ts';

const listing = (blobs: string, next = ''): Buffer =>
  Buffer.from(
    `\ufeff<?xml version="1.0" encoding="utf-8"?><EnumerationResults ContainerName="box"><Blobs>${blobs}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`,
  );

test('reads names, sizes and where the next page starts', () => {
  const blobs = `<Blob><Name>a &amp; b/&#x63;&#100;</Name><Properties><Content-Length>12</Content-Length><Etag>1</Etag></Properties><Tags><Name>x</Name></Tags></Blob>
    <Blob><Name Encoded="true">a%2Fb%EF%BF%BE</Name><Properties/></Blob><Blob><Name><![CDATA[<c>]]></Name></Blob>`;
  assert.deepEqual(parseListing(listing(blobs, '2!8')), {
    entries: [
      { name: 'a & b/cd', bytes: 12 },
      { name: 'a/b\ufffe', bytes: 0 },
      { name: '<c>', bytes: 0 },
    ],
    next: '2!8',
  });
});

test('reads no more than a listing holds', () => {
  assert.deepEqual(parseListing(listing('')), { entries: [], next: '' });
  for (const xml of [
    '',
    'text',
    '<a><b>',
    '<Error><Code>x</Code></Error>',
    '<!DOCTYPE x [<!ENTITY e "e">]><EnumerationResults><NextMarker>&e;</NextMarker></EnumerationResults>',
    `<EnumerationResults>${'<a>'.repeat(100_000)}`,
    '<EnumerationResults><Blobs><Blob><Name Encoded="true">%</Name></Blob></Blobs></EnumerationResults>',
  ])
    assert.equal(parseListing(Buffer.from(xml)), undefined, xml.slice(0, 100));
});

test('rejects a page of more blobs than were asked for', () => {
  const page = (count: number): ReturnType<typeof parseListing> => parseListing(listing('<Blob><Name>a</Name></Blob>'.repeat(count)));
  assert.equal(page(PAGE_BLOBS)?.entries.length, PAGE_BLOBS);
  assert.equal(page(PAGE_BLOBS + 1), undefined);
});
