/** Edit conflicts: whoever saves later sees the other's changes, and nothing is lost. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { ProjectAuthor } from '../support/conversations.ts';
import { orderFiles } from '../support/documents-forms.ts';
import { call, eventually } from '../support/server.ts';
import { skip, useBrowser } from './use-browser.ts';

describe('conflicts', { skip }, () => {
  const { visit } = useBrowser();

  visit('resolves conflicting edits of a project', { refusals: [404, 412] }, async (visited) => {
    const { page, context, open, server, checkAccess } = visited;
    const other = new ProjectAuthor(server, server.key1);
    const say = (...intents: string[]): object => ({
      intents: intents.map((category) => ({ category })),
      utterances: intents.map((intent) => ({ text: `please ${intent}`, intent })),
    });
    await other.import('Shared', say('Sow'));
    await open('/conversations/Shared');
    const add = async (intent: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add intent' }).click();
      await page.getByLabel('Intent name').fill(intent);
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('button', { name: `Open ${intent}` }).waitFor();
    };
    const saved = async (): Promise<void> => await page.getByText('Saved', { exact: true }).waitFor();
    const changes = page.getByRole('grid', { name: 'Changes' });
    await page.getByRole('button', { name: 'Open Sow' }).waitFor();
    // What someone else saves is shown immediately.
    await other.import('Shared', say('Sow', 'Dig'));
    await page.getByRole('button', { name: 'Open Dig' }).waitFor();
    /** Adds an intent while someone else saves. */
    const addBoth = async (mine: string, ...theirs: string[]): Promise<void> => {
      visited.expectFailures();
      await context.setOffline(true);
      await add(mine);
      await other.import('Shared', say(...theirs));
      await context.setOffline(false);
    };
    // Changes that do not overlap are merged.
    await addBoth('Mow', 'Sow', 'Dig', 'Prune');
    await page.getByText('Merged with changes of someone else; Ctrl+Z to undo').waitFor();
    await saved();
    for (const intent of ['Sow', 'Mow', 'Dig', 'Prune']) await page.getByRole('button', { name: `Open ${intent}` }).waitFor();

    // A stored draft shows the conflict when it is opened again. Use theirs, then undo and save over them.
    await addBoth('Rake', 'Sow', 'Rake');
    await changes.getByText('please Rake').waitFor();
    await checkAccess();
    const dialog = page.getByRole('dialog', { name: 'Someone else saved changes' });
    const [hint, buttons] = [dialog.getByText('Ctrl+Z restores what you did not choose.'), dialog.locator('.dialog-buttons')];
    const { y, height } = (await hint.boundingBox())!;
    assert.ok(y + height <= (await buttons.boundingBox())!.y, 'the buttons hide no line');
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByText('Not saved', { exact: true }).waitFor();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /Conversations/ })
      .click();
    await page.getByRole('link', { name: 'Shared', exact: true }).click();
    await changes.getByText('please Rake').waitFor();
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await page.getByRole('button', { name: 'Open Mow' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Saving…', { exact: true }).waitFor();
    await saved();
    const { resultUrl } = await other.job('POST /projects/Shared/:export');
    const { pathname } = new URL(resultUrl!);
    const { assets } = await other.ok<{ assets: { intents: { category: string }[] } }>(`GET ${pathname.replace(other.base, '')}`);
    assert.deepEqual(assets.intents.map(({ category }) => category).sort(), ['Dig', 'Mow', 'None', 'Prune', 'Rake', 'Sow']);

    await other.ok('DELETE /projects/Shared');
    await add('Weed');
    await page.getByRole('button', { name: 'Create again' }).click();
    await saved();
    await other.ok('GET /projects/Shared');
  });

  visit(
    'resolves conflicting labels of a form, and merges fields of a set',
    { refusals: [412] },
    async ({ page, context, open, server, checkAccess, expectFailures }) => {
      const at = (name: string): string => `/documentanalysis/trainingSets/shared/files/${name}?api-version=2024-11-30`;
      const put = async (name: string, body: Buffer): Promise<void> =>
        assert.equal(
          (
            await call(server, `PUT ${at(name)}`, {
              key: server.key1,
              body,
              headers: { 'content-type': 'application/octet-stream' },
            })
          ).status,
          204,
        );
      const get = async <T>(name: string): Promise<T> => (await call<T>(server, `GET ${at(name)}`, { key: server.key1 })).body;
      for (const { name, content } of await orderFiles(1)) await put(name, content);
      const [FORM, FIELDS] = ['order-0.pdf.labels.json', 'fields.json'];
      interface Labels {
        labels: { label: string }[];
      }
      interface Fields {
        fields: { fieldKey: string }[];
      }

      await open('/documents/sets/shared');
      const fields = page.getByRole('list', { name: 'Fields' });
      await fields.getByText('Plant', { exact: true }).waitFor();
      const own = await get<Fields>(FIELDS);
      await put(FIELDS, Buffer.from(JSON.stringify({ ...own, fields: [...own.fields, { ...own.fields[0]!, fieldKey: 'Greeting' }] })));
      await page.getByLabel('Field name').fill('Farewell');
      await page.getByRole('button', { name: 'Add field' }).click();
      for (const name of ['Greeting', 'Farewell']) await fields.getByText(name, { exact: true }).waitFor();

      await open('/documents/sets/shared/order-0.pdf');
      await fields.getByText('Farewell', { exact: true }).waitFor();
      const before = await get<Labels>(FORM);
      const keep = async (...names: string[]): Promise<void> =>
        await put(FORM, Buffer.from(JSON.stringify({ ...before, labels: before.labels.filter(({ label }) => names.includes(label)) })));
      // What someone else labels is shown immediately.
      await keep('Customer', 'OrderDate', 'Total');
      await fields.getByRole('button', { name: 'Remove label of Plant' }).waitFor({ state: 'detached' });
      expectFailures();
      await context.setOffline(true);
      // Select the words of the field and remove their label, while someone else removes another.
      await fields.getByRole('button', { name: /Total/ }).first().click();
      await page.keyboard.press('Delete');
      await keep('OrderDate', 'Total');
      await context.setOffline(false);
      await page.getByText('Merged with changes of someone else; Ctrl+Z to undo').waitFor();
      await checkAccess();
      const saved = async (...labels: string[]): Promise<unknown> =>
        await eventually(
          async () =>
            (await get<Labels>(FORM)).labels
              .map(({ label }) => label)
              .sort()
              .join(),
          (found) => found === labels.join(),
        );
      await saved('OrderDate');
      await page.getByRole('button', { name: 'Undo' }).click();
      await saved('OrderDate', 'Total');
      await page.getByText('saved', { exact: true }).waitFor();
    },
  );
});
