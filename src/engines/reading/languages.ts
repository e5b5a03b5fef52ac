/**
 * Detects the languages of a text line by line.
 *
 * The detector scores a line for each language by its letter n-grams; the more letters a line has, the more a difference
 * in scores means. So scores are raised to a power that grows with the number of letters, and the lines before and after
 * count with a smaller weight. The result is the likeliest of the languages that lead in one of these lines: a line with
 * little evidence follows its neighbours, one with much decides for itself, and two adjacent languages never yield a third.
 */
import type { eld } from 'eld/medium';

export interface LanguageRun {
  /** ISO 639-1. */
  locale: string;
  confidence: number;
  /** Indexes of the lines. */
  lines: number[];
}

/** Weight of a neighbouring line's evidence. */
const NEIGHBOUR_WEIGHT = 0.35;
const MAX_EVIDENCE = 40;
const MAX_LETTERS = 1000;
/** The score of a language that the detector does not list. */
const UNLISTED_SCORE = 0.2;

type Evidence = ReadonlyMap<string, number>;
type Detector = typeof eld;

/** Loaded on first use: its tables take more memory than most documents. */
let detector: Promise<Detector> | undefined;

export async function detectLanguages(lines: readonly string[]): Promise<LanguageRun[]> {
  detector ??= import('eld/medium').then((module) => module.default);
  const loaded = await detector;
  const isJapanese = hasKana(lines);
  const evidence = lines.map((line) => collectEvidence(line, loaded, isJapanese));
  const runs = new Map<string, { lines: number[]; sum: number; weight: number }>();
  for (const [index, line] of lines.entries()) {
    const best = findLikeliest([
      [evidence[index], 1],
      [evidence[index - 1], NEIGHBOUR_WEIGHT],
      [evidence[index + 1], NEIGHBOUR_WEIGHT],
    ]);
    if (best === undefined) continue;
    const run = runs.get(best.locale) ?? { lines: [], sum: 0, weight: 0 };
    run.lines.push(index);
    run.sum += line.length * best.likelihood;
    run.weight += line.length;
    runs.set(best.locale, run);
  }
  return [...runs].map(([locale, { lines: own, sum, weight }]) => ({ locale, confidence: sum / Math.max(1, weight), lines: own }));
}

/** Kana among Han characters: lines without any are Japanese too. */
const MIN_KANA_SHARE = 0.05;

function hasKana(lines: readonly string[]): boolean {
  const count = (pattern: RegExp): number => lines.reduce((sum, line) => sum + (line.match(pattern)?.length ?? 0), 0);
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  return kana >= 2 && kana >= MIN_KANA_SHARE * (kana + count(/\p{Script=Han}/gu));
}

/** A line of a machine-readable zone is in no language. */
const ZONE_LINE = /^(?=.*<<)[A-Z0-9<]{30,44}$/;

/** Log scores of a line for each language; undefined if it has no letters. */
function collectEvidence(line: string, { detect }: Detector, isJapanese: boolean): Evidence | undefined {
  if (ZONE_LINE.test(line)) return undefined;
  const text = line
    .slice(0, MAX_LETTERS)
    .replace(/[^\p{L}\p{M}\s'’]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = text.replaceAll(' ', '').length;
  if (letters < 2) return undefined;
  const power = Math.min(MAX_EVIDENCE, 2 + letters);
  const evidence = new Map<string, number>();
  for (const [detected, score] of Object.entries(detect(text).getScores())) {
    const locale = isJapanese && detected === 'zh' ? 'ja' : detected;
    const value = power * Math.log(Math.max(score, UNLISTED_SCORE) / UNLISTED_SCORE);
    evidence.set(locale, Math.max(value, evidence.get(locale) ?? 0));
  }
  return evidence;
}

function findLikeliest(parts: readonly (readonly [Evidence | undefined, number])[]): { locale: string; likelihood: number } | undefined {
  const sums = new Map<string, number>();
  for (const [evidence, weight] of parts)
    for (const [locale, value] of evidence ?? []) sums.set(locale, (sums.get(locale) ?? 0) + weight * value);
  const leaders = new Set(parts.map(([evidence]) => strongest(evidence ?? new Map())?.[0]));
  const best = strongest(new Map([...sums].filter(([locale]) => leaders.has(locale))));
  if (best === undefined) return undefined;
  const total = [...sums.values()].reduce((sum, value) => sum + Math.exp(value - best[1]), 0);
  return { locale: best[0], likelihood: 1 / total };
}

/** The language with the most evidence; ties are resolved by name. */
function strongest(evidence: Evidence): [string, number] | undefined {
  return [...evidence].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))[0];
}
