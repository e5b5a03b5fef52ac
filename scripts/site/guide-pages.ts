/** Pages from Markdown: the home page, the guides, the generated tables and the decisions. */
import { linkPages } from './context.ts';
import type { Page, PagesAndEntries, SiteContext } from './context.ts';
import { escapeHtml, textOf } from './html.ts';
import type { SearchEntry } from './search-index.ts';
import { HOME_PAGE, REFERENCE_PAGES } from './site-map.ts';
import type { GuidePage } from './site-map.ts';

const MAX_DESCRIPTION = 200;
/** How much sections of a page count in search, where that is not 1. */
const BOOSTS: Readonly<Record<string, number>> = { packages: 0.3, changelog: 0.3, support: 0.6, errors: 0.6, clients: 0.6 };
const DECISION_BOOST = 0.3;
/** The page itself, compared with its sections. */
const PAGE_BOOST = 3;

export function guidePages(context: SiteContext): PagesAndEntries {
  const home = context.render(HOME_PAGE);
  // Cards need no colon between a link and what it is about.
  const cards = home.html.replaceAll('</a>: ', '</a> ');
  const entries: SearchEntry[] = [];
  const make = (section: string, list: readonly GuidePage[]): Page[] => list.map((page) => guidePage(context, page, section, entries));
  const guides: Page[] = [
    { slug: '', section: '', kind: 'home', title: home.title, description: descriptionOf(home.html), content: cards, headings: [] },
    ...context.guides.flatMap(({ title, pages }) => make(title, pages)),
    ...make('Reference', REFERENCE_PAGES),
  ];
  const decisions = make('Decisions', context.decisions);
  linkPages(guides, context);
  linkPages(decisions, context);
  return { pages: [...guides, ...decisions], entries };
}

function guidePage(context: SiteContext, guide: GuidePage, section: string, entries: SearchEntry[]): Page {
  const { slug, vendorNames = [] } = guide;
  const { title, html, headings, sections } = context.render(guide);
  const url = context.url(slug);
  const boost = section === 'Decisions' ? DECISION_BOOST : (BOOSTS[slug] ?? 1);
  for (const { id, title: name, text } of sections) {
    entries.push(
      id === ''
        ? { url, title, where: section, names: vendorNames.join(', '), path: '', text, boost: boost * PAGE_BOOST }
        : { url: `${url}#${id}`, title: name, where: `${section} › ${title}`, names: '', path: '', text, boost },
    );
  }
  const family = context.families.find((one) => one.guide === slug);
  const reference = family
    ? `<p class="to-reference"><a href="${context.url(`reference/${family.slug}`)}">Reference: all operations of ${family.title.toLowerCase()}</a></p>`
    : '';
  return {
    slug,
    section,
    kind: 'guide',
    title,
    description: descriptionOf(html),
    content: html.replace('</h1>\n', `</h1>\n${vendorNamesLine(vendorNames)}${reference}`),
    headings,
  };
}

export function vendorNamesLine(names: readonly string[]): string {
  if (names.length === 0) return '';
  return `<p class="vendor-names">The vendor’s names: ${names.map((name) => `<span>${escapeHtml(name)}</span>`).join(' ')}</p>`;
}

function descriptionOf(html: string): string {
  const text = textOf(/<p>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? '');
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 3)}…` : text;
}
