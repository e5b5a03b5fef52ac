/** The reference page of all operations, generated from their table. */
import type { TSchema } from 'typebox';
import { vendorPath } from '../kernel/aliases.ts';
import type { Area, Mount } from '../kernel/area.ts';
import { fail } from '../kernel/failures.ts';
import type { FailureRow } from '../kernel/failures.ts';
import type { Need, Operation } from '../kernel/operation.ts';
import { escapeHtml as text, htmlPage } from './html.ts';

const NEEDS: Record<Need, string> = {
  authoring: 'a key of the account in <code>Ocp-Apim-Subscription-Key</code>',
  prediction: 'a key, or a prediction key, in <code>Ocp-Apim-Subscription-Key</code>',
  manager: 'a bearer token of <code>POST /oauth2/token</code>',
  nothing: 'nothing',
};

export function docsPage(areas: readonly Area[]): string {
  const contents = areas
    .map(({ name, title, operations }) => `<li><a href="#${name}">${text(title)}</a> <span class="soft">${operations.length}</span></li>`)
    .join('');
  return htmlPage(
    'Perennial: operations',
    `
<header><h1>Perennial</h1><p class="soft">The operations that this server answers. Machines read <a href="/openapi.json">/openapi.json</a>.</p><nav aria-label="Areas"><ul>${contents}<li><a href="#errors">Errors of every area</a></li></ul></nav></header>
<main>${areas.map(areaSection).join('')}<h2 id="errors">Errors of every area</h2>${failureTable(fail.rows)}</main>
<footer>Anything else of the interface answers 501 until it is built.</footer>`,
  );
}

function areaSection(area: Area): string {
  return `<section aria-labelledby="${area.name}"><h2 id="${area.name}">${text(area.title)}</h2>${area.operations.map((operation) => operationBlock(area, operation)).join('')}</section>`;
}

function operationBlock(area: Area, operation: Operation): string {
  const { id, method, path, summary, needs, params, query, body, replies, conditional, fails = [] } = operation;
  const mounts = area.mounts.filter(({ version }) => !operation.versions || operation.versions.includes(version));
  const failures = Object.fromEntries(fails.map((kind) => [kind, area.failures!.rows[kind]!]));
  return `<details id="${id}"><summary><span class="method">${method}</span><span class="path">${text((mounts.length === 1 ? mounts[0]!.base : '') + path)}</span><span class="about">${text(summary)}</span></summary>
<p>Needs ${NEEDS[needs]}.${conditional ? ' Heeds <code>If-Match</code> and <code>If-None-Match</code> with the <code>ETag</code> of what it writes.' : ''}</p>${mounts.map((mount) => `<p><code>${method} ${text(address(mount, operation))}</code>${vendorLine(mount, operation)}</p>`).join('')}
${fieldTable('Path', params)}${fieldTable('Query', query)}${fieldTable('Body', body)}
${Object.entries(replies)
  .map(([status, schema]) => `<h3>${status}</h3>${schema ? fieldTable('Reply', schema as TSchema) : '<p class="soft">No body.</p>'}`)
  .join('')}
${fails.length > 0 ? `<h3>Failures</h3>${failureTable(failures)}` : ''}${curl(mounts[0]!, operation)}</details>`;
}

function address({ base, version, marker }: Mount, { path }: Operation): string {
  return base + path + (marker === 'query' ? `?api-version=${version}` : '');
}

function vendorLine({ base }: Mount, { path }: Operation): string {
  const vendor = vendorPath(base + path);
  return vendor === base + path ? '' : ` <span class="soft">also as</span> <code>${text(vendor)}</code>`;
}

interface FieldSchema {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  required?: string[];
}

function fieldTable(title: string, schema: TSchema | undefined): string {
  const fields = schema && fieldsOf(schema as FieldSchema, '');
  if (!fields || fields.length === 0) return '';
  return `<table><thead><tr><th>${title}</th><th>Type</th><th>Rule</th></tr></thead><tbody>${fields.map(([name, type, rule]) => `<tr><td><code>${text(name)}</code></td><td>${text(type)}</td><td>${text(rule)}</td></tr>`).join('')}</tbody></table>`;
}

function fieldsOf(schema: FieldSchema, prefix: string): [name: string, type: string, rule: string][] {
  if (schema.items) return fieldsOf(schema.items, `${prefix}[].`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    [
      prefix + name,
      field.items ? `array of ${field.items.type ?? 'any'}` : (field.type ?? 'any'),
      ruleOf(field, schema.required?.includes(name) ?? false),
    ] as [string, string, string],
    ...fieldsOf(field.items ?? field, `${prefix}${name}${field.items ? '[]' : ''}.`),
  ]);
}

function ruleOf(field: FieldSchema, required: boolean): string {
  const rules = [
    required && field.default === undefined ? 'required' : '',
    field.default === undefined ? '' : `default ${JSON.stringify(field.default)}`,
    field.enum ? `one of ${field.enum.join(', ')}` : '',
    field.pattern ? `pattern ${field.pattern}` : '',
    field.minimum === undefined && field.maximum === undefined ? '' : `${field.minimum ?? ''} to ${field.maximum ?? ''}`,
    field.maxLength === undefined ? '' : `at most ${field.maxLength} characters`,
  ];
  return rules.filter(Boolean).join('; ');
}

function failureTable(rows: Readonly<Record<string, FailureRow>>): string {
  return `<table><thead><tr><th>Status</th><th>What happened</th><th>What to do</th></tr></thead><tbody>${Object.entries(rows)
    .map(
      ([kind, { status, message, remedy }]) =>
        `<tr><td>${status}</td><td>${text(message)}<br><span class="soft">${kind}</span></td><td>${text(remedy)}</td></tr>`,
    )
    .join('')}</tbody></table>`;
}

function curl(mount: Mount, operation: Operation): string {
  const { example, method, needs, body } = operation;
  if (body && !example?.body) return '';
  const path = address(mount, operation).replace(/\{(\w+)\}/g, (_, name: string) => example?.params?.[name] ?? name);
  const header =
    needs === 'manager' ? ' -H "Authorization: Bearer $TOKEN"' : needs === 'nothing' ? '' : ' -H "Ocp-Apim-Subscription-Key: $KEY"';
  const data = example?.body ? ` \\\n  -H "Content-Type: application/json" -d '${JSON.stringify(example.body)}'` : '';
  return `<h3>Try it</h3><pre>curl -X ${method} "http://127.0.0.1:8080${text(path)}"${text(header)}${text(data)}</pre>`;
}
