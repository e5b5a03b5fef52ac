/** Finds the images that the parts of office files show. Links to images elsewhere are never followed. */
import type { Block } from '../model/page.ts';
import type { Relationship } from './relationships.ts';
import { walkXml } from './xml.ts';

export type ImageBlock = Extract<Block, { kind: 'image' }>;

/** The image that an element of a part refers to: `a:blip` of current files, `v:imagedata` of older ones. */
export function imageOf(
  name: string,
  get: (name: string) => string | undefined,
  relations: ReadonlyMap<string, Relationship>,
): ImageBlock | undefined {
  const id = name === 'blip' ? get('embed') : name === 'imagedata' ? get('r:id') : undefined;
  const relation = id === undefined ? undefined : relations.get(id);
  return relation?.type === 'image' ? { kind: 'image', part: relation.part, text: '' } : undefined;
}

/** All images of a part, in their order. */
export function imagesIn(xml: string, relations: ReadonlyMap<string, Relationship>): ImageBlock[] {
  const images: ImageBlock[] = [];
  walkXml(xml, {
    open: ({ name, get }) => {
      const image = imageOf(name, get, relations);
      if (image) images.push(image);
    },
  });
  return images;
}
