/** First steps: a click makes a sample and leads to its page. */
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
});
