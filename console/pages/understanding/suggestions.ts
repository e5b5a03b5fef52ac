/** Suggested queries with entities by characters instead of tokens. */
import type { EntityChoice, Label, LabelledText } from '../../language/labels.ts';
import { locateWords } from '../../language/tokens.ts';

interface Predicted { entityName: string; startTokenIndex: number; endTokenIndex: number; children?: Predicted[] }
export interface Suggested { text: string; tokenizedText: string[]; intentPredictions: { name: string; score: number }[]; entityPredictions: Predicted[] }

/** Entities found without labels (lists, prebuilts) are not labelled. */
export function toSuggestion({ text, tokenizedText, intentPredictions: [best], entityPredictions }: Suggested, entities: readonly EntityChoice[]): LabelledText & { score: number } {
  const words = locateWords(text, tokenizedText);
  const label = ({ entityName, startTokenIndex, endTokenIndex, children = [] }: Predicted): Label => ({ entity: entityName, start: words[startTokenIndex]!.start, end: words[endTokenIndex]!.end, ...children.length > 0 && { children: children.map(label) } });
  return { text, intent: best?.name ?? 'None', score: best?.score ?? 0, labels: entityPredictions.filter(({ entityName }) => entities.some(({ name }) => name === entityName)).map(label) };
}
