/** Photographs of pages: perspective, uneven light, a shadow, noise, blur and JPEG. */
import sharp from 'sharp';
import type { GrayImage } from '../../../../src/engines/documents/reading/model/page.ts';
import { LIMITS } from '../../../../src/engines/documents/reading/model/limits.ts';
import { PdfDocument } from '../../../../src/engines/documents/reading/pdf/document.ts';
import { readPageContent } from '../../../../src/engines/documents/reading/pdf/page-content.ts';
import { SeededRandom } from '../seeded-random.ts';

type Point = readonly [number, number];

/** JPEG images of all pages. */
export async function photographedPages(pdf: Uint8Array, seed: number): Promise<Uint8Array[]> {
  const random = new SeededRandom(seed + 177);
  const document = await PdfDocument.open(pdf, LIMITS);
  const dpi = random.integer(170, 220);
  try {
    const pages = Array.from({ length: document.pageCount }, (_, i) =>
      document.withPage(i + 1, (page) => readPageContent(page, i + 1, { ocr: false, renderDpi: dpi }).image!),
    );
    return await Promise.all(pages.map((image) => photograph(image, random)));
  } finally {
    document.close();
  }
}

async function photograph(image: GrayImage, random: SeededRandom): Promise<Uint8Array> {
  const { width, height } = image;
  const corner = (x: number, y: number): Point => [x + random.between(-0.025, 0.025) * width, y + random.between(-0.025, 0.025) * height];
  const margin = 0.04;
  const corners = [
    corner(margin * width, margin * height),
    corner((1 - margin) * width, margin * height),
    corner((1 - margin) * width, (1 - margin) * height),
    corner(margin * width, (1 - margin) * height),
  ] as const;
  const toSource = homography(corners, [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]);
  const light = lighting(random, width, height);
  const noise = random.between(2, 10);
  const table = random.integer(40, 120);
  const raw = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = toSource(x, y);
      const paper = u >= 0 && v >= 0 && u < width - 1 && v < height - 1 ? sample(image, u, v) : table;
      raw[y * width + x] = Math.max(0, Math.min(255, paper * light(x, y) + (random.next() - 0.5) * 2 * noise));
    }
  const jpeg = await sharp(raw, { raw: { width, height, channels: 1 } })
    .blur(random.between(0.4, 0.9))
    .jpeg({ quality: random.integer(55, 85) })
    .toBuffer();
  return new Uint8Array(jpeg);
}

/** Light falls off to one side; a soft-edged shadow covers one corner of some pages. */
function lighting(random: SeededRandom, width: number, height: number): (x: number, y: number) => number {
  const [slopeX, slopeY] = [random.between(-0.2, 0.2), random.between(-0.2, 0.2)];
  const shadow = random.chance(0.5) ? random.between(0.15, 0.35) : 0;
  const angle = random.between(0, 2 * Math.PI);
  const [nx, ny, edge] = [Math.cos(angle), Math.sin(angle), random.between(0.1, 0.4)];
  return (x, y) => {
    const [u, v] = [x / width - 0.5, y / height - 0.5];
    const covered = 1 / (1 + Math.exp(-30 * (u * nx + v * ny - edge)));
    return (0.9 + slopeX * u + slopeY * v) * (1 - shadow * covered);
  };
}

function sample({ width, data }: GrayImage, u: number, v: number): number {
  const [x, y] = [Math.floor(u), Math.floor(v)];
  const [fx, fy] = [u - x, v - y];
  const at = y * width + x;
  const above = data[at]! * (1 - fx) + data[at + 1]! * fx;
  const below = data[at + width]! * (1 - fx) + data[at + width + 1]! * fx;
  return above * (1 - fy) + below * fy;
}

/** The projective map that takes four points to four others. */
function homography(from: readonly Point[], to: readonly Point[]): (x: number, y: number) => Point {
  const rows: number[][] = [];
  from.forEach(([x, y], i) => {
    const [u, v] = to[i]!;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  });
  const [a, b, c, d, e, f, g, h] = solve(rows) as [number, number, number, number, number, number, number, number];
  return (x, y) => {
    const w = g * x + h * y + 1;
    return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
  };
}

/** Gaussian elimination; the last column is the right side. */
function solve(rows: number[][]): number[] {
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    const pivot = rows.slice(i).reduce((best, row, k) => (Math.abs(row[i]!) > Math.abs(rows[best]![i]!) ? i + k : best), i);
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    for (let k = 0; k < size; k++) {
      if (k === i) continue;
      const factor = rows[k]![i]! / rows[i]![i]!;
      for (let j = i; j <= size; j++) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  }
  return rows.map((row, i) => row[size]! / row[i]!);
}
