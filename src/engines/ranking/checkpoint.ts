/**
 * A model as bytes. Layout, little endian:
 *   "PBMC" · u32 version · text policy arguments · text note · f64 count ·
 *   version 1, models with weight tables: u32 live · f64 error weight · u32 tables · per table: f64 error, importance, norm, min, max ·
 *     ascending places · floats: weight, gradient sum and scale of each place;
 *   version 2, the server's own learner: u32 bits, live, learners · f64 min, max, mean reward, lessons · per learner: f64 error,
 *     dispersion, events · ascending places · their hashes, u32 · per learner, floats: mean and variance of each
 *     place · ascending places of scales · floats: mean square and count;
 *   and last u32 CRC-32.
 * Version 1 reads its policy as it was read when it was written (policy.ts). Texts, ascending numbers and floats as engines/shared/bytes
 * writes them. Only weights that were ever touched are written.
 *
 * Topics of words and frequencies of features are in the note, as more fields of its JSON object: earlier versions pass over them, so that
 * a server may go back to them.
 *
 * The note is the caller's: the log position the model has learned up to belongs there, so that recovery
 * is to load and to replay from it. Invariants: equal models and notes give equal bytes; reading gives
 * back the same model bit for bit; altered or cut bytes are rejected, never half read.
 */
import { InvalidModel, Reader } from '../shared/bytes/reader.ts';
import { Writer } from '../shared/bytes/writer.ts';
import type { Automatic } from './learning/automatic.ts';
import { Model } from './model.ts';
import type { Policy } from './policy.ts';
import { parsePolicy, withExploration } from './policy.ts';
import type { Regressor } from './learning/regressor.ts';

const MAGIC = 0x434d4250;
const TABLES_VERSION = 1;
const AUTOMATIC_VERSION = 2;

export function writeCheckpoint(model: Model, note = ''): Uint8Array {
  const out = new Writer();
  out.u32(MAGIC);
  out.u32(model.automatic ? AUTOMATIC_VERSION : TABLES_VERSION);
  out.text(model.policy.arguments);
  out.text(model.automatic ? writeNote(note, model.automatic) : note);
  out.f64(model.count);
  if (model.automatic) writeAutomatic(out, model.automatic);
  else {
    out.u32(model.live);
    out.f64(model.errorWeight);
    out.u32(model.tables.length);
    model.tables.forEach((table, t) => {
      for (const number of [model.errors[t]!, table.totalImportance, table.totalNorm, table.min, table.max]) out.f64(number);
      writeTable(out, table);
    });
  }
  return out.finish();
}

/** Reads a model back; `share` is the exploration share of the service configuration, if one is set. */
export function readCheckpoint(bytes: Uint8Array, share?: number): { readonly model: Model; readonly note: string } {
  const input = new Reader(bytes);
  if (input.u32() !== MAGIC) throw new InvalidModel('these bytes are not a model');
  const version = input.u32();
  if (version !== TABLES_VERSION && version !== AUTOMATIC_VERSION)
    throw new InvalidModel(`model format ${version} is not known; this version reads ${TABLES_VERSION} and ${AUTOMATIC_VERSION}`);
  input.check();
  const policy = readPolicy(input.text(), version === TABLES_VERSION);
  const note = input.text();
  const model = new Model(share === undefined ? policy : withExploration(policy, share));
  model.count = input.f64();
  if (!Number.isSafeInteger(model.count) || model.count < 0) throw new InvalidModel('the count of events is not a whole number');
  if (version === AUTOMATIC_VERSION) {
    if (!model.automatic) throw new InvalidModel('the weights do not fit the policy');
    readAutomatic(input, model.automatic);
    input.end();
    return { model, note: readNote(note, model.automatic) };
  }
  model.live = input.u32();
  model.errorWeight = input.f64();
  if (input.u32() !== model.tables.length || model.live >= model.tables.length)
    throw new InvalidModel('the weight tables do not fit the policy');
  model.tables.forEach((table, t) => {
    model.errors[t] = input.f64();
    table.totalImportance = input.f64();
    table.totalNorm = input.f64();
    table.min = input.f64();
    table.max = input.f64();
    readTable(input, table);
  });
  input.end();
  return { model, note };
}

function readPolicy(text: string, earlier: boolean): Policy {
  try {
    return parsePolicy(text, earlier);
  } catch (problem) {
    throw new InvalidModel(`the model's policy cannot be used: ${problem instanceof Error ? problem.message : String(problem)}`);
  }
}

function writeNote(note: string, { topics, frequencies }: Automatic): string {
  const learned = {
    ...(topics.bits > 0 && { topics: Buffer.from(topics.write()).toString('base64') }),
    ...(frequencies.bytes > 0 && { frequencies: Buffer.from(frequencies.write()).toString('base64') }),
  };
  if (Object.keys(learned).length === 0) return note;
  const fields = JSON.stringify(learned);
  // Not parsed: it has every event that waits.
  return note.length > '{}'.length ? `${note.slice(0, -1)},${fields.slice(1)}` : fields;
}

