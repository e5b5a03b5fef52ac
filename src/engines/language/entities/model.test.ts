import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Writer } from '../../shared/bytes/writer.ts';
import { TrainingStopped } from '../../shared/chain/training.ts';
import { readEntities, writeChain, writeEntities } from './checkpoint.ts';
import { InvalidModel } from '../../shared/bytes/reader.ts';
import { crossValidate } from './evaluation/cross-validate.ts';
import type { ModelRow } from './model.ts';
import { trainEntities } from './model.ts';
import { scoreEntities } from './evaluation/scores.ts';

/** A row written with its labels: `fly to [Rome](City:to)`. */
function row(written: string, more: Partial<ModelRow> = {}): ModelRow {
  const labels: ModelRow['labels'][number][] = [];
  let text = '';
  let rest = written;
  for (let match; (match = /\[([^\]]*)\]\(([^):]+)(?::([^)]+))?\)/.exec(rest)); rest = rest.slice(match.index + match[0].length)) {
    text += rest.slice(0, match.index);
    labels.push({ entity: match[2]!, role: match[3], start: text.length, end: text.length + match[1]!.length });
    text += match[1];
  }
  return { text: text + rest, labels, ...more };
}
const cities = ['Rome', 'Oslo', 'Lima', 'New York', 'Berlin', 'Tokyo', 'Cairo', 'Madrid'];
const flights = cities.flatMap((city, i) => {
  const other = cities[(i + 3) % cities.length]!;
  return [
    row(`book a flight from [${city}](City:from) to [${other}](City:to)`),
    row(`i want to go to [${other}](City:to) from [${city}](City:from)`),
    row(`what is the weather in [${city}](City)`),
    row('thank you very much'),
  ];
});
const found = (text: string, model = trainEntities(flights)): string[] =>
  model.withRoles(text, model.find(text)).map((one) => `${one.entity}${one.role ? `:${one.role}` : ''}=${text.slice(one.start, one.end)}`);

test('finds entities and their roles in sentences it has not seen', () => {
  assert.deepEqual(found('please book a flight from Paris to Vienna'), ['City:from=Paris', 'City:to=Vienna']);
  assert.deepEqual(found('the weather in San Francisco'), ['City=San Francisco']);
  assert.deepEqual(found('thank you'), []);
});

test('the order of the rows does not matter, and bytes give the model back', () => {
  const bytes = writeEntities(trainEntities(flights));
  assert.deepEqual(writeEntities(trainEntities([...flights].reverse())), bytes);
  const again = readEntities(bytes);
  assert.deepEqual(writeEntities(again), bytes);
  const text = 'from Lisbon to Rome';
  assert.deepEqual(again.find(text), trainEntities(flights).find(text));
});

/** A vector for each word: what is a city in any language has the same. */
function withWords(one: ModelRow, places: readonly string[]): ModelRow {
  const words = [...one.text.matchAll(/\p{L}+/gu)].map(({ 0: word, index }) => {
    const isPlace = places.includes(word);
    return { start: index, end: index + word.length, vector: Float32Array.of(isPlace ? 0.9 : 0, isPlace ? 0 : 0.6, 0.3, 0, 0.1) };
  });
  return { ...one, words };
}
const placeWords = cities.flatMap((city) => city.split(' '));
const flightsWithWords = flights.map((one) => withWords(one, placeWords));

test('vectors of words find entities in another language', () => {
  const model = trainEntities(flightsWithWords);
  const asked = withWords(row('ich möchte nach Köln'), ['Köln']);
  assert.equal(model.needsWords, true);
  assert.deepEqual(
    model.find(asked.text, asked).map(({ entity, start, end }) => [entity, asked.text.slice(start, end)]),
    [['City', 'Köln']],
  );
  const bytes = writeEntities(model);
  assert.deepEqual(writeEntities(trainEntities([...flightsWithWords].reverse())), bytes);
  assert.deepEqual(readEntities(bytes).find(asked.text, asked), model.find(asked.text, asked));
});

test('a model with vectors finds what it can without them, and rejects those of another size', () => {
  const model = trainEntities(flightsWithWords);
  assert.deepEqual(found('what is the weather in Rome', model), ['City=Rome']);
  const words = [{ start: 0, end: 4, vector: Float32Array.of(1, 0) }];
  assert.throws(() => model.find('Rome', { words }), /vectors of 5 numbers/);
});

