/** The layout of office files and HTML, which mark headings, tables and captions themselves: a document without geometry. */
import type { Flow, FlowCell, Page } from '../reading/model/page.ts';
import { layoutDocument } from './layout-document.ts';
import { layoutPage } from './layout-page.ts';
import { buildSections } from './text-blocks/sections.ts';
import type {
  AttachedParagraph,
  CellKind,
  DocumentLayout,
  Figure,
  Item,
  DocumentPage,
  Paragraph,
  Reference,
  Table,
  TextLine,
} from './model/structure.ts';

/** What an image shows is laid out as a page of its own, of which only the text is used. */
const IMAGE_LAYOUT = { tables: false, marks: false, figures: false, keyValuePairs: false };

/** `numbers` are those of the pages in the file, when only some of them are laid out. */
export function layoutFlow(flow: Flow, numbers?: readonly number[]): DocumentLayout {
  const items: Item[] = [];
  const lines: TextLine[] = [];
  const paragraphs: Paragraph[] = [];
  const tables: Table[] = [];
  const figures: Figure[] = [];
  const blocks: Reference[] = [];
  const pages: DocumentPage[] = [];
  const titled = flow.pages.some((page) => page.some((block) => block.kind === 'paragraph' && block.role === 'title'));

  flow.pages.forEach((page, index) => {
    const before = { items: items.length, lines: lines.length };
    const write = (text: string): number[] => {
      const from = items.length;
      for (const line of text.split('\n')) {
        const words = line.split(/\s+/).filter((word) => word !== '');
        if (words.length === 0) continue;
        const first = items.length;
        for (const word of words) items.push({ kind: 'word', page: index, text: word, confidence: 1 });
        lines.push({ page: index, items: range(first, items.length), regions: [], turn: 0 });
      }
      return range(from, items.length);
    };
    const add = (text: string, named: Pick<Paragraph, 'role' | 'level'> = {}): number | undefined => {
      const own = write(text);
      return own.length > 0 ? paragraphs.push({ items: own, regions: [], ...named }) - 1 : undefined;
    };
    const attach = (text: string | undefined): AttachedParagraph | undefined => {
      const paragraph = text === undefined ? undefined : add(text);
      return paragraph === undefined ? undefined : { items: paragraphs[paragraph]!.items, regions: [], paragraph };
    };
    const addImage = (read: Page): number[] => {
      const seen = layoutDocument([layoutPage({ page: read, scale: 1 }, IMAGE_LAYOUT)]);
      const from = items.length;
      const shift = (own: readonly number[]): number[] => own.map((item) => item + from);
      for (const item of seen.items) {
        if (item.kind === 'word') items.push({ kind: 'word', page: index, text: item.text, confidence: item.confidence });
      }
      for (const line of seen.lines) lines.push({ page: index, items: shift(line.items), regions: [], turn: 0 });
      return seen.paragraphs.map((paragraph) => paragraphs.push({ items: shift(paragraph.items), regions: [] }) - 1);
    };
    for (const block of page) {
      if (block.kind === 'image') {
        if (!block.read) continue;
        const own = addImage(block.read);
        const caption = attach(block.text);
        const embedded = { page: index, part: block.part };
        const inside = own.flatMap((n) => paragraphs[n]!.items);
        const figure = { embedded, items: inside, regions: [], paragraphs: own, ...(caption && { caption }) };
        blocks.push({ kind: 'figure', index: figures.push(figure) - 1 });
      } else if (block.kind === 'table') {
        const caption = attach(block.caption);
        const mixed = new Set(block.cells.filter(({ header }) => !header).map(({ row }) => row));
        const cells = [...block.cells]
          .sort((one, other) => one.row - other.row || one.column - other.column)
          .map((cell) => {
            const text = add(cell.text);
            return {
              kind: cellKind(cell, mixed),
              rowIndex: cell.row,
              columnIndex: cell.column,
              rowSpan: cell.rowSpan,
              columnSpan: cell.columnSpan,
              items: text === undefined ? [] : paragraphs[text]!.items,
              regions: [],
              paragraphs: text === undefined ? [] : [text],
            };
          });
        const inside = cells.flatMap((cell) => cell.items);
        const table = { rowCount: block.rows, columnCount: block.columns, cells, items: inside, regions: [], caption, footnotes: [] };
        blocks.push({ kind: 'table', index: tables.push(table) - 1 });
      } else {
        const paragraph = add(
          block.text,
          block.kind === 'heading'
            ? { role: 'sectionHeading', level: Math.min(6, block.level + (titled ? 1 : 0)) }
            : { role: block.role, level: block.role === 'title' ? 1 : undefined },
        );
        if (paragraph !== undefined) blocks.push({ kind: 'paragraph', index: paragraph });
      }
    }
    pages.push({
      number: numbers?.[index] ?? index + 1,
      barcodes: [],
      items: { from: before.items, to: items.length },
      lines: { from: before.lines, to: lines.length },
    });
  });
  return { pages, items, lines, paragraphs, tables, figures, sections: buildSections(blocks, paragraphs), keyValuePairs: [], blocks };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, k) => from + k);

/** A header cell in a row that also has content cells is a row header. */
function cellKind({ header, row }: FlowCell, mixed: ReadonlySet<number>): CellKind {
  if (!header) return 'content';
  return mixed.has(row) ? 'rowHeader' : 'columnHeader';
}
