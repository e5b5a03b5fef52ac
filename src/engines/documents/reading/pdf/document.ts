/** A PDF opened in PDFium; pages are loaded one at a time. */
import type { Box, Affine, GrayImage } from '../model/page.ts';
import type { Limits } from '../model/limits.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import type { Pdfium } from './pdfium.ts';
import { guardPdfium, acquirePdfium, releasePdfium } from './pdfium.ts';
import { hasFormFields, readFormFields, removeEmptyAppearances } from './form-fields.ts';
import type { FormFields } from './form-fields.ts';

/** WebAssembly has 2 GB for the file and everything PDFium allocates. */
const MAX_BYTES = 2 ** 30;
const POINTS_PER_INCH = 72;
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;
const BITMAP_GRAY = 1;
const BITMAP_BGRX = 3;
const RENDER_ANNOTATIONS = 1;
const RENDER_GRAYSCALE = 8;
const RENDER_RGB_ORDER = 16;
const WHITE = 0xffffffff;

export class PdfDocument {
  readonly pageCount: number;
  /** PDFium's handle. */
  readonly handle: number;
  readonly #pdf: Pdfium;
  readonly #limits: Limits;
  readonly #data: number;
  #form = 0;
  #formInfo = 0;

  private constructor(pdf: Pdfium, document: number, data: number, limits: Limits) {
    this.#pdf = pdf;
    this.handle = document;
    this.#data = data;
    this.#limits = limits;
    this.pageCount = pdf.calls.FPDF_GetPageCount(document);
  }

  static async open(bytes: Uint8Array, limits: Limits): Promise<PdfDocument> {
    if (bytes.length > MAX_BYTES) throw new UnreadableFile('tooLarge', `the PDF has ${bytes.length} bytes`);
    const pdf = await acquirePdfium(bytes.length + limits.pdfMemoryBytes);
    return guardPdfium(() => {
      const data = pdf.calls.malloc(bytes.length);
      if (data === 0) throw new UnreadableFile('tooLarge', 'not enough memory for the PDF');
      pdf.bytes.set(bytes, data);
      const document = pdf.calls.FPDF_LoadMemDocument(data, bytes.length, 0);
      if (document === 0) {
        const code = pdf.calls.FPDF_GetLastError();
        pdf.calls.free(data);
        throw code === ERROR_PASSWORD || code === ERROR_SECURITY
          ? new UnreadableFile('encrypted', 'the PDF needs a password')
          : new UnreadableFile('corrupt', 'the PDF cannot be opened');
      }
      const opened = new PdfDocument(pdf, document, data, limits);
      if (opened.pageCount > limits.maxPages) {
        opened.close();
        throw new UnreadableFile('tooManyPages', `the PDF has ${opened.pageCount} pages`);
      }
      if (opened.pageCount < 1) {
        opened.close();
        throw new UnreadableFile('corrupt', 'the PDF has no pages');
      }
      return opened;
    });
  }

