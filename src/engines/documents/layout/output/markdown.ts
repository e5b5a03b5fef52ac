/**
 * A document as markdown: headings with #, tables as pipes or HTML, figures as <figure>, page headers, footers and numbers
 * as comments, <!-- PageBreak --> between pages, marks as ☒ and ☐.
 *
 * A word's span holds the word unchanged. Characters that markdown would interpret get a backslash before the word, outside
 * of its span; text that looks like a list stays one. Untrusted text must not become markup, so a < that would open a tag
 * within a word, an & that would start an entity in HTML, and the end of a comment within one are escaped inside the word:
 * there the span holds the escaped form.
 */
import { isFurniture } from '../text-blocks/sections.ts';
import type { ContentOptions, DocumentLayout, Reference, Span, Table, TableCell } from '../model/structure.ts';
import { markText } from './spans.ts';
import type { WrittenContent } from './spans.ts';

type EscapeContext = 'line' | 'html' | 'comment';

export function writeMarkdown(document: DocumentLayout, options: ContentOptions): WrittenContent {
  const writer = new MarkdownWriter(document, options);
  let page = 0;
  for (const block of document.blocks) {
    const own = writer.pageOf(block) ?? page;
    for (; page < own; page++) writer.pageBreak(page);
    writer.block(block);
  }
  for (; page + 1 < document.pages.length; page++) writer.pageBreak(page);
  return writer.finish();
}

const COMMENT = { pageHeader: 'PageHeader', pageFooter: 'PageFooter', pageNumber: 'PageNumber' } as const;

class MarkdownWriter {
  private readonly document: DocumentLayout;
  private readonly options: ContentOptions;
  private readonly parts: string[] = [];
  private readonly lineOf: Int32Array;
  private readonly spans: Span[];
  private readonly written: { page: number; from: number; to: number }[] = [];
  private readonly paragraphs = new Map<number, Span>();
  private readonly tables = new Map<number, Span>();
  private readonly figures = new Map<number, Span>();
  private offset = 0;
  private page = 0;

  constructor(document: DocumentLayout, options: ContentOptions) {
    this.document = document;
    this.options = options;
    this.spans = document.items.map(() => ({ offset: 0, length: 0 }));
    this.lineOf = new Int32Array(document.items.length);
    document.lines.forEach(({ items }, i) => {
      for (const item of items) this.lineOf[item] = i;
    });
  }

  /** The page on which a block starts. */
  pageOf({ kind, index }: Reference): number | undefined {
    if (kind === 'section') return undefined;
    const element = { paragraph: this.document.paragraphs, table: this.document.tables, figure: this.document.figures }[kind][index]!;
    const first = element.items[0];
    const embedded = kind === 'figure' ? this.document.figures[index]!.embedded : undefined;
    return element.regions[0]?.page ?? embedded?.page ?? (first === undefined ? undefined : this.document.items[first]!.page);
  }

  pageBreak(before: number): void {
    this.page = before;
    this.startBlock();
    this.put('<!-- PageBreak -->');
    this.page = before + 1;
  }

  block({ kind, index }: Reference): void {
    if (kind === 'paragraph') this.paragraph(index);
    else if (kind === 'table') this.table(index);
    else if (kind === 'figure') this.figure(index);
  }

  finish(): WrittenContent {
    const pages: Span[][] = this.document.pages.map(() => []);
    for (const { page, from, to } of this.written) {
      const last = pages[page]!.at(-1);
      if (last !== undefined && last.offset + last.length === from) last.length = to - last.offset;
      else pages[page]!.push({ offset: from, length: to - from });
    }
    // A page without text has an empty span where the next one starts.
    let at = this.offset;
    for (let page = pages.length - 1; page >= 0; page--) {
      if (pages[page]!.length === 0) pages[page]!.push({ offset: at, length: 0 });
      at = pages[page]![0]!.offset;
    }
    return {
      content: this.parts.join(''),
      items: this.spans,
      pages,
      paragraphs: this.paragraphs,
      tables: this.tables,
      figures: this.figures,
    };
  }

  private put(text: string): void {
    if (text === '') return;
    this.parts.push(text);
    const last = this.written.at(-1);
    if (last?.page === this.page) last.to += text.length;
    else this.written.push({ page: this.page, from: this.offset, to: this.offset + text.length });
    this.offset += text.length;
  }

  private startBlock(): void {
    if (this.offset > 0) this.put('\n\n');
  }

  private paragraph(index: number): void {
    const { role, level, items } = this.document.paragraphs[index]!;
    if (!this.isWritten(items)) return;
    this.startBlock();
    const from = this.offset;
    const paragraph = this.document.paragraphs[index]!;
    if (isFurniture(paragraph)) {
      this.put(`<!-- ${COMMENT[role as keyof typeof COMMENT]}="`);
      this.items(items, 'comment', ' ');
      this.put('" -->');
    } else if (role === 'title' || role === 'sectionHeading') {
      this.put(`${'#'.repeat(level ?? 1)} `);
      this.items(items, 'line', ' ');
    } else this.items(items, 'line', '\n');
    this.paragraphs.set(index, { offset: from, length: this.offset - from });
  }

