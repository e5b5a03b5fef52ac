/** Detects the type of a receipt by keywords: the type with the most distinct keywords. */
import type { Phrases } from '../text/lexicon.ts';
import { buildLexicon, createPhraseFinder } from '../text/lexicon.ts';
import type { SegmentedText } from '../text/segmented-text.ts';
import labels from './labels.json' with { type: 'json' };

const KINDS = buildLexicon(labels.kinds as Phrases);
const TYPES = buildLexicon(labels.types as Phrases);
const CATEGORIES = buildLexicon(labels.categories as Phrases);

export interface DetectedType {
  docType: string;
  receiptType?: string;
  /** Number of keywords of this type, and of the runner-up. */ words: number;
  next: number;
}

const BY_TYPE: Readonly<Record<string, string>> = {
  'receipt.hotel': 'Hotel',
  'receipt.gas': 'Fuel&Energy',
  'receipt.parking': 'Transportation',
};

export function detectReceiptType(segmented: SegmentedText, bought: boolean): DetectedType {
  const texts = segmented.segments.map(({ text }) => text);
  const [best, next] = rankByWords(texts, KINDS).filter(({ name, phrases }) => name !== 'receipt.hotel' || phrases.some(isOfStay));
  const fallback = bought ? 'receipt.retailMeal' : 'receipt';
  const docType = best !== undefined && (best.words >= 2 || best.name === 'receipt.retailMeal') ? best.name : fallback;
  const [type] = rankByWords(texts, TYPES);
  return {
    docType,
    receiptType: BY_TYPE[docType] ?? (docType === 'receipt.retailMeal' ? (type?.name ?? 'Supplies') : undefined),
    words: best?.words ?? 0,
    next: next?.words ?? 0,
  };
}

/** The bill of a stay names more than the house: its restaurant prints receipts too. */
const isOfStay = (phrase: string): boolean => !/^(?:hotel|inn|resort|suites|motel|lodge|albergo)$/u.test(phrase);

/** Category of a hotel charge. */
export function categoryOf(description: string): string | undefined {
  return rankByWords([description], CATEGORIES)[0]?.name;
}

function rankByWords(texts: readonly string[], lexicon: typeof KINDS): { name: string; words: number; phrases: readonly string[] }[] {
  const find = createPhraseFinder(lexicon);
  const seen = new Map<string, Set<string>>();
  for (const text of texts) {
    for (const { start, end, meanings } of find(text)) {
      const phrase = text.slice(start, end).toLowerCase();
      for (const { field } of meanings) seen.set(field, (seen.get(field) ?? new Set()).add(phrase));
    }
  }
  return [...seen]
    .map(([name, words]) => ({ name, words: words.size, phrases: [...words] }))
    .sort((a, b) => b.words - a.words || (a.name < b.name ? -1 : 1));
}
