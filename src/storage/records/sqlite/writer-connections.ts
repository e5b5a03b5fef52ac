/** How a store reaches the writer of its database: in the same thread, as a thread of its own, or through a port from another thread. */
import { MessageChannel, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { fail } from '../../../kernel/failures.ts';
import type { Announcement } from '../../../kernel/ports/store.ts';
import { StorageUnavailable, storageUnavailable } from '../../../kernel/storage-unavailable.ts';
import type { DiskReserve } from '../../disk-reserve.ts';
import { isCorruption } from './read.ts';
import type { Applier } from './apply.ts';
import { serveRequests } from './requests.ts';
import type { CommitMessage } from './message.ts';
import type { OtherRequest, WriterAnnouncements, WriterError, WriterReplies, WriterRequest } from './requests.ts';

/** This many requests are sent without waiting for the end of the loop turn, so that the writer works in parallel. */
const FLUSH_COUNT = 16;
/** Requests wait for the end of the loop's turn, but not of one that is longer. */
const MAX_TURN_MS = 5;

type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;
/** The id is set when it is sent. */
type Request = CommitMessage | Unnumbered<OtherRequest>;

/** An error of the writer, with the writer's result code. */
function errorFrom({ message, errcode }: WriterError): Error {
  const error = Object.assign(new Error(message), { errcode });
  return storageUnavailable(error) ?? (isCorruption(error) ? fail('DataDamaged') : error);
}

export interface WriterConnection {
  /** `freesSpace`: may use the space that is kept for deleting. */
  send(request: Request, freesSpace?: boolean): Promise<unknown>;
  /** A port of the writer for another thread. */
  connect?(onAnnouncement: (announcement: Announcement) => void): MessagePort;
  /** Whether the thread that started the writer announces what is committed. */
  announces?: boolean;
  close(): Promise<void>;
}

export function inlineWriter(applier: Applier): WriterConnection {
  return {
    async send(request) {
      const { outcomes, others } = serveRequests(applier, [numbered(request, 0)]);
      if (others.length === 0) return outcomes[1];
      if (others[0]!.error) throw errorFrom(others[0]!.error);
      return others[0]!.result;
    },
    async close() {},
  };
}

/** Requests queue in the thread's message port while it starts. */
export function threadWriter(file: string): WriterConnection {
  const worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: { file } });
  const requests = sendRequests((queue) => worker.postMessage(queue));
  let announce: ((announcement: Announcement) => void) | undefined;
  worker.on('error', requests.end);
  worker.on('exit', () => requests.end(new Error('The writer thread has ended.')));
  worker.on('message', (message: WriterReplies | WriterAnnouncements) => {
    if ('outcomes' in message) requests.receive(message);
    else for (const announcement of message.announcements) announce?.(announcement);
  });
  return {
    send: requests.send,
    connect(onAnnouncement) {
      announce = onAnnouncement;
      const { port1, port2 } = new MessageChannel();
      worker.postMessage(port1, [port1]);
      return port2;
    },
    async close() {
      if (requests.hasEnded()) return;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      await requests.send({ close: true });
      await ended;
    },
  };
}

/** Writes from a thread that has not started the writer. */
export function portWriter(port: MessagePort): WriterConnection {
  const requests = sendRequests((queue) => port.postMessage(queue));
  port.on('message', requests.receive);
  port.on('close', () => requests.end(new Error('The writer thread has ended.')));
  return {
    send: requests.send,
    announces: true,
    async close() {
      port.close();
    },
  };
}

interface RequestSender {
  send(request: Request): Promise<unknown>;
  receive(replies: WriterReplies): void;
  /** Rejects what waits and what is sent later. */
  end(error: Error): void;
  hasEnded(): boolean;
}

function numbered(request: Request, id: number): WriterRequest {
  if (!Array.isArray(request)) return { ...request, id } as OtherRequest;
  request[0] = id;
  return request;
}

/** Numbers requests, sends them together, and resolves each by the number of its reply. */
function sendRequests(post: (queue: WriterRequest[]) => void): RequestSender {
  /** By number; numbers are used again. Not a map: the tables that it has outgrown would hold what was in them. */
  const waiting: (PromiseWithResolvers<unknown> | undefined)[] = [];
  const free: number[] = [];
  let queue: WriterRequest[] = [];
  let scheduled = false;
  let scheduledAt = 0;
  let failed: Error | undefined;
  const flush = (): void => {
    scheduled = false;
    if (queue.length === 0) return;
    post(queue);
    queue = [];
  };
  const take = (id: number): PromiseWithResolvers<unknown> | undefined => {
    const waiter = waiting[id];
    waiting[id] = undefined;
    free.push(id);
    return waiter;
  };
  return {
    send(request) {
      if (failed) return Promise.reject(failed);
      const waiter = Promise.withResolvers<unknown>();
      const id = free.pop() ?? waiting.length;
      waiting[id] = waiter;
      queue.push(numbered(request, id));
      if (queue.length >= FLUSH_COUNT) flush();
      else if (!scheduled) {
        scheduled = true;
        scheduledAt = performance.now();
        setImmediate(flush);
      }
      return waiter.promise;
    },
    receive({ outcomes, others }) {
      // A turn of the loop lasts seconds while thousands of connections send: what waits for its end would wait as long.
      if (queue.length > 0 && performance.now() - scheduledAt > MAX_TURN_MS) flush();
      for (let i = 0; i < outcomes.length; i += 2) take(outcomes[i]!)?.resolve(outcomes[i + 1]);
      for (const { id, result, error } of others) {
        const waiter = take(id);
        if (error) waiter?.reject(errorFrom(error));
        else waiter?.resolve(result);
      }
    },
    end(error) {
      failed ??= error;
      for (const waiter of waiting) waiter?.reject(error);
      waiting.length = 0;
    },
    hasEnded: () => failed !== undefined,
  };
}

/** Frees the reserve when a deletion meets a full disk; meanwhile nothing else is written. */
export function keepDeleting(connection: WriterConnection, reserve: DiskReserve): void {
  const { send } = connection;
  connection.send = (request, freesSpace = false) => {
    if (reserve.isReleased && !freesSpace) return Promise.reject(new StorageUnavailable('full'));
    if (!freesSpace) return send(request);
    return send(request).catch(async (error: unknown) => {
      if (!(error instanceof StorageUnavailable) || error.problem !== 'full') throw error;
      reserve.release();
      const result = await send(request);
      // So that one deletion after the other fits.
      await send({ emptyLog: true });
      return result;
    });
  };
}
