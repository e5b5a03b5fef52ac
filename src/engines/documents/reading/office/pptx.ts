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
import { isOn, isSet, walkXml } from './xml.ts';
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

const ROLES = new Map<string, Role>([
  ['title', 'title'],
  ['ctrTitle', 'first title'],
  ['dt', 'furniture'],
  ['ftr', 'furniture'],
  ['sldNum', 'furniture'],
]);
const SKIPPED = new Set(['Fallback']);

class Slide {
  readonly skipped = SKIPPED;
  hidden = false;
  readonly #budget: TextBudget;
  readonly #texts: { role: Role; block: Block }[] = [];
  readonly #relations: ReadonlyMap<string, Relationship>;
  #role: Role = 'body';
  #inImage = false;
  #paragraph: string | undefined;
  #inText = false;
  #rows: GridCell[][] | undefined;
  #firstRowIsHeader = false;
  #cell: (GridCell & { covered: boolean; lines: string[] }) | undefined;

  constructor(budget: TextBudget, relations: ReadonlyMap<string, Relationship>) {
    this.#budget = budget;
    this.#relations = relations;
  }

  static readonly #onOpen: ReadonlyMap<string, (slide: Slide, get: Element['get']) => void> = new Map(
    Object.entries({
      sld: (slide, get) => (slide.hidden = !isOn(get('show'))),
      sp: (slide) => (slide.#role = 'body'),
      ph: (slide, get) => (slide.#role = ROLES.get(get('type') ?? '') ?? 'body'),
      pic: (slide) => (slide.#inImage = true),
      blip: (slide, get) => {
        // Other blips are fills and backgrounds.
        const block = slide.#inImage ? imageOf('blip', get, slide.#relations) : undefined;
        if (block) slide.#texts.push({ role: 'body', block });
      },
      p: (slide) => (slide.#paragraph = ''),
      t: (slide) => (slide.#inText = true),
      br: (slide) => slide.#add('\n'),
      tbl: (slide) => (slide.#rows = []),
      tblPr: (slide, get) => (slide.#firstRowIsHeader = isSet(get('firstRow'))),
      tr: (slide) => slide.#rows?.push([]),
      tc: (slide, get) => {
        const span = (key: string): number => Math.max(1, Math.min(1024, Number(get(key) ?? 1) || 1));
        slide.#cell = {
          text: '',
          lines: [],
          covered: isSet(get('hMerge')) || isSet(get('vMerge')),
          header: slide.#firstRowIsHeader && slide.#rows?.length === 1,
          rowSpan: span('rowSpan'),
          columnSpan: span('gridSpan'),
        };
      },
    } satisfies Record<string, (slide: Slide, get: Element['get']) => unknown>),
  );

  static readonly #onClose: ReadonlyMap<string, (slide: Slide) => void> = new Map(
    Object.entries({
      t: (slide) => (slide.#inText = false),
      p: (slide) => slide.#endParagraph(),
      pic: (slide) => (slide.#inImage = false),
      tc: (slide) => {
        if (slide.#cell?.covered === false) slide.#rows?.at(-1)?.push({ ...slide.#cell, text: slide.#cell.lines.join('\n') });
        slide.#cell = undefined;
      },
      tbl: (slide) => {
        if (slide.#rows !== undefined && slide.#rows.length > 0) slide.#texts.push({ role: 'body', block: createTableBlock(slide.#rows) });
        slide.#rows = undefined;
      },
    } satisfies Record<string, (slide: Slide) => unknown>),
  );

  open = ({ name, get }: Element): void => {
    Slide.#onOpen.get(name)?.(this, get);
  };

  close = (name: string): void => {
    Slide.#onClose.get(name)?.(this);
  };

  text = (text: string): void => {
    if (this.#inText) this.#add(text);
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
