/** Creates a PDF with one image per page. The page size follows the image's density, or is that of a paper page. */
import type { Jpeg, ImageFile } from '../files/decode-image.ts';

const INCH = 72;
/** A file's density is used within these bounds, and if the page is not larger than `maxInches`. */
const DENSITY = { min: 72, max: 1200 };
/** The longer side of pages without a usable density. */
const DEFAULT_PAGE_INCHES = 11;
const OBJECTS_PER_PAGE = 3;

export interface ImagePdf {
  bytes: Uint8Array;
  /** Pixels per inch of each page, in order. */
  perInch: number[];
}

/** Undefined above `maxBytes`. */
export async function createImagePdf(
  file: ImageFile,
  numbers: readonly number[],
  { maxBytes, maxInches }: { maxBytes: number; maxInches: number },
  onPage: () => void,
): Promise<ImagePdf | undefined> {
  const objects: Buffer[] = [];
  const kids = numbers.map((_, index) => `${3 + OBJECTS_PER_PAGE * index} 0 R`).join(' ');
  objects.push(
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${numbers.length} >>`),
  );
  const perInch: number[] = [];
  let size = 0;
  for (const number of numbers) {
    const image = await file.encodeJpeg(number);
    size += image.data.length;
    if (size > maxBytes) return undefined;
    const dots = chooseDensity(image, maxInches);
    perInch.push(dots);
    objects.push(...pageObjects(image, objects.length + 1, dots));
    onPage();
  }
  return { bytes: assembleFile(objects), perInch };
}

function chooseDensity({ width, height, density }: Jpeg, maxInches: number): number {
  const longest = Math.max(width, height);
  return density !== undefined && density >= DENSITY.min && density <= DENSITY.max && longest / density <= maxInches
    ? density
    : longest / DEFAULT_PAGE_INCHES;
}

/** The page, its content stream, and the image. */
function pageObjects({ data, width, height, isGray }: Jpeg, number: number, perInch: number): Buffer[] {
  const [wide, high] = [((width * INCH) / perInch).toFixed(3), ((height * INCH) / perInch).toFixed(3)];
  return [
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${number + 1} 0 R /Resources << /XObject << /Image ${number + 2} 0 R >> >> >>`,
    ),
    stream('', Buffer.from(`q ${wide} 0 0 ${high} 0 0 cm /Image Do Q`)),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${isGray ? 'DeviceGray' : 'DeviceRGB'} /BitsPerComponent 8 /Filter /DCTDecode`,
      data,
    ),
  ];
}

const stream = (dictionary: string, data: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')]);

/** Objects are numbered from 1; the first is the catalog. */
function assembleFile(objects: readonly Buffer[]): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: string[] = [];
  let at = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    parts.push(part);
    at += part.length;
  }
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
