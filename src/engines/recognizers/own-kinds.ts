/** Prebuilt entities that are recognised without the library: persons, places and key phrases. */
import { findNames } from '../names/find-names.ts';
import { nameLanguage } from '../names/languages.ts';
import { isNameTaggerLoaded, loadNameTagger } from '../runtime/name-tables.ts';
import { findKeyPhrases } from './key-phrases.ts';
import type { OwnKind } from './kinds.ts';
import type { RecognizedEntity } from './recognize.ts';

export function findOwnKind(kind: OwnKind, culture: string, text: string): RecognizedEntity[] {
  if (kind === 'keyPhrase') {
    return findKeyPhrases(text, culture).map(({ start, end }) => {
      const value = text.slice(start, end);
      return { kind, start, end, text: value, resolution: { is: 'phrase', value } };
    });
  }
  const wanted = kind === 'personName' ? 'person' : 'place';
  return findNames(text, culture)
    .filter((name) => name.kind === wanted)
    .map(({ start, length, place }) => {
      const value = text.slice(start, start + length);
      return {
        kind,
        start,
        end: start + length,
        text: value,
        resolution: place === undefined ? { is: 'phrase', value } : { is: 'place', value, placeKind: place },
      };
    });
}

/** Whether a kind is found without loading tables first. */
export function isOwnKindWarm(kind: OwnKind, culture: string): boolean {
  const language = nameLanguage(culture);
  return kind === 'keyPhrase' || language === undefined || isNameTaggerLoaded(language);
}

export function warmOwnKind(kind: OwnKind, culture: string): void {
  const language = nameLanguage(culture);
  if (kind !== 'keyPhrase' && language !== undefined) loadNameTagger(language);
}
