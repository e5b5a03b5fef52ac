/** Lines that may continue the value above them. */
import { heightOf } from '../../layout/model/geometry.ts';
import type { Form } from '../form/form.ts';
import type { TokenContext } from './context.ts';

/** Maximum distance between the tops of two lines of one value, and maximum difference in indentation, in line heights. */
const MAX_LINE_SPACING = 2.4;
const MAX_INDENT = 1;

/** For each run, the run above that it may continue, or -1. A continuation has no printed word above it or directly before it. */
export function findLinesAbove(
  form: Form,
  { above, rows, rowOf, indexInRow }: TokenContext,
  printed: Uint8Array,
  runs: readonly (readonly number[])[],
): Int32Array {
  const runOf = new Map(runs.flatMap((run, i) => run.map((token) => [token, i] as const)));
  return Int32Array.from(runs, (run) => {
    const first = run[0]!;
    const over = runOf.get(above[first]!);
    if (over === undefined) return -1;
    const [own, other] = [form.tokens[first]!.box, form.tokens[runs[over]![0]!]!.box];
    const height = Math.max(heightOf(own), heightOf(other));
    const before = rows[rowOf[first]!]![indexInRow[first]! - 1];
    const isCaptioned = before !== undefined && printed[before] === 1;
    return isCaptioned || own.top - other.top > MAX_LINE_SPACING * height || Math.abs(own.left - other.left) > MAX_INDENT * height
      ? -1
      : over;
  });
}
