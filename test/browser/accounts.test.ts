/** Accounts, keys, limits, jobs, audit log, backup. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import type { Locator } from 'playwright-core';
import { call, eventually, ManagementClient, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { skip, useBrowser } from './use-browser.ts';
import { Keyboard } from './keyboard.ts';

const GROUPS = 'GET /face/v1.0/persongroups';

describe('accounts', { skip }, () => {
  const shared = useBrowser();
  const { visit } = shared;

  visit(
    'creates, limits and deletes an account by keyboard alone, after its name is typed',
    {},
    async ({ page, open, server, checkAccess }) => {
      await open('/accounts');
      await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
      const keys = new Keyboard(page);
      await page.keyboard.press('n');
      await keys.typeWhenFocused('Name', 'not a name');
      await page.getByRole('dialog', { name: 'New account' }).getByText('at most 64').waitFor();
      await checkAccess();
      await keys.typeWhenFocused('Name', 'shop');
      await keys.type('Kind', 'Face');
      await keys.press('Create');
      await page.getByRole('heading', { name: 'shop', level: 1 }).waitFor();
      assert.match(page.url(), /\/console\/accounts\/default\/default\/shop$/);
      await page.getByLabel('Calls per month').waitFor();
      await keys.type('Calls per month', '2');
      await keys.press('Save limits');
      await page.getByText('Limits saved').waitFor();
      const manager = await ManagementClient.connect(server);
      const {
        body: { key1 },
      } = await manager.call<{ key1: string }>('POST /subscriptions/default/resourceGroups/default/accounts/shop/listKeys');
      const statuses = [];
      for (let i = 0; i < 3; i++) statuses.push((await call(server, GROUPS, { key: key1 })).status);
      assert.deepEqual(statuses, [200, 200, 403]);
      await page.getByRole('meter', { name: 'Calls this month' }).and(page.locator('[aria-valuenow="100"]')).waitFor();
      await keys.openTab('Settings');
      await checkAccess();
      await keys.press('Delete shop');
      const ask = page.getByRole('dialog', { name: 'Delete account shop?' });
      assert.ok(await ask.getByRole('button', { name: 'Delete account' }).isDisabled());
      await keys.typeWhenFocused('Type shop to confirm', 'shop');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
      await page.getByRole('grid', { name: 'Accounts' }).getByRole('link', { name: 'shop' }).waitFor({ state: 'detached' });
      assert.equal((await call(server, GROUPS, { key: key1 })).status, 401);
    },
  );

  visit('regenerates a key: the old one is rejected immediately, the new one and the other work', {}, async (visited) => {
    const { page, context, open, server } = visited;
    await (await ManagementClient.connect(server)).createAccount('rotated');
    await open('/accounts/sub/tests/rotated');
    const shown = async (name: string): Promise<string> => {
      const key = page.locator(`[data-key="${name}"]`);
      const toggle = key.getByRole('button', { name: /^(Show|Hide)/ });
      if (/^Show/.test(await toggle.innerText())) await toggle.click();
      await key.locator('code', { hasText: /^[0-9a-f]{64}$/ }).waitFor();
      return await key.locator('code').innerText();
    };
    const [old, other] = [await shown('key1'), await shown('key2')];
    await page.getByRole('button', { name: 'Regenerate key 1' }).click();
    await page.getByRole('button', { name: 'Regenerate', exact: true }).click();
    await page.locator('[data-key="key1"] code').filter({ hasNotText: old }).waitFor();
    const fresh = await shown('key1');
    const statuses = [];
    for (const key of [old, fresh, other]) statuses.push((await call(server, GROUPS, { key })).status);
    assert.deepEqual(statuses, [401, 200, 200]);
    // What is copied as the key is the key, not the name of its header.
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/accounts/sub/tests/rotated?tab=connect');
    await page.getByRole('button', { name: 'Copy key 1' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), fresh);
    const icon = async (of: Locator): Promise<string | null> => await of.locator('svg path').first().getAttribute('d');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    assert.equal(
      await icon(pages.getByRole('link', { name: 'Accounts' })),
      await icon(page.getByRole('button', { name: 'Show key' })),
      'accounts are where the keys are',
    );
    assert.equal(await icon(pages.getByRole('link', { name: 'Operators' })), await icon(page.getByTitle(/^Signed in as admin/)));
  });

  visit('shows and exports usage', {}, async ({ page, open, server }) => {
    for (let i = 0; i < 3; i++) await call(server, GROUPS, { key: server.key1 });
    // Counts are saved every second.
    const manager = await ManagementClient.connect(server);
    await eventually(
      async () => (await manager.call('GET /subscriptions/default/resourceGroups/default/accounts/default/usage')).text,
      (usage) => usage.includes('faces.listPersonGroups'),
    );
    await open('/accounts/default/default/default?tab=usage');
    await page.getByRole('img', { name: /Calls by month/ }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
    assert.match(readFileSync(await download.path(), 'utf8'), /^period,operation,calls\r\n\d{4}-\d\d,faces\.listPersonGroups,\d+/);
  });

  visit('verifies the audit log and lists the job', {}, async ({ page, open, server, checkAccess }) => {
    await call(server, 'PUT /face/v1.0/persongroups/family', { key: server.key1, json: { name: 'Family' } });
    // What the server itself writes each minute is hidden until it is asked for.
    await page.route('**/audit?*', async (route) => {
      const response = await route.fetch();
      const { value } = (await response.json()) as { value: { sequence: number; entry: object }[] };
      const [{ entry }] = value as [(typeof value)[0]];
      const own = { sequence: 0, hash: '', entry: { ...entry, operation: 'accounts.anchorAudits', caller: 'server', params: {} } };
      await route.fulfill({ response, json: { value: [own, ...value] } });
    });
    await open('/accounts/default/default/default?tab=audit');
    await page
      .getByRole('gridcell', { name: /^faces\./ })
      .first()
      .waitFor();
    const sealed = page.getByRole('gridcell', { name: 'The server sealed the logs of all accounts' });
    assert.equal(await sealed.count(), 0);
    await page.getByLabel("Show the server's own entries").check();
    await sealed.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Verify chain' }).click();
    await page.getByText(/All \d+ entries are intact/).waitFor();
    await page.getByRole('tab', { name: 'Jobs' }).click();
    await page.getByRole('gridcell', { name: 'accounts.verifyAudit' }).first().click();
    await page.getByRole('dialog', { name: 'accounts.verifyAudit' }).getByText('succeeded', { exact: true }).waitFor();
    await page.getByRole('list', { name: /^Log/ }).getByText('Started').waitFor();
    await checkAccess();
    await page.keyboard.press('Escape');
  });

  visit('says how the server is, and downloads a backup', {}, async ({ page, open }) => {
    await open('/server');
    await page.getByRole('region', { name: 'Health' }).getByText('healthy').waitFor();
    const settings = page.getByRole('grid', { name: 'Settings' });
    await settings.getByRole('row').filter({ hasText: 'PERENNIAL_DEV' }).getByText('true').waitFor();
    assert.equal(await settings.getByText('PERENNIAL_REGION').count(), 0, 'it has its default');
    assert.equal(await page.getByRole('link', { name: 'All settings' }).getAttribute('href'), '/docs/settings');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download backup' }).click()]);
    assert.match(download.suggestedFilename(), /^perennial-backup-.*\.tar$/);
    assert.match(
      readFileSync(await download.path())
        .subarray(0, 2000)
        .toString('latin1'),
      /^manifest\.json\0/,
    );
  });
});

