/**
 * HTML pages: headings, paragraphs, lists and tables as a browser displays them, without scripts, styles and hidden elements.
 * Depth and number of elements are bounded while the tree is built, because both can grow faster than the file.
 */
import { defaultTreeAdapter, parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import type { Limits } from '../model/limits.ts';
import type { Block, Flow } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { TextBudget } from './text-budget.ts';
import type { GridCell } from './table-grid.ts';
import { createTableBlock } from './table-grid.ts';
import tags from './html-tags.json' with { type: 'json' };

type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

const MAX_BYTES = 32 * 2 ** 20;
const MAX_NODES = 2_000_000;
const MAX_DEPTH = 500;

export function readHtml(bytes: Uint8Array, limits: Limits): Flow {
  if (bytes.length > Math.min(MAX_BYTES, limits.maxUnpackedBytes)) throw new UnreadableFile('tooLarge', 'the HTML page is too large');
  const writer = new BlockWriter(new TextBudget(limits));
  for (const node of parse(decodeText(bytes), { treeAdapter: createBoundedAdapter(), scriptingEnabled: false }).childNodes)
    writer.visit(node);
  writer.end();
  return { pages: [writer.blocks] };
}

/** Decodes by byte order mark, declared charset, or as UTF-8; invalid UTF-8 is read as windows-1252, as browsers do. */
function decodeText(bytes: Uint8Array): string {
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).toString('latin1');
  const marked = begin.startsWith('\xff\xfe')
    ? 'utf-16le'
    : begin.startsWith('\xfe\xff')
      ? 'utf-16be'
      : begin.startsWith('\xef\xbb\xbf')
        ? 'utf-8'
        : undefined;
  const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(begin)?.[1];
  for (const [encoding, fatal] of [
    [marked, false],
    [declared, false],
    ['utf-8', true],
    ['windows-1252', false],
  ] as const) {
    if (encoding === undefined || (encoding === declared && /^utf-?16/i.test(encoding))) continue;
    try {
      return new TextDecoder(encoding, { fatal }).decode(bytes);
    } catch (problem) {
      if (!(problem instanceof RangeError || problem instanceof TypeError)) throw problem;
    }
  }
  return '';
}

/** parse5's default tree adapter with limits on depth and node count. */
function createBoundedAdapter(): typeof defaultTreeAdapter {
  const depths = new WeakMap<Parent | Node, number>();
  let nodes = 0;
  const countNode = (parent: Parent, node: Node): void => {
    const depth = (depths.get(parent) ?? 0) + 1;
    nodes += 1;
    depths.set(node, depth);
    if (depth > MAX_DEPTH || nodes > MAX_NODES)
      throw new UnreadableFile('tooLarge', 'the HTML page is nested too deeply or has too many elements');
  };
  return {
    ...defaultTreeAdapter,
    appendChild: (parent, node) => {
      countNode(parent, node);
      defaultTreeAdapter.appendChild(parent, node);
    },
    insertBefore: (parent, node, before) => {
      countNode(parent, node);
      defaultTreeAdapter.insertBefore(parent, node, before);
    },
  };
}

const SKIPPED = new Set(tags.skipped);
const BLOCKS = new Set(tags.blocks);

const isElement = (node: Node): node is Element => 'tagName' in node;
const attribute = (element: Element, name: string): string | undefined => element.attrs.find((own) => own.name === name)?.value;
const isHidden = (element: Element): boolean =>
  attribute(element, 'hidden') !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute(element, 'style') ?? '');

class BlockWriter {
  readonly blocks: Block[] = [];
  readonly #budget: TextBudget;
  #text = '';
  #level = 0;
  #marker = '';
  #preserved = 0;
  readonly #lists: { ordered: boolean; next: number }[] = [];

  constructor(budget: TextBudget) {
    this.#budget = budget;
  }

