/** An application in memory, called without a socket. */
import { createApp } from '../../src/app.ts';
import type { App, AppOptions } from '../../src/app.ts';
import { DEV_ADMIN_SECRET, DEV_KEYS } from '../../src/accounts/keys/dev.ts';
import { areas } from '../../src/areas.ts';
import { readConfig } from '../../src/config.ts';
import type { Area } from '../../src/kernel/area.ts';
import { Failure, fail } from '../../src/kernel/failures.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { inject } from './inject.ts';

export interface TestResponse {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  bytes: Buffer;
  json<T = unknown>(): T;
}
export interface TestRequest {
  method: string;
  url: string;
  key?: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestApp extends App {
  call(request: TestRequest): Promise<TestResponse>;
  token(): Promise<string>;
  /** Creates an account and returns one of its keys. */
  createAccount(name: string, body?: object): Promise<{ key: string; id: string }>;
}

export const key = DEV_KEYS.key1;

export async function testApp(options: AppOptions = {}, flags: string[] = []): Promise<TestApp> {
  const { config } = readConfig({ argv: ['--dev', '--log-level', 'silent', '--port', '0', '--warm-readers', '0', ...flags] });
  const undeclared = new Set<string>();
  const recorded = new Map((options.areas ?? areas).map((area) => [area, recordUndeclared(area, undeclared)]));
  const app = await createApp(config, { ...options, areas: [...recorded.values()] });
  const servicesOf = app.services.of.bind(app.services);
  app.services.of = (area) => servicesOf(recorded.get(area) ?? area);
  const call = async ({ method, url, key: subscriptionKey, token, body, headers = {} }: TestRequest): Promise<TestResponse> => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const {
      status,
      headers: received,
      bytes,
      text,
    } = await inject(app.server.node, {
      method,
      url,
      body: raw || body === undefined ? body : JSON.stringify(body),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(subscriptionKey !== undefined && { 'ocp-apim-subscription-key': subscriptionKey }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    return { status, headers: received, text, bytes, json: <T>() => JSON.parse(text) as T };
  };
  let lastToken: string | undefined;
  const token = async (): Promise<string> => {
    const { status, text, json } = await call({
      method: 'POST',
      url: '/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=admin&client_secret=${DEV_ADMIN_SECRET}`,
    });
    if (status === 200) lastToken = json<{ access_token: string }>().access_token;
    // After generated requests have guessed secrets, all others from their address wait too: the token before is still valid.
    if (lastToken === undefined) throw new Error(`No token: ${status} ${text}`);
    return lastToken;
  };
  let managerToken: Promise<string> | undefined;
  const callAsManager = async (request: TestRequest): Promise<TestResponse> => {
    const answer = await call({ ...request, token: await (managerToken ??= token()) });
    if (answer.status !== 401) return answer;
    // Expired, where the clock of a test is ahead.
    managerToken = token();
    return await call({ ...request, token: await managerToken });
  };
  const account: TestApp['createAccount'] = async (name, body = {}) => {
    const url = `/subscriptions/test/resourceGroups/test/accounts/${name}`;
    const response = await callAsManager({ method: 'PUT', url, body: { location: 'local', ...body } });
    if (response.status > 201) throw new Error(response.text);
    const { key1 } = (await callAsManager({ method: 'POST', url: `${url}/listKeys` })).json<{ key1: string }>();
    return { key: key1, id: response.json<{ properties: { accountId: string } }>().properties.accountId };
  };
  const close = async (): Promise<void> => {
    await app.close();
    if (undeclared.size > 0) throw new Error(`Failures that are not in \`fails\` of their operation: ${[...undeclared].sort().join(', ')}`);
  };
  return { ...app, call, token, createAccount: account, close };
}

/** Wraps the operations of an area to record the area's failures that they throw without declaring them in `fails`. */
function recordUndeclared(area: Area, undeclared: Set<string>): Area {
  const ownFailures = area.failures?.rows ?? {};
  type Handler<Args extends unknown[], T> = (...args: Args) => Promise<T> | T;
  const record =
    <Args extends unknown[], T>({ id, fails = [] }: Operation<never>, handler: Handler<Args, T>) =>
    async (...args: Args): Promise<T> => {
      try {
        return await handler(...args);
      } catch (error) {
        const isOwn = error instanceof Failure && error.kind in ownFailures && !(error.kind in fail.rows);
        if (isOwn && !fails.includes(error.kind)) undeclared.add(`${id} ${error.kind}`);
        throw error;
      }
    };
  const operations = area.operations.map((operation) => ({
    ...operation,
    run: record(operation, operation.run),
    ...(operation.admit && { admit: record(operation, operation.admit) }),
  }));
  return { ...area, operations };
}
