/** Content with unique markers in every area, the calls that delete it, and a search for what is left of it in files. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { Author } from './author.ts';
import { ProjectAuthor, utterance } from './conversations.ts';
import { DocumentCaller, pdfOf } from './documents.ts';
import { actions, RankingClient } from './ranking.ts';
import { call } from './server.ts';

export interface Planted {
  /** What was planted, such as `faces: a person`. */
  name: string;
  marker: string;
  /** Deletes the record, or what it belongs to. */
  remove(server: { address: string }): Promise<void>;
}

/** A word of small letters, which every area stores unchanged. */
function newMarker(): string {
  return `zq${[...randomBytes(14)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;
}

const JSON_GONE = [200, 202, 204];

/** Plants content in every area of an account; `withModels` also trains, publishes and queries, which takes longer. */
export async function plantContent(server: { address: string }, key: string, { withModels = true } = {}): Promise<Planted[]> {
  const planted: Planted[] = [];
  const add = (name: string, marker: string, ...routes: string[]): void => {
    planted.push({
      name,
      marker,
      async remove(at) {
        for (const route of routes) {
          const { status, text } = await call(at, route, { key });
          assert.ok(JSON_GONE.includes(status), `${route}: ${status} ${text}`);
        }
      },
    });
  };
  const ok = async <T>(route: string, json?: unknown): Promise<T> => {
    const { status, text, body } = await call<T>(server, route, { key, json });
    assert.ok(status < 300, `${route}: ${status} ${text}`);
    return body;
  };
  await plantFaces(ok, add);
  await plantDocuments(server, key, add, withModels);
  await plantProjects(server, key, add, withModels);
  await plantApps(server, key, add, withModels);
  await plantEvents(server, key, add);
  return planted;
}

/** A conversation in the input and in the results of a job, which is deleted only with its account or when it expires. */
export async function plantConversation(server: { address: string }, key: string): Promise<Planted> {
  const marker = newMarker();
  const { status, text } = await call(server, 'POST /language/analyze-conversations/jobs?api-version=2023-04-01', {
    key,
    json: {
      displayName: marker,
      analysisInput: {
        conversations: [
          {
            id: marker,
            language: 'en',
            modality: 'text',
            conversationItems: [{ id: '1', participantId: marker, text: `My name is ${marker}.` }],
          },
        ],
      },
      tasks: [{ kind: 'ConversationalPIITask' }],
    },
  });
  assert.equal(status, 202, text);
  return { name: 'conversations: a job', marker, remove: () => Promise.resolve() };
}

type Add = (name: string, marker: string, ...routes: string[]) => void;

async function plantFaces(ok: <T>(route: string, json?: unknown) => Promise<T>, add: Add): Promise<void> {
  const [person, group, list] = [newMarker(), newMarker(), newMarker()];
  await ok('PUT /face/v1.0/persongroups/kept', { name: 'kept' });
  const { personId } = await ok<{ personId: string }>('POST /face/v1.0/persongroups/kept/persons', {
    name: person,
    userData: person.repeat(20),
  });
  add('faces: a person', person, `DELETE /face/v1.0/persongroups/kept/persons/${personId}`);
  await ok('PUT /face/v1.0/largepersongroups/gone', { name: group, userData: group.repeat(50) });
  for (let i = 0; i < 30; i++) await ok('POST /face/v1.0/largepersongroups/gone/persons', { name: `${group}-${i}`, userData: group });
  add('faces: a group with its persons', group, 'DELETE /face/v1.0/largepersongroups/gone');
  await ok('PUT /face/v1.0/facelists/list', { name: list, userData: list });
  add('faces: a list', list, 'DELETE /face/v1.0/facelists/list');
  await plantDirectory(ok, add);
}

async function plantDirectory(ok: <T>(route: string, json?: unknown) => Promise<T>, add: Add): Promise<void> {
  const [person, group] = [newMarker(), newMarker()];
  const base = '/face/v1.1-preview.1';
  const { personId } = await ok<{ personId: string }>(`POST ${base}/persons`, { name: person, userData: person.repeat(20) });
  await ok(`PUT ${base}/dynamicpersongroups/gone`, { name: group, userData: group.repeat(20), addPersonIds: [personId] });
  add('faces: a person of the directory', person, `DELETE ${base}/persons/${personId}`);
  add('faces: a dynamic group', group, `DELETE ${base}/dynamicpersongroups/gone`);
}

async function plantDocuments(server: { address: string }, key: string, add: Add, withAnalysis: boolean): Promise<void> {
  const documents = new DocumentCaller(server, key);
  const { prefix, version } = documents.endpoint;
  const put = async (set: string, name: string, marker: string): Promise<void> => {
    const { status, text } = await documents.call(`PUT /trainingSets/${set}/files/${name}`, {
      body: Buffer.from(`${marker} `.repeat(1000)),
      headers: { 'content-type': 'application/octet-stream' },
    });
    assert.equal(status, 204, text);
  };
  const [file, set] = [newMarker(), newMarker()];
  await put('kept', 'one.pdf', file);
  add('documents: a training file', file, `DELETE ${prefix}/trainingSets/kept/files/one.pdf?api-version=${version}`);
  await put('gone', 'one.pdf', set);
  await put('gone', 'two.pdf', set);
  add('documents: a training set', set, `DELETE ${prefix}/trainingSets/gone?api-version=${version}`);
  const name = newMarker();
  const training = await call<undefined>(server, 'POST /formrecognizer/v2.1/custom/models', {
    key,
    json: { source: 'https://storage.example/account/forms', modelName: name.repeat(20) },
  });
  assert.equal(training.status, 201, training.text);
  add('documents: a model of versions 2', name, `DELETE ${new URL(String(training.headers.location)).pathname}`);
  if (!withAnalysis) return;
  const result = newMarker();
  const { status, text, headers } = await documents.start('prebuilt-read', await pdfOf([[result, 'A letter', result]]));
  assert.equal(status, 202, text);
  const location = String(headers['operation-location']);
  const polled = await documents.waitFor(location);
  assert.equal(polled.status, 'succeeded');
  assert.ok(JSON.stringify(polled).includes(result), 'the marker is read');
  const path = new URL(location).pathname.slice(prefix.length);
  add('documents: an analysis result', result, `DELETE /documentintelligence${path}?api-version=2024-11-30`);
}

async function plantProjects(server: { address: string }, key: string, add: Add, withModels: boolean): Promise<void> {
  const author = new ProjectAuthor(server, key);
  const marker = newMarker();
  const say = (intent: string, text: string): object => utterance(intent, `${text} ${marker}`, { language: 'en-us' });
  const record = await author.import('Gone', {
    intents: [{ category: 'Open' }, { category: 'Close' }],
    entities: [],
    utterances: ['the gate', 'the door', 'a window', 'my box', 'this lid', 'one shop'].flatMap((thing) => [
      say('Open', `open ${thing}`),
      say('Close', `close ${thing}`),
    ]),
  });
  assert.equal(record.status, 'succeeded', JSON.stringify(record.errors));
  if (withModels) await author.ready('Gone');
  add('projects: a project', marker, `DELETE ${author.base}/projects/Gone?api-version=${author.version}`);
}

async function plantApps(server: { address: string }, key: string, add: Add, withModels: boolean): Promise<void> {
  const author = await new Author(server, key).create('Kept');
  const [example, queries, app] = [newMarker(), newMarker(), newMarker()];
  await author.add('intents', { name: 'Greet' });
  await author.label('Greet', 'hello there', 'good morning', 'how do you do');
  const base = '/luis/api/v2.0';
  if (withModels) {
    await author.train();
    await author.publish();
    await author.ask3(`hello ${queries}`, {}, { query: '?verbose=true&log=true' });
    add('understanding: logged queries', queries, `DELETE ${base}${author.app('/querylogs')}`);
  }
  // After the training: a model contains what it was trained on until it is trained again.
  const { ExampleId } = await author.ok<{ ExampleId: number }>(`POST ${author.path('/example')}`, {
    text: `hi ${example}`,
    intentName: 'Greet',
  });
  add('understanding: an example', example, `DELETE ${base}${author.path(`/examples/${ExampleId}`)}`);
  const gone = await new Author(server, key).create('Gone');
  await gone.add('intents', { name: 'Greet' });
  await gone.label('Greet', `hello ${app}`, `good ${app} morning`);
  add('understanding: an app', app, `DELETE ${base}${gone.app()}`);
}

async function plantEvents(server: { address: string }, key: string, add: Add): Promise<void> {
  const ranking = new RankingClient(server, key);
  const marker = newMarker();
  for (let i = 0; i < 20; i++)
    await ranking.ok('POST /rank', {
      json: { contextFeatures: [{ device: marker }], actions: actions('one', 'two'), eventId: `event-${i}` },
    });
  add('ranking: events', marker, 'DELETE /ranking/v1.1-preview.3/logs');
}

/** A folder that the server removes meanwhile has no files any more. */
function filesBelow(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() && entry.name !== 'reserve' ? [path] : [];
  });
}

/** The files below a folder that contain one of the markers, by marker. The reserve is random and excluded. */
export function searchFiles(folder: string, markers: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of filesBelow(folder)) {
    let content: Buffer;
    try {
      content = readFileSync(path);
    } catch {
      continue;
    }
    for (const marker of markers)
      if (content.includes(marker)) found.set(marker, [...(found.get(marker) ?? []), path.slice(folder.length + 1)]);
  }
  return found;
}

/** The blobs of an account below a data folder. */
export function listBlobs(data: string, account: string): string[] {
  const folder = join(data, 'blobs', account);
  return existsSync(folder) ? readdirSync(folder) : [];
}
