/**
 * The vendor's authoring client of v2.0, unmodified: @azure/cognitiveservices-luis-authoring 3.0.1, over https, every method it has.
 *
 * client: @azure/cognitiveservices-luis-authoring 3.0.1; version: v2.0; runs: every method
 * client: @azure/cognitiveservices-luis-runtime 2.0.0; version: v2.0; runs: prediction of the authored app
 */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { LUISAuthoringClient } from 'luis-authoring-v2';
import type { LUISAuthoringModels } from 'luis-authoring-v2';
import { LUISRuntimeClient } from 'luis-runtime-v2';
import { ManagementClient, requestToken, readCertificate, eventually } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { CallRecorder, createClient, responseBody, rejectionOf } from '../support/vendor-client.ts';

const DONE = { code: 'Success', message: 'Operation Successful' };
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const V = '0.1';

/** An utterance with its labels. */
function labeled(
  intentName: string,
  text: string,
  ...labels: [entityName: string, phrase: string, role?: string][]
): LUISAuthoringModels.ExampleLabelObject {
  const entityLabels = labels.map(([entityName, phrase, role]) => ({
    entityName,
    startCharIndex: text.indexOf(phrase),
    endCharIndex: text.indexOf(phrase) + phrase.length - 1,
    ...(role !== undefined && { role }),
  }));
  return { text, intentName, entityLabels };
}

