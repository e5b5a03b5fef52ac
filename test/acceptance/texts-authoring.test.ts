/** Authoring of text projects: files of every version, validation, evaluation, and documents in a container. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Azurite } from '../support/azurite.ts';
import { ManagementClient, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { NEWEST, OLDEST, TextAuthor } from '../support/text-author.ts';
import { CLASSES, entityProject, marked, multiLabel, orderText, singleLabel } from '../support/text-projects.ts';

interface File {
  metadata: Record<string, unknown>;
  assets: { documents: Record<string, unknown>[]; [list: string]: unknown };
  [field: string]: unknown;
}
interface Refusal {
  error: { code: string; message: string; target?: string };
}

const asFile = (file: object): File => structuredClone(file) as File;
/** The same project in the form of the oldest version. */
function asFormer(file: object, modelType: string): object {
  const {
    metadata,
    assets: { classes, entities, documents },
  } = asFile(file);
  delete metadata.projectKind;
  const named = (list: unknown): object[] => (list as { category: string }[]).map(({ category }) => ({ name: category }));
  return {
    'api-version': OLDEST,
    metadata: { ...metadata, modelType, multiLingual: false },
    assets: {
      ...(classes !== undefined && { classifiers: named(classes) }),
      ...(entities !== undefined && { extractors: named(entities) }),
      documents: documents.map(({ class: one, classes: many, entities: regions, ...document }) => ({
        ...document,
        ...((one ?? many) !== undefined && {
          classifiers: ((many ?? [one]) as { category: string }[]).map(({ category }) => ({ classifierName: category })),
        }),
        ...(regions !== undefined && {
          extractors: (regions as { labels: { category: string }[] }[]).map(({ labels, ...region }) => ({
            ...region,
            labels: labels.map(({ category, ...place }) => ({ extractorName: category, ...place })),
          })),
        }),
      })),
    },
  };
}

