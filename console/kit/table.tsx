/** Virtual tables and lists: only visible rows are rendered. Arrows move, Enter opens, Space selects. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { formatCount } from './format.ts';
import { useRowHeights } from './theme.ts';
import { useVirtualRows } from './virtual-rows.ts';

export interface Column<R> {
  title: string;
  /** A CSS grid track: `120px`, `2fr`, `minmax(80px, 2fr)`. Flexible columns keep a readable width: narrow windows scroll. */
  width?: string;
  number?: boolean;
  cell: (row: R) => ComponentChildren;
  /** Makes the title a sort button. */
  onSort?: () => void;
  sorted?: 'ascending' | 'descending';
}

/** A box that selects a row, for bulk actions. */
export function checkColumn<R extends { id: string; text: string }>(
  selected: ReadonlySet<string>,
  toggle: (id: string) => void,
): Column<R> {
  return {
    title: '',
    width: '20px',
    cell: ({ id, text }) => (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t('Select {text}', { text: text.slice(0, 100) })}
        checked={selected.has(id)}
        onChange={() => toggle(id)}
      />
    ),
  };
}

/** With the id, or without it if it was there. */
export function toggled<T>(selected: ReadonlySet<T>, id: T): ReadonlySet<T> {
  return selected.has(id) ? new Set([...selected].filter((one) => one !== id)) : new Set([...selected, id]);
}

export interface TableProps<R> {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  rowHeight?: number;
  /** Maximum height; shorter if the rows are. */
  height?: number;
  onOpen?: (row: R) => void;
  selected?: (row: R) => boolean;
  onToggle?: (row: R) => void;
  /** Called when few rows are left below those in view. */
  onEnd?: () => void;
  /** Total number of rows, if not all are loaded. */
  total?: number;
  empty?: ComponentChildren;
}

/** Minimum width of a flexible column. */
const MIN_READABLE_WIDTH = 100;
/** Gap between columns and at both ends: `--s3`. */
const GAP = 12;

/** About the width of a character of a title. */
const TITLE_CHARACTER_WIDTH = 8.5;

/** The columns as a grid template, none narrower than its title, and the width below which it scrolls. */
function gridTracks(columns: readonly Pick<Column<never>, 'title' | 'width' | 'sorted'>[]): { template: string; least: number } {
  const sizes = columns.map(({ title, width = '1fr', sorted }) => {
    const size = /^[\d.]+fr$/.test(width) ? `minmax(${MIN_READABLE_WIDTH}px, ${width})` : width;
    const titleWidth = TITLE_CHARACTER_WIDTH * (title.length + (sorted ? 2 : 0));
    return size.replace(/\d+px/, (given) => `${Math.max(Number.parseInt(given, 10), Math.ceil(titleWidth))}px`);
  });
  const sum = sizes.reduce((total, size) => total + Number(/(\d+)px/.exec(size)?.[1] ?? 0), 0);
  return { template: sizes.join(' '), least: sum + GAP * (sizes.length + 1) };
}

/** Heights as the user wants them, unless the rows need others. */
function useRows(row: number | undefined): ReturnType<typeof useRowHeights> {
  const heights = useRowHeights();
  return row === undefined ? heights : { ...heights, row };
}

