/** Texts: from an empty server to projects that classify documents and extract entities. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { skip, useBrowser } from './use-browser.ts';
import { Keyboard } from './keyboard.ts';

const LETTERS = {
  Billing: [
    'The invoice is wrong and I paid too much.',
    'I was charged twice on my card.',
    'Please send the bill again.',
    'The price on the invoice went up.',
  ],
  Delivery: ['The parcel is late.', 'The courier lost my box.', 'Two packages never arrived.', 'When will the parcel be shipped?'],
};
const NAMES = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald'];

async function createProject(page: Page, name: string, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Kind', { exact: true }).selectOption(kind);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

async function trainAndDeploy(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Training' }).click();
  await page.getByLabel('Test set').selectOption('none');
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await page.getByText('Model model-1 trained').waitFor();
  await page.getByRole('button', { name: 'Deploy model-1' }).click();
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await page.getByText('model-1 deployed to production', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Playground' }).click();
}

describe('texts', { skip }, () => {
  const { visit } = useBrowser();

  visit('labels, trains and classifies documents', {}, async ({ page, open, checkAccess }) => {
    await open('/texts');
    await createProject(page, 'Mail', 'CustomSingleLabelClassification');
    for (const [name, texts] of Object.entries(LETTERS)) {
      await page.getByRole('button', { name: 'Add class' }).click();
      await page.getByLabel('Class name').fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('button', { name: `Open ${name}` }).waitFor();
      await page.getByRole('button', { name: 'Add documents' }).click();
      await page.getByLabel('Class of new documents').selectOption(name);
      // An image among the texts is named and skipped.
      await page
        .getByLabel('Or drop text files here')
        .setInputFiles([
          { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]) },
          ...texts.map((text, i) => ({ name: `${name}-${i}.txt`, mimeType: 'text/plain', buffer: Buffer.from(text) })),
        ]);
      await page.getByText('photo.png: not UTF-8 text').waitFor();
      if (name === 'Billing') await checkAccess();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('gridcell', { name: `${name}-3.txt` }).waitFor();
    }
    // A typed document has no class until it is labeled, here by its digit.
    await page.keyboard.press('n');
    await page.getByLabel('Class of new documents').selectOption('');
    await page.getByLabel('Text of new document').fill('The sum on my bill is not what I paid.');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'document-9' }).waitFor();
    await page.keyboard.press('1');
    await page
      .getByRole('button', { name: 'Billing', pressed: true })
      .and(page.getByRole('group', { name: 'Class' }).getByRole('button'))
      .waitFor();
    await checkAccess();
    await trainAndDeploy(page);
    await page.getByLabel('Text', { exact: true }).fill('Where is my parcel? The courier did not come.');
    await page.getByLabel('Log for review').check();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('table', { name: 'Classes' }).getByText('Delivery').waitFor();
    assert.equal(await page.getByRole('table', { name: 'Classes' }).locator('tbody tr strong').textContent(), 'Delivery');
    // Review the logged query, then run a batch test.
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('group', { name: 'Class' }).getByRole('button', { name: 'Delivery', pressed: true }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('Nothing to review').waitFor();
    await checkAccess();
    await page.getByRole('tab', { name: 'Test sets' }).click();
    await page.getByLabel('Drop a test file here').setInputFiles({
      name: 'tests.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Billing,"I was charged twice, on my card."\nBilling,The parcel is late.\n'),
    });
    await page.getByText('classes correct').waitFor();
    await page.getByRole('grid', { name: 'Tested documents' }).getByText('The parcel is late.').waitFor();
  });

  visit('labels, trains and extracts entities by keyboard alone', {}, async ({ page, open }) => {
    const keys = new Keyboard(page);
    await open('/texts');
    await keys.press('New project');
    await keys.typeWhenFocused('Name', 'Names');
    await keys.type('Kind', 'Entity');
    await keys.press('Create');
    await page.getByRole('heading', { name: 'Names', level: 1 }).waitFor();
    // The entity is created from a selection of the first document; its digit labels the others.
    for (const name of NAMES) {
      await page.keyboard.press('n');
      await keys.typeWhenFocused('Text of new document', `My name is ${name}`);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await keys.waitForFocus('Words');
      await page.keyboard.press('End');
      if (name === NAMES[0]) {
        await page.keyboard.press('0');
        await keys.typeWhenFocused('Name of new entity', 'Person');
        await page.keyboard.press('Enter');
      } else await page.keyboard.press('1');
      await page.getByRole('list', { name: 'Labels' }).getByText(name).waitFor();
    }
    await keys.openTab('Training');
    await keys.type('Test set', 'None');
    await keys.press('Train');
    await page.getByText('Model model-1 trained').waitFor();
    await keys.press('Deploy model-1');
    await page.getByRole('button', { name: 'Deploy', exact: true }).waitFor();
    await keys.press('Deploy');
    await page.getByText('model-1 deployed to production', { exact: true }).waitFor();
    await keys.openTab('Playground');
    await keys.type('Text', 'My name is Niklaus');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('table', { name: 'Entities' }).getByText('Niklaus').waitFor();
  });
});
