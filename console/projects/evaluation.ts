/** How well a model does on what it was not trained on, as the pages show it, from the published shapes. */
import { figuresOf } from '../language/metrics.ts';
import type { ClassFigures, Outcome } from '../language/metrics.ts';

/** Figures of a class in a summary; shares of averages go from 0 to 1. */
export interface Quality { truePositiveCount: number; falsePositiveCount: number; falseNegativeCount: number }
export interface Averages { microF1: number; macroF1: number }

export interface Section { title: string; /** What its classes are. */ of: string; microF1: number; macroF1: number; figures: ClassFigures[] }

/** A test text: what it is, and what was said of it. */
export interface Tested extends Partial<Outcome> {
  /** What opens it where it is labelled. */
  id: string;
  expectedEntities: string;
  foundEntities: string;
  isWrong: boolean;
}

export interface Evaluation { sections: Section[]; tested: Tested[]; /** For a matrix, where a text is of one class. */ outcomes: Outcome[] }

export function sectionOf(title: string, of: string, classes: Readonly<Record<string, Quality>>, { microF1, macroF1 }: Averages): Section {
  return { title, of, microF1, macroF1, figures: Object.entries(classes).map(([name, one]) => figuresOf(name, one.truePositiveCount, one.falsePositiveCount, one.falseNegativeCount)) };
}

export interface Stretch { category: string; offset: number; length: number }

/** Stretches as people read them; `text` is what they lie in, where it is known. */
export function written(stretches: readonly Stretch[], text: string | undefined): string {
  return stretches.map(({ category, offset, length }) => text === undefined ? category : `${category}: ${text.slice(offset, offset + length)}`).join(', ');
}

export function sameStretches(a: readonly Stretch[], b: readonly Stretch[]): boolean {
  return a.length === b.length && a.every((one) => b.some(({ category, offset, length }) => one.category === category && one.offset === offset && one.length === length));
}