  visit(node: Node): void {
    if (node.nodeName === '#text') this.#add((node as DefaultTreeAdapterTypes.TextNode).value);
    if (!isElement(node) || SKIPPED.has(node.tagName) || isHidden(node)) return;
    switch (node.tagName) {
      case 'br':
        this.#text += '\n';
        return;
      case 'input':
        this.#input(node);
        return;
      case 'table':
        this.#table(node);
        return;
      case 'ul':
      case 'ol':
        this.#list(node);
        return;
      case 'li':
        this.#item(node);
        return;
      case 'pre':
      case 'textarea':
        this.#preserved += 1;
        this.#block(node, 0);
        this.#preserved -= 1;
        return;
    }
    const heading = /^h([1-6])$/.exec(node.tagName)?.[1];
    if (BLOCKS.has(node.tagName)) this.#block(node, Number(heading ?? 0));
    else for (const child of node.childNodes) this.visit(child);
  }

  /** Turns the collected text into a block. */
  end(): void {
    const text = this.#text.replace(/ *\n */g, '\n').trim();
    this.#text = '';
    if (text === '') return;
    const marked = this.#marker === '' ? text : `${this.#marker} ${text}`;
    this.#marker = '';
    this.blocks.push(this.#level > 0 ? { kind: 'heading', level: this.#level, text: marked } : { kind: 'paragraph', text: marked });
  }

  /** All collected text as one string, for a table cell. */
  joined(): string {
    this.end();
    return this.blocks.map((block) => (block.kind === 'table' ? block.cells.map(({ text }) => text).join(' ') : block.text)).join('\n');
  }

  #add(text: string): void {
    const shown = this.#preserved > 0 ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
    this.#text += this.#budget.take(this.#preserved > 0 || !/(^|[ \n])$/.test(this.#text) ? shown : shown.trimStart());
  }

  #block(element: Element, level: number): void {
    this.end();
    const outer = this.#level;
    if (level > 0) this.#level = level;
    for (const child of element.childNodes) this.visit(child);
    this.end();
    this.#level = outer;
  }

  #input(element: Element): void {
    const type = attribute(element, 'type')?.toLowerCase() ?? 'text';
    if (type === 'checkbox' || type === 'radio') this.#add(attribute(element, 'checked') === undefined ? ' ☐ ' : ' ☑ ');
    else if (type !== 'hidden' && type !== 'password') this.#add(` ${attribute(element, 'value') ?? ''} `);
  }

  #list(element: Element): void {
    const start = Number.parseInt(attribute(element, 'start') ?? '1', 10);
    this.#lists.push({ ordered: element.tagName === 'ol', next: Number.isNaN(start) ? 1 : start });
    this.#block(element, 0);
    this.#lists.pop();
  }

  #item(element: Element): void {
    this.end();
    const list = this.#lists.at(-1);
    this.#marker = list?.ordered === true ? `${list.next++}.` : '•';
    this.#block(element, 0);
    this.#marker = '';
  }

  #table(element: Element): void {
    this.end();
    const rows: GridCell[][] = [];
    let caption: string | undefined;
    const within = (node: Node, inHead: boolean): void => {
      if (!isElement(node) || isHidden(node)) return;
      if (node.tagName === 'caption') caption = this.#inner(node);
      else if (node.tagName === 'tr')
        rows.push(
          node.childNodes.flatMap((cell): GridCell[] =>
            isElement(cell) && (cell.tagName === 'td' || cell.tagName === 'th') && !isHidden(cell) ? [this.#cell(cell, inHead)] : [],
          ),
        );
      else if (['thead', 'tbody', 'tfoot'].includes(node.tagName))
        for (const child of node.childNodes) within(child, node.tagName === 'thead');
    };
    for (const child of element.childNodes) within(child, false);
    if (rows.some((row) => row.length > 0)) this.blocks.push(createTableBlock(rows, caption));
  }

  #cell(element: Element, inHead: boolean): GridCell {
    const span = (name: string, max: number): number => {
      const value = Number.parseInt(attribute(element, name) ?? '1', 10);
      return value === 0 && name === 'rowspan' ? max : Math.max(1, Math.min(max, Number.isNaN(value) ? 1 : value));
    };
    return {
      text: this.#inner(element),
      header: inHead || element.tagName === 'th',
      rowSpan: span('rowspan', 65_534),
      columnSpan: span('colspan', 1000),
    };
  }

  #inner(element: Element): string {
    const writer = new BlockWriter(this.#budget);
    for (const child of element.childNodes) writer.visit(child);
    return writer.joined();
  }
}
