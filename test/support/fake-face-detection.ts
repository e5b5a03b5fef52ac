/** Pictures that tell themselves who is in them, for an application whose networks stay out of the test. */
import { faceServicesOf, syntheticFace, templateOf } from './synthetic-faces.ts';
import type { TestApp } from './memory-app.ts';

const SIZE = 400;
const FACE = 40;

/** A picture with the faces of these persons side by side, each a number. */
export function imageOf(...who: number[]): Buffer {
  return Buffer.from(JSON.stringify(who).padEnd(2048));
}

/** Has the application find in such pictures whom they tell of; answers how many it was given. */
export function fakeDetection(app: TestApp): { readonly looked: number } {
  const told = { looked: 0 };
  faceServicesOf(app).detection.processes.run = async <T>({ input }: { input: unknown }): Promise<T> => {
    told.looked++;
    const who = numbersIn(Buffer.from((input as { bytes: Uint8Array }).bytes).toString());
    if (!who) return { unreadable: 'unsupported', message: 'this is no picture' } as T;
    const faces = who.map((one, place) => syntheticFace({ box: { left: 10 + place * 2 * FACE, top: 10, width: FACE, height: FACE }, template: templateOf(one) }));
    return { image: { width: SIZE, height: SIZE, faces } } as T;
  };
  return told;
}

function numbersIn(text: string): number[] | undefined {
  return /^\[[\d.,]*\] *$/.test(text) ? JSON.parse(text) as number[] : undefined;
}
