/** The vendor's blob storage, with its own client, which is loaded here: importing this file takes a third of a second. */
import { ContainerClient, newPipeline, RestError } from '@azure/storage-blob';
import type { RequestPolicyFactory } from '@azure/storage-blob';
import { Readable } from 'node:stream';
import type { BlobStream } from '../../../kernel/ports/blobs.ts';
import { StorageUnavailable } from '../../../kernel/storage-unavailable.ts';
import { callLimit, replyChunks } from '../object-blobs.ts';
import type { ObjectStorage } from '../object-blobs.ts';
import type { Spooled } from '../spool.ts';

const ATTEMPTS = 3;
const RETRY_MS = 200;
const MAX_RETRY_MS = 2000;
/** Old enough for every emulator in use, as in net/blob-container.ts. */
const API_VERSION = '2021-12-02';

export class AzureObjects implements ObjectStorage {
  readonly #container: ContainerClient;

  constructor({ connection, container }: { connection: string; container: string }) {
    const { url, credential } = new ContainerClient(connection, container);
    const pipeline = newPipeline(credential, {
      retryOptions: { maxTries: ATTEMPTS, retryDelayInMs: RETRY_MS, maxRetryDelayInMs: MAX_RETRY_MS },
    });
    pipeline.factories.push(pinApiVersion);
    this.#container = new ContainerClient(url, pipeline);
  }

  async put(key: string, { size, bytes, chunks }: Pick<Spooled, 'size' | 'bytes' | 'chunks'>): Promise<void> {
    const body = bytes ?? ((): NodeJS.ReadableStream => Readable.from(chunks(), { objectMode: false }));
    await available(this.#container.getBlockBlobClient(key).upload(body, size, { abortSignal: callLimit(size) }));
  }

  async get(key: string): Promise<BlobStream | undefined> {
    const reply = await ifPresent(this.#container.getBlockBlobClient(key).download(0, undefined, { abortSignal: callLimit() }));
    return reply && { size: reply.contentLength!, chunks: replyChunks(reply.readableStreamBody as Readable, unavailable) };
  }

  async has(key: string): Promise<boolean> {
    return await available(this.#container.getBlockBlobClient(key).exists({ abortSignal: callLimit() }));
  }

  async delete(key: string): Promise<void> {
    await ifPresent(this.#container.getBlockBlobClient(key).delete({ abortSignal: callLimit() }));
  }

  async *list(prefix: string): AsyncIterable<{ key: string; size: number; modified: number }> {
    try {
      for await (const { name, properties } of this.#container.listBlobsFlat({ prefix }))
        yield { key: name, size: properties.contentLength ?? 0, modified: properties.lastModified.getTime() };
    } catch (error) {
      throw unavailable(error);
    }
  }

  close(): void {}
}

const pinApiVersion: RequestPolicyFactory = {
  create: (next) => ({
    sendRequest: async (request) => {
      request.headers.set('x-ms-version', API_VERSION);
      return await next.sendRequest(request);
    },
  }),
};

async function available<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}

async function ifPresent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RestError && error.statusCode === 404 && error.code !== 'ContainerNotFound') return undefined;
    throw unavailable(error);
  }
}

function unavailable(error: unknown): Error {
  if (error instanceof TypeError || error instanceof RangeError || !(error instanceof Error)) return error as Error;
  return new StorageUnavailable((error as RestError).code === 'ContainerNotFound' ? 'wrongBlobs' : 'blobsUnreachable', error);
}
