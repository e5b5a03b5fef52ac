/**
 * Word files: paragraphs, headings, lists and tables in their order, with headers, footers and notes.
 *
 * Pages follow explicit breaks only; automatic page flow is not computed. Deleted text (tracked changes), hidden text and field
 * codes are omitted. A text box comes after the paragraph it is anchored to, an image before its text, images of a table after it.
 */
import type { Limits } from '../model/limits.ts';
import type { Block, Flow } from '../model/page.ts';
import { glyphText } from '../pdf/glyphs.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { TextBudget } from './text-budget.ts';
import { ListNumbering } from './docx-lists.ts';
import type { StyleRole } from './docx-styles.ts';
import { Styles } from './docx-styles.ts';
import type { GridCell } from './table-grid.ts';
import { createTableBlock } from './table-grid.ts';
import { imageOf } from './embedded-images.ts';
import type { ImageBlock } from './embedded-images.ts';
import { findMainPart, readRelationships } from './relationships.ts';
import type { Relationship } from './relationships.ts';
import type { Element } from './xml.ts';
import { isOn, walkXml } from './xml.ts';
import type { Archive } from './zip.ts';

export function readDocx(archive: Archive, limits: Limits): Flow {
  const main = findMainPart(archive, 'word/document.xml');
  const xml = archive.text(main);
  if (xml === undefined) throw new UnreadableFile('corrupt', 'the Word file has no document');
  const relations = readRelationships(archive, main);
  const partOf = (type: string): string | undefined => [...relations.values()].find((relation) => relation.type === type)?.part;
  const shared = {
    styles: new Styles(archive, partOf('styles')),
    numbering: new ListNumbering(archive, partOf('numbering')),
    budget: new TextBudget(limits),
  };
  const body = new Story(shared, limits, relations);
  walkXml(xml, body);
  const notes = new Map([
    ...readNotes(archive, partOf('footnotes'), shared, limits),
    ...readNotes(archive, partOf('endnotes'), shared, limits),
  ]);
  const headersAndFooters = new Map<string, string[]>();
  const partLines = (id: string): string[] => {
    const part = relations.get(id)?.part;
    if (part === undefined) return [];
    const known = headersAndFooters.get(part) ?? readPartText(archive, part, shared, limits);
    headersAndFooters.set(part, known);
    return known;
  };
  let previous = '';
  const pages = body.pages.map((page): Block[] => {
    const headers = page.headers.flatMap(partLines);
    const footers = page.footers.flatMap(partLines);
    const now = JSON.stringify([headers, footers]);
    const repeated = now === previous;
    previous = now;
    return [
      ...(repeated ? [] : headers.map((text): Block => ({ kind: 'paragraph', role: 'pageHeader', text }))),
      ...page.blocks,
      ...page.notes.flatMap((id) => notes.get(id) ?? []).map((text): Block => ({ kind: 'paragraph', role: 'footnote', text })),
      ...(repeated ? [] : footers.map((text): Block => ({ kind: 'paragraph', role: 'pageFooter', text }))),
    ];
  });
  return { pages };
}

interface Shared {
  styles: Styles;
  numbering: ListNumbering;
  budget: TextBudget;
}

interface DocxPage {
  blocks: Block[];
  notes: string[];
  headers: string[];
  footers: string[];
}

interface Paragraph {
  text: string;
  style: string | undefined;
  outline?: number;
  list: string | undefined;
  depth: number;
  breakBefore: boolean;
  boxes: string[];
  images: ImageBlock[];
}

interface Cell extends GridCell {
  merge?: 'restart' | 'continue';
  lines: string[];
}

interface Table {
  rows: Cell[][];
  headerRow: boolean;
  images: ImageBlock[];
}

/** Elements whose content is skipped: deleted or moved text, fallback drawings, field codes. */
const SKIPPED = new Set(['del', 'moveFrom', 'Fallback', 'instrText', 'delText', 'delInstrText']);

/** Parser state for the document body, a header or a note. */
class Story {
  readonly skipped = SKIPPED;
  readonly pages: DocxPage[] = [emptyPage()];
  readonly #shared: Shared;
  readonly #relations: ReadonlyMap<string, Relationship>;
  readonly #maxPages: number;
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: Table[] = [];
  #inText = 0;
  #inRun = 0;
  #hidden = false;
  #sectionFrom = 0;
  #section: { furniture: { footer: boolean; type: string; id: string }[]; ownFirst: boolean; breaks: boolean } | undefined;

