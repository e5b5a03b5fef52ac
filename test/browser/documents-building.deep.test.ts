/** Documents: from an empty server to a custom model that analyzes a form. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { call, ManagementClient } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { mergePdfs } from '../support/documents.ts';
import { CLAIM, claimLabels, createClaim, claimPdf } from '../support/documents-claims.ts';
import { orderFiles, createOrder, orderPdf, repairFiles, repairPdf } from '../support/documents-forms.ts';
import { skip, useBrowser } from './use-browser.ts';
import { pdf, pointAt } from './document-pages.ts';
import { Keyboard } from './keyboard.ts';

/** Drags from one corner of a rectangle of the page to the other. */
async function drag(
  page: Page,
  { left, top, right, bottom }: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>,
): Promise<void> {
  await page.mouse.move(...(await pointAt(page, left, top)));
  await page.mouse.down();
  await page.mouse.move(...(await pointAt(page, right, bottom)), { steps: 4 });
  await page.mouse.up();
}

async function putLabels(server: Server, set: string): Promise<void> {
  for (const { name, content } of await orderFiles())
    if (name.endsWith('.labels.json') && name !== 'order-0.pdf.labels.json') {
      await putFile(server, set, name, content);
    }
}

async function putFile(server: Server, set: string, name: string, content: Buffer): Promise<void> {
  const { status } = await call(server, `PUT /documentanalysis/trainingSets/${set}/files/${name}?api-version=2024-11-30`, {
    key: server.key1,
    body: content,
    headers: { 'content-type': 'application/octet-stream' },
  });
  assert.equal(status, 204);
}

