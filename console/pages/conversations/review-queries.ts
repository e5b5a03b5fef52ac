/** Logged queries of a conversation project, as suggestions to label, and as utterances once accepted. */
import type { LabelledText } from '../../language/labels.ts';
import type { Suggestion } from '../../language/review-queue.tsx';
import type { LoggedQuery } from '../../projects/review.tsx';
import { NONE, addUtterances } from './assets.ts';
import type { Assets } from './assets.ts';

/** Only learned entities become labels: lists, expressions and prebuilts need none. A deleted intent becomes None. */
export function toSuggestions(queries: readonly LoggedQuery[], { intents, utterances }: Assets): Suggestion[] {
  const known = new Set(intents.map(({ category }) => category));
  const taught = new Set(utterances.flatMap(({ entities = [] }) => entities.map(({ category }) => category)));
  return queries.map(({ text, count, confidenceScore, intents: said = [], entities = [] }) => {
    const best = said[0]?.category ?? NONE;
    return {
      text, count, score: confidenceScore, intent: known.has(best) ? best : NONE,
      labels: entities.filter(({ category }) => taught.has(category)).map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
    };
  });
}

/** With the accepted queries; one in another language than the project's becomes an utterance of that language. */
export function addAccepted(assets: Assets, texts: readonly LabelledText[], queries: readonly LoggedQuery[], projectLanguage: string): Assets {
  const languages = new Map(queries.flatMap(({ text, language }) => language === undefined || language === projectLanguage ? [] : [[text, language]]));
  const accepted = new Set(texts.map(({ text }) => text));
  const next = addUtterances(assets, texts);
  return { ...next, utterances: next.utterances.map((one) => accepted.has(one.text) && languages.has(one.text) ? { ...one, language: languages.get(one.text) } : one) };
}
