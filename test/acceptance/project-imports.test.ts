/** Checking an import applies the same rules as the import, without writing anything. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { call } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

interface Checked {
  projectName: string;
  projectKind: string;
  language: string;
  counts: Record<string, number>;
  report: Record<'kept' | 'changed' | 'dropped', { what: string; from: string; to?: string }[]>;
  error?: { target?: string; details?: { target?: string }[] };
}

const APP = {
  luis_schema_version: '7.0.0',
  versionId: '0.1',
  name: 'Kitchen',
  desc: 'Meals',
  culture: 'en-us',
  intents: [{ name: 'Cook' }, { name: 'None' }],
  entities: [{ name: 'Dish', roles: ['first'] }],
  regex_entities: [{ name: 'Oven', regexPattern: '(?<=at )[0-9]+', roles: [] }],
  utterances: [{ text: 'cook soup', intent: 'Cook', entities: [{ entity: 'Dish', role: 'first', startPos: 5, endPos: 8 }] }],
};

describe('checking an import', () => {
  let server: SharedServer;
  before(async () => {
    server = await sharedServer();
  });
  const send = async (route: string, json?: unknown, query = ''): Promise<{ status: number; body: Checked }> =>
    await call<Checked>(server, `${route}?api-version=2023-04-01${query}`, { key: server.key1, json });
  const [conversations, texts] = ['/language/authoring/analyze-conversations', '/language/authoring/analyze-text'];

  test('reports what is converted of an app, without creating a project', async () => {
    const {
      status,
      body: { projectName, language, counts, report },
    } = await send(`POST ${conversations}/:check-import`, APP, '&format=Luis');
    assert.deepEqual([status, projectName, language, counts.utterances], [200, 'Kitchen', 'en-us', 1]);
    assert.deepEqual(
      report.dropped.map(({ what }) => what),
      ['expression'],
    );
    assert.ok(
      report.changed.some(({ what, to }) => what === 'role' && to === 'Dish.first'),
      JSON.stringify(report.changed),
    );
    assert.equal((await send(`GET ${conversations}/projects/Kitchen`)).status, 404);
  });

  test('reports the counts of a project', async () => {
    const file = {
      projectFileVersion: '2023-04-01',
      stringIndexType: 'Utf16CodeUnit',
      metadata: { projectName: 'Mail', projectKind: 'CustomSingleLabelClassification', language: 'en' },
      assets: { classes: [{ category: 'A' }], documents: [{ location: '1', text: 'one', class: { category: 'A' } }] },
    };
    const { status, body } = await send(`POST ${texts}/:check-import`, file);
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          projectName: 'Mail',
          projectKind: 'CustomSingleLabelClassification',
          language: 'en',
          counts: { classes: 1, documents: 1 },
          report: { kept: [], changed: [], dropped: [] },
        },
      ],
    );
    assert.equal((await send(`GET ${texts}/projects/Mail`)).status, 404);
  });

  test('rejects what an import would reject, by the path of the field', async () => {
    const metadata = { projectName: 'Mail', projectKind: 'Conversation', language: 'en' };
    const wrong = await send(`POST ${conversations}/:check-import`, {
      metadata,
      assets: { intents: [{ category: 'A' }], utterances: [{ text: 'hi', intent: 'B' }] },
    });
    assert.equal(wrong.status, 400);
    assert.match(JSON.stringify(wrong.body), /assets\.utterances\[0\]\.intent/);
    assert.equal((await send(`POST ${conversations}/:check-import`, { metadata: { ...metadata, language: 'xx-yy-zz' } })).status, 400);
    assert.equal(
      (
        await send(`POST ${texts}/:check-import`, {
          metadata: { ...metadata, projectKind: 'CustomSingleLabelClassification', projectName: 'global' },
        })
      ).status,
      400,
    );
  });
});
