/** Virtual scrolling: which rows of a long list are visible. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** Rows rendered beyond the visible ones, so that fast scrolling shows no gaps. */
const OVERSCAN = 8;
/** More rows are loaded when this number is left, so that scrolling need not wait for them. */
const AHEAD = 200;

export interface RowWindow {
  from: number;
  to: number;
  active: number;
  /** For the scrolling element. */
  scroller: { ref: (element: HTMLElement | null) => void; onScroll: () => void; onKeyDown: (event: KeyboardEvent) => void };
  setActive: (row: number) => void;
}

export function visibleRows({ top, height, rowHeight, count }: { top: number; height: number; rowHeight: number; count: number }): {
  from: number;
  to: number;
} {
  const from = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN);
  return { from: Math.min(from, count), to: Math.min(count, Math.ceil((top + height) / rowHeight) + OVERSCAN) };
}

/** The row that a key moves to; undefined for other keys. */
export function rowForKey(key: string, active: number, count: number, inSight: number): number | undefined {
  const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + inSight, PageUp: active - inSight, Home: 0, End: count - 1 }[
    key
  ];
  return to === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, to));
}

export function useVirtualRows({
  count,
  rowHeight,
  headHeight = 0,
  onOpen,
  onToggle,
  onEnd,
}: {
  count: number;
  rowHeight: number;
  headHeight?: number;
  onOpen?: (row: number) => void;
  onToggle?: (row: number) => void;
  /** Called when few rows are left: more may be loaded. */
  onEnd?: () => void;
}): RowWindow {
  const element = useRef<HTMLElement | null>(null);
  const [viewport, setViewport] = useState({ top: 0, height: 400 });
  const [active, setActive] = useState(0);
  const { from, to } = visibleRows({ ...viewport, rowHeight, count });
  const look = useCallback(() => {
    if (!element.current) return;
    const { scrollTop: top, clientHeight: height } = element.current;
    setViewport((before) => (before.top === top && before.height === height ? before : { top, height }));
  }, []);
  const observer = useRef<ResizeObserver | undefined>(undefined);
  // A list that was empty meanwhile has a new element, which is not scrolled.
  const ref = useCallback((found: HTMLElement | null) => {
    observer.current?.disconnect();
    element.current = found;
    if (!found) return;
    observer.current = new ResizeObserver(look);
    observer.current.observe(found);
    look();
  }, []);
  useEffect(() => {
    if (active >= count && count > 0) setActive(count - 1);
  }, [count]);
  useEffect(() => {
    if (to >= count - Math.min(AHEAD, count / 4)) onEnd?.();
  }, [to, count]);
  const show = (row: number): void => {
    const { scrollTop, clientHeight } = element.current!;
    const room = clientHeight - headHeight;
    if (row * rowHeight < scrollTop) element.current!.scrollTop = row * rowHeight;
    else if ((row + 1) * rowHeight > scrollTop + room) element.current!.scrollTop = (row + 1) * rowHeight - room;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== element.current) return;
    const next = rowForKey(event.key, active, count, Math.max(1, Math.floor(viewport.height / rowHeight) - 1));
    if (next !== undefined) {
      setActive(next);
      show(next);
    } else if (event.key === 'Enter' && onOpen && count > 0) onOpen(active);
    else if (event.key === ' ' && count > 0 && (onToggle ?? onOpen)) (onToggle ?? onOpen)!(active);
    else return;
    event.preventDefault();
  };
  return { from, to, active, scroller: { ref, onScroll: look, onKeyDown }, setActive };
}
