/**
 * The vendor's unmodified Python clients: each script of test/clients/python is one test against a real server. Scripts whose packages are
 * not installed are skipped. README.md says what a script is given.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { Azurite } from '../support/azurite.ts';
import { readClientTests } from '../support/client-tests.ts';
import type { ClientTest } from '../support/client-tests.ts';
import { createContainer, createOrder, orderFiles, orderPdf } from '../support/documents-forms.ts';
import { invoicePdf } from '../support/documents-invoice.ts';
import { findPython } from '../support/python.ts';
import type { Python } from '../support/python.ts';
import { ManagementClient, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { WAIT_MS } from '../support/slowness.ts';

const LIMIT_MS = 4 * WAIT_MS;
const ROOT = join(import.meta.dirname, '../..');

const scripts = readClientTests().filter(({ language }) => language === 'Python');

const pythonOf = ({ clients }: ClientTest): Python | undefined => findPython(clients.map(({ name }) => name));

/** Why a script cannot run here. */
function reasonToSkip(script: ClientTest): string | undefined {
  const python = pythonOf(script);
  const { clients } = script;
  if (!python) return 'python3 is not installed';
  const missing = clients.filter(({ name }) => !python.packages.has(name)).map(({ name }) => name);
  return missing.length > 0 ? `not installed for ${python.program}: ${missing.join(', ')} (Debian: python3-azure)` : undefined;
}

describe('Python clients', { concurrency: 2 }, () => {
  const folder = temporaryFolder();
  let server: Server;
  let storage: Azurite;
  let management: ManagementClient;
  let environment: Record<string, string>;
  before(async () => {
    if (scripts.every(reasonToSkip)) return;
    storage = await Azurite.start();
    const files = { form: join(folder.path, 'form.pdf'), invoice: join(folder.path, 'invoice.pdf') };
    writeFileSync(files.form, await orderPdf(createOrder(9)));
    writeFileSync(files.invoice, await invoicePdf());
    server = await startServer({ data: join(folder.path, 'data'), env: { PERENNIAL_FETCH_ALLOW: storage.host } });
    management = await ManagementClient.connect(server);
    environment = {
      PATH: process.env['PATH'] ?? '',
      ...(process.env['PYTHONPATH'] !== undefined && { PYTHONPATH: process.env['PYTHONPATH'] }),
      PYTHONUNBUFFERED: '1',
      PYTHONDONTWRITEBYTECODE: '1',
      PERENNIAL_ENDPOINT: server.address,
      PERENNIAL_ENDPOINT_2: server.address,
      PERENNIAL_TRAINING_URL: await createContainer(storage, 'orders', await orderFiles()),
      PERENNIAL_TRAINING_FORM: files.form,
      PERENNIAL_INVOICE: files.invoice,
    };
  });
  after(async () => {
    await server?.stop();
    await storage?.stop();
    folder.remove();
  });

  for (const script of scripts) {
    test(script.file, { skip: reasonToSkip(script), timeout: LIMIT_MS }, async (t) => {
      const python = pythonOf(script)!;
      for (const { name, packageVersion } of script.clients) {
        const installed = python.packages.get(name)!;
        if (installed !== packageVersion) t.diagnostic(`${name} ${installed} is installed, ${packageVersion} is declared`);
      }
      const name = basename(script.file, '.py').replaceAll('_', '-');
      const [first, second] = [name, `${name}-2`];
      const settings = script.account === undefined ? {} : { kind: script.account };
      const { key1 } = await management.createAccount(first, settings);
      const { key1: key2 } = await management.createAccount(second, settings);
      const child = spawn(python.program, [join(ROOT, script.file)], {
        cwd: folder.path,
        env: {
          ...environment,
          PERENNIAL_KEY: key1,
          PERENNIAL_KEY_2: key2,
          PERENNIAL_RESOURCE_ID_2: ManagementClient.accountPath(second).replace(
            '/accounts/',
            '/providers/Microsoft.CognitiveServices/accounts/',
          ),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        signal: t.signal,
        killSignal: 'SIGKILL',
      });
      const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
      const [status, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
      assert.equal(status, 0, `${script.file} failed:\n${output}${errors}`);
      assert.match(output, /^ok /m, `${script.file} has checked nothing.`);
    });
  }
});
