/**
 * The search of an evaluation: a fixed grid of settings worth trying beside the loop's own, and the rule by which one replaces another: the
 * interval of its difference to what was earned must lie above 0, over enough events, at a level that allows for the number of candidates.
 * (The interface asks only for a higher mean and a lower end above the other's lower end; with a best of eleven candidates that let noise
 * through in a third of all cases.)
 */
import type { Candidate } from './replay.ts';
import { parsePolicy, withExploration } from '../policy.ts';
import type { Policy } from '../policy.ts';
import { differenceToEarned } from './value.ts';
import searchSettings from './search-settings.json' with { type: 'json' };
import type { ValueSums } from './value.ts';

/** Candidates of the search, for slots and with subjects of texts where the loop has them, exploring no more than it does. */
export function searchCandidates(
  share: number,
  { multiSlot, textSubjects }: Pick<Policy, 'multiSlot' | 'textSubjects'> = { multiSlot: false, textSubjects: false },
): Candidate[] {
  const kept = `${multiSlot ? '--ccb_explore_adf' : '--cb_explore_adf'}${textSubjects ? ' --text_subjects' : ''}`;
  return Object.entries(searchSettings).map(([name, settings]) => ({
    name,
    policy: withExploration(parsePolicy(`${kept} ${settings}`), share),
  }));
}

/** Fewer events say too little for a choice among many candidates. */
const MIN_EVENTS = 1000;

/** Two-sided normal quantile of 5 % divided by eleven candidates (Bonferroni). */
const SEARCH_Z_SCORE = 2.838;

/** Whether settings may replace those in use. */
export function isImprovement(found: ValueSums): boolean {
  return found.events >= MIN_EVENTS && (differenceToEarned(found, SEARCH_Z_SCORE)?.low ?? 0) > 0;
}
