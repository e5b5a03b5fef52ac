/** Several pages from one file: each has some of its sections, the first also those that no other page has. */
import { slugOf } from './html.ts';
import type { GuidePage } from './site-map.ts';

interface FilePart {
  source: string;
  /** Anchors of its headings, and of the heading that became the title of the page: an empty one. */
  anchors: ReadonlyMap<string, string>;
}

/** The part of a file that belongs to one of its pages, which are given in their order. */
export function partOf(source: string, page: GuidePage, pages: readonly GuidePage[]): FilePart {
  const [intro = '', ...sections] = source.split(/^(?=## )/m);
  const titleOf = (section: string): string => /^## (.*)/.exec(section)![1]!;
  const claimed = new Set(pages.flatMap((one) => one.sections ?? []));
  const known = new Set(sections.map(titleOf));
  for (const title of page.sections ?? []) if (!known.has(title)) throw new Error(`${page.file} has no section "${title}".`);
  const isFirst = page === pages[0];
  const own = sections.filter((section) => page.sections?.includes(titleOf(section)) || (isFirst && !claimed.has(titleOf(section))));
  const only = !isFirst && own.length === 1 ? titleOf(own[0]!) : undefined;
  // The title of the page stands for the heading of its only section, whose parts then count as sections.
  const text = only === undefined ? own.join('') : own[0]!.replace(/^## .*\n+/, '').replace(/^###/gm, '##');
  const anchors = new Map([...own.join('').matchAll(/^#{2,4} (.*)$/gm)].map(([, title]) => [slugOf(title!), slugOf(title!)]));
  if (only !== undefined) anchors.set(slugOf(only), '');
  return { source: `${isFirst ? intro.replace(/^# .*$/m, `# ${page.title}`) : `# ${page.title}\n\n`}${text}`, anchors };
}
