import { operation, reply } from '../../../kernel/operation.ts';
import type { Call } from '../../../kernel/operation.ts';
import { Change } from '../../../kernel/change.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { isFinal } from '../../../kernel/job.ts';
import { understandingFailure } from '../failures.ts';
import { hits, hitsPrefix, readHits } from '../apps/hits.ts';
import type { App, Version } from '../model.ts';
import { BareId, OperationStatus, Paging, VersionInfo, VersionList, VersionName, VersionSettings, VersionSettingsUpdate } from '../schemas.ts';
import { MAX_VERSIONS, requireApp, apps, examples, readExamples, putExample, trainings, versionKey, requireVersion, versions, readVersions } from '../store.ts';
import type { AppContext } from '../store.ts';
import { createVersion } from '../apps/operations.ts';
import { SUCCESS, slicePage, versionOperation } from '../version-operation.ts';

async function info(call: Pick<Call, 'origin'>, { app, owner }: AppContext, version: Version, counts: ReadonlyMap<string, number>, services: Ports): Promise<object> {
  const training = (await services.records.get(trainings, owner, version.uid))?.value;
  const job = training && await services.jobs.get(owner, training.jobId);
  const published = Object.values(app.value.slots).some(({ uid }) => uid === version.uid);
  const time = (at: number | undefined): string | null => at === undefined ? null : new Date(at).toISOString();
  return {
    version: version.version, createdDateTime: time(version.createdAt), lastModifiedDateTime: time(version.modifiedAt), lastTrainedDateTime: time(training?.trained?.at), lastPublishedDateTime: time(version.publishedAt),
    endpointUrl: published ? `${call.origin}/luis/v2.0/apps/${app.value.id}` : null, assignedEndpointKey: {}, externalApiKeys: version.externalKeys,
    intentsCount: version.schema.intents.length, entitiesCount: version.schema.entities.length, endpointHitsCount: counts.get(version.uid) ?? 0,
    trainingStatus: job && !isFinal(job.value) ? 'InProgress' : training?.trained?.revision === version.revision ? 'Trained' : 'NeedsTraining',
  };
}

export const listVersions = operation({
  id: 'understanding.listVersions',
  summary: 'List the versions of an app',
  route: 'GET /apps/{appId}/versions',
  needs: 'authoring',
  query: Paging,
  replies: { 200: VersionList },
  fails: ['AppNotFound'],
  async run(call, services) {
    const found = await requireApp(services, call.account, call.params.appId!);
    const all = await readVersions(services, found.owner, found.app.value.id);
    const counts = await readHits(services, found.owner, found.app.value.id);
    return reply(200, await Promise.all(slicePage(all, call.query).map(({ value }) => info(call, found, value, counts, services))));
  },
});

export const getVersion = versionOperation({
  id: 'understanding.getVersion',
  summary: 'Get a version',
  route: 'GET /',
  replies: { 200: VersionInfo },
  run: async (found, call, services) => ({ status: 200, body: await info(call, found, found.version.value, await readHits(services, found.owner, found.app.value.id), services) }),
});

/** Renames what else knows the version by its name. */
function renamedIn({ activeVersion, slots, ...rest }: App, from: Version, to: string): App {
  return {
    ...rest, activeVersion: activeVersion === from.version ? to : activeVersion,
    slots: Object.fromEntries(Object.entries(slots).map(([slot, published]) => [slot, published.uid === from.uid ? { ...published, version: to } : published])),
  };
}

