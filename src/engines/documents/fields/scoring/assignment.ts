/**
 * Assigns values to fields with the best total score: a value goes to one field (unless fields may share it), and
 * consistent sums add to the score. Beam search over fields; checks are scored once all fields they need are decided.
 * Cost: fields × beam × options.
 */
import type { Candidate } from '../candidates/candidates.ts';

export interface Option {
  candidate: Candidate;
  score: number;
}
export interface Choice {
  field: string;
  options: readonly Option[];
}
export type PickedOptions = ReadonlyMap<string, Option>;

export interface CheckResult {
  check: string;
  holds: boolean;
  fields: readonly string[];
}

export interface AssignmentRules {
  mayShare(one: string, other: string): boolean;
  /** Fields used in checks; they are decided first. */
  checked: ReadonlySet<string>;
  check(picked: PickedOptions): CheckResult[];
  /** Score of a check result. */
  weight(result: CheckResult): number;
}

const BEAM = 96;

interface State {
  picked: Map<string, Option>;
  used: Map<number, string[]>;
  score: number;
}

export function assign(choices: readonly Choice[], rules: AssignmentRules): Map<string, Option> {
  const inOrder = [...choices].sort(
    (a, b) =>
      Number(rules.checked.has(b.field)) - Number(rules.checked.has(a.field)) ||
      (b.options[0]?.score ?? -Infinity) - (a.options[0]?.score ?? -Infinity),
  );
  const checkedCount = inOrder.filter(({ field }) => rules.checked.has(field)).length;
  let states: State[] = [{ picked: new Map(), used: new Map(), score: 0 }];
  inOrder.forEach(({ field, options }, at) => {
    const next: State[] = [];
    for (const state of states) {
      next.push(state);
      for (const option of options) {
        if (option.candidate.items.some((item) => state.used.get(item)?.some((other) => !rules.mayShare(field, other)) === true)) continue;
        const used = new Map(state.used);
        for (const item of option.candidate.items) used.set(item, [...(used.get(item) ?? []), field]);
        next.push({ picked: new Map(state.picked).set(field, option), used, score: state.score + option.score });
      }
    }
    if (at === checkedCount - 1)
      for (const state of next) state.score += rules.check(state.picked).reduce((sum, result) => sum + rules.weight(result), 0);
    states = next.sort((a, b) => b.score - a.score).slice(0, BEAM);
  });
  return states[0]!.picked;
}
