/**
 * Worlds of many kinds: a kind is drawn from its own name over the parameters that make loops differ (words, catalogs, ids, correlated and
 * missing features, names that change, click rates, delays), so that a list of names is a list of kinds and nothing else is stored. The
 * hash of the name also says on which side of the split a kind lies: defaults are set on the open ones, the unseen ones only print scores.
 */
import { hashText } from '../../../src/engines/shared/hash.ts';
import { Random } from '../../../src/engines/shared/random.ts';
import type { Round, World } from './worlds.ts';
import { gaussian, grid, pickOne, sample, sigmoid } from './draws.ts';

type Features = Record<string, unknown>;
export type Side = 'open' | 'unseen';

const FAMILIES = ['words', 'rare', 'late', 'mixed'] as const;
type Family = (typeof FAMILIES)[number];
const KINDS_PER_FAMILY = 20;

type Words = {
  /** How many words a visit and a title have, and how many each topic has. */
  readonly visit: number;
  readonly title: number;
  readonly perTopic: number;
  /** Share of the words that come from any topic. */
  readonly noise: number;
  /** Frequent words of a topic are this many times as frequent as rare ones. */
  readonly skew: number;
  /** Topics of one visit. */
  readonly mixed: boolean;
  /** As one text, not as one feature per word. */
  readonly isText: boolean;
};

type Kind = {
  readonly actions: number;
  /** Items that come back; 0: every item is new. */
  readonly catalog: number;
  readonly topics: number;
  readonly words: Words | null;
  /** Sizes of the categories of a visitor, and how many numbers it has. */
  readonly categories: readonly number[];
  readonly numbers: number;
  readonly correlated: number;
  readonly missing: number;
  /** Names of the context change at half time. */
  readonly renamed: boolean;
  /** Visits and items have ids that mean nothing. */
  readonly ids: boolean;
  /** Share of the effect that comes from a visitor's own topic. */
  readonly loyalty: number;
  readonly rate: number;
  readonly lift: number;
  readonly wait: number;
  readonly delay: 'exponential' | 'constant' | 'long' | 'two';
};

export function kindsOf(side: Side, pattern = /./): readonly World[] {
  return FAMILIES.flatMap((family) => Array.from({ length: KINDS_PER_FAMILY }, (_, n) => `${family}-${n}`))
    .filter((name) => sideOf(name) === side && pattern.test(name))
    .map((name) => worldOf(name, drawKind(name.split('-')[0] as Family, new Random(hashText(name, 0x6b696e64)))));
}

function sideOf(name: string): Side {
  return (hashText(name, 0x73696465) >>> 7) % 2 === 0 ? 'open' : 'unseen';
}

function drawKind(family: Family, random: Random): Kind {
  const between = (low: number, high: number): number => low + Math.floor(random.next() * (high - low + 1));
  const inLog = (low: number, high: number): number => low * (high / low) ** random.next();
  const isSo = (share: number): boolean => random.next() < share;
  const hasWords = family === 'words' || (family === 'mixed' && isSo(0.5));
  const actions = between(4, family === 'mixed' ? 30 : 12);
  return {
    actions,
    catalog: hasWords && isSo(0.6) ? 0 : isSo(0.5) ? actions : actions * between(3, 20),
    topics: between(4, 12),
    words: hasWords
      ? {
          visit: between(4, 15),
          title: between(3, 8),
          perTopic: between(8, 60),
          noise: 0.1 + 0.3 * random.next(),
          skew: isSo(0.5) ? 1 : 10,
          mixed: isSo(0.3),
          isText: isSo(0.4),
        }
      : null,
    categories: Array.from({ length: between(hasWords ? 0 : 1, hasWords ? 2 : 5) }, () => between(2, 12)),
    numbers: hasWords ? between(0, 1) : between(0, 3),
    correlated: isSo(0.4) ? 0.7 : 0,
    missing: isSo(0.4) ? 0.3 * random.next() : 0,
    renamed: family === 'mixed' && isSo(0.3),
    ids: isSo(0.3),
    loyalty: isSo(0.5) ? 0.7 : 0,
    rate: family === 'rare' ? inLog(0.005, 0.15) : family === 'late' ? inLog(0.03, 0.3) : inLog(0.1, 0.5),
    lift: family === 'rare' ? 0.5 + 0.7 * random.next() : 0.8 + random.next(),
    wait: family === 'late' ? between(2, 30) * 100 : 0,
    delay: (['exponential', 'constant', 'long', 'two'] as const)[between(0, 3)]!,
  };
}

