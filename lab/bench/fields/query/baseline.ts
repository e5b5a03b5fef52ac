/** What the key-value pairs of a layout give for asked names: the value of the key that shares most letters of words with the name. */
import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import { compareWords, contentWords } from '../../../../src/engines/documents/fields/query/names.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';

const MIN_SHARE = 0.5;

export function keyValueFields(names: readonly string[], layout: DocumentLayout): Record<string, Field> {
  const textOf = (items: readonly number[]): string =>
    items
      .map((index) => layout.items[index]!)
      .map((item) => (item.kind === 'word' ? item.text : item.state))
      .join(' ');
  const pairs = layout.keyValuePairs.flatMap(({ key, value, confidence }) =>
    value ? [{ words: contentWords(textOf(key.items)), items: value.items, confidence }] : [],
  );
  const found: Record<string, Field> = {};
  for (const name of names) {
    const words = contentWords(name);
    let best = { share: MIN_SHARE, pair: pairs[0] };
    for (const pair of pairs) {
      const share = compareWords(words, pair.words);
      if (share > best.share) best = { share, pair };
    }
    const { share, pair } = best;
    if (pair !== undefined && share > MIN_SHARE)
      found[name] = { type: 'string', value: textOf(pair.items), items: pair.items, confidence: pair.confidence };
  }
  return found;
}
