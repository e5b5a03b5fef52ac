/** An app with models of every kind, trained and published: created once and copied into the accounts that need it. */
import { randomUUID } from 'node:crypto';
import { trainLanguage } from '../../src/engines/language/models/train.ts';
import { writeLanguageModel } from '../../src/engines/language/models/checkpoint.ts';
import { countModelExamples, listModelTrainings } from '../../src/areas/understanding/training/jobs.ts';
import type { App, Entity, Example, HeldOutIntent, Version } from '../../src/areas/understanding/model.ts';
import { addAssignment } from '../../src/areas/understanding/sharing/assignment.ts';
import { buildDefinition, buildRows } from '../../src/areas/understanding/training/definition.ts';
import {
  appOwners,
  apps,
  readExamples,
  putExample,
  queries,
  queryKey,
  trainings,
  versionKey,
  versions,
} from '../../src/areas/understanding/store.ts';
import { Change } from '../../src/kernel/change.ts';
import { SYSTEM } from '../../src/kernel/collection.ts';
import { testApp } from './memory-app.ts';
import type { TestApp } from './memory-app.ts';

const APPS = '/luis/api/v2.0/apps';
const TRAINED = '0.1';
const UNTRAINED = 'draft';
/** The feature relation of an intent and an entity. */
const TOWNS = [{ featureName: 'Towns' }];
/** Logged, neither labeled nor ignored. */
const QUERY = 'to rome please';

const MODELS: readonly [path: string, body: object][] = [
  ['intents', { name: 'BookFlight' }],
  ['intents', { name: 'CheckIn' }],
  ['entities', { name: 'City' }],
  ['entities', { name: 'Guest' }],
  ['entities', { name: 'Cuisine' }],
  ['prebuilts', ['number']],
  ['hierarchicalentities', { name: 'Place', children: ['Here', 'There'] }],
  ['compositeentities', { name: 'Trip', children: ['City', 'number'] }],
  [
    'closedlists',
    {
      name: 'Class',
      subLists: [
        { canonicalForm: 'economy', list: ['coach'] },
        { canonicalForm: 'business', list: [] },
      ],
    },
  ],
  ['regexentities', { name: 'Booking', regexPattern: '[a-z]{2}\\d{4}' }],
  ['patternanyentities', { name: 'Hotel', explicitList: ['the man from nowhere'] }],
  ['phraselists', { name: 'Towns', phrases: 'rome,paris,oslo' }],
  ['patterns', { name: 'Codes', pattern: '[a-z]{3}' }],
  ['patternrule', { pattern: 'check in {Guest}', intent: 'CheckIn' }],
  ['patternrule', { pattern: 'good night', intent: 'None' }],
  ['patternrule', { pattern: 'off we go', intent: 'BookFlight' }],
];
const TEXTS: readonly [intentName: string, text: string, ...labels: [entityName: string, phrase: string][]][] = [
  ['BookFlight', 'fly to rome tomorrow', ['City', 'rome']],
  ['BookFlight', 'book 2 seats to oslo', ['City', 'oslo'], ['Trip', '2 seats to oslo']],
  ['BookFlight', 'i want to go to paris', ['City', 'paris']],
  ['BookFlight', 'get me out of here', ['Place::Here', 'here']],
  ['CheckIn', 'check in anna', ['Guest', 'anna']],
  ['CheckIn', 'we have arrived at the desk'],
  ['CheckIn', 'my room please'],
  ['None', 'what a lovely day'],
  ['None', 'tell me a joke'],
];

/** A prepared app with its stored parts. */
export interface PreparedApp {
  appId: string;
  version: Version;
  untrained: Version;
  examples: readonly Example[];
}

/** The prepared app as it is stored, with its trained model. */
interface Template {
  app: App;
  version: Version;
  examples: readonly Example[];
  model: Uint8Array;
  evaluation: Uint8Array;
}

async function trainTemplate(app: App, version: Version, examples: readonly Example[]): Promise<Template> {
  const rows = buildRows(version.schema, examples);
  const { model, heldOut } = await trainLanguage(buildDefinition(version.schema, app.culture), rows);
  const evaluation = examples.map(({ id, text }, i): HeldOutIntent => {
    const { intent, score } = heldOut(i).intents[0]!;
    return { id, text, intentLabel: rows[i]!.intents[0]!, predictedIntent: intent, score };
  });
  return { app, version, examples, model: writeLanguageModel(model), evaluation: Buffer.from(JSON.stringify(evaluation)) };
}

