/** HTTP client: public operations only, as the signed-in manager or with the key of an account. */
import { t } from '../i18n/messages.ts';
import { pathAndQuery, type Call, type Caller, type Method } from './call.ts';
import { Cell } from './cell.ts';
import { reportAnswer, reportSilence } from './connection.ts';
import { CONSOLE_HEADERS, takeEarly } from './early.ts';

export interface Options extends Omit<Call, 'method' | 'path'> {
  signal?: AbortSignal;
  /** Polling calls are left out of the list of calls. */
  quiet?: boolean;
  /** The response body as bytes. */
  bytes?: boolean;
}

export interface ApiResponse<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** A call that was rejected, or that got no response (status 0). */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly status: number;
  readonly code: string;
  readonly remedy: string | undefined;
  readonly requestId: string | undefined;
  /** The whole response body. */
  readonly body: unknown;
  readonly call: Call;

  constructor(parts: { status: number; code: string; message: string; remedy?: string; requestId?: string; body?: unknown; call: Call }) {
    super(parts.message);
    this.status = parts.status;
    this.code = parts.code;
    this.remedy = parts.remedy;
    this.requestId = parts.requestId;
    this.body = parts.body;
    this.call = parts.call;
  }
}

/** Whether a write was rejected because the resource has changed since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 412;
}

/** Whether a call got no answer: nothing is wrong with it, and it can be sent again. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 0;
}

/** A finished call, as shown in the list of calls. */
export interface RecordedCall {
  id: number;
  caller: Caller;
  call: Call;
  status: number;
  ms: number;
}

const MAX_RECORDED = 60;
export const recordedCalls = new Cell<readonly RecordedCall[]>([]);
let made = 0;

/** `ended` when the session has expired or was ended elsewhere: the page stays unchanged until someone signs in again. */
export const session = new Cell<'unknown' | 'open' | 'ended' | 'none'>('unknown');

/** Who is signed in. */
export interface Operator {
  subject: string;
  /** On the whole server. */
  role: ServerRole;
  /** Roles in single accounts, which count where they are higher. */
  accounts?: readonly AccountRole[];
  /** Whether it signs in with a password, which can be changed. */
  hasPassword?: boolean;
  expirationDateTime?: string;
  /** Encrypts what is stored in the browser. */
  draftKey?: string;
}

export type Role = 'view' | 'label' | 'manage';
export type ServerRole = 'none' | Role;

export interface AccountRole {
  accountId: string;
  role: Role;
}

export const operator = new Cell<Operator | undefined>(undefined);

export type Secret = () => Promise<Readonly<Record<string, string>>>;

export class Client {
  readonly caller: Caller;
  readonly #secret: Secret;
  /** Called when the credential was rejected; resolves to whether to retry. */
  readonly #refused: (response: Response) => boolean;

  constructor(caller: Caller, secret: Secret, refused: (response: Response) => boolean = () => false) {
    this.caller = caller;
    this.#secret = secret;
    this.#refused = refused;
  }

  /** The whole response; throws `CallFailed` unless it succeeded. */
  async call<T>(method: Method, path: string, options: Options = {}): Promise<ApiResponse<T>> {
    const { signal, quiet = false, bytes = false, ...rest } = options;
    const call: Call = { method, path, ...rest };
    const startedAt = performance.now();
    const response = await this.#fetch(call, signal);
    if (!quiet) recordCall({ caller: this.caller, call, status: response.status, ms: performance.now() - startedAt });
    if (response.ok) return { status: response.status, headers: response.headers, body: (await readBody(response, bytes)) as T };
    if (response.status === 401 && this.#refused(response)) return await this.call<T>(method, path, options);
    throw await toCallFailed(call, response);
  }

  async get<T>(path: string, options?: Options): Promise<T> {
    return (await this.call<T>('GET', path, options)).body;
  }

  async post<T>(path: string, json?: unknown, options?: Options): Promise<T> {
    return (await this.call<T>('POST', path, { ...options, json })).body;
  }

  async put<T>(path: string, json?: unknown, options?: Options): Promise<T> {
    return (await this.call<T>('PUT', path, { ...options, json })).body;
  }

  async patch<T>(path: string, json?: unknown, options?: Options): Promise<T> {
    return (await this.call<T>('PATCH', path, { ...options, json })).body;
  }

  async delete<T = void>(path: string, options?: Options): Promise<T> {
    return (await this.call<T>('DELETE', path, options)).body;
  }

  async #fetch(call: Call, signal: AbortSignal | undefined): Promise<Response> {
    const { method, json, file, headers } = call;
    const secret = await this.#secret();
    try {
      const early = method === 'GET' && this.caller === 'manager' ? takeEarly(pathAndQuery(call)) : undefined;
      const response = await (early ??
        fetch(pathAndQuery(call), {
          method,
          signal: signal ?? null,
          cache: 'no-store',
          credentials: 'same-origin',
          body: file ?? (json === undefined ? null : JSON.stringify(json)),
          headers: {
            ...secret,
            ...(json !== undefined && { 'content-type': 'application/json' }),
            ...(file && { 'content-type': file.type === '' ? 'application/octet-stream' : file.type }),
            ...headers,
          },
        }));
      reportAnswer();
      return response;
    } catch (error) {
      if (signal?.aborted) throw error;
      reportSilence();
      throw new CallFailed({
        status: 0,
        code: 'Unreachable',
        message: t('The server did not respond.'),
        remedy: t('Check that it is running, then try again.'),
        call,
      });
    }
  }
}

