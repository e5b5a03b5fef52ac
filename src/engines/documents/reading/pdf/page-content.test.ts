import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument, PDFName, PDFOperator, PDFOperatorNames, StandardFonts, degrees, rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import { applyToBox } from '../model/affine.ts';
import type { Box, Line, Page } from '../model/page.ts';
import { readDocument } from '../read-document.ts';

interface Fonts {
  plain: PDFFont;
  bold: PDFFont;
  signs: PDFFont;
}

async function pageOf(
  draw: (page: PDFPage, fonts: Fonts, document: PDFDocument) => void,
  size: [number, number] = [612, 792],
): Promise<Page> {
  const document = await PDFDocument.create();
  const fonts = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.TimesRomanBoldItalic),
    signs: await document.embedFont(StandardFonts.ZapfDingbats),
  };
  draw(document.addPage(size), fonts, document);
  let read: Page | undefined;
  await readDocument(await document.save(), {
    onPage: ({ page }) => {
      read = page;
    },
  });
  return read!;
}

const textOf = ({ words }: Line): string => words.map(({ text }) => text).join(' ');
const near = (one: number, other: number, by = 0.03): void => {
  assert.ok(Math.abs(one - other) <= by, `${one} is not ${other}`);
};

test('positions words in inches from the upper left corner', async () => {
  const page = await pageOf((sheet, { plain }) => {
    sheet.drawText('Total amount', { x: 72, y: 720, size: 12, font: plain, color: rgb(1, 0, 0) });
  });
  assert.deepEqual([page.width, page.height, page.unit, page.angle], [8.5, 11, 'inch', 0]);
  assert.deepEqual(page.lines.map(textOf), ['Total amount']);
  const [line] = page.lines;
  const { left, top, bottom } = line!.words[0]!.box;
  near(left, 1);
  near(bottom, 1 + (0.22 * 12) / 72);
  near(top, 1 - (0.75 * 12) / 72);
  near(line!.words[1]!.box.left, 1 + 31.35 / 72);
  assert.deepEqual([line!.font?.name, line!.font?.bold, line!.font?.italic, line!.font?.color], ['Helvetica', false, false, '#ff0000']);
  near(line!.font!.size, 12 / 72, 0.001);
});

test('detects bold and italic', async () => {
  const page = await pageOf((sheet, { bold }) => {
    sheet.drawText('Heading', { x: 72, y: 720, size: 20, font: bold });
  });
  assert.deepEqual([page.lines[0]!.font?.bold, page.lines[0]!.font?.italic], [true, true]);
});

test('separates columns and cells, joins parts of a word, and removes text drawn twice', async () => {
  const page = await pageOf((sheet, { plain }) => {
    const at = { y: 700, size: 10, font: plain };
    sheet.drawText('left column', { ...at, x: 72 });
    sheet.drawText('right column', { ...at, x: 300 });
    sheet.drawText('Inv', { ...at, x: 72, y: 600 });
    sheet.drawText('elsewhere', { ...at, x: 72, y: 500 });
    sheet.drawText('oice', { ...at, x: 72 + plain.widthOfTextAtSize('Inv', 10), y: 600 });
    sheet.drawText('twice', { ...at, x: 72, y: 400 });
    sheet.drawText('twice', { ...at, x: 72.3, y: 400 });
    sheet.drawText('A', { ...at, x: 72, y: 300 });
    sheet.drawLine({ start: { x: 81, y: 290 }, end: { x: 81, y: 320 } });
    sheet.drawText('B', { ...at, x: 83, y: 300 });
  });
  assert.deepEqual(page.lines.map(textOf).sort(), ['A', 'B', 'Invoice', 'elsewhere', 'left column', 'right column', 'twice'].sort());
});

test('keeps a word whole if its letters are not its glyphs', async () => {
  const page = await pageOf((sheet, { plain }) => {
    const name = sheet.node.newFontDictionary('Plain', plain.ref);
    const show = (text: string): PDFOperator => PDFOperator.of(PDFOperatorNames.ShowText, [plain.encodeText(text)]);
    for (const [glyphs, y] of [
      [['W'], '700'],
      [['f', 'W'], '650'],
    ] as const)
      sheet.pushOperators(
        PDFOperator.of(PDFOperatorNames.BeginText),
        PDFOperator.of(PDFOperatorNames.SetFontAndSize, [name, '12']),
        PDFOperator.of(PDFOperatorNames.MoveText, ['72', y]),
        show('o'),
        PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, ['/Span', '<</ActualText <FEFF006600660069>>>']),
        ...glyphs.map(show),
        PDFOperator.of(PDFOperatorNames.EndMarkedContent),
        show('ce'),
        PDFOperator.of(PDFOperatorNames.EndText),
      );
  });
  assert.deepEqual(page.lines.map(textOf), ['office', 'office']);
});

