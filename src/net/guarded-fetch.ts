/**
 * Fetches addresses that callers give, safe from server-side request forgery. Each hop is checked: http or https, no credentials, a
 * web port, a public address. The address is checked inside the DNS lookup of the connection itself, so that a DNS answer cannot change
 * between check and connect; a name with one private address among public ones is rejected. Redirects are followed here, each checked
 * again. Every fetch has its own connection and one time limit over all hops, lookups and bytes; the size is limited while bytes
 * arrive. The configuration can lift rules for a host (targets.ts). Errors have a message fit for the caller; the real cause is in
 * `cause`, for the log only.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { addAbortSignal } from 'node:stream';
import { getCACertificates } from 'node:tls';
import { FetchRefused, MAX_REDIRECTS } from '../kernel/ports/fetch.ts';
import type { FetchedResponse, GuardedFetch, GuardedFetchOptions } from '../kernel/ports/fetch.ts';
import { canonicalAddress, isPublicAddress } from './addresses.ts';
import { free } from '../shared/free.ts';
import { isWebPort, permissionsOf, ownHosts, parseEntry, targetOf } from './targets.ts';

// Not imported: an import reads all their exports, and with them loads a second HTTP client that is not used here.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

export interface GuardedFetchSettings {
  /** `host` or `host:port` that may be fetched from besides public addresses; throws a TypeError on an entry that is neither. */
  allow: readonly string[];
  /** This server's origins (`http://127.0.0.1:8080`, the public URL) or `host:port`, asked at each fetch. */
  own: () => readonly string[];
  /** PEM of the local certificate, trusted besides the usual ones when the server fetches from itself. */
  ownCertificate?: string;
  lookup?: (host: string) => Promise<readonly { address: string }[]>;
  /** Addresses of this machine's interfaces: never fetched from, even if public, since a firewall does not see such traffic. */
  machine?: () => readonly string[];
}

interface Call {
  method: NonNullable<GuardedFetchOptions['method']>;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

interface Passage {
  lookup: LookupFunction;
  ca?: string[];
}

const connectionHeaders =
  /^(host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|te|trailer|expect|upgrade|proxy-.*)$/;
const harmlessHeaders = new Set(['accept', 'accept-language', 'user-agent', 'range']);

const keepHeaders = (headers: Readonly<Record<string, string>>, keep: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (keep(name.toLowerCase()) ? [[name.toLowerCase(), value]] : [])));

const NOTHING = Buffer.alloc(0);

const machineAddresses = (): string[] => Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? []);

