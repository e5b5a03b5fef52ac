/** Rotated rectangles: the minimum-area rectangle around points, by trying each side of their convex hull. */
import type { Affine, Box } from '../../model/page.ts';
import { apply } from '../../model/affine.ts';

export interface Point {
  x: number;
  y: number;
}

/** `length` is the longer side, `angle` its direction in degrees clockwise, above -90 up to 90. */
export interface Rectangle {
  x: number;
  y: number;
  length: number;
  height: number;
  angle: number;
}

/** Needs at least one point. */
export function minAreaRectangle(points: readonly Point[]): Rectangle {
  const hull = convexHull(points);
  let best: (Rectangle & { area: number }) | undefined;
  for (let i = 0; i < hull.length; i++) {
    const [from, to] = [hull[i]!, hull[(i + 1) % hull.length]!];
    const side = Math.hypot(to.x - from.x, to.y - from.y);
    const [cos, sin] = side === 0 ? [1, 0] : [(to.x - from.x) / side, (to.y - from.y) / side];
    let [low, high, near, far] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of hull) {
      const along = x * cos + y * sin;
      const across = y * cos - x * sin;
      [low, high, near, far] = [Math.min(low, along), Math.max(high, along), Math.min(near, across), Math.max(far, across)];
    }
    const [length, height] = [high - low, far - near];
    const area = (length + 1) * (height + 1);
    if (best !== undefined && best.area <= area) continue;
    const [along, across] = [(low + high) / 2, (near + far) / 2];
    best = {
      x: along * cos - across * sin,
      y: along * sin + across * cos,
      area,
      ...upright(length, height, (Math.atan2(sin, cos) * 180) / Math.PI),
    };
  }
  const { x, y, length, height, angle } = best!;
  return { x, y, length, height, angle };
}

function upright(length: number, height: number, angle: number): Pick<Rectangle, 'length' | 'height' | 'angle'> {
  return length >= height ? { length, height, angle: foldAngle(angle) } : { length: height, height: length, angle: foldAngle(angle + 90) };
}

/** Maps an angle to the equivalent direction above -90 up to 90 degrees. */
export function foldAngle(angle: number): number {
  const rest = ((angle % 180) + 180) % 180;
  return rest > 90 ? rest - 180 : rest;
}

function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (ordered: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of ordered) {
      while (kept.length >= 2 && turnsRight(kept[kept.length - 2]!, kept[kept.length - 1]!, point)) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  const hull = [...half(sorted), ...half(sorted.reverse())];
  return hull.length === 0 ? [points[0]!] : hull;
}

function turnsRight(a: Point, b: Point, c: Point): boolean {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) <= 0;
}

/** The map must only rotate, move and scale uniformly. */
export function transformRectangle(map: Affine, { x, y, length, height, angle }: Rectangle): Rectangle {
  const scale = Math.hypot(map.a, map.b);
  return {
    ...apply(map, x, y),
    length: length * scale,
    height: height * scale,
    angle: foldAngle(angle + (Math.atan2(map.b, map.a) * 180) / Math.PI),
  };
}

export function boundingBox({ x, y, length, height, angle }: Rectangle): Box {
  const [cos, sin] = [Math.abs(Math.cos((angle * Math.PI) / 180)), Math.abs(Math.sin((angle * Math.PI) / 180))];
  const [across, down] = [(length * cos + height * sin) / 2, (length * sin + height * cos) / 2];
  return { left: x - across, top: y - down, right: x + across, bottom: y + down };
}
