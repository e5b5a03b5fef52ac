/** Tesseract alone, as people would use it: the program where it is installed, otherwise its WASM build. */
import { hasNativeTesseract, nativeTesseract } from '../../src/engines/reading/ocr/tesseract-native.ts';
import { wasmTesseract } from '../../src/engines/reading/ocr/tesseract-wasm.ts';
import type { Tesseract } from '../../src/engines/reading/ocr/tesseract.ts';

export async function peerTesseract(): Promise<Tesseract> {
  return hasNativeTesseract() ? nativeTesseract() : await wasmTesseract();
}
