/** Pages from the table of operations: the overview, one page of each family and one of each operation. */
import { linkPages } from './context.ts';
import type { Page, PagesAndEntries, SiteContext } from './context.ts';
import { familyPage } from './family-page.ts';
import { slugOf } from './html.ts';
import type { FamilyOperations } from './families.ts';
import { operationName, operationPage, operationTitle } from './operation-page.ts';
import type { SearchEntry } from './search-index.ts';
import { CLIENT_EXAMPLES, REFERENCE_PAGES } from './site-map.ts';
import { addressesOf } from './table.ts';
import type { DocumentedOperation } from './table.ts';

const FAMILY_BOOST = 2;
const GROUP_BOOST = 4;

export function referencePages(context: SiteContext): PagesAndEntries {
  const overview: Page = {
    slug: 'reference',
    section: 'Reference',
    kind: 'reference',
    title: 'Reference',
    description: 'Every operation with its addresses, versions, schema, example and failures.',
    content: overviewContent(context),
    headings: [],
  };
  const families = context.families.map((family) => familyPages(context, family));
  return { pages: [overview, ...families.flatMap(({ pages }) => pages)], entries: families.flatMap(({ entries }) => entries) };
}

function overviewContent(context: SiteContext): string {
  const families = context.families.map(({ slug, title, vendorNames, sections }) => {
    const count = sections.reduce((sum, { operations }) => sum + operations.length, 0);
    return `<li><a href="${context.url(`reference/${slug}`)}">${title}</a> ${vendorNames.slice(0, 2).join(', ')}: ${count} operations</li>`;
  });
  const tables = REFERENCE_PAGES.map(({ slug, title, about = '' }) => `<li><a href="${context.url(slug)}">${title}</a> ${about}</li>`);
  return `<h1 id="top">Reference</h1><p class="lead">Every operation with its addresses, versions, key, schema, a recorded example and its failures. Each is served under the vendor’s path and under a neutral one.</p><ul>${[...families, ...tables].join('')}</ul>`;
}

function familyPages(context: SiteContext, family: FamilyOperations): PagesAndEntries {
  const slug = `reference/${family.slug}`;
  const url = (page: string): string => context.url(page);
  const names = family.vendorNames.join(', ');
  const overview: Page = {
    slug,
    section: 'Reference',
    kind: 'reference',
    title: `${family.title}: operations`,
    description: `Operations of ${family.title.toLowerCase()} (${names}).`,
    content: familyPage(family, url),
    headings: family.sections.map(({ title }) => ({ level: 2, id: slugOf(title), html: title })),
  };
  const entries: SearchEntry[] = [
    { url: url(slug), title: overview.title, where: 'Reference', names, path: '', text: '', boost: FAMILY_BOOST },
  ];
  const where = `Reference › ${family.title} (${family.vendorNames.slice(0, 2).join(', ')})`;
  const operations = family.sections.flatMap(({ title: group, operations: list }) => {
    entries.push({ url: `${url(slug)}#${slugOf(group)}`, title: group, where, names: '', path: '', text: '', boost: GROUP_BOOST });
    return list.map((operation) => {
      const page = pageOf(context, family, operation);
      entries.push(entryOf(operation, url(page.slug), `${where} › ${group}`));
      return page;
    });
  });
  const pages = [overview, ...operations];
  linkPages(pages, context);
  return { pages, entries };
}

function pageOf(context: SiteContext, family: FamilyOperations, operation: DocumentedOperation): Page {
  const { id, method, summary } = operation;
  const { descriptions } = context;
  const example = context.examples[id];
  if (!example) throw new Error(`docs/examples.json has no example of ${id}: run npm run docs.`);
  const guide = context.guides.flatMap(({ pages }) => pages).find(({ slug }) => slug === CLIENT_EXAMPLES[id]);
  const clientTabs = guide ? clientTabsOf(context.render(guide).html) : '';
  return {
    slug: `reference/${family.slug}/${operationName(operation)}`,
    section: 'Reference',
    kind: 'operation',
    title: operationTitle(operation),
    description: `${method} ${addressesOf(operation)[0]!.path}: ${summary}.`,
    content: operationPage({ operation, family, example, descriptions, clientTabs, url: (page) => context.url(page) }),
    headings: [],
  };
}

/** The examples of a guide in several languages. */
function clientTabsOf(html: string): string {
  return /<div class="tabs">(?:(?!<div class="tabs">)[\s\S])*?data-tab="Python"[\s\S]*?<\/section><\/div>/.exec(html)?.[0] ?? '';
}

function entryOf(operation: DocumentedOperation, url: string, where: string): SearchEntry {
  const { path, vendorPath } = addressesOf(operation)[0]!;
  const parameters = Object.keys((operation.query as { properties?: object } | undefined)?.properties ?? {});
  return {
    url,
    title: operationTitle(operation),
    where,
    names: operation.id,
    path: path === vendorPath ? path : `${path} ${vendorPath}`,
    text: [operation.summary, ...parameters, ...operation.failures.map(({ kind }) => kind)].join(' '),
    method: operation.method,
    boost: 1,
  };
}
