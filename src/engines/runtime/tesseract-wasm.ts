/** Tesseract as WebAssembly, in this thread, with the English data of its package; nothing is fetched. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { greyMap, wordsOf } from '../reading/ocr/recognition/tesseract.ts';
import type { Tesseract } from '../reading/ocr/recognition/tesseract.ts';

/** As much of the build's interface as is used. */
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

const ofPackage = createRequire(import.meta.url);
const LSTM_ONLY = 1;
/** Where this build looks for the picture. */
const INPUT = '/input';
const DATA = '4.0.0_best_int';
const MOST_BYTES = 64 * 2 ** 20;

/** A module of one function that adds vectors: valid where vectors are known. */
const VECTORS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

const { WebAssembly: machine } = globalThis as unknown as { WebAssembly: { validate(bytes: Uint8Array): boolean } };

export async function wasmTesseract(): Promise<Tesseract> {
  const build = machine.validate(VECTORS) ? 'tesseract-core-simd-lstm' : 'tesseract-core-lstm';
  const load = ofPackage(`tesseract.js-core/${build}.js`) as (settings: object) => Promise<Core>;
  const quiet = (): void => {};
  const core = await load({ print: quiet, printErr: quiet });
  const data = join(dirname(ofPackage.resolve('@tesseract.js-data/eng/package.json')), DATA, 'eng.traineddata.gz');
  core.FS.writeFile('/eng.traineddata', gunzipSync(await readFile(data), { maxOutputLength: MOST_BYTES }));
  const api = new core.TessBaseAPI();
  if (api.Init('/', 'eng', LSTM_ONLY) !== 0) throw new Error('Tesseract does not take its English data.');
  core.FS.unlink('/eng.traineddata');
  return {
    async read(picture, mode) {
      api.SetPageSegMode(mode);
      core.FS.writeFile(INPUT, greyMap(picture));
      try {
        if (api.SetImageFile(1, 0) === 1) throw new Error('Tesseract does not take the picture.');
        api.Recognize(null);
        return wordsOf(api.GetTSVText(0));
      } finally {
        api.Clear();
        core.FS.unlink(INPUT);
      }
    },
    close: async () => {
      api.End();
      core.destroy(api);
    },
  };
}
