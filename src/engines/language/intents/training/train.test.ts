import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random } from '../../../shared/random.ts';
import { InvalidIntentModel, readIntentModel, writeIntentModel } from '../checkpoint.ts';
import { IntentModel } from '../model.ts';
import { fitScope, scopeScore } from './scope.ts';
import { TrainingStopped } from './options.ts';
import type { IntentExample, TrainingOptions } from './options.ts';
import { trainIntents } from './train.ts';

const UTTERANCES: Readonly<Record<string, readonly string[]>> = {
  Lamp: [
    'switch on the lamp',
    'turn the lamp off please',
    'lights on in the attic',
    'make it brighter in here',
    'dim the lights a little',
    'turn on every lamp',
    'lamp off',
    'kill the lights in the cellar',
  ],
  Weather: [
    'will it rain today',
    'what is the weather in Oslo',
    'is it going to snow tomorrow',
    'how warm will it get',
    'do I need an umbrella',
    'forecast for the weekend',
    'weather please',
    'will the sun shine on friday',
  ],
  Order: [
    'I want a pizza',
    'order two coffees',
    'get me a sandwich and a tea',
    'bring a bowl of soup',
    'one burger without onions',
    'I would like some noodles',
    'a salad to go',
    'order dinner for four',
  ],
};
const examples: IntentExample[] = Object.entries(UTTERANCES).flatMap(([intent, texts]) =>
  texts.map((text) => ({ text, intents: [intent] })),
);
const top = async (text: string, rows = examples, options: TrainingOptions = {}): Promise<string> =>
  (await trainIntents(rows, options)).model.predict(text).intents[0]!.intent;

/** A stand-in for an encoder: words as random directions, so that texts that share words are alike. */
function embed(texts: readonly string[]): Promise<Float32Array[]> {
  return Promise.resolve(
    texts.map((text) => {
      const vector = new Float32Array(16);
      for (const word of text.toLowerCase().split(' ')) {
        const random = Random.of(word);
        for (let i = 0; i < vector.length; i++) vector[i]! += random.next() - 0.5;
      }
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    }),
  );
}

test('predicts the intent of unseen texts with probabilities', async () => {
  const { model } = await trainIntents(examples);
  for (const [text, intent] of [
    ['please switch the lamp on', 'Lamp'],
    ['does it rain in Oslo tomorrow', 'Weather'],
    ['order a coffee and a pizza', 'Order'],
  ]) {
    const { intents, labels } = model.predict(text!);
    assert.equal(intents[0]!.intent, intent);
    assert.deepEqual(labels, [intent]);
    assert.ok(intents[0]!.score > 0.5);
    assert.ok(Math.abs(intents.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
  }
});

test('trains the same bytes for any order of rows', async () => {
  const bytes = writeIntentModel((await trainIntents(examples, { noneIntent: 'None', embed })).model);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(examples, { minLength: examples.length }), async (shuffled) => {
      assert.deepEqual(writeIntentModel((await trainIntents(shuffled, { noneIntent: 'None', embed })).model), bytes);
    }),
    { numRuns: 3 },
  );
});

test('a model read from its bytes predicts the same', async () => {
  const phraseLists = [{ name: 'drinks', phrases: ['green tea', 'café'], exchangeable: true }];
  for (const options of [
    {},
    { noneIntent: 'None', phraseLists },
    { noneIntent: 'None', embed, intents: ['Empty'] },
    { multiLabel: true },
  ] satisfies TrainingOptions[]) {
    const { model } = await trainIntents(examples, options);
    const again = readIntentModel(writeIntentModel(model));
    const sentence = (await embed(['two green tea for Oslo']))[0]!;
    assert.deepEqual(again.predict('two green tea for Oslo', { sentence }), model.predict('two green tea for Oslo', { sentence }));
    assert.deepEqual(writeIntentModel(again), writeIntentModel(model));
  }
});

