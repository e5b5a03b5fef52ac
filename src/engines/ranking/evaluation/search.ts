/**
 * The search of an evaluation: a fixed grid of settings worth trying beside the loop's own, and the rule by which one replaces another: the
 * interval of its difference to what was earned must lie above 0, over enough events, at a level that allows for the number of candidates.
 * (The interface asks only for a higher mean and a lower end above the other's lower end; with a best of eleven candidates that let noise
 * through in a third of all cases.)
 */
import type { Candidate } from './replay.ts';
import { parsePolicy, withExploration } from '../policy.ts';
import { differenceToEarned } from './value.ts';
import type { ValueSums } from './value.ts';

const SETTINGS: readonly (readonly [string, string])[] = [
  ['Hyper1', '--squarecb --gamma_scale 15 --epsilon 0.02'],
  ['Hyper2', '--squarecb --gamma_scale 5 --epsilon 0.02'],
  ['Hyper3', '--squarecb --gamma_scale 50 --epsilon 0.02'],
  ['Hyper4', '--squarecb --gamma_scale 15 --epsilon 0.02 -l 0.05'],
  ['Hyper5', '--squarecb --gamma_scale 15 --epsilon 0.02 -l 0.2'],
  ['Hyper6', '--squarecb --gamma_scale 15 --epsilon 0.02 -l 1'],
  ['Hyper7', '--squarecb --gamma_scale 15 --epsilon 0.02 -l 0.02 --power_t 0'],
  ['Hyper8', '--squarecb --gamma_scale 15 --epsilon 0.02 --l1 1E-07'],
  ['Hyper9', '--cb_type dm --epsilon 0.05'],
  ['Hyper10', '--regcbopt --mellowness 0.01 --epsilon 0.02'],
  ['Inter-len2', '--squarecb --gamma_scale 15 --epsilon 0.02 -q ::'],
];

/** Candidates of the search, for slots where the loop has slots, exploring no more than it does. */
export function searchCandidates(share: number, multiSlot = false): Candidate[] {
  return SETTINGS.map(([name, settings]) => ({
    name,
    policy: withExploration(parsePolicy(`${multiSlot ? '--ccb_explore_adf' : '--cb_explore_adf'} ${settings}`), share),
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
