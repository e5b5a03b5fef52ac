import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { BlobContent } from './blobs.ts';

export const MAX_REDIRECTS = 3;

const MESSAGES = {
  address: 'The address is not a public one, and this server is not configured to fetch from it.',
  scheme: 'Only http and https addresses can be fetched.',
  port: 'This server does not fetch from the port of the address.',
  credentials: 'The address must not carry a user name or password.',
  redirects: `The address redirects more than ${MAX_REDIRECTS} times.`,
  size: 'The content is too large.',
  time: 'The content did not arrive in time.',
  type: 'The content is not of an accepted type.',
  dns: 'The host name of the address could not be resolved.',
  network: 'The address could not be fetched.',
  url: 'The address is not a valid URL.',
};

export type FetchRefusal = keyof typeof MESSAGES;

/** A fetch that was not started or not completed; the message is safe to show to the caller who gave the address. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  readonly reason: FetchRefusal;

  constructor(reason: FetchRefusal, message: string = MESSAGES[reason], options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface GuardedFetchOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  maxBytes: number;
  /** For lookups, redirects and content together. */
  timeMs: number;
  /** Accepted media types of a 2xx response, `image/*` included; a response without one counts as application/octet-stream. */
  types?: readonly string[];
  signal?: AbortSignal;
  /** Receives the content of a 2xx response, instead of `bytes`. */
  receive?: (content: IncomingMessage) => Promise<void>;
}

export interface FetchedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The address that answered, after redirects. */
  url: string;
}

/** Fetches an address given by a caller, within the rules of net/guarded-fetch.ts; rejects with FetchRefused. */
export type GuardedFetch = (url: string | URL, options: GuardedFetchOptions) => Promise<FetchedResponse>;

/** A file that was fetched for an account: small in memory, large on disk, in the budgets of uploads. */
export interface FetchedFile {
  status: number;
  length: number;
  /** Its first bytes, at least a megabyte of a longer file. */
  start(): Promise<Uint8Array>;
  content(): BlobContent;
  /** The whole file, once there is room for it in memory. */
  bytes(): Promise<Uint8Array>;
}

export type FetchFileOptions = Pick<GuardedFetchOptions, 'maxBytes' | 'timeMs' | 'signal'> & { account: string };

/** Fetches a file as the guarded fetch does, and keeps it until `use` has settled. Rejects with a failure when there is no room. */
export type FetchFile = <T>(url: string | URL, options: FetchFileOptions, use: (file: FetchedFile) => Promise<T>) => Promise<T>;
