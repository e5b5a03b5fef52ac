/** What a confidence means: how often faces of two strangers reach it, and how often a stranger matches someone in a group. */
import { t } from '../../i18n/messages.ts';
import { formatCount, formatPercent } from '../../kit/format.ts';
import type { Identified } from './calls.ts';

/** At every hundredth from 0 to 1, as in src/engines/faces/search/calibration.ts; the test fails if they differ. */
const RATES = [
  1, 1, 1, 0.997, 0.985, 0.96, 0.921, 0.871, 0.814, 0.754, 0.693, 0.633, 0.575, 0.521, 0.471, 0.424, 0.382, 0.343, 0.308, 0.277, 0.248,
  0.223, 0.2, 0.179, 0.161, 0.144, 0.129, 0.116, 0.104, 0.0931, 0.0835, 0.0749, 0.0671, 0.0602, 0.0539, 0.0484, 0.0433, 0.0388, 0.0348,
  0.0312, 0.0279, 0.025, 0.0223, 0.02, 0.0179, 0.0159, 0.0142, 0.0127, 0.0113, 0.0101, 0.00898, 0.00799, 0.00709, 0.0063, 0.00558, 0.00494,
  0.00437, 0.00386, 0.0034, 0.00299, 0.00263, 0.00231, 0.00202, 0.00177, 0.00154, 0.00134, 0.00116, 0.001, 0.000866, 0.000745, 0.000638,
  0.000545, 0.000464, 0.000393, 0.000331, 0.000278, 0.000232, 0.000192, 0.000159, 0.00013, 0.000106, 0.000085, 0.0000679, 0.0000536,
  0.0000418, 0.0000322, 0.0000244, 0.0000182, 0.0000133, 0.00000951, 0.0000066, 0.00000443, 0.00000286, 0.00000175, 9.98e-7, 5.21e-7,
  2.39e-7, 8.92e-8, 2.33e-8, 2.62e-9, 4.12e-19,
] as const;

/** How often two faces of one person stay below, in the same way. */
const MISSED = [
  0, 9.86e-34, 3.81e-24, 1.1e-19, 6.03e-17, 4.87e-15, 1.31e-13, 1.75e-12, 1.45e-11, 8.53e-11, 3.86e-10, 1.43e-9, 4.52e-9, 1.26e-8, 3.15e-8,
  7.21e-8, 1.53e-7, 3.06e-7, 5.79e-7, 0.00000104, 0.0000018, 0.000003, 0.00000484, 0.00000758, 0.0000116, 0.0000172, 0.0000251, 0.0000359,
  0.0000505, 0.0000698, 0.000095, 0.000128, 0.000169, 0.000222, 0.000288, 0.00037, 0.000471, 0.000595, 0.000744, 0.000924, 0.00114, 0.0014,
  0.0017, 0.00205, 0.00247, 0.00296, 0.00352, 0.00417, 0.00492, 0.00578, 0.00677, 0.00789, 0.00916, 0.0106, 0.0122, 0.0141, 0.0161, 0.0184,
  0.021, 0.0239, 0.0271, 0.0306, 0.0346, 0.039, 0.0438, 0.0491, 0.055, 0.0615, 0.0686, 0.0763, 0.0849, 0.0942, 0.104, 0.116, 0.128, 0.141,
  0.155, 0.171, 0.188, 0.206, 0.226, 0.248, 0.271, 0.296, 0.323, 0.352, 0.384, 0.417, 0.453, 0.492, 0.533, 0.577, 0.623, 0.672, 0.723,
  0.776, 0.83, 0.883, 0.934, 0.976, 1,
] as const;

/** Faces of one person are similar, so they count as fewer. */
const FACES_POWER = 2 / 3;
const MIN_RATE = 1e-9;

/** How often faces of two different persons reach a confidence, rounded down to hundredths. */
export function falseMatchRate(confidence: number): number {
  return RATES[Math.max(0, Math.min(100, Math.floor(confidence * 100 + 1e-9)))]!;
}

/** How often two faces of one person do not reach a confidence, rounded down to hundredths. */
export function missRate(confidence: number): number {
  return MISSED[Math.max(0, Math.min(100, Math.floor(confidence * 100 + 1e-9)))]!;
}

/** How often someone who is not in a group matches one of its persons. */
export function falseIdentificationRate(confidence: number, { persons, faces }: { persons: number; faces: number }): number {
  const comparisons = persons * Math.max(1, faces / Math.max(1, persons)) ** FACES_POWER;
  return -Math.expm1(comparisons * Math.log1p(-falseMatchRate(confidence)));
}

/** A rate as text: percent while large, else one in how many. */
export function formatRate(rate: number): string {
  if (rate < MIN_RATE) return t('fewer than 1 in {count}', { count: formatCount(1 / MIN_RATE) });
  if (rate >= 0.1) return formatPercent(rate);
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(1 / rate)) - 1);
  return t('1 in {count}', { count: formatCount(Math.round(1 / rate / digits) * digits) });
}

export interface SimilarPair {
  one: string;
  other: string;
  confidence: number;
}

/** `owners` maps faces to persons. */
export function findSimilarPairs(owners: ReadonlyMap<string, string>, identified: readonly Identified[]): SimilarPair[] {
  const pairs = new Map<string, SimilarPair>();
  for (const { faceId, candidates } of identified)
    for (const { personId, confidence } of candidates) {
      const owner = owners.get(faceId);
      if (owner === undefined || owner === personId) continue;
      const [one, other] = [owner, personId].sort() as [string, string];
      const key = `${one} ${other}`;
      if (confidence > (pairs.get(key)?.confidence ?? 0)) pairs.set(key, { one, other, confidence });
    }
  return [...pairs.values()].sort((a, b) => b.confidence - a.confidence);
}
