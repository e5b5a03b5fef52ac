/** The docs in a browser: search by the vendor's names, tabs, theme, menu, narrow windows, accessibility. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { COLOR_RULES } from './browser.ts';
import type { Visit } from './browser.ts';
import { skip, useBrowser } from './use-browser.ts';

const PAGES = ['/docs/', '/docs/documents/', '/docs/reference/documents/analyzeDocument/'];

describe('docs', { skip }, () => {
  const { visit } = useBrowser();

  const fits = async ({ page }: Pick<Visit, 'page'>, path: string): Promise<void> =>
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} is wider than its window`);

  visit(
    'search leads from a name of the vendor to the page, offline',
    { signedOut: true },
    async ({ page, server, context, checkAccess }) => {
      const foreign: string[] = [];
      context.on('request', (request) => {
        if (!request.url().startsWith(server.address)) foreign.push(request.url());
      });
      await page.goto(`${server.address}/docs`);
      await page.getByRole('button', { name: 'Search' }).waitFor();
      await page.keyboard.press('/');
      const input = page.getByRole('combobox', { name: 'Search the docs' });
      await input.fill('LUIS');
      await page.getByRole('option', { name: 'Understanding Areas' }).waitFor();
      await checkAccess();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Understanding', level: 1 }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/docs/understanding/');
      assert.deepEqual(foreign, []);
    },
  );

  visit('the language that was chosen holds on other pages', { signedOut: true }, async ({ page, server }) => {
    await page.goto(`${server.address}/docs/documents/`);
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByText('begin_analyze_document').waitFor();
    await page.goto(`${server.address}/docs/reference/ranking/rank/`);
    assert.equal(await page.getByRole('tab', { name: 'Python' }).getAttribute('aria-selected'), 'true');
    assert.ok(await page.getByText('print(').isVisible());
  });

  for (const theme of ['light', 'dark'] as const)
    visit(
      `pages are accessible and fit a phone, ${theme}`,
      { signedOut: true, theme, width: 400 },
      async ({ page, server, checkAccess }) => {
        for (const path of PAGES) {
          await page.goto(server.address + path);
          await page.locator('h1').waitFor();
          await fits({ page }, path);
          await checkAccess(theme === 'dark' ? { rules: COLOR_RULES } : {});
        }
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
        await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
        await page.getByRole('button', { name: theme === 'dark' ? 'Use the light theme' : 'Use the dark theme' }).click();
        assert.equal(await page.locator('html').getAttribute('data-theme'), theme === 'dark' ? 'light' : 'dark');
        await fits({ page }, '/docs/settings/');
      },
    );

  visit('wide pages are accessible', { signedOut: true }, async ({ page, server, checkAccess }) => {
    for (const path of ['/docs/reference/ranking/', '/docs/reference/documents/analyzeDocument/']) {
      await page.goto(server.address + path);
      await page.locator('h1').waitFor();
      await fits({ page }, path);
      await checkAccess();
    }
  });
});
