/** Pages drawn by PDFium as grey pictures, and spoiled as scanners, printers and cameras spoil them. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { Random } from '../../src/engines/bandits/random.ts';
import { compose, scaling } from '../../src/engines/reading/model/affine.ts';
import type { Affine, GrayImage } from '../../src/engines/reading/model/page.ts';
import { turned } from '../../src/engines/reading/images/rotate.ts';

/** `map` leads from points of the page to pixels. */
export interface Shot { image: GrayImage; map: Affine }

export type Spoil = (shot: Shot, seed: number) => Promise<Shot>;

export async function drawPage(pdf: Uint8Array, dpi: number): Promise<Shot> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    try {
      const { width, height, data } = await document.getPage(0).render({ scale: dpi / 72, colorSpace: 'BGRA', render: 'bitmap' });
      const grey = new Uint8Array(width * height);
      for (let i = 0; i < grey.length; i++) grey[i] = 0.114 * data[i * 4]! + 0.587 * data[i * 4 + 1]! + 0.299 * data[i * 4 + 2]! + 0.5;
      return { image: { width, height, data: grey }, map: scaling(dpi / 72) };
    } finally {
      document.destroy();
    }
  } finally {
    library.destroy();
  }
}

const raw = ({ width, height, data }: GrayImage): Sharp => sharp(data, { raw: { width, height, channels: 1 } });

async function image(made: Sharp): Promise<GrayImage> {
  const { data, info } = await made.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

export const blur = (sigma: number): Spoil => async (shot) => ({ ...shot, image: await image(raw(shot.image).blur(sigma)) });

/** Normal noise of the deviation given, in shades of grey. */
export const noise = (deviation: number): Spoil => async (shot, seed) => {
  const random = new Random(seed);
  const data = shot.image.data.map((value) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    return Math.min(255, Math.max(0, value + deviation * normal));
  });
  return { ...shot, image: { ...shot.image, data } };
};

export const jpeg = (quality: number): Spoil => async (shot) => ({ ...shot, image: await image(sharp(await raw(shot.image).jpeg({ quality }).toBuffer())) });

export const smaller = (share: number): Spoil => async ({ image: { width, height, data }, map }) => ({
  image: await image(raw({ width, height, data }).resize(Math.round(width * share), Math.round(height * share))), map: compose(scaling(share), map),
});

/** Ink and paper between the two shades. */
export const contrast = (ink: number, paper: number): Spoil => async (shot) => ({ ...shot, image: { ...shot.image, data: shot.image.data.map((value) => ink + value * (paper - ink) / 255) } });

export const turn = (degrees: number): Spoil => async (shot) => {
  const { image: made, map } = turned(shot.image, degrees);
  return { image: made, map: compose(map, shot.map) };
};

export const all = (...spoils: readonly Spoil[]): Spoil => async (shot, seed) => {
  let now = shot;
  for (const [i, spoil] of spoils.entries()) now = await spoil(now, seed + i);
  return now;
};
