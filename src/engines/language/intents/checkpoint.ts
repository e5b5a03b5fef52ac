/**
 * A model as bytes, little endian: "PBIM" · u32 version · names and phrase lists as texts · known features as
 * differences of their ascending hashes · their idf · settings · 8-bit weights with their scales · calibration ·
 * scope and neighbors of None · and last u32 CRC-32.
 *
 * Invariants: equal models give equal bytes; reading gives back the same model; altered or cut bytes are rejected,
 * and so is a checksum that fits over parts that do not fit each other.
 */
import { Reader } from '../../shared/bytes/reader.ts';
import { Writer } from '../../shared/bytes/writer.ts';
import type { PhraseList } from '../../shared/classifier/features.ts';
import { BLOCKS } from '../../shared/classifier/features.ts';
import type { Calibration, ModelParts } from './model.ts';
import { IntentModel } from './model.ts';
import type { Neighbors } from './training/scope.ts';
import { Columns } from '../../shared/classifier/vectors.ts';

const MAGIC = 0x4d494250;
const VERSION = 4;
/** Has no `foldsEachDigit`, which it does. */
const RC1_VERSION = 3;
/** Also has no `dampsCounts`. */
const FORMER_VERSION = 2;

/** Why bytes are not a model. */
export class InvalidIntentModel extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'IntentModelProblem';
  }
}

export function writeIntentModel({ parts }: IntentModel): Uint8Array {
  const out = new Writer();
  out.u32(MAGIC);
  out.u32(VERSION);
  texts(out, parts.classes);
  texts(out, parts.untaught);
  out.u32(parts.phraseLists.length);
  for (const { name, phrases, exchangeable } of parts.phraseLists) {
    out.text(name);
    texts(out, phrases);
    out.u32(exchangeable ? 1 : 0);
  }
  out.ascending(parts.columns.keys);
  out.floats(parts.columns.idf);
  out.u32(parts.columns.dampsCounts ? 1 : 0);
  out.u32(parts.foldsEachDigit ? 1 : 0);
  for (const weight of parts.settings.blocks) out.f64(weight);
  out.f64(parts.settings.sentence);
  out.f64(parts.settings.cost);
  out.u32(parts.sentenceSize);
  out.floats(parts.weights.scales);
  out.bytes(asBytes(parts.weights.numbers));
  writeCalibration(out, parts.calibration);
  out.u32(parts.none ? 1 : 0);
  if (parts.none) {
    const { intent, scope, neighbors } = parts.none;
    out.text(intent);
    for (const number of [scope.margin.mean, scope.margin.deviation, scope.similarity.mean, scope.similarity.deviation, scope.threshold])
      out.f64(number);
    for (const rows of neighbors.byClass) out.ascending(rows);
    out.u32(neighbors.sentenceSize);
    out.bytes(asBytes(neighbors.sentences));
    out.floats(neighbors.lengths);
    out.ascending(neighbors.wordEnds);
    for (const column of neighbors.wordColumns) out.difference(column);
    for (const value of neighbors.wordValues) out.f32(value);
  }
  return out.finish();
}

export function readIntentModel(bytes: Uint8Array): IntentModel {
  const input = new Reader(bytes, (reason) => new InvalidIntentModel(reason));
  if (input.u32() !== MAGIC) throw new InvalidIntentModel('these bytes are not a model of intents');
  const version = input.u32();
  if (version < FORMER_VERSION || version > VERSION)
    throw new InvalidIntentModel(`model format ${version} is not known; this version reads ${FORMER_VERSION} to ${VERSION}`);
  input.check();
  const classes = readTexts(input);
  const untaught = readTexts(input);
  const phraseLists = Array.from({ length: input.count() }, (): PhraseList => ({
    name: input.text(),
    phrases: readTexts(input),
    exchangeable: input.u32() === 1,
  }));
  const columns = new Columns(input.ascending(), input.floats(), version >= RC1_VERSION && input.u32() === 1);
  const foldsEachDigit = version <= RC1_VERSION || input.u32() === 1;
  const blocks = Array.from({ length: BLOCKS }, () => input.f64());
  const settings = { blocks, sentence: input.f64(), cost: input.f64() };
  const sentenceSize = input.u32();
  const weights = { scales: input.floats(), numbers: asNumbers(input.bytes()) };
  requireValid(
    columns.idf.length === columns.count && weights.scales.length === (classes.length === 0 ? 0 : columns.count + sentenceSize + 1),
    'the weights do not fit the features',
  );
  requireValid(weights.numbers.length === weights.scales.length * classes.length, 'the weights do not fit the classes');
  const calibration = readCalibration(input, classes.length);
  const none = input.u32() === 0 ? null : readNone(input, classes.length, sentenceSize);
  input.end();
  return new IntentModel({ classes, untaught, phraseLists, foldsEachDigit, columns, settings, sentenceSize, weights, calibration, none });
}

function writeCalibration(out: Writer, calibration: Calibration): void {
  out.u32(calibration.kind === 'one' ? 1 : 2);
  if (calibration.kind === 'one') {
    out.f64(calibration.temperature);
    return;
  }
  for (const { slope, offset } of calibration.sigmoids) {
    out.f64(slope);
    out.f64(offset);
  }
  out.floats(calibration.thresholds);
}

function readCalibration(input: Reader, classes: number): Calibration {
  const kind = input.u32();
  requireValid(kind === 1 || kind === 2, 'the calibration is of no known kind');
  if (kind === 1) return { kind: 'one', temperature: input.f64() };
  const sigmoids = Array.from({ length: classes }, () => ({ slope: input.f64(), offset: input.f64() }));
  const thresholds = input.floats();
  requireValid(thresholds.length === classes, 'the thresholds do not fit the classes');
  return { kind: 'many', sigmoids, thresholds };
}

function readNone(input: Reader, classes: number, size: number): ModelParts['none'] {
  const intent = input.text();
  const spread = (): { mean: number; deviation: number } => ({ mean: input.f64(), deviation: input.f64() });
  const scope = { margin: spread(), similarity: spread(), threshold: input.f64() };
  const byClass = Array.from({ length: classes }, () => input.ascending());
  const sentenceSize = input.u32();
  const sentences = asNumbers(input.bytes());
  const lengths = input.floats();
  const wordEnds = input.ascending();
  const words = wordEnds.at(-1) ?? 0;
  requireValid(words <= input.left, 'the words of the neighbors are cut short');
  const wordColumns = Uint32Array.from({ length: words }, () => input.difference());
  const wordValues = Float32Array.from({ length: words }, () => input.f32());
  const neighbors: Neighbors = { byClass, sentences, sentenceSize, lengths, wordColumns, wordValues, wordEnds };
  requireValid(
    sentenceSize === size && sentences.length === lengths.length * size && wordEnds.length === lengths.length,
    'the neighbors do not fit each other',
  );
  requireValid(
    byClass.every((rows) => (rows.at(-1) ?? -1) < lengths.length),
    'a neighbor lies outside the table',
  );
  return { intent, scope, neighbors };
}

function requireValid(condition: boolean, otherwise: string): void {
  if (!condition) throw new InvalidIntentModel(otherwise);
}

function texts(out: Writer, values: readonly string[]): void {
  out.u32(values.length);
  for (const value of values) out.text(value);
}

function readTexts(input: Reader): string[] {
  return Array.from({ length: input.count(4) }, () => input.text());
}

function asBytes({ buffer, byteOffset, byteLength }: Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function asNumbers(bytes: Uint8Array): Int8Array {
  // Not slice(): that of a Buffer is no copy, and its memory that of others.
  return new Int8Array(new Uint8Array(bytes).buffer);
}
