/** A network on the ONNX runtime: one thread, one run after the other. */
import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';

export interface Values { data: Float32Array; shape: readonly number[] }

/** A network of one input and one output. */
export interface Network {
  run(input: Values): Promise<Values>;
  close(): Promise<void>;
}

export async function loadNetwork(file: string): Promise<Network> {
  // Sizes differ from page to page: plans of memory for each of them would be kept for good.
  const session = await InferenceSession.create(await readFile(file), { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential', enableMemPattern: false, logSeverityLevel: 3 });
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
  return {
    async run({ data, shape }) {
      const given = new Tensor('float32', data, shape);
      const { [output]: result } = await session.run({ [input]: given });
      return { data: result!.data as Float32Array, shape: result!.dims };
    },
    close: async () => { await session.release(); },
  };
}
