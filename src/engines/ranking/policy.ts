/**
 * Learning settings: the command line of a policy turned into numbers. The vocabulary is the one the
 * interface's learning settings use; an option outside it, a value out of range or two explorers that
 * exclude each other are rejected with the reason, never guessed at.
 *
 * Where a command line is silent: without `-q` or `--interactions` the terms are context × action (see
 * terms.ts). `--squarecb` without `-l`, `--power_t`, `--l1` and `--l2` leaves learning to the server: several
 * learners with uncertainty (learning/posterior.ts), which explores less the larger `--gamma_scale` is. Every other
 * policy learns at the rate 0.5. `--squarecb` with a rate and `--regcb` regress on the shown action without importance
 * weights whatever `--cb_type` says; other explorers follow it literally.
 */

/** How scores become probabilities. */
type Explorer =
  /** `spread`: in how many standard deviations a gap is measured; smaller explores less. */
  | { readonly kind: 'automatic'; readonly spread: number; readonly epsilon: number; readonly cap: number }
  | {
      readonly kind: 'squarecb';
      readonly gammaScale: number;
      readonly gammaExponent: number;
      readonly epsilon: number;
      readonly cap: number;
    }
  | { readonly kind: 'epsilon'; readonly epsilon: number }
  | { readonly kind: 'softmax'; readonly lambda: number; readonly epsilon: number }
  | { readonly kind: 'first'; readonly count: number; readonly epsilon: number }
  | { readonly kind: 'bag'; readonly size: number; readonly epsilon: number }
  | { readonly kind: 'cover'; readonly size: number; readonly psi: number; readonly epsilon: number }
  | { readonly kind: 'regcb'; readonly optimistic: boolean; readonly mellowness: number; readonly epsilon: number };

/** How a reward becomes a regression target. */
type CostType = 'mtr' | 'ips' | 'dr' | 'dm' | 'sm';

/** One feature product: a namespace initial per factor, or ':' for any. */
export type Term = readonly string[];

export type Policy = {
  readonly arguments: string;
  readonly multiSlot: boolean;
  readonly explorer: Explorer;
  readonly costType: CostType;
  /** One weight table learns at each rate. */
  readonly rates: readonly number[];
  readonly powerT: number;
  readonly l1: number;
  readonly l2: number;
  readonly bits: number;
  readonly constant: boolean;
  /** null: the default terms. */
  readonly terms: readonly Term[] | null;
  readonly ignore: string;
  readonly ignoreLinear: string;
  /** Whether texts count as their subjects too, which the area adds to the features. Not an option of the vendor. */
  readonly textSubjects: boolean;
  /** Options accepted for compatibility that change nothing here. */
  readonly withoutEffect: readonly string[];
};

/** Why a policy cannot be used. */
export class InvalidPolicy extends Error {
  override name = 'PolicyProblem';
}

/** The settings a new loop starts with. */
export const DEFAULT_ARGUMENTS = '--cb_explore_adf --squarecb --gamma_scale 15 --gamma_exponent 0.5 --epsilon 0.02';

/** The longest command line the interface allows. */
const MAX_ARGUMENT_CHARACTERS = 1024;

type Kind = 'flag' | 'number' | 'integer' | 'text';
type Option = { readonly kind: Kind; readonly min?: number; readonly max?: number };

