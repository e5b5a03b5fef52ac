/** The life cycle of conversation projects over HTTP, in the oldest version and in the newest. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { INTERFACE_BASE, LATER_BASE, NEWEST, OLDEST, ProjectAuthor, utterance } from '../support/conversations.ts';
import type { Found, JobRecord, Refused } from '../support/conversations.ts';
import { ManagementClient, call } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const DENIED = /Access denied/;

const GARDEN = [
  ...[
    'water the [Plant:fern]',
    'please water my [Plant:ficus]',
    'give the [Plant:basil] some water',
    'pour water on the [Plant:orchid]',
    'the [Plant:cactus] needs water',
    'can you water the [Plant:mint]',
    'water [Plant:thyme] and nothing else',
    'water my [Plant:lavender] please',
  ].map((one) => utterance('Water', one)),
  ...[
    'how is the [Plant:ficus] doing',
    'is the [Plant:basil] healthy',
    'tell me about my [Plant:orchid]',
    'what is wrong with the [Plant:fern]',
    'does the [Plant:cactus] look ill',
    'is my [Plant:mint] dying',
    'how healthy is the [Plant:lavender]',
    'why is my [Plant:thyme] brown',
  ].map((one) => utterance('Check', one)),
  ...['sing me a song', 'who won the match', 'what is the capital of peru', 'i like trains'].map((one) => utterance('None', one)),
];
const ASSETS = { intents: [{ category: 'Water' }, { category: 'Check' }], entities: [{ category: 'Plant' }], utterances: GARDEN };
/** The same project in the form of the oldest version. */
const FORMER = {
  'api-version': OLDEST,
  metadata: {
    name: 'Garden',
    type: 'Conversation',
    multilingual: false,
    language: 'en-us',
    description: 'Plants',
    settings: { confidenceThreshold: 0.2 },
  },
  assets: {
    intents: [{ name: 'Water' }, { name: 'Check' }],
    entities: [{ name: 'Plant' }],
    examples: GARDEN.map(({ entities, ...rest }) => ({
      ...rest,
      language: 'en-us',
      entities: entities.map(({ category, offset, length }) => ({ entityName: category, offset, length })),
    })),
  },
};

