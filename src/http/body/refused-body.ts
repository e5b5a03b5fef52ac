/**
 * Refuses a body without reading it. A connection that is closed while its client still sends is reset, and the client may lose the reply;
 * so the reply is sent with `Connection: close` and the end of the stream, and what still arrives is discarded for a moment, up to a limit.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const CLOSE_AFTER_MS = 2000;
const MAX_DISCARDED_BYTES = 256 * 1024;
/** A body of at most this size is read and discarded, and the connection kept. */
const MAX_SKIPPED_BYTES = 64 * 1024;

/** To be called before the reply is sent: ends the connection after it, if much of the body is still to come. */
export function stopReading(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || isSmall(request) || !hasBody(request)) return;
  response.setHeader('connection', 'close');
  const { socket } = request;
  // The server calls this once the reply is sent.
  socket.destroySoon = () => closeSlowly(socket);
}

function closeSlowly(socket: Socket): void {
  // Nothing that follows is a request.
  socket.removeAllListeners('data');
  let left = MAX_DISCARDED_BYTES;
  socket.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) socket.pause();
  });
  socket.resume();
  socket.end();
  const closing = setTimeout(() => socket.destroy(), CLOSE_AFTER_MS);
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(closing));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

function isSmall({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= MAX_SKIPPED_BYTES;
}
