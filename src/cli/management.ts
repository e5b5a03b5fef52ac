/** A client of the management plane of a running server. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DEV_ADMIN_SECRET } from '../accounts/keys/dev.ts';
import { secretsFolder } from '../accounts/keys/secrets.ts';
import { tlsFolder } from '../config.ts';
import type { Config } from '../config.ts';
import { UsageError, textFlag } from './command.ts';
import type { Invocation } from './command.ts';

export const MANAGEMENT_FLAGS = { url: { type: 'string', help: 'address of the running server [http://HOST:PORT]' } } as const;

export class Management {
  readonly #url: string;
  readonly #secret: string;
  #token: string | undefined;

  constructor({ config, flags }: Pick<Invocation, 'config' | 'flags'>) {
    this.#url = serverUrl({ config, flags });
    this.#secret = adminSecret(config);
  }

  async token(): Promise<{ access_token: string; expires_in: number }> {
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'admin', client_secret: this.#secret });
    return (await this.#send('/oauth2/token', { method: 'POST', body: form })) as { access_token: string; expires_in: number };
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    this.#token ??= (await this.token()).access_token;
    return (await this.#send(path, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })) as T;
  }

  async #send(path: string, init: RequestInit): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(this.#url + path, init);
    } catch (error) {
      throw new UsageError(
        `No server responds at ${this.#url} (${String((error as Error & { cause?: { code?: string } }).cause?.code ?? 'unreachable')}). Start it, or set --url.`,
      );
    }
    const text = await response.text();
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    throw new UsageError(
      (JSON.parse(text) as { error?: { message?: string } }).error?.message ?? `The server responded with ${response.status}.`,
    );
  }
}

/** The address of the running server; makes this process trust its certificate. */
export function serverUrl({ config, flags }: Pick<Invocation, 'config' | 'flags'>): string {
  if (config.tls) trustLocalCertificate(config);
  return textFlag(flags, 'url', config.publicUrl ?? `${config.tls ? 'https' : 'http'}://${config.host}:${config.port}`);
}

function adminSecret(config: Config): string {
  if (config.adminSecret !== undefined) return config.adminSecret;
  if (config.dev) return DEV_ADMIN_SECRET;
  try {
    return readFileSync(join(secretsFolder(config.data), 'admin.secret'), 'utf8').trim();
  } catch {
    throw new UsageError(
      `There is no admin secret in ${secretsFolder(config.data)}. Set --data to the server's data folder, or set PERENNIAL_ADMIN_SECRET.`,
    );
  }
}

/** Makes this process trust the certificate of `--tls`. */
export function trustLocalCertificate(config: Config): void {
  const file = join(tlsFolder(config), 'certificate.pem');
  if (existsSync(file)) setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')]);
}
