/**
 * Lays out one page: strokes and marks, atomic blocks, reading order, lines, paragraphs, key-value pairs. Only this step
 * needs the image; the result is small.
 */
import { firstIndex } from '../../shared/collections.ts';
import type { PageWithImage } from '../reading/model/page.ts';
import { orderTokens } from './reading-order/reading-order.ts';
import type { OrderContext, Part } from './reading-order/reading-order.ts';
import { findFigures } from './figures/figures.ts';
import { detectInk } from '../reading/images/marks/ink-mask.ts';
import { findKeyValuePairs } from './text-blocks/key-values.ts';
import { findMarks } from './marks/selection-marks.ts';
import { PageBuilder } from './page-builder.ts';
import type { PageLayout } from './model/page-layout.ts';
import { findStrokesInImage } from './strokes/image-strokes.ts';
import type { ImageStrokes } from './strokes/image-strokes.ts';
import { joinStrokes, removeLetterStrokes } from './strokes/strokes.ts';
import type { Stroke, Strokes } from './model/strokes.ts';
import type { LayoutOptions } from './model/structure.ts';
import { MAX_TOKENS, markToken, measurePage, groupRows, pageTokens } from './model/tokens.ts';
import type { Measures, Token } from './model/tokens.ts';
import { detectBold } from './text-blocks/bold-text.ts';
import { extractAtomicBlocks } from './reading-order/atomic-blocks.ts';
import type { AtomicBlock } from './reading-order/atomic-blocks.ts';

export function layoutPage(seen: PageWithImage, options: LayoutOptions): PageLayout {
  const { page, image, scale } = seen;
  const read = pageTokens(page);
  const measures = measurePage(read, page);
  detectBold(seen, read);
  const { height } = measures;
  const builder = new PageBuilder(page, measures);
  const upright = read.filter(({ run }) => run.turn === 0);
  if (upright.length > MAX_TOKENS) {
    for (const row of groupRows(upright)) builder.addRows([row]);
    return builder.build([]);
  }
  const usesImage = image !== undefined && (options.tables || options.marks || options.figures) && height * scale >= 4;
  const strokes =
    usesImage || page.rules.length > 0 || (page.fills ?? []).length > 0 ? findStrokes(seen, usesImage, upright, height) : NO_STROKES;
  const ink = usesImage && (options.marks || options.figures) ? detectInk(image) : undefined;
  const { marks, tokens } = options.marks ? findMarks(seen, ink, upright, height) : { marks: [], tokens: upright };
  const withWalls: Measures = { ...measures, hasWallBetween: createWallTest(strokes.down, height) };
  const figures = options.figures ? findFigures(page, ink, scale, strokes, tokens, height) : [];
  const all = [...tokens, ...marks.map(markToken)];
  const area = page.upright.width * page.upright.height;
  const { blocks, rest } = options.tables
    ? extractAtomicBlocks(all, strokes, figures, withWalls, area)
    : extractAtomicBlocks(all, { across: [], down: [] }, figures, withWalls, area);
  const context: OrderContext = { measures: withWalls, across: strokes.across, tables: options.tables };
  writeParts(orderTokens(rest, context), blocks, context, builder, new Set());
  // Turned lines are kept as they were read.
  const turned = read.filter(({ run }) => run.turn !== 0);
  for (const line of Map.groupBy(turned, ({ run }) => run).values()) builder.addTurnedLine(line);
  return builder.build(options.keyValuePairs ? findKeyValuePairs(builder.lines, builder.formBoxes, height) : [], longestRules(strokes));
}

const NO_STROKES = { across: [], down: [], leaning: { across: [], down: [] } };

/** Strokes of the file and of the image, in the page's unit. */
function findStrokes({ page, image, scale }: PageWithImage, looks: boolean, tokens: readonly Token[], height: number): ImageStrokes {
  const inUnits = ({ at, from, to, width, lean }: Stroke): Stroke => ({
    lean,
    at: at / scale,
    from: from / scale,
    to: to / scale,
    width: width / scale,
  });
  const pixels = looks ? findStrokesInImage(image!, height * scale) : NO_STROKES;
  const words = tokens.map(({ box }) => box);
  const outsideWords = ({ across, down }: Strokes): Strokes =>
    removeLetterStrokes({ across: across.map(inUnits), down: down.map(inUnits) }, words, height);
  return { ...joinStrokes(page, outsideWords(pixels), height), leaning: outsideWords(pixels.leaning) };
}

/** More rules than a form has; shorter ones are parts of drawings. */
const MAX_RULES = 1500;

function longestRules({ across, down, leaning }: ImageStrokes): Strokes {
  const longest = (strokes: readonly Stroke[]): Stroke[] =>
    [...strokes].sort((one, other) => other.to - other.from - (one.to - one.from)).slice(0, MAX_RULES);
  return { across: longest([...across, ...leaning.across]), down: longest([...down, ...leaning.down]) };
}

/** A test whether a vertical stroke separates two neighbors. */
function createWallTest(down: readonly Stroke[], height: number): NonNullable<Measures['hasWallBetween']> {
  const sorted = [...down].sort((one, other) => one.at - other.at);
  return (before, after) => {
    const [left, right] = [before.box.right - 0.2 * height, after.box.left + 0.2 * height];
    const y = (after.box.top + after.box.bottom) / 2;
    const first = firstIndex(sorted.length, (i) => sorted[i]!.at >= left);
    for (let i = first; i < sorted.length && sorted[i]!.at <= right; i++) if (sorted[i]!.from <= y && sorted[i]!.to >= y) return true;
    return false;
  };
}

function writeParts(
  parts: readonly Part[],
  blocks: readonly AtomicBlock[],
  context: OrderContext,
  writer: PageBuilder,
  done: Set<number>,
): void {
  for (const part of parts) {
    if (part.kind === 'rows') writer.addRows(part.rows);
    else if (part.kind === 'table') writer.addTable(part.table);
    else if (!done.has(part.block)) {
      done.add(part.block);
      writeBlock(blocks[part.block]!, blocks, context, writer, done);
    }
  }
}

function writeBlock(
  block: AtomicBlock,
  blocks: readonly AtomicBlock[],
  context: OrderContext,
  writer: PageBuilder,
  done: Set<number>,
): void {
  if (block.kind === 'table') {
    if (block.table.above !== undefined) writer.addRows(groupRows(block.table.above));
    writer.addTable(block.table);
    for (const note of block.table.below ?? []) writer.addRows(groupRows(note));
  } else if (block.kind === 'figure') writer.addFigure(block.box, groupRows(block.tokens));
  else {
    for (const cell of block.cells) {
      const from = writer.lines.length;
      writeParts(orderTokens(cell, context), blocks, context, writer, done);
      writer.formBoxes.push(writer.lines.slice(from));
    }
  }
}
