/** Reads a file page by page, in the current process, into a layout. */
import { buildInkMap } from '../../../engines/forms/signatures/ink-map.ts';
import type { InkMap } from '../../../engines/forms/signatures/ink-map.ts';
import { layoutDocument } from '../../../engines/layout/layout-document.ts';
import { layoutFlow } from '../../../engines/layout/layout-flow.ts';
import { layoutPage } from '../../../engines/layout/layout-page.ts';
import type { PageLayout } from '../../../engines/layout/model/page-layout.ts';
import type { DocumentLayout } from '../../../engines/layout/model/structure.ts';
import type { Reader, ReaderOptions } from '../../../engines/reading/ocr/reader.ts';
import { readDocument } from '../../../engines/reading/read-document.ts';
import { loadReader } from '../../../engines/runtime/reading/load-reader.ts';
import type { AnalysisPlan } from '../model.ts';

/** As configured by the operator. */
export interface ReaderConfig {
  weights?: string;
  tesseract: NonNullable<ReaderOptions['tesseract']>;
}

export type LayoutPlan = Pick<AnalysisPlan, 'layout' | 'barcodes' | 'highResolution'>;

/** Text and selection marks only: what classifiers and training need. */
export const FORM_LAYOUT: LayoutPlan = {
  layout: { tables: false, marks: true, figures: false, keyValuePairs: false },
  barcodes: false,
  highResolution: false,
};

export interface LayoutOptions {
  pages?: string;
  plan: LayoutPlan;
  reading: ReaderConfig;
  /** Whether to return the dark areas of pages, which signatures are found by. */
  ink?: boolean;
}

/** Throws `UnreadableFile` and `PageRangeError`. */
export async function readLayout(
  bytes: Uint8Array,
  { pages, plan, reading, ink: needsInk = false }: LayoutOptions,
  progress: (done: number) => void,
  ocr: Reader = lazyReader(reading),
): Promise<{ layout: DocumentLayout; ink: (InkMap | undefined)[] }> {
  const pageLayouts: PageLayout[] = [];
  const ink: (InkMap | undefined)[] = [];
  const { flow } = await readDocument(bytes, {
    ...(pages !== undefined && { pages }),
    ocr,
    features: { barcodes: plan.barcodes, highResolution: plan.highResolution, handwriting: true, images: needsInk },
    onPage: (page, { done, of }) => {
      pageLayouts.push(layoutPage(page, plan.layout));
      if (needsInk) ink.push(buildInkMap(page));
      progress(done / of);
    },
  });
  return { layout: flow ? layoutFlow(flow) : layoutDocument(pageLayouts), ink };
}

/** The reader of a process stays loaded; it is loaded with the first page that needs it. */
let loaded: { key: string; reader: Promise<Reader> } | undefined;

function lazyReader({ weights, tesseract }: ReaderConfig): Reader {
  const options: ReaderOptions = { ...(weights !== undefined && { weights }), tesseract };
  const key = JSON.stringify(options);
  const reader = (): Promise<Reader> => (loaded?.key === key ? loaded : (loaded = { key, reader: loadReader(options) })).reader;
  return { read: async (image, features) => await (await reader()).read(image, features), close: () => Promise.resolve() };
}
