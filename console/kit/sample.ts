/** What a sample is: created in one click with public operations. */
import type { AccountClient } from './accounts.ts';

export interface SampleModule {
  /** Creates it and reports progress; resolves to the console path to open. */
  create: (working: AccountClient & { onProgress: (what: string) => void }) => Promise<string>;
}

export interface SampleEntry {
  /** The page of its area. */
  area: string;
  title: string;
  about: string;
  /** The operation that shows that the area was used. */
  usedOperation: string;
  load: () => Promise<SampleModule>;
}
