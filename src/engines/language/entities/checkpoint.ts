/**
 * An entity model as bytes:
 *   "PENT" · u32 version · places (name, level, within) · taggers (level, entities, frames, values, chain, affixes, weights of vectors) ·
 *   roles (entity and role names, chain) · and last u32 CRC-32.
 * A chain is its grammar, its feature hashes as differences and its weights in whole steps, which training
 * rounded them to; so equal models give equal bytes and reading gives back the same model. Bytes of versions
 * that are not known are rejected: the project has to be trained again.
 */
import { InvalidModel, Reader } from '../../shared/bytes/reader.ts';
import { Writer } from '../../shared/bytes/writer.ts';
import { Chain, STEP } from '../../shared/chain/chain.ts';
import { DenseWeights } from '../../shared/chain/dense-weights.ts';
import type { Grammar } from '../../shared/chain/transitions.ts';
import type { EntityLevel } from './model.ts';
import { EntityModel } from './model.ts';
import { Roles } from './tagging/roles.ts';
import { Tagger } from './tagging/tagger.ts';
import { Values } from './tagging/values.ts';

/**
 * The version is raised whenever the layout changes, and also when the features do: old weights read by new features would find nothing,
 * or the wrong thing.
 */
const KIND = { magic: 0x544e4550, version: 4 };
/** Version 2 has no affixes, and versions before 4 no weights of vectors. */
const OLDEST_VERSION = 2;
const WITH_VECTORS = 4;
const MAX_VECTOR = 4096;

export function writeEntities(model: EntityModel): Uint8Array {
  const out = new Writer();
  out.begin(KIND);
  out.list(model.places, ({ entity, level, within }) => {
    out.text(entity);
    out.difference(level);
    out.text(within ?? '');
  });
  out.list(model.taggers, ({ level, tagger }) => {
    out.difference(level);
    out.list(tagger.entities, (entity) => out.text(entity));
    out.list([...tagger.values.frames], (word) => out.text(word));
    out.list(tagger.values.entries(), ([type, words]) => {
      out.difference(type);
      out.list(words, (word) => out.text(word));
    });
    writeChain(out, tagger.chain);
    for (const list of [tagger.affixes.prefixes, tagger.affixes.suffixes]) out.list(list, (affix) => out.text(affix));
    const { dense } = tagger.chain;
    out.difference(dense?.size ?? 0);
    for (const weight of dense?.weights ?? []) writeSteps(out, weight);
  });
  out.list(model.roles === undefined ? [] : [model.roles], (roles) => {
    out.list(roles.names, ([entity, role]) => {
      out.text(entity);
      out.text(role);
    });
    writeChain(out, roles.chain);
  });
  return out.finish();
}

export function readEntities(bytes: Uint8Array): EntityModel {
  const input = new Reader(bytes);
  const version = input.begin(KIND, 'an entity model', 'train it again', OLDEST_VERSION);
  const places = input.list((): EntityLevel => {
    const [entity, level, within] = [input.text(), input.difference(), input.text()];
    return { entity, level, ...(within === '' ? {} : { within }) };
  });
  const taggers = input.list(() => {
    const level = input.difference();
    const entities = input.list(() => input.text());
    const values = new Values(input.list(() => input.text()));
    for (const [type, words] of input.list(() => [input.difference(), input.list(() => input.text())] as const)) values.add(type, words);
    const chain = readChain(input, 1 + 2 * entities.length);
    const readAffixes = (): string[] => (version === OLDEST_VERSION ? [] : input.list(() => input.text()));
    const affixes = { prefixes: readAffixes(), suffixes: readAffixes() };
    return { level, tagger: new Tagger(entities, values, version < WITH_VECTORS ? chain : withDense(chain, input), affixes) };
  });
  const roles = input.list(() => {
    const names = input.list(() => [input.text(), input.text()] as const);
    return new Roles(names, readChain(input, names.length));
  })[0];
  input.end();
  return new EntityModel(places, taggers, roles);
}

/** Other models that hold a chain write it in the same way. */
export function writeChain(out: Writer, chain: Chain): void {
  const { grammar } = chain;
  out.difference(grammar.tags);
  out.list(grammar.pairs, ([from, to]) => {
    out.difference(from);
    out.difference(to);
  });
  for (const list of [grammar.first, grammar.last]) out.list(list, (tag) => out.difference(tag));
  for (const weights of [chain.pairWeights, chain.firstWeights, chain.lastWeights]) for (const weight of weights) writeSteps(out, weight);
  let before = -(2 ** 31);
  out.u32(chain.hashes.length);
  chain.hashes.forEach((hash, f) => {
    out.difference(hash - before);
    before = hash;
    out.difference(chain.starts[f + 1]! - chain.starts[f]!);
    for (let k = chain.starts[f]!; k < chain.starts[f + 1]!; k++) {
      out.difference(chain.weightTags[k]!);
      writeSteps(out, chain.weights[k]!);
    }
  });
}

export function readChain(input: Reader, expected: number): Chain {
  const tags = input.difference();
  if (tags !== expected) throw new InvalidModel('the tags of a model do not fit its names');
  const tag = (): number => {
    const value = input.difference();
    if (value >= tags) throw new InvalidModel('a tag lies outside its model');
    return value;
  };
  const pairs = input.list(() => [tag(), tag()] as const);
  const grammar: Grammar = { tags, pairs, first: input.list(tag), last: input.list(tag) };
  const [pairWeights, firstWeights, lastWeights] = [pairs.length, tags, tags].map((length) =>
    Float32Array.from({ length }, () => readSteps(input)),
  ) as [Float32Array, Float32Array, Float32Array];
  const count = input.count();
  const hashes = new Int32Array(count);
  const starts = new Int32Array(count + 1);
  const weightTags: number[] = [];
  const weights: number[] = [];
  let before = -(2 ** 31);
  for (let f = 0; f < count; f++) {
    hashes[f] = before += input.difference();
    const held = input.difference();
    for (let k = 0; k < held; k++) {
      weightTags.push(tag());
      weights.push(readSteps(input));
    }
    starts[f + 1] = weights.length;
  }
  return new Chain(grammar, {
    hashes,
    starts,
    weightTags: Uint16Array.from(weightTags),
    weights: Float32Array.from(weights),
    pairWeights,
    firstWeights,
    lastWeights,
  });
}

/** The chain with its weights of vectors, if the bytes hold any. */
function withDense(chain: Chain, input: Reader): Chain {
  const size = input.difference();
  if (size === 0) return chain;
  if (size > MAX_VECTOR) throw new InvalidModel('the vectors of a model are too long');
  const { tags } = chain.grammar;
  const weights = Float32Array.from({ length: tags * DenseWeights.perTag(size) }, () => readSteps(input));
  return new Chain(chain.grammar, { ...chain, dense: new DenseWeights(tags, size, weights) });
}

/** A weight in whole steps, the sign in the lowest bit so that small ones stay short. */
function writeSteps(out: Writer, weight: number): void {
  const steps = Math.round(weight / STEP);
  out.difference(steps < 0 ? -2 * steps - 1 : 2 * steps);
}

function readSteps(input: Reader): number {
  const folded = input.difference();
  return (folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2) * STEP;
}
