/**
 * The interface's own examples of understanding, where its specification is at hand: each call is made on a prepared
 * app with the example's body, and is answered with the example's status and shape. `PERENNIAL_SPECS` is the folder of
 * the specifications; without one nothing is checked.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { understanding } from '../../../src/areas/understanding/area.ts';
import { pathIn } from '../../../src/kernel/aliases.ts';
import { Bytes } from '../../../src/kernel/operation.ts';
import type { Operation } from '../../../src/kernel/operation.ts';
import { shapeOf } from '../../../src/kernel/routes.ts';
import { testApp } from '../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../test/support/memory-app.ts';
import { prepareCall } from '../../../test/support/prepared-calls.ts';
import { sameShape } from './shapes.ts';

const SPECS = process.env.PERENNIAL_SPECS ?? '';
const SPEC = join(SPECS, 'luis/LUIS-Authoring-v2.0.json');
const EXAMPLES = join(SPECS, 'luis/examples/authoring-v2.0');
const { base } = understanding.mounts.find(({ version }) => version === 'v2.0')!;

interface Parameter {
  name?: string;
  in?: string;
  $ref?: string;
}
interface Spec {
  parameters: Record<string, Parameter>;
  paths: Record<
    string,
    Record<string, { operationId: string; parameters?: Parameter[]; 'x-ms-examples'?: Record<string, { $ref: string }> }>
  >;
}
interface Example {
  parameters: Record<string, unknown>;
  responses: Record<string, { body?: unknown }>;
}
interface Case {
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  example: Example;
}

function casesOf(spec: Spec): Case[] {
  return Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, parameters = [], 'x-ms-examples': examples = {} }]) =>
      Object.values(examples).map(({ $ref }) => ({
        name: operationId,
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((parameter) => (parameter.$ref ? spec.parameters[parameter.$ref.split('/').at(-1)!]! : parameter)),
        example: JSON.parse(readFileSync(join(EXAMPLES, $ref.replace('./examples/', '')), 'utf8')) as Example,
      })),
    ),
  );
}

/** Calls whose example could not work on an app of ours, with why: the body of our own example is sent instead. */
const OWN_BODIES: ReadonlyMap<string, string> = new Map([
  ['Examples_Add', 'its label ends outside of its text'],
  ['Examples_Batch', 'its labels end outside of their texts'],
  ['Model_AddIntent', 'the prepared app has an intent of that name'],
  ['Model_AddCustomPrebuiltIntent', 'our domains have models of their own'],
  ['Model_AddCustomPrebuiltEntity', 'our domains have models of their own'],
  ['Pattern_UpdatePatterns', 'it names patterns by their ids'],
  ['Pattern_DeletePatterns', 'it names patterns by their ids'],
  ['AzureAccounts_AssignToApp', 'the account must exist'],
  ['AzureAccounts_RemoveFromApp', 'the account must be assigned'],
  ['Apps_UpdatePublishSettings', 'it turns on what is not available here'],
]);
/** Objects whose names are data. */
const DATA = new Set([
  'Apps_ListEndpoints',
  'Apps_ListCortanaEndpoints.endpointUrls',
  'Versions_List[].assignedEndpointKey',
  'Versions_Get.assignedEndpointKey',
]);
/** What a version or a slot may be without. */
const NULLABLE = new Set(['assignedEndpointKey', 'lastTrainedDateTime', 'lastPublishedDateTime', 'endpointUrl']);

describe('the examples of the interface', { skip: existsSync(SPEC) ? false : 'there is no specification' }, () => {
  const cases = existsSync(SPEC) ? casesOf(JSON.parse(readFileSync(SPEC, 'utf8')) as Spec) : [];
  let app: TestApp;
  before(async () => {
    app = await testApp();
  });
  after(() => app.close());

  for (const { name, method, path, parameters, example } of cases) {
    const operation = understanding.operations.find(
      (one) => one.method === method && isServed(one) && shapeOf(vendorPath(one)) === shapeOf(base + path),
    );
    test(name, async () => {
      assert.ok(operation, `${method} ${path} is not served`);
      const { key, headers, params, body: own } = await prepareCall(app, operation);
      const url = vendorPath(operation).replace(/\{(\w+)\}/g, (_, part: string) => params[part] ?? 'x');
      const given = parameters.find((parameter) => parameter.in === 'body');
      const body = given && !OWN_BODIES.has(name) ? example.parameters[given.name!] : own;
      if (given && !OWN_BODIES.has(name)) await addNamed(app, key, `${base}/apps/${params.appId}/versions/${params.versionId}`, body, path);
      const query = parameters
        .filter((parameter) => parameter.in === 'query' && example.parameters[parameter.name!] !== undefined)
        .map((parameter) => `${parameter.name}=${encodeURIComponent(String(example.parameters[parameter.name!]))}`);
      const answer = await app.call({
        method,
        url: query.length > 0 ? `${url}?${query.join('&')}` : url,
        key,
        headers: { 'content-type': 'application/json', ...headers },
        body: given ? JSON.stringify(body) : undefined,
      });
      const [status, expected] = Object.entries(example.responses).find(([code]) => code.startsWith('2'))!;
      assert.equal(answer.status, Number(status), answer.text);
      if (expected.body !== undefined && !isBytes(operation, answer))
        sameShape(answer.json(), [expected.body], name, { nullable: NULLABLE, data: DATA });
      if (Array.isArray(expected.body) && expected.body.length > 0)
        assert.ok(answer.json<unknown[]>().length > 0, 'what was prepared is in the list');
    });
  }
});

function isServed({ versions }: Operation): boolean {
  return !versions || versions.includes('v2.0');
}

function vendorPath({ path }: Operation): string {
  return pathIn('vendor', base + path);
}

function isBytes({ replies }: Operation, { status }: TestResponse): boolean {
  return replies[status] === Bytes;
}

/** Adds the intents and entities that a body names, where it may name any. */
async function addNamed(app: TestApp, key: string, version: string, body: unknown, path: string): Promise<void> {
  const text = JSON.stringify(body) ?? '';
  const named = (pattern: RegExp): Set<string> => new Set([...text.matchAll(pattern)].map(([, one]) => one!));
  const add = async (noun: string, json: object): Promise<unknown> =>
    await app.call({ method: 'POST', url: `${version}/${noun}`, key, body: json });
  for (const name of named(/"(?:intentName|intent)":"([^"]+)"/g)) await add('intents', { name });
  for (const name of [...named(/"entityName":"([^"]+)"/g), ...named(/\{(\w+)\}/g)]) await add('entities', { name });
  const { children = [], name } = (body ?? {}) as { children?: string[]; name?: string };
  const parts = !path.includes('/compositeentities') ? [] : path.endsWith('/children') ? [name!] : children;
  for (const [parent, of] of Map.groupBy(parts, (part) => part.split('::')[0]!)) {
    if (of.some((part) => part.includes('::')))
      await add('hierarchicalentities', { name: parent, children: of.map((part) => part.split('::')[1]!) });
    else await add('entities', { name: parent });
  }
}
