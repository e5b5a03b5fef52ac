/** Queries that a conversation project was asked, as suggestions to label, and as utterances once they are accepted. */
import type { LabelledText } from '../../language/labels.ts';
import type { Suggestion } from '../../language/review-queue.tsx';
import type { KeptQuery } from '../../projects/review.tsx';
import { NONE, withUtterances } from './assets.ts';
import type { Assets } from './assets.ts';

/** Of entities, only those that labels teach become labels: what lists, expressions and prebuilts find needs none. An intent that is no more is None. */
export function suggestionsOf(queries: readonly KeptQuery[], { intents, utterances }: Assets): Suggestion[] {
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

/** With what was accepted; a query that was asked in another language than the project's is an utterance of that language. */
export function withAccepted(assets: Assets, texts: readonly LabelledText[], queries: readonly KeptQuery[], projectLanguage: string): Assets {
  const languages = new Map(queries.flatMap(({ text, language }) => language === undefined || language === projectLanguage ? [] : [[text, language]]));
  const accepted = new Set(texts.map(({ text }) => text));
  const next = withUtterances(assets, texts);
  return { ...next, utterances: next.utterances.map((one) => accepted.has(one.text) && languages.has(one.text) ? { ...one, language: languages.get(one.text) } : one) };
}
