import type { LanguageServices } from '../../services.ts';
import { Type } from '../../../../kernel/schema.ts';
import { etag, guard, writtenEtag } from '../../../../kernel/conditions.ts';
import { Bytes, reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import { Change } from '../../../../kernel/change.ts';
import { fail } from '../../../../kernel/failures.ts';
import { FairQueue } from '../../../../shared/fair-queue.ts';
import { projectFailure } from '../failures.ts';
import type { Family } from '../family.ts';
import type { Project } from '../model.ts';
import { removeTaughtQueries } from '../query-log/query-log.ts';
import { Anything, ExportJobRecord, ImportReport, ProjectPath } from '../schemas.ts';
import { addProject, exportedProjects, findJob, findModel, projectKey, projects, readBlob, writeBlob } from '../store.ts';
import { FILE_INDEX, parseOffsetUnit } from '../offset-units.ts';
import { jobView } from '../wire.ts';
import { accepted, familyOperation, jobStatusOperation, projectOperation } from '../family-operation.ts';
import type { JobKinds } from '../family-operation.ts';
import { buildProject, parseOptions } from '../management/operations.ts';
import { parseResourceAddress } from '../resource-address.ts';
import { fetchProject } from './fetch-project.ts';

const IMPORT_JOB: JobKinds = { conversations: 'conversations.import', texts: 'texts.import' };
const EXPORT_JOB: JobKinds = { conversations: 'conversations.export', texts: 'texts.export' };
const MAX_IMPORT_BYTES = 64 * 1024 * 1024;

/** The report for a file in the project format: it is imported unchanged, or rejected. */
const EMPTY_REPORT = { kept: [], changed: [], dropped: [] };

/** Exported files are held in memory: few at a time, one of an account. */
const fetches = new FairQueue({ concurrency: 4, perAccount: 1, maxWaiting: 1 });
const FETCH_RETRY_SECONDS = 10;

const FetchRequest = Type.Object({
  resourceUrl: Type.String({ minLength: 1, maxLength: 2000 }),
  key: Type.String({ pattern: '^[\\x21-\\x7e]{1,500}$' }),
  projectName: Type.String({ pattern: '^[^.\\u0000-\\u001f][^\\u0000-\\u001f]{0,99}$' }),
});

const Format = Type.Object({ format: Type.Optional(Type.String({ maxLength: 30 })) });

export function importExportOperations<Assets extends object>(family: Family<Assets>): Operation<LanguageServices>[] {
  return [
    familyOperation(family, {
      ids: { conversations: 'conversations.importProject', texts: 'texts.importProject' },
      summary: 'Create a project from a file, or replace the assets of an existing project',
      route: 'POST /projects/{projectName}/:import',
      params: ProjectPath,
      query: Format,
      body: family.exported,
      maxBytes: MAX_IMPORT_BYTES,
      conditional: true,
      example: {
        params: { projectName: 'example' },
        body: {
          projectFileVersion: '2023-04-01',
          stringIndexType: FILE_INDEX,
          metadata: { projectName: 'example', projectKind: family.kinds[0]!.name, language: 'en' },
          assets: { projectKind: family.kinds[0]!.name },
        },
      },
      replies: { 202: null },
      fails: ['NameReserved', 'NameDiffers', 'KindUnknown', 'LanguageUnknown', 'AssetsInvalid', 'TooManyProjects'],
      async run(call, services) {
        const owner = call.account.id;
        const name = call.params.projectName;
        const { metadata, assetsFor } = family.readImport(call.body, requestedFormat(call));
        const key = projectKey(family.name, name);
        const read = await services.records.get(projects, owner, key);
        const change = guard(call, new Change(), projects, owner, key, read);
        const created = await buildProject(family, services, owner, name, parseOptions(family, name, metadata), read !== undefined);
        const content = assetsFor(created.kind);
        const assets = await writeBlob(services, owner, content);
        const project: Project = {
          ...created,
          ...(read && { uid: read.value.uid, createdAt: read.value.createdAt, resources: read.value.resources }),
          assets,
        };
        if (read) change.replace(projects, owner, read, project);
        else addProject(change, family.name, owner, project);
        await removeTaughtQueries(change, owner, project.uid, family.textsIn(content), services);
        const acceptedReply = accepted(
          family,
          { owner, project: { key, version: 0, value: project } },
          call,
          services,
          change,
          IMPORT_JOB,
          '/import/jobs/{jobId}',
        );
        return { ...acceptedReply, headers: { ...acceptedReply.headers, ...writtenEtag(change, projects, owner, key) } };
      },
    }),
    familyOperation(family, {
      ids: { conversations: 'conversations.checkImport', texts: 'texts.checkImport' },
      summary: 'Report what importing a file would create, change and lose, without writing anything',
      route: 'POST /:check-import',
      query: Format,
      body: family.exported,
      maxBytes: MAX_IMPORT_BYTES,
      example: {
        body: {
          projectFileVersion: '2023-04-01',
          stringIndexType: FILE_INDEX,
          metadata: { projectName: 'example', projectKind: family.kinds[0]!.name, language: 'en' },
          assets: { projectKind: family.kinds[0]!.name },
        },
      },
      replies: { 200: ImportReport },
      fails: ['NameReserved', 'KindUnknown', 'LanguageUnknown', 'AssetsInvalid'],
      async run(call, services) {
        const { metadata, assetsFor, name, report = EMPTY_REPORT } = family.readImport(call.body, requestedFormat(call));
        const projectName = metadata.projectName ?? metadata.name ?? name ?? '';
        // Validated as an import into an existing project, because the limit on projects does not matter here.
        const { kind, language } = await buildProject(
          family,
          services,
          call.account.id,
          projectName,
          parseOptions(family, projectName, metadata),
          true,
        );
        const lists = Object.entries(assetsFor(kind)).flatMap(([list, value]) =>
          Array.isArray(value) ? [[list, value.length] as const] : [],
        );
        return reply(200, { projectName, projectKind: kind, language, counts: Object.fromEntries(lists), report });
      },
    }),
    familyOperation(family, {
      ids: { conversations: 'conversations.fetchProject', texts: 'texts.fetchProject' },
      summary: 'Fetch the exported file of a project of another resource, without writing anything',
      route: 'POST /:fetch-project',
      body: FetchRequest,
      example: { body: { resourceUrl: 'https://old-resource.example', key: 'key-of-the-resource', projectName: 'example' } },
      replies: { 200: Bytes },
      async run({ account, body: { resourceUrl, key, projectName } }, services) {
        const resource = parseResourceAddress('resourceUrl', resourceUrl);
        const content = await fetches.run(account.id, {
          work: () => fetchProject(services.fetch, family.name, { resource, key, projectName }),
          refused: () => fail('RateExceeded', { retryAfter: FETCH_RETRY_SECONDS }),
        });
        return reply(200, content, { headers: { 'content-type': 'application/json' } });
      },
    }),
    jobStatusOperation(family, {
      ids: { conversations: 'conversations.getImportStatus', texts: 'texts.getImportStatus' },
      summary: 'Get the status of an import',
      path: '/import/jobs/{jobId}',
      kinds: IMPORT_JOB,
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.exportProject', texts: 'texts.exportProject' },
      summary: 'Export a project, or the assets that one of its models was trained on',
      route: 'POST /:export',
      inThread: 'always',
      query: Type.Object({
        format: Type.Optional(Type.String()),
        stringIndexType: Type.Optional(Type.String()),
        trainedModelLabel: Type.Optional(Type.String()),
      }),
      replies: { 202: null },
      fails: ['ModelNotFound'],
      async run(found, call, services) {
        const { owner } = found;
        const { value, version } = found.project;
        const { trainedModelLabel, stringIndexType = FILE_INDEX } = call.query;
        parseOffsetUnit(stringIndexType);
        const assets =
          trainedModelLabel === undefined ? value.assets : (await findModel(services, found, trainedModelLabel)).value.snapshot;
        const change = new Change();
        const { job, ...answer } = accepted(family, found, call, services, change, EXPORT_JOB, '/export/jobs/{jobId}');
        const format = requestedFormat(call);
        change.put(exportedProjects, owner, job.id, {
          project: { ...value, assets },
          ...(trainedModelLabel === undefined && { version }),
          ...(format !== undefined && { format }),
          stringIndexType,
          expiresAt: job.expiresAt,
        });
        return answer;
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.getExportStatus', texts: 'texts.getExportStatus' },
      summary: 'Get the status of an export, and the address of its result',
      route: 'GET /export/jobs/{jobId}',
      replies: { 200: ExportJobRecord },
      fails: ['JobNotFound'],
      async run(found, call, services) {
        const { value } = await findJob(services, found, EXPORT_JOB[family.name], call.params.jobId!);
        const resultUrl = call.link('/projects/{projectName}/export/jobs/{jobId}/result', call.params);
        return reply(200, { ...jobView(value, call.version), resultUrl });
      },
    }),
    projectOperation(family, {
      ids: { conversations: 'conversations.getExportResult', texts: 'texts.getExportResult' },
      summary: 'Get an exported project',
      route: 'GET /export/jobs/{jobId}/result',
      inThread: 'always',
      replies: { 200: Anything },
      fails: ['JobNotFound'],
      async run(found, call, services) {
        const { owner } = found;
        const { id } = (await findJob(services, found, EXPORT_JOB[family.name], call.params.jobId!)).value;
        const exported = (await services.records.get(exportedProjects, owner, id))?.value;
        if (!exported) throw projectFailure('JobNotFound');
        const { project, version, format, stringIndexType } = exported;
        const assets = await readBlob<Assets>(services, owner, project.assets);
        return reply(200, family.writeExport(project, assets, call.version, format, stringIndexType), {
          headers: version === undefined ? {} : etag({ version }),
        });
      },
    }),
  ];
}

/** The format is a query parameter; in the oldest version, a header. */
function requestedFormat({
  query,
  headers,
}: {
  query: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}): string | undefined {
  const { format = headers.format } = query as { format?: string };
  return typeof format === 'string' ? format.toLowerCase() : undefined;
}
