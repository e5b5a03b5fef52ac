/** Words of a text, as people select them. */

export interface Span { start: number; end: number }

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language) ?? new Intl.Segmenter(Intl.getCanonicalLocales(language), { granularity: 'word' });
  segmenters.set(language, known);
  return known;
}

/** Everything but blanks, cut where words end and at `cuts`: a label that somebody made elsewhere may end within a word. */
export function wordsOf(text: string, language = 'en', cuts: readonly number[] = []): Span[] {
  const words: Span[] = [];
  for (const { segment, index } of segmenterOf(language).segment(text)) {
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

/** Where words that came without places stand in their text: they are looked for in turn, whatever their case. */
export function placedWords(text: string, words: readonly string[]): Span[] {
  const lower = text.toLowerCase();
  // Lower case may have another length; then places are those of the text as it is.
  const within = lower.length === text.length ? lower : text;
  let from = 0;
  return words.map((word) => {
    const found = within.indexOf(lower.length === text.length ? word.toLowerCase() : word, from);
    const start = found < 0 ? from : found;
    from = Math.min(text.length, start + word.length);
    return { start, end: from };
  });
}
