/** A person directory of 5,000 in the console. */
import type { Page } from 'playwright-core';
import type { Server } from '../../../test/support/server.ts';
import { BARS, line, repeat, report, timeKeys } from './bars.ts';

const PERSONS = 5000;
const CONCURRENCY = 50;
/** Beyond the first thousand, which are loaded with the page. */
const STEPS = 120;

export async function benchManyPersons(page: Page, server: Server): Promise<void> {
  const headers = { 'ocp-apim-subscription-key': server.key1, 'content-type': 'application/json' };
  const add = (number: number): Promise<Response> =>
    fetch(`${server.address}/face/v1.2-preview.1/persons`, { method: 'POST', headers, body: JSON.stringify({ name: `Person ${number}` }) });
  for (let from = 0; from < PERSONS; from += CONCURRENCY) await Promise.all(Array.from({ length: CONCURRENCY }, (_, i) => add(from + i)));
  console.log(`\nA directory of ${PERSONS} persons`);
  const opened = performance.now();
  await page.goto(`${server.address}/console/faces?tab=directory`);
  const grid = page.getByRole('grid', { name: 'People' });
  await grid.waitFor();
  line('opened by URL', `${(performance.now() - opened).toFixed(0)} ms, ${await page.locator('main *').count()} elements`);
  await grid.focus();
  report('next page of persons', await timeKeys(page, repeat('PageDown', STEPS)), BARS.nextPageMs);
  await page.getByLabel(/^Search the first/).focus();
  report('a keystroke in the search of persons', await timeKeys(page, 'person 77'), BARS.keystrokeMs);
}
