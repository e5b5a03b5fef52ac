/**
 * Responses of prepared calls by operation and version: status, headers, and the members that clients of the interface rely on
 * (responses.json).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { areas } from '../../src/areas.ts';
import { pathIn } from '../../src/kernel/aliases.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { mountsOf } from '../support/mounts.ts';
import { testApp } from '../support/memory-app.ts';
import type { TestApp } from '../support/memory-app.ts';
import { prepareCall } from '../support/prepared-calls.ts';
import type { PreparedCall } from '../support/prepared-call.ts';
import { assertShape } from '../support/shapes.ts';
import type { Shape } from '../support/shapes.ts';

/** Without `body` it is not JSON, with null there is none. */
interface Row {
  operation: string;
  versions: readonly string[];
  query?: Readonly<Record<string, string>>;
  status: number;
  headers?: readonly string[];
  body?: Shape | null;
}

const rows = JSON.parse(readFileSync(new URL('responses.json', import.meta.url), 'utf8')) as readonly Row[];
const table = areas.flatMap((area) =>
  area.operations.flatMap((operation) => mountsOf(area, operation).map((mount) => ({ operation, mount }))),
);

describe('responses', () => {
  let app: TestApp;
  before(async () => {
    app = await testApp();
  });
  after(() => app.close());
  /** What reads changes nothing: its versions share what was prepared. */
  const prepared = new Map<string, Promise<PreparedCall>>();
  const prepare = (operation: Operation): Promise<PreparedCall> => {
    const call = prepared.get(operation.id) ?? prepareCall(app, operation);
    if (operation.method === 'GET') prepared.set(operation.id, call);
    return call;
  };

  for (const { operation: id, versions, query: extra, status, headers: expectedHeaders = [], body: shape } of rows)
    for (const version of versions) {
      test(`${id} (${version})${extra ? ` ${Object.keys(extra).join(', ')}` : ''}`, async () => {
        const found = table.find(({ operation, mount }) => operation.id === id && mount.version === version);
        assert.ok(found, 'The operation is not served.');
        const { operation, mount } = found;
        const { key, params, headers, body } = await prepare(operation);
        const path = pathIn('vendor', mount.base + operation.path).replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(params[name] ?? 'x'),
        );
        const query = new URLSearchParams({
          ...operation.example?.query,
          ...extra,
          ...(mount.marker === 'query' && { 'api-version': version }),
        }).toString();
        const sent = typeof body === 'string' ? JSON.stringify(body) : body;
        const answer = await app.call({ method: operation.method, url: query ? `${path}?${query}` : path, key, headers, body: sent });
        assert.equal(answer.status, status, answer.text);
        for (const name of expectedHeaders) assert.ok(answer.headers[name], `The header ${name} is missing.`);
        if (shape === null) assert.equal(answer.text, '');
        else if (shape !== undefined) assertShape(answer.json(), shape, 'body');
      });
    }
});
