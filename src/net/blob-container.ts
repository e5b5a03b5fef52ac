/**
 * Opens containers of the vendor's blob storage (or of its emulator) with `@azure/storage-blob`: with the account's key, with a shared
 * access signature, or with neither if the container is public. The client's requests all go through the guarded fetch, so a store
 * that is not on a public address must be allowed. Listings are not parsed by the package, which does so where it is called, but as
 * `parseListing` says. The package is loaded on first use: it takes about 0.3 s.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ContainerClient, HttpOperationResponse, IHttpClient, RequestPolicyFactory, WebResource } from '@azure/storage-blob';
import type { BlobContainer, BlobEntry } from '../kernel/ports/blobs.ts';
import type { FetchedResponse, GuardedFetch, GuardedFetchOptions } from '../kernel/ports/fetch.ts';
import { FetchRefused } from '../kernel/ports/fetch.ts';
import { PAGE_BLOBS } from './blob-listing.ts';
import type { ListingPage } from './blob-listing.ts';

/** Old enough for every emulator in use; the package's own default is refused by most of them. */
const API_VERSION = '2021-12-02';
const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 120_000;
/** Of a page. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
/** Of a whole listing. */
const MAX_LISTED_BLOBS = 100_000;
const MAX_LISTING_PAGES = 500;
const MAX_LISTING_BYTES = 128 * 1024 * 1024;
const MAX_NAME_LENGTH = 1024;
/** Parsed on the thread of the caller. */
const MAX_ERROR_BYTES = 8 * 1024;
const EMPTY_LISTING = Buffer.from('<EnumerationResults ContainerName=""><Blobs/><NextMarker/></EnumerationResults>');
/** The account of every emulator; its key is published. */
const EMULATOR: Readonly<Record<string, string>> = {
  AccountName: 'devstoreaccount1',
  AccountKey: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  BlobEndpoint: 'http://127.0.0.1:10000/devstoreaccount1',
};

interface Connection {
  endpoint: string;
  account?: string;
  key?: string;
  signature?: string;
}

export interface BlobContainerOptions {
  fetch: GuardedFetch;
  /** Creates the error to throw for a problem; its text is for the owner of the storage and contains no secret. */
  refused: (details: string) => Error;
  /** Parses a page of a listing; undefined when it is none. */
  parseListing: (xml: Uint8Array, signal?: AbortSignal) => Promise<ListingPage | undefined>;
}

/** What limits one call. */
type CallLimits = Pick<GuardedFetchOptions, 'maxBytes' | 'timeMs' | 'signal'>;

/** Parses a connection string. The package's own parser accepts fewer forms: it requires a key or a signature. */
function parseConnectionString(connectionString: string, refused: (details: string) => Error): Connection {
  const given = Object.fromEntries(
    connectionString.split(';').flatMap((part) => {
      const at = part.indexOf('=');
      return at > 0 ? [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]] : [];
    }),
  ) as Readonly<Record<string, string | undefined>>;
  const isEmulator = given.usedevelopmentstorage?.toLowerCase() === 'true';
  const field = (name: string): string | undefined => given[name.toLowerCase()] ?? (isEmulator ? EMULATOR[name] : undefined);
  const [account, key, signature] = [field('AccountName'), field('AccountKey'), field('SharedAccessSignature')?.replace(/^\?/, '')];
  const [protocol, suffix] = [field('DefaultEndpointsProtocol') ?? 'https', field('EndpointSuffix') ?? 'core.windows.net'];
  const endpoint = field('BlobEndpoint') ?? (account === undefined ? undefined : `${protocol}://${account}.blob.${suffix}`);
  if (endpoint === undefined || !URL.canParse(endpoint)) throw refused('the connection string has no blob endpoint.');
  if (key !== undefined && (account === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(key))) {
    throw refused('the connection string has an invalid key, or a key without an account name.');
  }
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    ...(account !== undefined && { account }),
    ...(key !== undefined && { key }),
    ...(signature !== undefined && { signature }),
  };
}

const CONTAINER_NAME = /^(?:\$root|\$web|[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){2,62})$/;

