/** A file as a layout, read page by page in the process that this runs in. */
import type { InkMap } from '../../../engines/forms/ink.ts';
import { inkMapOf } from '../../../engines/forms/ink.ts';
import { layoutDocument } from '../../../engines/layout/layout-document.ts';
import { layoutFlow } from '../../../engines/layout/layout-flow.ts';
import { layoutPage } from '../../../engines/layout/layout-page.ts';
import type { PageLayout } from '../../../engines/layout/model/page-layout.ts';
import type { DocumentLayout } from '../../../engines/layout/model/structure.ts';
import { loadReader } from '../../../engines/runtime/reading/load-reader.ts';
import type { Reader, ReaderOptions } from '../../../engines/reading/ocr/reader.ts';
import { readDocument } from '../../../engines/reading/read-document.ts';
import type { AnalysisPlan } from './options.ts';

/** As the operator has set it. */
export interface ReaderConfig { weights?: string; tesseract: NonNullable<ReaderOptions['tesseract']> }

export interface LayoutOptions {
  pages?: string;
  plan: Pick<AnalysisPlan, 'layout' | 'barcodes' | 'fine'>;
  reading: ReaderConfig;
  /** Whether it is kept where pages are dark. */
  ink?: boolean;
}

/** Throws `UnreadableFile` and `PageRangeProblem`. */
export async function readLayout(bytes: Uint8Array, { pages, plan, reading, ink: wanted = false }: LayoutOptions, progress: (done: number) => void): Promise<{ layout: DocumentLayout; ink: (InkMap | undefined)[] }> {
  const laid: PageLayout[] = [];
  const ink: (InkMap | undefined)[] = [];
  const { flow } = await readDocument(bytes, {
    ...pages !== undefined && { pages }, ocr: readerFor(reading), features: { barcodes: plan.barcodes, fine: plan.fine, handwriting: true, pictures: wanted },
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

function readerFor({ weights, tesseract }: ReaderConfig): Reader {
  const options: ReaderOptions = { ...weights !== undefined && { weights }, tesseract };
  const key = JSON.stringify(options);
  const reader = (): Promise<Reader> => (loaded?.key === key ? loaded : loaded = { key, reader: loadReader(options) }).reader;
  return { read: async (picture, wanted) => await (await reader()).read(picture, wanted), close: () => Promise.resolve() };
}
