/**
 * Binary format of a forms model: "PFRM" · u32 version · mode · schema · decode settings · accuracy counts, shapes,
 * confidence weights · fingerprints · variants · signatures · vocabulary · caption fields · chain · u32 CRC-32. Equal
 * models serialize to equal bytes. Input is not trusted: every index is checked against what it refers to. Other versions
 * are rejected and the model has to be rebuilt.
 */
import { Reader } from '../../shared/bytes/reader.ts';
import { Writer } from '../../shared/bytes/writer.ts';
import { InvalidEntityModel, readChain, writeChain } from '../../language/entities/checkpoint.ts';
import type { Box } from '../reading/model/page.ts';
import { CaptionFields } from './captions/caption-side.ts';
import type { Side } from './captions/caption-side.ts';
import { CaptionMatcher } from './captions/caption-matcher.ts';
import type { CaptionExample, CaptionText } from './captions/caption-matcher.ts';
import { PRIOR } from './confidence/value-confidence.ts';
import type { TableShape } from './decoding/decode.ts';
import { tagsFromSchema } from './labels/labeled-form.ts';
import { smoothedAccuracy } from './confidence/field-accuracy.ts';
import type { AccuracyCounts } from './confidence/field-accuracy.ts';
import type { FormsModel } from './model.ts';
import { MAX_DEPTH, MAX_FIELDS, SCHEMA_TYPES } from './files/fields-file.ts';
import type { FieldSchema, Schema } from './files/fields-file.ts';
import type { CaptionOffset } from './signatures/caption-offsets.ts';
import type { SignatureModel } from './signatures/candidates.ts';
import { NO_LIMIT } from './template/slots.ts';
import type { Slot, Variant } from './template/slots.ts';
import { PATTERN_COUNT } from './decoding/value-patterns.ts';
import type { ValuePattern } from './decoding/value-patterns.ts';
import type { ValueEdges } from './decoding/value-edges.ts';
import { FormTagger } from './tagger/tagger.ts';
import type { VariantPage } from './template/variants.ts';
import { Vocabulary } from './captions/vocabulary.ts';

/** The bytes are not a valid forms model. */
export class InvalidFormsModel extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'FormsModelProblem';
  }
}

/** Raised whenever the layout or the features change: old weights with new features would find nothing, or the wrong thing. */
const FORMAT = { magic: 0x4d524650, version: 6 };
/** Formats 4 and 5 lack what a model learns since formats 5 and 6; without it the model finds what it found before. */
const OLDEST_VERSION = 4;
const MAX_PAGES = 2000;

export function saveForms(model: FormsModel): Uint8Array {
  const out = new Writer();
  out.begin(FORMAT);
  out.u32(model.mode === 'template' ? 0 : 1);
  writeSchema(out, model.schema);
  const { templateWeights, captionWeight, hasWholeRuns, continuationRates, patterns, edges, partDistances, expected, tables } =
    model.decodeSettings;
  out.u32(hasWholeRuns ? 1 : 0);
  out.f64(captionWeight);
  out.list([...tables], ([name, { key, isKeyFirst, singleLine }]) => {
    out.text(name);
    out.difference(key);
    out.difference(isKeyFirst ? 1 : 0);
    out.list(singleLine, (tag) => out.difference(tag));
  });
  for (const { lines, matchCounts, words } of patterns) for (const value of [lines, words, ...matchCounts]) out.u32(value);
  for (const { before, after } of edges) for (const side of [before, after]) writeSymbols(out, side);
  for (const value of [...continuationRates, ...templateWeights, ...partDistances]) out.f64(value);
  for (const isExpected of expected) out.difference(isExpected ? 1 : 0);
  for (const { labeled, correct, total } of model.accuracyCounts) for (const value of [total, labeled, correct]) out.u32(value);
  for (const shapes of model.shapes) out.list([...shapes].sort(), (kind) => out.text(kind));
  for (const weight of model.confidence) out.f64(weight);
  out.u32(model.pages);
  out.f64(model.trainingSimilarity);
  out.list(model.fingerprints, (print) => out.ascending(print));
  out.list(model.variants, (variant) => writeVariant(out, variant));
  writeSignatures(out, model.signatures);
  const { vocabulary, captionFields, captions, chain, matcher } = model.tagger;
  out.u32(vocabulary.forms);
  for (const counts of [vocabulary.words, vocabulary.pairs, vocabulary.alone, captions]) writeCounts(out, counts);
  out.list(
    [...captionFields.captions].sort(([a], [b]) => a - b),
    ([caption, counts]) => {
      out.u32(caption >>> 0);
      writeCounts(out, counts);
    },
  );
  for (const shapes of captionFields.shapes) out.ascending(Uint32Array.from(shapes, (kind) => kind >>> 0).sort());
  writeChain(out, chain);
  out.list(matcher === undefined ? [] : [matcher], (one) => writeMatcher(out, one));
  return out.finish();
}

