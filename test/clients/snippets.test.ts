/**
 * The examples in the pages of the areas, run as they are printed but for the address and the key: the first block of a page, in shell,
 * then the blocks of the same page in JavaScript and Python, which use what it has created. Then the programs that the console shows
 * under Connect for the same things.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { connectCode } from '../../console/kit/connect/code.ts';
import type { ConnectTarget } from '../../console/kit/connect/target.ts';
import { pdfOf } from '../support/documents.ts';
import { GROUP_PHOTO, STRANGER_PHOTOS } from '../support/people.ts';
import { findPython } from '../support/python.ts';
import { eventually, temporaryFolder } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { WAIT_MS } from '../support/slowness.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What the output of every example of a page contains. */
const PAGES: Readonly<Record<string, RegExp>> = {
  documents: /The garden has grown well\./,
  faces: /faceId/,
  conversations: /Water/,
  texts: /Delivery/,
  understanding: /BookFlight/,
  ranking: /pasta|ice cream/,
};
/** What the console's programs call, and what each of them prints. The app of understanding is the one that the page creates. */
const TARGETS: Readonly<Record<string, [target: (app: string) => ConnectTarget, prints: RegExp]>> = {
  documents: [() => ({ area: 'documents', modelId: 'prebuilt-read' }), /The garden has grown well\./],
  faces: [
    () => ({ area: 'faces', group: { id: 'friends', field: 'personGroupId', recognitionModel: 'recognition_01' } }),
    /[0-9a-f]{8}-[0-9a-f-]{27}[^\n]*(candidates|\[\])/,
  ],
  conversations: [
    () => ({ area: 'conversations', project: 'Garden', deployment: 'production', text: "water the ficus, it's dry" }),
    /Water/,
  ],
  texts: [() => ({ area: 'texts', project: 'mail', deployment: 'production', kind: 'CustomSingleLabelClassification' }), /Delivery/],
  understanding: [(appId) => ({ area: 'understanding', appId, text: 'fly to oslo' }), /BookFlight/],
  ranking: [() => ({ area: 'ranking' }), /pasta|ice cream/],
};
/** Published names of packages that are installed under another one. */
const ALIASES: Readonly<Record<string, string>> = {
  '@azure/ai-form-recognizer': 'form-recognizer-5',
  '@azure/cognitiveservices-face': 'cognitiveservices-face-5',
  '@azure/cognitiveservices-luis-runtime': 'luis-runtime-v3',
};

interface Snippet {
  language: 'sh' | 'js' | 'python';
  code: string;
}

