/** Sign-in and sign-out, navigation, and every page on an empty server. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator } from 'playwright-core';
import { call } from '../support/server.ts';
import { skip, useBrowser } from './use-browser.ts';

/** The vendor's names, by which people look for the areas. */
const VENDOR_NAMES: Readonly<Record<string, string>> = {
  documents: 'Document Intelligence',
  faces: 'Face',
  conversations: 'CLU, orchestration',
  texts: 'Custom text, Text Analytics',
  understanding: 'LUIS',
  ranking: 'Personalizer',
};

describe('shell', { skip }, () => {
  const { visit } = useBrowser();

  visit('shows the report of perennial compare, and what is behind each figure', {}, async ({ page, open, checkAccess }) => {
    await open('/?task=luis');
    await page
      .getByRole('region', { name: 'A LUIS bot' })
      .getByRole('listitem')
      .filter({ hasText: 'Compare the answers' })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Compare the answers', level: 1 }).waitFor();
    const drop = async (content: string): Promise<void> =>
      await page
        .getByLabel('Drop the report here')
        .setInputFiles({ name: 'report.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    await drop('{"questions": 3}');
    await page.getByText('This is not a report of perennial compare').waitFor();
    await drop(
      JSON.stringify({
        questions: { total: 4, same: 2 },
        intents: { Dig: { total: 3, same: 2 }, Water: { total: 1, same: 1 } },
        parts: { 'Place[]': { total: 2, same: 1, added: 1 } },
        differences: [
          { question: 'dig a hole', what: 'intent', before: 'Dig', now: 'Water' },
          { question: 'water it here', what: 'Place[1]', before: 'here' },
        ],
      }),
    );
    await page.getByText('2 of 4 answers').waitFor();
    const differences = page.getByRole('grid', { name: 'Differences' });
    assert.equal(await differences.getByRole('row').count(), 3, 'with the head');
    await checkAccess({ bothThemes: true });
    await page.getByRole('grid', { name: 'Entities and fields' }).getByText('Place[]').click();
    await page.getByRole('heading', { name: 'Differences: Place[]' }).waitFor();
    await differences.getByText('dig a hole').waitFor({ state: 'detached' });
    await differences.getByText('water it here').waitFor();
    await page.setViewportSize({ width: 400, height: 800 });
  });

  visit('the one-time link signs in once', { signedOut: true, refusals: [401] }, async ({ page, server, context }) => {
    await page.goto(server.announced.signIn!);
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    assert.equal(page.url(), `${server.address}/console`, 'the code is removed from the URL');
    await page.reload();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await context.clearCookies();
    await page.goto('about:blank');
    await page.goto(server.announced.signIn!);
    await page.getByText('has been used or has expired').waitFor();
  });

  visit(
    'rejects a wrong secret, opens the requested page with the right one, and signs out',
    { signedOut: true, refusals: [401] },
    async ({ page, server, checkAccess, context }) => {
      await page.goto(`${server.address}/console/accounts`);
      await checkAccess();
      await page.getByLabel('Admin secret').fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('The secret is wrong.').waitFor();
      await page.getByLabel('Admin secret').fill(server.adminSecret);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
      await page.getByTitle('Signed in as admin, role Manage').waitFor();
      await page.getByRole('gridcell', { name: 'admin signed in' }).first().waitFor();
      const cookie = (await context.cookies()).find(({ name }) => name === 'perennial-session');
      assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, 'Strict', '/']);
      assert.deepEqual(
        await page.evaluate(() => [document.cookie, JSON.stringify(localStorage)]),
        ['', '{"perennial-signed-in":"1"}'],
        'scripts cannot read the session',
      );
      await page.evaluate(() => sessionStorage.setItem('labels', 'what a form says'));
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Admin secret').waitFor();
      assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 0], 'nothing is left in the browser');
      assert.equal(
        (
          await call(server, 'GET /accounts', {
            headers: { cookie: `${cookie!.name}=${cookie!.value}`, 'x-perennial-console': '1' },
          })
        ).status,
        401,
      );
    },
  );

  // Pages with data, in both themes and narrow: views.deep.test.ts.
  visit("every empty page is accessible, and says the vendor's name of its area", {}, async ({ page, open, checkAccess, server }) => {
    await open('/');
    const addresses = await page.locator('.side li a').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
    assert.ok(addresses.length >= 8);
    for (const address of addresses) {
      await page.goto(server.address + address);
      await page.locator('main h1').waitFor();
      const vendor = VENDOR_NAMES[address.slice('/console/'.length)];
      const inNavigation = page.locator('.side a[aria-current="page"] small');
      assert.deepEqual(await inNavigation.allTextContents(), vendor === undefined ? [] : [vendor], address);
      assert.deepEqual(
        await inNavigation.evaluateAll((names) => names.map((one) => one.scrollWidth <= one.clientWidth)),
        vendor === undefined ? [] : [true],
      );
      assert.ok((await page.locator('main h1').innerText()).endsWith(vendor ?? ''), `heading of ${address}`);
      await checkAccess({ bothThemes: true });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${address} is wider than its window`);
    }
  });

  visit('finds places, things and actions by their own and the vendor’s names', {}, async ({ page, open, server }) => {
    const { body: appId } = await call<string>(server, 'POST /luis/api/v2.0/apps/', {
      key: server.key1,
      json: { name: 'Harbour', culture: 'en-us' },
    });
    for (const [route, options] of [
      [
        'PATCH /language/authoring/analyze-conversations/projects/Quay?api-version=2023-04-01',
        { json: { projectName: 'Quay', projectKind: 'Conversation', language: 'en' } },
      ],
      ['PUT /face/v1.0/persongroups/crew', { json: { name: 'Crew' } }],
      [
        'PUT /documentanalysis/trainingSets/cargo/files/a.pdf.labels.json?api-version=2024-11-30',
        { body: Buffer.from('{}'), headers: { 'content-type': 'application/octet-stream' } },
      ],
    ] as const) {
      const { status, text } = await call(server, route, { key: server.key1, ...options });
      assert.ok(status < 300, text);
    }
    await open('/');
    const input = page.getByRole('combobox', { name: 'Search everything' });
    const results = page.getByRole('listbox', { name: 'Results' });
    await page.keyboard.press('Control+k');
    for (const [search, found] of [
      ['luis', 'Import a LUIS app'],
      ['clu', 'Import a CLU project'],
      ['form recognizer', 'Label and build a model'],
      ['personalizer export', 'Export or import the model'],
      ['publish', 'Harbour: Publish, export'],
      ['train', 'Train, try or publish a LUIS app'],
      ['default', 'default/default/default'],
      ['clu project', 'Quay: Train'],
      ['person group', 'Crew'],
      ['training set', 'cargo'],
    ] as const) {
      await input.fill(search);
      await results.getByRole('option', { name: found }).first().waitFor();
    }
    await input.fill('harbour try');
    await results.getByRole('option', { name: 'Harbour: Try' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/console/understanding/${appId}`);
    await page.getByRole('tab', { name: 'Playground', selected: true }).waitFor();
    await page.waitForFunction(() => document.title === 'Playground · Harbour · Understanding · Perennial');
    await page.goBack();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor();
  });

  visit(
    'Home continues: what was opened, what needs attention, and the last errors',
    { refusals: [404] },
    async ({ page, open, server }) => {
      const send = async (route: string, json?: object): Promise<number> => (await call(server, route, { key: server.key1, json })).status;
      const source = { azureBlobSource: { containerUrl: 'https://127.0.0.1:9/forms' } };
      const build = { modelId: 'unread', buildMode: 'template', ...source };
      assert.equal(await send('POST /documentanalysis/documentModels:build?api-version=2024-11-30', build), 202);
      assert.equal(await send('PUT /face/v1.0/persongroups/stewards', { name: 'Stewards' }), 200);
      assert.equal(await send('GET /face/v1.0/persongroups/stowaways'), 404);
      const home = page.locator('.side li').getByRole('link', { name: 'Home' });
      await open('/faces/persongroups/stewards');
      await page.getByRole('heading', { name: 'Stewards', level: 1 }).waitFor();
      await page.waitForFunction(async () => {
        const opened = indexedDB.open('perennial-drafts');
        await new Promise((resolve) => (opened.onsuccess = resolve));
        const keys = opened.result.transaction('drafts').objectStore('drafts').getAllKeys();
        await new Promise((resolve) => (keys.onsuccess = resolve));
        opened.result.close();
        return keys.result.some((key) => String(key).endsWith('/visits'));
      });
      await open('/');
      const card = (name: string): Locator => page.getByRole('region', { name, exact: true });
      await card('Continue').getByRole('link', { name: 'Stewards' }).waitFor();
      await card('Needs attention').getByRole('link', { name: 'Build of a model: unread failed' }).waitFor();
      await page.getByRole('grid', { name: 'Calls this month' }).getByRole('link', { name: 'default' }).waitFor();
      await page.locator('.u-legend').getByText('Rejected (4xx)').waitFor();
      assert.equal(await page.locator('.u-legend').getByText('Failed (5xx)').count(), 0, 'nothing failed, so no line at zero');
      const failed = page.getByRole('grid', { name: 'Errors in the last hour' }).getByRole('link', { name: 'faces.getPersonGroup' });
      assert.equal((await page.request.get(`${server.address}${(await failed.getAttribute('href'))!}`)).status(), 200);
      assert.equal(await send('DELETE /face/v1.0/persongroups/stewards'), 200);
      await card('Continue').getByRole('link', { name: 'Stewards' }).click();
      await page.getByRole('alert').waitFor();
      await home.click();
      await page.getByRole('grid', { name: 'Calls this month' }).waitFor();
      assert.equal(await card('Continue').count(), 0, 'what is gone is not offered');
    },
  );

  visit('the tour is offered once, is done by keyboard, and can be left', {}, async ({ page, open, checkAccess }) => {
    await open('/');
    await page.getByRole('button', { name: 'Two-minute tour' }).click();
    const tour = page.getByRole('dialog', { name: 'Tour' });
    await tour.getByText('1 of 6').waitFor();
    await checkAccess();
    await page.keyboard.press('ArrowRight');
    await tour.getByRole('heading', { name: 'One area for each service' }).waitFor();
    await page.keyboard.press('Escape');
    await tour.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Two-minute tour' }).count(), 0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('take the tour');
    await page.keyboard.press('Enter');
    await tour.getByText('1 of 6').waitFor();
  });

  visit('remembers the chosen language', {}, async ({ page, open }) => {
    await open('/');
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Was soll weiterleben?' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Startseite', level: 1 }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
    await open('/accounts');
    await page
      .getByRole('grid', { name: 'Audit-Protokoll' })
      .getByText(/^\d\d\.\d\d\.20\d\d \d\d:\d\d:\d\d$/)
      .first()
      .waitFor();
    await open('/documents');
    await page.getByRole('button', { name: 'Rechnung mit einem Beispiel ausprobieren' }).click();
    await page.getByRole('gridcell', { name: '250,00 USD' }).first().waitFor();
    await open('/');
    await page.getByLabel('Sprache').selectOption('Español');
    await page.getByRole('heading', { name: 'Inicio', level: 1 }).waitFor();
  });

  visit('keyboard shortcuts open the palette, their list and pages', {}, async ({ page, open, checkAccess }) => {
    await open('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('rank');
    await checkAccess();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await checkAccess();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor();
  });

  visit('the theme follows the system until one is selected, and stays selected', {}, async ({ page, open }) => {
    await open('/');
    const shown = (theme: string): Promise<void> => page.locator(`html[data-theme="${theme}"]`).waitFor();
    await shown('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shown('dark');
    await page.getByRole('button', { name: 'Theme: system' }).click();
    await shown('light');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    await shown('light');
    for (const path of ['/sessions/current', '/accounts']) assert.equal(asked.filter((one) => one === path).length, 1, path);
  });

  visit('the font comes with the console, and rows are as dense as was chosen', {}, async ({ page, open }) => {
    await open('/accounts');
    const row = page.getByRole('grid', { name: 'Accounts' }).getByRole('row').nth(1);
    const height = async (): Promise<number> => (await row.boundingBox())!.height;
    assert.equal(await height(), 36);
    const loaded = await page.evaluate(async () => [...(await document.fonts.ready)].filter(({ status }) => status === 'loaded').length);
    assert.equal(loaded, 1, 'of five files, the one with the characters of the page');
    await page.getByRole('button', { name: 'Compact' }).click();
    await page.locator('html[data-density="compact"]').waitFor();
    assert.equal(await height(), 30);
    await page.reload();
    await row.waitFor();
    assert.equal(await height(), 30);
  });

  visit('shows the API calls of the page as code', {}, async ({ page, open, checkAccess }) => {
    await open('/accounts/default/default/default');
    await page.getByRole('button', { name: /^API calls/ }).click();
    const calls = page.getByRole('complementary', { name: 'API calls' });
    await calls.getByRole('button', { name: /listKeys/ }).click();
    assert.match(await calls.locator('pre').innerText(), /^curl -X POST '.*listKeys' \\\n {2}-H "Authorization: Bearer \$TOKEN"$/);
    await calls.getByRole('tab', { name: 'JavaScript' }).click();
    assert.match(await calls.locator('pre').innerText(), /await fetch\(".*listKeys"/);
    await calls.getByRole('button', { name: /regenerateKey not sent/ }).click();
    assert.match(await calls.locator('pre').innerText(), /await fetch\(".*regenerateKey"/);
    await checkAccess();
  });

  visit(
    'an expired session asks to sign in again and keeps what was typed',
    { refusals: [401] },
    async ({ page, open, server, context }) => {
      await open('/accounts');
      await page.getByRole('button', { name: 'New account' }).click();
      await page.getByLabel('Name').fill('half-written');
      await context.clearCookies();
      // The live stream may have noticed before, and the dialog be open.
      await page.locator('button[type=submit]', { hasText: 'Create' }).dispatchEvent('click');
      await page.getByLabel('Admin secret').fill(server.adminSecret);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: 'half-written', level: 1 }).waitFor();
    },
  );

  visit('shows a message for an unknown page', {}, async ({ page, open }) => {
    await open('/nowhere');
    await page.getByText('Page not found').waitFor();
  });
});
