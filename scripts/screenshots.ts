/** node scripts/screenshots.ts [NAME …]: takes screenshots of the console for the docs, with the samples created. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser, openVisit, skip } from '../test/browser/browser.ts';
import { createOrder, orderPdf } from '../test/support/documents-forms.ts';
import { cutOut, GROUP_PHOTO, sortLeftToRight } from '../test/support/people.ts';
import type { Rectangle } from '../test/support/people.ts';
import { call, ManagementClient, startServer } from '../test/support/server.ts';
import type { CallOptions, Keys, Server } from '../test/support/server.ts';

interface Shot {
  /** File name. */
  name: string;
  path: string;
  /** Steps before the screenshot. */
  steps?: (page: Page) => Promise<void>;
}

/** One entry per screenshot; `{understanding}` stands for the path of that area's sample. */
const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/' },
  { name: 'home-task', path: '/?task=luis' },
  { name: 'accounts', path: '/accounts' },
  { name: 'account', path: '/accounts/default/default/default' },
  { name: 'operators', path: '/operators' },
  { name: 'usage', path: '/accounts/default/samples/ranking?tab=usage' },
  { name: 'connect', path: '/accounts/default/default/default?tab=connect&client=documents' },
  { name: 'jobs', path: '/accounts/default/samples/conversations?tab=jobs' },
  { name: 'audit', path: '/accounts/default/samples/understanding?tab=audit' },
  {
    name: 'calls',
    path: '/ranking?tab=events',
    steps: (page) => page.getByRole('button', { name: /^API calls/ }).click(),
  },
  { name: 'palette', path: '/', steps: searchEverything },
  { name: 'ranking', path: '/ranking' },
  {
    name: 'ranking-event',
    path: '/ranking?tab=events',
    steps: (page) => page.getByRole('grid', { name: 'Events' }).getByRole('gridcell').first().click(),
  },
  { name: 'ranking-evaluation', path: '/ranking?tab=evaluations', steps: evaluate },
  {
    name: 'ranking-playground',
    path: '/ranking?tab=playground',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Send test request' }).click();
      await page.locator('[data-shown]').waitFor();
    },
  },
  { name: 'understanding', path: '{understanding}?at=fly+me+to+rome' },
  {
    name: 'understanding-playground',
    path: '{understanding}?tab=playground&ask=fly+to+oslo+tomorrow',
    steps: runQuery,
  },
  { name: 'understanding-evaluation', path: '{understanding}?tab=evaluation', steps: evaluateEntities },
  { name: 'understanding-versions', path: '{understanding}?tab=versions' },
  { name: 'documents', path: '/documents' },
  { name: 'documents-set', path: '{documents}' },
  { name: 'documents-label', path: '{documents}/order-1.pdf', steps: showPage },
  { name: 'documents-model', path: '/documents/models/order-forms-1' },
  { name: 'faces', path: '/faces' },
  { name: 'faces-group', path: '{faces}' },
  { name: 'faces-directory', path: '/faces?tab=directory' },
  { name: 'documents-result', path: '/documents?model=order-forms-1', steps: analyzeOrder },
  { name: 'conversations', path: '{conversations}?at=water+the+fern' },
  { name: 'conversations-evaluation', path: '{conversations}?tab=evaluation' },
  {
    name: 'conversations-playground',
    path: '{conversations}?tab=playground&ask=water+the+rubber+plant+tomorrow',
    steps: runQuery,
  },
  { name: 'conversations-review', path: '{conversations}?tab=playground&ask=my+orchid+is+thirsty', steps: reviewQuery },
  { name: 'conversations-deployments', path: '{conversations}?tab=deployments' },
  { name: 'texts', path: '{texts}?at=billing-1' },
  { name: 'texts-evaluation', path: '{texts}?tab=evaluation' },
  { name: 'tour', path: '/', steps: (page) => page.getByRole('button', { name: 'Two-minute tour' }).click() },
];

const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const WIDTH = 1280;
const COLORS = 32;
/** One for each person of the photo. */
const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Mary Jackson'];
const SAMPLE_MS = 300_000;
const SETTLE_MS = 600;

if (skip !== false) throw new Error(`No screenshots: ${skip}.`);
const wanted = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
const [server, browser] = await Promise.all([startServer({ args: ['--dev'] }), launchBrowser()]);
try {
  const {
    visit: { page, open },
  } = await openVisit({ server, browser }, { width: WIDTH });
  page.setDefaultTimeout(SAMPLE_MS);
  const places = await createSamples(page, open);
  await addPeople(server);
  for (const { name, path, steps } of SHOTS) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await open(placeOf(path, places));
    await page.locator('main h1').waitFor();
    await page.waitForTimeout(SETTLE_MS);
    await steps?.(page);
    for (const button of await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).all()) await button.click();
    await page.waitForTimeout(SETTLE_MS);
    const png = await sharp(await page.screenshot())
      .png({ palette: true, colors: COLORS, dither: 0, effort: 10 })
      .toBuffer();
    writeFileSync(`${FOLDER}${name}.png`, png);
    console.log(`${name}.png ${(png.length / 1000).toFixed(0)} KB`);
  }
} finally {
  await browser.close();
  await server.stop();
}

