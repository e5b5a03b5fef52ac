/** The ledger: the last recorded value of each figure with its bar, machine and commit. */
import { readFileSync, writeFileSync } from 'node:fs';
import { median } from '../http/statistics.ts';

export type Direction = 'at least' | 'at most';

export interface Entry {
  bar: number;
  direction: Direction;
  figure: number;
  /** The lowest and the highest round. */
  spread: [min: number, max: number];
  commit: string;
  machine: string;
}

export type Ledger = Record<string, Entry>;

/** How much worse than the ledger a figure may be before it counts as a regression. */
const TOLERANCE = 0.1;
/** The same beside a busy neighbor, where CPU times vary more. */
const BUSY_TOLERANCE = 0.2;

export type Verdict = 'ok' | 'bar missed' | 'regressed' | 'new';

/**
 * A regression is a median that is more than a tenth worse than the ledger's and also worse than the ledger's worst
 * round, so that figures that vary by more than a tenth from round to round do not fail for that alone.
 */
export function judge(values: readonly number[], { bar, direction }: Pick<Entry, 'bar' | 'direction'>, entry: Entry | undefined): Verdict {
  const value = median(values);
  const isWorse = (limit: number): boolean => (direction === 'at least' ? value < limit : value > limit);
  if (isWorse(bar)) return 'bar missed';
  if (!entry) return 'new';
  const worstRound = direction === 'at least' ? entry.spread[0] : entry.spread[1];
  const tenthWorse = entry.figure * (direction === 'at least' ? 1 - TOLERANCE : 1 + TOLERANCE);
  return isWorse(tenthWorse) && isWorse(worstRound) ? 'regressed' : 'ok';
}

/** For a check that runs on any machine, busy or not: only a figure that is a fifth worse than the ledger's counts. */
export function judgeBusy(values: readonly number[], entry: Entry | undefined): Verdict {
  if (!entry) return 'new';
  const { direction, figure } = entry;
  const value = median(values);
  return (direction === 'at least' ? value < figure * (1 - BUSY_TOLERANCE) : value > figure * (1 + BUSY_TOLERANCE)) ? 'regressed' : 'ok';
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