  /** Loads a page, numbered from 1, and closes it after `read`. */
  withPage<T>(number: number, read: (page: PdfPage) => T): T {
    return guardPdfium(() => closeAfter(this.#load(number), read));
  }

  /** Opens a page for writing: form fields stay fields. */
  editPage<T>(number: number, write: (page: PdfPage) => T): T {
    return guardPdfium(() => closeAfter(this.#open(number), write));
  }

  /** Runs PDFium calls on the whole document. */
  withDocument<T>(work: (pdf: Pdfium) => T): T {
    return guardPdfium(() => work(this.#pdf));
  }

  close(): void {
    guardPdfium(() => {
      const { calls } = this.#pdf;
      if (this.#form !== 0) calls.FPDFDOC_ExitFormFillEnvironment(this.#form);
      if (this.#formInfo !== 0) calls.free(this.#formInfo);
      calls.FPDF_CloseDocument(this.handle);
      calls.free(this.#data);
    });
    releasePdfium(this.#pdf);
  }

  /** Flattens form fields and notes into the page after reading their marks, so that their text is read with the rest. */
  #load(number: number): PdfPage {
    const page = this.#open(number);
    if (!hasFormFields(this.#pdf, page.handle)) return page;
    const { calls } = this.#pdf;
    const form = this.#formOf();
    if (form === 0) return page;
    removeEmptyAppearances(this.#pdf, page.handle, form);
    calls.FORM_OnAfterLoadPage(page.handle, form);
    const widgets = readFormFields(this.#pdf, page.handle, form, page.toPage);
    calls.FORM_OnBeforeClosePage(page.handle, form);
    if (!widgets.showsText && widgets.marks.length === 0) return page;
    calls.FPDFPage_Flatten(page.handle, 0);
    page.close();
    return this.#open(number, widgets);
  }

  #open(number: number, widgets?: FormFields): PdfPage {
    const handle = this.#pdf.calls.FPDF_LoadPage(this.handle, number - 1);
    if (handle === 0) throw new UnreadableFile('corrupt', `page ${number} of the PDF cannot be read`);
    return new PdfPage(this.#pdf, handle, this.#limits, widgets);
  }

  #formOf(): number {
    if (this.#form !== 0) return this.#form;
    const { calls } = this.#pdf;
    this.#formInfo = calls.malloc(FORM_INFO_BYTES);
    this.#pdf.bytes.fill(0, this.#formInfo, this.#formInfo + FORM_INFO_BYTES);
    this.#pdf.view.setUint32(this.#formInfo, FORM_INFO_VERSION, true);
    this.#form = calls.FPDFDOC_InitFormFillEnvironment(this.handle, this.#formInfo);
    return this.#form;
  }
}

/** A page as displayed: /Rotate applied, cropped to its crop box. Sizes in inches. */
export class PdfPage {
  readonly pdf: Pdfium;
  readonly handle: number;
  readonly width: number;
  readonly height: number;
  /** From PDF coordinates to inches on the displayed page. */
  readonly toPage: Affine;
  readonly formFields: FormFields;

  constructor(pdf: Pdfium, handle: number, limits: Limits, widgets: FormFields = { marks: [], combs: [], showsText: false }) {
    this.pdf = pdf;
    this.handle = handle;
    this.formFields = widgets;
    const { calls, scratch } = pdf;
    calls.FPDF_GetPageBoundingBox(handle, scratch);
    const [left, top, right, bottom] = pdf.floats(4) as [number, number, number, number];
    const turned = calls.FPDFPage_GetRotation(handle);
    const [width, height] = [(right - left) / POINTS_PER_INCH, (top - bottom) / POINTS_PER_INCH];
    [this.width, this.height] = turned % 2 === 1 ? [height, width] : [width, height];
    const isTooLarge = Math.max(width, height) > limits.maxInches || width * height > limits.maxSquareInches + 0.5;
    if (!(width > 0 && height > 0) || isTooLarge) {
      this.close();
      throw new UnreadableFile('dimensions', `a page is ${width.toFixed(1)} by ${height.toFixed(1)} inches`);
    }
    this.toPage = displayTransform(
      turned,
      left / POINTS_PER_INCH,
      top / POINTS_PER_INCH,
      right / POINTS_PER_INCH,
      bottom / POINTS_PER_INCH,
    );
  }

  get bounds(): Box {
    return { left: 0, top: 0, right: this.width, bottom: this.height };
  }

  /** Renders the page in gray, rotated clockwise by `turns` quarters, or a part of it, in inches of the rotated frame. */
  render(dpi: number, turns: 0 | 1 | 2 | 3, part?: Box): GrayImage {
    const [across, down] = turns % 2 === 1 ? [this.height, this.width] : [this.width, this.height];
    const whole = { width: Math.max(1, Math.round(across * dpi)), height: Math.max(1, Math.round(down * dpi)) };
    const left = part === undefined ? 0 : Math.max(0, Math.floor(part.left * dpi));
    const top = part === undefined ? 0 : Math.max(0, Math.floor(part.top * dpi));
    const width = Math.max(1, (part === undefined ? whole.width : Math.min(whole.width, Math.ceil(part.right * dpi))) - left);
    const height = Math.max(1, (part === undefined ? whole.height : Math.min(whole.height, Math.ceil(part.bottom * dpi))) - top);
    const place = [-left, -top, whole.width, whole.height, turns] as const;
    return { width, height, data: this.#paint(width, height, BITMAP_GRAY, place, RENDER_GRAYSCALE) };
  }

  /** Renders the page, or a part of it in pixels, as RGBX bytes. */
  renderColor(wide: number, high: number, part: Box = { left: 0, top: 0, right: wide, bottom: high }): Uint8Array {
    const place = [-part.left, -part.top, wide, high, 0] as const;
    return this.#paint(part.right - part.left, part.bottom - part.top, BITMAP_BGRX, place, RENDER_RGB_ORDER);
  }

  /** `place`: where the page is in the image, its size and its quarter turns. */
  #paint(width: number, height: number, format: number, place: readonly number[], flags: number): Uint8Array {
    const { calls } = this.pdf;
    const rowBytes = (format === BITMAP_GRAY ? 1 : 4) * width;
    const bitmap = calls.FPDFBitmap_CreateEx(width, height, format, 0, rowBytes);
    if (bitmap === 0) throw new UnreadableFile('tooLarge', 'not enough memory to render a page');
    calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    calls.FPDF_RenderPageBitmap(bitmap, this.handle, ...place, RENDER_ANNOTATIONS | flags);
    const [buffer, stride] = [calls.FPDFBitmap_GetBuffer(bitmap), calls.FPDFBitmap_GetStride(bitmap)];
    const data = new Uint8Array(rowBytes * height);
    for (let row = 0; row < height; row += 1)
      data.set(this.pdf.bytes.subarray(buffer + row * stride, buffer + row * stride + rowBytes), row * rowBytes);
    calls.FPDFBitmap_Destroy(bitmap);
    return data;
  }

  close(): void {
    this.pdf.calls.FPDF_ClosePage(this.handle);
  }
}

function closeAfter<T>(page: PdfPage, use: (page: PdfPage) => T): T {
  try {
    return use(page);
  } finally {
    page.close();
  }
}

/** From PDF coordinates, where y points up, to the page rotated clockwise by quarters. */
function displayTransform(quarters: number, left: number, top: number, right: number, bottom: number): Affine {
  const unit = 1 / POINTS_PER_INCH;
  switch (quarters) {
    case 1:
      return { a: 0, b: unit, c: unit, d: 0, e: -bottom, f: -left };
    case 2:
      return { a: -unit, b: 0, c: 0, d: unit, e: right, f: -bottom };
    case 3:
      return { a: 0, b: -unit, c: -unit, d: 0, e: top, f: right };
    default:
      return { a: unit, b: 0, c: 0, d: -unit, e: -left, f: top };
  }
}
