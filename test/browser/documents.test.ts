/** Documents: analyses of files of any kind. documents-building.deep.test.ts builds models. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, describe } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { call, startServer } from '../support/server.ts';
import { pdfOf, pdfOfScans, pdfTable, renderPdf } from '../support/documents.ts';
import { serveFiles } from '../support/people.ts';
import { skip, useBrowser } from './use-browser.ts';
import { pdf, pointAt } from './document-pages.ts';
import { drawingOf, recordDrawing } from './drawing.ts';
import { Keyboard } from './keyboard.ts';

const PAGE_WIDTH_INCHES = 8.5;

/** A camera that sees a sheet of paper. */
const CAMERA = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 960 });
  const drawing = canvas.getContext('2d');
  const draw = () => {
    drawing.fillStyle = 'white';
    drawing.fillRect(0, 0, 1280, 960);
    drawing.fillStyle = 'black';
    drawing.font = '64px serif';
    drawing.fillText('Seen by a camera', 300, 400);
  };
  draw();
  setInterval(draw, 50);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
})()`;

describe('documents', { skip }, () => {
  let served: Awaited<ReturnType<typeof serveFiles>>;
  const { visit } = useBrowser({
    start: async () => {
      served = await serveFiles({ 'letter.pdf': await pdfOf([['A letter from far away']]) });
      return await startServer({ args: ['--dev'], env: { PERENNIAL_FETCH_ALLOW: served.host } });
    },
  });
  after(() => served.close());

  visit('links a selection on the page with the JSON, both ways', {}, async ({ page, open, checkAccess }) => {
    await open('/documents');
    await page.getByLabel('Drop a document here').setInputFiles(pdf('nothing.pdf', Buffer.alloc(0)));
    await page.getByText('nothing.pdf is empty.').waitFor();
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Searchable PDF').check();
    await page.getByLabel('Drop a document here').setInputFiles(
      pdf(
        'prices.pdf',
        await pdfTable([
          ['Plant', 'Price'],
          ['Maple', '5'],
          ['Rowan', '7'],
        ]),
      ),
    );
    await page.getByRole('heading', { name: 'prices.pdf', level: 1 }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    assert.equal((await saved).suggestedFilename(), 'prices.searchable.pdf');
    const cells = page.getByRole('region', { name: 'Cells of Table 1' });
    await cells.getByRole('cell', { name: 'Rowan' }).click();
    await page.locator('.documents-chosen').getByText('Row 3, column 1: Rowan').waitFor();
    const csv = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    assert.equal(await readFile(await (await csv).path(), 'utf8'), 'Plant,Price\r\nMaple,5\r\nRowan,7\r\n');
    await page.getByRole('button', { name: 'Fit to view', pressed: false }).click();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('button', { name: 'Tables', pressed: true }).click();
    // The first cell of the second row is at (80, 142).
    await page.mouse.click(...(await pointAt(page, 90, 138)));
    await page.locator('.documents-chosen').getByText('Maple').waitFor();
    await page.locator('.json-row.pointed').waitFor();
    assert.match(page.url(), /at=%2Fpages%2F0%2Fwords%2F2/);
    await page.locator('.json-row').filter({ hasText: '"content": "Plant"' }).click();
    await page.locator('.documents-chosen').getByText('/paragraphs/0').waitFor();
    await page.getByRole('button', { name: 'Paragraphs', pressed: true }).waitFor();
    await checkAccess();
    await page.reload();
    await page.locator('.documents-chosen').getByText('/paragraphs/0').waitFor();
    await open('/documents');
    await page.getByRole('grid', { name: 'Recent results' }).getByRole('link', { name: 'prices.pdf' }).click();
    await page.getByRole('button', { name: 'Fit to view', pressed: true }).waitFor();
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByLabel('Document text').getByText('Rowan').waitFor();
  });

  visit('says beside the drop zone why files were not analyzed, with links to the docs', { refusals: [400] }, async (window) => {
    const { page, open, checkAccess } = window;
    await open('/documents?model=prebuilt-receipt');
    const drop = page.getByLabel('Drop a document here');
    const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
    await drop.setInputFiles(note);
    const refused = page.getByRole('region', { name: 'note.txt' });
    await refused.getByText('note.txt was not analyzed').waitFor();
    const link = refused.getByRole('link', { name: 'docs/documents', exact: true });
    assert.equal(await link.getAttribute('href'), '/docs/documents');
    await checkAccess();
    await drop.setInputFiles([note, pdf('nothing.pdf', Buffer.alloc(0))]);
    await page.getByText('2 of 2 files done, 2 failed').waitFor();
    const why = page.locator('.note').filter({ hasText: 'note.txt:' });
    await why.getByRole('link', { name: 'docs/documents' }).waitFor();
    assert.ok(await why.evaluate((one) => one.scrollWidth <= one.clientWidth), 'the reason is whole');
  });

  visit(
    'tries a sample by keyboard, explains what cannot be read, and analyzes a batch of files',
    { refusals: [400, 403] },
    async ({ page, open, checkAccess }) => {
      await recordDrawing(page);
      await open('/documents');
      await page.getByRole('button', { name: 'Use the camera' }).click();
      await page.getByRole('alert').getByText('hoose a file instead').waitFor();
      await page.keyboard.press('Escape');
      await page.getByLabel('From a URL').fill('http://127.0.0.1:1/letter.pdf');
      await page.keyboard.press('Enter');
      await page.getByText('PERENNIAL_FETCH_ALLOW').waitFor();
      await checkAccess();
      await page.getByLabel('From a URL').fill(served.urlOf('letter.pdf'));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'letter.pdf', level: 1 }).waitFor();
      await page.getByRole('tab', { name: 'Text' }).click();
      await page.getByLabel('Document text').getByText('far').waitFor();
      await open('/documents');
      await page.evaluate(CAMERA);
      await page.getByRole('button', { name: 'Use the camera' }).click();
      await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('video.camera')?.videoWidth ?? 0) > 0);
      await page.getByRole('button', { name: 'Take photo' }).click();
      await page.getByRole('heading', { name: /^photo-.*jpg$/, level: 1 }).waitFor();
      await page.getByLabel('Document text').getByText('camera').waitFor();
      await open('/documents');
      const keys = new Keyboard(page);
      await keys.press('Try Invoice with a sample');
      await page.getByRole('grid', { name: 'Fields of invoice' }).waitFor();
      const whole = await drawingOf(page, ({ colors }) => colors.length > 0);
      assert.ok(whole.height > page.viewportSize()!.height / 2, 'the page takes more than half of the window');
      assert.ok(Math.abs(whole.scale * PAGE_WIDTH_INCHES - whole.width) < 3, 'the page fills the width, so that it can be read');
      const cut = await page
        .locator('.documents-name .ellipsis')
        .evaluateAll((names) => names.filter((one) => one.scrollWidth > one.clientWidth).length);
      assert.equal(cut, 0, 'names of fields are whole');
      const total = page.getByRole('gridcell', { name: 'USD 270.00' }).first();
      assert.ok(await total.evaluate((one) => one.scrollWidth <= one.clientWidth), 'amounts are whole');
      const [hidden, below] = await page.evaluate<[number, number]>(`[
        document.documentElement.scrollHeight - innerHeight,
        innerHeight - document.querySelector('.documents-side .grid').getBoundingClientRect().bottom,
      ]`);
      assert.ok(hidden <= 0, `only the fields scroll, not the page: ${hidden} px`);
      assert.ok(below < 60, `the list of fields reaches the end of the window: ${below} px`);
      assert.equal(new Set(whole.colors).size, 12, 'each field has its own color, as far as there are colors');
      await keys.press('Fields of invoice', 'ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('.documents-chosen').getByText('SubTotal: USD 250.00').waitFor();
      const close = await drawingOf(page, ({ labels, scale }) => labels.length > 0 && scale > whole.scale);
      const [{ text, textWidth, behind }] = close.labels as [(typeof close.labels)[0]];
      assert.equal(text, 'SubTotal: USD 250.00');
      assert.ok(close.colors.includes(behind.color) && behind.width > textWidth, 'the name is on the color of its field');
      assert.ok(behind.x >= 0 && behind.y >= 0, 'the name is not cut');
      assert.ok(behind.x + behind.width <= close.width && behind.y + behind.height <= close.height, 'the name is not cut');
      await keys.openTab('Tables');
      await page.getByRole('region', { name: 'Cells of Items' }).getByRole('cell', { name: 'Maple, three years' }).waitFor();
      const divider = page.getByRole('separator');
      await divider.focus();
      const before = Number(await divider.getAttribute('aria-valuenow'));
      await page.keyboard.press('ArrowLeft');
      assert.equal(Number(await divider.getAttribute('aria-valuenow')), before - 5);
      await checkAccess();

      await open('/documents?model=prebuilt-receipt');
      await page
        .getByLabel('Drop a document here')
        .setInputFiles([
          pdf('letter.pdf', await pdfOf([['A letter']])),
          { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
          pdf('nothing.pdf', Buffer.alloc(0)),
        ]);
      await page.getByText('3 of 3 files done, 2 failed').waitFor();
      await page.getByRole('gridcell', { name: 'nothing.pdf is empty.' }).waitFor();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download all' }).click();
      const files = unzipSync(await readFile(await (await saved).path()));
      assert.deepEqual(Object.keys(files), ['letter.pdf.json']);
      assert.equal((JSON.parse(strFromU8(files['letter.pdf.json']!)) as { content: string }).content, 'A letter');
      await page.getByRole('button', { name: 'Analyze a container' }).click();
      await page.getByLabel('Container of the documents').fill('https://storage.invalid/account/letters');
      await page.getByLabel('Container for the results').fill('https://storage.invalid/account/results');
      await checkAccess();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByText('The batch failed').waitFor();
      await page.getByRole('link', { name: 'letter.pdf' }).click();
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'sample-invoice.pdf' }).click();
      await page.getByRole('gridcell', { name: 'InvoiceTotal differs' }).waitFor();
    },
  );

  visit('finds the fields that are named in the options, and keeps a history', {}, async ({ page, context, server, open }) => {
    await open('/documents');
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Fields to find').fill('boatName, shoe size');
    await page.getByText('Options (1 set)').waitFor();
    await page.getByLabel('Drop a document here').setInputFiles(pdf('boat.pdf', await pdfOf([['Name of boat: Seagull']])));
    await page.getByRole('heading', { name: 'boat.pdf', level: 1 }).waitFor();
    await page.getByText('boatName').first().waitFor();
    assert.equal(await page.getByText('shoe size').count(), 0);
    // Another tab of the operator has it in the history.
    const tab = await context.newPage();
    await tab.goto(`${server.address}/console/documents`);
    await tab.getByLabel('Search the history').fill('BOAT');
    await tab.getByRole('grid', { name: 'Recent results' }).getByRole('link', { name: 'boat.pdf' }).waitFor();
    await tab.getByLabel('Search the history').fill('ship');
    await tab.getByRole('heading', { name: 'No matches' }).waitFor();
  });

  visit(
    'corrects a result for a training set, and labels a new form by names of fields',
    {},
    async ({ page, open, server, checkAccess }) => {
      await open('/documents');
      await page.getByRole('button', { name: 'Try Invoice with a sample' }).click();
      await page.getByRole('grid', { name: 'Fields of invoice' }).waitFor();
      await page.getByRole('button', { name: 'Add to training set' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add to training set' });
      await dialog.getByLabel('Set name').fill('invoices');
      await dialog.getByLabel('VendorName', { exact: true }).fill('stone bridge hotel');
      await dialog.getByText('Corrected: found on page 1.').first().waitFor();
      await dialog.getByLabel('DueDate', { exact: true }).fill('');
      await dialog.getByText('Corrected: the document does not have it.').waitFor();
      await dialog.getByLabel('Items, Row 1, Quantity', { exact: true }).fill('');
      const rows = await dialog.getByLabel(/^Items, Row \d+, Quantity$/).count();
      await dialog.getByRole('button', { name: 'Add a row to Items' }).click();
      await dialog.getByLabel(`Items, Row ${String(rows + 1)}, Description`, { exact: true }).fill('stone bridge hotel');
      await dialog.getByLabel('InvoiceId', { exact: true }).fill('not there');
      await dialog.getByText('Corrected, but not found on the pages').waitFor();
      await checkAccess();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText(/^Added to invoices with \d+ labels$/).waitFor();
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await page.getByRole('heading', { name: 'sample-invoice.pdf', level: 1 }).waitFor();
      const { labels } = (
        await call<{ labels: { label: string; value: { text: string; boundingBoxes: unknown[] }[] }[] }>(
          server,
          'GET /documentanalysis/trainingSets/invoices/files/sample-invoice.pdf.labels.json?api-version=2024-11-30',
          { key: server.key1 },
        )
      ).body;
      const labelOf = (name: string): string[] | undefined => labels.find(({ label }) => label === name)?.value.map(({ text }) => text);
      assert.deepEqual(labelOf('VendorName'), ['stone bridge hotel', '', ''], 'three words, with the text at the first');
      assert.deepEqual([labelOf('DueDate'), labelOf('InvoiceId')], [undefined, undefined]);
      assert.ok(labelOf('InvoiceTotal'), 'what was right is a label too');
      assert.deepEqual(
        [labelOf('Items/0/Quantity'), labelOf('Items/0/Amount')?.length, labelOf('Items/1/Quantity')?.length],
        [undefined, 1, 1],
      );
      assert.deepEqual(labelOf(`Items/${String(rows)}/Description`), ['stone bridge hotel', '', ''], 'a row that was not found');

      await open('/documents/sets/invoices');
      await page.getByText('1 form corrected since the last build.').waitFor();
      await page.getByText('0 % right (0 of 1)').first().waitFor();
      await page.getByLabel('Build again after').fill('3');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      await page.getByLabel('Drop forms here').setInputFiles(pdf('boat.pdf', await pdfOf([['Name of boat: Seagull']])));
      await page.getByText('1 of 2 labeled').waitFor();
      await page.getByRole('button', { name: 'Auto label' }).click();
      await page.getByRole('dialog').getByLabel('Fields to find').fill('boatName');
      await page.getByRole('button', { name: 'Label 1 form' }).click();
      await page.getByText('1 of 1 form labeled; check the labels before you build.').waitFor();
      await page.getByText('2 of 2 labeled').waitFor();
    },
  );

  visit('shows the pages of a long document while they are read', {}, async ({ page, open }) => {
    const scan = await renderPdf(await pdfOf([['A scanned page']]), { dpi: 100 });
    await open('/documents');
    await page.getByLabel('Drop a document here').setInputFiles(pdf('scans.pdf', await pdfOfScans([scan, scan, scan, scan])));
    await page
      .getByRole('status')
      .getByText(/^[1-4] of 4 pages$/)
      .waitFor();
    await page.getByRole('heading', { name: 'scans.pdf', level: 1 }).waitFor();
  });
});
