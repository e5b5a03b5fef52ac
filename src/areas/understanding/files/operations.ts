/** Apps and versions from files and back: exported JSON of every schema, and .lu files. */
import { Failure } from '../../../kernel/failures.ts';
import { operation, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { Change } from '../../../kernel/change.ts';
import { readApp } from './app-json/read.ts';
import type { ReadApp } from './app-json/read.ts';
import { writeApp } from './app-json/write.ts';
import { understandingFailure } from '../failures.ts';
import { readLu } from './lu/read.ts';
import { writeLu } from './lu/write.ts';
import { VERSION3 } from '../model.ts';
import { BareId, ExportQuery, ExportedApp, ImportAppQuery, ImportVersionQuery, ImportedApp } from '../schemas.ts';
import { MAX_VERSIONS, requireApp, apps, readExamples, putExample, requireVersion, readVersions } from '../store.ts';
import { checkAppName, parseCulture, createApp, createVersion } from '../apps/operations.ts';

export const MAX_FILE_BYTES = 25 * 1024 * 1024;
const FIRST_VERSION = '0.1';
const VERSION_NAME = /^[A-Za-z0-9._-]{1,10}$/;
const LU_TYPE = 'text/plain; charset=utf-8';

export const example = {
  luis_schema_version: '3.0.0', versionId: '0.1', name: 'Lamps', desc: '', culture: 'en-us', intents: [{ name: 'TurnOn' }, { name: 'None' }], entities: [{ name: 'Room', roles: [] }],
  composites: [], closedLists: [], patternAnyEntities: [], regex_entities: [], prebuiltEntities: [], model_features: [], regex_features: [], patterns: [],
  utterances: [{ text: 'light up the hall', intent: 'TurnOn', entities: [{ entity: 'Room', startPos: 13, endPos: 16 }] }],
};

/** An app from the body of a call; a text is a .lu file, whose failures are told by line. */
export function readBody(body: unknown, { ids }: Ports): ReadApp {
  const newId = (): string => ids.uuid();
  if (typeof body !== 'string') return readApp(body, newId);
  const { app, lines } = readLu(unquoted(body));
  try {
    return readApp(app, newId);
  } catch (problem) {
    const { path = '', details = '' } = problem instanceof Failure && problem.kind === 'AppInvalid' ? problem.detail : {};
    const line = lines.get(/^\w+\[\d+\]/.exec(String(path))?.[0] ?? '');
    throw line === undefined ? problem : understandingFailure('LuInvalid', { line, details });
  }
}

/** The vendor's client writes the text as JSON whatever type it says it has; no .lu file begins with a quote. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The name that the caller wants, else the file's own. */
function chooseVersionName(wanted: string | undefined, { versionId }: ReadApp): string {
  const name = wanted ?? (versionId || FIRST_VERSION);
  if (!VERSION_NAME.test(name)) throw understandingFailure('AppInvalid', { path: 'versionId', details: 'a version is named by 1 to 10 letters, digits, dots, hyphens or underscores.' });
  return name;
}

const importApp = operation({
  id: 'understanding.importApp',
  summary: 'Make an app from an exported one, or from a .lu file',
  route: 'POST /apps/import',
  needs: 'authoring',
  query: ImportAppQuery,
  body: ImportedApp,
  accepts: 'jsonOrText',
  maxBytes: MAX_FILE_BYTES,
  replies: { 201: BareId },
  fails: ['AppInvalid', 'LuInvalid', 'AppNameTaken', 'CultureUnknown'],
  example: { body: example },
  async run({ account, link, query: { appName }, body }, services) {
    const given = readBody(body, services);
    const { description, settings, schema, lastNumber } = given;
    const name = appName ?? given.name;
    if (name === '') throw understandingFailure('AppInvalid', { path: 'name', details: 'it is missing; appName in the query can give one.' });
    const culture = parseCulture(given.culture);
    await checkAppName(services, account.id, name);
    const change = new Change();
    const uid = services.ids.uuid();
    const app = createApp(change, account.id, { name, culture, description }, { uid, version: chooseVersionName(undefined, given), settings, schema, lastNumber, exampleCount: given.examples.length }, services);
    for (const one of given.examples) putExample(change, account.id, uid, one);
    return reply(201, app.id, { change, headers: { location: link('/apps/{appId}', { appId: app.id }) } });
  },
});

const importVersion = operation({
  id: 'understanding.importVersion',
  summary: 'Make a version of an app from an exported one, or from a .lu file; it becomes the active one',
  route: 'POST /apps/{appId}/versions/import',
  needs: 'authoring',
  query: ImportVersionQuery,
  body: ImportedApp,
  accepts: 'jsonOrText',
  maxBytes: MAX_FILE_BYTES,
  replies: { 201: BareId },
  fails: ['AppInvalid', 'LuInvalid', 'AppNotFound', 'VersionTaken', 'VersionLimit'],
  example: { params: { appId: 'c8a3bcc1-8f4c-4d5c-a0b6-95b4e1f7b6d0' }, body: { ...example, versionId: '0.3' } },
  async run({ account, params: { appId }, query: { versionId }, body }, services) {
    const { owner, app } = await requireApp(services, account, appId!);
    const given = readBody(body, services);
    const { settings, schema, lastNumber } = given;
    const { culture } = app.value;
    if (given.culture.toLowerCase() !== culture) throw understandingFailure('AppInvalid', { path: 'culture', details: `it is ${given.culture}, and the culture of the app is ${culture}.` });
    if ((await readVersions(services, owner, app.value.id)).length >= MAX_VERSIONS) throw understandingFailure('VersionLimit', { most: MAX_VERSIONS });
    const change = new Change();
    const { uid, version } = createVersion(change, owner, app.value.id, { version: chooseVersionName(versionId, given), settings, schema, lastNumber, exampleCount: given.examples.length }, services);
    for (const one of given.examples) putExample(change, owner, uid, one);
    change.replace(apps, owner, app, { ...app.value, activeVersion: version });
    return reply(201, version, { change });
  },
});

const exportVersion = operation({
  id: 'understanding.exportVersion',
  summary: 'Export a version as JSON, or as a .lu file with format=lu',
  route: 'GET /apps/{appId}/versions/{versionId}/export',
  needs: 'authoring',
  query: ExportQuery,
  replies: { 200: ExportedApp },
  fails: ['AppNotFound', 'VersionNotFound', 'LuUnwritable'],
  async run({ account, params: { appId, versionId }, query: { format }, version: called }, services) {
    const { owner, app, version } = await requireVersion(services, account, { appId: appId!, versionId: versionId! });
    const { name, description, culture } = app.value;
    const { version: versionName, uid, settings, schema } = version.value;
    const labelled = await readExamples(services, owner, uid);
    const written = writeApp({ name, description, culture, version: versionName, settings, schema, examples: labelled.map(({ value }) => value), newest: called === VERSION3 });
    return format === 'lu' ? reply(200, Buffer.from(writeLu(written)), { headers: { 'content-type': LU_TYPE } }) : reply(200, written);
  },
});

export const importExportOperations: readonly Operation[] = [importApp, importVersion, exportVersion];
