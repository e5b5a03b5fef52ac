/** Import of app files to conversation projects and export from the command line. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { run, startServer, temporaryFolder } from '../support/server.ts';
import type { CommandResult, Server } from '../support/server.ts';
import { Migrator } from '../support/migration.ts';
import type { Report } from '../support/migration.ts';

const LU =
  '> !# @app.name = Stables\n> !# @app.culture = en-us\n# Ride\n- ride {@horse:first=comet} today\n- saddle {@horse}\n# Feed\n- give the gray one oats\n@ ml horse hasRoles first\n';
const APP = {
  luis_schema_version: '7.0.0',
  versionId: '0.3',
  name: 'Kitchen',
  desc: 'Meals',
  culture: 'en-us',
  intents: [{ name: 'Cook' }, { name: 'None' }],
  entities: [{ name: 'Dish', roles: [], children: [{ name: 'Side', children: [] }] }],
  closedLists: [{ name: 'Pan', roles: [], subLists: [{ canonicalForm: 'wok', list: ['round pan'] }] }],
  regex_entities: [{ name: 'Oven', regexPattern: '(?<=at )[0-9]+', roles: [] }],
  phraselists: [{ name: 'Words', mode: true, words: 'boil,fry', activated: true }],
  patterns: [{ pattern: 'cook {Dish} [now]', intent: 'Cook' }],
  settings: [{ name: 'UseAllTrainingData', value: 'true' }],
  utterances: [
    {
      text: 'cook soup with bread',
      intent: 'Cook',
      entities: [{ entity: 'Dish', startPos: 5, endPos: 19, children: [{ entity: 'Side', startPos: 15, endPos: 19, children: [] }] }],
    },
  ],
};

describe('migration from the command line', () => {
  const folder = temporaryFolder();
  const file = (name: string): string => join(folder.path, name);
  let server: Server;
  let mover: Migrator;
  before(async () => {
    server = await startServer({ data: file('data') });
    mover = new Migrator(server, server.key1);
    writeFileSync(file('stables.lu'), LU);
    writeFileSync(file('kitchen.json'), `\ufeff${JSON.stringify(APP)}`);
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  const command = (...args: string[]): Promise<CommandResult> =>
    run(['conversations', ...args, '--data', file('data'), '--url', server.address]);
  const printed = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await command(...args);
    assert.deepEqual([code, stderr], [0, ''], `${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };

  test('creates a project from an app file, and exports it as that app', async () => {
    const { project, report } = JSON.parse(await printed('migrate', file('kitchen.json'), '--json')) as { project: string; report: Report };
    assert.equal(project, 'Kitchen');
    assert.deepEqual(
      report.dropped.map(({ what, from }) => [what, from]),
      [
        ['expression', 'Oven: (?<=at )[0-9]+'],
        ['setting', 'UseAllTrainingData'],
      ],
    );
    assert.equal((await mover.send<{ description: string }>('GET /projects/Kitchen')).body.description, 'Meals');
    assert.match(
      await printed('export', 'Kitchen', '--app', '--out', file('back.json')),
      /^.*back\.json\n0 kept, 0 changed, 0 dropped; --report lists them\n$/,
    );
    const back = JSON.parse(readFileSync(file('back.json'), 'utf8')) as typeof APP;
    const {
      name,
      versionId,
      settings,
      patterns,
      utterances,
      regex_entities: [oven],
      closedLists: [pan],
      phraselists,
    } = back;
    assert.deepEqual(
      { name, versionId, settings, patterns, utterances, phraselists, oven: oven?.regexPattern, pan: pan?.subLists },
      {
        name: 'Kitchen',
        versionId: '0.3',
        settings: APP.settings,
        patterns: APP.patterns,
        utterances: APP.utterances,
        phraselists: APP.phraselists,
        oven: '(?<=at )[0-9]+',
        pan: APP.closedLists[0]!.subLists,
      },
    );
  });

  test('creates a project from a .lu file that can be trained', async () => {
    const output = await printed('migrate', file('stables.lu'), '--report');
    assert.match(output, /^Stables\n/);
    assert.match(output, /^kept {5}intent Ride$/m);
    assert.match(output, /^changed {2}role horse:first → horse\.first: /m);
    await mover.completeJob('POST /projects/Stables/:train', { modelLabel: 'first', RunVerification: false });
    await mover.completeJob('PUT /projects/Stables/deployments/production', { trainedModelLabel: 'first' });
    const { topIntent, entities } = await mover.predict('Stables', 'ride comet today');
    assert.deepEqual([topIntent, entities.map(({ category, text }) => [category, text])], ['Ride', [['horse.first', 'comet']]]);
  });

  test('never overwrites: appends a number to a name, or rejects a requested name', async () => {
    assert.match(await printed('migrate', file('stables.lu'), '--name', 'Barn', '--key', server.key1), /^Barn\n/);
    assert.match(await printed('migrate', file('stables.lu'), '--name', 'Barn2'), /^Barn2\n/);
    const { code, stderr } = await command('migrate', file('kitchen.json'), '--name', 'Barn');
    assert.deepEqual([code, stderr.trim()], [2, 'The project Barn exists; choose another name with --name.']);
    assert.match(await printed('migrate', file('kitchen.json'), '--report'), /^Kitchen2\n[^]*^changed {2}name Kitchen → Kitchen2: /m);
  });

  test('exports a project unchanged', async () => {
    const { metadata, assets } = JSON.parse(await printed('export', 'Barn')) as {
      metadata: { projectName: string };
      assets: { intents: { category: string }[]; patterns: object[] };
    };
    assert.deepEqual(
      [metadata.projectName, assets.intents.map(({ category }) => category), assets.patterns.length],
      ['Barn', ['Ride', 'Feed', 'None'], 1],
    );
  });

  test('reports errors in one line', async () => {
    writeFileSync(file('broken.lu'), '# Ride\n- ride {@horse=comet\n');
    writeFileSync(file('broken.json'), '{');
    writeFileSync(file('wrong.json'), '{"intents":[{"name":1}]}');
    const cases: [string[], RegExp][] = [
      [['migrate', file('broken.lu')], /broken\.lu: .*line 2/],
      [['migrate', file('broken.json')], /neither JSON nor a \.lu file/],
      [['migrate', file('wrong.json')], /intents\[0\]\.name/],
      [['migrate', file('none.json')], /none\.json cannot be read \(ENOENT\)/],
      [['migrate'], /needs a file/],
      [['export'], /needs the name of a project/],
      [['export', 'Nothing'], /The project Nothing does not exist/],
      [['migrate', file('stables.lu'), '--key', 'wrong'], /Access denied/],
      [['constructor'], /unknown action constructor/],
      [[], /needs migrate or export/],
    ];
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await command(...args);
      assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [2, '', 1], `${args.join(' ')}: ${stderr}`);
      assert.match(stderr, message);
    }
  });
});
