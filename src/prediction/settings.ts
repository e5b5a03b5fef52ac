import { integer } from '../kernel/settings.ts';

export const predictionSettings = {
  recognizerMs: {
    env: 'PERENNIAL_RECOGNIZER_MS',
    default: 3000,
    help: 'CPU time that prebuilt and regex entities and patterns may take in one query, in milliseconds; those after it are left out of the answer, which says so',
    ...integer(10, 60_000),
  },
  warmThreads: {
    env: 'PERENNIAL_WARM_THREADS',
    default: 0,
    help: 'threads that are started with the server and build their tables of English prebuilt entities; others do for their first query',
    ...integer(0, 8),
  },
} as const;
