/** Made-up faces for tests of what is done with them, and pictures that stand for them. */
import type { TestContext } from 'node:test';
import type { Face, FacesInImage } from '../../src/engines/faces/face.ts';
import { TEMPLATE_LENGTH } from '../../src/engines/faces/face.ts';
import { faces as faceArea } from '../../src/areas/faces/area.ts';
import type { FaceServices } from '../../src/areas/faces/services.ts';
import type { TestApp } from './memory-app.ts';

export function faceServicesOf(app: TestApp): FaceServices {
  return app.services.of(faceArea);
}

/** What a picture of the test shows. */
export type FakeImage = FacesInImage | { unreadable: string };

export function syntheticFace(parts: Partial<Face> = {}): Face {
  const { left, top, width, height } = parts.box ?? { left: 10, top: 20, width: 100, height: 100 };
  return {
    box: { left, top, width, height }, score: 0.9, points: Array.from({ length: 68 }, (_, i) => ({ x: left + i, y: top + i })),
    pose: { roll: 1.26, pitch: -2, yaw: 30.04 }, quality: { blur: 0.1, exposure: 0.5, noise: 0.4 }, suitability: 'high', ...parts,
  };
}

/** Templates of one person lie close together, those of two far apart; `person` and `shot` name them. */
export function templateOf(person: number, shot = 0): Float32Array {
  return Float32Array.from({ length: TEMPLATE_LENGTH }, (_, i) => 0.15 * Math.sin(1 + person * 12.9898 + i * 78.233 * (person + 1)) + 0.004 * Math.sin(shot * 37.719 + i * 4.1414));
}

/** A body that stands for a picture; long enough to be one. */
export function imageNamed(name: string): Buffer {
  return Buffer.from(name.padEnd(1024, ' '));
}

/** Has the app see the named pictures as they are given, without any engine. */
export function fakeImages(t: TestContext, app: TestApp, pictures: Readonly<Record<string, FakeImage>>): { looks: number } {
  const seen = { looks: 0 };
  t.mock.method(faceServicesOf(app).detection.processes, 'run', ({ input }: { input: { bytes: Uint8Array; wanted: { templates: boolean } } }) => {
    seen.looks++;
    const shown = pictures[Buffer.from(input.bytes).toString().trim()];
    if (!shown) return Promise.resolve({ unreadable: 'format', message: 'is no picture' });
    if ('unreadable' in shown) return Promise.resolve(shown);
    const faces = shown.faces.map(({ template, ...face }) => ({ ...face, ...input.wanted.templates && { template } }));
    return Promise.resolve({ image: { ...shown, faces } });
  });
  return seen;
}
