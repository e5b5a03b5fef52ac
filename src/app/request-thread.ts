/** The thread side of request-threads.ts. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { MessagePort } from 'node:worker_threads';
import { Tokens } from '../accounts/keys/tokens.ts';
import type { Config } from '../config.ts';
import { readUploadedBody } from '../http/body/body.ts';
import { OperationCall } from '../http/operation-call.ts';
import type { ThreadRequest } from '../http/request-threads.ts';
import { CommitFailed, readRequestBody, runAndCommit } from '../http/run-operation.ts';
import { AreaServices } from '../kernel/area.ts';
import type { Area } from '../kernel/area.ts';
import { Failure } from '../kernel/failures.ts';
import type { Reply } from '../kernel/operation.ts';
import type { Clock, Ports } from '../kernel/ports.ts';
import { FetchRefused } from '../kernel/ports/fetch.ts';
import type { Damage, Store } from '../kernel/ports/store.ts';
import type { Report } from '../kernel/ports/telemetry.ts';
import type { Pool, PoolTask } from '../kernel/ports/workers.ts';
import { randomSecret } from '../kernel/random.ts';
import { prepare } from '../kernel/routes.ts';
import type { Prepared } from '../kernel/routes.ts';
import type { PlacedBlobs } from '../storage/blobs/placed-blobs.ts';
import { LARGE_BODY_BYTES } from '../http/body/uploaded-body.ts';
import { storageUnavailable } from '../kernel/storage-unavailable.ts';
import type { StorageProblem } from '../kernel/storage-unavailable.ts';
import { Moved } from '../workers/task.ts';
import { createPorts } from './ports.ts';
import { openSecrets } from './secrets.ts';
import { BlobPlaces, placedBlobs } from './blobs.ts';
import { observedBlobs, observedStore } from './observed-ports.ts';
import { signed } from './signed-records.ts';
import { openStoreInThread } from './storage.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const BYTES_TYPE = 'application/octet-stream';

export interface ThreadInput {
  config: Config;
  /** Whether the records that give power are signed. */
  isSigned: boolean;
  request: ThreadRequest;
  now: number;
  port?: MessagePort;
  /** The trace that the call is a part of. */
  trace?: string;
}

/** With the damaged rows that were met, and the work that was done. */
export type ThreadOutcome = Seen &
  (
    | { reply: Reply }
    | { failure: Pick<Failure, 'kind' | 'status' | 'detail' | 'message'> }
    | { error: { name: string; message: string; stack?: string; isCommit: boolean; problem?: StorageProblem } }
  );

interface Seen {
  damage: Damage[];
  reports: Parameters<Report>[];
}

const preparedOperations = new Map<string, Prepared>();

export async function runRequest(input: ThreadInput): Promise<unknown> {
  const seen: Seen = { damage: [], reports: [] };
  try {
    return move({ reply: await run(input, seen), ...seen });
  } catch (error) {
    return { ...errorOutcome(error), ...seen };
  } finally {
    input.port?.close();
  }
}

async function run({ config, isSigned, request, now, port, trace }: ThreadInput, { damage, reports }: Seen): Promise<Reply> {
  const report: Report = (...work) => void reports.push(work);
  const startedAt = performance.now();
  const clock: Clock = { now: () => now + Math.round(performance.now() - startedAt) };
  const prepared = await preparedOperation(request);
  const { area, operation } = prepared;
  const { call: parts, origin, timeMs } = request;
  const given = request.body && (await readUploadedBody(request.body));
  const mediaType = parts.headers['content-type'] as string | undefined;
  const call = new OperationCall(parts, readRequestBody(prepared, mediaType, given), { origin: () => origin, address: () => '', timeMs });
  const onDamage = (found: Damage): void => void damage.push(found);
  const opened = observedStore(await openStoreInThread(config, clock, port, onDamage), report);
  try {
    const { keyring } = openSecrets(config);
    const store = signed(opened, keyring, isSigned, onDamage);
    const placed = await threadBlobs(config, store);
    const ports = createPorts({
      config,
      log: { error: () => undefined, warn: () => undefined },
      store,
      blobs: observedBlobs(placed, placed.adapter, report),
      keyring,
      tokens: new Tokens(keyring, clock),
      clock,
      ids: { uuid: randomUUID, secret: randomSecret },
      fetch: refuseToFetch,
      fetchFile: () => refuseToFetch,
      pools: threadPools(config),
      report,
      traceparent: () => trace,
    });
    const services = new AreaServices([area], ports, config).of(area);
    return await written(await runAndCommit(operation, call, { store, clock, services, deadline: startedAt + timeMs }), prepared, request);
  } finally {
    await opened.close();
  }
}

