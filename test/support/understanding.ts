/** An app with models of every kind, trained and published, made once and copied into the accounts that need one. */
import { randomUUID } from 'node:crypto';
import { trainLanguage } from '../../src/engines/language/train.ts';
import { writeLanguageModel } from '../../src/engines/language/checkpoint.ts';
import { modelsOf } from '../../src/areas/understanding/training/jobs.ts';
import type { App, Entity, Example, HeldOutIntent, Version } from '../../src/areas/understanding/model.ts';
import { definitionOf, rowsOf } from '../../src/areas/understanding/training/definition.ts';
import { apps, readExamples, owners, putExample, queries, queryKey, trainings, versionKey, versions } from '../../src/areas/understanding/store.ts';
import { Change } from '../../src/kernel/change.ts';
import { SYSTEM } from '../../src/kernel/collection.ts';
import { testApp } from './memory-app.ts';
import type { TestApp } from './memory-app.ts';

const APPS = '/luis/api/v2.0/apps';
const TRAINED = '0.1';
const UNTRAINED = 'draft';
/** What an intent and an entity look at. */
const TOWNS = [{ featureName: 'Towns' }];
/** Logged, neither labelled nor ignored. */
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
  ['closedlists', { name: 'Class', subLists: [{ canonicalForm: 'economy', list: ['coach'] }, { canonicalForm: 'business', list: [] }] }],
  ['regexentities', { name: 'Booking', regexPattern: '[a-z]{2}\\d{4}' }],
  ['patternanyentities', { name: 'Hotel', explicitList: ['the man from nowhere'] }],
  ['phraselists', { name: 'Towns', phrases: 'rome,paris,oslo' }],
  ['patterns', { name: 'Codes', pattern: '[a-z]{3}' }],
  ['patternrule', { pattern: 'check in {Guest}', intent: 'CheckIn' }],
  ['patternrule', { pattern: 'good night', intent: 'None' }],
  ['patternrule', { pattern: 'off we go', intent: 'BookFlight' }],
];
const TEXTS: readonly [intentName: string, text: string, ...labels: [entityName: string, phrase: string][]][] = [
  ['BookFlight', 'fly to rome tomorrow', ['City', 'rome']], ['BookFlight', 'book 2 seats to oslo', ['City', 'oslo'], ['Trip', '2 seats to oslo']], ['BookFlight', 'i want to go to paris', ['City', 'paris']],
  ['BookFlight', 'get me out of here', ['Place::Here', 'here']], ['CheckIn', 'check in anna', ['Guest', 'anna']], ['CheckIn', 'we have arrived at the desk'], ['CheckIn', 'my room please'],
  ['None', 'what a lovely day'], ['None', 'tell me a joke'],
];

/** Models by the parts of paths under which they are found. */
export interface Made { appId: string; version: Version; untrained: Version; examples: readonly Example[] }

class Template {
  readonly #app: App;
  readonly #version: Version;
  readonly #examples: readonly Example[];
  readonly #model: Uint8Array;
  readonly #evaluation: Uint8Array;

  constructor(app: App, version: Version, labelled: readonly Example[]) {
    this.#app = app;
    this.#version = version;
    this.#examples = labelled;
    const rows = rowsOf(version.schema, labelled);
    const { model, heldOut } = trainLanguage(definitionOf(version.schema, app.culture), rows);
    this.#model = writeLanguageModel(model);
    this.#evaluation = Buffer.from(JSON.stringify(labelled.map(({ id, text }, i): HeldOutIntent => ({ id, text, intentLabel: rows[i]!.intents[0]!, predictedIntent: heldOut(i).intents[0]!.intent, score: heldOut(i).intents[0]!.score }))));
  }

