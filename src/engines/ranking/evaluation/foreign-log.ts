/**
 * Decisions in logs of other programs: one JSON object per line, as the retired service wrote them (dsjson: features in `c`, the order
 * of the answer in `a`, its probabilities in `p`) or as Vowpal Wabbit reads them with `--json` (features beside the label). Costs are
 * negative rewards. A log without `p` has only the probability of the action shown; the others then share the rest equally.
 *
 * Features become those of a rank request: namespaces stay, `FromUrl` and `j`, under which the service put the lists it was sent, are
 * these lists again, and `i`, which it added itself, is left out.
 */
import type { ExampleInput } from '../features/example.ts';

/** Why a line is no decision to learn from. */
export class InvalidLine extends Error {
  override name = 'InvalidLine';
}

export type ForeignDecision = {
  readonly input: ExampleInput;
  readonly chosen: number;
  readonly probabilities: readonly number[];
  readonly reward: number;
  readonly atMs: number;
};

type Fields = Readonly<Record<string, unknown>>;
type Label = { readonly cost: unknown; readonly probability: unknown; readonly chosen: unknown };

const LIST_NAMESPACES = new Set(['FromUrl', 'j']);
const ADDED_NAMESPACE = 'i';
const MAX_REWARD = 1e6;

/** Reads one line; undefined if it is a record without a decision, or one that is not to be learned. Throws InvalidLine. */
export function readForeignDecision(line: string): ForeignDecision | undefined {
  const record = parse(line);
  const label = labelOf(record);
  if (!label || record['_skipLearn'] === true || record['DeferredAction'] === true) return undefined;
  const context = isFields(record['c']) ? record['c'] : record;
  const offered = context['_multi'];
  if (!Array.isArray(offered) || offered.length === 0) throw new InvalidLine('it has no actions in _multi');
  if (!offered.every(isFields)) throw new InvalidLine('an action in _multi is not an object');
  const { chosen: index, cost, probability } = label;
  if (typeof cost !== 'number' || !(Math.abs(cost) <= MAX_REWARD)) throw new InvalidLine('its cost is not a number');
  if (typeof probability !== 'number' || !(probability > 0 && probability <= 1)) throw new InvalidLine('its probability is not in 0 to 1');
  if (!isIndex(index, offered.length)) throw new InvalidLine('the action shown is none of its actions');
  const time = typeof record['Timestamp'] === 'string' ? Date.parse(record['Timestamp']) : NaN;
  return {
    input: { contextFeatures: featuresOf(context), actions: offered.map((action) => ({ features: featuresOf(action) })) },
    chosen: index,
    probabilities: probabilitiesOf(record, index, probability, offered.length),
    reward: cost === 0 ? 0 : -cost,
    atMs: Number.isFinite(time) ? time : 0,
  };
}

function parse(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new InvalidLine('it is not JSON');
  }
  if (!isFields(value)) throw new InvalidLine('it is not an object');
  return value;
}

/** The label in one of its three spellings; actions are counted from 1, `_labelIndex` from 0. */
function labelOf(record: Fields): Label | undefined {
  const one = isFields(record['_label']) ? record['_label'] : undefined;
  if (one) return { cost: one['Cost'], probability: one['Probability'], chosen: Number(one['Action']) - 1 };
  if (record['_label_cost'] === undefined) return undefined;
  const { _labelIndex: index, _label_Action: action, a } = record;
  const chosen = index ?? Number(action ?? (Array.isArray(a) ? a[0] : undefined)) - 1;
  return { cost: record['_label_cost'], probability: record['_label_probability'], chosen };
}

/** Of the actions in the order of the request: `p` is in the order of the answer. */
function probabilitiesOf({ a, p }: Fields, chosen: number, probability: number, count: number): number[] {
  const others = count > 1 ? (1 - probability) / (count - 1) : 0;
  const known = new Array<number>(count).fill(others);
  if (Array.isArray(a) && Array.isArray(p) && a.length === count && p.length === count) {
    a.forEach((action: unknown, n) => {
      const share: unknown = p[n];
      if (!isIndex(Number(action) - 1, count) || typeof share !== 'number' || !(share >= 0 && share <= 1))
        throw new InvalidLine('a and p are not the actions and their probabilities');
      known[Number(action) - 1] = share;
    });
  }
  known[chosen] = probability;
  return known;
}

function featuresOf(fields: Fields): Fields[] {
  const list: Fields[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith('_') || name === ADDED_NAMESPACE) continue;
    const parts: unknown[] = Array.isArray(value) && value.every(isFields) ? value : [value];
    for (const part of parts) {
      if (!isFields(part)) list.push({ [name]: part });
      else if (LIST_NAMESPACES.has(name)) list.push(part);
      else list.push(...namespaceOf(name, part));
    }
  }
  return list;
}

/** A namespace nested in another one, which Vowpal Wabbit allows, is read as its sibling. */
function namespaceOf(name: string, fields: Fields): Fields[] {
  const nested = Object.entries(fields).filter(([, value]) => isFields(value));
  if (nested.length === 0) return [{ [name]: fields }];
  const own = Object.fromEntries(Object.entries(fields).filter(([, value]) => !isFields(value)));
  return [{ [name]: own }, ...nested.map(([inner, value]) => ({ [inner]: value }))];
}

function isIndex(value: unknown, count: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < count;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
