/** Loads the networks that read images, once per thread. */
import { createDetector } from '../../documents/reading/ocr/detection/detector.ts';
import type { Detector } from '../../documents/reading/ocr/detection/detector.ts';
import { readImage } from '../../documents/reading/ocr/read-image.ts';
import type { Reader, ReaderOptions } from '../../documents/reading/ocr/reader.ts';
import type { Engines } from '../../documents/reading/ocr/recognition/read-lines.ts';
import type { LetterReader } from '../../documents/reading/ocr/recognition/read-more-letters.ts';
import { createRecognizer } from '../../documents/reading/ocr/recognition/recognizer.ts';
import type { Recognizer } from '../../documents/reading/ocr/recognition/recognizer.ts';
import { openThreadedNetworkFile } from '../../bindings/onnx-session.ts';
import { findDetector, findRecognizer, shippedDetector, shippedHandReader, shippedLetterReader, shippedRecognizer } from './ocr-weights.ts';
import type { RecognizerWeights } from './ocr-weights.ts';
import { createScriptReaders } from './script-readers.ts';

/** What a reader reads with. */
export interface LoadedEngines {
  detector: Detector;
  engines: Engines;
  close(): Promise<void>;
}

export async function loadEngines({ weights, threads }: ReaderOptions = {}): Promise<LoadedEngines> {
  const detectorFile = (weights === undefined ? undefined : findDetector(weights)) ?? shippedDetector();
  const detector = createDetector(await openThreadedNetworkFile(detectorFile, threads));
  const given = weights === undefined ? undefined : await findRecognizer(weights);
  const recognizerWeights = given ?? (await shippedRecognizer());
  const recognizer = await openRecognizer(recognizerWeights, threads);
  const scriptReaders = createScriptReaders();
  const letterReader = openedOnce(async () => await loadLetterReader(recognizerWeights, threads));
  const handReader = openedOnce(async () => await loadHandReader(threads));
  return {
    detector,
    engines: {
      recognizer,
      name: given === undefined ? 'own' : 'other',
      openScriptReader: scriptReaders.open,
      // How certain other recognizers are of print is not known.
      ...(given === undefined && {
        openLetterReader: letterReader.open,
        openHandReader: async () => (await handReader.open())?.recognizer,
      }),
    },
    close: async () => {
      await detector.close();
      await recognizer.close();
      await scriptReaders.close();
      await letterReader.close();
      await handReader.close();
    },
  };
}

/** A network that is opened when a page needs it. */
function openedOnce<T extends { recognizer: Recognizer }>(
  load: () => Promise<T | undefined>,
): { open: () => Promise<T | undefined>; close(): Promise<void> } {
  let opened: Promise<T | undefined> | undefined;
  return {
    open: async () => await (opened ??= load()),
    close: async () => {
      await (await opened)?.recognizer.close();
    },
  };
}

async function openRecognizer({ file, settings }: RecognizerWeights, threads?: number): Promise<Recognizer> {
  return createRecognizer(await openThreadedNetworkFile(file, threads), settings);
}

async function loadHandReader(threads?: number): Promise<{ recognizer: Recognizer } | undefined> {
  const weights = await shippedHandReader();
  return weights && { recognizer: await openRecognizer(weights, threads) };
}

/** Without the letter model of the recognizer, which does not know these letters either. */
async function loadLetterReader({ settings: { characters } }: RecognizerWeights, threads?: number): Promise<LetterReader | undefined> {
  const weights = await shippedLetterReader();
  if (weights === undefined) return undefined;
  const known = new Set(characters);
  return {
    recognizer: await openRecognizer(weights, threads),
    letters: new Set(weights.settings.characters.filter((letter) => /\p{L}/u.test(letter) && !known.has(letter))),
  };
}

export async function loadReader(options: ReaderOptions = {}): Promise<Reader> {
  const { detector, engines, close } = await loadEngines(options);
  return { read: async (image, readOptions) => await readImage(image, detector, engines, readOptions), close };
}
