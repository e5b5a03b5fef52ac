import type { ReaderOptions } from '../../../src/engines/documents/reading/ocr/reader.ts';

/** The options of the reading bench. */
export interface Settings {
  data: string;
  condition: string;
  part: string;
  list: boolean;
  reader: ReaderOptions;
}