/** Reads what was learned from a note, if it has any, and returns the note without it. */
function readNote(note: string, automatic: Automatic): string {
  if (!/"(topics|frequencies)":/.test(note)) return note;
  const { topics, frequencies, ...fields } = parseNote(note);
  for (const [encoded, part] of [
    [topics, automatic.topics],
    [frequencies, automatic.frequencies],
  ] as const) {
    if (encoded === undefined) continue;
    if (typeof encoded !== 'string') throw new InvalidModel('what the note says of features is not text');
    part.read(Buffer.from(encoded, 'base64'));
  }
  return Object.keys(fields).length === 0 ? '' : JSON.stringify(fields);
}

function parseNote(note: string): Record<string, unknown> {
  try {
    return JSON.parse(note) as Record<string, unknown>;
  } catch {
    throw new InvalidModel('the note is not JSON');
  }
}

function writeAutomatic(out: Writer, { posterior, scales, min, max, meanReward, lessons }: Automatic): void {
  const { keys, tables, learners } = posterior;
  for (const number of [posterior.bits, posterior.live, learners.length]) out.u32(number);
  for (const number of [min, max, meanReward, lessons]) out.f64(number);
  for (const { error, dispersion, events } of learners) for (const number of [error, dispersion, events]) out.f64(number);
  const places = ascendingWhere(keys.length, (place) => tables[0]![2 * place + 1] !== 0);
  out.ascending(places);
  for (const place of places) out.u32(keys[place]! >>> 0);
  for (const table of tables)
    out.floats(
      pairsAt(
        places,
        (place) => table[2 * place]!,
        (place) => table[2 * place + 1]!,
      ),
    );
  const scaled = ascendingWhere(scales.counts.length, (at) => scales.counts[at]! > 0);
  out.ascending(scaled);
  out.floats(
    pairsAt(
      scaled,
      (at) => scales.squares[at]!,
      (at) => scales.counts[at]!,
    ),
  );
}

function readAutomatic(input: Reader, automatic: Automatic): void {
  const { posterior, scales } = automatic;
  const bits = input.u32();
  posterior.live = input.u32();
  if (input.u32() !== posterior.learners.length || posterior.live >= posterior.learners.length || bits > 24)
    throw new InvalidModel('the learners do not fit this version');
  automatic.min = input.f64();
  automatic.max = input.f64();
  automatic.meanReward = input.f64();
  automatic.lessons = input.f64();
  for (const learner of posterior.learners) {
    learner.error = input.f64();
    learner.dispersion = input.f64();
    learner.events = input.f64();
  }
  posterior.resize(bits);
  const places = input.ascending();
  posterior.touched = places.length;
  for (const place of places) {
    const key = input.u32() | 0;
    if (place !== (key & posterior.mask)) throw new InvalidModel('a weight does not lie where its hash says');
    posterior.keys[place] = key;
  }
  for (const table of posterior.tables) {
    readPairs(input, places, (place, mean, variance) => {
      table[2 * place] = mean;
      table[2 * place + 1] = variance;
    });
  }
  readPairs(input, input.ascending(), (at, square, count) => {
    if (at >= scales.counts.length) throw new InvalidModel('a scale lies outside its table');
    scales.set(at, square, count);
  });
}

function ascendingWhere(length: number, isUsed: (place: number) => boolean): Uint32Array {
  const places: number[] = [];
  for (let place = 0; place < length; place++) if (isUsed(place)) places.push(place);
  return Uint32Array.from(places);
}

function pairsAt(places: Uint32Array, first: (place: number) => number, second: (place: number) => number): Float32Array {
  const pairs = new Float32Array(2 * places.length);
  for (let n = 0; n < places.length; n++) {
    pairs[2 * n] = first(places[n]!);
    pairs[2 * n + 1] = second(places[n]!);
  }
  return pairs;
}

function readPairs(input: Reader, places: Uint32Array, set: (place: number, first: number, second: number) => void): void {
  const pairs = input.floats();
  if (pairs.length !== 2 * places.length) throw new InvalidModel('a table has numbers for other places than its own');
  for (let n = 0; n < places.length; n++) set(places[n]!, pairs[2 * n]!, pairs[2 * n + 1]!);
}

function writeTable(out: Writer, table: Regressor): void {
  const { weights, state } = table;
  const places = table.touched();
  const numbers = new Float32Array(3 * places.length);
  for (let n = 0; n < places.length; n++) {
    const place = places[n]!;
    numbers[3 * n] = weights[place]!;
    numbers[3 * n + 1] = state[2 * place]!;
    numbers[3 * n + 2] = state[2 * place + 1]!;
  }
  out.ascending(places);
  out.floats(numbers);
}

function readTable(input: Reader, table: Regressor): void {
  const { weights, state } = table;
  const places = input.ascending();
  const numbers = input.floats();
  if (places.length > weights.length) throw new InvalidModel('a weight table is longer than its policy allows');
  if (numbers.length !== 3 * places.length) throw new InvalidModel('a weight table has numbers for other places than its own');
  for (let n = 0; n < places.length; n++) {
    const place = places[n]!;
    if (place >= weights.length) throw new InvalidModel('a weight lies outside its table');
    if (n > 0 && place === places[n - 1]) throw new InvalidModel('a weight occurs twice');
    table.touch(place);
    weights[place] = numbers[3 * n]!;
    state[2 * place] = numbers[3 * n + 1]!;
    state[2 * place + 1] = numbers[3 * n + 2]!;
  }
}
