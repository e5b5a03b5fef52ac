/** Fake face detection: images that encode which persons they show, so that tests run without networks. */
import { faceServicesOf, syntheticFace, templateOf } from './synthetic-faces.ts';
import type { TestApp } from './memory-app.ts';

const IMAGE_SIZE = 400;
const FACE_SIZE = 40;

/** An image with the faces of these persons, each a number, side by side. */
export function imageOf(...persons: number[]): Buffer {
  return Buffer.from(JSON.stringify(persons).padEnd(2048));
}

/** Makes the application detect the persons that such images encode; counts the detection calls. */
export function fakeDetection(app: TestApp): { readonly calls: number } {
  const detector = { calls: 0 };
  faceServicesOf(app).detection.processes.run = async <T>({ input }: { input: unknown }): Promise<T> => {
    detector.calls++;
    const persons = parsePersons(Buffer.from((input as { bytes: Uint8Array }).bytes).toString());
    if (!persons) return { unreadable: 'unsupported', message: 'this is not an image' } as T;
    const faces = persons.map((person, index) =>
      syntheticFace({
        box: { left: 10 + index * 2 * FACE_SIZE, top: 10, width: FACE_SIZE, height: FACE_SIZE },
        template: templateOf(person),
      }),
    );
    return { image: { width: IMAGE_SIZE, height: IMAGE_SIZE, faces } } as T;
  };
  return detector;
}

function parsePersons(text: string): number[] | undefined {
  return /^\[[\d.,]*\] *$/.test(text) ? (JSON.parse(text) as number[]) : undefined;
}