test('rejects altered, cut and extended bytes', async () => {
  const bytes = writeIntentModel((await trainIntents(examples.slice(6, 10), { noneIntent: 'None' })).model);
  for (let i = 0; i < bytes.length; i += 7) {
    const altered = bytes.slice();
    altered[i]! ^= 0x10;
    assert.throws(() => readIntentModel(altered), InvalidIntentModel);
    assert.throws(() => readIntentModel(bytes.slice(0, i)), InvalidIntentModel);
  }
  assert.throws(() => readIntentModel(Uint8Array.of(...bytes, 0)), InvalidIntentModel);
});

test('predicts None for texts out of scope', async () => {
  const { model } = await trainIntents(examples, { noneIntent: 'None' });
  const { intents, inScope } = model.predict('quantum chromodynamics lecture');
  assert.equal(intents[0]!.intent, 'None');
  assert.ok(inScope! < 0);
  assert.notEqual(model.predict('turn off the lamp').intents[0]!.intent, 'None');
  assert.equal(
    (await trainIntents(examples, { noneIntent: 'None', keepInScope: 1 })).model
      .predict('quantum chromodynamics lecture')
      .intents.find(({ intent }) => intent === 'None')!.score < 1e-6,
    true,
  );
});

test('does not predict None for texts in the form of a narrow training set', async () => {
  const names = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana', 'Ivo', 'Jana'];
  const examples = [
    ...names.flatMap((name) => [
      { text: `send an email to ${name} about the lunch`, intents: ['Send'] },
      { text: `send an email to ${name} about the report`, intents: ['Send'] },
      { text: `read the email from ${name}`, intents: ['Read'] },
      { text: `show me the last message of ${name}`, intents: ['Read'] },
    ]),
    ...['what is the weather', 'tell me a joke', 'play some music', 'open the window'].map((text) => ({ text, intents: ['None'] })),
  ];
  const { model } = await trainIntents(examples, { noneIntent: 'None', keepInScope: 0.985 });
  const top = (text: string): string => model.predict(text).intents[0]!.intent;
  assert.deepEqual(['show me messages of Ann', 'send an email to Robert about tomorrow'].map(top), ['Read', 'Send']);
  assert.deepEqual(['cook dinner for Ann', 'send a parcel to Ann', 'buy a car'].map(top), ['None', 'None', 'None']);
});

test('examples of None make it a regular class', async () => {
  const none = ['tell me a joke', 'who are you', 'sing me a song', 'are you a robot'].map((text) => ({ text, intents: ['None'] }));
  assert.equal(await top('tell me who you are', [...examples, ...none], { noneIntent: 'None' }), 'None');
});

test('lists an intent without examples with score 0', async () => {
  const { intents } = (await trainIntents(examples, { intents: ['Unused', 'Lamp'] })).model.predict('lamp on');
  assert.deepEqual(intents.at(-1), { intent: 'Unused', score: 0 });
  assert.equal(intents.length, 4);
});

test('trains on small and odd training sets', async () => {
  assert.deepEqual((await trainIntents([])).model.predict('anything').intents, []);
  assert.deepEqual((await trainIntents([], { noneIntent: 'None' })).model.predict('anything').intents, [{ intent: 'None', score: 0 }]);
  assert.equal(await top('whatever', [{ text: 'hello', intents: ['Only'] }]), 'Only');
  assert.equal(
    (await trainIntents(examples.slice(0, 8), { noneIntent: 'None' })).model.predict('turn the lamp on').intents[0]!.intent,
    'Lamp',
  );
  const odd: IntentExample[] = [
    { text: '', intents: ['A'] },
    { text: '???', intents: ['A'] },
    { text: 'x', intents: ['B'] },
    { text: 'x', intents: ['B'] },
    { text: 'x', intents: ['A'] },
    { text: 'word '.repeat(30_000), intents: ['B'] },
    { text: '😀', intents: ['C'] },
  ];
  const { model, heldOut } = await trainIntents(odd, { noneIntent: 'None' });
  for (const text of ['', 'x', '😀', 'y '.repeat(10_000), '\ud800'])
    assert.ok(model.predict(text).intents.every(({ score }) => score >= 0 && score <= 1));
  odd.forEach((_, i) => assert.equal(heldOut(i).intents.length, 4));
});

