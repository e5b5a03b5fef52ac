/** Analysis jobs of text projects in all their versions, and in the form of text analytics. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { LATER_VERSIONS, WHOLE_SECONDS } from '../support/language-versions.ts';
import { ManagementClient, call, eventually } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { OLDEST, TextAuthor } from '../support/text-author.ts';
import type { AnalysisResult, TaskItem } from '../support/text-author.ts';
import { entityProject, multiLabel, singleLabel } from '../support/text-projects.ts';

const SINGLE = 'CustomSingleLabelClassification';
const PARCEL = 'The courier lost my parcel.';
const ANALYTICS = '/text/analytics/v3.2-preview.2';

const task = (projectName: string, kind = SINGLE): object => ({
  kind,
  taskName: '0',
  parameters: { projectName, deploymentName: 'production' },
});
const documents = (...texts: string[]): object => ({ documents: texts.map((text, i) => ({ id: String(i + 1), text, language: 'en' })) });

/** A job in the form of text analytics: the same as in the oldest version, with another name for the next page. */
interface AnalyticsResult extends Omit<AnalysisResult, 'nextLink' | 'tasks'> {
  '@nextLink'?: string;
  tasks: AnalysisResult['tasks'] & { keyPhraseExtractionTasks?: TaskItem[] };
}

