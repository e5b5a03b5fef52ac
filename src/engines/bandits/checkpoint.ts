/**
 * A model as bytes. Layout, little endian:
 *   "PBMC" · u32 version · text policy arguments · text note · f64 count · u32 live · f64 error weight ·
 *   u32 tables · per table: f64 error, importance, norm, least, most · ascending places · floats: weight,
 *   gradient sum and scale of each place · and last u32 CRC-32.
 * Texts, ascending numbers and floats as engines/bytes writes them. Only weights that were ever touched are written.
 *
 * The note is the caller's: the log position the model has learned up to belongs there, so that recovery
 * is to load and to replay from it. Invariants: equal models and notes give equal bytes; reading gives
 * back the same model bit for bit; altered or cut bytes are rejected, never half read.
 */
import { Reader } from '../bytes/reader.ts';
import { Writer } from '../bytes/writer.ts';
import { Model } from './model.ts';
import type { Policy } from './policy.ts';
import { parsePolicy, withExploration } from './policy.ts';
import type { Regressor } from './learning/regressor.ts';

const MAGIC = 0x434d4250;
const VERSION = 1;

/** Why bytes are not a model. */
export class InvalidCheckpoint extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'CheckpointProblem';
  }
}

export function writeCheckpoint(model: Model, note = ''): Uint8Array {
  const out = new Writer();
  out.u32(MAGIC);
  out.u32(VERSION);
  out.text(model.policy.arguments);
  out.text(note);
  out.f64(model.count);
  out.u32(model.live);
  out.f64(model.errorWeight);
  out.u32(model.tables.length);
  model.tables.forEach((table, t) => {
    for (const number of [model.errors[t]!, table.totalImportance, table.totalNorm, table.least, table.most]) out.f64(number);
    writeTable(out, table);
  });
  return out.finish();
}

/** Reads a model back; `share` is the exploration share of the service configuration, if one is set. */
export function readCheckpoint(bytes: Uint8Array, share?: number): { readonly model: Model; readonly note: string } {
  const input = new Reader(bytes, (reason) => new InvalidCheckpoint(reason));
  if (input.u32() !== MAGIC) throw new InvalidCheckpoint('these bytes are not a model');
  const version = input.u32();
  if (version !== VERSION) throw new InvalidCheckpoint(`model format ${version} is not known; this version reads ${VERSION}`);
  input.check();
  const policy = readPolicy(input.text());
  const note = input.text();
  const model = new Model(share === undefined ? policy : withExploration(policy, share));
  model.count = input.f64();
  if (!Number.isSafeInteger(model.count) || model.count < 0) throw new InvalidCheckpoint('the count of events is not a whole number');
  model.live = input.u32();
  model.errorWeight = input.f64();
  if (input.u32() !== model.tables.length || model.live >= model.tables.length)
    throw new InvalidCheckpoint('the weight tables do not fit the policy');
  model.tables.forEach((table, t) => {
    model.errors[t] = input.f64();
    table.totalImportance = input.f64();
    table.totalNorm = input.f64();
    table.least = input.f64();
    table.most = input.f64();
    readTable(input, table);
  });
  input.end();
  return { model, note };
}

function readPolicy(text: string): Policy {
  try {
    return parsePolicy(text);
  } catch (problem) {
    throw new InvalidCheckpoint(`the model's policy cannot be used: ${problem instanceof Error ? problem.message : String(problem)}`);
  }
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
  if (places.length > weights.length) throw new InvalidCheckpoint('a weight table is longer than its policy allows');
  if (numbers.length !== 3 * places.length) throw new InvalidCheckpoint('a weight table has numbers for other places than its own');
  for (let n = 0; n < places.length; n++) {
    const place = places[n]!;
    if (place >= weights.length) throw new InvalidCheckpoint('a weight lies outside its table');
    if (n > 0 && place === places[n - 1]) throw new InvalidCheckpoint('a weight occurs twice');
    table.touch(place);
    weights[place] = numbers[3 * n]!;
    state[2 * place] = numbers[3 * n + 1]!;
    state[2 * place + 1] = numbers[3 * n + 2]!;
  }
}
