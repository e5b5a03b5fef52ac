/** The content of a conversation project, and each edit of it as a new value. Offsets count UTF-16 units, as in files. */
import type { Item } from '../../kit/differences.ts';
import type { EntityChoice, LabeledText } from '../../shared/language/entities.ts';
import type { Suggestion } from '../../shared/language/review-queue.tsx';
import type { Utterance as Row } from '../../shared/language/filter.ts';
import type { LoggedQuery } from '../../shared/projects/review.tsx';
import type { Orchestration } from './predictions.ts';

export const NONE = 'None';

export interface Intent {
  category: string;
  orchestration?: Orchestration;
}
export interface Synonyms {
  language?: string;
  values: string[];
}
export interface Sublist {
  listKey: string;
  synonyms: Synonyms[];
}
export interface Expression {
  regexKey: string;
  language?: string;
  regexPattern: string;
}
export interface Entity {
  category: string;
  compositionSetting?: string;
  list?: { sublists: Sublist[] };
  prebuilts?: { category: string }[];
  regex?: { expressions: Expression[] };
  requiredComponents?: string[];
}
export interface Utterance {
  text: string;
  language?: string;
  intent: string;
  dataset?: string;
  entities?: { category: string; offset: number; length: number }[];
}
/** Orchestrations have no entities. */
export interface Assets {
  projectKind: string;
  intents: Intent[];
  entities?: Entity[];
  utterances: Utterance[];
}

/** An utterance; `place` is its index. */
export interface UtteranceRow extends Row {
  place: number;
  dataset?: string;
  language?: string;
}

function toLabeledText({ text, intent, entities = [] }: Utterance): LabeledText {
  return {
    text,
    intent,
    labels: entities.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
  };
}

/** The same text may occur twice, in two languages or with two intents: the second has a number after its id. */
export function toRows(utterances: readonly Utterance[]): UtteranceRow[] {
  const seen = new Map<string, number>();
  return utterances.map((utterance, place) => {
    const { text, dataset, language } = utterance;
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return { ...toLabeledText(utterance), id: nth === 1 ? text : `${text} (${nth})`, place, dataset, language };
  });
}

function toUtterance({ text, intent, labels }: LabeledText): Utterance {
  return { text, intent, entities: labels.map(({ entity, start, end }) => ({ category: entity, offset: start, length: end - start })) };
}

/** With one utterance relabeled. */
export function relabelUtterance(assets: Assets, place: number, next: LabeledText): Assets {
  return { ...assets, utterances: assets.utterances.with(place, { ...assets.utterances[place]!, ...toUtterance(next) }) };
}

/** With more utterances; existing ones, ignoring case, are relabeled instead. */
export function addUtterances(assets: Assets, given: readonly LabeledText[]): Assets {
  const utterances = [...assets.utterances];
  const places = new Map(utterances.map(({ text }, i) => [text.toLowerCase(), i]));
  for (const one of given) {
    const place = places.get(one.text.toLowerCase()) ?? utterances.length;
    places.set(one.text.toLowerCase(), place);
    utterances[place] = { ...utterances[place], ...toUtterance(one) };
  }
  return { ...assets, utterances };
}

export function deleteUtterances(assets: Assets, places: ReadonlySet<number>): Assets {
  return { ...assets, utterances: assets.utterances.filter((_, place) => !places.has(place)) };
}

export function changeUtterances(
  assets: Assets,
  places: ReadonlySet<number>,
  change: Partial<Pick<Utterance, 'intent' | 'dataset'>>,
): Assets {
  return { ...assets, utterances: assets.utterances.map((one, place) => (places.has(place) ? { ...one, ...change } : one)) };
}

export function addIntent(assets: Assets, category: string, orchestration?: Orchestration): Assets {
  return { ...assets, intents: [...assets.intents, { category, ...(orchestration && { orchestration }) }] };
}

/** With another target of an intent, or none. */
export function setTarget(assets: Assets, name: string, orchestration: Orchestration | undefined): Assets {
  return {
    ...assets,
    intents: assets.intents.map((one) => (one.category === name ? { category: name, ...(orchestration && { orchestration }) } : one)),
  };
}

export function renameIntent(assets: Assets, from: string, to: string): Assets {
  return {
    ...assets,
    intents: assets.intents.map((one) => (one.category === from ? { ...one, category: to } : one)),
    utterances: assets.utterances.map((one) => (one.intent === from ? { ...one, intent: to } : one)),
  };
}

/** Removes its utterances too. */
export function deleteIntent(assets: Assets, name: string): Assets {
  return {
    ...assets,
    intents: assets.intents.filter(({ category }) => category !== name),
    utterances: assets.utterances.filter(({ intent }) => intent !== name),
  };
}

