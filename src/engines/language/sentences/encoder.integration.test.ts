import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JOINED_SIZE, embedTexts, encodeTexts, vectorSizeFor, vectorsFor } from '../../loaders/language/sentence-encoder.ts';
import { encoderDigests } from '../../loaders/language/sentence-weights.ts';
import { MAX_WORDS, SENTENCE_SIZE, WORD_SIZE } from './encoder.ts';
import { ENGLISH_SIZE } from './english-encoder.ts';

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

test('a translation is nearer than another sentence of the same language', async () => {
  const pairs = [
    ['How do I reset my password?', 'Wie setze ich mein Passwort zurück?'],
    ['Where can I buy a train ticket?', '¿Dónde puedo comprar un billete de tren?'],
    ['The soup is too cold.', 'このスープは冷たすぎます。'],
    ['My brother works in a hospital.', 'Мой брат работает в больнице.'],
    ['Call me back tomorrow morning.', 'اتصل بي صباح الغد.'],
  ];
  const encoded = await encodeTexts(pairs.flat());
  for (const [i, { sentence }] of encoded.entries()) {
    const others = encoded.map((other, k) => (k === i ? -1 : dot(sentence, other.sentence)));
    assert.equal(others.indexOf(Math.max(...others)), i ^ 1, pairs.flat()[i]);
  }
});

test('words have vectors with offsets, and those of a translation find each other', async () => {
  const [english, german] = await encodeTexts(['wake me at seven tomorrow', 'weck mich morgen um sieben']);
  assert.deepEqual(
    english!.words.map(({ start, end }) => 'wake me at seven tomorrow'.slice(start, end)),
    ['wake', 'me', 'at', 'seven', 'tomorrow'],
  );
  const nearestTo = (word: number): string => {
    const scores = german!.words.map(({ vector }) => dot(vector, english!.words[word]!.vector));
    const { start, end } = german!.words[scores.indexOf(Math.max(...scores))]!;
    return 'weck mich morgen um sieben'.slice(start, end);
  };
  assert.equal(nearestTo(3), 'sieben');
  assert.equal(nearestTo(4), 'morgen');
});

test('a text has the same vectors alone and among others, of length 1', async () => {
  const texts = ['Hello world', '', '   ', 'word '.repeat(400), 'ok', '駅', '😀', '\u0000\ud800', 'पानी'];
  for (const size of [SENTENCE_SIZE, ENGLISH_SIZE, JOINED_SIZE]) {
    const together = await embedTexts(texts, size);
    for (const [i, text] of texts.entries()) {
      assert.equal(together[i]!.length, size);
      assert.deepEqual((await embedTexts([text], size))[0], together[i]);
      if (text.trim() !== '') assert.ok(Math.abs(dot(together[i]!, together[i]!) - 1) < 1e-4, `${size} ${text.slice(0, 20)}`);
    }
  }
  const { words } = (await encodeTexts(['word '.repeat(400)]))[0]!;
  assert.equal(words.length, MAX_WORDS);
  assert.equal(words[0]!.vector.length, WORD_SIZE);
});

test('the former English encoder returns nearly the vectors of the published model', async () => {
  const pinned: readonly (readonly [string, readonly number[]])[] = [
    ['Hello world', [-0.0378848, -0.0545866, -0.0252692, 0.0494462, 0.0542463]],
    ['Wake me at half past six, please.', [0.0194419, 0.0260604, -0.0672735, 0.0269513, -0.0092149]],
  ];
  for (const [text, numbers] of pinned) {
    const [vector] = await embedTexts([text], ENGLISH_SIZE, 'former');
    numbers.forEach((number, i) => assert.ok(Math.abs(vector![[0, 1, 100, 200, 511][i]!]! - number) < 0.01, text));
  }
});

test('English projects have the vectors of both encoders', () => {
  assert.equal(vectorSizeFor('en-us', false), JOINED_SIZE);
  assert.equal(vectorSizeFor('en-us', true), SENTENCE_SIZE);
  assert.equal(vectorSizeFor('de', false), SENTENCE_SIZE);
});

test('a project of 1.0.0-rc.1 is asked with the vectors that it was trained with, a new one with others', async () => {
  const text = 'Wake me at half past six, please.';
  const [current, former] = encoderDigests();
  assert.equal(former, 'ae3dca38b2703de3', 'the digest that version 1.0.0-rc.1 stored');
  const definition = { culture: 'en-us', intents: [], entities: [], phraseLists: [], regexFeatures: [], patterns: [], anys: [] };
  const askedWith = async (encoder?: string): Promise<Float32Array> => {
    const model = { sentenceSize: JOINED_SIZE, needsWords: false, definition: { ...definition, ...(encoder && { encoder }) } };
    return (await vectorsFor(model, [text]))[0]!.sentence!;
  };
  const old = await askedWith(former);
  const recorded = [-0.039457, 0.009836, 0.033156, 0.009431, 0.046361, 0.014873, 0.019994, -0.011582];
  [0, 1, 100, 200, 383, 384, 500, 895].forEach((place, i) => assert.ok(Math.abs(old[place]! - recorded[i]!) < 0.004, `${place}`));
  assert.deepEqual(await askedWith(), old, 'a project that names no weights is older still');
  assert.ok(dot(await askedWith(current), old) < 0.99);
});
