/** Runs in a child process: opens an untrusted file and renders a page. */
import { UnreadableFile } from '../../../engines/documents/reading/model/unreadable-file.ts';
import type { Unreadable } from '../../../engines/documents/reading/model/unreadable-file.ts';
import { renderPage } from '../../../engines/documents/reading/render/render-page.ts';
import type { RenderedPage } from '../../../engines/documents/reading/render/render-page.ts';

export type RenderOutput = RenderedPage | { pageCount: number } | { problem: Unreadable; message: string };

export async function renderFile({ bytes, page, width }: { bytes: Uint8Array; page: number; width: number }): Promise<RenderOutput> {
  try {
    return await renderPage(bytes, page, width);
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { problem: problem.reason, message: problem.message };
    throw problem;
  }
}
