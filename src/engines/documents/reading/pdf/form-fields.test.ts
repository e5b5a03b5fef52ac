import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AnnotationFlags,
  PDFDocument,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  PDFString,
  StandardFonts,
  TextAlignment,
  degrees,
} from 'pdf-lib';
import type { PDFTextField } from 'pdf-lib';
import type { Box, Line, Page } from '../model/page.ts';
import { readDocument } from '../read-document.ts';

async function readOnePage(bytes: Uint8Array): Promise<Page> {
  let read: Page | undefined;
  await readDocument(bytes, {
    onPage: ({ page }) => {
      read = page;
    },
  });
  return read!;
}

const textOf = ({ words }: Line): string => words.map(({ text }) => text).join(' ');
const near = (one: number, other: number, by: number): void => {
  assert.ok(Math.abs(one - other) <= by, `${one} is not ${other}`);
};

/** A field for each entry, one below the other; `appearance` says what a program left of the appearances it should write. */
async function pageWithFields(appearance: 'written' | 'missing' | 'empty', turn: 0 | 90 = 0): Promise<Page> {
  const document = await PDFDocument.create();
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const sheet = document.addPage([612, 792]);
  sheet.drawText('Printed label of the form', { x: 72, y: 750, size: 10, font: plain });
  if (turn !== 0) sheet.setRotation(degrees(turn));
  const form = document.getForm();
  const add = (name: string, text: string, y: number, change: (field: PDFTextField) => void = () => undefined): PDFTextField => {
    const field = form.createTextField(name);
    change(field);
    field.setText(text);
    field.addToPage(sheet, { x: 100, y, width: 200, height: 40, borderWidth: 0 });
    field.setFontSize(10);
    return field;
  };
  const fields = [
    add('right', '1,234.56', 650, (field) => field.setAlignment(TextAlignment.Right)),
    add('comb', '12345', 600, (field) => {
      field.setMaxLength(9);
      field.enableCombing();
    }),
    add('parts', 'AB CD', 550, (field) => {
      field.setMaxLength(9);
      field.enableCombing();
    }),
    add('lines', '1 Main Street\nSpringfield IL', 500, (field) => field.enableMultiline()),
    add('hidden', 'hidden', 400),
    add('no view', 'unseen', 350),
    add('password', 'secret', 300, (field) => field.enablePassword()),
  ];
  form.updateFieldAppearances(plain);
  fields[4]!.acroField.getWidgets()[0]!.setFlagTo(AnnotationFlags.Hidden, true);
  fields[5]!.acroField.getWidgets()[0]!.setFlagTo(AnnotationFlags.NoView, true);
  for (const widget of fields.flatMap(({ acroField }) => acroField.getWidgets())) {
    if (appearance === 'missing') widget.dict.delete(PDFName.of('AP'));
    if (appearance === 'empty') {
      const empty = document.context.formXObject([PDFOperator.of(PDFOperatorNames.EndMarkedContent)], {
        BBox: document.context.obj([0, 0, 200, 40]),
      });
      widget.setNormalAppearance(document.context.register(empty));
    }
  }
  return await readOnePage(await document.save({ updateFieldAppearances: false }));
}

for (const appearance of ['written', 'missing', 'empty'] as const)
  test(`reads the text of fields as displayed: appearances ${appearance}`, async () => {
    const page = await pageWithFields(appearance);
    assert.deepEqual(page.lines.map(textOf).sort(), [
      '1 Main Street',
      '1,234.56',
      '12345',
      'AB',
      'CD',
      'Printed label of the form',
      'Springfield IL',
    ]);
    const boxOf = (text: string): Box => page.lines.find((line) => textOf(line) === text)!.box;
    near(boxOf('1,234.56').right, 300 / 72, 0.06);
    near((boxOf('1,234.56').top + boxOf('1,234.56').bottom) / 2, 11 - 670 / 72, 0.06);
    near(boxOf('12345').left, 111 / 72, 0.1);
    near(boxOf('12345').right, (100 + (200 * 4.5) / 9) / 72, 0.1);
  });

test('reads fields of a rotated page', async () => {
  const [level, turned] = [await pageWithFields('missing'), await pageWithFields('missing', 90)];
  assert.deepEqual(turned.lines.map(textOf).sort(), level.lines.map(textOf).sort());
});

test('does not flatten a page with too many fields', async () => {
  const document = await PDFDocument.create();
  const { context } = document;
  const field = context.register(
    context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Tx', T: PDFString.of('f'), Rect: [100, 100, 300, 120] }),
  );
  const sheet = document.addPage([612, 792]);
  sheet.drawText('printed', { x: 72, y: 700, size: 10 });
  sheet.node.set(PDFName.of('Annots'), context.obj(Array.from({ length: 50_000 }, () => field)));
  assert.deepEqual((await readOnePage(await document.save())).lines.map(textOf), ['printed']);
});
