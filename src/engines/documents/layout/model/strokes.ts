/** Straight strokes of a page, in the page's unit. */

/** For a horizontal stroke `at` is its y, `from` and `to` are x; for a vertical one the other way round. */
export interface Stroke {
  at: number;
  from: number;
  to: number;
  width: number;
  /** Change of `at` per unit of length, of strokes in photographs; `at` is the middle. */
  lean?: number;
}

export interface Strokes {
  across: Stroke[];
  down: Stroke[];
}

/** `at` of a leaning stroke, at a position along it. */
export const strokeAt = ({ at, from, to, lean = 0 }: Stroke, along: number): number => at + lean * (along - (from + to) / 2);
