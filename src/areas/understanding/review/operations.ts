/** Endpoint queries: suggestions of queries to label, and the query log. */
import { Readable } from 'node:stream';
import type { Stored } from '../../../kernel/change.ts';
import { Change } from '../../../kernel/change.ts';
import { Bytes, reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { tokenizeForReply } from '../examples/labels.ts';
import { describePrediction } from '../examples/prediction-view.ts';
import { applyRequirements } from '../schema/requirements.ts';
import { isEntityOrPart } from '../schema/templates.ts';
import { BareText, BareTexts, OperationStatus, SuggestQuery, Suggestions } from '../schemas.ts';
import { operation } from '../services.ts';
import type { UnderstandingOperation } from '../services.ts';
import { queries, queryKey, queryLog, readWaitingTexts, requireApp, streamExamples, trainings } from '../store.ts';
import type { Query, VersionContext } from '../store.ts';
import { WORKER_MODULE } from '../training/jobs.ts';
import type { RankedQuery } from '../training/worker.ts';
import { SUCCESS, findById, versionOperation } from '../version-operation.ts';
import type { EditResult } from '../version-operation.ts';

const MAX_LOG_LINES = 50_000;
const LOG_PAGE_SIZE = 500;

interface SuggestOptions {
  take: number;
  enableNestedChildren: boolean;
}

/** Suggests the logged queries that would teach the version most, uncertain ones first. None for a version that was never trained. */
async function suggestQueries(
  context: VersionContext,
  { take, enableNestedChildren }: SuggestOptions,
  isRelevant: (query: RankedQuery) => boolean,
  ports: Ports,
): Promise<object[]> {
  const { owner, app } = context;
  const { uid } = context.version.value;
  const { records, blobs, threads, clock } = ports;
  const trained = (await records.get(trainings, owner, uid))?.value.trained;
  const bytes = trained && (await blobs.get(owner, trained.blob));
  if (!bytes || take === 0) return [];
  const exampleTexts: string[] = [];
  for await (const { value } of streamExamples(ports, owner, uid)) exampleTexts.push(value.text);
  const texts = await readWaitingTexts(ports, { owner, appId: app.value.id, uid }, exampleTexts);
  if (texts.length === 0) return [];
  const ranked = await threads.run<RankedQuery[]>({
    module: WORKER_MODULE,
    function: 'rankQueries',
    input: { bytes, texts, examples: exampleTexts, wanted: texts.length, referenceMs: clock.now() },
  });
  const relevant = ranked
    .map(({ text, prediction }) => ({
      text,
      prediction: applyRequirements(prediction, trained.requirements),
    }))
    .filter(isRelevant);
  return relevant.slice(0, take).map(({ text, prediction }) => {
    const { tokens, tokenizedText } = tokenizeForReply(text, app.value.culture);
    return { text, tokenizedText, ...describePrediction(prediction, text, tokens, enableNestedChildren) };
  });
}

/** Marks the queries with these texts as ignored in a version. */
async function ignoreTexts({ owner, app, version }: VersionContext, texts: readonly string[], { records }: Ports): Promise<EditResult> {
  const { uid } = version.value;
  const stored = await Promise.all([...new Set(texts)].map((text) => records.get(queries, owner, queryKey(app.value.id, text))));
  const waiting = stored.filter((query): query is Stored<Query> => query !== undefined && !query.value.settledIn.includes(uid));
  if (waiting.length === 0) return { status: 200, body: SUCCESS };
  return {
    status: 200,
    body: SUCCESS,
    keepsRevision: true,
    writes: (change) => {
      for (const query of waiting) change.replace(queries, owner, query, { ...query.value, settledIn: [...query.value.settledIn, uid] });
    },
  };
}

function quoteCsv(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The query log as CSV, in chunks of a page. */
async function* writeLog({ records }: Pick<Ports, 'records'>, owner: string, appId: string): AsyncGenerator<Buffer> {
  yield Buffer.from('"Query","UTC DateTime","Response"\r\n');
  let after: string | undefined;
  for (let left = MAX_LOG_LINES; left > 0; left -= LOG_PAGE_SIZE) {
    const page = await records.page(queryLog, owner, { prefix: `${appId}/`, after, limit: LOG_PAGE_SIZE });
    const lines = page.map(
      ({ value: { text, at, answer } }) => `${quoteCsv(text)},${new Date(at).toISOString()},${quoteCsv(JSON.stringify(answer))}\r\n`,
    );
    if (lines.length > 0) yield Buffer.from(lines.join(''));
    if (page.length < LOG_PAGE_SIZE) return;
    after = page.at(-1)!.key;
  }
}

export const reviewOperations: readonly UnderstandingOperation[] = [
  versionOperation({
    id: 'understanding.suggestForVersion',
    summary: 'Suggest queries whose labeling would improve a version',
    route: 'GET /suggest',
    query: SuggestQuery,
    replies: { 200: Suggestions },
    read: async (context, { query }, services) => await suggestQueries(context, query, () => true, services),
  }),
  versionOperation({
    id: 'understanding.suggestForIntent',
    summary: 'Suggest queries whose labeling would improve an intent',
    route: 'GET /intents/{intentId}/suggest',
    query: SuggestQuery,
    replies: { 200: Suggestions },
    async read(context, { params: { intentId }, query }, services) {
      const { name } = findById(context.version.value.schema.intents, intentId!);
      const isAmongTopTwo = ({ prediction }: RankedQuery): boolean => prediction.intents.slice(0, 2).some(({ intent }) => intent === name);
      return await suggestQueries(context, query, isAmongTopTwo, services);
    },
  }),
  versionOperation({
    id: 'understanding.suggestForEntity',
    summary: 'Suggest queries whose labeling would improve an entity',
    route: 'GET /entities/{entityId}/suggest',
    query: SuggestQuery,
    replies: { 200: Suggestions },
    async read(context, { params: { entityId }, query }, services) {
      const { name } = findById(context.version.value.schema.entities, entityId!);
      const hasEntity = ({ prediction }: RankedQuery): boolean => prediction.entities.some(({ entity }) => isEntityOrPart(entity, name));
      return await suggestQueries(context, query, hasEntity, services);
    },
  }),
  versionOperation({
    id: 'understanding.ignoreQuery',
    summary: 'Remove a logged query from the suggestions of a version',
    route: 'DELETE /suggest',
    body: BareText,
    example: { body: 'to rome please' },
    run: (context, { body: text }, services) => ignoreTexts(context, [text], services),
  }),
  // An addition to the vendor's interface: reviewers ignore many queries in one call.
  versionOperation({
    id: 'understanding.ignoreQueries',
    summary: 'Remove up to 1,000 logged queries from the suggestions of a version',
    route: 'POST /suggest/ignore',
    body: BareTexts,
    example: { body: ['to rome please'] },
    maxBytes: 4 * 2 ** 20,
    run: (context, { body: texts }, services) => ignoreTexts(context, texts, services),
  }),
  operation({
    id: 'understanding.downloadQueryLogs',
    summary: 'Download the queries of an app as CSV',
    route: 'GET /apps/{appId}/querylogs',
    replies: { 200: Bytes },
    fails: ['AppNotFound'],
    async run({ account, params }, services) {
      const { owner, app } = await requireApp(services, account, params.appId!);
      return reply(200, Readable.from(writeLog(services, owner, app.value.id)));
    },
  }),
  operation({
    id: 'understanding.deleteQueryLogs',
    summary: 'Delete the logged queries of an app',
    route: 'DELETE /apps/{appId}/querylogs',
    replies: { 200: OperationStatus },
    fails: ['AppNotFound'],
    async run({ account, params }, services) {
      const { owner, app } = await requireApp(services, account, params.appId!);
      const prefix = `${app.value.id}/`;
      return reply(200, SUCCESS, { change: new Change().clear(queries, owner, prefix).clear(queryLog, owner, prefix) });
    },
  }),
];