test('keeps the hyphen of a word broken at the line end', async () => {
  const page = await pageOf((sheet, { plain }) => {
    sheet.drawText('the anal-', { x: 72, y: 700, size: 12, font: plain });
    sheet.drawText('ysis goes on', { x: 72, y: 686, size: 12, font: plain });
  });
  assert.deepEqual(page.lines.map(textOf), ['the anal-', 'ysis goes on']);
});

test('keeps leader dots in the line', async () => {
  const page = await pageOf((sheet, { plain }) => {
    sheet.drawText('Income', { x: 72, y: 700, size: 10, font: plain });
    for (let x = 120; x < 300; x += 12) sheet.drawText('.', { x, y: 700, size: 10, font: plain });
    sheet.drawText('42', { x: 300, y: 700, size: 10, font: plain });
  });
  assert.equal(page.lines.length, 1);
  assert.match(textOf(page.lines[0]!), /^Income(?: \.)+ 42$/);
});

test('gives sideways text its turn, and a page of rotated text an upright frame', async () => {
  const side = await pageOf((sheet, { plain }) => {
    sheet.drawText('a page of level text', { x: 100, y: 700, size: 12, font: plain });
    sheet.drawText('upwards', { x: 50, y: 300, size: 12, font: plain, rotate: degrees(90) });
  });
  assert.deepEqual(
    side.lines.map((line) => [textOf(line), line.turn]),
    [
      ['a page of level text', 0],
      ['upwards', 270],
    ],
  );
  const turned = await pageOf((sheet, { plain }) => {
    sheet.drawText('all of it upwards', { x: 100, y: 300, size: 12, font: plain, rotate: degrees(90) });
  });
  assert.deepEqual([turned.angle, turned.lines[0]!.turn, textOf(turned.lines[0]!)], [-90, 0, 'all of it upwards']);
  assert.deepEqual(turned.upright, { width: 11, height: 8.5 });
  const box = turned.lines[0]!.box;
  assert.ok(box.right - box.left > 5 * (box.bottom - box.top));
  // On the original page the text starts at (100, 300) points from the bottom and runs up.
  const given = applyToBox(turned.toPage, box);
  near(given.bottom, 11 - 300 / 72);
  near(given.right, (100 + 0.22 * 12) / 72);
});

test('applies /Rotate and the crop box', async () => {
  const boxes: Box[] = [];
  for (const turn of [0, 90, 180, 270]) {
    const page = await pageOf((sheet, { plain }) => {
      sheet.drawText('shown', { x: 200, y: 500, size: 12, font: plain });
      sheet.setCropBox(100, 200, 400, 500);
      sheet.setRotation(degrees(turn));
    });
    assert.deepEqual(
      [page.width, page.height].map((side) => Math.round(side * 72)),
      turn % 180 === 0 ? [400, 500] : [500, 400],
    );
    boxes.push(applyToBox(page.toPage, page.lines[0]!.box));
    assert.equal(page.angle, [0, 90, 180, -90][turn / 90]);
  }
  near(boxes[0]!.left, 100 / 72);
  near(boxes[0]!.bottom, (200 + 0.22 * 12) / 72);
  near(boxes[1]!.top, 100 / 72);
  near(boxes[1]!.left, (300 - 0.22 * 12) / 72);
  near(boxes[2]!.right, 300 / 72);
  near(boxes[3]!.bottom, 300 / 72);
});

test('gives a slanted word a box of its own size', async () => {
  const page = await pageOf((sheet, { plain }) => {
    sheet.drawText('slanted words here', { x: 100, y: 500, size: 12, font: plain, rotate: degrees(3) });
  });
  assert.deepEqual(
    page.lines.flatMap(({ words }) => words.map(({ text }) => text)),
    ['slanted', 'words', 'here'],
  );
  const [first] = page.lines[0]!.words;
  near(first!.box.right - first!.box.left, 40.0 / 72, 0.05);
});

