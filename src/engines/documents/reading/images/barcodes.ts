/** Barcodes of an image, with the kinds named as in the original service. */
import { boundsOf, divideBox } from '../model/affine.ts';
import { readBarcodes } from '../../../bindings/zxing.ts';
import type { BarcodeFormat } from '../../../bindings/zxing.ts';
import type { Barcode, GrayImage } from '../model/page.ts';
import { resize } from './resize.ts';
import kinds from './barcode-kinds.json' with { type: 'json' };

/** zxing's format names to the kinds of the original service. */
const KINDS: Readonly<Record<string, string>> = kinds;

const FORMATS = [
  'QRCode',
  'MicroQRCode',
  'PDF417',
  'EANUPC',
  'Code39',
  'Code93',
  'Code128',
  'Codabar',
  'ITF',
  'DataBar',
  'Aztec',
  'DataMatrix',
  'MaxiCode',
] satisfies BarcodeFormat[];

/** Barcodes have check digits: one that is read at all is nearly always right. */
const CONFIDENCE = 0.99;

/** Each takes four bytes, twice, because zxing makes a copy. */
const MAX_PIXELS = 16_000_000;

/** `scale` is pixels per unit of the page; boxes are in units of the page. */
export async function readPageBarcodes(image: GrayImage, scale: number): Promise<Barcode[]> {
  const shrunk = Math.max(1, Math.sqrt((image.width * image.height) / MAX_PIXELS));
  if (shrunk > 1)
    return await readPageBarcodes(resize(image, Math.floor(image.width / shrunk), Math.floor(image.height / shrunk)), scale / shrunk);
  const { width, height, data } = image;
  const colors = new Uint32Array(width * height);
  for (let at = 0; at < data.length; at += 1) colors[at] = 0xff000000 | (data[at]! * 0x010101);
  const found = await readBarcodes({ width, height, data: new Uint8ClampedArray(colors.buffer) }, FORMATS);
  return found.flatMap(({ format, text, position }): Barcode[] => {
    const kind = KINDS[format];
    if (kind === undefined || text === '') return [];
    // A UPC-A code is an EAN-13 code that starts with 0, and zxing reports it as EAN-13.
    const isUpca = kind === 'EAN13' && /^0\d{12}$/.test(text);
    const { topLeft, topRight, bottomLeft, bottomRight } = position;
    const box = divideBox(boundsOf([topLeft, topRight, bottomLeft, bottomRight]), scale);
    return [{ kind: isUpca ? 'UPCA' : kind, value: isUpca ? text.slice(1) : text, confidence: CONFIDENCE, box }];
  });
}
