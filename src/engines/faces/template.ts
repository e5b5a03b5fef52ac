/** What a face is recognised by: the answers of the recognition network to the aligned face and to its mirror image, averaged, which tells persons apart better than either. */
import { CHIP } from './align.ts';
import { TEMPLATE_LENGTH } from './face.ts';
import type { Network } from '../onnx/network.ts';
import type { ColourPicture, Levels } from './picture.ts';
import { asInput, mirrored } from './picture.ts';

export interface RecognitionSettings { levels: Levels; mirror: boolean }

export interface Recognition {
  /** Of a face that is aligned (align.ts). */
  templateOf(chip: ColourPicture): Promise<Float32Array>;
  close(): Promise<void>;
}

export function recognitionOf(network: Network, { levels, mirror }: RecognitionSettings): Recognition {
  return {
    async templateOf(chip) {
      const chips = mirror ? [chip, mirrored(chip)] : [chip];
      const length = 3 * CHIP * CHIP;
      const input = new Float32Array(length * chips.length);
      chips.forEach((one, i) => asInput(one, { left: 0, top: 0, width: CHIP, height: CHIP }, levels, input.subarray(i * length, (i + 1) * length)));
      const [answer] = Object.values(await network.run({ data: input, shape: [chips.length, 3, CHIP, CHIP] }));
      if (answer!.data.length !== TEMPLATE_LENGTH * chips.length) throw new Error(`The recognition network answers ${answer!.data.length / chips.length} numbers a face, not ${TEMPLATE_LENGTH}.`);
      return Float32Array.from({ length: TEMPLATE_LENGTH }, (_, i) => chips.reduce((sum, _chip, n) => sum + answer!.data[n * TEMPLATE_LENGTH + i]!, 0) / chips.length);
    },
    close: async () => { await network.close(); },
  };
}
