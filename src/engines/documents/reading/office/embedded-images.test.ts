import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { sharp } from '../../../bindings/sharp.ts';
import { layoutFlow } from '../../layout/layout-flow.ts';
import { writeContent } from '../../layout/output/content.ts';
import { IDENTITY } from '../model/affine.ts';
import type { OcrResult, Reader } from '../ocr/reader.ts';
import { readDocument } from '../read-document.ts';
import type { ReadDocument } from '../read-document.ts';
import { renderEmbeddedImages } from '../render/crop-page.ts';

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const png = async (width: number, height: number): Promise<Uint8Array> =>
  await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

/** Reads the width of an image as its only word. */
class WidthReader implements Reader {
  calls = 0;

  read(image: OcrResult['upright']): Promise<OcrResult> {
    this.calls += 1;
    const box = { left: 5, top: 5, right: 45, bottom: 20 };
    const words = [{ text: `width${image.width}`, box, confidence: 0.9 }];
    return Promise.resolve({ lines: [{ words, box, turn: 0 }], angle: 0, upright: image, toOriginal: IDENTITY });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const relations = (images: Readonly<Record<string, string>>, more = ''): Uint8Array =>
  strToU8(
    `<Relationships>${Object.entries(images)
      .map(([id, target]) => `<Relationship Id="${id}" Type="${REL}/image" Target="${target}"/>`)
      .join('')}${more}</Relationships>`,
  );
const blip = (id: string): string => `<a:graphic><pic:pic><a:blip r:embed="${id}"/></pic:pic></a:graphic>`;

function docx(body: string, images: Readonly<Record<string, Uint8Array>>, more = ''): Uint8Array {
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'word/document.xml': strToU8(`<w:document><w:body>${body}</w:body></w:document>`),
    'word/_rels/document.xml.rels': relations(
      Object.fromEntries(Object.keys(images).map((name) => [name, `media/${name}`])),
      `<Relationship Id="s" Type="${REL}/styles" Target="styles.xml"/>${more}`,
    ),
    'word/styles.xml': strToU8('<w:styles><w:style w:styleId="Cap"><w:name w:val="caption"/></w:style></w:styles>'),
    ...Object.fromEntries(Object.entries(images).map(([name, bytes]) => [`word/media/${name}`, bytes])),
  });
}

const paragraph = (text: string, inner = '', style = ''): string => `<w:p>${style}<w:r>${inner}<w:t>${text}</w:t></w:r></w:p>`;

async function read(bytes: Uint8Array, ocr: Reader = new WidthReader(), limits = {}): Promise<ReadDocument> {
  return await readDocument(bytes, { ocr, features: { embeddedImages: true }, limits });
}

const figuresOf = ({ flow, pages }: ReadDocument): unknown[] => {
  const layout = layoutFlow(flow!, pages);
  return layout.figures.map(({ embedded, items, caption }) => [
    layout.pages[embedded!.page]!.number,
    items.map((n) => layout.items[n]!).map((item) => item.kind === 'word' && item.text),
    caption?.items.length ?? 0,
  ]);
};

test('reads images of a Word file as figures with their text and caption, also those of tables', async () => {
  const bytes = docx(
    paragraph('before', `<w:drawing>${blip('a.png')}</w:drawing>`) +
      paragraph('Figure 1: A plan', '', '<w:pPr><w:pStyle w:val="Cap"/></w:pPr>') +
      `<w:tbl><w:tr><w:tc>${paragraph('cell', `<w:pict><v:imagedata r:id="b.png"/></w:pict>`)}</w:tc></w:tr></w:tbl>` +
      `<w:p><w:r><w:br w:type="page"/></w:r></w:p>${paragraph('again', blip('a.png'))}`,
    { 'a.png': await png(60, 80), 'b.png': await png(70, 60) },
  );
  const ocr = new WidthReader();
  const document = await read(bytes, ocr);
  assert.deepEqual(figuresOf(document), [
    [1, ['width60'], 0],
    [1, ['width70'], 0],
    [2, ['width60'], 0],
  ]);
  assert.equal(ocr.calls, 2, 'an image is read once');
  assert.deepEqual(
    (await readDocument(bytes)).flow!.pages.flat().map(({ kind }) => kind),
    ['paragraph', 'table', 'paragraph'],
    'without images unless they are wanted',
  );
  const captioned = docx(
    `<w:p><w:r>${blip('a.png')}</w:r></w:p>${paragraph('Figure 1: A plan', '', '<w:pPr><w:pStyle w:val="Cap"/></w:pPr>')}`,
    { 'a.png': await png(60, 80) },
  );
  const { flow, pages } = await read(captioned);
  const layout = layoutFlow(flow!, pages);
  assert.equal(layout.figures[0]!.caption!.items.length, 4);
  assert.equal(
    writeContent(layout, { format: 'markdown', selectionMarks: true, tables: 'html' }).content,
    '<figure>\n<figcaption>Figure 1: A plan</figcaption>\nwidth60\n</figure>',
  );
  const sizes: (number | undefined)[] = [];
  for await (const image of renderEmbeddedImages(bytes, ['word/media/b.png', 'word/media/a.png', 'word/media/b.png']))
    sizes.push((await sharp(image).metadata()).width);
  assert.deepEqual(sizes, [70, 60, 70]);
});

