/**
 * Simulated worlds with known expected rewards. Every world draws its visitors, its offers and its
 * hidden preferences from one seed; a reward is a click drawn from the expected reward, so that uniform
 * choice and the best choice are known exactly and every learner can be scored between them.
 *
 * The difficulty of each world was chosen before the engine's defaults, on seeds 101 and 102, so that
 * the vendor's documented settings and ε-greedy with `mtr` weights, which the bench prints next to the
 * defaults, score about as Vowpal Wabbit 9.11.2 does with them (0.323 and 0.579).
 */
import type { Random } from '../../../src/engines/shared/random.ts';
import { gaussian, grid, pickOne, sample, sigmoid } from './draws.ts';

type Features = { readonly [name: string]: unknown };

/** One visit: the offered actions, and the expected reward of every action in every slot. */
export type Round = {
  readonly contextFeatures: readonly Features[];
  readonly actions: readonly { readonly id: string; readonly features: readonly Features[] }[];
  readonly slots?: readonly { readonly id: string; readonly features: readonly Features[] }[];
  readonly means: readonly Float64Array[];
  /** Expected rewards of the next slot if they depend on the actions in the slots before; `means` is then without them. */
  readonly meansAfter?: (shown: readonly number[]) => Float64Array;
};

export type World = {
  readonly name: string;
  /** Only clicks are reported, and late; the wait time is this many events. Undefined: every outcome is reported together. */
  readonly waitEvents?: number;
  /** By how many events a late click is delayed; undefined: on average by an eighth of the wait time. */
  readonly lag?: (random: Random) => number;
  readonly start: (random: Random, events: number) => (event: number) => Round;
};

/** Bilinear taste: visitors and actions are vectors, the reward rises with their match. */
function vectorWorld(random: Random, width: number, actions: number, sharpness: number, redraw: (event: number) => boolean) {
  const offers = Array.from({ length: actions }, () => Array.from({ length: width }, () => gaussian(random)));
  let taste = grid(random, width, width, 1);
  return (event: number): Round => {
    if (redraw(event)) taste = grid(random, width, width, 1);
    const visitor = Array.from({ length: width }, () => gaussian(random));
    const means = Float64Array.from(offers, (offer) => {
      let match = 0;
      for (let i = 0; i < width; i++) for (let j = 0; j < width; j++) match += visitor[i]! * taste[i]![j]! * offer[j]!;
      return sigmoid((sharpness * match) / width);
    });
    return {
      contextFeatures: [{ user: Object.fromEntries(visitor.map((x, i) => [`u${i}`, x])) }],
      actions: offers.map((offer, k) => ({ id: `a${k}`, features: [Object.fromEntries(offer.map((x, i) => [`f${i}`, x]))] })),
      means: [means],
    };
  };
}

/** Categories: visitors of some kinds, actions of some kinds, a click rate for every pair. */
function kindWorld(random: Random, actions: number, rate: (taste: number) => number) {
  const kinds = [4, 3, 6];
  const topics = 8;
  const taste = kinds.map((count) => grid(random, count, topics, 0.8));
  const appeal = grid(random, 1, actions, 0.5)[0]!;
  return (): Round => {
    const visitor = kinds.map((count) => pickOne(random, count));
    const means = Float64Array.from({ length: actions }, (_, k) => {
      let match = appeal[k]!;
      for (let i = 0; i < kinds.length; i++) match += taste[i]![visitor[i]!]![k % topics]!;
      return rate(match);
    });
    return {
      contextFeatures: [{ user: { age: `g${visitor[0]}`, device: `d${visitor[1]}` } }, { when: { hour: `h${visitor[2]}` } }],
      actions: Array.from({ length: actions }, (_, k) => ({ id: `a${k}`, features: [{ item: `i${k}`, topic: `t${k % topics}` }] })),
      means: [means],
    };
  };
}

const never = (): boolean => false;

export const WORLDS: readonly World[] = [
  { name: 'linear', start: (random) => vectorWorld(random, 4, 10, 2.2, never) },
  {
    name: 'drift',
    start: (random, events) =>
      vectorWorld(random, 3, 6, 3, (event) => event === Math.floor(events / 3) || event === Math.floor((2 * events) / 3)),
  },
  { name: 'many', start: startMany },
  { name: 'text', start: startText },
  { name: 'scale', start: startScale },
  { name: 'ctr', start: (random) => kindWorld(random, 8, (taste) => Math.min(0.16, Math.max(0.005, 0.035 * Math.exp(taste * 0.8)))) },
  { name: 'delay', waitEvents: 2000, start: (random) => kindWorld(random, 8, (taste) => sigmoid(taste * 0.9 - 2.5)) },
  { name: 'slots', start: startSlots },
  { name: 'pairs', start: startPairs },
];

