import { anyText, integer } from '../../kernel/settings.ts';

export const documentSettings = {
  analysisSeconds: {
    env: 'PERENNIAL_ANALYSIS_SECONDS',
    default: 3600,
    help: 'CPU time limit for reading one document; each page that is read adds a sixth of the limit of a page',
    ...integer(1, 86_400),
  },
  pageSeconds: { env: 'PERENNIAL_PAGE_SECONDS', default: 60, help: 'CPU time limit for each page of a document', ...integer(1, 3600) },
  analysisMemoryMb: {
    env: 'PERENNIAL_ANALYSIS_MEMORY_MB',
    default: 1536,
    help: 'memory of a process that reads documents, in megabytes',
    ...integer(128, 16_384),
  },
  warmReaders: {
    env: 'PERENNIAL_WARM_READERS',
    default: 0,
    help: 'processes that are started with the server and kept ready to read documents; otherwise the first document starts one, which stays for ten minutes',
    ...integer(0, 1),
  },
  ocrWeights: { env: 'PERENNIAL_OCR_WEIGHTS', help: 'folder of other weights for reading scans', ...anyText },
} as const;
