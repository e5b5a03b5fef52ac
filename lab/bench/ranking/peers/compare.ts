/** Ours beside the peers of the same run: as a ratio to the best single setting and to the best in each world. */
import { average } from '../play.ts';
import type { Score } from '../play.ts';
import { WORLDS } from '../worlds.ts';
import type { World } from '../worlds.ts';
import { prepareRounds } from './features.ts';
import { PEERS, playPeer } from './play.ts';

export type PeerScores = { readonly name: string; readonly published: readonly number[]; readonly scores: readonly Score[] };

export function playPeers(
  seeds: readonly number[],
  events: number,
  worlds: readonly World[],
  { names, print }: { readonly names: RegExp; readonly print: (label: string, scores: readonly Score[]) => void },
): PeerScores[] {
  const selected = PEERS.filter(({ name }) => names.test(name));
  if (selected.length === 0) return [];
  console.log('Peers, Vowpal Wabbit’s algorithms our own re-implementation; the original package was not available here:');
  const played = worlds.map((world) =>
    seeds.map((seed) => {
      const rounds = prepareRounds(world, seed, events);
      return selected.map((settings) => playPeer(world, rounds, settings));
    }),
  );
  return selected.map(({ name, published }, p) => {
    const scores = played.map((runs) => average(runs.map((run) => run[p]!)));
    print(name, scores);
    return { name, published, scores };
  });
}

export function printComparison(worlds: readonly World[], ours: readonly Score[], peers: readonly PeerScores[]): void {
  if (peers.length === 0) return;
  const wholes = (scores: readonly Score[]): number[] => scores.map(({ whole }) => whole);
  const row = (label: string, numbers: readonly number[]): void =>
    console.log(`${label.padEnd(34)}${numbers.map((number) => number.toFixed(2).padStart(8)).join('')}`);
  const best = peers.reduce((a, b) => (mean(wholes(b.scores)) > mean(wholes(a.scores)) ? b : a));
  console.log(`\n${''.padEnd(34)}${[...worlds.map(({ name }) => name), 'mean'].map((name) => name.padStart(8)).join('')}`);
  const line = (label: string, others: readonly number[]): void => {
    const mine = wholes(ours);
    row(label, [...mine.map((score, w) => score / others[w]!), mean(mine) / mean(others)]);
  };
  line(`ours / best single (${best.name})`, wholes(best.scores));
  line(
    'ours / best in each world',
    worlds.map((_, w) => Math.max(...peers.map(({ scores }) => scores[w]!.whole))),
  );
  console.log('Difference of the peers from scores published for Vowpal Wabbit 9.11.2 on other worlds of the same kinds:');
  for (const { name, published, scores } of peers) {
    if (published.length === 0) continue;
    const differences = worlds.flatMap((world, w) => {
      const score = published[WORLDS.indexOf(world)];
      return score === undefined ? [] : [scores[w]!.whole - score];
    });
    row(`  ${name}`, [...differences, mean(differences)]);
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0) / numbers.length;
}
