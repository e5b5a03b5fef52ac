import { Change } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import { reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { readAll } from '../../../shared/read-all.ts';
import { understandingFailure } from '../failures.ts';
import type { App } from '../model.ts';
import {
  AppInfo,
  AppList,
  AppSettings,
  AppSettingsUpdate,
  AppUpdate,
  Assistants,
  BareId,
  Cultures,
  DeleteAppQuery,
  Endpoints,
  NewApp,
  OperationStatus,
  Paging,
  PublishSettings,
  PublishSettingsUpdate,
  Texts,
} from '../schemas.ts';
import { operation } from '../services.ts';
import type { UnderstandingOperation } from '../services.ts';
import {
  appOwners,
  apps,
  examples,
  publicApps,
  queries,
  queryLog,
  readVersionSummaries,
  requireApp,
  trainings,
  versions,
  testSets,
} from '../store.ts';
import { SUCCESS, slicePage } from '../version-operation.ts';
import { clearAssignment } from '../sharing/assignment.ts';
import { CULTURES, DOMAINS, USAGE_SCENARIOS } from './catalog.ts';
import { FIRST_VERSION, checkAppName, createApp, parseCulture } from './create.ts';
import { describeEndpoint, endpointUrl } from './endpoints.ts';
import { hits, readHits } from './hits.ts';

async function describeApp(origin: string, app: App, owner: string, ports: Ports): Promise<object> {
  const { id, name, description, culture, usageScenario, domain, createdAt, activeVersion } = app;
  const production = describeEndpoint(origin, app, 'production', ports.region);
  const staging = describeEndpoint(origin, app, 'staging', ports.region);
  const hitCounts = await readHits(ports, owner, id);
  return {
    id,
    name,
    description,
    culture,
    usageScenario,
    domain,
    activeVersion,
    createdDateTime: new Date(createdAt).toISOString(),
    versionsCount: await ports.records.count(versions, owner, `${id}/`),
    endpoints: { ...(production && { PRODUCTION: production }), ...(staging && { STAGING: staging }) },
    endpointHitsCount: [...hitCounts.values()].reduce((sum, count) => sum + count, 0),
  };
}

const managementOperations: readonly UnderstandingOperation[] = [
  operation({
    id: 'understanding.addApp',
    summary: 'Create an app with a first version',
    route: 'POST /apps',
    inThread: 'largeBody',
    body: NewApp,
    replies: { 201: BareId },
    fails: ['AppNameTaken', 'CultureUnknown'],
    example: { body: { name: 'Travel', culture: 'en-us', description: 'Books flights', initialVersionId: '0.1' } },
    async run(
      { account, link, body: { name, culture: requestedCulture, description, domain, usageScenario, initialVersionId } },
      services,
    ) {
      const culture = parseCulture(requestedCulture);
      await checkAppName(services, account.id, name);
      const change = new Change();
      const details = { name, culture, description: description ?? '', domain: domain ?? '', usageScenario: usageScenario ?? '' };
      const app = createApp(change, account.id, details, { version: initialVersionId || FIRST_VERSION }, services);
      return reply(201, app.id, { change, headers: { location: link('/apps/{appId}', { appId: app.id }) } });
    },
  }),
  operation({
    id: 'understanding.listApps',
    summary: 'List the apps of the account',
    route: 'GET /apps',
    inThread: 'largeBody',
    query: Paging,
    replies: { 200: AppList },
    async run({ account, query, origin }, services) {
      const stored = await readAll(services.records, apps, account.id, '');
      const all = stored.map(({ value }) => value).sort((a, b) => a.createdAt - b.createdAt);
      return reply(200, await Promise.all(slicePage(all, query).map((app) => describeApp(origin, app, account.id, services))));
    },
  }),
  operation({
    id: 'understanding.getApp',
    summary: 'Get an app',
    route: 'GET /apps/{appId}',
    inThread: 'largeBody',
    replies: { 200: AppInfo },
    fails: ['AppNotFound'],
    async run({ account, params, origin }, services) {
      const { owner, app } = await requireApp(services, account, params.appId!);
      return reply(200, await describeApp(origin, app.value, owner, services));
    },
  }),
  operation({
    id: 'understanding.updateApp',
    summary: 'Change the name or the description of an app',
    route: 'PUT /apps/{appId}',
    inThread: 'largeBody',
    body: AppUpdate,
    example: { body: { name: 'Journeys', description: 'Books flights and hotels' } },
    replies: { 200: OperationStatus },
    fails: ['AppNotFound', 'AppNameTaken'],
    async run({ account, params, body: { name, description } }, services) {
      const { owner, app } = await requireApp(services, account, params.appId!);
      if (name) await checkAppName(services, owner, name, app.value.id);
      const next = { ...app.value, name: name ?? app.value.name, description: description ?? app.value.description };
      return reply(200, SUCCESS, { change: new Change().replace(apps, owner, app, next) });
    },
  }),
  operation({
    id: 'understanding.deleteApp',
    summary: 'Delete an app with all its versions, utterances and queries',
    route: 'DELETE /apps/{appId}',
    inThread: 'largeBody',
    query: DeleteAppQuery,
    replies: { 200: OperationStatus },
    fails: ['AppNotFound'],
    async run({ account, params }, services) {
      const appId = params.appId!;
      const { owner, app } = await requireApp(services, account, appId);
      const prefix = `${appId}/`;
      const change = new Change()
        .delete(apps, owner, app)
        .clear(publicApps, SYSTEM, appId)
        .clear(appOwners, SYSTEM, appId)
        .clear(versions, owner, prefix)
        .clear(queries, owner, prefix)
        .clear(queryLog, owner, prefix)
        .clear(testSets, owner, appId)
        .clear(hits, owner, prefix);
      for (const { accountId } of app.value.assigned) clearAssignment(change, owner, appId, accountId);
      for (const { uid } of await readVersionSummaries(services, owner, appId)) {
        change.clear(examples, owner, `${uid}/`).clear(trainings, owner, uid);
      }
      return reply(200, SUCCESS, { change });
    },
  }),
];

const settingsOperations: readonly UnderstandingOperation[] = [
  operation({
    id: 'understanding.getAppSettings',
    summary: 'Get the settings of an app',
    route: 'GET /apps/{appId}/settings',
    replies: { 200: AppSettings },
    fails: ['AppNotFound'],
    async run({ account, params }, services) {
      const { value } = (await requireApp(services, account, params.appId!)).app;
      return reply(200, { id: value.id, ...value.settings });
    },
  }),
  operation({
    id: 'understanding.updateAppSettings',
    summary: 'Update the settings of an app',
    route: 'PUT /apps/{appId}/settings',
    body: AppSettingsUpdate,
    example: { body: { public: true } },
    replies: { 200: OperationStatus },
    fails: ['AppNotFound'],
    async run({ account, params, body }, services) {
      const { owner, app } = await requireApp(services, account, params.appId!);
      const next = { ...app.value, settings: { public: body.public ?? app.value.settings.public } };
      const change = new Change().replace(apps, owner, app, next);
      if (next.settings.public) change.put(publicApps, SYSTEM, next.id, { account: owner });
      else change.clear(publicApps, SYSTEM, next.id);
      return reply(200, SUCCESS, { change });
    },
  }),
  operation({
    id: 'understanding.getPublishSettings',
    summary: 'Get the publish settings of an app',
    route: 'GET /apps/{appId}/publishsettings',
    replies: { 200: PublishSettings },
    fails: ['AppNotFound'],
    async run({ account, params }, services) {
      const { value } = (await requireApp(services, account, params.appId!)).app;
      return reply(200, { id: value.id, ...value.publishSettings });
    },
  }),
  operation({
    id: 'understanding.updatePublishSettings',
    summary: 'Update the publish settings of an app',
    route: 'PUT /apps/{appId}/publishsettings',
    body: PublishSettingsUpdate,
    example: { body: { sentimentAnalysis: false, speech: false, spellChecker: false } },
    replies: { 200: OperationStatus },
    fails: ['AppNotFound', 'PublishSettingUnsupported'],
    async run({ account, params, body: { sentimentAnalysis, speech, spellChecker } }, services) {
      if (sentimentAnalysis || speech || spellChecker) throw understandingFailure('PublishSettingUnsupported');
      const { owner, app } = await requireApp(services, account, params.appId!);
      return reply(200, SUCCESS, { change: new Change().replace(apps, owner, app, app.value) });
    },
  }),
  operation({
    id: 'understanding.listEndpoints',
    summary: 'List the addresses at which an app is queried',
    route: 'GET /apps/{appId}/endpoints',
    replies: { 200: Endpoints },
    fails: ['AppNotFound'],
    async run({ account, params, origin }, services) {
      const { app } = await requireApp(services, account, params.appId!);
      return reply(200, { [services.region]: endpointUrl(origin, app.value.id) });
    },
  }),
];

export const appOperations: readonly UnderstandingOperation[] = [
  ...managementOperations,
  ...settingsOperations,
  operation({
    id: 'understanding.listCultures',
    summary: 'List the cultures that an app may have',
    route: 'GET /apps/cultures',
    replies: { 200: Cultures },
    run: () =>
      reply(
        200,
        CULTURES.map(([code, name]) => ({ name, code })),
      ),
  }),
  operation({
    id: 'understanding.listDomains',
    summary: 'List the domains that an app may have',
    route: 'GET /apps/domains',
    replies: { 200: Texts },
    run: () => reply(200, DOMAINS),
  }),
  operation({
    id: 'understanding.listUsageScenarios',
    summary: 'List the usage scenarios that an app may have',
    route: 'GET /apps/usagescenarios',
    replies: { 200: Texts },
    run: () => reply(200, USAGE_SCENARIOS),
  }),
  // The vendor hosted its assistant apps itself; this server has none.
  operation({
    id: 'understanding.listAssistants',
    summary: 'List the addresses of prebuilt assistant apps: always empty',
    route: 'GET /apps/assistants',
    replies: { 200: Assistants },
    run: () => reply(200, { endpointKeys: [], endpointUrls: {} }),
  }),
];
