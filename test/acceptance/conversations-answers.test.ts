/** Predictions of conversation projects: entity components, languages, offset units, thresholds, orchestrations. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import { NEWEST, OLDEST, ProjectAuthor, utterance } from '../support/conversations.ts';
import type { Found, OrchestrationPrediction, Prediction, Refused } from '../support/conversations.ts';
import { ManagementClient } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const KITCHEN = [
  ...[
    'order a [Dish:goulash]',
    'i would like the [Dish:lentil soup]',
    'bring me a [Dish:risotto]',
    'we take two plates of [Dish:couscous]',
    'one [Dish:onion tart] please',
    'i want to eat [Dish:ramen]',
  ].map((one) => utterance('Order', one)),
  ...['the bill please', 'can i pay by card', 'how much is it', 'we want to pay', 'let us settle up', 'what do i owe you'].map((one) =>
    utterance('Pay', one),
  ),
  ...['nice music here', 'where are you from', 'what a rainy day'].map((one) => utterance('None', one)),
];
const KITCHEN_INTENTS = [{ category: 'Order' }, { category: 'Pay' }];

describe('predictions of conversation projects', () => {
  let server: SharedServer;
  let author: ProjectAuthor;
  before(async () => {
    server = await sharedServer();
    author = new ProjectAuthor(server, server.key1);
  });

  /** Imports, trains on everything, deploys. */
  const project = async (name: string, assets: object, metadata: Record<string, unknown> = {}): Promise<void> => {
    assert.equal((await author.import(name, assets, metadata)).status, 'succeeded');
    await author.ready(name);
  };
  const found = ({ entities }: Prediction, category: string): Omit<Found, 'confidenceScore'>[] =>
    entities.filter((one) => one.category === category).map(({ confidenceScore: _score, ...rest }) => rest);

  describe('components', () => {
    const sublists = [
      { listKey: 'Large', synonyms: [{ language: 'en', values: ['large', 'big', 'huge'] }] },
      { listKey: 'Small', synonyms: [{ language: 'en', values: ['small', 'half'] }] },
    ];
    before(async () => {
      await project('Components', {
        intents: KITCHEN_INTENTS,
        utterances: KITCHEN,
        entities: [
          { category: 'Dish' },
          { category: 'Size', list: { sublists } },
          { category: 'Table', regex: { expressions: [{ regexKey: 'letters', language: 'en', regexPattern: 't[0-9]{2}' }] } },
          { category: 'Count', prebuilts: [{ category: 'Quantity.Number' }] },
          { category: 'When', prebuilts: [{ category: 'DateTime' }] },
          { category: 'Price', prebuilts: [{ category: 'Quantity.Currency' }] },
          { category: 'Weight', prebuilts: [{ category: 'Quantity.Dimension' }] },
          { category: 'Place', prebuilts: [{ category: 'Quantity.Ordinal' }] },
          { category: 'Heat', prebuilts: [{ category: 'Quantity.Temperature' }] },
          { category: 'Mail', prebuilts: [{ category: 'Email' }] },
          { category: 'Name', prebuilts: [{ category: 'Person.Name' }] },
          { category: 'City', prebuilts: [{ category: 'Geography.Location' }] },
          { category: 'Company', prebuilts: [{ category: 'General.Organization' }] },
        ],
      });
    });

    test('a list returns its key in the form of each version, and does not match the key itself', async () => {
      const text = 'a huge plate';
      assert.deepEqual(found(await author.ask('Components', text), 'Size'), [
        { category: 'Size', text: 'huge', offset: 2, length: 4, extraInformation: [{ extraInformationKind: 'ListKey', key: 'Large' }] },
      ]);
      assert.deepEqual(found(await author.askFormer('Components', text), 'Size'), [
        { category: 'Size', text: 'huge', offset: 2, length: 4, listKeys: ['Large'] },
      ]);
      await project('KeyOnly', {
        intents: KITCHEN_INTENTS,
        utterances: KITCHEN,
        entities: [
          { category: 'Dish' },
          { category: 'Size', list: { sublists: [{ listKey: 'grande', synonyms: [{ language: 'en', values: ['large'] }] }] } },
        ],
      });
      assert.deepEqual(
        found(await author.ask('KeyOnly', 'one grande and one large'), 'Size').map(({ text: words }) => words),
        ['large'],
      );
    });

    test('an expression returns its key in the versions that have it', async () => {
      const asked = async (version: string): Promise<object | undefined> =>
        found(await author.ask('Components', 'we sit at T07', { version }), 'Table')[0];
      const plain = { category: 'Table', text: 'T07', offset: 10, length: 3 };
      for (const version of [NEWEST, '2022-10-01-preview']) {
        assert.deepEqual(await asked(version), {
          ...plain,
          extraInformation: [{ extraInformationKind: 'RegexKey', key: 'letters', regexPattern: 't[0-9]{2}' }],
        });
      }
      for (const version of ['2022-05-01', '2022-05-15-preview']) assert.deepEqual(await asked(version), plain);
    });

    test('prebuilts return resolutions of the published kinds', async () => {
      const resolved = async (text: string, category: string): Promise<object> => {
        const [one] = found(await author.ask('Components', text), category);
        assert.ok(one, `${category} in ${text}`);
        return {
          text: one.text,
          resolutions: one.resolutions,
          subtype: (one.extraInformation as { value: string }[] | undefined)?.[0]?.value,
        };
      };
      assert.deepEqual(await resolved('bring 3 soups', 'Count'), {
        text: '3',
        resolutions: [{ resolutionKind: 'NumberResolution', numberKind: 'Integer', value: 3 }],
        subtype: 'quantity.number',
      });
      assert.deepEqual(await resolved('that was 12 euros', 'Price'), {
        text: '12 euros',
        resolutions: [{ resolutionKind: 'CurrencyResolution', ISO4217: 'EUR', value: 12, unit: 'Euro' }],
        subtype: 'quantity.currency',
      });
      assert.deepEqual(await resolved('a steak of 2 kilograms', 'Weight'), {
        text: '2 kilograms',
        resolutions: [{ resolutionKind: 'WeightResolution', value: 2, unit: 'Kilogram' }],
        subtype: 'quantity.weight',
      });
      assert.deepEqual(await resolved('the third course', 'Place'), {
        text: 'third',
        resolutions: [{ resolutionKind: 'OrdinalResolution', offset: '3', relativeTo: 'Start', value: '3' }],
        subtype: 'quantity.ordinal',
      });
      assert.deepEqual(await resolved('served at 60 degrees celsius', 'Heat'), {
        text: '60 degrees celsius',
        resolutions: [{ resolutionKind: 'TemperatureResolution', value: 60, unit: 'Celsius' }],
        subtype: 'quantity.temperature',
      });
      assert.deepEqual(await resolved('a table on 3 may 2031', 'When'), {
        text: '3 may 2031',
        resolutions: [{ resolutionKind: 'DateTimeResolution', dateTimeSubKind: 'Date', timex: '2031-05-03', value: '2031-05-03' }],
        subtype: 'datetime.date',
      });
      assert.deepEqual(await resolved('closed from 3 may 2031 to 5 may 2031', 'When'), {
        text: 'from 3 may 2031 to 5 may 2031',
        resolutions: [
          {
            resolutionKind: 'TemporalSpanResolution',
            timex: '(2031-05-03,2031-05-05,P2D)',
            begin: '2031-05-03',
            end: '2031-05-05',
            duration: 'P2D',
          },
        ],
        subtype: 'datetime.daterange',
      });
      assert.deepEqual(await resolved('write to cook@example.com', 'Mail'), {
        text: 'cook@example.com',
        resolutions: undefined,
        subtype: 'email',
      });
      assert.deepEqual(await resolved('a table for Anna Miller tonight', 'Name'), {
        text: 'Anna Miller',
        resolutions: undefined,
        subtype: 'person.name',
      });
      assert.deepEqual(await resolved('the best soup in paris', 'City'), {
        text: 'paris',
        resolutions: undefined,
        subtype: 'geography.location',
      });
      assert.deepEqual(
        found(await author.ask('Components', 'we are from Contoso Ltd'), 'Company'),
        [],
        'a prebuilt that needs a model which is not here is kept, and finds nothing',
      );
    });

    test('overlapping components follow the composition setting', async () => {
      const list = { sublists: [{ listKey: 'soup', synonyms: [{ language: 'en', values: ['tomato soup', 'broth'] }] }] };
      const regex = { expressions: [{ regexKey: 'of the day', regexPattern: 'soup of the day' }] };
      const entities = ['combineComponents', 'returnLongestOverlap', 'separateComponents', 'requireExactOverlap'].map(
        (compositionSetting) => ({ category: compositionSetting, compositionSetting, list, regex }),
      );
      await project('Overlaps', {
        intents: KITCHEN_INTENTS,
        utterances: KITCHEN,
        entities: [
          { category: 'Dish' },
          ...entities,
          { category: 'unset', list, regex },
          { category: 'required', list, regex, requiredComponents: ['regex'] },
        ],
      });
      const answer = await author.ask('Overlaps', 'tomato soup of the day then broth');
      const texts = (category: string): string[] => found(answer, category).map(({ text }) => text);
      assert.deepEqual(texts('combineComponents'), ['tomato soup of the day', 'broth']);
      assert.deepEqual(texts('unset'), texts('combineComponents'));
      assert.deepEqual(texts('returnLongestOverlap'), ['soup of the day', 'broth']);
      assert.deepEqual(texts('separateComponents'), ['tomato soup', 'soup of the day', 'broth']);
      assert.deepEqual(texts('requireExactOverlap'), []);
      assert.deepEqual(texts('required'), ['tomato soup of the day'], 'where a component is required, what lacks it is left out');
    });

    test('learns entities with nested labels', async () => {
      const utterances = ['oslo', 'lima', 'cairo', 'porto', 'kyoto', 'quito', 'perth', 'lagos'].map((city) => {
        const text = `send it to 5 main street ${city} today`;
        return {
          text,
          intent: 'Send',
          entities: [
            { category: 'Address', offset: 11, length: 14 + city.length },
            { category: 'City', offset: 25, length: city.length },
          ],
        };
      });
      await project('Nested', { intents: [{ category: 'Send' }], entities: [{ category: 'Address' }, { category: 'City' }], utterances });
      const answer = await author.ask('Nested', 'send it to 5 main street hanoi today');
      assert.deepEqual([found(answer, 'Address')[0]?.text, found(answer, 'City')[0]?.text], ['5 main street hanoi', 'hanoi']);
    });
  });

  test('returns None when the best intent is below the threshold', async () => {
    const top = async (): Promise<string> => (await author.ask('Components', 'order a risotto')).topIntent;
    assert.equal(await top(), 'Order');
    await author.ok(
      'PATCH /projects/Components',
      { settings: { confidenceThreshold: 1 } },
      { headers: { 'content-type': 'application/merge-patch+json' } },
    );
    assert.equal(await top(), 'None');
    await author.ok(
      'PATCH /projects/Components',
      { settings: { confidenceThreshold: 0 } },
      { headers: { 'content-type': 'application/merge-patch+json' } },
    );
    assert.equal(await top(), 'Order');
  });

  test('returns offsets in the requested unit', async () => {
    // A family emoji is one element of 5 code points and 8 code units; e with a combining acute is one element of two.
    const text = '👨‍👩‍👧 cafe\u0301: a huge plate';
    const at = async (stringIndexType?: string): Promise<number[]> => {
      const [{ text: words, offset, length }] = found(
        await author.ask('Components', text, { parameters: { ...(stringIndexType !== undefined && { stringIndexType }) } }),
        'Size',
      ) as [Found];
      assert.equal(words, 'huge');
      return [offset, length];
    };
    const start = text.indexOf('huge');
    const codePoints = Array.from(text.slice(0, start)).length;
    const elements = Array.from(new Intl.Segmenter().segment(text.slice(0, start))).length;
    assert.deepEqual(await at('Utf16CodeUnit'), [start, 4]);
    assert.deepEqual(await at('UnicodeCodePoint'), [codePoints, 4]);
    for (const given of ['TextElements_v8', 'TextElement_V8', undefined]) assert.deepEqual(await at(given), [elements, 4]);
    assert.deepEqual(new Set([start, codePoints, elements]).size, 3);
    assert.deepEqual(found(await author.askFormer('Components', text), 'Size')[0]!.offset, elements);
  });

  test('a multilingual project uses texts, lists, expressions and prebuilts in the language of the query', async () => {
    const german = [
      ...[
        'bestelle ein [Dish:gulasch]',
        'ich nehme die [Dish:linsensuppe]',
        'bring mir bitte ein [Dish:risotto]',
        'ich möchte [Dish:spätzle] essen',
        'wir bestellen [Dish:knödel]',
      ].map((one) => utterance('Order', one, { language: 'de' })),
      ...['die rechnung bitte', 'kann ich mit karte zahlen', 'wir möchten zahlen', 'was schulde ich dir', 'zahlen bitte'].map((one) =>
        utterance('Pay', one, { language: 'de' }),
      ),
    ];
    const sublists = [
      {
        listKey: 'Large',
        synonyms: [
          { language: 'en', values: ['large'] },
          { language: 'de', values: ['groß', 'große'] },
        ],
      },
      { listKey: 'Present', synonyms: [{ language: 'en', values: ['gift'] }] },
    ];
    const expressions = [
      { regexKey: 'english', language: 'en', regexPattern: 'table [0-9]+' },
      { regexKey: 'german', language: 'de', regexPattern: 'tisch [0-9]+' },
    ];
    await project(
      'Languages',
      {
        intents: KITCHEN_INTENTS,
        utterances: [...KITCHEN, ...german],
        entities: [
          { category: 'Dish' },
          { category: 'Size', list: { sublists } },
          { category: 'Table', regex: { expressions } },
          { category: 'Count', prebuilts: [{ category: 'Quantity.Number' }] },
        ],
      },
      { multilingual: true },
    );
    const asked = async (text: string, language?: string): Promise<[string, ...string[]]> => {
      const { topIntent, entities } = await author.ask('Languages', text, { item: { ...(language !== undefined && { language }) } });
      return [topIntent, ...entities.map(({ category, text: words }) => `${category}: ${words}`)];
    };
    assert.deepEqual(await asked('wir möchten gern zahlen', 'de'), ['Pay']);
    assert.deepEqual(await asked('we want to pay now', 'en'), ['Pay']);
    const german5 = await asked('bestelle die große linsensuppe an tisch 5', 'de-DE');
    for (const wanted of ['Order', 'Size: große', 'Dish: linsensuppe', 'Table: tisch 5']) {
      assert.ok(german5.includes(wanted), `${wanted} in ${german5.join(', ')}`);
    }
    const [, ...english] = await asked('a large gift for table 5');
    assert.deepEqual(
      english.filter((one) => !one.startsWith('Dish')),
      ['Size: large', 'Size: gift', 'Table: table 5', 'Count: 5'],
    );
    const [, ...other] = await asked('das gift steht an table 5', 'de');
    assert.deepEqual(
      other.filter((one) => /Size|Table/.test(one)),
      [],
      'words of another language are not looked for',
    );
    const former = await author.askFormer('Languages', 'die große rechnung bitte', { language: 'de' });
    assert.deepEqual([former.topIntent, former.entities.map(({ listKeys }) => listKeys)], ['Pay', [['Large']]]);
  });

  describe('orchestration', () => {
    const app = (): Author => new Author(server, server.key1);
    let travel: Author;
    before(async () => {
      await project('Diner', { intents: KITCHEN_INTENTS, entities: [{ category: 'Dish' }], utterances: KITCHEN });
      travel = await app().create('Travel');
      await travel.add('intents', { name: 'Fly' });
      await travel.add('entities', { name: 'City' });
      await travel.label(
        'Fly',
        'fly to [City:rome]',
        'book a flight to [City:oslo]',
        'i need a plane to [City:lima]',
        'get me to [City:cairo] by plane',
        'flights to [City:quito]',
        'take off to [City:porto]',
      );
      await travel.label('None', 'hello there', 'what a day', 'sing a song');
      await travel.train();
      await travel.publish();
      const orchestration = (field: string, value: object): object => ({
        targetProjectKind: {
          cluOrchestration: 'Conversation',
          conversationOrchestration: 'Conversation',
          luisOrchestration: 'Luis',
          questionAnsweringOrchestration: 'QuestionAnswering',
        }[field],
        [field]: value,
      });
      await project(
        'Desk',
        {
          intents: [
            {
              category: 'Food',
              orchestration: orchestration('conversationOrchestration', { projectName: 'Diner', deploymentName: 'production' }),
            },
            { category: 'Trips', orchestration: orchestration('luisOrchestration', { appId: travel.appId, slotName: 'production' }) },
            { category: 'Questions', orchestration: orchestration('questionAnsweringOrchestration', { projectName: 'Answers' }) },
            {
              category: 'Lost',
              orchestration: orchestration('conversationOrchestration', { projectName: 'Nowhere', deploymentName: 'production' }),
            },
            {
              category: 'Loop',
              orchestration: orchestration('conversationOrchestration', { projectName: 'Desk', deploymentName: 'production' }),
            },
            { category: 'Greeting' },
          ],
          utterances: [
            ...['fly to rome', 'book a flight to oslo', 'i need a plane', 'flights for tomorrow', 'take off to porto'].map((one) =>
              utterance('Trips', one),
            ),
            ...['what are your opening hours', 'do you have parking', 'is there wifi', 'are dogs allowed', 'which hours are you open'].map(
              (one) => utterance('Questions', one),
            ),
            ...['good morning', 'hello there', 'hi everybody', 'good evening', 'greetings'].map((one) => utterance('Greeting', one)),
            ...['umbrella gone missing', 'i lost my umbrella', 'my scarf has been lost'].map((one) => utterance('Lost', one)),
            ...['round and round', 'once more round', 'round again'].map((one) => utterance('Loop', one)),
          ],
        },
        { kind: 'Orchestration' },
      );
    });

    test('calls the target project of the intent, and trains on its utterances', async () => {
      const { topIntent, projectKind, intents } = await author.ask<OrchestrationPrediction>('Desk', 'i would like the goulash');
      assert.deepEqual([topIntent, projectKind, intents.Food!.targetProjectKind], ['Food', 'Orchestration', 'Conversation']);
      assert.deepEqual(Object.keys(intents).sort(), ['Food', 'Greeting', 'Loop', 'Lost', 'None', 'Questions', 'Trips']);
      const { query, prediction } = intents.Food!.result as { query: string; prediction: Prediction };
      assert.deepEqual(
        [query, prediction.projectKind, prediction.topIntent, found(prediction, 'Dish')],
        ['i would like the goulash', 'Conversation', 'Order', [{ category: 'Dish', text: 'goulash', offset: 17, length: 7 }]],
      );
      assert.deepEqual(
        Object.entries(intents)
          .filter(([, { result }]) => result)
          .map(([name]) => name),
        ['Food'],
        'only the one that was asked has a result',
      );
      const former = await author.askFormer<OrchestrationPrediction>('Desk', 'i would like the goulash');
      assert.deepEqual(
        [
          former.projectKind,
          former.intents.Food!.targetKind,
          former.intents.Trips!.targetKind,
          former.intents.Questions!.targetKind,
          former.intents.Greeting!.targetKind,
          former.intents.Food!.result!.prediction!.projectKind,
        ],
        ['workflow', 'conversation', 'luis', 'question_answering', 'non_linked', 'conversation'],
      );
    });

    test('calls an understanding app, which replies like prediction v3.0', async () => {
      const text = 'book a flight to hanoi';
      const { topIntent, intents } = await author.ask<OrchestrationPrediction>('Desk', text, {
        parameters: {
          isLoggingEnabled: false,
          targetProjectParameters: { Trips: { targetProjectKind: 'Luis', callingOptions: { verbose: true } } },
        },
      });
      assert.deepEqual([topIntent, intents.Trips!.targetProjectKind, intents.Trips!.apiVersion], ['Trips', 'Luis', 'v3.0']);
      assert.deepEqual(intents.Trips!.result, { query: text, prediction: await travel.ask3(text) });
    });

    test('returns an intent without a target on its own', async () => {
      const { topIntent, intents } = await author.ask<OrchestrationPrediction>('Desk', 'good morning everybody');
      assert.deepEqual(
        [topIntent, intents.Greeting!.targetProjectKind, intents.Greeting!.result!.prediction!.topIntent],
        ['Greeting', 'NonLinked', 'Greeting'],
      );
    });

    test('returns an error for the target of a question-answering intent', async () => {
      const { topIntent, intents } = await author.ask<OrchestrationPrediction>('Desk', 'what are your opening hours');
      assert.deepEqual(
        [topIntent, intents.Questions!.targetProjectKind, (intents.Questions!.result as { error: { code: string } }).error.code],
        ['Questions', 'QuestionAnswering', 'NotFound'],
      );
    });

    test('calls a direct target for any text', async () => {
      const { topIntent, intents } = await author.ask<OrchestrationPrediction>('Desk', 'good morning', {
        parameters: { directTarget: 'Food' },
      });
      assert.deepEqual([topIntent, Object.keys(intents), intents.Food!.confidenceScore], ['Food', ['Food'], 1]);
      const former = await author.askFormer<OrchestrationPrediction>('Desk', '', {
        directTarget: 'Trips',
        parameters: { Trips: { targetKind: 'luis', query: 'fly to rome' } },
      });
      assert.deepEqual((former.intents.Trips!.result as { prediction: { topIntent: string } }).prediction.topIntent, 'Fly');
      for (const directTarget of ['Questions', 'Greeting', 'Unknown', '__proto__']) {
        assert.equal((await author.analyze('Desk', 'good morning', { parameters: { directTarget } })).status, 400, directTarget);
      }
    });

    test('rejects a target that is deleted or an orchestration', async () => {
      const gone = await author.analyze('Desk', 'i lost my umbrella');
      assert.deepEqual([gone.status, (gone.body as unknown as Refused).error.code], [404, 'ProjectNotFound']);
      const loop = await author.analyze('Desk', 'once more round');
      assert.deepEqual([loop.status, (loop.body as unknown as Refused).error.code], [400, 'InvalidArgument']);
    });

    test('fails a training when an intent has no utterances', async () => {
      await author.import(
        'Blind',
        {
          intents: [
            {
              category: 'Far',
              orchestration: {
                targetProjectKind: 'Conversation',
                conversationOrchestration: { projectName: 'Nowhere', deploymentName: 'production' },
              },
            },
          ],
          utterances: [utterance('None', 'hello')],
        },
        { kind: 'Orchestration' },
      );
      const { status, errors } = await author.job('POST /projects/Blind/:train', { modelLabel: 'first' });
      assert.deepEqual([status, errors!.map(({ code }) => code)], ['failed', ['NotFound']]);
      assert.match(errors![0]!.message, /Far.*Nowhere/);
    });

    test('has the form of the oldest version', async () => {
      const former = author.in(OLDEST);
      const record = await former.job(
        'POST /projects/OldDesk/:import',
        {
          'api-version': OLDEST,
          metadata: { name: 'OldDesk', type: 'Workflow', language: 'en-us' },
          assets: {
            intents: [
              { name: 'Food', orchestration: { type: 'Clu', cluOrchestration: { projectName: 'Diner', deploymentName: 'production' } } },
            ],
            examples: [
              { text: 'hello there', language: 'en-us', intent: 'None' },
              { text: 'nice day', intent: 'None' },
            ],
          },
        },
        { headers: { format: 'clu' } },
      );
      assert.equal(record.status, 'succeeded');
      await former.ready('OldDesk');
      const { topIntent, intents } = await former.askFormer<OrchestrationPrediction>('OldDesk', 'can i pay by card');
      assert.deepEqual([topIntent, intents.Food!.result!.prediction!.topIntent], ['Food', 'Pay']);
      assert.equal((await former.ok<{ type: string; projectKind: string }>('GET /projects/OldDesk')).type, 'Workflow');
    });

    test('rejects other accounts, and serves an assigned account through all targets', async () => {
      const manager = await ManagementClient.connect(server);
      const [stranger, reader] = [
        await manager.createAccount('stranger', { kind: 'Language' }),
        await manager.createAccount('reader', {
          kind: 'Understanding',
          properties: { acceptsAssignmentsFrom: [ManagementClient.accountPath('default')] },
        }),
      ];
      for (const name of ['Desk', 'Diner']) {
        assert.equal((await author.withKey(stranger.key1).analyze(name, 'i would like the goulash')).status, 404);
      }
      const id = ManagementClient.accountPath('reader');
      await author.job('POST /projects/Desk/resources/:assign', { resourcesMetadata: [{ azureResourceId: id }] });
      await author.deploy('Desk', 'given', 'all', { assignedResourceIds: [id] });
      const { intents } = await author
        .withKey(reader.key1)
        .ask<OrchestrationPrediction>('Desk', 'i would like the goulash', { parameters: { deploymentName: 'given' } });
      assert.equal(intents.Food!.result!.prediction!.topIntent, 'Order');
      assert.equal((await author.withKey(reader.key1).analyze('Diner', 'i would like the goulash')).status, 404);
      const foreign = author.withKey(stranger.key1);
      const orchestration = { targetProjectKind: 'Luis', luisOrchestration: { appId: travel.appId, slotName: 'production' } };
      const trips = [{ category: 'Trips', orchestration }];
      await foreign.import('Foreign', { intents: trips, utterances: [utterance('Trips', 'fly to rome')] }, { kind: 'Orchestration' });
      await foreign.ready('Foreign');
      assert.equal((await foreign.analyze('Foreign', 'fly to rome')).status, 404, 'an app that its owner may not query');
    });

    test("logs a caller's query in a target only if the caller agreed to that account", async () => {
      const manager = await ManagementClient.connect(server);
      const [between, asker] = [await manager.createAccount('between', { kind: 'Language' }), await manager.createAccount('asker')];
      const headers = { authorization: `Bearer ${manager.token}` };
      const share = async (by: ProjectAuthor, project: string, account: string): Promise<void> => {
        const id = ManagementClient.accountPath(account);
        await by.job(`POST /projects/${project}/resources/:assign`, { resourcesMetadata: [{ azureResourceId: id }] }, { headers });
        await by.deploy(project, 'lent', 'all', { assignedResourceIds: [id] });
      };
      await share(author, 'Diner', 'between');
      const relay = author.withKey(between.key1);
      const target = { targetProjectKind: 'Conversation', conversationOrchestration: { projectName: 'Diner', deploymentName: 'lent' } };
      const intents = [{ category: 'Food', orchestration: target }];
      await relay.import('Relay', { intents, utterances: [utterance('Food', 'bring food')] }, { kind: 'Orchestration' });
      await relay.ready('Relay');
      await share(relay, 'Relay', 'asker');
      const options = { parameters: { deploymentName: 'lent', directTarget: 'Food', isLoggingEnabled: true } };
      await relay.withKey(asker.key1).ask('Relay', 'the order of the asker', options);
      await relay.ask('Relay', 'the order of the relay', options);
      const { text } = await author.send('GET /projects/Diner/queries');
      assert.deepEqual([text.includes('order of the relay'), text.includes('order of the asker')], [true, false]);
    });
  });
});
