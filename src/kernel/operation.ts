/** An operation is one object: everything the server, its tests and its papers know of a call is made from it. */
import type { Static, TSchema } from 'typebox';
import { Type } from './schema.ts';
import type { Account, Caller } from './account.ts';
import type { Change } from './change.ts';
import type { Ports } from './ports.ts';

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

/**
 * What a caller must show: `authoring`, a key of the account; `prediction`, that or a prediction key;
 * `manager`, a bearer token of the management plane; `nothing`.
 */
export type Need = 'authoring' | 'prediction' | 'manager' | 'nothing';

export interface Call<Params = Record<string, string>, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The account whose key was sent. Operations that need none must not read it. */
  readonly account: Account;
  readonly caller: Caller;
  readonly version: string;
  /**
   * The absolute address of a path of this area, with its `{parameters}` filled in, under the prefix, the words
   * and (unless told not to) the version that the caller used.
   */
  link(path: string, params: Readonly<Record<string, string>>, options?: { versioned?: boolean }): string;
  /** Scheme, host and port under which the caller reached the server. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Committed, with the audit entry, before the reply is sent. */
  change?: Change;
}

/** A body that is a file: read and sent as it is. */
export const Bytes = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

type TypeOf<S> = S extends TSchema ? Static<S> : undefined;

export interface OperationParts<Services, Params extends TSchema | undefined, Query extends TSchema | undefined, Body extends TSchema | undefined> {
  /** `area.operation`: the name in the audit, the metrics and the usage. */
  id: string;
  summary: string;
  /** Method and path below the area's base, with `{parameters}`. */
  route: `${Method} /${string}`;
  /** Versions of the area in which it exists; all when left out. */
  versions?: readonly string[];
  needs: Need;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * How the body travels: JSON unless said otherwise; with `jsonOrText`, a body that is announced as plain text or Markdown is that text;
   * with `jsonOrBytes`, one that is announced as any of `mediaTypes`, or as nothing, is those bytes.
   */
  accepts?: 'json' | 'form' | 'bytes' | 'jsonOrText' | 'jsonOrBytes';
  /** Types of files that it takes, `image/*` included. */
  mediaTypes?: readonly string[];
  /** Whether the body may be left out. */
  bodyOptional?: boolean;
  /** `upload`: a file of the size that the operator allows, as it is or in base64. */
  maxBytes?: number | 'upload';
  /** What must hold before the body is read, beyond `needs`; rejects with why not. */
  admit?: (request: Pick<Call, 'params' | 'headers'>, services: Services) => Promise<void>;
  /** Success statuses with the schema of their body, null where there is none. */
  replies: Readonly<Record<number, TSchema | null>>;
  /** The area's own failures it may answer with. */
  fails?: readonly string[];
  /** The kind under which the area's dialect writes bad input of this operation, where operations differ in that. */
  badInput?: string;
  /** Whether it heeds If-Match and If-None-Match for what it writes; see conditions.ts. */
  conditional?: boolean;
  /** Whether its changes are audited; calls that only log events are not. */
  audited?: boolean;
  /** A call that would work, for the docs and the generated tests. */
  example?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  run: (
    call: Call<Params extends TSchema ? Static<Params> : Record<string, string>, TypeOf<Query>, TypeOf<Body>>,
    services: Services,
  ) => Promise<Reply> | Reply;
}

type AnySchema = TSchema | undefined;

export interface Operation<Services = never> extends Omit<OperationParts<Services, AnySchema, AnySchema, AnySchema>, 'run' | 'route'> {
  method: Method;
  path: string;
  run: (call: Call, services: Services) => Promise<Reply> | Reply;
}

/** Makes the `operation` function of an area whose operations use these services. */
export function operationsWith<Services>() {
  return function operation<
    const Params extends AnySchema = undefined,
    const Query extends AnySchema = undefined,
    const Body extends AnySchema = undefined,
  >({ route, run, ...rest }: OperationParts<Services, Params, Query, Body>): Operation<Services> {
    const [method, path] = route.split(' ', 2) as [Method, string];
    return { ...rest, method, path, run: run as Operation<Services>['run'] };
  };
}

/** Declares an operation that uses the ports alone. */
export const operation = operationsWith<Ports>();

export function reply(status: number, body?: unknown, more: { headers?: Record<string, string>; change?: Change } = {}): Reply {
  return { status, body, ...more };
}
