/** The site as a whole: links, operations, examples, search, sizes. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import MiniSearch from 'minisearch';
import { management } from '../../test/support/management.ts';
import { areas } from '../../src/areas.ts';
import { vendorPath } from '../../src/kernel/aliases.ts';
import { buildSite } from './build.ts';
import type { Site } from './build.ts';
import { isBinary } from './example.ts';
import type { OperationExample } from './example.ts';
import { firstLoad } from './first-load.ts';
import { escapeHtml } from './html.ts';
import { SEARCH_FIELDS, SEARCH_OPTIONS } from './search-options.ts';
import { describeAreas } from './table.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BASE = '/help';
const FIRST_LOAD_BYTES = 60_000;

const table = describeAreas([management, ...areas]);
const operations = table.flatMap((area) => area.operations);
const readJson = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;
const examples = readJson<Record<string, OperationExample>>('docs/examples.json');

/** By operation, the status of its example: the server that records the examples has its data in memory. */
const REFUSED_IN_MEMORY: ReadonlyMap<string, number> = new Map([
  ['accounts.stageRestore', 409],
  ['accounts.discardRestore', 409],
]);

describe('docs site', () => {
  let site: Site;
  const pages = new Map<string, string>();
  before(async () => {
    site = await buildSite({ root: ROOT, base: BASE, version: '1.2.3', areas: table });
    for (const [path, bytes] of site) if (path.endsWith('.html')) pages.set(path, Buffer.from(bytes).toString());
  });

  test('every link and anchor leads somewhere, and ids are unique', () => {
    const ids = new Map([...pages].map(([path, html]) => [path, [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!)]));
    const problems: string[] = [];
    for (const [path, html] of pages) {
      const own = ids.get(path)!;
      for (const id of new Set(own.filter((one, i) => own.indexOf(one) !== i))) problems.push(`${path}: two elements have the id ${id}`);
      for (const [, link] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
        if (/^(https?:|mailto:)/.test(link!)) continue;
        const [address, hash] = link!.replaceAll('&amp;', '&').split('#', 2) as [string, string?];
        const target = address === '' ? path : fileAt(address);
        if (target === undefined || !site.has(target)) problems.push(`${path}: ${link} does not exist`);
        else if (hash !== undefined && !ids.get(target)?.includes(decodeURIComponent(hash)))
          problems.push(`${path}: ${link} has no such anchor`);
      }
    }
    assert.deepEqual(problems, []);
  });

  test('every link of the sources to a file of the repository leads to one', () => {
    const problems = globSync(['docs/**/*.md', '*.md'], { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link]) => link!.split('#', 1)[0]!)
        .filter((link) => link !== '' && !/^(https?:|mailto:|\/)/.test(link) && !existsSync(join(ROOT, dirname(file), link)))
        .map((link) => `${file}: ${link}`),
    );
    assert.deepEqual(problems, []);
  });

  test('every changed line of the migration guide is one of the guide of its area, whose examples are run', () => {
    const guides = ['documents', 'faces', 'understanding', 'conversations', 'texts', 'ranking'].map((name) =>
      readFileSync(join(ROOT, `docs/${name}.md`), 'utf8'),
    );
    const blocks = [...readFileSync(join(ROOT, 'docs/migrate.md'), 'utf8').matchAll(/^```(js|python|csharp|java|go)\n([\s\S]*?)^```$/gm)];
    assert.equal(blocks.length, 30, 'five clients of six services');
    for (const [, , line] of blocks)
      assert.ok(
        guides.some((guide) => guide.includes(`\n${line!}`)),
        line,
      );
  });

  test('loads nothing from elsewhere and has no code or style in its pages', () => {
    for (const [path, html] of pages) {
      assert.doesNotMatch(
        html,
        /<script(?! (?:type="module" )?src="\/help\/assets\/)|<style|\son[a-z]+="|\sstyle="|<iframe|<link[^>]+href="(?!\/help\/)/,
        path,
      );
      assert.doesNotMatch(html, /<img[^>]+src="(?!\/help\/)/, path);
      assert.match(
        html,
        /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self';/,
        path,
      );
    }
    for (const [path, bytes] of site)
      if (/\.(css|js)$/.test(path)) assert.doesNotMatch(Buffer.from(bytes).toString(), /https?:\/\/(?!www\.w3\.org)/, path);
  });

  test('every operation has a page with its addresses, versions, parameters and failures', () => {
    for (const operation of operations) {
      const html = pageOf(operation.id);
      assert.ok(html, operation.id);
      const text = html.replaceAll('<wbr>', '');
      for (const { base, version } of operation.mounts) {
        const path = base + operation.path;
        for (const expected of [path, vendorPath(path), version])
          assert.ok(text.includes(escapeHtml(expected)), `${operation.id}: ${expected}`);
      }
      for (const { kind } of operation.failures) assert.ok(text.includes(`<code>${kind}</code>`), `${operation.id}: ${kind}`);
      for (const status of Object.keys(operation.replies)) assert.ok(text.includes(`id="reply-${status}"`), `${operation.id}: ${status}`);
      for (const schema of [operation.params, operation.query, operation.body])
        for (const name of Object.keys((schema as { properties?: object } | undefined)?.properties ?? {}))
          assert.ok(text.includes(`<code class="name">${escapeHtml(name)}</code>`), `${operation.id}: ${name}`);
    }
  });

  test('every example is of an operation that exists, and its reply is what the operation declares', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    const problems: string[] = [];
    for (const operation of operations) {
      const example = examples[operation.id];
      if (!example) {
        problems.push(`${operation.id} has no example`);
        continue;
      }
      if (operation.refusedBecause !== undefined) continue;
      if (REFUSED_IN_MEMORY.get(operation.id) === example.status) continue;
      const schema = operation.replies[example.status];
      if (schema === undefined) problems.push(`${operation.id} does not declare ${example.status}`);
      else if (!operation.mounts.some(({ version }) => version === example.version))
        problems.push(`${operation.id} has no version ${example.version}`);
      else if (schema && example.reply !== undefined && !isBinary(example.reply) && typeof example.reply === 'object') {
        const validate = ajv.compile(schema);
        if (!validate(example.reply)) problems.push(`${operation.id}: ${ajv.errorsText(validate.errors)}`);
      }
    }
    const known = new Set(operations.map(({ id }) => id));
    problems.push(
      ...Object.keys(examples)
        .filter((id) => !known.has(id))
        .map((id) => `There is no operation ${id}`),
    );
    assert.deepEqual(problems, [], 'Run npm run docs.');
  });

  test('describes every parameter of paths and queries', () => {
    const descriptions = readJson<Record<string, string>>('scripts/site/field-descriptions.json');
    const propertiesOf = (schema: unknown): Record<string, { description?: string }> =>
      (schema as { properties?: Record<string, { description?: string }> } | undefined)?.properties ?? {};
    const missing = operations.flatMap(({ id, path, params, query }) => {
      const described = { ...propertiesOf(params), ...propertiesOf(query) };
      const names = [...path.matchAll(/\{(\w+)\}/g), ...Object.keys(propertiesOf(query)).map((name) => ['', name] as const)]
        .map(([, name]) => name!)
        .filter((name) => described[name]?.description === undefined);
      const area = id.split('.', 1)[0]!.replace(/(Runtime|V2)$/, '');
      return names.filter((name) => !(name in descriptions) && !(`${area}.${name}` in descriptions)).map((name) => `${area}.${name}`);
    });
    assert.deepEqual([...new Set(missing)], []);
  });

  test('search finds pages by the names of the vendor, of operations, of paths and of settings', () => {
    const name = [...site.keys()].find((path) => /^assets\/search-.*\.json$/.test(path))!;
    const index = MiniSearch.loadJSON(Buffer.from(site.get(name)!).toString(), { fields: [...SEARCH_FIELDS], ...SEARCH_OPTIONS });
    const expected: Record<string, string> = {
      LUIS: '/understanding/',
      'Form Recognizer': '/documents/',
      'Document Intelligence': '/documents/',
      Personalizer: '/ranking/',
      CLU: '/conversations/',
      'Text Analytics': '/texts/',
      'Face person group': '/faces/',
      'person groups': '/reference/faces/#person-groups',
      'LUIS predict': '/reference/understanding/predictSlot/',
      'documents.analyzeDocument': '/reference/documents/analyzeDocument/',
      'persongroups train': '/reference/faces/trainPersonGroup/',
      PERENNIAL_FETCH_ALLOW: '/settings/',
      backup: '/backup/',
      kubernetes: '/kubernetes/',
      container: '/container/',
      'migrate LUIS': '/migrate/',
    };
    for (const [query, url] of Object.entries(expected)) {
      const found = index
        .search(query)
        .slice(0, 4)
        .map((result) => String(result.url));
      assert.ok(found.includes(BASE + url), `${query}: ${found.join(' ')}`);
    }
  });

  test('keeps the first load of every page small', () => {
    for (const path of pages.keys()) {
      const bytes = firstLoad(site, path);
      assert.ok(bytes < FIRST_LOAD_BYTES, `${path}: ${bytes} bytes`);
    }
    assert.ok(firstLoad(site, 'index.html') > 5000, 'the style and the scripts are counted');
  });

  function fileAt(address: string): string | undefined {
    if (!address.startsWith(`${BASE}/`)) return undefined;
    const path = address.slice(BASE.length + 1);
    return path === '' || path.endsWith('/') ? `${path}index.html` : path;
  }

  function pageOf(id: string): string {
    const name = id.slice(id.indexOf('.') + 1);
    return [...pages].find(([path, html]) => path.endsWith(`/${name}/index.html`) && html.includes(`<code>${id}</code>`))?.[1] ?? '';
  }
});
