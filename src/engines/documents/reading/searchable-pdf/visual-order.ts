/** Letters in visual order from left to right, as PDF text is stored; viewers reverse right-to-left text again. */

const PLAIN = /^[\x21-\x7e]*$/;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LEFT_TO_RIGHT = /[\p{L}\p{Nd}]/u;

/** Splits text into graphemes. */
export function splitLetters(text: string): string[] {
  return PLAIN.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Returns the same list if nothing runs from right to left; embedded numbers and other scripts keep their order. */
export function toVisualOrder(letters: string[]): string[] {
  if (!letters.some((letter) => RIGHT_TO_LEFT.test(letter))) return letters;
  const turned = letters.toReversed();
  for (let from = 0; from < turned.length;) {
    let to = from;
    while (to < turned.length && !RIGHT_TO_LEFT.test(turned[to]!) && LEFT_TO_RIGHT.test(turned[to]!)) to += 1;
    if (to > from + 1) turned.splice(from, to - from, ...turned.slice(from, to).reverse());
    from = Math.max(to, from + 1);
  }
  return turned;
}
