/**
 * A model of forms as bytes:
 *   "PFRM" · u32 version · mode · schema · reading · measures, kinds, confidence · prints · variants · signatures ·
 *   vocabulary · belonging · chain · and last u32 CRC-32.
 * Equal models give equal bytes, and reading gives back the same model. Nothing read is trusted: indexes are checked
 * against what they point into. Bytes of another version are refused: the model has to be built again.
 */
import { Reader } from '../bytes/reader.ts';
import { Writer } from '../bytes/writer.ts';
import { InvalidEntityModel, readChain, writeChain } from '../entities/checkpoint.ts';
import type { Box } from '../reading/model/page.ts';
import { Belonging } from './captions/caption-side.ts';
import type { Side } from './captions/caption-side.ts';
import { PRIOR } from './confidence/value-confidence.ts';
import type { TableShape } from './decoding/decode.ts';
import { tagsOf } from './form/labelled-form.ts';
import { heldAccuracy } from './confidence/field-accuracy.ts';
import type { Measure } from './confidence/field-accuracy.ts';
import type { FormsModel } from './model.ts';
import { DEEPEST, MOST_FIELDS, SCHEMA_TYPES } from './files/fields-file.ts';
import type { FieldSchema, Schema } from './files/fields-file.ts';
import type { Bearing } from './signatures/caption-offsets.ts';
import type { Signatures } from './signatures/candidates.ts';
import type { Slot, Variant } from './template/slots.ts';
import { TRAITS } from './decoding/value-patterns.ts';
import type { Traits } from './decoding/value-patterns.ts';
import { FormTagger } from './tagger/tagger.ts';
import type { VariantPage } from './template/variants.ts';
import { Vocabulary } from './captions/vocabulary.ts';

/** Why bytes are not a model of forms. */
export class FormsModelProblem extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'FormsModelProblem';
  }
}

/** The version is raised whenever the layout changes, and also when the features do: old weights read by new features would find nothing, or the wrong thing. */
const KIND = { magic: 0x4d524650, version: 4 };
const MOST_PAGES = 2000;

export function saveForms(model: FormsModel): Uint8Array {
  const out = new Writer();
  out.begin(KIND);
  out.u32(model.mode === 'template' ? 0 : 1);
  writeSchema(out, model.schema);
  const { share, wholeRuns, goesOn, traits, tables } = model.reading;
  out.f64(share);
  out.u32(wholeRuns ? 1 : 0);
  out.list([...tables], ([name, { key, keyFirst, oneLine }]) => {
    out.text(name);
    out.difference(key);
    out.difference(keyFirst ? 1 : 0);
    out.list(oneLine, (tag) => out.difference(tag));
  });
  for (const { lines, having, words } of traits) for (const value of [lines, words, ...having]) out.u32(value);
  for (const value of goesOn) out.f64(value);
  for (const { labelled, right, all } of model.measures) for (const value of [all, labelled, right]) out.u32(value);
  for (const kinds of model.kinds) out.list([...kinds].sort(), (kind) => out.text(kind));
  for (const weight of model.confidence) out.f64(weight);
  out.u32(model.pages);
  out.f64(model.typical);
  out.list(model.prints, (print) => out.ascending(print));
  out.list(model.variants, (variant) => writeVariant(out, variant));
  writeSignatures(out, model.signatures);
  const { vocabulary, belonging, captions, chain } = model.tagger;
  out.u32(vocabulary.forms);
  for (const counts of [vocabulary.words, vocabulary.pairs, vocabulary.alone, captions]) writeCounts(out, counts);
  out.list([...belonging.captions].sort(([a], [b]) => a - b), ([caption, counts]) => {
    out.u32(caption >>> 0);
    writeCounts(out, counts);
  });
  for (const kinds of belonging.kinds) out.ascending(Uint32Array.from(kinds, (kind) => kind >>> 0).sort());
  writeChain(out, chain);
  return out.finish();
}

