/** Object storage that speaks S3, with Amazon's client, which is loaded here: importing this file takes a third of a second. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import type { BlobStream } from '../../../kernel/ports/blobs.ts';
import { StorageUnavailable } from '../../../kernel/storage-unavailable.ts';
import { callLimit, replyChunks } from '../object-blobs.ts';
import type { ObjectStorage } from '../object-blobs.ts';
import type { Spooled } from '../spool.ts';

const ATTEMPTS = 3;
const CONNECT_MS = 3000;
const IDLE_MS = 30_000;
const DEFAULT_REGION = 'us-east-1';

export interface BucketOptions {
  bucket: string;
  /** Of another provider than Amazon; the bucket is then a part of the path. */
  endpoint?: string;
  region?: string;
}

/** Credentials come from where Amazon's client looks for them: environment, files of its command line, roles of the machine. */
export class S3Objects implements ObjectStorage {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor({ bucket, endpoint, region }: BucketOptions) {
    this.#bucket = bucket;
    this.#client = new S3Client({
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true, region: region ?? DEFAULT_REGION }),
      ...(region !== undefined && { region }),
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
      // Ids hold a digest of their own; not every provider knows the checksums that the client adds.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  /** The client does not repeat a request with a stream, so that is done here. */
  async put(key: string, { size, bytes, chunks }: Pick<Spooled, 'size' | 'bytes' | 'chunks'>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const body = bytes ?? Readable.from(chunks(), { objectMode: false });
        const command = new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: body, ContentLength: size });
        await this.#client.send(command, { abortSignal: callLimit(size) });
        return;
      } catch (error) {
        if (bytes || attempt === ATTEMPTS || !isTemporary(error)) throw unavailable(error);
      }
    }
  }

  async get(key: string): Promise<BlobStream | undefined> {
    try {
      const reply = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }), { abortSignal: callLimit() });
      return { size: reply.ContentLength!, chunks: replyChunks(reply.Body as Readable, unavailable) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unavailable(error);
    }
  }

  async has(key: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }), { abortSignal: callLimit() });
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw unavailable(error);
    }
  }

  async delete(key: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }), { abortSignal: callLimit() });
    } catch (error) {
      if (!isMissing(error)) throw unavailable(error);
    }
  }

  async *list(prefix: string): AsyncIterable<{ key: string; size: number; modified: number }> {
    for (let token: string | undefined; ;) {
      const page = await this.#client
        .send(new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken: token }), { abortSignal: callLimit() })
        .catch((error: unknown) => {
          throw unavailable(error);
        });
      for (const { Key: key, Size: size = 0, LastModified: modified } of page.Contents ?? [])
        yield { key: key!, size, modified: modified?.getTime() ?? 0 };
      token = page.NextContinuationToken;
      if (token === undefined) return;
    }
  }

  close(): void {
    this.#client.destroy();
  }
}

function isMissing(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes((error as Error).name);
}

function isTemporary(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 500;
  return status >= 500 || status === 429;
}

function unavailable(error: unknown): Error {
  if (error instanceof TypeError || error instanceof RangeError || !(error instanceof Error)) return error as Error;
  return new StorageUnavailable(error.name === 'NoSuchBucket' ? 'wrongBlobs' : 'blobsUnreachable', error);
}
