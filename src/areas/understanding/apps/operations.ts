import { operation, reply } from '../../../kernel/operation.ts';
import type { Call } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { Change } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import { understandingFailure } from '../failures.ts';
import { hits, readHits } from './hits.ts';
import { createSchema, isSameName } from '../model.ts';
import type { App, SlotName, Version } from '../model.ts';
import { CULTURES, DOMAINS, USAGE_SCENARIOS } from '../entities/prebuilt-catalog.ts';
import {
  AppInfo, AppList, AppSettings, AppSettingsUpdate, AppUpdate, Assistants, BareId, Cultures, DeleteAppQuery, Endpoints, NewApp, OperationStatus, Paging, PublishSettings, PublishSettingsUpdate, Texts,
} from '../schemas.ts';
import { requireApp, apps, examples, owners, queries, queryLog, trainings, versionKey, versions, readVersions } from '../store.ts';
import { SUCCESS, slicePage } from '../version-operation.ts';

const MAX_APPS = 10_000;
const FIRST_VERSION = '0.1';

/** Adds a new app with one version to a change. */
export function createApp(change: Change, owner: string, app: Pick<App, 'name' | 'culture'> & Partial<App>, version: Pick<Version, 'version'> & Partial<Version>, { ids, clock }: Ports): App {
  const now = clock.now();
  const made: App = {
    id: ids.uuid(), description: '', usageScenario: '', domain: '', createdAt: now, settings: { public: false }, publishSettings: { sentimentAnalysis: false, speech: false, spellChecker: false },
    slots: {}, collaborators: [], assigned: [], ...app, activeVersion: version.version,
  };
  change.create(apps, owner, made.id, made).create(owners, SYSTEM, made.id, { account: owner });
  createVersion(change, owner, made.id, version, { ids, clock });
  return made;
}

export function createVersion(change: Change, owner: string, appId: string, version: Pick<Version, 'version'> & Partial<Version>, { ids, clock }: Pick<Ports, 'ids' | 'clock'>): Version {
  const now = clock.now();
  const made: Version = { uid: ids.uuid(), createdAt: now, modifiedAt: now, settings: [], externalKeys: {}, schema: createSchema(ids.uuid()), revision: 1, lastNumber: 0, exampleCount: 0, ...version };
  change.create(versions, owner, versionKey(appId, made.version), made, () => understandingFailure('VersionTaken', { name: made.version }));
  return made;
}

/** Names of apps are unique in an account, without regard to case. */
export async function checkAppName({ records }: Ports, owner: string, name: string, except?: string): Promise<void> {
  const all = await records.page(apps, owner, { limit: MAX_APPS });
  if (all.some(({ value }) => value.id !== except && isSameName(value.name, name))) throw understandingFailure('AppNameTaken', { name });
}

export function parseCulture(culture: string): string {
  const known = CULTURES.find(([code]) => code === culture.toLowerCase());
  if (!known) throw understandingFailure('CultureUnknown', { culture: culture.slice(0, 20) });
  return known[0];
}

function endpointUrl({ origin }: Pick<Call, 'origin'>, appId: string): string {
  return `${origin}/luis/v2.0/apps/${appId}`;
}

export function describeEndpoint(call: Pick<Call, 'origin'>, app: App, slot: SlotName, region: string): object | undefined {
  const published = app.slots[slot];
  return published && {
    versionId: published.version, isStaging: slot === 'staging', endpointUrl: endpointUrl(call, app.id), region: null, assignedEndpointKey: null, endpointRegion: region, failedRegions: null,
    publishedDateTime: new Date(published.publishedAt).toISOString(),
  };
}

async function info(call: Pick<Call, 'origin'>, app: App, owner: string, services: Ports): Promise<object> {
  const { id, name, description, culture, usageScenario, domain, createdAt, activeVersion } = app;
  const production = describeEndpoint(call, app, 'production', services.region);
  const staging = describeEndpoint(call, app, 'staging', services.region);
  return {
    id, name, description, culture, usageScenario, domain, activeVersion, createdDateTime: new Date(createdAt).toISOString(),
    versionsCount: (await readVersions(services, owner, id)).length,
    endpoints: { ...production && { PRODUCTION: production }, ...staging && { STAGING: staging } },
    endpointHitsCount: [...(await readHits(services, owner, id)).values()].reduce((sum, count) => sum + count, 0),
  };
}

