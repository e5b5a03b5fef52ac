/** Replies 503 to the calls that an overloaded server sheds, and to all while it stops: before anything is looked up or read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Area } from '../kernel/area.ts';
import { fail, plainDialect } from '../kernel/failures.ts';
import type { Access } from '../kernel/access.ts';
import { areaOf } from './area-of-path.ts';
import type { Overload, ShedReason } from './overload.ts';
import { stopReading } from './refused-body.ts';

const RETRY_AFTER_SECONDS = 1;
/** What tells an operator how the server is. */
const ALWAYS_ANSWERED = /^\/(live|health|ready|metrics)\b/i;

export interface SheddingOptions {
  overload: Pick<Overload, 'arrival' | 'connected' | 'isAboveShare' | 'shed'>;
  access: Pick<Access, 'callerOf'>;
  areas: readonly Area[];
  nextId(): string;
  onShed?(reason: ShedReason): void;
}

interface PreparedReply {
  status: number;
  body: string;
  headers: readonly string[];
}

export class Shedding {
  readonly #parts: SheddingOptions;
  #replies = new Map<Area | undefined, PreparedReply>();
  #isStopping = false;

  constructor(parts: SheddingOptions) {
    this.#parts = parts;
  }

  /** From now on, every call is refused, and its connection closed. */
  stop(): void {
    this.#isStopping = true;
    this.#replies = new Map();
  }

  connected(): void {
    this.#parts.overload.connected();
  }

  /** Whether the call was refused. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean {
    const { overload, access, onShed } = this.#parts;
    const { url = '', headers } = request;
    if (this.#isStopping) {
      response.setHeader('connection', 'close');
      this.#reply(request, response, url);
      return true;
    }
    const reason = overload.arrival();
    if (reason === undefined) return false;
    if (!overload.isAboveShare(access.callerOf(headers, url)) || ALWAYS_ANSWERED.test(url)) return false;
    overload.shed();
    onShed?.(reason);
    this.#reply(request, response, url);
    return true;
  }

  #reply(request: IncomingMessage, response: ServerResponse, url: string): void {
    const area = areaOf(this.#parts.areas, url);
    let prepared = this.#replies.get(area);
    if (!prepared) this.#replies.set(area, (prepared = prepareReply(area, this.#isStopping ? 'Unavailable' : 'Overloaded')));
    stopReading(request, response);
    const id = this.#parts.nextId();
    response.writeHead(prepared.status, ['x-request-id', id, 'apim-request-id', id, ...prepared.headers]);
    response.end(prepared.body);
  }
}

function prepareReply(area: Area | undefined, kind: 'Overloaded' | 'Unavailable'): PreparedReply {
  const failure = fail(kind, { retryAfter: RETRY_AFTER_SECONDS });
  const { status = failure.status, body, headers = {} } = (area?.dialect ?? plainDialect)(failure);
  const text = JSON.stringify(body);
  const all = {
    ...headers,
    'retry-after': String(RETRY_AFTER_SECONDS),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
  };
  return { status, body: text, headers: Object.entries(all).flat() };
}
