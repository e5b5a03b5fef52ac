/** The ledger of figures: what each was when it was last written, on which machine and at which commit, and its bar. */
import { readFileSync, writeFileSync } from 'node:fs';
import { median } from '../http/statistics.ts';

export type Direction = 'at least' | 'at most';

export interface Entry {
  bar: number;
  direction: Direction;
  figure: number;
  /** The least and the greatest round. */
  spread: [least: number, greatest: number];
  commit: string;
  machine: string;
}

export type Ledger = Record<string, Entry>;

/** A figure may be so much worse than the ledger's before it counts as a slide. */
const SLIDE = 0.1;

export type Verdict = 'ok' | 'bar missed' | 'slid' | 'new';

/**
 * A slide is a median that is more than a tenth worse than the ledger's and also worse than the worst round that the
 * ledger saw: figures that vary by more than a tenth from round to round do not fail for that alone.
 */
export function judge(values: readonly number[], { bar, direction }: Pick<Entry, 'bar' | 'direction'>, entry: Entry | undefined): Verdict {
  const value = median(values);
  const isWorse = (limit: number): boolean => direction === 'at least' ? value < limit : value > limit;
  if (isWorse(bar)) return 'bar missed';
  if (!entry) return 'new';
  const worstRound = direction === 'at least' ? entry.spread[0] : entry.spread[1];
  const tenthWorse = entry.figure * (direction === 'at least' ? 1 - SLIDE : 1 + SLIDE);
  return isWorse(tenthWorse) && isWorse(worstRound) ? 'slid' : 'ok';
}

export function readLedger(file: string): Ledger {
  return JSON.parse(readFileSync(file, 'utf8')) as Ledger;
}

export function writeLedger(file: string, ledger: Ledger): void {
  writeFileSync(file, `${JSON.stringify(ledger, null, 2)}\n`);
}

export function round(value: number): number {
  return Number(value.toPrecision(3));
}
