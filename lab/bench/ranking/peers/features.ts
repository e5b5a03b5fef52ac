/** The rounds of a world as Vowpal Wabbit sees them: hashed features by namespace, and their interactions. */
import { Random } from '../../../../src/engines/shared/random.ts';
import { begin, lagOf } from '../play.ts';
import type { Round, World } from '../worlds.ts';
import type { Products } from './regression.ts';

/** Hashes and values of one list of features, ordered by namespace; `spaces` numbers the namespace of each. */
export type Rows = { readonly hashes: Int32Array; readonly values: Float64Array; readonly spaces: Int32Array };

export type PeerRound = {
  readonly means: readonly Float64Array[];
  readonly meansAfter?: Round['meansAfter'];
  readonly context: Rows;
  readonly actions: readonly Rows[];
  readonly slots: readonly Rows[];
  /** One number per slot that decides whether the shown action is clicked, one that draws the action, and the lag of a late click. */
  readonly clicks: Float64Array;
  readonly draws: Float64Array;
  readonly lag: number;
};

/** `all`: every pair (`-q ::`); `actions`: pairs with a feature of the action (`-q :j`); `none`: no pairs, the default. */
export type Interactions = 'all' | 'actions' | 'none';

const CONSTANT = 11650396;
const PRIME = 16777619;

/** The rounds of a world with the clicks they would get, the same for every peer. */
export function prepareRounds(world: World, seed: number, events: number): PeerRound[] {
  const { next, clicks } = begin(world, seed, events);
  const numbers = new Map<string, number>();
  return Array.from({ length: events }, (_, event) => {
    const round = next(event);
    const slots = round.slots?.length ?? 1;
    const draws = Random.of(`${world.name}-${seed}-${event}`, 1);
    return {
      means: round.means,
      ...(round.meansAfter && { meansAfter: round.meansAfter }),
      context: readRows(round.contextFeatures, 'context', numbers),
      actions: round.actions.map(({ features }) => readRows(features, 'action', numbers)),
      slots: (round.slots ?? []).map(({ id, features }) => readRows([...features, { slotId: id }], 'slot', numbers)),
      clicks: Float64Array.from({ length: slots }, () => clicks.next()),
      draws: Float64Array.from({ length: slots }, () => draws.next()),
      lag: world.waitEvents === undefined ? 0 : lagOf(clicks, world),
    };
  });
}

function readRows(dictionaries: Round['contextFeatures'], role: string, numbers: Map<string, number>): Rows {
  const found: [space: number, hash: number, value: number][] = [];
  const numberOf = (key: string): number => {
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = numbers.size + 1));
    return number;
  };
  const add = (space: string, name: string, value: unknown): void => {
    if (typeof value === 'string' && value.includes(' ')) {
      for (const word of value.split(' ')) add(space, name, word);
      return;
    }
    const key = typeof value === 'string' ? `${space}|${name}=${value}` : `${space}|${name}`;
    const x = typeof value === 'number' ? value : value === false ? 0 : 1;
    if (x !== 0) found.push([numberOf(space), Math.imul(numberOf(key), 0x9e3779b1), x]);
  };
  for (const dictionary of dictionaries) {
    for (const [name, value] of Object.entries(dictionary)) {
      if (typeof value === 'object' && value !== null)
        for (const [inner, item] of Object.entries(value)) add(`${role}/${name}`, inner, item);
      else add(role, name, value);
    }
  }
  found.sort((a, b) => a[0] - b[0]);
  return {
    spaces: Int32Array.from(found, ([space]) => space),
    hashes: Int32Array.from(found, ([, hash]) => hash),
    values: Float64Array.from(found, ([, , value]) => value),
  };
}

/** Lists constant, features and interactions of one action. */
export function expand(round: PeerRound, slot: number, action: number, interactions: Interactions, bits: number, out: Products): void {
  const mask = 2 ** bits - 1;
  out.count = 0;
  push(out, CONSTANT & mask, 1);
  const parts = [round.context, ...(round.slots.length > 0 ? [round.slots[slot]!] : []), round.actions[action]!];
  const own = parts.length - 1;
  for (const { hashes, values } of parts) for (let i = 0; i < hashes.length; i++) push(out, hashes[i]! & mask, values[i]!);
  if (interactions === 'none') return;
  for (let a = 0; a < parts.length; a++) {
    for (let b = a; b < parts.length; b++) {
      if (interactions === 'actions' && a !== own && b !== own) continue;
      const [first, second] = [parts[a]!, parts[b]!];
      for (let i = 0; i < first.hashes.length; i++) {
        const factor = Math.imul(first.hashes[i]!, PRIME);
        for (let j = a === b ? i : 0; j < second.hashes.length; j++) {
          if (a === b && i === j && first.values[i] === 1) continue;
          push(out, (factor ^ second.hashes[j]!) & mask, first.values[i]! * second.values[j]!);
        }
      }
    }
  }
}

function push(out: Products, place: number, value: number): void {
  if (out.count === out.places.length) throw new RangeError('an action of this world has too many interactions');
  out.places[out.count] = place;
  out.values[out.count++] = value;
}
