/** Connected components of a mask (8-connected), found row by row by joining touching runs. */

/** Runs are triples of row, first column, and the column after the last. */
export interface Component {
  runs: Int32Array;
  left: number;
  top: number;
  right: number;
  bottom: number;
  area: number;
}

/** Components in order of their first pixel. At most `limit` runs are processed, so that noise cannot exhaust memory. */
export function findComponents(mask: Uint8Array, width: number, height: number, limit = 4_000_000): Component[] {
  const rows: number[] = [];
  const parent: number[] = [];
  const root = (run: number): number => {
    while (parent[run] !== run) {
      parent[run] = parent[parent[run]!]!;
      run = parent[run]!;
    }
    return run;
  };
  let [above, aboveEnd] = [0, 0];
  // `indexOf` skips empty areas quickly.
  let next = mask.indexOf(1);
  for (let y = 0; y < height && next >= 0 && parent.length < limit; y++) {
    const start = parent.length;
    let candidate = above;
    for (const row = y * width; next >= 0 && next < row + width;) {
      const x = next - row;
      let end = x + 1;
      while (end < width && mask[row + end] === 1) end++;
      const run = parent.length;
      parent.push(run);
      rows.push(y, x, end);
      while (candidate < aboveEnd && rows[candidate * 3 + 2]! < x) candidate++;
      for (let other = candidate; other < aboveEnd && rows[other * 3 + 1]! <= end; other++) parent[root(run)] = root(other);
      next = mask.indexOf(1, row + end);
    }
    [above, aboveEnd] = [start, parent.length];
  }
  const sizes = new Int32Array(parent.length);
  for (let run = 0; run < parent.length; run++) sizes[root(run)]!++;
  const parts: Component[] = [];
  const partOf = new Int32Array(parent.length).fill(-1);
  const filled = new Int32Array(parent.length);
  for (let run = 0; run < parent.length; run++) {
    const key = root(run);
    if (partOf[key] === -1)
      partOf[key] = parts.push({ runs: new Int32Array(sizes[key]! * 3), left: width, top: height, right: 0, bottom: 0, area: 0 }) - 1;
    const part = parts[partOf[key]!]!;
    const [y, from, to] = [rows[run * 3]!, rows[run * 3 + 1]!, rows[run * 3 + 2]!];
    const at = 3 * filled[key]!++;
    part.runs[at] = y;
    part.runs[at + 1] = from;
    part.runs[at + 2] = to;
    if (from < part.left) part.left = from;
    if (to > part.right) part.right = to;
    if (y < part.top) part.top = y;
    if (y + 1 > part.bottom) part.bottom = y + 1;
    part.area += to - from;
  }
  return parts;
}
