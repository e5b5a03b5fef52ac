/**
 * Receives request bodies: small ones into memory, large ones into a file. What a call holds is counted from its admission until its
 * operation has completed: by the announced length, or, in a body without one, by what has arrived. Where there is no room, the call is
 * refused before its body is read.
 */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Admitted } from '../../kernel/access.ts';
import { Failure, fail } from '../../kernel/failures.ts';
import { free } from '../../shared/free.ts';
import { MAX_MEMORY_BYTES, RETRY_AFTER_SECONDS } from '../admission/limits.ts';
import type { FairBudget, Shortage } from '../admission/fair-budget.ts';
import { DEFAULT_MAX_BYTES } from './body.ts';
import type { UploadFolder, UploadFile } from './upload-folder.ts';
import type { UploadedBody } from './uploaded-body.ts';

const NOTHING = Buffer.alloc(0);

export interface BodyReceiverOptions {
  memory: FairBudget;
  disk: FairBudget;
  folder: UploadFolder;
  /** Called with an error of the disk. */
  onError(error: unknown): void;
}

type Received = Buffer | UploadedBody;

/** A request whose body is received. */
export interface BodyRequest {
  readonly request: Readable;
  readonly response: Pick<ServerResponse, 'writeContinue'>;
  readonly headers: IncomingHttpHeaders;
  /** Set when the client waits for `100 Continue` before it sends its body. */
  readonly expectsContinue: boolean;
  readonly maxBytes: number | undefined;
  readonly admitted: Admitted | undefined;
  held: HeldBody | undefined;
}

export class BodyReceiver {
  readonly #parts: BodyReceiverOptions;
  /** The last write of each account. */
  readonly #lastWrites = new Map<string, Promise<void>>();

  constructor(parts: BodyReceiverOptions) {
    this.#parts = parts;
  }

  /** Counts the body of an admitted call; throws when it is too large or there is no room for it. */
  admit(exchange: BodyRequest): void {
    const { 'content-length': length, 'transfer-encoding': coding } = exchange.headers;
    if (length === undefined && coding === undefined) return;
    const { maxBytes = DEFAULT_MAX_BYTES, admitted } = exchange;
    const bytes = coding === undefined ? Number(length) : 0;
    if (bytes > maxBytes) throw fail('BodyTooLarge', { maxBytes });
    const held = new HeldBody(this.#parts, admitted!.account?.id ?? admitted!.caller.name);
    held.take(bytes);
    exchange.held = held;
  }

  /** Reads the body of a call that has one. */
  receive({ request, response, expectsContinue, held, maxBytes = DEFAULT_MAX_BYTES }: BodyRequest): Promise<Received | undefined> {
    if (!held) return Promise.resolve(undefined);
    if (expectsContinue) response.writeContinue();
    if (held.isOnDisk) return this.#receiveFile(request, held, NOTHING, maxBytes);
    return receiveInMemory(request, held, maxBytes, (start) => this.#receiveFile(request, held, start, maxBytes));
  }

  async #receiveFile(payload: Readable, held: HeldBody, start: Buffer, maxBytes: number): Promise<UploadedBody> {
    const writing = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        this.#parts.onError(error);
        throw fail('Unavailable', { retryAfter: RETRY_AFTER_SECONDS });
      }
    };
    const file = (held.file = await writing(this.#parts.folder.create()));
    const write = (chunk: Buffer): Promise<void> => writing(this.#inTurn(held.account, () => file.write(chunk)));
    try {
      await write(start);
      for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (file.length + chunk.length > maxBytes) throw fail('BodyTooLarge', { maxBytes });
        held.grow(file.length + chunk.length);
        await write(chunk);
        free(chunk);
      }
      return await writing(file.complete());
    } catch (error) {
      throw error instanceof Failure ? error : fail('BodyInvalid', { details: (error as Error).message });
    } finally {
      await file.close();
      held.releaseMemory();
    }
  }

  /** Writes one chunk of an account at a time: those of many fast senders together would make long turns of the event loop. */
  async #inTurn(account: string, write: () => Promise<void>): Promise<void> {
    const turn = (this.#lastWrites.get(account) ?? Promise.resolve()).catch(() => undefined).then(write);
    this.#lastWrites.set(account, turn);
    try {
      await turn;
    } finally {
      if (this.#lastWrites.get(account) === turn) this.#lastWrites.delete(account);
    }
  }
}

/**
 * Resolves with the whole body; one that turns out to be large is continued in a file. Copies into one growing buffer: a list of one-byte
 * chunks would take many times their size.
 */
function receiveInMemory(
  payload: Readable,
  held: HeldBody,
  maxBytes: number,
  receiveFile: (start: Buffer) => Promise<UploadedBody>,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const announced = held.bytes;
    let bytes: Buffer = NOTHING;
    let length = 0;
    const stop = (): void => void payload.off('data', onData).off('end', onEnd).off('error', onError);
    const onData = (chunk: Buffer): void => {
      const needed = length + chunk.length;
      try {
        if (needed > maxBytes) throw fail('BodyTooLarge', { maxBytes });
        held.grow(needed);
      } catch (error) {
        stop();
        return reject(error as Error);
      }
      if (length === 0) bytes = chunk;
      else {
        if (needed > bytes.length) {
          const larger = Buffer.allocUnsafeSlow(needed <= announced ? announced : Math.min(2 * needed, maxBytes));
          bytes.copy(larger, 0, 0, length);
          free(bytes);
          bytes = larger;
        }
        chunk.copy(bytes, length);
        free(chunk);
      }
      length = needed;
      if (!held.isOnDisk) return;
      stop();
      payload.pause();
      resolve(receiveFile(bytes.subarray(0, length)));
    };
    const onEnd = (): void => resolve(bytes.length === length ? bytes : bytes.subarray(0, length));
    const onError = (error: Error): void => {
      stop();
      reject(fail('BodyInvalid', { details: error.message }));
    };
    payload.on('data', onData).on('end', onEnd).on('error', onError);
  });
}

