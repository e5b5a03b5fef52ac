/** Evaluation of an app, explanation of predictions, and the check of an import. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import type { Suggestion } from '../support/author.ts';
import { ManagementClient, call, eventually } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { travelApp } from '../support/travel-app.ts';

interface Figures {
  precision: number;
  recall: number;
  f1: number;
}
interface Stretch {
  entityName: string;
  startCharIndex: number;
  endCharIndex: number;
}
interface EvaluationStatus {
  status: string;
  percentCompleted: number;
}
interface Evaluation {
  trainedDateTime: string | null;
  isCurrent: boolean;
  accuracy: number | null;
  intents: (Figures & { name: string; utterances: number })[];
  entityEvaluation: EvaluationStatus;
  entities: (Figures & { name: string; labels: number })[];
  entityAverages: Figures | null;
  utterances: {
    id: number;
    text: string;
    intentLabel: string;
    predictedIntent: string;
    score: number;
    entityLabels?: Stretch[];
    entityPredictions?: Stretch[];
  }[];
}
interface Explanation {
  query: string;
  intents: { intent: string; score: number }[];
  pattern?: { pattern: string; intent: string; strength: number };
  entities: { entity: string; startIndex: number; length: number; score?: number; foundBy: string[]; value: unknown }[];
}
interface Report {
  name: string;
  culture: string;
  counts: Record<string, number>;
  losses: { what: string; name: string; details: string }[];
}

describe('understanding: evaluation and explanation', () => {
  let server: SharedServer;
  let author: Author;
  before(async () => {
    server = await sharedServer();
    author = new Author(
      server,
      (await (await ManagementClient.connect(server)).createAccount('author', { kind: 'Understanding.Authoring' })).key1,
    );
    await travelApp(author);
  });
  const evaluation = async (): Promise<Evaluation> => await author.ok(`GET ${author.path('/evaluation')}`);
  const explain = async (at: string, query: string): Promise<{ status: number; body: Explanation }> =>
    await call<Explanation>(server, `POST /luis/prediction/v3.0/apps/${author.appId}/${at}/explain`, { key: author.key, json: { query } });

  test('has no evaluation and no predictions before training', async () => {
    assert.deepEqual(await evaluation(), {
      trainedDateTime: null,
      isCurrent: false,
      accuracy: null,
      intents: [],
      entityEvaluation: { status: 'notStarted', percentCompleted: 0 },
      entities: [],
      entityAverages: null,
      utterances: [],
    });
    assert.equal((await author.send(`POST ${author.path('/evaluation')}`)).status, 400, 'nor are there entities to evaluate');
    assert.deepEqual(await author.ok(`GET ${author.path('/suggest')}`), []);
    assert.deepEqual(
      [
        (await explain('versions/0.1', 'hello')).status,
        (await explain('slots/production', 'hello')).status,
        (await explain('versions/9', 'hello')).status,
        (await explain('slots/nowhere', 'hello')).status,
      ],
      [400, 404, 404, 404],
    );
  });

  test('reports held-out predictions of each utterance with matching figures', async () => {
    await author.train();
    const { trainedDateTime, isCurrent, accuracy, intents, utterances } = await evaluation();
    assert.equal(typeof trainedDateTime, 'string');
    assert.equal(isCurrent, true);
    assert.equal(
      utterances.length,
      intents.reduce((sum, one) => sum + one.utterances, 0),
    );
    const right = utterances.filter(({ intentLabel, predictedIntent }) => intentLabel === predictedIntent).length;
    assert.equal(accuracy, right / utterances.length);
    assert.ok(right > utterances.length / 2, `${right} of ${utterances.length} are right`);
    assert.ok(utterances.every(({ score, text }) => score > 0 && score <= 1 && text !== ''));
  });

  test('evaluates entities on request with figures that match the spans', async () => {
    const before = await evaluation();
    assert.deepEqual(
      [before.entityEvaluation.status, before.entities, before.utterances.some((one) => 'entityPredictions' in one)],
      ['notStarted', [], false],
    );
    assert.equal((await author.ok<EvaluationStatus>(`POST ${author.path('/evaluation')}`)).status, 'running');
    const { entityEvaluation, entities, entityAverages, utterances } = await eventually(
      evaluation,
      (now) => now.entityEvaluation.status !== 'running',
    );
    assert.deepEqual(entityEvaluation, { status: 'succeeded', percentCompleted: 100 });
    const city = entities.find(({ name }) => name === 'City')!;
    const of = (stretches: readonly Stretch[] = []): string[] =>
      stretches.filter(({ entityName }) => entityName === 'City').map((one) => JSON.stringify(one));
    const [labeled, found] = [utterances.flatMap((one) => of(one.entityLabels)), utterances.flatMap((one) => of(one.entityPredictions))];
    const right = utterances.flatMap((one) => of(one.entityLabels).filter((label) => of(one.entityPredictions).includes(label)));
    assert.deepEqual(
      [city.labels, city.precision, city.recall],
      [labeled.length, right.length / found.length, right.length / labeled.length],
    );
    assert.ok(city.f1 > 0.5 && entityAverages!.f1 > 0.5, JSON.stringify(entities));
    const [few, none] = [
      await author.ok<Evaluation>(`GET ${author.path('/evaluation')}?skip=1&take=2`),
      await author.ok<Evaluation>(`GET ${author.path('/evaluation')}?take=0`),
    ];
    assert.deepEqual([few.utterances, none.utterances, none.entities], [utterances.slice(1, 3), [], entities]);
    assert.equal(
      (await author.ok<EvaluationStatus>(`POST ${author.path('/evaluation')}`)).status,
      'succeeded',
      'it is not done a second time',
    );
    await author.ok(`POST ${author.path('/intents')}`, { name: 'Another' });
    assert.deepEqual(
      [(await evaluation()).isCurrent, (await evaluation()).entities.length],
      [false, entities.length],
      'it was edited since',
    );
    assert.match(JSON.stringify((await author.send(`POST ${author.path('/evaluation')}`)).body), /edited since/);
  });

  test('explains what found each entity and which pattern decided, without logging', async () => {
    await author.ok(`POST ${author.path('/closedlists')}`, { name: 'Cabin', subLists: [{ canonicalForm: 'economy', list: ['coach'] }] });
    await author.ok(`POST ${author.path('/regexentities')}`, { name: 'Code', regexPattern: 'zz[0-9]{3}' });
    await author.ok(`POST ${author.path('/patternanyentities')}`, { name: 'Title', explicitList: [] });
    await author.ok(`POST ${author.path('/patternrule')}`, { pattern: 'who wrote {Title}', intent: 'Another' });
    await author.train();
    await author.publish();
    const {
      status,
      body: { entities },
    } = await explain('slots/production', 'fly to rome in coach with zz123');
    assert.equal(status, 200);
    const found = new Map(entities.map(({ entity, foundBy, value }) => [entity, { foundBy, value }]));
    assert.deepEqual(
      [found.get('Cabin'), found.get('Code')],
      [
        { foundBy: ['list'], value: ['economy'] },
        { foundBy: ['regex'], value: 'zz123' },
      ],
    );
    assert.ok(entities.some(({ foundBy, score }) => foundBy.includes('learned') && score! > 0));
    const written = (await explain('versions/0.1', 'who wrote winter')).body;
    assert.deepEqual(
      [written.pattern?.pattern, written.pattern?.intent, written.intents[0]?.intent],
      ['who wrote {Title}', 'Another', 'Another'],
    );
    assert.deepEqual(
      written.entities.filter(({ entity }) => entity === 'Title').map(({ foundBy, value }) => [foundBy, value]),
      [[['pattern'], 'winter']],
    );
    assert.deepEqual(
      [(await explain('slots/production', ' ')).status, (await explain('slots/production', 'x'.repeat(501))).status],
      [400, 414],
    );
    assert.deepEqual(await author.ok(`GET ${author.path('/suggest')}`), [], 'nothing waits for review');
  });

  test('suggests queries for a whole version', async () => {
    await call(server, `GET /luis/prediction/v3.0/apps/${author.appId}/slots/production/predict?query=take%20me%20to%20lima`, {
      key: author.key,
    });
    const suggested = await author.ok<Suggestion[]>(`GET ${author.path('/suggest')}?take=5`);
    assert.deepEqual(
      suggested.map(({ text }) => text),
      ['take me to lima'],
    );
    await author.ok(`DELETE ${author.path('/suggest')}`, 'take me to lima');
    assert.deepEqual(await author.ok(`GET ${author.path('/suggest')}`), []);
  });

  test('reports the result of an import without writing anything', async () => {
    const before = await author.ok<unknown[]>('GET /apps/');
    const exported = await author.ok<{ prebuiltEntities: object[]; patterns: object[] }>(`GET ${author.path('/export')}`);
    const file = {
      ...exported,
      name: 'Copy',
      prebuiltEntities: [...exported.prebuiltEntities, { name: 'encyclopedia', roles: [] }],
      speech: true,
    };
    const report = await author.ok<Report>('POST /apps/checkimport', file);
    assert.deepEqual([report.name, report.culture, report.counts.patterns], ['Copy', 'en-us', exported.patterns.length]);
    assert.deepEqual(
      report.losses.map(({ what, name }) => [what, name]),
      [
        ['field', 'speech'],
        ['prebuilt entity', 'encyclopedia'],
      ],
    );
    assert.match(JSON.stringify((await author.send('POST /apps/checkimport', { json: { ...file, culture: 'tlh' } })).body), /culture tlh/);
    const broken = await author.send('POST /apps/checkimport', {
      body: '# Dig\n- dig {@x=here\n',
      headers: { 'content-type': 'text/plain' },
    });
    assert.deepEqual([broken.status, /line 2/.test(broken.text)], [400, true]);
    assert.deepEqual(await author.ok('GET /apps/'), before);
  });
});
