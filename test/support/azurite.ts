/** A real blob store for tests: a child process on a free loopback port, in memory. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { WAIT_MS } from './slowness.ts';

const ACCOUNT = 'teststore';
const KEY = Buffer.from('a key of the tests, which opens nothing else').toString('base64');
const VERSION = '2021-12-02';

export class Azurite {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  readonly #stop: () => Promise<void>;

  constructor(address: string, stop: () => Promise<void>) {
    this.address = address;
    this.#stop = stop;
  }

  static async start(): Promise<Azurite> {
    const program = createRequire(import.meta.url).resolve('azurite/dist/src/blob/main.js');
    const child = spawn(
      process.execPath,
      [program, '--blobHost', '127.0.0.1', '--blobPort', '0', '--inMemoryPersistence', '--disableTelemetry'],
      { env: { ...process.env, AZURITE_ACCOUNTS: `${ACCOUNT}:${KEY}` }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    const exited = once(child, 'close');
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    const timeout = AbortSignal.timeout(WAIT_MS);
    let address: string | undefined;
    while ((address = /successfully listens on (http:\S+)/.exec(output)?.[1]) === undefined) {
      if (child.exitCode !== null || timeout.aborted) {
        kill();
        throw new Error(`The blob store did not start: ${output}`);
      }
      await Promise.race([once(child.stdout, 'data', { signal: timeout }).catch(() => undefined), exited]);
    }
    // Does not keep a test file alive that fails before it stops the store.
    const handles = [child, child.stdout as Socket, child.stderr as Socket];
    for (const handle of handles) handle.unref();
    return new Azurite(address, async () => {
      for (const handle of handles) handle.ref();
      process.off('exit', kill);
      child.kill();
      await exited;
    });
  }

  async stop(): Promise<void> {
    await this.#stop();
  }

  /** `host:port`, for PERENNIAL_FETCH_ALLOW. */
  get host(): string {
    return new URL(this.address).host;
  }

  connectionString(key = KEY): string {
    return `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${key};BlobEndpoint=${this.address}/${ACCOUNT};`;
  }

  /** A connection string with a signature for one container, by default to read and list it. */
  signedConnectionString(container: string, permissions = 'rl'): string {
    const expiry = new Date(Date.now() + 3600_000).toISOString().replace(/\.\d+/, '');
    const signed = [permissions, '', expiry, `/blob/${ACCOUNT}/${container}`, '', '', '', VERSION, 'c', '', '', '', '', '', '', ''].join(
      '\n',
    );
    const query = new URLSearchParams({
      sp: permissions,
      se: expiry,
      sv: VERSION,
      sr: 'c',
      sig: createHmac('sha256', Buffer.from(KEY, 'base64')).update(signed).digest('base64'),
    });
    return `BlobEndpoint=${this.address}/${ACCOUNT};SharedAccessSignature=${query}`;
  }

  async createContainer(name: string): Promise<void> {
    await this.#put(`/${name}`, 'restype=container', '', {});
  }

  async putBlob(container: string, name: string, content: string | Buffer): Promise<void> {
    await this.#put(`/${container}/${name.split('/').map(encodeURIComponent).join('/')}`, '', content, { 'x-ms-blob-type': 'BlockBlob' });
  }

  async #put(path: string, query: string, content: string | Buffer, headers: Record<string, string>): Promise<void> {
    const length = Buffer.byteLength(content);
    const vendorHeaders = { ...headers, 'x-ms-date': new Date().toUTCString(), 'x-ms-version': VERSION };
    const lines = Object.entries(vendorHeaders)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}:${value}\n`)
      .join('');
    const type = 'application/octet-stream';
    const signed = `PUT\n\n\n${
      length === 0 ? '' : length
    }\n\n${type}\n\n\n\n\n\n\n${lines}/${ACCOUNT}/${ACCOUNT}${path}${query && `\n${query.replace('=', ':')}`}`;
    const response = await fetch(`${this.address}/${ACCOUNT}${path}${query && `?${query}`}`, {
      method: 'PUT',
      body: typeof content === 'string' ? content : new Uint8Array(content),
      headers: {
        ...vendorHeaders,
        'content-type': type,
        authorization: `SharedKey ${ACCOUNT}:${createHmac('sha256', Buffer.from(KEY, 'base64')).update(signed).digest('base64')}`,
      },
    });
    assert.equal(response.status, 201, await response.text());
  }
}
