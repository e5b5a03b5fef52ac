/** The data set: images of persons (LFW) with pairs and roles, and sample photographs with the number of faces in each. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Face, FacesInImage } from '../../../src/engines/faces/face.ts';

export const HOME = fileURLToPath(new URL('../../../../shared/data', import.meta.url));

export interface FaceData {
  /** By name, such as Some_One/Some_One_0001.jpg. */
  files: readonly string[];
  bytesOf(file: string): Uint8Array;
  pairs: readonly { one: string; other: string; same: boolean }[];
  roles: readonly { role: 'gallery' | 'probe' | 'stranger'; person: string; file: string }[];
  samples: readonly { name: string; faces: number; bytes: Uint8Array }[];
}

/** Undefined if the folder does not contain them. */
export function faceData(data: string): FaceData | undefined {
  const folder = join(data, 'face');
  if (!existsSync(join(folder, 'lfw_pairs.csv'))) return undefined;
  const rows = (name: string): string[][] =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
  const roles = rows('lfw_identify.csv').map(([role, person, file]) => ({ role: role as 'gallery', person: person!, file: file! }));
  const pairs = rows('lfw_pairs.csv').map(([one, other, same]) => ({ one: one!, other: other!, same: same === '1' }));
  return {
    files: [...new Set([...roles.map(({ file }) => file), ...pairs.flatMap(({ one, other }) => [one, other])])].sort(),
    bytesOf: (file) => readFileSync(join(folder, 'lfw', file)),
    pairs,
    roles,
    samples: rows('sample_faces.csv').map(([name, faces]) => ({
      name: name!,
      faces: Number(faces),
      bytes: readFileSync(join(folder, name!)),
    })),
  };
}

export const personOf = (file: string): string => file.slice(0, file.indexOf('/'));

/** The face at the center of the image. */
export function centralFace({ width, height, faces }: FacesInImage): Face | undefined {
  return faces.find(
    ({ box }) =>
      Math.abs(box.left + box.width / 2 - width / 2) < box.width / 2 && Math.abs(box.top + box.height / 2 - height / 2) < box.height / 2,
  );
}
