/** Smaller ones are collected soon enough. */
const MIN_BYTES = 16 * 1024;

/**
 * Frees the memory of a large buffer that is no longer needed, unless others share it: left to the garbage collector, bodies of 200 KB
 * make it stop the event loop for 10 ms up to ten times a second.
 */
export function free({ buffer, length }: Uint8Array): void {
  if (length >= MIN_BYTES && buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}
