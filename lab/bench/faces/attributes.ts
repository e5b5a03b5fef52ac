/**
 * How often glasses, headwear, masks and covered parts of faces are recognized, on real photographs. attribute-labels.csv was labeled by
 * eye; an empty value was not decided. Half of the persons (chosen by a hash of the name) were not looked at during development.
 * With --images FOLDER the images and labels.csv of a folder are measured instead.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { likeliest } from '../../../src/engines/faces/attributes/appearance.ts';
import type { Appearance } from '../../../src/engines/faces/face.ts';
import { findFaces } from '../../../src/engines/loaders/faces/find-faces.ts';
import { verdict } from '../http/statistics.ts';
import { centralFace, personOf } from './data.ts';

const LABELS = new URL('./attribute-labels.csv', import.meta.url);

const ANSWERS: Readonly<Record<string, (appearance: Appearance) => string>> = {
  glasses: ({ glasses }) => likeliest(glasses).kind,
  headwear: ({ headwear }) => yesOrNo(headwear),
  forehead: ({ covered }) => yesOrNo(covered.forehead),
  eyes: ({ covered }) => yesOrNo(covered.eyes),
  mouth: ({ covered }) => yesOrNo(covered.mouth),
  mask: ({ mask }) => likeliest(mask).kind,
};

const yesOrNo = (share: number): string => (share >= 0.5 ? 'yes' : 'no');
const isHeldOut = (file: string): boolean => (createHash('md5').update(personOf(file)).digest()[15]! & 1) === 1;

interface Count {
  right: number;
  all: number;
}

/** Right answers for each attribute, and for each of its values. */
class Scores {
  readonly #counts = new Map<string, Map<string, Count>>();

  add(attribute: string, value: string, isRight: boolean): void {
    const values = this.#counts.get(attribute) ?? new Map<string, Count>();
    const count = values.get(value) ?? { right: 0, all: 0 };
    values.set(value, { right: count.right + Number(isRight), all: count.all + 1 });
    this.#counts.set(attribute, values);
  }

  print(title: string): void {
    console.log(`\n${title}`);
    for (const [attribute, values] of this.#counts) {
      const total = [...values.values()].reduce((sum, { right, all }) => ({ right: sum.right + right, all: sum.all + all }));
      const each = [...values].map(([value, { right, all }]) => `${value} ${right} of ${all}`).join(' · ');
      console.log(`${attribute.padEnd(9)} ${(total.right / total.all).toFixed(3)} of ${total.all}: ${each}`);
      verdict(`${attribute}: right answers, %`, (100 * total.right) / total.all, 90, 'at least');
    }
  }
}

export async function attributes(data: string, images: string | undefined, weights: string | undefined): Promise<void> {
  const folder = images ?? join(data, 'face', 'lfw');
  const labels = images === undefined ? LABELS : join(images, 'labels.csv');
  const [names, ...rows] = readFileSync(labels, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const [seen, heldOut] = [new Scores(), new Scores()];
  let [missing, cpu, faces] = [0, 0, 0];
  for (const row of rows) {
    const file = row[0]!;
    if (!existsSync(join(folder, file))) continue;
    const request = { bytes: readFileSync(join(folder, file)), ...(weights !== undefined && { weights }) };
    const plain = await timed(() => findFaces({ ...request, wanted: { templates: false } }));
    const full = await timed(() => findFaces({ ...request, wanted: { templates: false, appearance: true } }));
    const face = centralFace(full.value);
    if (face === undefined) {
      missing++;
      continue;
    }
    if (faces > 20) cpu += (full.milliseconds - plain.milliseconds) / full.value.faces.length;
    faces++;
    for (const [i, name] of names!.entries()) {
      const [answer, label] = [ANSWERS[name], row[i]];
      if (answer !== undefined && label !== undefined && label !== '')
        (images === undefined && isHeldOut(file) ? heldOut : seen).add(name, label, answer(face.appearance!) === label);
    }
  }
  console.log(`\nAttributes of ${faces} faces (${missing} not found); ${(cpu / Math.max(1, faces - 21)).toFixed(1)} ms of CPU a face`);
  if (images === undefined) heldOut.print('persons not looked at during development');
  seen.print(images ?? 'the other persons');
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; milliseconds: number }> {
  const start = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(start);
  return { value, milliseconds: (user + system) / 1000 };
}