  /** Images are those of the given relationships: those of headers, footers and notes are left out. */
  constructor(shared: Shared, { maxPages }: Pick<Limits, 'maxPages'>, relations: ReadonlyMap<string, Relationship> = new Map()) {
    this.#shared = shared;
    this.#relations = relations;
    this.#maxPages = maxPages;
  }

  static readonly #onOpen: ReadonlyMap<string, (story: Story, get: Element['get'], name: string) => void> = new Map(
    Object.entries({
      p: (story) =>
        story.#paragraphs.push({ text: '', style: undefined, list: undefined, depth: 0, breakBefore: false, boxes: [], images: [] }),
      pStyle: (story, get) => story.#set({ style: get('val') }),
      outlineLvl: (story, get) => story.#set({ outline: Number(get('val')) }),
      numId: (story, get) => story.#set({ list: get('val') }),
      ilvl: (story, get) => story.#set({ depth: Number(get('val')) || 0 }),
      pageBreakBefore: (story, get) => story.#set({ breakBefore: isOn(get('val')) }),
      t: (story) => (story.#inText += 1),
      r: (story) => {
        story.#inRun += 1;
        story.#hidden = false;
      },
      vanish: (story, get) => story.#inRun > 0 && (story.#hidden = isOn(get('val'))),
      tab: (story) => story.#inRun > 0 && story.#add('\t'),
      cr: (story) => story.#add('\n'),
      br: (story, get) => story.#break(get('type')),
      noBreakHyphen: (story) => story.#add('-'),
      sym: (story, get) => story.#add(glyphText(Number.parseInt(get('char') ?? '', 16) || 0, get('font')) ?? ''),
      footnoteReference: (story, get) => story.#page.notes.push(`footnotes ${get('id')}`),
      endnoteReference: (story, get) => story.#page.notes.push(`endnotes ${get('id')}`),
      sectPr: (story) => (story.#section = { furniture: [], ownFirst: false, breaks: story.#paragraphs.length > 0 }),
      type: (story, get) => story.#section && get('val') === 'continuous' && (story.#section.breaks = false),
      headerReference: (story, get) => story.#section?.furniture.push({ footer: false, ...referenceOf(get) }),
      footerReference: (story, get) => story.#section?.furniture.push({ footer: true, ...referenceOf(get) }),
      titlePg: (story, get) => story.#section && (story.#section.ownFirst = isOn(get('val'))),
      blip: (story, get, name) => story.#addImage(name, get),
      imagedata: (story, get, name) => story.#addImage(name, get),
      tbl: (story) => story.#tables.push({ rows: [], headerRow: false, images: [] }),
      tr: (story) => {
        const table = story.#tables.at(-1);
        table?.rows.push([]);
        if (table) table.headerRow = false;
      },
      tblHeader: (story, get) => Object.assign(story.#tables.at(-1) ?? {}, { headerRow: isOn(get('val')) }),
      tc: (story) => {
        const { rows, headerRow: header } = story.#tables.at(-1) ?? {};
        rows?.at(-1)?.push({ text: '', lines: [], header: header === true, rowSpan: 1, columnSpan: 1 });
      },
      gridSpan: (story, get) => Object.assign(story.#cell ?? {}, { columnSpan: Math.max(1, Math.min(1024, Number(get('val')) || 1)) }),
      vMerge: (story, get) => Object.assign(story.#cell ?? {}, { merge: get('val') === 'restart' ? 'restart' : 'continue' }),
    } satisfies Record<string, (story: Story, get: Element['get'], name: string) => unknown>),
  );

  static readonly #onClose: ReadonlyMap<string, (story: Story) => void> = new Map(
    Object.entries({
      t: (story) => (story.#inText -= 1),
      r: (story) => (story.#inRun -= 1),
      p: (story) => story.#endParagraph(),
      tbl: (story) => story.#endTable(),
      sectPr: (story) => story.#endSection(),
    } satisfies Record<string, (story: Story) => unknown>),
  );

  open = ({ name, get }: Element): void => {
    Story.#onOpen.get(name)?.(this, get, name);
  };

  close = (name: string): void => {
    Story.#onClose.get(name)?.(this);
  };

  text = (text: string): void => {
    if (this.#inText > 0) this.#add(text);
  };

  #set(properties: Partial<Paragraph>): void {
    Object.assign(this.#paragraphs.at(-1) ?? {}, properties);
  }

  #addImage(name: string, get: Element['get']): void {
    const image = imageOf(name, get, this.#relations);
    if (image) this.#paragraphs.at(-1)?.images.push(image);
  }

  get #cell(): Cell | undefined {
    return this.#tables.at(-1)?.rows.at(-1)?.at(-1);
  }

  get #page(): DocxPage {
    return this.pages.at(-1)!;
  }

  #add(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph !== undefined && !this.#hidden) paragraph.text += this.#shared.budget.take(text);
  }

  #break(type: string | undefined): void {
    if (type !== 'page') this.#add('\n');
    else if (this.#tables.length === 0 && this.#paragraphs.length <= 1) {
      this.#flush();
      this.#newPage();
    }
  }

  #newPage(): void {
    if (this.pages.length > this.#maxPages) throw new UnreadableFile('tooManyPages', 'the Word file has too many pages');
    this.pages.push(emptyPage());
  }

  /** Text before a page break within a paragraph stays on its page. */
  #flush(): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined || (paragraph.text.trim() === '' && paragraph.images.length === 0)) return;
    this.#put(paragraph);
    paragraph.text = '';
    paragraph.images = [];
    paragraph.list = undefined;
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    const outer = this.#paragraphs.at(-1);
    if (outer !== undefined) {
      if (paragraph.text.trim() !== '') outer.boxes.push(paragraph.text.trim());
      outer.boxes.push(...paragraph.boxes);
      outer.images.push(...paragraph.images);
      return;
    }
    if (paragraph.breakBefore && this.#tables.length === 0 && this.#page.blocks.length > 0) this.#newPage();
    this.#put(paragraph);
    if (this.#section !== undefined) this.#startSection();
  }

  /** Adds a paragraph to the open cell, or to the page. */
  #put(paragraph: Paragraph): void {
    const role = this.#shared.styles.role(paragraph.style);
    const text = this.#numbered(paragraph, role);
    const cell = this.#cell;
    const lines = [text, ...paragraph.boxes].filter((line) => line !== '');
    if (cell !== undefined) {
      cell.lines.push(...lines);
      this.#tables.at(-1)!.images.push(...paragraph.images);
      return;
    }
    const before = this.#page.blocks.at(-1);
    if (role.kind === 'caption' && before?.kind === 'image' && before.text === '' && paragraph.images.length === 0) {
      before.text = lines.join('\n');
      return;
    }
    this.#page.blocks.push(...paragraph.images);
    for (const [index, line] of lines.entries())
      this.#page.blocks.push(index === 0 && text !== '' ? createBlock(line, role, paragraph.outline) : { kind: 'paragraph', text: line });
  }

  #numbered(paragraph: Paragraph, role: StyleRole): string {
    const text = paragraph.text.replace(/[ \t]+\n/g, '\n').trim();
    const list = paragraph.list ?? role.list;
    if (list === undefined || list === '0' || text === '') return text;
    const marker = this.#shared.numbering.next(list, paragraph.list === undefined ? (role.depth ?? 0) : paragraph.depth);
    return marker === '' ? text : `${marker} ${text}`;
  }

  /** A table within a cell becomes lines of that cell. */
  #endTable(): void {
    const table = this.#tables.pop();
    if (table === undefined || table.rows.length === 0) return;
    const outer = this.#cell;
    if (outer !== undefined) {
      this.#tables.at(-1)!.images.push(...table.images);
      outer.lines.push(
        ...table.rows
          .map((row) =>
            row
              .map(({ lines }) => lines.join(' '))
              .join(' ')
              .trim(),
          )
          .filter((line) => line !== ''),
      );
      return;
    }
    const before = this.#page.blocks.at(-1);
    const caption = before?.kind === 'paragraph' && captions.has(before) ? before.text : undefined;
    if (caption !== undefined) this.#page.blocks.pop();
    this.#page.blocks.push(createTableBlock(mergeCells(table.rows), caption), ...table.images);
  }

