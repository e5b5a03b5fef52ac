/** What operations on a version have in common: they find it, read or edit it, and answer. */
import type { Static, TObject, TSchema } from 'typebox';
import { checkConditions, hasConditions } from '../../kernel/conditions.ts';
import { operation, reply } from '../../kernel/operation.ts';
import type { Call, Method, Operation, OperationParts } from '../../kernel/operation.ts';
import type { Services } from '../../kernel/ports.ts';
import { RegexProblem, UserRegex } from '../../engines/recognizers/regex.ts';
import { Change } from '../../kernel/change.ts';
import { understandingFailure } from './failures.ts';
import { MOST, MOST_SCHEMA_CHARACTERS, sameName } from './model.ts';
import type { Schema, Version } from './model.ts';
import { edited, versionOf, versions } from './store.ts';
import type { FoundVersion } from './store.ts';
import { tagOf } from './schema/etags.ts';

export const SUCCESS = { code: 'Success', message: 'Operation Successful' } as const;

/** What an edit answers, and what it makes of the version; nothing means that it only looked. */
export interface Edit {
  status: number;
  body?: unknown;
  next?: Partial<Version>;
  /** Whether the version stays as it is: then it is only what is written beside it. */
  unedited?: boolean;
  /** What is written beside the version. */
  also?: (change: Change) => void;
  /** What is answered of what was written, such as its tags, which are known only then. */
  written?: (change: Change) => { body?: unknown; headers?: Record<string, string> };
}

type Parts<Query extends TSchema | undefined, Body extends TSchema | undefined> =
  Omit<OperationParts<undefined, Query, Body>, 'route' | 'needs' | 'run' | 'params'> & {
    /** Method and path below the version. */
    route: `${Method} /${string}`;
    /** Whether it reads, changes or deletes the model, feature or pattern that its path names: then the answer says its tag, and a write heeds conditions on it. */
    tagged?: boolean;
    run(found: FoundVersion, call: Call<Record<string, string>, Query extends TSchema ? Static<Query> : undefined, Body extends TSchema ? Static<Body> : undefined>, services: Services): Edit | Promise<Edit>;
  };

/** An operation on a version of an app: authors only, committed as one edit. */
export function versionOperation<const Query extends TObject | undefined = undefined, const Body extends TSchema | undefined = undefined>({ route, tagged = false, run, ...rest }: Parts<Query, Body>): Operation {
  const [method, path] = route.split(' ', 2) as [Method, string];
  return operation({
    ...rest,
    ...tagged && method !== 'GET' && { conditional: true },
    route: `${method} /apps/{appId}/versions/{versionId}${path}` as `${Method} /${string}`,
    needs: 'authoring',
    async run(call, services) {
      const { appId, versionId } = call.params as { appId: string; versionId: string };
      const found = await versionOf(services, call.account, { appId, versionId });
      const tag = tagged && (method === 'GET' || hasConditions(call)) ? tagOf(found.version.value.schema, call.params) : undefined;
      // What is not there is told by the operation itself.
      if (tag !== undefined && method !== 'GET') checkConditions(call, tag);
      const { status, body, next, unedited, also, written } = await run(found, call as never, services);
      if (!next && !also) return reply(status, body, { headers: etagged(tag) });
      if (next?.schema) checkSize(found.version.value.schema, next.schema);
      const change = unedited ? new Change().expect(versions, found.owner, found.version) : edited(found, next ?? {}, services.clock.now());
      also?.(change);
      const told = written?.(change);
      return reply(status, told?.body ?? body, { headers: told?.headers ?? etagged(tagged && next?.schema ? tagOf(next.schema, call.params) : undefined), change });
    },
  } as OperationParts<undefined, Query, Body>);
}

function etagged(tag: string | undefined): Record<string, string> {
  return tag === undefined ? {} : { etag: tag };
}

/** What is too much already may only become less. */
function checkSize(before: Schema, next: Schema): void {
  for (const what of ['intents', 'entities', 'patterns', 'phraseLists', 'patternFeatures'] as const) {
    if (next[what].length > Math.max(MOST[what], before[what].length)) throw understandingFailure('ModelLimit', { what: WHAT[what], most: MOST[what] });
  }
  const characters = JSON.stringify(next).length;
  if (characters > MOST_SCHEMA_CHARACTERS && characters > JSON.stringify(before).length) throw understandingFailure('VersionTooLarge', { most: MOST_SCHEMA_CHARACTERS });
}

const WHAT = { intents: 'intents', entities: 'entities', patterns: 'patterns', phraseLists: 'phrase lists', patternFeatures: 'pattern features' } as const;

/** An edit of the schema alone. */
export function schemaEdit({ version }: FoundVersion, schema: Partial<Schema>, answer: { status: number; body: unknown } = { status: 200, body: SUCCESS }): Edit {
  return { ...answer, next: { schema: { ...version.value.schema, ...schema } } };
}

/** The one of a list with that id. */
export function found<T extends { id: string | number }>(list: readonly T[], id: string | number): T {
  const one = list.find((item) => String(item.id).toLowerCase() === String(id).toLowerCase());
  if (!one) throw understandingFailure('ModelNotFound');
  return one;
}

export function replacedIn<T extends { id: string | number }>(list: readonly T[], next: T): T[] {
  return list.map((item) => item.id === next.id ? next : item);
}

export function without<T extends { id: string | number }>(list: readonly T[], gone: T): T[] {
  return list.filter((item) => item.id !== gone.id);
}

/** Names of intents and entities are unique in a version, without regard to case. */
export function checkName({ intents, entities }: Schema, name: string, except?: string): void {
  if ([...intents, ...entities].some((model) => model.id !== except && sameName(model.name, name))) throw understandingFailure('NameTaken', { name: name.slice(0, 100) });
}

/** The largest number that one of a list has. */
export function lastNumber(list: readonly { id: number }[]): number {
  return list.reduce((largest, { id }) => Math.max(largest, id), 0);
}

/** An expression that can be matched in linear time; throws why it cannot. */
export function checkedRegex(pattern: string): string {
  try {
    return new UserRegex(pattern).source;
  } catch (problem) {
    if (problem instanceof RegexProblem) throw understandingFailure('RegexInvalid', { details: problem.message });
    throw problem;
  }
}

export function paged<T>(list: readonly T[], { skip, take }: { skip: number; take: number }): T[] {
  return list.slice(skip, skip + take);
}
