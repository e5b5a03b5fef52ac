/** Rotated rectangles. */
import type { Affine, Box } from '../../model/page.ts';
import { apply } from '../../model/affine.ts';

/** `length` is along the text, `height` across it, `angle` its direction in degrees clockwise, above -90 up to 90. */
export interface Rectangle {
  x: number;
  y: number;
  length: number;
  height: number;
  angle: number;
}

/** Maps an angle to the equivalent direction above -90 up to 90 degrees. */
export function foldAngle(angle: number): number {
  const rest = ((angle % 180) + 180) % 180;
  return rest > 90 ? rest - 180 : rest;
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