export const addApp = operation({
  id: 'understanding.addApp',
  summary: 'Create an app with a first version',
  route: 'POST /apps',
  needs: 'authoring',
  body: NewApp,
  replies: { 201: BareId },
  fails: ['AppNameTaken', 'CultureUnknown'],
  example: { body: { name: 'Travel', culture: 'en-us', description: 'Books flights', initialVersionId: '0.1' } },
  async run({ account, link, body: { name, culture, description, domain, usageScenario, initialVersionId } }, services) {
    const known = parseCulture(culture);
    await checkAppName(services, account.id, name);
    const change = new Change();
    const app = createApp(change, account.id, { name, culture: known, description: description ?? '', domain: domain ?? '', usageScenario: usageScenario ?? '' }, { version: initialVersionId || FIRST_VERSION }, services);
    return reply(201, app.id, { change, headers: { location: link('/apps/{appId}', { appId: app.id }) } });
  },
});

export const listApps = operation({
  id: 'understanding.listApps',
  summary: 'List the apps of the account',
  route: 'GET /apps',
  needs: 'authoring',
  query: Paging,
  replies: { 200: AppList },
  async run(call, services) {
    const owner = call.account.id;
    const all = (await services.records.page(apps, owner, { limit: MAX_APPS })).map(({ value }) => value).sort((a, b) => a.createdAt - b.createdAt);
    return reply(200, await Promise.all(slicePage(all, call.query).map((app) => info(call, app, owner, services))));
  },
});

export const getApp = operation({
  id: 'understanding.getApp',
  summary: 'Get an app',
  route: 'GET /apps/{appId}',
  needs: 'authoring',
  replies: { 200: AppInfo },
  fails: ['AppNotFound'],
  async run(call, services) {
    const { owner, app } = await requireApp(services, call.account, call.params.appId!);
    return reply(200, await info(call, app.value, owner, services));
  },
});

export const updateApp = operation({
  id: 'understanding.updateApp',
  summary: 'Rename or describe an app',
  route: 'PUT /apps/{appId}',
  needs: 'authoring',
  body: AppUpdate,
  example: { body: { name: 'Journeys', description: 'Books flights and hotels' } },
  replies: { 200: OperationStatus },
  fails: ['AppNotFound', 'AppNameTaken'],
  async run({ account, params, body: { name, description } }, services) {
    const { owner, app } = await requireApp(services, account, params.appId!);
    if (name) await checkAppName(services, owner, name, app.value.id);
    return reply(200, SUCCESS, { change: new Change().replace(apps, owner, app, { ...app.value, name: name ?? app.value.name, description: description ?? app.value.description }) });
  },
});

export const deleteApp = operation({
  id: 'understanding.deleteApp',
  summary: 'Delete an app with all its versions, utterances and queries',
  route: 'DELETE /apps/{appId}',
  needs: 'authoring',
  query: DeleteAppQuery,
  replies: { 200: OperationStatus },
  fails: ['AppNotFound'],
  async run({ account, params }, services) {
    const appId = params.appId!;
    const { owner, app } = await requireApp(services, account, appId);
    const change = new Change().delete(apps, owner, app).clear(owners as never, SYSTEM, appId);
    for (const theirs of [versions, queries, queryLog, hits]) change.clear(theirs as never, owner, `${appId}/`);
    for (const { value: { uid } } of await readVersions(services, owner, appId)) change.clear(examples as never, owner, `${uid}/`).clear(trainings as never, owner, uid);
    return reply(200, SUCCESS, { change });
  },
});

