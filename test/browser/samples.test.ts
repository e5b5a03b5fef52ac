/** A sample, created with a click. views.deep.test.ts creates all samples and visits every view, shell.test.ts the empty ones. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { call, ManagementClient } from '../support/server.ts';
import { skip, useBrowser } from './use-browser.ts';
import { createSample } from './sample-accounts.ts';

describe('samples', { skip }, () => {
  const { visit } = useBrowser();

  visit('a sample gets an account of its own, and its tick shows that it was created', {}, async ({ page, open, server }) => {
    const events = async (): Promise<number> =>
      (await call<{ value?: unknown[] }>(server, 'GET /ranking/v1.1-preview.3/logs/events', { key: server.key1 })).body.value?.length ?? 0;
    // The account has data of the user, as a live loop would.
    await call(server, 'POST /ranking/v1.1-preview.3/rank', { key: server.key1, json: { actions: [{ id: 'a', features: [{ x: 1 }] }] } });
    const before = await events();
    await open('/?task=personalizer');
    assert.equal(await page.getByText('Created', { exact: true }).count(), 0);
    const account = await createSample(page, open, 'personalizer');
    assert.equal(account, 'default/samples/ranking');
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor();
    assert.equal(await events(), before, 'the loop of the user is as it was');
    await open('/?task=personalizer');
    await page.getByText('Created', { exact: true }).waitFor();
    await page.getByText(/1,0\d\d calls · 0 rejected · 0 failed/).waitFor();
    await page.getByRole('link', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('account'), account);
  });

  visit('a sample that was interrupted is marked, and finished', {}, async ({ page, open, server, expectFailures }) => {
    await open('/?task=luis');
    // The page is closed in the middle of it, as by a reload.
    await page.route('**/luis/**/train', () => undefined);
    await page.getByRole('button', { name: 'Create sample: Travel bot' }).click();
    await page.getByRole('status').getByText('Training').waitFor();
    expectFailures();
    await open('/?task=luis');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByText('Not finished', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Finish sample: Travel bot' }).click();
    await page.waitForURL(/console\/understanding\/.*account=/);
    await page.getByRole('heading', { name: 'Travel sample', level: 1 }).waitFor();
    const { body } = await (
      await ManagementClient.connect(server)
    ).call<{ value: { name: string }[] }>('GET /subscriptions/default/resourceGroups/samples/accounts');
    assert.deepEqual(body.value.filter(({ name }) => name.startsWith('understanding')).length, 1, 'in the account that it has');
  });
});
