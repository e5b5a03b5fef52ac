/** Runs in threads: the languages of documents. */
import { detectLanguages } from '../../../../engines/documents/reading/languages.ts';
import type { DetectedLanguage } from '../store.ts';

/** The language of most of each text; without a code where it has no words of any. */
export function detectDocumentLanguages(texts: readonly string[]): DetectedLanguage[] {
  return texts.map((text) => {
    const lines = text.split(/\r?\n/);
    const letters = (indexes: readonly number[]): number => indexes.reduce((sum, index) => sum + lines[index]!.length, 0);
    const [main] = detectLanguages(lines).sort((a, b) => letters(b.lines) - letters(a.lines));
    return main ? { code: main.locale, confidence: main.confidence } : {};
  });
}
