/** The section tree: each heading opens a section inside the last section of a higher level. */
import type { Paragraph, Reference, Section } from '../model/structure.ts';

const FURNITURE = new Set(['pageHeader', 'pageFooter', 'pageNumber']);

export const isFurniture = (paragraph: Paragraph): boolean => paragraph.role !== undefined && FURNITURE.has(paragraph.role);

/** `blocks` in reading order; page headers, footers and numbers belong to no section. */
export function buildSections(blocks: readonly Reference[], paragraphs: readonly Paragraph[]): Section[] {
  const sections: { elements: Reference[] }[] = [{ elements: [] }];
  const open: { index: number; level: number }[] = [{ index: 0, level: 0 }];
  for (const block of blocks) {
    const paragraph = block.kind === 'paragraph' ? paragraphs[block.index] : undefined;
    if (paragraph !== undefined && isFurniture(paragraph)) continue;
    if (paragraph?.role === 'title' || paragraph?.role === 'sectionHeading') {
      const level = paragraph.level ?? 1;
      while (open.length > 1 && open.at(-1)!.level >= level) open.pop();
      const index = sections.length;
      sections[open.at(-1)!.index]!.elements.push({ kind: 'section', index });
      sections.push({ elements: [block] });
      open.push({ index, level });
    } else sections[open.at(-1)!.index]!.elements.push(block);
  }
  return sections;
}
