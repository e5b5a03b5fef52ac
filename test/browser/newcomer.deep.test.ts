/** What a newcomer wants, each from Home and without a detour: eight tasks, those with much typing by keyboard alone. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { cutOut, GROUP_PHOTO, STRANGER_PHOTOS } from '../support/people.ts';
import { Keyboard } from './keyboard.ts';
import { createSample } from './sample-accounts.ts';
import { skip, useBrowser } from './use-browser.ts';

const LU =
  '> !# @app.name = Garden\n# Dig\n- dig here\n- dig a hole\n- dig deeper\n# Water\n- water the roses\n- sprinkle the lawn\n- give it water\n';
const UTTERANCES = [
  'water the fern\tWater',
  'water the roses\tWater',
  'give it some water\tWater',
  'dig a hole\tDig',
  'dig here\tDig',
  'dig deeper\tDig',
];

/** Opens a task of Home by keyboard and follows its first way. */
async function followTask(page: Page, keys: Keyboard, task: RegExp): Promise<void> {
  await page.getByRole('heading', { name: 'What do you want to keep alive?' }).waitFor();
  await keys.press(task);
  await page.getByRole('heading', { name: 'Bring it over' }).waitFor();
  await keys.press('Continue');
}

describe('newcomer', { skip }, () => {
  const { visit } = useBrowser();

  visit('analyzes a document and corrects it for training, by keyboard', {}, async ({ page, open, checkAccess }) => {
    const keys = new Keyboard(page);
    await open('/');
    await followTask(page, keys, /^Form Recognizer documents/);
    await page.getByRole('button', { name: 'Try Invoice with a sample' }).waitFor();
    await keys.press('Try Invoice with a sample');
    await page.getByRole('grid', { name: 'Fields of invoice' }).waitFor();
    await keys.press('Add to training set');
    await keys.type('Set name', 'invoices');
    await keys.type('VendorName', 'Stone Bridge Hotel');
    await page.getByText('Corrected: found on page 1.').waitFor();
    await checkAccess();
    await page.keyboard.press('Enter');
    await page.getByText(/^Added to invoices with \d+ labels$/).waitFor();
  });

  visit('brings a LUIS app over, trains, tries and publishes it', {}, async ({ page, open }) => {
    const keys = new Keyboard(page);
    await open('/');
    await followTask(page, keys, /^A LUIS bot/);
    await page.getByLabel('Drop a file here').setInputFiles({ name: 'garden.lu', mimeType: 'text/plain', buffer: Buffer.from(LU) });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Garden', level: 1 }).waitFor();
    const steps = page.getByRole('list', { name: 'Next steps' });
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByText('Version trained').waitFor();
    await steps.getByRole('button', { name: 'Try' }).click();
    await keys.type('Utterance', 'dig a hole');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Intents' }).getByText('Dig', { exact: true }).waitFor();
    await steps.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Publish 0.1' }).first().click();
    await steps.getByRole('button', { name: 'Publish done' }).waitFor();
    await steps.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('dialog', { name: 'Connect your client' }).getByRole('button', { name: 'Copy key 1' }).waitFor();
    await page.keyboard.press('Escape');
  });

  visit('makes a CLU project of a spreadsheet, by keyboard', {}, async ({ page, open, checkAccess }) => {
    const keys = new Keyboard(page);
    await open('/conversations');
    await page.getByRole('button', { name: 'New project' }).first().waitFor();
    await keys.press('New project');
    await keys.typeWhenFocused('Name', 'Beds');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Beds', level: 1 }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'Add utterances' }).getByRole('textbox').fill(UTTERANCES.join('\n'));
    await page.getByRole('table', { name: 'Preview' }).waitFor();
    await checkAccess();
    await page.keyboard.press('Control+Enter');
    await page.getByText('6 utterances added').waitFor();
    await page.getByRole('button', { name: 'Open Water' }).waitFor();
    assert.deepEqual(await page.getByRole('region', { name: 'Intents' }).getByRole('button', { name: /^Open/ }).allInnerTexts(), [
      '',
      '',
      '',
    ]);
  });

  visit('tries a CLU sample and a text sample', {}, async ({ page, open }) => {
    for (const [task, field, query, table] of [
      ['clu', 'Utterance', 'please water the mint', 'Intents'],
      ['texts', 'Text', 'Where is my parcel?', 'Classes'],
    ] as const) {
      await createSample(page, open, task);
      await page.getByRole('list', { name: 'Next steps' }).getByRole('link', { name: 'Train done' }).waitFor();
      assert.equal(await page.getByText('changed since training').count(), 0);
      await page.getByRole('tab', { name: 'Playground' }).click();
      await page.getByLabel(field, { exact: true }).fill(query);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('table', { name: table }).waitFor();
      await page.getByRole('list', { name: 'Next steps' }).getByRole('link', { name: 'Try done' }).waitFor();
    }
  });

  visit('watches a loop learn', {}, async ({ page, open }) => {
    await createSample(page, open, 'personalizer');
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor();
    await page
      .getByRole('img', { name: /reward/i })
      .first()
      .waitFor();
  });

  visit('adds people by image and finds one of them', {}, async ({ page, open }) => {
    const keys = new Keyboard(page);
    const someone = await cutOut(GROUP_PHOTO, { left: 267, top: 160, width: 95, height: 95 });
    await open('/');
    await followTask(page, keys, /^Face groups/);
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByLabel('Name').fill('Friends');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Friends', level: 1 }).waitFor();
    const image = (name: string, buffer: Buffer): { name: string; mimeType: string; buffer: Buffer } => ({
      name,
      mimeType: 'image/jpeg',
      buffer,
    });
    await page.getByLabel('Drop images here').setInputFiles([image('Ada.jpg', STRANGER_PHOTOS[0]!), image('Bob.jpg', someone)]);
    await page.getByRole('grid', { name: 'People' }).getByRole('link', { name: 'Bob' }).waitFor();
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByText('2 people, 2 faces').waitFor();
    await page.getByRole('link', { name: 'Identify someone' }).click();
    await page.getByLabel('Drop an image here').setInputFiles(image('who.jpg', STRANGER_PHOTOS[0]!));
    await page.getByRole('link', { name: 'Ada' }).waitFor();
  });

  visit('finds the key and the calling code of an account, by keyboard', {}, async ({ page, open }) => {
    const keys = new Keyboard(page);
    await open('/accounts');
    await page.getByRole('link', { name: 'default', exact: true }).waitFor();
    await keys.press('default');
    await page.locator('[data-key="key1"]').waitFor();
    await keys.openTab('Connect');
    await page.getByLabel('program', { exact: true }).waitFor();
  });

  visit('invites a colleague, by keyboard', {}, async ({ page, open }) => {
    const keys = new Keyboard(page);
    await open('/operators');
    await page.getByRole('button', { name: 'Invite' }).waitFor();
    await keys.press('Invite');
    await keys.typeWhenFocused('Name', 'ada@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Invitation for ada@example.com' }).locator('code').waitFor();
    await keys.press('Done');
  });
});
