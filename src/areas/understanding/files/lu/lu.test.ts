import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../../../kernel/failures.ts';
import { exportedApp } from '../../../../../test/support/app-json.ts';
import { readApp } from '../app-json/read.ts';
import type { AppJson, JsonFeature, JsonLabel } from '../app-json/format.ts';
import { writeApp } from '../app-json/write.ts';
import { readLu } from './read.ts';
import { writeLu } from './write.ts';

function exported(input: unknown): AppJson {
  let last = 0;
  const { versionId, ...app } = readApp(input, () => `id-${++last}`);
  return writeApp({ ...app, version: versionId });
}

const appOf = (text: string): AppJson => readLu(text).app;
const fromLu = (text: string): AppJson => exported(appOf(text));

function rejection(text: string): [line: unknown, details: unknown] {
  try {
    readLu(text);
  } catch (problem) {
    if (problem instanceof Failure && problem.kind === 'LuInvalid') return [problem.detail.line, problem.detail.details];
    throw problem;
  }
  throw new Error('it was accepted');
}

/** An app without empty lists and in a fixed order. */
function plain(app: AppJson): unknown {
  const byPlace = (a: JsonLabel, b: JsonLabel): number => a.startPos - b.startPos || b.endPos - a.endPos;
  return JSON.parse(
    JSON.stringify({
      ...app,
      utterances: app.utterances.toSorted((a, b) =>
        a.intent < b.intent
          ? -1
          : a.intent > b.intent
            ? 1
            : a.text < b.text
              ? -1
              : a.text > b.text
                ? 1
                : a.entities.length - b.entities.length,
      ),
    }),
    (key, value: unknown) => {
      if (key === 'entities' && Array.isArray(value) && value.some((one: object) => 'startPos' in one)) {
        return (value as JsonLabel[]).toSorted(byPlace);
      }
      if (key === 'features') return (value as JsonFeature[]).map((feature) => JSON.stringify(feature)).sort();
      return value;
    },
  );
}

