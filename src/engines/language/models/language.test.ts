import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Writer } from '../../shared/bytes/writer.ts';
import { readLanguageModel, writeLanguageModel } from './checkpoint.ts';
import { InvalidModel } from '../../shared/bytes/reader.ts';
import type { Definition, LanguageRow } from './definition.ts';
import { scoreEntities } from '../entities/evaluation/scores.ts';
import { predictHeldOutEntities } from './held-out.ts';
import type { EncodeWords } from './teaching.ts';
import { trainLanguage } from './train.ts';

const CITIES = ['oslo', 'rome', 'new delhi', 'lima', 'cairo', 'porto', 'kyoto', 'quito'];
const when = { referenceMs: Date.UTC(2026, 4, 4, 9) };

const definition: Definition = {
  culture: 'en-us',
  intents: ['Fly', 'Weather', 'None'],
  noneIntent: 'None',
  entities: [
    { name: 'City', learned: true },
    {
      name: 'Class',
      list: [
        { canonical: 'business', synonyms: ['first class'] },
        { canonical: 'economy', synonyms: ['coach'] },
      ],
    },
    { name: 'Code', regexes: [{ key: 'code', pattern: 'x[0-9]{3}' }] },
    { name: 'datetimeV2', prebuilts: ['datetimeV2'] },
  ],
  phraseLists: [{ name: 'skies', phrases: ['sunny', 'cloudy', 'windy'], exchangeable: true }],
  regexFeatures: [],
  patterns: [{ template: 'please find {Title} [now]', intent: 'Weather' }],
  anys: [{ entity: 'Title' }],
};

function rows(): LanguageRow[] {
  const made: LanguageRow[] = [];
  CITIES.forEach((from, i) => {
    const to = CITIES[(i + 3) % CITIES.length]!;
    const fly = `book a flight from ${from} to ${to}`;
    made.push({
      text: fly,
      intents: ['Fly'],
      labels: [
        { entity: 'City', start: 19, end: 19 + from.length, role: 'from' },
        { entity: 'City', start: fly.length - to.length, end: fly.length, role: 'to' },
      ],
    });
    const sky = `will it be sunny in ${to}`;
    made.push({ text: sky, intents: ['Weather'], labels: [{ entity: 'City', start: 20, end: sky.length }] });
  });
  return [...made, { text: 'tell me a joke', intents: ['None'], labels: [] }, { text: 'who are you', intents: ['None'], labels: [] }];
}

/** Words with vectors that tell cities, in any language, from other words. */
function vectorsOfWords(text: string): { start: number; end: number; vector: Float32Array }[] {
  const cities = new Set([...CITIES.flatMap((city) => city.split(' ')), 'bremen']);
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    vector: Float32Array.of(cities.has(word) ? 1 : 0, cities.has(word) ? 0 : 1),
  }));
}

const { model } = await trainLanguage(definition, rows());

