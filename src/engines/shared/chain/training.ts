/**
 * Training of a chain: gradient of the log-likelihood by forward and backward sums, one row at a time in a
 * seeded order, with steps that shrink per weight (AdaGrad); once a pass an L2 penalty shrinks all weights.
 * Each visit drops out a share of the features, so that none is relied on alone. Weights are rounded at the end; those that
 * round to zero are removed.
 *
 * Invariant: the same rows in the same order give the same weights. Cost of a pass: places × (features × tags
 * each is seen with + pairs).
 */
import { Random } from '../random.ts';
import type { Chain, TaggedSequence } from './chain.ts';
import { Lattice, sumLattice } from './lattice.ts';
import { TransitionSteps } from './transition-steps.ts';
import type { ChainSettings } from './settings.ts';
import type { Grammar } from './transitions.ts';
import { Transitions } from './transitions.ts';
import { WeightTable } from './weight-table.ts';

/** Called after each pass with the share of the work that is done; returning true stops the training. */
export type OnProgress = (share: number) => boolean;

/** Training was stopped by its caller. */
export class TrainingStopped extends Error {
  constructor() {
    super('training was stopped');
    this.name = 'Stopped';
  }
}

/** Trains a chain; rows must come in an order that does not depend on how the caller got them. */
export function trainChain(
  rows: readonly TaggedSequence[],
  grammar: Grammar,
  settings: ChainSettings,
  seed = 1,
  watch?: OnProgress,
): Chain {
  const { tags } = grammar;
  const table = new WeightTable(rows, tags, settings);
  const links = new Transitions(grammar, new Float32Array(grammar.pairs.length), new Float32Array(tags), new Float32Array(tags));
  const steps = new TransitionSteps(links, rows.length, settings);
  const lattice = new Lattice();
  const order = rows.map((_, r) => r);
  const random = new Random(seed);
  for (let pass = 0; pass < settings.passes; pass++) {
    shuffle(order, random);
    for (const r of order) {
      table.leaveOut(r, random);
      table.score(r, lattice);
      sumLattice(lattice, links, settings.depth, steps.resetGradient());
      table.learn(r, lattice);
      steps.learn(rows[r]!.tags, lattice);
    }
    table.shrink();
    if (watch?.((pass + 1) / settings.passes)) throw new TrainingStopped();
  }
  const shyness = settings.shyness ?? 0;
  links.firstWeights[0]! -= shyness;
  grammar.pairs.forEach(([, to], p) => {
    if (to === 0) links.pairWeights[p]! -= shyness;
  });
  return table.rounded(grammar, links);
}

function shuffle(order: number[], random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random.next() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
}
