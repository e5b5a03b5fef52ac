/** A real blob store for tests: a process of its own on a free port of the loopback address, everything in memory. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

const ACCOUNT = 'teststore';
const KEY = Buffer.from('a key of the tests, which opens nothing else').toString('base64');
const VERSION = '2021-12-02';
/** Of a machine that is busy with other things. */
const START_MS = 60_000;

export class Azurite {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  readonly #end: () => Promise<void>;

  constructor(address: string, end: () => Promise<void>) {
    this.address = address;
    this.#end = end;
  }

  static async start(): Promise<Azurite> {
    const program = createRequire(import.meta.url).resolve('azurite/dist/src/blob/main.js');
    const child = spawn(process.execPath, [program, '--blobHost', '127.0.0.1', '--blobPort', '0', '--inMemoryPersistence', '--disableTelemetry'], { env: { ...process.env, AZURITE_ACCOUNTS: `${ACCOUNT}:${KEY}` }, stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    const ended = once(child, 'close');
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => said += text);
    child.stderr.setEncoding('utf8').on('data', (text: string) => said += text);
    const late = AbortSignal.timeout(START_MS);
    let address: string | undefined;
    while ((address = /successfully listens on (http:\S+)/.exec(said)?.[1]) === undefined) {
      if (child.exitCode !== null || late.aborted) {
        kill();
        throw new Error(`The blob store did not start: ${said}`);
      }
      await Promise.race([once(child.stdout, 'data', { signal: late }).catch(() => undefined), ended]);
    }
    // A test file that fails before it stops this is not kept alive by it: it ends with the file.
    const handles = [child, child.stdout as Socket, child.stderr as Socket];
    for (const handle of handles) handle.unref();
    return new Azurite(address, async () => {
      for (const handle of handles) handle.ref();
      process.off('exit', kill);
      child.kill();
      await ended;
    });
  }

  async stop(): Promise<void> {
    await this.#end();
  }

  /** `host:port`, as a server is told that it may fetch from it. */
  get host(): string {
    return new URL(this.address).host;
  }

  connectionString(key = KEY): string {
    return `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${key};BlobEndpoint=${this.address}/${ACCOUNT};`;
  }

  /** A connection string that may do so much with one container: read and list it, unless said otherwise. */
  signedFor(container: string, rights = 'rl'): string {
    const until = new Date(Date.now() + 3600_000).toISOString().replace(/\.\d+/, '');
    const signed = [rights, '', until, `/blob/${ACCOUNT}/${container}`, '', '', '', VERSION, 'c', '', '', '', '', '', '', ''].join('\n');
    const query = new URLSearchParams({ sp: rights, se: until, sv: VERSION, sr: 'c', sig: createHmac('sha256', Buffer.from(KEY, 'base64')).update(signed).digest('base64') });
    return `BlobEndpoint=${this.address}/${ACCOUNT};SharedAccessSignature=${query}`;
  }

  async container(name: string): Promise<void> {
    await this.#put(`/${name}`, 'restype=container', '', {});
  }

  async blob(container: string, name: string, content: string | Buffer): Promise<void> {
    await this.#put(`/${container}/${name.split('/').map(encodeURIComponent).join('/')}`, '', content, { 'x-ms-blob-type': 'BlockBlob' });
  }

  async #put(path: string, query: string, content: string | Buffer, headers: Record<string, string>): Promise<void> {
    const length = Buffer.byteLength(content);
    const vendor = { ...headers, 'x-ms-date': new Date().toUTCString(), 'x-ms-version': VERSION };
    const lines = Object.entries(vendor).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}:${value}\n`).join('');
    const type = 'application/octet-stream';
    const signed = `PUT\n\n\n${length === 0 ? '' : length}\n\n${type}\n\n\n\n\n\n\n${lines}/${ACCOUNT}/${ACCOUNT}${path}${query && `\n${query.replace('=', ':')}`}`;
    const answer = await fetch(`${this.address}/${ACCOUNT}${path}${query && `?${query}`}`, {
      method: 'PUT', body: typeof content === 'string' ? content : new Uint8Array(content), headers: { ...vendor, 'content-type': type, authorization: `SharedKey ${ACCOUNT}:${createHmac('sha256', Buffer.from(KEY, 'base64')).update(signed).digest('base64')}` },
    });
    assert.equal(answer.status, 201, await answer.text());
  }
}
