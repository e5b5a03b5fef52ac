/** Runs in the child processes that train without labels: one reads the pages of a document, one learns from all pages. */
import { saveUnlabeledForms } from '../../../../engines/documents/forms/unlabeled/checkpoint.ts';
import { learnForms } from '../../../../engines/documents/forms/unlabeled/learn.ts';
import { pageTexts } from '../../../../engines/documents/forms/unlabeled/page-text.ts';
import type { FormPageText } from '../../../../engines/documents/forms/unlabeled/page-text.ts';
import { UnreadableFile } from '../../../../engines/documents/reading/model/unreadable-file.ts';
import type { ReportProgress } from '../../../../kernel/ports/workers.ts';
import { readLayout } from '../../analysis/read-layout.ts';
import type { ReaderConfig } from '../../analysis/read-layout.ts';

const PLAN = {
  layout: { tables: true, marks: true, figures: false, keyValuePairs: false },
  barcodes: false,
  highResolution: false,
};

export interface PagesInput {
  bytes: Uint8Array;
  reading: ReaderConfig;
}

/** Undefined when the document cannot be read. */
export async function readPages({ bytes, reading }: PagesInput, progress: ReportProgress): Promise<{ pages: FormPageText[] | undefined }> {
  try {
    return { pages: pageTexts((await readLayout(bytes, { plan: PLAN, reading }, progress)).layout) };
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { pages: undefined };
    throw problem;
  }
}

export interface LearnedPages {
  learned: Uint8Array;
  /** Captions by cluster, in alphabetical order. */
  keys: Record<string, string[]>;
}

export function learnPages({ pages }: { pages: readonly FormPageText[] }): LearnedPages {
  const model = learnForms(pages);
  return {
    learned: saveUnlabeledForms(model),
    keys: Object.fromEntries(
      model.clusters.map(({ keys }, n) => [String(n), [...new Set([...keys.values()].map(({ text }) => text))].sort()]),
    ),
  };
}
