/** Tesseract, which people would use instead, with its English data, as WebAssembly in this thread. Nothing is downloaded. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Box, GrayImage } from '../../../src/engines/documents/reading/model/page.ts';

/** `confidence` from 0 to 1 as Tesseract reports it; words on the same line share `line`. */
export interface TesseractWord {
  text: string;
  box: Box;
  confidence: number;
  line: string;
}

/** Tesseract's page segmentation modes: 3 finds the blocks of a page, 4 expects a column, 6 a block of lines, 7 a line, 11 sparse text. */
export type PageMode = 3 | 4 | 6 | 7 | 11;

export interface Tesseract {
  read(image: GrayImage, mode: PageMode): Promise<TesseractWord[]>;
  close(): Promise<void>;
}

/** The part of the package's interface that is used. */
interface Core {
  FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  TessBaseAPI: new () => Api;
  destroy(api: Api): void;
}
interface Api {
  Init(folder: string, languages: string, engine: number): number;
  SetPageSegMode(mode: number): void;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
  End(): void;
}

const require = createRequire(import.meta.url);
const LSTM_ONLY = 1;
/** Where this build looks for the image. */
const INPUT_PATH = '/input';

export async function loadTesseract(): Promise<Tesseract> {
  const load = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (settings: object) => Promise<Core>;
  const ignore = (): void => {};
  const core = await load({ print: ignore, printErr: ignore });
  const folder = dirname(require.resolve('@tesseract.js-data/eng/package.json'));
  core.FS.writeFile('/eng.traineddata', gunzipSync(readFileSync(join(folder, '4.0.0_best_int', 'eng.traineddata.gz'))));
  const api = new core.TessBaseAPI();
  if (api.Init('/', 'eng', LSTM_ONLY) !== 0) throw new Error('Tesseract rejected its data.');
  core.FS.unlink('/eng.traineddata');
  return {
    async read(image, mode) {
      api.SetPageSegMode(mode);
      core.FS.writeFile(INPUT_PATH, encodePgm(image));
      try {
        if (api.SetImageFile(1, 0) === 1) throw new Error('Tesseract rejected the image.');
        api.Recognize(null);
        return await Promise.resolve(parseTsv(api.GetTSVText(0)));
      } finally {
        api.Clear();
        core.FS.unlink(INPUT_PATH);
      }
    },
    close: async () => {
      api.End();
      core.destroy(api);
      await Promise.resolve();
    },
  };
}

function parseTsv(table: string): TesseractWord[] {
  return table.split('\n').flatMap((row) => {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ''] = row.split('\t');
    if (level !== '5' || text.trim() === '') return [];
    const box = { left: Number(left), top: Number(top), right: Number(left) + Number(width), bottom: Number(top) + Number(height) };
    return [
      { text: text.trim(), box, confidence: Math.min(1, Math.max(0, Number(confidence) / 100)), line: `${block}.${paragraph}.${line}` },
    ];
  });
}

/** The image as a portable graymap. */
function encodePgm({ width, height, data }: GrayImage): Uint8Array {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const bytes = new Uint8Array(header.length + data.length);
  bytes.set(header);
  bytes.set(data, header.length);
  return bytes;
}
