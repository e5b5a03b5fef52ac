/**
 * The connection that receives the announcements of all processes. It is asked several times a second whether it still works, since a
 * connection that ends without a word would leave caches as they are; while there is none, everything may have changed at any time.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

const CHECK_MS = 300;
const CHECK_ANSWER_MS = 400;
const LOST_MS = 500;
const CONNECT_MS = 5000;
const DELIVERY_MS = 3000;
/** The text is what `countServers` looks for. */
const LISTEN = 'listen perennial';

export interface ListenerOptions {
  url: string;
  onNotification(payload: string, processId: number): void;
  /** Called when the connection is lost, every half second until there is one again, and then. */
  onGap(): void;
  onError(error: Error): void;
}

export class Listener {
  readonly #options: ListenerOptions;
  /** Texts that are sent to see whether they arrive. */
  readonly #expected = new Map<string, () => void>();
  #client: pg.Client | undefined;
  #checking: NodeJS.Timeout | undefined;
  #lost: NodeJS.Timeout | undefined;
  #isConnecting = false;
  #isClosed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#options.url, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
    client.on('notification', ({ payload = '', processId }) => {
      const arrived = this.#expected.get(payload);
      if (arrived) arrived();
      else this.#options.onNotification(payload, processId);
    });
    client.on('error', (error) => this.#lose(client, error));
    await client.connect();
    await client.query(LISTEN);
    if (this.#isClosed) return void client.end();
    this.#client = client;
    this.#checkLater(client);
  }

  /** Whether a notification arrives that `send` sends with the given payload. */
  async receives(send: (payload: string) => Promise<unknown>): Promise<boolean> {
    const payload = `\t\t${randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#expected.set(payload, () => resolve(true));
    const timer = setTimeout(() => resolve(false), DELIVERY_MS);
    try {
      await send(payload);
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#expected.delete(payload);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#checking);
    clearInterval(this.#lost);
    await this.#client?.end();
  }

  #checkLater(client: pg.Client): void {
    this.#checking = setTimeout(() => this.#check(client), CHECK_MS).unref();
  }

  #check(client: pg.Client): void {
    // What has arrived while this thread was busy is read before the check is given up.
    const late = setTimeout(() => setImmediate(() => this.#lose(client, new Error('The database does not answer.'))), CHECK_ANSWER_MS);
    late.unref();
    client.query(LISTEN).then(
      () => {
        clearTimeout(late);
        if (client === this.#client && !this.#isClosed) this.#checkLater(client);
      },
      (error: Error) => {
        clearTimeout(late);
        this.#lose(client, error);
      },
    );
  }

  #lose(client: pg.Client, error: Error): void {
    if (client !== this.#client || this.#isClosed) return;
    this.#client = undefined;
    clearTimeout(this.#checking);
    this.#options.onError(error);
    // Not `end()`, which would wait for a connection that does not answer.
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    this.#options.onGap();
    this.#lost = setInterval(() => {
      this.#options.onGap();
      if (!this.#isConnecting) void this.#reconnect();
    }, LOST_MS).unref();
  }

  async #reconnect(): Promise<void> {
    this.#isConnecting = true;
    try {
      await this.start();
      clearInterval(this.#lost);
      this.#options.onGap();
    } catch (error) {
      this.#options.onError(error as Error);
    } finally {
      this.#isConnecting = false;
    }
  }
}
