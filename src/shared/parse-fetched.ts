/** Parses content that was fetched for an account: large content in a thread, so that no other account waits. */
import type { Pool } from '../kernel/ports/workers.ts';

const SMALL_BYTES = 16 * 1024;

export interface ParseTask<T> {
  account: string;
  /** A function of the module, under its own name. */
  parse: (content: Uint8Array) => T;
  module: URL;
  signal?: AbortSignal;
}

export async function parseFetched<T>(
  content: Uint8Array,
  { account, parse, module, signal }: ParseTask<T>,
  threads: Pick<Pool, 'run'>,
): Promise<T> {
  if (content.length <= SMALL_BYTES) return parse(content);
  const transfer = [content.buffer as ArrayBuffer];
  return await threads.run<T>({ account, module, function: parse.name, input: content, transfer, ...(signal && { signal }) });
}
