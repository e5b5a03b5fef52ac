/**
 * Roles: which part an entity plays in its text, as "from" and "to" do for two cities.
 *
 * The entities of a text are a row of their own, and their roles its tags: a chain (chain.ts) over them learns
 * from the words before, in and after each entity, from the intent and from the entities beside it, and also
 * that a destination follows an origin. Only the roles of its entity are open to an entity, "none" among them. Where nearly every
 * example of an entity has a role, some without any context have none: a role needs a reason in the text.
 */
import { finishHash, hashText } from '../../../shared/hash.ts';
import { tokenizeFinely } from '../../recognizers/fine-tokens.ts';
import type { OnProgress } from '../../../shared/chain/training.ts';
import { trainChain } from '../../../shared/chain/training.ts';
import type { Chain, Sequence, TaggedSequence } from '../../../shared/chain/chain.ts';
import { clustersOf } from './word-clusters.ts';
import { tokenHits } from './features.ts';
import { Lattice } from '../../../shared/chain/lattice.ts';
import type { Grammar } from '../../../shared/chain/transitions.ts';
import type { Label, Setting } from './tagger.ts';

export type RoleLabel = Label & { readonly role?: string | undefined };
export type RoleRow = Setting & { readonly text: string; readonly labels: readonly RoleLabel[] };

const SETTINGS = { passes: 30, rate: 0.2, penalty: 0.1, commonFrom: 1, dropout: 0.1 };
const CONTEXT_WORDS = 3;
const NONE_SHARE = 0.2;

export class Roles {
  /** Entity and role of each tag; no role is the empty text. */
  readonly names: readonly (readonly [entity: string, role: string])[];
  readonly chain: Chain;
  readonly #byEntity = new Map<string, Set<number>>();

  constructor(names: Roles['names'], chain: Chain) {
    this.names = names;
    this.chain = chain;
    names.forEach(([entity], tag) => {
      const tags = this.#byEntity.get(entity);
      if (tags === undefined) this.#byEntity.set(entity, new Set([tag]));
      else tags.add(tag);
    });
  }

  /** The role of each entity of a text, in the order given; undefined where it has none. */
  find(text: string, labels: readonly Label[], setting: Setting = {}): (string | undefined)[] {
    const order = inTextOrder(labels).filter(({ label }) => this.#byEntity.has(label.entity));
    const found: (string | undefined)[] = labels.map(() => undefined);
    if (order.length === 0) return found;
    const lattice = new Lattice();
    this.chain.read(
      roleFeatures(
        text,
        order.map(({ label }) => label),
        setting,
      ),
      lattice,
      (place, tag) => this.#byEntity.get(order[place]!.label.entity)!.has(tag),
    );
    this.chain.best(lattice).forEach((tag, place) => {
      found[order[place]!.index] = this.names[tag]![1] || undefined;
    });
    return found;
  }
}

/** Trains the roles of all entities that have some; undefined where none has. */
export function trainRoles(rows: readonly RoleRow[], watch?: OnProgress): Roles | undefined {
  const known = new Map<string, Set<string>>();
  for (const { labels } of rows) {
    for (const { entity, role } of labels) {
      if (role === undefined || role === '') continue;
      const roles = known.get(entity) ?? new Set(['']);
      known.set(entity, roles.add(role));
    }
  }
  if (known.size === 0) return undefined;
  const names = [...known]
    .flatMap(([entity, roles]) => [...roles].map((role) => [entity, role] as const))
    .sort((a, b) => (`${a[0]}\u0001${a[1]}` < `${b[0]}\u0001${b[1]}` ? -1 : 1));
  const numbers = new Map(names.map(([entity, role], tag) => [`${entity}\u0001${role}`, tag]));
  const tagged = [
    ...rows
      .flatMap((row): { key: string; places: TaggedSequence }[] => {
        const labels = inTextOrder(row.labels)
          .map(({ label }) => label)
          .filter(({ entity }) => known.has(entity));
        if (labels.length === 0) return [];
        const tags = Uint16Array.from(labels, ({ entity, role }) => numbers.get(`${entity}\u0001${role ?? ''}`)!);
        return [
          { key: `${row.text}\u0001${row.intent ?? ''}\u0001${tags.join()}`, places: { ...roleFeatures(row.text, labels, row), tags } },
        ];
      })
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)),
    ...withoutContext(rows, known, numbers),
  ];
  const all = names.map((_, tag) => tag);
  const grammar: Grammar = {
    tags: names.length,
    pairs: all.flatMap((to) => all.map((from) => [from, to] as const)),
    first: all,
    last: all,
  };
  return new Roles(
    names,
    trainChain(
      tagged.map(({ places }) => places),
      grammar,
      SETTINGS,
      3,
      watch,
    ),
  );
}

/** Examples without a role and without context, where fewer than a fifth of the examples of an entity have none. */
function withoutContext(
  rows: readonly RoleRow[],
  known: ReadonlyMap<string, ReadonlySet<string>>,
  numbers: ReadonlyMap<string, number>,
): { places: TaggedSequence }[] {
  const labels = rows.flatMap((row) => row.labels);
  return [...known.keys()].sort().flatMap((entity) => {
    const own = labels.filter((label) => label.entity === entity);
    const places: TaggedSequence = {
      starts: Int32Array.of(0, 1),
      features: Int32Array.of(featureOf(entity, 'bias', '')),
      tags: Uint16Array.of(numbers.get(`${entity}\u0001`)!),
    };
    const missing = Math.ceil(own.length * NONE_SHARE) - own.filter(({ role }) => !role).length;
    return Array.from({ length: Math.max(0, missing) }, () => ({ places }));
  });
}

function featureOf(entity: string, name: string, value: string | number): number {
  return finishHash(hashText(`${entity}\u0001${name}\u0001${value}`, 0x2545f491));
}

function inTextOrder<L extends Label>(labels: readonly L[]): { label: L; index: number }[] {
  return labels
    .map((label, index) => ({ label, index }))
    .sort((a, b) => a.label.start - b.label.start || a.label.end - b.label.end || a.index - b.index);
}

/** Every feature is paired with the entity, so that entities do not speak for each other's roles. */
function roleFeatures(text: string, labels: readonly Label[], { culture, intent }: Setting): Sequence {
  const list = tokenizeFinely(text, culture);
  const features: number[] = [];
  const starts = new Int32Array(labels.length + 1);
  const times = new Map<string, number>();
  labels.forEach(({ entity, start, end }, i) => {
    const add = (name: string, value: string | number): void => void features.push(featureOf(entity, name, value));
    const { from, to } = tokenHits(list, start, end) ?? { from: 0, to: 0 };
    const word = (at: number): string => list[at]?.norm ?? '\u0002';
    add('bias', '');
    if (intent !== undefined) add('intent', intent);
    for (let d = 1; d <= CONTEXT_WORDS; d++) {
      add(`left ${d}`, word(from - d));
      add(`right ${d}`, word(to + d - 1));
      add('left', word(from - d));
      add('right', word(to + d - 1));
    }
    add('left two', `${word(from - 2)} ${word(from - 1)}`);
    add('right two', `${word(to)} ${word(to + 1)}`);
    for (let at = from; at < to; at++) {
      add('word', word(at));
      add('group', clustersOf(word(at))[0]);
    }
    const time = times.get(entity) ?? 0;
    times.set(entity, time + 1);
    add('time', time);
    add('before', labels[i - 1]?.entity ?? '');
    add('after', labels[i + 1]?.entity ?? '');
    starts[i + 1] = features.length;
  });
  return { starts, features: Int32Array.from(features) };
}
