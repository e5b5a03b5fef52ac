/** Serves the docs at `/docs`. */
import { join } from 'node:path';
import type { Page, PageReply, PageRequest } from './page.ts';
import { PUBLIC_FOLDER, fileReply, notBuiltReply } from './static-files.ts';

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
export function docsPages(folder: string = join(PUBLIC_FOLDER, 'docs')): Page[] {
  const answer = async (request: PageRequest): Promise<PageReply> => {
    const path = (request.params['*'] ?? '').replace(/\/+$/, '');
    for (const name of [path, path === '' ? 'index.html' : `${path}/index.html`]) {
      const found = await fileReply(request, folder, name, { headers: HEADERS });
      if (found) return found;
    }
    return (await fileReply(request, folder, '404.html', { status: 404, headers: HEADERS })) ?? notBuiltReply(HEADERS);
  };
  return [DOCS_BASE, `${DOCS_BASE}/*`].map((address) => ({ path: address, answer }));
}
