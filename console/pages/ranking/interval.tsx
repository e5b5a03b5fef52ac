/** An estimate with its interval, on a scale shared by the rows of a table. */
import type { JSX } from 'preact';
import type { Estimate } from './estimate.ts';

export interface Scale { from: number; to: number }

/** A scale that fits all of them. */
export function commonScale(estimates: readonly (Estimate | undefined)[]): Scale {
  const ends = estimates.flatMap((one) => one ? [one.low ?? one.value, one.high ?? one.value] : []);
  const from = Math.min(0, ...ends);
  const to = Math.max(0, ...ends);
  return to > from ? { from, to } : { from, to: from + 1 };
}

export function formatEstimate({ value, low, high }: Estimate): string {
  return low === undefined || high === undefined ? value.toFixed(3) : `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

export function Interval({ of, scale: { from, to }, label }: { of: Estimate | undefined; scale: Scale; label: string }): JSX.Element {
  if (!of) return <span class="faint">no reward yet</span>;
  const at = (value: number): number => (value - from) / (to - from) * 100;
  const { value, low = value, high = value } = of;
  return <span class="ranking-interval" role="img" aria-label={`${label}: ${formatEstimate(of)}`}>
    <span class="ranking-interval-track"><span class="zero" style={{ left: `${at(0)}%` }} /><span class="whisker" style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} /><span class="dot" style={{ left: `${at(value)}%` }} /></span>
    <span class="number">{value.toFixed(3)}</span>
  </span>;
}
