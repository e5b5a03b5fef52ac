/** Loads the networks and programs that read images, once per thread. */
import { createDetector } from '../../reading/ocr/detection/detector.ts';
import { readImage } from '../../reading/ocr/read-image.ts';
import type { Reader, ReaderOptions } from '../../reading/ocr/reader.ts';
import type { Engines } from '../../reading/ocr/recognition/read-lines.ts';
import { createRecogniser } from '../../reading/ocr/recognition/recogniser.ts';
import { createTesseract } from '../../reading/ocr/recognition/tesseract.ts';
import type { Tesseract } from '../../reading/ocr/recognition/tesseract.ts';
import { openNetworkFile } from '../onnx-session.ts';
import { hasNativeTesseract, nativeTesseract } from '../tesseract-native.ts';
import { loadTesseractWasm } from '../tesseract-wasm.ts';
import { findDetector, findRecogniser, shippedDetector, shippedRecogniser } from './ocr-weights.ts';
import { createScriptReaders } from './script-readers.ts';

export async function loadReader({ weights, tesseract: build = 'auto' }: ReaderOptions = {}): Promise<Reader> {
  const detectorWeights = (weights === undefined ? undefined : await findDetector(weights)) ?? shippedDetector();
  const detector = createDetector(await openNetworkFile(detectorWeights.file), detectorWeights.settings);
  const given = weights === undefined ? undefined : await findRecogniser(weights);
  const recogniserWeights = given ?? (await shippedRecogniser());
  const recogniser = createRecogniser(await openNetworkFile(recogniserWeights.file), recogniserWeights.settings);
  const tesseract = await loadTesseract(build);
  const scriptReaders = createScriptReaders();
  const engines: Engines = {
    recogniser,
    name: given === undefined ? 'own' : 'other',
    tesseract,
    openScriptReader: scriptReaders.open,
  };
  return {
    read: async (image, options) => await readImage(image, detector, engines, options),
    close: async () => {
      await detector.close();
      await recogniser.close();
      await tesseract?.close();
      await scriptReaders.close();
    },
  };
}

/** `auto` is the installed program where there is one, else the WASM build. */
export async function loadTesseract(build: 'auto' | 'native' | 'wasm'): Promise<Tesseract>;
export async function loadTesseract(build: NonNullable<ReaderOptions['tesseract']>): Promise<Tesseract | undefined>;
export async function loadTesseract(build: NonNullable<ReaderOptions['tesseract']>): Promise<Tesseract | undefined> {
  if (build === 'none') return undefined;
  return createTesseract(build === 'native' || (build === 'auto' && hasNativeTesseract()) ? nativeTesseract : await loadTesseractWasm());
}
