/** Reads images of single lines with a CTC network, whose settings come with its weights. */
import type { GrayImage } from '../../model/page.ts';
import { stretchContrast } from '../../images/illumination.ts';
import { resize } from '../../images/resize.ts';
import { alphabetOf, rarity, wordsToRestrict } from './alphabets.ts';
import type { Alphabet } from './alphabets.ts';
import { beamSearch } from './beam-search.ts';
import type { LanguageWeights } from './beam-search.ts';
import { decodeGreedy, excludeClasses, highestProbability, logProbabilities, poolClasses } from './ctc.ts';
import type { Letter } from './ctc.ts';
import type { LetterModel } from './letter-model.ts';
import { resolveLookalikes } from './lookalikes.ts';
import type { SingleOutputNetwork } from '../../../../bindings/onnx-session.ts';

/** One step of the network covers `pixelsPerStep` pixels of the line. */
export interface LineReading {
  letters: Letter[];
  /** What the network sees without its letter model. */
  plain?: Letter[];
  pixelsPerStep: number;
  /** Only with `RecognizerOptions.alphabet`: for each step the probabilities of the blank and of the characters of the alphabet. */
  steps?: Float32Array[];
}

export interface RecognizerOptions {
  /**
   * Reads these characters and no others: the first of each entry, to which the probabilities of the rest of the entry are
   * added. The letter model is not used.
   */
  alphabet?: readonly string[];
}

export interface Recognizer {
  read(lines: readonly GrayImage[], options?: RecognizerOptions): Promise<LineReading[]>;
  close(): Promise<void>;
}

export interface RecognizerSettings {
  /** Lines are scaled to this height in pixels. */
  height: number;
  channels: 1 | 3;
  /** The input is (value / 255 - mean) / deviation. */
  mean: number;
  deviation: number;
  /** Of the classes from 1 on; class 0 is the blank. */
  characters: readonly string[];
  /** Whether the output has gone through a softmax. */
  probabilities: boolean;
  /** Horizontal scale: below 1 saves time if the network can read narrow letters. */
  stretch?: number;
  /** White added above and below, as a share of the height, if the network was trained on loosely cropped lines. */
  margin?: number;
  /** Whether the gray values of each line are stretched from its ink to its paper first. */
  contrast?: boolean;
  /** Used where the network is uncertain. */
  letters?: LetterModel;
  language?: LanguageWeights;
  /** If all letters of a line are at least this probable, the letter model is not used. */
  certain?: number;
}

/** Lines of a batch are padded to the widest; beyond this ratio a new batch is cheaper. */
const MAX_BATCH_WIDTH_RATIO = 1.04;
const BATCH_COLUMNS = 6000;
const WIDTH_STEP = 8;
const MIN_WIDTH = 32;
/** Longer lines are squeezed to this width. */
const MAX_WIDTH = 4800;
const PAPER = 255;

