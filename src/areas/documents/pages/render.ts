/** Runs in a child process: opens an untrusted file and renders a page. */
import { UnreadableFile } from '../../../engines/reading/model/unreadable-file.ts';
import type { Unreadable } from '../../../engines/reading/model/unreadable-file.ts';
import { showPage } from '../../../engines/reading/render/render-page.ts';
import type { ShownPage } from '../../../engines/reading/render/render-page.ts';

export type RenderedPage = ShownPage | { pageCount: number } | { problem: Unreadable; message: string };

export async function renderPage({ bytes, page, width }: { bytes: Uint8Array; page: number; width: number }): Promise<RenderedPage> {
  try {
    return await showPage(bytes, page, width);
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { problem: problem.reason, message: problem.message };
    throw problem;
  }
}
