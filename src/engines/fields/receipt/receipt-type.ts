/** Which sort of receipt it is, by the words on it: the sort of which most different words are there. */
import type { Phrases } from '../text/lexicon.ts';
import { lexiconOf, phraseFinder } from '../text/lexicon.ts';
import type { Sheet } from '../text/segmented-text.ts';
import labels from './labels.json' with { type: 'json' };

const KINDS = lexiconOf(labels.kinds as Phrases);
const TYPES = lexiconOf(labels.types as Phrases);
const CATEGORIES = lexiconOf(labels.categories as Phrases);

export interface Sort { docType: string; receiptType?: string; /** Words that told it, and those for the next best. */ words: number; next: number }

const BY_TYPE: Readonly<Record<string, string>> = { 'receipt.hotel': 'Hotel', 'receipt.gas': 'Fuel&Energy', 'receipt.parking': 'Transportation' };

export function sortOf(sheet: Sheet, bought: boolean): Sort {
  const texts = sheet.segments.map(({ text }) => text);
  const [best, next] = ranked(texts, KINDS);
  const plainly = bought ? 'receipt.retailMeal' : 'receipt';
  const docType = best !== undefined && (best.words >= 2 || best.name === 'receipt.retailMeal') ? best.name : plainly;
  const [type] = ranked(texts, TYPES);
  return { docType, receiptType: BY_TYPE[docType] ?? (docType === 'receipt.retailMeal' ? type?.name ?? 'Supplies' : undefined), words: best?.words ?? 0, next: next?.words ?? 0 };
}

/** Hotels say what a charge is for. */
export function categoryOf(description: string): string | undefined {
  return ranked([description], CATEGORIES)[0]?.name;
}

function ranked(texts: readonly string[], lexicon: typeof KINDS): { name: string; words: number }[] {
  const find = phraseFinder(lexicon);
  const seen = new Map<string, Set<string>>();
  for (const text of texts) {
    for (const { start, end, meanings } of find(text)) {
      const phrase = text.slice(start, end).toLowerCase();
      for (const { field } of meanings) seen.set(field, (seen.get(field) ?? new Set()).add(phrase));
    }
  }
  return [...seen].map(([name, words]) => ({ name, words: words.size })).sort((a, b) => b.words - a.words || (a.name < b.name ? -1 : 1));
}
