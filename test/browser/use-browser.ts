/** The browser of the tests: files take turns in one process, and share it. */
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { launchBrowser, openVisit } from './browser.ts';
import type { Visit, VisitOptions } from './browser.ts';

export { skip } from './browser.ts';

let launched: Promise<Browser> | undefined;
after(async () => await (await launched)?.close());

export interface BrowserFixture {
  server: Server;
  browser: Browser;
  /** A test in a new window. */
  visit(name: string, options: VisitOptions, steps: (visit: Visit) => Promise<void>): void;
}

/** One server (`--dev`) for the tests of a file, and the browser of this process. */
export function useBrowser({
  args = ['--dev'],
  start = () => startServer({ args }),
}: { args?: readonly string[]; start?: () => Promise<Server> } = {}): BrowserFixture {
  const shared: BrowserFixture = { visit, server: undefined as unknown as Server, browser: undefined as unknown as Browser };
  before(async () => {
    shared.browser = await (launched ??= launchBrowser());
    shared.server = await start();
  });
  after(() => shared.server?.stop());
  function visit(name: string, options: VisitOptions, steps: (visit: Visit) => Promise<void>): void {
    test(name, async () => {
      const opened = await openVisit(shared, options);
      try {
        await steps(opened.visit);
        await opened.visit.checkAccess();
        opened.check();
      } catch (error) {
        // An error in the page is usually why a step failed.
        if (opened.problems.length > 0 && error instanceof Error) error.message += `\nIn the page:\n  ${opened.problems.join('\n  ')}`;
        throw error;
      } finally {
        await opened.visit.context.close();
      }
    });
  }
  return shared;
}
