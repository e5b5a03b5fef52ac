/** One account sends large imports and documents that are refused, another exports a large project; a third sends GETs. */
import { ManagementClient, call, startServer, temporaryFolder } from '../../../test/support/server.ts';
import type { CallOptions, Server } from '../../../test/support/server.ts';
import { compareGets, latencyFigures } from '../bystander.ts';
import type { Figure, Scene } from '../scene.ts';

const MAX_RATIO = 3;
const CONNECTIONS = 4;
const IMPORTED_BYTES = 20 * 2 ** 20;
const RANK_BYTES = 0.75 * 2 ** 20;
const PROJECT_BYTES = 60 * 2 ** 20;
const EXPORTED_UTTERANCES = 40_000;
const APPS = '/luis/api/v2.0/apps';
const PROJECTS = '/language/authoring/analyze-conversations/projects';
const VERSION = '?api-version=2023-04-01';
const JSON_TYPE = { 'content-type': 'application/json' };

interface Attack {
  name: string;
  route: string;
  options: CallOptions;
  statuses: readonly number[];
}

export const scene: Scene = {
  summary: 'large refused imports and large exports of some accounts against GETs of another',
  async run({ minutes, log }) {
    const folder = temporaryFolder();
    const server = await startServer({ data: folder.path });
    try {
      const manager = await ManagementClient.connect(server);
      const [importer, exporter, bystander] = await Promise.all(
        ['importer', 'exporter', 'bystander'].map(async (name) => (await manager.createAccount(name, { kind: 'MultiService' })).key1),
      );
      await call(server, `POST ${APPS}/`, { key: bystander!, json: { name: 'Small', culture: 'en-us' } });
      const target = { address: server.address, key: bystander!, path: `${APPS}/` };
      const attacks = [...refusedImports(), await exportOf(server, exporter!)];
      const seconds = Math.max(8, (minutes * 60) / (3 * attacks.length));
      const figures: Figure[] = [];
      const unexpected = new Map<string, number>();
      for (const { name, route, options, statuses } of attacks) {
        let sent = 0;
        const gets = await compareGets(target, seconds, async (signal) => {
          await Promise.all(
            Array.from({ length: CONNECTIONS }, async () => {
              while (!signal.aborted) {
                const { status } = await call(server, route, { key: importer!, ...options });
                sent++;
                if (!statuses.includes(status)) unexpected.set(`${name}: ${status}`, (unexpected.get(`${name}: ${status}`) ?? 0) + 1);
                if (status === 429 || status === 503) await new Promise((resolve) => setTimeout(resolve, 200));
              }
            }),
          );
        });
        log(`${sent} × ${name}`);
        figures.push(...latencyFigures(name, gets, MAX_RATIO));
      }
      figures.push({
        name: 'imports and exports that were not answered as documented',
        measured: [...unexpected].map(([answer, count]) => `${answer} (${count})`).join(', ') || '0',
        limit: '0',
        isMet: unexpected.size === 0,
      });
      return figures;
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};

/** Refused at their end, so that all of them is read; 429 and 503 tell a client to wait. */
function refusedImports(): Attack[] {
  const statuses = [400, 429, 503];
  const route = `POST ${APPS}/import`;
  return [
    { name: 'app JSON that is invalid at its end', route, options: { body: invalidApp(), headers: JSON_TYPE }, statuses },
    { name: 'deeply nested JSON', route, options: { body: Buffer.alloc(IMPORTED_BYTES, '['), headers: JSON_TYPE }, statuses },
    { name: 'JSON of empty objects', route, options: { body: emptyObjects(), headers: JSON_TYPE }, statuses },
    {
      name: 'a .lu file that is invalid at its end',
      route,
      options: { body: invalidLu(), headers: { 'content-type': 'text/plain' } },
      statuses,
    },
    {
      name: 'a project that is invalid at its end',
      route: `POST ${PROJECTS}/Large/:import${VERSION}`,
      options: { body: invalidProject(), headers: JSON_TYPE },
      statuses,
    },
    {
      name: 'a document in base64 that is invalid at its end',
      route: 'POST /documentanalysis/documentModels/prebuilt-read:analyze?api-version=2024-11-30',
      options: { body: Buffer.from(`{"base64Source":"${'A'.repeat(IMPORTED_BYTES)}?"}`), headers: JSON_TYPE },
      statuses,
    },
    {
      name: 'rank requests that are invalid at their end',
      route: 'POST /ranking/v1.0/rank',
      options: {
        body: `{"contextFeatures":[${fill(RANK_BYTES, (i) => `{"f${i}":1}`, ',')}],"actions":[{"id":"a","features":[]}],"eventId":7}`,
        headers: JSON_TYPE,
      },
      statuses,
    },
  ];
}

function fill(bytes: number, make: (i: number) => string, separator: string): string {
  const count = Math.floor(bytes / (make(0).length + separator.length + 6));
  return Array.from({ length: count }, (_, i) => make(i)).join(separator);
}

function invalidApp(): Buffer {
  const lists = (list: number): string =>
    `{"name":"L${list}","subLists":[${fill(IMPORTED_BYTES / 20, (i) => `{"canonicalForm":"form ${list} ${i}","list":["a word ${i}","another word ${i}"]}`, ',')}]}`;
  const closedLists = Array.from({ length: 20 }, (_, i) => lists(i)).join(',');
  return Buffer.from(
    `{"luis_schema_version":"3.0.0","name":"App","culture":"en-us","intents":[{"name":"A"}],"closedLists":[${closedLists}],"utterances":[{"text":"x","intent":"Missing"}]}`,
  );
}

function emptyObjects(): Buffer {
  return Buffer.concat([Buffer.from('['), Buffer.alloc(3 * Math.floor(IMPORTED_BYTES / 3), '{},'), Buffer.from('{}]')]);
}

function invalidLu(): Buffer {
  const lines = fill(IMPORTED_BYTES, (i) => `- light up the {Room=hall} number ${i}`, '\n');
  return Buffer.from(`> !# @app.name = Lines\n# On\n${lines}\n- a {bad\n@ ml Room\n`);
}

const projectWith = (utterances: string): string =>
  `{"projectFileVersion":"2023-04-01","stringIndexType":"Utf16CodeUnit","metadata":{"projectName":"Large","projectKind":"Conversation","language":"en"},"assets":{"projectKind":"Conversation","intents":[{"category":"On"}],"entities":[{"category":"Room"}],"utterances":[${utterances}]}}`;
const utterance = (i: number): string =>
  `{"text":"light up the hall ${i}","intent":"On","entities":[{"category":"Room","offset":13,"length":4}]}`;

function invalidProject(): Buffer {
  const long = (i: number): string =>
    `{"text":"${'light up the hall and the cellar '.repeat(14)}${i}","intent":"On","entities":[],"extra":"${'x'.repeat(1000)}"}`;
  return Buffer.from(projectWith(`${fill(PROJECT_BYTES, long, ',')},{"text":"x","intent":"Missing"}`));
}

/** A project of some megabytes whose export is fetched again and again. */
async function exportOf(server: Server, key: string): Promise<Attack> {
  const body = projectWith(Array.from({ length: EXPORTED_UTTERANCES }, (_, i) => utterance(i)).join(','));
  const imported = await call(server, `POST ${PROJECTS}/Large/:import${VERSION}`, { key, body, headers: JSON_TYPE });
  if (imported.status !== 202) throw new Error(`The project was not imported: ${imported.text}`);
  const { headers } = await call(server, `POST ${PROJECTS}/Large/:export${VERSION}&stringIndexType=Utf16CodeUnit`, { key });
  const path = new URL(String(headers['operation-location'])).pathname;
  return { name: 'exports of a large project', route: `GET ${path}/result${VERSION}`, options: { key }, statuses: [200, 429, 503] };
}
