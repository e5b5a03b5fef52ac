/**
 * Binary format of a forms model: "PFRM" · u32 version · mode · schema · decode settings · accuracy counts, shapes,
 * confidence weights · fingerprints · variants · signatures · vocabulary · caption fields · chain · u32 CRC-32. Equal
 * models serialize to equal bytes. Input is not trusted: every index is checked against what it refers to. Other versions
 * are rejected and the model has to be rebuilt.
 */
import type { Codec } from '../../shared/bytes/codec.ts';
import { ascending, checked, f64, flag, hash, index, list, map, mapped, optional, record } from '../../shared/bytes/codec.ts';
import { repeated, since, text, u32, varint, within } from '../../shared/bytes/codec.ts';
import { InvalidModel, Reader } from '../../shared/bytes/reader.ts';
import { Writer } from '../../shared/bytes/writer.ts';
import { readChain, writeChain } from '../../language/entities/checkpoint.ts';
import type { Box } from '../reading/model/page.ts';
import { CaptionFields } from './captions/caption-side.ts';
import type { Side } from './captions/caption-side.ts';
import { ANY_LOOK, CaptionMatcher, LOOK_COUNT } from './captions/caption-matcher.ts';
import type { CaptionExample, CaptionText } from './captions/caption-matcher.ts';
import { PRIOR } from './confidence/value-confidence.ts';
import type { TableShape } from './decoding/decode.ts';
import type { DecodeSettings } from './evidence.ts';
import { tagsFromSchema } from './labels/labeled-form.ts';
import type { Tag } from './labels/labeled-form.ts';
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

/** Raised whenever the layout or the features change: old weights with new features would find nothing, or the wrong thing. */
const FORMAT = { magic: 0x4d524650, version: 7 };
/** Formats 4 to 6 lack what a model learns since formats 5 to 7; without it the model finds what it found before. */
const OLDEST_VERSION = 4;
const MAX_PAGES = 2000;
const INVALID_INDEX = 'an index is out of range';

const share = within(f64, 0, 1);
const wholeFlag = mapped<boolean, number>(
  u32,
  (value) => (value ? 1 : 0),
  (value) => value === 1,
);
const box = record<Box>({ left: f64, top: f64, right: f64, bottom: f64 });
const hashes = list(hash);

/** Hashes with their counts. */
const hashCounts: Codec<ReadonlyMap<number, number>> = {
  write: (out, counts) => {
    const sorted = [...counts].map(([key, count]) => [key >>> 0, count] as const).sort(([a], [b]) => a - b);
    out.ascending(Uint32Array.from(sorted, ([key]) => key));
    for (const [, count] of sorted) out.difference(count);
  },
  read: (input) => {
    const counts = new Map<number, number>();
    for (const key of input.ascending()) counts.set(key | 0, input.difference());
    return counts;
  },
};

/** A map in the order of its keys. */
const sortedMap = <K extends number | string, V>(key: Codec<K>, value: Codec<V>): Codec<ReadonlyMap<K, V>> =>
  mapped<ReadonlyMap<K, V>, ReadonlyMap<K, V>>(
    map(key, value),
    (entries) => new Map([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))),
    (entries) => entries,
  );

const symbols = sortedMap(text, record({ included: varint, excluded: varint }));
const NO_EDGES: ValueEdges = { before: new Map(), after: new Map() };
const pattern = checked(
  record<ValuePattern>({
    lines: u32,
    words: u32,
    matchCounts: repeated(PATTERN_COUNT, u32),
  }),
  ({ lines, matchCounts }) => matchCounts.every((count) => count <= lines),
);

