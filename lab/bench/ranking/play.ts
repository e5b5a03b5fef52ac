/** Plays a policy through a world and scores it between uniform choice (0) and the best choice (1). */
import type { Allowed } from '../../../src/engines/ranking/decisions/explore.ts';
import { Example, readExample } from '../../../src/engines/ranking/features/example.ts';
import { FeatureReader } from '../../../src/engines/ranking/features/features.ts';
import type { Joined } from '../../../src/engines/ranking/learning/join.ts';
import { Joiner } from '../../../src/engines/ranking/learning/join.ts';
import { Model } from '../../../src/engines/ranking/model.ts';
import type { Policy } from '../../../src/engines/ranking/policy.ts';
import { Random } from '../../../src/engines/shared/random.ts';
import type { SlotDecision } from '../../../src/engines/ranking/decisions/slots.ts';
import { decideSlots } from '../../../src/engines/ranking/decisions/slots.ts';
import type { Round, World } from './worlds.ts';

/** Score over the whole run and over its last third. */
export type Score = { readonly whole: number; readonly last: number };

/** Mean of scores, part by part. */
export function average(scores: readonly Score[]): Score {
  const mean = (key: keyof Score): number => scores.reduce((sum, score) => sum + score[key], 0) / scores.length;
  return { whole: mean('whole'), last: mean('last') };
}

type Shown = { readonly round: Round; readonly eventId: string; readonly decisions: readonly SlotDecision[] };

/** The seeded rounds and clicks of a world. */
export function begin(world: World, seed: number, events: number): { next: (event: number) => Round; clicks: Random } {
  return {
    next: world.start(new Random(Math.imul(seed, 0x9e3779b1) ^ 0x51ed27), events),
    clicks: new Random(Math.imul(seed, 0x85ebca6b) ^ 0x7f4a7c15),
  };
}

/** By how many events a late click is delayed. */
export function lagOf(random: Random, { lag, waitEvents = 0 }: World): number {
  return lag?.(random) ?? 1 + Math.floor((-Math.log(1 - random.next()) * waitEvents) / 8);
}

export function play(world: World, policy: Policy, seed: number, events: number): Score {
  const model = new Model(policy);
  const { next, clicks } = begin(world, seed, events);
  const learner = new Learner(model, world);
  const reader = new FeatureReader();
  const example = new Example();
  const tally = new Tally();
  for (let event = 0; event < events; event++) {
    const round = next(event);
    const eventId = `${world.name}-${seed}-${event}`;
    readExample(reader, round, example);
    const decisions = decide(model, example, eventId, round);
    const rewards = earnedMeans(round, decisions).map((mean) => (clicks.next() < mean ? 1 : 0));
    tally.add(round, decisions, event >= (2 * events) / 3);
    learner.observe({ round, eventId, decisions }, rewards, event, clicks);
  }
  return tally.score();
}

function decide(model: Model, example: Example, eventId: string, round: Round): SlotDecision[] {
  const allowed: Allowed = new Uint8Array(round.actions.length).fill(1);
  if (!round.slots) return [{ ...model.decide(example, eventId, allowed), allowed }];
  return decideSlots(
    model,
    example,
    eventId,
    round.slots.map(() => allowed),
  );
}

/** Sends outcomes to the model: immediately, or through the join when only late clicks are reported. */
class Learner {
  readonly #model: Model;
  readonly #joiner: Joiner | null;
  readonly #world: World;
  readonly #shown = new Map<string, Shown>();
  readonly #clicks = new Map<number, string[]>();
  readonly #reader = new FeatureReader();
  readonly #example = new Example();

  constructor(model: Model, world: World) {
    const { waitEvents } = world;
    this.#model = model;
    this.#world = world;
    this.#joiner =
      waitEvents === undefined
        ? null
        : new Joiner({ waitMs: waitEvents, aggregation: 'earliest', defaultReward: 0 }, { isEarly: model.automatic !== null });
  }

