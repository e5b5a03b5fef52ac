/** Amounts that would be slow if everything were drawn: a document of 200 pages, a loop with 100,000 events. */
import assert from 'node:assert/strict';
import { after, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { pdfOf } from '../support/documents.ts';
import { startWithEvents } from '../support/many-events.ts';
import { temporaryFolder } from '../support/server.ts';
import { skip, useBrowser } from './browser.ts';

const PAGES = 200;
const INVOICE_PAGE = 150;
const EVENTS = 100_000;
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