async function searchEverything(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('.palette input:focus').waitFor();
  await page.keyboard.type('sample');
}

async function runQuery(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.language-answer').waitFor();
}

/** Until the image of the page is there. */
async function showPage(page: Page): Promise<void> {
  const image = page.waitForResponse((response) => response.url().includes('/image'));
  await page.reload();
  await image;
}

/** Another form of the documents sample, analyzed with its model. */
async function analyzeOrder(page: Page): Promise<void> {
  const image = page.waitForResponse((response) => response.url().includes('/image'));
  await page
    .getByLabel('Drop a document here')
    .setInputFiles({ name: 'order-7.pdf', mimeType: 'application/pdf', buffer: await orderPdf(createOrder(7)) });
  await page.getByRole('grid', { name: 'Fields of order-forms-1' }).getByRole('gridcell', { name: 'Customer' }).click();
  await image;
}

async function evaluateEntities(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Evaluate entities' }).click();
  await page.getByRole('grid', { name: 'Metrics by entity' }).waitFor({ timeout: SAMPLE_MS });
}

/** The current learning settings compared with others found by a search. */
async function evaluate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New evaluation' }).click();
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
  await page.getByRole('grid', { name: 'Policies' }).waitFor({ timeout: SAMPLE_MS });
}

/** Logged queries, the first one open. */
async function reviewQuery(page: Page): Promise<void> {
  await page.getByLabel('Log for review').check();
  for (const query of ['my orchid is thirsty', 'will the palm survive the winter', 'what about tomorrow', 'give that poor fern a drink']) {
    await page.getByLabel('Utterance', { exact: true }).fill(query);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.language-answer', { hasText: query }).waitFor();
  }
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('gridcell', { name: 'my orchid is thirsty', exact: true }).click();
}

/** Creates every sample of the home page, each in its account; resolves to the path of each, by area. */
async function createSamples(page: Page, open: (path: string) => Promise<void>): Promise<Map<string, URL>> {
  const found = new Map<string, URL>();
  for (const task of ['luis', 'clu', 'documents', 'personalizer', 'faces', 'texts']) {
    await open(`/?task=${task}`);
    await page.getByRole('button', { name: /^Create sample/ }).click();
    await page.waitForURL((url) => url.searchParams.has('account'), { timeout: SAMPLE_MS });
    const url = new URL(page.url());
    found.set(url.pathname.split('/')[2]!, url);
  }
  return found;
}

/** People in the group of the faces sample and in the person directory. The server stores no images, so none is on a screenshot. */
async function addPeople(server: Server): Promise<void> {
  const manager = await ManagementClient.connect(server);
  const { body: keys } = await manager.call<Keys>('POST /subscriptions/default/resourceGroups/samples/accounts/faces/listKeys');
  const faces = async <T>(route: string, options?: CallOptions): Promise<T> => {
    const { status, text, body } = await call<T>(server, route, { key: keys.key1, ...options });
    if (status >= 300) throw new Error(`${route}: ${status} ${text}`);
    return body;
  };
  const photo = (body: Buffer): CallOptions => ({ body, headers: { 'content-type': 'application/octet-stream' } });
  const found = await faces<{ faceRectangle: Rectangle }[]>('POST /face/v1.0/detect?detectionModel=detection_03', photo(GROUP_PHOTO));
  const group = '/face/v1.0/persongroups/sample-people';
  const directory = '/face/v1.2-preview.1';
  const addPersonIds: string[] = [];
  for (const [i, { faceRectangle }] of sortLeftToRight(found).entries()) {
    const face = photo(await cutOut(GROUP_PHOTO, faceRectangle));
    const { personId } = await faces<{ personId: string }>(`POST ${group}/persons`, { json: { name: PEOPLE[i] } });
    await faces(`POST ${group}/persons/${personId}/persistedfaces`, face);
    const person = await faces<{ personId: string }>(`POST ${directory}/persons`, { json: { name: PEOPLE[i] } });
    await faces(`POST ${directory}/persons/${person.personId}/recognitionModels/recognition_04/persistedFaces`, face);
    addPersonIds.push(person.personId);
  }
  await faces(`POST ${group}/train`);
  await faces(`PUT ${directory}/dynamicpersongroups/family`, { json: { name: 'Family', addPersonIds: addPersonIds.slice(0, 2) } });
}

/** The path of a shot in the account of the sample of its area. */
function placeOf(path: string, samples: ReadonlyMap<string, URL>): string {
  const area = /^[/{](\w+)/.exec(path)?.[1] ?? '';
  const sample = samples.get(area);
  if (!sample) return path;
  const place = path.replace(/\{\w+\}/, sample.pathname.slice('/console'.length));
  return `${place}${place.includes('?') ? '&' : '?'}account=${encodeURIComponent(sample.searchParams.get('account')!)}`;
}
