/** The npm package: packed, installed into an empty folder without install scripts, started, asked, stopped. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Author } from '../support/author.ts';
import { DocumentCaller, pdfOf, renderPdf } from '../support/documents.ts';
import { folderBytes, install, installedProgram, manifest, pack } from '../support/package.ts';
import { call, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { travelApp } from '../support/travel-app.ts';

const MAX_TARBALL_BYTES = 100e6;
const MAX_INSTALLED_BYTES = 1e9;
const UNREACHABLE = /npm error code (?:ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)/;
/** Makes a process take itself for an older Node. */
const olderNode = (others: object = {}): string =>
  `Object.defineProperties(process, ${JSON.stringify({ versions: { value: { ...process.versions, node: '20.20.2' } }, ...others })});`;

async function runNode(args: readonly string[], cwd: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

const folder = temporaryFolder();
const installed = join(folder.path, 'installed');
const own = join(installed, 'node_modules', 'perennial');
const tarball = await pack(join(folder.path, 'packed'));
/** Without its packages, the package cannot be tested. */
const skip = await install(tarball, installed).then(
  () => false,
  (error: Error) => {
    if (!UNREACHABLE.test(error.message)) throw error;
    return 'the npm cache lacks packages, and the registry cannot be reached';
  },
);

describe('npm package', { skip }, () => {
  after(() => folder.remove());

  test('has JavaScript, weights and pages, and neither TypeScript nor tests', () => {
    const files = readdirSync(own, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(own.length + 1));
    assert.deepEqual(
      files.filter((name) => /\.(?:tsx?|mts|map)$|\.test\.|^(?:src|console|test|bench|training|scripts)\b/.test(name)),
      [],
    );
    assert.deepEqual(readdirSync(own).sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'public', 'weights']);
    // What Windows does not allow in a name.
    assert.deepEqual(
      files.filter((name) => /[:*?"<>|]|[. ]$/.test(name)),
      [],
    );
  });

  test('is small enough', (context) => {
    const [packed, all] = [statSync(tarball).size, folderBytes(join(installed, 'node_modules'))];
    context.diagnostic(`tarball ${(packed / 1e6).toFixed(1)} MB, installed ${(all / 1e6).toFixed(0)} MB`);
    assert.ok(packed < MAX_TARBALL_BYTES, `the tarball has ${packed} bytes`);
    assert.ok(all < MAX_INSTALLED_BYTES, `installed it has ${all} bytes`);
  });

  test('exports nothing', async () => {
    writeFileSync(
      join(installed, 'probe.mjs'),
      `for (const path of ['perennial', 'perennial/dist/app.js', 'perennial/package.json'])
        try { import.meta.resolve(path); console.log(path); } catch {}`,
    );
    assert.equal((await runNode(['probe.mjs'], installed)).stdout, 'perennial/package.json\n');
  });

  test('prints its version', async () => {
    const { code, stdout } = await runNode([installedProgram(installed), '--version'], installed);
    assert.deepEqual([code, stdout], [0, `${manifest.version}\n`]);
  });

  test('is linked as a command', { skip: process.platform === 'win32' && 'npm writes scripts instead of links' }, () => {
    const link = join(installed, 'node_modules', '.bin', 'perennial');
    assert.ok(lstatSync(link).isSymbolicLink());
    assert.ok(statSync(link).mode & 0o111);
  });

  describe('started', () => {
    let server: Server;
    before(async () => {
      server = await startServer({
        data: join(folder.path, 'data'),
        cwd: installed,
        program: installedProgram(installed),
        args: ['--json'],
      });
    });
    after(() => server.stop());

    test('signs in to the console, whose files it has', async () => {
      const code = server.announced.signIn!.split('#')[1];
      assert.equal((await call(server, 'POST /sessions', { json: { code } })).status, 201);
      const page = await call(server, 'GET /console');
      const files = [...page.text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path!);
      assert.ok(files.length > 2);
      for (const path of files) assert.equal((await call(server, `GET ${path}`)).status, 200, path);
      assert.equal((await call(server, 'GET /docs')).status, 200);
    });

    test('answers calls that need the store, threads, processes and weights', async () => {
      const { key1: key } = server;
      assert.equal((await call(server, 'PUT /face/v1.0/persongroups/family', { key, json: { name: 'Family' } })).status, 200);
      const scan = await renderPdf(await pdfOf([[{ text: 'Annual Report', size: 24 }, 'The garden has grown well this year.']]));
      const { content } = await new DocumentCaller(server, key).result('prebuilt-read', scan);
      assert.match(content, /Annual Report\s+The garden has grown well this year\./);
      const author = new Author(server, key);
      await travelApp(author);
      await author.train();
      await author.publish();
      assert.equal((await author.ask2('fly from rome to oslo')).topScoringIntent.intent, 'BookFlight');
    });

    test('stops with status 0', async () => {
      const { code } = await server.stop();
      assert.equal(code, 0);
    });
  });

  describe('on an older Node', () => {
    /** Imports the program as that Node. */
    const programOn = (node: string, name: string): string => {
      const file = join(installed, name);
      writeFileSync(file, `${node} await import(${JSON.stringify(pathToFileURL(installedProgram(installed)).href)});`);
      return file;
    };

    test('goes on with the packaged Node, and forwards the signal that stops it', async () => {
      const program = programOn(olderNode(), 'older.mjs');
      const server = await startServer({ data: join(folder.path, 'older'), cwd: installed, program, args: ['--json'] });
      assert.equal((await call(server, 'GET /health')).status, 200);
      const { code } = await server.stop();
      assert.equal(code, 0);
    });

    test('says what to install where no package provides Node 24', async () => {
      const program = programOn(olderNode({ arch: { value: 'other' } }), 'other.mjs');
      const { code, stdout, stderr } = await runNode([program], installed);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /^Perennial needs Node 24 or newer; this is Node 20\.20\.2\.\n.*Install it from/s);
    });
  });
});
