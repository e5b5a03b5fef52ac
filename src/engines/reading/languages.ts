/**
 * Languages of a text, line by line.
 *
 * The detector scores a line for each language by the frequency of its letter groups; the more letters a line has, the
 * more a difference in scores means. So scores are raised to a power that grows with the letters, the lines before and
 * after count as a smaller piece of evidence, and of the languages that one of these lines by itself speaks for the most
 * likely is the line's: a line that tells little follows its neighbours, one that tells much stands by itself, and two
 * languages side by side never make a third.
 */
import type { eld } from 'eld/medium';

export interface LanguageRun {
  /** As in ISO 639-1. */
  locale: string;
  confidence: number;
  /** Indices of the lines. */
  lines: number[];
}

/** Part of a neighbour's evidence that counts for a line. */
const NEIGHBOUR = 0.35;
const MOST_EVIDENCE = 40;
const MOST_LETTERS = 1000;
/** The score of a language that the detector does not name. */
const UNNAMED = 0.2;

type Evidence = ReadonlyMap<string, number>;
type Detector = typeof eld;

/** Loaded when first asked for: its tables take more memory than most documents. */
let detector: Promise<Detector> | undefined;

export async function languagesOf(lines: readonly string[]): Promise<LanguageRun[]> {
  detector ??= import('eld/medium').then((module) => module.default);
  const loaded = await detector;
  const evidence = lines.map((line) => evidenceOf(line, loaded));
  const runs = new Map<string, { lines: number[]; sum: number; weight: number }>();
  for (const [index, line] of lines.entries()) {
    const best = mostLikely([[evidence[index], 1], [evidence[index - 1], NEIGHBOUR], [evidence[index + 1], NEIGHBOUR]]);
    if (best === undefined) continue;
    const run = runs.get(best.locale) ?? { lines: [], sum: 0, weight: 0 };
    run.lines.push(index);
    run.sum += line.length * best.likelihood;
    run.weight += line.length;
    runs.set(best.locale, run);
  }
  return [...runs].map(([locale, { lines: own, sum, weight }]) => ({ locale, confidence: sum / Math.max(1, weight), lines: own }));
}

/** Logarithms of what a line says for each language; nothing of numbers and signs. */
function evidenceOf(line: string, { detect }: Detector): Evidence | undefined {
  const text = line.slice(0, MOST_LETTERS).replace(/[^\p{L}\p{M}\s'’]/gu, ' ').replace(/\s+/g, ' ').trim();
  const letters = text.replaceAll(' ', '').length;
  if (letters < 2) return undefined;
  const power = Math.min(MOST_EVIDENCE, 2 + letters);
  return new Map(Object.entries(detect(text).getScores()).map(([locale, score]) => [locale, power * Math.log(Math.max(score, UNNAMED) / UNNAMED)]));
}

function mostLikely(parts: readonly (readonly [Evidence | undefined, number])[]): { locale: string; likelihood: number } | undefined {
  const sums = new Map<string, number>();
  for (const [evidence, weight] of parts) for (const [locale, value] of evidence ?? []) sums.set(locale, (sums.get(locale) ?? 0) + weight * value);
  const spokenFor = new Set(parts.map(([evidence]) => leader(evidence ?? new Map())?.[0]));
  const best = leader(new Map([...sums].filter(([locale]) => spokenFor.has(locale))));
  if (best === undefined) return undefined;
  const total = [...sums.values()].reduce((sum, value) => sum + Math.exp(value - best[1]), 0);
  return { locale: best[0], likelihood: 1 / total };
}

/** The language with the most evidence; of equals the first by name. */
function leader(evidence: Evidence): [string, number] | undefined {
  return [...evidence].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))[0];
}
