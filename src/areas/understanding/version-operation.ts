/** Operations on a version of an app: they load it, read or edit it, and reply. */
import type { Static, TObject, TSchema } from 'typebox';
import { InvalidRegex, UserRegex } from '../../engines/language/recognizers/regex.ts';
import { Change } from '../../kernel/change.ts';
import { checkConditions, hasConditions } from '../../kernel/conditions.ts';
import { reply } from '../../kernel/operation.ts';
import type { Call, Method, OperationParts } from '../../kernel/operation.ts';
import { understandingFailure } from './failures.ts';
import { MAX_SCHEMA_CHARACTERS, VERSION_LIMITS, isSameName } from './model.ts';
import type { Schema, Version } from './model.ts';
import { modelEtag } from './schema/etags.ts';
import { OperationStatus } from './schemas.ts';
import { operation } from './services.ts';
import type { UnderstandingOperation, UnderstandingServices } from './services.ts';
import { replaceVersion, requireVersion, versions } from './store.ts';
import type { VersionContext } from './store.ts';

export const SUCCESS = { code: 'Success', message: 'Operation Successful' } as const;

/** The reply of an operation and the edit it makes; without `update` and `writes` it only reads. */
export interface EditResult {
  status: number;
  body?: unknown;
  update?: Partial<Version>;
  /** Set when only `writes` is stored: the version keeps its revision and needs no new training. */
  keepsRevision?: boolean;
  /** Adds further records to the change. */
  writes?: (change: Change) => void;
  /** What the reply says about the written records, such as their etags. */
  afterWrite?: (change: Change) => { body?: unknown; headers?: Record<string, string> };
}

type TypeOf<S> = S extends TSchema ? Static<S> : undefined;

type VersionRun<Query, Body, Result> = (
  context: VersionContext,
  call: Call<Record<string, string>, TypeOf<Query>, TypeOf<Body>>,
  services: UnderstandingServices,
) => Result | Promise<Result>;

type VersionOperationParts<Query extends TSchema | undefined, Body extends TSchema | undefined> = Omit<
  OperationParts<UnderstandingServices, undefined, Query, Body>,
  'route' | 'needs' | 'run' | 'params' | 'replies'
> & {
  /** Success without data by default. */
  replies?: OperationParts<UnderstandingServices, undefined, Query, Body>['replies'];
  /** Method and path below the version. */
  route: `${Method} /${string}`;
  /** Whether the path names a model, feature or pattern: the reply carries its etag, and writes check conditions on it. */
  hasEtag?: boolean;
} & (
    | { run: VersionRun<Query, Body, EditResult>; read?: undefined }
    /** Of an operation that only reads: the body of its reply. */
    | { read: VersionRun<Query, Body, unknown>; run?: undefined }
  );

/** Declares an operation on a version of an app. Its edit is committed as one change. */
export function versionOperation<const Query extends TObject | undefined = undefined, const Body extends TSchema | undefined = undefined>({
  route,
  hasEtag = false,
  replies = { 200: OperationStatus },
  fails = [],
  run,
  read,
  ...rest
}: VersionOperationParts<Query, Body>): UnderstandingOperation {
  const [method, path] = route.split(' ', 2) as [Method, string];
  return operation<undefined, Query, Body>({
    // A version can be many megabytes.
    inThread: 'largeBody',
    ...rest,
    replies,
    ...(hasEtag && method !== 'GET' && { conditional: true }),
    fails: ['AppNotFound', 'VersionNotFound', ...commonFailures(method, path), ...fails],
    route: `${method} /apps/{appId}/versions/{versionId}${path}`,
    async run(call, services) {
      const { appId, versionId } = call.params;
      const context = await requireVersion(services, call.account, { appId: appId!, versionId: versionId! });
      const { schema } = context.version.value;
      const etag = hasEtag && (method === 'GET' || hasConditions(call)) ? modelEtag(schema, call.params) : undefined;
      // An unknown id has no etag: the operation itself reports it.
      if (etag !== undefined && method !== 'GET') checkConditions(call, etag);
      if (read) return reply(200, await read(context, call, services), { headers: etagHeaders(etag) });
      const { status, body, update, keepsRevision, writes, afterWrite } = await run!(context, call, services);
      if (!update && !writes) return reply(status, body, { headers: etagHeaders(etag) });
      if (update?.schema) checkVersionSize(schema, update.schema);
      const change = keepsRevision
        ? new Change().expect(versions, context.owner, context.version)
        : replaceVersion(context, update ?? {}, services.clock.now());
      writes?.(change);
      const written = afterWrite?.(change);
      const nextEtag = hasEtag && update?.schema ? modelEtag(update.schema, call.params) : undefined;
      return reply(status, written?.body ?? body, { headers: written?.headers ?? etagHeaders(nextEtag), change });
    },
  });
}