test('reads images of slides and worksheets, and keeps the numbers of selected pages', async () => {
  const slide = (inner: string): Uint8Array => strToU8(`<p:sld><p:cSld>${inner}</p:cSld></p:sld>`);
  const pptx = zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'ppt/presentation.xml': strToU8(
      '<p:presentation><p:sldIdLst><p:sldId id="1" r:id="a"/><p:sldId id="2" r:id="b"/></p:sldIdLst></p:presentation>',
    ),
    'ppt/_rels/presentation.xml.rels': strToU8(
      `<Relationships>${['a', 'b'].map((id) => `<Relationship Id="${id}" Type="${REL}/slide" Target="slides/${id}.xml"/>`).join('')}</Relationships>`,
    ),
    'ppt/slides/a.xml': slide('<p:spTree/>'),
    'ppt/slides/b.xml': slide(
      `<p:bg><a:blip r:embed="i"/></p:bg><p:spTree><p:pic><p:blipFill><a:blip r:embed="i"/></p:blipFill></p:pic></p:spTree>`,
    ),
    'ppt/slides/_rels/b.xml.rels': relations({ i: '../media/i.png' }),
    'ppt/media/i.png': await png(90, 60),
  });
  assert.deepEqual(figuresOf(await read(pptx)), [[2, ['width90'], 0]]);
  const second = await readDocument(pptx, { ocr: new WidthReader(), features: { embeddedImages: true }, pages: '2' });
  assert.deepEqual(figuresOf(second), [[2, ['width90'], 0]]);
  const xlsx = zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Plan" sheetId="1" r:id="s"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="s" Type="${REL}/worksheet" Target="worksheets/s.xml"/></Relationships>`,
    ),
    'xl/worksheets/s.xml': strToU8('<worksheet><sheetData/><drawing r:id="d"/></worksheet>'),
    'xl/worksheets/_rels/s.xml.rels': strToU8(
      `<Relationships><Relationship Id="d" Type="${REL}/drawing" Target="../drawings/d.xml"/></Relationships>`,
    ),
    'xl/drawings/d.xml': strToU8('<xdr:wsDr><xdr:pic><xdr:blipFill><a:blip r:embed="i"/></xdr:blipFill></xdr:pic></xdr:wsDr>'),
    'xl/drawings/_rels/d.xml.rels': relations({ i: '../media/i.png' }),
    'xl/media/i.png': await png(100, 60),
  });
  assert.deepEqual(figuresOf(await read(xlsx)), [[1, ['width100'], 0]]);
});

test('leaves out icons, vector drawings, damaged and huge images, links elsewhere, and what is over a limit', async () => {
  const huge = await png(60, 60);
  new DataView(huge.buffer, huge.byteOffset).setUint32(16, 60_000);
  const images = {
    'ok.png': await png(60, 60),
    'icon.png': await png(16, 16),
    'drawing.svg': strToU8('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><image href="http://127.0.0.1/x"/></svg>'),
    'damaged.png': (await png(80, 80)).slice(0, 40),
    'huge.png': huge,
    'nested.png': zipSync({ 'word/document.xml': strToU8('<w:document/>') }),
    'bomb.bmp': new Uint8Array(3_000_000),
  };
  const body = [...Object.keys(images), 'outside', 'missing'].map((id) => paragraph(id, blip(id))).join('');
  const outside = `<Relationship Id="outside" Type="${REL}/image" Target="http://127.0.0.1/x.png" TargetMode="External"/>`;
  const bytes = docx(body, images, outside);
  for (const limits of [{}, { maxUnpackedBytes: 1_000_000 }]) {
    const document = await read(bytes, new WidthReader(), limits);
    assert.deepEqual(figuresOf(document), [[1, ['width60'], 0]]);
    assert.equal(document.flow!.pages[0]!.length, 1 + Object.keys(images).length + 2, 'the text is complete');
  }
  const many = docx(
    Array.from({ length: 40 }, (_, n) => paragraph('x', blip(`${n % 4}.png`))).join(''),
    Object.fromEntries(await Promise.all([0, 1, 2, 3].map(async (n) => [`${n}.png`, await png(60 + n, 60)] as const))),
  );
  const ocr = new WidthReader();
  assert.equal(figuresOf(await read(many, ocr, { maxEmbeddedImages: 25 })).length, 25);
  assert.equal(ocr.calls, 4);
});
