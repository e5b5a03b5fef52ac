/** A network on the ONNX runtime: one thread, one run after the other. */
import { InferenceSession, Tensor } from 'onnxruntime-node';

export interface Values { data: Float32Array; shape: readonly number[] }

/** A network of one input; its outputs by name. */
export interface Network {
  run(input: Values): Promise<Readonly<Record<string, Values>>>;
  close(): Promise<void>;
}

export async function openNetwork(bytes: Uint8Array): Promise<Network> {
  // Sizes differ from picture to picture and page to page: plans of memory for each of them would be kept for good.
  const session = await InferenceSession.create(bytes, { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential', enableMemPattern: false, logSeverityLevel: 3 });
  const [input] = session.inputNames;
  return {
    async run({ data, shape }) {
      const results = await session.run({ [input!]: new Tensor('float32', data, shape) });
      return Object.fromEntries(Object.entries(results).map(([name, { data: values, dims }]) => [name, { data: values as Float32Array, shape: dims }]));
    },
    close: async () => { await session.release(); },
  };
}
