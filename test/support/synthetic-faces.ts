/** Synthetic faces for tests, and fake images that contain them. */
import type { TestContext } from 'node:test';
import type { Appearance, Face, FacesInImage } from '../../src/engines/faces/face.ts';
import { TEMPLATE_LENGTH } from '../../src/engines/faces/face.ts';
import { faces as faceArea } from '../../src/areas/faces/area.ts';
import type { FaceServices } from '../../src/areas/faces/services.ts';
import type { TestApp } from './memory-app.ts';

export function faceServicesOf(app: TestApp): FaceServices {
  return app.services.of(faceArea);
}

/** The faces of a fake image, or why it is unreadable. */
export type FakeImage = FacesInImage | { unreadable: string };

/** A face that wears nothing. */
export const BARE: Appearance = {
  glasses: { noGlasses: 0.97, readingGlasses: 0.01, sunglasses: 0.01, swimmingGoggles: 0.01 },
  mask: { noMask: 0.98, faceMask: 0.01, otherMaskOrOcclusion: 0.01 },
  headwear: 0.02,
  covered: { forehead: 0.02, eyes: 0.02, nose: 0.02, mouth: 0.02 },
};

export function syntheticFace(parts: Partial<Face> = {}): Face {
  const { left, top, width, height } = parts.box ?? { left: 10, top: 20, width: 100, height: 100 };
  return {
    box: { left, top, width, height },
    score: 0.9,
    points: Array.from({ length: 68 }, (_, i) => ({ x: left + i, y: top + i })),
    pose: { roll: 1.26, pitch: -2, yaw: 30.04 },
    quality: { blur: 0.1, exposure: 0.5, noise: 0.4 },
    suitability: 'high',
    appearance: BARE,
    ...parts,
  };
}

/** Templates of one person are close together, those of different persons far apart. */
export function templateOf(person: number, shot = 0): Float32Array {
  return Float32Array.from(
    { length: TEMPLATE_LENGTH },
    (_, i) => 0.15 * Math.sin(1 + person * 12.9898 + i * 78.233 * (person + 1)) + 0.004 * Math.sin(shot * 37.719 + i * 4.1414),
  );
}

/** A body that stands for a named image, padded to the minimum size. */
export function imageNamed(name: string): Buffer {
  return Buffer.from(name.padEnd(1024, ' '));
}

/** Makes the app detect these faces in the named images; counts the detection calls. */
export function fakeImages(t: TestContext, app: TestApp, images: Readonly<Record<string, FakeImage>>): { calls: number } {
  const detector = { calls: 0 };
  t.mock.method(
    faceServicesOf(app).detection.processes,
    'run',
    ({ input }: { input: { bytes: Uint8Array; wanted: { templates: boolean; appearance?: boolean } } }) => {
      detector.calls++;
      const image = images[Buffer.from(input.bytes).toString().trim()];
      if (!image) return Promise.resolve({ unreadable: 'format', message: 'is not an image' });
      if ('unreadable' in image) return Promise.resolve(image);
      const faces = image.faces.map(({ template, appearance, ...face }) => ({
        ...face,
        ...(input.wanted.templates && { template }),
        ...(input.wanted.appearance && { appearance }),
      }));
      return Promise.resolve({ image: { ...image, faces } });
    },
  );
  return detector;
}
