/** Imports, trains, deploys and queries text projects over HTTP, in the form of any version. */
import assert from 'node:assert/strict';
import { call, eventually } from './server.ts';
import type { HttpResponse, CallOptions } from './server.ts';

export const OLDEST = '2021-11-01-preview';
export const NEWEST = '2023-04-01';
const AUTHORING: Readonly<Record<string, string>> = { [OLDEST]: '/language/analyze-text' };

export interface JobRecord {
  jobId: string;
  status: string;
  errors?: { code: string; message: string }[];
  createdDateTime: string;
  lastUpdatedDateTime: string;
  expirationDateTime: string;
  result?: Record<string, unknown>;
  resultUrl?: string;
}
export interface Classified {
  category: string;
  confidenceScore: number;
}
export interface AnswerDocument {
  id: string;
  class?: Classified[];
  classification?: Classified;
  classifications?: Classified[];
  entities?: { text: string; category: string; offset: number; length: number; confidenceScore: number }[];
  warnings: unknown[];
  statistics?: { charactersCount: number; transactionsCount: number };
}
export interface TaskItem {
  kind?: string;
  taskName?: string;
  status: string;
  lastUpdateDateTime: string;
  results?: {
    documents: AnswerDocument[];
    errors: { id: string; error: { code: string; message: string; innererror?: { code: string } } }[];
    statistics?: Record<string, number>;
    projectName: string;
    deploymentName: string;
  };
}
export interface AnalysisResult {
  jobId: string;
  displayName?: string;
  status: string;
  lastUpdateDateTime?: string;
  lastUpdatedDateTime?: string;
  errors: { code: string; message: string; target: string }[];
  nextLink?: string;
  statistics?: Record<string, number>;
  tasks: {
    completed: number;
    failed: number;
    inProgress: number;
    total: number;
    items?: TaskItem[];
    customEntityRecognitionTasks?: TaskItem[];
    customSingleClassificationTasks?: TaskItem[];
    customMultiClassificationTasks?: TaskItem[];
  };
}

export class TextAuthor {
  readonly server: { address: string };
  readonly key: string;
  readonly version: string;

  constructor(server: { address: string }, key: string, version = NEWEST) {
    this.server = server;
    this.key = key;
    this.version = version;
  }

  /** The same with another key or version. */
  with({ key = this.key, version = this.version }: { key?: string; version?: string }): TextAuthor {
    return new TextAuthor(this.server, key, version);
  }

  /** A call below the projects. */
  async send<T = unknown>(route: string, options: CallOptions = {}): Promise<HttpResponse<T>> {
    const [method, path] = route.split(' ', 2) as [string, string];
    return await this.#call(method, `${AUTHORING[this.version] ?? '/language/authoring/analyze-text'}/projects${path}`, options);
  }

  async #call<T>(method: string, path: string, options: CallOptions): Promise<HttpResponse<T>> {
    return await call<T>(this.server, `${method} ${path}${path.includes('?') ? '&' : '?'}api-version=${this.version}`, {
      key: this.key,
      ...options,
    });
  }

  /** A call that must succeed. */
  async ok<T = unknown>(route: string, json?: unknown): Promise<T> {
    const { status, text, body } = await this.send<T>(route, { json });
    assert.ok(status < 300, `${route}: ${status} ${text}`);
    return body;
  }

  /** Starts a job and returns its record when it has finished. */
  async runJob(route: string, json?: unknown): Promise<JobRecord> {
    const { status, text, headers } = await this.send(route, { json });
    assert.equal(status, 202, `${route}: ${status} ${text}`);
    assert.equal(text, '');
    assert.equal(headers.location, this.version === OLDEST ? headers['operation-location'] : undefined);
    return await this.waitForJob(headers['operation-location'] as string);
  }

  async waitForJob(address: string): Promise<JobRecord> {
    return await eventually(
      async () => await this.fetch<JobRecord>(address),
      ({ status }) => !['notStarted', 'running', 'cancelling'].includes(status),
    );
  }

  /** Gets an address that the server returned. */
  async fetch<T>(address: string): Promise<T> {
    const { pathname, search } = new URL(address);
    const { status, text, body } = await call<T>(this.server, `GET ${pathname}${search}`, { key: this.key });
    assert.equal(status, 200, text);
    return body;
  }

  /** Imports, trains a model and deploys it as production. */
  async ready(
    name: string,
    file: object,
    training: object = { evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 100, testingSplitPercentage: 0 } },
  ): Promise<void> {
    assert.equal((await this.runJob(`POST /${encodeURIComponent(name)}/:import`, file)).status, 'succeeded');
    const trained = await this.runJob(`POST /${encodeURIComponent(name)}/:train`, { modelLabel: 'first', ...training });
    assert.equal(trained.status, 'succeeded', JSON.stringify(trained.errors));
    assert.equal(
      (await this.runJob(`PUT /${encodeURIComponent(name)}/deployments/production`, { trainedModelLabel: 'first' })).status,
      'succeeded',
    );
  }

  async submit(job: object): Promise<HttpResponse<unknown>> {
    return await this.#call('POST', '/language/analyze-text/jobs', { json: job });
  }

  /** Submits an analysis job and returns its results. */
  async analyze(job: object, query = ''): Promise<AnalysisResult> {
    const { status, text, headers } = await this.submit(job);
    assert.equal(status, 202, text);
    const address = headers['operation-location'] as string;
    await eventually(
      async () => await this.fetch<AnalysisResult>(address),
      (one) => !['notStarted', 'running', 'cancelling'].includes(one.status),
    );
    return await this.fetch<AnalysisResult>(`${address}${query}`);
  }
}