/** Throws `InvalidFormsModel`. */
export function loadForms(bytes: Uint8Array): FormsModel {
  try {
    return read(new Reader(bytes, (reason) => new InvalidFormsModel(reason)));
  } catch (error) {
    if (error instanceof InvalidEntityModel || error instanceof RangeError) throw new InvalidFormsModel(error.message);
    throw error;
  }
}

function read(input: Reader): FormsModel {
  const version = input.begin(FORMAT, 'a forms model', 'rebuild it', OLDEST_VERSION);
  const mode = input.u32() === 0 ? 'template' : 'neural';
  const schema = readSchema(input, 1);
  const tags = tagsFromSchema(schema);
  if (tags.length > MAX_FIELDS) throw new InvalidFormsModel('the model has too many fields');
  const checkIndex = (value: number, count: number): number => {
    if (!(value < count)) throw new InvalidFormsModel('an index is out of range');
    return value;
  };
  const commonWeight = version === 4 ? checkRange(input.f64(), 0, 1) : undefined;
  const hasWholeRuns = input.u32() === 1;
  const captionWeight = version < 6 ? 0 : checkRange(input.f64(), 0, 1);
  const tables = new Map(
    input.list((): [string, TableShape] => [
      input.text(),
      {
        key: checkIndex(input.difference(), tags.length),
        isKeyFirst: input.difference() === 1,
        singleLine: input.list(() => checkIndex(input.difference(), tags.length)),
      },
    ]),
  );
  const patterns = tags.map((): ValuePattern => {
    const [lines, words] = [input.u32(), input.u32()];
    return { lines, words, matchCounts: Array.from({ length: PATTERN_COUNT }, () => checkRange(input.u32(), 0, lines)) };
  });
  const edges = tags.map((): ValueEdges =>
    version === 4 ? { before: new Map(), after: new Map() } : { before: readSymbols(input), after: readSymbols(input) },
  );
  const continuationRates = tags.map(() => checkRange(input.f64(), 0, 1));
  const templateWeights = tags.map(() => commonWeight ?? checkRange(input.f64(), 0, 1));
  const partDistances = tags.map(() => (version < 6 ? 0 : checkRange(input.f64(), 0, 1e6)));
  const expected = tags.map(() => (version < 6 ? false : input.difference() === 1));
  const accuracyCounts = tags.map((): AccuracyCounts => {
    const total = input.u32();
    const labeled = checkRange(input.u32(), 0, total);
    return { total, labeled, correct: checkRange(input.u32(), 0, labeled) };
  });
  const shapes = tags.map(() => new Set(input.list(() => input.text())));
  const confidence = PRIOR.map(() => input.f64());
  const pages = checkRange(input.u32(), 1, MAX_PAGES);
  const trainingSimilarity = checkRange(input.f64(), 0.01, 1);
  const fingerprints = input.list(() => input.ascending());
  const variants = input.list(() => readVariant(input, version, tags.length, checkIndex));
  const signatures = readSignatures(input, tags.length, checkIndex);
  const forms = checkRange(input.u32(), 1, 1e6);
  const [words, pairs, alone] = [readCounts(input), readCounts(input), readCounts(input)];
  const captionWords = readCounts(input);
  const captions = new Map(
    input.list(() => {
      const caption = input.u32() | 0;
      const counts = readCounts(input);
      for (const tag of counts.keys()) checkIndex(tag >>> 0, tags.length);
      return [caption, counts] as const;
    }),
  );
  const captionFields = new CaptionFields(
    captions,
    tags.map(() => new Set([...input.ascending()].map((kind) => kind | 0))),
  );
  const chain = readChain(input, tags.length + 1);
  const [matcher] = version < 6 ? [] : input.list(() => readMatcher(input, tags.length, checkIndex));
  const vocabulary = new Vocabulary(forms, words, pairs, alone);
  const tagger = new FormTagger({ vocabulary, captionFields, captions: captionWords }, chain, tags, matcher);
  input.end();
  return {
    mode,
    schema,
    tags,
    variants,
    tagger,
    signatures,
    decodeSettings: { templateWeights, captionWeight, hasWholeRuns, continuationRates, patterns, edges, partDistances, expected, tables },
    shapes,
    accuracyCounts,
    accuracy: smoothedAccuracy(accuracyCounts),
    confidence,
    pages,
    fingerprints,
    trainingSimilarity,
  };
}

