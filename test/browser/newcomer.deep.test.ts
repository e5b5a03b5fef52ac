/** What a newcomer wants, each from Home and without a detour: eight tasks, by keyboard alone. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { cutOut, GROUP_PHOTO, STRANGER_PHOTOS } from '../support/people.ts';
import { Keyboard } from './keyboard.ts';
import { SAMPLES } from './sample-accounts.ts';
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

/** Opens a task of Home by keyboard and creates its sample. */
async function createSample(page: Page, keys: Keyboard, task: RegExp, sample: keyof typeof SAMPLES): Promise<void> {
  await page.getByRole('heading', { name: 'What do you want to keep alive?' }).waitFor();
  await keys.press(task);
  await page.getByRole('heading', { name: 'Or start with a sample' }).waitFor();
  await keys.press(`Create sample: ${SAMPLES[sample]}`);
  await page.waitForURL(/console\/\w+.*account=/);
}

/** Reaches a place for files by keyboard; choosing them is the system's. */
async function choose(
  page: Page,
  keys: Keyboard,
  label: RegExp,
  files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0],
): Promise<void> {
  await keys.reach(label);
  await page.locator('input:focus').setInputFiles(files);
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

  visit('brings a LUIS app over, trains, tries and publishes it, by keyboard', {}, async ({ page, open }) => {
    const keys = new Keyboard(page);
    await open('/');
    await followTask(page, keys, /^A LUIS bot/);
    await page.getByLabel('Drop a file here').waitFor();
    await choose(page, keys, /^Drop a file here/, { name: 'garden.lu', mimeType: 'text/plain', buffer: Buffer.from(LU) });
    await page.getByRole('button', { name: 'Import', exact: true }).waitFor();
    await keys.press('Import');
    await page.getByRole('heading', { name: 'Garden', level: 1 }).waitFor();
    const steps = page.getByRole('list', { name: 'Next steps' });
    await keys.press('Train');
    await page.getByText('Version trained').waitFor();
    await keys.press(/^\d Try$/);
    await page.getByLabel('Utterance', { exact: true }).waitFor();
    await keys.type('Utterance', 'dig a hole');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Intents' }).getByText('Dig', { exact: true }).waitFor();
    await keys.press(/^\d Publish$/);
    await page.getByRole('button', { name: 'Publish 0.1' }).first().waitFor();
    await keys.press('Publish 0.1');
    await steps.getByRole('button', { name: 'Publish done' }).waitFor();
    await keys.press('Connect');
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

  visit('tries a CLU sample and a text sample, by keyboard', {}, async ({ page, open }) => {
    const keys = new Keyboard(page);
    for (const [task, sample, field, query, table] of [
      [/^A CLU project/, 'clu', 'Utterance', 'please water the mint', 'Intents'],
      [/^Custom text/, 'texts', 'Text', 'Where is my parcel?', 'Classes'],
    ] as const) {
      await open('/');
      await createSample(page, keys, task, sample);
      await page.getByRole('list', { name: 'Next steps' }).getByRole('link', { name: 'Train done' }).waitFor();
      assert.equal(await page.getByText('changed since training').count(), 0);
      await keys.openTab('Playground');
      await page.getByLabel(field, { exact: true }).waitFor();
      await keys.type(field, query);
      await keys.press('Run');
      await page.getByRole('table', { name: table }).waitFor();
      await page.getByRole('list', { name: 'Next steps' }).getByRole('link', { name: 'Try done' }).waitFor();
    }
  });

  visit('watches a loop learn, by keyboard', {}, async ({ page, open }) => {
    await open('/');
    await createSample(page, new Keyboard(page), /^A Personalizer loop/, 'personalizer');
    await page.getByRole('heading', { name: 'Ranking', level: 1 }).waitFor();
    await page
      .getByRole('img', { name: /reward/i })
      .first()
      .waitFor();
  });

  visit('adds people by image and finds one of them, by keyboard', {}, async ({ page, open }) => {
    const keys = new Keyboard(page);
    const someone = await cutOut(GROUP_PHOTO, { left: 267, top: 160, width: 95, height: 95 });
    await open('/');
    await followTask(page, keys, /^Face groups/);
    await page.getByRole('button', { name: 'New group' }).waitFor();
    await keys.press('New group');
    await keys.typeWhenFocused('Name', 'Friends');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Friends', level: 1 }).waitFor();
    const image = (name: string, buffer: Buffer): { name: string; mimeType: string; buffer: Buffer } => ({
      name,
      mimeType: 'image/jpeg',
      buffer,
    });
    await choose(page, keys, /^Drop images here/, [image('Ada.jpg', STRANGER_PHOTOS[0]!), image('Bob.jpg', someone)]);
    await page.getByRole('grid', { name: 'People' }).getByRole('link', { name: 'Bob' }).waitFor();
    await keys.press('Train');
    await page.getByText('2 people, 2 faces').waitFor();
    await keys.press('Identify someone');
    await page.getByLabel('Drop an image here').waitFor();
    await choose(page, keys, /^Drop an image here/, image('who.jpg', STRANGER_PHOTOS[0]!));
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
