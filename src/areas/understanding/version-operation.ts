/** What operations on a version have in common: they find it, read or edit it, and answer. */
import type { Static, TObject, TSchema } from 'typebox';
import { checkConditions, hasConditions } from '../../kernel/conditions.ts';
import { operation, reply } from '../../kernel/operation.ts';
import type { Call, Method, Operation, OperationParts } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { RegexProblem, UserRegex } from '../../engines/recognizers/regex.ts';
import { Change } from '../../kernel/change.ts';
import { understandingFailure } from './failures.ts';
import { VERSION_LIMITS, MAX_SCHEMA_CHARACTERS, isSameName } from './model.ts';
import type { Schema, Version } from './model.ts';
import { replaceVersion, requireVersion, versions } from './store.ts';
import type { VersionContext } from './store.ts';
import { modelEtag } from './schema/etags.ts';

export const SUCCESS = { code: 'Success', message: 'Operation Successful' } as const;

/** What an edit answers, and what it makes of the version; nothing means that it only looked. */
export interface EditResult {
  status: number;
  body?: unknown;
  update?: Partial<Version>;
  /** Whether the version stays as it is: then it is only what is written beside it. */
  keepsRevision?: boolean;
  /** What is written beside the version. */
  writes?: (change: Change) => void;
  /** What is answered of what was written, such as its tags, which are known only then. */
  afterWrite?: (change: Change) => { body?: unknown; headers?: Record<string, string> };
}

type VersionOperationParts<Query extends TSchema | undefined, Body extends TSchema | undefined> =
  Omit<OperationParts<Ports, undefined, Query, Body>, 'route' | 'needs' | 'run' | 'params'> & {
    /** Method and path below the version. */
    route: `${Method} /${string}`;
    /** Whether it reads, changes or deletes the model, feature or pattern that its path names: then the answer says its tag, and a write heeds conditions on it. */
    hasEtag?: boolean;
    run(context: VersionContext, call: Call<Record<string, string>, Query extends TSchema ? Static<Query> : undefined, Body extends TSchema ? Static<Body> : undefined>, services: Ports): EditResult | Promise<EditResult>;
  };

/** An operation on a version of an app: authors only, committed as one edit. */
export function versionOperation<const Query extends TObject | undefined = undefined, const Body extends TSchema | undefined = undefined>({ route, hasEtag = false, run, ...rest }: VersionOperationParts<Query, Body>): Operation {
  const [method, path] = route.split(' ', 2) as [Method, string];
  return operation({
    ...rest,
    ...hasEtag && method !== 'GET' && { conditional: true },
    route: `${method} /apps/{appId}/versions/{versionId}${path}` as `${Method} /${string}`,
    needs: 'authoring',
    async run(call, services) {
      const { appId, versionId } = call.params as { appId: string; versionId: string };
      const found = await requireVersion(services, call.account, { appId, versionId });
      const tag = hasEtag && (method === 'GET' || hasConditions(call)) ? modelEtag(found.version.value.schema, call.params) : undefined;
      // What is not there is told by the operation itself.
      if (tag !== undefined && method !== 'GET') checkConditions(call, tag);
      const { status, body, update: next, keepsRevision: unedited, writes: also, afterWrite: written } = await run(found, call as never, services);
      if (!next && !also) return reply(status, body, { headers: etagHeaders(tag) });
      if (next?.schema) checkVersionSize(found.version.value.schema, next.schema);
      const change = unedited ? new Change().expect(versions, found.owner, found.version) : replaceVersion(found, next ?? {}, services.clock.now());
      also?.(change);
      const told = written?.(change);
      return reply(status, told?.body ?? body, { headers: told?.headers ?? etagHeaders(hasEtag && next?.schema ? modelEtag(next.schema, call.params) : undefined), change });
    },
  } as OperationParts<Ports, undefined, Query, Body>);
}

function etagHeaders(tag: string | undefined): Record<string, string> {
  return tag === undefined ? {} : { etag: tag };
}

/** What is too much already may only become less. */
function checkVersionSize(before: Schema, next: Schema): void {
  for (const what of ['intents', 'entities', 'patterns', 'phraseLists', 'patternFeatures'] as const) {
    if (next[what].length > Math.max(VERSION_LIMITS[what], before[what].length)) throw understandingFailure('ModelLimit', { what: LIMIT_NAMES[what], most: VERSION_LIMITS[what] });
  }
  const characters = JSON.stringify(next).length;
  if (characters > MAX_SCHEMA_CHARACTERS && characters > JSON.stringify(before).length) throw understandingFailure('VersionTooLarge', { most: MAX_SCHEMA_CHARACTERS });
}

const LIMIT_NAMES = { intents: 'intents', entities: 'entities', patterns: 'patterns', phraseLists: 'phrase lists', patternFeatures: 'pattern features' } as const;

/** An edit of the schema alone. */
export function editSchema({ version }: VersionContext, schema: Partial<Schema>, answer: { status: number; body: unknown } = { status: 200, body: SUCCESS }): EditResult {
  return { ...answer, update: { schema: { ...version.value.schema, ...schema } } };
}

/** The one of a list with that id. */
export function found<T extends { id: string | number }>(findById: readonly T[], id: string | number): T {
  const one = findById.find((item) => String(item.id).toLowerCase() === String(id).toLowerCase());
  if (!one) throw understandingFailure('ModelNotFound');
  return one;
}

export function replaceById<T extends { id: string | number }>(list: readonly T[], next: T): T[] {
  return list.map((item) => item.id === next.id ? next : item);
}

export function removeById<T extends { id: string | number }>(list: readonly T[], gone: T): T[] {
  return list.filter((item) => item.id !== gone.id);
}

/** Names of intents and entities are unique in a version, without regard to case. */
export function checkModelName({ intents, entities }: Schema, name: string, except?: string): void {
  if ([...intents, ...entities].some((model) => model.id !== except && isSameName(model.name, name))) throw understandingFailure('NameTaken', { name: name.slice(0, 100) });
}

/** The largest number that one of a list has. */
export function maxId(list: readonly { id: number }[]): number {
  return list.reduce((largest, { id }) => Math.max(largest, id), 0);
}

/** An expression that can be matched in linear time; throws why it cannot. */
export function parseRegex(pattern: string): string {
  try {
    return new UserRegex(pattern).source;
  } catch (problem) {
    if (problem instanceof RegexProblem) throw understandingFailure('RegexInvalid', { details: problem.message });
    throw problem;
  }
}

export function slicePage<T>(list: readonly T[], { skip, take }: { skip: number; take: number }): T[] {
  return list.slice(skip, skip + take);
}