/** The session has ended, unless the account itself is refused. */
export function onUnauthorized(response: Response): false {
  if (response.headers.get('www-authenticate') === 'Bearer' && session.get() === 'open') session.set('ended');
  return false;
}

/** The signed-in operator. */
export const manager = new Client('manager', () => Promise.resolve(CONSOLE_HEADERS), onUnauthorized);

function recordCall(one: Omit<RecordedCall, 'id'>): void {
  recordedCalls.set([{ id: ++made, ...one }, ...recordedCalls.get().slice(0, MAX_RECORDED - 1)]);
}

async function readBody(response: Response, bytes: boolean): Promise<unknown> {
  if (bytes) return await response.blob();
  const text = await response.text();
  if (text === '') return undefined;
  return isJson(response) ? (JSON.parse(text) as unknown) : text;
}

function isJson({ headers }: Response): boolean {
  return /[/+]json\b/.test(headers.get('content-type') ?? '');
}

interface ErrorBody {
  code?: string;
  statusCode?: number;
  message?: string;
  details?: { message?: string }[];
  innererror?: { code?: string; message?: string };
}

/** Each area has its own error shape. */
async function toCallFailed(call: Call, response: Response): Promise<CallFailed> {
  const text = await response.text();
  let body: unknown = text;
  if (isJson(response) && text !== '') body = JSON.parse(text);
  const written = ((body as { error?: ErrorBody } | undefined)?.error ?? body ?? {}) as ErrorBody;
  const code = written.innererror?.code ?? written.code ?? String(written.statusCode ?? response.status);
  const details =
    written.innererror?.message ??
    written.details
      ?.map(({ message }) => message)
      .filter(Boolean)
      .join(' ');
  const message = [
    written.message ?? t('The server responded with {status}.', { status: response.status }),
    details && details !== written.message ? details : '',
  ]
    .filter(Boolean)
    .join(' ');
  const failed = { path: call.path, status: response.status, code, message: written.message ?? '' };
  return new CallFailed({
    status: response.status,
    code,
    message,
    remedy: await remedyFor(failed),
    requestId: response.headers.get('x-request-id') ?? undefined,
    body,
    call,
  });
}

/** Path of the `Operation-Location` header, where the status of an operation is polled. */
export function operationPath(headers: Headers): string {
  const { pathname, search } = new URL(headers.get('operation-location')!, location.origin);
  return pathname + search;
}

/** Saves a download under the file name given by the server, or else by the caller. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What a failed call means and how to fix it, from the server's failure catalog. */
export interface FailureEntry {
  area: string;
  bases: string[];
  kind: string;
  status: number;
  message: string;
  remedy: string;
}

let catalog: Promise<FailureEntry[]> | undefined;

/** Loaded on the first failure. */
export async function remedyFor(failed: { path: string; status: number; code: string; message: string }): Promise<string | undefined> {
  catalog ??= fetch('/console/failures.json').then(async (answer) => (await answer.json()) as FailureEntry[]);
  try {
    return findFailure(await catalog, failed)?.remedy;
  } catch {
    // The server is gone: there is no catalog, and the failure itself says so.
    catalog = undefined;
    return undefined;
  }
}

/** By code in the area that was called, then by message; then the same among the failures shared by all areas. */
export function findFailure(
  rows: readonly FailureEntry[],
  { path, status, code, message }: { path: string; status: number; code: string; message: string },
): FailureEntry | undefined {
  const reach = ({ area, bases }: FailureEntry): number =>
    area === ''
      ? -1
      : Math.max(-1, ...bases.filter((base) => path.toLowerCase().startsWith(`${base.toLowerCase()}/`)).map(({ length }) => length));
  const nearest = Math.max(...rows.map(reach));
  const called = rows.filter((row) => nearest >= 0 && reach(row) === nearest);
  for (const among of [called, rows.filter(({ area }) => area === '')]) {
    const found =
      among.find((row) => row.kind === code) ?? among.find((row) => row.status === status && matchesMessage(row.message, message));
    if (found) return found;
  }
  return undefined;
}

function matchesMessage(template: string, message: string): boolean {
  const pattern = template
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${pattern}$`, 's').test(message);
}

/** What a job has completed, such as pages, where it can be counted. */
export interface Completed {
  count: number;
  of: number;
  unit: string;
}

/** Status of long-running work. */
export interface JobState {
  status: 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** From 0 to 1, if known. */
  progress?: number;
  message?: string;
}

/** Maps the states of job records and operations of all areas. */
export function toJobStatus(word: string): JobState['status'] {
  const plain = word.toLowerCase();
  if (/^(notstarted|queued|waiting|pending)$/.test(plain)) return 'waiting';
  if (/^(succeeded|success|uptodate|completed|partiallycompleted|partiallysucceeded)$/.test(plain)) return 'succeeded';
  if (/^(failed|fail|error)$/.test(plain)) return 'failed';
  return /^(cancelled|canceled)$/.test(plain) ? 'cancelled' : 'running';
}
