/** The page of an operation: addresses, key, parameters, bodies, failures; beside them a call, its reply, and the calls of clients. */
import { isBinary } from './example.ts';
import type { OperationExample } from './example.ts';
import { escapeHtml as text } from './html.ts';
import { codeBlock, codeTabs, tableOf } from './markdown.ts';
import type { FamilyOperations } from './families.ts';
import { bodyView, parameterList } from './schema-view.ts';
import type { Descriptions } from './schema-view.ts';
import { addressesOf } from './table.ts';
import type { DocumentedFailure, DocumentedOperation, Schema } from './table.ts';

const ORIGIN = 'http://127.0.0.1:8080';
const KEY_HEADER = 'Ocp-Apim-Subscription-Key';

export interface OperationPageInput {
  operation: DocumentedOperation;
  family: FamilyOperations;
  example: OperationExample;
  descriptions: Descriptions;
  /** The call with the vendor's clients, where the examples of the guide have it. */
  clientTabs: string;
  url(page: string): string;
}

export function operationName({ id }: DocumentedOperation): string {
  return id.slice(id.indexOf('.') + 1);
}

/** Summaries have remarks after a semicolon: the title is what comes before. */
export function operationTitle({ summary, id, refusedBecause }: DocumentedOperation): string {
  return refusedBecause === undefined ? summary.split(/[;:](?: |$)/, 1)[0]! : `${spaced(id.slice(id.indexOf('.') + 1))} (refused)`;
}

/** For lists: without what comes after a comma. */
export function shortTitle(operation: DocumentedOperation): string {
  return operationTitle(operation).split(', ', 1)[0]!;
}

function spaced(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words[0]!.toUpperCase() + words.slice(1);
}

export function operationPage(input: OperationPageInput): string {
  const { operation, family, example, clientTabs, url, descriptions } = input;
  const context = { area: family.slug, descriptions };
  const pathNames = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const title = operationTitle(operation);
  const remark =
    operation.summary === title
      ? ''
      : `<p class="lead">${text(operation.refusedBecause === undefined ? `${operation.summary}.` : operation.summary)}</p>`;
  const main = [
    `<p class="eyebrow"><a href="${url(`reference/${family.slug}`)}">${text(family.title)} reference</a> · <code>${operation.id}</code></p>`,
    `<h1 id="top">${text(title)}</h1>${remark}`,
    operation.refusedBecause === undefined
      ? ''
      : `<p class="note"><strong>Refused by design.</strong> ${text(sentence(operation.refusedBecause))}</p>`,
    addressTable(operation),
    section('key', 'Key', `<p>${needs(operation, family)}</p>${conditions(operation)}`),
    section('path', 'Path parameters', parameterList(operation.params, pathNames, context)),
    section('query', 'Query parameters', versionRow(operation) + parameterList(operation.query, undefined, context)),
    requestBody(operation, context),
    section(
      'replies',
      'Replies',
      Object.entries(operation.replies)
        .map(([status, schema]) => replyView(status, schema, context))
        .join(''),
    ),
    section('failures', 'Failures', failureView(operation, family, url)),
  ];
  const aside = [
    codeTabs([{ label: 'curl', html: codeBlock(curl(operation, example), 'sh') }]),
    replyBlock(example),
    clientTabs === '' ? '' : `<h2 class="aside-title" id="clients">With the vendor’s clients</h2>${clientTabs}`,
  ];
  return `<div class="operation"><div class="operation-main">${main.join('')}</div><div class="operation-aside" aria-label="Example" role="region">${aside.join('')}</div></div>`;
}

function section(id: string, title: string, html: string): string {
  return html === '' ? '' : `<h2 id="${id}">${title}</h2>${html}`;
}