/** Throws `FormsModelProblem`. */
export function loadForms(bytes: Uint8Array): FormsModel {
  try {
    return read(new Reader(bytes, (reason) => new FormsModelProblem(reason)));
  } catch (error) {
    if (error instanceof InvalidEntityModel || error instanceof RangeError) throw new FormsModelProblem(error.message);
    throw error;
  }
}

function read(input: Reader): FormsModel {
  input.begin(KIND, 'a model of forms', 'build it again');
  const mode = input.u32() === 0 ? 'template' : 'neural';
  const schema = readSchema(input, 1);
  const tags = tagsOf(schema);
  if (tags.length > MOST_FIELDS) throw new FormsModelProblem('the model has too many fields');
  const below = (value: number, count: number): number => {
    if (!(value < count)) throw new FormsModelProblem('an index lies outside of what it points into');
    return value;
  };
  const share = within(input.f64(), 0, 1);
  const wholeRuns = input.u32() === 1;
  const tables = new Map(input.list((): [string, TableShape] => [input.text(), {
    key: below(input.difference(), tags.length), keyFirst: input.difference() === 1, oneLine: input.list(() => below(input.difference(), tags.length)),
  }]));
  const traits = tags.map((): Traits => {
    const [lines, words] = [input.u32(), input.u32()];
    return { lines, words, having: Array.from({ length: TRAITS }, () => within(input.u32(), 0, lines)) };
  });
  const goesOn = tags.map(() => within(input.f64(), 0, 1));
  const measures = tags.map((): Measure => {
    const all = input.u32();
    const labelled = within(input.u32(), 0, all);
    return { all, labelled, right: within(input.u32(), 0, labelled) };
  });
  const kinds = tags.map(() => new Set(input.list(() => input.text())));
  const confidence = PRIOR.map(() => input.f64());
  const pages = within(input.u32(), 1, MOST_PAGES);
  const typical = within(input.f64(), 0.01, 1);
  const prints = input.list(() => input.ascending());
  const variants = input.list(() => readVariant(input, tags.length, below));
  const signatures = readSignatures(input, tags.length, below);
  const forms = within(input.u32(), 1, 1e6);
  const [words, pairs, alone] = [readCounts(input), readCounts(input), readCounts(input)];
  const captionWords = readCounts(input);
  const captions = new Map(input.list(() => {
    const caption = input.u32() | 0;
    const counts = readCounts(input);
    for (const tag of counts.keys()) below(tag >>> 0, tags.length);
    return [caption, counts] as const;
  }));
  const belonging = new Belonging(captions, tags.map(() => new Set([...input.ascending()].map((kind) => kind | 0))));
  const tagger = new FormTagger({ vocabulary: new Vocabulary(forms, words, pairs, alone), belonging, captions: captionWords }, readChain(input, tags.length + 1), tags);
  input.end();
  return { mode, schema, tags, variants, tagger, signatures, reading: { share, wholeRuns, goesOn, traits, tables }, kinds, measures, accuracy: heldAccuracy(measures), confidence, pages, prints, typical };
}

function within(value: number, least: number, most: number): number {
  if (!(value >= least && value <= most)) throw new FormsModelProblem('a number of the model is out of range');
  return value;
}

function writeSchema(out: Writer, schema: Schema): void {
  out.list(Object.entries(schema), ([name, field]) => {
    out.text(name);
    writeField(out, field);
  });
}

function writeField(out: Writer, { type, format, items, properties }: FieldSchema): void {
  out.difference(SCHEMA_TYPES.indexOf(type));
  out.text(format ?? '');
  out.list(items === undefined ? [] : [items], (one) => writeField(out, one));
  out.list(properties === undefined ? [] : [properties], (one) => writeSchema(out, one));
}

function readSchema(input: Reader, depth: number): Schema {
  const schema: Schema = Object.create(null) as Schema;
  for (const [name, field] of input.list(() => [input.text(), readField(input, depth)] as const)) schema[name] = field;
  return schema;
}