export function Table<R>({ label, columns, rows, keyOf, rowHeight: given, height = 480, onOpen, selected, ...rest }: TableProps<R>) {
  const id = useId();
  const { row: rowHeight, head: headHeight } = useRows(given);
  const { from, to, active, scroller, setActive } = useVirtualRows({
    count: rows.length,
    rowHeight,
    headHeight,
    onEnd: rest.onEnd,
    onOpen: onOpen && ((row) => onOpen(rows[row]!)),
    onToggle: rest.onToggle && ((row) => rest.onToggle?.(rows[row]!)),
  });
  if (rows.length === 0 && rest.empty !== undefined) return <>{rest.empty}</>;
  const { template, least: minWidth } = gridTracks(columns);
  return (
    <div class="grid">
      <div
        class="grid-scroll"
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={(rest.total ?? rows.length) + 1}
        aria-activedescendant={rows.length === 0 ? undefined : `${id}-${active}`}
        aria-multiselectable={rest.onToggle ? true : undefined}
        style={{ '--head': `${headHeight}px`, maxHeight: `${height}px`, '--columns': template, '--least': `${minWidth}px` }}
        {...scroller}
      >
        <div role="rowgroup">
          <div class="grid-row grid-head" role="row" aria-rowindex={1}>
            {columns.map(({ title, number, onSort, sorted }) => (
              <div role="columnheader" class={number ? 'number' : ''} aria-sort={sorted}>
                {onSort ? (
                  <button type="button" onClick={onSort}>
                    {title}
                    {sorted && (sorted === 'ascending' ? ' ↑' : ' ↓')}
                  </button>
                ) : (
                  title || <span class="for-readers">{t('Actions')}</span>
                )}
              </div>
            ))}
          </div>
        </div>
        <div class="grid-body" role="rowgroup" style={{ height: `${rows.length * rowHeight}px` }}>
          {rows.slice(from, to).map((row, i) => {
            const at = from + i;
            return (
              <div
                key={keyOf(row)}
                id={`${id}-${at}`}
                class={`grid-row ${at === active ? 'active' : ''}`}
                role="row"
                aria-rowindex={at + 2}
                aria-selected={selected ? selected(row) : undefined}
                style={{ top: `${at * rowHeight}px`, height: `${rowHeight}px`, cursor: onOpen || rest.onToggle ? 'pointer' : undefined }}
                onClick={(event) => {
                  setActive(at);
                  if ((event.target as HTMLElement).closest('a, button, input, select')) return;
                  if (onOpen) onOpen(row);
                  else rest.onToggle?.(row);
                }}
              >
                {columns.map(({ cell, number }) => (
                  <div role="gridcell" class={number ? 'number' : ''}>
                    {cell(row)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
      {rest.total !== undefined && rest.total > rows.length && (
        <div class="grid-foot">{t('{count} of {total} loaded', { count: formatCount(rows.length), total: formatCount(rest.total) })}</div>
      )}
    </div>
  );
}

export interface ListProps<R> {
  label: string;
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  render: (row: R) => ComponentChildren;
  rowHeight?: number;
  height?: number;
  selected: (row: R) => boolean;
  onSelect: (row: R) => void;
  /** Several can be selected: Space and clicks toggle. */
  many?: boolean;
  onEnd?: () => void;
  empty?: ComponentChildren;
}

/** A virtual list: only visible items are rendered. Arrows move, Enter opens, Space selects. */
export function List<R>({ label, rows, keyOf, rowHeight: given, height = 420, selected, onSelect, many = false, ...rest }: ListProps<R>) {
  const id = useId();
  const { row: rowHeight } = useRows(given);
  const { from, to, active, scroller, setActive } = useVirtualRows({
    count: rows.length,
    rowHeight,
    onEnd: rest.onEnd,
    onOpen: (row) => onSelect(rows[row]!),
  });
  if (rows.length === 0) return <>{rest.empty}</>;
  return (
    <div class="grid">
      <div
        class="grid-scroll"
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable={many}
        aria-activedescendant={`${id}-${active}`}
        style={{ height: `${Math.min(height, rows.length * rowHeight)}px`, '--columns': 'minmax(0, 1fr)' }}
        {...scroller}
      >
        <div class="grid-body" role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
          {rows.slice(from, to).map((row, i) => {
            const at = from + i;
            return (
              <div
                key={keyOf(row)}
                id={`${id}-${at}`}
                class={`grid-row ${at === active ? 'active' : ''}`}
                role="option"
                aria-selected={selected(row)}
                aria-setsize={rows.length}
                aria-posinset={at + 1}
                style={{ top: `${at * rowHeight}px`, height: `${rowHeight}px`, cursor: 'pointer' }}
                onClick={() => {
                  setActive(at);
                  onSelect(row);
                }}
              >
                {rest.render(row)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
