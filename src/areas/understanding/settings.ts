import { integer } from '../../kernel/settings.ts';

export const understandingSettings = {
  recognizerMs: {
    env: 'PERENNIAL_RECOGNIZER_MS',
    default: 250,
    help: 'CPU time that prebuilt entities may take in one query, in milliseconds; those that take longer are left out of the answer',
    ...integer(10, 60_000),
  },
} as const;