/** With an entity replaced, or added. */
export function putEntity(assets: Assets, entity: Entity, former = entity.category): Assets {
  const entities = assets.entities ?? [];
  const place = entities.findIndex(({ category }) => category === former);
  const renamed = former !== entity.category;
  return {
    ...assets,
    entities: place < 0 ? [...entities, entity] : entities.with(place, entity),
    ...(renamed && {
      utterances: assets.utterances.map((one) => ({
        ...one,
        entities: one.entities?.map((label) => (label.category === former ? { ...label, category: entity.category } : label)),
      })),
    }),
  };
}

/** Removes its labels too. */
export function deleteEntity(assets: Assets, name: string): Assets {
  return {
    ...assets,
    entities: (assets.entities ?? []).filter(({ category }) => category !== name),
    utterances: assets.utterances.map((one) => ({ ...one, entities: one.entities?.filter(({ category }) => category !== name) })),
  };
}

export function labelChoices({ entities = [] }: Assets): EntityChoice[] {
  return entities.map(({ category }) => ({ name: category }));
}

export function toItems({ intents, entities = [], utterances }: Assets): Item[] {
  return [
    ...intents.map(({ category, ...content }) => ({ sort: 'intent', name: category, content })),
    ...entities.map(({ category, ...content }) => ({ sort: 'entity', name: category, content })),
    ...utterances.map(({ text, intent, entities: labels = [], language, dataset }) => ({
      sort: 'utterance',
      name: text,
      content: [intent, labels, language, dataset],
    })),
  ];
}

/** `Rome: roma, eternal city`: a key and its synonyms in the project's language. */
export function formatList(sublists: readonly Sublist[], language: string): string {
  return sublists
    .map(
      ({ listKey, synonyms }) =>
        `${listKey}: ${synonyms
          .filter((one) => isProjectLanguage(one, language))
          .flatMap(({ values }) => values)
          .join(', ')}`,
    )
    .join('\n');
}

/** Synonyms in other languages stay with their key. */
export function parseList(lines: string, language: string, before: readonly Sublist[]): Sublist[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      const listKey = (colon < 0 ? line : line.slice(0, colon)).trim();
      const values = (colon < 0 ? listKey : line.slice(colon + 1))
        .split(',')
        .map((value) => value.trim())
        .filter((value) => value !== '');
      const others = before.find((one) => one.listKey === listKey)?.synonyms.filter((one) => !isProjectLanguage(one, language)) ?? [];
      return { listKey, synonyms: [{ language, values }, ...others] };
    });
}

function isProjectLanguage({ language }: { language?: string }, own: string): boolean {
  return language === undefined || language === own;
}

/** `order: [A-Z]{2}-[0-9]{4}`: a key and its pattern. */
export function formatExpressions(expressions: readonly Expression[]): string {
  return expressions.map(({ regexKey, regexPattern }) => `${regexKey}: ${regexPattern}`).join('\n');
}

/** A line without a key gets one; the language of an expression stays with its key. */
export function parseExpressions(lines: string, before: readonly Expression[]): Expression[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, i) => {
      const [, key = `expression-${i + 1}`, pattern] = /^(?:([\w .-]+):\s+)?(.*)$/.exec(line) as unknown as [
        string,
        string | undefined,
        string,
      ];
      const language = before.find((one) => one.regexKey === key)?.language;
      return { regexKey: key, ...(language !== undefined && { language }), regexPattern: pattern };
    });
}

/** Only learned entities become labels: lists, expressions and prebuilts need none. A deleted intent becomes None. */
export function toSuggestions(queries: readonly LoggedQuery[], { intents, utterances }: Assets): Suggestion[] {
  const known = new Set(intents.map(({ category }) => category));
  const taught = new Set(utterances.flatMap(({ entities = [] }) => entities.map(({ category }) => category)));
  return queries.map(({ text, count, confidenceScore, intents: predictedIntents = [], entities = [] }) => {
    const best = predictedIntents[0]?.category ?? NONE;
    return {
      text,
      count,
      score: confidenceScore,
      intent: known.has(best) ? best : NONE,
      labels: entities
        .filter(({ category }) => taught.has(category))
        .map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
    };
  });
}

/** With the accepted queries; one in another language than the project's becomes an utterance of that language. */
export function addAccepted(
  assets: Assets,
  texts: readonly LabeledText[],
  queries: readonly LoggedQuery[],
  projectLanguage: string,
): Assets {
  const languages = new Map(
    queries.flatMap(({ text, language }) => (language === undefined || language === projectLanguage ? [] : [[text, language]])),
  );
  const accepted = new Set(texts.map(({ text }) => text));
  const next = addUtterances(assets, texts);
  return {
    ...next,
    utterances: next.utterances.map((one) =>
      accepted.has(one.text) && languages.has(one.text) ? { ...one, language: languages.get(one.text) } : one,
    ),
  };
}
