/**
 * The networks of the package as ONNX: converted when they are first asked for and kept beside the packages, where that can be
 * written to. A kept file names what it was made from and by which conversion, and carries a checksum; one that does not fit is made anew.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { detectorNetwork, landmarkNetwork, recognitionNetwork } from './convert.ts';

const CONVERSIONS = { detector: detectorNetwork, landmarks: landmarkNetwork, recognition: () => recognitionNetwork(HALF) };

/** To be raised when a conversion changes. */
const VERSION = 1;
/** Half precision pays where the processor calculates with it; others would turn it into single precision at every step. */
const HALF = process.arch === 'arm64';
const CHECKSUM_BYTES = 32;

export function cacheFolder(): string {
  const packages = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'))));
  return join(packages, '.cache', 'perennial', 'faces');
}

export async function convertedNetwork(name: keyof typeof CONVERSIONS, folder = cacheFolder()): Promise<Uint8Array> {
  const file = join(folder, `${name}-${VERSION}${HALF ? '-half' : ''}.onnx`);
  const kept = await readKept(file);
  if (kept !== undefined) return kept;
  const network = CONVERSIONS[name]();
  await keep(file, network);
  return network;
}

async function readKept(file: string): Promise<Uint8Array | undefined> {
  try {
    const bytes = await readFile(file);
    const network = bytes.subarray(0, -CHECKSUM_BYTES);
    return checksum(network).equals(bytes.subarray(-CHECKSUM_BYTES)) ? network : undefined;
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem) return undefined;
    throw problem;
  }
}

/** Under another name first, so that no process reads half of it. An installation that cannot be written to goes without. */
async function keep(file: string, network: Uint8Array): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(unfinished, Buffer.concat([network, checksum(network)]));
    await rename(unfinished, file);
  } catch (problem) {
    if (!(problem instanceof Error && 'code' in problem)) throw problem;
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

function checksum(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
