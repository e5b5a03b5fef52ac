/** Migration of apps of the same server to conversation projects and back. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import { Migrator, OLDEST } from '../support/migration.ts';
import type { MigrationRecord } from '../support/migration.ts';
import { ManagementClient, call, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { travelApp } from '../support/travel-app.ts';

interface ExportedUtterance {
  text: string;
  intent: string;
}

/** With the elements of every list and the names of every object in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}

describe('migration', () => {
  const folder = temporaryFolder();
  let server: Server;
  let manager: ManagementClient;
  let mover: Migrator;
  let author: Author;
  let record: MigrationRecord;
  before(async () => {
    server = await startServer({ data: folder.path });
    manager = await ManagementClient.connect(server);
    mover = new Migrator(server, (await manager.createAccount('mover')).key1);
    author = new Author(server, (await manager.createAccount('author', { kind: 'Understanding.Authoring' })).key1);
    await travelApp(author, 'Travel & more');
    await author.label(
      'CheckIn',
      'can i check in from home',
      'open the check in',
      'print my boarding pass',
      'seat me at the [Seat::Window:window]',
    );
    await author.label(
      'BookFlight',
      'is there a plane to [City.to:rome] today',
      'show flights from [City.from:oslo]',
      'any flights to [City.to:lisbon] left',
    );
    await author.add('phraselists', { name: 'Towns', phrases: 'rome,paris,oslo,madrid,vienna,lisbon' });
    await author.train();
    await author.publish();
    record = await mover.migrate([{ appId: author.appId, appVersion: '0.1' }], server.address, author.key);
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  async function exportedApp(of: Author): Promise<object> {
    return (await call<object>(of.server, `GET /luis/authoring/v3.0-preview${of.path('/export')}`, { key: of.key })).body;
  }

  test('returns a job record with every field and a result for the app', () => {
    assert.deepEqual(Object.keys(record).sort(), [
      'createdDateTime',
      'errors',
      'expirationDateTime',
      'jobId',
      'lastUpdatedDateTime',
      'results',
      'status',
    ]);
    assert.deepEqual([record.status, record.errors], ['succeeded', []]);
    const [created, updated, expires] = [record.createdDateTime, record.lastUpdatedDateTime, record.expirationDateTime].map((time) =>
      Date.parse(time),
    ) as [number, number, number];
    assert.ok(created <= updated && updated < expires);
    assert.equal(record.results.length, 1);
    const { appId, appVersion, projectName, status, error, report } = record.results[0]!;
    assert.deepEqual(
      { appId, appVersion, projectName, status, error },
      { appId: author.appId, appVersion: '0.1', projectName: 'Travel more', status: 'succeeded', error: undefined },
    );
    const reportLines = (of: { what: string; from: string; to?: string }[]): string[] =>
      of.map(({ what, from, to = '' }) => `${what} ${from} > ${to}`);
    for (const one of [
      'intent BookFlight > BookFlight',
      'entity City > City',
      'list Class > Class',
      'expression Booking > Booking',
      'prebuilt number > number',
      'composite Trip > Trip',
      'Pattern.Any Hotel > Hotel',
      'phrase list Towns > Towns',
      'pattern book a room at {Hotel}[ please] > book a room at {Hotel}[ please]',
      'utterances 42 > 42',
    ]) {
      assert.ok(reportLines(report!.kept).includes(one), `${one} in ${reportLines(report!.kept).join('\n')}`);
    }
    for (const one of ['entity Seat::Window > Seat.Window', 'role City:from > City.from', 'role datetimeV2:arrival > datetimeV2.arrival']) {
      assert.ok(reportLines(report!.changed).includes(one), one);
    }
    assert.deepEqual(report!.dropped, []);
  });

  test('creates a project with the language and parts of the app', async () => {
    const { body } = await mover.send<{ projectName: string; language: string; projectKind: string }>('GET /projects/Travel%20more');
    assert.deepEqual([body.projectName, body.language, body.projectKind], ['Travel more', 'en-us', 'Conversation']);
  });

  test('predicts like the app after training on all utterances', async () => {
    await mover.completeJob('POST /projects/Travel%20more/:train', {
      modelLabel: 'first',
      evaluationOptions: { type: 'percentage', trainingSplitPercentage: '100', testingSplitPercentage: '0' },
    });
    await mover.completeJob('PUT /projects/Travel%20more/deployments/production', { trainedModelLabel: 'first' });
    const { utterances } = await author.ok<{ utterances: ExportedUtterance[] }>(`GET ${author.path('/export')}`);
    assert.ok(utterances.length >= 40, String(utterances.length));
    let same = 0;
    for (const { text } of utterances) {
      const [app, project] = [await author.ask3(text), await mover.predict('Travel more', text)];
      if (app.topIntent === project.topIntent) same++;
    }
    assert.ok(same / utterances.length >= 0.99, `${same} of ${utterances.length} utterances have the same intent`);
  });

  test('finds lists, expressions, prebuilts, roles, parts and patterns', async () => {
    const found = async (query: string): Promise<string[]> =>
      (await mover.predict('Travel more', query)).entities.map(({ category, text }) => `${category} ${text}`);
    const economy = (await mover.predict('Travel more', 'a coach seat please')).entities.find(({ category }) => category === 'Class');
    assert.deepEqual([economy?.text, economy?.listKeys], ['coach', ['economy']]);
    assert.ok((await found('my booking is qx4711')).includes('Booking qx4711'));
    const both = await found('fly from paris to madrid');
    assert.ok(both.includes('City.from paris') && both.includes('City.to madrid'), both.join());
    assert.ok((await found('give me a window seat')).includes('Seat.Window window seat'));
    const { topIntent, entities } = await mover.predict('Travel more', 'book a room at the golden anchor please');
    assert.deepEqual([topIntent, entities.find(({ category }) => category === 'Hotel')?.text], ['BookRoom', 'the golden anchor']);
    const stay = await found('i arrive on may 5 and leave on may 9');
    assert.ok(stay.includes('datetimeV2.arrival may 5') && stay.includes('datetimeV2.departure may 9'), stay.join());
  });

  test('appends a number to the name of an app that is migrated again', async () => {
    const other = await new Author(server, author.key).create('Other');
    const { status, results } = await mover.migrate(
      [
        { appId: author.appId, appVersion: '0.1' },
        { appId: other.appId, appVersion: '0.1' },
        { appId: other.appId, appVersion: '0.1' },
      ],
      `${server.address}/`,
      author.key,
    );
    assert.equal(status, 'succeeded');
    assert.deepEqual(
      results.map(({ projectName }) => projectName),
      ['Travel more2', 'Other', 'Other2'],
    );
    assert.ok(results[0]!.report!.changed.some(({ what, from, to }) => what === 'name' && from === 'Travel more' && to === 'Travel more2'));
  });

  test('exports the project as the original app', async () => {
    const { resultUrl } = await mover.completeJob<{ status: string; resultUrl: string }>(
      'POST /projects/Travel%20more/:export?format=Luis',
    );
    const app = await mover.getAt<{ name: string; utterances: ExportedUtterance[] }>(resultUrl);
    const back = new Author(server, author.key);
    back.appId = await back.ok<string>('POST /apps/import?appName=Back', app);
    const [first, second] = [await exportedApp(author), await exportedApp(back)];
    assert.deepEqual(sorted({ ...second, name: '' }), sorted({ ...first, name: '' }));
  });

  test('imports an exported app under any name, and rejects a broken one', async () => {
    const app = await author.ok<object>(`GET ${author.path('/export')}`);
    await mover.completeJob('POST /projects/Imported/:import?format=Luis', app);
    const { resultUrl } = await mover.completeJob<{ status: string; resultUrl: string }>('POST /projects/Imported/:export');
    const { assets } = await mover.getAt<{ assets: { examples: object[]; patterns: object[]; phraseLists: object[] } }>(resultUrl);
    assert.deepEqual([assets.examples.length, assets.patterns.length, assets.phraseLists.length], [42, 2, 1]);
    const { status, body } = await mover.send<{ error: { code: string; target: string } }>('POST /projects/Broken/:import?format=Luis', {
      json: { ...app, intents: [{ name: 'Go' }] },
    });
    assert.deepEqual([status, body.error.code, body.error.target], [400, 'InvalidArgument', 'patterns[0]']);
    assert.equal((await mover.send('GET /projects/Broken')).status, 404);
  });

  test('brings an app over to another server, where it is the same and answers', async () => {
    const target = await startServer({ args: ['--dev'], env: { PERENNIAL_FETCH_ALLOW: new URL(server.address).host } });
    try {
      const there = new Migrator(target, target.key1);
      const app = { appId: author.appId, appVersion: '0.1' };
      assert.match((await there.migrate([app], server.address, 'not-the-key')).errors[0]!.message, /does not accept the key/);
      const { status, results } = await there.migrate([app], server.address, author.key);
      assert.deepEqual([status, results[0]!.projectName], ['succeeded', 'Travel more']);
      const { resultUrl } = await there.completeJob<{ status: string; resultUrl: string }>(
        'POST /projects/Travel%20more/:export?format=Luis',
      );
      const back = new Author(target, target.key1);
      back.appId = await back.ok<string>('POST /apps/import?appName=Back', await there.getAt(resultUrl));
      assert.deepEqual(sorted({ ...(await exportedApp(back)), name: '' }), sorted({ ...(await exportedApp(author)), name: '' }));
      await there.completeJob('POST /projects/Travel%20more/:train', { modelLabel: 'first' });
      await there.completeJob('PUT /projects/Travel%20more/deployments/production', { trainedModelLabel: 'first' });
      const { topIntent, entities } = await there.predict('Travel more', 'fly from paris to madrid');
      assert.equal(topIntent, 'BookFlight');
      assert.ok(entities.some(({ category, text }) => category === 'City.to' && text === 'madrid'));
    } finally {
      await target.stop();
    }
  });

  test("serves the vendor's names at both addresses", async () => {
    const other = await new Author(server, author.key).create('Words');
    const body = { appsMetadata: [{ appId: other.appId, appVersion: '0.1' }], authoringResourceUrl: server.address, luisKey: author.key };
    for (const base of ['/language/analyze-conversations/internal', '/language/analyze-conversations']) {
      const { status, text, headers } = await mover.send('POST /:migrateFromLuis', { json: body }, base);
      assert.equal(status, 202, text);
      const address = headers['operation-location'] as string;
      assert.match(address, new RegExp(`${base}/migrateFromLuis/jobs/[^/]+\\?api-version=${OLDEST}$`));
      assert.equal((await mover.waitForJob(address)).status, 'succeeded');
    }
  });
});
