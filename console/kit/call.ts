/** An HTTP call as a value: request, response, and the same as runnable code. */
export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
/** Who calls: a manager (the session), an account (its key), or anyone. */
export type Caller = 'manager' | 'account' | 'anyone';

export interface Call {
  method: Method;
  /** From the server root, with parameters filled in. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, with its own content type. */
  file?: Blob;
  headers?: Readonly<Record<string, string>>;
}

export function pathAndQuery({ path, query = {} }: Pick<Call, 'path' | 'query'>): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${parts.join('&')}`;
}

const SECRETS: Readonly<Record<Caller, readonly [header: string, shell: string, script: string] | undefined>> = {
  manager: ['Authorization', 'Bearer $TOKEN', '`Bearer ${token}`'],
  account: ['Ocp-Apim-Subscription-Key', '$KEY', 'key'],
  anyone: undefined,
};
const MAX_BODY_LENGTH = 20_000;

/** For a shell. Secrets are variables, so that none is pasted by accident. */
export function asCurl(call: Call, caller: Caller, origin: string): string {
  const secret = SECRETS[caller];
  const lines = [`curl${call.method === 'GET' ? '' : ` -X ${call.method}`} ${shellQuote(origin + pathAndQuery(call))}`];
  if (secret) lines.push(`-H "${secret[0]}: ${secret[1]}"`);
  for (const [name, value] of Object.entries(call.headers ?? {})) lines.push(`-H ${shellQuote(`${name}: ${value}`)}`);
  if (call.json !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${shellQuote(shorten(JSON.stringify(call.json)))}`);
  if (call.file)
    lines.push(`-H ${shellQuote(`Content-Type: ${contentTypeOf(call.file)}`)}`, `--data-binary ${shellQuote(`@${fileNameOf(call.file)}`)}`);
  return lines.join(' \\\n  ');
}

/** For Node or a browser. */
export function asJavaScript(call: Call, caller: Caller, origin: string): string {
  const secret = SECRETS[caller];
  const headers = [
    ...(secret ? [`'${secret[0]}': ${secret[2]}`] : []),
    ...Object.entries(call.headers ?? {}).map(([name, value]) => `'${name}': ${JSON.stringify(value)}`),
    ...(call.json === undefined ? [] : ["'Content-Type': 'application/json'"]),
    ...(call.file ? [`'Content-Type': '${contentTypeOf(call.file)}'`] : []),
  ];
  const options = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(call.json === undefined ? [] : [`body: JSON.stringify(${indent(shorten(JSON.stringify(call.json, null, 2)))})`]),
    ...(call.file ? [`body: await readFile(${JSON.stringify(fileNameOf(call.file))})`] : []),
  ];
  const init = options.length === 0 ? '' : `, {\n  ${options.join(',\n  ')},\n}`;
  const lines = call.file ? ["import { readFile } from 'node:fs/promises';", ''] : [];
  lines.push(
    `const response = await fetch(${JSON.stringify(origin + pathAndQuery(call))}${init});`,
    'console.log(response.status, await response.text());',
  );
  return lines.join('\n');
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function shorten(text: string): string {
  return text.length <= MAX_BODY_LENGTH ? text : `${text.slice(0, MAX_BODY_LENGTH)}…`;
}

function contentTypeOf({ type }: Blob): string {
  return type === '' ? 'application/octet-stream' : type;
}

function fileNameOf(file: Blob): string {
  return 'name' in file ? String(file.name) : 'file';
}
