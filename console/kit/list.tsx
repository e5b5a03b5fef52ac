/** A virtual list: only visible items are rendered. Arrows move, Enter opens, Space selects. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { useVirtualRows } from './window.ts';

export interface ListProps<R> {
  label: string;
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  render: (row: R) => ComponentChildren;
  rowHeight?: number;
  height?: number;
  selected: (row: R) => boolean;
  onChoose: (row: R) => void;
  /** Several can be selected: Space and clicks toggle. */
  many?: boolean;
  onEnd?: () => void;
  empty?: ComponentChildren;
}

export function List<R>({ label, rows, keyOf, render, rowHeight = 32, height = 420, selected, onChoose, many = false, onEnd, empty }: ListProps<R>): JSX.Element {
  const id = useId();
  const { from, to, active, scroller, setActive } = useVirtualRows({ count: rows.length, rowHeight, onEnd, onOpen: (row) => onChoose(rows[row]!) });
  if (rows.length === 0) return <>{empty}</>;
  return <div class="grid"><div class="grid-scroll" role="listbox" tabIndex={0} aria-label={label} aria-multiselectable={many} aria-activedescendant={`${id}-${active}`} style={{ height: `${Math.min(height, rows.length * rowHeight)}px`, '--columns': 'minmax(0, 1fr)' }} {...scroller}>
    <div class="grid-body" role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
      {rows.slice(from, to).map((row, i) => {
        const at = from + i;
        return <div key={keyOf(row)} id={`${id}-${at}`} class={`grid-row ${at === active ? 'active' : ''}`} role="option" aria-selected={selected(row)} aria-setsize={rows.length} aria-posinset={at + 1}
          style={{ top: `${at * rowHeight}px`, height: `${rowHeight}px`, cursor: 'pointer' }} onClick={() => {
            setActive(at);
            onChoose(row);
          }}>{render(row)}</div>;
      })}
    </div>
  </div></div>;
}
