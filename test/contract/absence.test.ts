/**
 * What belongs to another account is absent: a call that names it is answered as by a server on which it never existed, byte for byte and
 * with the same number of reads. Every operation of the table with path parameters or a body is called on two servers; on one of them
 * another account owns everything that the call names. Apps are the exception: section 7.3 of the interface answers 401 to a caller who is
 * neither owner nor collaborator. Their ids are random, so that nobody finds an app by guessing.
 */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { after, before, describe, test } from 'node:test';
import { areas } from '../../src/areas.ts';
import type { Mount } from '../../src/kernel/area.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { outerMountsOf } from '../support/mounts.ts';
import { testApp } from '../support/memory-app.ts';
import type { TestApp } from '../support/memory-app.ts';
import { prepareCall } from '../support/prepared-calls.ts';
import type { PreparedCall } from '../support/prepared-call.ts';

const READS = ['get', 'page', 'count', 'find', 'readEvents', 'lastPosition', 'counters'] as const;

const GENERATED_HEADERS = ['date', 'content-length', 'x-request-id', 'apim-request-id', 'etag'];

/** The question of predictions. */
const QUERY = { q: 'hello', query: 'hello' };
const PROJECT = { projectName: 'example', deploymentName: 'production' };
/** Operations on what the call itself carries, or what another resource has. */
const NOT_STORED = ['faces.detect', 'conversations.fetchProject', 'texts.fetchProject'];
/** Bodies that name the project of the other account. */
const BODIES: Readonly<Record<string, object>> = {
  'conversations.analyze': {
    kind: 'Conversation',
    analysisInput: { conversationItem: { id: '1', participantId: '1', text: 'hello' } },
    parameters: PROJECT,
  },
  'textsRuntime.analyzeText': {
    analysisInput: { documents: [{ id: '1', language: 'en', text: 'a parcel' }] },
    tasks: [{ kind: 'CustomSingleLabelClassification', parameters: PROJECT }],
  },
};

/** What a stranger learns of an app, in authoring and in queries, and the replies for an unknown id. */
const APP_DENIED = /Access denied: the (caller is neither owner nor collaborator|account of the subscription key is neither the owner)/;
const APP_ABSENT = /Cannot find an application with the specified ID|Resource not found/;

/** The call whose reads are counted; background work, such as saving the usage every second, reads outside of it. */
const currentCall = new AsyncLocalStorage<{ reads: number }>();

/** Counts the reads of a store and of its blobs by call. */
function countReads({ store, blobs }: TestApp): void {
  const counted = <Target extends object>(target: Target, name: keyof Target): void => {
    const read = target[name] as (...args: unknown[]) => unknown;
    (target as Record<keyof Target, unknown>)[name] = (...args: unknown[]) => {
      const counter = currentCall.getStore();
      if (counter) counter.reads++;
      return read.apply(target, args);
    };
  };
  for (const name of READS) counted(store, name);
  counted(blobs, 'get');
}

interface Answer {
  status: number;
  text: string;
  headers: string;
  reads: number;
}

/** Ids and times that differ between any two calls; an id that the call itself names stays. */
function withoutGenerated(text: string, sent: string): string {
  return text
    .replace(/\d{14}_(?=[\da-f-]{36})/g, '')
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{32,}/gi, (id) => (sent.includes(id) ? id : '<id>'))
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*(Z|\+00:00)?/g, '<time>');
}

describe('absence', () => {
  let withOwner: TestApp;
  let without: TestApp;
  before(async () => {
    [withOwner, without] = [await testApp(), await testApp()];
    for (const app of [withOwner, without]) countReads(app);
  });
  after(() => Promise.all([withOwner.close(), without.close()]));

  /** The key of a new account. */
  const createStranger = async (app: TestApp, name: string): Promise<string> => {
    const { key } = await app.createAccount(name);
    // The first call of a key looks up its account.
    await app.call({ method: 'GET', url: '/face/v1.0/persongroups', key });
    return key;
  };

  /** The answer to an account, with the number of reads it took. */
  const ask = async (app: TestApp, operation: Operation, mount: Mount, key: string, prepared: PreparedCall): Promise<Answer> => {
    const path = mount.base + operation.path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(prepared.params[part] ?? 'x'));
    const named = operation.example?.query && 'projectName' in operation.example.query ? PROJECT : {};
    const query = new URLSearchParams({
      ...QUERY,
      ...operation.example?.query,
      ...named,
      ...(mount.marker === 'query' && { 'api-version': mount.version }),
    });
    const { body, headers: sent } = prepared;
    const token = operation.path.endsWith('/cloudaccounts') ? await app.token() : undefined;
    const counter = { reads: 0 };
    const { status, headers, text } = await currentCall.run(counter, () =>
      app.call({
        method: operation.method,
        url: `${path}?${query.toString()}`,
        key,
        headers: sent,
        token,
        body: typeof body === 'string' ? JSON.stringify(body) : body,
      }),
    );
    const { reads } = counter;
    const kept = Object.entries(headers).filter(([header]) => !GENERATED_HEADERS.includes(header));
    const own = JSON.stringify([path, body]);
    return { status, text: withoutGenerated(text, own), headers: withoutGenerated(JSON.stringify(kept), own), reads };
  };

  /** What the other account owns, and a call that names it. */
  const prepare = async (operation: Operation): Promise<PreparedCall> => {
    const owner = operation.id === 'textsRuntime.analyzeText' ? { ...operation, id: 'textsRuntime.cancelJob' } : operation;
    const prepared = await prepareCall(withOwner, owner);
    return { ...prepared, body: BODIES[operation.id] ?? prepared.body };
  };

  let count = 0;
  for (const area of areas)
    for (const operation of area.operations) {
      // What needs no key is authorized by a token of its own; what is not stored here belongs to no account.
      if (
        operation.needs === 'nothing' ||
        NOT_STORED.includes(operation.id) ||
        !(operation.path.includes('{') || operation.example?.body !== undefined)
      )
        continue;
      test(operation.id, async () => {
        const prepared = await prepare(operation);
        const name = `stranger-${++count}`;
        const [key, keyWithout] = [await createStranger(withOwner, name), await createStranger(without, name)];
        for (const mount of outerMountsOf(area, operation)) {
          const foreign = await ask(withOwner, operation, mount, key, prepared);
          const absent = await ask(without, operation, mount, keyWithout, prepared);
          if (operation.path.includes('{appId}')) {
            assert.deepEqual([foreign.status, absent.status], [401, area.name === 'understanding' ? 400 : 404], mount.version);
            assert.match(foreign.text, APP_DENIED);
            assert.match(absent.text, APP_ABSENT);
            assert.ok(!foreign.text.includes(prepared.params.appId!));
          } else assert.deepEqual(foreign, absent, mount.version);
        }
      });
    }
});