describe('versions of text analysis', () => {
  let server: SharedServer;
  let author: TextAuthor;
  before(async () => {
    server = await sharedServer();
    const manager = await ManagementClient.connect(server);
    author = new TextAuthor(server, (await manager.createAccount('author', { kind: 'Language' })).key1);
    await author.ready('letters', singleLabel());
    await author.ready('topics', multiLabel());
    await author.ready('orders', entityProject());
  });

  for (const version of LATER_VERSIONS) {
    test(`submits and reads jobs in ${version}`, async () => {
      const caller = author.with({ version });
      const { status, headers } = await caller.submit({ analysisInput: documents(PARCEL), tasks: [task('letters')] });
      assert.equal(status, 202);
      assert.equal(headers.location, undefined);
      const address = headers['operation-location'] as string;
      assert.equal(new URL(address).searchParams.get('api-version'), version);
      const job = await caller.analyze({ analysisInput: documents(PARCEL, ''), tasks: [task('letters')] }, '&showStats=True');
      assert.equal(job.status, 'succeeded');
      assert.match(job.lastUpdateDateTime!, WHOLE_SECONDS);
      assert.equal(job.lastUpdatedDateTime, job.lastUpdateDateTime);
      assert.equal(job.statistics, undefined);
      const [{ kind, results }] = job.tasks.items as [TaskItem];
      assert.equal(kind, `${SINGLE}LROResults`);
      assert.deepEqual(results!.statistics, {
        documentsCount: 2,
        validDocumentsCount: 1,
        erroneousDocumentsCount: 1,
        transactionsCount: 1,
      });
      assert.equal(results!.documents[0]!.class![0]!.category, 'Delivery');
      assert.deepEqual(results!.errors, [
        {
          id: '2',
          error: {
            code: 'InvalidArgument',
            message: 'Invalid Document in request.',
            innererror: { code: 'InvalidDocument', message: 'Document text is empty.' },
          },
        },
      ]);
    });
  }

  test('answers a later version as the newest, with links in the later one', async () => {
    const caller = author.with({ version: '2031-02-03' });
    const { headers } = await caller.submit({ analysisInput: documents(PARCEL), tasks: [task('letters')] });
    assert.equal(new URL(headers['operation-location'] as string).searchParams.get('api-version'), '2031-02-03');
    assert.equal((await caller.send('GET /letters')).status, 200);
  });

  test('rejects a version that never was, naming those that are', async () => {
    for (const version of ['2024-01-01', '2031-02-03-beta', 'latest']) {
      const { status, body } = await author.with({ version }).submit({ analysisInput: documents(PARCEL), tasks: [task('letters')] });
      assert.equal(status, 400);
      assert.match((body as { error: { message: string } }).error.message, /2025-11-15-preview/);
    }
  });

  test('detects the language of documents that ask for it', async () => {
    const english = 'The courier has lost my parcel and nobody tells me where it is.';
    const spanish = 'El mensajero ha perdido mi paquete y nadie me dice dónde está.';
    const { tasks } = await author.with({ version: '2022-10-01-preview' }).analyze({
      analysisInput: {
        documents: [
          { id: '1', text: english, language: 'auto' },
          { id: '2', text: spanish, language: 'auto' },
          { id: '3', text: '12345', language: 'auto' },
          { id: '4', text: english, language: 'en' },
        ],
      },
      tasks: [task('letters')],
    });
    const found = tasks.items![0]!.results!.documents as unknown as {
      detectedLanguage?: { name: string; iso6391Name: string; confidenceScore: number };
      isLanguageDefaulted?: boolean;
    }[];
    assert.deepEqual(
      found.map(({ detectedLanguage, isLanguageDefaulted }) => [
        detectedLanguage?.name,
        detectedLanguage?.iso6391Name,
        isLanguageDefaulted,
      ]),
      [
        ['English', 'en', false],
        ['Spanish', 'es', false],
        [undefined, undefined, true],
        [undefined, undefined, undefined],
      ],
    );
    assert.ok(found[0]!.detectedLanguage!.confidenceScore > 0.5);
  });

  test('writes scores with two decimals', async () => {
    const { tasks } = await author.analyze({ analysisInput: documents(PARCEL), tasks: [task('letters')] });
    const { confidenceScore } = tasks.items![0]!.results!.documents[0]!.class![0]!;
    assert.match(String(confidenceScore), /^[01](\.\d{1,2})?$/);
  });

  test('keeps the location header in the oldest version', async () => {
    const { headers } = await author.with({ version: OLDEST }).submit({
      analysisInput: documents(PARCEL),
      tasks: { customSingleClassificationTasks: [{ parameters: { projectName: 'letters', deploymentName: 'production' } }] },
    });
    assert.equal(headers.location, headers['operation-location']);
  });

  describe('text analytics v3.2-preview.2', () => {
    const parameters = (project: string): object => ({
      'project-name': project,
      'deployment-name': 'production',
      'model-version': 'latest',
    });
    const analyze = async (tasks: object, texts: string[], query = ''): Promise<AnalyticsResult> => {
      const { status, text, headers } = await call(server, `POST ${ANALYTICS}/analyze`, {
        key: author.key,
        json: { displayName: 'mail', analysisInput: documents(...texts), tasks },
      });
      assert.equal(status, 202, text);
      const address = headers['operation-location'] as string;
      assert.equal(headers.location, undefined);
      assert.match(address, /\/text\/analytics\/v3\.2-preview\.2\/analyze\/jobs\/[\w-]+$/);
      await eventually(
        async () => await author.fetch<AnalyticsResult>(address),
        (one) => !['notStarted', 'running'].includes(one.status),
      );
      return await author.fetch<AnalyticsResult>(address + query);
    };

    test('runs the three custom kinds of task', async () => {
      const order = 'Please order 3 boxes of screws.';
      const { status, displayName, lastUpdateDateTime, lastUpdatedDateTime, errors, tasks } = await analyze(
        {
          customEntityRecognitionTasks: [{ taskName: 'e', parameters: { ...parameters('orders'), stringIndexType: 'UnicodeCodePoint' } }],
          customSingleClassificationTasks: [{ taskName: 's', parameters: parameters('letters') }],
          customMultiClassificationTasks: [{ taskName: 'm', parameters: parameters('topics') }],
        },
        [PARCEL, order],
        '?showStats=true',
      );
      assert.deepEqual(
        { status, displayName, errors, lastUpdatedDateTime },
        { status: 'succeeded', displayName: 'mail', errors: [], lastUpdatedDateTime: undefined },
      );
      assert.match(lastUpdateDateTime!, WHOLE_SECONDS);
      assert.deepEqual([tasks.completed, tasks.failed, tasks.inProgress, tasks.total], [3, 0, 0, 3]);
      const [single] = tasks.customSingleClassificationTasks!;
      assert.deepEqual([single!.taskName, single!.status, single!.results!.projectName], ['s', 'succeeded', 'letters']);
      assert.equal(single!.results!.documents[0]!.classification!.category, 'Delivery');
      assert.equal(single!.results!.statistics!.documentsCount, 2);
      assert.ok(Array.isArray(tasks.customMultiClassificationTasks![0]!.results!.documents[0]!.classifications));
      assert.ok(Array.isArray(tasks.customEntityRecognitionTasks![0]!.results!.documents[1]!.entities));
    });

    test('pages results with $top and $skip', async () => {
      const first = await analyze(
        { customSingleClassificationTasks: [{ taskName: 's', parameters: parameters('letters') }] },
        [PARCEL, PARCEL, PARCEL],
        '?$top=2',
      );
      const ids = ({ tasks }: AnalyticsResult): string[] =>
        tasks.customSingleClassificationTasks![0]!.results!.documents.map(({ id }) => id);
      assert.deepEqual(ids(first), ['1', '2']);
      const next = new URL(first['@nextLink']!);
      assert.deepEqual([next.searchParams.get('$top'), next.searchParams.get('$skip')], ['2', '2']);
      assert.deepEqual(ids(await author.fetch<AnalyticsResult>(next.href)), ['3']);
    });

    test('fails prebuilt tasks and unknown projects alone', async () => {
      const { status, errors, tasks } = await analyze(
        {
          keyPhraseExtractionTasks: [{ taskName: 'k', parameters: { 'model-version': 'latest' } }],
          customSingleClassificationTasks: [
            { taskName: 'unknown', parameters: parameters('nowhere') },
            { taskName: 'known', parameters: parameters('letters') },
          ],
        },
        [PARCEL],
      );
      assert.equal(status, 'succeeded');
      assert.deepEqual(errors.map(({ code, target }) => [code, target]).sort(), [
        ['InvalidArgument', '#/tasks/keyPhraseExtractionTasks/0'],
        ['ProjectNotFound', '#/tasks/customSingleClassificationTasks/0'],
      ]);
      assert.match(errors.find(({ target }) => target.includes('keyPhrase'))!.message, /not available/);
      assert.deepEqual(
        [tasks.keyPhraseExtractionTasks![0]!.status, ...tasks.customSingleClassificationTasks!.map((one) => one.status)],
        ['failed', 'failed', 'succeeded'],
      );
    });

    test('rejects unknown lists, too large pages and jobs of others', async () => {
      const post = async (tasks: object): Promise<number> =>
        (await call(server, `POST ${ANALYTICS}/analyze`, { key: author.key, json: { analysisInput: documents(PARCEL), tasks } })).status;
      assert.equal(await post({ inventedTasks: [{}] }), 400);
      assert.equal(await post({}), 400);
      assert.equal((await call(server, `GET ${ANALYTICS}/analyze/jobs/none?$top=51`, { key: author.key })).status, 400);
      assert.equal((await call(server, `GET ${ANALYTICS}/analyze/jobs/none`, { key: author.key })).status, 404);
    });
  });
});