test('reads lines, rectangles and thin bars as rules, but not white ones and fills', async () => {
  const page = await pageOf((sheet) => {
    sheet.drawLine({ start: { x: 72, y: 700 }, end: { x: 540, y: 700 }, thickness: 1 });
    sheet.drawRectangle({ x: 72, y: 600, width: 100, height: 50, borderWidth: 2, borderColor: rgb(0, 0, 0) });
    sheet.drawRectangle({ x: 72, y: 500, width: 300, height: 0.5, color: rgb(0, 0, 0) });
    sheet.drawRectangle({ x: 72, y: 300, width: 300, height: 100, color: rgb(0.9, 0.9, 0.9) });
    sheet.drawLine({ start: { x: 72, y: 200 }, end: { x: 540, y: 200 }, color: rgb(1, 1, 1) });
  });
  const flat = page.rules.map(({ from, to, width }) =>
    [from.x, from.y, to.x, to.y, width].map((value) => Math.round(value * 72 * 10) / 10),
  );
  assert.equal(page.rules.length, 6);
  assert.deepEqual(flat[0], [72, 92, 540, 92, 1]);
  assert.ok(
    flat.some(([x1, y1, x2, y2, width]) => y1 === 291.8 && y2 === 291.8 && x1 === 72 && x2 === 372 && width === 0.5),
    JSON.stringify(flat),
  );
  assert.equal(flat.filter(([, , , , width]) => width === 2).length, 4);
});

test('reads form fields: marks with their state, typed text as text', async () => {
  const page = await pageOf((sheet, { plain }, document) => {
    sheet.drawText('Name', { x: 72, y: 705, size: 10, font: plain });
    const form = document.getForm();
    const name = form.createTextField('name');
    name.setText('Ada Lovelace');
    name.addToPage(sheet, { x: 120, y: 700, width: 200, height: 20 });
    for (const [index, checked] of [true, false].entries()) {
      const box = form.createCheckBox(`box ${index}`);
      box.addToPage(sheet, { x: 72, y: 600 - 40 * index, width: 14, height: 14 });
      if (checked) box.check();
    }
    const radio = form.createRadioGroup('choice');
    radio.addOptionToPage('one', sheet, { x: 200, y: 600, width: 14, height: 14 });
    radio.addOptionToPage('two', sheet, { x: 200, y: 560, width: 14, height: 14 });
    radio.select('two');
  });
  assert.deepEqual(page.lines.map(textOf), ['Name', 'Ada Lovelace']);
  const states = page.marks.map(({ box, state }) => [Math.round(box.left * 7.2), Math.round((11 - box.bottom) * 7.2), state]);
  assert.deepEqual(states, [
    [7, 60, 'selected'],
    [7, 56, 'unselected'],
    [20, 60, 'unselected'],
    [20, 56, 'selected'],
  ]);
});

test('turns check box characters into marks', async () => {
  const page = await pageOf((sheet, { plain, signs }) => {
    sheet.drawText('❏', { x: 72, y: 700, size: 12, font: signs });
    sheet.drawText('Yes', { x: 90, y: 700, size: 12, font: plain });
  });
  assert.deepEqual(
    page.marks.map(({ state }) => state),
    ['unselected'],
  );
  assert.deepEqual(page.lines.map(textOf), ['Yes']);
});

test('keeps invisible text without OCR', async () => {
  const page = await pageOf((sheet, { plain }) => {
    sheet.pushOperators(PDFOperator.of(PDFOperatorNames.SetTextRenderingMode, [sheet.doc.context.obj(3)]));
    sheet.drawText('laid under', { x: 72, y: 700, size: 12, font: plain });
  });
  assert.deepEqual(page.lines.map(textOf), ['laid under']);
});

test('ignores content outside of the page', async () => {
  const page = await pageOf((sheet, { plain }) => {
    sheet.drawText('seen', { x: 72, y: 700, size: 12, font: plain });
    sheet.drawText('unseen', { x: 72, y: 900, size: 12, font: plain });
    sheet.node.set(PDFName.of('UserUnit'), sheet.doc.context.obj(1));
  });
  assert.deepEqual(page.lines.map(textOf), ['seen']);
});
