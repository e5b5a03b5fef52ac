/**
 * A container of blobs: the REST protocol of the store that connection strings name, with the
 * account's key (each request is signed), with a shared access signature, or with neither where it is public.
 * Everything goes through the guarded fetch, so a store that is not on a public address must be allowed.
 */
import { createHmac } from 'node:crypto';
import { FetchRefused } from './guarded-fetch.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

const VERSION = '2021-12-02';
const TIME_MS = 30_000;
const PUT_MS = 120_000;
const MOST_LISTING_BYTES = 8 * 1024 * 1024;
const MOST_LISTED = 100_000;
const MOST_PAGES = 1000;
const MOST_NAME = 1024;
const MOST_PROBLEM_BYTES = 64 * 1024;
/** The account that every installation of the emulator has; its key is published with it. */
const EMULATOR = {
  AccountName: 'devstoreaccount1',
  AccountKey: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  BlobEndpoint: 'http://127.0.0.1:10000/devstoreaccount1',
};

interface Connection { endpoint: string; account?: string; key?: Buffer; signature?: string }

export interface BlobEntry { name: string; bytes: number }

export interface BlobContainer {
  /** The blobs whose names begin so, in the order of their names. */
  list(prefix: string, options?: { signal?: AbortSignal }): Promise<BlobEntry[]>;
  /** The content of a blob; undefined where there is none of that name. */
  get(name: string, options: { maxBytes: number; signal?: AbortSignal }): Promise<Buffer | undefined>;
  /** Writes a blob whole, in place of one that has the name. */
  put(name: string, content: Uint8Array, options: { type: string; signal?: AbortSignal }): Promise<void>;
}

export interface BlobContainerOptions {
  fetch: GuardedFetch;
  now: () => number;
  /** Makes the error that a problem is thrown as; its text is for the owner of the storage and holds no secret. */
  refused: (details: string) => Error;
}

/** What a connection string says; throws where it says too little. */
function connectionOf(connectionString: string, refused: (details: string) => Error): Connection {
  const given = Object.fromEntries(connectionString.split(';').flatMap((part) => {
    const at = part.indexOf('=');
    return at > 0 ? [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]] : [];
  })) as Readonly<Record<string, string | undefined>>;
  const emulated = given.usedevelopmentstorage?.toLowerCase() === 'true';
  const field = (name: string): string | undefined => given[name.toLowerCase()] ?? (emulated ? (EMULATOR as Readonly<Record<string, string>>)[name] : undefined);
  const account = field('AccountName');
  const key = field('AccountKey');
  const signature = field('SharedAccessSignature')?.replace(/^\?/, '');
  const endpoint = field('BlobEndpoint') ?? (account === undefined ? undefined : `${field('DefaultEndpointsProtocol') ?? 'https'}://${account}.blob.${field('EndpointSuffix') ?? 'core.windows.net'}`);
  if (endpoint === undefined || !URL.canParse(endpoint)) throw refused('the connection string names no blob endpoint.');
  if (key !== undefined && (account === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(key))) throw refused('the connection string has a key that is not one, or no account name for it.');
  return { endpoint: endpoint.replace(/\/+$/, ''), ...account !== undefined && { account }, ...key !== undefined && { key: Buffer.from(key, 'base64') }, ...signature !== undefined && { signature } };
}

/** The header that proves the account's key: an HMAC over method, headers and resource (Shared Key, 2015-02-21 on). */
export function sharedKey(account: string, key: Buffer, method: string, url: URL, headers: Readonly<Record<string, string>>, length = 0): string {
  const vendor = Object.entries(headers).filter(([name]) => name.startsWith('x-ms-')).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const query = [...new Set(url.searchParams.keys())].sort().map((name) => `\n${name.toLowerCase()}:${url.searchParams.getAll(name).sort().join()}`).join('');
  // Encoding, language, length, digest, type, date, four conditions and range.
  const standard = ['', '', length === 0 ? '' : length, '', headers['content-type'] ?? '', '', '', '', '', '', ''].map((value) => `\n${value}`).join('');
  return `SharedKey ${account}:${createHmac('sha256', key).update(`${method}${standard}\n${vendor}/${account}${url.pathname}${query}`).digest('base64')}`;
}

const CONTAINER_NAME = /^(?:\$root|\$web|[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){2,62})$/;

