/** Imports, trains, deploys and queries conversation projects over HTTP. */
import assert from 'node:assert/strict';
import { call, eventually } from './server.ts';
import type { HttpResponse, CallOptions } from './server.ts';

export const OLDEST = '2021-11-01-preview';
export const NEWEST = '2023-04-01';
export const INTERFACE_BASE = '/language/analyze-conversations/internal';
export const LATER_BASE = '/language/authoring/analyze-conversations';

export interface Utterance {
  text: string;
  intent: string;
  language?: string;
  dataset?: string;
  entities: { category: string; offset: number; length: number }[];
}
export interface JobRecord {
  jobId: string;
  createdDateTime: string;
  lastUpdatedDateTime: string;
  expirationDateTime: string;
  status: string;
  errors?: { code: string; message: string }[];
  result?: Record<string, unknown>;
  resultUrl?: string;
}
export interface Found {
  category: string;
  text: string;
  offset: number;
  length: number;
  confidenceScore: number;
  listKeys?: string[];
  resolutions?: object[];
  extraInformation?: object[];
}
export interface Prediction {
  topIntent: string;
  projectKind: string;
  intents: { category: string; confidenceScore: number }[];
  entities: Found[];
}
export interface TargetIntent {
  confidenceScore: number;
  targetKind?: string;
  targetProjectKind?: string;
  apiVersion?: string;
  result?: Record<string, unknown> & { prediction?: Prediction };
}
export interface OrchestrationPrediction {
  topIntent: string;
  projectKind: string;
  intents: Record<string, TargetIntent>;
}
export interface Refused {
  error: { code: string; message: string; target?: string };
}

/** Parses an utterance with marked entities: `water the [Plant:fern]`. */
export function utterance(intent: string, marked: string, more: Partial<Utterance> = {}): Utterance {
  const entities: Utterance['entities'] = [];
  let text = '';
  for (const [, plain, category, phrase] of marked.matchAll(/([^[]+)|\[([\w.]+):([^\]]+)\]/g)) {
    if (plain === undefined) entities.push({ category: category!, offset: text.length, length: phrase!.length });
    text += plain ?? phrase!;
  }
  return { text, intent, entities, ...more };
}

export class ProjectAuthor {
  readonly server: { address: string };
  readonly key: string;
  readonly base: string;
  readonly version: string;

  constructor(server: { address: string }, key: string, { base = LATER_BASE, version = NEWEST } = {}) {
    this.server = server;
    this.key = key;
    this.base = base;
    this.version = version;
  }

  /** The same author in another version. */
  in(version: string, base = version === OLDEST ? INTERFACE_BASE : LATER_BASE): ProjectAuthor {
    return new ProjectAuthor(this.server, this.key, { base, version });
  }

  withKey(key: string): ProjectAuthor {
    return new ProjectAuthor(this.server, key, this);
  }

  /** A call below the base of the version. */
  async send<T = unknown>(route: string, json?: unknown, options: CallOptions = {}): Promise<HttpResponse<T>> {
    const [method, path] = route.split(' ', 2) as [string, string];
    return await call<T>(this.server, `${method} ${this.base}${path}${path.includes('?') ? '&' : '?'}api-version=${this.version}`, {
      key: this.key,
      json,
      ...options,
    });
  }

  async ok<T = unknown>(route: string, json?: unknown, options: CallOptions = {}): Promise<T> {
    const { status, text, body } = await this.send<T>(route, json, options);
    assert.ok(status < 300, `${route}: ${status} ${text}`);
    return body;
  }

  /** Starts a job and returns its record when it has finished. */
  async job(route: string, json?: unknown, options: CallOptions = {}): Promise<JobRecord> {
    return await this.waitForJob(await this.start(route, json, options));
  }

  /** Starts a job and returns the address of its record. */
  async start(route: string, json?: unknown, options: CallOptions = {}): Promise<string> {
    const { status, text, headers } = await this.send(route, json, options);
    assert.equal(status, 202, `${route}: ${text}`);
    assert.equal(text, '');
    const address = headers['operation-location'] as string;
    assert.equal(headers.location, this.version === OLDEST ? address : undefined);
    return address;
  }

  async record(address: string): Promise<JobRecord> {
    const { pathname, search } = new URL(address);
    const { status, text, body } = await call<JobRecord>(this.server, `GET ${pathname}${search}`, { key: this.key });
    assert.equal(status, 200, text);
    return body;
  }

  async waitForJob(address: string): Promise<JobRecord> {
    return await eventually(
      () => this.record(address),
      ({ status }) => !['notStarted', 'running', 'cancelling'].includes(status),
    );
  }

  /** Imports a project in the newest form. */
  async import(
    name: string,
    assets: object,
    { kind = 'Conversation', language = 'en-us', ...metadata }: Record<string, unknown> = {},
    more: object = {},
  ): Promise<JobRecord> {
    const body = {
      projectFileVersion: this.version,
      stringIndexType: 'Utf16CodeUnit',
      metadata: { projectName: name, projectKind: kind, language, ...metadata },
      assets: { projectKind: kind, ...assets },
      ...more,
    };
    return await this.job(`POST /projects/${encodeURIComponent(name)}/:import`, body);
  }

  async train(name: string, label: string, options: object = {}): Promise<JobRecord> {
    const record = await this.job(`POST /projects/${encodeURIComponent(name)}/:train`, { modelLabel: label, ...options });
    assert.equal(record.status, 'succeeded', JSON.stringify(record.errors));
    return record;
  }

  async deploy(name: string, deployment: string, label: string, more: object = {}): Promise<JobRecord> {
    return await this.job(`PUT /projects/${encodeURIComponent(name)}/deployments/${deployment}`, { trainedModelLabel: label, ...more });
  }

  /** Trains on everything and deploys. */
  async ready(name: string, deployment = 'production'): Promise<void> {
    await this.train(name, 'all', {
      trainingMode: 'standard',
      evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 100, testingSplitPercentage: 0 },
    });
    await this.deploy(name, deployment, 'all');
  }

  /** Sends a query in the form of the later versions; the reply may be an error. */
  async analyze(
    projectName: string,
    text: string,
    { parameters = {}, item = {}, version = this.version }: { parameters?: object; item?: object; version?: string } = {},
  ): Promise<HttpResponse<{ kind: string; result: { query: string; prediction: unknown } }>> {
    const json = {
      kind: 'Conversation',
      analysisInput: { conversationItem: { id: '1', participantId: '1', text, ...item } },
      parameters: { projectName, deploymentName: 'production', ...parameters },
    };
    return await call(this.server, `POST /language/:analyze-conversations?api-version=${version}`, { key: this.key, json });
  }

  async ask<T = Prediction>(
    projectName: string,
    text: string,
    options: { parameters?: object; item?: object; version?: string } = {},
  ): Promise<T> {
    const { status, text: answer, body } = await this.analyze(projectName, text, options);
    assert.equal(status, 200, answer);
    assert.equal(body.kind, 'ConversationResult');
    return body.result.prediction as T;
  }

  /** Sends a query in the form of the oldest version. */
  async askFormer<T = Prediction>(projectName: string, query: string, more: object = {}, deploymentName = 'production'): Promise<T> {
    const { status, text, body } = await call<{ query: string; prediction: T }>(
      this.server,
      `POST /language/:analyze-conversations?projectName=${projectName}&deploymentName=${deploymentName}&api-version=${OLDEST}`,
      { key: this.key, json: { query, ...more } },
    );
    assert.equal(status, 200, text);
    return body.prediction;
  }
}
