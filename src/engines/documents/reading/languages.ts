/**
 * Detects the languages of a text line by line.
 *
 * The detector gives each line probabilities of languages; the logarithms of the lines before and after count with a smaller weight. The
 * result is the likeliest of the languages that lead in one of these lines: a line with little evidence follows its neighbors, one with
 * much decides for itself, and two adjacent languages never yield a third.
 */
import type { LanguageDetector } from '../../language/detection/detector.ts';
import { loadLanguageDetector } from '../../language/detection/tables.ts';

export interface LanguageRun {
  /** ISO 639-1. */
  locale: string;
  confidence: number;
  /** Indexes of the lines. */
  lines: number[];
}

/** Weight of a neighboring line's evidence. */
const NEIGHBOR_WEIGHT = 0.35;
/** The logarithm of a probability that counts as none. */
const NO_EVIDENCE = -10;

/** Log probability of each language above NO_EVIDENCE. */
type Evidence = ReadonlyMap<string, number>;

export function detectLanguages(lines: readonly string[]): LanguageRun[] {
  const detector = loadLanguageDetector();
  const isJapanese = hasKana(lines);
  const evidence = lines.map((line) => collectEvidence(line, detector, isJapanese));
  const runs = new Map<string, { lines: number[]; sum: number; weight: number }>();
  for (const [index, line] of lines.entries()) {
    const best = findLikeliest([
      [evidence[index], 1],
      [evidence[index - 1], NEIGHBOR_WEIGHT],
      [evidence[index + 1], NEIGHBOR_WEIGHT],
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

/** Letters of a language: a single one may be the mark of a list. */
const HAS_WORD = /\p{L}[\p{L}\p{M}'’]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}]/u;
/** A line of a machine-readable zone is in no language. */
const ZONE_LINE = /^(?=.*<<)[A-Z0-9<]{30,44}$/;

/** Evidence of a line, all at least 0; undefined if it has no word. */
function collectEvidence(line: string, detector: LanguageDetector, isJapanese: boolean): Evidence | undefined {
  if (ZONE_LINE.test(line) || !HAS_WORD.test(line)) return undefined;
  const evidence = new Map<string, number>();
  for (const { language, probability } of detector.detect(line)) {
    const value = Math.log(Math.max(Number.MIN_VALUE, probability)) - NO_EVIDENCE;
    if (value > 0) evidence.set(isJapanese && language === 'zh' ? 'ja' : language, value);
  }
  return evidence.size === 0 ? undefined : evidence;
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
