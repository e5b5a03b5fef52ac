/** Classes of a project as lists in a side column: selecting one filters, each can be opened, more can be added. */
import type { JSX } from 'preact';
import { formatCount } from '../kit/format.ts';
import { Button } from '../kit/parts.tsx';

export interface TreeItem { name: string; /** How often it is labelled. */ count?: number; /** Further details. */ note?: string }

export interface TreeSectionProps { title: string; /** Singular, such as `intent`. */ one: string; items: readonly TreeItem[]; chosen: string; onChoose: (name: string) => void; onOpen: (name: string) => void; onAdd: () => void; empty: string }

export function TreeSection({ title, one, items, chosen, onChoose, onOpen, onAdd, empty }: TreeSectionProps): JSX.Element {
  return <section aria-label={title} class="projects-section">
    <header class="spread"><h2>{title}</h2><Button kind="quiet" icon="add" label={`Add ${one}`} onClick={onAdd} /></header>
    {items.length === 0 && <p class="soft small">{empty}</p>}
    <ul tabIndex={items.length > 12 ? 0 : undefined}>{items.map(({ name, count: labelled, note }) => <li key={name}>
      <div class="projects-item"><button type="button" aria-pressed={name === chosen} onClick={() => onChoose(name === chosen ? '' : name)}><span class="ellipsis">{name}</span>{labelled !== undefined && <span class="soft number">{formatCount(labelled)}</span>}</button><Button kind="quiet" icon="more" label={`Open ${name}`} onClick={() => onOpen(name)} /></div>
      {note !== undefined && note !== '' && <p class="soft small">{note}</p>}
    </li>)}</ul>
  </section>;
}
