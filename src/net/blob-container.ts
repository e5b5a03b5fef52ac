/**
 * Opens containers of the vendor's blob storage (or of its emulator) with `@azure/storage-blob`: with the account's key, with a shared
 * access signature, or with neither if the container is public. The client's requests all go through the guarded fetch, so a store
 * that is not on a public address must be allowed. The package is loaded on first use: it takes about 0.3 s.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ContainerClient, HttpOperationResponse, IHttpClient, RequestPolicyFactory, WebResource } from '@azure/storage-blob';
import type { BlobContainer, BlobEntry } from '../kernel/ports/blobs.ts';
import type { FetchedResponse, GuardedFetch, GuardedFetchOptions } from '../kernel/ports/fetch.ts';
import { FetchRefused } from '../kernel/ports/fetch.ts';

/** Old enough for every emulator in use; the package's own default is refused by most of them. */
const API_VERSION = '2021-12-02';
const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 120_000;
const MAX_LISTING_BYTES = 8 * 1024 * 1024;
const MAX_LISTED_BLOBS = 100_000;
const MAX_LISTING_PAGES = 1000;
const MAX_NAME_LENGTH = 1024;
const MAX_ERROR_BYTES = 64 * 1024;
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

export function openBlobContainer(connectionString: string, container: string, { fetch, refused }: BlobContainerOptions): BlobContainer {
  const connection = parseConnectionString(connectionString, refused);
  if (!CONTAINER_NAME.test(container)) throw refused(`${container.slice(0, 100)} is not a valid container name.`);

  /** Runs a call; problems are thrown as `refused`, a missing blob (not container) as undefined. */
  const call = async <T>(
    name: string | undefined,
    limits: CallLimits,
    run: (client: ContainerClient) => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await run(await createClient(connection, container, guardedClient(fetch, limits)));
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
      return (await call(undefined, { maxBytes: MAX_LISTING_BYTES, timeMs: READ_TIMEOUT_MS, signal }, async (client) => {
        const entries: BlobEntry[] = [];
        let pages = 0;
        for await (const { segment } of client.listBlobsFlat(prefix === '' ? {} : { prefix }).byPage()) {
          for (const { name, properties } of segment.blobItems) entries.push({ name, bytes: properties.contentLength ?? 0 });
          if (entries.length > MAX_LISTED_BLOBS) throw refused(`the container ${container} has more than ${MAX_LISTED_BLOBS} blobs.`);
          if (++pages === MAX_LISTING_PAGES) throw refused(`the listing of the container ${container} does not end.`);
        }
        return entries;
      }))!;
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

/** The package's HTTP client over the guarded fetch. */
function guardedClient(fetch: GuardedFetch, { maxBytes, timeMs, signal }: CallLimits): IHttpClient {
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
      if (response.status === 200 && response.bytes.length > maxBytes) throw new FetchRefused('size');
      return toOperationResponse(request, response);
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
    ...(isStreamed ? { readableStreamBody: Readable.from([bytes]) } : { bodyAsText: expandCharacterReferences(bytes.toString('utf8')) }),
  };
}

const RESERVED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Expands numeric references (`&#x63;`) in XML, which the package's parser leaves in names. */
function expandCharacterReferences(xml: string): string {
  return xml.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (reference, hex: string | undefined, decimal: string | undefined) => {
    const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (codePoint > 0x10ffff) return reference;
    const character = String.fromCodePoint(codePoint);
    return RESERVED[character] ?? character;
  });
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
