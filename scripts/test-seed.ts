/** Runs with files of tests, whose process it shares: property tests try the same cases in each run. Each night has others. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });
