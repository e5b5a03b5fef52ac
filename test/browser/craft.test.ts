/** Details that make a page pleasant to use: no needless scrollbars, a place for images to come, one message at a time. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { ManagementClient } from '../support/server.ts';
import { launchBrowser, openVisit } from './browser.ts';
import { skip, useBrowser } from './use-browser.ts';

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
    arrive();
    await page.getByRole('status').getByText('Loading the page').waitFor({ state: 'detached' });
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

  visit('tables that scroll sideways show all of their few rows', {}, async ({ server, open }) => {
    const manager = await ManagementClient.connect(server);
    await manager.call('POST /operators', { json: { name: 'vera@example.com', role: 'view' } });
    await open('/operators');
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
