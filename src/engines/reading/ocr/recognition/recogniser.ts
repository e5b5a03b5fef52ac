/** Reads pictures of single lines: a network with CTC, of whatever height, channels and alphabet its weights say. */
import type { Picture } from '../../model/page.ts';
import { resize } from '../../images/resize.ts';
import { likeliest } from './beam-search.ts';
import { lettersOf, logarithms } from './ctc.ts';
import type { Letter } from './ctc.ts';
import type { LetterModel } from './letter-model.ts';
import type { SingleOutputNetwork } from '../../../runtime/onnx-session.ts';

/** `scale` pixels of the line make one step. */
export interface LineRead { letters: Letter[]; pixelsPerStep: number }

export interface Recogniser {
  read(lines: readonly Picture[]): Promise<LineRead[]>;
  close(): Promise<void>;
}

export interface RecogniserSettings {
  /** In pixels: lines are scaled to it. */
  height: number;
  channels: 1 | 3;
  /** A pixel goes in as (value / 255 - mean) / deviation. */
  mean: number;
  deviation: number;
  /** Of the classes from 1 on; class 0 is none. */
  characters: readonly string[];
  /** Whether scores are probabilities already. */
  probabilities: boolean;
  /** Lines are made so much wider than they are: below 1 saves time where the network reads narrow letters as well. */
  stretch?: number;
  /** White added above and below, as a share of the height, where the network was trained on lines cut out loosely. */
  margin?: number;
  /** Which letters follow which: asked where the network is not sure. */
  letters?: LetterModel;
}

/** A line all of whose letters are at least so likely needs no look at what they make together. */
const SURE = 0.8;

/** Lines of a batch are filled up to the widest with paper: beyond this share of waste a new batch pays. */
const WASTE = 1.04;
const BATCH_COLUMNS = 6000;
const WIDTH_STEP = 8;
const LEAST_WIDTH = 32;
/** Wider than any line of print that makes sense: what is longer is squeezed. */
const MOST_WIDTH = 4800;
const PAPER = 255;

export function createRecogniser(network: SingleOutputNetwork, settings: RecogniserSettings): Recogniser {
  const { height, channels, mean, deviation, characters, probabilities, stretch = 1, margin = 0, letters: model } = settings;
  const above = Math.round(height * margin / (1 + 2 * margin));
  const inner = height - 2 * above;
  const columnsOf = (line: Picture): number => Math.min(MOST_WIDTH, Math.max(1, Math.round(line.width * inner / line.height * stretch)));
  const widthOf = (line: Picture): number => Math.max(LEAST_WIDTH, Math.ceil(columnsOf(line) / WIDTH_STEP) * WIDTH_STEP);

  const readBatch = async (lines: readonly Picture[], width: number): Promise<LineRead[]> => {
    const area = height * width;
    const data = new Float32Array(lines.length * channels * area).fill((PAPER / 255 - mean) / deviation);
    const scaled = lines.map((line) => resize(line, columnsOf(line), inner));
    scaled.forEach((line, i) => {
      for (let channel = 0; channel < channels; channel++) {
        const start = (i * channels + channel) * area;
        for (let y = 0; y < inner; y++) {
          for (let x = 0; x < line.width; x++) data[start + (y + above) * width + x] = (line.data[y * line.width + x]! / 255 - mean) / deviation;
        }
      }
    });
    const { data: scores, shape } = await network.run({ data, shape: [lines.length, channels, height, width] });
    const [steps, classes] = [shape[1]!, shape[2]!];
    return lines.map((line, i) => ({
      letters: decoded(scores.subarray(i * steps * classes, (i + 1) * steps * classes), steps, classes),
      pixelsPerStep: width / steps * line.width / scaled[i]!.width,
    }));
  };

  const decoded = (scores: Float32Array, steps: number, classes: number): Letter[] => {
    const letters = lettersOf(scores, steps, classes, characters, probabilities);
    return model === undefined || letters.every(({ probability }) => probability >= SURE) ? letters : likeliest(logarithms(scores, steps, classes, probabilities), characters, model);
  };

  return {
    async read(lines) {
      const order = lines.map((line, at) => ({ line, at, width: widthOf(line) })).sort((a, b) => a.width - b.width);
      const results = new Array<LineRead>(lines.length);
      for (let start = 0; start < order.length;) {
        let end = start + 1;
        while (end < order.length && order[end]!.width <= order[start]!.width * WASTE && order[end]!.width * (end + 1 - start) <= BATCH_COLUMNS) end++;
        const batch = order.slice(start, end);
        const reads = await readBatch(batch.map(({ line }) => line), batch.at(-1)!.width);
        batch.forEach(({ at }, i) => { results[at] = reads[i]!; });
        start = end;
      }
      return results;
    },
    close: async () => { await network.close(); },
  };
}