test('trains five hundred intents', async () => {
  const many = Array.from({ length: 500 }, (_, i) => ({ text: `request w${i}x`, intents: [`I${i}`] }));
  const { model } = await trainIntents(many);
  assert.equal(model.predict('request w77x').intents[0]!.intent, 'I77');
  assert.equal(model.predict('').intents.length, 500);
});

test('trains on other scripts', async () => {
  const rows = [
    ['東京の天気は', 'W'],
    ['明日は雨ですか', 'W'],
    ['電気をつけて', 'L'],
    ['明かりを消して', 'L'],
    ['ما هو الطقس اليوم', 'W'],
    ['أطفئ الضوء', 'L'],
    ['आज मौसम कैसा है', 'W'],
    ['बत्ती बंद करो', 'L'],
  ].map(([text, intent]) => ({ text: text!, intents: [intent!] }));
  assert.equal(await top('今日の天気', rows), 'W');
  assert.equal(await top('बत्ती जलाओ', rows), 'L');
  assert.equal(await top('أشعل الضوء', rows), 'L');
});

test('phrase lists generalize to phrases without examples', async () => {
  const rows: IntentExample[] = [
    ...['oslo', 'rome', 'paris', 'cairo'].map((city) => ({ text: `tell me about ${city}`, intents: ['City'] })),
    ...['peter', 'mary', 'john', 'susan'].map((name) => ({ text: `tell me about ${name}`, intents: ['Person'] })),
  ];
  const phraseLists = [
    { name: 'cities', phrases: ['oslo', 'rome', 'paris', 'cairo', 'buenos aires'], exchangeable: true },
    { name: 'people', phrases: ['peter', 'mary', 'john', 'susan', 'jean luc'], exchangeable: true },
  ];
  assert.equal(await top('tell me about Buenos Aires', rows, { phraseLists }), 'City');
  assert.equal(await top('tell me about Jean Luc', rows, { phraseLists }), 'Person');
});

test('uses the hints of the caller', async () => {
  const rows: IntentExample[] = Array.from({ length: 12 }, (_, i) => ({
    text: `note w${i}`,
    intents: [i % 2 === 0 ? 'Date' : 'Money'],
    hints: [i % 2 === 0 ? 'datetime' : 'currency'],
  }));
  const { model } = await trainIntents(rows);
  assert.equal(model.predict('note', { hints: ['currency'] }).intents[0]!.intent, 'Money');
  assert.equal(model.predict('note', { hints: ['datetime'] }).intents[0]!.intent, 'Date');
});

test('knows what the caller found by the words beside it', async () => {
  const spansOf = (text: string): { name: string; start: number; end: number }[] =>
    [...text.matchAll(/x\w+/g)].map(({ 0: word, index }) => ({ name: 'size', start: index, end: index + word.length }));
  const rows: IntentExample[] = ['xa', 'xb', 'xc', 'xd'].flatMap((size) => [
    { text: `make it ${size}`, intents: ['Change'] },
    { text: `${size} make it`, intents: ['Order'] },
  ]);
  const { model } = await trainIntents(rows.map((row) => ({ ...row, spans: spansOf(row.text) })));
  for (const [text, intent] of [
    ['make it xyz', 'Change'],
    ['xyz make it', 'Order'],
  ] as const)
    assert.equal(model.predict(text, { spans: spansOf(text) }).intents[0]!.intent, intent);
});

test('reads numbers of any length alike, those of former models by each digit', async () => {
  const rows: IntentExample[] = Array.from({ length: 5 }, (_, i) => [
    { text: `ship ${20_000 + 977 * i} to ${30_000 + 991 * i}`, intents: ['Ship'] },
    { text: `pay ${20 + 9 * i} to ${31 + 7 * i}`, intents: ['Pay'] },
    { text: `turn ${20 + 9 * i} to ${31 + 7 * i}`, intents: ['Pay'] },
  ]).flat();
  const { model } = await trainIntents(rows);
  const score = (of: IntentModel): number => of.predict('ship 67 to 88').intents.find(({ intent }) => intent === 'Ship')!.score;
  const former = new IntentModel({ ...model.parts, foldsEachDigit: true });
  assert.ok(score(model) > 0.9, String(score(model)));
  assert.notEqual(score(former), score(model));
  assert.equal(score(readIntentModel(writeIntentModel(former))), score(former));
});