describe('conversation projects', () => {
  let server: SharedServer;
  let manager: ManagementClient;
  let author: ProjectAuthor;
  let former: ProjectAuthor;
  before(async () => {
    server = await sharedServer();
    manager = await ManagementClient.connect(server);
    author = new ProjectAuthor(server, (await manager.createAccount('author', { kind: 'Language' })).key1);
    former = author.in(OLDEST);
  });

  const refused = async (
    work: Promise<{ status: number; body: unknown; text: string }>,
  ): Promise<{
    status: number;
    code: string;
    message: string;
    target?: string;
  }> => {
    const { status, body, text } = await work;
    assert.ok(status >= 400, text);
    return { status, ...(body as Refused).error };
  };

  test('imports, trains, deploys and predicts in the oldest version', async () => {
    const imported = await former.job('POST /projects/Garden/:import', FORMER, { headers: { format: 'clu' } });
    assert.deepEqual([imported.status, imported.errors], ['succeeded', []]);
    const address = await former.start('POST /projects/Garden/:train', {
      modelLabel: 'first',
      RunVerification: true,
      evaluationOptions: { type: 'percentage', testingSplitPercentage: '25', trainingSplitPercentage: '75' },
    });
    assert.match(new URL(address).pathname, new RegExp(`^${INTERFACE_BASE}/projects/Garden/train/jobs/`));
    const trained = await former.waitForJob(address);
    assert.equal(trained.status, 'succeeded', JSON.stringify(trained));
    const { trainedModelLabel, trainStatus, evaluationStatus } = trained.result as {
      trainedModelLabel: string;
      trainStatus: object;
      evaluationStatus: object;
    };
    assert.equal(trainedModelLabel, 'first');
    for (const step of [trainStatus, evaluationStatus] as { percentComplete: number; elapsedTime: string }[]) {
      assert.equal(step.percentComplete, 100);
      assert.match(step.elapsedTime, /^\d\d:\d\d:\d\d$/);
    }
    const deployed = await former.deploy('Garden', 'production', 'first', { deploymentName: 'production' });
    assert.deepEqual(Object.keys(deployed).sort(), [
      'createdDateTime',
      'errors',
      'expirationDateTime',
      'jobId',
      'lastUpdatedDateTime',
      'status',
    ]);
    assert.deepEqual([deployed.status, deployed.errors], ['succeeded', []]);
    for (const time of [deployed.createdDateTime, deployed.lastUpdatedDateTime, deployed.expirationDateTime]) assert.match(time, TIME);
    const { topIntent, projectKind, intents, entities } = await former.askFormer('Garden', 'please water the begonia', {
      language: 'en-us',
      verbose: true,
      isLoggingEnabled: false,
    });
    assert.deepEqual([topIntent, projectKind], ['Water', 'conversation']);
    assert.deepEqual(intents.map(({ category }) => category).sort(), ['Check', 'None', 'Water']);
    assert.ok(Math.abs(intents.reduce((sum, { confidenceScore }) => sum + confidenceScore, 0) - 1) < 1e-5);
    assert.deepEqual(
      entities.map(({ confidenceScore: _score, ...rest }) => rest),
      [{ category: 'Plant', text: 'begonia', offset: 17, length: 7 }],
    );
  });

  test('lists models with every field of the interface, with and without a trailing slash', async () => {
    const answers = [
      await former.ok('GET /projects/Garden/models/'),
      await former.ok('GET /projects/Garden/models'),
      await former.in(OLDEST, '/language/analyze-conversations').ok('GET /projects/Garden/models/'),
    ];
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    const {
      trainingModelsInfo: [info, ...others],
    } = answers[0] as { trainingModelsInfo: Record<string, unknown>[] };
    assert.deepEqual(others, []);
    assert.deepEqual(Object.keys(info!).sort(), [
      'deploymentJobInfo',
      'evaluationJobInfo',
      'label',
      'lastTrainedDateTime',
      'modelId',
      'trainingJobInfo',
    ]);
    assert.equal(info!.label, 'first');
    assert.match(info!.modelId as string, /^[\d-]+-\d{8}T\d{6}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.match(info!.lastTrainedDateTime as string, TIME);
    for (const name of ['trainingJobInfo', 'evaluationJobInfo', 'deploymentJobInfo']) {
      const { status, startDateTime, endDateTime } = info![name] as Record<string, string>;
      assert.equal(status, 'succeeded');
      assert.ok(TIME.test(startDateTime!) && TIME.test(endDateTime!) && startDateTime! <= endDateTime!, name);
    }
  });

  test('serves the same project in the newest version', async () => {
    const project = await author.ok<Record<string, unknown>>('GET /projects/Garden');
    assert.deepEqual(
      [project.projectName, project.projectKind, project.language, project.multilingual, project.description, project.settings],
      ['Garden', 'Conversation', 'en-us', false, 'Plants', { confidenceThreshold: 0.2 }],
    );
    assert.match(project.lastTrainedDateTime as string, TIME);
    assert.match(project.lastDeployedDateTime as string, TIME);
    const { value } = await author.ok<{ value: { projectName: string }[] }>('GET /projects');
    assert.deepEqual(
      value.map(({ projectName }) => projectName),
      ['Garden'],
    );
    const former1 = await former.ok<Record<string, unknown>>('GET /projects/Garden');
    assert.deepEqual([former1.name, former1.type], ['Garden', 'Conversation']);
    const { topIntent, projectKind } = await author.ask('Garden', 'is the begonia ill');
    assert.deepEqual([topIntent, projectKind], ['Check', 'Conversation']);
  });

  test('creates, imports, trains in both modes and evaluates in the newest version', async () => {
    const made = await author.send(
      'PATCH /projects/Shed',
      { projectName: 'Shed', projectKind: 'Conversation', language: 'en', multilingual: false },
      { headers: { 'content-type': 'application/merge-patch+json' } },
    );
    assert.equal(made.status, 201, made.text);
    assert.equal(
      (await author.send('PATCH /projects/Shed', { description: 'Tools' }, { headers: { 'content-type': 'application/merge-patch+json' } }))
        .status,
      200,
    );
    await author.import('Shed', ASSETS, { language: 'en' });
    const { result } = await author.train('Shed', 'advanced', {
      trainingMode: 'advanced',
      evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 75, testingSplitPercentage: 25 },
    });
    const { modelLabel, trainingMode, trainingStatus } = result as {
      modelLabel: string;
      trainingMode: string;
      trainingStatus: { status: string; percentComplete: number };
    };
    assert.deepEqual(
      [modelLabel, trainingMode, trainingStatus.status, trainingStatus.percentComplete],
      ['advanced', 'advanced', 'succeeded', 100],
    );
    const summary = await author.ok<Record<string, Record<string, unknown>>>(
      'GET /projects/Shed/models/advanced/evaluation/summary-result',
    );
    assert.deepEqual(summary.evaluationOptions, { kind: 'percentage', trainingSplitPercentage: 75, testingSplitPercentage: 25 });
    const averages = ['confusionMatrix', 'macroF1', 'macroPrecision', 'macroRecall', 'microF1', 'microPrecision', 'microRecall'];
    assert.deepEqual(Object.keys(summary.intentsEvaluation!).sort(), [...averages, 'intents'].sort());
    assert.deepEqual(Object.keys(summary.entitiesEvaluation!).sort(), [...averages, 'entities'].sort());
    const { value: results, nextLink } = await author.ok<{
      value: {
        text: string;
        language: string;
        entitiesResult: { expectedEntities: Found[]; predictedEntities: Found[] };
        intentsResult: { expectedIntent: string; predictedIntent: string };
      }[];
      nextLink: null;
    }>('GET /projects/Shed/models/advanced/evaluation/result?stringIndexType=Utf16CodeUnit');
    assert.equal(nextLink, null);
    assert.ok(results.length >= 4 && results.length <= 6, `${results.length} of ${GARDEN.length} are tested`);
    for (const { text, language, entitiesResult, intentsResult } of results) {
      const own = GARDEN.find((one) => one.text === text)!;
      assert.deepEqual([language, intentsResult.expectedIntent, entitiesResult.expectedEntities], ['en', own.intent, own.entities]);
    }
    const counts = summary.intentsEvaluation!.intents as Record<string, { truePositiveCount: number; falseNegativeCount: number }>;
    const right = results.filter(({ intentsResult }) => intentsResult.expectedIntent === intentsResult.predictedIntent).length;
    assert.equal(
      Object.values(counts).reduce((sum, { truePositiveCount }) => sum + truePositiveCount, 0),
      right,
      'the summary counts what the results say',
    );
    assert.equal(
      Object.values(counts).reduce((sum, { truePositiveCount, falseNegativeCount }) => sum + truePositiveCount + falseNegativeCount, 0),
      results.length,
    );
    await author.train('Shed', 'standard', { trainingMode: 'standard' });
    assert.equal((await author.ok<{ hasSnapshot: boolean; label: string }>('GET /projects/Shed/models/standard')).hasSnapshot, true);
    assert.deepEqual(
      (await author.ok<{ value: { label: string }[] }>('GET /projects/Shed/models')).value.map(({ label }) => label),
      ['advanced', 'standard'],
    );
    const jobs = await author.ok<{ value: JobRecord[] }>('GET /projects/Shed/train/jobs');
    assert.deepEqual(
      jobs.value.map(({ status, result: { modelLabel: label } = {} }) => [status, label]),
      [
        ['succeeded', 'standard'],
        ['succeeded', 'advanced'],
      ],
    );
  });

  test('evaluates the data set Test and trains on the rest', async () => {
    const utterances = GARDEN.map((one, i) => ({ ...one, dataset: i % 4 === 0 ? 'Test' : 'Train' }));
    await author.import('Split', { ...ASSETS, utterances });
    await author.train('Split', 'manual', { trainingMode: 'standard', evaluationOptions: { kind: 'manual' } });
    const { value } = await author.ok<{ value: { text: string }[] }>(
      'GET /projects/Split/models/manual/evaluation/result?stringIndexType=Utf16CodeUnit',
    );
    assert.deepEqual(
      value.map(({ text }) => text),
      utterances.filter(({ dataset }) => dataset === 'Test').map(({ text }) => text),
    );
    await author.train('Split', 'whole', {
      trainingMode: 'standard',
      evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 100, testingSplitPercentage: 0 },
    });
    assert.deepEqual(
      (await author.ok<{ value: object[] }>('GET /projects/Split/models/whole/evaluation/result?stringIndexType=Utf16CodeUnit')).value,
      [],
    );
    assert.equal(
      (
        await refused(
          author.send('POST /projects/Split/:train', {
            modelLabel: 'x',
            evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 60, testingSplitPercentage: 60 },
          }),
        )
      ).status,
      400,
    );
  });

  test('swaps deployments, and rejects calls to a deleted one', async () => {
    await author.import('Swapped', { ...ASSETS, utterances: GARDEN.filter(({ intent }) => intent !== 'Check') });
    await author.ready('Swapped', 'one');
    await author.import('Swapped', { ...ASSETS, utterances: GARDEN.filter(({ intent }) => intent !== 'Water') });
    await author.train('Swapped', 'other', { trainingMode: 'standard', evaluationOptions: { trainingSplitPercentage: 100 } });
    await author.deploy('Swapped', 'two', 'other');
    const intentAt = async (deploymentName: string): Promise<string> =>
      (await author.ask('Swapped', 'the fern', { parameters: { deploymentName } })).topIntent;
    assert.deepEqual([await intentAt('one'), await intentAt('two')], ['Water', 'Check']);
    assert.equal(
      (await author.job('POST /projects/Swapped/deployments/:swap', { firstDeploymentName: 'one', secondDeploymentName: 'two' })).status,
      'succeeded',
    );
    assert.deepEqual([await intentAt('one'), await intentAt('two')], ['Check', 'Water']);
    const { value } = await author.ok<{ value: { deploymentName: string }[] }>('GET /projects/Swapped/deployments');
    assert.deepEqual(
      value.map(({ deploymentName }) => deploymentName),
      ['one', 'two'],
    );
    // A deployment references its weights, so the trained model can be deleted.
    assert.equal((await author.send('DELETE /projects/Swapped/models/all')).status, 204);
    assert.equal(await intentAt('two'), 'Water');
    assert.equal((await author.send('DELETE /projects/Swapped/deployments/two')).status, 202);
    assert.deepEqual(await refused(author.analyze('Swapped', 'the fern', { parameters: { deploymentName: 'two' } })), {
      status: 404,
      code: 'NotFound',
      message: 'The project Swapped has no deployment two.',
    });
    assert.equal(
      (await refused(author.send('POST /projects/Swapped/deployments/:swap', { firstDeploymentName: 'one', secondDeploymentName: 'two' })))
        .status,
      404,
    );
  });

  test('restores the assets of a model from its snapshot', async () => {
    await author.import('Restored', ASSETS);
    await author.train('Restored', 'before', { trainingMode: 'standard' });
    await author.import('Restored', { intents: [{ category: 'Only' }], entities: [], utterances: [utterance('Only', 'nothing else')] });
    assert.equal((await author.job('POST /projects/Restored/models/before/:load-snapshot')).status, 'succeeded');
    const { assets } = await exported('Restored');
    assert.deepEqual(assets.utterances, GARDEN);
    const snapshot = await author.job('POST /projects/Restored/:export?stringIndexType=Utf16CodeUnit&trainedModelLabel=before');
    assert.equal(snapshot.status, 'succeeded');
  });

  const exported = async (
    name: string,
    query = '',
    by = author,
  ): Promise<{
    projectFileVersion: string;
    stringIndexType: string;
    metadata: Record<string, unknown>;
    assets: { intents: object[]; entities: object[]; utterances: object[]; examples: object[] };
  }> => {
    const { resultUrl, status } = await by.job(`POST /projects/${name}/:export?stringIndexType=Utf16CodeUnit${query}`);
    assert.equal(status, 'succeeded');
    const { pathname, search } = new URL(resultUrl!);
    const result = await call(server, `GET ${pathname}${search}`, { key: author.key });
    assert.equal(result.status, 200, result.text);
    return result.body as never;
  };

  test('imports an exported project unchanged in every version', async () => {
    const rich = {
      intents: [{ category: 'Water' }, { category: 'None' }],
      entities: [
        {
          category: 'Plant',
          compositionSetting: 'returnLongestOverlap',
          list: { sublists: [{ listKey: 'fern', synonyms: [{ language: 'en-us', values: ['fern', 'bracken'] }] }] },
          requiredComponents: ['list'],
        },
        {
          category: 'Amount',
          prebuilts: [{ category: 'Quantity.Number' }],
          regex: { expressions: [{ regexKey: 'litres', language: 'en-us', regexPattern: '[0-9]+ l' }] },
        },
      ],
      utterances: [
        utterance('Water', '🌱 water the [Plant:fern] 👩‍🌾 please', { language: 'en-us', dataset: 'Train' }),
        utterance('None', 'hello', { dataset: 'Test' }),
      ],
    };
    await author.import('Rich', rich, { multilingual: true, description: 'All of it', settings: { confidenceThreshold: 0.4 } });
    const first = await exported('Rich');
    assert.deepEqual(
      [first.projectFileVersion, first.stringIndexType, first.metadata.settings, first.assets],
      [NEWEST, 'Utf16CodeUnit', { confidenceThreshold: 0.4 }, { projectKind: 'Conversation', ...rich }],
    );
    await author.job('POST /projects/Rich2/:import', { ...first, metadata: { ...first.metadata, projectName: 'Rich2' } });
    assert.deepEqual((await exported('Rich2')).assets, first.assets);
    const old = await exported('Rich', '', former);
    assert.deepEqual((old.assets.examples[0] as { entities: object[] }).entities, [{ entityName: 'Plant', offset: 13, length: 4 }]);
    await former.job(
      'POST /projects/Rich3/:import',
      { ...old, metadata: { ...old.metadata, name: 'Rich3' } },
      { headers: { format: 'clu' } },
    );
    assert.deepEqual((await exported('Rich3')).assets, first.assets);
    for (const [index, offset] of [
      ['UnicodeCodePoint', 12],
      ['TextElements_v8', 12],
    ] as const) {
      const { resultUrl } = await author.job(`POST /projects/Rich/:export?stringIndexType=${index}`);
      const { pathname, search } = new URL(resultUrl!);
      const { body } = await call<typeof first>(server, `GET ${pathname}${search}`, { key: author.key });
      assert.deepEqual(
        [body.stringIndexType, (body.assets.utterances[0] as { entities: { offset: number }[] }).entities[0]!.offset],
        [index, offset],
      );
      await author.job('POST /projects/Rich4/:import', { ...body, metadata: { ...body.metadata, projectName: 'Rich4' } });
      assert.deepEqual((await exported('Rich4')).assets, first.assets, index);
    }
  });

  test('a cancelled training creates no model', async () => {
    const many = Array.from({ length: 6000 }, (_, i) =>
      utterance(
        i % 2 === 0 ? 'Water' : 'Check',
        `number ${i} ${i % 2 === 0 ? 'wants' : 'has'} the [Plant:plant${i % 500}] in row ${i * 7}`,
      ),
    );
    await author.import('Long', { ...ASSETS, utterances: many });
    const address = await author.start('POST /projects/Long/:train', { modelLabel: 'never', trainingMode: 'standard' });
    const { pathname, search } = new URL(address);
    const stopped = await call<JobRecord>(server, `POST ${pathname}/:cancel${search}`, { key: author.key });
    assert.equal(stopped.status, 202, stopped.text);
    assert.equal((await author.waitForJob(address)).status, 'cancelled');
    assert.deepEqual(await author.ok('GET /projects/Long/models'), { value: [], nextLink: null });
  });

  test('deletes a project with everything it owns', async () => {
    await author.import('Gone', ASSETS);
    await author.ready('Gone');
    const training = (await author.ok<{ value: JobRecord[] }>('GET /projects/Gone/train/jobs')).value[0]!;
    const deletion = await author.start('DELETE /projects/Gone');
    assert.match(new URL(deletion).pathname, new RegExp(`^${LATER_BASE}/projects/global/deletion-jobs/`));
    assert.equal((await author.waitForJob(deletion)).status, 'succeeded');
    assert.deepEqual(await refused(author.send('GET /projects/Gone')), {
      status: 404,
      code: 'ProjectNotFound',
      message: 'The project Gone does not exist.',
    });
    assert.equal((await refused(author.analyze('Gone', 'water the fern'))).code, 'ProjectNotFound');
    await author.import('Gone', ASSETS);
    assert.deepEqual(await author.ok('GET /projects/Gone/models'), { value: [], nextLink: null });
    assert.deepEqual(await author.ok('GET /projects/Gone/deployments'), { value: [], nextLink: null });
    assert.equal((await refused(author.send(`GET /projects/Gone/train/jobs/${training.jobId}`))).code, 'OperationNotFound');
  });

  test('rejects prediction keys, other regions and other accounts; accepts collaborators and assigned accounts', async () => {
    const [reader, elsewhere, stranger, friend] = [
      await manager.createAccount('reader', { kind: 'Understanding' }),
      await manager.createAccount('elsewhere', { kind: 'Language', location: 'elsewhere' }),
      await manager.createAccount('stranger', { kind: 'Language' }),
      await manager.createAccount('friend', { kind: 'Language' }),
    ];
    const models = 'GET /projects/Garden/models/';
    for (const [who, key] of [
      ['prediction key', reader.key1],
      ['another region', elsewhere.key1],
      ['no such key', '0'.repeat(32)],
    ] as const) {
      for (const by of [former, author]) {
        const { status, message } = await refused(by.withKey(key).send(models));
        assert.equal(status, 401, who);
        assert.match(message, DENIED, who);
      }
    }
    for (const key of [stranger.key1, reader.key1]) {
      const [foreign, absent] = [
        await refused(author.withKey(key).analyze('Garden', 'water the fern')),
        await refused(author.withKey(key).analyze('Nowhere', 'water the fern')),
      ];
      assert.equal(foreign.status, 404);
      assert.deepEqual(JSON.parse(JSON.stringify(foreign).replaceAll('Garden', 'Nowhere')), absent);
    }
    for (const name of ['Garden', 'Nowhere']) {
      const { status, code } = await refused(author.withKey(stranger.key1).send(`GET /projects/${name}/models`));
      assert.deepEqual([status, code], [404, 'ProjectNotFound'], name);
    }
    await manager.putAccount('author', { kind: 'Language', properties: { collaborators: [ManagementClient.accountPath('friend')] } });
    assert.equal((await author.withKey(friend.key1).send(models)).status, 200);
    assert.equal((await author.withKey(friend.key1).ask('Garden', 'water the fern')).topIntent, 'Water');
    await author.import('Together', ASSETS);
    assert.equal(
      (await author.withKey(friend.key1).job('DELETE /projects/Together')).status,
      'succeeded',
      'a collaborator sees how a deletion ended',
    );
    const id = ManagementClient.accountPath('reader');
    const assign = { resourcesMetadata: [{ azureResourceId: id, customDomain: 'reader', region: 'local' }] };
    assert.equal((await author.send('POST /projects/Garden/resources/:assign', assign)).status, 400, 'without agreement');
    await author.job('POST /projects/Garden/resources/:assign', assign, { headers: { 'perennial-assigned-account-key': reader.key1 } });
    await author.deploy('Garden', 'shared', 'first', { assignedResourceIds: [id] });
    const asReader = author.withKey(reader.key1);
    assert.equal((await asReader.ask('Garden', 'water the fern', { parameters: { deploymentName: 'shared' } })).topIntent, 'Water');
    assert.equal((await refused(asReader.analyze('Garden', 'water the fern'))).code, 'NotFound', 'another deployment of the same project');
    await author.job('POST /projects/Garden/resources/:unassign', { assignedResourceIds: [id] });
    assert.equal(
      (await refused(asReader.analyze('Garden', 'water the fern', { parameters: { deploymentName: 'shared' } }))).code,
      'ProjectNotFound',
    );
  });

  test('deletes assignments with their project, not with one that shares a name prefix', async () => {
    const guest = await manager.createAccount('guest', { kind: 'Language' });
    const id = ManagementClient.accountPath('guest');
    for (const name of ['Shed', 'Shedding']) {
      await author.import(name, {
        intents: [{ category: 'Open' }],
        entities: [],
        utterances: [utterance('Open', 'open the door'), utterance('None', 'good evening')],
      });
      await author.ready(name);
      await author.job(
        `POST /projects/${name}/resources/:assign`,
        { resourcesMetadata: [{ azureResourceId: id }] },
        { headers: { authorization: `Bearer ${manager.token}` } },
      );
      await author.deploy(name, 'given', 'all', { assignedResourceIds: [id] });
    }
    const given = async (): Promise<string[]> =>
      (
        await author.withKey(guest.key1).ok<{
          value: { projectName: string; deploymentsMetadata: { deploymentName: string }[] }[];
        }>('GET /projects/global/deployments/resources')
      ).value.flatMap(({ projectName, deploymentsMetadata }) =>
        deploymentsMetadata.map(({ deploymentName }) => `${projectName} ${deploymentName}`),
      );
    assert.deepEqual(await given(), ['Shed given', 'Shedding given']);
    await author.job('DELETE /projects/Shed');
    assert.deepEqual(await given(), ['Shedding given']);
    await author.job('DELETE /projects/Shedding');
    assert.deepEqual(await given(), []);
  });

  test('rejects invalid imports by the path of the field, without writing anything', async () => {
    const bad: [place: string, assets: object][] = [
      ['assets.utterances[0].intent', { ...ASSETS, utterances: [utterance('Unknown', 'hello')] }],
      [
        'assets.utterances[1].entities[0].category',
        { ...ASSETS, utterances: [utterance('Water', 'hello'), utterance('Water', 'the [Tree:oak]')] },
      ],
      [
        'assets.utterances[0].entities[0]',
        { ...ASSETS, utterances: [{ text: 'fern', intent: 'Water', entities: [{ category: 'Plant', offset: 2, length: 3 }] }] },
      ],
      [
        'assets.utterances[0].entities[0]',
        { ...ASSETS, utterances: [{ text: 'fern', intent: 'Water', entities: [{ category: 'Plant', offset: 2, length: 0 }] }] },
      ],
      [
        'assets.utterances[0].entities[0].offset',
        { ...ASSETS, utterances: [{ text: 'fern', intent: 'Water', entities: [{ category: 'Plant', offset: -1, length: 3 }] }] },
      ],
      [
        'assets.utterances[0].entities[1]',
        {
          ...ASSETS,
          utterances: [
            {
              text: 'fern and ficus',
              intent: 'Water',
              entities: [
                { category: 'Plant', offset: 0, length: 8 },
                { category: 'Plant', offset: 5, length: 9 },
              ],
            },
          ],
        },
      ],
      ['assets.utterances[0].text', { ...ASSETS, utterances: [utterance('Water', 'x'.repeat(501))] }],
      ['assets.utterances[0].text', { ...ASSETS, utterances: [utterance('Water', '  ')] }],
      ['assets.utterances[0].language', { ...ASSETS, utterances: [utterance('Water', 'hello', { language: 'xx' })] }],
      ['assets.intents[1].category', { ...ASSETS, intents: [{ category: 'Water' }, { category: 'Water' }] }],
      ['assets.entities[1].category', { ...ASSETS, entities: [{ category: 'Plant' }, { category: 'Plant' }] }],
      [
        'assets.entities[0].prebuilts[0].category',
        { ...ASSETS, entities: [{ category: 'Plant', prebuilts: [{ category: 'Quantity.Magic' }] }] },
      ],
      [
        'assets.entities[0].regex.expressions[0].regexPattern',
        { ...ASSETS, entities: [{ category: 'Plant', regex: { expressions: [{ regexKey: 'a', regexPattern: '(?=a)b' }] } }] },
      ],
      [
        'assets.entities[0].regex.expressions[0].regexPattern',
        { ...ASSETS, entities: [{ category: 'Plant', regex: { expressions: [{ regexKey: 'a', regexPattern: '(' }] } }] },
      ],
      ['assets.entities[0].compositionSetting', { ...ASSETS, entities: [{ category: 'Plant', compositionSetting: 'mixed' }] }],
      ['assets.entities[0].requiredComponents[0]', { ...ASSETS, entities: [{ category: 'Plant', requiredComponents: ['regex'] }] }],
      [
        'assets.intents[0].orchestration',
        { ...ASSETS, intents: [{ category: 'Water', orchestration: { targetProjectKind: 'Luis', luisOrchestration: { appId: 'x' } } }] },
      ],
    ];
    for (const [place, assets] of bad) {
      const body = {
        projectFileVersion: NEWEST,
        stringIndexType: 'Utf16CodeUnit',
        metadata: { projectName: 'Bad', projectKind: 'Conversation', language: 'en' },
        assets,
      };
      const { status, code, target } = await refused(author.send('POST /projects/Bad/:import', body));
      assert.deepEqual([status, code, target], [400, 'InvalidArgument', place]);
    }
    for (const [metadata, target] of [
      [{ projectKind: 'CustomConversationSummarization', language: 'en' }, 'projectKind'],
      [{ projectKind: 'Conversation', language: 'tlh' }, 'language'],
      [{ projectKind: 'Conversation', language: 'en', projectName: 'Other' }, 'projectName'],
    ] as const) {
      assert.deepEqual((await refused(author.send('POST /projects/Bad/:import', { metadata, assets: {} }))).target, target);
    }
    assert.equal((await refused(author.send('POST /projects/Bad/:import', '[]'))).status, 400);
    assert.equal((await refused(author.send('GET /projects/Bad'))).status, 404);
  });

  test('rejects invalid calls in the error shape of the area', async () => {
    for (const [parameters, text, target] of [
      [{}, ' ', undefined],
      [{ stringIndexType: 'Bytes' }, 'water', 'stringIndexType'],
      [{ directTarget: 'Water' }, 'water', 'directTarget'],
    ] as const) {
      const answer = await refused(author.analyze('Garden', text, { parameters }));
      assert.deepEqual([answer.status, answer.code, answer.target], [400, 'InvalidArgument', target]);
    }
    assert.equal((await refused(author.analyze('Garden', 'water', { item: { language: 'xx' } }))).target, 'language');
    assert.equal((await refused(author.analyze('Garden', 'x'.repeat(1001)))).status, 400);
    assert.equal(
      (
        await refused(
          call(server, `POST /language/:analyze-conversations?api-version=${NEWEST}`, {
            key: author.key,
            json: {
              kind: 'Poem',
              analysisInput: { conversationItem: { id: '1', participantId: '1', text: 'x' } },
              parameters: { projectName: 'Garden', deploymentName: 'production' },
            },
          }),
        )
      ).target,
      'kind',
    );
    assert.equal(
      (
        await refused(
          call(server, `POST /language/:analyze-conversations?api-version=${OLDEST}`, { key: author.key, json: { query: 'water' } }),
        )
      ).status,
      400,
    );
    assert.equal((await refused(author.send('POST /projects/Empty/:train', { modelLabel: 'x' }))).status, 404);
    await author.import('Empty', { intents: [], entities: [], utterances: [] });
    assert.match((await refused(author.send('POST /projects/Empty/:train', { modelLabel: 'x' }))).message, /no labeled utterances/);
    assert.equal(
      (await refused(author.send('POST /projects/global/:import', { metadata: { projectKind: 'Conversation', language: 'en' } }))).status,
      400,
    );
  });

  test('lists prebuilt entities and languages', async () => {
    const categories = async (query: string): Promise<string[]> =>
      (await author.ok<{ value: { category: string }[] }>(`GET /projects/global/prebuilt-entities${query}`)).value.map(
        ({ category }) => category,
      );
    assert.ok((await categories('?language=en')).includes('Quantity.Dimension'));
    assert.ok(!(await categories('?language=pl')).includes('Quantity.Dimension'));
    assert.deepEqual(await categories('?language=pl&multilingual=true'), await categories(''));
    assert.deepEqual(await categories('?top=2'), ['Choice.Boolean', 'Quantity.Age']);
    const { value } = await author.ok<{ value: { languageCode: string; languageName: string }[] }>(
      'GET /projects/global/languages?projectKind=Conversation',
    );
    assert.ok(value.some(({ languageCode, languageName }) => languageCode === 'de' && languageName === 'German'));
  });
});
