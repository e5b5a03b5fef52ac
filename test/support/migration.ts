/** Migrates apps to conversation projects over HTTP, and starts a resource to migrate them from. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, eventually } from './server.ts';
import type { HttpResponse, CallOptions } from './server.ts';

export const OLDEST = '2021-11-01-preview';
const BASE = '/language/analyze-conversations/internal';

export interface Item {
  what: string;
  from: string;
  to?: string;
  why?: string;
}
export interface Report {
  kept: Item[];
  changed: Item[];
  dropped: Item[];
}
export interface Migrated {
  appId: string;
  appVersion: string;
  projectName?: string;
  status: string;
  error?: { code: string; message: string };
  report?: Report;
}
export interface MigrationRecord {
  jobId: string;
  createdDateTime: string;
  lastUpdatedDateTime: string;
  expirationDateTime: string;
  status: string;
  errors: { code: string; message: string }[];
  results: Migrated[];
}
export interface App {
  appId: string;
  appVersion: string;
}

const isActive = ({ status }: { status: string }): boolean => status === 'notStarted' || status === 'running';

export class Migrator {
  readonly server: { address: string };
  readonly key: string;

  constructor(server: { address: string }, key: string) {
    this.server = server;
    this.key = key;
  }

  async send<T = unknown>(route: string, options: CallOptions = {}, base = BASE): Promise<HttpResponse<T>> {
    return await call<T>(this.server, `${route.replace(' ', ` ${base}`)}${route.includes('?') ? '&' : '?'}api-version=${OLDEST}`, {
      key: this.key,
      ...options,
    });
  }

  async start(apps: readonly App[], authoringResourceUrl: string, understandingKey: string): Promise<string> {
    const { status, text, headers } = await this.send('POST /:migrateFromUnderstanding', {
      json: { appsMetadata: apps, authoringResourceUrl, understandingKey },
    });
    assert.equal(status, 202, text);
    assert.equal(text, '');
    assert.equal(headers.location, headers['operation-location']);
    return headers['operation-location'] as string;
  }

  async getAt<T>(address: string): Promise<T> {
    const { pathname, search } = new URL(address);
    const { status, text, body } = await call<T>(this.server, `GET ${pathname}${search}`, { key: this.key });
    assert.equal(status, 200, text);
    return body;
  }

  async waitForJob<T extends { status: string } = MigrationRecord>(address: string): Promise<T> {
    return await eventually(
      async () => await this.getAt<T>(address),
      (record) => !isActive(record),
    );
  }

  /** Starts a migration and waits until it has finished. */
  async migrate(apps: readonly App[], authoringResourceUrl = this.server.address, understandingKey = this.key): Promise<MigrationRecord> {
    return await this.waitForJob(await this.start(apps, authoringResourceUrl, understandingKey));
  }

  /** Starts a job, requires that it succeeds, and returns its record. */
  async completeJob<T extends { status: string }>(route: string, json?: unknown): Promise<T> {
    const { status, text, headers } = await this.send(route, { json });
    assert.equal(status, 202, `${route}: ${status} ${text}`);
    const record = await this.waitForJob<T>(headers['operation-location'] as string);
    assert.equal(record.status, 'succeeded', JSON.stringify(record));
    return record;
  }

  async predict(
    projectName: string,
    query: string,
  ): Promise<{
    topIntent: string;
    entities: { category: string; text: string; listKeys?: string[] }[];
  }> {
    const target = new URLSearchParams({ projectName, deploymentName: 'production', 'api-version': OLDEST });
    const { status, text, body } = await call<{ prediction: { topIntent: string; entities: { category: string; text: string }[] } }>(
      this.server,
      `POST /language/:analyze-conversations?${target.toString()}`,
      { key: this.key, json: { query } },
    );
    assert.equal(status, 200, text);
    return body.prediction;
  }

  async projects(): Promise<string[]> {
    return (await this.send<{ value: { name: string }[] }>('GET /projects')).body.value.map(({ name }) => name);
  }
}

export interface AppSource {
  address: string;
  requests: { path: string; key: string | undefined }[];
  close(): Promise<void>;
}

/** Starts a resource on another port, with responses from the test. */
export async function startAppSource(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<AppSource> {
  const requests: AppSource['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url!, key: request.headers['ocp-apim-subscription-key'] as string | undefined });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
