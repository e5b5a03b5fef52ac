/** Pages rendered by PDFium as gray images, and degraded like scans, prints and photographs. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { Random } from '../../../src/engines/shared/random.ts';
import { compose, scaling } from '../../../src/engines/documents/reading/model/affine.ts';
import type { Affine, GrayImage } from '../../../src/engines/documents/reading/model/page.ts';
import { rotateImage } from '../../../src/engines/documents/reading/images/rotate.ts';

/** `map` transforms points of the page to pixels. */
export interface DegradedImage {
  image: GrayImage;
  map: Affine;
}

export type Degradation = (shot: DegradedImage, seed: number) => Promise<DegradedImage>;

export async function renderPdf(pdf: Uint8Array, dpi: number): Promise<DegradedImage> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    try {
      const { width, height, data } = await document.getPage(0).render({ scale: dpi / 72, colorSpace: 'BGRA', render: 'bitmap' });
      const gray = new Uint8Array(width * height);
      for (let i = 0; i < gray.length; i++) gray[i] = 0.114 * data[i * 4]! + 0.587 * data[i * 4 + 1]! + 0.299 * data[i * 4 + 2]! + 0.5;
      return { image: { width, height, data: gray }, map: scaling(dpi / 72) };
    } finally {
      document.destroy();
    }
  } finally {
    library.destroy();
  }
}

const raw = ({ width, height, data }: GrayImage): Sharp => sharp(data, { raw: { width, height, channels: 1 } });

async function toGray(source: Sharp): Promise<GrayImage> {
  const { data, info } = await source.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

export const blur =
  (sigma: number): Degradation =>
  async (shot) => ({ ...shot, image: await toGray(raw(shot.image).blur(sigma)) });

/** Gaussian noise with the given deviation in gray levels. */
export const noise =
  (deviation: number): Degradation =>
  async (shot, seed) => {
    const random = new Random(seed);
    const data = shot.image.data.map((value) => {
      const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
      return Math.min(255, Math.max(0, value + deviation * normal));
    });
    return { ...shot, image: { ...shot.image, data } };
  };

export const jpeg =
  (quality: number): Degradation =>
  async (shot) => ({ ...shot, image: await toGray(sharp(await raw(shot.image).jpeg({ quality }).toBuffer())) });

export const shrink =
  (share: number): Degradation =>
  async ({ image: { width, height, data }, map }) => ({
    image: await toGray(raw({ width, height, data }).resize(Math.round(width * share), Math.round(height * share))),
    map: compose(scaling(share), map),
  });

/** Maps black to `ink` and white to `paper`. */
export const contrast =
  (ink: number, paper: number): Degradation =>
  async (shot) => ({ ...shot, image: { ...shot.image, data: shot.image.data.map((value) => ink + (value * (paper - ink)) / 255) } });

export const rotate =
  (degrees: number): Degradation =>
  async (shot) => {
    const { image, map } = rotateImage(shot.image, degrees);
    return { image, map: compose(map, shot.map) };
  };

export const combine =
  (...degradations: readonly Degradation[]): Degradation =>
  async (shot, seed) => {
    let now = shot;
    for (const [i, degradation] of degradations.entries()) now = await degradation(now, seed + i);
    return now;
  };
