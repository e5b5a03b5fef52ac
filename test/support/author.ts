/** An author of understanding apps: creates, trains, publishes and queries them over HTTP. */
import assert from 'node:assert/strict';
import { call, eventually } from './server.ts';
import type { HttpResponse, CallOptions } from './server.ts';

const AUTHORING = '/luis/api/v2.0';

export interface Labeled {
  text: string;
  intentName: string;
  entityLabels: { entityName: string; startCharIndex: number; endCharIndex: number; role?: string }[];
}
export interface TrainedModel {
  modelId: string;
  details: { statusId: number; status: string; exampleCount: number; trainingDateTime?: string; failureReason?: string };
}
export interface Prediction2 {
  query: string;
  topScoringIntent: { intent: string; score: number };
  intents?: { intent: string; score: number }[];
  entities: {
    entity: string;
    type: string;
    startIndex: number;
    endIndex: number;
    score?: number;
    resolution?: Record<string, unknown>;
    role?: string;
  }[];
  compositeEntities?: { parentType: string; value: string; children: { type: string; value: string }[] }[];
}
export interface Prediction3 {
  query: string;
  prediction: { topIntent: string; intents: Record<string, { score: number }>; entities: Record<string, unknown> };
}
export interface Suggestion {
  text: string;
  tokenizedText: string[];
  intentPredictions: { name: string; score: number }[];
  entityPredictions: { entityName: string; startTokenIndex: number; endTokenIndex: number; phrase: string }[];
}

/** Parses an utterance with labels: `fly to [City:rome]`, or with a role `[City.to:rome]`. Labels do not overlap. */
function labeled(intentName: string, marked: string): Labeled {
  const entityLabels: Labeled['entityLabels'] = [];
  let text = '';
  for (const [, plain, entityName, role, phrase] of marked.matchAll(/([^[]+)|\[([\w:]+?)(?:\.(\w+))?:((?:[^\]:])+)\]/g)) {
    if (plain !== undefined) text += plain;
    else {
      entityLabels.push({
        entityName: entityName!,
        startCharIndex: text.length,
        endCharIndex: text.length + phrase!.length - 1,
        ...(role !== undefined && { role }),
      });
      text += phrase!;
    }
  }
  return { text, intentName, entityLabels };
}

export class Author {
  readonly server: { address: string };
  readonly key: string;
  appId = '';
  version = '0.1';

  constructor(server: { address: string }, key: string) {
    this.server = server;
    this.key = key;
  }

  /** The same app with another server or another key. */
  with({ server = this.server, key = this.key }: { server?: { address: string }; key?: string }): Author {
    return Object.assign(new Author(server, key), { appId: this.appId, version: this.version });
  }

  /** Sends a request below the authoring base path. */
  async send<T = unknown>(route: string, options: CallOptions = {}): Promise<HttpResponse<T>> {
    return await call<T>(this.server, route.replace(' ', ` ${AUTHORING}`), { key: this.key, ...options });
  }

  /** Sends a request that must succeed. */
  async ok<T = unknown>(route: string, json?: unknown, options: CallOptions = {}): Promise<T> {
    const { status, text, body } = await this.send<T>(route, { json, ...options });
    assert.ok(status < 300, `${route}: ${status} ${text}`);
    return body;
  }

  /** The path of the app, or below it. */
  app(rest = ''): string {
    return `/apps/${this.appId}${rest}`;
  }

  /** A path below the version. */
  path(rest = ''): string {
    return this.app(`/versions/${this.version}${rest}`);
  }

  async create(name: string, culture = 'en-us'): Promise<this> {
    this.appId = await this.ok<string>('POST /apps/', { name, culture });
    return this;
  }

  /** Adds a model and returns its id. */
  async add<T = string>(noun: string, body: unknown): Promise<T> {
    return await this.ok<T>(`POST ${this.path(`/${noun}`)}`, body);
  }

  async label(intentName: string, ...marked: string[]): Promise<void> {
    const answers = await this.ok<{ hasError: boolean; error?: { message: string } }[]>(
      `POST ${this.path('/examples')}`,
      marked.map((one) => labeled(intentName, one)),
    );
    assert.deepEqual(
      answers.filter(({ hasError }) => hasError),
      [],
    );
  }

  async status(): Promise<TrainedModel[]> {
    return await this.ok(`GET ${this.path('/train')}`);
  }

  /** Trains and waits for every model. */
  async train(): Promise<TrainedModel[]> {
    await this.ok(`POST ${this.path('/train')}`);
    const models = await eventually(
      () => this.status(),
      (current) => current.every(({ details: { status } }) => !['Queued', 'InProgress'].includes(status)),
    );
    assert.deepEqual(
      models.filter(({ details: { status } }) => status !== 'Success' && status !== 'UpToDate'),
      [],
    );
    return models;
  }

  async publish(isStaging = false, versionId = this.version): Promise<void> {
    await this.ok(`POST ${this.app('/publish')}`, { versionId, isStaging });
  }

  /** Queries prediction v2.0 and returns any response. */
  async send2(text: string, query = ''): Promise<HttpResponse<Prediction2>> {
    return await call(this.server, `GET /luis/v2.0/apps/${this.appId}?q=${encodeURIComponent(text)}${query}`, { key: this.key });
  }

  async ask2(text: string, query = ''): Promise<Prediction2> {
    const { status, text: answer, body } = await this.send2(text, query);
    assert.equal(status, 200, answer);
    return body;
  }

  /** Queries prediction v3.0 and returns any response. `at` is `slots/NAME` or `versions/NAME`. */
  async send3(request: object, { at = 'slots/production', query = '?verbose=true' } = {}): Promise<HttpResponse<Prediction3>> {
    return await call(this.server, `POST /luis/prediction/v3.0/apps/${this.appId}/${at}/predict${query}`, { key: this.key, json: request });
  }

  async ask3(text: string, more: object = {}, options: { at?: string; query?: string } = {}): Promise<Prediction3['prediction']> {
    const { status, text: answer, body } = await this.send3({ query: text, ...more }, options);
    assert.equal(status, 200, answer);
    return body.prediction;
  }

  async suggest(noun: 'intents' | 'entities', id: string, query = ''): Promise<Suggestion[]> {
    return await this.ok(`GET ${this.path(`/${noun}/${id}/suggest${query}`)}`);
  }
}