const decodeSettings = (tags: number): Codec<DecodeSettings> =>
  record<DecodeSettings>({
    hasWholeRuns: wholeFlag,
    captionWeight: since(6, share, 0),
    tables: map(text, record<TableShape>({ key: index(tags), isKeyFirst: flag, singleLine: list(index(tags)) })),
    patterns: repeated(tags, pattern),
    edges: repeated(tags, since(5, record<ValueEdges>({ before: symbols, after: symbols }), NO_EDGES)),
    continuationRates: repeated(tags, share),
    templateWeights: repeated(tags, since(5, share, 0)),
    partDistances: repeated(tags, since(6, within(f64, 0, 1e6), 0)),
    expected: repeated(tags, since(6, flag, false)),
  });

const printedWords = list(record<VariantPage['words'][number]>({ text, box }));

const variant = (tags: number): Codec<Variant> =>
  checked(
    record<Variant>({
      pages: list(record<VariantPage>({ line: f64, words: printedWords, occasional: since(5, printedWords, []) })),
      forms: u32,
      slots: list(
        record<Slot>({
          tag: index(tags),
          page: varint,
          lines: varint,
          seen: varint,
          isScattered: since(5, flag, false),
          gap: f64,
          space: since(6, f64, 0),
          limit: since(5, f64, NO_LIMIT),
          valueArea: box,
          searchArea: box,
          anchors: list(varint),
        }),
      ),
    }),
    ({ pages, slots }) =>
      slots.every(({ page, anchors }) => anchors.every((anchor) => anchor < (pages[page]?.words.length ?? 0)) && page in pages),
    INVALID_INDEX,
  );

const side = index(4) as Codec<Side>;
const signatures = (tags: number): Codec<SignatureModel> =>
  record<SignatureModel>({
    sideAgreement: share,
    typicalScores: repeated(tags, within(f64, 0, 1e6)),
    captionOffsets: list(
      record<CaptionOffset>({
        tag: index(tags),
        side,
        formSide: side,
        seen: within(varint, 1, 1e6),
        caption: hash,
        words: hashes,
        share,
        occurrences: within(f64, 1, 1e6),
        distance: within(f64, 0, 10),
        region: box,
      }),
    ),
  });

/** What a model has learned beside its schema and its tagger. */
type Learned = Pick<
  FormsModel,
  | 'decodeSettings'
  | 'accuracyCounts'
  | 'shapes'
  | 'confidence'
  | 'pages'
  | 'trainingSimilarity'
  | 'fingerprints'
  | 'labeledPages'
  | 'variants'
  | 'signatures'
>;
const labeledPages = record<NonNullable<FormsModel['labeledPages']>>({ count: within(u32, 1, MAX_PAGES), fingerprints: list(ascending) });
const learned = (tags: number): Codec<Learned> =>
  record<Learned>({
    decodeSettings: decodeSettings(tags),
    accuracyCounts: repeated(
      tags,
      checked(
        record<AccuracyCounts>({ total: u32, labeled: u32, correct: u32 }),
        ({ total, labeled, correct }) => labeled <= total && correct <= labeled,
      ),
    ),
    shapes: repeated(
      tags,
      mapped(
        list(text),
        (shapes: ReadonlySet<string>) => [...shapes].sort(),
        (shapes) => new Set(shapes),
      ),
    ),
    confidence: repeated(PRIOR.length, f64),
    pages: within(u32, 1, MAX_PAGES),
    trainingSimilarity: within(f64, 0.01, 1),
    fingerprints: list(ascending),
    labeledPages: since(7, optional(labeledPages), undefined),
    variants: list(variant(tags)),
    signatures: signatures(tags),
  });

/** An index, or -1. */
const indexOrNone = (count: number): Codec<number> =>
  mapped(
    index(count + 1),
    (value: number) => value + 1,
    (value) => value - 1,
  );

