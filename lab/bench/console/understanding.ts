/** An app with 10,000 utterances in the console: paging, searching, labeling, and typing elsewhere in it. */
import type { Page } from 'playwright-core';
import { call, eventually } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { median } from '../http/statistics.ts';
import { BARS, line, repeat, report, timeKeys } from './bars.ts';

const UTTERANCES = 10_000;
const INTENTS = 40;
const CITIES = ['rome', 'oslo', 'paris', 'madrid', 'lisbon', 'vienna', 'dublin', 'athens'];
const TYPED = 'ticket 77';
/** All words but the first and the city, which is labeled. */
const LABELED = 4;
const STEPS = 40;

const EMPTY_APP = {
  luis_schema_version: '7.0.0',
  versionId: '0.1',
  desc: '',
  culture: 'en-us',
  entities: [],
  composites: [],
  closedLists: [],
  patternAnyEntities: [],
  regex_entities: [],
  prebuiltEntities: [],
  phraselists: [],
  regex_features: [],
  patterns: [],
};

export async function benchManyUtterances(page: Page, server: Server): Promise<void> {
  const utterances = Array.from({ length: UTTERANCES }, (_, i) => {
    const text = `please find ticket ${i} to ${CITIES[i % CITIES.length]}`;
    return {
      text,
      intent: `Intent${i % INTENTS}`,
      entities: [{ entity: 'City', startPos: text.lastIndexOf(' ') + 1, endPos: text.length - 1 }],
    };
  });
  const app = {
    ...EMPTY_APP,
    name: 'Many utterances',
    intents: Array.from({ length: INTENTS }, (_, i) => ({ name: `Intent${i}` })),
    entities: [{ name: 'City', roles: [] }],
    utterances,
  };
  const { body: id } = await call<string>(server, 'POST /luis/api/v2.0/apps/import', { key: server.key1, json: app });
  console.log(`\nAn app of ${UTTERANCES} utterances`);
  const opened = performance.now();
  await page.goto(`${server.address}/console/understanding/${id}`);
  await page.getByRole('grid', { name: 'Utterances' }).waitFor();
  line('opened by URL', `${(performance.now() - opened).toFixed(0)} ms, ${await page.locator('main *').count()} elements`);
  const grid = page.getByRole('grid', { name: 'Utterances' });
  await grid.focus();
  report('next page of utterances', await timeKeys(page, repeat('PageDown', STEPS)), BARS.nextPageMs);
  await page.getByLabel('Search utterances').focus();
  report('a keystroke in the search of utterances', await timeKeys(page, TYPED), BARS.keystrokeMs);
  await label(page);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('App name').focus();
  report('a keystroke in the name of the app', await timeKeys(page, TYPED), BARS.keystrokeMs);
  await page.goto(`${server.address}/console/understanding/${await trainedApp(server)}?tab=playground`);
  await page.getByLabel('Utterance', { exact: true }).focus();
  report('a keystroke in the playground', await timeKeys(page, TYPED), BARS.keystrokeMs);
}

/** A small one, because the playground needs a trained app. */
async function trainedApp(server: Server): Promise<string> {
  const utterances = [...CITIES.map((city) => `fly to ${city}`), 'hello', 'good morning'].map((text, i) => ({
    text,
    intent: i < CITIES.length ? 'Fly' : 'Greet',
    entities: [],
  }));
  const { body: id } = await call<string>(server, 'POST /luis/api/v2.0/apps/import', {
    key: server.key1,
    json: { ...EMPTY_APP, name: 'Few utterances', intents: [{ name: 'Fly' }, { name: 'Greet' }], utterances },
  });
  const training = `/luis/api/v2.0/apps/${id}/versions/0.1/train`;
  await call(server, `POST ${training}`, { key: server.key1 });
  await eventually(
    async () => (await call<{ details: { status: string } }[]>(server, `GET ${training}`, { key: server.key1 })).body,
    (models) => models.every(({ details: { status } }) => ['Success', 'UpToDate'].includes(status)),
  );
  return id;
}

/** Until the label is painted; that it is saved is shown later. */
async function label(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Utterances' }).getByRole('row').nth(1).click();
  const words = page.getByRole('listbox', { name: 'Words' });
  await words.press('Home');
  const [painted, saved]: [number[], number[]] = [[], []];
  for (let i = 0; i < LABELED; i++) {
    await words.press('ArrowRight');
    const startedAt = performance.now();
    const answered = page.waitForResponse((response) => response.url().endsWith('/example'));
    painted.push(await page.evaluate<number>(LABEL));
    await answered;
    await page.getByText('Saved', { exact: true }).waitFor();
    saved.push(performance.now() - startedAt);
  }
  report('a label by its key, until painted', painted, BARS.keystrokeMs);
  line('a label, until it is saved', `${median(saved).toFixed(0)} ms`);
}

/** A string, because this file is checked without the browser's types. */
const LABEL = `(async () => {
  const startedAt = performance.now();
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true, cancelable: true }));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now() - startedAt;
})()`;