test('models of the format without vectors are still read', () => {
  const model = trainEntities(
    flights.map(({ text, labels }) => ({ text, labels: labels.map(({ entity, start, end }) => ({ entity, start, end })) })),
  );
  const { tagger } = model.taggers[0]!;
  const old = new Writer();
  old.u32(0x544e4550);
  old.u32(2);
  old.list([], () => undefined);
  old.list([tagger], ({ entities, values, chain }) => {
    old.difference(0);
    old.list(entities, (entity) => old.text(entity));
    old.list([...values.frames], (word) => old.text(word));
    old.list(values.entries(), ([type, words]) => {
      old.difference(type);
      old.list(words, (word) => old.text(word));
    });
    writeChain(old, chain);
  });
  old.list([], () => undefined);
  const read = readEntities(old.finish());
  assert.equal(read.needsWords, false);
  assert.deepEqual(read.find('fly to Rome'), model.find('fly to Rome'));
});

test('damaged bytes are rejected', () => {
  const bytes = writeEntities(trainEntities(flights.slice(0, 8)));
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = bytes.slice();
      damaged[at]! ^= change;
      assert.throws(() => readEntities(damaged), InvalidModel);
      assert.throws(() => readEntities(bytes.subarray(0, at)), InvalidModel);
    }),
    { numRuns: 50 },
  );
  assert.throws(() => readEntities(new Uint8Array()), InvalidModel);
});

test('a model of another format is rejected, with what to do', () => {
  const bytes = writeEntities(trainEntities(flights.slice(0, 8)));
  for (const version of [1, 99]) {
    const other = new Writer();
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    other.u32(view.getUint32(0, true));
    other.u32(version);
    assert.throws(
      () => readEntities(other.finish()),
      (problem) =>
        problem instanceof InvalidModel && problem.message.includes(`format ${version}`) && problem.message.endsWith('train it again'),
    );
  }
});

test('parts lie within their wholes, and wholes may be composed of entities of their own', () => {
  const places = [
    { entity: 'Order', level: 0 },
    { entity: 'Size', level: 1, within: 'Order' },
  ];
  const orders = ['large', 'small', 'medium', 'huge'].flatMap((size) =>
    ['pizza', 'salad', 'soup'].map((dish): ModelRow => {
      const text = `i would like a ${size} ${dish} please`;
      return {
        text,
        labels: [
          { entity: 'Order', start: 15, end: 15 + size.length + 1 + dish.length },
          { entity: 'Size', start: 15, end: 15 + size.length },
        ],
      };
    }),
  );
  const spans = trainEntities(orders, places).find('i would like a small burger please');
  assert.deepEqual(
    spans.map(({ entity, start, end, whole }) => [entity, start, end, whole?.entity]),
    [
      ['Order', 15, 27, undefined],
      ['Size', 15, 20, 'Order'],
    ],
  );
  const composed = trainEntities(orders, [
    { entity: 'Order', level: 1 },
    { entity: 'Size', level: 0 },
  ]).find('i would like a large cake please');
  assert.deepEqual(
    composed.map(({ entity }) => entity),
    ['Order', 'Size'],
  );
});

test('hits and the intent tell apart what words do not', () => {
  const rows = Array.from({ length: 12 }, (_, i): ModelRow[] => [
    {
      text: `show zq${i}a now`,
      labels: [{ entity: 'Code', start: 5, end: 5 + `zq${i}a`.length }],
      hits: [{ name: 'list', start: 5, end: 5 + `zq${i}a`.length }],
    },
    { text: `show wk${i}a now`, labels: [] },
    { text: `is xx${i} ok`, labels: [{ entity: 'Name', start: 3, end: 3 + `xx${i}`.length }], intent: 'ask' },
    { text: `is xx${i} ok`, labels: [], intent: 'chat' },
  ]).flat();
  const model = trainEntities(rows);
  assert.equal(model.find('show pppp now', { hits: [{ name: 'list', start: 5, end: 9 }] }).length, 1);
  assert.equal(model.find('show pppp now').length, 0);
  assert.equal(model.find('is xx99 ok', { intent: 'ask' }).length, 1);
  assert.equal(model.find('is xx99 ok', { intent: 'chat' }).length, 0);
});

