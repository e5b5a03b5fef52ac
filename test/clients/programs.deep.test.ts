/**
 * Programs that people use with the service, unmodified: bots with botbuilder-ai, the vendor's command line @microsoft/bf-luis-cli, and
 * the older luis-apis. PERENNIAL_PROGRAMS is a folder in which they are installed; those that are not there are skipped. README.md says
 * how.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { CORE_BOT, FLIGHT_BOOKING } from '../support/core-bot.ts';
import { eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { WAIT_MS } from '../support/slowness.ts';

const FOLDER = process.env['PERENNIAL_PROGRAMS'] ?? '';
const APP = join(import.meta.dirname, '../../docs/samples/app.json');
const QUERY = 'book a flight from rome to oslo';

/** Why a program cannot run here. */
const missing = (name: string): string | undefined =>
  FOLDER !== '' && existsSync(join(FOLDER, 'node_modules', name))
    ? undefined
    : `${name} is not installed in PERENNIAL_PROGRAMS (${FOLDER === '' ? 'not set' : FOLDER})`;

/** A command line of the vendor is a plugin without a program of its own. */
const RUN_COMMAND = `
  const { createRequire } = require('node:module');
  const plugin = createRequire(process.cwd() + '/').resolve('@microsoft/bf-luis-cli/package.json');
  const own = createRequire(plugin);
  own('@oclif/command').run(process.argv.slice(1), plugin).catch(own('@oclif/errors/handle'));
`;
const RUN_BOT = `
  const { LuisRecognizer } = require('botbuilder-ai');
  const { TestAdapter, TurnContext } = require('botbuilder-core');
  const [endpoint, endpointKey, applicationId, ...texts] = process.argv.slice(1);
  const recognizer = new LuisRecognizer({ applicationId, endpointKey, endpoint }, { apiVersion: 'v3' });
  const turn = async (text) => {
    const people = { conversation: { id: 'c' }, from: { id: 'u' }, recipient: { id: 'b' } };
    const result = await recognizer.recognize(new TurnContext(new TestAdapter(), { type: 'message', channelId: 'test', text, ...people }));
    return { intent: LuisRecognizer.topIntent(result), entities: result.entities };
  };
  Promise.all(texts.map(turn)).then((turns) => console.log(JSON.stringify(turns)));
`;

interface Turn {
  intent: string;
  entities: Record<string, unknown> & { $instance: Record<string, { startIndex: number; type: string }[]> };
}

