/** The navigation beside a page: all guides, and of the reference what is near the page. */
import type { Page, SiteContext } from './context.ts';
import { slugOf } from './html.ts';
import type { NavLink, NavSection } from './layout.ts';
import type { FamilyOperations } from './families.ts';
import { operationName, shortTitle } from './operation-page.ts';
import { REFERENCE_PAGES } from './site-map.ts';

export function navigationOf({ slug, section }: Pick<Page, 'slug' | 'section'>, context: SiteContext): NavSection[] {
  const guides = context.guides.map(({ title, pages }) => ({
    title,
    links: pages.map((page) => ({
      title: page.title,
      url: context.url(page.slug),
      isCurrent: page.slug === slug || (page.slug === 'adr' && section === 'Decisions'),
    })),
  }));
  const tables = REFERENCE_PAGES.map((page) => ({ title: page.title, url: context.url(page.slug), isCurrent: page.slug === slug }));
  const reference: NavSection = {
    title: 'Reference',
    links: [...context.families.map((family) => familyLink(family, slug, context)), ...tables],
  };
  // The reader of an operation looks at others of its area.
  if (slug.startsWith('reference')) return [reference, ...guides];
  return [...guides.slice(0, -1), reference, ...guides.slice(-1)];
}

/** With its groups while one of its pages is shown, and with the operations of the group that is read. */
function familyLink(family: FamilyOperations, slug: string, context: SiteContext): NavLink {
  const own = `reference/${family.slug}`;
  const link = { title: family.title, url: context.url(own), isCurrent: slug === own };
  const isOpen = slug === own || slug.startsWith(`${own}/`);
  if (!isOpen) return link;
  const groups = family.sections.map(({ title, operations }): NavLink => {
    const links = operations.map((operation): NavLink => {
      const target = `${own}/${operationName(operation)}`;
      return { title: shortTitle(operation), url: context.url(target), isCurrent: target === slug, method: operation.method };
    });
    const isRead = links.some(({ isCurrent }) => isCurrent);
    return { title, url: `${context.url(own)}#${slugOf(title)}`, isCurrent: false, links: isRead ? links : [] };
  });
  return { ...link, links: groups };
}
