/**
 * The packages that the engines' code and weights come from, with their versions. Weights under weights/ come from development
 * packages.
 */
import { readFileSync } from 'node:fs';

const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'Text recognition': ['onnxruntime-node'],
  'PDF and images': ['@hyzyla/pdfium', 'sharp', 'zxing-wasm'],
  Faces: ['@vladmandic/face-api'],
  'Dates, numbers and units': ['@microsoft/recognizers-text-date-time', '@microsoft/recognizers-text-number-with-unit'],
};

export function engineVersions(): { name: string; version: string }[] {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const versions = { ...manifest.devDependencies, ...manifest.dependencies };
  return Object.entries(PACKAGES).map(([name, packages]) => ({
    name,
    version: packages
      .filter((one) => one in versions)
      .map((one) => `${one} ${versions[one]}`)
      .join(', '),
  }));
}
