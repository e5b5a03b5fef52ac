/**
 * The vendor's authoring client of v3.0-preview, unmodified: @azure/cognitiveservices-luis-authoring 4.0.0-preview.3, over https.
 *
 * client: @azure/cognitiveservices-luis-authoring 4.0.0-preview.3; version: v3.0-preview; runs: entities with parts, features, labels, import, export, cloud accounts
 * client: @azure/cognitiveservices-luis-runtime 5.0.0; version: v3.0; runs: prediction of the authored app
 */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { LUISAuthoringClient } from 'luis-authoring-v3';
import type { LUISAuthoringModels } from 'luis-authoring-v3';
import { LUISRuntimeClient } from 'luis-runtime-v3';
import { ManagementClient, requestToken, readCertificate, eventually } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { createClient, responseBody, rejectionOf } from '../support/vendor-client.ts';

const DONE = { code: 'Success', message: 'Operation Successful' };
const V = '0.1';

type Label = LUISAuthoringModels.EntityLabelObject;

/** A label of a phrase in a text, with nested labels. */
function label(text: string, entityName: string, phrase: string, ...children: Label[]): Label {
  const startCharIndex = text.indexOf(phrase);
  return { entityName, startCharIndex, endCharIndex: startCharIndex + phrase.length - 1, children };
}

/** A pizza order with labels of the whole, the count and the topping. */
function order(text: string, phrase: string, count: string, ...toppings: string[]): LUISAuthoringModels.ExampleLabelObject {
  return {
    text,
    intentName: 'Order',
    entityLabels: [
      label(text, 'Pizza', phrase, label(text, 'Count', count), ...toppings.map((topping) => label(text, 'Topping', topping))),
    ],
  };
}

