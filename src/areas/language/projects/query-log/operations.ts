/** Logged queries, for the authors of a project to review. Not part of the vendor's interface. */
import type { LanguageServices } from '../../services.ts';
import { Type } from '../../../../kernel/schema.ts';
import { reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import type { OffsetUnit } from '../../../../engines/shared/text/offsets.ts';
import { Change } from '../../../../kernel/change.ts';
import type { Family } from '../family.ts';
import { deleteQueries, listPendingQueries, queries } from './query-log.ts';
import type { StoredQuery, ListedQuery, Scored } from './query-log.ts';
import { IgnoreQueriesRequest, LoggedQueryItem, Paging, listOf } from '../schemas.ts';
import { loadAssets, partKey } from '../store.ts';
import { FILE_INDEX, spanConverter, parseOffsetUnit } from '../offset-units.ts';
import { paginate } from '../paging.ts';
import { toDateTime } from '../wire.ts';
import { projectOperation } from '../family-operation.ts';

const PATH = '/queries';

function scoreView({ category, score }: Scored): { category: string; confidenceScore: number } {
  return { category, confidenceScore: Math.round(score * 1e7) / 1e7 };
}

function queryView(
  { id, count, at, sure }: ListedQuery,
  { text, language, deployment, intents, classes, entities }: StoredQuery,
  unit: OffsetUnit,
): object {
  const place = spanConverter(text, unit);
  return {
    id,
    text,
    ...(language !== undefined && { language }),
    count,
    lastAskedDateTime: toDateTime(at),
    deploymentName: deployment,
    confidenceScore: scoreView({ category: '', score: sure }).confidenceScore,
    ...(intents && { intents: intents.map(scoreView) }),
    ...(classes && { classes: classes.map(scoreView) }),
    ...(entities && { entities: entities.map(({ offset, length, ...one }) => ({ ...scoreView(one), ...place(offset, offset + length) })) }),
  };
}

export function queryOperations<Assets extends object>(family: Family<Assets>): Operation<LanguageServices>[] {
  return [
    projectOperation(family, {
      ids: { conversations: 'conversations.listQueries', texts: 'texts.listQueries' },
      summary: 'List the logged queries of a project that are not labeled yet, lowest confidence first',
      route: `GET ${PATH}`,
      query: Type.Object({ ...Paging.properties, stringIndexType: Type.Optional(Type.String()) }),
      replies: { 200: listOf(LoggedQueryItem) },
      async run(found, call, services) {
        const { owner } = found;
        const { uid } = found.project.value;
        const unit = parseOffsetUnit(call.query.stringIndexType ?? FILE_INDEX);
        const pending = await listPendingQueries(services, owner, uid, family.textsIn(await loadAssets<Assets>(services, found)));
        const { value, nextLink } = paginate(call, `/projects/{projectName}${PATH}`, pending);
        const queried = await Promise.all(
          value.map(async (one) => ({ one, query: (await services.records.get(queries, owner, partKey(uid, one.id)))?.value })),
        );
        return reply(200, { value: queried.flatMap(({ one, query }) => (query ? [queryView(one, query, unit)] : [])), nextLink });
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.ignoreQueries', texts: 'texts.ignoreQueries' },
      summary: 'Delete logged queries',
      route: `POST ${PATH}/:ignore`,
      body: IgnoreQueriesRequest,
      example: { params: { projectName: 'example' }, body: { ids: ['0123456789abcdef0123456789abcdef'] } },
      replies: { 204: null },
      run({ owner, project }, { body: { ids } }) {
        const { uid } = project.value;
        const change = new Change();
        deleteQueries(change, owner, uid, new Set(ids));
        return reply(204, undefined, { change });
      },
    }),
  ];
}
