/** A filled form as the engine sees it: from the PDF's text, or as images read by OCR. */
import { layoutDocument } from '../../../../src/engines/documents/layout/layout-document.ts';
import { layoutPage } from '../../../../src/engines/documents/layout/layout-page.ts';
import type { PageLayout } from '../../../../src/engines/documents/layout/model/page-layout.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import { readDocument } from '../../../../src/engines/documents/reading/read-document.ts';
import { degradedPages, layoutOf } from '../evaluation/read-generated.ts';
import { photographedPages } from './photograph.ts';

export type Condition = 'clean' | 'scan' | 'photo';

/** JPEG images of all pages; the same seed gives the same images. */
export const imagesOf = (pdf: Uint8Array, condition: 'scan' | 'photo', seed: number): Promise<Uint8Array[]> =>
  condition === 'scan' ? degradedPages(pdf, seed) : photographedPages(pdf, seed);

export async function layoutOfFilled(pdf: Uint8Array, condition: Condition, seed: number, reader: Reader): Promise<DocumentLayout> {
  if (condition === 'clean') return layoutOf(pdf);
  const pages: PageLayout[] = [];
  for (const image of await imagesOf(pdf, condition, seed))
    await readDocument(image, {
      ocr: reader,
      onPage: (seen) => {
        pages.push(layoutPage(seen, { tables: true, marks: true, figures: true, keyValuePairs: true }));
      },
    });
  return layoutDocument(pages);
}
