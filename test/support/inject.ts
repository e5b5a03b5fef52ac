/** Calls a server without a network: through a pair of streams, with all of HTTP in between. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface Injected {
  method?: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

export interface InjectedReply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

export async function inject(server: Server, { method = 'GET', url, headers = {}, body }: Injected): Promise<InjectedReply> {
  const [client, connection] = duplexPair();
  server.emit('connection', connection);
  // Encoded as browsers and most clients do.
  const { pathname, search } = new URL(url, 'http://localhost');
  const sent = request({
    method,
    path: pathname + search,
    headers: { host: 'localhost', ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
    createConnection: () => client as Socket,
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  client.destroy();
  return { status: response.statusCode!, headers: response.headers, bytes, text: bytes.toString() };
}
