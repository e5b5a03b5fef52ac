/** Evaluation results as shown on the page, from the API's shapes. */
import { computeMetrics, type ClassMetrics, type Outcome } from '../language/evaluation.ts';

/** Metrics of a class in a summary; averages go from 0 to 1. */
export interface ClassSummary {
  truePositiveCount: number;
  falsePositiveCount: number;
  falseNegativeCount: number;
}
export interface Averages {
  microF1: number;
  macroF1: number;
}

export interface Section {
  title: string;
  /** What its classes are. */ of: string;
  microF1: number;
  macroF1: number;
  figures: ClassMetrics[];
}

/** A test text with its actual and predicted labels. */
export interface TestResult extends Partial<Outcome> {
  /** Path that opens it for labeling. */
  id: string;
  expectedEntities: string;
  foundEntities: string;
  isWrong: boolean;
  /** Of the predicted class; older models have none. */ score?: number;
}

export interface Evaluation {
  sections: Section[];
  tested: TestResult[];
  /** For the matrix, if a text has one class. */ outcomes: Outcome[];
}

export function toSection(
  title: string,
  of: string,
  classes: Readonly<Record<string, ClassSummary>>,
  { microF1, macroF1 }: Averages,
): Section {
  return {
    title,
    of,
    microF1,
    macroF1,
    figures: Object.entries(classes).map(([name, one]) =>
      computeMetrics(name, one.truePositiveCount, one.falsePositiveCount, one.falseNegativeCount),
    ),
  };
}

export interface TextSpan {
  category: string;
  offset: number;
  length: number;
}

/** Spans as text; `text` contains them, if known. */
export function describeSpans(spans: readonly TextSpan[], text: string | undefined): string {
  return spans
    .map(({ category, offset, length }) => (text === undefined ? category : `${category}: ${text.slice(offset, offset + length)}`))
    .join(', ');
}

export function sameSpans(a: readonly TextSpan[], b: readonly TextSpan[]): boolean {
  return (
    a.length === b.length &&
    a.every((one) => b.some(({ category, offset, length }) => one.category === category && one.offset === offset && one.length === length))
  );
}