function checkRange(value: number, min: number, max: number): number {
  if (!(value >= min && value <= max)) throw new InvalidFormsModel('a number is out of range');
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
  if (depth > 2 * MAX_DEPTH) throw new InvalidFormsModel('fields are nested too deeply');
  const type = SCHEMA_TYPES[input.difference()];
  if (type === undefined) throw new InvalidFormsModel('unknown field type');
  const format = input.text();
  const [items] = input.list(() => readField(input, depth + 1));
  const [properties] = input.list(() => readSchema(input, depth + 1));
  return {
    type,
    ...(format === '' ? {} : { format }),
    ...(items === undefined ? {} : { items }),
    ...(properties === undefined ? {} : { properties }),
  };
}

function writeVariant(out: Writer, { pages, forms, slots }: Variant): void {
  out.list(pages, ({ words, occasional, line }) => {
    out.f64(line);
    for (const list of [words, occasional])
      out.list(list, ({ text, box }) => {
        out.text(text);
        writeBox(out, box);
      });
  });
  out.u32(forms);
  out.list(slots, ({ tag, page, valueArea, searchArea, lines, gap, space, seen, anchors, limit, isScattered }) => {
    for (const value of [tag, page, lines, seen, isScattered ? 1 : 0]) out.difference(value);
    out.f64(gap);
    out.f64(space);
    out.f64(limit);
    writeBox(out, valueArea);
    writeBox(out, searchArea);
    out.list(anchors, (anchor) => out.difference(anchor));
  });
}

function readVariant(input: Reader, version: number, tagCount: number, checkIndex: (value: number, count: number) => number): Variant {
  const pages = input.list((): VariantPage => ({
    line: input.f64(),
    words: input.list(() => ({ text: input.text(), box: readBox(input) })),
    occasional: version === 4 ? [] : input.list(() => ({ text: input.text(), box: readBox(input) })),
  }));
  const forms = input.u32();
  const slots = input.list((): Slot => {
    const tag = checkIndex(input.difference(), tagCount);
    const page = checkIndex(input.difference(), pages.length);
    const [lines, seen] = [input.difference(), input.difference()];
    const isScattered = version === 4 ? false : input.difference() === 1;
    const gap = input.f64();
    const space = version < 6 ? 0 : input.f64();
    const limit = version === 4 ? NO_LIMIT : input.f64();
    const [valueArea, searchArea] = [readBox(input), readBox(input)];
    return {
      tag,
      page,
      lines,
      seen,
      gap,
      space,
      limit,
      isScattered,
      valueArea,
      searchArea,
      anchors: input.list(() => checkIndex(input.difference(), pages[page]!.words.length)),
    };
  });
  return { pages, forms, slots };
}