export function openBlobContainer(connectionString: string, container: string, { fetch, now, refused }: BlobContainerOptions): BlobContainer {
  const { endpoint, account, key, signature } = connectionOf(connectionString, refused);
  if (!CONTAINER_NAME.test(container)) throw refused(`${container.slice(0, 100)} cannot be the name of a container.`);

  interface Sent { query?: Readonly<Record<string, string>>; maxBytes?: number; signal: AbortSignal | undefined; put?: { content: Uint8Array; type: string } }
  const send = async (path: string, { query = {}, maxBytes = 0, signal, put }: Sent): Promise<{ status: number; code: string; bytes: Buffer }> => {
    const url = new URL(`${endpoint}/${container}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (key === undefined && signature !== undefined) for (const [name, value] of new URLSearchParams(signature)) url.searchParams.set(name, value);
    const method = put ? 'PUT' : 'GET';
    const headers: Record<string, string> = { 'x-ms-date': new Date(now()).toUTCString(), 'x-ms-version': VERSION, ...put && { 'x-ms-blob-type': 'BlockBlob', 'content-type': put.type } };
    if (key !== undefined) headers.authorization = sharedKey(account!, key, method, url, headers, put?.content.length);
    try {
      const { status, headers: answered, bytes } = await fetch(url, { method, headers, maxBytes: Math.max(maxBytes, MOST_PROBLEM_BYTES), timeMs: put ? PUT_MS : TIME_MS, ...put && { body: put.content }, ...signal && { signal } });
      if (status === 200 && bytes.length > maxBytes) throw new FetchRefused('size');
      return { status, bytes, code: String(answered['x-ms-error-code'] ?? '') };
    } catch (problem) {
      if (problem instanceof FetchRefused) throw refused(`${path === '' ? `the container ${container}` : `${container}${decodeURIComponent(path)}`}: ${problem.message}`);
      throw problem;
    }
  };

  const problemOf = (status: number, code: string): Error => {
    if (status === 404) return refused(`there is no container ${container}.`);
    if (status === 401 || status === 403) return refused(`the storage refuses the key or signature of the connection string (${status}${code && ` ${code}`}).`);
    return refused(`the storage answers ${status}${code && ` ${code}`}.`);
  };

  return {
    async list(prefix, { signal } = {}) {
      const found: BlobEntry[] = [];
      for (let [marker, page] = ['', 1]; page <= MOST_PAGES; page++) {
        const { status, code, bytes } = await send('', { query: { restype: 'container', comp: 'list', ...prefix !== '' && { prefix }, ...marker !== '' && { marker } }, maxBytes: MOST_LISTING_BYTES, signal });
        if (status !== 200) throw problemOf(status, code);
        const { entries, next } = listing(bytes.toString('utf8'));
        found.push(...entries);
        if (found.length > MOST_LISTED) throw refused(`the container ${container} has more than ${MOST_LISTED} blobs.`);
        if (next === '') return found;
        marker = next;
      }
      throw refused(`the listing of the container ${container} does not end.`);
    },
    async get(name, { maxBytes, signal }) {
      if (!isBlobName(name)) return undefined;
      const { status, code, bytes } = await send(blobPath(name), { maxBytes, signal });
      if (status === 200) return bytes;
      if (status === 404 && code !== 'ContainerNotFound') return undefined;
      throw problemOf(status, code);
    },
    async put(name, content, { type, signal }) {
      if (!isBlobName(name)) throw refused(`${name.slice(0, 100)} cannot be the name of a blob.`);
      const { status, code } = await send(blobPath(name), { signal, put: { content, type } });
      if (status !== 201) throw problemOf(status, code);
    },
  };
}

/** Other names would lead out of the container. */
function isBlobName(name: string): boolean {
  return name.length <= MOST_NAME && name.split('/').every((part) => part !== '.' && part !== '..' && part !== '');
}

/** Below the address of its container. */
function blobPath(name: string): string {
  return `/${name.split('/').map(encodeURIComponent).join('/')}`;
}

/** The names and sizes in a listing. Its form is fixed, and all that is wanted of it are a few elements without attributes. */
function listing(xml: string): { entries: BlobEntry[]; next: string } {
  const blobs = xml.split('<Blob>').slice(1);
  const entries = blobs.map((blob) => ({ name: element(blob, 'Name'), bytes: Number(element(blob, 'Content-Length')) }));
  return { entries, next: element(xml, 'NextMarker') };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'' };

function element(xml: string, name: string): string {
  const start = xml.indexOf(`<${name}>`);
  const end = start < 0 ? -1 : xml.indexOf(`</${name}>`, start);
  if (end < 0) return '';
  return xml.slice(start + name.length + 2, end).replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex: string | undefined, decimal: string | undefined, word: string | undefined) => {
    if (word !== undefined) return ENTITIES[word] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