/** Copies the app into an account. Version 0.1 is trained and published at both slots; draft has the same models, but no examples. */
async function copyTemplate(template: Template, { store, blobs, ports }: TestApp, account: string): Promise<PreparedApp> {
  const [appId, now] = [randomUUID(), ports.clock.now()];
  const version: Version = {
    ...template.version,
    uid: randomUUID(),
    publishedAt: now,
    settings: [{ name: 'UseAllTrainingData', value: 'false' }],
  };
  const untrained: Version = { ...template.version, uid: randomUUID(), version: UNTRAINED, createdAt: now + 1 };
  const [blob, evaluation] = [await blobs.put(account, template.model), await blobs.put(account, template.evaluation)];
  const published = { version: TRAINED, uid: version.uid, blob, publishedAt: now };
  const models = listModelTrainings(version.schema, countModelExamples(template.examples), now);
  const trained = { blob, evaluation, revision: version.revision, at: now, models };
  const assigned = [{ cloudSubscriptionId: 'sub', resourceGroup: 'group', accountName: 'bot', accountId: randomUUID() }];
  const change = new Change()
    .create(apps, account, appId, {
      ...template.app,
      id: appId,
      slots: { production: published, staging: published },
      collaborators: ['guest@example.com'],
      assigned,
    })
    .put(appOwners, SYSTEM, appId, { account })
    .create(trainings, account, version.uid, { jobId: 'none', revision: version.revision, startedAt: now, models, trained })
    .put(queries, account, queryKey(appId, QUERY), { text: QUERY, at: now, settledIn: [] });
  const context = { owner: account, app: { key: appId, version: 1, value: { ...template.app, id: appId } } };
  for (const { accountId } of assigned) addAssignment(change, context, accountId, ports);
  for (const created of [version, untrained]) change.create(versions, account, versionKey(appId, created.version), created);
  for (const example of template.examples) putExample(change, account, version.uid, example);
  await store.commit(change);
  return { appId, version, untrained, examples: template.examples };
}

let template: Promise<Template> | undefined;

/** Creates an app with models of every kind in an account. */
export async function preparedApp(app: TestApp, account: string): Promise<PreparedApp> {
  return await copyTemplate(await (template ??= createTemplate()), app, account);
}

async function createTemplate(): Promise<Template> {
  const app = await testApp();
  const { key, id: account } = await app.createAccount('template');
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const { status, text, json } = await app.call({ method: 'POST', url: `${APPS}${path}`, key, body });
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return json<T>();
  };
  const appId = await post<string>('', { name: 'Prepared', culture: 'en-us' });
  const versionPath = `/${appId}/versions/${TRAINED}`;
  for (const [path, body] of MODELS) await post(`${versionPath}/${path}`, body);
  await post(
    `${versionPath}/examples`,
    TEXTS.map(([intentName, text, ...labels]) => ({
      intentName,
      text,
      entityLabels: labels.map(([entityName, phrase]) => ({
        entityName,
        startCharIndex: text.indexOf(phrase),
        endCharIndex: text.indexOf(phrase) + phrase.length - 1,
      })),
    })),
  );
  const { value } = (await app.store.get(versions, account, versionKey(appId, TRAINED)))!;
  const entities = value.schema.entities.map((entity): Entity => ({
    ...entity,
    roles: [{ id: randomUUID(), name: 'only' }],
    ...(entity.name === 'Cuisine' && { origin: { domainName: 'Food', modelName: 'Cuisine' } }),
    ...(entity.name === 'City' && { features: TOWNS }),
  }));
  const intents = value.schema.intents.map((intent) => ({
    ...intent,
    ...(intent.name === 'BookFlight' && { features: TOWNS }),
    ...(intent.name === 'CheckIn' && { origin: { domainName: 'Food', modelName: 'CheckIn' } }),
  }));
  const stored = (await app.store.get(apps, account, appId))!.value;
  const created = await trainTemplate(
    stored,
    { ...value, schema: { ...value.schema, intents, entities } },
    await readExamples(app.ports, account, value.uid),
  );
  await app.close();
  return created;
}

/** An entity of each kind, by the path of the kind. */
const ENTITIES: Readonly<Record<string, string>> = {
  entities: 'City',
  hierarchicalentities: 'Place',
  compositeentities: 'Trip',
  closedlists: 'Class',
  regexentities: 'Booking',
  patternanyentities: 'Hotel',
  prebuilts: 'number',
  customprebuiltentities: 'Cuisine',
};

/** Values for the parameters of a path below an app. */
export function paramsFor(path: string, { appId, version: { schema }, examples }: PreparedApp): Record<string, string> {
  const entity = schema.entities.find(({ name }) => name === ENTITIES[/\/versions\/\{versionId\}\/(\w+)/.exec(path)?.[1] ?? '']);
  const intentId = schema.intents.find(({ name }) => name === 'BookFlight')!.id;
  const ids = {
    appId,
    versionId: TRAINED,
    intentId,
    modelId: intentId,
    slotName: 'production',
    culture: 'en-us',
    domainName: 'Food',
    entityId: entity?.id,
    roleId: entity?.roles[0]!.id,
    childId: entity?.children?.[0]?.id,
    subListId: entity?.subLists?.[0]?.id,
    itemId: entity?.explicitList?.[0]?.id,
    patternId: schema.patterns.find(({ intent }) => intent === 'None')!.id,
    exampleId: examples[0]!.id,
    featureId: (path.includes('/patterns') ? schema.patternFeatures : schema.phraseLists)[0]!.id,
  };
  return Object.fromEntries(Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [[name, String(id)]])));
}