test('predicts several labels, each by its own threshold', async () => {
  const rows: IntentExample[] = Array.from({ length: 60 }, (_, i) => {
    const intents = ['red', 'blue', 'green'].filter((_, c) => ((i % 8) >> c) % 2 === 1);
    return { text: `thing w${i % 13} ${intents.join(' ')} end`, intents };
  });
  const { model } = await trainIntents(rows, { multiLabel: true });
  assert.deepEqual([...model.predict('a red and green thing').labels].sort(), ['green', 'red']);
  assert.deepEqual(model.predict('thing end').labels, []);
});

test('held-out predictions do not memorize noise', async () => {
  const random = new Random(7);
  const noise = Array.from({ length: 80 }, (_, i) => ({
    text: `u${i} v${Math.floor(random.next() * 1e6)}`,
    intents: [i % 2 === 0 ? 'A' : 'B'],
  }));
  const { heldOut } = await trainIntents(noise);
  const right = noise.filter(({ intents }, i) => heldOut(i).intents[0]!.intent === intents[0]).length;
  assert.ok(right < 60, `${right} of 80`);
  noise.forEach((_, i) => assert.ok(heldOut(i).intents[0]!.score < 0.8));
});

test('scores of texts with words that no training text has are as high as texts are right', async () => {
  const random = new Random(5);
  const draw = (count: number): { text: string; intents: string[] }[] =>
    Array.from({ length: count }, (_, i) => {
      const own = Array.from({ length: 5 }, () => `n${Math.floor(random.next() * 1e9).toString(36)}`);
      const isOdd = random.next() < 0.3;
      return { text: `${(i % 2 === 0) === isOdd ? 'open' : 'close'} ${own.join(' ')}`, intents: [i % 2 === 0 ? 'A' : 'B'] };
    });
  const { model } = await trainIntents(draw(200));
  const tests = draw(300).map(({ text, intents }) => ({ wanted: intents[0], found: model.predict(text).intents[0]! }));
  const accuracy = tests.filter(({ wanted, found }) => found.intent === wanted).length / tests.length;
  const score = tests.reduce((sum, { found }) => sum + found.score, 0) / tests.length;
  assert.ok(Math.abs(score - accuracy) < 0.12, `mean score ${score.toFixed(3)}, accuracy ${accuracy.toFixed(3)}`);
});

test('one example of an intent counts by its meaning, which cross-validation cannot show', async () => {
  const meanings = ['tea kettle brew', 'bus train tram', 'snow sun wind'].map((words) => words.split(' '));
  const embed = (texts: readonly string[]): Promise<Float32Array[]> =>
    Promise.resolve(texts.map((text) => Float32Array.of(1, ...meanings.map((words) => Number(words.some((word) => text.includes(word)))))));
  const rows = meanings.map(([word]) => ({ text: `${word}`, intents: [`about ${word}`] }));
  const { model } = await trainIntents(rows, { embed });
  for (const [word, ...others] of meanings)
    for (const other of others) assert.equal(model.predict(other, { sentence: (await embed([other]))[0] }).labels[0], `about ${word}`);
});

test('the name of an intent counts where its examples are few', async () => {
  const rows = [
    { text: 'a seat to Rome on Monday', intents: ['Travel.BookFlight'] },
    { text: 'a room with a view', intents: ['Travel.ReserveHotel'] },
  ];
  const { model, heldOut } = await trainIntents(rows, { embed });
  for (const [text, intent] of [
    ['any flight', 'Travel.BookFlight'],
    ['any hotel', 'Travel.ReserveHotel'],
  ] as const)
    assert.equal(model.predict(text, { sentence: (await embed([text]))[0] }).intents[0]!.intent, intent);
  assert.equal(heldOut(1).intents.length, 2);
});

