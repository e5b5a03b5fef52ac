/** The samples of the home page, and what they do not have. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { repairFiles, repairPdf } from '../support/documents-forms.ts';
import { call, eventually, ManagementClient } from '../support/server.ts';
import type { CallOptions, HttpResponse, Keys, Server } from '../support/server.ts';

/** The samples by the task of the home page. */
export const SAMPLES = {
  personalizer: 'A lunch menu that learns',
  luis: 'Travel bot',
  clu: 'Garden helper',
  documents: 'Nursery order forms',
  faces: 'Your people',
  texts: 'Mail sorting',
} as const;

/** The views to start from, in the accounts of the samples: the same pages of the default account are empty. */
export const STARTING_VIEWS = [
  '/',
  '/?task=luis',
  ...['documents', 'faces', 'conversations', 'texts', 'understanding', 'ranking'].map((area) => inSample(`/${area}`, area)),
];

/** Creates a sample of the home page, in an account of its own; resolves to the account in the URL. */
export async function createSample(page: Page, open: (path: string) => Promise<void>, task: keyof typeof SAMPLES): Promise<string> {
  await open(`/?task=${task}`);
  await page.getByRole('button', { name: `Create sample: ${SAMPLES[task]}` }).click();
  await page.waitForURL(/console\/\w+.*account=/);
  return new URL(page.url()).searchParams.get('account')!;
}

/** A path of the console in the account of an area's sample. */
export function inSample(path: string, area: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}account=default%2Fsamples%2F${area}`;
}

const DOCUMENTS = '/documentanalysis';
const VERSION = 'api-version=2024-11-30';

/**
 * What the samples do not have: results, a comparison and a classifier of documents; faces in lists and groups of each kind; an operator.
 * Resolves to the views of documents.
 */
export async function createFurtherViews(server: Server): Promise<string[]> {
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