describe('@azure/cognitiveservices-luis-authoring 3.0.1', () => {
  let server: SharedServer;
  let client: LUISAuthoringClient;
  let watched: CallRecorder;
  let ca: string;
  before(async () => {
    server = await sharedServer('--tls');
    ca = readCertificate(server);
    client = createClient(LUISAuthoringClient, { address: server.address, key: server.key1, ca });
    watched = new CallRecorder(client);
  });

  async function newApp(name: string): Promise<string> {
    return (await client.apps.add({ name, culture: 'en-us', initialVersionId: V })).body;
  }

  test('apps, cultures and domains', async () => {
    const { apps } = client;
    const id = (
      await apps.add({
        name: 'Bakery',
        culture: 'en-us',
        description: 'Bread and cakes',
        domain: 'Shopping',
        usageScenario: 'Bot',
        initialVersionId: V,
      })
    ).body;
    assert.match(id, ID);
    const app = await apps.get(id);
    assert.deepEqual(
      [
        app.id,
        app.name,
        app.description,
        app.culture,
        app.domain,
        app.usageScenario,
        app.versionsCount,
        app.activeVersion,
        app.endpointHitsCount,
      ],
      [id, 'Bakery', 'Bread and cakes', 'en-us', 'Shopping', 'Bot', 1, V, 0],
    );
    assert.deepEqual(responseBody(await apps.update(id, { name: 'Baker', description: 'Bread' })), DONE);
    assert.deepEqual(
      (await apps.list({ skip: 0, take: 10 })).map(({ name }) => name),
      ['Baker'],
    );
    await apps.updateSettings(id, { isPublic: true });
    assert.deepEqual(responseBody(await apps.getSettings(id)), { id, isPublic: true });
    await apps.updatePublishSettings(id, { sentimentAnalysis: false, speech: false, spellChecker: false });
    assert.deepEqual(responseBody(await apps.getPublishSettings(id)), {
      id,
      isSentimentAnalysisEnabled: false,
      isSpeechEnabled: false,
      isSpellCheckerEnabled: false,
    });
    assert.deepEqual(Object.values(await apps.listEndpoints(id)), [`${server.address}/luis/v2.0/apps/${id}`]);
    assert.ok((await apps.listDomains()).includes('Shopping'));
    assert.ok((await apps.listUsageScenarios()).includes('Bot'));
    assert.ok((await apps.listSupportedCultures()).some(({ name, code }) => name === 'English' && code === 'en-us'));
    assert.deepEqual((await apps.listCortanaEndpoints()).endpointKeys, []);
    assert.deepEqual(responseBody(await apps.deleteMethod(id, { force: true })), DONE);
    assert.deepEqual(await rejectionOf(apps.get(id)), {
      status: 400,
      code: 'BadArgument',
      message: 'Cannot find an application with the specified ID',
    });
  });

  test('versions and their settings', async () => {
    const { versions, settings } = client;
    const app = await newApp('Versions');
    assert.equal((await versions.clone(app, V, { version: '0.2' })).body, '0.2');
    assert.deepEqual(
      (await versions.list(app)).map(({ version }) => version),
      [V, '0.2'],
    );
    await versions.update(app, '0.2', { version: '1.0' });
    const { version, intentsCount, entitiesCount, trainingStatus, createdDateTime } = await versions.get(app, '1.0');
    assert.deepEqual(
      [version, intentsCount, entitiesCount, trainingStatus, createdDateTime instanceof Date],
      ['1.0', 1, 0, 'NeedsTraining', true],
    );
    await settings.update(app, '1.0', [{ name: 'NormalizePunctuation', value: 'true' }]);
    assert.deepEqual(
      Array.from(await settings.list(app, '1.0'), ({ name, value }) => [name, value]),
      [['NormalizePunctuation', 'true']],
    );
    assert.deepEqual(responseBody(await versions.deleteMethod(app, '1.0')), DONE);
    assert.deepEqual((await versions.list(app, { take: 5 })).length, 1);
    assert.equal((await rejectionOf(versions.get(app, '1.0'))).status, 400);
  });

  test('export and import of an app', async () => {
    const { apps, versions, model, examples } = client;
    const app = await newApp('Files');
    await model.addIntent(app, V, { name: 'Order' });
    await model.addEntity(app, V, { name: 'Cake' });
    await model.addHierarchicalEntity(app, V, { name: 'Size', children: ['Small', 'Large'] });
    await model.createRegexEntityModel(app, V, { name: 'Number', regexPattern: '#\\d+' });
    await examples.add(app, V, labeled('Order', 'one cheesecake', ['Cake', 'cheesecake']));
    const file = await versions.exportMethod(app, V);
    assert.deepEqual(
      [file.name, file.versionId, file.culture, file.intents?.map(({ name }) => name), file.regexEntities?.map(({ name }) => name)],
      ['Files', V, 'en-us', ['None', 'Order'], ['Number']],
    );
    assert.deepEqual(
      file.utterances?.map(({ text, intent, entities }) => ({ text, intent, entities })),
      [{ text: 'one cheesecake', intent: 'Order', entities: [{ startPos: 4, endPos: 13, entity: 'Cake' }] }],
    );
    const again = (await apps.importMethod(file, { appName: 'Files again' })).body;
    assert.match(again, ID);
    assert.equal((await versions.importMethod(again, file, { versionId: '0.2' })).body, '0.2');
    assert.deepEqual(responseBody(await versions.exportMethod(again, '0.2')), {
      ...responseBody(file),
      name: 'Files again',
      versionId: '0.2',
    });
    const { status, code } = await rejectionOf(
      apps.importMethod({ ...file, utterances: [{ text: 'x', intent: 'Missing', entities: [] }] }, { appName: 'Broken' }),
    );
    assert.deepEqual([status, code], [400, 'BadArgument']);
  });

  test('intents and entities of every kind', async () => {
    const { model } = client;
    const app = await newApp('Models');
    const intent = (await model.addIntent(app, V, { name: 'Order' })).body;
    assert.match(intent, ID);
    await model.updateIntent(app, V, intent, { name: 'Buy' });
    const { name, typeId, readableType } = await model.getIntent(app, V, intent);
    assert.deepEqual([name, typeId, readableType], ['Buy', 0, 'Intent Classifier']);
    assert.deepEqual(
      (await model.listIntents(app, V, { take: 10 })).map((one) => one.name),
      ['None', 'Buy'],
    );

    const entity = (await model.addEntity(app, V, { name: 'Bread' })).body;
    await model.updateEntity(app, V, entity, { name: 'Loaf' });
    assert.deepEqual(
      [(await model.getEntity(app, V, entity)).name, (await model.getEntity(app, V, entity)).readableType],
      ['Loaf', 'Entity Extractor'],
    );
    assert.deepEqual(
      (await model.listEntities(app, V)).map(({ id }) => id),
      [entity],
    );
    assert.match((await rejectionOf(model.addEntity(app, V, { name: 'loaf' }))).message!, /already exists/);

    const hierarchical = (await model.addHierarchicalEntity(app, V, { name: 'Size', children: ['Small', 'Large'] })).body;
    await model.updateHierarchicalEntity(app, V, hierarchical, { name: 'Measure', children: ['Small', 'Huge'] });
    const child = (await model.addHierarchicalEntityChild(app, V, hierarchical, { name: 'Medium' })).body;
    await model.updateHierarchicalEntityChild(app, V, hierarchical, child, { name: 'Middle' });
    assert.deepEqual(responseBody(await model.getHierarchicalEntityChild(app, V, hierarchical, child)), {
      id: child,
      name: 'Middle',
      typeId: 6,
      readableType: 'Hierarchical Child Entity Extractor',
    });
    assert.deepEqual(
      (await model.getHierarchicalEntity(app, V, hierarchical)).children?.map((one) => one.name),
      ['Small', 'Huge', 'Middle'],
    );
    await model.deleteHierarchicalEntityChild(app, V, hierarchical, child);
    assert.deepEqual((await model.listHierarchicalEntities(app, V))[0]!.children?.length, 2);

    const [prebuilt] = await model.addPrebuilt(app, V, ['number']);
    assert.deepEqual([prebuilt!.name, prebuilt!.readableType], ['number', 'Prebuilt Entity Extractor']);
    assert.equal((await model.getPrebuilt(app, V, prebuilt!.id)).name, 'number');
    assert.equal((await model.listPrebuilts(app, V)).length, 1);
    assert.ok((await model.listPrebuiltEntities(app, V)).some((one) => one.name === 'datetimeV2' && one.examples !== ''));

    const composite = (await model.addCompositeEntity(app, V, { name: 'Basket', children: ['Loaf'] })).body;
    await model.updateCompositeEntity(app, V, composite, { name: 'Bag', children: ['Loaf'] });
    const part = (await model.addCompositeEntityChild(app, V, composite, { name: 'number' })).body;
    assert.deepEqual(
      (await model.getCompositeEntity(app, V, composite)).children?.map((one) => one.name),
      ['Loaf', 'number'],
    );
    await model.deleteCompositeEntityChild(app, V, composite, part);
    assert.deepEqual(
      (await model.listCompositeEntities(app, V))[0]!.children?.map((one) => one.name),
      ['Loaf'],
    );

    const list = (await model.addClosedList(app, V, { name: 'Grain', subLists: [{ canonicalForm: 'rye', list: ['dark'] }] })).body;
    await model.patchClosedList(app, V, list, { subLists: [{ canonicalForm: 'spelt', list: [] }] });
    const sub = (await model.addSubList(app, V, list, { canonicalForm: 'wheat', list: ['white'] })).body;
    assert.equal(typeof sub, 'number');
    await model.updateSubList(app, V, list, sub, { canonicalForm: 'wheat', list: ['white', 'light'] });
    assert.deepEqual(
      (await model.getClosedList(app, V, list)).subLists?.map(({ canonicalForm, list: words }) => [canonicalForm, words]),
      [
        ['rye', ['dark']],
        ['spelt', []],
        ['wheat', ['white', 'light']],
      ],
    );
    await model.deleteSubList(app, V, list, sub);
    await model.updateClosedList(app, V, list, { name: 'Flour', subLists: [{ canonicalForm: 'rye', list: ['dark'] }] });
    assert.deepEqual(
      (await model.listClosedLists(app, V)).map((one) => [one.name, one.subLists?.length]),
      [['Flour', 1]],
    );

    const regex = (await model.createRegexEntityModel(app, V, { name: 'Ticket', regexPattern: '#\\d+' })).body;
    await model.updateRegexEntityModel(app, V, regex, { name: 'Receipt', regexPattern: '#\\d{4}' });
    assert.deepEqual(
      [(await model.getRegexEntityEntityInfo(app, V, regex)).name, (await model.listRegexEntityInfos(app, V))[0]!.regexPattern],
      ['Receipt', '#\\d{4}'],
    );

    const any = (await model.createPatternAnyEntityModel(app, V, { name: 'Wish', explicitList: ['nothing'] })).body;
    await model.updatePatternAnyEntityModel(app, V, any, { name: 'Greeting', explicitList: ['nothing'] });
    const item = (await model.addExplicitListItem(app, V, any, { explicitListItem: 'whatever' })).body;
    await model.updateExplicitListItem(app, V, any, item, { explicitListItem: 'anything' });
    assert.deepEqual(
      [(await model.getExplicitListItem(app, V, any, item)).explicitListItem, (await model.getExplicitList(app, V, any)).length],
      ['anything', 2],
    );
    await model.deleteExplicitListItem(app, V, any, item);
    assert.deepEqual(
      [
        (await model.getPatternAnyEntityInfo(app, V, any)).explicitList?.map((one) => one.explicitListItem),
        (await model.listPatternAnyEntityInfos(app, V)).length,
      ],
      [['nothing'], 1],
    );

    assert.deepEqual((await model.listModels(app, V, { take: 500 })).map((one) => one.name).sort(), [
      'Bag',
      'Buy',
      'Flour',
      'Greeting',
      'Loaf',
      'Measure',
      'None',
      'Receipt',
      'number',
    ]);
    await model.deletePatternAnyEntityModel(app, V, any);
    await model.deleteRegexEntityModel(app, V, regex);
    await model.deleteClosedList(app, V, list);
    await model.deleteCompositeEntity(app, V, composite);
    await model.deletePrebuilt(app, V, prebuilt!.id);
    await model.deleteHierarchicalEntity(app, V, hierarchical);
    await model.deleteEntity(app, V, entity);
    assert.deepEqual(responseBody(await model.deleteIntent(app, V, intent, { deleteUtterances: true })), DONE);
    assert.deepEqual(
      (await model.listModels(app, V)).map((one) => one.name),
      ['None'],
    );
  });

  test('roles of entities of every kind', async () => {
    const { model } = client;
    const app = await newApp('Roles');
    const id = {
      simple: (await model.addEntity(app, V, { name: 'Town' })).body,
      prebuilt: (await model.addPrebuilt(app, V, ['number']))[0]!.id,
      list: (await model.addClosedList(app, V, { name: 'Color', subLists: [] })).body,
      regex: (await model.createRegexEntityModel(app, V, { name: 'Code', regexPattern: 'a\\d' })).body,
      composite: (await model.addCompositeEntity(app, V, { name: 'Route', children: ['Town'] })).body,
      any: (await model.createPatternAnyEntityModel(app, V, { name: 'Note' })).body,
      hierarchical: (await model.addHierarchicalEntity(app, V, { name: 'Side', children: ['Left', 'Right'] })).body,
      custom: (await model.addCustomPrebuiltEntity(app, V, { domainName: 'Weather', modelName: 'Location' })).body,
    };
    const role = { name: 'first' };
    const made = {
      simple: (await model.createEntityRole(app, V, id.simple, role)).body,
      prebuilt: (await model.createPrebuiltEntityRole(app, V, id.prebuilt, role)).body,
      list: (await model.createClosedListEntityRole(app, V, id.list, role)).body,
      regex: (await model.createRegexEntityRole(app, V, id.regex, role)).body,
      composite: (await model.createCompositeEntityRole(app, V, id.composite, role)).body,
      any: (await model.createPatternAnyEntityRole(app, V, id.any, role)).body,
      hierarchical: (await model.createHierarchicalEntityRole(app, V, id.hierarchical, role)).body,
      custom: (await model.createCustomPrebuiltEntityRole(app, V, id.custom, role)).body,
    };
    const next = { name: 'second' };
    await model.updateEntityRole(app, V, id.simple, made.simple, next);
    await model.updatePrebuiltEntityRole(app, V, id.prebuilt, made.prebuilt, next);
    await model.updateClosedListEntityRole(app, V, id.list, made.list, next);
    await model.updateRegexEntityRole(app, V, id.regex, made.regex, next);
    await model.updateCompositeEntityRole(app, V, id.composite, made.composite, next);
    await model.updatePatternAnyEntityRole(app, V, id.any, made.any, next);
    await model.updateHierarchicalEntityRole(app, V, id.hierarchical, made.hierarchical, next);
    await model.updateCustomPrebuiltEntityRole(app, V, id.custom, made.custom, next);
    const got = [
      await model.getEntityRole(app, V, id.simple, made.simple),
      await model.getPrebuiltEntityRole(app, V, id.prebuilt, made.prebuilt),
      await model.getClosedListEntityRole(app, V, id.list, made.list),
      await model.getRegexEntityRole(app, V, id.regex, made.regex),
      await model.getCompositeEntityRole(app, V, id.composite, made.composite),
      await model.getPatternAnyEntityRole(app, V, id.any, made.any),
      await model.getHierarchicalEntityRole(app, V, id.hierarchical, made.hierarchical),
      await model.getCustomEntityRole(app, V, id.custom, made.custom),
    ];
    const all = async (): Promise<LUISAuthoringModels.EntityRole[]> =>
      [
        await model.listEntityRoles(app, V, id.simple),
        await model.listPrebuiltEntityRoles(app, V, id.prebuilt),
        await model.listClosedListEntityRoles(app, V, id.list),
        await model.listRegexEntityRoles(app, V, id.regex),
        await model.listCompositeEntityRoles(app, V, id.composite),
        await model.listPatternAnyEntityRoles(app, V, id.any),
        await model.listHierarchicalEntityRoles(app, V, id.hierarchical),
        await model.listCustomPrebuiltEntityRoles(app, V, id.custom),
      ].flatMap((roles) => Array.from(roles));
    const expected = Object.values(made).map((one) => ({ id: one, name: 'second' }));
    assert.deepEqual(got.map(responseBody), expected);
    assert.deepEqual((await all()).map(responseBody), expected);
    await model.deleteEntityRole(app, V, id.simple, made.simple);
    await model.deletePrebuiltEntityRole(app, V, id.prebuilt, made.prebuilt);
    await model.deleteClosedListEntityRole(app, V, id.list, made.list);
    await model.deleteRegexEntityRole(app, V, id.regex, made.regex);
    await model.deleteCompositeEntityRole(app, V, id.composite, made.composite);
    await model.deletePatternAnyEntityRole(app, V, id.any, made.any);
    await model.deleteHierarchicalEntityRole(app, V, id.hierarchical, made.hierarchical);
    await model.deleteCustomEntityRole(app, V, id.custom, made.custom);
    assert.deepEqual(await all(), []);
  });

  test('features and patterns', async () => {
    const { model, features, pattern } = client;
    const app = await newApp('Features');
    const intent = (await model.addIntent(app, V, { name: 'Ask' })).body;
    await model.addEntity(app, V, { name: 'Thing' });
    const list = (await features.addPhraseList(app, V, { name: 'Cakes', phrases: 'cheesecake,brownie', isExchangeable: true })).body;
    assert.equal(typeof list, 'number');
    await features.updatePhraseList(app, V, list, {
      phraselistUpdateObject: { name: 'Sweets', phrases: 'brownie,muffin', isActive: false },
    });
    const { name, phrases, isActive, isExchangeable } = await features.getPhraseList(app, V, list);
    assert.deepEqual([name, phrases, isActive, isExchangeable], ['Sweets', 'brownie,muffin', false, true]);
    assert.equal((await features.listPhraseLists(app, V)).length, 1);
    assert.deepEqual(Array.from(await features.listApplicationVersionPatternFeatures(app, V)), []);
    assert.deepEqual(
      (await features.list(app, V)).phraselistFeatures?.map(({ id }) => id),
      [list],
    );
    assert.deepEqual(responseBody(await features.deletePhraseList(app, V, list)), DONE);

    const first = await pattern.addPattern(app, V, { pattern: 'where is {Thing}', intent: 'Ask' });
    assert.deepEqual([first.pattern, first.intent], ['where is {Thing}', 'Ask']);
    const [second, third] = await pattern.batchAddPatterns(app, V, [
      { pattern: 'show {Thing}', intent: 'Ask' },
      { pattern: 'never mind', intent: 'None' },
    ]);
    assert.equal(
      (await pattern.updatePattern(app, V, first.id!, { id: first.id!, pattern: 'where is the {Thing}', intent: 'Ask' })).pattern,
      'where is the {Thing}',
    );
    assert.deepEqual(
      (await pattern.updatePatterns(app, V, [{ id: second!.id!, pattern: 'show me {Thing}', intent: 'Ask' }])).map((one) => one.pattern),
      ['show me {Thing}'],
    );
    assert.deepEqual(
      (await pattern.listIntentPatterns(app, V, intent)).map(({ id }) => id),
      [first.id, second!.id],
    );
    await pattern.deletePattern(app, V, first.id!);
    assert.deepEqual(responseBody(await pattern.deletePatterns(app, V, [second!.id!])), DONE);
    assert.deepEqual(
      (await pattern.listPatterns(app, V)).map(({ id }) => id),
      [third!.id],
    );
    assert.equal((await rejectionOf(pattern.addPattern(app, V, { pattern: 'where is {Nobody}', intent: 'Ask' }))).status, 400);
  });

  test('models of prebuilt domains', async () => {
    const { apps, model } = client;
    const known = await apps.listAvailableCustomPrebuiltDomains();
    assert.ok(
      known.some(
        ({ name, culture, intents, entities }) => name === 'Weather' && culture === 'en-us' && intents!.length > 0 && entities!.length > 0,
      ),
    );
    assert.deepEqual(
      (await apps.listAvailableCustomPrebuiltDomainsForCulture('en-us')).map(({ name }) => name).sort(),
      known
        .filter(({ culture }) => culture === 'en-us')
        .map(({ name }) => name)
        .sort(),
    );
    assert.match((await apps.addCustomPrebuiltDomain({ domainName: 'Utilities', culture: 'en-us' })).body, ID);
    const app = await newApp('Domains');
    assert.ok((await model.addCustomPrebuiltDomain(app, V, { domainName: 'Weather' })).length > 1);
    assert.match((await model.addCustomPrebuiltIntent(app, V, { domainName: 'Utilities', modelName: 'Help' })).body, ID);
    assert.ok(
      (await model.listCustomPrebuiltIntents(app, V)).some(
        ({ customPrebuiltDomainName, customPrebuiltModelName }) =>
          customPrebuiltDomainName === 'Utilities' && customPrebuiltModelName === 'Help',
      ),
    );
    assert.ok(
      (await model.listCustomPrebuiltEntities(app, V)).every(({ customPrebuiltDomainName }) => customPrebuiltDomainName === 'Weather'),
    );
    const before = (await model.listCustomPrebuiltModels(app, V)).length;
    assert.deepEqual(responseBody(await model.deleteCustomPrebuiltDomain(app, V, 'Weather')), DONE);
    assert.deepEqual([before > 1, (await model.listCustomPrebuiltModels(app, V)).length], [true, 1]);
  });

  test('permissions and cloud accounts', async () => {
    const { permissions, azureAccounts } = client;
    const app = await newApp('Shared');
    await permissions.add(app, { email: 'ann@example.com' });
    await permissions.update(app, { emails: ['ann@example.com', 'bob@example.com'] });
    await permissions.deleteMethod(app, { email: 'ann@example.com' });
    assert.deepEqual((await permissions.list(app)).emails, ['bob@example.com']);

    const { access_token: token } = (
      await requestToken(server, { grant_type: 'client_credentials', client_id: 'admin', client_secret: server.adminSecret }, ca)
    ).body;
    const manager = new ManagementClient(server, token);
    assert.equal(
      (await manager.call(`PUT ${ManagementClient.accountPath('bot')}`, { ca, json: { location: 'local', kind: 'Understanding' } })).status,
      201,
    );
    const azureAccountInfoObject = { azureSubscriptionId: 'sub', resourceGroup: ManagementClient.resourceGroup, accountName: 'bot' };
    assert.equal((await rejectionOf(azureAccounts.assignToApp(app, { azureAccountInfoObject }))).status, 401);
    const customHeaders = { Authorization: `Bearer ${token}` };
    assert.ok((await azureAccounts.listUserLUISAccounts({ customHeaders })).some(({ accountName }) => accountName === 'bot'));
    assert.deepEqual(responseBody(await azureAccounts.assignToApp(app, { azureAccountInfoObject, customHeaders })), DONE);
    assert.deepEqual((await azureAccounts.getAssigned(app, { customHeaders })).map(responseBody), [azureAccountInfoObject]);
    assert.deepEqual(responseBody(await azureAccounts.removeFromApp(app, { azureAccountInfoObject, customHeaders })), DONE);
    assert.deepEqual(Array.from(await azureAccounts.getAssigned(app, { customHeaders })), []);
  });

  test('goes from an empty app to a suggested query', async () => {
    const { apps, model, examples, train, versions } = client;
    const app = await newApp('Cinema');
    const book = (await model.addIntent(app, V, { name: 'BookSeat' })).body;
    await model.addIntent(app, V, { name: 'CancelSeat' });
    const film = (await model.addEntity(app, V, { name: 'Film' })).body;
    const { exampleId, utteranceText } = await examples.add(
      app,
      V,
      labeled('BookSeat', 'two seats for casablanca', ['Film', 'casablanca']),
    );
    assert.deepEqual([exampleId, utteranceText], [1, 'two seats for casablanca']);
    const batch = await examples.batch(app, V, [
      labeled('BookSeat', 'a ticket for vertigo tonight', ['Film', 'vertigo']),
      labeled('BookSeat', 'i want to see alien', ['Film', 'alien']),
      labeled('BookSeat', 'book me in for metropolis', ['Film', 'metropolis']),
      labeled('CancelSeat', 'cancel my seat'),
      labeled('CancelSeat', 'i cannot come, give the money back'),
      labeled('CancelSeat', 'please drop my reservation'),
      labeled('None', 'what is the weather like'),
      labeled('None', 'hello there'),
      labeled('Missing', 'this one is rejected'),
    ]);
    assert.deepEqual(
      batch.map(({ hasError }) => hasError),
      [...Array(8).fill(false), true],
    );
    assert.equal(batch[0]!.value?.exampleId, 2);
    assert.deepEqual(responseBody(await examples.deleteMethod(app, V, 9)), DONE);
    assert.equal((await rejectionOf(apps.publish(app, { versionId: V, isStaging: false }))).status, 400);

    assert.deepEqual([(await train.trainVersion(app, V)).status], ['Queued']);
    const states = await eventually(
      () => train.getStatus(app, V),
      (all) => all.every(({ details }) => !['Queued', 'InProgress'].includes(details!.status!)),
    );
    assert.deepEqual(
      states.map(({ details }) => [details!.statusId, details!.status, details!.trainingDateTime instanceof Date]),
      Array(4).fill([0, 'Success', true]),
    );
    const published = await apps.publish(app, { versionId: V, isStaging: false });
    assert.deepEqual(
      [published.versionId, published.isStaging, published.endpointUrl],
      [V, false, `${server.address}/luis/v2.0/apps/${app}`],
    );
    assert.ok((await versions.get(app, V)).lastPublishedDateTime instanceof Date);

    const reviewed = await examples.list(app, V, { skip: 0, take: 1 });
    assert.deepEqual(
      reviewed.map(({ id, text, intentLabel, entityLabels }) => ({
        id,
        text,
        intentLabel,
        labels: entityLabels!.map((label) => [label.entityName, label.startTokenIndex, label.endTokenIndex]),
      })),
      [{ id: 1, text: 'two seats for casablanca', intentLabel: 'BookSeat', labels: [['Film', 3, 3]] }],
    );
    assert.deepEqual(reviewed[0]!.intentPredictions!.map(({ name }) => name).sort(), ['BookSeat', 'CancelSeat', 'None']);
    assert.equal((await model.examplesMethod(app, V, film)).length, 4);

    const { prediction } = createClient(LUISRuntimeClient, { address: server.address, key: server.key1, ca });
    const query = 'one seat for stalker';
    const { topScoringIntent } = await prediction.resolve(app, query);
    assert.equal(topScoringIntent!.intent, 'BookSeat');
    const [suggested] = await model.listIntentSuggestions(app, V, book, { take: 5 });
    assert.deepEqual([suggested!.text, suggested!.tokenizedText], [query, ['one', 'seat', 'for', 'stalker']]);
    assert.deepEqual(
      (await model.listEntitySuggestions(app, V, film)).map(({ text }) => text),
      suggested!.entityPredictions!.length > 0 ? [query] : [],
    );
    assert.match((await buffer((await apps.downloadQueryLogs(app)).readableStreamBody!)).toString(), /"one seat for stalker",/);
    assert.ok(
      gunzipSync(await buffer((await apps.packagePublishedApplicationAsGzip(app, 'production')).readableStreamBody!)).length > 1000,
    );
    assert.ok(gunzipSync(await buffer((await apps.packageTrainedApplicationAsGzip(app, V)).readableStreamBody!)).length > 1000);
    assert.deepEqual(responseBody(await versions.deleteUnlabelledUtterance(app, V, query)), DONE);
    assert.deepEqual(Array.from(await model.listIntentSuggestions(app, V, book)), []);
  });

  test('rejects an invalid key', async () => {
    const { status, code } = await rejectionOf(
      createClient(LUISAuthoringClient, { address: server.address, key: 'wrong', ca }).apps.list(),
    );
    assert.deepEqual([status, code], [401, '401']);
  });

  test('covers every method of the client', () => {
    assert.deepEqual(watched.uncalled, []);
  });
});
