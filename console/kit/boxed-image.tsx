/**
 * An image with boxes over it. Wheel and keys zoom, dragging pans, a click or Enter selects a box; with `onDraw`,
 * dragging draws one.
 */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { boundsOf, BoxIndex, cornersOf, rotationTransform, scannedRectangle, uprightBoxes, uprightSize } from './boxes.ts';
import type { Box, QuarterTurns, Rectangle } from './boxes.ts';
import { useCell } from './cell.ts';
import { useSize } from './hooks.ts';
import { Button } from './parts.tsx';
import { theme } from './theme.ts';

export interface BoxedImageProps {
  /** Accessible description. */
  label: string;
  /** A URL (`blob:`, `data:` or of this server), or a canvas. */
  source?: string | CanvasImageSource;
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
  /** Maximum height; a narrow window leaves no empty space above and below. */
  shownHeight?: number;
}

interface View {
  scale: number;
  x: number;
  y: number;
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

export function BoxedImage({
  label,
  source,
  width: pageWidth,
  height: pageHeight,
  boxes: given,
  selected,
  onSelect: onSelectGiven,
  onDraw,
  turns = 0,
  shownHeight: maxHeight = 560,
}: BoxedImageProps): JSX.Element {
  const scannedSize = useMemo(() => ({ width: pageWidth, height: pageHeight }), [pageWidth, pageHeight]);
  const { width, height } = uprightSize(scannedSize, turns);
  const boxes = useMemo(() => uprightBoxes(given, scannedSize, turns), [given, scannedSize, turns]);
  const onSelect =
    onSelectGiven &&
    ((box: Box | undefined, event: { additional: boolean }): void => onSelectGiven(box && given.find(({ id }) => id === box.id), event));
  const [sized, size] = useSize<HTMLDivElement>();
  const shownHeight = size.width === 0 ? maxHeight : Math.min(maxHeight, Math.max(MIN_HEIGHT, Math.ceil((size.width * height) / width)));
  const canvas = useRef<HTMLCanvasElement>(null);
  const [image, setImage] = useState<CanvasImageSource>();
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
  const shown = view ?? fit;

  useEffect(() => {
    if (typeof source !== 'string') {
      setImage(source);
      return undefined;
    }
    const loading = new Image();
    loading.onload = () => setImage(loading);
    loading.src = source;
    return () => {
      loading.onload = null;
    };
  }, [source]);

  useEffect(() => {
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
    drawBoxes(context, index.within(inSight), { selected, hovered, scale: shown.scale });
    const { from, to } = drag.current ?? {};
    if (onDraw && from && to) {
      context.lineWidth = 1.5 / shown.scale;
      context.strokeStyle = colorOf(3);
      context.strokeRect(from[0], from[1], to[0] - from[0], to[1] - from[1]);
    }
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
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (event.ctrlKey || !event.shiftKey) zoom(Math.exp(-event.deltaY / 400), pointOf(event));
    else setView({ ...shown, x: shown.x - event.deltaY });
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
    const at = boxes.findIndex(({ id }) => selected?.has(id));
    const acts: Record<string, () => void> = {
      '+': () => zoom(1.25),
      '=': () => zoom(1.25),
      '-': () => zoom(0.8),
      0: () => setView(undefined),
      ArrowLeft: () => setView({ ...shown, x: shown.x + step }),
      ArrowRight: () => setView({ ...shown, x: shown.x - step }),
      ArrowUp: () => setView({ ...shown, y: shown.y + step }),
      ArrowDown: () => setView({ ...shown, y: shown.y - step }),
      n: () => onSelect?.(boxes[(at + 1) % boxes.length], { additional: false }),
      p: () => onSelect?.(boxes[(at - 1 + boxes.length) % boxes.length], { additional: false }),
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
    <div class="picture" ref={sized} data-theme={shade} style={{ height: `${shownHeight}px` }}>
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={`${label}. Plus and minus zoom, arrows pan, n and p step through ${boxes.length} boxes.`}
        class={onDraw ? 'drawing' : ''}
        title={hovered?.label}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerLeave={() => setHovered(undefined)}
      />
      <div class="picture-tools">
        <Button icon="zoomIn" label="Zoom in" onClick={() => zoom(1.25)} />
        <Button icon="zoomOut" label="Zoom out" onClick={() => zoom(0.8)} />
        <Button icon="fit" label="Fit to view" onClick={() => setView(undefined)} />
      </div>
    </div>
  );
}

/** The image is always on white, so boxes use the light theme's colours. */
const COLORS = ['#136f52', '#b45309', '#1f5f9e', '#8b3a8f', '#7c7a12', '#b3261e'] as const;

function colorOf(number: NonNullable<Box['color']>): string {
  return COLORS[number - 1]!;
}

/** Grouped by style to limit state changes; drawn one by one, which is much faster than one long path. */
function drawBoxes(
  context: CanvasRenderingContext2D,
  boxes: readonly Box[],
  { selected, hovered, scale }: { selected?: ReadonlySet<string>; hovered?: Box; scale: number },
): void {
  const groups = Map.groupBy(
    boxes,
    (box) => `${box.color ?? 3} ${box.filled ?? false} ${box.dashed ?? false} ${selected?.has(box.id) ?? false} ${hovered?.id === box.id}`,
  );
  for (const [name, group] of groups) {
    const [color, filled, dashed, isSelected, under] = name.split(' ');
    const ink = colorOf(Number(color) as 1);
    const fills = filled === 'true' || isSelected === 'true' || under === 'true';
    // Faint for unselected boxes: with thousands of words on a page, frames would hide the text.
    context.strokeStyle = fills || dashed === 'true' ? ink : `${ink}66`;
    context.fillStyle = `${ink}${isSelected === 'true' ? '40' : '26'}`;
    context.lineWidth = (isSelected === 'true' ? 2.5 : under === 'true' ? 2 : 1) / scale;
    context.setLineDash(dashed === 'true' ? [4 / scale, 3 / scale] : []);
    for (const box of group) drawBox(context, box, fills);
  }
  context.setLineDash([]);
  context.font = `${11 / scale}px system-ui, sans-serif`;
  for (const box of boxes) {
    if (box.label === undefined || !(selected?.has(box.id) || hovered?.id === box.id)) continue;
    const { left, top } = boundsOf(box);
    context.fillStyle = colorOf(box.color ?? 3);
    context.fillText(box.label, left, top - 3 / scale);
  }
}

function drawBox(context: CanvasRenderingContext2D, box: Box, fills: boolean): void {
  if (box.points.length === 4) {
    const [left, top, right, bottom] = box.points as [number, number, number, number];
    if (fills) context.fillRect(left, top, right - left, bottom - top);
    context.strokeRect(left, top, right - left, bottom - top);
    return;
  }
  const corners = cornersOf(box);
  context.beginPath();
  context.moveTo(...corners[0]!);
  for (const corner of corners.slice(1)) context.lineTo(...corner);
  context.closePath();
  if (fills) context.fill();
  context.stroke();
}