export const getAppSettings = operation({
  id: 'understanding.getAppSettings',
  summary: 'Get the settings of an app',
  route: 'GET /apps/{appId}/settings',
  needs: 'authoring',
  replies: { 200: AppSettings },
  fails: ['AppNotFound'],
  async run({ account, params }, services) {
    const { app: { value } } = await requireApp(services, account, params.appId!);
    return reply(200, { id: value.id, ...value.settings });
  },
});

export const updateAppSettings = operation({
  id: 'understanding.updateAppSettings',
  summary: 'Update the settings of an app',
  route: 'PUT /apps/{appId}/settings',
  needs: 'authoring',
  body: AppSettingsUpdate,
  example: { body: { public: true } },
  replies: { 200: OperationStatus },
  fails: ['AppNotFound'],
  async run({ account, params, body }, services) {
    const { owner, app } = await requireApp(services, account, params.appId!);
    return reply(200, SUCCESS, { change: new Change().replace(apps, owner, app, { ...app.value, settings: { public: body.public ?? app.value.settings.public } }) });
  },
});

export const getPublishSettings = operation({
  id: 'understanding.getPublishSettings',
  summary: 'Get the publish settings of an app',
  route: 'GET /apps/{appId}/publishsettings',
  needs: 'authoring',
  replies: { 200: PublishSettings },
  fails: ['AppNotFound'],
  async run({ account, params }, services) {
    const { app: { value } } = await requireApp(services, account, params.appId!);
    return reply(200, { id: value.id, ...value.publishSettings });
  },
});

export const updatePublishSettings = operation({
  id: 'understanding.updatePublishSettings',
  summary: 'Update the publish settings of an app',
  route: 'PUT /apps/{appId}/publishsettings',
  needs: 'authoring',
  body: PublishSettingsUpdate,
  example: { body: { sentimentAnalysis: false, speech: false, spellChecker: false } },
  replies: { 200: OperationStatus },
  fails: ['AppNotFound', 'PublishSettingUnsupported'],
  async run({ account, params, body: { sentimentAnalysis, speech, spellChecker } }, services) {
    if (sentimentAnalysis || speech || spellChecker) throw understandingFailure('PublishSettingUnsupported');
    const { owner, app } = await requireApp(services, account, params.appId!);
    return reply(200, SUCCESS, { change: new Change().replace(apps, owner, app, app.value) });
  },
});

export const listEndpoints = operation({
  id: 'understanding.listEndpoints',
  summary: 'List the addresses at which an app answers',
  route: 'GET /apps/{appId}/endpoints',
  needs: 'authoring',
  replies: { 200: Endpoints },
  fails: ['AppNotFound'],
  async run(call, services) {
    const { app } = await requireApp(services, call.account, call.params.appId!);
    return reply(200, { [services.region]: endpointUrl(call, app.value.id) });
  },
});

export const listCultures = operation({
  id: 'understanding.listCultures',
  summary: 'List the cultures that an app may have',
  route: 'GET /apps/cultures',
  needs: 'authoring',
  replies: { 200: Cultures },
  run: () => reply(200, CULTURES.map(([code, name]) => ({ name, code }))),
});

export const listDomains = operation({
  id: 'understanding.listDomains',
  summary: 'List the domains that an app may be filed under',
  route: 'GET /apps/domains',
  needs: 'authoring',
  replies: { 200: Texts },
  run: () => reply(200, DOMAINS),
});

export const listUsageScenarios = operation({
  id: 'understanding.listUsageScenarios',
  summary: 'List the usage scenarios that an app may be filed under',
  route: 'GET /apps/usagescenarios',
  needs: 'authoring',
  replies: { 200: Texts },
  run: () => reply(200, USAGE_SCENARIOS),
});

/** The vendor's assistant apps were hosted ones; there are none here. */
export const listAssistants = operation({
  id: 'understanding.listAssistants',
  summary: 'List the addresses of prebuilt assistant apps: there are none',
  route: 'GET /apps/assistants',
  needs: 'authoring',
  replies: { 200: Assistants },
  run: () => reply(200, { endpointKeys: [], endpointUrls: {} }),
});
