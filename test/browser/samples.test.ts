/** Samples: created with a click. Then the programs for the vendor's clients, and every view with data. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { pdfOf } from '../support/documents.ts';
import { GROUP_PHOTO } from '../support/people.ts';
import { repairFiles, repairPdf } from '../support/documents-forms.ts';
import { call, eventually, ManagementClient } from '../support/server.ts';
import type { CallOptions, HttpResponse, Keys, Server } from '../support/server.ts';
import { WAIT_MS } from '../support/slowness.ts';
import { skip, useBrowser } from './browser.ts';
import { walkEveryView } from './walk.ts';

/** `1` uses every field and button of every view: set by the scene console of the soak. */
const USES = 'WALK_USES';

/** Packages installed under another name, because several versions are. */
const INSTALLED_AS: Readonly<Record<string, string>> = {
  '@azure/ai-form-recognizer': 'form-recognizer-5',
  '@azure/cognitiveservices-face': 'cognitiveservices-face-5',
  '@azure/cognitiveservices-luis-runtime': 'luis-runtime-v3',
};

/** Creates a sample of the home page, in an account of its own; resolves to the account in the URL. */
async function createSample(page: Page, open: (path: string) => Promise<void>, task: string, title: string): Promise<string> {
  await open(`/?task=${task}`);
  await page.getByRole('button', { name: `Create sample: ${title}` }).click();
  await page.waitForURL(/console\/\w+.*account=/);
  return new URL(page.url()).searchParams.get('account')!;
}

