/** Files that are fetched for accounts, received as request bodies are: counted by account, large ones on disk. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { BodyReceiver } from '../http/body/body-receiver.ts';
import type { BodyRequest } from '../http/body/body-receiver.ts';
import { readUploadedBody, toUploadedBody } from '../http/body/body.ts';
import type { UploadedBody } from '../http/body/uploaded-body.ts';
import { Failure } from '../kernel/failures.ts';
import { FetchRefused } from '../kernel/ports/fetch.ts';
import type { FetchedFile, FetchFile, GuardedFetch } from '../kernel/ports/fetch.ts';

const START_BYTES = 2 ** 20;
const EMPTY: UploadedBody = { length: 0, bytes: new Uint8Array() };

export function createFetchFile(fetch: GuardedFetch, receiver: Pick<BodyReceiver, 'admit' | 'receive'>): FetchFile {
  return async (url, { account, ...options }, use) => {
    let request: BodyRequest | undefined;
    let body = EMPTY;
    const receive = async (content: IncomingMessage): Promise<void> => {
      request = requestOf(content, account, options.maxBytes);
      try {
        receiver.admit(request);
        body = toUploadedBody(await receiver.receive(request)) ?? EMPTY;
      } catch (error) {
        throw refusalOf(error);
      }
    };
    try {
      const { status } = await fetch(url, { ...options, receive });
      return await use(fileOf(status, body, request, options.timeMs));
    } finally {
      request?.held?.release();
    }
  };
}

function requestOf(content: IncomingMessage, account: string, maxBytes: number): BodyRequest {
  const { 'content-length': length } = content.headers;
  return {
    request: content,
    response: { writeContinue: () => undefined },
    headers: length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length },
    expectsContinue: false,
    maxBytes,
    admitted: { caller: { kind: 'key', name: account } },
    held: undefined,
  };
}

/** Of the content; that there is no room for it is a failure of the call. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.kind === 'BodyTooLarge') return new FetchRefused('size');
  return error.kind === 'BodyInvalid' ? new FetchRefused('network', undefined, { cause: error }) : error;
}

function fileOf(status: number, body: UploadedBody, request: BodyRequest | undefined, timeMs: number): FetchedFile {
  const { length, path, bytes } = body;
  return {
    status,
    length,
    start: async () => bytes ?? (await readStart(path)),
    content: () => bytes ?? (createReadStream(path) as AsyncIterable<Uint8Array>),
    async bytes() {
      if (bytes) return bytes;
      await request!.held!.waitForMemory(length, AbortSignal.timeout(timeMs));
      return await readUploadedBody(body);
    },
  };
}

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