  /** Assigns the section's headers and footers to its pages, those since the end of the previous section. */
  #endSection(): void {
    const section = this.#section;
    if (section === undefined) return;
    for (const [index, page] of this.pages.slice(this.#sectionFrom).entries()) {
      const type = section.ownFirst && index === 0 ? 'first' : 'default';
      const own = section.furniture.filter((one) => one.type === type);
      if (own.some(({ footer }) => !footer)) page.headers = own.filter(({ footer }) => !footer).map(({ id }) => id);
      if (own.some(({ footer }) => footer)) page.footers = own.filter(({ footer }) => footer).map(({ id }) => id);
    }
    if (this.#paragraphs.length === 0) this.#section = undefined;
  }

  /** Runs after the paragraph that ends a section. */
  #startSection(): void {
    const breaks = this.#section?.breaks === true;
    const last = this.#page;
    this.#section = undefined;
    if (!breaks) return;
    this.#newPage();
    this.#sectionFrom = this.pages.length - 1;
    // A section without its own headers inherits those of the previous section.
    this.#page.headers.push(...last.headers);
    this.#page.footers.push(...last.footers);
  }
}

const emptyPage = (): DocxPage => ({ blocks: [], notes: [], headers: [], footers: [] });

const referenceOf = (get: Element['get']): { type: string; id: string } => ({ type: get('type') ?? 'default', id: get('id') ?? '' });

