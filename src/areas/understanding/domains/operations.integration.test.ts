import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../../test/support/memory-app.ts';
import type { AppJson } from '../files/app-json/format.ts';
import { understanding } from '../area.ts';

const BASE = '/luis/api/v2.0';
interface Model {
  id: string;
  name: string;
  typeId: number;
  customPrebuiltDomainName: string;
  customPrebuiltModelName: string;
}
interface Listed {
  name: string;
  culture: string;
  examples: string;
  intents: { name: string; description: string; examples: string }[];
  entities: { name: string; examples: string }[];
}

describe('prebuilt domains over HTTP', () => {
  let app: TestApp;
  let key: string;
  let version: string;
  before(async () => {
    app = await testApp({ areas: [understanding] });
  });
  after(() => app.close());
  const call = (method: string, path: string, body?: unknown): Promise<TestResponse> => app.call({ method, url: BASE + path, key, body });
  /** Creates an account with an app. */
  const withApp = async (name: string, culture = 'en-us'): Promise<void> => {
    ({ key } = await app.createAccount(name));
    version = `/apps/${(await call('POST', '/apps', { name: 'Home', culture })).json<string>()}/versions/0.1`;
  };
  const message = (answer: TestResponse): string => {
    const { error } = answer.json<{ error: { code: string; message: string } }>();
    assert.deepEqual([answer.status, error.code], [400, 'BadArgument']);
    return error.message;
  };
  const exported = async (): Promise<AppJson> => (await call('GET', `${version}/export`)).json<AppJson>();

  test('lists the domains of all cultures and of one', async () => {
    await withApp('lists');
    const all = (await call('GET', '/apps/customprebuiltdomains')).json<Listed[]>();
    assert.deepEqual(
      all.map(({ name }) => name),
      [
        'Calendar',
        'Communication',
        'Email',
        'HomeAutomation',
        'Notes',
        'Places',
        'RestaurantReservation',
        'ToDo',
        'Utilities',
        'Weather',
        'Web',
      ],
    );
    assert.deepEqual((await call('GET', '/apps/customprebuiltdomains/en-US')).json(), all);
    for (const { name, examples, intents, entities } of all) {
      for (const text of [examples, ...intents.flatMap((one) => [one.description, one.examples]), ...entities.map((one) => one.examples)]) {
        assert.ok(text !== '' && !text.includes('{'), name);
      }
    }
    assert.match(message(await call('GET', '/apps/customprebuiltdomains/de-de')), /no prebuilt domains in the culture de-de/);
    assert.match(message(await call('GET', '/apps/customprebuiltdomains/xx')), /culture xx/);
  });

  test('creates an app from a domain', async () => {
    await withApp('apps');
    const answer = await call('POST', '/apps/customprebuiltdomains', { domainName: 'web', culture: 'en-US' });
    const id = answer.json<string>();
    assert.deepEqual([answer.status, String(answer.headers.location).endsWith(`/apps/${id}`)], [201, true]);
    const { name, intents, entities, utterances } = (await call('GET', `/apps/${id}/versions/0.1/export`)).json<AppJson>();
    assert.deepEqual(
      [name, intents.map((one) => one.name), entities.map((one) => one.name)],
      ['Web', ['None', 'Web.WebSearch'], ['Web.SearchEngine', 'Web.SearchText', 'Web.Link']],
    );
    assert.ok(
      utterances.length >= 8 && utterances.every(({ intent, entities: labels }) => intent === 'Web.WebSearch' && labels.length > 0),
    );
    assert.match(message(await call('POST', '/apps/customprebuiltdomains', { domainName: 'Web', culture: 'en-us' })), /already exists/);
    assert.match(
      message(await call('POST', '/apps/customprebuiltdomains', { domainName: 'Space', culture: 'en-us' })),
      /no prebuilt domain Space/,
    );
    assert.match(
      message(await call('POST', '/apps/customprebuiltdomains', { domainName: 'Web', culture: 'fr-fr' })),
      /Web in the culture fr-fr/,
    );
  });

  test('adds a domain to a version only once', async () => {
    await withApp('domain');
    const answer = await call('POST', `${version}/customprebuiltdomains`, { domainName: 'Weather' });
    const ids = answer.json<string[]>();
    const models = (await call('GET', `${version}/customprebuiltmodels`)).json<Model[]>();
    assert.deepEqual([answer.status, models.map(({ id }) => id)], [201, ids]);
    assert.ok(
      models.every((model) => model.customPrebuiltDomainName === 'Weather' && model.name === `Weather.${model.customPrebuiltModelName}`),
    );
    const intents = (await call('GET', `${version}/customprebuiltintents`)).json<Model[]>();
    const entities = (await call('GET', `${version}/customprebuiltentities`)).json<Model[]>();
    assert.deepEqual([...intents, ...entities], models);
    assert.deepEqual((await exported()).intents[1], {
      name: 'Weather.CheckWeatherValue',
      inherits: { domain_name: 'Weather', model_name: 'CheckWeatherValue' },
    });
    assert.match(message(await call('POST', `${version}/customprebuiltdomains`, { domainName: 'Weather' })), /already exists/);
  });

  test('adds single models and labels only existing entities', async () => {
    await withApp('models');
    const entity = await call('POST', `${version}/customprebuiltentities`, { domainName: 'Weather', modelName: 'Location' });
    const intent = await call('POST', `${version}/customprebuiltintents`, { domainName: 'weather', modelName: 'Weather.queryweather' });
    assert.deepEqual([entity.status, intent.status], [201, 201]);
    const { utterances } = await exported();
    assert.ok(utterances.length >= 8);
    assert.deepEqual([...new Set(utterances.flatMap(({ entities }) => entities.map((label) => label.entity)))], ['Weather.Location']);
    const rest = (await call('POST', `${version}/customprebuiltdomains`, { domainName: 'Weather' })).json<string[]>();
    assert.ok(rest.length > 0 && !rest.includes(entity.json()) && !rest.includes(intent.json()));
    assert.match(
      message(await call('POST', `${version}/customprebuiltintents`, { domainName: 'Weather', modelName: 'QueryWeather' })),
      /already exists/,
    );
    assert.match(
      message(await call('POST', `${version}/customprebuiltintents`, { domainName: 'Weather', modelName: 'Location' })),
      /Weather has no intent Location/,
    );
    assert.match(
      message(await call('POST', `${version}/customprebuiltentities`, { domainName: 'Weather', modelName: 'constructor' })),
      /no entity constructor/,
    );
  });

  test('rejects domains for an app of another culture', async () => {
    await withApp('culture', 'it-it');
    assert.match(
      message(await call('POST', `${version}/customprebuiltdomains`, { domainName: 'Weather' })),
      /Weather in the culture it-it/,
    );
  });

  test('rejects a name that another model has', async () => {
    await withApp('taken');
    await call('POST', `${version}/entities`, { name: 'weather.location' });
    assert.match(
      message(await call('POST', `${version}/customprebuiltdomains`, { domainName: 'Weather' })),
      /Weather\.Location already exists/,
    );
    assert.deepEqual(
      (await exported()).intents.map(({ name }) => name),
      ['None'],
    );
  });

  test('deletes a domain with its utterances, labels and patterns', async () => {
    await withApp('deleted');
    await call('POST', `${version}/customprebuiltdomains`, { domainName: 'Web' });
    await call('POST', `${version}/intents`, { name: 'Own' });
    await call('POST', `${version}/patternrule`, { pattern: 'find {Web.SearchText}', intent: 'Web.WebSearch' });
    const example = await call('POST', `${version}/example`, {
      text: 'open the shop',
      intentName: 'Own',
      entityLabels: [{ entityName: 'Web.Link', startCharIndex: 9, endCharIndex: 12 }],
    });
    assert.equal(example.status, 201, example.text);
    assert.equal((await call('DELETE', `${version}/customprebuiltdomains/web`)).status, 200);
    const { intents, entities, patterns, utterances } = await exported();
    assert.deepEqual(
      [intents.map(({ name }) => name), entities, patterns, utterances],
      [['None', 'Own'], [], [], [{ text: 'open the shop', intent: 'Own', entities: [] }]],
    );
    assert.match(message(await call('DELETE', `${version}/customprebuiltdomains/Web`)), /Cannot find a model/);
  });

  test('removes relations to a deleted domain, but keeps it while a part is an instance of its entity', async () => {
    await withApp('related');
    await call('POST', `${version}/customprebuiltdomains`, { domainName: 'Web' });
    const version3 = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      app.call({
        method,
        url: `/luis/authoring/v3.0-preview${version}${path}`,
        key,
        body,
      });
    const own = (
      await version3('POST', '/entities', { name: 'Own', children: [{ name: 'Address', instanceOf: 'Web.Link' }] })
    ).json<string>();
    for (const modelName of ['Web.Link', 'Web.WebSearch']) {
      assert.equal((await version3('POST', `/entities/${own}/features`, { modelName })).status, 200);
    }
    assert.match(message(await call('DELETE', `${version}/customprebuiltdomains/Web`)), /Own::Address is an instance of it/);
    const {
      children: [part],
    } = (await version3('GET', `/entities/${own}`)).json<{ children: [{ id: string }] }>();
    assert.equal((await version3('PATCH', `/entities/${part.id}`, { instanceOf: '' })).status, 200);
    assert.equal((await call('DELETE', `${version}/customprebuiltdomains/Web`)).status, 200);
    assert.deepEqual((await version3('GET', `/entities/${own}/features`)).json(), []);
  });

  test('keeps a domain whose entities are used in other patterns', async () => {
    await withApp('used');
    await call('POST', `${version}/customprebuiltdomains`, { domainName: 'Web' });
    await call('POST', `${version}/patternrule`, { pattern: 'what about {Web.Link}', intent: 'None' });
    assert.match(message(await call('DELETE', `${version}/customprebuiltdomains/Web`)), /Web\.Link is used in the pattern/);
    assert.equal((await exported()).intents.length, 2);
  });
});
