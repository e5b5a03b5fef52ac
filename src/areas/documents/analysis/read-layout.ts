/** A file as a layout, read page by page in the process that this runs in. */
import type { InkMap } from '../../../engines/forms/ink.ts';
import { inkMapOf } from '../../../engines/forms/ink.ts';
import { layoutDocument, layoutFlow, layoutPage } from '../../../engines/layout/layout.ts';
import type { PageLayout } from '../../../engines/layout/page-layout.ts';
import type { DocumentLayout } from '../../../engines/layout/structure.ts';
import { loadReader } from '../../../engines/reading/ocr/load.ts';
import type { Reader, ReaderOptions } from '../../../engines/reading/ocr/reader.ts';
import { readDocument } from '../../../engines/reading/read.ts';
import type { Plan } from './options.ts';

/** As the operator has set it. */
export interface HowToRead { weights?: string; tesseract: NonNullable<ReaderOptions['tesseract']> }

export interface LayOutOptions {
  pages?: string;
  plan: Pick<Plan, 'layout' | 'barcodes'>;
  reading: HowToRead;
  /** Whether it is kept where pages are dark. */
  ink?: boolean;
}

/** Throws `UnreadableFile` and `PageRangeProblem`. */
export async function laidOut(bytes: Uint8Array, { pages, plan, reading, ink: wanted = false }: LayOutOptions, progress: (done: number) => void): Promise<{ layout: DocumentLayout; ink: (InkMap | undefined)[] }> {
  const laid: PageLayout[] = [];
  const ink: (InkMap | undefined)[] = [];
  const { flow } = await readDocument(bytes, {
    ...pages !== undefined && { pages }, ocr: readerFor(reading), features: { barcodes: plan.barcodes, handwriting: true, pictures: wanted },
    onPage: (seen, { done, of }) => {
      laid.push(layoutPage(seen, plan.layout));
      if (wanted) ink.push(inkMapOf(seen));
      progress(done / of);
    },
  });
  return { layout: flow ? layoutFlow(flow) : layoutDocument(laid), ink };
}

/** Readers of a process stay loaded; a document that needs none loads none. */
let loaded: { key: string; reader: Promise<Reader> } | undefined;

function readerFor({ weights, tesseract }: HowToRead): Reader {
  const options: ReaderOptions = { ...weights !== undefined && { weights }, tesseract };
  const key = JSON.stringify(options);
  const reader = (): Promise<Reader> => (loaded?.key === key ? loaded : loaded = { key, reader: loadReader(options) }).reader;
  return { read: async (picture, wanted) => await (await reader()).read(picture, wanted), close: () => Promise.resolve() };
}
