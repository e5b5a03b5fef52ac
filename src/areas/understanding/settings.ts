import { integer } from '../../kernel/settings.ts';

export const understandingSettings = {
  recognizerMs: {
    env: 'PERENNIAL_RECOGNIZER_MS',
    default: 250,
    help: 'CPU time that prebuilt and regex entities and patterns may take in one query, in milliseconds; those after it are left out of the answer',
    ...integer(10, 60_000),
  },
} as const;