const flag: Option = { kind: 'flag' };
const OPTIONS: { readonly [name: string]: Option } = {
  '--cb_explore_adf': flag,
  '--ccb_explore_adf': flag,
  '--epsilon': { kind: 'number', min: 0, max: 1 },
  '--squarecb': flag,
  '--gamma_scale': { kind: 'number', min: 0, max: 1e9 },
  '--gamma_exponent': { kind: 'number', min: 0, max: 1 },
  '--softmax': flag,
  '--lambda': { kind: 'number', min: -1e6, max: 1e6 },
  '--bag': { kind: 'integer', min: 1, max: 16 },
  '--cover': { kind: 'integer', min: 1, max: 16 },
  '--psi': { kind: 'number', min: 0, max: 1e6 },
  '--first': { kind: 'integer', min: 0, max: 1e9 },
  '--regcb': flag,
  '--regcbopt': flag,
  '--mellowness': { kind: 'number', min: 0, max: 1e6 },
  '--cb_type': { kind: 'text' },
  '--learning_rate': { kind: 'number', min: 0, max: 1e3 },
  '--power_t': { kind: 'number', min: 0, max: 1 },
  '--l1': { kind: 'number', min: 0, max: 1 },
  '--l2': { kind: 'number', min: 0, max: 1 },
  '--bit_precision': { kind: 'integer', min: 8, max: 22 },
  '--quadratic': { kind: 'text' },
  '--cubic': { kind: 'text' },
  '--interactions': { kind: 'text' },
  '--ignore': { kind: 'text' },
  '--ignore_linear': { kind: 'text' },
  '--dsjson': flag,
  '--json': flag,
  '--quiet': flag,
  '--coin': flag,
  '--noconstant': flag,
  '--text_subjects': flag,
};
const SHORT_OPTIONS: { readonly [name: string]: string } = { '-l': '--learning_rate', '-b': '--bit_precision', '-q': '--quadratic' };
const REPEATABLE = new Set(['--quadratic', '--cubic', '--interactions', '--ignore', '--ignore_linear']);
const WITHOUT_EFFECT = ['--dsjson', '--json', '--quiet', '--coin'];
const EXPLORERS = ['--squarecb', '--softmax', '--bag', '--cover', '--first', '--regcb', '--regcbopt'];
const COST_TYPES: readonly string[] = ['mtr', 'ips', 'dr', 'dm', 'sm'];
/** Of earlier versions. */
const PARALLEL_RATES = [0.9, 0.3, 0.09];
const MAX_TERM_FACTORS = 3;
const MAX_TERMS = 64;
const MAX_TABLE_BITS = 24;

/** Options that ask for the literal update rule. */
const UPDATE_OPTIONS = ['--learning_rate', '--power_t', '--l1', '--l2'];
const DEFAULT_GAMMA_SCALE = 15;
const DEFAULT_SPREAD = 0.4;

/**
 * Reads a policy's command line; throws InvalidPolicy. `earlier` reads it as earlier versions did, which learned `--squarecb` without `-l`
 * at three rates side by side; their models are still read.
 */
export function parsePolicy(text: string, earlier = false): Policy {
  if (text.length > MAX_ARGUMENT_CHARACTERS) throw new InvalidPolicy(`arguments may have at most ${MAX_ARGUMENT_CHARACTERS} characters`);
  const given = readOptions(text);
  const number = (name: string, otherwise: number): number => {
    const value = given.get(name)?.[0];
    return value === undefined ? otherwise : Number(value);
  };
  const costType = given.get('--cb_type')?.[0] ?? 'mtr';
  if (!COST_TYPES.includes(costType)) throw new InvalidPolicy(`--cb_type ${costType} is not one of ${COST_TYPES.join(', ')}`);
  const multiSlot = given.has('--ccb_explore_adf');
  if (multiSlot && given.has('--cb_explore_adf')) throw new InvalidPolicy('--cb_explore_adf and --ccb_explore_adf exclude each other');
  if (!multiSlot && !given.has('--cb_explore_adf')) throw new InvalidPolicy('arguments must name --cb_explore_adf or --ccb_explore_adf');
  const isAutomatic = !earlier && !UPDATE_OPTIONS.some((name) => given.has(name));
  const explorer = readExplorer(given, number, isAutomatic);
  const bits = number('--bit_precision', explorer.kind === 'automatic' ? 17 : 18);
  const rates = given.has('--learning_rate') || explorer.kind !== 'squarecb' ? [number('--learning_rate', 0.5)] : PARALLEL_RATES;
  const tables =
    explorer.kind === 'bag' || explorer.kind === 'cover' ? explorer.size + 1 : explorer.kind === 'automatic' ? 3 : rates.length;
  if (bits + Math.log2(tables) > MAX_TABLE_BITS)
    throw new InvalidPolicy(`${tables} weight tables of 2^${bits} do not fit into 2^${MAX_TABLE_BITS} weights`);
  return {
    arguments: text,
    multiSlot,
    explorer,
    costType: costType as CostType,
    rates,
    powerT: number('--power_t', 0.5),
    l1: number('--l1', 0),
    l2: number('--l2', 0),
    bits,
    constant: !given.has('--noconstant'),
    terms: readTerms(given),
    ignore: (given.get('--ignore') ?? []).join(''),
    ignoreLinear: (given.get('--ignore_linear') ?? []).join(''),
    textSubjects: given.has('--text_subjects'),
    withoutEffect: WITHOUT_EFFECT.filter((name) => given.has(name)),
  };
}

/**
 * The same policy with the share of exploring answers that the service configuration sets. Inverse-gap
 * exploration never explores more than the share once warm, and keeps its own floor below it; every
 * other explorer takes the share as its epsilon.
 */