function worldOf(name: string, kind: Kind): World {
  const start = (random: Random, events: number): ((event: number) => Round) => startKind(kind, random, events);
  return kind.wait === 0 ? { name, start } : { name, start, waitEvents: kind.wait, lag: (random) => lagOf(kind, random) };
}

function lagOf({ delay, wait }: Kind, random: Random): number {
  const mean = wait / 8;
  const exponential = -Math.log(1 - random.next());
  if (delay === 'constant') return Math.ceil(mean);
  if (delay === 'long') return Math.ceil(0.3 * mean * Math.exp(1.5 * gaussian(random)));
  if (delay === 'two') return Math.ceil((random.next() < 0.6 ? 0.1 : 4) * mean * exponential);
  return Math.ceil(mean * exponential);
}

type Item = { readonly topic: number; readonly appeal: number; readonly number: number; readonly features: Features };

/** The hidden taste of a world: of topics for each other, of categories and numbers for topics. */
function startKind(kind: Kind, random: Random, events: number): (event: number) => Round {
  const { topics, categories, numbers, words } = kind;
  const liking = grid(random, topics, topics, 1);
  for (let t = 0; t < topics; t++) for (let u = 0; u < topics; u++) liking[t]![u]! *= 1 - kind.loyalty;
  for (let t = 0; t < topics; t++) liking[t]![t]! += 2.5 * kind.loyalty;
  const taste = categories.map((size) => grid(random, size, topics, 1));
  const slopes = grid(random, Math.max(1, numbers), 2, 0.7);
  const scales = Array.from({ length: numbers }, () => 10 ** (3 * random.next() - 1));
  const catalog = Array.from({ length: kind.catalog }, (_, n) => newItem(kind, random, n));
  const parts = Math.sqrt((words ? 1 : 0) + categories.length + numbers + 0.3);
  const base = Math.log(kind.rate / (1 - kind.rate)) - kind.lift ** 2 / 2;
  return (event) => {
    const visitor = drawVisitor(kind, random);
    const items =
      kind.catalog === 0
        ? Array.from({ length: kind.actions }, (_, k) => newItem(kind, random, event * kind.actions + k))
        : sample(random, catalog.length, kind.actions).map((n) => catalog[n]!);
    const means = Float64Array.from(items, (item) => {
      let match = 0.55 * item.appeal;
      if (words) match += liking[visitor.topic]![item.topic]!;
      visitor.categories.forEach((value, c) => (match += taste[c]![value]![item.topic]!));
      visitor.numbers.forEach((value, c) => (match += value * (slopes[c]![0]! * item.number + slopes[c]![1]! * (item.topic % 2 ? 1 : -1))));
      return sigmoid(base + (kind.lift * match) / parts);
    });
    const suffix = kind.renamed && event >= events / 2 ? 'b' : '';
    return {
      contextFeatures: [contextOf(kind, visitor, scales, suffix, random), ...(kind.ids ? [{ visit: `v${event}` }] : [])],
      actions: items.map(({ features }, k) => ({ id: `a${k}`, features: [features] })),
      means: [means],
    };
  };
}

type Visitor = { readonly topic: number; readonly second: number; readonly categories: number[]; readonly numbers: number[] };

