/** An operation is one object: the server, its tests and its docs derive everything they know of a call from it. */
import type { Static, TSchema } from 'typebox';
import { Type } from './schema.ts';
import type { Account, Caller } from './account.ts';
import type { Change } from './change.ts';
import type { Ports } from './ports.ts';

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

/**
 * What a caller must present: `authoring`, a key of the account, unless the operation says otherwise; `prediction`, that or a prediction
 * key; `manager`, a bearer token of the management plane; `nothing`.
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
   * The absolute address of a path of this area, with its `{parameters}` filled in, with the prefix, the names
   * and (unless disabled) the version that the caller used.
   */
  link(path: string, params: Readonly<Record<string, string>>, options?: { versioned?: boolean }): string;
  /** Scheme, host and port under which the caller reached the server. */
  readonly origin: string;
  /** Of the client; empty in a thread. */
  readonly address: string;
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
  /** Names what was created, where the path does not: for the audit entry. */
  created?: Record<string, string>;
}

/** A body that is a file: passed on unchanged. */
export const Bytes = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

type TypeOf<S> = S extends TSchema ? Static<S> : undefined;

/** The parameters that a route names. */
type PathParams<Route extends string> = `GET /${string}` extends Route
  ? Record<string, string>
  : Route extends `${string}{${infer Name}}${infer Rest}`
    ? { [Key in Name | keyof PathParams<Rest>]: string }
    : Record<never, string>;

export interface OperationParts<
  Services,
  Params extends TSchema | undefined,
  Query extends TSchema | undefined,
  Body extends TSchema | undefined,
  Route extends `${Method} /${string}` = `${Method} /${string}`,
> {
  /** `area.operation`: the name in the audit, the metrics and the usage. */
  id: string;
  summary: string;
  /** The heading under which the reference lists it; see `inGroup`. */
  group?: string;
  /** Method and path below the area's base, with `{parameters}`. */
  route: Route;
  /** Versions of the area in which it exists; all when omitted. */
  versions?: readonly string[];
  needs?: Need;
  /** Where the parameters of the path are more than texts. */
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * How the body is encoded: JSON by default; with `jsonOrText`, a body with a plain text or Markdown content type is that text;
   * with `jsonOrBytes`, a body with one of `mediaTypes`, or without a content type, is those bytes.
   */
  accepts?: 'json' | 'form' | 'bytes' | 'jsonOrText' | 'jsonOrBytes';
  /** Accepted file types, `image/*` included. */
  mediaTypes?: readonly string[];
  /** Whether the body may be omitted. */
  bodyOptional?: boolean;
  /** `upload`: a file up to the size that the operator allows, raw or in base64. */
  maxBytes?: number | 'upload';
  /**
   * Which calls run in a thread, so that megabytes of JSON delay nobody else: `always`, for what reads or writes a whole file; those with a
   * large body; or, with `largeJson`, those with a large JSON body, since a file is not parsed. Such an operation uses records, blobs and
   * the shared threads, but no engine pools of its area; the cache of a thread is empty.
   */
  inThread?: 'always' | 'largeBody' | 'largeJson';
  /** A check before the body is read, beyond `needs`; rejects with the failure. */
  admit?: (request: Pick<Call, 'params' | 'headers'>, services: Services) => Promise<void>;
  /** Success statuses with the schema of their body, null when there is none. */
  replies: Readonly<Record<number, TSchema | null>>;
  /** The area's own failures it may return. */
  fails?: readonly string[];
  /** The kind under which the area's dialect renders bad input of this operation, where operations differ in that. */
  badInput?: string;
  /** Whether it supports If-Match and If-None-Match; see conditions.ts. */
  conditional?: boolean;
  /** Whether its changes are audited; calls that only log events are not. */
  audited?: boolean;
  /** Why the operation always refuses, by design; the support matrix shows the reason. */
  refusedBecause?: string;
  /** A valid call, for the docs and the generated tests. */
  example?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  run: (
    call: Call<Params extends TSchema ? Static<Params> : PathParams<Route>, TypeOf<Query>, TypeOf<Body>>,
    services: Services,
  ) => Promise<Reply> | Reply;
}

type AnySchema = TSchema | undefined;

export interface Operation<Services = never> extends Omit<
  OperationParts<Services, AnySchema, AnySchema, AnySchema>,
  'run' | 'route' | 'needs'
> {
  method: Method;
  path: string;
  needs: Need;
  run: (call: Call, services: Services) => Promise<Reply> | Reply;
}

/** Makes the `operation` function of an area whose operations use these services. */
export function operationsWith<Services>() {
  return function operation<
    const Params extends AnySchema = undefined,
    const Query extends AnySchema = undefined,
    const Body extends AnySchema = undefined,
    const Route extends `${Method} /${string}` = `${Method} /${string}`,
  >({ route, run, needs = 'authoring', ...rest }: OperationParts<Services, Params, Query, Body, Route>): Operation<Services> {
    const [method, path] = route.split(' ', 2) as [Method, string];
    return { ...rest, needs, method, path, run: run as Operation<Services>['run'] };
  };
}

/** Operations that the reference lists under one heading; those that have one keep it. */
export function inGroup<Services>(group: string, operations: readonly Operation<Services>[]): Operation<Services>[] {
  return operations.map((operation) => ({ group, ...operation }));
}

/** Operations that these versions of the area alone have. */
export function inVersions<Services>(versions: readonly string[], operations: readonly Operation<Services>[]): Operation<Services>[] {
  return operations.map((operation) => ({ ...operation, versions }));
}

/** Declares an operation that uses the ports alone. */
export const operation = operationsWith<Ports>();

export function reply(status: number, body?: unknown, more: Pick<Reply, 'headers' | 'change' | 'created'> = {}): Reply {
  return { status, body, ...more };
}
