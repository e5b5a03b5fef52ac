/** What all pages are made from: the sources, the table of operations, and the addresses of pages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationExample } from './example.ts';
import type { PageFrame } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import type { RenderedMarkdown } from './markdown.ts';
import { groupOperations } from './families.ts';
import type { FamilyOperations } from './families.ts';
import type { Descriptions } from './schema-view.ts';
import type { SearchEntry } from './search-index.ts';
import { ADR_FOLDER, HOME_PAGE, REFERENCE_PAGES, SECTIONS } from './site-map.ts';
import type { GuidePage, GuideSection } from './site-map.ts';
import { partOf } from './split-file.ts';
import type { DocumentedArea } from './table.ts';

export interface SiteInput {
  /** The folder of the repository or the installed package. */
  root: string;
  /** The path under which the site is served, such as `/docs`; empty at the root of a host. */
  base: string;
  version: string;
  areas: readonly DocumentedArea[];
}

export type Page = Omit<PageFrame, 'navigation'> & { slug: string; section: string };

/** Pages, and what search finds of them. */
export interface PagesAndEntries {
  pages: Page[];
  entries: SearchEntry[];
}

export class SiteContext {
  readonly base: string;
  readonly families: readonly FamilyOperations[];
  readonly examples: Readonly<Record<string, OperationExample>>;
  readonly descriptions: Descriptions;
  readonly guides: readonly GuideSection[];
  readonly decisions: readonly GuidePage[];
  /** Images that pages show, by their paths below the root. */
  readonly images = new Set<string>();
  readonly #root: string;
  /** The pages of each file; most have one. */
  readonly #pages: ReadonlyMap<string, readonly GuidePage[]>;

  constructor({ root, base, areas }: SiteInput) {
    this.#root = root;
    this.base = base;
    this.families = groupOperations(areas);
    this.examples = JSON.parse(this.#read('docs/examples.json')) as Record<string, OperationExample>;
    this.descriptions = JSON.parse(this.#read('scripts/site/field-descriptions.json')) as Descriptions;
    // A package may leave out what does not help to use it.
    const has = ({ file }: GuidePage): boolean => existsSync(join(root, file));
    this.guides = SECTIONS.map(({ title, pages }) => ({ title, pages: pages.filter(has) }));
    this.decisions = listDecisions(root);
    const all = [...this.guides.flatMap(({ pages }) => pages), ...REFERENCE_PAGES, ...this.decisions];
    this.#pages = Map.groupBy([HOME_PAGE, ...all], ({ file }) => file);
  }

  url(slug: string): string {
    return slug === '' ? `${this.base}/` : `${this.base}/${slug}/`;
  }

  /** The bytes of a file below the root. */
  bytes(file: string): Uint8Array {
    return readFileSync(join(this.#root, file));
  }

  render(page: GuidePage): RenderedMarkdown {
    return renderMarkdown(this.#partOf(page).source, page.file, {
      page: (target, anchor) => this.#find(target, anchor),
      image: (target) => {
        this.images.add(target);
        return `${this.base}/${target.replace(/^docs\//, '')}`;
      },
    });
  }

  #partOf(page: GuidePage): ReturnType<typeof partOf> {
    const pages = this.#pages.get(page.file) ?? [page];
    const source = this.#read(page.file);
    return pages.length > 1 ? partOf(source, page, pages) : { source, anchors: new Map() };
  }

  /** The page that a link to a file, and to a heading of it, leads to. */
  #find(target: string, anchor: string | undefined): { url: string; title: string } | undefined {
    const path = target.replace(/\/$/, '');
    const pages = this.#pages.get(path) ?? this.#pages.get(`${path}/README.md`);
    if (!pages) return undefined;
    const isSplit = pages.length > 1 && anchor !== undefined;
    const withAnchor = isSplit ? pages.find((page) => this.#partOf(page).anchors.has(anchor)) : undefined;
    const page = withAnchor ?? pages[0]!;
    const hash = withAnchor ? this.#partOf(withAnchor).anchors.get(anchor!)! : (anchor ?? '');
    return { url: this.url(page.slug) + (hash === '' ? '' : `#${hash}`), title: page.title };
  }

  #read(file: string): string {
    return readFileSync(join(this.#root, file), 'utf8');
  }
}

function listDecisions(root: string): GuidePage[] {
  const folder = join(root, ADR_FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .sort()
    .map((name) => ({ slug: `adr/${name.slice(0, -3)}`, file: `${ADR_FOLDER}/${name}`, title: `ADR ${Number(name.slice(0, 4))}` }));
}

/** Each page leads to its neighbors. */
export function linkPages(pages: readonly Page[], context: SiteContext): void {
  const target = (page: Page | undefined): PageFrame['next'] => page && { title: page.title, url: context.url(page.slug) };
  for (const [i, page] of pages.entries()) {
    page.previous = target(pages[i - 1]);
    page.next = target(pages[i + 1]);
  }
}
