/** Test support: servers on loopback, and a network in which public addresses lead only to them. */
import { once } from 'node:events';
import http from 'node:http';
import type { RequestListener } from 'node:http';
import net from 'node:net';
import type { AddressInfo, LookupFunction } from 'node:net';
import type { TestContext } from 'node:test';

export interface TestServer {
  port: number;
  connections: number;
  requests: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[];
}

/** A real server on a free loopback port that counts connections; `answer` sees a request once its body is in. */
export async function listen(
  t: TestContext,
  answer: RequestListener = (_, response) => response.end('ok'),
  host = '127.0.0.1',
): Promise<TestServer> {
  const seen: TestServer = { port: 0, connections: 0, requests: [] };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  server.on('connection', () => seen.connections++);
  await once(server.listen(0, host), 'listening');
  seen.port = (server.address() as AddressInfo).port;
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return seen;
}

interface ConnectOptions {
  host: string;
  port: number;
  lookup?: LookupFunction;
}

/**
 * Replaces the last step of every connection: public addresses of `routes` lead to a loopback port, loopback stays itself, all else
 * fails. Returns the addresses that were connected to, in order.
 */
export function simulateInternet(t: TestContext, routes: Record<string, number>): string[] {
  const reached: string[] = [];
  const connect: (this: net.Socket, options: net.TcpNetConnectOpts) => net.Socket = net.Socket.prototype.connect;
  t.mock.method(net.Socket.prototype, 'connect', function (this: net.Socket, first: ConnectOptions | [ConnectOptions]) {
    const { host, port, lookup } = Array.isArray(first) ? first[0] : first;
    const go = (address: string) => {
      reached.push(address);
      if (address in routes) connect.call(this, { host: '127.0.0.1', port: routes[address]! });
      else if (address === '::1' || address.startsWith('127.')) connect.call(this, { host: address, port });
      else this.destroy(new Error('no route'));
    };
    if (net.isIP(host) !== 0 || lookup === undefined) {
      go(host);
    } else {
      Object.assign(this, { connecting: true });
      lookup(host, { all: true }, (error, found) => {
        if (error) this.destroy(error);
        else if (!this.destroyed) go(typeof found === 'string' ? found : found[0]!.address);
      });
    }
    return this;
  });
  return reached;
}