  observe(shown: Shown, rewards: readonly number[], event: number, random: Random): void {
    if (!this.#joiner) {
      this.#learn(shown, rewards);
      return;
    }
    this.#shown.set(shown.eventId, shown);
    if (rewards[0] === 1) {
      const at = event + lagOf(random, this.#world);
      this.#clicks.set(at, [...(this.#clicks.get(at) ?? []), shown.eventId]);
    }
    this.#train(this.#joiner.ranked({ eventId: shown.eventId, position: event, atMs: event, deferred: false }));
    for (const eventId of this.#clicks.get(event) ?? []) this.#train(this.#joiner.rewarded(eventId, 1, event));
    this.#clicks.delete(event);
  }

  #train(joined: readonly Joined[]): void {
    for (const { eventId, rewards, part, isDone } of joined) {
      this.#learn(this.#shown.get(eventId)!, rewards, part);
      if (isDone) this.#shown.delete(eventId);
    }
  }

  #learn({ round, eventId, decisions }: Shown, rewards: readonly number[], part?: Joined['part']): void {
    readExample(this.#reader, round, this.#example);
    if (round.slots) this.#example.shown = decisions.map(({ chosen }) => chosen);
    decisions.forEach(({ chosen, probabilities, allowed }, s) => {
      this.#model.learn(this.#example, {
        eventId,
        slot: round.slots ? s : -1,
        chosen,
        probability: probabilities[chosen]!,
        reward: rewards[s]!,
        allowed,
        ...(part && { part: { share: part.share, target: part.targets[s]!, isFirst: part.isFirst } }),
      });
    });
  }
}

export class Tally {
  readonly #gained = [0, 0];
  readonly #possible = [0, 0];

  add(round: Pick<Round, 'means' | 'meansAfter'>, decisions: readonly { readonly chosen: number }[], late: boolean): void {
    const got = earnedMeans(round, decisions).reduce((sum, mean) => sum + mean, 0);
    const { uniform, best } = round.meansAfter
      ? allAssignments(round, [])
      : { uniform: round.means.reduce((sum, means) => sum + mean(means), 0), best: bestAssignment(round.means, 0, new Set()) };
    for (const part of late ? [0, 1] : [0]) {
      this.#gained[part]! += got - uniform;
      this.#possible[part]! += best - uniform;
    }
  }

  score(): Score {
    return { whole: this.#gained[0]! / this.#possible[0]!, last: this.#gained[1]! / this.#possible[1]! };
  }
}

function mean(numbers: Float64Array): number {
  return numbers.reduce((a, b) => a + b, 0) / numbers.length;
}

/** The expected reward of each slot, given what is shown before it. */
export function earnedMeans(
  { means, meansAfter }: Pick<Round, 'means' | 'meansAfter'>,
  decisions: readonly { readonly chosen: number }[],
): number[] {
  const shown = decisions.map(({ chosen }) => chosen);
  return shown.map((chosen, slot) => (meansAfter?.(shown.slice(0, slot)) ?? means[slot]!)[chosen]!);
}

/** The highest and the mean total of all ways to fill the slots after those in `shown`. */
function allAssignments(round: Pick<Round, 'means' | 'meansAfter'>, shown: readonly number[]): { best: number; uniform: number } {
  if (shown.length === round.means.length) return { best: 0, uniform: 0 };
  const means = round.meansAfter!(shown);
  const totals = Array.from(means.keys())
    .filter((k) => !shown.includes(k))
    .map((k) => {
      const { best, uniform } = allAssignments(round, [...shown, k]);
      return { best: means[k]! + best, uniform: means[k]! + uniform };
    });
  return {
    best: Math.max(...totals.map(({ best }) => best)),
    uniform: totals.reduce((sum, { uniform }) => sum + uniform, 0) / totals.length,
  };
}

/** The highest total of one action per slot, no action twice. */
function bestAssignment(means: readonly Float64Array[], slot: number, used: Set<number>): number {
  if (slot === means.length) return 0;
  let best = -Infinity;
  for (let k = 0; k < means[slot]!.length; k++) {
    if (used.has(k)) continue;
    used.add(k);
    best = Math.max(best, means[slot]![k]! + bestAssignment(means, slot + 1, used));
    used.delete(k);
  }
  return best;
}
