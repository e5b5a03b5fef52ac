/** A sample, created with a click. views.deep.test.ts creates all samples and visits every view, shell.test.ts the empty ones. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { call } from '../support/server.ts';
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
});
