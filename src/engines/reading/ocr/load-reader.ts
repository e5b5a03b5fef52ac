/** Loads the engines that pictures are read with, once a thread. */
import { detectorOf } from './detection/detector.ts';
import type { Engines } from './recognition/read-lines.ts';
import { loadNetwork } from './network.ts';
import { readPicture } from './read-image.ts';
import type { Reader, ReaderOptions } from './reader.ts';
import { recogniserOf } from './recognition/recogniser.ts';
import { hasNativeTesseract, nativeTesseract } from '../../runtime/tesseract-native.ts';
import { wasmTesseract } from '../../runtime/tesseract-wasm.ts';
import type { Tesseract } from './recognition/tesseract.ts';
import { detectorIn, recogniserIn, shippedDetector, shippedRecogniser, shippedRecognisers } from './weights/ocr-weights.ts';

export async function loadReader({ weights, recogniser: wanted, tesseract: second = 'auto' }: ReaderOptions = {}): Promise<Reader> {
  const forDetector = (weights === undefined ? undefined : await detectorIn(weights)) ?? shippedDetector();
  const detector = detectorOf(await loadNetwork(forDetector.file), forDetector.settings);
  const given = weights === undefined ? undefined : await recogniserIn(weights);
  const shipped = wanted ?? shippedRecognisers()[0]!;
  const forRecogniser = given ?? await shippedRecogniser(shipped);
  const recogniser = recogniserOf(await loadNetwork(forRecogniser.file), forRecogniser.settings);
  const tesseract = await secondEngine(second);
  const engines: Engines = { recogniser, name: given === undefined ? shipped : 'other', tesseract };
  return {
    read: async (picture, options) => await readPicture(picture, detector, engines, options),
    close: async () => {
      await detector.close();
      await recogniser.close();
      await tesseract?.close();
    },
  };
}

async function secondEngine(which: 'native' | 'wasm' | 'none' | 'auto'): Promise<Tesseract | undefined> {
  if (which === 'none') return undefined;
  return which === 'native' || (which === 'auto' && hasNativeTesseract()) ? nativeTesseract() : await wasmTesseract();
}
