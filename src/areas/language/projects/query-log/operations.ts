/** Ours: what a project was asked and callers said to keep, for its authors to look through. */
import { Type } from '../../../../kernel/schema.ts';
import { reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import type { Ports } from '../../../../kernel/ports.ts';
import type { OffsetUnit } from '../../../../engines/text/offsets.ts';
import { Change } from '../../../../kernel/change.ts';
import type { Family } from '../family.ts';
import { drop, listed, queries } from './query-log.ts';
import type { KeptQuery, ListedQuery, Scored } from './query-log.ts';
import { IgnoredQueries, KeptQueryItem, Paging, listOf } from '../schemas.ts';
import { assetsOf, partKey } from '../store.ts';
import { FILE_INDEX, stretchesIn, unitOf } from '../units.ts';
import { pageOf, time } from '../wire.ts';
import { projectOperation } from '../on-project.ts';

const PATH = '/queries';

function scored({ category, score }: Scored): { category: string; confidenceScore: number } {
  return { category, confidenceScore: Math.round(score * 1e7) / 1e7 };
}

function queryWire({ id, count, at, sure }: ListedQuery, { text, language, deployment, intents, classes, entities }: KeptQuery, unit: OffsetUnit): object {
  const place = stretchesIn(text, unit);
  return {
    id, text, ...language !== undefined && { language }, count, lastAskedDateTime: time(at), deploymentName: deployment, confidenceScore: scored({ category: '', score: sure }).confidenceScore,
    ...intents && { intents: intents.map(scored) }, ...classes && { classes: classes.map(scored) },
    ...entities && { entities: entities.map(({ offset, length, ...one }) => ({ ...scored(one), ...place(offset, offset + length) })) },
  };
}

export function queryOperations<Assets extends object>(family: Family<Assets>): Operation<Ports>[] {
  return [
    projectOperation(family, {
      ids: { conversations: 'conversations.listQueries', texts: 'texts.listQueries' },
      summary: 'List what the project was asked and callers said to keep, the least sure first; what it was taught since is left out', route: `GET ${PATH}`,
      query: Type.Object({ ...Paging.properties, stringIndexType: Type.Optional(Type.String()) }),
      replies: { 200: listOf(KeptQueryItem) },
      async run(found, call, services) {
        const { owner, project: { value: { uid } } } = found;
        const unit = unitOf(call.query.stringIndexType ?? FILE_INDEX);
        const waiting = await listed(services, owner, uid, family.textsIn(await assetsOf<Assets>(services, found)));
        const { value, nextLink } = pageOf(call, `/projects/{projectName}${PATH}`, waiting);
        const kept = await Promise.all(value.map(async (one) => ({ one, query: (await services.records.get(queries, owner, partKey(uid, one.id)))?.value })));
        return reply(200, { value: kept.flatMap(({ one, query }) => query ? [queryWire(one, query, unit)] : []), nextLink });
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.ignoreQueries', texts: 'texts.ignoreQueries' },
      summary: 'Erase some of what the project was asked', route: `POST ${PATH}/:ignore`,
      body: IgnoredQueries,
      example: { params: { projectName: 'example' }, body: { ids: ['0123456789abcdef0123456789abcdef'] } },
      replies: { 204: null },
      run({ owner, project: { value: { uid } } }, { body: { ids } }) {
        const change = new Change();
        drop(change, owner, uid, new Set(ids));
        return reply(204, undefined, { change });
      },
    }),
  ];
}
