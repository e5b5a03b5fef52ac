/** Finds the heading, title and caption styles of a Word file. Built-in style names are English in every language version. */
import type { Archive } from './zip.ts';
import { walkXml } from './xml.ts';

export interface StyleRole {
  kind: 'heading' | 'title' | 'caption' | 'plain';
  level: number;
  list?: string;
  depth?: number;
}

interface Style {
  name: string;
  basedOn?: string;
  outline?: number;
  list?: string;
  depth?: number;
}

const PLAIN: StyleRole = { kind: 'plain', level: 0 };
const MAX_CHAIN = 20;

export class Styles {
  readonly #styles = new Map<string, Style>();
  readonly #roles = new Map<string, StyleRole>();

  constructor(archive: Archive, part: string | undefined) {
    const xml = part === undefined ? undefined : archive.text(part);
    if (xml === undefined) return;
    let style: Style | undefined;
    walkXml(xml, {
      open: ({ name, get }) => {
        const value = get('val') ?? '';
        if (name === 'style') this.#styles.set(get('styleId') ?? '', (style = { name: '' }));
        else if (style === undefined) return;
        else if (name === 'name') style.name = value.toLowerCase();
        else if (name === 'basedOn') style.basedOn = value;
        else if (name === 'outlineLvl') style.outline = Number(value);
        else if (name === 'numId') style.list = value;
        else if (name === 'ilvl') style.depth = Number(value);
      },
      close: (name) => {
        if (name === 'style') style = undefined;
      },
    });
  }

  role(id: string | undefined): StyleRole {
    if (id === undefined) return PLAIN;
    let role = this.#roles.get(id);
    if (role === undefined) this.#roles.set(id, (role = this.#find(id)));
    return role;
  }

  /** Decided by the style itself, or by the nearest style it is based on. */
  #find(id: string): StyleRole {
    let list: Pick<StyleRole, 'list' | 'depth'> = {};
    for (
      let [at, style] = [0, this.#styles.get(id) ?? ({ name: id.toLowerCase() } as Style | undefined)];
      style !== undefined && at < MAX_CHAIN;
      at += 1
    ) {
      if (list.list === undefined && style.list !== undefined) list = { list: style.list, depth: style.depth ?? 0 };
      const heading = /^heading ?([1-9])$/.exec(style.name)?.[1];
      if (heading !== undefined) return { kind: 'heading', level: Number(heading), ...list };
      if (style.name === 'title') return { kind: 'title', level: 0 };
      if (style.name === 'caption') return { kind: 'caption', level: 0 };
      if (style.outline !== undefined && style.outline < 9) return { kind: 'heading', level: style.outline + 1, ...list };
      style = style.basedOn === undefined ? undefined : this.#styles.get(style.basedOn);
    }
    return { ...PLAIN, ...list };
  }
}
