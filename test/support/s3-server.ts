/** A real S3 server for tests, in this process, on a free loopback port. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface S3rver {
  httpServer: Server;
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
type S3rverClass = new (options: object) => S3rver;

/** The only key that the server knows. */
const KEY = 'S3RVER';

export class S3Server {
  readonly #folder = mkdtempSync(join(tmpdir(), 'perennial-s3-'));
  #server: S3rver | undefined;
  #port = 0;

  /** Amazon's client reads its key from the environment. */
  static async start(...buckets: string[]): Promise<S3Server> {
    process.env.AWS_ACCESS_KEY_ID = KEY;
    process.env.AWS_SECRET_ACCESS_KEY = KEY;
    const server = new S3Server();
    await server.start(...buckets);
    return server;
  }

  /** Again on the same port with the same data after `stop`. */
  async start(...buckets: string[]): Promise<void> {
    const Server = createRequire(import.meta.url)('s3rver') as S3rverClass;
    this.#server = new Server({
      port: this.#port,
      address: '127.0.0.1',
      silent: true,
      directory: this.#folder,
      configureBuckets: buckets.map((name) => ({ name })),
    });
    this.#port = (await this.#server.run()).port;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Also ends connections that clients keep for later. */
  async stop(): Promise<void> {
    const closed = this.#server?.close();
    this.#server?.httpServer.closeAllConnections();
    await closed;
    this.#server = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
