/** Runs the real server in a child process, started from the command line and called over a socket. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WAIT_MS } from './slowness.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = join(ROOT, 'src/main.ts');
/** Shared between runs: compiling takes half of a command's time. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled');
const MIN_POLL_MS = 10;
const MAX_POLL_MS = 250;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface LaunchedProcess {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  exited: Promise<Exit>;
}

/** The environment without settings of a server. */
function cleanEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(PERENNIAL_.*|PORT|HOST|DATABASE_URL.*|REDIS_URL|NODE_TEST_CONTEXT|NODE_OPTIONS)$/.test(name),
  );
  return { ...Object.fromEntries(own), NODE_COMPILE_CACHE: COMPILE_CACHE, ...extra };
}

export function launch(args: readonly string[], env: Readonly<Record<string, string>>, cwd: string, program = MAIN): LaunchedProcess {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'close').then(([code, signal]) => {
    process.off('exit', kill);
    return { code, signal } as Exit;
  });
  return { child, output, exited };
}

/** Runs a command until it exits, or is killed by the signal. */
export async function run(
  args: readonly string[],
  { env = {}, cwd = ROOT, signal }: { env?: Record<string, string>; cwd?: string; signal?: AbortSignal } = {},
): Promise<CommandResult> {
  const { child, output, exited } = launch(args, env, cwd);
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  const { code } = await exited;
  return { code, ...output };
}

/** A folder for the data of one test file. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'perennial-acceptance-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** What `serve --json` prints when it listens; keys, secret and sign-in link only on the first start of a data folder. */
export interface Announcement {
  address: string;
  console: string;
  docs: string;
  certificateFile?: string;
  key1?: string;
  key2?: string;
  adminSecret?: string;
  signIn?: string;
}

export interface Server {
  address: string;
  announced: Announcement;
  /** Keys of the account `default`. */
  key1: string;
  key2: string;
  adminSecret: string;
  /** What the server has logged so far. */
  logs(): string;
  /** Everything the process has written to stdout and stderr so far. */
  written(): string;
  pid: number;
  /** Sends a signal; returns immediately. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process exits. */
  exited: Promise<Exit>;
  /** Stops the server and waits until it has exited; later calls return the same promise. */
  stop(): Promise<Exit>;
}

export interface StartOptions {
  data?: string;
  args?: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
  /** Another program than the server itself, which takes the same settings and prints its address in the same way. */
  program?: string;
  /** The folder of another version of the server. */
  version?: string;
}

