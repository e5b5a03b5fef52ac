/**
 * Two accounts, one of which wants to answer, read or find what belongs to the other. What it names must look absent: in the same words as
 * something that does not exist, and in the same time. Apps answer 401 instead (section 7.3): their ids are random.
 */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { ProjectAuthor, utterance } from '../../../test/support/conversations.ts';
import { ManagementClient, startServer, temporaryFolder } from '../../../test/support/server.ts';
import { Random } from '../../../test/support/simulated-time.ts';
import type { Figure, Scene, SceneContext } from '../scene.ts';

const PAIRS_PER_MINUTE = 1000;
const MIN_PAIRS = 200;
const MAX_PAIRS = 5000;
const WARM_UP = 30;
/** Of the sign test: by chance one comparison in 15,000 exceeds it. */
const MAX_Z = 4;

const VERSION = 'api-version=2022-05-01';
const AUTHORING = '/language/authoring/analyze-conversations';
/** Names and ids of the same length: of the owner, and of nobody. */
const FOREIGN = 'Orders';
const ABSENT = ['Absent', 'Nobody'] as const;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  ms: number;
}
interface Probe {
  name: string;
  method: string;
  /** The path for something that exists at another account, or does not. */
  path(named: string): string;
  body?(named: string): object;
  headers?(named: string): Record<string, string>;
  key?: string;
  /** What the other account owns, and what nobody does. */
  foreign: string;
  absent: readonly [string, string];
}

