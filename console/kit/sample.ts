/** What a sample is: created in one click with public operations. */
import type { AccountClient } from './accounts.ts';

export interface SampleModule {
  /** Creates it, or what is missing of one that was interrupted, and reports progress; resolves to the console path to open. */
  create: (working: AccountClient & { onProgress: (what: string) => void }) => Promise<string>;
}

export interface SampleEntry {
  /** The page of its area. */
  area: string;
  title: string;
  about: string;
  /** The operation that it ends with, and how many calls of it. */
  lastOperation: string;
  lastCalls?: number;
  load: () => Promise<SampleModule>;
}
