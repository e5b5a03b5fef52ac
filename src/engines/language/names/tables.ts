/** Loads the tables of names once per thread: the lexicon, and the taggers of English and of the other languages as each is asked for. */
import { readNameFile } from '../../bindings/name-files.ts';
import type { Lexicon } from './lexicon.ts';
import { readLexicon } from './lexicon.ts';
import { NameTagger, readTagger } from './tagger.ts';

type TaggerFile = 'english.bin' | 'others.bin';

let lexicon: Lexicon | undefined;
const taggers = new Map<TaggerFile, NameTagger>();

export function loadLexicon(): Lexicon {
  return (lexicon ??= readLexicon(readNameFile('lexicon.bin')));
}

export function loadNameTagger(language: string): NameTagger {
  const file = fileOf(language);
  let tagger = taggers.get(file);
  if (!tagger) {
    tagger = new NameTagger(readTagger(readNameFile(file)), loadLexicon());
    taggers.set(file, tagger);
  }
  return tagger;
}

/** Whether names of a language are found without loading anything first. */
export function isNameTaggerLoaded(language: string): boolean {
  return taggers.has(fileOf(language));
}

function fileOf(language: string): TaggerFile {
  return language === 'en' ? 'english.bin' : 'others.bin';
}