describe('programs', () => {
  const folder = temporaryFolder();
  let server: Server;
  before(async () => {
    if (FOLDER !== '') server = await startServer({ data: join(folder.path, 'data') });
  });
  after(async () => {
    await server?.stop();
    folder.remove();
  });

  async function run(args: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, args, {
      cwd: FOLDER,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder.path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
    const [status, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    assert.equal(status, 0, `${args.slice(-8).join(' ')}:\n${output}${errors}`);
    return output;
  }
  const bf = (command: string, ...args: string[]): Promise<string> =>
    run(['-e', RUN_COMMAND, `luis:${command}`, ...args, '--endpoint', server.address]);
  const key = (): string[] => ['--subscriptionKey', server.key1];
  const appIdIn = (output: string): string => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(output)![0];

  test(
    'bf luis authors, trains, publishes and asks an app',
    { skip: missing('@microsoft/bf-luis-cli'), timeout: 8 * WAIT_MS },
    async () => {
      const appId = appIdIn(await bf('application:import', '--in', APP, ...key()));
      const app = ['--appId', appId, ...key()];
      const version = ['--versionId', '0.1', ...app];
      await bf('train:run', '--wait', ...version);
      assert.match(await bf('train:show', ...version), /"status": "Success"/);
      await bf('application:publish', ...version);
      assert.match(await bf('application:query', '--query', QUERY, ...app), /"topIntent": "BookFlight"/);
      await bf('version:clone', '--targetVersionId', '0.2', ...version);
      assert.equal((JSON.parse(await bf('version:list', ...app)) as unknown[]).length, 2);
      const exported = join(folder.path, 'exported.json');
      await bf('version:export', '--out', exported, ...version);
      const { utterances } = JSON.parse(readFileSync(exported, 'utf8')) as { utterances: unknown[] };
      assert.equal(utterances.length, (JSON.parse(readFileSync(APP, 'utf8')) as { utterances: unknown[] }).utterances.length);
      const tested = join(folder.path, 'tested.lu');
      await bf('test', '--in', APP, '--out', tested, '--intentOnly', ...app);
      assert.match(readFileSync(tested, 'utf8'), /Total passed: (\d+)\/\1\b/);
      await bf('application:delete', '--force', ...app);
      assert.doesNotMatch(await bf('application:list', ...key()), new RegExp(appId));
    },
  );

  test(
    'bf luis:build creates an app from a file of utterances, and changes nothing the second time',
    {
      skip: missing('@microsoft/bf-luis-cli'),
      timeout: 8 * WAIT_MS,
    },
    async () => {
      const [from, out] = [join(folder.path, 'lu'), join(folder.path, 'built')];
      mkdirSync(from);
      mkdirSync(out);
      const utterances = ['water the roses', 'please water my {@plant=tulips}', 'give the {@plant=fern} some water'];
      writeFileSync(join(from, 'garden.lu'), `# Water\n- ${utterances.join('\n- ')}\n\n# None\n- tell me a story\n\n@ ml plant\n`);
      const args = [
        '--in',
        from,
        '--out',
        out,
        '--authoringKey',
        server.key1,
        '--botName',
        'garden',
        '--suffix',
        'test',
        '--log',
        '--force',
      ];
      assert.match(await bf('build', ...args), /publishing finished/);
      assert.match(await bf('build', ...args), /no changes/i);
    },
  );

  test(
    'a bot recognizes turns, with an endpoint that ends in a slash',
    { skip: missing('botbuilder-ai'), timeout: 4 * WAIT_MS },
    async () => {
      const appId = await importApp(readFileSync(APP, 'utf8'));
      const turns = JSON.parse(
        await run(['-e', RUN_BOT, `${server.address}/`, server.key1, appId, QUERY, 'is there a room in lima']),
      ) as Turn[];
      assert.deepEqual(
        turns.map(({ intent }) => intent),
        ['BookFlight', 'BookRoom'],
      );
      const { entities } = turns[0]!;
      assert.deepEqual([entities['from'], entities['to']], [['rome'], ['oslo']]);
      assert.deepEqual([entities.$instance['to']![0]!.startIndex, entities.$instance['to']![0]!.type], [27, 'City']);
    },
  );

  test('a core bot books flights by its dialogs', { skip: missing('botbuilder-dialogs'), timeout: 4 * WAIT_MS }, async () => {
    const appId = await importApp(JSON.stringify(FLIGHT_BOOKING));
    const talk = [
      ['hi', 'How can I help?'],
      ['flight to oslo', 'From what city?'],
      ['lima', 'On what day?'],
      ['may 5th 2031', 'To Oslo from lima on 2031-05-05? (1) Yes or (2) No'],
      ['yes', 'Booked to Oslo.', 'What else?'],
      ['book a flight from cairo to lim on june 14th', 'To Lima from Cairo on XXXX-06-14? (1) Yes or (2) No'],
      ['no', 'What else?'],
      ['i would like to fly from new delhi to tromso', 'No airport: tromso.', 'To what city?'],
      ['quit', 'Cancelled.', 'What else?'],
      ["what's the weather like today", 'Weather.', 'What else?'],
      ['cancel', 'I did not get that (Cancel).', 'What else?'],
    ] as const;
    const texts = talk.map(([text]) => text);
    const given = JSON.parse(await run(['-e', CORE_BOT, server.address, server.key1, appId, ...texts])) as string[][];
    assert.deepEqual(
      given,
      talk.map(([, ...replies]) => replies),
    );
  });

  const luis = (...args: string[]): Promise<string> =>
    run([
      join(FOLDER, 'node_modules/luis-apis/bin/luis.js'),
      ...args,
      ...['--endpoint', server.address, '--authoringKey', server.key1, '--region', 'westus'],
    ]);

  async function importApp(json: string): Promise<string> {
    const headers = { 'Ocp-Apim-Subscription-Key': server.key1, 'Content-Type': 'application/json' };
    const send = async <T>(method: string, path: string, body?: string): Promise<T> =>
      (await (await fetch(`${server.address}/luis/api/v2.0/apps/${path}`, { method, headers, body })).json()) as T;
    const appId = await send<string>('POST', 'import', json);
    const training = `${appId}/versions/0.1/train`;
    await send('POST', training);
    await eventually(
      () => send<{ details: { status: string } }[]>('GET', training),
      (models) => models.every(({ details: { status } }) => status === 'Success' || status === 'UpToDate'),
    );
    await send('POST', `${appId}/publish`, '{"versionId":"0.1","isStaging":false}');
    return appId;
  }

  test('luis-apis authors, trains, publishes and asks an app', { skip: missing('luis-apis'), timeout: 8 * WAIT_MS }, async () => {
    const app = ['--appId', appIdIn(await luis('import', 'application', '--in', APP, '--appName', 'Older'))];
    const version = [...app, '--versionId', '0.1'];
    await luis('train', 'version', '--wait', ...version);
    await luis('publish', 'version', ...version);
    const { topScoringIntent, entities } = JSON.parse(await luis('query', '--query', QUERY, '--subscriptionKey', server.key1, ...app)) as {
      topScoringIntent: { intent: string };
      entities: { entity: string; role?: string }[];
    };
    assert.equal(topScoringIntent.intent, 'BookFlight');
    assert.equal(entities.find(({ entity }) => entity === 'oslo')?.role, 'to');
    assert.match(await luis('list', 'versions', ...app), /"trainingStatus": "Trained"/);
    assert.match(await luis('list', 'intents', ...version), /BookRoom/);
    assert.match(await luis('export', 'version', ...version), /"luis_schema_version"/);
    assert.match(await luis('delete', 'application', '--force', ...app), /"Success"/);
  });
});