/** What one call holds: its body, and its file. */
export class HeldBody {
  readonly #parts: Pick<BodyReceiverOptions, 'memory' | 'disk' | 'onError'>;
  readonly account: string;
  #memoryBytes = 0;
  #diskBytes = 0;
  file: UploadFile | undefined;

  constructor(parts: BodyReceiverOptions, account: string) {
    this.#parts = parts;
    this.account = account;
  }

  /** Of the body, received or announced. */
  get bytes(): number {
    return this.#diskBytes || this.#memoryBytes;
  }

  get isOnDisk(): boolean {
    return this.#diskBytes > 0;
  }

  /** Counts a body of this size; throws when there is no room for it. */
  take(bytes: number): void {
    const { memory, disk } = this.#parts;
    if (bytes <= MAX_MEMORY_BYTES) {
      check(memory.take(this.account, bytes - this.#memoryBytes));
      this.#memoryBytes = bytes;
      return;
    }
    check(disk.take(this.account, bytes - this.#diskBytes));
    this.#diskBytes = bytes;
  }

  /** Counts what has arrived, where it is more than was announced. */
  grow(bytes: number): void {
    if (bytes > this.bytes) this.take(bytes);
  }

  /** Before a file is read into memory. */
  async waitForMemory(bytes: number, signal: AbortSignal): Promise<void> {
    this.#memoryBytes += await this.#parts.memory.wait(this.account, bytes, signal);
  }

  releaseMemory(): void {
    this.#parts.memory.release(this.account, this.#memoryBytes);
    this.#memoryBytes = 0;
  }

  /** Deletes the file, unless the operation has moved it. */
  release(): void {
    if (this.#memoryBytes > 0) this.releaseMemory();
    if (!this.isOnDisk) return;
    this.#parts.disk.release(this.account, this.#diskBytes);
    this.#diskBytes = 0;
    this.file?.delete().catch((error: unknown) => this.#parts.onError(error));
  }
}

function check(shortage: Shortage | undefined): void {
  if (shortage) throw fail(shortage === 'account' ? 'TooManyBytes' : 'Overloaded', { retryAfter: RETRY_AFTER_SECONDS });
}
