/**
 * Serves the console: one page for all its addresses, its files, and the catalog of failures. It uses public operations for
 * everything else.
 */
import { join } from 'node:path';
import type { Area } from '../../kernel/area.ts';
import { fail } from '../../kernel/failures.ts';
import type { FailureRow } from '../../kernel/failures.ts';
import { JSON_TYPE } from './page.ts';
import type { Page, PageReply, PageRequest } from './page.ts';
import { PUBLIC_FOLDER, fileReply, notBuiltReply } from './static-files.ts';

const BASE = '/console';

const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

interface ConsoleOptions {
  areas: readonly Area[];
  /** Where its files are. */
  folder?: string;
}

export function consolePages({ areas, folder = join(PUBLIC_FOLDER, 'console') }: ConsoleOptions): Page[] {
  let failures: string | undefined;
  const answer = async (request: PageRequest): Promise<PageReply> =>
    (await fileReply(request, folder, 'index.html', { headers: PAGE_HEADERS })) ?? notBuiltReply(PAGE_HEADERS);
  return [
    { path: BASE, answer },
    { path: `${BASE}/*`, answer },
    {
      path: `${BASE}/failures.json`,
      answer: () => ({
        headers: { 'cache-control': 'no-cache', 'content-type': JSON_TYPE },
        body: (failures ??= JSON.stringify(failuresOf(areas))),
      }),
    },
    {
      path: `${BASE}/assets/{name}`,
      async answer(request) {
        const found = await fileReply(request, folder, `assets/${request.params.name!}`);
        if (!found) throw fail('PathUnknown');
        return found;
      },
    },
  ];
}

interface FailureEntry extends FailureRow {
  area: string;
  kind: string;
  /** Base paths of the area. */ bases: string[];
}

/** Every failure with its remedy: each area's own, then the shared ones. */
function failuresOf(areas: readonly Area[]): FailureEntry[] {
  const rows = (area: string, bases: string[], all: Readonly<Record<string, FailureRow>>): FailureEntry[] =>
    Object.entries(all).map(([kind, row]) => ({ area, bases, kind, ...row }));
  return [
    ...areas.flatMap(({ name, mounts, failures }) => rows(name, [...new Set(mounts.map(({ base }) => base))], failures?.rows ?? {})),
    ...rows('', [''], fail.rows),
  ];
}
