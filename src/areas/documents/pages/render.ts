/** What a process does to show a page: opens the file, which nobody trusts, and paints the page. */
import { UnreadableFile } from '../../../engines/reading/problem.ts';
import type { Unreadable } from '../../../engines/reading/problem.ts';
import { showPage } from '../../../engines/reading/show.ts';
import type { ShownPage } from '../../../engines/reading/show.ts';

export type Painted = ShownPage | { pageCount: number } | { problem: Unreadable; message: string };

export async function paint({ bytes, page, width }: { bytes: Uint8Array; page: number; width: number }): Promise<Painted> {
  try {
    return await showPage(bytes, page, width);
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { problem: problem.reason, message: problem.message };
    throw problem;
  }
}