export const updateVersion = operation({
  id: 'understanding.updateVersion',
  summary: 'Rename a version',
  route: 'PUT /apps/{appId}/versions/{versionId}',
  needs: 'authoring',
  body: VersionName,
  example: { body: { version: '0.4' } },
  replies: { 200: OperationStatus },
  fails: ['AppNotFound', 'VersionNotFound', 'VersionTaken'],
  async run({ account, params: { appId, versionId }, body: { version: name } }, services) {
    const { owner, app } = await requireApp(services, account, appId!);
    const read = await services.records.get(versions, owner, versionKey(appId!, versionId!));
    if (!read) throw understandingFailure('VersionNotFound');
    if (name === read.value.version) return reply(200, SUCCESS);
    const change = new Change().delete(versions, owner, read)
      .create(versions, owner, versionKey(appId!, name), { ...read.value, version: name, modifiedAt: services.clock.now() }, () => understandingFailure('VersionTaken', { name }))
      .replace(apps, owner, app, renamedIn(app.value, read.value, name));
    return reply(200, SUCCESS, { change });
  },
});

export const deleteVersion = operation({
  id: 'understanding.deleteVersion',
  summary: 'Delete a version that is not published',
  route: 'DELETE /apps/{appId}/versions/{versionId}',
  needs: 'authoring',
  replies: { 200: OperationStatus },
  fails: ['AppNotFound', 'VersionNotFound', 'VersionActive'],
  async run({ account, params: { appId, versionId } }, services) {
    const { owner, app, version } = await requireVersion(services, account, { appId: appId!, versionId: versionId! });
    const { uid, version: name } = version.value;
    const others = (await readVersions(services, owner, appId!)).filter(({ value }) => value.uid !== uid);
    if (others.length === 0 || Object.values(app.value.slots).some((published) => published.uid === uid)) throw understandingFailure('VersionActive');
    const change = new Change().delete(versions, owner, version).clear(examples as never, owner, `${uid}/`).clear(trainings as never, owner, uid).clear(hits as never, owner, hitsPrefix(appId!, uid));
    if (app.value.activeVersion === name) change.replace(apps, owner, app, { ...app.value, activeVersion: others.at(-1)!.value.version });
    return reply(200, SUCCESS, { change });
  },
});

export const cloneVersion = versionOperation({
  id: 'understanding.cloneVersion',
  summary: 'Make a new version from another',
  route: 'POST /clone',
  body: VersionName,
  example: { body: { version: '0.3' } },
  replies: { 201: BareId },
  fails: ['VersionTaken', 'VersionLimit'],
  async run({ owner, app, version }, { body: { version: name } }, services) {
    const { id: appId } = app.value;
    if ((await readVersions(services, owner, appId)).length >= MAX_VERSIONS) throw understandingFailure('VersionLimit', { most: MAX_VERSIONS });
    const labelled = await readExamples(services, owner, version.value.uid);
    const training = (await services.records.get(trainings, owner, version.value.uid))?.value;
    return {
      status: 201, body: name, keepsRevision: true,
      writes: (change) => {
        const { settings, externalKeys, schema, lastNumber, exampleCount, revision } = version.value;
        const { uid } = createVersion(change, owner, appId, { version: name, settings, externalKeys, schema, lastNumber, exampleCount, revision }, services);
        if (training?.trained?.revision === revision) change.create(trainings, owner, uid, { ...training, revision });
        for (const { value } of labelled) putExample(change, owner, uid, value);
        change.replace(apps, owner, app, { ...app.value, activeVersion: name });
      },
    };
  },
});

export const getVersionSettings = versionOperation({
  id: 'understanding.getVersionSettings',
  summary: 'List the settings of a version',
  route: 'GET /settings',
  replies: { 200: VersionSettings },
  run: ({ version }) => ({ status: 200, body: version.value.settings }),
});

export const updateVersionSettings = versionOperation({
  id: 'understanding.updateVersionSettings',
  summary: 'Update the settings of a version',
  route: 'PUT /settings',
  body: VersionSettingsUpdate,
  example: { body: [{ name: 'UseAllTrainingData', value: 'true' }] },
  replies: { 200: OperationStatus },
  run({ version }, { body: given }) {
    const kept = version.value.settings.filter(({ name }) => !given.some((setting) => setting.name === name));
    return { status: 200, body: SUCCESS, update: { settings: [...kept, ...given.map(({ name, value }) => ({ name, value }))] } };
  },
});
