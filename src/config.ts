/** The only reader of flags, environment and configuration file. Flags win over the environment, that over the file. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readProxies } from './http/client-address.ts';
import { readRoles } from './accounts/operators/oidc-sign-in.ts';
import { documentSettings } from './areas/documents/settings.ts';
import { faceSettings } from './areas/faces/settings.ts';
import { address, anyText, flag, integer, matching, oneOf } from './kernel/settings.ts';
import type { Setting, Settings, SettingValues } from './kernel/settings.ts';
import { predictionSettings } from './prediction/settings.ts';
import { BLOB_LOCATIONS, formatBlobLocation, parseBlobLocation } from './storage/blobs/blob-location.ts';
import { telemetrySettings } from './telemetry/settings.ts';

const CORE_SETTINGS = {
  port: { env: 'PORT', default: 8080, help: 'port to listen on; 0 for any free one', ...integer(0, 65535) },
  host: { env: 'HOST', default: '127.0.0.1', help: 'address to listen on', ...matching(/^[\w.:-]+$/, 'a host name or address') },
  data: { env: 'PERENNIAL_DATA', default: './data', help: 'folder of the database, blobs and secrets', ...anyText },
  region: {
    env: 'PERENNIAL_REGION',
    default: 'local',
    help: 'region that this server serves',
    ...matching(/^[A-Za-z0-9-]{1,64}$/, 'letters, digits and -'),
  },
  adminSecret: {
    env: 'PERENNIAL_ADMIN_SECRET',
    secret: true,
    help: 'secret of the management plane; generated and saved on first start when unset',
    ...matching(/^.{12,}$/, 'at least 12 characters'),
  },
  masterKey: {
    env: 'PERENNIAL_MASTER_KEY',
    secret: true,
    help: 'key that encrypts stored secrets; generated and saved on first start when unset',
    ...matching(/^[0-9a-f]{64}$/i, '64 hexadecimal digits'),
  },
  publicUrl: {
    env: 'PERENNIAL_PUBLIC_URL',
    help: 'address under which callers reach the server, when not the one they request',
    ...address('http:', 'https:'),
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    secret: true,
    help: 'PostgreSQL to use instead of the embedded database',
    ...address('postgres:', 'postgresql:'),
  },
  databaseDirectUrl: {
    env: 'PERENNIAL_DATABASE_DIRECT_URL',
    secret: true,
    help: 'PostgreSQL itself, where DATABASE_URL leads through a connection pooler in transaction mode',
    ...address('postgres:', 'postgresql:'),
  },
  blobs: {
    env: 'PERENNIAL_BLOBS',
    help: 'where blobs are stored; files with the embedded database, postgres with DATABASE_URL when unset',
    read: (text: string): string | undefined => {
      const location = parseBlobLocation(text);
      return location && formatBlobLocation(location);
    },
    allowed: BLOB_LOCATIONS,
  },
  blobsConnection: {
    env: 'PERENNIAL_BLOBS_CONNECTION',
    secret: true,
    help: 'connection string of the blob storage that PERENNIAL_BLOBS=azure://… names',
    ...anyText,
  },
  role: {
    env: 'PERENNIAL_ROLE',
    default: 'all',
    help: 'what this process does: answer calls, run jobs, or both',
    ...oneOf('all', 'api', 'worker'),
  },
  fetchAllow: {
    env: 'PERENNIAL_FETCH_ALLOW',
    default: [] as readonly string[],
    help: 'comma-separated host[:port] that may be fetched from besides public ones',
    read: listOf,
    allowed: 'host[:port],…',
  },
  trustedProxies: {
    env: 'PERENNIAL_TRUSTED_PROXIES',
    default: [] as readonly string[],
    help: 'comma-separated addresses or networks of proxies whose X-Forwarded-For names the client',
    read: (text: string): readonly string[] | undefined => (readProxies(listOf(text)) ? listOf(text) : undefined),
    allowed: 'address[/bits],…',
  },
  oidcIssuer: { env: 'PERENNIAL_OIDC_ISSUER', help: 'external issuer of management tokens', ...address('http:', 'https:') },
  oidcAudience: { env: 'PERENNIAL_OIDC_AUDIENCE', help: 'audience that its tokens must name', ...anyText },
  oidcJwksUrl: { env: 'PERENNIAL_OIDC_JWKS_URL', help: 'address of its signing keys', ...address('http:', 'https:') },
  oidcClientId: { env: 'PERENNIAL_OIDC_CLIENT_ID', help: 'client under which operators sign in to the console at the issuer', ...anyText },
  oidcClientSecret: { env: 'PERENNIAL_OIDC_CLIENT_SECRET', secret: true, help: 'secret of that client, where it has one', ...anyText },
  oidcRoleClaim: {
    env: 'PERENNIAL_OIDC_ROLE_CLAIM',
    default: 'roles',
    help: 'claim of its id tokens that names the roles of an operator',
    ...anyText,
  },
  oidcRoles: {
    env: 'PERENNIAL_OIDC_ROLES',
    help: 'comma-separated value=role, the values of that claim; perennial.none, perennial.view, perennial.label and perennial.manage when unset',
    read: (text: string): string | undefined => (readRoles(text) ? text : undefined),
    allowed: 'value=none|view|label|manage,…',
  },
  logLevel: {
    env: 'PERENNIAL_LOG_LEVEL',
    default: 'info',
    help: 'minimum level that is logged',
    ...oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  },
  metricsPort: {
    env: 'PERENNIAL_METRICS_PORT',
    help: 'port that serves /metrics alone, instead of the port of calls',
    ...integer(1, 65_535),
  },
  metricsKey: {
    env: 'PERENNIAL_METRICS_KEY',
    secret: true,
    help: 'bearer token that /metrics requires; open when unset',
    ...matching(/^[!-~]{12,}$/, 'at least 12 printable characters without spaces'),
  },
  tls: { env: 'PERENNIAL_TLS', default: false, help: 'serve https with a local certificate, created on first use', ...flag },
  dev: { env: 'PERENNIAL_DEV', default: false, help: 'serve from memory with fixed keys, for tests', ...flag },
  jobLeaseMs: {
    env: 'PERENNIAL_JOB_LEASE_MS',
    default: 15_000,
    help: 'how long a worker holds a job without renewing its lease',
    ...integer(200, 3_600_000),
  },
  jobAttempts: { env: 'PERENNIAL_JOB_ATTEMPTS', default: 5, help: 'how often an interrupted or failed job is tried', ...integer(1, 1000) },
  jobsAtOnce: {
    env: 'PERENNIAL_JOBS_AT_ONCE',
    default: 2,
    help: 'jobs that this process runs concurrently, and as many interactive ones of one account',
    ...integer(1, 64),
  },
  bodyMemoryMb: {
    env: 'PERENNIAL_BODY_MEMORY_MB',
    default: 256,
    help: 'memory for request bodies of all calls in progress, in megabytes; one account may use half',
    ...integer(16, 65_536),
  },
  uploadSpaceMb: {
    env: 'PERENNIAL_UPLOAD_SPACE_MB',
    default: 2048,
    help: 'disk space for large request bodies of all calls in progress, in megabytes; one account may use half',
    ...integer(16, 1_048_576),
  },
  eraseSeconds: {
    env: 'PERENNIAL_ERASE_SECONDS',
    default: 30,
    help: 'seconds until deleted and expired data is gone from the files',
    ...integer(1, 86_400),
  },
  sentenceWeights: {
    env: 'PERENNIAL_SENTENCE_WEIGHTS',
    help: 'folder of a sentence encoder of your own, trained as docs/languages.md describes',
    ...anyText,
  },
  uploadMb: { env: 'PERENNIAL_UPLOAD_MB', default: 50, help: 'largest document that is accepted, in megabytes', ...integer(1, 500) },
} as const;

const ALL_SETTINGS = { ...CORE_SETTINGS, ...telemetrySettings, ...documentSettings, ...faceSettings, ...predictionSettings };

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

export type Config = SettingValues<typeof ALL_SETTINGS>;

export const SETTINGS: Settings = ALL_SETTINGS;

export class ConfigProblems extends Error {
  override name = 'ConfigProblems';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

export interface ConfigSources {
  argv?: readonly string[];
  env?: Readonly<Record<string, string | undefined>>;
  /** Flags of a command's own, and whether they take a value. */
  flags?: Readonly<Record<string, 'string' | 'boolean'>>;
}

