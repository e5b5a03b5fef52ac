/**
 * Runs in a child process that has no document to read yet: analyzes a small image and a small PDF, so that the modules, the engines and
 * the networks are loaded and have run once when the first document comes.
 */
import { sharp } from '../../../engines/bindings/sharp.ts';
import type { ReportProgress } from '../../../kernel/ports/workers.ts';
import { analyze } from './analyze.ts';
import type { AnalysisInput } from './analyze.ts';
import type { ReaderConfig } from './read-layout.ts';
import { SAMPLE_PDF } from './sample-pdf.ts';

/** Letters of straight strokes, in cells of five by seven: any text will do that the detector finds and the recognizer reads. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  E: ['11111', '10000', '10000', '11110', '10000', '10000', '11111'],
  F: ['11111', '10000', '10000', '11110', '10000', '10000', '10000'],
  H: ['10001', '10001', '10001', '11111', '10001', '10001', '10001'],
  I: ['01110', '00100', '00100', '00100', '00100', '00100', '01110'],
  L: ['10000', '10000', '10000', '10000', '10000', '10000', '11111'],
  T: ['11111', '00100', '00100', '00100', '00100', '00100', '00100'],
};
const TEXT = ['THE LITTLE FILE', 'HE LEFT THE HILL'];
const CELL_PIXELS = 4;
const MARGIN = 20;
const LINE_PIXELS = 14 * CELL_PIXELS;

/** Stops when `progress` throws, since the first document has come. */
export async function warmUp(reading: ReaderConfig, progress: ReportProgress): Promise<void> {
  for (const [modelId, bytes] of [
    ['prebuilt-layout', await textImage()],
    ['prebuilt-invoice', Buffer.from(SAMPLE_PDF)],
  ] as const) {
    const input: AnalysisInput = {
      bytes,
      modelId,
      version: '2024-11-30',
      options: { stringIndexType: 'textElements', format: 'text', features: [] },
      reading,
    };
    await analyze(input, progress);
  }
}

async function textImage(): Promise<Buffer> {
  const width = 2 * MARGIN + 6 * CELL_PIXELS * Math.max(...TEXT.map(({ length }) => length));
  const height = 2 * MARGIN + LINE_PIXELS * TEXT.length;
  const pixels = Buffer.alloc(width * height, 255);
  for (const [line, text] of TEXT.entries()) {
    for (const [place, letter] of [...text].entries()) {
      for (const [row, cells] of (LETTERS[letter] ?? []).entries()) {
        for (const [column, cell] of [...cells].entries()) {
          if (cell === '0') continue;
          const left = MARGIN + (6 * place + column) * CELL_PIXELS;
          const top = MARGIN + line * LINE_PIXELS + row * CELL_PIXELS;
          for (let y = top; y < top + CELL_PIXELS; y++) pixels.fill(0, y * width + left, y * width + left + CELL_PIXELS);
        }
      }
    }
  }
  return await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}
