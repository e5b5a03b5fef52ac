/**
 * Face templates: the mean of the recognition network's outputs for the aligned face and its mirror image, which separates persons
 * better than either alone.
 */
import { CHIP_SIDE } from './align.ts';
import { TEMPLATE_LENGTH } from '../face.ts';
import type { Network } from '../../bindings/onnx-session.ts';
import type { RgbImage, Normalization } from '../image.ts';
import { mirror as mirrorImage, writeInput } from '../image.ts';

export interface RecognitionSettings {
  levels: Normalization;
  mirror: boolean;
}

export interface Recognizer {
  /** The template of an aligned face (align.ts). */
  computeTemplate(chip: RgbImage): Promise<Float32Array>;
  close(): Promise<void>;
}

export function createRecognizer(network: Network, { levels, mirror }: RecognitionSettings): Recognizer {
  return {
    async computeTemplate(chip) {
      const chips = mirror ? [chip, mirrorImage(chip)] : [chip];
      const length = 3 * CHIP_SIDE ** 2;
      const whole = { left: 0, top: 0, width: CHIP_SIDE, height: CHIP_SIDE };
      const input = new Float32Array(length * chips.length);
      chips.forEach((image, i) => writeInput(image, whole, levels, input.subarray(i * length, (i + 1) * length)));
      const [answer] = Object.values(await network.run({ data: input, shape: [chips.length, 3, CHIP_SIDE, CHIP_SIDE] }));
      if (answer!.data.length !== TEMPLATE_LENGTH * chips.length)
        throw new Error(
          `The recognition network returns ${answer!.data.length / chips.length} numbers per face; expected ${TEMPLATE_LENGTH}.`,
        );
      return Float32Array.from(
        { length: TEMPLATE_LENGTH },
        (_, i) => chips.reduce((sum, _chip, n) => sum + answer!.data[n * TEMPLATE_LENGTH + i]!, 0) / chips.length,
      );
    },
    close: async () => {
      await network.close();
    },
  };
}