function snippetsOf(page: string): Snippet[] {
  const markdown = readFileSync(join(ROOT, `docs/${page}.md`), 'utf8');
  const first = markdown.indexOf('```sh\n');
  const end = markdown.indexOf('</details>', first);
  return [...markdown.slice(first, end).matchAll(/^```(sh|js|python)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
    language: language as Snippet['language'],
    code: code!,
  }));
}

/** Packages that a Python example needs, by their modules. */
function missingPackages(code: string): string[] {
  const modules = [...code.matchAll(/^from ((?:azure|msrest)[\w.]*)/gm)].map(([, name]) => name!.split('.'));
  const has = (parts: readonly string[]): boolean => parts.some((_, i) => python?.packages.has(parts.slice(0, i + 1).join('-')) ?? false);
  return modules.filter((parts) => !has(parts)).map((parts) => parts.join('.'));
}

const python = findPython(['azure-core']);
const hasCurl = spawnSync('bash', ['-c', 'command -v curl']).status === 0;

function reasonToSkip({ language, code }: Snippet): string | undefined {
  if (!hasCurl) return 'bash or curl is not installed';
  if (language !== 'python') return undefined;
  const missing = missingPackages(code);
  return missing.length > 0 ? `not installed for python3: ${missing.join(', ')} (Debian: python3-azure)` : undefined;
}

describe('examples of the docs', () => {
  const folder = temporaryFolder();
  let server: SharedServer;
  before(async () => {
    symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));
    for (const name of ['letter.pdf', 'document.pdf'])
      writeFileSync(join(folder.path, name), await pdfOf([['The garden has grown well.']]));
    for (const name of ['party.jpg', 'photo.jpg']) writeFileSync(join(folder.path, name), GROUP_PHOTO);
    writeFileSync(join(folder.path, 'ada.jpg'), STRANGER_PHOTOS[0]!);
    server = await sharedServer();
  });
  after(() => folder.remove());

  for (const [page, expected] of Object.entries(PAGES)) {
    describe(`docs/${page}.md`, () => {
      const snippets = snippetsOf(page);
      /** Variables that the example in shell has exported. */
      let exported: Record<string, string> = {};

      test('has examples in shell, JavaScript and Python', () => {
        assert.deepEqual(
          snippets.map(({ language }) => language),
          ['sh', 'js', 'python'],
        );
      });

      for (const snippet of snippets) {
        test(snippet.language, { skip: reasonToSkip(snippet), timeout: WAIT_MS }, async (t) => {
          const { output, variables } = await run(snippet, exported, t.signal);
          exported = variables;
          assert.match(output, expected);
        });
      }

      describe('programs of the console', { concurrency: true }, () => {
        const [target, prints] = TARGETS[page]!;
        const programOf = (id: 'curl' | 'javascript' | 'python'): string =>
          connectCode(target(exported['APP'] ?? ''), id, { endpoint: server.address }).code;
        test('curl', { skip: reasonToSkip({ language: 'sh', code: '' }), timeout: WAIT_MS }, async ({ signal }) => {
          const environment = { ...exported, KEY: server.key1 };
          const [first, second] = programOf('curl').split(/\n\n# .*\n/) as [string, string?];
          const { output } = await run({ language: 'sh', code: first }, environment, signal);
          if (second === undefined) return assert.match(output, prints);
          // The second call names what the first one has returned.
          const id = /operation-location: (\S+)|"(?:faceId|eventId)":"([^"]+)/i.exec(output)!;
          const code = second.replace(/FACE-ID|EVENT-ID/, id[2]!);
          const ask = async (): Promise<string> =>
            (await run({ language: 'sh', code }, { ...environment, OPERATION_LOCATION: id[1]! }, signal)).output;
          const last = await eventually(ask, (text) => !/"status":"(notStarted|running)"/.test(text));
          assert.match(page === 'ranking' ? output : last, prints);
          assert.doesNotMatch(last, /"error"/);
        });
        for (const [id, language] of [
          ['javascript', 'js'],
          ['python', 'python'],
        ] as const) {
          const skip = reasonToSkip({ language, code: connectCode(target(''), id, { endpoint: '' }).code });
          test(id, { skip, timeout: WAIT_MS }, async ({ signal }) => {
            const { output } = await run({ language, code: programOf(id) }, { ...exported, KEY: server.key1 }, signal);
            assert.match(output, prints);
          });
        }
      });
    });
  }

  async function run(
    { language, code }: Snippet,
    variables: Record<string, string>,
    signal: AbortSignal,
  ): Promise<{ output: string; variables: Record<string, string> }> {
    const local = code.replaceAll('http://127.0.0.1:8080', server.address).replaceAll('perennial-dev-key-1', server.key1);
    const [program, file, source] = {
      sh: ['bash', 'example.sh', `set -e\n${local}\necho; env -0 > variables`] as const,
      js: [
        process.execPath,
        'example.mjs',
        local.replaceAll(/from '([^']+)'/g, (all, name: string) => (ALIASES[name] === undefined ? all : `from '${ALIASES[name]}'`)),
      ] as const,
      python: [python?.program ?? '', 'example.py', local] as const,
    }[language];
    writeFileSync(join(folder.path, file), source);
    const child = spawn(program, [file], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'] ?? '', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    });
    const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
    const [status, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    assert.equal(status, 0, `${source}\n\n${output}${errors}`);
    if (language !== 'sh') return { output, variables };
    const lines = readFileSync(join(folder.path, 'variables'), 'utf8').split('\0').filter(Boolean);
    return {
      output,
      variables: Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])),
    };
  }
});