let openedBlobs: Promise<PlacedBlobs> | undefined;

/** Opened once: connections and clients stay for the next request of this thread. */
async function threadBlobs(config: Config, store: Store): Promise<PlacedBlobs> {
  openedBlobs ??= (async () => {
    const places = new BlobPlaces(config);
    const record = await places.record();
    const place = (await record.read())!;
    return placedBlobs(places, record, place, { identity: await store.identity(randomUUID()) });
  })();
  openedBlobs.catch(() => (openedBlobs = undefined));
  return await openedBlobs;
}

/** Only the called area is loaded: all of them take several times as long. */
async function preparedOperation({ area: { name, module }, operation: id }: ThreadRequest): Promise<Prepared> {
  let prepared = preparedOperations.get(id);
  if (!prepared) {
    if (module === undefined) throw new Error(`The area ${name} names no module.`);
    const area = Object.values((await import(module)) as Record<string, Area>).find((exported) => exported.name === name);
    const operation = area?.operations.find((one) => one.id === id);
    if (!area || !operation) throw new Error(`There is no operation ${id} in ${module}.`);
    preparedOperations.set(id, (prepared = prepare(area, operation)));
  }
  return prepared;
}

/** The reply without its change, which is committed, and with its body as bytes. */
async function written({ status, body, headers }: Reply, { writers }: Prepared, { call: { naming } }: ThreadRequest): Promise<Reply> {
  const write = writers[naming].get(status);
  if (!write) return { status, ...(headers && { headers }) };
  if (body instanceof Readable) return { status, body: await buffer(body), headers: { 'content-type': BYTES_TYPE, ...headers } };
  if (body instanceof Uint8Array) return { status, body, headers: { 'content-type': BYTES_TYPE, ...headers } };
  return { status, body: Buffer.from(write(body)), headers: { ...headers, 'content-type': JSON_TYPE } };
}

/** The bytes of a reply are moved to the HTTP thread, not copied. */
function move(outcome: Extract<ThreadOutcome, { reply: Reply }>): unknown {
  const { body } = outcome.reply;
  if (!(body instanceof Uint8Array) || body.length !== body.buffer.byteLength) return outcome;
  return new Moved(outcome, [body.buffer as ArrayBuffer]);
}

function errorOutcome(error: unknown) {
  if (error instanceof Failure) {
    const { kind, status, detail, message } = error;
    return { failure: { kind, status, detail, message } };
  }
  const { name, message, stack } = error instanceof CommitFailed && error.cause instanceof Error ? error.cause : (error as Error);
  const problem = storageUnavailable(error)?.problem;
  return {
    error: {
      name,
      message,
      ...(stack !== undefined && { stack }),
      isCommit: error instanceof CommitFailed,
      ...(problem && { problem }),
    },
  };
}

/** Waiting for an address would keep the thread from others; no call needs both an address and a large body. */
function refuseToFetch(): Promise<never> {
  return Promise.reject(new FetchRefused('url', `A request body with an address must have at most ${LARGE_BODY_BYTES} bytes.`));
}

/** Tasks of the shared pool run in this thread itself. Areas have no pools of their own here. */
function threadPools({ jobsAtOnce }: Config): Pick<Ports, 'threads' | 'workers'> {
  const noPool = (): Promise<never> => Promise.reject(new Error('The pools of an area are not available to operations in a thread.'));
  const absent: Pool = { run: noPool, use: noPool, keepWarm: () => undefined, close: async () => undefined };
  const threads: Pool = {
    ...absent,
    async run<T>({ module, function: name, input }: PoolTask) {
      const { [name]: task } = (await import(module.href)) as Record<string, (input: unknown) => unknown>;
      return (await task!(input)) as T;
    },
  };
  return { threads, workers: { concurrency: jobsAtOnce, start: () => absent } };
}
