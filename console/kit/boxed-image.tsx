/**
 * An image with boxes over it. The wheel scrolls, with Ctrl it zooms as keys do, dragging pans, a click or Enter selects a box; with
 * `onDraw`, dragging draws one.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { BoxIndex, closeView, rotationTransform, scannedRectangle, uprightBoxes, uprightRectangle, uprightSize } from './boxes.ts';
import type { Box, QuarterTurns, Rectangle, View } from './boxes.ts';
import { useCell } from './cell.ts';
import { boxColor, drawBoxes, drawLabels } from './draw-boxes.ts';
import { useSize } from './hooks.ts';
import { Button } from './parts.tsx';
import { theme } from './theme.ts';

export interface BoxedImageProps {
  /** Accessible description. */
  label: string;
  /** A URL (`blob:`, `data:` or of this server), or a canvas. */
  source?: string | CanvasImageSource;
  /** The image is still loading: its place is shown without boxes. */
  isLoading?: boolean;
  /** The units of the boxes: pixels, inches, or those of the page. */
  width: number;
  height: number;
  boxes: readonly Box[];
  selected?: ReadonlySet<string>;
  onSelect?: (box: Box | undefined, event: { additional: boolean }) => void;
  /** A rectangle was drawn. */
  onDraw?: (drawn: Rectangle) => void;
  /**
   * Quarter turns by which the page is rotated: it is shown upright. Boxes and drawn rectangles are in the
   * coordinates of the page as scanned.
   */
  turns?: QuarterTurns;
  /** Maximum height with its buttons; a narrow window leaves no empty space above and below. */
  shownHeight?: number;
  /** A page of a document: opens fitted as the last one was, at first to its width. */
  isPage?: boolean;
  /** Beside the zoom buttons. */
  tools?: ComponentChildren;
  /** Shown closely whenever another one is given, in the coordinates of the page as scanned. */
  focus?: Rectangle;
}

interface Drag {
  x: number;
  y: number;
  moved: boolean;
  from?: [number, number];
  to?: [number, number];
}

const CLICK_DISTANCE = 4;
const MIN_HEIGHT = 200;
/** Where the last fit of a page is stored, and its values. */
const FIT = 'perennial-fit';
type Fit = 'width' | 'view';