/** A path of the console in the account of an area's sample. */
function inSample(path: string, area: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}account=default%2Fsamples%2F${area}`;
}

const DOCUMENTS = '/documentanalysis';
const VERSION = 'api-version=2024-11-30';

/**
 * What the samples do not have: results, a comparison and a classifier of documents; faces in lists and groups of each kind; an operator.
 * Resolves to the views of documents.
 */
async function createFurtherViews(server: Server): Promise<string[]> {
  const manager = await ManagementClient.connect(server);
  const clientOf = async (area: string): Promise<<T>(route: string, options?: CallOptions) => Promise<HttpResponse<T>>> => {
    const { body } = await manager.call<Keys>(`POST /subscriptions/default/resourceGroups/samples/accounts/${area}/listKeys`);
    return async (route, options) => {
      const response = await call<never>(server, route, { key: body.key1, ...options });
      assert.ok(response.status < 300, `${route}: ${response.status} ${response.text}`);
      return response;
    };
  };
  await manager.call('POST /operators', { json: { name: 'vera@example.com', role: 'view' } });
  const faces = await clientOf('faces');
  for (const [kind, id] of [
    ['largepersongroups', 'staff'],
    ['facelists', 'visitors'],
    ['largefacelists', 'crowd'],
  ])
    await faces(`PUT /face/v1.0/${kind}/${id}`, { json: { name: id } });
  await faces('POST /face/v1.0/persongroups/sample-people/persons', { json: { name: 'Ada' } });
  const { personId } = (await faces<{ personId: string }>('POST /face/v1.2-preview.1/persons', { json: { name: 'Ada' } })).body;
  await faces('PUT /face/v1.2-preview.1/dynamicpersongroups/family', { json: { name: 'family', addPersonIds: [personId] } });

  const documents = await clientOf('documents');
  /** Sends a request that starts work; resolves to its location when that is done. */
  const complete = async (route: string, options: CallOptions): Promise<string> => {
    const { headers } = await documents(route, options);
    const location = String(headers['operation-location']).slice(server.address.length);
    await eventually(
      async () => (await documents<{ status: string }>(`GET ${location}`)).body.status,
      (status) => ['succeeded', 'completed'].includes(status),
    );
    return location;
  };
  const analyze = async (path: string): Promise<string> => {
    const options = { body: await repairPdf(7), headers: { 'content-type': 'application/pdf' } };
    return /analyzeResults\/([^?]+)/.exec(await complete(`POST ${DOCUMENTS}/${path}:analyze?${VERSION}&keepDocument=true`, options))![1]!;
  };
  for (const { name, content } of await repairFiles(5))
    if (name.endsWith('.pdf'))
      await documents(`PUT ${DOCUMENTS}/trainingSets/tickets/files/${name}?${VERSION}`, {
        body: content,
        headers: { 'content-type': 'application/octet-stream' },
      });
  const types = { orders: 'order-forms', tickets: 'tickets' };
  await complete(`POST ${DOCUMENTS}/documentClassifiers:build?${VERSION}`, {
    json: {
      classifierId: 'sorter',
      docTypes: Object.fromEntries(Object.entries(types).map(([type, trainingSetId]) => [type, { trainingSetSource: { trainingSetId } }])),
    },
  });
  const [one, other] = ['order-forms-1', 'prebuilt-invoice'] as const;
  const results = [await analyze(`documentModels/${one}`), await analyze(`documentModels/${other}`)];
  const classified = await analyze('documentClassifiers/sorter');
  return [
    `/documents/results/${one}/${results[0]}?kept=1&name=a.pdf`,
    `/documents/compare/${one}/${other}?results=${results.join()}&name=a.pdf`,
    `/documents/classifiers/sorter/${classified}?kept=1&name=a.pdf`,
  ];
}

describe('samples', { skip }, () => {
  const { visit } = useBrowser();

  visit('a sample gets an account of its own, and its tick tells that it was created', {}, async ({ page, open, server }) => {
    const events = async (): Promise<number> =>
      (await call<{ value?: unknown[] }>(server, 'GET /ranking/v1.1-preview.3/logs/events', { key: server.key1 })).body.value?.length ?? 0;
    // The account has data of the user, as a live loop would.
    await call(server, 'POST /ranking/v1.1-preview.3/rank', { key: server.key1, json: { actions: [{ id: 'a', features: [{ x: 1 }] }] } });
    const before = await events();
    await open('/?task=personalizer');
    assert.equal(await page.getByText('Created', { exact: true }).count(), 0);
    const account = await createSample(page, open, 'personalizer', 'A lunch menu that learns');
    assert.equal(account, 'default/samples/ranking');
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor();
    assert.equal(await events(), before, 'the loop of the user is as it was');
    await open('/?task=personalizer');
    await page.getByText('Created', { exact: true }).waitFor();
    await page.getByText(/1,0\d\d calls · 0 rejected · 0 failed/).waitFor();
    await page.getByRole('link', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('account'), account);
  });

  visit('creates the samples of the other areas', {}, async ({ page, open }) => {
    for (const [task, title] of [
      ['luis', 'Travel bot'],
      ['clu', 'Garden helper'],
      ['documents', 'Nursery order forms'],
      ['faces', 'Your people'],
      ['texts', 'Mail sorting'],
    ] as const) {
      await createSample(page, open, task, title);
      if (task !== 'documents') continue;
      await page.getByText('6 forms of 6 labeled').waitFor();
      await page.getByRole('meter', { name: 'Accuracy of Customer' }).waitFor();
    }
  });

  visit("the programs for the vendor's clients run as shown", {}, async ({ page, open }) => {
    // Below node_modules, so that the packages are found.
    const folder = fileURLToPath(new URL(`../../node_modules/.cache/programs-${process.pid}`, import.meta.url));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'document.pdf'), await pdfOf([['The garden has grown well.']]));
    writeFileSync(join(folder, 'photo.jpg'), GROUP_PHOTO);
    try {
      const trials: Readonly<Record<string, RegExp>> = {
        documents: /^The garden has grown well\./,
        faces: /^4 \[/,
        conversations: /^\w+ \[/,
        texts: /category: '\w+'/,
        understanding: /^\w+ \{/,
        ranking: /^(pasta|ice cream)\n$/,
      };
      for (const [area, prints] of Object.entries(trials)) {
        await open(`/accounts/default/samples/${area}?tab=connect&client=${area}`);
        await page.getByRole('tab', { name: 'JavaScript' }).click();
        await page.getByRole('button', { name: 'Show key in code' }).click();
        const program = page.getByLabel('program', { exact: true });
        await program.filter({ hasText: /[0-9a-f]{64}/ }).waitFor();
        const path = join(folder, `${area}.mjs`);
        const shown = (await program.textContent())!;
        writeFileSync(
          path,
          shown.replace(/from '([^']+)'/g, (whole, name: string) => (INSTALLED_AS[name] ? `from '${INSTALLED_AS[name]}'` : whole)),
        );
        const { stdout } = await promisify(execFile)(process.execPath, [path], { cwd: folder, timeout: WAIT_MS });
        assert.match(stdout, prints, area);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  visit('every view is accessible in both themes and fits a narrow window; what it offers needs the role it names', {}, async (visit) => {
    const { server } = visit;
    const views = await createFurtherViews(server);
    // Samples first, in their accounts: the same pages of the default account are empty.
    await walkEveryView(
      visit,
      [
        '/',
        '/?task=luis',
        ...['documents', 'faces', 'conversations', 'texts', 'understanding', 'ranking'].map((area) => inSample(`/${area}`, area)),
        ...views.map((view) => inSample(view, 'documents')),
      ],
      { uses: process.env[USES] === '1' },
    );
  });
});