describe('texts: authoring', () => {
  const folder = temporaryFolder();
  let server: Server;
  let store: Azurite;
  let manager: ManagementClient;
  let author: TextAuthor;
  let former: TextAuthor;
  before(async () => {
    store = await Azurite.start();
    server = await startServer({ data: folder.path, env: { PERENNIAL_FETCH_ALLOW: store.host } });
    manager = await ManagementClient.connect(server);
    author = new TextAuthor(
      server,
      (await manager.createAccount('author', { kind: 'Language', properties: { storage: { connectionString: store.connectionString() } } }))
        .key1,
    );
    former = author.with({ version: OLDEST });
  });
  after(async () => {
    await server.stop();
    await store.stop();
    folder.remove();
  });

  const exported = async (by: TextAuthor, name: string, query = ''): Promise<File> =>
    await by.fetch<File>((await by.runJob(`POST /${name}/:export${query}`)).resultUrl!);
  const refusal = async (file: object): Promise<{ status: number } & Refusal['error']> => {
    const { status, body } = await author.send<Refusal>('POST /refused/:import', { json: file });
    return { status, ...body.error };
  };
  const nothingWritten = async (): Promise<void> => assert.equal((await author.send('GET /refused')).status, 404);

  describe('files', () => {
    const kinds = [
      ['single', singleLabel, 'singleClassification'],
      ['multi', multiLabel, 'multiClassification'],
      ['entities', entityProject, 'Extraction'],
    ] as const;

    for (const [name, make, modelType] of kinds) {
      test(`${name}: exports what was imported, with the field names of each version`, async () => {
        const file = make();
        await author.runJob(`POST /${name}/:import`, file);
        const [later, oldest] = [await exported(author, name), await exported(former, name)];
        assert.deepEqual(later.assets, file.assets);
        assert.equal(later.metadata.projectKind, (file.metadata as { projectKind: string }).projectKind);
        assert.equal(oldest.metadata.modelType, modelType);
        assert.deepEqual(oldest.assets, (asFormer(file, modelType) as File).assets);
        await former.runJob(`POST /${name}-former/:import`, asFormer(file, modelType));
        assert.deepEqual((await exported(author, `${name}-former`)).assets, file.assets);
        const project = await former.ok<Record<string, unknown>>(`GET /${name}-former`);
        assert.deepEqual([project.name, project.modelType, project.multiLingual], [`${name}-former`, modelType, false]);
      });
    }

    test('converts labels from and to every unit', async () => {
      const { text, labels } = marked(`🇳🇴${orderText(1)}`);
      // A flag (four units, one element) and a receipt (two units, one element) precede every label.
      const entities = [
        { regionOffset: 0, regionLength: text.length - 4, labels: labels.map(({ offset, ...rest }) => ({ ...rest, offset: offset - 4 })) },
      ];
      const file = {
        ...entityProject(),
        stringIndexType: 'TextElements_v8',
        assets: { ...(entityProject().assets as object), documents: [{ location: 'a', text, entities }] },
      };
      await author.runJob('POST /counted/:import', file);
      const regions = async (query: string): Promise<unknown> => (await exported(author, 'counted', query)).assets.documents[0]!.entities;
      assert.deepEqual(await regions(''), [{ regionOffset: 0, regionLength: text.length, labels }]);
      assert.deepEqual(await regions('?stringIndexType=TextElements_v8'), entities);
    });

    test('rejects invalid files by the path of the field, without writing anything', async () => {
      const broken = async (
        make: () => object,
        spoil: (file: File, first: Record<string, unknown>) => void,
        target: string,
      ): Promise<void> => {
        const file = asFile(make());
        spoil(file, file.assets.documents[0]!);
        const { status, target: place, message } = await refusal(file);
        assert.deepEqual([status, place], [400, target], message);
        await nothingWritten();
      };
      const region = (
        first: Record<string, unknown>,
      ): {
        regionOffset: number;
        regionLength: number;
        labels: Record<string, unknown>[];
      } => (first.entities as [ReturnType<typeof region>])[0];
      await broken(singleLabel, (_file, first) => (first.class = { category: 'Weather' }), 'assets.documents[0].class');
      await broken(singleLabel, (_file, first) => (first.classes = [{ category: 'Billing' }]), 'assets.documents[0].classes[0]');
      await broken(singleLabel, ({ assets }) => (assets.classes as object[]).push({ category: 'Billing' }), 'assets.classes[3]');
      await broken(singleLabel, ({ assets }) => (assets.classes as object[]).push({ category: ' ' }), 'assets.classes[3]');
      await broken(
        singleLabel,
        ({ assets: { documents } }) => (documents[1]!.location = documents[0]!.location),
        'assets.documents[1].location',
      );
      await broken(singleLabel, (_file, first) => (first.language = 'qq'), 'assets.documents[0].language');
      await broken(singleLabel, (_file, first) => (first.dataset = 'Validation'), 'assets.documents[0].dataset');
      await broken(singleLabel, (_file, first) => (first.text = 'x'.repeat(125_001)), 'assets.documents[0].text');
      await broken(singleLabel, ({ assets }) => (assets.projectKind = 'CustomEntityRecognition'), 'assets.projectKind');
      await broken(singleLabel, (file) => (file.stringIndexType = 'Bytes'), 'stringIndexType');
      await broken(
        multiLabel,
        (_file, first) => (first.classes as object[]).push({ category: 'Delivery' }),
        'assets.documents[0].classes[2]',
      );
      await broken(
        entityProject,
        (_file, first) => (region(first).labels[1]!.category = 'Country'),
        'assets.documents[0].entities[0].labels[1]',
      );
      await broken(entityProject, (_file, first) => (region(first).labels[1]!.length = 0), 'assets.documents[0].entities[0].labels[1]');
      await broken(
        entityProject,
        (_file, first) => (region(first).labels[1]!.offset = 100_000),
        'assets.documents[0].entities[0].labels[1]',
      );
      await broken(
        entityProject,
        (_file, first) => (region(first).labels[1]!.offset = region(first).labels[0]!.offset),
        'assets.documents[0].entities[0].labels[1]',
      );
      await broken(entityProject, (_file, first) => (region(first).regionLength += 1), 'assets.documents[0].entities[0]');
      await broken(
        entityProject,
        (_file, first) => (region(first).labels[0]!.offset = -1),
        'assets.documents.0.entities.0.labels.0.offset',
      );
      await broken(
        entityProject,
        (file, first) => {
          delete first.text;
          file.stringIndexType = 'UnicodeCodePoint';
        },
        'stringIndexType',
      );
      await broken(singleLabel, (file) => (file.metadata.language = 'qq'), 'language');
      await broken(singleLabel, (file) => (file.metadata.projectName = 'another'), 'projectName');
    });

    test('rejects unavailable kinds by name', async () => {
      const file = { metadata: { projectKind: 'CustomAbstractiveSummarization', language: 'en' }, assets: { documents: [] } };
      const { status, message, target } = await refusal(file);
      assert.deepEqual([status, target], [400, 'projectKind']);
      assert.match(message, /CustomAbstractiveSummarization is not available/);
      await nothingWritten();
    });
  });

  describe('training', () => {
    const split = { evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 70, testingSplitPercentage: 30 } };
    const evaluated = async (
      name: string,
      file: object,
    ): Promise<{
      summary: Record<string, Record<string, unknown>>;
      results: Record<string, unknown>[];
    }> => {
      await author.ready(name, file, split);
      const summary = await author.ok<Record<string, Record<string, unknown>>>(`GET /${name}/models/first/evaluation/summary-result`);
      const { value } = await author.ok<{ value: Record<string, unknown>[] }>(
        `GET /${name}/models/first/evaluation/result?stringIndexType=Utf16CodeUnit`,
      );
      return { summary, results: value };
    };
    const averages = ['macroF1', 'macroPrecision', 'macroRecall', 'microF1', 'microPrecision', 'microRecall'];
    const counts = ['f1', 'falseNegativeCount', 'falsePositiveCount', 'precision', 'recall', 'trueNegativeCount', 'truePositiveCount'];

    test('single label: returns a class and matching counts for the test documents', async () => {
      const { summary, results } = await evaluated('single-split', singleLabel());
      assert.deepEqual(summary.evaluationOptions, split.evaluationOptions);
      const { classes, confusionMatrix, ...rest } = summary.customSingleLabelClassificationEvaluation as {
        classes: Record<string, Record<string, number>>;
        confusionMatrix: Record<string, Record<string, { rawValue: number; normalizedValue: number }>>;
      };
      assert.deepEqual(Object.keys(rest).sort(), averages);
      assert.deepEqual(Object.keys(classes).sort(), [...CLASSES].sort());
      assert.equal(results.length, 6);
      const pairs = results.map(({ location, language, projectKind, customSingleLabelClassificationResult: of }) => {
        assert.deepEqual({ language, projectKind }, { language: 'en', projectKind: 'CustomSingleLabelClassification' });
        const { expectedClass, predictedClass } = of as { expectedClass: string; predictedClass: string };
        assert.ok((location as string).startsWith(expectedClass));
        return { expectedClass, predictedClass };
      });
      for (const [name, of] of Object.entries(classes)) {
        assert.deepEqual(Object.keys(of).sort(), counts);
        assert.equal(of.truePositiveCount, pairs.filter((one) => one.expectedClass === name && one.predictedClass === name).length);
        assert.equal(of.falseNegativeCount, pairs.filter((one) => one.expectedClass === name && one.predictedClass !== name).length);
        assert.equal(of.truePositiveCount! + of.falsePositiveCount! + of.falseNegativeCount! + of.trueNegativeCount!, 6);
        assert.equal(
          Object.values(confusionMatrix[name]!).reduce((sum, { rawValue }) => sum + rawValue, 0),
          2,
        );
      }
    });

    test('multi label: returns expected and predicted classes without a matrix', async () => {
      const { summary, results } = await evaluated('multi-split', multiLabel());
      const { classes, ...rest } = summary.customMultiLabelClassificationEvaluation as { classes: Record<string, object> };
      assert.deepEqual(Object.keys(rest).sort(), averages);
      for (const of of Object.values(classes)) assert.deepEqual(Object.keys(of).sort(), counts);
      assert.ok(results.length > 3);
      for (const { location, customMultiLabelClassificationResult: of } of results) {
        const { expectedClasses, predictedClasses } = of as { expectedClasses: string[]; predictedClasses: string[] };
        assert.deepEqual(expectedClasses, (location as string).split('-').slice(0, -1));
        assert.ok(predictedClasses.every((one) => CLASSES.includes(one)));
      }
    });

    test('entities: returns expected and predicted spans by region, in the requested unit', async () => {
      const { summary, results } = await evaluated('entities-split', entityProject());
      const { entities, confusionMatrix, ...rest } = summary.customEntityRecognitionEvaluation as {
        entities: Record<string, { f1: number }>;
        confusionMatrix: object;
      };
      assert.deepEqual(Object.keys(rest).sort(), averages);
      assert.ok(typeof confusionMatrix === 'object');
      for (const of of Object.values(entities)) assert.deepEqual(Object.keys(of).sort(), counts);
      assert.ok((rest as { microF1: number }).microF1 > 0.8, JSON.stringify(rest));
      assert.equal(results.length, 4);
      interface Regions {
        entities: {
          regionOffset: number;
          regionLength: number;
          expectedEntities: { offset: number; length: number; category: string }[];
          predictedEntities: object[];
        }[];
      }
      const imported = entityProject().assets as { documents?: { location: string; text: string; entities: { labels: object[] }[] }[] };
      for (const { location, customEntityRecognitionResult: of } of results) {
        const [{ regionOffset, regionLength, expectedEntities }] = (of as Regions).entities as [Regions['entities'][number]];
        const document = imported.documents!.find((one) => one.location === location)!;
        assert.deepEqual(
          { regionOffset, regionLength, expectedEntities },
          { regionOffset: 0, regionLength: document.text.length, expectedEntities: document.entities[0]!.labels },
        );
      }
      const {
        value: [inElements],
      } = await author.ok<{ value: Record<string, Regions>[] }>(
        'GET /entities-split/models/first/evaluation/result?stringIndexType=TextElements_v8&top=1',
      );
      // A receipt (two units, one element) precedes all labels.
      assert.deepEqual(
        inElements!.customEntityRecognitionResult!.entities[0]!.expectedEntities.map(({ offset }) => offset + 1),
        (results[0]!.customEntityRecognitionResult as Regions).entities[0]!.expectedEntities.map(({ offset }) => offset),
      );
    });

    test('manual split: does not train on the data set Test', async () => {
      const file = asFile(singleLabel());
      file.assets.documents.forEach((document, i) => (document.dataset = i % 3 === 0 ? 'Test' : 'Train'));
      await author.ready('by-hand', file, { evaluationOptions: { kind: 'manual' } });
      const { value } = await author.ok<{ value: { location: string }[] }>('GET /by-hand/models/first/evaluation/result');
      assert.deepEqual(
        value.map(({ location }) => location).sort(),
        file.assets.documents
          .filter(({ dataset }) => dataset === 'Test')
          .map(({ location }) => location as string)
          .sort(),
      );
      const summary = await author.ok<{ evaluationOptions: object }>('GET /by-hand/models/first/evaluation/summary-result');
      assert.deepEqual(summary.evaluationOptions, { kind: 'manual' });
    });

    test('rejects a training without labeled documents', async () => {
      await author.ok('PATCH /empty', { projectKind: 'CustomEntityRecognition', language: 'en' });
      const { status, body } = await author.send<Refusal>('POST /empty/:train', { json: { modelLabel: 'first' } });
      assert.deepEqual([status, body.error.message], [400, 'The project has no labeled documents to train on.']);
    });

    test('does not find the job of another deployment', async () => {
      await author.ready('two', singleLabel());
      const { jobId } = await author.runJob('PUT /two/deployments/other', { trainedModelLabel: 'first' });
      assert.equal((await author.send(`GET /two/deployments/other/jobs/${jobId}`)).status, 200);
      assert.equal((await author.send(`GET /two/deployments/production/jobs/${jobId}`)).status, 404);
    });
  });

  describe('documents in a container', () => {
    /** The project with its texts in a container. */
    const inContainer = async (make: () => object, container: string): Promise<File> => {
      const file = asFile(make());
      file.metadata.storageInputContainerName = container;
      await store.createContainer(container);
      for (const document of file.assets.documents) {
        await store.putBlob(container, document.location as string, document.text as string);
        delete document.text;
      }
      return file;
    };
    const ask = async (project: string, text: string, kind: string): Promise<object | undefined> =>
      (
        await author.analyze({
          analysisInput: { documents: [{ id: '1', text }] },
          tasks: [{ kind, parameters: { projectName: project, deploymentName: 'production', stringIndexType: 'Utf16CodeUnit' } }],
        })
      ).tasks.items![0]!.results?.documents[0];
    const failure = async (name: string, file: object, by = author): Promise<string> => {
      await by.runJob(`POST /${name}/:import`, file);
      const { status, errors } = await by.runJob(`POST /${name}/:train`, { modelLabel: 'first' });
      assert.equal(status, 'failed');
      assert.equal((await by.send(`GET /${name}/models/first`)).status, 404);
      return errors!.map(({ code, message }) => `${code}: ${message}`).join();
    };

    test('are trained on like those in the file', async () => {
      await author.ready('stored', await inContainer(entityProject, 'orders'));
      await author.ready('inline', entityProject());
      const { text, labels } = marked(orderText(3, 'Nora Blum', 'Hamburg', 'ZZ-4711'));
      const [stored, inline] = [await ask('stored', text, 'CustomEntityRecognition'), await ask('inline', text, 'CustomEntityRecognition')];
      assert.deepEqual(stored, inline);
      assert.deepEqual(
        (
          stored as {
            entities: { category: string; offset: number; length: number }[];
          }
        ).entities.map(({ category, offset, length }) => ({ category, offset, length })),
        labels,
      );
    });

    test('work in the oldest version and with a shared access signature', async () => {
      const file = await inContainer(singleLabel, 'letters');
      const { key1 } = await manager.createAccount('signed', {
        kind: 'Language',
        properties: { storage: { connectionString: store.signedConnectionString('letters') } },
      });
      const signed = new TextAuthor(server, key1, OLDEST);
      await signed.ready('letters', asFormer(file, 'singleClassification'), { runValidation: false });
      assert.equal((await signed.ok<{ storageInputContainerName: string }>('GET /letters')).storageInputContainerName, 'letters');
    });

    test('fail the training with a reason when they cannot be read', async () => {
      const missing = await inContainer(singleLabel, 'missing');
      missing.assets.documents.push({ location: 'not-there.txt', class: { category: 'Billing' } });
      assert.equal(await failure('missing', missing), 'NotFound: The document not-there.txt is not in the container missing.');
      const nowhere = asFile(missing);
      nowhere.metadata.storageInputContainerName = 'nowhere';
      assert.equal(await failure('nowhere', nowhere), 'InvalidArgument: The linked storage cannot be read: there is no container nowhere.');
      delete nowhere.metadata.storageInputContainerName;
      assert.match(
        await failure('unnamed', nowhere),
        /^InvalidArgument: The document Delivery-0.txt has no text, and the project has no storage container/,
      );
      await store.putBlob('missing', 'not-there.txt', Buffer.of(0xff, 0xfe, 0x41));
      assert.equal(await failure('bytes', missing), 'InvalidArgument: The document not-there.txt is not text in UTF-8.');
    });

    test('fail the training with a wrong key or without storage', async () => {
      const file = await inContainer(singleLabel, 'closed');
      const wrong = await manager.createAccount('wrong', {
        kind: 'Language',
        properties: { storage: { connectionString: store.connectionString(Buffer.from('not the key').toString('base64')) } },
      });
      assert.match(await failure('closed', file, new TextAuthor(server, wrong.key1)), /^InvalidArgument: .*refuses the key or signature/);
      const unlinked = await manager.createAccount('unlinked', { kind: 'Language' });
      assert.match(
        await failure('closed', file, new TextAuthor(server, unlinked.key1)),
        /^InvalidArgument: The account of the project has no linked storage/,
      );
    });

    test('fail the training when labels are outside of the text', async () => {
      const file = await inContainer(entityProject, 'shorter');
      await store.putBlob('shorter', 'order-0.txt', 'Order');
      assert.match(await failure('shorter', file), /^InvalidArgument: .*order-0.txt/);
    });
  });

  test('serves the same project in every later version', async () => {
    await author.runJob('POST /shared/:import', singleLabel());
    for (const version of ['2022-05-01', '2022-05-15-preview', '2022-10-01-preview', NEWEST]) {
      assert.equal((await author.with({ version }).ok<{ projectName: string }>('GET /shared')).projectName, 'shared');
    }
  });
});
