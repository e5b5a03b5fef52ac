/**
 * What is shown in the slots before: the features of their actions, nearest slot first. Multiplied with the features of an action they say
 * whether it does well after them; in which of the slots before makes no difference.
 */
import type { Example } from '../features/example.ts';
import { PAIR_MULTIPLIER, finishHash } from '../../shared/hash.ts';
import type { Scales } from '../features/scales.ts';

/** Bounds the work of a page with many slots. */
const MAX_ROWS = 32;
const SEED = 0x3c6ef372;

export class RowsBefore {
  readonly multiplied = new Int32Array(MAX_ROWS);
  readonly values = new Float64Array(MAX_ROWS);
  readonly names: string[] = [];
  count = 0;

  gather({ shown, actions, actionStarts }: Example, slot: number, scales: Scales): void {
    this.count = 0;
    for (let s = Math.min(slot, shown.length) - 1; s >= 0; s--) {
      const end = actionStarts[shown[s]! + 1]!;
      for (let i = actionStarts[shown[s]!]!; i < end && this.count < MAX_ROWS; i++) {
        const hash = actions.hashes[i]!;
        this.multiplied[this.count] = Math.imul(finishHash(hash ^ SEED), PAIR_MULTIPLIER);
        this.values[this.count] = scales.normalize(hash, actions.values[i]!);
        if (actions.names) this.names[this.count] = `before.${actions.names[i]!}`;
        this.count++;
      }
    }
  }
}