test('the name of an intent counts where its own examples are few, however many others have', async () => {
  const cities = ['Rome', 'Oslo', 'Lima', 'Bonn', 'Cairo', 'Paris', 'Quito', 'Delhi'];
  const rows = [
    ...cities.map((city) => ({ text: `a seat to ${city} on any day`, intents: ['Travel.BookFlight'] })),
    { text: 'a room with a view', intents: ['Travel.ReserveHotel'] },
  ];
  const { model } = await trainIntents(rows, { embed });
  assert.equal(model.predict('any hotel', { sentence: (await embed(['any hotel']))[0] }).intents[0]!.intent, 'Travel.ReserveHotel');
});

test('the name of an intent does not count where the others have many examples', async () => {
  const cities = ['Rome', 'Oslo', 'Lima', 'Bonn', 'Cairo', 'Paris', 'Quito', 'Delhi'];
  const scoreOf = async (intent: string): Promise<number> => {
    const rows = [
      ...cities.flatMap((city) =>
        [`a seat to ${city}`, `fly me to ${city}`, `a flight to ${city}`].map((text) => ({ text, intents: ['Travel.BookFlight'] })),
      ),
      { text: 'a room with a view', intents: [intent] },
    ];
    const { model } = await trainIntents(rows, { embed });
    const { intents } = model.predict('any hotel', { sentence: (await embed(['any hotel']))[0] });
    return intents.find((one) => one.intent === intent)!.score;
  };
  assert.equal(await scoreOf('Travel.ReserveHotel'), await scoreOf('Travel.X'));
});

test('rejects a missing sentence vector', async () => {
  const rows = ['alpha', 'beta'].flatMap((word) => Array.from({ length: 6 }, (_, i) => ({ text: `${word}${i}`, intents: [word] })));
  const side = (texts: readonly string[]): Promise<Float32Array[]> =>
    Promise.resolve(texts.map((text) => Float32Array.of(text.startsWith('alpha') ? 1 : 0, text.startsWith('alpha') ? 0 : 1)));
  const { model } = await trainIntents(
    rows.map((row, i) => ({ ...row, text: `${row.text.slice(0, 5)} ${(i * 7919) % 101}` })),
    { embed: side },
  );
  if (model.sentenceSize > 0) assert.throws(() => model.predict('alpha'), /sentence vector/);
  else assert.ok(model.predict('alpha').intents.length === 2);
});

test('reports progress up to 1 and can be stopped', async () => {
  const seen: number[] = [];
  await trainIntents(examples, { onProgress: (done) => seen.push(done), embed });
  assert.equal(seen.at(-1), 1);
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  );
  let calls = 0;
  await assert.rejects(trainIntents(examples, { isStopped: () => ++calls > 5 }), TrainingStopped);
});

test('separates two classes that never share a document, also with several labels', async () => {
  const late = ['the parcel has not arrived yet', 'the courier left the package in the rain', 'my delivery is three days late'];
  const money = ['the invoice shows the amount twice', 'my card was charged two times', 'please refund the last payment'];
  const rows = [...late.map((text) => ({ text, intents: ['Delivery'] })), ...money.map((text) => ({ text, intents: ['Billing'] }))];
  const { model } = await trainIntents(rows, { multiLabel: true });
  for (const { text, intents } of rows) assert.equal(model.predict(text).intents[0]!.intent, intents[0]);
});

test('a single-class model returns None for unrelated text', async () => {
  const rows = UTTERANCES['Lamp']!.map((text) => ({ text, intents: ['Lamp'] }));
  const { model } = await trainIntents(rows, { noneIntent: 'None', keepInScope: 0.98 });
  assert.equal(model.predict('how are you').intents[0]!.intent, 'None');
  assert.equal(model.predict('turn off the lamp').intents[0]!.intent, 'Lamp');
});