function commonFailures(method: Method, path: string): string[] {
  return [...(path.includes('{') ? ['ModelNotFound'] : []), ...(method === 'GET' ? [] : ['ModelLimit', 'VersionTooLarge'])];
}

function etagHeaders(etag: string | undefined): Record<string, string> {
  return etag === undefined ? {} : { etag };
}

const LIMIT_NAMES = {
  intents: 'intents',
  entities: 'entities',
  patterns: 'patterns',
  phraseLists: 'phrase lists',
  patternFeatures: 'pattern features',
} as const;

/** A version that is over a limit already may only shrink. */
function checkVersionSize(before: Schema, next: Schema): void {
  for (const what of ['intents', 'entities', 'patterns', 'phraseLists', 'patternFeatures'] as const) {
    const max = VERSION_LIMITS[what];
    if (next[what].length > Math.max(max, before[what].length)) throw understandingFailure('ModelLimit', { what: LIMIT_NAMES[what], max });
  }
  const characters = JSON.stringify(next).length;
  if (characters > MAX_SCHEMA_CHARACTERS && characters > JSON.stringify(before).length) {
    throw understandingFailure('VersionTooLarge', { max: MAX_SCHEMA_CHARACTERS });
  }
}

/** An edit of the schema alone. */
export function editSchema(
  { version }: VersionContext,
  schema: Partial<Schema>,
  answer: { status: number; body: unknown } = { status: 200, body: SUCCESS },
): EditResult {
  return { ...answer, update: { schema: { ...version.value.schema, ...schema } } };
}

export function findById<T extends { id: string | number }>(list: readonly T[], id: string | number): T {
  const item = list.find((one) => String(one.id).toLowerCase() === String(id).toLowerCase());
  if (!item) throw understandingFailure('ModelNotFound');
  return item;
}

export function replaceById<T extends { id: string | number }>(list: readonly T[], next: T): T[] {
  return list.map((item) => (item.id === next.id ? next : item));
}

export function removeById<T extends { id: string | number }>(list: readonly T[], removed: T): T[] {
  return list.filter((item) => item.id !== removed.id);
}

/** Names of intents and entities are unique in a version, ignoring case. */
export function checkModelName({ intents, entities }: Schema, name: string, exceptId?: string): void {
  const isTaken = [...intents, ...entities].some((model) => model.id !== exceptId && isSameName(model.name, name));
  if (isTaken) throw understandingFailure('NameTaken', { name: name.slice(0, 100) });
}

export function maxId(list: readonly { id: number }[]): number {
  return list.reduce((max, { id }) => Math.max(max, id), 0);
}

/** Throws RegexInvalid unless the expression can be matched in linear time. */
export function parseRegex(pattern: string): string {
  try {
    return new UserRegex(pattern).source;
  } catch (problem) {
    if (problem instanceof InvalidRegex) throw understandingFailure('RegexInvalid', { details: problem.message });
    throw problem;
  }
}

export function slicePage<T>(list: readonly T[], { skip, take }: { skip: number; take: number }): T[] {
  return list.slice(skip, skip + take);
}
