/**
 * Lays out one page: strokes and marks, blocks that stay whole, reading order, lines, paragraphs, pairs. The picture is
 * needed here only; what comes back is small.
 */
import type { Seen } from '../reading/model/page.ts';
import { arrange } from './reading-order/reading-order.ts';
import type { Arranging, Part } from './reading-order/reading-order.ts';
import { findFigures } from './figures/figures.ts';
import { inkOf } from '../reading/images/marks/ink-mask.ts';
import { findPairs } from './text-blocks/key-values.ts';
import { findMarks } from './marks/selection-marks.ts';
import { PageWriter } from './page-builder.ts';
import type { PageLayout } from './model/page-layout.ts';
import { seenStrokes } from './strokes/image-strokes.ts';
import { joinStrokes, withoutLetters } from './strokes/strokes.ts';
import type { Stroke, Strokes } from './strokes/strokes.ts';
import type { LayoutOptions } from './model/structure.ts';
import { MOST_TOKENS, markToken, measure, rowsOf, tokensOf } from './model/tokens.ts';
import type { Measures, Token } from './model/tokens.ts';
import { weighRuns } from './text-blocks/bold-text.ts';
import { takeWholeBlocks } from './reading-order/atomic-blocks.ts';
import type { WholeBlock } from './reading-order/atomic-blocks.ts';

export function layoutPage(seen: Seen, options: LayoutOptions): PageLayout {
  const { page, picture, scale } = seen;
  const read = tokensOf(page);
  const measures = measure(read, page);
  weighRuns(seen, read);
  const { height } = measures;
  const writer = new PageWriter(page, measures);
  const upright = read.filter(({ run }) => run.turn === 0);
  if (upright.length > MOST_TOKENS) {
    for (const row of rowsOf(upright)) writer.rows([row]);
    return writer.finish([]);
  }
  const looks = picture !== undefined && (options.tables || options.marks || options.figures) && height * scale >= 4;
  const strokes = looks || page.rules.length > 0 ? strokesOf(seen, looks, upright, height) : { across: [], down: [] };
  const ink = looks && (options.marks || options.figures) ? inkOf(picture) : undefined;
  const { marks, tokens } = options.marks ? findMarks(seen, ink, upright, height) : { marks: [], tokens: upright };
  const walled: Measures = { ...measures, walled: wallsOf(strokes.down, height) };
  const figures = options.figures ? findFigures(page, ink, scale, strokes, tokens, height) : [];
  const all = [...tokens, ...marks.map(markToken)];
  const area = page.upright.width * page.upright.height;
  const { blocks, rest } = options.tables ? takeWholeBlocks(all, strokes, figures, walled, area) : takeWholeBlocks(all, { across: [], down: [] }, figures, walled, area);
  const arranging: Arranging = { measures: walled, across: strokes.across, tables: options.tables };
  writeParts(arrange(rest, arranging), blocks, arranging, writer, new Set());
  for (const run of runsOf(read.filter(({ run }) => run.turn !== 0))) writer.turned(run);
  return writer.finish(options.keyValuePairs ? findPairs(writer.lines, writer.boxes, height) : []);
}

/** Strokes of the file and of the picture, in the page's unit. */
function strokesOf({ page, picture, scale }: Seen, looks: boolean, tokens: readonly Token[], height: number): Strokes {
  const inUnits = ({ at, from, to, width }: Stroke): Stroke => ({ at: at / scale, from: from / scale, to: to / scale, width: width / scale });
  const pixels = looks ? seenStrokes(picture!, height * scale) : { across: [], down: [] };
  const seen = withoutLetters({ across: pixels.across.map(inUnits), down: pixels.down.map(inUnits) }, tokens.map(({ box }) => box), height);
  return joinStrokes(page, seen, height);
}

/** Whether one of the vertical strokes stands between two neighbours. */
function wallsOf(down: readonly Stroke[], height: number): NonNullable<Measures['walled']> {
  const sorted = [...down].sort((one, other) => one.at - other.at);
  return (before, after) => {
    const [left, right] = [before.box.right - 0.2 * height, after.box.left + 0.2 * height];
    const y = (after.box.top + after.box.bottom) / 2;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.at < left) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < sorted.length && sorted[i]!.at <= right; i++) if (sorted[i]!.from <= y && sorted[i]!.to >= y) return true;
    return false;
  };
}

function writeParts(parts: readonly Part[], blocks: readonly WholeBlock[], arranging: Arranging, writer: PageWriter, done: Set<number>): void {
  for (const part of parts) {
    if (part.kind === 'rows') writer.rows(part.rows);
    else if (part.kind === 'table') writer.table(part.table);
    else if (!done.has(part.block)) {
      done.add(part.block);
      writeBlock(blocks[part.block]!, blocks, arranging, writer, done);
    }
  }
}

function writeBlock(block: WholeBlock, blocks: readonly WholeBlock[], arranging: Arranging, writer: PageWriter, done: Set<number>): void {
  if (block.kind === 'table') writer.table(block.table);
  else if (block.kind === 'figure') writer.figure(block.box, rowsOf(block.tokens));
  else {
    for (const cell of block.cells) {
      const from = writer.lines.length;
      writeParts(arrange(cell, arranging), blocks, arranging, writer, done);
      writer.boxes.push(writer.lines.slice(from));
    }
  }
}

/** Lines that are turned stay as they were read. */
function runsOf(tokens: readonly Token[]): Token[][] {
  const runs = new Map<object, Token[]>();
  for (const token of tokens) {
    const run = runs.get(token.run);
    if (run === undefined) runs.set(token.run, [token]);
    else run.push(token);
  }
  return [...runs.values()];
}