function sentence(words: string): string {
  const trimmed = words.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function addressTable(operation: DocumentedOperation): string {
  const rows = addressesOf(operation).map(({ path, vendorPath, marker, versions, servesLater }) => {
    const alias = vendorPath === path ? '' : `<div class="alias"><span>also</span> <code>${breakable(vendorPath)}</code></div>`;
    const shown = versions
      .toSorted()
      .reverse()
      .map((version) => `<code>${text(version)}</code>`)
      .join(' ');
    const how =
      marker === 'query' ? `in <code>api-version</code>${servesLater ? '; later ones are answered as the newest' : ''}` : 'in the path';
    return `<div class="address"><div class="route"><span class="method ${operation.method.toLowerCase()}">${operation.method}</span> <code>${breakable(path)}</code></div>${alias}<div class="versions">Versions ${shown} <span class="soft">${how}</span></div></div>`;
  });
  return `<div class="addresses">${rows.join('')}</div>`;
}

/** A path that may be broken before each segment. */
function breakable(path: string): string {
  return text(path).replace(/(?!^)([/:])/g, '<wbr>$1');
}

function needs({ needs: need }: DocumentedOperation, { areas }: FamilyOperations): string {
  const kinds = ['MultiService', ...new Set(areas.flatMap((area) => area.kinds))].map((kind) => `<code>${kind}</code>`).join(', ');
  const header = `in the header <code>${KEY_HEADER}</code>`;
  switch (need) {
    case 'authoring':
      return `A key of the account ${header}; the account is of kind ${kinds}.`;
    case 'prediction':
      return `A key of the account, or a prediction key, ${header}; the account is of kind ${kinds}.`;
    case 'manager':
      return 'A bearer token of the management plane in the header <code>Authorization</code>, from <code>POST /oauth2/token</code>.';
    case 'nothing':
      return 'No key.';
  }
}

function conditions({ conditional }: DocumentedOperation): string {
  return conditional
    ? '<p>It supports <code>If-Match</code> and <code>If-None-Match</code> with the <code>ETag</code> of what it writes; where the condition does not hold it answers 412 and changes nothing.</p>'
    : '';
}

function versionRow(operation: DocumentedOperation): string {
  const asked = operation.mounts.some(({ marker }) => marker === 'query');
  return asked
    ? '<ul class="fields"><li><div class="field"><code class="name">api-version</code> <span class="type">string</span> <span class="required">required</span></div><p>One of the versions above.</p></li></ul>'
    : '';
}

function requestBody(operation: DocumentedOperation, context: { area: string; descriptions: Descriptions }): string {
  const { body, accepts = 'json', mediaTypes = [], bodyOptional } = operation;
  if (!body) return '';
  const types = {
    json: ['application/json'],
    form: ['application/x-www-form-urlencoded'],
    bytes: mediaTypes.length > 0 ? mediaTypes : ['application/octet-stream'],
    jsonOrText: ['application/json', 'text/plain'],
    jsonOrBytes: ['application/json', ...mediaTypes],
  }[accepts];
  const list = types.map((type) => `<code>${text(type)}</code>`).join(' ');
  return section(
    'body',
    'Request body',
    `<p class="media">${list}${bodyOptional ? ' <span class="soft">may be omitted</span>' : ''}</p>${bodyView(body, context)}`,
  );
}

function replyView(status: string, schema: Schema | null, context: { area: string; descriptions: Descriptions }): string {
  return `<h3 id="reply-${status}"><span class="status ok">${status}</span></h3>${schema ? bodyView(schema, context) : '<p class="soft">No body.</p>'}`;
}

function failureView({ failures, needs: need }: DocumentedOperation, family: FamilyOperations, url: (page: string) => string): string {
  const shared = family.areas[0]!.failures;
  const usual = shared.find(({ kind }) => kind === (need === 'manager' ? 'TokenInvalid' : 'KeyInvalid'));
  const own = failures.length > 0 ? failureTable(failures) : '';
  const shape = need === 'nothing' || usual === undefined ? '' : codeBlock(JSON.stringify(usual.body, null, 2), 'json');
  return `${own}<p>Every operation may also answer with the <a href="${url(`reference/${family.slug}`)}#failures">failures of the whole area</a>: a missing or wrong key, a limit, input that does not fit the schema. Their shape:</p>${shape}`;
}

export function failureTable(failures: readonly DocumentedFailure[]): string {
  return tableOf(
    ['Status', 'Failure', 'What to do'],
    failures.map(({ kind, status, message, remedy, body }) => [
      `<span class="status bad">${status}</span>`,
      `<code>${text(kind)}</code><br>${text(message)}<details class="shape"><summary>Body</summary>${codeBlock(JSON.stringify(body, null, 2), 'json')}</details>`,
      text(remedy),
    ]),
  );
}

function curl(operation: DocumentedOperation, { url, body, contentType }: OperationExample): string {
  const { method, needs: need } = operation;
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} "${ORIGIN}${url}"`];
  if (need === 'manager') lines.push('-H "Authorization: Bearer $TOKEN"');
  else if (need !== 'nothing') lines.push(`-H "${KEY_HEADER}: $KEY"`);
  if (body !== undefined) lines.push(`-H "Content-Type: ${contentType ?? 'application/json'}"`);
  if (isBinary(body)) lines.push(`--data-binary @${fileNameOf(contentType ?? body.binary)}`);
  else if (body !== undefined)
    lines.push(
      `-d '${(typeof body === 'string' && contentType !== undefined ? body : JSON.stringify(body, null, 2)).replaceAll("'", String.raw`'\''`)}'`,
    );
  return lines.join(' \\\n  ');
}

function fileNameOf(type: string): string {
  return type.includes('pdf') ? 'letter.pdf' : type.startsWith('image/') ? 'photo.jpg' : 'file';
}

function replyBlock({ status, headers, reply }: OperationExample): string {
  const lines = Object.entries(headers).filter(([name]) => name !== 'content-type' || isBinary(reply));
  const head = [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\n');
  const body =
    reply === undefined || isBinary(reply)
      ? ''
      : codeBlock(typeof reply === 'string' ? reply : JSON.stringify(reply, null, 2), typeof reply === 'string' ? '' : 'json');
  return `<h2 class="aside-title" id="reply">Reply</h2>${codeBlock(head, '')}${body}`;
}
