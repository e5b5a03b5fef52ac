/** Text projects from import to prediction. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ManagementClient, call } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { NEWEST, OLDEST, TextAuthor } from '../support/text-author.ts';
import type { JobRecord } from '../support/text-author.ts';
import { CLASSES, entityProject, marked, multiLabel, orderText, singleLabel } from '../support/text-projects.ts';

const SINGLE = 'CustomSingleLabelClassification';
const MULTI = 'CustomMultiLabelClassification';
const ENTITIES = 'CustomEntityRecognition';
const PARCEL = 'The courier lost my parcel.';
const CHARGED = 'You charged my card twice, please refund the payment.';
const BOTH = 'The parcel has not arrived and the courier is late. Also, my invoice shows the wrong amount, I want a refund of the payment.';

const task = (kind: string, projectName: string, more: object = {}): object => ({
  kind,
  taskName: `${projectName} task`,
  parameters: { projectName, deploymentName: 'production', ...more },
});
const documents = (...texts: string[]): object => ({ documents: texts.map((text, i) => ({ id: String(i + 1), text, language: 'en' })) });

describe('texts', () => {
  let server: SharedServer;
  let manager: ManagementClient;
  let author: TextAuthor;
  let former: TextAuthor;
  before(async () => {
    server = await sharedServer();
    manager = await ManagementClient.connect(server);
    author = new TextAuthor(server, (await manager.createAccount('author', { kind: 'Language' })).key1);
    former = author.with({ version: OLDEST });
    await author.ready('letters', singleLabel());
    await author.ready('topics', multiLabel());
    await author.ready('orders', entityProject());
  });

  describe('predictions', () => {
    test('returns one class per document with its probability', async () => {
      const { status, displayName, lastUpdatedDateTime, errors, tasks } = await author.analyze({
        displayName: 'mail',
        analysisInput: documents(PARCEL, CHARGED),
        tasks: [task(SINGLE, 'letters')],
      });
      assert.deepEqual({ status, displayName, errors }, { status: 'succeeded', displayName: 'mail', errors: [] });
      assert.ok(Date.parse(lastUpdatedDateTime!) > 0);
      const { items, ...counts } = tasks;
      assert.deepEqual(counts, { completed: 1, failed: 0, inProgress: 0, total: 1 });
      const [{ kind, taskName, results }] = items as [NonNullable<typeof items>[number]];
      assert.deepEqual(
        { kind, taskName, projectName: results!.projectName, deploymentName: results!.deploymentName, errors: results!.errors },
        { kind: `${SINGLE}LROResults`, taskName: 'letters task', projectName: 'letters', deploymentName: 'production', errors: [] },
      );
      assert.deepEqual(
        results!.documents.map(({ id, class: found }) => [id, ...found!.map(({ category }) => category)]),
        [
          ['1', 'Delivery'],
          ['2', 'Billing'],
        ],
      );
      for (const { class: found, warnings, statistics } of results!.documents) {
        assert.ok(found![0]!.confidenceScore > 0.4 && found![0]!.confidenceScore <= 1);
        assert.deepEqual({ warnings, statistics }, { warnings: [], statistics: undefined });
      }
    });

    test('returns any number of classes, each with its probability', async () => {
      const { tasks } = await author.analyze({
        analysisInput: documents(BOTH, 'I cannot log in, my password is rejected.'),
        tasks: [task(MULTI, 'topics')],
      });
      assert.deepEqual(
        tasks.items![0]!.results!.documents.map(({ class: found }) => found!.map(({ category }) => category).sort()),
        [['Billing', 'Delivery'], ['Account']],
      );
    });

    test('applies the confidence threshold of the project', async () => {
      const categories = async (confidenceThreshold: number): Promise<string[]> => {
        await author.ok('PATCH /topics', { settings: { confidenceThreshold } });
        return (
          await author.analyze({
            analysisInput: documents(BOTH),
            tasks: [task(MULTI, 'topics')],
          })
        ).tasks.items![0]!.results!.documents[0]!.class!.map(({ category }) => category);
      };
      assert.deepEqual((await categories(0)).sort(), [...CLASSES].sort());
      assert.deepEqual(await categories(1), []);
      await author.runJob('POST /topics/:import', multiLabel());
    });

    test('returns entities with offsets in the requested unit', async () => {
      const { text, labels } = marked(orderText(2, 'Nora Blum', 'Hamburg', 'ZZ-4711'));
      // The receipt before the first label has two UTF-16 units, one code point and one text element; the flag has four, two and one.
      const flagged = `🇳🇴 ${text}`;
      for (const [stringIndexType, receipt, flag] of [
        ['Utf16CodeUnit', 2, 4],
        ['UnicodeCodePoint', 1, 2],
        ['TextElements_v8', 1, 1],
        [undefined, 1, 1],
      ] as const) {
        const { tasks } = await author.analyze({
          analysisInput: documents(text, flagged),
          tasks: [task(ENTITIES, 'orders', { stringIndexType })],
        });
        const [plain, moved] = tasks.items![0]!.results!.documents.map(({ entities }) => entities!);
        assert.deepEqual(
          plain!.map(({ category, offset, length }) => ({ category, offset, length })),
          labels.map(({ offset, ...rest }) => ({ ...rest, offset: offset - 2 + receipt })),
          stringIndexType,
        );
        assert.deepEqual(
          moved!.map(({ offset }) => offset),
          plain!.map(({ offset }) => offset + flag + 1),
        );
        assert.deepEqual(
          plain!.map(({ text: words }) => words),
          ['ZZ-4711', 'Nora Blum', 'Hamburg', 'Nora Blum'],
        );
        for (const { confidenceScore } of plain!) assert.ok(confidenceScore > 0 && confidenceScore <= 1);
      }
    });

    test('has a list for each kind of task in the oldest version', async () => {
      const parameters = (projectName: string): object => ({ projectName, deploymentName: 'production' });
      const { lastUpdateDateTime, lastUpdatedDateTime, tasks, status } = await former.analyze({
        analysisInput: documents(PARCEL),
        tasks: {
          customEntityRecognitionTasks: [{ taskName: 'e', parameters: parameters('orders') }],
          customSingleClassificationTasks: [{ parameters: parameters('letters') }, { taskName: 's2', parameters: parameters('letters') }],
          customMultiClassificationTasks: [{ taskName: 'm', parameters: parameters('topics') }],
        },
      });
      assert.equal(status, 'succeeded');
      assert.ok(Date.parse(lastUpdateDateTime!) > 0);
      assert.equal(lastUpdatedDateTime, undefined);
      const {
        customEntityRecognitionTasks: [entities],
        customSingleClassificationTasks: singles,
        customMultiClassificationTasks: [multi],
        items,
        ...counts
      } = tasks as Required<typeof tasks>;
      assert.deepEqual(counts, { completed: 4, failed: 0, inProgress: 0, total: 4 });
      assert.equal(items, undefined);
      assert.deepEqual(
        singles.map(({ taskName }) => taskName),
        ['', 's2'],
      );
      assert.deepEqual(entities!.results!.documents, [{ id: '1', entities: [], warnings: [] }]);
      assert.equal(singles[0]!.results!.documents[0]!.classification!.category, 'Delivery');
      assert.deepEqual(
        multi!.results!.documents[0]!.classifications!.map(({ category }) => category),
        ['Delivery'],
      );
    });

    test('returns statistics on request', async () => {
      const long = 'The parcel is late. '.repeat(60);
      const { tasks } = await author.analyze(
        { analysisInput: documents(PARCEL, long, ' '), tasks: [task(SINGLE, 'letters')] },
        '&showStats=true',
      );
      const expected = { documentsCount: 3, validDocumentsCount: 2, erroneousDocumentsCount: 1, transactionsCount: 3 };
      const { statistics: ofTask, documents: found } = tasks.items![0]!.results!;
      assert.deepEqual(ofTask, expected);
      assert.deepEqual(
        found.map((one) => one.statistics),
        [
          { charactersCount: PARCEL.length, transactionsCount: 1 },
          { charactersCount: 1200, transactionsCount: 2 },
        ],
      );
    });

    test('returns results page by page', async () => {
      const first = await author.analyze(
        { analysisInput: documents(PARCEL, CHARGED, '', PARCEL, CHARGED), tasks: [task(SINGLE, 'letters')] },
        '&top=2&skip=1',
      );
      const ids = (page: typeof first): string[] =>
        [...page.tasks.items![0]!.results!.documents, ...page.tasks.items![0]!.results!.errors].map(({ id }) => id);
      assert.deepEqual(ids(first), ['2', '3']);
      const last = await author.fetch<typeof first>(first.nextLink!);
      assert.deepEqual(ids(last), ['4', '5']);
      assert.equal(last.nextLink, undefined);
    });
  });

  describe('errors', () => {
    test('fails only the invalid document', async () => {
      const { status, tasks } = await author.analyze({
        analysisInput: {
          documents: [
            { id: 'empty', text: ' \n' },
            { id: 'good', text: PARCEL },
            { id: 'long', text: 'parcel '.repeat(18_000) },
            { id: 'tongue', text: PARCEL, language: 'qq' },
          ],
        },
        tasks: [task(SINGLE, 'letters')],
      });
      assert.equal(status, 'succeeded');
      const { documents: found, errors } = tasks.items![0]!.results!;
      assert.deepEqual(
        found.map(({ id }) => id),
        ['good'],
      );
      assert.deepEqual(
        errors.map(({ id, error: { code, innererror } }) => [id, code, innererror!.code]),
        [
          ['empty', 'InvalidArgument', 'InvalidDocument'],
          ['long', 'InvalidArgument', 'InvalidDocument'],
          ['tongue', 'InvalidArgument', 'UnsupportedLanguageCode'],
        ],
      );
    });

    test('fails the failed tasks, not the job', async () => {
      const wrong = [task(SINGLE, 'nowhere'), task(SINGLE, 'letters', { deploymentName: 'nothing' }), task(MULTI, 'letters')];
      const mixed = await author.analyze({
        analysisInput: documents(PARCEL),
        tasks: [wrong[0]!, task(SINGLE, 'letters'), ...wrong.slice(1)],
      });
      assert.deepEqual(
        mixed.errors.map(({ code, target }) => [code, target]),
        [
          ['ProjectNotFound', '#/tasks/items/0'],
          ['NotFound', '#/tasks/items/2'],
          ['InvalidArgument', '#/tasks/items/3'],
        ],
      );
      assert.equal(mixed.status, 'succeeded');
      assert.deepEqual(
        mixed.tasks.items!.map(({ status, results }) => [status, results?.documents.length]),
        [
          ['failed', undefined],
          ['succeeded', 1],
          ['failed', undefined],
          ['failed', undefined],
        ],
      );
      assert.deepEqual([mixed.tasks.completed, mixed.tasks.failed], [1, 3]);
      const all = await author.analyze({ analysisInput: documents(PARCEL), tasks: wrong });
      assert.deepEqual([all.status, all.tasks.failed, all.errors.length], ['succeeded', 3, 3]);
    });

    test('rejects unsupported tasks and incomplete calls immediately', async () => {
      const refused = async (job: object, code: string, target: string, by = author): Promise<void> => {
        const { status, text, body } = await by.submit(job);
        assert.equal(status, 400, text);
        const { error } = body as { error: { code: string; target: string } };
        assert.deepEqual({ code: error.code, target: error.target }, { code, target }, text);
      };
      const one = documents(PARCEL);
      const tasks = [task(SINGLE, 'letters')];
      await refused({ analysisInput: one, tasks: [...tasks, { kind: 'SentimentAnalysis' }] }, 'InvalidArgument', 'tasks[1].kind');
      await refused(
        { analysisInput: one, tasks: { keyPhraseExtractionTasks: [{}] } },
        'InvalidArgument',
        'tasks.keyPhraseExtractionTasks[0]',
        former,
      );
      await refused({ analysisInput: one, tasks: [] }, 'InvalidArgument', 'tasks');
      await refused(
        { analysisInput: one, tasks: [{ kind: SINGLE, parameters: { projectName: 'letters' } }] },
        'InvalidArgument',
        'tasks[0].parameters',
      );
      await refused(
        { analysisInput: one, tasks: [task(ENTITIES, 'orders', { stringIndexType: 'Bytes' })] },
        'InvalidArgument',
        'tasks.0.parameters.stringIndexType',
      );
      await refused({ analysisInput: { documents: [] }, tasks }, 'InvalidArgument', 'analysisInput.documents');
      await refused(
        { analysisInput: documents(...Array.from({ length: 26 }, () => PARCEL)), tasks },
        'InvalidArgument',
        'analysisInput.documents',
      );
      await refused(
        {
          analysisInput: {
            documents: [
              { id: 'a', text: 'x' },
              { id: 'a', text: 'y' },
            ],
          },
          tasks,
        },
        'InvalidArgument',
        'analysisInput.documents[1].id',
      );
      await refused({ analysisInput: { documents: [{ text: 'x' }] }, tasks }, 'InvalidArgument', 'analysisInput.documents.0.id');
    });

    test('rejects prebuilt services by name', async () => {
      const { status, text } = await call(server, `POST /language/:analyze-text?api-version=${NEWEST}`, {
        key: author.key,
        json: { kind: 'EntityLinking', analysisInput: { documents: [] } },
      });
      assert.equal(status, 400);
      assert.match(text, /Tasks of kind EntityLinking are not available/);
    });

    test('does not find jobs of another account or kind', async () => {
      const { headers } = await author.submit({ analysisInput: documents(PARCEL), tasks: [task(SINGLE, 'letters')] });
      const { pathname, search } = new URL(headers['operation-location'] as string);
      const other = (await manager.createAccount('other', { kind: 'Language' })).key1;
      for (const [key, status] of [
        [author.key, 200],
        [other, 404],
      ] as const) {
        assert.equal((await call(server, `GET ${pathname}${search}`, { key })).status, status);
      }
      const imported = await author.send('POST /letters/:import', { json: singleLabel() });
      const id = new URL(imported.headers['operation-location'] as string).pathname.split('/').at(-1)!;
      assert.equal((await call(server, `GET /language/analyze-text/jobs/${id}?api-version=${NEWEST}`, { key: author.key })).status, 404);
    });

    test('a cancelled job stays cancelled, and a finished one finished', async () => {
      const { headers } = await author.submit({ analysisInput: documents(PARCEL), tasks: [task(SINGLE, 'letters')] });
      const address = new URL(headers['operation-location'] as string);
      const cancel = async (): Promise<void> => {
        const {
          status,
          text,
          headers: answered,
        } = await call(server, `POST ${address.pathname}:cancel${address.search}`, { key: author.key });
        assert.equal(status, 202, text);
        assert.equal(answered['operation-location'], address.href);
      };
      await cancel();
      const { status } = await author.waitForJob(address.href);
      assert.ok(status === 'cancelled' || status === 'succeeded', status);
      await cancel();
      assert.equal((await author.waitForJob(address.href)).status, status);
      assert.equal(
        (await call(server, `POST /language/analyze-text/jobs/none:cancel?api-version=${NEWEST}`, { key: author.key })).status,
        404,
      );
    });
  });

  describe('deployment job status (interface 4.4)', () => {
    const STATUS = '/language/analyze-text/projects/letters/deployments/production/jobs';
    let address: string;
    before(async () => {
      const { headers } = await former.send('PUT /letters/deployments/production', { json: { trainedModelLabel: 'first' } });
      address = headers['operation-location'] as string;
    });

    test('has every field of section 2.4', async () => {
      const { pathname, search } = new URL(address);
      assert.match(pathname, new RegExp(`^${STATUS}/[\\w-]+$`));
      assert.equal(search, `?api-version=${OLDEST}`);
      const record = await former.fetch<JobRecord>(address);
      assert.deepEqual(Object.keys(record).sort(), [
        'createdDateTime',
        'errors',
        'expirationDateTime',
        'jobId',
        'lastUpdatedDateTime',
        'status',
      ]);
      const { jobId, createdDateTime, lastUpdatedDateTime, expirationDateTime, status, errors } = record;
      assert.equal(pathname, `${STATUS}/${jobId}`);
      assert.deepEqual({ status, errors }, { status: 'succeeded', errors: [] });
      for (const time of [createdDateTime, lastUpdatedDateTime, expirationDateTime]) {
        assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
      }
      assert.ok(
        Date.parse(createdDateTime) <= Date.parse(lastUpdatedDateTime) && Date.parse(lastUpdatedDateTime) < Date.parse(expirationDateTime),
      );
    });

    test('is available only to authors of the project', async () => {
      const { pathname, search } = new URL(address);
      const ask = async (key: string | undefined): Promise<{ status: number; text: string }> =>
        await call(server, `GET ${pathname}${search}`, { key });
      const refusals: [string | undefined, RegExp][] = [
        [undefined, /missing subscription key/],
        ['0'.repeat(32), /invalid subscription key/],
        [(await manager.createAccount('bot', { kind: 'Understanding' })).key1, /Access denied/],
        [(await manager.createAccount('far', { kind: 'Language', location: 'elsewhere' })).key1, /region elsewhere/],
      ];
      for (const [key, says] of refusals) {
        const { status, text } = await ask(key);
        assert.equal(status, 401, text);
        assert.match(text, says);
      }
      assert.equal((await ask((await manager.createAccount('stranger', { kind: 'Language' })).key1)).status, 404);
      const { key1: friend } = await manager.createAccount('friend', { kind: 'Language' });
      await manager.putAccount('author', { kind: 'Language', properties: { collaborators: [ManagementClient.accountPath('friend')] } });
      assert.equal((await ask(friend)).status, 200);
    });

    test('returns 404 for an unknown project or job', async () => {
      const missing = async (path: string): Promise<{ status: number; body: unknown }> =>
        await call(server, `GET /language/analyze-text/projects/${path}?api-version=${OLDEST}`, { key: author.key });
      const [project, job] = [
        await missing('nowhere/deployments/production/jobs/x'),
        await missing('letters/deployments/production/jobs/x'),
      ];
      assert.deepEqual([project.status, (project.body as { error: { code: string } }).error.code], [404, 'ProjectNotFound']);
      assert.deepEqual([job.status, (job.body as { error: { code: string } }).error.code], [404, 'OperationNotFound']);
    });

    test('returns 400 without a version or with an unknown one', async () => {
      for (const query of ['', '?api-version=1999-01-01']) {
        assert.equal((await call(server, `GET ${STATUS}/x${query}`, { key: author.key })).status, 400);
      }
    });
  });
});
