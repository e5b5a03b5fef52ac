/** Replies to calls that are refused before anything is looked up or read: from prepared texts, in the dialect of their area. */
import type { Area } from '../kernel/area.ts';
import { fail, plainDialect } from '../kernel/failures.ts';
import { stopReading } from './body/refused-body.ts';
import type { Exchange } from './exchange.ts';
import { RETRY_AFTER_SECONDS } from './admission/limits.ts';

type Refusal = 'Overloaded' | 'Unavailable';

interface Prepared {
  status: number;
  headers: readonly string[];
  text: string;
}

export class Refusals {
  readonly #prepared = new Map<Refusal, Map<Area | undefined, Prepared>>();

  send(refusal: Refusal, { request, response, id }: Exchange, area: Area | undefined): void {
    let byArea = this.#prepared.get(refusal);
    if (!byArea) this.#prepared.set(refusal, (byArea = new Map()));
    let prepared = byArea.get(area);
    if (!prepared) byArea.set(area, (prepared = prepare(refusal, area)));
    stopReading(request, response);
    response.writeHead(prepared.status, ['x-request-id', id, 'apim-request-id', id, ...prepared.headers]);
    response.end(prepared.text);
  }
}

function prepare(refusal: Refusal, area: Area | undefined): Prepared {
  const failure = fail(refusal, { retryAfter: RETRY_AFTER_SECONDS });
  const { status = failure.status, body, headers = {} } = (area?.dialect ?? plainDialect)(failure);
  const text = JSON.stringify(body);
  const all = {
    ...headers,
    'retry-after': String(RETRY_AFTER_SECONDS),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
  };
  return { status, headers: Object.entries(all).flat(), text };
}