function readField(input: Reader, depth: number): FieldSchema {
  if (depth > 2 * DEEPEST) throw new FormsModelProblem('fields within fields go too deep');
  const type = SCHEMA_TYPES[input.difference()];
  if (type === undefined) throw new FormsModelProblem('a type of field is not known');
  const format = input.text();
  const [items] = input.list(() => readField(input, depth + 1));
  const [properties] = input.list(() => readSchema(input, depth + 1));
  return { type, ...(format === '' ? {} : { format }), ...(items === undefined ? {} : { items }), ...(properties === undefined ? {} : { properties }) };
}

function writeVariant(out: Writer, { pages, forms, slots }: Variant): void {
  out.list(pages, ({ words, line }) => {
    out.f64(line);
    out.list(words, ({ text, box }) => {
      out.text(text);
      writeBox(out, box);
    });
  });
  out.u32(forms);
  out.list(slots, ({ tag, page, core, room, lines, gap, seen, anchors }) => {
    for (const value of [tag, page, lines, seen]) out.difference(value);
    out.f64(gap);
    writeBox(out, core);
    writeBox(out, room);
    out.list(anchors, (anchor) => out.difference(anchor));
  });
}

function readVariant(input: Reader, tagCount: number, below: (value: number, count: number) => number): Variant {
  const pages = input.list((): VariantPage => ({ line: input.f64(), words: input.list(() => ({ text: input.text(), box: readBox(input) })) }));
  const forms = input.u32();
  const slots = input.list((): Slot => {
    const tag = below(input.difference(), tagCount);
    const page = below(input.difference(), pages.length);
    const [lines, seen, gap, core, room] = [input.difference(), input.difference(), input.f64(), readBox(input), readBox(input)];
    return { tag, page, lines, seen, gap, core, room, anchors: input.list(() => below(input.difference(), pages[page]!.words.length)) };
  });
  return { pages, forms, slots };
}

function writeSignatures(out: Writer, { bearings, usual, agree }: Signatures): void {
  for (const value of [agree, ...usual]) out.f64(value);
  out.list(bearings, ({ tag, caption, words, side, formSide, seen, share, often, away, region }) => {
    for (const value of [tag, side, formSide, seen]) out.difference(value);
    out.u32(caption >>> 0);
    out.list(words, (word) => out.u32(word >>> 0));
    for (const value of [share, often, away]) out.f64(value);
    writeBox(out, region);
  });
}

function readSignatures(input: Reader, tagCount: number, below: (value: number, count: number) => number): Signatures {
  const agree = within(input.f64(), 0, 1);
  const usual = Array.from({ length: tagCount }, () => within(input.f64(), 0, 1e6));
  const bearings = input.list((): Bearing => {
    const [tag, side, formSide, seen] = [below(input.difference(), tagCount), below(input.difference(), 4) as Side, below(input.difference(), 4) as Side, within(input.difference(), 1, 1e6)];
    const [caption, words] = [input.u32() | 0, input.list(() => input.u32() | 0)];
    return { tag, side, formSide, seen, caption, words, share: within(input.f64(), 0, 1), often: within(input.f64(), 1, 1e6), away: within(input.f64(), 0, 10), region: readBox(input) };
  });
  return { bearings, usual, agree };
}

function writeBox(out: Writer, { left, top, right, bottom }: Box): void {
  for (const value of [left, top, right, bottom]) out.f64(value);
}

const readBox = (input: Reader): Box => ({ left: input.f64(), top: input.f64(), right: input.f64(), bottom: input.f64() });

/** Hashes with how often each was seen. */
function writeCounts(out: Writer, counts: ReadonlyMap<number, number>): void {
  const sorted = [...counts].map(([hash, count]) => [hash >>> 0, count] as const).sort(([a], [b]) => a - b);
  out.ascending(Uint32Array.from(sorted, ([hash]) => hash));
  for (const [, count] of sorted) out.difference(count);
}

function readCounts(input: Reader): Map<number, number> {
  const hashes = input.ascending();
  const counts = new Map<number, number>();
  for (const hash of hashes) counts.set(hash | 0, input.difference());
  return counts;
}
