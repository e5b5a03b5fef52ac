/**
 * Listens on one port with several sockets. Node accepts one connection for each listening socket in a turn of the event loop: with one
 * socket, a busy server would keep new connections waiting for seconds. The system spreads connections over sockets that share a port.
 */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

const BACKLOG = 1024;
/** Sockets of one port spread connections on Linux alone. */
const CAN_SHARE_PORT = process.platform === 'linux';
const SOCKETS = CAN_SHARE_PORT ? 128 : 1;

export interface Listening {
  /** Where the server can be reached from this machine. */
  address: string;
  /** All addresses that it is bound to. */
  bound: string[];
  /** Stops listening on the further sockets; resolves when the connections that came by them are closed. */
  close(): Promise<void>;
}

export async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<Listening> {
  // A socket that shares its port would share it with another server too.
  if (CAN_SHARE_PORT && port !== 0) await checkFree(port, host);
  const hosts = host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host];
  server.listen({ port, host: hosts[0], backlog: BACKLOG, reusePort: CAN_SHARE_PORT });
  await once(server, 'listening');
  const first = server.address() as AddressInfo;
  const isTls = server instanceof TlsServer;
  const further: Server[] = [];
  for (const [i, name] of [first.address, ...hosts.slice(1)].entries()) {
    for (let socket = i === 0 ? 1 : 0; socket < SOCKETS; socket++) {
      const other = createServer({ allowHalfOpen: !isTls, noDelay: true }, (connection: Socket) => server.emit('connection', connection));
      other.listen({ port: first.port, host: name, backlog: BACKLOG, reusePort: CAN_SHARE_PORT });
      further.push(other);
    }
  }
  await Promise.all(further.map((other) => once(other, 'listening')));
  const addressOf = (name: string): string => `${isTls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${first.port}`;
  return {
    address: addressOf(first.address === '0.0.0.0' ? '127.0.0.1' : first.address),
    bound: [first.address, ...hosts.slice(1)].map(addressOf),
    close: async () => void (await Promise.all(further.map(closed))),
  };
}

async function checkFree(port: number, host: string): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening');
  await closed(probe);
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
