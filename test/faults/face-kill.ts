/** A server with an embedded database that tests of face data kill and start again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MasterKeyring } from '../../src/accounts/keys/keyring.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';
import { ManagementClient, startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const MASTER_KEY = '5a'.repeat(32);
const ARGS = ['--log-level', 'error', '--job-lease-ms', '300', '--job-attempts', '50'];

export class FaceServer implements AsyncDisposable {
  readonly data = mkdtempSync(join(tmpdir(), 'perennial-faces-'));
  readonly keyring = new MasterKeyring(Buffer.from(MASTER_KEY, 'hex'));
  #server: Server | undefined;
  #store: Store | undefined;

  get running(): Server {
    return this.#server!;
  }

  async start(): Promise<void> {
    this.#server = await startServer({ data: this.data, args: ARGS, env: { PERENNIAL_MASTER_KEY: MASTER_KEY } });
  }

  async restartAfterKill(): Promise<void> {
    this.running.signal('SIGKILL');
    await this.running.exited;
    await this.start();
  }

  /** The id of the only account. */
  async accountId(): Promise<string> {
    const manager = await ManagementClient.connect(this.running);
    return (await manager.call<{ value: { properties: { accountId: string } }[] }>('GET /accounts')).body.value[0]!.properties.accountId;
  }

  /** The database, while the server is stopped. */
  async openStore(): Promise<Store> {
    this.#store = await openSqlite({ folder: this.data, now: Date.now });
    return this.#store;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server?.signal('SIGKILL');
    await this.#server?.exited;
    await this.#store?.close().catch(() => undefined);
    rmSync(this.data, { recursive: true, force: true });
  }
}
