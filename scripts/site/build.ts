/** Builds the whole site in memory: pages from the docs and from the table of operations, their assets, and the search index. */
import { buildAssets } from './assets.ts';
import { hashOf } from './content-hash.ts';
import { SiteContext } from './context.ts';
import type { Page, SiteInput } from './context.ts';
import { guidePages } from './guide-pages.ts';
import { renderPage } from './layout.ts';
import type { SiteAddresses } from './layout.ts';
import { navigationOf } from './navigation.ts';
import { referencePages } from './reference-pages.ts';
import { buildIndex } from './search-index.ts';

/** Files by their path below the base. Pages are `…/index.html`. */
export type Site = ReadonlyMap<string, Uint8Array>;

export async function buildSite(input: SiteInput): Promise<Site> {
  const context = new SiteContext(input);
  const assets = await buildAssets();
  const parts = [guidePages(context), referencePages(context)];
  const index = buildIndex(parts.flatMap(({ entries }) => entries));
  const indexName = `search-${hashOf(index)}.json`;
  const asset = (name: string): string => `${input.base}/assets/${name}`;
  const addresses: SiteAddresses = {
    home: context.url(''),
    reference: context.url('reference'),
    script: asset(assets.script),
    themeScript: asset(assets.themeScript),
    style: asset(assets.style),
    icon: asset(assets.icon),
    searchIndex: asset(indexName),
    version: input.version,
  };
  const files = new Map<string, Uint8Array>();
  const add = (path: string, content: string | Uint8Array): void => {
    if (files.has(path)) throw new Error(`Two pages have the address ${path}.`);
    files.set(path, Buffer.from(content));
  };
  const addPage = (path: string, page: Page): void =>
    add(path, renderPage({ ...page, navigation: navigationOf(page, context) }, addresses));
  for (const page of parts.flatMap(({ pages }) => pages)) addPage(page.slug === '' ? 'index.html' : `${page.slug}/index.html`, page);
  addPage('404.html', notFoundPage(context));
  for (const [name, bytes] of assets.files) add(`assets/${name}`, bytes);
  add(`assets/${indexName}`, index);
  for (const image of context.images) add(image.replace(/^docs\//, ''), context.bytes(image));
  return files;
}

function notFoundPage(context: SiteContext): Page {
  const content = `<h1 id="top">Page not found</h1><p class="lead">There is no such page. Search with <kbd>/</kbd>, or go to the <a href="${context.url('')}">start page</a>.</p>`;
  return { slug: '404', section: '', kind: 'guide', title: 'Page not found', description: 'There is no such page.', content, headings: [] };
}
