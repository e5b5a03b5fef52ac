/** One account sends the costliest queries known, another sends GETs and queries of its own. */
import { Author } from '../../../test/support/author.ts';
import { ManagementClient, call, startServer, temporaryFolder } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { compareGets, latencyFigures, measureGets } from '../bystander.ts';
import type { Figure, Scene } from '../scene.ts';

const CONNECTIONS = 8;
const MAX_RATIO = 3;
/** What another account's queries may wait longer than without the attack: about one costly query. */
const MAX_QUERY_DELAY_MS = 300;
const PREBUILTS = [
  'number',
  'ordinal',
  'percentage',
  'age',
  'dimension',
  'temperature',
  'datetimeV2',
  'phonenumber',
  'email',
  'url',
  'currency',
];
const MAX_CHARACTERS = 500;
/** Found by a search over repeated fragments, prebuilt entities and languages. */
const FRAGMENTS: Readonly<Record<string, readonly string[]>> = {
  'en-us': [
    '$1 ',
    '1/1/',
    '€1 ',
    '1 usd ',
    'every day ',
    '👍🏻',
    '1 year old ',
    '~1 ',
    '1—1 ',
    '１／',
    'a@b.',
    '1 dollar and ',
    'one ',
    'a ',
  ],
  // Its expressions take seconds to compile when they are first used.
  'fr-fr': ['un ', '1 euro et ', 'quatre-vingt ', '👍 un '],
};
const NORMAL_QUERY = 'book 2 seats to oslo tomorrow at 5 pm';

export const scene: Scene = {
  summary: 'the costliest queries of one account against GETs and queries of another',
  async run({ minutes, log }) {
    const folder = temporaryFolder();
    const server = await startServer({ data: folder.path });
    try {
      const manager = await ManagementClient.connect(server);
      const author = async (name: string): Promise<Author> => new Author(server, (await manager.createAccount(name)).key1);
      const [attacker, bystander] = [await author('attacker'), await author('bystander')];
      const hostile: { app: Author; texts: string[] }[] = [];
      for (const [culture, fragments] of Object.entries(FRAGMENTS)) {
        const app = await publishApp(attacker.with({}), culture, addCostlyModels);
        hostile.push({ app, texts: fragments.map((fragment) => fragment.repeat(MAX_CHARACTERS / fragment.length)) });
      }
      const own = await publishApp(bystander, 'en-us');
      await own.ask2(NORMAL_QUERY);
      const queryPath = `/luis/v2.0/apps/${own.appId}?q=${encodeURIComponent(NORMAL_QUERY)}`;
      const [gets, queries] = [`/luis/api/v2.0/apps/${own.appId}`, queryPath].map((path) => ({
        address: server.address,
        key: own.key,
        path,
      }));
      const statuses = new Map<number, number>();
      const attack = (signal: AbortSignal): Promise<void> => attackFor(server, hostile, statuses, signal);
      const seconds = Math.max(5, (minutes * 60) / 8);
      const compared = await compareGets(gets!, seconds, attack);
      const predicted = await compareGets(queries!, seconds, attack);
      const rate = await throughput(server, own, seconds / 2);
      log(`attack: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
      log(`normal queries of one account on ${CONNECTIONS} connections: ${rate.toFixed(0)} a second`);
      return [
        ...latencyFigures('costly queries', compared, MAX_RATIO),
        ...queryFigures(predicted),
        {
          name: 'costly queries that were answered otherwise than 200 or 429',
          measured: String([...statuses].reduce((sum, [status, count]) => sum + (status === 200 || status === 429 ? 0 : count), 0)),
          limit: '0',
          isMet: [...statuses.keys()].every((status) => status === 200 || status === 429),
        },
        {
          name: 'recognizers that were left out are in the log, the texts are not',
          measured: server.logs().includes('exceeded the time limit') ? 'yes' : 'no',
          limit: 'yes',
          isMet: server.logs().includes('exceeded the time limit') && !server.logs().includes('every day every day'),
        },
      ];
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};

async function publishApp(author: Author, culture: string, addMore?: (author: Author) => Promise<void>): Promise<Author> {
  await author.create(`Everything ${culture}`, culture);
  await author.add('intents', { name: 'Book' });
  await author.add('prebuilts', PREBUILTS);
  await addMore?.(author);
  await author.label('Book', 'book a seat', 'two seats please', 'a table for tomorrow');
  await author.label('None', 'hello there', 'what a day');
  await author.train();
  await author.publish();
  return author;
}

/** Lists that find every word, expressions and patterns that take long for texts of the same word. */
async function addCostlyModels(author: Author): Promise<void> {
  for (let i = 0; i < 20; i++) {
    await author.add('closedlists', { name: `List${i}`, subLists: [{ canonicalForm: 'a', list: [] }] });
    await author.add('regexentities', { name: `Regex${i}`, regexPattern: `(?:(?:a|b|c| ){1,300}){1,3}z${i}` });
  }
  for (const name of ['X', 'Y', 'Z']) await author.add('patternanyentities', { name });
  const patterns = Array.from({ length: 500 }, (_, i) => ({ pattern: `{X} a {Y} a {Z} a {X} a {Y} a {Z} b${i}`, intent: 'Book' }));
  await author.add('patternrules', patterns);
}

async function attackFor(
  server: Server,
  hostile: readonly { app: Author; texts: readonly string[] }[],
  statuses: Map<number, number>,
  signal: AbortSignal,
): Promise<void> {
  const calls = hostile.flatMap(({ app, texts }) => texts.map((text) => ({ app, text })));
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let n = connection; !signal.aborted; n++) {
        const { app, text } = calls[n % calls.length]!;
        const { status } = await call(server, `GET /luis/v2.0/apps/${app.appId}?q=${encodeURIComponent(text)}`, { key: app.key });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
}

function queryFigures({ control, attacked }: Awaited<ReturnType<typeof compareGets>>): Figure[] {
  const delay = attacked.p99 - control.p99;
  return [
    {
      name: "another account's own queries, p99",
      measured: `${attacked.p99.toFixed(1)} ms, control ${control.p99.toFixed(1)} (${attacked.calls} calls, p50 ${attacked.p50.toFixed(1)}, control ${control.p50.toFixed(1)})`,
      limit: `at most ${MAX_QUERY_DELAY_MS} ms more than the control`,
      isMet: delay <= MAX_QUERY_DELAY_MS && attacked.failed === 0,
    },
  ];
}

/** Normal queries that are answered in a second. */
async function throughput(server: Server, author: Author, seconds: number): Promise<number> {
  const path = `/luis/v2.0/apps/${author.appId}?q=${encodeURIComponent(NORMAL_QUERY)}&log=false`;
  const measured = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => measureGets({ address: server.address, key: author.key, path }, seconds)),
  );
  return measured.reduce((sum, { calls }) => sum + calls, 0) / seconds;
}
