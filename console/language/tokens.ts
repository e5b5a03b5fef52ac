/** Words of a text, as people select them. */

export interface Span { start: number; end: number }

const segmenters = new Map<string, Intl.Segmenter>();

function getSegmenter(language: string): Intl.Segmenter {
  const known = segmenters.get(language) ?? new Intl.Segmenter(Intl.getCanonicalLocales(language), { granularity: 'word' });
  segmenters.set(language, known);
  return known;
}

/** Everything but whitespace, split at word boundaries and at `cuts`: an imported label may end within a word. */
export function splitWords(text: string, language = 'en', cuts: readonly number[] = []): Span[] {
  const words: Span[] = [];
  for (const { segment, index } of getSegmenter(language).segment(text)) {
    if (segment.trim() === '') continue;
    const ends = [...new Set(cuts)].filter((at) => at > index && at < index + segment.length).sort((a, b) => a - b);
    let start = index;
    for (const end of [...ends, index + segment.length]) {
      words.push({ start, end });
      start = end;
    }
  }
  return words;
}

/** Locates words that came without positions: searched in order, ignoring case. */
export function locateWords(text: string, words: readonly string[]): Span[] {
  const lower = text.toLowerCase();
  // Lower case may have another length; then the original text is searched.
  const within = lower.length === text.length ? lower : text;
  let from = 0;
  return words.map((word) => {
    const found = within.indexOf(lower.length === text.length ? word.toLowerCase() : word, from);
    const start = found < 0 ? from : found;
    from = Math.min(text.length, start + word.length);
    return { start, end: from };
  });
}