  /** The same app in another account: version 0.1 is trained and published at both slots, draft has the same models, and neither examples nor training. */
  async copy({ store, blobs, ports }: TestApp, account: string): Promise<Made> {
    const [appId, now] = [randomUUID(), ports.clock.now()];
    const version: Version = { ...this.#version, uid: randomUUID(), publishedAt: now, settings: [{ name: 'UseAllTrainingData', value: 'false' }] };
    const untrained: Version = { ...this.#version, uid: randomUUID(), version: UNTRAINED, createdAt: now + 1 };
    const [blob, evaluation] = [await blobs.put(account, this.#model), await blobs.put(account, this.#evaluation)];
    const published = { version: TRAINED, uid: version.uid, blob, publishedAt: now };
    const models = modelsOf(version.schema, this.#examples, now);
    const assigned = [{ cloudSubscriptionId: 'sub', resourceGroup: 'group', accountName: 'bot' }];
    const change = new Change()
      .create(apps, account, appId, { ...this.#app, id: appId, slots: { production: published, staging: published }, collaborators: ['guest@example.com'], assigned })
      .create(owners, SYSTEM, appId, { account })
      .create(trainings, account, version.uid, { jobId: 'none', revision: version.revision, startedAt: now, models, trained: { blob, evaluation, revision: version.revision, at: now, models } })
      .put(queries, account, queryKey(appId, QUERY), { text: QUERY, at: now, settledIn: [] });
    for (const one of [version, untrained]) change.create(versions, account, versionKey(appId, one.version), one);
    for (const example of this.#examples) putExample(change, account, version.uid, example);
    await store.commit(change);
    return { appId, version, untrained, examples: this.#examples };
  }
}

let template: Promise<Template> | undefined;

/** An app in the account, with models of every kind. */
export async function preparedApp(app: TestApp, account: string): Promise<Made> {
  return await (await (template ??= makeTemplate())).copy(app, account);
}

async function makeTemplate(): Promise<Template> {
  const app = await testApp();
  const { key, id: account } = await app.account('template');
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const { status, text, json } = await app.call({ method: 'POST', url: `${APPS}${path}`, key, body });
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return json<T>();
  };
  const appId = await post<string>('', { name: 'Prepared', culture: 'en-us' });
  const under = `/${appId}/versions/${TRAINED}`;
  for (const [path, body] of MODELS) await post(`${under}/${path}`, body);
  await post(`${under}/examples`, TEXTS.map(([intentName, text, ...labels]) => ({
    intentName, text, entityLabels: labels.map(([entityName, phrase]) => ({ entityName, startCharIndex: text.indexOf(phrase), endCharIndex: text.indexOf(phrase) + phrase.length - 1 })),
  })));
  const { value } = (await app.store.get(versions, account, versionKey(appId, TRAINED)))!;
  const entities = value.schema.entities.map((entity): Entity => ({
    ...entity, roles: [{ id: randomUUID(), name: 'only' }], ...entity.name === 'Cuisine' && { origin: { domainName: 'Food', modelName: 'Cuisine' } }, ...entity.name === 'City' && { features: TOWNS },
  }));
  const intents = value.schema.intents.map((intent) => ({ ...intent, ...intent.name === 'BookFlight' && { features: TOWNS }, ...intent.name === 'CheckIn' && { origin: { domainName: 'Food', modelName: 'CheckIn' } } }));
  const labelled = (await readExamples(app.ports, account, value.uid)).map((read) => read.value);
  const made = new Template((await app.store.get(apps, account, appId))!.value, { ...value, schema: { ...value.schema, intents, entities } }, labelled);
  await app.close();
  return made;
}

const ENTITIES: Readonly<Record<string, string>> = {
  entities: 'City', hierarchicalentities: 'Place', compositeentities: 'Trip', closedlists: 'Class', regexentities: 'Booking', patternanyentities: 'Hotel', prebuilts: 'number', customprebuiltentities: 'Cuisine',
};

/** What the parameters of a path under an app stand for. */
export function paramsFor(path: string, { appId, version: { schema }, examples: labelled }: Made): Record<string, string> {
  const entity = schema.entities.find(({ name }) => name === ENTITIES[/\/versions\/\{versionId\}\/(\w+)/.exec(path)?.[1] ?? '']);
  const intentId = schema.intents.find(({ name }) => name === 'BookFlight')!.id;
  const ids = {
    appId, versionId: TRAINED, intentId, modelId: intentId, slotName: 'production', culture: 'en-us', domainName: 'Food', entityId: entity?.id, roleId: entity?.roles[0]!.id, childId: entity?.children?.[0]?.id,
    subListId: entity?.subLists?.[0]?.id, itemId: entity?.explicitList?.[0]?.id, patternId: schema.patterns.find(({ intent }) => intent === 'None')!.id, exampleId: labelled[0]!.id,
    featureId: (path.includes('/patterns') ? schema.patternFeatures : schema.phraseLists)[0]!.id,
  };
  return Object.fromEntries(Object.entries(ids).flatMap(([name, id]) => id === undefined ? [] : [[name, String(id)]]));
}
