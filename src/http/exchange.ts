/** A request and its reply. What the steps of a request pass on to later ones is here. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { Readable } from 'node:stream';
import type { Area } from '../kernel/area.ts';
import type { Admitted } from '../kernel/access.ts';
import type { Span } from '../kernel/ports/telemetry.ts';
import type { Binding } from '../kernel/routes.ts';
import type { HeldBody } from './body/body-receiver.ts';
import type { ReceivedBody } from './body/body.ts';
import { clientAddress } from './client-address.ts';

export type Headers = Readonly<Record<string, string>>;

export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Of the request, for the log, the audit and the reply. */
  readonly id: string;
  /** As of `performance.now()`. */
  readonly startedAt = performance.now();
  /** Set when the client waits for `100 Continue` before it sends its body. */
  expectsContinue = false;
  params: Record<string, string> = {};
  query: Record<string, unknown> = {};
  area: Area | undefined;
  binding: Binding | undefined;
  admitted: Admitted | undefined;
  maxBytes: number | undefined;
  body: ReceivedBody | undefined;
  /** What its body takes; unless it has none. */
  held: HeldBody | undefined;
  /** Where tracing is on. */
  span: Span | undefined;
  /** When its operation must have answered, as of `performance.now()`. */
  deadline = 0;
  /** Among the calls in progress. */
  place = -1;
  isAnswered = false;
  /** Called when a reply that is a stream fails before its first chunk. */
  onStreamError: ((error: unknown) => void) | undefined;

  readonly #proxies: BlockList | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, id: string, proxies?: BlockList) {
    this.#proxies = proxies;
    this.request = request;
    this.response = response;
    this.id = id;
  }

  get method(): string {
    return this.request.method!;
  }

  /** Of the client. */
  get address(): string {
    return clientAddress(this.request, this.#proxies);
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  /** Sends the reply. `headers` are names and values in turn; every reply has the request id, under our header and that of the vendor. */
  send(status: number, headers: string[], body?: string | Uint8Array | Readable): void {
    const { response, id } = this;
    headers.push('x-request-id', id, 'apim-request-id', id);
    if (body instanceof Readable) return this.#stream(status, headers, body);
    if (body === undefined) {
      if (status !== 204 && status !== 304 && this.request.method !== 'HEAD') headers.push('content-length', '0');
      response.writeHead(status, headers).end();
      this.isAnswered = true;
      return;
    }
    const bytes = Buffer.byteLength(body);
    headers.push('content-length', String(bytes));
    response.writeHead(status, headers);
    this.isAnswered = true;
    // Text without other characters is written without converting it.
    if (typeof body === 'string' && bytes === body.length) response.end(body, 'latin1');
    else response.end(body);
  }

  /** Headers are sent with the first chunk: until then, a failure is a reply of its own. */
  #stream(status: number, headers: string[], body: Readable): void {
    const { request, response } = this;
    this.isAnswered = true;
    if (request.method === 'HEAD') {
      body.destroy();
      response.writeHead(status, headers).end();
      return;
    }
    response.statusCode = status;
    for (let i = 0; i < headers.length; i += 2) response.setHeader(headers[i]!, headers[i + 1]!);
    body.once('error', (error) => {
      if (response.headersSent) return response.destroy();
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      this.isAnswered = false;
      this.onStreamError?.(error);
    });
    response.once('close', () => body.destroy());
    body.pipe(response);
  }
}

/** Appends headers to a list of names and values in turn. */
export function addHeaders(list: string[], headers: Headers): string[] {
  for (const name in headers) list.push(name, headers[name]!);
  return list;
}
