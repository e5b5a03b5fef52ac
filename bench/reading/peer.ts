/** Tesseract alone, as people would use it: the program where it is installed, otherwise its WASM build. */
import { hasNativeTesseract, nativeTesseract } from '../../src/engines/runtime/tesseract-native.ts';
import { wasmTesseract } from '../../src/engines/runtime/tesseract-wasm.ts';
import type { Tesseract } from '../../src/engines/reading/ocr/recognition/tesseract.ts';

export async function peerTesseract(): Promise<Tesseract> {
  return hasNativeTesseract() ? nativeTesseract() : await wasmTesseract();
}
