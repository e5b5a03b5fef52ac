/** A network between a server and its database: passes connections on, until it is down (refused and cut) or frozen (silent). */
import { createServer, connect } from 'node:net';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';

export type LinkState = 'up' | 'down' | 'frozen';

export class Link {
  readonly #sockets = new Set<Socket>();
  readonly #server: NetServer;
  #state: LinkState = 'up';

  constructor(port: number) {
    this.#server = createServer((client) => {
      if (this.#state === 'down') return client.destroy();
      const database = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [client, database],
        [database, client],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => {}).on('close', () => (this.#sockets.delete(from), to.destroy()));
        from.on('data', (bytes) => void (this.#state === 'frozen' || to.write(bytes)));
      }
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  set(state: LinkState): void {
    this.#state = state;
    if (state !== 'frozen') for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.set('down');
    this.#server.close();
  }
}