describe('restore', { skip }, () => {
  const folder = temporaryFolder();
  let again: Server | undefined;
  after(async () => {
    await again?.stop();
    folder.remove();
  });
  const fixture = useBrowser({ start: () => startServer({ data: folder.path }) });

  fixture.visit('prepares a backup that the next start restores', { refusals: [400] }, async (visit) => {
    const { page, open, server, checkAccess, expectFailures } = visit;
    const groups = '/face/v1.0/persongroups';
    const put = async (name: string): Promise<void> =>
      assert.equal((await call(server, `PUT ${groups}/${name}`, { key: server.key1, json: { name } })).status, 200);
    await put('kept');
    await open('/server');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download backup' }).click()]);
    const file = join(folder.path, download.suggestedFilename());
    await download.saveAs(file);
    await put('later');
    const send = async (path: string): Promise<void> => {
      await page.getByLabel('Drop a backup of this server').setInputFiles(path);
      await checkAccess();
      const prepare = page.getByRole('dialog').getByRole('button', { name: 'Prepare restore' });
      assert.equal(await prepare.isDisabled(), true);
      await page.getByRole('dialog').getByLabel('Type restore to confirm').fill('restore');
      await prepare.click();
    };
    // A backup that was changed is refused.
    const changed = join(folder.path, 'changed.tar');
    writeFileSync(changed, readFileSync(file, 'latin1').replace('"rows": ', '"rows":  '), 'latin1');
    await send(changed);
    await page.getByText(/The backup cannot be restored: /).waitFor();
    await send(file);
    const staged = page.getByText(/^At its next start the server restores the backup of /);
    await staged.waitFor();
    await page.reload();
    await staged.waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await send(file);
    await staged.waitFor();
    assert.deepEqual(
      (await call<{ personGroupId: string }[]>(server, `GET ${groups}`, { key: server.key1 })).body.map(
        ({ personGroupId }) => personGroupId,
      ),
      ['kept', 'later'],
    );
    await open('/accounts');
    await page.getByText('admin prepared a restore').first().waitFor();

    expectFailures();
    await server.stop();
    again = await startServer({ data: folder.path });
    const { body } = await call<{ personGroupId: string }[]>(again, `GET ${groups}`, { key: server.key1 });
    assert.deepEqual(
      body.map(({ personGroupId }) => personGroupId),
      ['kept'],
    );
    assert.ok(readdirSync(join(folder.path, 'before-restore')).includes('perennial.db'));
    // The session is of the backup too.
    await page.goto(`${again.address}/console/server`);
    await page.getByText('Drop a backup of this server').waitFor();
  });
});