/** The frozen configuration, with the flags that are not settings; throws all problems together. */
export function readConfig({ argv = [], env = {}, flags: own = {} }: ConfigSources): {
  config: Config;
  rest: string[];
  flags: Record<string, string | boolean>;
} {
  const { values, positionals } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    options: { ...parseOptions, ...Object.fromEntries(Object.entries(own).map(([name, type]) => [name, { type }])) },
  });
  const flags = values as Record<string, string | boolean>;
  const problems: string[] = [];
  const file = readFile(flags.config ?? env.PERENNIAL_CONFIG, problems);
  const config: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const isUnused = setting.needs !== undefined && config[setting.needs] === SETTINGS[setting.needs]!.default;
    if (isUnused) {
      config[name] = setting.default;
      continue;
    }
    const found = fromFlag(flags, name) ?? fromEnvironment(env, setting, problems) ?? fromFile(file, name);
    config[name] = found === undefined ? setting.default : checked(name, setting, found, problems);
  }
  for (const name of Object.keys(file)) if (!(name in SETTINGS)) problems.push(`${name} (file): no such setting`);
  const oidc = ['oidcIssuer', 'oidcAudience', 'oidcJwksUrl'].filter((name) => config[name] !== undefined);
  const isForSignIn = oidc.join() === 'oidcIssuer' && config.oidcClientId !== undefined;
  if (oidc.length > 0 && oidc.length < 3 && !isForSignIn) problems.push('oidcIssuer, oidcAudience and oidcJwksUrl must be set together');
  if (config.oidcClientId !== undefined && config.oidcIssuer === undefined) problems.push('oidcClientId needs oidcIssuer');
  if (config.databaseDirectUrl !== undefined && config.databaseUrl === undefined) problems.push('databaseDirectUrl needs databaseUrl');
  if (config.blobs === 'postgres' && config.databaseUrl === undefined) problems.push('blobs: postgres needs databaseUrl (DATABASE_URL)');
  if (String(config.blobs).startsWith('azure:') && config.blobsConnection === undefined)
    problems.push('blobs: azure://… needs blobsConnection (PERENNIAL_BLOBS_CONNECTION)');
  if (problems.length > 0) throw new ConfigProblems(problems);
  const known = new Set(Object.keys(SETTINGS).map(flagName));
  return {
    config: Object.freeze(config) as Config,
    rest: positionals,
    flags: Object.fromEntries(Object.entries(flags).filter(([name]) => !known.has(name) && name !== 'config')),
  };
}

