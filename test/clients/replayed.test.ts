/** Clients in Go, Java and C#, and programs, by the requests that they send (test/clients/replayed): the clients themselves are not run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { invoicePdf } from '../support/documents-invoice.ts';
import { GROUP_PHOTO, STRANGER_PHOTOS } from '../support/people.ts';
import { nameOf, readReplayedClients } from '../support/replayed-clients.ts';
import type { Expected, ReplayedClient, ReplayedRequest } from '../support/replayed-clients.ts';
import { eventually } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { WAIT_MS } from '../support/slowness.ts';

const SAMPLES = join(import.meta.dirname, '../../docs/samples');
const invoice = await invoicePdf();

interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}
type Captured = Record<string, string>;

/** What lies at the way; the whole body at the empty one. */
function valueAt(body: unknown, way: string): unknown {
  if (way === '') return body;
  return way.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body);
}

const fill = (text: string, captured: Captured): string => text.replace(/\{(\w+)\}/g, (all, name: string) => captured[name] ?? all);

function fits(actual: unknown, expected: string, captured: Captured): boolean {
  const [, expression] = /^\/(.*)\/$/.exec(expected) ?? [];
  if (expression !== undefined) return actual !== undefined && new RegExp(fill(expression, captured)).test(String(actual));
  return String(actual) === fill(expected, captured);
}

function assertFits({ body }: Reply, expected: Expected, captured: Captured): void {
  for (const [way, value] of Object.entries(expected)) {
    assert.ok(
      fits(valueAt(body, way), value, captured),
      `${way} is ${JSON.stringify(valueAt(body, way))}, not ${value}: ${JSON.stringify(body)}`,
    );
  }
}

describe('replayed clients', () => {
  let server: SharedServer;
  const prepared: Captured = { invoice: Buffer.from(invoice).toString('base64') };
  before(async () => {
    server = await sharedServer();
  });

  async function send(
    headers: Record<string, string>,
    { send: line, body, file, photo }: ReplayedRequest,
    captured: Captured,
  ): Promise<Reply> {
    const [method, path] = fill(line, captured).split(' ') as [string, string];
    const bytes = file ? invoice : photo === 'one' ? STRANGER_PHOTOS[0]! : photo === 'group' ? GROUP_PHOTO : undefined;
    const content = bytes ? new Uint8Array(bytes) : body === undefined ? undefined : fill(JSON.stringify(body), captured);
    const response = await fetch(/^https?:/.test(path) ? path : server.address + path, {
      method,
      headers: {
        ...headers,
        ...(photo && { 'Content-Type': 'application/octet-stream' }),
        'Ocp-Apim-Subscription-Key': server.key1,
      },
      ...(content !== undefined && { body: content }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  async function replay(headers: Record<string, string>, request: ReplayedRequest, captured: Captured): Promise<void> {
    const { until, expect, capture = {} } = request;
    const all = { ...headers, ...request.headers };
    const isDone = (reply: Reply): boolean =>
      !until || Object.entries(until).every(([way, value]) => fits(valueAt(reply.body, way), value, captured));
    const reply = await eventually(() => send(all, request, captured), isDone);
    assert.equal(reply.status, expect.status, `${request.send}: ${JSON.stringify(reply.body)}`);
    for (const [name, expression] of Object.entries(expect.headers ?? {}))
      assert.match(reply.headers.get(name) ?? '', new RegExp(expression));
    assertFits(reply, expect.body ?? {}, captured);
    for (const [name, from] of Object.entries(capture)) {
      captured[name] = from.startsWith('header:') ? reply.headers.get(from.slice(7))! : String(valueAt(reply.body, from));
    }
  }

  /** Imports, trains and publishes the samples of the docs, once. */
  async function prepare({ needs }: ReplayedClient): Promise<void> {
    const json = { 'Content-Type': 'application/json' };
    const call = (request: Omit<ReplayedRequest, 'expect'>, status: number): Promise<void> =>
      replay(json, { ...request, expect: { status } }, prepared);
    const sample = (name: string): unknown => JSON.parse(readFileSync(join(SAMPLES, name), 'utf8'));
    if (needs === 'app' && !prepared['app']) {
      const reply = await send(json, { send: 'POST /luis/api/v2.0/apps/import', body: sample('app.json'), expect: { status: 201 } }, {});
      prepared['app'] = String(reply.body);
      const version = '/luis/api/v2.0/apps/{app}/versions/0.1/train';
      await call({ send: `POST ${version}` }, 202);
      await call({ send: `GET ${version}`, until: { '0.details.status': '/Success|UpToDate/' } }, 200);
      await call({ send: 'POST /luis/api/v2.0/apps/{app}/publish', body: { versionId: '0.1', isStaging: false } }, 201);
    }
    if (needs === 'project' && !prepared['project']) {
      prepared['project'] = 'Garden';
      const project = '/language/authoring/analyze-conversations/projects/Garden';
      const version = 'api-version=2023-04-01';
      await call({ send: `POST ${project}/:import?${version}`, body: sample('project.json') }, 202);
      await call({ send: `GET ${project}?${version}`, until: { projectName: 'Garden' } }, 200);
      await call({ send: `POST ${project}/:train?${version}`, body: { modelLabel: 'first', trainingMode: 'standard' } }, 202);
      await call({ send: `GET ${project}/models/first?${version}`, until: { label: 'first' } }, 200);
      await call({ send: `PUT ${project}/deployments/production?${version}`, body: { trainedModelLabel: 'first' } }, 202);
      await call({ send: `GET ${project}/deployments/production?${version}`, until: { deploymentName: 'production' } }, 200);
    }
  }

  for (const client of readReplayedClients()) {
    test(nameOf(client), { timeout: WAIT_MS }, async () => {
      await prepare(client);
      const captured = { ...prepared };
      for (const request of client.requests) await replay(client.headers, request, captured);
    });
  }
});
