/**
 * Long or hostile texts in windows. The library's time grows with the square of the numbers it sees together
 * (1,000 characters of "1 1 1" take seconds), and of currency signs and emoji, so a text is cut into spans that
 * are short and hold few of them; then the time is linear in the text. An utterance of everyday length stays whole. Cuts fall after a
 * sentence, else at a space, else anywhere but inside a surrogate pair.
 */
const MAX_CHARACTERS = 240;
const MAX_NUMBERS = 14;
const SENTENCE_END = /[.!?。！？;\n]\s/g;
const NUMBERISH =
  /\p{N}+|[\p{Sc}\p{Extended_Pictographic}]|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|half|hundred|dozen|un|dos|deux|dois|\p{L}+day)\b|[一二三四五六七八九十百千万两零]/giu;

export type Window = { readonly start: number; readonly end: number };

export function splitWindows(text: string): Window[] {
  const cuts: Window[] = [];
  const numbers = [...text.matchAll(NUMBERISH)].map(({ index }) => index);
  let start = 0;
  let first = 0;
  while (start < text.length) {
    const limit = Math.min(start + MAX_CHARACTERS, numbers[first + MAX_NUMBERS] ?? text.length, text.length);
    const end = limit === text.length ? limit : cutBefore(text, start, limit);
    cuts.push({ start, end });
    start = end;
    while (first < numbers.length && numbers[first]! < start) first++;
  }
  return cuts;
}

function cutBefore(text: string, start: number, limit: number): number {
  const half = start + ((limit - start) >> 1);
  let best = 0;
  for (const { index } of text.slice(half, limit).matchAll(SENTENCE_END)) best = half + index + 2;
  if (best > 0) return best;
  const space = text.lastIndexOf(' ', limit - 1);
  if (space > start) return space + 1;
  const low = text.charCodeAt(limit) & 0xfc00;
  return low === 0xdc00 && limit - 1 > start ? limit - 1 : limit;
}
