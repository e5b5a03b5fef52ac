/** Details that make a page pleasant to use: no needless scrollbars, a place for images to come, one message at a time. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { pdfTable } from '../support/documents.ts';
import { call, eventually, ManagementClient } from '../support/server.ts';
import { launchBrowser, openVisit } from './browser.ts';
import { skip, useBrowser } from './use-browser.ts';

/** Runs in the page: whether nothing is drawn on a canvas but the white sheet. */
const IS_BLANK = `new Promise((resolve) => {
  const canvas = document.querySelector('.boxed-image canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  resolve(new Set(new Uint32Array(data.buffer)).size <= 3);
})`;

describe('craft', { skip }, () => {
  const shared = useBrowser();
  const { visit } = shared;

  visit('shows that a page is loading, and its boxes only with it', {}, async ({ page, open }) => {
    let arrive = (): void => undefined;
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/pages/1/image**', async (route) => {
      await held;
      await route.continue();
    });
    await open('/documents');
    await page.getByRole('button', { name: 'Try Invoice with a sample' }).click();
    await page.getByRole('grid', { name: 'Fields of invoice' }).waitFor();
    await page.getByRole('status').getByText('Loading the page').waitFor();
    const isBlank = (): Promise<boolean> => page.evaluate<boolean>(IS_BLANK);
    assert.ok(await isBlank(), 'no box is drawn before the page');
    arrive();
    await page.getByRole('status').getByText('Loading the page').waitFor({ state: 'detached' });
    await eventually(isBlank, (blank) => !blank);
  });

  visit('opens a page at its top, whatever is below it in a narrow window', { width: 400 }, async ({ page, open }) => {
    await open('/documents');
    await page.getByRole('button', { name: 'Try Invoice with a sample' }).click();
    await page.getByRole('grid', { name: 'Fields of invoice' }).waitFor();
    assert.equal(await page.evaluate('scrollY'), 0);
    await page.reload();
    await page.getByRole('grid', { name: 'Fields of invoice' }).waitFor();
    assert.equal(await page.evaluate('scrollY'), 0);
    const hint = page.locator('.documents-chosen span');
    assert.ok(await hint.evaluate((one) => one.scrollWidth <= one.clientWidth), 'the hint below the page is whole');
  });

  visit('fills a table from that of the page, on a sheet below it, and marks what its type does not fit', {}, async (visited) => {
    const { page, open, server, checkAccess } = visited;
    const rows = [
      ['Plant', 'Price', 'Sold'],
      ['Maple', '5', '2026-03-01'],
      ['Rowan', '7', '2026-03-02'],
    ];
    const file = '/documentanalysis/trainingSets/prices/files/prices.pdf?api-version=2024-11-30';
    const headers = { 'content-type': 'application/octet-stream' };
    assert.equal((await call(server, `PUT ${file}`, { key: server.key1, body: await pdfTable(rows), headers })).status, 204);
    await open('/documents/sets/prices');
    await page.getByLabel('Field name').fill('Sales');
    await page.getByLabel('Type', { exact: true }).selectOption('array');
    // The last column gets the wrong type.
    await page.getByLabel('Columns').fill('Plant, Price: number, Sold: integer');
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('list', { name: 'Fields' }).getByText('Sales').first().waitFor();
    await page.getByRole('link', { name: 'prices.pdf' }).click();
    await page
      .getByRole('list', { name: 'Fields' })
      .getByRole('button', { name: /^Sales/ })
      .click();
    const sheet = page.getByRole('region', { name: 'Table Sales' });
    await sheet.getByRole('button', { name: 'Fill from the table on the page' }).click();
    for (const name of ['Plant of row 1: Maple', 'Price of row 2: 7', 'Sold of row 1: 2026-03-01'])
      await sheet.getByRole('button', { name, exact: true }).waitFor();
    assert.equal(await sheet.getByText('not readable as Whole number').count(), 2);
    const [above, below] = [(await page.locator('.boxed-image').boundingBox())!, (await sheet.boundingBox())!];
    assert.ok(below.y >= above.y + above.height && below.width >= above.width, 'as wide as the page, and below it');
    await checkAccess();
    await page.setViewportSize({ width: 400, height: 800 });
  });

  visit('shows a message that comes again once', { refusals: [503] }, async ({ page, open }) => {
    await page.route('**/operators/admin/endSessions', (route) => route.fulfill({ status: 503, json: {} }));
    await open('/operators');
    for (let i = 0; i < 3; i++) {
      await page.getByRole('button', { name: 'End sessions of admin' }).click();
      const refused = page.waitForResponse((response) => response.status() === 503);
      await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
      await refused;
      await page.locator('.toast.danger').first().waitFor();
    }
    assert.equal(await page.locator('.toast').count(), 1);
  });

  visit('tables that scroll sideways show all of their few rows', {}, async ({ page, server, open }) => {
    const manager = await ManagementClient.connect(server);
    await manager.call('POST /operators', { json: { name: 'vera@example.com', role: 'view' } });
    await open('/operators');
    await page.getByRole('grid', { name: 'Operators' }).getByText('signed in now').waitFor();
    // Scrollbars take room, as they do on most systems.
    const browser = await launchBrowser({ ignoreDefaultArgs: ['--hide-scrollbars'] });
    try {
      const { visit } = await openVisit({ server, browser }, { width: 400 });
      await visit.open('/operators');
      const grid = visit.page.getByRole('grid', { name: 'Operators' });
      await grid.getByText('vera@example.com', { exact: true }).waitFor();
      const { wide, bar, hidden } = await grid.evaluate((one: HTMLElement) => ({
        wide: one.scrollWidth - one.clientWidth,
        bar: one.offsetHeight - one.clientHeight,
        hidden: one.scrollHeight - one.clientHeight,
      }));
      assert.ok(wide > 0 && bar > 0, 'it has a bar to scroll sideways');
      assert.equal(hidden, 0, 'which hides no row');
    } finally {
      await browser.close();
    }
  });
});
