/** A trained project as bytes: "PLAN" · u32 version · definition as JSON · intents · entities · CRC-32. */
import { InvalidModel, Reader } from '../../shared/bytes/reader.ts';
import { Writer } from '../../shared/bytes/writer.ts';
import { readEntities, writeEntities } from '../entities/checkpoint.ts';
import { InvalidIntentModel, readIntentModel, writeIntentModel } from '../intents/checkpoint.ts';
import type { Definition } from './definition.ts';
import { LanguageModel } from './model.ts';

const MAGIC = 0x4e414c50;
const VERSION = 1;
/** What a project takes in memory for each byte of it (bench language, `whole`). */
export const LOADED_PER_BYTE = 4.5;

export function writeLanguageModel({ definition, intents, entities }: LanguageModel): Uint8Array {
  const out = new Writer();
  out.u32(MAGIC);
  out.u32(VERSION);
  out.text(JSON.stringify(definition));
  out.bytes(writeIntentModel(intents));
  out.bytes(writeEntities(entities));
  return out.finish();
}

/** `encoders`: the weights of the sentence encoder that there are to ask it with; one that was trained with others is rejected. */
export function readLanguageModel(bytes: Uint8Array, encoders?: readonly string[]): LanguageModel {
  const input = new Reader(bytes);
  if (input.u32() !== MAGIC) throw new InvalidModel('these bytes are not a trained project');
  const version = input.u32();
  if (version !== VERSION) throw new InvalidModel(`format ${version} is not known; this version reads ${VERSION}`);
  input.check();
  const definition = JSON.parse(input.text()) as Definition;
  if (encoders && definition.encoder !== undefined && !encoders.includes(definition.encoder))
    throw new InvalidModel('this project was trained with other weights of the sentence encoder');
  try {
    const intents = readIntentModel(input.bytes());
    const entities = readEntities(input.bytes());
    input.end();
    return new LanguageModel(definition, intents, entities);
  } catch (problem) {
    if (problem instanceof InvalidIntentModel) throw new InvalidModel(problem.message);
    throw problem;
  }
}