test('labels at the edges, across tokens, overlapping, empty or outside the text do no harm', () => {
  const rows: ModelRow[] = [
    { text: 'Rome', labels: [{ entity: 'City', start: 0, end: 4 }] },
    { text: '', labels: [] },
    { text: '   ', labels: [{ entity: 'City', start: 0, end: 1 }] },
    {
      text: 'see Rome',
      labels: [
        { entity: 'City', start: 5, end: 7 },
        { entity: 'Other', start: 0, end: 8 },
        { entity: 'Gone', start: 50, end: 60 },
        { entity: 'None', start: 3, end: 3 },
      ],
    },
  ];
  const model = trainEntities(rows);
  assert.deepEqual(
    model.find('Rome').map(({ start, end }) => [start, end]),
    [[0, 4]],
  );
  assert.deepEqual(model.find(''), []);
  assert.deepEqual(trainEntities([]).find('anything'), []);
  assert.deepEqual(trainEntities([{ text: 'no labels here', labels: [] }]).find('anything'), []);
});

test('scripts without spaces, right to left and with signs', () => {
  const rows = ['北京', '上海', '广州', '深圳', '成都', '杭州'].map((city) => row(`我想去[${city}](城市)旅游`, { culture: 'zh-cn' }));
  const text = '我想去南京旅游';
  assert.deepEqual(
    trainEntities(rows)
      .find(text, { culture: 'zh-cn' })
      .map(({ start, end }) => text.slice(start, end)),
    ['南京'],
  );
  const arabic = ['القاهرة', 'بيروت', 'دمشق', 'بغداد'].map((city) => row(`أريد السفر إلى [${city}](مدينة) غدا`));
  assert.equal(trainEntities(arabic).find('أريد السفر إلى تونس غدا').length, 1);
  const hindi = ['दिल्ली', 'मुंबई', 'पुणे', 'जयपुर'].map((city) => row(`मुझे [${city}](शहर) जाना है`));
  assert.equal(trainEntities(hindi).find('मुझे आगरा जाना है').length, 1);
});

test('long documents are read in windows, and confidences are probabilities', () => {
  const filler = 'the meeting went on and nobody spoke a word about it. '.repeat(900);
  const text = `${filler}book a flight from Paris to Vienna. ${filler}`;
  const spans = trainEntities(flights).find(text);
  assert.ok(
    spans.some(({ start, end }) => text.slice(start, end) === 'Paris') &&
      spans.some(({ start, end }) => text.slice(start, end) === 'Vienna'),
  );
  for (const { score } of spans) assert.ok(score > 0 && score <= 1);
  const document = {
    text: `${filler}${flights[0]!.text}`,
    labels: flights[0]!.labels.map((label) => ({ ...label, start: label.start + filler.length, end: label.end + filler.length })),
  };
  assert.equal(trainEntities([document, ...flights.slice(0, 4)]).find('book a flight from Rome to New York').length, 2);
});

test('whatever the text and labels, training and finding hold their promises', () => {
  const label = fc.record({ entity: fc.constantFrom('a', 'b'), start: fc.nat(20), end: fc.nat(20) });
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.string({ unit: fc.constantFrom(...'ab 1,東京'), maxLength: 20 }));
  fc.assert(
    fc.property(fc.array(fc.record({ text, labels: fc.array(label, { maxLength: 3 }) }), { maxLength: 5 }), text, (rows, query) => {
      let end = 0;
      for (const span of trainEntities(rows).find(query)) {
        assert.ok(span.start >= end && span.end > span.start && span.end <= query.length);
        assert.ok(span.score > 0 && span.score <= 1);
        end = span.end;
      }
    }),
    { numRuns: 60 },
  );
});

test('reports training progress and can be stopped', () => {
  const shares: number[] = [];
  trainEntities(flights, [], (share) => shares.push(share) < 0);
  assert.equal(shares.at(-1), 1);
  assert.deepEqual(
    shares,
    [...shares].sort((a, b) => a - b),
  );
  assert.throws(() => trainEntities(flights, [], (share) => share > 0.3), TrainingStopped);
});

test('cross-validation predicts rows by models that did not see them, and scores count exact hits', () => {
  const found = crossValidate(flights, [], 4);
  const scores = scoreEntities(flights.map(({ labels }, r) => ({ labels, found: found[r]! })));
  assert.ok(scores.micro.f1 > 0.8, String(scores.micro.f1));
  const score = scoreEntities([
    {
      labels: [
        { entity: 'a', start: 0, end: 1 },
        { entity: 'b', start: 2, end: 3 },
      ],
      found: [
        { entity: 'a', start: 0, end: 1 },
        { entity: 'b', start: 2, end: 4 },
        { entity: 'a', start: 5, end: 6 },
      ],
    },
  ]);
  assert.deepEqual([score.micro.labeled, score.micro.found, score.micro.right], [2, 3, 1]);
  assert.equal(score.entities['a']!.precision, 0.5);
  assert.equal(score.entities['b']!.f1, 0);
});