describe('reading .lu files', () => {
  test('reads the metadata of the app', () => {
    const app = appOf(
      '\ufeff> A file\n> !# @app.name = Ski trips\r\n> !# @app.desc = Lifts = fun\n> !# @app.versionId = 0.5\n> !# @app.culture = fr-fr\n> !# @app.settings.UseAllTrainingData = true\n> !# @app.tokenizerVersion = 1.0.1\n> !# @version = 1.0\n',
    );
    assert.deepEqual(
      [app.name, app.desc, app.versionId, app.culture, app.settings, app.tokenizerVersion],
      ['Ski trips', 'Lifts = fun', '0.5', 'fr-fr', [{ name: 'UseAllTrainingData', value: 'true' }], '1.0.1'],
    );
  });

  test('reads intents, utterances, labels and roles in every syntax', () => {
    const app = appOf(
      '# Rent skis\n- hire {@gear=two boards}\n* hire {gear = boards } now\n+ from {city:start=oslo} to {@city:goal=bergen}\n- just skis\n\n# None\n',
    );
    assert.deepEqual(
      app.intents.map(({ name }) => name),
      ['Rent skis', 'None'],
    );
    assert.deepEqual(app.utterances, [
      { text: 'hire two boards', intent: 'Rent skis', entities: [{ entity: 'gear', startPos: 5, endPos: 14, children: [] }] },
      { text: 'hire boards now', intent: 'Rent skis', entities: [{ entity: 'gear', startPos: 5, endPos: 10, children: [] }] },
      {
        text: 'from oslo to bergen',
        intent: 'Rent skis',
        entities: [
          { entity: 'city', startPos: 5, endPos: 8, role: 'start', children: [] },
          { entity: 'city', startPos: 13, endPos: 18, role: 'goal', children: [] },
        ],
      },
      { text: 'just skis', intent: 'Rent skis', entities: [] },
    ]);
    assert.deepEqual(
      app.entities.map(({ name, roles }) => [name, roles]),
      [
        ['gear', []],
        ['city', ['start', 'goal']],
      ],
    );
  });

  test('resolves a role alone to its entity', () => {
    const app = appOf('# Go\n- to {@goal=bergen}\n- {@goal} please\n@ prebuilt geographyV2 hasRoles start, goal\n');
    assert.deepEqual(app.utterances[0]!.entities, [{ entity: 'geographyV2', startPos: 3, endPos: 8, role: 'goal', children: [] }]);
    assert.deepEqual(app.patterns, [{ pattern: '{geographyV2:goal} please', intent: 'Go' }]);
  });

  test('reads patterns with entities without a value, optional parts and choices', () => {
    const app = appOf(
      '# Go\n- lift to {@peak}\n- [please] go up\n- (ski | slide) down\n- go (quickly) up\n- keep \\[this\\] \\{as\\} it is\n- up {peak:top} [now]\n',
    );
    assert.deepEqual(
      app.patterns.map(({ pattern }) => pattern),
      ['lift to {peak}', '[please] go up', '(ski | slide) down', 'up {peak:top} [now]'],
    );
    assert.deepEqual(
      app.utterances.map(({ text }) => text),
      ['go (quickly) up', 'keep [this] {as} it is'],
    );
    assert.deepEqual(
      app.patternAnyEntities.map(({ name, roles }) => [name, roles]),
      [['peak', ['top']]],
    );
  });

  test('reads nested labels as labels of parts or as siblings', () => {
    const app = fromLu(
      '# Buy\n- {@order=two {@size=big} {@topping={@amount=very} hot} ones} {@other=today}\n- {@trip=to {@place=oslo}}\n@ ml order =\n    - @ number size\n    - @ ml topping usesFeature heat\n        - @ ml amount\n@ prebuilt number\n@ phraselist heat =\n  - hot\n@ ml place\n@ composite trip = [place]\n',
    );
    assert.deepEqual(app.utterances[0]!.entities, [
      {
        entity: 'order',
        startPos: 0,
        endPos: 20,
        children: [
          { entity: 'size', startPos: 4, endPos: 6 },
          { entity: 'topping', startPos: 8, endPos: 15, children: [{ entity: 'amount', startPos: 8, endPos: 11 }] },
        ],
      },
      { entity: 'other', startPos: 22, endPos: 26 },
    ]);
    assert.deepEqual(app.utterances[1]!.entities, [
      { entity: 'trip', startPos: 0, endPos: 6 },
      { entity: 'place', startPos: 3, endPos: 6 },
    ]);
    assert.deepEqual(app.entities[0]!.children, [
      { name: 'size', children: [], features: [{ modelName: 'number', isRequired: true }] },
      { name: 'topping', children: [{ name: 'amount', children: [], features: [] }], features: [{ featureName: 'heat' }] },
    ]);
  });

  test('reads definitions of every type', () => {
    const app = appOf(
      [
        '@ ml name firstName, lastName',
        '@ simple "old name"',
        "@ list color hasRoles 'first choice' =",
        '  - red :',
        '    - scarlet; deep, dark',
        '    - crimson, ruby',
        '  - blue:',
        '@ regex code from',
        '@ code = /a=[0-9]{3}/',
        '@ prebuilt number',
        '@ composite both = [name, number]',
        '@ composite other =',
        ' - name, "old name"',
        '@ patternany any',
        '@ phraselist want(interchangeable) disabled, enabledForAllModels =',
        '  - need',
        '  - wish, would like',
        '@ phraseList plain = a, b',
        '@ intent Ask usesFeatures want, number',
        '@ name usesFeature plain',
        '@ list size =',
        '- small',
        '    - tiny',
        '- large',
      ].join('\n'),
    );
    assert.deepEqual(
      app.entities.map(({ name, roles, features }) => [name, roles, features]),
      [
        ['name', ['firstName', 'lastName'], [{ featureName: 'plain' }]],
        ['old name', [], []],
      ],
    );
    assert.deepEqual(
      app.closedLists.map(({ name, roles, subLists }) => ({ name, roles, subLists })),
      [
        {
          name: 'color',
          roles: ['first choice'],
          subLists: [
            { canonicalForm: 'red', list: ['scarlet', 'deep, dark', 'crimson', 'ruby'] },
            { canonicalForm: 'blue', list: [] },
          ],
        },
        {
          name: 'size',
          roles: [],
          subLists: [
            { canonicalForm: 'small', list: ['tiny'] },
            { canonicalForm: 'large', list: [] },
          ],
        },
      ],
    );
    assert.deepEqual(
      app.regex_entities.map(({ regexPattern, roles }) => [regexPattern, roles]),
      [['a=[0-9]{3}', ['from']]],
    );
    assert.deepEqual(
      app.composites.map(({ children }) => children),
      [
        ['name', 'number'],
        ['name', 'old name'],
      ],
    );
    assert.deepEqual(app.phraselists, [
      { name: 'want', mode: true, words: 'need,wish, would like', activated: false, enabledForAllModels: true },
      { name: 'plain', mode: false, words: 'a, b', activated: true },
    ]);
    assert.deepEqual(app.intents, [{ name: 'Ask', features: [{ featureName: 'want' }, { modelName: 'number' }] }]);
  });

  test('reads the older syntax of definitions', () => {
    const app = appOf(
      '$PREBUILT:datetimeV2 Roles=start, end\n$who:simple\n$code:/[a-z]+:[0-9]/\n$pair:[who, code]\n$color:red=\n- scarlet\n- ruby, crimson\n$color:blue=\n- navy\n$what:any\n$wish:phraseList interchangeable\n- want, need\n',
    );
    assert.deepEqual(
      app.prebuiltEntities.map(({ name, roles }) => [name, roles]),
      [['datetimeV2', ['start', 'end']]],
    );
    assert.deepEqual(app.closedLists[0]!.subLists, [
      { canonicalForm: 'red', list: ['scarlet', 'ruby', 'crimson'] },
      { canonicalForm: 'blue', list: ['navy'] },
    ]);
    assert.deepEqual(
      [app.entities[0]!.name, app.regex_entities[0]!.regexPattern, app.composites[0]!.children, app.patternAnyEntities[0]!.name],
      ['who', '[a-z]+:[0-9]', ['who', 'code'], 'what'],
    );
    assert.deepEqual(app.phraselists, [{ name: 'wish', mode: true, words: 'want, need', activated: true }]);
  });

  test('merges sections into one intent unless merging is disabled', () => {
    const file = '# Travel\n## Plane\n- fly\n## Train\n- ride\n# Stay\n- sleep\n';
    const readUtterances = (text: string): string[] => appOf(text).utterances.map(({ text: words, intent }) => `${intent}: ${words}`);
    assert.deepEqual(readUtterances(`> !# @enableSections = true\n${file}`), ['Travel: fly', 'Travel: ride', 'Stay: sleep']);
    assert.deepEqual(readUtterances(`> !# @enableSections = true\n> !# @enableMergeIntents = false\n${file}`), [
      'Plane: fly',
      'Train: ride',
      'Stay: sleep',
    ]);
    assert.deepEqual(readUtterances(file), ['Plane: fly', 'Train: ride', 'Stay: sleep']);
  });

  test('reads the origin of models', () => {
    const app = appOf(
      '> !# @intent.inherits = name : Web.WebSearch; domain_name : Web; model_name : WebSearch\n# Web.WebSearch\n> !# @entity.inherits = name : Web.Link; domain_name : Web; model_name : Link\n@ ml Web.Link\n',
    );
    assert.deepEqual(
      [app.intents[0]!.inherits, app.entities[0]!.inherits],
      [
        { domain_name: 'Web', model_name: 'WebSearch' },
        { domain_name: 'Web', model_name: 'Link' },
      ],
    );
  });

  test('reports the line of what is invalid', () => {
    const cases: [string, number, RegExp][] = [
      ['# Go\n- up\nnonsense', 3, /neither/],
      ['- up', 1, /no intent/],
      ['# Go\n- {@x=up', 2, /not closed/],
      ['# Go\n- up}', 2, /no \{/],
      ['# Go\n- {x=}', 2, /no text/],
      ['# Go\n- {=up}', 2, /no entity/],
      ['# Go\n- {a{b}}', 2, /form/],
      ['# Go\n- {a=b} {c}', 2, /without a value/],
      ['#', 1, /no name/],
      ['# ? what', 1, /question/],
      ['[more](./more.lu)', 1, /references/],
      ['# Go\n- [more](./more.lu#Go)', 2, /references/],
      ['@ ml', 1, /no name/],
      ['@ thing = [a]', 1, /no type/],
      ['@ ml a\n@ list a', 2, /line 1/],
      ['@ regex a = b', 1, /cannot have this/],
      ['@ prebuilt number\n- up', 2, /cannot have such items/],
      ['$a:b', 1, /unknown/],
      ['$a', 1, /\$name:type/],
      ['@ ml a =\n - @ ml', 2, /part/],
      [`# Go\n- ${'{a='.repeat(50)}x${'}'.repeat(50)}`, 2, /deep/],
      [`# Go\n- ${'x'.repeat(5001)}`, 2, /5000/],
      ['```markdown\n', 1, /question/],
      ['> !# @intent.inherits = domain_name : x', 1, /name the model/],
    ];
    for (const [text, line, details] of cases) {
      const [at, message] = rejection(text);
      assert.equal(at, line, text.slice(0, 60));
      assert.match(String(message), details, text.slice(0, 60));
    }
  });

  test('maps paths in the app to lines', () => {
    const { lines } = readLu('# Go\n- up\n\n- {@x} down\n@ list color =\n - red:\n');
    assert.deepEqual([...lines].sort(), [
      ['closedLists[0]', 5],
      ['intents[0]', 1],
      ['patternAnyEntities[0]', 4],
      ['patterns[0]', 4],
      ['utterances[0]', 2],
    ]);
  });

  test('handles names of prototype properties', () => {
    const app = appOf(
      '# constructor\n- {@__proto__=up} {@toString:valueOf=down}\n> !# @app.__proto__ = x\n@ ml hasOwnProperty constructor\n',
    );
    assert.deepEqual(
      app.entities.map(({ name, roles }) => [name, roles]),
      [
        ['hasOwnProperty', ['constructor']],
        ['__proto__', []],
        ['toString', ['valueOf']],
      ],
    );
  });

  test('reads hostile lines in linear time', () => {
    const long = 100_000;
    for (const text of [
      `@ list a =\n- ${'a'.repeat(long)}`,
      `@ list a =\n- ${'\\'.repeat(long)}`,
      `@ list a =\n- ${':'.repeat(long)}`,
      `@ ml a ${'"'.repeat(long)}`,
      `@ composite a = [${','.repeat(long)}`,
      `# Go\n- ${'('.repeat(4999)}`,
      `# Go\n- ${'[(|'.repeat(1600)}`,
      `${'# x\n'.repeat(long / 10)}`,
      `$${' '.repeat(19_000)}:a`,
      `$a:${' '.repeat(19_000)}b`,
    ]) {
      try {
        readLu(text);
      } catch (problem) {
        assert.ok(problem instanceof Failure, String(problem));
      }
    }
  });

  test('reads any text or rejects it with a line', () => {
    const piece = fc.constantFrom(
      '# ',
      '- ',
      '@ ',
      '$',
      '> !# @',
      'ml ',
      'list ',
      'a',
      '=',
      ':',
      ',',
      ';',
      '{',
      '}',
      '{@a=',
      '[',
      ']',
      '(',
      ')',
      '|',
      '\\',
      '/',
      '"',
      "'",
      '\n',
      '\n  - ',
      ' ',
      '\t',
      'hasRoles ',
      'usesFeature ',
      'intent ',
      'phraselist ',
      'composite ',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          readLu(pieces.join(''));
        } catch (problem) {
          assert.ok(problem instanceof Failure && problem.kind === 'LuInvalid' && (problem.detail.line as number) >= 1, String(problem));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('writing .lu files', () => {
  test('reads back any app that it writes', () => {
    fc.assert(
      fc.property(exportedApp, (input) => {
        const app = exported(input);
        assert.deepEqual(plain(fromLu(writeLu(app))), plain(app));
      }),
      { numRuns: 100 },
    );
  });

  test('omits crossing labels and lists them in a comment', () => {
    const text = writeLu(
      exported({
        name: 'A',
        intents: [{ name: 'Go' }],
        entities: [{ name: 'x' }, { name: 'y' }],
        utterances: [
          {
            text: 'one two three',
            intent: 'Go',
            entities: [
              { entity: 'x', startPos: 0, endPos: 6 },
              { entity: 'y', startPos: 4, endPos: 12 },
            ],
          },
        ],
      }),
    );
    assert.match(text, /^- \{@x=one two\} three$/m);
    assert.match(text, /^> Omitted because it crosses another label: y at 4 to 12 in "one two three"$/m);
  });

  test('trims white space at the ends of labels', () => {
    const text = writeLu(
      exported({
        name: 'A',
        intents: [{ name: 'Go' }],
        entities: [{ name: 'x' }],
        utterances: [{ text: 'one two three', intent: 'Go', entities: [{ entity: 'x', startPos: 3, endPos: 7 }] }],
      }),
    );
    assert.match(text, /^- one \{@x=two\} three$/m);
  });

  test('rejects names that would be read as something else', () => {
    for (const name of ['a{b', 'a=b', 'a"b', '@a', ' a', 'a\nb']) {
      assert.throws(
        () => writeLu(exported({ name: 'A', intents: [], entities: [{ name }] })),
        (problem) => problem instanceof Failure && problem.kind === 'LuUnwritable',
        name,
      );
    }
    for (const name of ['a\nb', '?a', '#a']) {
      assert.throws(
        () => writeLu(exported({ name: 'A', intents: [{ name }] })),
        (problem) => problem instanceof Failure && problem.kind === 'LuUnwritable',
        name,
      );
    }
  });
});
