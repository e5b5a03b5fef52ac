/** Learning from what was asked: queries to review, the log of them, and packages of what was trained. */
import { gzipSync } from 'node:zlib';
import { Bytes, operation, reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { understandingFailure } from '../failures.ts';
import { tokenizeForReply } from '../examples/labels.ts';
import { applyRequirements } from '../schema/requirements.ts';
import { BareText, BareTexts, OperationStatus, SuggestQuery, Suggestions } from '../schemas.ts';
import { requireApp, readExamples, queries, queryKey, queryLog, trainings, requireVersion } from '../store.ts';
import type { VersionContext, Query } from '../store.ts';
import type { RankedQuery } from '../training/worker.ts';
import { describePrediction } from '../prediction/wire.ts';
import { SUCCESS, found, versionOperation } from '../version-operation.ts';
import type { EditResult } from '../version-operation.ts';

const WORKER_MODULE = new URL('../training/worker.ts', import.meta.url);
const MAX_REVIEWED = 1000;
const LOG_PAGE_SIZE = 500;
const MAX_LOG_LINES = 50_000;

/** The logged queries that would teach most, of those that have to do with a model; nothing from a version that was never trained. */
async function suggestions(on: VersionContext, { take, enableNestedChildren }: { take: number; enableNestedChildren: boolean }, concerns: (reviewed: RankedQuery) => boolean, { records, blobs, threads, clock }: Ports): Promise<object[]> {
  const { owner, app, version: { value: { uid } } } = on;
  const trained = (await records.get(trainings, owner, uid))?.value.trained;
  const bytes = trained && await blobs.get(owner, trained.blob);
  if (!bytes || take === 0) return [];
  const examples = (await readExamples({ records }, owner, uid)).map(({ value }) => value.text);
  const labelled = new Set(examples.map((text) => text.toLowerCase()));
  const waiting = (await records.page(queries, owner, { prefix: `${app.value.id}/`, limit: 20 * MAX_REVIEWED })).map(({ value }) => value)
    .filter(({ text, settledIn }) => !settledIn.includes(uid) && !labelled.has(text.toLowerCase()));
  const texts = waiting.sort((a, b) => b.at - a.at).slice(0, MAX_REVIEWED).map(({ text }) => text);
  if (texts.length === 0) return [];
  const reviewed = await threads.run<RankedQuery[]>({ module: WORKER_MODULE, function: 'review', input: { bytes, texts, examples, wanted: texts.length, referenceMs: clock.now() } });
  return reviewed.map(({ text, prediction }) => ({ text, prediction: applyRequirements(prediction, trained.requirements) })).filter(concerns).slice(0, take).map(({ text, prediction }) => {
    const { tokens, shown } = tokenizeForReply(text, app.value.culture);
    return { text, tokenizedText: shown, ...describePrediction(prediction, text, tokens, enableNestedChildren) };
  });
}

export const suggestForVersion = versionOperation({
  id: 'understanding.suggestForVersion', summary: 'Suggest queries whose labelling would improve a version', route: 'GET /suggest',
  query: SuggestQuery, replies: { 200: Suggestions },
  run: async (on, { query }, services) => ({ status: 200, body: await suggestions(on, query, () => true, services) }),
});

/** An intent is concerned by texts that it may have: where it is among the first two. */
export const suggestForIntent = versionOperation({
  id: 'understanding.suggestForIntent', summary: 'Suggest queries whose labelling would improve an intent', route: 'GET /intents/{intentId}/suggest',
  query: SuggestQuery, replies: { 200: Suggestions },
  async run(on, { params: { intentId }, query }, services) {
    const { name } = found(on.version.value.schema.intents, intentId!);
    return { status: 200, body: await suggestions(on, query, ({ prediction }) => prediction.intents.slice(0, 2).some(({ intent }) => intent === name), services) };
  },
});

/** An entity is concerned by texts in which it was found, or its parts. */
export const suggestForEntity = versionOperation({
  id: 'understanding.suggestForEntity', summary: 'Suggest queries whose labelling would improve an entity', route: 'GET /entities/{entityId}/suggest',
  query: SuggestQuery, replies: { 200: Suggestions },
  async run(on, { params: { entityId }, query }, services) {
    const { name } = found(on.version.value.schema.entities, entityId!);
    return { status: 200, body: await suggestions(on, query, ({ prediction }) => prediction.entities.some(({ entity }) => entity === name || entity.startsWith(`${name}::`)), services) };
  },
});

/** Takes those of the texts out of what is suggested for a version that wait for it. */
async function ignored({ owner, app, version: { value: { uid } } }: VersionContext, texts: readonly string[], { records }: Ports): Promise<EditResult> {
  const read = await Promise.all([...new Set(texts)].map((text) => records.get(queries, owner, queryKey(app.value.id, text))));
  const waiting = read.filter((query) => query !== undefined && !query.value.settledIn.includes(uid)) as Stored<Query>[];
  if (waiting.length === 0) return { status: 200, body: SUCCESS };
  return {
    status: 200, body: SUCCESS, keepsRevision: true, writes: (change) => {
      for (const query of waiting) change.replace(queries, owner, query, { ...query.value, settledIn: [...query.value.settledIn, uid] });
    },
  };
}

export const ignoreQuery = versionOperation({
  id: 'understanding.ignoreQuery', summary: 'Take a logged query out of what is suggested for a version', route: 'DELETE /suggest',
  body: BareText, example: { body: 'to rome please' }, replies: { 200: OperationStatus },
  run: (on, { body: text }, services) => ignored(on, [text], services),
});

/** Ours: reviewers ignore many at once. */
export const ignoreQueries = versionOperation({
  id: 'understanding.ignoreQueries', summary: 'Take up to 1,000 logged queries out of what is suggested for a version', route: 'POST /suggest/ignore',
  body: BareTexts, example: { body: ['to rome please'] }, maxBytes: 4 * 2 ** 20, replies: { 200: OperationStatus },
  run: (on, { body: texts }, services) => ignored(on, texts, services),
});

/** A field of a table in text form. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

export const downloadQueryLogs = operation({
  id: 'understanding.downloadQueryLogs', summary: 'Download what an app was asked, as a table in text form (CSV)', route: 'GET /apps/{appId}/querylogs', needs: 'authoring',
  replies: { 200: Bytes }, fails: ['AppNotFound'],
  async run({ account, params }, services) {
    const { owner, app } = await requireApp(services, account, params.appId!);
    const lines = ['"Query","UTC DateTime","Response"'];
    for (let after: string | undefined; lines.length <= MAX_LOG_LINES;) {
      const page = await services.records.page(queryLog, owner, { prefix: `${app.value.id}/`, after, limit: LOG_PAGE_SIZE });
      for (const { value: { text, at, answer } } of page) lines.push(`${quoted(text)},${new Date(at).toISOString()},${quoted(JSON.stringify(answer))}`);
      if (page.length < LOG_PAGE_SIZE) break;
      after = page.at(-1)!.key;
    }
    return reply(200, Buffer.from(`${lines.join('\r\n')}\r\n`));
  },
});

export const deleteQueryLogs = operation({
  id: 'understanding.deleteQueryLogs', summary: 'Erase what an app was asked', route: 'DELETE /apps/{appId}/querylogs', needs: 'authoring',
  replies: { 200: OperationStatus }, fails: ['AppNotFound'],
  async run({ account, params }, services) {
    const { owner, app } = await requireApp(services, account, params.appId!);
    const change = new Change();
    for (const theirs of [queries, queryLog]) change.clear(theirs as never, owner, `${app.value.id}/`);
    return reply(200, SUCCESS, { change });
  },
});

export const packagePublished = operation({
  id: 'understanding.packagePublished', summary: 'Download the trained model of a slot, compressed', route: 'GET /package/{appId}/slot/{slotName}/gzip', needs: 'authoring',
  replies: { 200: Bytes }, fails: ['AppNotFound', 'NotPublished'],
  async run({ account, params }, services) {
    const { owner, app } = await requireApp(services, account, params.appId!);
    const slot = params.slotName!.toLowerCase();
    const published = slot === 'production' || slot === 'staging' ? app.value.slots[slot] : undefined;
    const bytes = published && await services.blobs.get(owner, published.blob);
    if (!bytes) throw understandingFailure('NotPublished', { slot: params.slotName!.slice(0, 50) });
    return reply(200, gzipSync(bytes));
  },
});

export const packageTrained = operation({
  id: 'understanding.packageTrained', summary: 'Download the trained model of a version, compressed', route: 'GET /package/{appId}/versions/{versionId}/gzip', needs: 'authoring',
  replies: { 200: Bytes }, fails: ['AppNotFound', 'VersionNotFound', 'VersionUntrained'],
  async run({ account, params: { appId, versionId } }, services) {
    const { owner, version } = await requireVersion(services, account, { appId: appId!, versionId: versionId! });
    const blob = (await services.records.get(trainings, owner, version.value.uid))?.value.trained?.blob;
    const bytes = blob === undefined ? undefined : await services.blobs.get(owner, blob);
    if (!bytes) throw understandingFailure('VersionUntrained');
    return reply(200, gzipSync(bytes));
  },
});