describe('@azure/cognitiveservices-luis-authoring 4.0.0-preview.3', () => {
  let server: SharedServer;
  let client: LUISAuthoringClient;
  let ca: string;
  before(async () => {
    server = await sharedServer('--tls');
    ca = readCertificate(server);
    client = createClient(LUISAuthoringClient, { address: server.address, key: server.key1, ca });
  });

  async function newApp(name: string): Promise<string> {
    return (await client.apps.add({ name, culture: 'en-us', initialVersionId: V })).body;
  }

  test('entities with parts', async () => {
    const { model } = client;
    const app = await newApp('Parts');
    const [{ id: number }] = (await model.addPrebuilt(app, V, ['number'])) as unknown as [{ id: string }];
    const pizza = (
      await model.addEntity(app, V, {
        name: 'Pizza',
        children: [
          { name: 'Count', instanceOf: 'number' },
          { name: 'Topping', children: [{ name: 'Kind' }] },
        ],
      })
    ).body;
    const shape = (children: LUISAuthoringModels.ChildEntity[] = []): unknown[] =>
      children.map(({ name, instanceOf, typeId, readableType, children: within }) => [
        name,
        instanceOf,
        typeId,
        readableType,
        shape(within),
      ]);
    const learned = [1, 'Child Entity Extractor'];
    assert.deepEqual(shape((await model.getEntity(app, V, pizza)).children), [
      ['Count', 'number', ...learned, []],
      ['Topping', null, ...learned, [['Kind', null, ...learned, []]]],
    ]);
    assert.deepEqual(await rejectionOf(model.deletePrebuilt(app, V, number)), {
      status: 400,
      code: 'BadArgument',
      message: 'The entity number cannot be deleted: Pizza::Count is an instance of it.',
    });

    const size = (await model.addEntityChild(app, V, pizza, { name: 'Size', children: [{ name: 'Unit' }] })).body;
    assert.equal((await model.getEntity(app, V, size)).name, 'Size');
    const deep = (await model.addEntityChild(app, V, size, { name: 'Value' })).body;
    await model.updateEntityChild(app, V, size, { name: 'Diameter' });
    await model.updateEntityChild(app, V, deep, { name: 'Number', instanceOf: 'number' });
    await model.updateEntityChild(app, V, pizza, { name: 'Pie' });
    const [pie] = await model.listEntities(app, V);
    assert.deepEqual(
      [pie!.name, shape(pie!.children).at(-1)],
      [
        'Pie',
        [
          'Diameter',
          null,
          ...learned,
          [
            ['Unit', null, ...learned, []],
            ['Number', 'number', ...learned, []],
          ],
        ],
      ],
    );
    assert.equal((await rejectionOf(model.addEntityChild(app, V, pizza, { name: 'topping' }))).status, 400);
    assert.equal((await rejectionOf(model.updateEntityChild(app, V, deep, { instanceOf: 'nobody' }))).status, 400);
    await model.deleteEntity(app, V, size);
    assert.deepEqual(
      (await model.listModels(app, V)).find(({ name }) => name === 'Pie')!.children?.map(({ name }) => name),
      ['Count', 'Topping'],
    );
    assert.equal((await rejectionOf(model.getEntity(app, V, deep))).status, 400);
    assert.deepEqual(responseBody(await model.deleteEntity(app, V, pizza)), DONE);
  });

  test('feature relations', async () => {
    const { model, features } = client;
    const app = await newApp('Relations');
    const intent = (await model.addIntent(app, V, { name: 'Order' })).body;
    const entity = (await model.addEntity(app, V, { name: 'Pizza', children: [{ name: 'Topping' }] })).body;
    const other = (await model.addEntity(app, V, { name: 'Drink' })).body;
    const part = (await model.getEntity(app, V, entity)).children![0]!.id;
    const list = (
      await features.addPhraseList(app, V, { name: 'Toppings', phrases: 'ham,olives', isExchangeable: true, enabledForAllModels: false })
    ).body;
    assert.equal((await features.getPhraseList(app, V, list)).enabledForAllModels, false);
    await features.updatePhraseList(app, V, list, { phraselistUpdateObject: { enabledForAllModels: true } });
    assert.deepEqual(
      (await features.listPhraseLists(app, V)).map(({ enabledForAllModels }) => enabledForAllModels),
      [true],
    );
    assert.deepEqual(
      (await features.list(app, V)).phraselistFeatures?.map(({ name }) => name),
      ['Toppings'],
    );

    assert.deepEqual(responseBody(await features.addIntentFeature(app, V, intent, { modelName: 'Pizza' })), DONE);
    await features.addIntentFeature(app, V, intent, { featureName: 'Toppings', isRequired: true });
    assert.deepEqual((await model.getIntentFeatures(app, V, intent)).map(responseBody), [
      { modelName: 'Pizza' },
      { featureName: 'Toppings', isRequired: true },
    ]);
    await model.replaceIntentFeatures(app, V, intent, [{ modelName: 'Pizza' }, { modelName: 'Drink' }]);
    await features.addEntityFeature(app, V, part, { featureName: 'Toppings' });
    await model.replaceEntityFeatures(app, V, entity, [{ modelName: 'Drink' }, { featureName: 'Toppings' }]);
    await model.deleteEntityFeature(app, V, entity, { featureName: 'Toppings' });
    assert.deepEqual((await model.getEntityFeatures(app, V, entity)).map(responseBody), [{ modelName: 'Drink' }]);
    assert.equal((await rejectionOf(model.deleteIntentFeature(app, V, intent, { featureName: 'Toppings' }))).status, 400);
    for (const wrong of [{}, { modelName: 'Pizza', featureName: 'Toppings' }, { modelName: 'Nobody' }, { featureName: 'Pizza' }]) {
      assert.equal((await rejectionOf(features.addIntentFeature(app, V, intent, wrong))).status, 400);
    }

    await model.updateEntityChild(app, V, other, { name: 'Beverage' });
    assert.deepEqual(
      [
        (await model.getIntentFeatures(app, V, intent)).map(responseBody),
        (await model.getEntityFeatures(app, V, entity)).map(responseBody),
      ],
      [[{ modelName: 'Pizza' }, { modelName: 'Beverage' }], [{ modelName: 'Beverage' }]],
    );
    await model.deleteEntity(app, V, other);
    await features.deletePhraseList(app, V, list);
    assert.deepEqual(responseBody(await model.deleteIntentFeature(app, V, intent, { modelName: 'Pizza' })), DONE);
    assert.deepEqual(
      [
        (await model.getIntentFeatures(app, V, intent)).length,
        (await model.getEntityFeatures(app, V, entity)).length,
        (await model.getEntityFeatures(app, V, part)).length,
      ],
      [0, 0, 0],
    );
  });

  test('imported hierarchical entities and composites', async () => {
    const { apps, model } = client;
    const app = (
      await apps.importV2App({
        luisSchemaVersion: '3.0.0',
        name: 'Older',
        versionId: V,
        culture: 'en-us',
        intents: [{ name: 'None' }],
        entities: [
          { name: 'Side', children: ['Left', 'Right'] },
          { name: 'Drink', children: [] },
        ],
        composites: [{ name: 'Menu', children: ['Drink'] }],
        modelFeatures: [{ name: 'Drinks', words: 'water,wine', mode: true, activated: true }],
        utterances: [{ text: 'some wine', intent: 'None', entities: [{ startPos: 5, endPos: 8, entity: 'Drink' }] }],
      })
    ).body;
    const [side] = await model.listHierarchicalEntities(app, V);
    await model.updateHierarchicalEntity(app, V, side!.id, { name: 'Direction' });
    await model.updateHierarchicalEntityChild(app, V, side!.id, side!.children![0]!.id, { name: 'West' });
    const renamed = await model.getHierarchicalEntity(app, V, side!.id);
    assert.deepEqual(
      [renamed.name, renamed.children!.map(({ name, readableType }) => [name, readableType])],
      ['Direction', ['West', 'Right'].map((name) => [name, 'Hierarchical Child Entity Extractor'])],
    );
    assert.equal((await model.getHierarchicalEntityChild(app, V, side!.id, side!.children![0]!.id)).name, 'West');
    const [menu] = await model.listCompositeEntities(app, V);
    await model.updateCompositeEntity(app, V, menu!.id, { name: 'Card', children: ['Drink', 'Direction'] });
    assert.deepEqual(
      (await model.getCompositeEntity(app, V, menu!.id)).children?.map(({ name }) => name),
      ['Drink', 'Direction'],
    );
    await model.deleteHierarchicalEntityChild(app, V, side!.id, side!.children![0]!.id);
    await model.deleteCompositeEntity(app, V, menu!.id);
    assert.deepEqual(responseBody(await model.deleteHierarchicalEntity(app, V, side!.id)), DONE);
    assert.equal(
      (
        await client.versions.importV2App(
          app,
          { luisSchemaVersion: '3.0.0', name: 'Older', culture: 'en-us', intents: [{ name: 'None' }] },
          { versionId: '0.2' },
        )
      ).body,
      '0.2',
    );
  });

  test('export and import as JSON and .lu', async () => {
    const { apps, versions, model, examples, features } = client;
    const app = await newApp('Files');
    await model.addIntent(app, V, { name: 'Order' });
    await model.addEntity(app, V, { name: 'Pizza', children: [{ name: 'Count' }, { name: 'Topping' }] });
    await features.addPhraseList(app, V, { name: 'Toppings', phrases: 'ham,olives', isExchangeable: true, enabledForAllModels: false });
    await examples.add(app, V, order('two with ham', 'two with ham', 'two', 'ham'), { enableNestedChildren: true });
    const file = await versions.exportMethod(app, V);
    assert.deepEqual(
      file.entities?.map(({ name, children }) => [name, children?.map((child) => child.name)]),
      [['Pizza', ['Count', 'Topping']]],
    );
    assert.deepEqual(
      file.phraselists?.map(({ name, words, enabledForAllModels }) => [name, words, enabledForAllModels]),
      [['Toppings', 'ham,olives', false]],
    );
    assert.deepEqual(
      file.utterances?.[0]?.entities?.map(({ entity, children }) => [entity, children?.map((child) => child.entity)]),
      [['Pizza', ['Count', 'Topping']]],
    );
    const again = (await apps.importMethod(file, { appName: 'Files again' })).body;
    assert.equal((await versions.importMethod(app, file, { versionId: '0.2' })).body, '0.2');
    assert.deepEqual(responseBody(await versions.exportMethod(again, V)), { ...responseBody(file), name: 'Files again' });

    const text = (await buffer((await versions.exportLuFormat(app, V)).readableStreamBody!)).toString();
    assert.match(text, /^# Order$/m);
    const fromText = (await apps.importLuFormat(text, { appName: 'Text' })).body;
    assert.deepEqual(
      (await model.listEntities(fromText, V)).map(({ name, children }) => [name, children?.map((child) => child.name)]),
      [['Pizza', ['Count', 'Topping']]],
    );
    assert.equal((await versions.importLuFormat(app, text, { versionId: '0.3' })).body, '0.3');
    const { status, message } = await rejectionOf(apps.importLuFormat('# Order\n- {@', { appName: 'Broken' }));
    assert.deepEqual([status, /line 2/.test(message!)], [400, true]);
  });

  test('cloud accounts', async () => {
    const { azureAccounts } = client;
    const app = await newApp('Shared');
    const { access_token: armToken } = (
      await requestToken(server, { grant_type: 'client_credentials', client_id: 'admin', client_secret: server.adminSecret }, ca)
    ).body;
    assert.equal(
      (
        await new ManagementClient(server, armToken).call(`PUT ${ManagementClient.accountPath('bot')}`, {
          ca,
          json: { location: 'local', kind: 'Understanding' },
        })
      ).status,
      201,
    );
    const azureAccountInfoObject = { azureSubscriptionId: 'sub', resourceGroup: ManagementClient.resourceGroup, accountName: 'bot' };
    assert.equal((await rejectionOf(azureAccounts.assignToApp(app, { azureAccountInfoObject }))).status, 401);
    assert.equal((await rejectionOf(azureAccounts.assignToApp(app, { azureAccountInfoObject, armToken: 'wrong' }))).status, 401);
    assert.deepEqual(responseBody(await azureAccounts.assignToApp(app, { azureAccountInfoObject, armToken })), DONE);
    assert.deepEqual((await azureAccounts.getAssigned(app, { armToken: `Bearer ${armToken}` })).map(responseBody), [
      azureAccountInfoObject,
    ]);
    assert.ok((await azureAccounts.listUserLUISAccounts({ armToken })).some(({ accountName }) => accountName === 'bot'));
    assert.deepEqual(responseBody(await azureAccounts.removeFromApp(app, { azureAccountInfoObject, armToken })), DONE);
  });

  test('goes from nested labels to a suggested query', async () => {
    const { apps, model, examples, train } = client;
    const app = await newApp('Pizzeria');
    const intent = (await model.addIntent(app, V, { name: 'Order' })).body;
    const pizza = (await model.addEntity(app, V, { name: 'Pizza', children: [{ name: 'Count' }, { name: 'Topping' }] })).body;
    assert.equal(
      (await examples.add(app, V, order('i want two pizzas with ham', 'two pizzas with ham', 'two', 'ham'), { enableNestedChildren: true }))
        .exampleId,
      1,
    );
    const batch = await examples.batch(
      app,
      V,
      [
        order('bring one pizza with olives', 'one pizza with olives', 'one', 'olives'),
        order('please make three pizzas with cheese', 'three pizzas with cheese', 'three', 'cheese'),
        order('i would like four pizzas with tuna', 'four pizzas with tuna', 'four', 'tuna'),
        order('bring two pizzas with cheese', 'two pizzas with cheese', 'two', 'cheese'),
        order('send me one pizza with ham', 'one pizza with ham', 'one', 'ham'),
        { text: 'hello there', intentName: 'None' },
        { text: 'what time is it', intentName: 'None' },
        { text: 'thank you so much', intentName: 'None' },
      ],
      { enableNestedChildren: true },
    );
    assert.deepEqual(
      batch.filter(({ hasError }) => hasError),
      [],
    );
    const outside = {
      text: 'one with ham and salt',
      intentName: 'Order',
      entityLabels: [
        {
          entityName: 'Pizza',
          startCharIndex: 0,
          endCharIndex: 11,
          children: [{ entityName: 'Topping', startCharIndex: 17, endCharIndex: 20 }],
        },
      ],
    };
    assert.match((await rejectionOf(examples.add(app, V, outside))).message!, /outside of the label/);

    await train.trainVersion(app, V);
    const states = await eventually(
      () => train.getStatus(app, V),
      (all) => all.every(({ details }) => !['Queued', 'InProgress'].includes(details!.status!)),
    );
    assert.deepEqual(states.filter(({ details }) => details!.status !== 'Success').map(responseBody), []);
    await apps.publish(app, { versionId: V, isStaging: true });

    const [nested] = await examples.list(app, V, { take: 1, enableNestedChildren: true });
    assert.deepEqual(
      nested!.entityLabels!.map(({ entityName, children }) => [
        entityName,
        children!.map((child) => [child.entityName, child.startTokenIndex, child.endTokenIndex]),
      ]),
      [
        [
          'Pizza',
          [
            ['Count', 2, 2],
            ['Topping', 5, 5],
          ],
        ],
      ],
    );
    const [flat] = await examples.list(app, V, { take: 1 });
    assert.deepEqual(
      flat!.entityLabels!.map(({ entityName }) => entityName),
      ['Pizza', 'Pizza::Count', 'Pizza::Topping'],
    );

    const { prediction } = createClient(LUISRuntimeClient, { address: server.address, key: server.key1, ca });
    const query = 'bring three pizzas with tuna';
    const answer = await prediction.getSlotPrediction(app, 'Staging', { query }, { verbose: true });
    assert.equal(answer.prediction.topIntent, 'Order');
    const [found] = (answer.prediction.entities as { Pizza: { Count: string[]; Topping: string[] }[] }).Pizza;
    assert.deepEqual([found!.Count, found!.Topping], [['three'], ['tuna']]);
    const [suggested] = await model.listIntentSuggestions(app, V, intent, { enableNestedChildren: true });
    assert.deepEqual(
      [
        suggested!.text,
        suggested!.entityPredictions!.map(({ entityName, children }) => [entityName, children!.map((child) => child.entityName)]),
      ],
      [query, [['Pizza', ['Count', 'Topping']]]],
    );
    assert.deepEqual(
      (await model.listEntitySuggestions(app, V, pizza)).map(({ entityPredictions }) =>
        entityPredictions!.map(({ entityName }) => entityName),
      ),
      [['Pizza', 'Pizza::Count', 'Pizza::Topping']],
    );
  });
});
