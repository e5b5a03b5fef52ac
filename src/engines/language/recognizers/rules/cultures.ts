/** The languages that the rules know. The words of a language are read when it is first asked for, which takes milliseconds. */
import type { CultureTable } from './culture-table.ts';
import { ar } from './cultures/ar.ts';
import { de } from './cultures/de.ts';
import { es } from './cultures/es.ts';
import { fr } from './cultures/fr.ts';
import { gu } from './cultures/gu.ts';
import { hi } from './cultures/hi.ts';
import { it } from './cultures/it.ts';
import { ja } from './cultures/ja.ts';
import { ko } from './cultures/ko.ts';
import { mr } from './cultures/mr.ts';
import { nl } from './cultures/nl.ts';
import { pt } from './cultures/pt.ts';
import { ta } from './cultures/ta.ts';
import { te } from './cultures/te.ts';
import { tr } from './cultures/tr.ts';
import { zh } from './cultures/zh.ts';
import type { Vocabulary } from './vocabulary.ts';
import { buildVocabulary } from './vocabulary.ts';

const TABLES: Readonly<Record<string, CultureTable>> = { ar, de, es, fr, gu, hi, it, ja, ko, mr, nl, pt, ta, te, tr, zh };
export const RULE_LANGUAGES: readonly string[] = Object.keys(TABLES);

const vocabularies = new Map<string, Vocabulary>();

export function hasRules(language: string): boolean {
  return Object.hasOwn(TABLES, language);
}

export function vocabularyOf(language: string): Vocabulary {
  let vocabulary = vocabularies.get(language);
  if (!vocabulary) vocabularies.set(language, (vocabulary = buildVocabulary(TABLES[language]!)));
  return vocabulary;
}