describe('building models of documents', { skip }, () => {
  const { visit } = useBrowser();

  visit('uploads and labels forms and builds a model by keyboard alone', {}, async ({ page, open, server, checkAccess }) => {
    const keys = new Keyboard(page);
    await open('/documents?tab=sets');
    await keys.press('New training set');
    await keys.typeWhenFocused('Set name', 'orders');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'orders', level: 1 }).waitFor();
    await keys.reach(/^Drop forms here/);
    await page
      .locator('input:focus')
      .setInputFiles([
        pdf('nothing.pdf', Buffer.alloc(0)),
        ...(await Promise.all(Array.from({ length: 7 }, async (_, n) => pdf(`order-${n}.pdf`, await orderPdf(createOrder(n)))))),
      ]);
    await page.getByText('nothing.pdf is empty.').waitFor();
    await page.waitForFunction(
      () => [...document.querySelectorAll('.tag')].filter(({ textContent }) => textContent === 'to label').length === 7,
    );
    for (const [name, type] of [
      ['Customer', 'Text'],
      ['Total', 'Amount of money'],
    ] as const) {
      await keys.type('Field name', name);
      await keys.type('Type', type);
      await keys.press('Add field');
      await page.getByRole('list', { name: 'Fields' }).getByText(name).waitFor();
    }
    await page.getByText('labeled so far: 0').waitFor();
    await keys.press('order-0.pdf');
    const fields = page.getByRole('list', { name: 'Fields' });
    await fields.waitFor();
    // Words are found by their text, or by steps from one to the next.
    await keys.type('Find words', 'Ada Moss');
    await page.keyboard.press('Enter');
    await page.getByText('2 words selected: Ada Moss').waitFor();
    await keys.reach(/n and p step through/);
    await page.keyboard.press('1');
    await fields.getByText('Ada Moss').waitFor();
    await page.getByText('1 of 2 labeled').waitFor();
    await keys.type('Find words', '$120.50');
    await page.keyboard.press('Enter');
    await page.getByText('1 word selected: $120.50').waitFor();
    await keys.reach(/n and p step through/);
    for (const key of ['p', 'n', 'N', 'P']) await page.keyboard.press(key);
    await page.getByText('1 word selected: $120.50').waitFor();
    await page.keyboard.press('2');
    await fields.getByText('$120.50').waitFor();
    await page.getByText('All fields labeled').waitFor();
    await page.keyboard.press('Control+z');
    await fields.getByText('$120.50').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+y');
    await fields.getByText('$120.50').waitFor();
    await page.getByText('saved', { exact: true }).waitFor();
    await keys.press('New field');
    await keys.type('Field name', 'Remark');
    await keys.press('Add field');
    await fields.getByText('Remark').waitFor();
    await checkAccess();
    await putLabels(server, 'orders');
    await keys.press('Done');
    await page.getByText('6 of 7 labeled').waitFor();
    await page.getByTitle('Missing: Remark').first().waitFor();
    await page.getByText('Labeled on fewer than two forms: Remark.').waitFor();
    await keys.press('Build');
    await page.getByRole('meter', { name: 'Accuracy of Total' }).waitFor();
    await page.getByRole('gridcell', { name: 'not measured: too few labels' }).waitFor();
    await page.getByRole('list', { name: 'Next steps' }).getByRole('link', { name: 'Try' }).waitFor();
    await checkAccess();
  });

  visit('labels by mouse, suggests labels, and analyzes another form', {}, async ({ page, open }) => {
    await page.addInitScript("localStorage.setItem('perennial-fit', 'view')");
    await open('/documents/sets/orders/order-0.pdf');
    const fields = page.getByRole('list', { name: 'Fields' });
    await fields.getByText('Ada Moss').waitFor();
    // Drag over both words of the name.
    await drag(page, { left: 212, top: 165, right: 330, bottom: 190 });
    await page.getByText('2 words selected: Ada Moss').waitFor();
    await open('/documents/sets/orders');
    await page.getByRole('link', { name: 'order-6.pdf' }).click();
    await page.getByRole('button', { name: 'Suggest labels' }).click();
    await page.getByRole('button', { name: 'Accept 2' }).click();
    await page.getByText('saved', { exact: true }).waitFor();
    await page.reload();
    await fields.getByText(createOrder(6).Customer).waitFor();
    // Undo works after a reload.
    await page.keyboard.press('Control+z');
    await fields.getByText(createOrder(6).Customer).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+y');
    await fields.getByText(createOrder(6).Customer).waitFor();
    await page.getByText('saved', { exact: true }).waitFor();
    await open('/documents/sets/orders');
    await page.getByText('changed since the last build').waitFor();
    assert.equal(await page.getByRole('list', { name: 'Next steps' }).locator('[aria-current]').innerText(), '2\nBuild');
    await open('/');
    await page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: 'orders' }).waitFor();

    await open('/documents?model=orders-1');
    await page.getByLabel('Drop a document here').setInputFiles(pdf('new.pdf', await orderPdf(createOrder(7))));
    const found = page.getByRole('grid', { name: 'Fields of orders-1' });
    await found.getByRole('gridcell', { name: createOrder(7).Customer }).click();
    await page
      .locator('.documents-chosen')
      .getByText(`Customer: ${createOrder(7).Customer}`)
      .waitFor();
  });

  visit('labels, suggests, builds and extracts a table, a check box and a signature', {}, async ({ page, open, server, checkAccess }) => {
    // All forms but the first are labeled; the last one gets suggestions.
    for (let n = 0; n < 6; n++) {
      await putFile(server, 'claims', `claim-${n}.pdf`, await claimPdf(createClaim(n)));
      if (n > 0 && n < 5) await putFile(server, 'claims', `claim-${n}.pdf.labels.json`, claimLabels(n));
    }
    await open('/documents/sets/claims');
    for (const [name, type, columns] of [
      ['Paid', 'selectionMark'],
      ['Signature', 'signature'],
      ['Items', 'array', 'What, Price: number'],
    ] as const) {
      await page.getByLabel('Field name').fill(name);
      await page.getByLabel('Type', { exact: true }).selectOption(type);
      if (columns !== undefined) await page.getByLabel('Columns').fill(columns);
      await page.getByRole('button', { name: 'Add field' }).click();
      await page.getByRole('list', { name: 'Fields' }).getByText(name, { exact: true }).first().waitFor();
    }
    await page.getByRole('button', { name: 'Edit field Paid' }).click();
    await page.getByLabel('New name').fill('In advance');
    await checkAccess();
    await page.getByRole('region', { name: 'Fields' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('list', { name: 'Fields' }).getByText('In advance').waitFor();
    await page.evaluate("localStorage.setItem('perennial-fit', 'view')");
    await page.getByRole('link', { name: 'claim-0.pdf' }).click();
    const fields = page.getByRole('list', { name: 'Fields' });
    await fields.waitFor();
    const { left, top, side } = CLAIM.box;
    await page.mouse.click(...(await pointAt(page, left + side / 2, top + side / 2)));
    await page.getByText('1 check box selected: selected').waitFor();
    await page.keyboard.press('1');
    await fields.getByText('selected', { exact: true }).waitFor();
    await page.keyboard.press('r');
    await drag(page, CLAIM.signature);
    await page.keyboard.press('2');
    await fields.getByText('region', { exact: true }).waitFor();
    const items = page.getByRole('region', { name: 'Table Items' });
    await fields.getByRole('button', { name: /^Items/ }).click();
    for (const [row, cells] of createClaim(0).rows.entries()) {
      if (row > 0) await items.getByRole('button', { name: 'Add row' }).click();
      for (const [column, text] of cells.entries()) {
        await page.mouse.click(...(await pointAt(page, CLAIM.rows.x[column]! + 6, CLAIM.rows.y + row * CLAIM.rows.height - 4)));
        await items.getByRole('button', { name: `${column === 0 ? 'What' : 'Price'} of row ${row + 1}: not labeled` }).click();
        await items.getByRole('button', { name: `of row ${row + 1}: ${text}` }).waitFor();
      }
    }
    await page.getByText('saved', { exact: true }).waitFor();
    await checkAccess();
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByText('5 of 6 labeled').waitFor();
    await page.getByRole('button', { name: 'Build', exact: true }).click();
    // The labels of the other forms were renamed too.
    for (const name of ['Items', 'In advance']) await page.getByRole('meter', { name: `Accuracy of ${name}` }).waitFor();
    assert.equal(await page.getByLabel('Model name').inputValue(), 'claims-2', 'names are used once');

    await page.getByRole('link', { name: 'claim-5.pdf' }).click();
    await fields.getByRole('button', { name: /^Items/ }).click();
    await page.getByRole('button', { name: 'Suggest labels' }).click();
    await items.getByRole('button', { name: 'Accept What of row 1' }).click();
    await items.getByRole('button', { name: `What of row 1: ${createClaim(5).rows[0]![0]}` }).waitFor();
    await fields.getByText('suggested: region').waitFor();
    await page.getByRole('button', { name: 'Accept 7' }).click();
    await fields.getByText('region', { exact: true }).waitFor();
    await page.getByText('saved', { exact: true }).waitFor();

    await open('/documents?model=claims-1');
    await page.getByLabel('Drop a document here').setInputFiles(pdf('claim.pdf', await claimPdf(createClaim(9))));
    const found = page.getByRole('grid', { name: 'Fields of claims-1' });
    for (const value of ['unselected', 'signed', '3 rows', ...createClaim(9).rows.map(([what]) => what)])
      await found.getByRole('gridcell', { name: value, exact: true }).waitFor();
  });

  visit('builds a classifier from two training sets and classifies a file', {}, async ({ page, open, server, checkAccess }) => {
    for (const { name, content } of await repairFiles(5)) if (name.endsWith('.pdf')) await putFile(server, 'tickets', name, content);
    await open('/documents?tab=classifiers');
    const keys = new Keyboard(page);
    await keys.press('Build a classifier');
    await keys.typeWhenFocused('Classifier name', 'sorter');
    await page.getByLabel('orders', { exact: true }).waitFor();
    for (const set of ['orders', 'tickets']) await keys.press(set, 'Space');
    await checkAccess();
    await keys.press('Build');
    await page.getByRole('heading', { name: 'sorter', level: 1 }).waitFor();
    await page
      .getByLabel('Drop a file here')
      .setInputFiles(pdf('mail.pdf', await mergePdfs([await repairPdf(7), await orderPdf(createOrder(7))])));
    await page.getByRole('heading', { name: 'mail.pdf', level: 1 }).waitFor();
    const documents = page.getByRole('grid', { name: 'Documents in the file' });
    const drawn = page.waitForResponse((response) => response.url().includes('/pages/2/image'));
    await documents.getByRole('gridcell', { name: 'orders' }).click();
    assert.equal((await drawn).headers()['content-type'], 'image/png');
    await page.getByRole('meter', { name: 'Confidence of page 2, orders' }).waitFor();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByRole('meter', { name: 'Confidence of page 1, tickets' }).waitFor();
    await checkAccess();
  });

  visit('compares two models, and copies a model and a classifier to another account', {}, async ({ page, open, server, checkAccess }) => {
    await (await ManagementClient.connect(server)).createAccount('target');
    await open('/documents?tab=compare');
    await page.getByLabel('First model').selectOption('orders-1');
    await page.getByLabel('Second model').selectOption('prebuilt-receipt');
    await page.getByLabel('Drop a document here').setInputFiles(pdf('order.pdf', await orderPdf(createOrder(3))));
    const both = page.getByRole('grid', { name: 'Fields of both models' });
    await both.getByRole('gridcell', { name: /^Customer differs$/ }).waitFor();
    await page.getByLabel('Differences only').check();
    await checkAccess();
    await open('/documents?tab=models');
    await page.getByLabel('Select orders-1').waitFor();
    // A build that a program starts: the open page shows its end.
    const { status } = await call(server, 'POST /documentanalysis/documentModels/nightly:buildFromTrainingSet?api-version=2024-11-30', {
      key: server.key1,
      json: { trainingSetId: 'orders', buildMode: 'template' },
    });
    assert.equal(status, 202);
    await page.getByRole('link', { name: 'nightly' }).waitFor();
    await page.getByLabel('Select orders-1').check();
    await page.getByRole('button', { name: 'Compose 1' }).click();
    await page.getByLabel('Model name').fill('desk');
    await checkAccess();
    await page.getByRole('button', { name: 'Compose', exact: true }).click();
    await page.getByRole('heading', { name: 'desk', level: 1 }).waitFor();
    for (const [place, id] of [
      ['classifiers', 'sorter'],
      ['models', 'orders-1'],
    ] as const) {
      await open(`/documents/${place}/${id}`);
      await page.getByRole('button', { name: 'Copy to account' }).click();
      const dialog = page.getByRole('dialog', { name: `Copy ${id}` });
      await dialog.getByLabel('New name').fill('copied');
      await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
      await dialog.getByRole('link', { name: 'Open copy' }).click();
      await page.getByRole('heading', { name: 'copied', level: 1 }).waitFor();
    }
    const deletion = page.getByRole('button', { name: 'Delete', exact: true });
    await deletion.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    // Enabled again when the action has ended: nothing was deleted, and nothing says so.
    await page.locator('main button.danger:enabled', { hasText: 'Delete' }).waitFor();
    assert.equal(await page.getByText('Model deleted').count(), 0);
    await deletion.click();
    await page.getByLabel('Type copied to confirm').fill('copied');
    await page.getByRole('button', { name: 'Delete model' }).click();
    await page.getByText('No models yet').waitFor();
  });
});
