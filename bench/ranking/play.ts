/** Plays a policy through a world and scores it between uniform choice (0) and the best choice (1). */
import type { Allowed } from '../../src/engines/bandits/decisions/explore.ts';
import { Example, readExample } from '../../src/engines/bandits/features/example.ts';
import { FeatureReader } from '../../src/engines/bandits/features/features.ts';
import type { Joined } from '../../src/engines/bandits/learning/join.ts';
import { Joiner } from '../../src/engines/bandits/learning/join.ts';
import { Model } from '../../src/engines/bandits/model.ts';
import type { Policy } from '../../src/engines/bandits/policy.ts';
import { Random } from '../../src/engines/bandits/random.ts';
import type { SlotDecision } from '../../src/engines/bandits/decisions/slots.ts';
import { decideSlots } from '../../src/engines/bandits/decisions/slots.ts';
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

/** By how many events late clicks are delayed: on average an eighth of the wait time. */
export function lagOf(random: Random, waitEvents: number): number {
  return 1 + Math.floor((-Math.log(1 - random.next()) * waitEvents) / 8);
}

export function play(world: World, policy: Policy, seed: number, events: number): Score {
  const model = new Model(policy);
  const { next, clicks } = begin(world, seed, events);
  const learner = new Learner(model, world.waitEvents);
  const reader = new FeatureReader();
  const example = new Example();
  const tally = new Tally();
  for (let event = 0; event < events; event++) {
    const round = next(event);
    const eventId = `${world.name}-${seed}-${event}`;
    readExample(reader, round, example);
    const decisions = decide(model, example, eventId, round);
    const rewards = decisions.map(({ chosen }, slot) => (clicks.next() < round.means[slot]![chosen]! ? 1 : 0));
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
  readonly #waitEvents: number;
  readonly #shown = new Map<string, Shown>();
  readonly #clicks = new Map<number, string[]>();
  readonly #reader = new FeatureReader();
  readonly #example = new Example();

  constructor(model: Model, waitEvents: number | undefined) {
    this.#model = model;
    this.#waitEvents = waitEvents ?? 0;
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
      const at = event + lagOf(random, this.#waitEvents);
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

  add(round: Pick<Round, 'means'>, decisions: readonly { readonly chosen: number }[], late: boolean): void {
    let uniform = 0;
    let got = 0;
    round.means.forEach((means, slot) => {
      uniform += means.reduce((a, b) => a + b, 0) / means.length;
      got += means[decisions[slot]!.chosen]!;
    });
    const best = bestAssignment(round.means, 0, new Set());
    for (const part of late ? [0, 1] : [0]) {
      this.#gained[part]! += got - uniform;
      this.#possible[part]! += best - uniform;
    }
  }

  score(): Score {
    return { whole: this.#gained[0]! / this.#possible[0]!, last: this.#gained[1]! / this.#possible[1]! };
  }
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
