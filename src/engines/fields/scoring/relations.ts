/**
 * How a label and a candidate stand to each other on the page: behind it in the same segment, to the right in the same
 * row, below it, or in a block that the label heads. Distances are told in text heights, so that no page size matters.
 */
import { overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Candidate } from '../candidates/candidates.ts';
import type { Label } from '../text/lexicon.ts';
import type { Segment, Sheet } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';

export type RelationKind = 'inline' | 'right' | 'below' | 'heads';

export interface Relation {
  label: Label;
  kind: RelationKind;
  /** Candidates of the same kind that stand nearer; of a headed block, lines from its head. */
  order: number;
  /** In text heights. */
  gap: number;
  /** Labels that stand between. */
  between: number;
  /** No candidate of the same kind follows in the row. */
  last: boolean;
}

/** How far below its label a value may stand, in text heights. */
const FARTHEST_BELOW = 5;
/** Rows below, and candidates and labels of one row, that are looked at: a page made to be slow has more. */
const MOST_ROWS = 40;
const MOST_IN_ROW = 80;

export function relationsOf(sheet: Sheet, labels: readonly Label[], candidates: readonly Candidate[]): Map<Candidate, Relation[]> {
  const relations = new Map<Candidate, Relation[]>(candidates.map((candidate) => [candidate, []]));
  const byRow = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const own = byRow.get(candidate.segment.row);
    if (own === undefined) byRow.set(candidate.segment.row, [candidate]);
    else own.push(candidate);
  }
  const labelsByRow = Map.groupBy(labels, ({ segment }) => segment.row);
  for (const [row, all] of labelsByRow) {
    const own = all.slice(0, MOST_IN_ROW);
    for (const label of own) {
      const box = boxOf(label);
      inRow(label, box, byRow.get(row) ?? [], own, sheet.height, relations);
      below(label, box, sheet, byRow, relations);
    }
  }
  heads(sheet, labels, candidates, relations);
  return relations;
}

export function boxOf({ segment, start, end }: Label): Box {
  const words = wordsIn(segment, start, end);
  return words.length > 0 ? union(words.map(({ box }) => box)) : segment.box;
}

function inRow(label: Label, box: Box, candidates: readonly Candidate[], rowLabels: readonly Label[], height: number, relations: Map<Candidate, Relation[]>): void {
  const after = candidates.filter(({ segment, start }) => segment === label.segment ? start >= label.end - 1 : segment.box.left > box.left && segment.box.left >= label.segment.box.right - height).slice(0, MOST_IN_ROW);
  for (const candidate of after) {
    const same = candidate.segment === label.segment;
    const at = candidate.box.left;
    const others = after.filter(({ kind, items }) => kind === candidate.kind && !items.some((item) => candidate.items.includes(item)));
    const nearer = others.filter((other) => other.box.left < at);
    const between = rowLabels.filter((other) => other !== label && (other.segment === label.segment ? other.start > label.start : boxOf(other).left > box.left) && (other.segment === candidate.segment ? other.end <= candidate.start + 1 : boxOf(other).right <= at)).length;
    relations.get(candidate)!.push({
      label, kind: same ? 'inline' : 'right', order: distinct(nearer), between, gap: Math.max(0, (candidate.box.left - box.right) / height), last: !others.some((other) => other.box.left > at),
    });
  }
}

/** Candidates that overlap are readings of one place. */
function distinct(candidates: readonly Candidate[]): number {
  let count = 0;
  let end = -Infinity;
  for (const { box } of [...candidates].sort((a, b) => a.box.left - b.box.left)) {
    if (box.left >= end - 1e-6) count += 1;
    end = Math.max(end, box.right);
  }
  return count;
}

function below(label: Label, box: Box, sheet: Sheet, byRow: ReadonlyMap<number, readonly Candidate[]>, relations: Map<Candidate, Relation[]>): void {
  const seen = new Map<string, number>();
  for (let row = label.segment.row + 1; row < Math.min(sheet.rows.length, label.segment.row + 1 + MOST_ROWS); row++) {
    const { page, box: rowBox } = sheet.rows[row]!;
    const gap = (rowBox.top - box.bottom) / sheet.height;
    if (page !== label.segment.page || gap > FARTHEST_BELOW) break;
    const met = new Set<string>();
    for (const candidate of (byRow.get(row) ?? []).slice(0, 2 * MOST_IN_ROW)) {
      const whole = candidate.kind === 'address' ? candidate.box : candidate.segment.box;
      const beside = overlap(box.left, box.right, whole.left, whole.right);
      if (beside <= 0 && Math.abs(whole.left - box.left) > sheet.height) continue;
      const own = Math.max(0, (candidate.box.top - box.bottom) / sheet.height);
      relations.get(candidate)!.push({ label, kind: 'below', order: seen.get(candidate.kind) ?? 0, gap: own, between: 0, last: true });
      met.add(candidate.kind);
    }
    for (const kind of met) seen.set(kind, (seen.get(kind) ?? 0) + 1);
  }
}

/** The last label before a line of its block that begins its line, or the label right above the block. */
function heads(sheet: Sheet, labels: readonly Label[], candidates: readonly Candidate[], relations: Map<Candidate, Relation[]>): void {
  const beginning = Map.groupBy(labels.filter(({ segment, start, end, colon }) => start === 0 && (colon || end >= segment.text.length)), ({ segment }) => segment);
  const above = new Map<number, Label>();
  const within = new Map<Segment, { label: Label; lines: number }>();
  sheet.blocks.forEach(({ segments, box, page }, index) => {
    let head: { label: Label; line: number } | undefined;
    segments.forEach((segment, line) => {
      const own = beginning.get(segment)?.[0];
      if (own !== undefined) head = { label: own, line };
      if (head !== undefined) within.set(segment, { label: head.label, lines: line - head.line });
    });
    let best: { label: Label; gap: number } | undefined;
    for (const [segment, [label]] of beginning) {
      if (segment.page !== page || segment.block === index) continue;
      const gap = (box.top - segment.box.bottom) / sheet.height;
      const beside = overlap(box.left, box.right, segment.box.left, segment.box.right) > 0;
      if (beside && gap > -0.5 && gap < 3 && (best === undefined || gap < best.gap)) best = { label: label!, gap };
    }
    if (best !== undefined) above.set(index, best.label);
  });
  for (const candidate of candidates) {
    if (candidate.kind !== 'address' && candidate.kind !== 'text') continue;
    const inside = within.get(candidate.segment);
    const label = inside?.label ?? above.get(candidate.segment.block);
    if (label === undefined) continue;
    const lines = inside?.lines ?? sheet.blocks[candidate.segment.block]!.segments.indexOf(candidate.segment) + 1;
    relations.get(candidate)!.push({ label, kind: 'heads', order: lines, gap: 0, between: 0, last: true });
  }
}
