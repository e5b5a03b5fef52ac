/** A network of one input and one output, from a file. */
import { readFile } from 'node:fs/promises';
import { openNetwork } from '../../runtime/onnx-session.ts';
import type { Values } from '../../runtime/onnx-session.ts';

export interface Network {
  run(input: Values): Promise<Values>;
  close(): Promise<void>;
}

export async function loadNetwork(file: string): Promise<Network> {
  const { run, close } = await openNetwork(await readFile(file));
  return { run: async (input) => Object.values(await run(input))[0]!, close };
}
