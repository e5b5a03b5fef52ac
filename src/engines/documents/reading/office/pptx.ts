/** Presentations: each visible slide is a page with its title, texts, tables and images; notes and comments are omitted. */
import type { Limits } from '../model/limits.ts';
import type { Block, Flow } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { TextBudget } from './text-budget.ts';
import type { GridCell } from './table-grid.ts';
import { createTableBlock } from './table-grid.ts';
import { imageOf } from './embedded-images.ts';
import { findMainPart, readRelationships } from './relationships.ts';
import type { Relationship } from './relationships.ts';
import type { Element } from './xml.ts';
import { walkXml } from './xml.ts';
import type { Archive } from './zip.ts';

export function readPptx(archive: Archive, limits: Limits): Flow {
  const main = findMainPart(archive, 'ppt/presentation.xml');
  const xml = archive.text(main);
  if (xml === undefined) throw new UnreadableFile('corrupt', 'the presentation has no main part');
  const relations = readRelationships(archive, main);
  const slides: string[] = [];
  walkXml(xml, {
    open: ({ name, get }) => {
      if (name === 'sldId') slides.push(relationId(get) ?? '');
    },
  });
  if (slides.length > limits.maxPages) throw new UnreadableFile('tooManyPages', `the presentation has ${slides.length} slides`);
  const budget = new TextBudget(limits);
  return {
    pages: slides.flatMap((id) => {
      const part = relations.get(id)?.part;
      const slide = part === undefined ? undefined : archive.text(part);
      if (part === undefined || slide === undefined) return [];
      const reader = new Slide(budget, readRelationships(archive, part));
      walkXml(slide, reader);
      return reader.hidden ? [] : [reader.blocks()];
    }),
  };
}

/** A slide has an `id` of its own, and a prefixed `id` that names its relationship. */
const relationId = (get: Element['get']): string | undefined => get('r:id') ?? get('id');

type Role = 'title' | 'first title' | 'furniture' | 'body';

const ROLES: Readonly<Record<string, Role>> = {
  title: 'title',
  ctrTitle: 'first title',
  dt: 'furniture',
  ftr: 'furniture',
  sldNum: 'furniture',
};

class Slide {
  hidden = false;
  readonly #budget: TextBudget;
  readonly #texts: { role: Role; block: Block }[] = [];
  readonly #relations: ReadonlyMap<string, Relationship>;
  #role: Role = 'body';
  #inImage = false;
  #paragraph: string | undefined;
  #inText = false;
  #skipped = 0;
  #rows: GridCell[][] | undefined;
  #firstRowIsHeader = false;
  #cell: (GridCell & { covered: boolean; lines: string[] }) | undefined;

  constructor(budget: TextBudget, relations: ReadonlyMap<string, Relationship>) {
    this.#budget = budget;
    this.#relations = relations;
  }

  open = ({ name, get }: Element): void => {
    if (this.#skipped > 0 || name === 'Fallback') {
      this.#skipped += 1;
      return;
    }
    const span = (key: string): number => Math.max(1, Math.min(1024, Number(get(key) ?? 1) || 1));
    switch (name) {
      case 'sld':
        this.hidden = get('show') === '0' || get('show') === 'false';
        break;
      case 'sp':
        this.#role = 'body';
        break;
      case 'pic':
        this.#inImage = true;
        break;
      case 'blip': {
        // Other blips are fills and backgrounds.
        const block = this.#inImage ? imageOf(name, get, this.#relations) : undefined;
        if (block) this.#texts.push({ role: 'body', block });
        break;
      }
      case 'ph':
        this.#role = ROLES[get('type') ?? ''] ?? 'body';
        break;
      case 'p':
        this.#paragraph = '';
        break;
      case 't':
        this.#inText = true;
        break;
      case 'br':
        this.#add('\n');
        break;
      case 'tbl':
        this.#rows = [];
        break;
      case 'tblPr':
        this.#firstRowIsHeader = get('firstRow') === '1' || get('firstRow') === 'true';
        break;
      case 'tr':
        this.#rows?.push([]);
        break;
      case 'tc': {
        const covered = ['hMerge', 'vMerge'].some((key) => get(key) === '1' || get(key) === 'true');
        this.#cell = {
          text: '',
          lines: [],
          covered,
          header: this.#firstRowIsHeader && this.#rows?.length === 1,
          rowSpan: span('rowSpan'),
          columnSpan: span('gridSpan'),
        };
      }
    }
  };

  close = (name: string): void => {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    switch (name) {
      case 't':
        this.#inText = false;
        break;
      case 'p':
        this.#endParagraph();
        break;
      case 'pic':
        this.#inImage = false;
        break;
      case 'tc':
        if (this.#cell !== undefined && !this.#cell.covered) this.#rows?.at(-1)?.push({ ...this.#cell, text: this.#cell.lines.join('\n') });
        this.#cell = undefined;
        break;
      case 'tbl':
        if (this.#rows !== undefined && this.#rows.length > 0) this.#texts.push({ role: 'body', block: createTableBlock(this.#rows) });
        this.#rows = undefined;
    }
  };

  text = (text: string): void => {
    if (this.#skipped === 0 && this.#inText) this.#add(text);
  };

  /** The title first, whatever its z-order; slide number and date last. */
  blocks(): Block[] {
    const order: Readonly<Record<Role, number>> = { 'first title': 0, title: 0, body: 1, furniture: 2 };
    return this.#texts.toSorted((one, other) => order[one.role] - order[other.role]).map(({ block }) => block);
  }

  #add(text: string): void {
    if (this.#paragraph !== undefined) this.#paragraph += this.#budget.take(text);
  }

  #endParagraph(): void {
    const text = this.#paragraph?.trim() ?? '';
    this.#paragraph = undefined;
    if (text === '') return;
    if (this.#cell !== undefined) {
      this.#cell.lines.push(text);
      return;
    }
    const role = this.#role;
    this.#texts.push({
      role,
      block:
        role === 'title'
          ? { kind: 'heading', level: 1, text }
          : {
              kind: 'paragraph',
              text,
              ...(role === 'first title' ? { role: 'title' as const } : role === 'furniture' ? { role: 'pageFooter' as const } : {}),
            },
    });
  }
}