test('compares meanings to find what is out of scope, also where words alone decide between the intents', async () => {
  const rows = examples.filter(({ intents }) => !intents.includes('Order'));
  assert.equal((await trainIntents(rows, { noneIntent: 'None', embed })).model.sentenceSize, 16);
  const untested = await trainIntents(rows.slice(6, 10), { noneIntent: 'None', keepInScope: 1, isMultilingual: true, embed });
  assert.equal(untested.model.parts.none!.scope.threshold, -1e6);
});

test('a small set answers None to what lies between its texts and general sentences', () => {
  const random = new Random(1);
  const around = (center: number, spread: number, count: number): Float64Array =>
    Float64Array.from({ length: count }, () => center + spread * (random.next() - 0.5));
  const inside = { margins: around(0.5, 1, 24), near: around(0.8, 0.3, 24) };
  const outside = { margins: around(-0.4, 1, 60), near: around(0.2, 0.3, 60) };
  const scope = fitScope(inside, outside, 24, 0.985);
  assert.ok(inside.margins.every((margin, i) => scopeScore(scope, margin, inside.near[i]!) > 0));
  assert.ok(outside.margins.every((margin, i) => scopeScore(scope, margin, outside.near[i]!) < 0));
});

test('leaves scope out where the language of a text has no training texts', async () => {
  const rows = UTTERANCES['Lamp']!.map((text) => ({ text, intents: ['Lamp'] }));
  const { model } = await trainIntents(rows, { noneIntent: 'None', keepInScope: 0.98, embed });
  const sentence = new Float32Array(16);
  assert.equal(model.predict('how are you', { sentence }).intents[0]!.intent, 'None');
  const foreign = model.predict('how are you', { sentence, isForeign: true });
  assert.equal(foreign.intents[0]!.intent, 'Lamp');
  assert.equal(foreign.inScope, null);
});

test('texts without labels teach the intents that are predicted for them', async () => {
  const rows = [
    ...['switch the lamp on', 'lamp off please', 'the lamp is bright', 'a lamp with a bulb', 'is the lantern lit', 'lantern and torch'],
    ...['rain in the morning', 'will it rain', 'heavy rain at noon', 'rain with a storm', 'drizzle and mist', 'a drizzle at noon'],
  ].map((text, i) => ({ text, intents: [i < 6 ? 'Lamp' : 'Weather'] }));
  const unlabeled = [
    ...['lamp or lantern', 'lantern of the lamp', 'lamp and torch', 'lamp with a beacon'],
    ...['rain or drizzle', 'drizzle before the rain', 'rain and mist', 'rain with a blizzard'],
  ].map((text) => ({ text }));
  const { model, heldOut } = await trainIntents(rows, { unlabeled });
  for (const [text, intent] of [
    ['beacon', 'Lamp'],
    ['blizzard', 'Weather'],
  ] as const) {
    const scoreOf = (of: IntentModel): number => of.predict(text).intents.find((one) => one.intent === intent)!.score;
    assert.ok(scoreOf(model) > scoreOf((await trainIntents(rows)).model) + 0.02, text);
  }
  assert.equal(heldOut(0).intents.length, 2);
  const again = await trainIntents(rows.toReversed(), { unlabeled: unlabeled.toReversed() });
  assert.deepEqual(writeIntentModel(again.model), writeIntentModel(model));
});

test('texts without labels are left out where labeled texts are predicted worse for them, or where they are out of scope', async () => {
  const rows = examples.filter(({ intents }) => intents[0] !== 'Order');
  const without = writeIntentModel((await trainIntents(rows, { noneIntent: 'None', embed })).model);
  const misleading = ['switch on the weather', 'turn the rain on please', 'will it be brighter today', 'dim the lights this weekend'];
  const foreign = ['who wrote this novel', 'her brother plays chess', 'my train has been canceled'];
  for (const texts of [misleading, foreign, rows.map(({ text }) => text)]) {
    const { model } = await trainIntents(rows, { noneIntent: 'None', embed, unlabeled: texts.map((text) => ({ text })) });
    assert.deepEqual(writeIntentModel(model), without);
  }
});
