import { Change } from '../../../kernel/change.ts';
import { isFinal } from '../../../kernel/job.ts';
import { reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { createVersion } from '../apps/create.ts';
import { endpointUrl } from '../apps/endpoints.ts';
import { hits, hitsPrefix, readHits } from '../apps/hits.ts';
import { understandingFailure } from '../failures.ts';
import type { App, Version } from '../model.ts';
import {
  BareId,
  OperationStatus,
  Paging,
  VersionInfo,
  VersionList,
  VersionName,
  VersionSettings,
  VersionSettingsUpdate,
} from '../schemas.ts';
import { operation } from '../services.ts';
import type { UnderstandingOperation } from '../services.ts';
import {
  apps,
  checkVersionLimit,
  examples,
  putExample,
  readExamples,
  readVersionSummaries,
  requireApp,
  requireVersion,
  summarizeVersion,
  trainings,
  versionKey,
  versions,
} from '../store.ts';
import type { AppContext, VersionSummary } from '../store.ts';
import { SUCCESS, slicePage, versionOperation } from '../version-operation.ts';

async function describeVersion(
  origin: string,
  { app, owner }: AppContext,
  version: VersionSummary,
  hitCounts: ReadonlyMap<string, number>,
  { records, jobs }: Ports,
): Promise<object> {
  const training = (await records.get(trainings, owner, version.uid))?.value;
  const job = training && (await jobs.get(owner, training.jobId));
  const isPublished = Object.values(app.value.slots).some(({ uid }) => uid === version.uid);
  const toDateTime = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
  return {
    version: version.version,
    createdDateTime: toDateTime(version.createdAt),
    lastModifiedDateTime: toDateTime(version.modifiedAt),
    lastTrainedDateTime: toDateTime(training?.trained?.at),
    lastPublishedDateTime: toDateTime(version.publishedAt),
    endpointUrl: isPublished ? endpointUrl(origin, app.value.id) : null,
    assignedEndpointKey: {},
    externalApiKeys: version.externalKeys,
    intentsCount: version.intentsCount,
    entitiesCount: version.entitiesCount,
    endpointHitsCount: hitCounts.get(version.uid) ?? 0,
    trainingStatus:
      job && !isFinal(job.value) ? 'InProgress' : training?.trained?.revision === version.revision ? 'Trained' : 'NeedsTraining',
  };
}

/** Updates the references of an app to a renamed version. */
function renameVersionIn({ activeVersion, slots, ...rest }: App, from: Version, to: string): App {
  return {
    ...rest,
    activeVersion: activeVersion === from.version ? to : activeVersion,
    slots: Object.fromEntries(
      Object.entries(slots).map(([slot, published]) => [slot, published.uid === from.uid ? { ...published, version: to } : published]),
    ),
  };
}

export const versionOperations: readonly UnderstandingOperation[] = [
  operation({
    id: 'understanding.listVersions',
    summary: 'List the versions of an app',
    route: 'GET /apps/{appId}/versions',
    inThread: 'largeBody',
    query: Paging,
    replies: { 200: VersionList },
    fails: ['AppNotFound'],
    async run({ account, params, query, origin }, services) {
      const context = await requireApp(services, account, params.appId!);
      const { id: appId } = context.app.value;
      const summaries = await readVersionSummaries(services, context.owner, appId);
      const hitCounts = await readHits(services, context.owner, appId);
      return reply(
        200,
        await Promise.all(slicePage(summaries, query).map((version) => describeVersion(origin, context, version, hitCounts, services))),
      );
    },
  }),
  versionOperation({
    id: 'understanding.getVersion',
    summary: 'Get a version',
    route: 'GET /',
    replies: { 200: VersionInfo },
    async read(context, { origin }, services) {
      const hitCounts = await readHits(services, context.owner, context.app.value.id);
      return await describeVersion(origin, context, summarizeVersion(context.version.value), hitCounts, services);
    },
  }),
  operation({
    id: 'understanding.updateVersion',
    summary: 'Rename a version',
    route: 'PUT /apps/{appId}/versions/{versionId}',
    inThread: 'largeBody',
    body: VersionName,
    example: { body: { version: '0.4' } },
    replies: { 200: OperationStatus },
    fails: ['AppNotFound', 'VersionNotFound', 'VersionTaken'],
    async run({ account, params, body: { version: name } }, services) {
      const { owner, app, version } = await requireVersion(services, account, { appId: params.appId!, versionId: params.versionId! });
      if (name === version.value.version) return reply(200, SUCCESS);
      const renamed = { ...version.value, version: name, modifiedAt: services.clock.now() };
      const change = new Change()
        .delete(versions, owner, version)
        .create(versions, owner, versionKey(params.appId!, name), renamed, () => understandingFailure('VersionTaken', { name }))
        .replace(apps, owner, app, renameVersionIn(app.value, version.value, name));
      return reply(200, SUCCESS, { change });
    },
  }),
  operation({
    id: 'understanding.deleteVersion',
    summary: 'Delete a version that is not published',
    route: 'DELETE /apps/{appId}/versions/{versionId}',
    inThread: 'largeBody',
    replies: { 200: OperationStatus },
    fails: ['AppNotFound', 'VersionNotFound', 'VersionActive'],
    async run({ account, params }, services) {
      const appId = params.appId!;
      const { owner, app, version } = await requireVersion(services, account, { appId, versionId: params.versionId! });
      const { uid, version: name } = version.value;
      const isPublished = Object.values(app.value.slots).some((published) => published.uid === uid);
      if (isPublished || (await services.records.count(versions, owner, `${appId}/`)) === 1) throw understandingFailure('VersionActive');
      const change = new Change()
        .delete(versions, owner, version)
        .clear(examples, owner, `${uid}/`)
        .clear(trainings, owner, uid)
        .clear(hits, owner, hitsPrefix(appId, uid));
      if (app.value.activeVersion === name) {
        const newest = (await readVersionSummaries(services, owner, appId)).findLast((other) => other.uid !== uid)!;
        change.replace(apps, owner, app, { ...app.value, activeVersion: newest.version });
      }
      return reply(200, SUCCESS, { change });
    },
  }),
  versionOperation({
    id: 'understanding.cloneVersion',
    summary: 'Copy a version',
    route: 'POST /clone',
    body: VersionName,
    example: { body: { version: '0.3' } },
    replies: { 201: BareId },
    fails: ['VersionTaken', 'VersionLimit'],
    async run({ owner, app, version }, { body: { version: name } }, services) {
      const { id: appId } = app.value;
      await checkVersionLimit(services, owner, appId);
      const copiedExamples = await readExamples(services, owner, version.value.uid);
      const training = (await services.records.get(trainings, owner, version.value.uid))?.value;
      return {
        status: 201,
        body: name,
        keepsRevision: true,
        writes: (change) => {
          const { settings, externalKeys, schema, lastNumber, exampleCount, revision } = version.value;
          const { uid } = createVersion(
            change,
            owner,
            appId,
            { version: name, settings, externalKeys, schema, lastNumber, exampleCount, revision },
            services,
          );
          if (training?.trained?.revision === revision) change.create(trainings, owner, uid, { ...training, revision });
          for (const example of copiedExamples) putExample(change, owner, uid, example);
          change.replace(apps, owner, app, { ...app.value, activeVersion: name });
        },
      };
    },
  }),
  versionOperation({
    id: 'understanding.getVersionSettings',
    summary: 'List the settings of a version',
    route: 'GET /settings',
    replies: { 200: VersionSettings },
    read: ({ version }) => version.value.settings,
  }),
  versionOperation({
    id: 'understanding.updateVersionSettings',
    summary: 'Update the settings of a version',
    route: 'PUT /settings',
    body: VersionSettingsUpdate,
    example: { body: [{ name: 'UseAllTrainingData', value: 'true' }] },
    run({ version }, { body: updates }) {
      const unchanged = version.value.settings.filter(({ name }) => !updates.some((setting) => setting.name === name));
      return { status: 200, body: SUCCESS, update: { settings: [...unchanged, ...updates.map(({ name, value }) => ({ name, value }))] } };
    },
  }),
];
