/** Captions and footnotes of tables and figures: adjacent paragraphs that are labeled or formatted as one. */
import { overlap } from '../model/geometry.ts';
import { isCaptionText, isFigureCaption, isNoteText } from '../tables/captions-and-notes.ts';
import type { PageBlock, PageLayout, PageParagraph } from '../model/page-layout.ts';

export interface Attachments {
  captions: Map<PageBlock, PageParagraph>;
  notes: Map<PageBlock, PageParagraph[]>;
  attached: Set<PageParagraph>;
}

export function findAttachments(page: PageLayout): Attachments {
  const captions = new Map<PageBlock, PageParagraph>();
  const notes = new Map<PageBlock, PageParagraph[]>();
  const attached = new Set<PageParagraph>();
  const textOf = ({ from, to }: PageParagraph): string =>
    page.items
      .slice(from, Math.min(to, from + 12))
      .map(({ text }) => text)
      .join(' ');
  const near = (block: PageBlock, other: PageBlock | undefined, reach: number): other is PageParagraph =>
    other?.kind === 'paragraph' &&
    !attached.has(other) &&
    Math.max(other.box.top - block.box.bottom, block.box.top - other.box.bottom) < reach * page.textHeight &&
    overlap(other.box.left, other.box.right, block.box.left, block.box.right) > 0;
  page.blocks.forEach((block, at) => {
    if (block.kind === 'paragraph') return;
    for (const other of [page.blocks[at - 1], page.blocks[at + 1]]) {
      if (captions.has(block) || !near(block, other, 3)) continue;
      const text = textOf(other);
      const isLabeled = isCaptionText(text) && (block.kind === 'figure' || !isFigureCaption(text));
      const isSmallText =
        block.kind === 'figure' &&
        other === page.blocks[at + 1] &&
        other.to - other.from <= 25 &&
        other.height < 0.93 * page.textHeight &&
        near(block, other, 1.3);
      if (!isLabeled && !isSmallText) continue;
      captions.set(block, other);
      attached.add(other);
    }
    for (let k = at + 1; k < page.blocks.length; k++) {
      const other = page.blocks[k]!;
      const above = k === at + 1 ? block : page.blocks[k - 1]!;
      if (block.kind !== 'table' || !near(above, other, 1.5) || !isNoteText(textOf(other)) || other.height > 1.05 * page.textHeight) break;
      notes.set(block, [...(notes.get(block) ?? []), other]);
      attached.add(other);
    }
  });
  return { captions, notes, attached };
}