/** Small apps made to one pattern: rows, and texts with the spans that must be found in brackets, nothing else. */
const TINY: readonly (readonly [name: string, rows: readonly ModelRow[], texts: readonly string[]])[] = [
  [
    'last in the sentence',
    ['rome', 'oslo', 'lima', 'cairo', 'tokyo', 'paris', 'vienna', 'new york'].flatMap((city, i, all) => [
      row(`book a flight from [${city}](City) to [${all[(i + 3) % 8]!}](City)`),
      row(`what is the weather in [${city}](City)`),
    ]),
    [
      'weather in [madrid] please',
      'book a flight from [rome] to [berlin] in first class tomorrow at 5pm',
      'please book a flight from [london] to [rome]',
      'what is the weather in [madrid] today',
      'hello, what is the weather in [berlin] like',
      'thanks',
    ],
  ],
  [
    'last, of several words',
    ['pizza', 'soup', 'a salad', 'noodles', 'green tea', 'coffee', 'a burger', 'rice'].flatMap((dish) => [
      row(`i would like to order [${dish}](Dish)`),
      row(`bring me [${dish}](Dish)`),
    ]),
    ['bring me [pasta] please', 'could you bring me [soup] now', 'hey bring me [a sandwich]', 'good morning'],
  ],
  [
    'first in the sentence',
    ['anna', 'peter', 'maria', 'john', 'lucy', 'tom', 'eva', 'mark'].flatMap((name) => [
      row(`[${name}](Person) is on holiday`),
      row(`[${name}](Person) called in sick`),
    ]),
    ['today [susan] is on holiday', '[susan] called in sick', 'i think [george] called in sick this morning', 'hi [karl] is on holiday'],
  ],
  [
    'in the middle',
    ['kitchen', 'bedroom', 'hall', 'attic', 'garage', 'living room', 'cellar', 'bathroom'].flatMap((room) => [
      row(`turn the [${room}](Room) lights on`),
      row(`is the [${room}](Room) door closed`),
    ]),
    ['please turn the [office] lights on', 'turn the [kitchen] lights on right now', 'is the [garden] door closed', 'turn everything on'],
  ],
  [
    'first and last',
    ['monday', 'tuesday', 'friday', 'sunday', 'next week', 'tomorrow', 'today', 'thursday'].flatMap((day, i) => [
      row(`[${day}](Day) i want to see [dr ${['smith', 'jones', 'brown', 'klein', 'lopez', 'wong', 'silva', 'novak'][i]!}](Doctor)`),
      row(`cancel my visit on [${day}](Day)`),
    ]),
    [
      'cancel my visit on [wednesday] please',
      'please cancel my visit on [saturday]',
      '[wednesday] i want to see [dr miller] again',
      'thank you',
    ],
  ],
];

for (const [name, rows, texts] of TINY) {
  test(`sixteen rows made to one pattern do not teach that the edge of a sentence is an entity: ${name}`, () => {
    const model = trainEntities(rows);
    for (const marked of texts) {
      const text = marked.replace(/[[\]]/g, '');
      assert.deepEqual(
        model.find(text).map(({ start, end }) => text.slice(start, end)),
        [...marked.matchAll(/\[([^\]]*)\]/g)].map(([, value]) => value),
        text,
      );
    }
  });
}

test('finds labels that end inside a word', () => {
  const towns = ['서울', '부산', '대구', '인천', '광주', '제주'];
  const rows = towns.flatMap((town, i) => [
    row(`[${town}](City)에서 출발`, { culture: 'ko' }),
    row(`내일 [${towns[(i + 1) % towns.length]}](City)에서 만나자`, { culture: 'ko' }),
    row('날씨 알려 줘', { culture: 'ko' }),
  ]);
  const text = '수원에서 출발';
  const [city] = readEntities(writeEntities(trainEntities(rows))).find(text, { culture: 'ko' });
  assert.deepEqual([city?.entity, text.slice(city?.start, city?.end)], ['City', '수원']);
});

test('finds labels that no dictionary would end there', () => {
  const rows = ['東京', '大阪', '京都', '福岡', '奈良', '広島'].flatMap((town) => [
    row(`[${town}](City)都の天気`, { culture: 'ja' }),
    row(`[${town}](City)駅まで行きたい`, { culture: 'ja' }),
    row('明日は休みです', { culture: 'ja' }),
  ]);
  const text = '東京都の天気';
  const [city] = trainEntities(rows).find(text, { culture: 'ja' });
  assert.deepEqual([city?.start, city?.end], [0, 2]);
});