export function createRecognizer(network: SingleOutputNetwork, settings: RecognizerSettings): Recognizer {
  const {
    height,
    channels,
    mean,
    deviation,
    characters,
    probabilities,
    stretch = 1,
    margin = 0,
    contrast = false,
    letters: model,
    language,
    certain = 0.8,
  } = settings;
  const above = Math.round((height * margin) / (1 + 2 * margin));
  const inner = height - 2 * above;
  const scaledWidth = (line: GrayImage): number =>
    Math.min(MAX_WIDTH, Math.max(1, Math.round(((line.width * inner) / line.height) * stretch)));
  const alphabets = characters.map(alphabetOf);
  const otherThan = (alphabet: Alphabet): number[] => alphabets.flatMap((own, i) => (own === undefined || own === alphabet ? [] : [i + 1]));
  // Penalties are differences of logits; networks that output probabilities get none.
  const rarities = Float64Array.from([0, ...characters.map((character) => (probabilities ? 0 : rarity(character)))]);
  const rare = Int32Array.from(rarities.keys()).filter((one) => rarities[one]! > 0);
  const inputs = Float32Array.from({ length: PAPER + 1 }, (_, value) => (value / PAPER - mean) / deviation);
  const excludedBy = { latin: otherThan('latin'), greek: otherThan('greek'), cyrillic: otherThan('cyrillic') };
  const paddedWidth = (line: GrayImage): number => Math.max(MIN_WIDTH, Math.ceil(scaledWidth(line) / WIDTH_STEP) * WIDTH_STEP);

  const readBatch = async (lines: readonly GrayImage[], width: number, alphabet: readonly string[] | undefined): Promise<LineReading[]> => {
    const area = height * width;
    const data = new Float32Array(lines.length * channels * area).fill(inputs[PAPER]!);
    const scaled = lines.map((line) => resize(contrast ? stretchContrast(line) : line, scaledWidth(line), inner));
    scaled.forEach((line, i) => {
      for (let channel = 0; channel < channels; channel++) {
        const start = (i * channels + channel) * area;
        for (let y = 0; y < inner; y++) {
          const [from, to] = [y * line.width, start + (y + above) * width];
          for (let x = 0; x < line.width; x++) data[to + x] = inputs[line.data[from + x]!]!;
        }
      }
    });
    const { data: scores, shape } = await network.run({ data, shape: [lines.length, channels, height, width] });
    const [steps, classes] = [shape[1]!, shape[2]!];
    return lines.map((line, i) => {
      const own = scores.subarray(i * steps * classes, (i + 1) * steps * classes);
      const pixelsPerStep = ((width / steps) * line.width) / scaled[i]!.width;
      return alphabet === undefined
        ? { ...decode(own, steps, classes), pixelsPerStep }
        : { ...decodeAlphabet(own, steps, classes, alphabet), pixelsPerStep };
    });
  };

  const decodeAlphabet = (
    scores: Float32Array,
    steps: number,
    classes: number,
    alphabet: readonly string[],
  ): Pick<LineReading, 'letters' | 'steps'> => {
    const pooled = poolClasses(logProbabilities(scores, steps, classes, probabilities), characters, alphabet);
    const flat = Float32Array.from(pooled.flatMap((step) => [...step]));
    const texts = alphabet.map((entry) => [...entry][0]!);
    return { letters: decodeGreedy(flat, steps, texts.length + 1, texts, true), steps: pooled };
  };

  const decode = (scores: Float32Array, steps: number, classes: number): Pick<LineReading, 'letters' | 'plain'> => {
    for (let row = 0; row < steps * classes; row += classes) for (const one of rare) scores[row + one]! -= rarities[one]!;
    let { letters, plain } = decodeOnce(scores, steps, classes);
    const restricted = wordsToRestrict(letters);
    if (restricted.length > 0) {
      for (const { from, to, alphabet } of restricted) excludeClasses(scores, classes, from, to, excludedBy[alphabet]);
      ({ letters, plain } = decodeOnce(scores, steps, classes));
    }
    const resolved = resolveLookalikes(letters, ({ from, to }, character) => {
      const one = characters.indexOf(character) + 1;
      return one === 0 ? 0 : highestProbability(scores, classes, from, to, one, probabilities);
    });
    return { letters: resolved, plain };
  };

  const decodeOnce = (scores: Float32Array, steps: number, classes: number): { letters: Letter[]; plain: Letter[] } => {
    const plain = decodeGreedy(scores, steps, classes, characters, probabilities);
    const isCertain = model === undefined || plain.every(({ probability }) => probability >= certain);
    return {
      plain,
      letters: isCertain ? plain : beamSearch(logProbabilities(scores, steps, classes, probabilities), characters, model, language),
    };
  };

  return {
    async read(lines, { alphabet } = {}) {
      const order = lines.map((line, at) => ({ line, at, width: paddedWidth(line) })).sort((a, b) => a.width - b.width);
      const results = new Array<LineReading>(lines.length);
      for (let start = 0; start < order.length;) {
        let end = start + 1;
        while (
          end < order.length &&
          order[end]!.width <= order[start]!.width * MAX_BATCH_WIDTH_RATIO &&
          order[end]!.width * (end + 1 - start) <= BATCH_COLUMNS
        )
          end++;
        const batch = order.slice(start, end);
        const reads = await readBatch(
          batch.map(({ line }) => line),
          batch.at(-1)!.width,
          alphabet,
        );
        batch.forEach(({ at }, i) => {
          results[at] = reads[i]!;
        });
        start = end;
      }
      return results;
    },
    close: async () => {
      await network.close();
    },
  };
}