function writeSignatures(out: Writer, { captionOffsets, typicalScores, sideAgreement }: SignatureModel): void {
  for (const value of [sideAgreement, ...typicalScores]) out.f64(value);
  out.list(captionOffsets, ({ tag, caption, words, side, formSide, seen, share, occurrences, distance, region }) => {
    for (const value of [tag, side, formSide, seen]) out.difference(value);
    out.u32(caption >>> 0);
    out.list(words, (word) => out.u32(word >>> 0));
    for (const value of [share, occurrences, distance]) out.f64(value);
    writeBox(out, region);
  });
}

function readSignatures(input: Reader, tagCount: number, checkIndex: (value: number, count: number) => number): SignatureModel {
  const sideAgreement = checkRange(input.f64(), 0, 1);
  const typicalScores = Array.from({ length: tagCount }, () => checkRange(input.f64(), 0, 1e6));
  const captionOffsets = input.list((): CaptionOffset => {
    const [tag, side, formSide, seen] = [
      checkIndex(input.difference(), tagCount),
      checkIndex(input.difference(), 4) as Side,
      checkIndex(input.difference(), 4) as Side,
      checkRange(input.difference(), 1, 1e6),
    ];
    const [caption, words] = [input.u32() | 0, input.list(() => input.u32() | 0)];
    return {
      tag,
      side,
      formSide,
      seen,
      caption,
      words,
      share: checkRange(input.f64(), 0, 1),
      occurrences: checkRange(input.f64(), 1, 1e6),
      distance: checkRange(input.f64(), 0, 10),
      region: readBox(input),
    };
  });
  return { captionOffsets, typicalScores, sideAgreement };
}

function writeMatcher(out: Writer, { texts, examples }: CaptionMatcher): void {
  out.list(texts, (text) => {
    for (const hashes of [text.words, text.trigrams]) out.list(hashes, (hash) => out.u32(hash >>> 0));
  });
  out.list(examples, ({ tag, main, sides }) => {
    for (const index of [tag, main, ...sides]) out.difference(index + 1);
  });
}

function readMatcher(input: Reader, tagCount: number, checkIndex: (value: number, count: number) => number): CaptionMatcher {
  const hashes = (): number[] => input.list(() => input.u32() | 0);
  const texts = input.list((): CaptionText => ({ words: hashes(), trigrams: hashes() }));
  const index = (count: number): number => checkIndex(input.difference(), count + 1) - 1;
  const examples = input.list((): CaptionExample => ({
    tag: index(tagCount),
    main: index(texts.length),
    sides: Array.from({ length: 4 }, () => index(texts.length)),
  }));
  return new CaptionMatcher(texts, examples);
}

function writeBox(out: Writer, { left, top, right, bottom }: Box): void {
  for (const value of [left, top, right, bottom]) out.f64(value);
}

const readBox = (input: Reader): Box => ({ left: input.f64(), top: input.f64(), right: input.f64(), bottom: input.f64() });

function writeSymbols(out: Writer, symbols: ValueEdges['before']): void {
  out.list(
    [...symbols].sort(([a], [b]) => (a < b ? -1 : 1)),
    ([symbol, { included, excluded }]) => {
      out.text(symbol);
      out.difference(included);
      out.difference(excluded);
    },
  );
}

const readSymbols = (input: Reader): ValueEdges['before'] =>
  new Map(input.list(() => [input.text(), { included: input.difference(), excluded: input.difference() }] as const));

/** Hashes with their counts. */
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
