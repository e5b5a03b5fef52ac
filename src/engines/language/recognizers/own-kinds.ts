/** Prebuilt entities that are recognized without the library: persons, places and key phrases. */
import type { FoundName } from '../names/find-names.ts';
import { findNames } from '../names/find-names.ts';
import { nameLanguage } from '../names/languages.ts';
import { isNameTaggerLoaded, loadNameTagger } from '../names/tables.ts';
import { findKeyPhrases } from './key-phrases.ts';
import type { OwnKind, RecognizedEntity } from './entity.ts';

/** Finds own kinds in one text; persons and places are looked for together. */
export function ownKindFinder(text: string, culture: string): (kind: OwnKind) => RecognizedEntity[] {
  let names: readonly FoundName[] | undefined;
  return (kind) => (kind === 'keyPhrase' ? findPhrases(text, culture) : findNamesOf(kind, text, (names ??= findNames(text, culture))));
}

function findPhrases(text: string, culture: string): RecognizedEntity[] {
  return findKeyPhrases(text, culture).map(({ start, end }) => {
    const value = text.slice(start, end);
    return { kind: 'keyPhrase', start, end, text: value, resolution: { is: 'phrase', value } };
  });
}

function findNamesOf(kind: 'personName' | 'geographyV2', text: string, names: readonly FoundName[]): RecognizedEntity[] {
  const wanted = kind === 'personName' ? 'person' : 'place';
  return names
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
  return kind === 'keyPhrase' || isNameTaggerLoaded(nameLanguage(culture));
}

export function warmOwnKind(kind: OwnKind, culture: string): void {
  if (kind !== 'keyPhrase') loadNameTagger(nameLanguage(culture));
}
