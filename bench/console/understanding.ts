/** An app with 10,000 utterances in the console: time until they are shown, searching and labelling. */
import type { Page } from 'playwright-core';
import { call } from '../../test/support/server.ts';
import type { Server } from '../../test/support/server.ts';
import { median } from '../http/statistics.ts';

const UTTERANCES = 10_000;
const INTENTS = 40;
const CITIES = ['rome', 'oslo', 'paris', 'madrid', 'lisbon', 'vienna', 'dublin', 'athens'];
const TYPED = 'ticket 77';
/** All words but the first and the city, which is labelled. */
const LABELLED = 4;

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
    luis_schema_version: '7.0.0',
    versionId: '0.1',
    name: 'Many utterances',
    desc: '',
    culture: 'en-us',
    intents: Array.from({ length: INTENTS }, (_, i) => ({ name: `Intent${i}` })),
    entities: [{ name: 'City', roles: [] }],
    composites: [],
    closedLists: [],
    patternAnyEntities: [],
    regex_entities: [],
    prebuiltEntities: [],
    phraselists: [],
    regex_features: [],
    patterns: [],
    utterances,
  };
  const { body: id } = await call<string>(server, 'POST /luis/api/v2.0/apps/import', { key: server.key1, json: app });
  console.log(`\nAn app of ${UTTERANCES} utterances`);
  const opened = performance.now();
  await page.goto(`${server.address}/console/understanding/${id}`);
  await page.getByRole('grid', { name: 'Utterances' }).waitFor();
  console.log(
    '  opened by URL, until the utterances are shown          ' +
      `${(performance.now() - opened).toFixed(0).padStart(5)} ms, ${await page.locator('main *').count()} elements`,
  );
  console.log(
    `  a keystroke in the search                               ${median(await typing(page))
      .toFixed(0)
      .padStart(4)} ms`,
  );
  console.log(
    `  a label, from the keystroke until it is saved           ${median(await labelling(page))
      .toFixed(0)
      .padStart(4)} ms`,
  );
}

/** From each keystroke to the painted list. A string, because it runs in the page. */
function typing(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`(async (typed) => {
    const field = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Search utterances').control;
    const times = [];
    for (let i = 1; i <= typed.length; i++) {
      const startedAt = performance.now();
      field.value = typed.slice(0, i);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      times.push(performance.now() - startedAt);
    }
    field.value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return times;
  })(${JSON.stringify(TYPED)})`);
}

async function labelling(page: Page): Promise<number[]> {
  await page.getByRole('grid', { name: 'Utterances' }).getByRole('row').nth(1).click();
  const words = page.getByRole('listbox', { name: 'Words' });
  await words.press('Home');
  const times: number[] = [];
  for (let i = 0; i < LABELLED; i++) {
    await words.press('ArrowRight');
    const startedAt = performance.now();
    const answered = page.waitForResponse((response) => response.url().endsWith('/example'));
    await words.press('1');
    await answered;
    await page.getByText('Saved', { exact: true }).waitFor();
    times.push(performance.now() - startedAt);
  }
  return times;
}
