/** Plays peers through the worlds. A world of late clicks trains every event when its wait ends, as the retired service did. */
import { Random, pick } from '../../../../src/engines/shared/random.ts';
import { Tally } from '../play.ts';
import type { Score } from '../play.ts';
import type { World } from '../worlds.ts';
import type { PeerRound } from './features.ts';
import { Peer } from './vowpal-wabbit.ts';
import type { PeerSettings } from './vowpal-wabbit.ts';

/**
 * The settings that are compared. `published` are scores of Vowpal Wabbit 9.11.2 itself, on other worlds of the same kinds, one seed, in
 * the order of WORLDS: they show how far the peer here can be trusted to stand for it.
 */
export const PEERS: readonly (PeerSettings & { readonly published: readonly number[] })[] = [
  setting('epsilon 0.1, mtr', { kind: 'epsilon', epsilon: 0.1 }, 'mtr', 'all', [0.75, 0.62, 0.35, 0.65, 0.78, 0.49, 0.45, 0.64]),
  setting('epsilon 0.1, ips', { kind: 'epsilon', epsilon: 0.1 }, 'ips', 'all', [0.48, 0.41, 0.24, 0.31, 0.77, 0.3, 0.43, 0.5]),
  setting('epsilon 0.1, dr', { kind: 'epsilon', epsilon: 0.1 }, 'dr', 'all', [0.67, 0.56, 0.25, 0.31, 0.78, 0.32, 0.42, 0.51]),
  setting('first 1000, mtr', { kind: 'first', count: 1000 }, 'mtr', 'all', [0.85, 0.71, 0.55, 0.69, 0.85, 0.63, 0.65, 0.79]),
  setting('bag 5, mtr', { kind: 'bag', size: 5, epsilon: 0.02 }, 'mtr', 'all', [0.84, 0.76, 0.5, 0.55, 0.84, 0.56, 0.55, 0.78]),
  setting('cover 5, mtr', { kind: 'cover', size: 5, psi: 1, epsilon: 0.02 }, 'mtr', 'all', [0.52, 0.44, 0.3, 0.22, 0.76, 0.13, 0.25, 0.35]),
  setting('squarecb', { kind: 'squarecb', gamma: 10 }, 'mtr', 'all', [0.88, 0.75, 0.54, 0.67, 0.85, 0.55, 0.53, 0.8]),
  setting('squarecb, -q :j', { kind: 'squarecb', gamma: 10 }, 'mtr', 'actions', [0.89, 0.68, 0.51, 0.68, 0.88, 0.58, 0.56, 0.82]),
  setting('regcbopt', { kind: 'regcbopt', mellowness: 0.01 }, 'mtr', 'all', [0.6, 0.73, 0.61, 0.66, 0.89, 0.75, 0.69, 0.76]),
  setting('epsilon 0.1, -q :j', { kind: 'epsilon', epsilon: 0.1 }, 'mtr', 'actions', []),
  setting('epsilon, no pairs', { kind: 'epsilon', epsilon: 0.1 }, 'mtr', 'none', []),
  setting('cover 5, -q :j', { kind: 'cover', size: 5, psi: 1, epsilon: 0.02 }, 'mtr', 'actions', []),
  setting('cover 5, no pairs', { kind: 'cover', size: 5, psi: 1, epsilon: 0.02 }, 'mtr', 'none', []),
  setting('squarecb, no pairs', { kind: 'squarecb', gamma: 10 }, 'mtr', 'none', []),
  setting('regcb 0.1', { kind: 'regcb', mellowness: 0.1 }, 'mtr', 'all', []),
  setting('regcb 0.001', { kind: 'regcb', mellowness: 0.001 }, 'mtr', 'all', []),
  setting('regcbopt, no pairs', { kind: 'regcbopt', mellowness: 0.01 }, 'mtr', 'none', []),
  setting('regcbopt 0.001', { kind: 'regcbopt', mellowness: 0.001 }, 'mtr', 'all', []),
  setting('regcbopt, -q :j', { kind: 'regcbopt', mellowness: 0.01 }, 'mtr', 'actions', [0.78, 0.69, 0.61, 0.7, 0.9, 0.73, 0.7, 0.76]),
  {
    ...setting('service settings', { kind: 'epsilon', epsilon: 0.2 }, 'mtr', 'all', [0.49, 0.45, 0.2, 0.12, 0.23, 0.32, 0.36, 0.51]),
    rate: 0.001,
    power: 0,
  },
];

function setting(
  name: string,
  exploration: PeerSettings['exploration'],
  type: PeerSettings['type'],
  interactions: PeerSettings['interactions'],
  published: readonly number[],
): PeerSettings & { readonly published: readonly number[] } {
  return { name, exploration, type, interactions, published };
}

type Shown = { readonly chosen: number; readonly probability: number; readonly reward: number; readonly used: Uint8Array };

export function playPeer(world: World, rounds: readonly PeerRound[], settings: PeerSettings): Score {
  const peer = new Peer(settings);
  const tally = new Tally();
  const bags = new Random(7);
  const waiting: Shown[][] = [];
  const learn = (event: number): void =>
    waiting[event]!.forEach(({ chosen, probability, reward, used }, slot) =>
      peer.learn(rounds[event]!, slot, used, { chosen, probability, reward, bags: Array.from({ length: 5 }, () => bags.poisson()) }),
    );
  rounds.forEach((round, event) => {
    const used = new Uint8Array(round.actions.length);
    const shown: number[] = [];
    const decisions = round.means.map((without, slot) => {
      const means = round.meansAfter?.(shown) ?? without;
      const before = used.slice();
      const probabilities = peer.probabilities(round, slot, used);
      const chosen = pick(probabilities, round.draws[slot]!);
      used[chosen] = 1;
      shown.push(chosen);
      return { chosen, probability: probabilities[chosen]!, reward: round.clicks[slot]! < means[chosen]! ? 1 : 0, used: before };
    });
    tally.add(round, decisions, event >= (2 * rounds.length) / 3);
    waiting.push(decisions);
    const due = event - (world.waitEvents ?? 0);
    if (due >= 0) learn(due);
  });
  return tally.score();
}
