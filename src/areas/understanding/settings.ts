import { integer } from '../../kernel/settings.ts';

export const understandingSettings = {
  recognizerMs: {
    env: 'PERENNIAL_RECOGNIZER_MS',
    default: 250,
    help: 'CPU time that prebuilt and regex entities and patterns may take in one query, in milliseconds; those after it are left out of the answer',
    ...integer(10, 60_000),
  },
  warmThreads: {
    env: 'PERENNIAL_WARM_THREADS',
    default: 2,
    help: 'threads that build their tables of English prebuilt entities once the server listens; the others do for their first query',
    ...integer(0, 8),
  },
} as const;
