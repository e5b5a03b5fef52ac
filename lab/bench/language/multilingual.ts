/**
 * Projects in many languages (xSID, 300 utterances and 15 intents a language) through the whole engine: trained in a language and
 * asked in it, and trained in English and asked in every language. Five folds over the numbers of utterances, so that no translation
 * of a training utterance is asked. Intent accuracy counts None as an error, `closed` allows only intents of the training set; slots
 * count by exact type and span.
 */
import { scoreEntities } from '../../../src/engines/language/entities/evaluation/scores.ts';
import type { Definition, LanguageRow } from '../../../src/engines/language/models/definition.ts';
import type { LanguageEntity, LanguageModel } from '../../../src/engines/language/models/model.ts';
import { trainLanguage } from '../../../src/engines/language/models/train.ts';
import { createTextEncoder, vectorSizeFor, vectorsFor } from '../../../src/engines/loaders/language/sentence-encoder.ts';
import { encoderDigest } from '../../../src/engines/loaders/language/sentence-weights.ts';
import type { Utterance } from './data.ts';
import { MAIN_LANGUAGES, foldsOf, readXsid, xsidLanguages } from './xsid.ts';

const FOLDS = 5;
const SOURCE = 'en';
const WHEN = { referenceMs: Date.UTC(2020, 0, 1, 12) };

interface Tally {
  tests: number;
  right: number;
  closed: number;
  readonly judged: { readonly labels: LanguageRow['labels']; readonly found: LanguageEntity[] }[];
}
interface Figures {
  readonly accuracy: number;
  readonly closed: number;
  readonly slots: number;
}

/** In all languages there are files of, or in those listed. */
export async function multilingual(folder: string, listed: readonly string[] = []): Promise<void> {
  const languages = xsidLanguages(folder).filter((language) => listed.length === 0 || listed.includes(language));
  if (languages.length === 0) {
    console.log(`No utterances under ${folder}/corpora/xsid; languages are skipped.`);
    return;
  }
  const english = readXsid(folder, SOURCE);
  const folds = foldsOf(english, FOLDS);
  const sets = new Map(languages.map((language) => [language, readXsid(folder, language)]));
  const fromEnglish = new Map(languages.map((language) => [language, newTally()]));
  const started = process.cpuUsage();
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = await train(
      SOURCE,
      ofFold(english, folds, (one) => one !== fold),
      true,
    );
    for (const [language, rows] of sets)
      await ask(
        model,
        language,
        ofFold(rows, folds, (one) => one === fold),
        fromEnglish.get(language)!,
      );
  }
  console.log('\nMany languages: intent accuracy, the same closed, slot F1');
  console.log('| asked in | from English |  |  | own language |  |  |\n|---|---|---|---|---|---|---|');
  const results = new Map<string, [Figures, Figures]>();
  for (const [language, rows] of sets) {
    const own = newTally();
    for (let fold = 0; fold < FOLDS; fold++) {
      const model = await train(
        language,
        ofFold(rows, folds, (one) => one !== fold),
        false,
      );
      await ask(
        model,
        language,
        ofFold(rows, folds, (one) => one === fold),
        own,
      );
    }
    results.set(language, [figuresOf(fromEnglish.get(language)!), figuresOf(own)]);
    print(language, results.get(language)!);
  }
  const main = MAIN_LANGUAGES.filter((language) => results.has(language));
  print(`mean of ${main.length}`, meanOf(main.map((language) => results.get(language)!)));
  if (results.size > main.length) print(`mean of ${results.size}`, meanOf([...results.values()]));
  const { user, system } = process.cpuUsage(started);
  console.log(`CPU time: ${((user + system) / 1e6).toFixed(0)} s`);
}

function newTally(): Tally {
  return { tests: 0, right: 0, closed: 0, judged: [] };
}

function ofFold(rows: readonly Utterance[], folds: readonly number[], isWanted: (fold: number) => boolean): Utterance[] {
  return rows.filter((_, i) => isWanted(folds[i]!));
}

async function train(language: string, utterances: readonly Utterance[], isMultilingual: boolean): Promise<LanguageModel> {
  const size = vectorSizeFor(language, isMultilingual, utterances.length);
  const rows = utterances.map(({ text, intent, entities }): LanguageRow => ({ text, intents: [intent], labels: entities }));
  const slots = [...new Set(rows.flatMap(({ labels }) => labels.map(({ entity }) => entity)))].sort();
  const definition: Definition = {
    culture: language,
    encoder: encoderDigest(),
    intents: [...new Set(utterances.map(({ intent }) => intent))].sort(),
    noneIntent: 'None',
    phraseLists: [],
    regexFeatures: [],
    patterns: [],
    anys: [],
    entities: slots.map((name) => ({ name, learned: true })),
  };
  const { model } = await trainLanguage(definition, rows, { ...createTextEncoder(size), isMultilingual });
  return model;
}

async function ask(model: LanguageModel, culture: string, rows: readonly Utterance[], tally: Tally): Promise<void> {
  const vectors = await vectorsFor(
    model,
    rows.map(({ text }) => text),
  );
  const known = new Set(model.intents.parts.classes);
  rows.forEach(({ text, intent, entities }, i) => {
    const answer = model.predict(text, { culture, when: WHEN, ...vectors[i] });
    tally.tests++;
    if (answer.intents[0]?.intent === intent) tally.right++;
    if (answer.intents.find((one) => known.has(one.intent))?.intent === intent) tally.closed++;
    tally.judged.push({ labels: entities, found: [...answer.entities] });
  });
}

function figuresOf({ tests, right, closed, judged }: Tally): Figures {
  return { accuracy: right / tests, closed: closed / tests, slots: scoreEntities(judged).micro.f1 };
}

function meanOf(pairs: readonly (readonly [Figures, Figures])[]): [Figures, Figures] {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const of = (side: 0 | 1): Figures => ({
    accuracy: mean(pairs.map((pair) => pair[side].accuracy)),
    closed: mean(pairs.map((pair) => pair[side].closed)),
    slots: mean(pairs.map((pair) => pair[side].slots)),
  });
  return [of(0), of(1)];
}

function print(name: string, sides: readonly Figures[]): void {
  const cells = sides.flatMap(({ accuracy, closed, slots }) => [accuracy, closed, slots].map((value) => value.toFixed(3)));
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
