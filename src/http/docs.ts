/** Serves the docs at `/docs`. */
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PUBLIC_FOLDER, sendFile, sendNotBuilt } from './static-files.ts';

export const DOCS_BASE = '/docs';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');
const HEADERS = { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' };

/** A page is `…/index.html`. */
export function addDocs(server: FastifyInstance, folder: string = join(PUBLIC_FOLDER, 'docs')): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(HEADERS);
    const asked = ((request.params as { '*'?: string })['*'] ?? '').replace(/\/+$/, '');
    for (const name of [asked, asked === '' ? 'index.html' : `${asked}/index.html`])
      if (await sendFile(request, reply, folder, name)) return reply;
    return (await sendFile(request, reply.code(404), folder, '404.html')) ? reply : sendNotBuilt(reply);
  };
  server.get(DOCS_BASE, answer);
  server.get(`${DOCS_BASE}/*`, answer);
}
