/** The description of all operations in OpenAPI 3.1, made from the table. */
import type { TSchema } from 'typebox';
import { vendorPath } from './aliases.ts';
import type { Area, Mount } from './area.ts';
import { Bytes } from './operation.ts';
import type { Need, Operation } from './operation.ts';

const ERROR = { description: 'A failure, in the words of the area', content: { 'application/json': { schema: { type: 'object', properties: { error: { type: 'object' } } } } } };

const MEDIA_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded', bytes: 'application/octet-stream', jsonOrText: 'application/json' } as const;

const SECURITY: Record<Need, object[]> = { authoring: [{ key: [] }], prediction: [{ key: [] }], manager: [{ bearer: [] }], nothing: [] };

export function openApi(areas: readonly Area[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const area of areas) {
    for (const operation of area.operations) {
      for (const mount of area.mounts) {
        if (operation.versions && !operation.versions.includes(mount.version)) continue;
        const path = mount.base + operation.path;
        (paths[path] ??= {})[operation.method.toLowerCase()] = describe(area, operation, mount);
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Perennial', version, license: { name: 'MIT', identifier: 'MIT' } },
    tags: areas.map(({ name, title }) => ({ name, description: title })),
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Ocp-Apim-Subscription-Key' }, bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  };
}

function describe(area: Area, operation: Operation, mount: Mount): object {
  const { id, summary, body, bodyOptional, accepts = 'json', replies, needs, fails = [] } = operation;
  const path = mount.base + operation.path;
  const mediaType = MEDIA_TYPES[accepts];
  return {
    operationId: `${id}@${mount.version}`,
    summary, tags: [area.name], security: SECURITY[needs],
    ...vendorPath(path) !== path && { 'x-vendor-path': vendorPath(path) },
    ...fails.length > 0 && { 'x-failures': fails },
    parameters: parametersOf(operation, mount),
    ...body && { requestBody: { required: !bodyOptional, content: { [mediaType]: { schema: body }, ...accepts === 'jsonOrText' && { 'text/plain': { schema: { type: 'string' } } } } } },
    responses: {
      ...Object.fromEntries(Object.entries(replies).map(([status, schema]) => [status, schema ? { description: 'Success', content: { [schema === Bytes ? MEDIA_TYPES.bytes : MEDIA_TYPES.json]: { schema } } } : { description: 'Success, without a body' }])),
      default: ERROR,
    },
  };
}

function parametersOf({ path, params, query }: Operation, mount: Mount): object[] {
  const declared = propertiesOf(params);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: declared[name!] ?? { type: 'string' } }));
  const required = new Set((query as { required?: string[] } | undefined)?.required);
  const inQuery = Object.entries(propertiesOf(query)).map(([name, schema]) => ({ name, in: 'query', required: required.has(name) && (schema as { default?: unknown }).default === undefined, schema }));
  const version = mount.marker === 'query' ? [{ name: 'api-version', in: 'query', required: true, schema: { type: 'string', enum: [mount.version] } }] : [];
  return [...inPath, ...version, ...inQuery];
}

function propertiesOf(schema: TSchema | undefined): Record<string, TSchema> {
  return (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
}