/** The settings that have another value than their default, by their names in the environment; of a secret only that it is set. */
export function changedSettings(config: Config): { name: string; value?: string }[] {
  return Object.entries(SETTINGS).flatMap(([setting, { env: name, default: preset, secret }]) => {
    const value = config[setting as keyof Config];
    if (value === undefined || String(value) === String(preset)) return [];
    const shown = [value].flat().map((one) => withoutCredentials(String(one)));
    return [{ name, ...(!secret && { value: shown.join(', ') }) }];
  });
}

/** Addresses without what may be a password in them. */
function withoutCredentials(text: string): string {
  if (!/^https?:/.test(text)) return text;
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/^\/$/, '');
}

/** Where the local certificate lies; `--dev` leaves nothing in the data folder. */
export function tlsFolder({ dev, data }: Pick<Config, 'dev' | 'data'>): string {
  return dev ? join(tmpdir(), 'perennial-dev-tls') : join(data, 'tls');
}

/** An issuer alone is one where operators sign in. */
export function oidcOptions({
  oidcIssuer,
  oidcAudience,
  oidcJwksUrl,
}: Config): { issuer: string; audience: string; jwksUrl: string } | undefined {
  return oidcIssuer === undefined || oidcAudience === undefined || oidcJwksUrl === undefined
    ? undefined
    : { issuer: oidcIssuer, audience: oidcAudience, jwksUrl: oidcJwksUrl };
}

/** The names that a certificate of the server is for. */
export function tlsHosts({ host, publicUrl }: Config): string[] {
  const hosts = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return ['0.0.0.0', '::'].includes(host) ? hosts : [host, ...hosts];
}

export function flagName(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

interface Found {
  text: string;
  from: string;
}

const parseOptions = Object.fromEntries([
  ...Object.entries(SETTINGS).map(
    ([name, setting]) => [flagName(name), { type: setting.default === false ? ('boolean' as const) : ('string' as const) }] as const,
  ),
  ['config', { type: 'string' as const }] as const,
]);

function fromFlag(flags: Record<string, string | boolean>, name: string): Found | undefined {
  const value = flags[flagName(name)];
  return value === undefined ? undefined : { text: String(value), from: `--${flagName(name)}` };
}

function fromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  { env: name, secret }: Setting,
  problems: string[],
): Found | undefined {
  const path = secret ? env[`${name}_FILE`] : undefined;
  if (env[name] !== undefined && env[name] !== '') return { text: env[name], from: name };
  if (path === undefined) return undefined;
  try {
    return { text: readFileSync(path, 'utf8').trim(), from: `${name}_FILE` };
  } catch {
    problems.push(`${name}_FILE: ${path} cannot be read`);
    return undefined;
  }
}

function fromFile(file: Record<string, unknown>, name: string): Found | undefined {
  const value = file[name];
  return value === undefined ? undefined : { text: Array.isArray(value) ? value.join(',') : String(value), from: `${name} (file)` };
}

function readFile(path: string | boolean | undefined, problems: string[]): Record<string, unknown> {
  if (typeof path !== 'string') return {};
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
    problems.push(`configuration file ${path}: must hold a JSON object`);
  } catch {
    problems.push(`configuration file ${path}: cannot be read as JSON`);
  }
  return {};
}

function checked(name: string, setting: Setting, { text, from }: Found, problems: string[]): unknown {
  const value = setting.read(text);
  if (value === undefined)
    problems.push(`${from}: ${setting.secret ? 'the value' : `"${text}"`} is not allowed for ${name}; it must be ${setting.allowed}`);
  return value;
}
