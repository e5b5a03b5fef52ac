/** Decodes HEIC images (HEIF with HEVC compression, as phones write them) with libheif's WebAssembly build. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** RGBA bytes, row by row, rotated and mirrored as displayed. */
export interface DecodedImage {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(target: DecodedImage, done: (result: DecodedImage | null) => void): void;
  free(): void;
}

interface Heif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

let heif: Heif | undefined;

/** The main image; `checkSize` is called before pixels are decoded and may throw. */
export async function decodeHeic(bytes: Uint8Array, checkSize: (width: number, height: number) => void): Promise<DecodedImage> {
  heif ??= await loadHeif();
  try {
    const images = new heif.HeifDecoder().decode(bytes);
    const image = images.find((one) => one.is_primary()) ?? images[0];
    if (image === undefined) throw new Error('The file has no image.');
    const [width, height] = [image.get_width(), image.get_height()];
    checkSize(width, height);
    const target = { width, height, data: new Uint8ClampedArray(width * height * 4) };
    await new Promise<void>((resolve, reject) => {
      image.display(target, (result) => {
        if (result === null) reject(new Error('The image cannot be decoded.'));
        else resolve();
      });
    });
    for (const each of images) each.free();
    return target;
  } catch (error) {
    heif = undefined; // a damaged file may leave the module damaged
    throw error;
  }
}

async function loadHeif(): Promise<Heif> {
  // Its types describe the module that the call returns, without what is added in JavaScript.
  const { default: open } = (await import('libheif-js/libheif-wasm/libheif.js')) as unknown as { default: (options: object) => Heif };
  return open({ wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm'))) });
}
