/** Adds OCR results to the content of a PDF page: for the whole page, or for the regions that the text layer does not cover. */
import { compose, applyToBox, areaOf, unionBox, inverse, overlapArea, scaling, apply } from '../model/affine.ts';
import { nearestTurn } from '../model/upright-frame.ts';
import { containsText } from '../images/contains-text.ts';
import type { ReadOptions, Reader } from '../ocr/reader.ts';
import type { Affine, Box, Line, Page, GrayImage, PageWithImage, Turn } from '../model/page.ts';
import { crop } from '../images/resize.ts';
import type { PdfPageContent } from './page-content.ts';

/** Words of the text layer are painted over, with a margin in inches for blurred edges. */
const MARGIN = 0.01;
/** An OCR word is a duplicate if this share of it is covered by words of the text layer. */
const MIN_DUPLICATE_OVERLAP = 0.4;

export async function addOcr(
  content: PdfPageContent,
  ocr: Reader,
  options: Pick<ReadOptions, 'handwriting' | 'highResolution'>,
): Promise<PageWithImage> {
  const { page, image, scale, unread } = content;
  if (image === undefined || (unread !== 'all' && unread.length === 0)) return { page, scale, ...(image === undefined ? {} : { image }) };
  const words = page.lines.flatMap((line) => line.words.map(({ box }) => box));
  const open = paintOverWords(image, words, scale);
  if (unread !== 'all')
    return { page: { ...page, lines: [...page.lines, ...(await readRegions(open, scale, unread, words, ocr, options))] }, image, scale };
  // Pages with a colored background or a photograph have all their words in the text layer.
  if (words.length > 0 && !containsText(open)) return { page, image, scale };
  const read = await ocr.read(open, { ...options, upright: content.upright });
  // From the frame of the straightened scan to the content's frame, both in inches.
  const toContent = compose(scaling(1 / scale), compose(read.toOriginal, scaling(scale)));
  const turned = isIdentity(toContent) ? page : transformPage(page, toContent, read.angle, read.upright, scale);
  const own = turned.lines.flatMap((line) => line.words.map(({ box }) => box));
  const lines = removeDuplicates(
    read.lines.map((line) => transformLine(line, scaling(1 / scale), 1 / scale)),
    own,
  );
  // The words of the file are painted over only for OCR, not in the returned image.
  const straight = isIdentity(toContent) ? image : read.upright;
  const { markProbability } = read;
  return {
    page: { ...turned, lines: [...turned.lines, ...lines] },
    image: straight,
    scale,
    ...(markProbability !== undefined && { markScore: (box: Box) => markProbability(applyToBox(scaling(scale), box)) }),
  };
}

const isIdentity = ({ a, b, c, d, e, f }: Affine): boolean =>
  Math.abs(a - 1) + Math.abs(b) + Math.abs(c) + Math.abs(d - 1) + Math.abs(e) + Math.abs(f) < 1e-6;

async function readRegions(
  image: GrayImage,
  scale: number,
  boxes: readonly Box[],
  words: readonly Box[],
  ocr: Reader,
  options: Pick<ReadOptions, 'handwriting' | 'highResolution'>,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const box of boxes) {
    const [left, top] = [Math.max(0, Math.floor(box.left * scale)), Math.max(0, Math.floor(box.top * scale))];
    const part = crop(image, { left, top, right: Math.ceil(box.right * scale), bottom: Math.ceil(box.bottom * scale) });
    if (!containsText(part)) continue;
    const read = await ocr.read(part, { ...options, upright: true });
    const toContent = compose({ a: 1 / scale, b: 0, c: 0, d: 1 / scale, e: left / scale, f: top / scale }, read.toOriginal);
    lines.push(
      ...removeDuplicates(
        read.lines.map((line) => transformLine(line, toContent, 1 / scale)),
        words,
      ),
    );
  }
  return lines;
}

/** Paints over words in the shade that surrounds each. */
function paintOverWords(image: GrayImage, words: readonly Box[], scale: number): GrayImage {
  if (words.length === 0) return image;
  const { width, height } = image;
  const data = image.data.slice();
  for (const box of words) {
    const [left, right] = [Math.max(0, Math.floor((box.left - MARGIN) * scale)), Math.min(width, Math.ceil((box.right + MARGIN) * scale))];
    const [top, bottom] = [Math.max(0, Math.floor((box.top - MARGIN) * scale)), Math.min(height, Math.ceil((box.bottom + MARGIN) * scale))];
    if (left >= right || top >= bottom) continue;
    const shade = median([
      ...data.subarray(top * width + left, top * width + right),
      ...data.subarray((bottom - 1) * width + left, (bottom - 1) * width + right),
    ]);
    for (let y = top; y < bottom; y += 1) data.fill(shade, y * width + left, y * width + right);
  }
  return { width, height, data };
}

const median = (values: readonly number[]): number => [...values].sort((one, other) => one - other)[values.length >> 1]!;

function removeDuplicates(lines: readonly Line[], known: readonly Box[]): Line[] {
  return lines.flatMap((line) => {
    const near = known.filter((box) => overlapArea(box, line.box) > 0);
    const words = line.words.filter(
      ({ box }) => near.reduce((sum, other) => sum + overlapArea(other, box), 0) < MIN_DUPLICATE_OVERLAP * areaOf(box),
    );
    return words.length === 0 ? [] : [{ ...line, words, box: words.map(({ box }) => box).reduce(unionBox) }];
  });
}

function transformLine(line: Line, transform: Affine, factor: number): Line {
  return {
    ...line,
    box: applyToBox(transform, line.box),
    words: line.words.map((word) => ({ ...word, box: applyToBox(transform, word.box) })),
    ...(line.font === undefined ? {} : { font: { ...line.font, size: line.font.size * factor } }),
  };
}

/** Transforms the content of the file into the frame of the straightened scan. */
function transformPage(page: Page, toContent: Affine, angle: number, upright: GrayImage, scale: number): Page {
  const transform = inverse(toContent);
  const turn = nearestTurn(-angle);
  const whole = (((page.angle + angle) % 360) + 360) % 360;
  return {
    ...page,
    angle: whole > 180 ? whole - 360 : whole,
    toPage: compose(page.toPage, toContent),
    upright: { width: upright.width / scale, height: upright.height / scale },
    lines: page.lines.map((line) => ({ ...transformLine(line, transform, 1), turn: ((line.turn + turn) % 360) as Turn })),
    rules: page.rules.map(({ from, to, width }) => ({ from: apply(transform, from.x, from.y), to: apply(transform, to.x, to.y), width })),
    marks: page.marks.map((mark) => ({ ...mark, box: applyToBox(transform, mark.box) })),
    imageBoxes: page.imageBoxes.map((box) => applyToBox(transform, box)),
  };
}
