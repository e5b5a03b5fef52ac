import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from './schema.ts';
import { neutralPath, toNeutral, toVendor, pathIn, vendorPath, vendorSchema } from './aliases.ts';

const Assigned = Type.Object({
  cloudSubscriptionId: Type.String(),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
  sources: Type.Optional(Type.Array(Type.Object({ cloudBlobSource: Type.Object({ containerUrl: Type.String() }) }))),
  either: Type.Optional(Type.Union([Type.Object({ understandingKey: Type.String() }), Type.Null()])),
});

test('translates every aliased path segment, after a colon too', () => {
  const twins = {
    '/documentanalysis/documentModels:authorizeCopy': '/documentintelligence/documentModels:authorizeCopy',
    '/formanalysis/documentModels/{modelId}:analyze': '/formrecognizer/documentModels/{modelId}:analyze',
    '/ranking/v1.1-preview.3/events/{eventId}/reward': '/personalizer/v1.1-preview.3/events/{eventId}/reward',
    '/understanding/api/v2.0/apps/{appId}/cloudaccounts': '/understanding/api/v2.0/apps/{appId}/azureaccounts',
    '/language/analyze-conversations/projects/:migrateFromUnderstanding': '/language/analyze-conversations/projects/:migrateFromLuis',
    '/face/v1.0/persongroups': '/face/v1.0/persongroups',
  };
  for (const [ours, vendors] of Object.entries(twins)) {
    assert.equal(pathIn('vendor', ours), vendors);
    assert.equal(pathIn('neutral', ours), ours);
    assert.deepEqual([neutralPath(vendors), neutralPath(ours)], [ours, ours]);
  }
});

test('ignores names of Object.prototype', () => {
  for (const word of ['constructor', 'toString', 'valueOf', 'hasOwnProperty']) assert.equal(vendorPath(`/face/${word}`), `/face/${word}`);
});

test('renames fields wherever the schema has them, in arrays and unions too', () => {
  const ours = {
    cloudSubscriptionId: 's',
    sources: [{ cloudBlobSource: { containerUrl: 'u' } }, { cloudBlobSource: { containerUrl: 'v' } }],
    either: { understandingKey: 'k' },
  };
  const vendors = {
    azureSubscriptionId: 's',
    sources: [{ azureBlobSource: { containerUrl: 'u' } }, { azureBlobSource: { containerUrl: 'v' } }],
    either: { luisKey: 'k' },
  };
  assert.deepEqual(toNeutral(Assigned)!(vendors), ours);
  assert.deepEqual(toNeutral(Assigned)!(ours), ours);
  assert.deepEqual(toVendor(Assigned)!(ours), vendors);
});

test("keeps the names of a caller's map", () => {
  const tags = { azureSubscriptionId: 'mine', luisKey: 'mine', ['__proto__']: 'mine' };
  assert.deepEqual(toNeutral(Assigned)!({ azureSubscriptionId: 's', tags }), { cloudSubscriptionId: 's', tags });
});

test('renames fields of the values of a map, and none of its own names', () => {
  const Types = Type.Object({
    docTypes: Type.Record(Type.String(), Type.Object({ cloudBlobSource: Type.Object({ containerUrl: Type.String() }) })),
  });
  const source = { containerUrl: 'u' };
  const [neutral, vendor] = [
    { docTypes: { azureBlobSource: { cloudBlobSource: source } } },
    { docTypes: { azureBlobSource: { azureBlobSource: source } } },
  ];
  assert.deepEqual(toNeutral(Types)!(vendor), neutral);
  assert.deepEqual(toVendor(Types)!(neutral), vendor);
  for (const docTypes of [null, 1, [], { order: 7 }]) assert.deepEqual(toNeutral(Types)!({ docTypes }), { docTypes });
  assert.match(JSON.stringify(vendorSchema(Types)), /"azureBlobSource"/);
});

test('passes bodies of the wrong shape on to validation', () => {
  for (const body of [null, 1, 'text', [], [{ azureSubscriptionId: 's' }], { sources: 'none', either: 1 }])
    assert.deepEqual(toNeutral(Assigned)!(body), body);
});

test('needs no renaming when both names are equal', () => {
  assert.equal(toNeutral(Type.Object({ name: Type.String(), items: Type.Array(Type.Number()) })), undefined);
});

test("describes the vendor's names in the vendor's schema", () => {
  const { properties, required } = vendorSchema(Assigned) as unknown as { properties: Record<string, unknown>; required: string[] };
  assert.deepEqual(Object.keys(properties), ['azureSubscriptionId', 'tags', 'sources', 'either']);
  assert.deepEqual(required, ['azureSubscriptionId']);
  assert.match(JSON.stringify(properties), /"azureBlobSource".*"luisKey"/);
});
