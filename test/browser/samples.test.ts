/** First steps: a click makes a sample and leads to its page. Then every view that they lead to, dark and in a narrow window. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { house, skip } from './browser.ts';

/** Its line among the first steps is marked as done; the page looks again every few seconds. */
async function ticked(page: Page, title: string): Promise<void> {
  await page.getByRole('listitem').filter({ hasText: title }).getByText('Done', { exact: true }).waitFor({ state: 'attached' });
}

describe('samples', { skip }, () => {
  const { visit } = house();

  visit('ranking: visitors come, the loop learns, the chart of calls moves', {}, async ({ page, open }) => {
    await open('/');
    await page.getByRole('button', { name: 'Make it: A lunch menu that learns' }).click();
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText(/6\d\d calls · 0 refused · 0 failed/).waitFor();
    await ticked(page, 'A lunch menu');
  });

  visit('understanding: an app is made, trained and published', {}, async ({ page, open }) => {
    await open('/');
    await page.getByRole('button', { name: 'Make it: A travel bot' }).click();
    await page.getByText('Travel sample').first().waitFor({ timeout: 60_000 });
    assert.match(page.url(), /\/console\/understanding\/[0-9a-f-]{36}$/);
    await open('/');
    await ticked(page, 'A travel bot');
  });

  visit('the other areas have one too', {}, async ({ page, open }) => {
    for (const title of ['A helper in the garden', 'Order forms of a nursery', 'People of yours', 'A desk that sorts mail']) {
      await open('/');
      await page.getByRole('button', { name: `Make it: ${title}` }).click();
      await page.waitForURL(/console\/\w+\/.+/, { timeout: 90_000 });
    }
  });

  visit('every view can be read by all, dark and narrow, and nothing is wider than the window', { width: 400, theme: 'dark' }, async ({ page, open, checkAccess }) => {
    const ways = ['/'];
    const seen = new Set<string>();
    const look = async (): Promise<void> => {
      await page.locator('main h1').waitFor();
      await page.locator('main .spinner').first().waitFor({ state: 'detached' });
      await checkAccess();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${page.url()} is wider than the window.`);
      for (const to of await page.locator('a[href^="/console/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))) {
        const parts = to.slice('/console/'.length).replace(/\?.*/, '').split('/');
        // One of each kind is enough: addresses of models, forms and accounts differ only in their names.
        const kind = parts.length > 1 ? [...parts.slice(0, -1), ''].join('/') : parts.join('/');
        if (!seen.has(kind)) ways.push(`/${parts.join('/')}`);
        seen.add(kind);
      }
    };
    for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
      await open(way);
      await look();
      for (const tab of (await page.getByRole('tab').all()).slice(1)) {
        await tab.click();
        await look();
      }
    }
    assert.ok(seen.size > 15, [...seen].join(' '));
  });
});