export const scene: Scene = {
  summary: 'one account assigns, answers and looks for what belongs to another',
  async run(context) {
    const folder = temporaryFolder();
    const server = await startServer({ data: folder.path });
    try {
      const manager = await ManagementClient.connect(server);
      const account = async (name: string): Promise<string> => (await manager.createAccount(name)).key1;
      const keys = { owner: await account('owner'), victim: await account('victim'), guest: await account('guest') };
      const owner = new ProjectAuthor(server, keys.owner);
      await owner.import(FOREIGN, {
        intents: [{ category: 'Order' }],
        entities: [],
        utterances: [utterance('Order', 'bring me a soup'), utterance('None', 'good evening')],
      });
      await owner.ready(FOREIGN);
      const connection = new Connection(server.address);
      const assigned = await assignWithoutConsent(owner, keys.victim);
      const inherited = await inheritAssignment(owner, manager, keys.guest);
      const probes = listProbes(keys);
      const figures = [
        assigned,
        inherited,
        ...(await compareWords(connection, probes)),
        ...(await compareTimes(connection, probes, context)),
      ];
      connection.close();
      return figures;
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};

function yes(name: string, isMet: boolean, measured = isMet ? 'yes' : 'no'): Figure {
  return { name, measured, limit: 'yes', isMet };
}

/** F2: the owner assigns the victim, deploys to it and logs; the victim asks the owner's name. */
async function assignWithoutConsent(owner: ProjectAuthor, victim: string): Promise<Figure> {
  const address = ManagementClient.accountPath('victim');
  const assign = await owner.send(`POST /projects/${FOREIGN}/resources/:assign`, { resourcesMetadata: [{ azureResourceId: address }] });
  const deploy = await owner.send(`PUT /projects/${FOREIGN}/deployments/production`, {
    trainedModelLabel: 'all',
    assignedResourceIds: [address],
  });
  const asked = await owner.withKey(victim).analyze(FOREIGN, 'a secret of the victim', { parameters: { isLoggingEnabled: true } });
  const log = await owner.send(`GET /projects/${FOREIGN}/queries`);
  const isRefused = assign.status === 400 && deploy.status === 400 && asked.status === 404 && !log.text.includes('secret');
  return yes('F2: an account that does not agree is neither assigned, answered nor logged', isRefused);
}

/** F6: an account agrees, is deleted, and another is created under its name. */
async function inheritAssignment(owner: ProjectAuthor, manager: ManagementClient, guest: string): Promise<Figure> {
  const address = ManagementClient.accountPath('guest');
  const options = { headers: { 'perennial-assigned-account-key': guest } };
  await owner.job(`POST /projects/${FOREIGN}/resources/:assign`, { resourcesMetadata: [{ azureResourceId: address }] }, options);
  await owner.deploy(FOREIGN, 'shared', 'all', { assignedResourceIds: [address] });
  const parameters = { deploymentName: 'shared' };
  const before = await owner.withKey(guest).analyze(FOREIGN, 'bring me a soup', { parameters });
  assert.equal(before.status, 200, before.text);
  await manager.call(`DELETE ${address}`);
  const { key1 } = await manager.createAccount('guest');
  const after = await owner.withKey(key1).analyze(FOREIGN, 'bring me a soup', { parameters });
  const absent = await owner.withKey(key1).analyze(ABSENT[0], 'bring me a soup', { parameters });
  return yes(
    'F6: a new account under an old name inherits no assignment',
    after.status === 404 && after.text.replaceAll(FOREIGN, ABSENT[0]) === absent.text,
  );
}

function listProbes({ victim, owner }: { victim: string; owner: string }): Probe[] {
  const named = { foreign: FOREIGN, absent: ABSENT, key: victim };
  const project = (name: string, method: string, path: string, body?: object): Probe => ({
    ...named,
    name,
    method,
    path: (projectName) => `${AUTHORING}/projects/${projectName}${path}?${VERSION}`,
    ...(body && { body: () => body }),
  });
  const accounts = { foreign: 'victim', absent: ['absent', 'nobody'] as const };
  return [
    project('project', 'GET', ''),
    project('deletion of a project', 'DELETE', ''),
    project('deployment', 'GET', '/deployments/production'),
    project('assignment of accounts', 'POST', '/resources/:assign', {
      resourcesMetadata: [{ azureResourceId: ManagementClient.accountPath('victim') }],
    }),
    {
      ...named,
      name: 'conversation',
      method: 'POST',
      path: () => `/language/:analyze-conversations?${VERSION}`,
      body: (projectName) => ({
        kind: 'Conversation',
        analysisInput: { conversationItem: { id: '1', participantId: '1', text: 'bring me a soup' } },
        parameters: { projectName, deploymentName: 'production' },
      }),
    },
    {
      ...accounts,
      name: 'account to assign',
      method: 'POST',
      key: owner,
      path: () => `${AUTHORING}/projects/${FOREIGN}/resources/:assign?${VERSION}`,
      body: (name) => ({ resourcesMetadata: [{ azureResourceId: ManagementClient.accountPath(name) }] }),
    },
    {
      ...accounts,
      name: 'account of an upload',
      method: 'POST',
      path: () => '/documentanalysis/documentModels/copied:receiveCopy?api-version=2024-02-29-preview',
      headers: (name) => ({
        'content-type': 'application/octet-stream',
        'perennial-copy-token': '0'.repeat(64),
        'perennial-copy-target': ManagementClient.accountPath(name),
      }),
    },
  ];
}

/** F9: the same words, status and headers. */
async function compareWords(connection: Connection, probes: readonly Probe[]): Promise<Figure[]> {
  const different: string[] = [];
  for (const probe of probes) {
    const words = async (named: string): Promise<string> => {
      const { status, headers, text } = await connection.ask(probe, named);
      const { date: _date, 'x-request-id': _id, 'apim-request-id': _other, ...kept } = headers;
      return JSON.stringify([status, kept, text]).replaceAll(named, '<name>');
    };
    const [foreign, absent] = [await words(probe.foreign), await words(probe.absent[0])];
    if (foreign !== absent || /^\[2/.test(foreign)) different.push(probe.name);
  }
  return [
    {
      name: 'F9: answers that differ from those for absent names',
      measured: `${different.length} of ${probes.length}${different.length > 0 ? `: ${different.join(', ')}` : ''}`,
      limit: '0',
      isMet: different.length === 0,
    },
  ];
}

/** F9: the same time, with two absent names as the control. The three are asked in random order. */
async function compareTimes(connection: Connection, probes: readonly Probe[], { minutes, seed, log }: SceneContext): Promise<Figure[]> {
  const pairs = Math.round(Math.min(MAX_PAIRS, Math.max(MIN_PAIRS, PAIRS_PER_MINUTE * minutes)));
  const random = new Random(seed);
  const figures: Figure[] = [];
  for (const probe of probes) {
    const names = [probe.foreign, ...probe.absent];
    const times: [number, number, number][] = [];
    for (let pair = -WARM_UP; pair < pairs; pair++) {
      const row: [number, number, number] = [0, 0, 0];
      for (const index of shuffled([0, 1, 2], random)) row[index] = (await connection.ask(probe, names[index]!)).ms;
      if (pair >= 0) times.push(row);
    }
    const [foreign, control] = [compare(times.map((row) => row[0] - row[1])), compare(times.map((row) => row[2] - row[1]))];
    const middle = medianOf(times.map((row) => row[1]));
    const show = ({ median, z }: Comparison): string => `${(median * 1000).toFixed(1)} µs, z ${z.toFixed(1)}`;
    log(`${probe.name}: ${(middle * 1000).toFixed(0)} µs; foreign ${show(foreign)}; absent ${show(control)}`);
    figures.push({
      name: `F9: time of ${probe.name}, foreign against absent, ${pairs} pairs`,
      measured: `${show(foreign)} of ${(middle * 1000).toFixed(0)} µs (absent against absent ${show(control)})`,
      limit: `|z| at most ${MAX_Z}`,
      isMet: Math.abs(foreign.z) <= MAX_Z,
    });
  }
  return figures;
}

interface Comparison {
  median: number;
  /** Of the sign test: how far the number of positive differences is from half, in standard deviations. */
  z: number;
}

function compare(differences: readonly number[]): Comparison {
  const positive = differences.filter((difference) => difference > 0).length;
  const counted = differences.filter((difference) => difference !== 0).length;
  return { median: medianOf(differences), z: (2 * positive - counted) / Math.sqrt(counted) };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** One connection, so that all calls take the same way. */
class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #address: URL;

  constructor(address: string) {
    this.#address = new URL(address);
  }

  async ask({ method, path, body, headers, key }: Probe, named: string): Promise<Answer> {
    const payload = body && JSON.stringify(body(named));
    const startedAt = performance.now();
    return await new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          hostname: this.#address.hostname,
          port: this.#address.port,
          method,
          path: path(named),
          headers: {
            ...(key !== undefined && { 'ocp-apim-subscription-key': key }),
            ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
            ...headers?.(named),
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode!, headers: response.headers, text, ms: performance.now() - startedAt }),
          );
          response.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
