/**
 * Spatial relations between a label and a candidate: after it in the same segment, to the right in the same row, or
 * below it. What matters is what lies between them, not how far they are apart.
 */
import { heightOf, middleY, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Candidate } from '../candidates/candidates.ts';
import type { Label } from '../text/lexicon.ts';
import type { SegmentedText } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';

export type RelationKind = 'inline' | 'right' | 'below';

export interface Relation {
  label: Label;
  kind: RelationKind;
  /** Number of nearer candidates of the same kind. */
  order: number;
  /** Number of labels in between. */
  between: number;
  /** Whether no other text lies between the label and the candidate. */
  adjacent: boolean;
  /** Whether no candidate of the same kind follows in the row, or in the column below the label. */
  last: boolean;
  /** Below only: whether the label has a candidate of the same kind in its own row. */
  rowHasValue: boolean;
}

/** Maximum distance of a value below its label, in text heights. */
const MAX_GAP_BELOW = 5;
/** Of a value from the middle of a label in the row above or below, in heights of the label: half a line. */
const MAX_OFFSET = 0.9;
/** Limits for adversarial pages: rows below, and candidates and labels per row. */
const MAX_ROWS = 40;
const MAX_IN_ROW = 80;
/** In longer lines, only the words below a label belong to it. */
const MAX_CELL_WORDS = 8;
/** Behind more labels, a candidate does not belong to a label. */
const MAX_BETWEEN = 2;

export function findRelations(
  segmented: SegmentedText,
  labels: readonly Label[],
  candidates: readonly Candidate[],
): Map<Candidate, Relation[]> {
  const relations = new Map<Candidate, Relation[]>(candidates.map((candidate) => [candidate, []]));
  const byRow = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const own = byRow.get(candidate.segment.row);
    if (own === undefined) byRow.set(candidate.segment.row, [candidate]);
    else own.push(candidate);
  }
  const labelsByRow = Map.groupBy(labels, ({ segment }) => segment.row);
  for (const [row, all] of labelsByRow) {
    const own = all.slice(0, MAX_IN_ROW).map((label) => ({ label, box: labelBox(label) }));
    for (const one of own) {
      const beside = [...(byRow.get(row) ?? []), ...centeredBeside(one.label, segmented, byRow)];
      const kinds = addRowRelations(one, beside, own, segmented, relations);
      addRelationsBelow(one, kinds, segmented, byRow, relations);
    }
  }
  return relations;
}

/** Candidates of a value that is level with the middle of a label of two lines, or has two lines beside a label of one. */
function centeredBeside({ segment }: Label, { rows }: SegmentedText, byRow: ReadonlyMap<number, readonly Candidate[]>): Candidate[] {
  const { box, page } = segment;
  return [segment.row - 1, segment.row + 1].flatMap((at) => {
    const row = rows[at];
    if (row?.page !== page || row.segments.some((other) => overlap(other.box.left, other.box.right, box.left, box.right) > 0)) return [];
    const next = row.segments.find((other) => other.box.left >= box.right);
    if (next === undefined || Math.abs(middleY(next.box) - middleY(box)) > MAX_OFFSET * heightOf(box)) return [];
    const isFree = !rows[segment.row]!.segments.some(
      (other) => other !== segment && other.box.left >= box.right && other.box.left <= next.box.right,
    );
    return isFree ? (byRow.get(at) ?? []).filter((candidate) => candidate.segment === next) : [];
  });
}

interface PlacedLabel {
  label: Label;
  box: Box;
}

function labelBox({ segment, start, end, box }: Label): Box {
  if (box !== undefined) return box;
  const words = wordsIn(segment, start, end);
  return words.length > 0 ? union(words.map((word) => word.box)) : segment.box;
}

