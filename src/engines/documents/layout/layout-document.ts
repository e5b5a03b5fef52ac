/** Joins page layouts into one document: continuous item numbers, roles, captions, sections. Tables are not joined across pages. */
import { findAttachments } from './figures/captions.ts';
import { buildSections } from './text-blocks/sections.ts';
import type { ItemRange, PageBlock, PageLayout, PageParagraph } from './model/page-layout.ts';
import { assignRoles } from './text-blocks/roles.ts';
import type {
  AttachedParagraph,
  DocumentLayout,
  Element,
  Figure,
  Item,
  KeyValuePair,
  DocumentPage,
  Paragraph,
  Reference,
  Region,
  Table,
  TableCell,
  TextLine,
} from './model/structure.ts';
import type { Box } from '../reading/model/page.ts';
import { union } from './model/geometry.ts';

interface GrowingTable extends Table {
  footnotes: AttachedParagraph[];
}

export function layoutDocument(pages: readonly PageLayout[]): DocumentLayout {
  const roles = assignRoles(pages);
  const items: Item[] = [];
  const lines: TextLine[] = [];
  const paragraphs: Paragraph[] = [];
  const tables: GrowingTable[] = [];
  const figures: Figure[] = [];
  const keyValuePairs: KeyValuePair[] = [];
  const blocks: Reference[] = [];
  const documentPages: DocumentPage[] = [];

  pages.forEach((page, index) => {
    const base = items.length;
    const firstLine = lines.length;
    for (const { text, box, confidence, state } of page.items) {
      items.push(
        state === undefined ? { kind: 'word', page: index, text, box, confidence } : { kind: 'mark', page: index, state, box, confidence },
      );
    }
    const numbers = ({ from, to }: ItemRange): number[] => Array.from({ length: to - from }, (_, k) => base + from + k);
    const regions = (box: Box): Region[] => [{ page: index, box }];
    for (const { from, to, box, ...line } of page.lines)
      lines.push({ ...line, page: index, items: numbers({ from, to }), regions: regions(box) });
    const addParagraph = (paragraph: PageParagraph): number =>
      paragraphs.push({ items: numbers(paragraph), regions: regions(paragraph.box), ...roles.get(paragraph) }) - 1;
    const { captions, notes, attached } = findAttachments(page);
    const attachments = new Map<PageParagraph, AttachedParagraph>();
    const owners = new Map<PageBlock, GrowingTable | Figure>();
    page.blocks.forEach((block) => {
      if (block.kind === 'paragraph') {
        const paragraph = addParagraph(block);
        if (attached.has(block)) attachments.set(block, { items: numbers(block), regions: regions(block.box), paragraph });
        else blocks.push({ kind: 'paragraph', index: paragraph });
      } else if (block.kind === 'table') {
        const own = block.cells.map(({ from, to, box, ...place }): TableCell => {
          const inside = numbers({ from, to });
          const text =
            inside.length > 0 ? [paragraphs.push({ items: inside, regions: regions(union(inside.map((i) => items[i]!.box!))) }) - 1] : [];
          return { ...place, items: inside, regions: regions(box), paragraphs: text };
        });
        const table: GrowingTable = {
          rowCount: block.rowCount,
          columnCount: block.columnCount,
          cells: own,
          items: own.flatMap((cell) => cell.items),
          regions: regions(block.box),
          footnotes: [],
        };
        owners.set(block, table);
        blocks.push({ kind: 'table', index: tables.push(table) - 1 });
      } else {
        const inside = block.paragraphs.map(addParagraph);
        const figure: Figure = { items: block.paragraphs.flatMap(numbers), regions: regions(block.box), paragraphs: inside };
        owners.set(block, figure);
        blocks.push({ kind: 'figure', index: figures.push(figure) - 1 });
      }
    });
    for (const [block, caption] of captions) {
      const owner = owners.get(block);
      if (owner !== undefined) owner.caption = attachments.get(caption);
    }
    for (const [block, own] of notes) {
      const owner = owners.get(block);
      if (owner !== undefined && 'footnotes' in owner) owner.footnotes.push(...own.map((note) => attachments.get(note)!));
    }
    const element = (own: readonly number[]): Element => ({
      items: own.map((i) => base + i),
      regions: own.length > 0 ? regions(union(own.map((i) => page.items[i]!.box))) : [],
    });
    for (const { key, value, confidence } of page.pairs)
      keyValuePairs.push({ key: element(key), value: value.length > 0 ? element(value) : undefined, confidence });
    const { number, width, height, unit, angle, toPage, barcodes } = page;
    documentPages.push({
      number,
      geometry: { width, height, unit, angle, toPage },
      barcodes,
      items: { from: base, to: items.length },
      lines: { from: firstLine, to: lines.length },
      rules: page.rules,
    });
  });
  const sections = buildSections(blocks, paragraphs);
  return { pages: documentPages, items, lines, paragraphs, tables, figures, sections, keyValuePairs, blocks };
}
