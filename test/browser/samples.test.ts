/** Samples: created with a click. Then the programs for the vendor's clients, and every view with data, dark and narrow. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { pdfOf } from '../support/documents.ts';
import { GROUP_PHOTO } from '../support/people.ts';
import { skip, useBrowser } from './browser.ts';

/** Packages installed under another name, because several versions are. */
const INSTALLED_AS: Readonly<Record<string, string>> = {
  '@azure/ai-form-recognizer': 'form-recognizer-5',
  '@azure/cognitiveservices-face': 'cognitiveservices-face-5',
  '@azure/cognitiveservices-luis-runtime': 'luis-runtime-v3',
};

/** Waits until the first step is marked as done; the page polls every few seconds. */
async function waitUntilDone(page: Page, title: string): Promise<void> {
  await page.getByRole('listitem').filter({ hasText: title }).getByText('Done', { exact: true }).waitFor({ state: 'attached' });
}

describe('samples', { skip }, () => {
  const { visit } = useBrowser();

  visit('ranking: creates the sample and updates the chart of calls', {}, async ({ page, open }) => {
    await open('/');
    await page.getByRole('button', { name: 'Create sample: A lunch menu that learns' }).click();
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText(/1,0\d\d calls · 0 rejected · 0 failed/).waitFor();
    await waitUntilDone(page, 'A lunch menu');
  });

  visit('understanding: creates, trains and publishes an app', {}, async ({ page, open }) => {
    await open('/');
    await page.getByRole('button', { name: 'Create sample: Travel bot' }).click();
    await page.getByText('Travel sample').first().waitFor({ timeout: 60_000 });
    assert.match(page.url(), /\/console\/understanding\/[0-9a-f-]{36}$/);
    await open('/');
    await waitUntilDone(page, 'Travel bot');
  });

  visit('creates the samples of the other areas', {}, async ({ page, open }) => {
    for (const title of ['Garden helper', 'Nursery order forms', 'Your people', 'Mail sorting']) {
      await open('/');
      await page.getByRole('button', { name: `Create sample: ${title}` }).click();
      await page.waitForURL(/console\/\w+\/.+/, { timeout: 90_000 });
      if (!title.startsWith('Nursery')) continue;
      await page.getByText('6 forms of 6 labelled').waitFor();
      await page.getByRole('meter', { name: 'Accuracy of Customer' }).waitFor();
    }
  });

  visit("the programs for the vendor's clients run as shown", {}, async ({ page, open, server }) => {
    await open('/understanding');
    const appId = new URL((await page.getByRole('link', { name: 'Travel sample' }).getAttribute('href'))!, server.address).pathname
      .split('/')
      .at(-1)!;
    // Below node_modules, so that the packages are found.
    const folder = fileURLToPath(new URL(`../../node_modules/.cache/programs-${process.pid}`, import.meta.url));
    const given = (name: string, bytes: Uint8Array | string): string => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    mkdirSync(folder, { recursive: true });
    try {
      const trials: Readonly<Record<string, { argument?: string; prints: RegExp }>> = {
        documents: {
          argument: given('letter.pdf', await pdfOf([['The garden has grown well.']])),
          prints: /^The garden has grown well\. 0\n$/,
        },
        faces: { argument: given('people.jpg', GROUP_PHOTO), prints: /^4 \[/ },
        conversations: { prints: /^Water \[.*fern/s },
        texts: { prints: /category: 'Delivery'/ },
        understanding: { argument: appId, prints: /^BookFlight \{/ },
        ranking: { prints: /^(pasta|ice cream)\n$/ },
      };
      await open('/accounts/default/default/default?tab=connect');
      const choice = page.getByLabel('Client', { exact: true });
      assert.deepEqual(
        await choice.locator('option').evaluateAll((options) => options.map((option) => option.getAttribute('value'))),
        Object.keys(trials),
      );
      for (const [area, { argument = '', prints }] of Object.entries(trials)) {
        await choice.selectOption(area);
        const shown = (await page.getByLabel('program.mjs', { exact: true }).textContent())!;
        const path = given(
          `${area}.mjs`,
          shown.replace(/from '([^']+)'/g, (whole, name: string) => (INSTALLED_AS[name] ? `from '${INSTALLED_AS[name]}'` : whole)),
        );
        const { stdout } = await promisify(execFile)(process.execPath, [path, argument], {
          env: { ...process.env, ENDPOINT: server.address, KEY: server.key1 },
          timeout: 60_000,
        });
        assert.match(stdout, prints, area);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  visit(
    'every view is accessible and fits the window, dark and narrow',
    { width: 400, theme: 'dark' },
    async ({ page, open, checkAccess }) => {
      const ways = ['/'];
      const seen = new Set<string>();
      const looked = new Set<string>();
      const look = async (): Promise<void> => {
        await page.locator('main h1').waitFor();
        await page.locator('main .spinner').first().waitFor({ state: 'detached' });
        await checkAccess();
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${page.url()} is wider than the window.`);
        for (const to of await page
          .locator('a[href^="/console/"]')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))) {
          const parts = to.slice('/console/'.length).replace(/\?.*/, '').split('/');
          // One of each kind is enough: URLs of models, forms and accounts differ only in their names.
          const kind = parts.length > 1 ? [...parts.slice(0, -1), ''].join('/') : parts.join('/');
          if (!seen.has(kind)) ways.push(`/${parts.join('/')}`);
          seen.add(kind);
        }
      };
      for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
        await open(way);
        await page.locator('main h1').waitFor();
        // Parent URLs redirect to a list that may have been checked already.
        const { pathname } = new URL(page.url());
        if (looked.has(pathname)) continue;
        looked.add(pathname);
        await look();
        for (const tab of (await page.getByRole('tab').all()).slice(1)) {
          await tab.click();
          await look();
        }
      }
      assert.ok(seen.size > 15, [...seen].join(' '));
    },
  );
});
