/** Loads the tables of names once per thread: the lexicon, and the taggers of English and of the other languages as each is asked for. */
import { readFileSync } from 'node:fs';
import type { Lexicon } from '../names/lexicon.ts';
import { readLexicon } from '../names/lexicon.ts';
import { NameTagger, readTagger } from '../names/tagger.ts';

const FOLDER = new URL('../../../weights/names/', import.meta.url);

let lexicon: Lexicon | undefined;
const taggers = new Map<string, NameTagger>();

export function loadLexicon(): Lexicon {
  return (lexicon ??= readLexicon(readFileSync(new URL('lexicon.bin', FOLDER))));
}

export function loadNameTagger(language: string): NameTagger {
  const file = fileOf(language);
  let tagger = taggers.get(file);
  if (!tagger) {
    tagger = new NameTagger(readTagger(readFileSync(new URL(file, FOLDER))), loadLexicon());
    taggers.set(file, tagger);
  }
  return tagger;
}

/** Whether names of a language are found without loading anything first. */
export function isNameTaggerLoaded(language: string): boolean {
  return taggers.has(fileOf(language));
}

function fileOf(language: string): string {
  return language === 'en' ? 'english.bin' : 'others.bin';
}
