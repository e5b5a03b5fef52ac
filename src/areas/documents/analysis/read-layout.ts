/** Reads a file page by page, in the current process, into a layout. */
import { buildInkMap } from '../../../engines/documents/forms/signatures/ink-map.ts';
import type { InkMap } from '../../../engines/documents/forms/signatures/ink-map.ts';
import { layoutDocument } from '../../../engines/documents/layout/layout-document.ts';
import { layoutFlow } from '../../../engines/documents/layout/layout-flow.ts';
import { layoutPage } from '../../../engines/documents/layout/layout-page.ts';
import type { PageLayout } from '../../../engines/documents/layout/model/page-layout.ts';
import type { DocumentLayout } from '../../../engines/documents/layout/model/structure.ts';
import type { Reader, ReaderOptions } from '../../../engines/documents/reading/ocr/reader.ts';
import { readDocument } from '../../../engines/documents/reading/read-document.ts';
import { loadReader } from '../../../engines/loaders/reading/load-reader.ts';
import type { ReportProgress } from '../../../kernel/ports/workers.ts';
import type { AnalysisPlan } from '../model.ts';

/** As configured by the operator. */
export interface ReaderConfig {
  weights?: string;
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
  progress: ReportProgress,
  ocr?: Reader,
): Promise<{ layout: DocumentLayout; ink: (InkMap | undefined)[] }> {
  let share = 0;
  const pageLayouts: PageLayout[] = [];
  const ink: (InkMap | undefined)[] = [];
  const { flow, pages: numbers } = await readDocument(bytes, {
    ...(pages !== undefined && { pages }),
    // Loading the reader is a step of its own: it does not count as time of the page that needs it first.
    ocr: ocr ?? lazyReader(reading, () => progress(share)),
    features: {
      barcodes: plan.barcodes,
      highResolution: plan.highResolution,
      handwriting: true,
      images: needsInk,
      embeddedImages: plan.layout.figures,
    },
    onEmbeddedImage: () => progress(share),
    onPage: (page, { done, of }) => {
      pageLayouts.push(layoutPage(page, plan.layout));
      if (needsInk) ink.push(buildInkMap(page));
      share = done / of;
      progress(share, { count: done, of, unit: 'pages' });
    },
  });
  return { layout: flow ? layoutFlow(flow, numbers) : layoutDocument(pageLayouts), ink };
}

/** The reader of a process stays loaded; it is loaded with the first page that needs it. */
let loaded: { key: string; reader: Promise<Reader> } | undefined;

function lazyReader({ weights }: ReaderConfig, onLoaded: () => void): Reader {
  const options: ReaderOptions = weights === undefined ? {} : { weights };
  const key = JSON.stringify(options);
  let isLoaded = false;
  const reader = async (): Promise<Reader> => {
    if (loaded?.key !== key) loaded = { key, reader: loadReader(options) };
    const used = await loaded.reader;
    if (!isLoaded) onLoaded();
    isLoaded = true;
    return used;
  };
  return { read: async (image, features) => await (await reader()).read(image, features), close: () => Promise.resolve() };
}
