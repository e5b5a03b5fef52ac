/** The real documents of the data folder: files of `document/real` and `document/prebuilt`, with expected values where there are some. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GrayImage, PageWithImage } from '../../../src/engines/documents/reading/model/page.ts';
import type { Reader } from '../../../src/engines/documents/reading/ocr/reader.ts';
import { readDocument } from '../../../src/engines/documents/reading/read-document.ts';
import { expectedValues } from '../../training/documents/evaluation/value-search.ts';
import type { ExpectedValue } from '../../training/documents/evaluation/value-search.ts';

export interface RealDocument {
  name: string;
  kind: string;
  bytes: Uint8Array;
  /** Empty if nobody has read the document. */
  values: ExpectedValue[];
}

const FOLDERS = ['real', 'prebuilt'];
const KINDS: Readonly<Record<string, string>> = {
  'prebuilt-invoice': 'invoice',
  'prebuilt-receipt': 'receipt',
  'prebuilt-idDocument': 'id',
  'prebuilt-businessCard': 'business card',
  'prebuilt-healthInsuranceCard.us': 'health card',
  'prebuilt-contract': 'contract',
  'prebuilt-tax.us.w2': 'W-2',
  'prebuilt-tax.us.1098T': '1098-T',
};
export const UNKNOWN_KIND = 'others, without values';

/** Sorted by kind; empty if the data folder does not contain them. */
export function readRealDocuments(data: string): RealDocument[] {
  return FOLDERS.map((name) => join(data, 'document', name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => {
      const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<string, { model: string; fields: object }>;
      return readdirSync(folder)
        .filter((file) => /\.(?:pdf|png|jpe?g)$/.test(file))
        .map((name): RealDocument => {
          const truth = expected[name];
          return {
            name,
            kind: truth === undefined ? UNKNOWN_KIND : (KINDS[truth.model] ?? truth.model),
            bytes: readFileSync(join(folder, name)),
            values: expectedValues(truth?.fields),
          };
        });
    })
    .sort((one, other) => Number(one.kind === UNKNOWN_KIND) - Number(other.kind === UNKNOWN_KIND) || one.kind.localeCompare(other.kind));
}

/** Without a reader, pages have an image and the text of the file only. */
export async function readPages(bytes: Uint8Array, ocr?: Reader, images = false): Promise<PageWithImage[]> {
  const pages: PageWithImage[] = [];
  await readDocument(bytes, {
    ...(ocr !== undefined && { ocr }),
    features: { images },
    onPage: (page) => {
      pages.push(page);
    },
  });
  return pages;
}

export async function readPageImages(bytes: Uint8Array): Promise<GrayImage[]> {
  return (await readPages(bytes, undefined, true)).map(({ image }) => image!);
}
