/**
 * Where the constants of `engines/faces/search/calibration.ts` come from, and whether they hold: every other person
 * of the developers' faces (LFW) is fitted on, the others are only reported on.
 * Alone: node lab/bench/faces/calibration.ts [--data FOLDER]; FOLDER/face/lfw/PERSON/*.jpg, or PERENNIAL_BENCH_DATA.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Random } from '../../../src/engines/shared/random.ts';
import { findFaces } from '../../../src/engines/loaders/faces/find-faces.ts';
import {
  FALSE_IDENTIFICATION_RATE,
  IDENTICAL,
  VERIFY_DISTANCE,
  confidenceAt,
  distanceAt,
  falseMatchRate,
  missRate,
  identifyThreshold,
} from '../../../src/engines/faces/search/calibration.ts';
import { distanceBetween } from '../../../src/engines/faces/search/distance.ts';
import { groupTemplates } from '../../../src/engines/faces/search/grouping.ts';

type Person = readonly Float32Array[];

const HOME = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const ROUNDS = 300;

export async function calibration(data = process.env['PERENNIAL_BENCH_DATA'] ?? HOME): Promise<void> {
  const folder = join(data, 'face', 'lfw');
  const names = readdirSync(folder).sort();
  const people: Person[] = [];
  for (const name of names) people.push(await templatesIn(join(folder, name)));
  for (const [title, remainder] of [
    ['fitted on', 0],
    ['held out', 1],
  ] as const) {
    const half = people.filter((_, i) => i % 2 === remainder);
    console.log(`\nCalibration, ${title}: ${half.flat().length} faces of ${half.length} persons`);
    printLaws(half);
    printVerification(half);
    printIdentification(half);
    printGrouping(half);
  }
}

/** Templates of the face nearest to the center of each image. */
async function templatesIn(folder: string): Promise<Person> {
  const templates: Float32Array[] = [];
  for (const file of readdirSync(folder).sort()) {
    const { faces, width, height } = await findFaces({ bytes: readFileSync(join(folder, file)), wanted: { templates: true } });
    const away = ({ box }: (typeof faces)[number]): number =>
      Math.hypot(box.left + box.width / 2 - width / 2, box.top + box.height / 2 - height / 2);
    const [central] = [...faces].sort((a, b) => away(a) - away(b));
    if (central) templates.push(central.template!);
  }
  return templates;
}

function printLaws(people: readonly Person[]): void {
  const { same, different } = distancesOf(people);
  const law = (values: readonly number[]): string => {
    const mean = average(values);
    return `mean ${mean.toFixed(4)} deviation ${Math.sqrt(average(values.map((value) => (value - mean) ** 2))).toFixed(4)} (${values.length} pairs)`;
  };
  console.log(`same person ${law(same)} · different persons ${law(different)}`);
  const many = people.filter((person) => person.length >= 4);
  const strangers = people.flat();
  const rate = (faces: number): number =>
    average(
      many.flatMap((person) =>
        strangers.filter((one) => !person.includes(one)).map((one) => Number(nearestOf(person.slice(0, faces), one) <= VERIFY_DISTANCE)),
      ),
    );
  console.log(
    `a stranger passes for a person of 4 faces ${(rate(4) / rate(1)).toFixed(2)} times as often as of 1: power ${(Math.log(rate(4) / rate(1)) / Math.log(4)).toFixed(2)} (${many.length} persons)`,
  );
}

function printVerification(people: readonly Person[]): void {
  const { same, different } = distancesOf(people);
  const passing = (values: readonly number[], confidence: number): number =>
    average(values.map((value) => Number(confidenceAt(value) >= confidence)));
  for (const confidence of [IDENTICAL, 0.6, 0.7, 0.8, 0.9]) {
    console.log(
      `confidence ${confidence.toFixed(1)} (distance ${distanceAt(confidence).toFixed(3)}): false matches predicted ${falseMatchRate(confidence).toExponential(1)}, counted ${passing(different, confidence).toExponential(1)}; true matches predicted ${(1 - missRate(confidence)).toFixed(3)}, counted ${passing(same, confidence).toFixed(3)}`,
    );
  }
}

/** Random groups, one face per person; all others are strangers. */
function printIdentification(people: readonly Person[]): void {
  for (const size of [5, 10, 20, 50, 100]) {
    const random = new Random(size);
    const threshold = identifyThreshold({ persons: size, faces: size });
    const [strangers, members]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const drawn = people
        .map((person) => ({ person, order: random.next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ person }) => person);
      const group = drawn.slice(0, size).map((person) => person[Math.floor(random.next() * person.length)]!);
      for (const [face] of drawn.slice(size)) strangers.push(Number(confidenceAt(nearestOf(group, face!)) >= threshold));
      drawn.slice(0, size).forEach((person, i) => {
        for (const face of person) {
          if (face === group[i]) continue;
          const distance = distanceBetween(face, group[i]!);
          members.push(Number(confidenceAt(distance) >= threshold && distance === nearestOf(group, face)));
        }
      });
    }
    console.log(
      `group of ${String(size).padStart(3)}: threshold ${threshold.toFixed(3)} (distance ${distanceAt(threshold).toFixed(3)}), strangers who pass ${average(strangers).toFixed(3)} (meant: ${FALSE_IDENTIFICATION_RATE}), members found ${average(members).toFixed(3)}`,
    );
  }
}

/** Precision and recall of the groups, face by face (B³). */
function printGrouping(people: readonly Person[]): void {
  const owners = people.flatMap((person, owner) => person.map(() => owner));
  const { groups, messy } = groupTemplates(people.flat());
  const [precision, recall]: [number[], number[]] = [[], []];
  for (const group of [...groups, ...messy.map((one) => [one])]) {
    for (const face of group) {
      const right = group.filter((other) => owners[other] === owners[face]).length;
      precision.push(right / group.length);
      recall.push(right / people[owners[face]!]!.length);
    }
  }
  console.log(
    `all faces divided into groups: ${groups.length} groups, ${messy.length} faces alone; precision ${average(precision).toFixed(3)}, recall ${average(recall).toFixed(3)}`,
  );
}

function distancesOf(people: readonly Person[]): { same: number[]; different: number[] } {
  const [same, different]: [number[], number[]] = [[], []];
  const faces = people.flatMap((person) => person.map((face) => ({ person, face })));
  faces.forEach((one, i) =>
    faces.slice(0, i).forEach((other) => (one.person === other.person ? same : different).push(distanceBetween(one.face, other.face))),
  );
  return { same, different };
}

const nearestOf = (group: Person, face: Float32Array): number => Math.min(...group.map((one) => distanceBetween(one, face)));
const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

if (import.meta.main) await calibration(parseArgs({ options: { data: { type: 'string' } } }).values.data);
