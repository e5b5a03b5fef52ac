/** Phrases before and after a value. */
export interface PhraseFound {
  name: string;
  phrase: string;
  /** Characters between phrase and value. */
  distance: number;
}

const MAX_DISTANCE = 25;
const normal = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[(),"':]+/gu, ' ')
    .replace(/\s+/gu, ' ');

/** Phrases of each name, longest first. */
export type PhraseList = readonly (readonly [name: string, phrases: readonly string[]])[];

export const phraseList = (data: Readonly<Record<string, readonly string[]>>): PhraseList =>
  Object.entries(data).map(([name, phrases]) => [
    name,
    phrases.map((phrase) => ` ${normal(phrase).trim()} `).sort((a, b) => b.length - a.length),
  ]);

/** The nearest phrase before a position, the longest of those that end at the same place. A sentence end in between separates. */
export function phraseBefore(text: string, position: number, list: PhraseList): PhraseFound | undefined {
  const raw = text.slice(Math.max(0, position - 90), position);
  const sentence = raw.slice(raw.search(/(?:(?<=[a-z)"]{2})[.;]\s)(?!.*[a-z)"]{2}[.;]\s)/su) + 1);
  const before = ` ${normal(sentence).trim()} `;
  let best: (PhraseFound & { end: number }) | undefined;
  for (const [name, phrases] of list)
    for (const phrase of phrases) {
      const at = before.lastIndexOf(phrase);
      if (at < 0) continue;
      const end = at + phrase.length;
      const distance = before.length - end;
      if (distance > MAX_DISTANCE) continue;
      if (best === undefined || end > best.end || (end === best.end && phrase.length > best.phrase.length))
        best = { name, phrase, distance, end };
    }
  return best;
}

/** Whether one of the phrases begins at a position. */
export function phraseAfter(text: string, position: number, phrases: readonly string[]): string | undefined {
  const after = text
    .slice(position, position + 60)
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/^[\s,]+/u, '');
  return phrases.find((phrase) => after.startsWith(phrase));
}
