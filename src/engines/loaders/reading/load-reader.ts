/** Loads the networks that read images, once per thread. */
import { createDetector } from '../../documents/reading/ocr/detection/detector.ts';
import type { Detector } from '../../documents/reading/ocr/detection/detector.ts';
import { readImage } from '../../documents/reading/ocr/read-image.ts';
import type { Reader, ReaderOptions } from '../../documents/reading/ocr/reader.ts';
import type { Engines } from '../../documents/reading/ocr/recognition/read-lines.ts';
import type { OpenHandReader } from '../../documents/reading/ocr/recognition/read-hands.ts';
import { createRecognizer } from '../../documents/reading/ocr/recognition/recognizer.ts';
import type { Recognizer } from '../../documents/reading/ocr/recognition/recognizer.ts';
import { openNetworkFile } from '../../bindings/onnx-session.ts';
import { findDetector, findRecognizer, shippedDetector, shippedHandReader, shippedRecognizer } from './ocr-weights.ts';
import { createScriptReaders } from './script-readers.ts';

/** What a reader reads with. */
export interface LoadedEngines {
  detector: Detector;
  engines: Engines;
  close(): Promise<void>;
}

export async function loadEngines({ weights }: ReaderOptions = {}): Promise<LoadedEngines> {
  const detectorFile = (weights === undefined ? undefined : findDetector(weights)) ?? shippedDetector();
  const detector = createDetector(await openNetworkFile(detectorFile));
  const given = weights === undefined ? undefined : await findRecognizer(weights);
  const recognizerWeights = given ?? (await shippedRecognizer());
  const recognizer = createRecognizer(await openNetworkFile(recognizerWeights.file), recognizerWeights.settings);
  const scriptReaders = createScriptReaders();
  const handReader = createHandReader();
  return {
    detector,
    engines: {
      recognizer,
      name: given === undefined ? 'own' : 'other',
      openScriptReader: scriptReaders.open,
      // How certain other recognizers are of print is not known.
      ...(given === undefined && { openHandReader: handReader.open }),
    },
    close: async () => {
      await detector.close();
      await recognizer.close();
      await scriptReaders.close();
      await handReader.close();
    },
  };
}

/** The reader of handwriting, loaded when a page needs it. */
function createHandReader(): { open: OpenHandReader; close(): Promise<void> } {
  let opened: Promise<Recognizer | undefined> | undefined;
  const load = async (): Promise<Recognizer | undefined> => {
    const weights = await shippedHandReader();
    return weights === undefined ? undefined : createRecognizer(await openNetworkFile(weights.file), weights.settings);
  };
  return {
    open: async () => await (opened ??= load()),
    close: async () => {
      await (await opened)?.close();
    },
  };
}

export async function loadReader(options: ReaderOptions = {}): Promise<Reader> {
  const { detector, engines, close } = await loadEngines(options);
  return { read: async (image, readOptions) => await readImage(image, detector, engines, readOptions), close };
}
