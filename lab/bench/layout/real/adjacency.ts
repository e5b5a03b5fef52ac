/**
 * Adjacency relations of a table, as the ICDAR-2013 table competition counts them: each cell with text and its nearest cell with text
 * to the right and below, blank cells skipped. A relation is right if both texts and the direction match.
 */
import type { Counts, PlainTable } from '../scores.ts';
import { add, emptyCounts } from '../scores.ts';

/** A table of the truth, on one page. */
export interface TrueRegion extends PlainTable {
  page: number;
}

const MAX_TRACKS = 1000;

/** Spaces, kinds of dashes and quotation marks, dot leaders and case do not count. */
export function normalizeCell(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/[’‘`´]/gu, "'")
    .replace(/[“”]/gu, '"')
    .replace(/(?:[.…_]\s*){3,}/gu, '')
    .replace(/[\s\p{C}]/gu, '')
    .toLowerCase();
}

function relationsOf({ cells }: PlainTable): string[] {
  const filled = cells.map((cell) => ({ ...cell, text: normalizeCell(cell.text) })).filter(({ text }) => text !== '');
  const at = new Map<number, number>();
  let [rows, columns] = [0, 0];
  filled.forEach(({ row, column, rowSpan, columnSpan }, i) => {
    for (let r = row; r < Math.min(row + rowSpan, MAX_TRACKS); r++)
      for (let c = column; c < Math.min(column + columnSpan, MAX_TRACKS); c++) at.set(r * MAX_TRACKS + c, i);
    rows = Math.max(rows, row + rowSpan);
    columns = Math.max(columns, column + columnSpan);
  });
  const relations: string[] = [];
  const relate = (i: number, direction: 'right' | 'below', neighbors: Iterable<number>): void => {
    for (const k of new Set(neighbors)) relations.push(`${filled[i]!.text}\t${direction}\t${filled[k]!.text}`);
  };
  filled.forEach(({ row, column, rowSpan, columnSpan }, i) => {
    const right: number[] = [];
    for (let r = row; r < row + rowSpan; r++) {
      for (let c = column + columnSpan; c < columns; c++) {
        const other = at.get(r * MAX_TRACKS + c);
        if (other === undefined) continue;
        right.push(other);
        break;
      }
    }
    relate(i, 'right', right);
    const below: number[] = [];
    for (let c = column; c < column + columnSpan; c++) {
      for (let r = row + rowSpan; r < rows; r++) {
        const other = at.get(r * MAX_TRACKS + c);
        if (other === undefined) continue;
        below.push(other);
        break;
      }
    }
    relate(i, 'below', below);
  });
  return relations;
}

export interface RegionCounts {
  /** Relations of all tables. */
  relations: Counts;
  /** Relations of the true tables and of the found ones matched with them. */
  structure: Counts;
  /** Tables; right if at least 0.9 of the text of a true one and of the found one matched with it are the same. */
  regions: Counts;
}

export const emptyRegionCounts = (): RegionCounts => ({ relations: emptyCounts(), structure: emptyCounts(), regions: emptyCounts() });

export function addRegionCounts(to: RegionCounts, own: RegionCounts): void {
  add(to.relations, own.relations);
  add(to.structure, own.structure);
  add(to.regions, own.regions);
}

/** Compares the tables of one page. Each true table is matched with the one found table that shares most of its relations. */
export function comparePage(found: readonly PlainTable[], expected: readonly PlainTable[]): RegionCounts {
  const foundRelations = found.map(relationsOf);
  const counts = emptyRegionCounts();
  counts.relations.found = foundRelations.reduce((sum, { length }) => sum + length, 0);
  counts.regions.found = found.length;
  counts.regions.expected = expected.length;
  const free = new Set(found.keys());
  for (const table of expected) {
    const own = relationsOf(table);
    counts.relations.expected += own.length;
    counts.structure.expected += own.length;
    let best: { i: number; shared: number } | undefined;
    for (const i of free) {
      const shared = countShared(foundRelations[i]!, own);
      if (shared > (best?.shared ?? 0)) best = { i, shared };
    }
    if (best === undefined) {
      counts.structure.expected -= own.length;
      continue;
    }
    free.delete(best.i);
    counts.relations.right += best.shared;
    counts.structure.right += best.shared;
    counts.structure.found += foundRelations[best.i]!.length;
    const [text, trueText] = [trigramsOf(found[best.i]!), trigramsOf(table)];
    const shared = countShared(text, trueText);
    if (shared >= 0.9 * text.length && shared >= 0.9 * trueText.length) counts.regions.right++;
  }
  return counts;
}

function trigramsOf({ cells }: PlainTable): string[] {
  return cells.flatMap(({ text: own }) => {
    const text = normalizeCell(own);
    return Array.from({ length: text.length }, (_, i) => text.slice(i, i + 3));
  });
}

function countShared(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const relation of other) left.set(relation, (left.get(relation) ?? 0) + 1);
  let shared = 0;
  for (const relation of one) {
    const count = left.get(relation) ?? 0;
    if (count === 0) continue;
    shared++;
    left.set(relation, count - 1);
  }
  return shared;
}
