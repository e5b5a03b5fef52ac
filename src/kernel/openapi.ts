/**
 * The description of all operations in OpenAPI 3.1, made from the table. Versions that share a path and an operation
 * share a description; where versions have different operations at one path, the later ones in the table get the path
 * with their version appended, since OpenAPI distinguishes operations by path and method alone.
 */
import type { TSchema } from 'typebox';
import { vendorPath } from './aliases.ts';
import type { Area, Mount } from './area.ts';
import { Bytes } from './operation.ts';
import type { Need, Operation } from './operation.ts';

const ERROR = {
  description: 'A failure, in the words of the area',
  content: { 'application/json': { schema: { type: 'object', properties: { error: { type: 'object' } } } } },
};

const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/octet-stream',
  jsonOrText: 'application/json',
  jsonOrBytes: 'application/json',
} as const;

/** Of operations that support conditions. */
const CONDITIONS = [
  ['If-Match', 'The ETag of the state that is replaced.'],
  ['If-None-Match', 'An asterisk: only where nothing is yet.'],
].map(([name, description]) => ({ name, in: 'header', required: false, description, schema: { type: 'string' } }));

const SECURITY: Record<Need, object[]> = { authoring: [{ key: [] }], prediction: [{ key: [] }], manager: [{ bearer: [] }], nothing: [] };

export function openApi(areas: readonly Area[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  const ids = new Set<string>();
  for (const area of areas) {
    for (const operation of area.operations) {
      const served = area.mounts.filter(({ version: one }) => operation.versions?.includes(one) ?? true);
      for (const mounts of Map.groupBy(served, ({ base, marker, version: one }) =>
        marker === 'query' ? base : `${base} ${one}`,
      ).values()) {
        const method = operation.method.toLowerCase();
        const path = mounts[0]!.base + operation.path;
        const place = paths[path]?.[method] ? `${path}?api-version=${mounts[0]!.version}` : path;
        let id = `${operation.id}@${mounts[0]!.version}`;
        for (let n = 2; ids.has(id); n++) id = `${operation.id}@${mounts[0]!.version}-${n}`;
        ids.add(id);
        (paths[place] ??= {})[method] = describe(id, area, operation, mounts);
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Perennial', version, license: { name: 'MIT', identifier: 'MIT' } },
    tags: areas.map(({ name, title }) => ({ name, description: title })),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'Ocp-Apim-Subscription-Key' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
    paths,
  };
}

/** One operation at one path; the mounts differ only in their versions. */
function describe(operationId: string, area: Area, operation: Operation, mounts: readonly Mount[]): object {
  const { summary, body, bodyOptional, accepts = 'json', replies, needs, fails = [] } = operation;
  const path = mounts[0]!.base + operation.path;
  const mediaType = MEDIA_TYPES[accepts];
  return {
    operationId,
    summary,
    tags: [area.name],
    security: SECURITY[needs],
    ...(vendorPath(path) !== path && { 'x-vendor-path': vendorPath(path) }),
    ...(fails.length > 0 && { 'x-failures': fails }),
    parameters: parametersOf(operation, mounts),
    ...(body && {
      requestBody: {
        required: !bodyOptional,
        content: {
          [mediaType]: { schema: body },
          ...(accepts === 'jsonOrText' && { 'text/plain': { schema: { type: 'string' } } }),
          ...Object.fromEntries((operation.mediaTypes ?? []).map((type) => [type, { schema: Bytes }])),
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(replies).map(([status, schema]) => [
          status,
          schema
            ? { description: 'Success', content: { [schema === Bytes ? MEDIA_TYPES.bytes : MEDIA_TYPES.json]: { schema } } }
            : { description: 'Success, without a body' },
        ]),
      ),
      ...(operation.conditional && { 412: ERROR }),
      default: ERROR,
    },
  };
}

function parametersOf({ path, params, query, conditional }: Operation, mounts: readonly Mount[]): object[] {
  const declared = propertiesOf(params);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: declared[name!] ?? { type: 'string' },
  }));
  const required = new Set((query as { required?: string[] } | undefined)?.required);
  const inQuery = Object.entries(propertiesOf(query)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name) && (schema as { default?: unknown }).default === undefined,
    schema,
  }));
  const version =
    mounts[0]!.marker === 'query'
      ? [{ name: 'api-version', in: 'query', required: true, schema: { type: 'string', enum: mounts.map((mount) => mount.version) } }]
      : [];
  return [...inPath, ...version, ...inQuery, ...(conditional ? CONDITIONS : [])];
}

function propertiesOf(schema: TSchema | undefined): Record<string, TSchema> {
  return (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
}
