/** Import and export of apps and versions: exported JSON of every schema version, and .lu files. */
import { Change } from '../../../kernel/change.ts';
import { Failure } from '../../../kernel/failures.ts';
import { reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { FIRST_VERSION, checkAppName, createApp, createVersion, parseCulture } from '../apps/create.ts';
import { understandingFailure } from '../failures.ts';
import { VERSION3 } from '../model.ts';
import type { Label } from '../model.ts';
import { BareId, ExportQuery, ExportedApp, ImportAppQuery, ImportReport, ImportVersionQuery, ImportedApp } from '../schemas.ts';
import { operation } from '../services.ts';
import type { UnderstandingOperation } from '../services.ts';
import { apps, checkVersionLimit, putExample, readExamples, requireApp, requireVersion } from '../store.ts';
import { readApp } from './app-json/read.ts';
import type { ReadApp } from './app-json/read.ts';
import { writeApp } from './app-json/write.ts';
import { findImportLosses } from './import-losses.ts';
import { readLu } from './lu/read.ts';
import { writeLu } from './lu/write.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const MAX_FILE_BYTES = 25 * 1024 * 1024;
const VERSION_NAME = /^[A-Za-z0-9._-]{1,10}$/;
const LU_TYPE = 'text/plain; charset=utf-8';

/** Reads an app from the body of a request. A text is a .lu file, whose failures name the line. */
function readBody(body: unknown, { ids }: Pick<Ports, 'ids'>): ReadApp {
  const newId = (): string => ids.uuid();
  if (typeof body !== 'string') return readApp(body, newId);
  const { app, lines } = readLu(unquote(body));
  try {
    return readApp(app, newId);
  } catch (problem) {
    const { path = '', details = '' } = problem instanceof Failure && problem.kind === 'AppInvalid' ? problem.detail : {};
    const line = lines.get(/^\w+\[\d+\]/.exec(String(path))?.[0] ?? '');
    throw line === undefined ? problem : understandingFailure('LuInvalid', { line, details });
  }
}

/** The vendor's client sends the text as a JSON string whatever the media type. No .lu file starts with a quote. */
function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The requested name, or the one in the file. */
function chooseVersionName(requested: string | undefined, { versionId }: ReadApp): string {
  const name = requested ?? (versionId || FIRST_VERSION);
  if (!VERSION_NAME.test(name)) {
    throw understandingFailure('AppInvalid', {
      path: 'versionId',
      details: 'a version name has 1 to 10 letters, digits, dots, hyphens or underscores.',
    });
  }
  return name;
}

function countLabels(labels: readonly Label[]): number {
  return labels.reduce((sum, { children = [] }) => sum + 1 + countLabels(children), 0);
}

export const fileOperations: readonly UnderstandingOperation[] = [
  operation({
    id: 'understanding.importApp',
    summary: 'Create an app from an exported one or from a .lu file',
    route: 'POST /apps/import',
    query: ImportAppQuery,
    body: ImportedApp,
    accepts: 'jsonOrText',
    maxBytes: MAX_FILE_BYTES,
    inThread: 'largeBody',
    replies: { 201: BareId },
    fails: ['AppInvalid', 'LuInvalid', 'AppNameTaken', 'CultureUnknown'],
    example: exampleCalls.importApp,
    async run({ account, link, query: { appName }, body }, services) {
      const imported = readBody(body, services);
      const { description, settings, schema, lastNumber, examples } = imported;
      const name = appName ?? imported.name;
      if (name === '') {
        throw understandingFailure('AppInvalid', { path: 'name', details: 'it is missing; it can be given as appName in the query.' });
      }
      const culture = parseCulture(imported.culture);
      await checkAppName(services, account.id, name);
      const change = new Change();
      const uid = services.ids.uuid();
      const version = { uid, version: chooseVersionName(undefined, imported), settings, schema, lastNumber, exampleCount: examples.length };
      const app = createApp(change, account.id, { name, culture, description }, version, services);
      for (const example of examples) putExample(change, account.id, uid, example);
      return reply(201, app.id, { change, headers: { location: link('/apps/{appId}', { appId: app.id }) } });
    },
  }),
  operation({
    id: 'understanding.importVersion',
    summary: 'Create a version of an app from an exported one or from a .lu file, and make it active',
    route: 'POST /apps/{appId}/versions/import',
    query: ImportVersionQuery,
    body: ImportedApp,
    accepts: 'jsonOrText',
    maxBytes: MAX_FILE_BYTES,
    inThread: 'largeBody',
    replies: { 201: BareId },
    fails: ['AppInvalid', 'LuInvalid', 'AppNotFound', 'VersionTaken', 'VersionLimit'],
    example: { params: { appId: 'c8a3bcc1-8f4c-4d5c-a0b6-95b4e1f7b6d0' }, body: { ...exampleCalls.importApp.body, versionId: '0.3' } },
    async run({ account, params: { appId }, query: { versionId }, body }, services) {
      const { owner, app } = await requireApp(services, account, appId!);
      const imported = readBody(body, services);
      const { settings, schema, lastNumber, examples } = imported;
      const { culture } = app.value;
      if (imported.culture.toLowerCase() !== culture) {
        throw understandingFailure('AppInvalid', {
          path: 'culture',
          details: `it is ${imported.culture}, but the culture of the app is ${culture}.`,
        });
      }
      await checkVersionLimit(services, owner, app.value.id);
      const change = new Change();
      const created = { version: chooseVersionName(versionId, imported), settings, schema, lastNumber, exampleCount: examples.length };
      const { uid, version } = createVersion(change, owner, app.value.id, created, services);
      for (const example of examples) putExample(change, owner, uid, example);
      change.replace(apps, owner, app, { ...app.value, activeVersion: version });
      return reply(201, version, { change });
    },
  }),
  operation({
    id: 'understanding.exportVersion',
    summary: 'Export a version as JSON, or as a .lu file with format=lu',
    route: 'GET /apps/{appId}/versions/{versionId}/export',
    query: ExportQuery,
    replies: { 200: ExportedApp },
    inThread: 'always',
    fails: ['AppNotFound', 'VersionNotFound', 'LuUnwritable'],
    async run({ account, params: { appId, versionId }, query: { format }, version: interfaceVersion }, services) {
      const {
        owner,
        app,
        version: { value: version },
      } = await requireVersion(services, account, { appId: appId!, versionId: versionId! });
      const { name, description, culture } = app.value;
      const { settings, schema, uid } = version;
      const examples = await readExamples(services, owner, uid);
      const file = writeApp({
        name,
        description,
        culture,
        version: version.version,
        settings,
        schema,
        examples,
        isNewest: interfaceVersion === VERSION3,
      });
      return format === 'lu' ? reply(200, Buffer.from(writeLu(file)), { headers: { 'content-type': LU_TYPE } }) : reply(200, file);
    },
  }),
  operation({
    id: 'understanding.checkImport',
    summary: 'Report what an import would create and what it would lose, without writing anything',
    route: 'POST /apps/checkimport',
    body: ImportedApp,
    accepts: 'jsonOrText',
    maxBytes: MAX_FILE_BYTES,
    inThread: 'largeBody',
    replies: { 200: ImportReport },
    fails: ['AppInvalid', 'LuInvalid', 'CultureUnknown'],
    example: exampleCalls.importApp,
    run({ body }, services) {
      const imported = readBody(body, services);
      const { name, versionId, examples } = imported;
      const { intents, entities, patterns, phraseLists, patternFeatures } = imported.schema;
      return reply(200, {
        name,
        culture: parseCulture(imported.culture),
        versionId,
        counts: {
          intents: intents.length,
          entities: entities.length,
          utterances: examples.length,
          labels: examples.reduce((sum, { labels }) => sum + countLabels(labels), 0),
          patterns: patterns.length,
          phraseLists: phraseLists.length,
          patternFeatures: patternFeatures.length,
        },
        losses: findImportLosses(body, imported),
      });
    },
  }),
];