const captionTexts = list(record<CaptionText>({ words: hashes, trigrams: hashes }));
const matcher = (tags: number): Codec<CaptionMatcher> => {
  const examples = (texts: number): Codec<CaptionExample[]> =>
    list(
      record<CaptionExample>({
        tag: indexOrNone(tags),
        look: since(7, index(LOOK_COUNT), ANY_LOOK),
        main: indexOrNone(texts),
        sides: repeated(4, indexOrNone(texts)),
      }),
    );
  return {
    write: (out, one) => {
      captionTexts.write(out, [...one.texts]);
      examples(one.texts.length).write(out, [...one.examples]);
    },
    read: (input) => {
      const texts = captionTexts.read(input);
      return new CaptionMatcher(texts, examples(texts.length).read(input));
    },
  };
};

const captionFields = (tags: number): Codec<{ captions: CaptionFields['captions']; shapes: CaptionFields['shapes'] }> =>
  record({
    captions: sortedMap(
      hash,
      checked(hashCounts, (counts) => [...counts.keys()].every((tag) => tag >>> 0 < tags), INVALID_INDEX),
    ),
    shapes: repeated(
      tags,
      mapped(
        ascending,
        (shapes: ReadonlySet<number>) => Uint32Array.from(shapes, (kind) => kind >>> 0).sort(),
        (shapes) => new Set([...shapes].map((kind) => kind | 0)),
      ),
    ),
  });

const tagger = (tags: readonly Tag[]): Codec<FormTagger> => {
  const vocabulary = record<Pick<Vocabulary, 'forms' | 'words' | 'pairs' | 'alone'>>({
    forms: within(u32, 1, 1e6),
    words: hashCounts,
    pairs: hashCounts,
    alone: hashCounts,
  });
  const fields = captionFields(tags.length);
  const maybeMatcher = since(6, optional(matcher(tags.length)), undefined);
  return {
    write: (out, one) => {
      vocabulary.write(out, one.vocabulary);
      hashCounts.write(out, one.captions);
      fields.write(out, one.captionFields);
      writeChain(out, one.chain);
      maybeMatcher.write(out, one.matcher);
    },
    read: (input) => {
      const { forms, words, pairs, alone } = vocabulary.read(input);
      const captions = hashCounts.read(input);
      const { captions: known, shapes } = fields.read(input);
      const chain = readChain(input, tags.length + 1);
      const parts = { vocabulary: new Vocabulary(forms, words, pairs, alone), captionFields: new CaptionFields(known, shapes), captions };
      return new FormTagger(parts, chain, tags, maybeMatcher.read(input));
    },
  };
};

export function saveForms(model: FormsModel): Uint8Array {
  const out = new Writer();
  out.begin(FORMAT);
  out.u32(model.mode === 'template' ? 0 : 1);
  writeSchema(out, model.schema);
  learned(model.tags.length).write(out, model);
  tagger(model.tags).write(out, model.tagger);
  return out.finish();
}

/** Throws `InvalidModel`. */
export function loadForms(bytes: Uint8Array): FormsModel {
  try {
    return read(new Reader(bytes));
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidModel(error.message);
    throw error;
  }
}

function read(input: Reader): FormsModel {
  const version = input.begin(FORMAT, 'a forms model', 'rebuild it', OLDEST_VERSION);
  const mode = input.u32() === 0 ? 'template' : 'neural';
  const schema = readSchema(input, 1);
  const tags = tagsFromSchema(schema);
  if (tags.length > MAX_FIELDS) throw new InvalidModel('the model has too many fields');
  /** Format 4 has one weight for all fields. */
  const commonWeight = version === 4 ? share.read(input) : undefined;
  const parts = learned(tags.length).read(input);
  if (commonWeight !== undefined) parts.decodeSettings.templateWeights = tags.map(() => commonWeight);
  const model = {
    mode,
    schema,
    tags,
    ...parts,
    accuracy: smoothedAccuracy(parts.accuracyCounts),
    tagger: tagger(tags).read(input),
  } as const;
  input.end();
  return model;
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
  if (depth > 2 * MAX_DEPTH) throw new InvalidModel('fields are nested too deeply');
  const type = SCHEMA_TYPES[input.difference()];
  if (type === undefined) throw new InvalidModel('unknown field type');
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