/** Returns the kinds of the candidates in the row. */
function addRowRelations(
  { label, box }: PlacedLabel,
  candidates: readonly Candidate[],
  rowLabels: readonly PlacedLabel[],
  { rows, height }: SegmentedText,
  relations: Map<Candidate, Relation[]>,
): Set<string> {
  const after = candidates
    .filter(({ segment, start }) =>
      segment === label.segment
        ? start >= label.end - 1
        : segment.box.left > box.left && segment.box.left >= label.segment.box.right - height,
    )
    .slice(0, MAX_IN_ROW);
  const { segments } = rows[label.segment.row]!;
  for (const candidate of after) {
    const same = candidate.segment === label.segment;
    const at = candidate.box.left;
    const between = rowLabels.filter(
      ({ label: other, box: otherBox }) =>
        other !== label &&
        (other.segment === label.segment ? other.start > label.start : otherBox.left > box.left) &&
        (other.segment === candidate.segment ? other.end <= candidate.start + 1 : otherBox.right <= at),
    ).length;
    if (between > MAX_BETWEEN) continue;
    const others = after.filter(({ kind, items }) => kind === candidate.kind && !items.some((item) => candidate.items.includes(item)));
    const nearer = others.filter((other) => other.box.left < at && !isInParentheses(other));
    relations.get(candidate)!.push({
      label,
      kind: same ? 'inline' : 'right',
      order: countDistinct(nearer),
      between,
      adjacent: same
        ? isEmpty(label.segment.text.slice(label.end, candidate.start)) ||
          (between === 0 && candidate.kind === 'id' && endsWithNumberWord(label.segment.text.slice(label.end, candidate.start)))
        : isEmpty(label.segment.text.slice(label.end)) &&
          isEmpty(candidate.segment.text.slice(0, candidate.start)) &&
          !segments.some(
            (other) =>
              other !== label.segment && other !== candidate.segment && other.box.left > box.left && other.box.right <= at + height,
          ),
      last: !others.some((other) => other.box.left > at),
      rowHasValue: true,
    });
  }
  return new Set(after.map(({ kind }) => kind));
}

/** Punctuation, currencies and words for "number" do not separate a label from its value. */
const isEmpty = (text: string): boolean =>
  !/[\p{L}\d]/u.test(
    text.replace(/\b(?:no|nr|num|number|nummer|numero|n|id|eur|usd|gbp|chf|inr|rm|pln|sek|dkk|in|on|vom|du|del|le|am)\b/giu, ''),
  );

/** A code in parentheses explains the label: "Invoice (380) no. 123". */
const isInParentheses = ({ segment, start, end }: Candidate): boolean =>
  /\(\s*$/u.test(segment.text.slice(0, start)) && /^\s*\)/u.test(segment.text.slice(end));

/** Words between a label and its number: "Invoice (copy) of March no. 123". */
const endsWithNumberWord = (text: string): boolean =>
  text.length <= 60 && /^[^\d:]*(?:^|[^\p{L}])(?:n[°º]|no|nr|num|number|nummer|numero|#)[\s.:°º#]*$/iu.test(text.replace(/\(\d+\)/gu, ''));

/** Overlapping candidates are alternatives for one value. */
function countDistinct(candidates: readonly Candidate[]): number {
  let count = 0;
  let end = -Infinity;
  for (const { box } of [...candidates].sort((a, b) => a.box.left - b.box.left)) {
    if (box.left >= end - 1e-6) count += 1;
    end = Math.max(end, box.right);
  }
  return count;
}

function addRelationsBelow(
  { label, box }: PlacedLabel,
  rowKinds: ReadonlySet<string>,
  segmented: SegmentedText,
  byRow: ReadonlyMap<number, readonly Candidate[]>,
  relations: Map<Candidate, Relation[]>,
): void {
  const { rows, height } = segmented;
  const column = rows[label.segment.row]!.segments.indexOf(label.segment);
  const seen = new Map<string, number>();
  const lastByKind = new Map<string, Relation[]>();
  let isBlocked = false;
  for (let row = label.segment.row + 1; row < Math.min(rows.length, label.segment.row + 1 + MAX_ROWS); row++) {
    const { page, box: rowBox, segments } = rows[row]!;
    if (page !== label.segment.page || (rowBox.top - box.bottom) / height > MAX_GAP_BELOW) break;
    // Cells of a value row belong to the labels of a heading row one by one, even if they are aligned otherwise.
    const isValueRow = !isBlocked && segments.length > 1 && segments.length === rows[label.segment.row]!.segments.length;
    const isBelow = (whole: Box): boolean =>
      overlap(box.left, box.right, whole.left, whole.right) > 0 || Math.abs(whole.left - box.left) <= height;
    const inRow = new Map<string, Relation[]>();
    for (const candidate of (byRow.get(row) ?? []).slice(0, 2 * MAX_IN_ROW)) {
      const { segment, box: own } = candidate;
      if (isValueRow ? segments[column] !== segment : !isBelow(segment.words.length > MAX_CELL_WORDS ? own : segment.box)) continue;
      const relation: Relation = {
        label,
        kind: 'below',
        order: seen.get(candidate.kind) ?? 0,
        between: 0,
        adjacent: !isBlocked && isEmpty(candidate.segment.text.slice(0, candidate.start)),
        last: false,
        rowHasValue: rowKinds.has(candidate.kind),
      };
      relations.get(candidate)!.push(relation);
      inRow.set(candidate.kind, [...(inRow.get(candidate.kind) ?? []), relation]);
    }
    for (const [kind, own] of inRow) {
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      lastByKind.set(kind, own);
    }
    isBlocked ||= segments.some((segment) => isBelow(segment.box));
  }
  for (const own of lastByKind.values()) for (const relation of own) relation.last = true;
}