function drawVisitor(kind: Kind, random: Random): Visitor {
  const categories: number[] = [];
  for (const size of kind.categories)
    categories.push(categories.length > 0 && random.next() < kind.correlated ? categories[0]! % size : pickOne(random, size));
  const common = gaussian(random);
  const numbers = Array.from(
    { length: kind.numbers },
    () => kind.correlated * common + Math.sqrt(1 - kind.correlated ** 2) * gaussian(random),
  );
  return { topic: pickOne(random, kind.topics), second: pickOne(random, kind.topics), categories, numbers };
}

function contextOf(kind: Kind, visitor: Visitor, scales: readonly number[], suffix: string, random: Random): Features {
  const { words } = kind;
  const features: Features = {};
  const add = (name: string, value: unknown): void => {
    if (random.next() >= kind.missing) features[`${name}${suffix}`] = value;
  };
  visitor.categories.forEach((value, c) => add(`c${c}`, `v${value}`));
  visitor.numbers.forEach((value, c) => add(`n${c}`, value * scales[c]!));
  if (!words) return { user: features };
  const drawn = Array.from({ length: words.visit }, (_, i) =>
    word(kind, words, words.mixed && i % 3 === 2 ? visitor.second : visitor.topic, random),
  );
  if (!words.isText) return { user: features, read: bag(drawn) };
  return { user: { ...features, read: drawn.join(' ') } };
}

function newItem(kind: Kind, random: Random, n: number): Item {
  const topic = pickOne(random, kind.topics);
  const { words } = kind;
  const number = gaussian(random);
  const features: Features = kind.ids || !words ? { item: `i${n}` } : {};
  if (!words) features['topic'] = `t${topic}`;
  if (kind.numbers > 0) features['size'] = number * 20;
  const drawn = words ? Array.from({ length: words.title }, () => word(kind, words, topic, random)) : [];
  if (words) features[words.isText ? 'title' : 'text'] = words.isText ? drawn.join(' ') : bag(drawn);
  return { topic, appeal: kind.catalog === 0 ? 0 : gaussian(random), number, features };
}

function word({ topics }: Kind, { noise, perTopic, skew }: Words, topic: number, random: Random): string {
  const from = random.next() < noise ? pickOne(random, topics) : topic;
  const rank = Math.floor(perTopic * random.next() ** (skew > 1 ? 2 : 1));
  return `w${from * perTopic + rank}`;
}

function bag(words: readonly string[]): Features {
  return Object.fromEntries(words.map((text) => [text, 1]));
}

/**
 * Readers of news: ten recent words of a visitor, ten new titles of five words, eight topics with forty words each, a quarter of the words
 * from other topics. Titles of the visitor's topic are clicked in 0.85 of all cases, of one other topic in 0.55, else in 0.1.
 */
export const READERS: readonly World[] = [false, true].map((isText) => ({
  name: isText ? 'sentences' : 'titles',
  start: (random) => {
    const [topics, perTopic] = [8, 40];
    const liked = Array.from({ length: topics }, (_, topic) => (topic + 1 + pickOne(random, topics - 1)) % topics);
    const draw = (topic: number, size: number): unknown => {
      const words = Array.from({ length: size }, () => {
        const from = random.next() < 0.25 ? (topic + 1 + pickOne(random, topics - 1)) % topics : topic;
        return `w${from * perTopic + pickOne(random, perTopic)}`;
      });
      return isText ? words.join(' ') : bag(words);
    };
    return () => {
      const topic = pickOne(random, topics);
      const offers = Array.from({ length: 10 }, () => pickOne(random, topics));
      return {
        contextFeatures: [{ recent: draw(topic, 10) }],
        actions: offers.map((other, k) => ({ id: `a${k}`, features: [{ title: draw(other, 5) }] })),
        means: [Float64Array.from(offers, (other) => (other === topic ? 0.85 : other === liked[topic] ? 0.55 : 0.1))],
      };
    };
  },
}));