/** Starts a server on a free port of the loopback address and waits until it listens. */
export async function startServer({ data, args = [], env = {}, cwd = ROOT, program, version }: StartOptions): Promise<Server> {
  const { child, output, exited } = launch(
    [...(program === undefined ? ['serve', '--json'] : []), '--port', '0', ...(data === undefined ? [] : ['--data', data]), ...args],
    // Most tests read no document and ask no app, and many servers run at the same time.
    { PERENNIAL_WARM_READERS: '0', PERENNIAL_WARM_THREADS: '0', ...env },
    cwd,
    version === undefined ? program : join(version, 'src/main.ts'),
  );
  await withTimeout('The server did not start', async () => {
    let hasExited = false;
    const end = exited.then(() => (hasExited = true));
    while (!/^\{.*\n/.test(output.stderr) && !hasExited) await Promise.race([once(child.stderr!, 'data'), end]);
    if (hasExited) throw new Error(`The server exited while starting: ${output.stderr}${output.stdout}`);
  }).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const announced = JSON.parse(output.stderr.slice(0, output.stderr.indexOf('\n'))) as Announcement;
  let stopping: Promise<Exit> | undefined;
  const stop = async (): Promise<Exit> => {
    child.kill('SIGTERM');
    try {
      return await withTimeout('The server did not stop', () => exited);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  };
  return {
    address: announced.address,
    announced,
    key1: announced.key1 ?? '',
    key2: announced.key2 ?? '',
    adminSecret: announced.adminSecret ?? '',
    logs: () => output.stdout,
    written: () => output.stdout + output.stderr,
    pid: child.pid!,
    signal: (signal) => void child.kill(signal),
    exited,
    stop: () => (stopping ??= stop()),
  };
}

async function withTimeout<T>(problem: string, work: () => Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`${problem} within ${WAIT_MS / 1000} seconds.`)), WAIT_MS);
  try {
    return await Promise.race([work(), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Polls until `isDone` holds, less and less often; throws with the last value after a timeout. */
export async function eventually<T>(read: () => T | Promise<T>, isDone: (answer: T) => boolean, ms = WAIT_MS): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    const answer = await read();
    if (isDone(answer)) return answer;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > ms) throw new Error(`Not done within ${ms / 1000} seconds; last seen: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(waitedMs / 10, MIN_POLL_MS), MAX_POLL_MS)));
  }
}

export interface CallOptions {
  /** A subscription key. */
  key?: string;
  /** A bearer token of the management plane. */
  token?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged. */
  body?: string | Buffer;
  headers?: OutgoingHttpHeaders;
  /** The certificate to trust. */
  ca?: string;
}

export interface HttpResponse<T> {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  body: T;
}

/** One call: `GET /path`. The path is sent verbatim. */
export async function call<T = unknown>(
  server: { address: string },
  route: string,
  { key, token, json, body, headers, ca }: CallOptions = {},
): Promise<HttpResponse<T>> {
  const [, method, path] = /^(\w+) (.*)$/s.exec(route)!;
  const { protocol, hostname, port } = new URL(server.address);
  const payload = json === undefined ? body : JSON.stringify(json);
  const requestHeaders = {
    ...(key !== undefined && { 'ocp-apim-subscription-key': key }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(payload !== undefined && headers?.['transfer-encoding'] === undefined && { 'content-length': Buffer.byteLength(payload) }),
    ...headers,
  };
  const request = (protocol === 'https:' ? httpsRequest : httpRequest)({
    method,
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    path,
    headers: requestHeaders,
    ca,
  });
  request.end(payload);
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream & { statusCode: number; headers: IncomingHttpHeaders }];
  const bytes = Buffer.concat(await readChunks(response));
  const text = bytes.toString('utf8');
  return { status: response.statusCode, headers: response.headers, bytes, text, body: parseJson(text) as T };
}

async function readChunks(response: NodeJS.ReadableStream): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return chunks;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface TokenReply {
  access_token: string;
  token_type: string;
  expires_in: number;
}

export async function requestToken(
  server: { address: string },
  form: Record<string, string>,
  ca?: string,
): Promise<HttpResponse<TokenReply>> {
  return await call(server, 'POST /oauth2/token', {
    ca,
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

export interface Keys {
  key1: string;
  key2: string;
}
export interface Account {
  id: string;
  name: string;
  location: string;
  kind: string;
  properties: {
    accountId: string;
    endpoint: string;
    limits: Record<string, number>;
    collaborators: string[];
    acceptsAssignmentsFrom: string[];
    storage: Record<string, unknown>;
    blocked: boolean;
    createdDateTime: string;
  };
}
export interface AccountSettings {
  location?: string;
  kind?: string;
  properties?: Record<string, unknown>;
}

/** A client of the management plane with a token. */
export class ManagementClient {
  /** Of the accounts of tests. */
  static resourceGroup = 'tests';
  readonly server: { address: string };
  readonly token: string;
  readonly ca?: string;

  constructor(server: { address: string }, token: string, ca?: string) {
    this.server = server;
    this.token = token;
    this.ca = ca;
  }

  static async connect(server: Pick<Server, 'address' | 'adminSecret'>, ca?: string): Promise<ManagementClient> {
    const form = { grant_type: 'client_credentials', client_id: 'admin', client_secret: server.adminSecret };
    const { status, text, body } = await requestToken(server, form, ca);
    if (status !== 200) throw new Error(`No token: ${status} ${text}`);
    return new ManagementClient(server, body.access_token, ca);
  }

  /** The path of an account in the resource group of the tests, or of a path below it. */
  static accountPath(name: string, rest = ''): string {
    return `/subscriptions/sub/resourceGroups/${ManagementClient.resourceGroup}/accounts/${name}${rest}`;
  }

  async call<T = unknown>(route: string, options: CallOptions = {}): Promise<HttpResponse<T>> {
    return await call<T>(this.server, route, { token: this.token, ca: this.ca, ...options });
  }

  async putAccount(name: string, { location = 'local', ...settings }: AccountSettings = {}): Promise<HttpResponse<Account>> {
    return await this.call(`PUT ${ManagementClient.accountPath(name)}`, { json: { location, ...settings } });
  }

  async listKeys(name: string): Promise<Keys> {
    return (await this.call<Keys>(`POST ${ManagementClient.accountPath(name, '/listKeys')}`)).body;
  }

  /** Creates an account and returns its keys. */
  async createAccount(name: string, settings: AccountSettings = {}): Promise<Keys> {
    const { status, text } = await this.putAccount(name, settings);
    if (status !== 201) throw new Error(`The account ${name} was not created: ${status} ${text}`);
    return await this.listKeys(name);
  }
}

/** The certificate of a server started with `--tls`. */
export function readCertificate({ announced }: Pick<Server, 'announced'>): string {
  return readFileSync(announced.certificateFile!, 'utf8');
}