export function openBlobContainer(connectionString: string, container: string, options: BlobContainerOptions): BlobContainer {
  const { fetch, refused, parseListing } = options;
  const connection = parseConnectionString(connectionString, refused);
  if (!CONTAINER_NAME.test(container)) throw refused(`${container.slice(0, 100)} is not a valid container name.`);

  /** Runs a call; problems are thrown as `refused`, a missing blob (not container) as undefined. */
  const call = async <T>(
    name: string | undefined,
    limits: CallLimits,
    run: (client: ContainerClient) => Promise<T>,
    onContent?: (bytes: Buffer) => Buffer,
  ): Promise<T | undefined> => {
    try {
      return await run(await createClient(connection, container, guardedClient(fetch, limits, onContent)));
    } catch (problem) {
      if (problem instanceof FetchRefused)
        throw refused(`${name === undefined ? `the container ${container}` : `${container}/${name}`}: ${problem.message}`);
      const { statusCode: status, code = '', isParseError } = restError(problem);
      if (isParseError) throw refused('the storage sent a response that is not valid.');
      if (status === undefined) throw problem;
      if (status === 404 && name !== undefined && code !== 'ContainerNotFound') return undefined;
      if (status === 404) throw refused(`there is no container ${container}.`);
      const reason = `${status}${code && ` ${code}`}`;
      throw refused(
        status === 401 || status === 403
          ? `the storage refuses the key or signature of the connection string (${reason}).`
          : `the storage answers ${reason}.`,
      );
    }
  };

  return {
    async list(prefix, { signal } = {}) {
      if (!prefix.isWellFormed()) return [];
      const entries: BlobEntry[] = [];
      let xml: Buffer = EMPTY_LISTING;
      let [bytes, pages, next] = [0, 0, ''];
      const keep = (content: Buffer): Buffer => {
        xml = content;
        return EMPTY_LISTING;
      };
      const listPages = async (client: ContainerClient): Promise<void> => {
        do {
          const paging = { maxPageSize: PAGE_BLOBS, ...(next !== '' && { continuationToken: next }) };
          await client
            .listBlobsFlat(prefix === '' ? {} : { prefix })
            .byPage(paging)
            .next();
          if ((bytes += xml.length) > MAX_LISTING_BYTES) throw refused(`the listing of the container ${container} is too large.`);
          const page = await parseListing(xml, signal);
          if (!page?.entries.every(({ name }) => name.length <= MAX_NAME_LENGTH))
            throw refused('the storage sent a response that is not valid.');
          entries.push(...page.entries);
          if (entries.length > MAX_LISTED_BLOBS) throw refused(`the container ${container} has more than ${MAX_LISTED_BLOBS} blobs.`);
          if (++pages === MAX_LISTING_PAGES) throw refused(`the listing of the container ${container} does not end.`);
          next = page.next;
        } while (next !== '');
      };
      await call(undefined, { maxBytes: MAX_PAGE_BYTES, timeMs: READ_TIMEOUT_MS, signal }, listPages, keep);
      return entries;
    },
    async get(name, { maxBytes, signal }) {
      if (!isBlobName(name)) return undefined;
      return await call(name, { maxBytes, timeMs: READ_TIMEOUT_MS, signal }, async (client) => {
        const { readableStreamBody } = await client.getBlobClient(name).download();
        return await buffer(readableStreamBody!);
      });
    },
    async put(name, content, { type, signal }) {
      if (!isBlobName(name)) throw refused(`${name.slice(0, 100)} is not a valid blob name.`);
      const written = await call(name, { maxBytes: MAX_ERROR_BYTES, timeMs: WRITE_TIMEOUT_MS, signal }, async (client) => {
        await client
          .getBlockBlobClient(name)
          .upload(Buffer.from(content.buffer, content.byteOffset, content.byteLength), content.byteLength, {
            blobHTTPHeaders: { blobContentType: type },
          });
        return true;
      });
      if (written === undefined) throw refused(`there is no container ${container}.`);
    },
  };
}

async function createClient(
  { endpoint, account, key, signature }: Connection,
  container: string,
  httpClient: IHttpClient,
): Promise<ContainerClient> {
  const storage = await import('@azure/storage-blob');
  const credential = key === undefined ? new storage.AnonymousCredential() : new storage.StorageSharedKeyCredential(account!, key);
  // The guarded fetch follows redirects and has the only clock; a job or the caller decides whether to try again.
  const pipeline = storage.newPipeline(credential, { httpClient, retryOptions: { maxTries: 1 } });
  pipeline.factories.push(pinApiVersion);
  return new storage.ContainerClient(
    `${endpoint}/${container}${key === undefined && signature !== undefined ? `?${signature}` : ''}`,
    pipeline,
  );
}

const pinApiVersion: RequestPolicyFactory = {
  create: (next) => ({
    sendRequest: async (request) => {
      request.headers.set('x-ms-version', API_VERSION);
      return await next.sendRequest(request);
    },
  }),
};

/** The package's HTTP client over the guarded fetch; with `onContent`, the package gets that instead of the content. */
function guardedClient(
  fetch: GuardedFetch,
  { maxBytes, timeMs, signal }: CallLimits,
  onContent = (bytes: Buffer): Buffer => bytes,
): IHttpClient {
  return {
    async sendRequest(request) {
      const response = await fetch(request.url, {
        method: request.method as GuardedFetchOptions['method'],
        headers: request.headers.toJson(),
        maxBytes: Math.max(maxBytes, MAX_ERROR_BYTES),
        timeMs,
        ...(request.body !== undefined && request.body !== null && { body: request.body as Uint8Array }),
        ...(signal && { signal }),
      });
      const isContent = response.status === 200;
      if (response.bytes.length > (isContent ? maxBytes : MAX_ERROR_BYTES)) throw new FetchRefused('size');
      return toOperationResponse(request, isContent ? { ...response, bytes: onContent(response.bytes) } : response);
    },
  };
}

function toOperationResponse(request: WebResource, { status, headers, bytes }: FetchedResponse): HttpOperationResponse {
  const responseHeaders = request.headers.clone();
  for (const name of responseHeaders.headerNames()) responseHeaders.remove(name);
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) responseHeaders.set(name, String(value));
  responseHeaders.set('content-length', bytes.length);
  const isStreamed = request.streamResponseStatusCodes?.has(status) ?? false;
  return {
    request,
    status,
    headers: responseHeaders,
    ...(isStreamed ? { readableStreamBody: Readable.from([bytes]) } : { bodyAsText: bytes.toString('utf8') }),
  };
}

/** The HTTP status and storage error code of the package's errors. */
function restError(problem: unknown): { statusCode?: number; code?: string; isParseError?: boolean } {
  if (!(problem instanceof Error) || problem.name !== 'RestError') return {};
  const { statusCode, code, details } = problem as Error & { statusCode?: number; code?: string; details?: { errorCode?: string } };
  return { ...(statusCode !== undefined && { statusCode }), code: details?.errorCode ?? code ?? '', isParseError: code === 'PARSE_ERROR' };
}

/** Other names would lead out of the container. */
function isBlobName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && name.split('/').every((part) => part !== '.' && part !== '..' && part !== '');
}
