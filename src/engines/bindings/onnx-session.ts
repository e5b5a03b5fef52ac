/** Networks on the ONNX runtime: one thread, one run after another. */
import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-node';
import { insideNativeCode } from '../../workers/native-calls.ts';

export interface Tensor {
  data: Float32Array;
  shape: readonly number[];
}

export interface IntegerTensor {
  data: BigInt64Array;
  shape: readonly number[];
}

/** A network with one input; its outputs by name. */
export interface Network {
  run(input: Tensor | IntegerTensor): Promise<Readonly<Record<string, Tensor>>>;
  close(): Promise<void>;
}

/** A network with one input and one output. */
export interface SingleOutputNetwork {
  run(input: Tensor): Promise<Tensor>;
  close(): Promise<void>;
}

export async function openNetwork(bytes: Uint8Array): Promise<Network> {
  // Input sizes differ from image to image, and the runtime would keep a memory plan for each of them.
  const session = await insideNativeCode(() =>
    InferenceSession.create(bytes, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      enableMemPattern: false,
      logSeverityLevel: 3,
    }),
  );
  const [input] = session.inputNames;
  return {
    async run({ data, shape }) {
      const results = await insideNativeCode(() => session.run({ [input!]: toOnnx(data, shape) }));
      return Object.fromEntries(
        Object.entries(results).map(([name, { data: values, dims }]) => [name, { data: values as Float32Array, shape: dims }]),
      );
    },
    close: async () => {
      await insideNativeCode(() => session.release());
    },
  };
}

function toOnnx(data: Float32Array | BigInt64Array, shape: readonly number[]): OnnxTensor {
  return data instanceof BigInt64Array ? new OnnxTensor('int64', data, shape) : new OnnxTensor('float32', data, shape);
}

export async function openNetworkFile(file: string): Promise<SingleOutputNetwork> {
  const { run, close } = await openNetwork(await readFile(file));
  return { run: async (input) => Object.values(await run(input))[0]!, close };
}
