/**
 * Records an example of every operation for the docs: a prepared call of the tests, sent to a server in memory, with its reply. Ids, dates
 * and secrets are replaced, so that only real changes appear in a diff.
 */
import { areas } from '../src/areas.ts';
import { Bytes } from '../src/kernel/operation.ts';
import type { Operation } from '../src/kernel/operation.ts';
import type { Area } from '../src/kernel/area.ts';
import { management } from '../test/support/management.ts';
import { testApp } from '../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../test/support/memory-app.ts';
import { mountsOf } from '../test/support/mounts.ts';
import { startOidcIssuer } from '../test/support/oidc-issuer.ts';
import { EXAMPLE_PREPARATIONS } from './docs-example-calls.ts';
import { prepareCall } from '../test/support/prepared-calls.ts';
import { shorten, Stable } from './docs-example-values.ts';
import type { OperationExample } from './site/example.ts';

/** Headers of replies that callers use. */
const HEADERS = ['operation-location', 'location', 'etag', 'content-type', 'retry-after'];

/** Lists of what runs: recorded first, while nothing does. */
const LISTS_OF_WORK = ['accounts.work', 'accounts.unfinishedJobs'];

/** Not possible where data are in memory, which the reply says. */
const NEEDS_FOLDER = new Set(['accounts.stageRestore', 'accounts.discardRestore']);

/** The text of docs/examples.json. */
export async function recordExamples(): Promise<string> {
  const table = [management, ...areas].flatMap((area) => area.operations.map((operation) => ({ area, operation })));
  table.sort((a, b) => LISTS_OF_WORK.indexOf(b.operation.id) - LISTS_OF_WORK.indexOf(a.operation.id));
  const issuer = await startOidcIssuer('perennial-console');
  issuer.claims = { sub: 'jane', email: 'jane@example.com', email_verified: true, roles: ['perennial.label'] };
  const app = await testApp({}, ['--oidc-issuer', issuer.url, '--oidc-client-id', 'perennial-console']);
  // Jobs run once it listens.
  await app.listen();
  const examples: [id: string, example: OperationExample][] = [];
  try {
    for (const { area, operation } of table) {
      const example = await record(app, area, operation).catch((error: Error) => {
        throw new Error(`No example of ${operation.id}: ${error.message}`, { cause: error });
      });
      examples.push([operation.id, example]);
    }
  } finally {
    await app.close();
    issuer.close();
  }
  examples.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{\n${examples.map(([id, example]) => `${JSON.stringify(id)}: ${JSON.stringify(example)}`).join(',\n')}\n}\n`;
}

async function record(app: TestApp, area: Area, operation: Operation): Promise<OperationExample> {
  const mounts = mountsOf(area, operation);
  // The newest version that is no preview, or else the newest.
  const newestFirst = mounts.filter(({ version }) => !version.includes('container')).toSorted((a, b) => (a.version < b.version ? 1 : -1));
  const mount = newestFirst.find(({ version }) => !version.includes('preview')) ?? newestFirst[0]!;
  const { key, token, params, headers, body, query: extra } = await prepare(app, operation, mount.version);
  const path = (mount.base + operation.path).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'));
  const query = { ...(mount.marker === 'query' && { 'api-version': mount.version }), ...operation.example?.query, ...extra };
  const search = new URLSearchParams(query).toString();
  const sent = typeof body === 'string' && !headers ? JSON.stringify(body) : body;
  const request = { method: operation.method, url: search ? `${path}?${search}` : path, key, token, headers, body: sent };
  let answer = await app.call(request);
  const until = EXAMPLE_PREPARATIONS[operation.id]?.until;
  for (let tries = 0; until && !until(answer) && tries < 300; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer = await app.call(request);
  }
  if (answer.status >= 400 && operation.refusedBecause === undefined && !NEEDS_FOLDER.has(operation.id))
    throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
  const stable = new Stable(operation.id);
  const example: OperationExample = {
    version: mount.version,
    url: stable.text(request.url),
    ...(body !== undefined && {
      body: Buffer.isBuffer(body) ? { binary: headers?.['content-type'] ?? 'application/octet-stream' } : stable.value(shorten(body)),
    }),
    ...(headers?.['content-type'] !== undefined && { contentType: headers['content-type'] }),
    status: answer.status,
    headers: Object.fromEntries(
      HEADERS.flatMap((name) =>
        answer.headers[name] === undefined || (answer.text === '' && name === 'content-type')
          ? []
          : [[name, stable.text(String(answer.headers[name]))]],
      ),
    ),
    ...replyOf(operation, answer, stable),
  };
  return example;
}

async function prepare(
  target: TestApp,
  operation: Operation,
  version: string,
): Promise<{
  key?: string;
  token?: string;
  params: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  query?: Record<string, string>;
}> {
  const ours = await EXAMPLE_PREPARATIONS[operation.id]?.prepare(target, version);
  if (ours) return { body: operation.example?.body, ...ours, params: { ...operation.example?.params, ...ours.params } };
  if (operation.needs === 'manager')
    return { token: await target.token(), params: { ...operation.example?.params }, body: operation.example?.body };
  return await prepareCall(target, operation);
}

function replyOf({ replies }: Operation, answer: TestResponse, stable: Stable): Pick<OperationExample, 'reply'> {
  const schema = replies[answer.status];
  if (answer.text === '') return {};
  if (schema === Bytes || !String(answer.headers['content-type']).includes('json')) {
    const type = String(answer.headers['content-type']);
    return { reply: type.startsWith('text/') ? stable.text(answer.text.slice(0, 400)) : { binary: type } };
  }
  return { reply: stable.value(shorten(answer.json())) };
}
