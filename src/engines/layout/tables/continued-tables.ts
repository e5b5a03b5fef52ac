/** Whether a table at the top of a page continues the one at the end of the previous page: same columns at the same positions. */
import { widthOf } from '../model/geometry.ts';
import type { PageLayout, PageTable } from '../model/page-layout.ts';

export function isContinuation(before: PageLayout, above: PageTable, page: PageLayout, below: PageTable): boolean {
  if (above.columnCount !== below.columnCount || before.unit !== page.unit) return false;
  if (above.box.bottom < 0.6 * before.upright.height || below.box.top > 0.4 * page.upright.height) return false;
  const slack = 1.5 * Math.max(before.textHeight, page.textHeight) + 0.02 * widthOf(above.box);
  // Inner borders are exact; the outer edges of a table without strokes depend on its longest words.
  const inner = above.edges.slice(1, -1).filter((edge, i) => Math.abs(edge - below.edges[i + 1]!) <= slack).length;
  const outer = Math.abs(above.box.left - below.box.left) <= 2 * slack && Math.abs(above.box.right - below.box.right) <= 4 * slack;
  return outer && inner >= 0.7 * (above.columnCount - 1);
}