describe('a language project', () => {
  test('finds intents, learned entities with roles, lists, expressions and prebuilts in one text', () => {
    const text = 'with x123 on 3 may 2027 in first class book a flight from oslo to madrid';
    const { intents, entities } = model.predict(text, { when });
    assert.equal(intents[0]!.intent, 'Fly');
    assert.ok(Math.abs(intents.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-6);
    const found = entities.map(({ entity, start, end, role }) => [entity, text.slice(start, end), role]);
    for (const wanted of [
      ['City', 'oslo', 'from'],
      ['City', 'madrid', 'to'],
      ['Class', 'first class', undefined],
      ['Code', 'x123', undefined],
      ['datetimeV2', '3 may 2027', undefined],
    ]) {
      assert.ok(
        found.some((one) => JSON.stringify(one) === JSON.stringify(wanted)),
        `${String(wanted)} in ${JSON.stringify(found)}`,
      );
    }
    const listed = entities.find(({ entity }) => entity === 'Class')!;
    assert.deepEqual(listed.parts[0]!.info, { is: 'list', canonical: ['business'] });
  });

  test('learns the roles of lists, expressions and prebuilts', async () => {
    const label = (text: string, phrase: string, entity: string, role: string): LanguageRow['labels'][number] => {
      const start = text.indexOf(phrase);
      return { entity, role, start, end: start + phrase.length };
    };
    const transfers = [11, 12, 13, 14, 15, 16].map((n): LanguageRow => {
      const text = `move ${n} from shelf a${n} to shelf b${n} with the crane not by truck`;
      const [from, to] = [`a${n}`, `b${n}`];
      return {
        text,
        intents: ['Move'],
        labels: [
          label(text, String(n), 'number', 'amount'),
          label(text, from, 'Shelf', 'from'),
          label(text, to, 'Shelf', 'to'),
          label(text, 'crane', 'Vehicle', 'wanted'),
        ],
      };
    });
    // Authors leave out labels; other rows say what these would have been.
    const partly = transfers.map(({ text, labels, ...row }): LanguageRow => ({
      ...row,
      text: text.replace('move', 'please move').replaceAll('1', '2'),
      labels: labels.filter(({ role }) => role !== 'to').map((one) => ({ ...one, start: one.start + 7, end: one.end + 7 })),
    }));
    const others = ['shelf a10 is full', 'count 12 trucks', 'where is the crane', 'count 40 boxes'].map((text): LanguageRow => ({
      text,
      intents: ['Ask'],
      labels: [],
    }));
    const { model: roles } = await trainLanguage(
      {
        culture: 'en-us',
        intents: ['Move', 'Ask'],
        entities: [
          { name: 'Shelf', regexes: [{ key: 'Shelf', pattern: '[ab][0-9]{2}' }] },
          {
            name: 'Vehicle',
            list: [
              { canonical: 'crane', synonyms: [] },
              { canonical: 'truck', synonyms: ['trucks'] },
            ],
          },
          { name: 'number', prebuilts: ['number'] },
        ],
        phraseLists: [],
        regexFeatures: [],
        patterns: [],
        anys: [],
      },
      [...transfers, ...partly, ...others],
    );
    const found = (text: string): unknown[] =>
      roles.predict(text, { when }).entities.map(({ entity, start, end, role }) => [entity, text.slice(start, end), role]);
    assert.deepEqual(
      found('move 27 from shelf b31 to shelf a44 with the truck not by crane').filter((one) => (one as string[])[1]!.length > 1),
      [
        ['number', '27', 'amount'],
        ['Shelf', 'b31', 'from'],
        ['Shelf', 'a44', 'to'],
        ['Vehicle', 'truck', 'wanted'],
        ['Vehicle', 'crane', undefined],
      ],
    );
    assert.deepEqual(found('please move 21 from shelf a21 to shelf b21 with the crane not by truck').slice(-3), [
      ['Shelf', 'b21', 'to'],
      ['Vehicle', 'crane', 'wanted'],
      ['Vehicle', 'truck', undefined],
    ]);
    assert.deepEqual(found('count 31 trucks'), [
      ['number', '31', undefined],
      ['Vehicle', 'trucks', undefined],
    ]);
    const copy = readLanguageModel(writeLanguageModel(roles));
    const text = 'move 27 from shelf b31 to shelf a44 with the truck not by crane';
    assert.deepEqual(copy.predict(text, { when }).entities, roles.predict(text, { when }).entities);
  });

  test('a pattern raises the score of its intent and finds its Pattern.Any', () => {
    const text = 'please find the lost book now';
    const { intents, entities, pattern } = model.predict(text, { when });
    assert.equal(pattern!.intent, 'Weather');
    assert.equal(intents[0]!.intent, 'Weather');
    const any = entities.find(({ entity }) => entity === 'Title')!;
    assert.equal(text.slice(any.start, any.end), 'the lost book');
  });

  test('searches lists of the call beside those of the project', () => {
    const { entities } = model.predict('a seat in the bistro car', {
      when,
      lists: [{ entity: 'Class', items: [{ canonical: 'bistro', synonyms: ['bistro car'] }] }],
    });
    assert.deepEqual(
      entities.filter(({ entity }) => entity === 'Class').map(({ parts }) => parts[0]!.info),
      [{ is: 'list', canonical: ['bistro'] }],
    );
  });

  test('entities that the caller knows of count as found', async () => {
    const ask = (text: string, intent: string): LanguageRow => ({ text, intents: [intent], labels: [] });
    const { model: small } = await trainLanguage(
      { ...definition, intents: ['Order', 'Ask'], patterns: [] },
      ['x123', 'x456', 'x789', 'x012'].flatMap((code) => [ask(`${code} for me`, 'Order'), ask(`what is ${code}`, 'Ask')]),
    );
    const scoreOf = (given: readonly { entity: string; start: number; end: number }[]): number =>
      small.predict('q77 here', { when, given }).intents.find(({ intent }) => intent === 'Order')!.score;
    assert.ok(scoreOf([{ entity: 'Code', start: 0, end: 3 }]) > scoreOf([]) + 0.05);
    assert.equal(scoreOf([{ entity: 'Unknown', start: 0, end: 3 }]), scoreOf([]));
    assert.deepEqual(small.predict('q77 here', { when, given: [{ entity: 'Code', start: 0, end: 3 }] }).entities, []);
    const read = small.predict('that one for me', { when, given: [{ entity: 'Code', start: 0, end: 8, value: 'x123' }] });
    assert.deepEqual(read.intents, small.predict('x123 for me', { when }).intents, 'a given value is read in place of its words');
  });

  test('training does not depend on the order of rows, and bytes give the same predictions', async () => {
    const bytes = writeLanguageModel(model);
    assert.deepEqual(writeLanguageModel((await trainLanguage(definition, rows().reverse())).model), bytes);
    const text = 'will it be cloudy in oslo tomorrow';
    for (const read of [bytes, Buffer.from(bytes)])
      assert.deepEqual(readLanguageModel(read).predict(text, { when }), model.predict(text, { when }));
  });

  test('predicts held-out entities by the intent that would be predicted', async () => {
    const odd: LanguageRow = { text: 'zanzibar', intents: ['Fly'], labels: [{ entity: 'City', start: 0, end: 8 }] };
    const taught = [...rows(), odd];
    assert.deepEqual(
      (await trainLanguage(definition, taught)).model.predict('zanzibar', { when }).entities.map(({ entity }) => entity),
      ['City'],
      'finds the training text',
    );
    const shares: number[] = [];
    const found = await predictHeldOutEntities(definition, taught, {
      intents: taught.map(({ intents }) => intents[0]!),
      onProgress: (done) => shares.push(done),
    });
    assert.deepEqual(found.at(-1), []);
    const { f1 } = scoreEntities(rows().map(({ labels }, i) => ({ labels, found: found[i]! }))).micro;
    assert.ok(f1 > 0.8, String(f1));
    assert.deepEqual([shares.at(-1), shares], [1, shares.toSorted((a, b) => a - b)]);
    const mistaken = await predictHeldOutEntities(definition, taught, { intents: taught.map(() => 'None') });
    assert.notDeepEqual(mistaken, found, 'texts of None have no entity in these rows');
  });

  test('learns from the vectors of words, and asks for them', async () => {
    const encodeWords: EncodeWords = (texts) => Promise.resolve(texts.map(vectorsOfWords));
    const taught = await trainLanguage(definition, rows(), { encodeWords });
    assert.deepEqual([model.needsWords, taught.model.needsWords], [false, true]);
    const text = 'flieg nach bremen';
    const { entities } = readLanguageModel(writeLanguageModel(taught.model)).predict(text, {
      when,
      culture: 'de',
      words: vectorsOfWords(text),
    });
    assert.deepEqual(
      entities.map(({ entity, start, end }) => [entity, text.slice(start, end)]),
      [['City', 'bremen']],
    );
  });

  test('a multilingual project finds a date by the words of the language that is asked', async () => {
    const dates = ['tomorrow', 'Friday', 'next week', '7 am'];
    const others = 'quickly again loudly there twice softly soon here once gently alone together upstairs inside nearby maybe'.split(' ');
    const taught = ['remind me', 'call mum', 'wake me', 'meet them'].flatMap((verb, v): LanguageRow[] => [
      ...dates.map((date): LanguageRow => {
        const start = verb.length + 1;
        return { text: `${verb} ${date} please`, intents: ['Plan'], labels: [{ entity: 'When', start, end: start + date.length }] };
      }),
      ...others.slice(4 * v, 4 * v + 4).map((how): LanguageRow => ({
        text: `${verb} ${how} please`,
        intents: ['Plan'],
        labels: [],
      })),
    ]);
    const planner: Definition = {
      culture: 'en',
      intents: ['Plan'],
      entities: [{ name: 'When', learned: true }],
      phraseLists: [],
      regexFeatures: [],
      patterns: [],
      anys: [],
    };
    const planned = readLanguageModel(writeLanguageModel((await trainLanguage(planner, taught, { isMultilingual: true })).model));
    const ask = (text: string): string[] =>
      planned.predict(text, { when, culture: 'de' }).entities.map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(
      [ask('call mum nächsten Freitag please'), ask('call mum bitte heute abend please')],
      [['nächsten Freitag'], ['heute abend']],
    );
  });

  test('rejects altered or cut bytes', () => {
    const bytes = writeLanguageModel(model);
    for (const broken of [bytes.subarray(0, 100), Uint8Array.from(bytes, (byte, i) => (i === 200 ? byte ^ 1 : byte)), new Uint8Array(3)])
      assert.throws(() => readLanguageModel(broken), InvalidModel);
    const older = new Writer();
    older.u32(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true));
    older.u32(1);
    older.text(JSON.stringify(definition));
    older.bytes(new Uint8Array(8));
    older.bytes(new Uint8Array(8));
    assert.throws(() => readLanguageModel(older.finish()), InvalidModel, 'also where a part of it is of another format');
  });

  test('searches lists and expressions of a language only in its texts', async () => {
    const mixed: Definition = {
      ...definition,
      entities: [
        {
          name: 'Color',
          list: [
            { canonical: 'red', synonyms: ['red'], isNameOnly: true, language: 'en' },
            { canonical: 'red', synonyms: ['rot', 'rote'], isNameOnly: true, language: 'de' },
            { canonical: 'rose', synonyms: ['rosa'] },
          ],
        },
        {
          name: 'Code',
          regexes: [
            { key: 'english', pattern: 'no [0-9]+', language: 'en-gb' },
            { key: 'german', pattern: 'nr [0-9]+', language: 'de' },
          ],
        },
      ],
    };
    const found = async (culture: string): Promise<string[][]> => {
      const text = 'red rote rosa no 5 nr 6';
      return (await trainLanguage(mixed, [])).model
        .predict(text, { when, culture })
        .entities.map(({ entity, start, end }) => [entity, text.slice(start, end)]);
    };
    assert.deepEqual(await found('en-us'), [
      ['Color', 'red'],
      ['Color', 'rosa'],
      ['Code', 'no 5'],
    ]);
    assert.deepEqual(await found('de-de'), [
      ['Color', 'rote'],
      ['Color', 'rosa'],
      ['Code', 'nr 6'],
    ]);
    assert.deepEqual(await found('fr'), [['Color', 'rosa']]);
  });

  test('requires the same span of all components if exact overlap is required', async () => {
    const exact: Definition = {
      ...definition,
      patterns: [],
      anys: [],
      entities: [
        {
          name: 'Room',
          list: [{ canonical: 'ten', synonyms: ['10', 'room 12'] }],
          prebuilts: ['number'],
          composition: 'requireExactOverlap',
          required: ['list', 'prebuilt'],
        },
      ],
    };
    const found = async (text: string): Promise<string[]> =>
      (await trainLanguage(exact, [])).model.predict(text, { when }).entities.map(({ start, end }) => text.slice(start, end));
    assert.deepEqual([await found('i am in 10'), await found('i am in 11'), await found('i am in room 12')], [['10'], [], []]);
  });

  test('finds at most 1,000 entities in a text', async () => {
    const lists = Array.from({ length: 100 }, (_, i) => ({ name: `L${i}`, list: [{ canonical: 'a', synonyms: [] }] }));
    const { model } = await trainLanguage({ ...definition, entities: lists, patterns: [], anys: [] }, []);
    assert.equal(model.predict('a '.repeat(250), { when }).entities.length, 1000);
  });

  test('None takes texts unlike all others from 20 texts on', async () => {
    const many = Array.from({ length: 24 }, (_, i): LanguageRow => {
      const city = CITIES[i % CITIES.length]!;
      const intents = i % 3 === 0 ? ['Fly'] : ['Weather'];
      return {
        text: i % 3 === 0 ? `book a flight to ${city} for ${i} people` : `will it rain in ${city} on day ${i}`,
        intents,
        labels: [],
      };
    });
    const firstIntent = async (taught: readonly LanguageRow[], text: string): Promise<string> =>
      (await trainLanguage(definition, taught)).model.predict(text, { when }).intents[0]!.intent;
    assert.equal(await firstIntent(many, 'zebra xylophones'), 'None');
    assert.equal(await firstIntent(many, 'will it rain in oslo'), 'Weather');
    assert.notEqual(await firstIntent(many.slice(0, 12), 'zebra xylophones'), 'None');
  });

  test('an empty project still predicts', async () => {
    const empty: Definition = {
      culture: 'en-us',
      intents: ['None'],
      noneIntent: 'None',
      entities: [],
      phraseLists: [],
      regexFeatures: [],
      patterns: [],
      anys: [],
    };
    const { intents, entities } = (await trainLanguage(empty, [])).model.predict('hello', { when });
    assert.deepEqual(entities, []);
    assert.equal(intents[0]!.intent, 'None');
  });
});

test('a project trained with other weights of the sentence encoder is rejected', async () => {
  const definition: Definition = {
    culture: 'en-us',
    encoder: 'some weights',
    intents: ['Greet'],
    entities: [],
    phraseLists: [],
    regexFeatures: [],
    patterns: [],
    anys: [],
  };
  const { model } = await trainLanguage(definition, [{ text: 'hello', intents: ['Greet'], labels: [] }]);
  const bytes = writeLanguageModel(model);
  assert.equal(readLanguageModel(bytes, ['newer weights', 'some weights']).definition.encoder, 'some weights');
  assert.throws(() => readLanguageModel(bytes, ['other weights']), InvalidModel);
});