/** Paragraphs with caption style, which the following table may take as its caption. */
const captions = new WeakSet<Block>();

function createBlock(text: string, role: StyleRole, outline: number | undefined): Block {
  if (role.kind === 'heading') return { kind: 'heading', level: role.level, text };
  if (outline !== undefined && outline >= 0 && outline < 9) return { kind: 'heading', level: outline + 1, text };
  const block: Block = { kind: 'paragraph', text, ...(role.kind === 'title' ? { role: 'title' as const } : {}) };
  if (role.kind === 'caption') captions.add(block);
  return block;
}

/** Merges cells that continue the one above into its row span. */
function mergeCells(rows: readonly (readonly Cell[])[]): GridCell[][] {
  const above = new Map<number, GridCell>();
  return rows.map((row) => {
    let column = 0;
    return row.flatMap((cell): GridCell[] => {
      const at = column;
      column += cell.columnSpan;
      const open = above.get(at);
      if (cell.merge === 'continue' && open !== undefined && open.columnSpan === cell.columnSpan) {
        open.rowSpan += 1;
        return [];
      }
      const placed: GridCell = { text: cell.lines.join('\n'), header: cell.header, rowSpan: 1, columnSpan: cell.columnSpan, column: at };
      if (cell.merge === undefined) above.delete(at);
      else above.set(at, placed);
      return [placed];
    });
  });
}

function readPartText(archive: Archive, part: string, shared: Shared, limits: Limits): string[] {
  const xml = archive.text(part);
  if (xml === undefined) return [];
  const story = new Story(shared, limits);
  walkXml(xml, story);
  return story.pages
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.kind === 'table' ? block.cells.map(({ text }) => text).join(' ') : block.text))
    .filter((text) => text.trim() !== '');
}

/** Notes by their reference; separator notes are skipped. */
function readNotes(archive: Archive, part: string | undefined, shared: Shared, limits: Limits): Map<string, string[]> {
  const notes = new Map<string, string[]>();
  const xml = part === undefined ? undefined : archive.text(part);
  if (xml === undefined || part === undefined) return notes;
  let story: Story | undefined;
  let id = '';
  walkXml(xml, {
    skipped: SKIPPED,
    open: (element) => {
      if (element.name === 'footnote' || element.name === 'endnote') {
        story = element.get('type') === undefined || element.get('type') === 'normal' ? new Story(shared, limits) : undefined;
        id = `${element.name}s ${element.get('id') ?? ''}`;
      } else story?.open(element);
    },
    close: (name) => {
      if (name !== 'footnote' && name !== 'endnote') story?.close(name);
      else if (story !== undefined)
        notes.set(
          id,
          story.pages.flatMap(({ blocks }) => blocks).flatMap((block) => (block.kind === 'table' ? [] : [block.text])),
        );
    },
    text: (text) => story?.text(text),
  });
  return notes;
}