/** Fifty offers out of a catalog of five hundred at every visit. */
function startMany(random: Random): () => Round {
  const topics = 60;
  const width = 3;
  const catalog = Array.from({ length: 500 }, (_, k) => ({
    topic: k % topics,
    quality: gaussian(random),
    appeal: gaussian(random) * 0.3,
  }));
  const taste = grid(random, width * 4, topics, 0.8);
  return () => {
    const visitor = Array.from({ length: width }, (_, i) => i * 4 + pickOne(random, 4));
    const offers = sample(random, catalog.length, 50);
    const means = Float64Array.from(offers, (o) => {
      const { topic, quality, appeal } = catalog[o]!;
      let match = appeal + 0.3 * quality - 3.2;
      for (const kind of visitor) match += taste[kind]![topic]!;
      return sigmoid(match);
    });
    return {
      contextFeatures: [{ user: Object.fromEntries(visitor.map((kind, i) => [`k${i}`, `v${kind}`])) }],
      actions: offers.map((o) => ({
        id: `a${o}`,
        features: [{ topic: `t${catalog[o]!.topic}`, quality: catalog[o]!.quality, item: `i${o}` }],
      })),
      means: [means],
    };
  };
}

/** Bags of words: a visitor's recent words hint at interests, an article's words at its subject. */
function startText(random: Random): () => Round {
  const subjects = 8;
  const vocabulary = 40;
  const word = (subject: number): number => (random.next() < 0.7 ? subject * 5 + pickOne(random, 5) : pickOne(random, vocabulary));
  const bag = (subject: number, size: number): Features => Object.fromEntries(Array.from({ length: size }, () => [`w${word(subject)}`, 1]));
  const taste = grid(random, subjects, subjects, 1.5);
  return () => {
    const interest = pickOne(random, subjects);
    const offers = Array.from({ length: 10 }, () => pickOne(random, subjects));
    return {
      contextFeatures: [{ read: bag(interest, 6) }],
      actions: offers.map((subject, k) => ({ id: `a${k}`, features: [{ text: bag(subject, 6) }] })),
      means: [Float64Array.from(offers, (subject) => sigmoid(taste[interest]![subject]! - 0.5))],
    };
  };
}

/** Numbers of very different size: from ten-thousandths to hundred-thousands. */
function startScale(random: Random): () => Round {
  const sizes = [1e-4, 1, 1e5];
  const offers = Array.from({ length: 8 }, () => sizes.map(() => gaussian(random)));
  const taste = grid(random, sizes.length, sizes.length, 1);
  return () => {
    const visitor = sizes.map(() => gaussian(random));
    const means = Float64Array.from(offers, (offer) => {
      let match = 0;
      for (let i = 0; i < sizes.length; i++) for (let j = 0; j < sizes.length; j++) match += visitor[i]! * taste[i]![j]! * offer[j]!;
      return sigmoid(0.6 * match);
    });
    return {
      contextFeatures: [{ user: Object.fromEntries(visitor.map((x, i) => [`u${i}`, x * sizes[i]!])) }],
      actions: offers.map((offer, k) => ({
        id: `a${k}`,
        features: [Object.fromEntries(offer.map((x, i) => [`f${i}`, x * sizes[2 - i]!]))],
      })),
      means: [means],
    };
  };
}

/** Three slots on a page, eight offers, each used at most once. */
function startSlots(random: Random): () => Round {
  const actions = 8;
  const places = 3;
  const kinds = 6;
  const taste = grid(random, 2 * kinds, actions, 0.9);
  const fit = grid(random, places, actions, 0.7);
  const slots = Array.from({ length: places }, (_, s) => ({ id: `s${s}`, features: [{ size: `z${s}` }] }));
  return () => {
    const kind = pickOne(random, kinds);
    const mood = pickOne(random, kinds);
    return {
      contextFeatures: [{ user: { kind: `k${kind}`, mood: `m${mood}` } }],
      actions: Array.from({ length: actions }, (_, k) => ({ id: `a${k}`, features: [{ item: `i${k}` }] })),
      slots,
      means: Array.from({ length: places }, (_, s) =>
        Float64Array.from({ length: actions }, (_unused, k) => sigmoid(taste[kind]![k]! + taste[kinds + mood]![k]! + fit[s]![k]! - 1)),
      ),
    };
  };
}

/** Three slots and eight offers as above; in addition, what is shown before makes an offer's topic worth more or less. */
function startPairs(random: Random): () => Round {
  const topics = 4;
  const next = startSlots(random);
  const pull = grid(random, topics, topics, 1.2);
  return () => {
    const { actions, means, ...round } = next();
    return {
      ...round,
      actions: actions.map(({ id, features: [own] }, k) => ({ id, features: [{ ...own, topic: `t${k % topics}` }] })),
      means,
      meansAfter: (shown) =>
        means[shown.length]!.map((share, k) => {
          let logOdds = Math.log(share / (1 - share));
          for (const before of shown) logOdds += pull[before % topics]![k % topics]!;
          return sigmoid(logOdds);
        }),
    };
  };
}
