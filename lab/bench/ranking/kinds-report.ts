/** Our default settings and the peers over worlds of many kinds: mean, worst tenth, and in how many worlds we are behind each peer. */
import type { Policy } from '../../../src/engines/ranking/policy.ts';
import type { World } from './worlds.ts';
import { prepareRounds } from './peers/features.ts';
import { PEERS, playPeer } from './peers/play.ts';
import { play } from './play.ts';

/** The peers that lead somewhere; the others are behind them in every world. */
const LEADING = /^(squarecb|squarecb, -q :j|regcbopt|regcbopt, -q :j|first 1000, mtr)$/;

type Options = { readonly seeds: readonly number[]; readonly events: number; readonly peers: RegExp | null };

export function printKinds(worlds: readonly World[], policy: Policy, { seeds, events, peers }: Options): void {
  const selected = peers ? PEERS.filter(({ name }) => LEADING.test(name) && peers.test(name)) : [];
  console.log(`${worlds.length} kinds, ${events} events, seeds ${seeds.join(', ')}`);
  const ours: number[] = [];
  const theirs = selected.map((): number[] => []);
  for (const world of worlds) {
    const scores = seeds.map((seed) => play(world, policy, seed, events).whole);
    const others = seeds.map((seed) => {
      const rounds = selected.length > 0 ? prepareRounds(world, seed, events) : [];
      return selected.map((settings) => playPeer(world, rounds, settings).whole);
    });
    ours.push(...scores);
    for (const run of others) run.forEach((score, p) => theirs[p]!.push(score));
    const cells = [mean(scores), ...selected.map((_, p) => mean(others.map((run) => run[p]!)))];
    console.log(`${world.name.padEnd(12)}${cells.map((cell) => cell.toFixed(3).padStart(8)).join('')}`);
  }
  console.log(`${'ours'.padEnd(24)} mean ${mean(ours).toFixed(3)}  worst tenth ${worstTenth(ours).toFixed(3)}`);
  selected.forEach(({ name }, p) => {
    const scores = theirs[p]!;
    const behind = scores.filter((score, w) => ours[w]! < score).length / scores.length;
    console.log(
      `${name.padEnd(24)} mean ${mean(scores).toFixed(3)}  worst tenth ${worstTenth(scores).toFixed(3)}  ours / it ${(mean(ours) / mean(scores)).toFixed(3)}  behind it in ${(100 * behind).toFixed(0)} % of the worlds`,
    );
  });
}

function worstTenth(scores: readonly number[]): number {
  const sorted = [...scores].sort((a, b) => a - b);
  return mean(sorted.slice(0, Math.max(1, Math.round(sorted.length / 10))));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0) / numbers.length;
}
