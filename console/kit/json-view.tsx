/** Any JSON as a collapsible tree; only visible rows are rendered. Left collapses, right expands. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { expandTo, jsonRows, type JsonRow } from './json-rows.ts';
import { CopyButton } from './parts.tsx';
import { useVirtualRows } from './virtual-rows.ts';

const ROW = 20;

export interface JsonViewProps {
  value: unknown;
  label?: string;
  height?: number;
  /** Called with the active path. */
  onPoint?: (path: string) => void;
  /** Expanded, scrolled into view and highlighted whenever it changes. */
  point?: string;
}

export function JsonView({ value, label = 'JSON', height = 420, onPoint, point }: JsonViewProps) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => jsonRows(value, toggled), [value, toggled]);
  const toggle = ({ path, kind }: JsonRow): void => {
    if (kind === 'open' || kind === 'folded')
      setToggled(toggled.has(path) ? new Set([...toggled].filter((one) => one !== path)) : new Set([...toggled, path]));
  };
  const { from, to, active, scroller, setActive } = useVirtualRows({
    count: rows.length,
    rowHeight: ROW,
    onOpen: (row) => toggle(rows[row]!),
  });
  const tree = useRef<HTMLElement | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    tree.current = element;
    scroller.ref(element);
  }, []);
  const targetPath = useRef<string | undefined>(undefined);
  useEffect(() => {
    targetPath.current = point;
    if (point !== undefined) setToggled((before) => expandTo(value, before, point));
  }, [point, value]);
  useEffect(() => {
    const at = targetPath.current === undefined ? -1 : rows.findIndex(({ path }) => path === targetPath.current);
    if (at < 0 || !tree.current) return;
    targetPath.current = undefined;
    setActive(at);
    const { scrollTop, clientHeight } = tree.current;
    if (at * ROW < scrollTop || (at + 1) * ROW > scrollTop + clientHeight) tree.current.scrollTop = at * ROW - clientHeight / 3;
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[active];
    if ((event.key === 'ArrowRight' && row?.kind === 'folded') || (event.key === 'ArrowLeft' && row?.kind === 'open')) {
      event.preventDefault();
      toggle(row);
    } else scroller.onKeyDown(event);
  };
  return (
    <div class="code">
      <div
        class="json"
        role="tree"
        tabIndex={0}
        aria-label={label}
        style={{ height: `${Math.min(height, rows.length * ROW + 10)}px`, position: 'relative' }}
        {...scroller}
        ref={ref}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: `${rows.length * ROW}px`, position: 'relative' }}>
          {rows.slice(from, to).map((row, i) => (
            <Row
              key={`${row.path}${row.kind}`}
              row={row}
              at={from + i}
              active={from + i === active}
              pointed={point !== undefined && row.path === point}
              onClick={() => {
                setActive(from + i);
                onPoint?.(row.path);
                toggle(row);
              }}
            />
          ))}
        </div>
      </div>
      <CopyButton text={() => Promise.resolve(JSON.stringify(value, null, 2))} label={t('Copy {label}', { label })} />
    </div>
  );
}

function Row({
  row: { depth, key, kind, text },
  at,
  active,
  pointed,
  onClick,
}: {
  row: JsonRow;
  at: number;
  active: boolean;
  pointed: boolean;
  onClick: () => void;
}) {
  const isCollapsible = kind === 'open' || kind === 'folded';
  return (
    <div
      class={`json-row ${active ? 'active' : ''} ${pointed ? 'pointed' : ''}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={isCollapsible ? kind === 'open' : undefined}
      style={{ top: `${at * ROW}px`, paddingLeft: `${8 + depth * 14}px`, cursor: isCollapsible ? 'pointer' : undefined }}
      onClick={onClick}
    >
      <span class="quiet" aria-hidden="true">
        {isCollapsible ? (kind === 'open' ? '▾ ' : '▸ ') : '  '}
      </span>
      {key !== undefined && (
        <>
          <span class="key">{JSON.stringify(key)}</span>:{' '}
        </>
      )}
      <span class={isCollapsible || kind === 'close' ? 'quiet' : kind}>{text}</span>
    </div>
  );
}
