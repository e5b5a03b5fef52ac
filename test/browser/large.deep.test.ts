/** Amounts that would be slow if everything were drawn: 200 pages, 100,000 events, 5,000 persons, 10,000 utterances. */
import assert from 'node:assert/strict';
import { after, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { pdfOf } from '../support/documents.ts';
import { startWithEvents } from '../support/many-events.ts';
import { call, temporaryFolder } from '../support/server.ts';
import { skip, useBrowser } from './use-browser.ts';

const PAGES = 200;
const INVOICE_PAGE = 150;
const EVENTS = 100_000;
const MANY = 10_000;
const MAX_DRAWN = 80;

/** Delivery notes with an invoice among them, whose number is far enough from the edges to be shown in the middle. */
const notes = (): Promise<Buffer> => {
  const invoice = ['Green Valley Nursery', 'Station Road 5', 'Invoice', 'Thank you', 'Invoice number: 4711', 'Total due: $12.50'];
  return pdfOf(
    Array.from({ length: PAGES }, (_, i) =>
      i + 1 === INVOICE_PAGE
        ? invoice.map((text) => ({ text, size: 12, x: 200 }))
        : [`Delivery note ${i + 1}`, `Box ${i + 1} went to the nursery`],
    ),
  );
};

async function goToPage(page: Page, number: number): Promise<void> {
  const image = page.waitForResponse((response) => response.url().includes(`/pages/${number}/image`));
  await page.getByLabel('Go to page').selectOption(String(number));
  await image;
  await page.getByRole('application', { name: new RegExp(`^Page ${number}\\.`) }).waitFor();
}

describe('large amounts', { skip }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  const { visit } = useBrowser({ start: () => startWithEvents(folder.path, EVENTS) });

  visit('opens a document of 200 pages and keeps few of their images', {}, async ({ page, open }) => {
    const images: number[] = [];
    page.on('request', (request) => {
      const number = /\/pages\/(\d+)\/image/.exec(request.url())?.[1];
      if (number !== undefined) images.push(Number(number));
    });
    await open('/documents?model=prebuilt-invoice');
    // Loaded ahead.
    const next = page.waitForResponse((response) => response.url().includes('/pages/2/image'));
    await page.getByLabel('Drop a document here').setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: await notes() });
    await page.getByRole('heading', { name: 'notes.pdf', level: 1 }).waitFor();
    const options = page.getByRole('listbox', { name: 'Pages' }).getByRole('option');
    await options.first().waitFor();
    assert.equal(await options.first().getAttribute('aria-setsize'), String(PAGES));
    assert.ok((await options.count()) < MAX_DRAWN, 'only pages in view are drawn');

    await next;
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('application', { name: /^Page 2\./ }).waitFor();
    for (const number of [PAGES, 40, 60, 80, 100, 120, 140, 180]) await goToPage(page, number);
    // The images of other pages took the place of the first one.
    await goToPage(page, 1);
    assert.equal(images.filter((number) => number === 1).length, 2);

    // A field is shown closely on its page: it is in the middle, where the page as a whole has nothing.
    await page.getByRole('grid', { name: 'Fields of invoice' }).getByRole('gridcell', { name: 'InvoiceId' }).click();
    const image = page.getByRole('application', { name: new RegExp(`^Page ${INVOICE_PAGE}\\.`) });
    const selected = page.locator('.documents-chosen').getByText('InvoiceId: 4711');
    await selected.waitFor();
    await image.press('Escape');
    await selected.waitFor({ state: 'detached' });
    await image.click();
    await selected.waitFor();
  });

  visit('pages through 100,000 events and finds the oldest', {}, async ({ page, open, checkAccess }) => {
    await open('/ranking');
    await page.getByRole('img', { name: /points over \d+ decisions/ }).waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByText('1,000 events so far').waitFor();
    const events = page.getByRole('grid', { name: 'Events' });
    assert.ok((await events.getByRole('row').count()) < MAX_DRAWN, 'only rows in view are drawn');
    for (const count of ['2,000', '3,000']) {
      await events.press('End');
      await page.getByText(`${count} events so far`).waitFor();
    }
    assert.ok((await events.getByRole('row').count()) < MAX_DRAWN, 'only rows in view are drawn');
    await checkAccess();
    await page.getByLabel('Event id').fill('visit-0');
    await page.getByLabel('Event id').press('Enter');
    await events.getByRole('gridcell', { name: 'visit-0', exact: true }).click();
    await page.getByRole('region', { name: 'Decision' }).getByText('soup').first().waitFor();
  });
});

describe('many persons and utterances', { skip }, () => {
  const { visit } = useBrowser();

  visit('finds one of 5,000 persons of the directory', { width: 400, theme: 'dark' }, async ({ page, open, server }) => {
    const headers = { 'ocp-apim-subscription-key': server.key1, 'content-type': 'application/json' };
    const url = `${server.address}/face/v1.2-preview.1/persons`;
    const add = async (number: number): Promise<void> => {
      const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name: `Person ${number}` }) });
      assert.equal(status, 202);
    };
    for (let from = 0; from < 5000; from += 50) await Promise.all(Array.from({ length: 50 }, (_, i) => add(from + i)));
    await open('/faces?tab=directory');
    const persons = page.getByRole('grid', { name: 'People' });
    await persons.getByRole('link').first().waitFor();
    assert.ok((await persons.getByRole('row').count()) < 60, 'only rows in view are drawn');
    // The list grows when its end is reached.
    for (const count of ['2,000', '3,000', '4,000', '5,000']) {
      await persons.press('End');
      await page.getByLabel(`Search the first ${count} people`).waitFor();
    }
    await page.getByLabel(/^Search( the first 5,000)? people$/).fill('Person 4321');
    await persons.getByRole('link', { name: 'Person 4321' }).click();
    await page.getByRole('heading', { name: 'Person 4321', level: 1 }).waitFor();
  });

  visit('labels one of 10,000 utterances by keyboard', {}, async ({ page, open, server }) => {
    const app = {
      luis_schema_version: '7.0.0',
      versionId: '0.1',
      name: 'Many',
      desc: '',
      culture: 'en-us',
      intents: [{ name: 'None' }, { name: 'Find' }],
      entities: [{ name: 'Ticket', roles: [] }],
      utterances: Array.from({ length: MANY }, (_, i) => ({ text: `please find ticket ${i}`, intent: 'Find', entities: [] })),
    };
    const { body: id } = await call<string>(server, 'POST /luis/api/v2.0/apps/import', { key: server.key1, json: app });
    await open(`/understanding/${id}`);
    await page.getByText('10,000 utterances', { exact: true }).waitFor();
    const grid = page.getByRole('grid', { name: 'Utterances' });
    assert.ok((await grid.getByRole('row').count()) < 100, 'only visible rows are drawn');
    await page.getByLabel('Search utterances').focus();
    await page.keyboard.type('ticket 9998');
    await page.getByText('1 utterance of 10,000').waitFor();
    await grid.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox', { name: 'Words' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('1');
    await page.getByText('Saved', { exact: true }).waitFor();
    // Several lines with intents are added together, and shown whatever the filter is.
    await page.keyboard.press('n');
    await page.getByLabel('Utterances, one per line').waitFor();
    await page.getByLabel('Utterances, one per line').fill('Cancel\tcancel {Ticket=77}\nCancel\tdrop it');
    await page.getByText('1 new intent: Cancel').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('10,002 utterances', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open Cancel' }).waitFor();
  });
});
