/** The words of the languages that the rules know. Those of a language are read when it is first asked for, which takes milliseconds. */
import type { CultureTable } from './culture-table.ts';
import ar from './cultures/ar.json' with { type: 'json' };
import da from './cultures/da.json' with { type: 'json' };
import de from './cultures/de.json' with { type: 'json' };
import en from './cultures/en.json' with { type: 'json' };
import es from './cultures/es.json' with { type: 'json' };
import fr from './cultures/fr.json' with { type: 'json' };
import gu from './cultures/gu.json' with { type: 'json' };
import hi from './cultures/hi.json' with { type: 'json' };
import id from './cultures/id.json' with { type: 'json' };
import it from './cultures/it.json' with { type: 'json' };
import ja from './cultures/ja.json' with { type: 'json' };
import ko from './cultures/ko.json' with { type: 'json' };
import mr from './cultures/mr.json' with { type: 'json' };
import nl from './cultures/nl.json' with { type: 'json' };
import pt from './cultures/pt.json' with { type: 'json' };
import ta from './cultures/ta.json' with { type: 'json' };
import te from './cultures/te.json' with { type: 'json' };
import tr from './cultures/tr.json' with { type: 'json' };
import zh from './cultures/zh.json' with { type: 'json' };
import type { RuleLanguage } from './languages.ts';
import type { Vocabulary } from './vocabulary.ts';
import { buildVocabulary } from './vocabulary.ts';

const TABLES = { ar, da, de, en, es, fr, gu, hi, id, it, ja, ko, mr, nl, pt, ta, te, tr, zh } as Readonly<
  Record<RuleLanguage, CultureTable>
>;

const vocabularies = new Map<string, Vocabulary>();

export const cultureTable = (language: string): CultureTable => TABLES[language as RuleLanguage];

export function vocabularyOf(language: string): Vocabulary {
  let vocabulary = vocabularies.get(language);
  if (!vocabulary) vocabularies.set(language, (vocabulary = buildVocabulary(cultureTable(language))));
  return vocabulary;
}
