/** Tesseract as WebAssembly in this thread. Nothing is downloaded. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

/** A build of Tesseract: takes a PGM image and a page segmentation mode, returns its TSV table. */
export interface TesseractBinding {
  recognize(image: Uint8Array, pageMode: number): Promise<string>;
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
  SetVariable(name: string, value: string): boolean;
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
const MAX_DATA_BYTES = 64 * 2 ** 20;

/** The compressed data of a language, and its name in Tesseract. */
export interface LanguageData {
  file: string;
  name: string;
}

export async function loadTesseractWasm({ file, name }: LanguageData): Promise<TesseractBinding> {
  const load = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (settings: object) => Promise<Core>;
  const ignore = (): void => {};
  const core = await load({ print: ignore, printErr: ignore });
  core.FS.writeFile(`/${name}.traineddata`, gunzipSync(await readFile(file), { maxOutputLength: MAX_DATA_BYTES }));
  const api = new core.TessBaseAPI();
  if (api.Init('/', name, LSTM_ONLY) !== 0) throw new Error(`Tesseract rejected its data for ${name}.`);
  core.FS.unlink(`/${name}.traineddata`);
  return {
    async recognize(image, pageMode) {
      api.SetPageSegMode(pageMode);
      core.FS.writeFile(INPUT_PATH, image);
      try {
        if (api.SetImageFile(1, 0) === 1) throw new Error('Tesseract rejected the image.');
        api.Recognize(null);
        return api.GetTSVText(0);
      } finally {
        api.Clear();
        core.FS.unlink(INPUT_PATH);
      }
    },
    close: async () => {
      api.End();
      core.destroy(api);
    },
  };
}