export function withExploration(policy: Policy, share: number): Policy {
  const { explorer } = policy;
  if (explorer.kind === 'squarecb' || explorer.kind === 'automatic')
    return { ...policy, explorer: { ...explorer, cap: share, epsilon: Math.min(explorer.epsilon, share) } };
  return { ...policy, explorer: { ...explorer, epsilon: share } };
}

function readOptions(text: string): Map<string, string[]> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const given = new Map<string, string[]>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const spelled = equals > 0 ? word.slice(0, equals) : word;
    const name = Object.hasOwn(SHORT_OPTIONS, spelled) ? SHORT_OPTIONS[spelled]! : spelled;
    const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name]! : undefined;
    if (!option) throw new InvalidPolicy(`unknown option ${spelled.slice(0, 80)}`);
    if (given.has(name) && !REPEATABLE.has(name)) throw new InvalidPolicy(`${spelled} is given twice`);
    const values = given.get(name) ?? [];
    given.set(name, values);
    if (option.kind === 'flag') {
      if (equals > 0) throw new InvalidPolicy(`${spelled} takes no value`);
      continue;
    }
    const value = equals > 0 ? word.slice(equals + 1) : words[++i];
    if (value === undefined || value === '') throw new InvalidPolicy(`${spelled} needs a value`);
    if (option.kind !== 'text') checkNumber(spelled, value, option);
    values.push(value);
  }
  return given;
}

function checkNumber(name: string, text: string, option: Option): void {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) throw new InvalidPolicy(`${name} ${text.slice(0, 80)} is not a number`);
  const value = Number(text);
  if (option.kind === 'integer' && !Number.isInteger(value)) throw new InvalidPolicy(`${name} must be a whole number`);
  if (value < option.min! || value > option.max!) throw new InvalidPolicy(`${name} must lie in ${option.min} to ${option.max}`);
}

function readExplorer(given: Map<string, string[]>, number: (name: string, otherwise: number) => number, isAutomatic: boolean): Explorer {
  const named = EXPLORERS.filter((name) => given.has(name));
  if (named.length > 1) throw new InvalidPolicy(`${named.join(' and ')} exclude each other`);
  const epsilon = number('--epsilon', 0);
  switch (named[0]) {
    case '--squarecb':
      if (isAutomatic) {
        const spread = DEFAULT_SPREAD * (DEFAULT_GAMMA_SCALE / Math.max(number('--gamma_scale', DEFAULT_GAMMA_SCALE), 1e-3));
        return { kind: 'automatic', spread, epsilon, cap: 1 };
      }
      return {
        kind: 'squarecb',
        gammaScale: number('--gamma_scale', DEFAULT_GAMMA_SCALE),
        gammaExponent: number('--gamma_exponent', 0.5),
        epsilon,
        cap: 1,
      };
    case '--softmax':
      return { kind: 'softmax', lambda: number('--lambda', 1), epsilon };
    case '--bag':
      return { kind: 'bag', size: number('--bag', 1), epsilon };
    case '--cover':
      return { kind: 'cover', size: number('--cover', 1), psi: number('--psi', 1), epsilon };
    case '--first':
      return { kind: 'first', count: number('--first', 0), epsilon };
    case '--regcb':
    case '--regcbopt':
      return { kind: 'regcb', optimistic: named[0] === '--regcbopt', mellowness: number('--mellowness', 0.1), epsilon };
    default:
      return { kind: 'epsilon', epsilon: number('--epsilon', 0.05) };
  }
}

function readTerms(given: Map<string, string[]>): readonly Term[] | null {
  const spelled: [string, number][] = [];
  for (const text of given.get('--quadratic') ?? []) spelled.push([text, 2]);
  for (const text of given.get('--cubic') ?? []) spelled.push([text, 3]);
  for (const text of given.get('--interactions') ?? []) spelled.push([text, 0]);
  if (spelled.length === 0) return null;
  if (spelled.length > MAX_TERMS) throw new InvalidPolicy(`at most ${MAX_TERMS} interactions are allowed`);
  const terms = new Map<string, Term>();
  for (const [text, factors] of spelled) {
    const term = [...text].sort();
    if (factors > 0 && term.length !== factors)
      throw new InvalidPolicy(`the interaction ${text.slice(0, 80)} must have ${factors} characters`);
    if (term.length < 2 || term.length > MAX_TERM_FACTORS)
      throw new InvalidPolicy(`an interaction has 2 to ${MAX_TERM_FACTORS} factors, not ${term.length}`);
    terms.set(term.join(''), term);
  }
  return [...terms.values()];
}
