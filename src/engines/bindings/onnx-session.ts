/** Networks on the ONNX runtime: one run after another, in one thread unless cores are idle. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-node';
import { insideNativeCode } from '../../workers/native-calls.ts';
import { idleCores } from './idle-cores.ts';

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

export async function openNetwork(bytes: Uint8Array, threads = 1): Promise<Network> {
  // Input sizes differ from image to image, and the runtime would keep a memory plan for each of them.
  const session = await insideNativeCode(() =>
    InferenceSession.create(bytes, {
      intraOpNumThreads: threads,
      // Threads that wait for work by spinning would take the cores of others.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
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

/** More help little with networks as small as these. */
const MAX_THREADS = 4;

/**
 * A network that runs in several threads while as many cores are idle, which shortens the wait for a page. The threads
 * share out whole rows and channels: the results are the same bits.
 */
export async function openThreadedNetworkFile(file: string, maxThreads = MAX_THREADS): Promise<SingleOutputNetwork> {
  const bytes = await readFile(file);
  const single = await openNetwork(bytes);
  const threads = Math.min(maxThreads, availableParallelism());
  let threaded: Promise<Network> | undefined;
  return {
    async run(input) {
      const isIdle = threads > 1 && idleCores() >= threads - 1;
      const network = isIdle ? await (threaded ??= openNetwork(bytes, threads)) : single;
      return Object.values(await network.run(input))[0]!;
    },
    async close() {
      await single.close();
      await (await threaded)?.close();
    },
  };
}
