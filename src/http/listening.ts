/**
 * Listens on one port with several sockets. Node accepts one connection for each listening socket in a turn of the event loop: with one
 * socket, a busy server would keep new connections waiting for seconds. The system spreads connections over sockets that share a port.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';

const BACKLOG = 1024;
/** Sockets of one port spread connections on Linux alone. */
const CAN_SHARE_PORT = process.platform === 'linux';
export const LISTENING_SOCKETS = CAN_SHARE_PORT ? 128 : 1;

export interface Listening {
  address: string;
  /** Stops listening; resolves when the connections that came by the other sockets are closed. */
  close(): Promise<void>;
}

export async function listen(server: FastifyInstance, { port, host }: { port: number; host: string }): Promise<Listening> {
  // A socket that shares its port would share it with another server too.
  if (CAN_SHARE_PORT && port !== 0) await checkFree(port, host);
  const options = { port, host, backlog: BACKLOG, reusePort: CAN_SHARE_PORT };
  const address = await server.listen(options);
  const others: Server[] = [];
  if (CAN_SHARE_PORT) {
    const bound = server.server.address() as AddressInfo;
    const allowHalfOpen = !(server.server instanceof TlsServer);
    for (let i = 1; i < LISTENING_SOCKETS; i++) {
      const other = createServer({ allowHalfOpen, noDelay: true }, (socket: Socket) => server.server.emit('connection', socket));
      other.listen({ port: bound.port, host: bound.address, backlog: BACKLOG, reusePort: true });
      others.push(other);
    }
    await Promise.all(others.map((other) => once(other, 'listening')));
  }
  return { address, close: async () => void (await Promise.all(others.map(closed))) };
}

async function checkFree(port: number, host: string): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening');
  await closed(probe);
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
