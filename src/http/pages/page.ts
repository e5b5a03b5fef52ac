/** A page that belongs to no area, answered to GET. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Headers } from '../exchange.ts';

export interface PageRequest {
  params: Readonly<Record<string, string>>;
  headers: IncomingHttpHeaders;
}

export interface PageReply {
  status?: number;
  headers?: Headers;
  body?: string | Uint8Array;
}

export interface Page {
  /** With `{parameters}`, or with `*` at its end for all paths below. */
  path: string;
  /** Answered even when many calls are waiting. */
  isProbe?: boolean;
  answer(request: PageRequest): PageReply | Promise<PageReply>;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
