/** Numbers a page's tokens in the order in which blocks are added, and collects the lines they form. */
import type { Box, Page } from '../reading/model/page.ts';
import type { TableDraft } from './tables/table-draft.ts';
import { heightOf, median, union } from './model/geometry.ts';
import type { FormBox, PairDraft } from './text-blocks/key-values.ts';
import type { PageBlock, PageItem, PageLayout, PageLine, PageParagraph } from './model/page-layout.ts';
import { createLine, splitRowIntoLines, groupParagraphs } from './text-blocks/paragraphs.ts';
import type { LineDraft, ParagraphDraft } from './text-blocks/paragraphs.ts';
import { groupRows } from './model/tokens.ts';
import type { Measures, Row, Token } from './model/tokens.ts';
import type { Strokes } from './model/strokes.ts';

export class PageBuilder {
  readonly lines: LineDraft[] = [];
  /** The lines of each form box. */
  readonly formBoxes: FormBox[] = [];
  private readonly items: PageItem[] = [];
  private readonly numbers = new Map<Token, number>();
  private readonly written: PageLine[] = [];
  private readonly blocks: PageBlock[] = [];
  private readonly page: Page;
  private readonly measures: Measures;

  constructor(page: Page, measures: Measures) {
    this.page = page;
    this.measures = measures;
  }

  addRows(rows: readonly Row[]): void {
    for (const writeParagraph of groupParagraphs(rows, this.measures)) this.blocks.push(this.paragraph(writeParagraph));
  }

  addTurnedLine(tokens: Token[]): void {
    const writeLine = createLine(tokens);
    this.blocks.push(this.paragraph({ lines: [writeLine], box: writeLine.box }));
  }

  addTable({ box, rowCount, columnCount, cells }: TableDraft): void {
    const written = cells.map(({ rowIndex, columnIndex, rowSpan, columnSpan, kind, box: cellBox, tokens }) => {
      const from = this.items.length;
      for (const row of groupRows(tokens)) for (const line of splitRowIntoLines(row, this.measures)) this.line(line);
      return { rowIndex, columnIndex, rowSpan, columnSpan, kind, box: cellBox, from, to: this.items.length };
    });
    this.blocks.push({ kind: 'table', box, rowCount, columnCount, cells: written });
  }

  addFigure(box: Box, rows: readonly Row[]): void {
    const paragraphs = groupParagraphs(rows, this.measures).map((paragraph) => this.paragraph(paragraph));
    this.blocks.push({ kind: 'figure', box, paragraphs });
  }

  build(pairs: readonly PairDraft[], rules?: Strokes): PageLayout {
    const { number, width, height, unit, angle, toPage, upright, barcodes } = this.page;
    const numbered = (tokens: readonly Token[]): number[] =>
      tokens.map((token) => this.numbers.get(token)!).sort((one, other) => one - other);
    return {
      number,
      width,
      height,
      unit,
      angle,
      toPage,
      upright,
      barcodes,
      textHeight: this.measures.height,
      items: this.items,
      lines: this.written,
      blocks: this.blocks,
      pairs: pairs.map(({ key, value, confidence }) => ({ key: numbered(key), value: numbered(value), confidence })),
      rules,
    };
  }

  private paragraph({ lines, box }: ParagraphDraft): PageParagraph {
    const from = this.items.length;
    for (const line of lines) this.line(line);
    const { font, bold } = lines.reduce((longest, line) => (line.tokens.length > longest.tokens.length ? line : longest), lines[0]!);
    return {
      kind: 'paragraph',
      from,
      to: this.items.length,
      box,
      lines: lines.length,
      height: median(lines.map((line) => heightOf(line.box))),
      font,
      bold,
      turn: lines[0]!.tokens[0]!.run.turn,
    };
  }

  private line(line: LineDraft): void {
    const from = this.items.length;
    for (const token of line.tokens) {
      this.numbers.set(token, this.items.length);
      this.items.push({ text: token.text, box: token.box, confidence: token.confidence, state: token.state });
    }
    this.lines.push(line);
    this.written.push({
      from,
      to: this.items.length,
      box: union(line.tokens.map(({ box }) => box)),
      turn: line.tokens[0]!.run.turn,
      font: line.font,
      handwritten: line.handwritten,
    });
  }
}