export function BoxedImage({ label, source, isLoading = false, boxes: given, selected, onDraw, turns = 0, ...rest }: BoxedImageProps) {
  const { width: pageWidth, height: pageHeight, onSelect: onSelectGiven, shownHeight: maxHeight = 560, isPage = false, focus } = rest;
  const scannedSize = useMemo(() => ({ width: pageWidth, height: pageHeight }), [pageWidth, pageHeight]);
  const { width, height } = uprightSize(scannedSize, turns);
  const boxes = useMemo(() => uprightBoxes(given, scannedSize, turns), [given, scannedSize, turns]);
  const onSelect =
    onSelectGiven &&
    ((box: Box | undefined, event: { additional: boolean }): void => onSelectGiven(box && given.find(({ id }) => id === box.id), event));
  const [sized, size] = useSize<HTMLDivElement>();
  const [sizedTools, { height: toolsHeight }] = useSize<HTMLDivElement>();
  const whole = size.width === 0 ? maxHeight : Math.max(MIN_HEIGHT, Math.ceil((size.width * height) / width));
  const shownHeight = Math.min(maxHeight - toolsHeight, whole);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [loaded, setLoaded] = useState<HTMLImageElement>();
  const image = typeof source === 'string' ? loaded : source;
  const [view, setView] = useState<View>();
  const [hovered, setHovered] = useState<Box>();
  const drag = useRef<Drag | undefined>(undefined);
  const [, redraw] = useState(0);
  const shade = useCell(theme);
  const index = useMemo(() => new BoxIndex(boxes, width, height), [boxes, width, height]);
  const fit = useMemo((): View => {
    const scale = Math.min((size.width || 1) / width, shownHeight / height);
    return { scale, x: ((size.width || 1) - width * scale) / 2, y: Math.max(0, (shownHeight - height * scale) / 2) };
  }, [size.width, width, height, shownHeight]);
  const [fitted, setFitted] = useState<Fit>(() => (isPage ? ((localStorage.getItem(FIT) as Fit | null) ?? 'width') : 'view'));
  const toWidth = useMemo((): View => {
    const scale = (size.width || 1) / width;
    return { scale, x: 0, y: Math.max(0, (shownHeight - height * scale) / 2) };
  }, [size.width, width, height, shownHeight]);
  const shown = view ?? (fitted === 'width' ? toWidth : fit);
  const fitTo = (next: Fit): void => {
    setFitted(next);
    setView(undefined);
    if (isPage) localStorage.setItem(FIT, next);
  };

  useEffect(() => {
    if (!focus || size.width === 0) return;
    setView(closeView(uprightRectangle(focus, scannedSize, turns), { width, height }, { width: size.width, height: shownHeight }, fit));
  }, [focus, size.width > 0]);

  useEffect(() => {
    if (typeof source !== 'string') return undefined;
    const loading = new Image();
    loading.onload = () => setLoaded(loading);
    loading.src = source;
    return () => {
      loading.onload = null;
    };
  }, [source]);

  // In the frame of the page's other changes.
  useLayoutEffect(() => {
    const { current } = canvas;
    if (!current || size.width === 0) return;
    const ratio = devicePixelRatio;
    current.width = Math.round(size.width * ratio);
    current.height = Math.round(shownHeight * ratio);
    const context = current.getContext('2d')!;
    context.setTransform(ratio * shown.scale, 0, 0, ratio * shown.scale, ratio * shown.x, ratio * shown.y);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    if (image) {
      context.save();
      context.transform(...rotationTransform(scannedSize, turns));
      context.drawImage(image, 0, 0, scannedSize.width, scannedSize.height);
      context.restore();
    }
    const inSight = {
      left: -shown.x / shown.scale,
      top: -shown.y / shown.scale,
      right: (size.width - shown.x) / shown.scale,
      bottom: (shownHeight - shown.y) / shown.scale,
    };
    const visible = isLoading ? [] : index.within(inSight);
    drawBoxes(context, visible, { selected, hovered, scale: shown.scale });
    const { from, to } = drag.current ?? {};
    if (onDraw && from && to) {
      context.lineWidth = 1.5 / shown.scale;
      context.strokeStyle = boxColor(3);
      context.strokeRect(from[0], from[1], to[0] - from[0], to[1] - from[1]);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawLabels(context, visible, { ...shown, width: size.width, height: shownHeight }, { selected, hovered });
  });

  const pointOf = (event: MouseEvent): [number, number] => {
    const { left, top } = canvas.current!.getBoundingClientRect();
    return [(event.clientX - left - shown.x) / shown.scale, (event.clientY - top - shown.y) / shown.scale];
  };
  const zoom = (
    by: number,
    [x, y]: [number, number] = [(size.width / 2 - shown.x) / shown.scale, (shownHeight / 2 - shown.y) / shown.scale],
  ): void => {
    const scale = Math.max(fit.scale / 2, Math.min(fit.scale * 40, shown.scale * by));
    setView({ scale, x: shown.x + x * (shown.scale - scale), y: shown.y + y * (shown.scale - scale) });
  };
  /** Within the page; at its end, what is around it scrolls. */
  const scrolled = (at: number, by: number, room: number, whole: number): number =>
    by > 0 ? Math.max(Math.min(at, room - whole), at - by) : Math.min(Math.max(at, 0), at - by);
  const onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey) {
      event.preventDefault();
      return zoom(Math.exp(-event.deltaY / 100), pointOf(event));
    }
    const [dx, dy] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    const x = scrolled(shown.x, dx, size.width, width * shown.scale);
    const y = scrolled(shown.y, dy, shownHeight, height * shown.scale);
    if (x === shown.x && y === shown.y) return;
    event.preventDefault();
    setView({ ...shown, x, y });
  };
  const wheel = useRef(onWheel);
  wheel.current = onWheel;
  useEffect(() => {
    const { current } = canvas;
    const turn = (event: WheelEvent): void => wheel.current(event);
    current?.addEventListener('wheel', turn, { passive: false });
    return () => current?.removeEventListener('wheel', turn);
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = 40;
    const at = boxes.findLastIndex(({ id }) => selected?.has(id));
    const next = (): Box | undefined => boxes[(at + 1) % boxes.length];
    const acts: Record<string, () => void> = {
      '+': () => zoom(1.25),
      '=': () => zoom(1.25),
      '-': () => zoom(0.8),
      0: () => fitTo('view'),
      ArrowLeft: () => setView({ ...shown, x: shown.x + step }),
      ArrowRight: () => setView({ ...shown, x: shown.x - step }),
      ArrowUp: () => setView({ ...shown, y: shown.y + step }),
      ArrowDown: () => setView({ ...shown, y: shown.y - step }),
      w: () => fitTo('width'),
      n: () => onSelect?.(next(), { additional: false }),
      p: () => onSelect?.(boxes[(Math.max(at, 0) - 1 + boxes.length) % boxes.length], { additional: false }),
      // Several by keyboard: N adds the next box, P takes the last one away.
      N: () => onSelect?.(next(), { additional: true }),
      P: () => at >= 0 && onSelect?.(boxes[at], { additional: true }),
      Escape: () => onSelect?.(undefined, { additional: false }),
    };
    const act = acts[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };

  const onPointerDown = (event: PointerEvent): void => {
    canvas.current!.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, moved: false, ...(onDraw && !event.altKey && { from: pointOf(event) }) };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const held = drag.current;
    if (!held) return setHovered(index.at(...pointOf(event)));
    if (Math.abs(event.clientX - held.x) + Math.abs(event.clientY - held.y) > CLICK_DISTANCE) held.moved = true;
    if (!held.moved) return;
    if (held.from) held.to = pointOf(event);
    else {
      setView({ ...shown, x: shown.x + event.clientX - held.x, y: shown.y + event.clientY - held.y });
      [held.x, held.y] = [event.clientX, event.clientY];
    }
    redraw((n) => n + 1);
  };
  const onPointerUp = (event: PointerEvent): void => {
    const held = drag.current;
    drag.current = undefined;
    if (held?.moved && held.from && held.to) {
      const [[x1, y1], [x2, y2]] = [held.from, held.to];
      onDraw?.(
        scannedRectangle(
          {
            left: Math.max(0, Math.min(x1, x2)),
            top: Math.max(0, Math.min(y1, y2)),
            right: Math.min(width, Math.max(x1, x2)),
            bottom: Math.min(height, Math.max(y1, y2)),
          },
          scannedSize,
          turns,
        ),
      );
    } else if (held && !held.moved)
      onSelect?.(index.at(...pointOf(event)), { additional: event.shiftKey || event.ctrlKey || event.metaKey });
    redraw((n) => n + 1);
  };

  return (
    <div class="boxed-image" ref={sized} data-theme={shade}>
      <div class="image-tools" ref={sizedTools}>
        {rest.tools}
        <Button kind="quiet" icon="zoomIn" label={t('Zoom in')} onClick={() => zoom(1.25)} />
        <Button kind="quiet" icon="zoomOut" label={t('Zoom out')} onClick={() => zoom(0.8)} />
        <Button
          kind="quiet"
          icon="fitWidth"
          label={t('Fit to width')}
          pressed={isPage ? !view && fitted === 'width' : undefined}
          onClick={() => fitTo('width')}
        />
        <Button
          kind="quiet"
          icon="fit"
          label={t('Fit to view')}
          pressed={isPage ? !view && fitted === 'view' : undefined}
          onClick={() => fitTo('view')}
        />
      </div>
      {isLoading && (
        <div class="image-loading" role="status">
          <span class="spinner" />
          {t('Loading the page')}
        </div>
      )}
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={t('{label}. Plus and minus zoom, arrows pan, n and p step through {count} boxes, with Shift they select several.', {
          label,
          count: boxes.length,
        })}
        class={onDraw ? 'drawing' : ''}
        title={hovered?.label}
        style={{ height: `${shownHeight}px` }}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerLeave={() => setHovered(undefined)}
      />
    </div>
  );
}
