/** Sessions over several tabs and browsers, operators and their roles, and running work on every page. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { call, eventually, ManagementClient } from '../support/server.ts';
import { skip, useBrowser } from './use-browser.ts';
import { Keyboard } from './keyboard.ts';
import { consolePages } from './walk.ts';

const APP = {
  luis_schema_version: '7.0.0',
  versionId: '0.1',
  name: 'Kitchen',
  desc: '',
  culture: 'en-us',
  intents: [{ name: 'Cook' }, { name: 'None' }],
  entities: [],
  utterances: [{ text: 'cook soup', intent: 'Cook', entities: [] }],
};

/** Runs in the page: it is behind another one, and may notify. */
const HIDDEN_TAB = `Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
globalThis.Notification = class {
  static permission = 'granted';
  constructor(title, { body }) {
    void noticed(body);
  }
};`;

describe('sessions', { skip }, () => {
  const { visit } = useBrowser();

  /** Types a name for an account, in a dialog that is then left open. */
  const typeAccount = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByLabel('Name').fill(name);
  };
  const signInAgain = async (page: Page, secret: string): Promise<void> => {
    await page.getByRole('dialog', { name: 'The session has ended' }).waitFor();
    await page.getByLabel('Admin secret').fill(secret);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'The session has ended' }).waitFor({ state: 'detached' });
  };

  visit('signing out ends every tab and keeps what was typed there', { refusals: [401] }, async ({ page, open, context, server }) => {
    await open('/');
    const other = await context.newPage();
    await other.goto(`${server.address}/console/accounts`);
    await typeAccount(other, 'typed-before');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin secret').waitFor();
    await other.getByRole('dialog', { name: 'The session has ended' }).waitFor();
    assert.equal(await other.getByRole('heading', { name: 'Accounts', level: 1 }).isVisible(), false, 'the page is hidden');
    await signInAgain(other, server.adminSecret);
    assert.equal(await other.getByLabel('Name').inputValue(), 'typed-before');
    // The first tab follows.
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await other.getByRole('button', { name: 'Create', exact: true }).click();
    await other.getByRole('heading', { name: 'typed-before', level: 1 }).waitFor();
  });

  visit('an expired session ends open tabs by itself', { refusals: [401] }, async ({ page, open, context, server }) => {
    await page.route('**/sessions/current', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as object;
      const soon = { ...body, expirationDateTime: new Date(Date.now() + 1000).toISOString() };
      await route.fulfill({ response: answer, ...(answer.ok() && { json: soon }) });
    });
    await open('/accounts');
    await typeAccount(page, 'typed-early');
    const headers = { 'x-perennial-console': '1' };
    assert.equal((await context.request.delete(`${server.address}/sessions/current`, { headers })).status(), 204);
    await page.getByRole('dialog', { name: 'The session has ended' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await signInAgain(page, server.adminSecret);
    assert.equal(await page.getByLabel('Name').inputValue(), 'typed-early');
  });

  visit('invites an operator, who may do what the role allows', {}, async ({ page, open, server, checkAccess }) => {
    const { body: appId } = await call<string>(server, 'POST /luis/api/v2.0/apps/import?appName=Pantry', { key: server.key1, json: APP });
    await open('/operators');
    const keys = new Keyboard(page);
    await page.getByRole('button', { name: 'Invite' }).waitFor();
    await keys.press('Invite');
    await keys.typeWhenFocused('Name', 'vera@example.com');
    await keys.type('Role on the server', 'View');
    await keys.press('Invite');
    const link = await page.getByRole('dialog', { name: 'Invitation for vera@example.com' }).locator('code').innerText();
    await checkAccess();
    await keys.press('Done');
    await page.getByText('invited', { exact: true }).waitFor();

    const own = await page.context().browser()!.newContext();
    const vera = await own.newPage();
    await vera.goto(link);
    await vera.getByLabel('Choose a password').fill('correct horse battery');
    await vera.getByRole('button', { name: 'Sign in' }).click();
    await vera.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await vera.goto(`${server.address}/console/accounts`);
    const create = vera.getByRole('button', { name: 'New account' });
    assert.equal(await create.isDisabled(), true);
    assert.match((await create.getAttribute('title'))!, /needs the role Manage/);
    // No page sends or offers what would be refused; walk.ts checks that controls name the role that their requests need.
    const refused: string[] = [];
    vera.on('response', (response) => response.status() >= 400 && refused.push(`${response.request().method()} ${response.url()}`));
    for (const { path } of await consolePages()) {
      await vera.goto(`${server.address}/console/${path}`);
      await vera.locator('main h1').waitFor();
      await vera.locator('main :is(.spinner, .skeleton)').first().waitFor({ state: 'detached' });
      assert.equal(await vera.locator('main [data-needs]:not([data-needs="view"]):enabled').count(), 0, path);
    }
    assert.deepEqual(refused, []);
    await vera.goto(`${server.address}/console/operators`);
    await vera.getByText('Only operators with the role Manage on the whole server see this page').waitFor();

    // Fields that save by themselves name their role too.
    const blocking = vera.getByLabel("Reject all calls with this account's keys");
    const intent = vera.getByLabel('Intent', { exact: true });
    const access = vera.getByLabel('Public: keys of every account can query the published app');
    const check = async (expected: { blocking: boolean; intent: boolean; access: boolean }): Promise<void> => {
      const may = [];
      for (const [path, field] of [
        ['accounts/default/default/default?tab=settings', blocking],
        [`understanding/${appId}?at=cook+soup`, intent],
        [`understanding/${appId}?tab=settings`, access],
      ] as const) {
        await vera.goto(`${server.address}/console/${path}`);
        await field.waitFor();
        may.push(await field.isEnabled());
      }
      assert.deepEqual(may, [expected.blocking, expected.intent, expected.access]);
    };
    await check({ blocking: false, intent: false, access: false });
    assert.match((await access.getAttribute('title'))!, /needs the role Manage/);
    await page.getByLabel('Role of vera@example.com').selectOption('label');
    await page.getByText('vera@example.com has the role Label now').waitFor();
    await check({ blocking: false, intent: true, access: false });
    assert.deepEqual(refused, []);
    await vera.goto(`${server.address}/console/operators`);

    // The new role applies immediately, and removing her ends the tab without a click there.
    await page.getByLabel('Role of vera@example.com').selectOption('manage');
    await page.getByText('vera@example.com has the role Manage now').waitFor();
    await vera.reload();
    await vera.getByRole('button', { name: 'Invite' }).waitFor();
    await page.getByRole('button', { name: 'Remove vera@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await vera.getByRole('dialog', { name: 'The session has ended' }).waitFor();
    await own.close();
    await open('/accounts');
    for (const deed of ['admin invited', 'vera@example.com signed in', 'admin changed the role of', 'admin removed'])
      await page
        .getByRole('gridcell', { name: deed.startsWith('admin') ? `${deed} vera@example.com` : deed, exact: true })
        .first()
        .waitFor();
  });

  visit('gives an operator roles in single accounts, and shows nothing else', {}, async ({ page, open, server, checkAccess }) => {
    const manager = await ManagementClient.connect(server);
    const group = '/subscriptions/default/resourceGroups/default/accounts/';
    for (const name of ['depot', 'shop', 'yard']) await manager.call(`PUT ${group}${name}`, { json: { location: 'local' } });
    await open('/operators');
    const keys = new Keyboard(page);
    await page.getByRole('button', { name: 'Invite' }).waitFor();
    await keys.press('Invite');
    await keys.typeWhenFocused('Name', 'dora');
    await keys.type('Role on the server', 'No role');
    await page.getByText('Sees only the accounts where they have a role.').last().waitFor();
    await keys.type('Account', 'default/default/shop');
    await keys.press('Add');
    await keys.type('Role in shop', 'Manage');
    await checkAccess();
    await keys.press('Invite');
    const link = await page.getByRole('dialog', { name: 'Invitation for dora' }).locator('code').innerText();
    await keys.press('Done');
    await page.getByText('shop: Manage', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Accounts of dora' }).click();
    const given = page.getByRole('dialog', { name: 'Accounts of dora' });
    await given.getByText('They see these accounts and no others.').waitFor();
    await given.getByLabel('Account', { exact: true }).selectOption('default/default/depot');
    await given.getByRole('button', { name: 'Add' }).click();
    await given.getByLabel('Role in depot', { exact: true }).selectOption('View');
    await page.getByText('depot: View, shop: Manage', { exact: true }).waitFor();
    await checkAccess({ within: 'dialog[open]' });
    await given.getByRole('button', { name: 'Done' }).click();

    const own = await page.context().browser()!.newContext();
    const dora = await own.newPage();
    const refused: string[] = [];
    dora.on('response', (response) => response.status() >= 400 && refused.push(`${response.request().method()} ${response.url()}`));
    await dora.goto(link);
    await dora.getByLabel('Choose a password').fill('correct horse battery');
    await dora.getByRole('button', { name: 'Sign in' }).click();
    await dora.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    assert.deepEqual(await dora.getByLabel('Account', { exact: true }).locator('option').allInnerTexts(), ['depot', 'shop']);
    const signedIn = dora.getByRole('link', { name: /^dora/ });
    for (const [account, role] of [
      ['depot', 'View'],
      ['shop', 'Manage'],
    ] as const) {
      const above = role === 'View' ? '[data-needs]:not([data-needs="view"]):enabled' : '[data-needs="server"]:enabled';
      for (const { path } of await consolePages()) {
        await dora.goto(`${server.address}/console/${path}?account=default/default/${account}`);
        await dora.locator('main h1, main .empty h2').first().waitFor();
        await dora.locator('main :is(.spinner, .skeleton)').first().waitFor({ state: 'detached' });
        assert.equal(await dora.locator(`main ${above}`).count(), 0, `${account} /${path}`);
        assert.match(await signedIn.innerText(), new RegExp(role));
      }
    }
    await dora.goto(`${server.address}/console/server`);
    await dora.getByText('Only operators with a role on the whole server see this page').waitFor();
    await dora.goto(`${server.address}/console/operators`);
    await dora.getByText('Only operators with the role Manage on the whole server see this page').waitFor();
    // An account's own page counts with the role in that account, whichever is selected.
    await dora.goto(`${server.address}/console/accounts/default/default/shop?account=default/default/depot`);
    await dora.getByRole('button', { name: 'Regenerate key 1' }).click();
    await dora.getByRole('dialog').getByRole('button', { name: 'Regenerate' }).click();
    await dora.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await dora.getByRole('button', { name: 'Save limits' }).isDisabled(), true);
    await dora.goto(`${server.address}/console/accounts/default/default/depot?account=default/default/shop`);
    await dora.getByRole('button', { name: 'Save limits' }).waitFor();
    assert.equal(await dora.getByRole('button', { name: 'Regenerate key 1' }).count(), 0);
    await dora.goto(`${server.address}/console/accounts/default/default/yard`);
    await dora.getByText('Account not found').waitFor();
    assert.deepEqual(refused, []);

    // What is taken away is gone with the next page.
    await page.getByRole('button', { name: 'Accounts of dora' }).click();
    await given.getByRole('button', { name: 'No role in depot' }).click();
    await page.getByText('shop: Manage', { exact: true }).waitFor();
    await given.getByRole('button', { name: 'No role in shop' }).click();
    await given.getByLabel('Role in shop', { exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await dora.reload();
    await dora.getByText('Ask an operator with the role Manage to give you a role in an account.').waitFor();
    await own.close();
    await manager.call('DELETE /operators/dora');
    for (const name of ['depot', 'shop', 'yard']) await manager.call(`DELETE ${group}${name}`);
  });

  visit('lets operators see and end their sessions, and change their password', {}, async ({ page, context, server, checkAccess }) => {
    const manager = await ManagementClient.connect(server);
    const invited = await manager.call<{ operatorId: string; invitation: { url: string } }>('POST /operators', {
      json: { name: 'nora', role: 'label' },
    });
    const [, invitation] = invited.body.invitation.url.split('#invitation=');
    const [password, newPassword] = ['correct horse battery', 'a staple for the battery'];
    const signIn = async (data: object): Promise<number> =>
      (await context.request.post(`${server.address}/sessions`, { data, headers: { 'user-agent': 'Firefox/140.0 (Windows)' } })).status();
    assert.equal(await signIn({ invitation, password }), 201);
    assert.equal(await signIn({ name: 'nora', password }), 201);
    await page.goto(`${server.address}/console/`);
    await page.getByRole('link', { name: /^nora/ }).click();
    await page.getByRole('heading', { name: 'Your profile', level: 1 }).waitFor();
    const sessions = page.getByRole('grid', { name: 'Sessions' });
    await sessions.getByText('this browser').waitFor();
    await checkAccess();
    await sessions.getByRole('button', { name: 'End session' }).click();
    await sessions.getByRole('button', { name: 'End session' }).waitFor({ state: 'detached' });

    const keys = new Keyboard(page);
    const change = page.getByRole('button', { name: 'Change password' });
    await keys.type('Present password', password);
    await keys.type('New password', 'short');
    await page.getByRole('alert').getByText('At least 10 characters.').waitFor();
    assert.equal(await change.isDisabled(), true);
    await keys.type('New password', newPassword);
    await keys.press('Change password');
    await page.getByText('Password changed').waitFor();
    await sessions.getByText('this browser').waitFor();
    assert.equal(await signIn({ name: 'nora', password: newPassword }), 201);
    // Without operators who have a password, the console asks for the admin secret again.
    await manager.call(`DELETE /operators/${invited.body.operatorId}`);
  });

  visit('shows the work of the account on every page, and its end', {}, async ({ page, open, context, server, checkAccess }) => {
    await open('/');
    await page.getByRole('button', { name: 'Running work: none' }).click();
    await page.getByText('Nothing is running. Trainings').waitFor();
    // The system says it too, where another tab is in front.
    const other = await context.newPage();
    const notices: string[] = [];
    await other.exposeFunction('noticed', (text: string) => notices.push(text));
    await other.addInitScript(HIDDEN_TAB);
    await other.goto(`${server.address}/console/accounts`);
    await other.getByRole('button', { name: /^Running work/ }).waitFor();
    const key = { 'ocp-apim-subscription-key': server.key1 };
    const group = `${server.address}/face/v1.0/persongroups/family`;
    assert.equal((await context.request.put(group, { headers: key, data: { name: 'Family' } })).status(), 200);
    assert.equal((await context.request.post(`${group}/train`, { headers: key })).status(), 202);
    for (const one of [page, other])
      await one
        .getByRole('status')
        .getByText(/^Training: Family (is done|failed)$/)
        .waitFor();
    assert.match(notices.join(), /^Training: Family (is done|failed)$/);
    await page.getByRole('region', { name: 'Running work' }).getByRole('link', { name: 'Training: Family', exact: true }).waitFor();
    await checkAccess();
  });

  visit('names running work as the button shows it', {}, async ({ page, open, checkAccess }) => {
    const at = new Date().toISOString();
    const job = { kind: 'faces.train', status: 'running', percentCompleted: 40, createdDateTime: at, lastUpdatedDateTime: at, errors: [] };
    const running = [{ ...job, jobId: 'one' }];
    await page.route('**/work?*', (route) => route.fulfill({ json: { at, value: running } }));
    await open('/');
    await page.getByRole('button', { name: 'Running work: Training, 40 %' }).waitFor();
    await checkAccess();
    running.push({ ...job, jobId: 'other' });
    await open('/accounts');
    await page.getByRole('button', { name: 'Running work: 2 running' }).waitFor();
  });

  visit(
    'sends what was changed offline when the connection is back, though the page was left',
    { refusals: [] },
    async ({ page, open, context, server, checkAccess, expectFailures }) => {
      const headers = { 'ocp-apim-subscription-key': server.key1 };
      const base = `${server.address}/luis/api/v2.0/apps`;
      const imported = await context.request.post(`${base}/import?appName=Kitchen`, { headers, data: APP });
      assert.equal(imported.status(), 201, await imported.text());
      const appId = (await imported.json()) as string;
      await open('/');
      await page.getByRole('link', { name: 'Understanding' }).first().click();
      await page.getByRole('link', { name: 'Kitchen' }).first().click();
      await page.getByText('cook soup').first().click();
      await page.getByLabel('Intent', { exact: true }).waitFor();
      expectFailures();
      await context.setOffline(true);
      await page.getByText('Offline. What you change is kept here').waitFor();
      await page.getByLabel('Intent', { exact: true }).selectOption('None');
      await page.getByText('Waiting for the connection').waitFor();
      assert.equal(await page.locator('.toast', { hasText: 'did not respond' }).count(), 0, 'the bar says it already');
      await checkAccess();
      await page.getByRole('link', { name: 'Perennial, home' }).click();
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
      await context.setOffline(false);
      await page.getByText('Offline. What you change is kept here').waitFor({ state: 'detached' });
      const intents = async (): Promise<string[]> => {
        const examples = await context.request.get(`${base}/${appId}/versions/0.1/examples`, { headers });
        return ((await examples.json()) as { intentLabel: string }[]).map(({ intentLabel }) => intentLabel);
      };
      await eventually(intents, ([intent]) => intent === 'None');
    },
  );

  visit('keeps an unsaved draft over signing out and in again', { refusals: [401, 503] }, async ({ page, open, server }) => {
    await open('/conversations');
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Name').fill('Garden');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('button', { name: 'Add intent' }).waitFor();
    await page.route('**/:import*', (route) => route.fulfill({ status: 503 }));
    await page.getByRole('button', { name: 'Add intent' }).click();
    await page.getByLabel('Intent name').fill('Water');
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await refused;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin secret').fill(server.adminSecret);
    await page.unrouteAll({ behavior: 'wait' });
    const saved = page.waitForResponse((response) => response.url().includes(':import') && response.status() === 202);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Open Water' }).waitFor();
    await saved;
  });
});