  private isWritten(items: readonly number[]): boolean {
    return items.some((i) => this.options.selectionMarks || this.document.items[i]!.kind === 'word');
  }

  private figure(index: number): void {
    const { paragraphs, caption } = this.document.figures[index]!;
    this.startBlock();
    const from = this.offset;
    this.put('<figure>\n');
    if (caption !== undefined) {
      this.put('<figcaption>');
      this.items(caption.items, 'html', ' ');
      this.put('</figcaption>\n');
    }
    for (const paragraph of paragraphs) {
      const { items } = this.document.paragraphs[paragraph]!;
      if (!this.isWritten(items)) continue;
      this.items(items, 'html', '\n');
      this.put('\n');
    }
    this.put('</figure>');
    this.figures.set(index, { offset: from, length: this.offset - from });
  }

  private table(index: number): void {
    const table = this.document.tables[index]!;
    const pipes = this.options.tables === 'pipes' && this.fitsPipes(table);
    if (pipes && table.caption !== undefined) {
      this.startBlock();
      this.items(table.caption.items, 'line', '\n');
    }
    this.startBlock();
    const from = this.offset;
    if (pipes) this.pipes(table);
    else this.html(table);
    this.tables.set(index, { offset: from, length: this.offset - from });
    for (const note of table.footnotes) {
      this.startBlock();
      this.items(note.items, 'line', '\n');
    }
  }

  private fitsPipes({ cells }: Table): boolean {
    return cells.every(
      ({ rowSpan, columnSpan, items }) =>
        rowSpan === 1 &&
        columnSpan === 1 &&
        items.every((i) => {
          const item = this.document.items[i]!;
          return item.kind === 'mark' || !item.text.includes('|');
        }),
    );
  }

  private pipes({ cells, rowCount, columnCount }: Table): void {
    const rows = byRow(cells, rowCount);
    rows.forEach((row, at) => {
      if (at > 0) this.put('\n');
      let column = 0;
      for (const cell of row) {
        for (; column < cell.columnIndex; column++) this.put('|  ');
        this.put('| ');
        this.items(cell.items, 'line', ' ');
        this.put(' ');
        column++;
      }
      for (; column < columnCount; column++) this.put('|  ');
      this.put('|');
      if (at === 0) this.put(`\n${'| - '.repeat(columnCount)}|`);
    });
  }

  private html({ cells, rowCount, caption }: Table): void {
    this.put('<table>\n');
    if (caption !== undefined) {
      this.put('<caption>');
      this.items(caption.items, 'html', ' ');
      this.put('</caption>\n');
    }
    for (const row of byRow(cells, rowCount)) {
      this.put('<tr>\n');
      for (const cell of row) {
        const tag = cell.kind === 'content' ? 'td' : 'th';
        const spans = (cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : '') + (cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : '');
        this.put(`<${tag}${spans}>`);
        this.items(cell.items, 'html', ' ');
        this.put(`</${tag}>\n`);
      }
      this.put('</tr>\n');
    }
    this.put('</table>');
  }

  private items(own: readonly number[], where: EscapeContext, betweenLines: string): void {
    let before: number | undefined;
    for (const i of own) {
      const item = this.document.items[i]!;
      if (item.kind === 'mark' && !this.options.selectionMarks) {
        this.spans[i] = { offset: this.offset, length: 0 };
        continue;
      }
      const starts = before === undefined || (betweenLines === '\n' && this.lineOf[i] !== before);
      if (before !== undefined) this.put(this.lineOf[i] === before ? ' ' : betweenLines);
      before = this.lineOf[i];
      const { prefix, text } =
        item.kind === 'mark' ? { prefix: '', text: markText(item.state, 'markdown') } : escapeWord(item.text, where, starts);
      this.put(prefix);
      this.spans[i] = { offset: this.offset, length: text.length };
      this.put(text);
    }
  }
}

function byRow(cells: readonly TableCell[], rowCount: number): TableCell[][] {
  const rows: TableCell[][] = Array.from({ length: rowCount }, () => []);
  for (const cell of cells) rows[cell.rowIndex]?.push(cell);
  for (const row of rows) row.sort((one, other) => one.columnIndex - other.columnIndex);
  return rows;
}

/** The escaped word, and what must precede it. */
function escapeWord(word: string, where: EscapeContext, startsLine: boolean): { prefix: string; text: string } {
  if (where === 'comment') return { prefix: '', text: word.replace(/--(!?)>/g, '--$1&gt;') };
  if (where === 'html') return { prefix: '', text: word.replace(/&(?=[a-zA-Z#])/g, '&amp;').replace(/<(?=[a-zA-Z/!?])/g, '&lt;') };
  const prefix = /^(?:[`[\\~|]|<[a-zA-Z/!?]|!\[|[*_].)/.test(word) || (startsLine && /^(?:#|>|=+$|-{2,}$)/.test(word)) ? '\\' : '';
  return { prefix, text: word.slice(0, 1) + word.slice(1).replace(/<(?=[a-zA-Z/!?])/g, '\\<') };
}