export function createGuardedFetch(settings: GuardedFetchSettings): GuardedFetch {
  const { own, lookup = (host: string) => systemLookup(host, { all: true }), machine = machineAddresses } = settings;
  const allow = settings.allow.map(parseEntry);

  function gate(url: URL): Passage {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused('scheme');
    if (url.username !== '' || url.password !== '') throw new FetchRefused('credentials');
    const target = targetOf(url);
    const here = machine().map((address) => canonicalAddress(address) ?? address);
    const mine = ownHosts(own(), here, target);
    const leave = mine.length > 0 ? { address: true, port: true } : permissionsOf(allow, target);
    if (!leave.port && !isWebPort(target.port)) throw new FetchRefused('port');
    const passes = (address: string): boolean =>
      leave.address || (isPublicAddress(address) && !here.includes(canonicalAddress(address) ?? address));
    if (isIP(target.host) !== 0 && !passes(target.host)) throw new FetchRefused('address');

    const resolve = async (host: string) => {
      const known = mine.every((address) => isIP(address) !== 0) ? mine.map((address) => ({ address })) : [];
      const found =
        known.length > 0
          ? known
          : await lookup(host).catch((cause: unknown) => Promise.reject(new FetchRefused('dns', undefined, { cause })));
      if (found.length === 0) throw new FetchRefused('dns');
      if (!found.every(({ address }) => passes(address))) throw new FetchRefused('address');
      return found.map(({ address }) => ({ address, family: isIP(address) }));
    };
    return {
      lookup: (host, options, callback) => {
        resolve(host).then(
          (found) => process.nextTick(() => (options.all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family))),
          (error: Error) => process.nextTick(callback, error, []),
        );
      },
      ...(mine.length > 0 && settings.ownCertificate !== undefined && { ca: [...getCACertificates('default'), settings.ownCertificate] }),
    };
  }

  async function follow(start: URL, first: Call, options: GuardedFetchOptions, signal: AbortSignal): Promise<FetchedResponse> {
    let [url, call] = [start, first];
    for (let redirects = 0; ; redirects++) {
      const response = await send(url, call, gate(url), signal);
      const status = response.statusCode ?? 0;
      const { location } = response.headers;
      if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) {
        return { status, headers: response.headers, bytes: await content(response, call.method, options), url: url.href };
      }
      response.destroy();
      if (redirects === MAX_REDIRECTS) throw new FetchRefused('redirects');
      const next = parseUrl(location, url);
      call = redirected(call, status, next.origin === url.origin);
      url = next;
    }
  }

  return async function guardedFetch(address, options) {
    const { method = 'GET', headers = {}, body, timeMs } = options;
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(new FetchRefused('time')), timeMs);
    const signal = AbortSignal.any([clock.signal, ...(options.signal ? [options.signal] : [])]);
    try {
      signal.throwIfAborted();
      const sent = { 'user-agent': 'perennial', ...keepHeaders(headers, (name) => !connectionHeaders.test(name)) };
      return await follow(parseUrl(address), { method, headers: sent, body }, options, signal);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

function parseUrl(address: string | URL, base?: URL): URL {
  const url = URL.parse(String(address), base?.href);
  if (url === null) throw new FetchRefused('url');
  return url;
}

/** The call after a redirect: to another origin only GET and HEAD, without headers that may carry secrets. */
function redirected(call: Call, status: number, sameOrigin: boolean): Call {
  const toGet = call.method !== 'HEAD' && (status === 303 || (status < 303 && call.method === 'POST'));
  const next = toGet
    ? { method: 'GET' as const, headers: keepHeaders(call.headers, (name) => !name.startsWith('content-')), body: undefined }
    : call;
  if (sameOrigin) return next;
  if ((next.method !== 'GET' && next.method !== 'HEAD') || next.body !== undefined) {
    throw new FetchRefused('redirects', 'The address redirects a request with content to another host.');
  }
  return { ...next, headers: keepHeaders(next.headers, (name) => harmlessHeaders.has(name)) };
}

function failed(cause: unknown): FetchRefused {
  return cause instanceof FetchRefused ? cause : new FetchRefused('network', undefined, { cause });
}

function send(url: URL, { method, headers, body }: Call, passage: Passage, signal: AbortSignal): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const options = { ...passage, method, signal, agent: false, headers: { ...headers, ...length, 'accept-encoding': 'identity' } };
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, options, (response) => {
      // The content has been copied from it by then.
      response.socket.on('data', free);
      resolve(addAbortSignal(signal, response));
    });
    request
      .on('error', reject)
      .on('close', () => reject(new Error('closed without an answer')))
      .end(body);
  });
  return answer.catch((cause: unknown) => Promise.reject(failed(cause)));
}

function isAccepted(type: string | undefined, types: readonly string[]): boolean {
  const media = (type ?? 'application/octet-stream').split(';', 1)[0]!.trim().toLowerCase();
  return types.some((accepted) => (accepted.endsWith('/*') ? media.startsWith(accepted.slice(0, -1)) : media === accepted));
}

async function content(
  response: IncomingMessage,
  method: string,
  { maxBytes, types, receive }: Pick<GuardedFetchOptions, 'maxBytes' | 'types' | 'receive'>,
): Promise<Buffer> {
  const { statusCode: status = 0, headers } = response;
  const isOk = status >= 200 && status < 300;
  try {
    if (isOk && status !== 204 && types !== undefined && !isAccepted(headers['content-type'], types)) throw new FetchRefused('type');
    const codings = [headers['content-encoding'] ?? 'identity', headers['transfer-encoding'] ?? 'chunked'].join().toLowerCase();
    if (codings !== 'identity,chunked') throw new FetchRefused('type', 'The content is compressed although it was requested uncompressed.');
    if (method !== 'HEAD' && Number(headers['content-length'] ?? 0) > maxBytes) throw new FetchRefused('size');
    if (!receive) return await collect(response, maxBytes);
  } catch (error) {
    response.destroy();
    throw failed(error);
  }
  try {
    if (isOk) await receive(response);
    return NOTHING;
  } finally {
    response.destroy();
  }
}

/** Copies into one growing buffer: a list of one-byte chunks could take many times `maxBytes` of memory. */
async function collect(response: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  let bytes = Buffer.allocUnsafeSlow(Math.min(maxBytes, 65_536));
  let length = 0;
  for await (const chunk of response) {
    const needed = length + chunk.length;
    if (needed > maxBytes) throw new FetchRefused('size');
    if (needed > bytes.length) bytes = Buffer.concat([bytes], Math.min(maxBytes, Math.max(bytes.length * 2, needed)));
    length += chunk.copy(bytes, length);
  }
  return bytes.subarray(0, length);
}
