/** Two panes with a divider between them that is dragged or moved by arrow keys; its place is remembered. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';

const [MIN, MAX, STEP] = [25, 80, 5];

export interface SplitViewProps {
  left: ComponentChildren;
  right: ComponentChildren;
  /** Under which the place of the divider is stored. */
  name: string;
  /** Width of the left pane in percent, until it is moved. */
  share?: number;
}

/** In a narrow window the panes are below each other. */
export function SplitView({ left, right, name, share: first = 60 }: SplitViewProps) {
  const storageKey = `perennial-split-${name}`;
  const [share, setShare] = useState(() => clampShare(Number(localStorage.getItem(storageKey) ?? first)));
  const panes = useRef<HTMLDivElement>(null);
  const move = (to: number): void => {
    setShare(clampShare(to));
    localStorage.setItem(storageKey, String(clampShare(to)));
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!(event.currentTarget as HTMLElement).hasPointerCapture(event.pointerId)) return;
    const { left: start, width } = panes.current!.getBoundingClientRect();
    move(((event.clientX - start) / width) * 100);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowLeft: share - STEP, ArrowRight: share + STEP, Home: MIN, End: MAX }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  return (
    <div class="split-view" ref={panes} style={{ '--share': `${share}%` }}>
      <div class="split-pane">{left}</div>
      <div
        class="split-divider"
        role="separator"
        tabIndex={0}
        aria-label={t('Width of the panes')}
        aria-orientation="vertical"
        aria-valuenow={Math.round(share)}
        aria-valuemin={MIN}
        aria-valuemax={MAX}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onDblClick={() => move(first)}
        onKeyDown={onKeyDown}
      />
      <div class="split-pane">{right}</div>
    </div>
  );
}

function clampShare(share: number): number {
  return Math.max(MIN, Math.min(MAX, share));
}
