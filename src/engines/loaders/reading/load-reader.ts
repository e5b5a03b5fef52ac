/** Loads the networks that read images, once per thread. */
import { createDetector } from '../../documents/reading/ocr/detection/detector.ts';
import { readImage } from '../../documents/reading/ocr/read-image.ts';
import type { Reader, ReaderOptions } from '../../documents/reading/ocr/reader.ts';
import type { Engines } from '../../documents/reading/ocr/recognition/read-lines.ts';
import { createRecogniser } from '../../documents/reading/ocr/recognition/recogniser.ts';
import { openNetworkFile } from '../../bindings/onnx-session.ts';
import { findDetector, findRecogniser, shippedDetector, shippedRecogniser } from './ocr-weights.ts';
import { createScriptReaders } from './script-readers.ts';

export async function loadReader({ weights }: ReaderOptions = {}): Promise<Reader> {
  const detectorFile = (weights === undefined ? undefined : findDetector(weights)) ?? shippedDetector();
  const detector = createDetector(await openNetworkFile(detectorFile));
  const given = weights === undefined ? undefined : await findRecogniser(weights);
  const recogniserWeights = given ?? (await shippedRecogniser());
  const recogniser = createRecogniser(await openNetworkFile(recogniserWeights.file), recogniserWeights.settings);
  const scriptReaders = createScriptReaders();
  const engines: Engines = {
    recogniser,
    name: given === undefined ? 'own' : 'other',
    openScriptReader: scriptReaders.open,
  };
  return {
    read: async (image, options) => await readImage(image, detector, engines, options),
    close: async () => {
      await detector.close();
      await recogniser.close();
      await scriptReaders.close();
    },
  };
}
