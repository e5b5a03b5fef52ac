/**
 * Detects the language of a text: the script first, then a linear model over hashed character runs (multinomial logistic regression)
 * among the languages of that script. Trained by lab/training/languages.
 *
 * Invariants: pure; no text makes it throw; probabilities of the languages of a text sum to 1. Cost: some 50 µs for a sentence, and
 * bounded, since only the first 200 letters are read.
 */
import { languageFeatures, languageWords } from './features.ts';
import { GROUP_LANGUAGES, scriptOf } from './scripts.ts';
import type { ScriptGroup } from './scripts.ts';

export interface LanguageProbability {
  /** ISO 639-1, or 639-3 where there is none. */
  readonly language: string;
  readonly probability: number;
}

/** The weights of one script: 2^bits rows of one weight a language, in steps. */
export interface LanguageTable {
  readonly bits: number;
  readonly step: number;
  readonly biases: Float32Array;
  readonly weights: Int8Array;
}

export type LanguageTables = Readonly<Record<ScriptGroup, LanguageTable>>;

export class LanguageDetector {
  readonly #tables: LanguageTables;

  constructor(tables: LanguageTables) {
    this.#tables = tables;
  }

  /** The languages of the script that most of a text is written in, the likeliest first; none where it has no letters. */
  detect(text: string): LanguageProbability[] {
    const words = languageWords(text);
    const script = scriptOf(words.join(' '));
    if (script === undefined) return [];
    if ('language' in script) return [{ language: script.language, probability: 1 }];
    const { bits, step, biases, weights } = this.#tables[script.group];
    const languages = GROUP_LANGUAGES[script.group];
    const features = languageFeatures(words, script.group, bits);
    const size = languages.length;
    const sums = new Int32Array(size);
    for (const feature of features) {
      const start = feature * size;
      for (let l = 0; l < size; l++) sums[l]! += weights[start + l]!;
    }
    const scale = step / Math.sqrt(Math.max(1, features.length));
    const logits = Float64Array.from(sums, (sum, l) => sum * scale + biases[l]!);
    const highest = Math.max(...logits);
    const total = logits.reduce((sum, logit) => sum + Math.exp(logit - highest), 0);
    return languages
      .map((language, l) => ({ language, probability: Math.exp(logits[l]! - highest) / total }))
      .sort((a, b) => b.probability - a.probability);
  }
}
